//! The compact protocol of Thrift, as far as the footer of a file and the heads of pages need it.

use crate::delta::take_varint;
use parquet::errors::{ParquetError, Result};

/// Deepest structures and lists in one another; those of Parquet have half as many.
const DEEPEST: usize = 16;

/// The type of a structure.
pub(crate) const STRUCTURE: u8 = 12;
const LIST: u8 = 9;
const TEXT: u8 = 8;

/// Reads values; none of them makes it take memory or time for more than is there.
pub(crate) struct Compact<'a> {
    /// The bytes that have not been read.
    pub(crate) rest: &'a [u8],
    /// How many structures and lists are open.
    depth: usize,
}

impl<'a> Compact<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Compact<'a> {
        Compact { rest: bytes, depth: 0 }
    }

    /// Reads a structure: `field` reads the value of each field, given its number and its type.
    pub(crate) fn structure(
        &mut self,
        kind: u8,
        mut field: impl FnMut(&mut Self, i64, u8) -> Result<()>,
    ) -> Result<()> {
        self.enter(kind == STRUCTURE)?;
        let mut id = 0_i64;
        loop {
            let head = self.byte()?;
            id = match head >> 4 {
                0 if head == 0 => break,
                0 => zigzag(self.varint()?),
                step => id.saturating_add(step.into()),
            };
            field(self, id, head & 15)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads a structure of which only integers matter: each at its number, 0 if it is not there.
    pub(crate) fn integers<const N: usize>(&mut self, kind: u8) -> Result<[i64; N]> {
        let mut found = [0; N];
        self.structure(kind, |input, id, kind| {
            match usize::try_from(id).ok().and_then(|id| found.get_mut(id)) {
                Some(place) if (4..=6).contains(&kind) => *place = input.integer(kind)?,
                _ => input.skip(kind)?,
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Reads a list: `element` reads each element, given its type.
    pub(crate) fn list<T>(
        &mut self,
        kind: u8,
        mut element: impl FnMut(&mut Self, u8) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.enter(kind == LIST)?;
        let head = self.byte()?;
        let (kind, count) = (head & 15, u64::from(head >> 4));
        let count = if count == 15 { self.varint()? } else { count };
        // The type of an element without bytes: a list could claim any number of them.
        if matches!(kind, 1 | 2) {
            return Err(wrong());
        }
        let all = (0..count).map(|_| element(self, kind)).collect::<Result<_>>()?;
        self.depth -= 1;
        Ok(all)
    }

    /// Reads an integer.
    pub(crate) fn integer(&mut self, kind: u8) -> Result<i64> {
        if (4..=6).contains(&kind) { self.varint().map(zigzag) } else { Err(wrong()) }
    }

    /// Reads a text.
    pub(crate) fn text(&mut self, kind: u8) -> Result<&'a str> {
        if kind != TEXT {
            return Err(wrong());
        }
        let length = self.varint()?;
        std::str::from_utf8(self.take(length)?).map_err(|_| wrong())
    }

    /// Skips a value.
    pub(crate) fn skip(&mut self, kind: u8) -> Result<()> {
        match kind {
            1 | 2 => Ok(()), // true, false
            3 => self.take(1).map(drop),
            4..=6 => self.varint().map(drop),
            7 => self.take(8).map(drop),
            TEXT => {
                let length = self.varint()?;
                self.take(length).map(drop)
            }
            LIST => self.list(kind, Compact::skip).map(drop),
            STRUCTURE => self.structure(kind, |input, _, kind| input.skip(kind)),
            _ => Err(wrong()), // Parquet has none
        }
    }

    fn enter(&mut self, is_right: bool) -> Result<()> {
        self.depth += 1;
        if is_right && self.depth <= DEEPEST { Ok(()) } else { Err(wrong()) }
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
        input.structure(STRUCTURE, |input, id, kind| {
            found.push((id, kind));
            input.skip(kind)
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
        let bytes = [0x15, 2, 0x18, 1, b'x', 0x15, 5, 0x55, 8, 0];
        assert_eq!(Compact::new(&bytes).integers::<4>(STRUCTURE).unwrap(), [0, 1, 0, -3]);
        assert!(Compact::new(&bytes).integers::<4>(LIST).is_err());
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
