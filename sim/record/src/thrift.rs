//! The compact protocol of Thrift, as far as the heads of pages need it.

use parquet::errors::{ParquetError, Result};
use std::io::{self, Read};

/// Deepest structures in one another.
const DEEPEST: usize = 8;

/// Most bytes of a head: it has a few dozen, with statistics some hundred.
const MOST: u64 = 1 << 16;

/// Reads structures.
pub(crate) struct Compact<R> {
    input: io::Take<R>,
    most: u64,
    /// The last field of each open structure: fields are numbered by their distances.
    last: Vec<i64>,
}

/// A field of a structure.
pub(crate) struct Field {
    pub(crate) id: i64,
    /// The type of its value.
    pub(crate) kind: u8,
}

impl<R: Read> Compact<R> {
    /// Reads a structure from the next `most` bytes.
    pub(crate) fn new(input: R, most: u64) -> Compact<R> {
        let most = most.min(MOST);
        Compact { input: input.take(most), most, last: vec![0] }
    }

    /// Bytes read so far.
    pub(crate) fn taken(&self) -> u64 {
        self.most - self.input.limit()
    }

    /// The next field; `None` at the end of the structure.
    pub(crate) fn field(&mut self) -> Result<Option<Field>> {
        let head = self.byte()?;
        if head == 0 {
            return Ok(None);
        }
        let Some(&last) = self.last.last() else { return Err(wrong()) };
        let id = match head >> 4 {
            0 => zigzag(self.varint()?),
            step => last.saturating_add(i64::from(step)),
        };
        self.last.pop();
        self.last.push(id);
        Ok(Some(Field { id, kind: head & 15 }))
    }

    /// An integer.
    pub(crate) fn integer(&mut self, kind: u8) -> Result<i64> {
        match kind {
            4..=6 => Ok(zigzag(self.varint()?)),
            _ => Err(wrong()),
        }
    }

    /// The reader of a structure inside; it ends with [`Compact::leave`].
    pub(crate) fn inside(&mut self, kind: u8) -> Result<&mut Compact<R>> {
        if kind != 12 || self.last.len() >= DEEPEST {
            return Err(wrong());
        }
        self.last.push(0);
        Ok(self)
    }

    /// Goes on behind a structure whose fields have been read.
    pub(crate) fn leave(&mut self) {
        self.last.pop();
    }

    /// Skips a value.
    pub(crate) fn skip(&mut self, kind: u8) -> Result<()> {
        match kind {
            1 | 2 => Ok(()), // true, false
            3 => self.byte().map(drop),
            4..=6 => self.varint().map(drop),
            7 => self.pass(8),
            8 => {
                let length = self.varint()?;
                self.pass(length)
            }
            12 => {
                let inside = self.inside(kind)?;
                while let Some(field) = inside.field()? {
                    inside.skip(field.kind)?;
                }
                inside.leave();
                Ok(())
            }
            _ => Err(wrong()), // lists and maps: no head has any
        }
    }

    fn pass(&mut self, bytes: u64) -> Result<()> {
        let passed = io::copy(&mut Read::by_ref(&mut self.input).take(bytes), &mut io::sink())?;
        if passed == bytes { Ok(()) } else { Err(wrong()) }
    }

    fn byte(&mut self) -> Result<u8> {
        let mut byte = [0];
        self.input.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn varint(&mut self) -> Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(wrong())
    }
}

fn zigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

fn wrong() -> ParquetError {
    ParquetError::General("the head of a page cannot be read".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(bytes: &[u8]) -> Result<Vec<(i64, u8)>> {
        let mut input = Compact::new(bytes, bytes.len() as u64);
        let mut found = Vec::new();
        while let Some(Field { id, kind }) = input.field()? {
            found.push((id, kind));
            input.skip(kind)?;
        }
        assert_eq!(input.taken(), bytes.len() as u64);
        Ok(found)
    }

    #[test]
    fn values_of_every_kind_are_skipped() {
        let text = [0x18, 2, b'o', b'k'];
        let inside = [&[0x1c][..], &[0x15, 2], &[0x11], &[0]].concat();
        let all = [&[0x15, 0x80, 1][..], &text, &inside, &[0x05, 20, 2], &[0x12], &[0]].concat();
        assert_eq!(fields(&all).unwrap(), [(1, 5), (2, 8), (3, 12), (10, 5), (11, 2)]);
    }

    #[test]
    fn what_does_not_end_or_is_too_deep_is_refused() {
        for bytes in [
            &[][..],
            &[0x15],
            &[0x15, 0x80],
            &[0x18, 200, 1, b'x'],
            &[0x19, 0],
            &[0x1c; 100],
            &[0x15; 100_000],
        ] {
            assert!(fields(bytes).is_err(), "{bytes:?}");
        }
        let endless = [&[0x15][..], &[0xff; 20]].concat();
        assert!(fields(&endless).is_err());
    }
}
