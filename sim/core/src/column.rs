//! The description of a table: named, typed columns, and the column-wise buffer that its rows are written to.
//!
//! The writer of data sets needs only this; it knows nothing else about a game.

mod cell;

pub use cell::{Cell, Columns};

/// The type of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellType {
    /// True or false: one byte, 1 or 0.
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
    /// Size of a cell in bytes; `None` if it varies.
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

/// How often a value differs from that of the row before; decides how the column is encoded in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeRate {
    /// Rarely: long runs of one value.
    Rarely,
    /// Often.
    Often,
    /// Nearly always, by about the same difference: a number that counts up.
    Steadily,
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
    /// Whose view: `own` (hidden from the others), `public`, `label` (known only afterwards), or `hidden` (from the
    /// deciding seat).
    pub viewpoint: &'static str,
    /// What the value means.
    pub meaning: &'static str,
    /// The value that stands for "no value"; empty if there always is one.
    pub missing: &'static str,
}

impl Column {
    /// A public column with a value in every row.
    pub const fn new(
        name: &'static str,
        cell_type: CellType,
        change_rate: ChangeRate,
        unit: &'static str,
        meaning: &'static str,
    ) -> Column {
        Column { name, cell_type, change_rate, unit, viewpoint: "public", meaning, missing: "" }
    }

    /// The column as that of a field with this name and type, and with this meaning unless it is empty.
    #[must_use]
    pub const fn of_field(self, name: &'static str, cell_type: CellType, meaning: &'static str) -> Column {
        let meaning = if meaning.is_empty() { self.meaning } else { meaning };
        Column { name, cell_type, meaning, ..self }
    }

    /// The column, hidden from the other seats.
    #[must_use]
    pub const fn own(self) -> Column {
        Column { viewpoint: "own", ..self }
    }

    /// The column, known only afterwards.
    #[must_use]
    pub const fn label(self) -> Column {
        Column { viewpoint: "label", ..self }
    }

    /// The column, hidden from the deciding seat.
    #[must_use]
    pub const fn hidden(self) -> Column {
        Column { viewpoint: "hidden", ..self }
    }

    /// The column with `missing` as the value that stands for "no value".
    #[must_use]
    pub const fn or(self, missing: &'static str) -> Column {
        Column { missing, ..self }
    }
}

/// A public column that changes often; the rest is that of its field ([`crate::row_cells`]).
pub const fn often(unit: &'static str) -> Column {
    Column::new("", CellType::U8, ChangeRate::Often, unit, "")
}

/// A public column that changes rarely; the rest is that of its field.
pub const fn rarely(unit: &'static str) -> Column {
    Column::new("", CellType::U8, ChangeRate::Rarely, unit, "")
}

/// Rows of a table being written: the cells of each column one after another, little-endian, without padding.
///
/// A row is written from its first column to its last; columns passed over by [`Rows::skip`] are filled later
/// through [`Rows::cells_mut`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Rows {
    columns: Vec<Cells>,
    /// The next column to write.
    at: usize,
    len: usize,
}

/// The cells of one column.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cells {
    bytes: Vec<u8>,
    /// The end of each variable-size cell.
    ends: Vec<u32>,
}

impl Cells {
    /// Appends a cell of fixed size.
    #[inline]
    pub fn push<const N: usize>(&mut self, cell: [u8; N]) {
        match cell[..] {
            [byte] => self.bytes.push(byte),
            _ => self.bytes.extend_from_slice(&cell),
        }
    }

    /// Appends a cell of variable size.
    pub fn push_varying(&mut self, cell: &[u8]) {
        self.bytes.extend_from_slice(cell);
        self.ends.push(self.bytes.len() as u32);
    }

    /// Appends a copy of a cell of fixed size.
    #[inline]
    pub fn push_copy<const N: usize>(&mut self, cell: &[u8; N]) {
        self.bytes.extend_from_slice(cell);
    }

    /// Appends several cells of fixed size.
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

    /// A cell of variable size.
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

    /// Appends the cells of the same column of other rows.
    pub fn append(&mut self, other: &Cells) {
        let end = self.bytes.len() as u32;
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|other| end + other));
    }

    /// Where each cell ends; empty where all have one size.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Removes all cells but keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

impl Rows {
    /// An empty table with this many columns.
    pub fn new(columns: usize) -> Rows {
        Rows { columns: vec![Cells::default(); columns], at: 0, len: 0 }
    }

    /// Removes all rows but keeps the memory.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Cells::clear);
        (self.at, self.len) = (0, 0);
    }

    /// The number of complete rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Whether there is no complete row.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cells of a column.
    pub fn cells(&self, column: usize) -> &Cells {
        &self.columns[column]
    }

    /// The cells of a skipped column, to be filled: one per row.
    pub fn cells_mut(&mut self, column: usize) -> &mut Cells {
        &mut self.columns[column]
    }

    /// The columns before this one, and the rest from this one on: columns filled later may be computed from earlier
    /// ones.
    pub fn split_at_mut(&mut self, column: usize) -> (&[Cells], &mut [Cells]) {
        let (before, behind) = self.columns.split_at_mut(column);
        (before, behind)
    }

    /// Ends a row; each of its columns must be written or skipped.
    #[inline]
    pub fn end_row(&mut self) {
        debug_assert_eq!(self.at, self.columns.len(), "a row with too few cells");
        self.at = 0;
        self.len += 1;
    }

    /// Appends the rows of another table.
    pub fn append(&mut self, other: &Rows) {
        for (cells, more) in self.columns.iter_mut().zip(&other.columns) {
            cells.append(more);
        }
        self.len += other.len;
    }

    /// Skips this many columns, to be filled later.
    #[inline]
    pub fn skip(&mut self, columns: usize) {
        self.at += columns;
    }

    /// The next `N` columns, to write one cell into each: cheaper than one column at a time.
    #[inline]
    pub fn next_columns<const N: usize>(&mut self) -> &mut [Cells; N] {
        let columns = self.columns[self.at..].first_chunk_mut().expect("enough columns");
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

    /// Writes [`CellType::Bytes`].
    #[inline]
    pub fn bytes<const N: usize>(&mut self, value: &[u8; N]) {
        self.columns[self.at].push_copy(value);
        self.at += 1;
    }

    /// Writes a [`CellType::Text`] of words, a space between two.
    pub fn words(&mut self, words: impl Iterator<Item = &'static str>) {
        let cells = &mut self.columns[self.at];
        for (at, word) in words.enumerate() {
            cells.bytes.extend_from_slice(if at == 0 { b"" } else { b" " });
            cells.bytes.extend_from_slice(word.as_bytes());
        }
        cells.ends.push(cells.bytes.len() as u32);
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
    fn cells_are_stored_by_column() {
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
