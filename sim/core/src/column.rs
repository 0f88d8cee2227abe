//! How a table is described: named columns of known width, and the buffer its rows are written to, column by column.
//!
//! The record writer turns these into files and knows nothing else about a game.

/// The type of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellType {
    /// Yes or no: one byte, 1 or 0.
    Bool,
    /// One unsigned byte.
    U8,
    /// One signed byte.
    I8,
    /// Two bytes, unsigned.
    U16,
    /// Four bytes, signed.
    I32,
    /// Eight bytes, signed.
    I64,
    /// Eight bytes, unsigned: a mask or a seed.
    U64,
    /// A fixed number of bytes.
    Bytes(u16),
    /// Any number of bytes.
    Blob,
    /// UTF-8 text.
    Text,
}

impl CellType {
    /// Size of a cell in bytes; none where it varies.
    pub const fn bytes(self) -> Option<usize> {
        Some(match self {
            CellType::Bool | CellType::U8 | CellType::I8 => 1,
            CellType::U16 => 2,
            CellType::I32 => 4,
            CellType::I64 | CellType::U64 => 8,
            CellType::Bytes(n) => n as usize,
            CellType::Blob | CellType::Text => return None,
        })
    }
}

/// How often a value differs from that of the row before: what a file makes of it depends on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeRate {
    /// Seldom: long runs of one value.
    Steady,
    /// Often.
    Lively,
}

/// One column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Name in the file.
    pub name: &'static str,
    /// Type of a cell.
    pub cell_type: CellType,
    /// How often it changes.
    pub change_rate: ChangeRate,
    /// Unit of the value (`tiles`, `points`, `code`).
    pub unit: &'static str,
    /// Whose view: `own` (hidden from the others), `public`, or `label` (known only afterwards).
    pub viewpoint: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// What stands where there is no value; empty where there always is one.
    pub missing: &'static str,
}

impl Column {
    /// A column everybody may see, with a value in every row.
    pub const fn new(
        name: &'static str,
        cell_type: CellType,
        change_rate: ChangeRate,
        unit: &'static str,
        meaning: &'static str,
    ) -> Column {
        Column { name, cell_type, change_rate, unit, viewpoint: "public", meaning, missing: "" }
    }

    /// Hidden from the other seats.
    #[must_use]
    pub const fn own(self) -> Column {
        Column { viewpoint: "own", ..self }
    }

    /// Known only afterwards.
    #[must_use]
    pub const fn label(self) -> Column {
        Column { viewpoint: "label", ..self }
    }

    /// What stands where there is no value.
    #[must_use]
    pub const fn or(self, missing: &'static str) -> Column {
        Column { missing, ..self }
    }
}

/// Rows of a table in the making: for each column its cells one after another, little-endian, without padding.
///
/// A row is written from its first column to its last; [`Rows::skip`] leaves columns to be filled later through
/// [`Rows::cells_mut`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Rows {
    columns: Vec<Cells>,
    /// The column that is written next.
    at: usize,
    len: usize,
}

/// The cells of one column.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cells {
    bytes: Vec<u8>,
    /// Where each cell of varying size ends.
    ends: Vec<u32>,
}

impl Cells {
    /// Adds a cell of fixed size.
    #[inline]
    pub fn push<const N: usize>(&mut self, cell: [u8; N]) {
        match cell[..] {
            [byte] => self.bytes.push(byte),
            _ => self.bytes.extend_from_slice(&cell),
        }
    }

    /// Adds a cell of varying size.
    pub fn push_varying(&mut self, cell: &[u8]) {
        self.bytes.extend_from_slice(cell);
        self.ends.push(self.bytes.len() as u32);
    }

    /// Adds a cell of fixed size that is kept elsewhere.
    #[inline]
    pub fn push_copy<const N: usize>(&mut self, cell: &[u8; N]) {
        self.bytes.extend_from_slice(cell);
    }

    /// Adds many cells of fixed size at once.
    #[inline]
    pub fn extend<const N: usize>(&mut self, cells: impl ExactSizeIterator<Item = [u8; N]>) {
        let before = self.bytes.len();
        self.bytes.resize(before + N * cells.len(), 0);
        let (places, _) = self.bytes[before..].as_chunks_mut::<N>();
        places.iter_mut().zip(cells).for_each(|(place, cell)| *place = cell);
    }

    /// All cells, one after another.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A cell of varying size.
    pub fn varying(&self, row: usize) -> &[u8] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] as usize };
        &self.bytes[start..self.ends[row] as usize]
    }

    /// The cell of a row, which is of this type, as a number: a flag is 0 or 1. None of bytes and text.
    pub fn number(&self, cell_type: CellType, row: usize) -> Option<i128> {
        let size = cell_type.bytes()?;
        let cell = &self.bytes[row * size..][..size];
        let unsigned = || cell.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        match cell_type {
            CellType::I8 | CellType::I32 | CellType::I64 => {
                let shift = 64 - 8 * size as u32;
                Some(((unsigned() << shift) as i64 >> shift).into())
            }
            CellType::Bool | CellType::U8 | CellType::U16 | CellType::U64 => Some(unsigned().into()),
            CellType::Bytes(_) | CellType::Blob | CellType::Text => None,
        }
    }

    /// Where each cell ends; empty where all have one size.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

impl Rows {
    /// No rows of a table with so many columns.
    pub fn new(columns: usize) -> Rows {
        Rows { columns: vec![Cells::default(); columns], at: 0, len: 0 }
    }

    /// Forgets all rows and keeps their memory.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Cells::clear);
        (self.at, self.len) = (0, 0);
    }

    /// How many rows have been ended.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many columns a row has.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Has no row been ended?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cells of a column.
    pub fn cells(&self, column: usize) -> &Cells {
        &self.columns[column]
    }

    /// The cells of a column that was skipped, to be filled: one for each row.
    pub fn cells_mut(&mut self, column: usize) -> &mut Cells {
        &mut self.columns[column]
    }

    /// The columns before this one, and this one with all behind it: what is filled later may depend on what is there.
    pub fn split_at_mut(&mut self, column: usize) -> (&[Cells], &mut [Cells]) {
        let (before, behind) = self.columns.split_at_mut(column);
        (before, behind)
    }

    /// Ends a row: each of its columns has been written or skipped.
    #[inline]
    pub fn end_row(&mut self) {
        debug_assert_eq!(self.at, self.columns.len(), "a row with too few cells");
        self.at = 0;
        self.len += 1;
    }

    /// Adds the rows of another.
    pub fn append(&mut self, other: &Rows) {
        for (cells, more) in self.columns.iter_mut().zip(&other.columns) {
            let end = cells.bytes.len() as u32;
            cells.bytes.extend_from_slice(&more.bytes);
            cells.ends.extend(more.ends.iter().map(|more| end + more));
        }
        self.len += other.len;
    }

    /// Leaves so many columns to be filled later.
    #[inline]
    pub fn skip(&mut self, columns: usize) {
        self.at += columns;
    }

    /// The next so many columns, to write a cell into each: cheaper than one after another.
    #[inline]
    pub fn next_columns<const N: usize>(&mut self) -> &mut [Cells; N] {
        let columns = self.columns[self.at..].first_chunk_mut().expect("a row with so many columns");
        self.at += N;
        columns
    }

    #[inline]
    fn cell<const N: usize>(&mut self, cell: [u8; N]) {
        self.columns[self.at].push(cell);
        self.at += 1;
    }

    /// Writes a [`CellType::Bool`].
    #[inline]
    pub fn bool(&mut self, value: bool) {
        self.cell([value as u8]);
    }

    /// Writes a [`CellType::U8`].
    #[inline]
    pub fn u8(&mut self, value: u8) {
        self.cell([value]);
    }

    /// Writes a [`CellType::I8`].
    #[inline]
    pub fn i8(&mut self, value: i8) {
        self.cell(value.to_le_bytes());
    }

    /// Writes a [`CellType::U16`].
    #[inline]
    pub fn u16(&mut self, value: u16) {
        self.cell(value.to_le_bytes());
    }

    /// Writes a [`CellType::I32`].
    #[inline]
    pub fn i32(&mut self, value: i32) {
        self.cell(value.to_le_bytes());
    }

    /// Writes a [`CellType::I64`].
    #[inline]
    pub fn i64(&mut self, value: i64) {
        self.cell(value.to_le_bytes());
    }

    /// Writes a [`CellType::U64`].
    #[inline]
    pub fn u64(&mut self, value: u64) {
        self.cell(value.to_le_bytes());
    }

    /// Writes [`CellType::Bytes`].
    #[inline]
    pub fn bytes<const N: usize>(&mut self, value: &[u8; N]) {
        self.columns[self.at].push_copy(value);
        self.at += 1;
    }

    /// Writes a [`CellType::Blob`] or a [`CellType::Text`].
    pub fn varying(&mut self, value: &[u8]) {
        self.columns[self.at].push_varying(value);
        self.at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_kept_column_by_column() {
        let mut rows = Rows::new(4);
        for (i, text) in ["one", "", "three"].into_iter().enumerate() {
            let [number, minus] = rows.next_columns();
            number.push([i as u8]);
            minus.push((-(i as i32)).to_le_bytes());
            rows.varying(text.as_bytes());
            rows.skip(1);
            rows.end_row();
        }
        let (before, behind) = rows.split_at_mut(3);
        behind[0].extend(before[0].bytes().iter().map(|&i| [i, i]));
        assert_eq!(rows.len(), 3);
        assert_eq!(rows.cells(0).bytes(), [0, 1, 2]);
        assert_eq!(rows.cells(1).bytes()[4..8], [0xFF; 4]);
        assert_eq!((rows.cells(2).bytes(), rows.cells(2).ends()), (&b"onethree"[..], &[3, 3, 8][..]));
        assert_eq!(rows.cells(3).bytes(), [0, 0, 1, 1, 2, 2]);
        rows.clear();
        assert_eq!(rows, Rows::new(4));
    }
}
