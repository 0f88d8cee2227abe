//! How a game describes its decision rows: named columns of fixed width, and the buffer one row is written to.
//!
//! The record writer turns these into Arrow columns and knows nothing else about a game.

/// The type of one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// One unsigned byte.
    U8,
    /// Two bytes, signed.
    I16,
    /// Four bytes, signed.
    I32,
    /// Eight bytes, unsigned: a mask.
    U64,
    /// A fixed number of bytes.
    Bytes(u16),
}

impl Width {
    /// Size of a cell in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Width::U8 => 1,
            Width::I16 => 2,
            Width::I32 => 4,
            Width::U64 => 8,
            Width::Bytes(n) => n as usize,
        }
    }
}

/// One column of a decision row.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Name in the file.
    pub name: &'static str,
    /// Type of a cell.
    pub width: Width,
    /// What it says, and what a missing value looks like.
    pub meaning: &'static str,
    /// Unit of the value (`tiles`, `points`, `code`).
    pub unit: &'static str,
    /// Whose view: `own` (hidden from the others) or `public`.
    pub viewpoint: &'static str,
}

/// One row in the making: the cells one after another, little-endian, without padding.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RowBuf {
    bytes: Vec<u8>,
}

impl RowBuf {
    /// Empties the row and keeps its memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Adds a [`Width::U8`].
    #[inline]
    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// Adds a [`Width::I16`].
    #[inline]
    pub fn i16(&mut self, value: i16) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Adds a [`Width::I32`].
    #[inline]
    pub fn i32(&mut self, value: i32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Adds a [`Width::U64`].
    #[inline]
    pub fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Adds [`Width::Bytes`].
    #[inline]
    pub fn bytes(&mut self, value: &[u8]) {
        self.bytes.extend_from_slice(value);
    }

    /// The row so far.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }
}
