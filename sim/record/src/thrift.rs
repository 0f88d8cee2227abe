//! The compact protocol of Thrift, as far as the footer of a file and the heads of pages need it.

use crate::delta::take_varint;
use parquet::errors::{ParquetError, Result};

/// Deepest structures and lists in one another; those of Parquet have half as many.
const DEEPEST: usize = 16;

/// Types of values: those from 4 to 6 are integers.
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

/// Reads values; none of them takes memory or time for more than is there.
pub(crate) struct Compact<'a> {
    /// The bytes that have not been read.
    pub(crate) rest: &'a [u8],
    /// The type of the next value.
    kind: u8,
    /// How many structures and lists are open.
    depth: usize,
}

impl<'a> Compact<'a> {
    /// Of the bytes of a structure.
    pub(crate) fn new(rest: &'a [u8]) -> Compact<'a> {
        Compact { rest, kind: STRUCTURE, depth: 0 }
    }

    /// Reads a structure: `field` reads the value of each field, given its number.
    pub(crate) fn structure(&mut self, mut field: impl FnMut(&mut Self, i64) -> Result<()>) -> Result<()> {
        self.enter(STRUCTURE)?;
        let mut id = 0_i64;
        loop {
            let head = self.byte()?;
            id = match head >> 4 {
                0 if head == 0 => break,
                0 => zigzag(self.varint()?),
                step => id.saturating_add(step.into()),
            };
            self.kind = head & 15;
            field(self, id)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads a structure of which only integers matter, each to the place of its number.
    pub(crate) fn integers(&mut self, to: &mut [i64]) -> Result<()> {
        self.structure(|input, id| match usize::try_from(id).ok().and_then(|id| to.get_mut(id)) {
            Some(to) if (4..=6).contains(&input.kind) => input.integer(to),
            _ => input.skip(),
        })
    }

    /// Reads a list, each element by `read`.
    pub(crate) fn list<T>(&mut self, to: &mut Vec<T>, read: fn(&mut Self) -> Result<T>) -> Result<()> {
        self.enter(LIST)?;
        let head = self.byte()?;
        let (kind, count) = (head & 15, u64::from(head >> 4));
        let count = if count == 15 { self.varint()? } else { count };
        for _ in 0..count {
            self.kind = kind;
            // Flags take no bytes, so a list could claim any number of them; Parquet has none here.
            if kind <= 2 {
                return Err(wrong());
            }
            to.push(read(self)?);
        }
        self.depth -= 1;
        Ok(())
    }

    pub(crate) fn integer(&mut self, to: &mut i64) -> Result<()> {
        if !(4..=6).contains(&self.kind) {
            return Err(wrong());
        }
        *to = zigzag(self.varint()?);
        Ok(())
    }

    pub(crate) fn text(&mut self, to: &mut String) -> Result<()> {
        if self.kind != TEXT {
            return Err(wrong());
        }
        let length = self.varint()?;
        *to = str::from_utf8(self.take(length)?).map_err(|_| wrong())?.to_owned();
        Ok(())
    }

    pub(crate) fn skip(&mut self) -> Result<()> {
        let bytes = match self.kind {
            1 | 2 => 0, // true, false
            3 => 1,
            4..=6 => return self.varint().map(drop),
            7 => 8,
            TEXT => self.varint()?,
            LIST => return self.list(&mut Vec::new(), Compact::skip),
            STRUCTURE => return self.structure(|input, _| input.skip()),
            _ => return Err(wrong()), // Parquet has none
        };
        self.take(bytes).map(drop)
    }

    fn enter(&mut self, kind: u8) -> Result<()> {
        self.depth += 1;
        if self.kind == kind && self.depth <= DEEPEST { Ok(()) } else { Err(wrong()) }
    }

    fn byte(&mut self) -> Result<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn varint(&mut self) -> Result<u64> {
        take_varint(&mut self.rest).ok_or_else(wrong)
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8]> {
        let parts = usize::try_from(count).ok().and_then(|count| self.rest.split_at_checked(count));
        let (taken, rest) = parts.ok_or_else(wrong)?;
        self.rest = rest;
        Ok(taken)
    }
}

fn zigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

fn wrong() -> ParquetError {
    ParquetError::General("the footer, or the head of a page, cannot be read".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(bytes: &[u8]) -> Result<Vec<(i64, u8)>> {
        let (mut input, mut found) = (Compact::new(bytes), Vec::new());
        input.structure(|input, id| {
            found.push((id, input.kind));
            input.skip()
        })?;
        assert!(input.rest.is_empty());
        Ok(found)
    }

    #[test]
    fn values_of_every_kind_are_skipped() {
        let text = [0x18, 2, b'o', b'k'];
        let inside = [&[0x1c][..], &[0x15, 2], &[0x11], &[0]].concat();
        let list = [&[0x19, 0x2c][..], &[0x15, 2, 0], &[0]].concat();
        let all = [&[0x15, 0x80, 1][..], &text, &inside, &list, &[0x05, 20, 2], &[0x12], &[0]].concat();
        assert_eq!(fields(&all).unwrap(), [(1, 5), (2, 8), (3, 12), (4, 9), (10, 5), (11, 2)]);
    }

    #[test]
    fn integers_are_at_their_numbers() {
        let (bytes, mut found) = ([0x15, 2, 0x18, 1, b'x', 0x15, 5, 0x55, 8, 0], [0; 4]);
        Compact::new(&bytes).integers(&mut found).unwrap();
        assert_eq!(found, [0, 1, 0, -3]);
    }

    #[test]
    fn what_does_not_end_or_is_too_deep_is_refused() {
        let flags = [0x19, 0xf1, 0xff, 0xff, 0xff, 0xff, 0x07, 0];
        for bytes in [
            &[][..],
            &[0x15],
            &[0x15, 0x80],
            &[0x18, 200, 1, b'x'],
            &[0x19, 0xf3, 200, 1, b'x'],
            &flags,
            &[0x1c; 100],
            &[0x19; 100_000],
            &[0x15; 100_000],
        ] {
            assert!(fields(bytes).is_err(), "{bytes:?}");
        }
        let endless = [&[0x15][..], &[0xff; 20]].concat();
        assert!(fields(&endless).is_err());
    }
}
