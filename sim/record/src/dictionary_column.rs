//! The pages of a column with a dictionary: indices of its cells (RLE_DICTIONARY of the Parquet specification).
//!
//! A page holds either runs of one index, or all indices packed. Packed indices have 1, 2, 4, 8 or 16 bits, so that none
//! crosses a byte: zstd then finds the frequent ones, and pages are half as large as with the least possible width.

use crate::delta::varint;
use crate::dictionary::{Dictionary, widen};
use crate::pages::Pages;
use hyakuman_core::column::{CellType, ChangeRate, Column};
use parquet::basic::Encoding;
use parquet::errors::Result;

/// Indices or runs in a page; the page ends with the batch.
const PAGE: usize = 1 << 16;

/// A column whose cells are stored as indices into its dictionary.
pub(crate) struct DictionaryColumn {
    cell_type: CellType,
    /// `None` if no page has indices, because most cells are distinct.
    dictionary: Option<Dictionary>,
    /// Whether the cells are plain from here on.
    plain: bool,
    open: Open,
    /// Whether a page has been written.
    begun: bool,
}

/// The indices of the open page.
enum Open {
    Packed(Vec<u16>),
    /// An index and the number of cells in a row that have it.
    Runs(Vec<(u16, u32)>),
}

impl DictionaryColumn {
    pub(crate) fn new(column: &Column) -> DictionaryColumn {
        let cell_type = column.cell_type;
        let open = match column.change_rate {
            ChangeRate::Rarely => Open::Runs(Vec::new()),
            _ => Open::Packed(Vec::new()),
        };
        let dictionary = Some(Dictionary::new(cell_type));
        DictionaryColumn { cell_type, dictionary, plain: false, open, begun: false }
    }

    /// Adds the cells of a batch.
    pub(crate) fn write(&mut self, cells: &[u8], pages: &mut Pages, scratch: &mut Vec<u8>) -> Result<()> {
        let taken = match &mut self.dictionary {
            Some(dictionary) if !self.plain => self.open.add(cells, self.cell_type, dictionary),
            _ => 0,
        };
        if self.open.len() >= PAGE || taken < cells.len() {
            self.end_page(pages, scratch)?;
        }
        let rest = &cells[taken..];
        if rest.is_empty() {
            return Ok(());
        }
        self.plain = true;
        scratch.clear();
        widen(rest, self.cell_type, scratch);
        let rows = rest.len() / self.cell_type.bytes().unwrap_or(1);
        pages.put_plain(scratch, scratch.len() / rows)
    }

    /// Ends the last page; returns the dictionary, if any page uses it.
    pub(crate) fn finish(mut self, pages: &mut Pages, scratch: &mut Vec<u8>) -> Result<Option<Dictionary>> {
        self.end_page(pages, scratch)?;
        Ok(self.dictionary)
    }

    fn end_page(&mut self, pages: &mut Pages, scratch: &mut Vec<u8>) -> Result<()> {
        let Some(dictionary) = &self.dictionary else { return Ok(()) };
        let rows = self.open.rows();
        if rows == 0 {
            return Ok(());
        }
        scratch.clear();
        if !self.begun && 2 * dictionary.len() > rows {
            self.open.each(|index, times| {
                (0..times).for_each(|_| scratch.extend_from_slice(dictionary.plain_cell(index)));
            });
            let size = scratch.len() / rows;
            (self.dictionary, self.plain) = (None, true);
            self.open.clear();
            return pages.put_plain(scratch, size);
        }
        encode(&mut self.open, dictionary.len(), scratch);
        self.begun = true;
        self.open.clear();
        pages.put(scratch, rows, Encoding::RLE_DICTIONARY)
    }
}

impl Open {
    /// Adds cells; returns the number of bytes taken: the rest begins with a cell that gets no index.
    fn add(&mut self, cells: &[u8], cell_type: CellType, dictionary: &mut Dictionary) -> usize {
        match self {
            Open::Packed(indices) => dictionary.indices(cells, indices) * cell_type.bytes().unwrap_or(1),
            Open::Runs(runs) => add_runs(cells, cell_type, dictionary, runs),
        }
    }

    /// How many indices or runs.
    fn len(&self) -> usize {
        match self {
            Open::Packed(indices) => indices.len(),
            Open::Runs(runs) => runs.len(),
        }
    }

    fn rows(&self) -> usize {
        match self {
            Open::Packed(indices) => indices.len(),
            Open::Runs(runs) => runs.iter().map(|&(_, times)| times as usize).sum(),
        }
    }

    fn each(&self, mut run: impl FnMut(u16, u32)) {
        match self {
            Open::Packed(indices) => indices.iter().for_each(|&index| run(index, 1)),
            Open::Runs(runs) => runs.iter().for_each(|&(index, times)| run(index, times)),
        }
    }

    fn clear(&mut self) {
        match self {
            Open::Packed(indices) => indices.clear(),
            Open::Runs(runs) => runs.clear(),
        }
    }
}

/// Adds the runs of equal cells; returns the number of bytes taken.
fn add_runs(
    cells: &[u8],
    cell_type: CellType,
    dictionary: &mut Dictionary,
    runs: &mut Vec<(u16, u32)>,
) -> usize {
    let size = cell_type.bytes().unwrap_or(1);
    let mut start = 0;
    while start < cells.len() {
        let Some(index) = dictionary.index(&cells[start..start + size]) else { break };
        let end = start + size + equal(&cells[start..], &cells[start + size..]) / size * size;
        let times = ((end - start) / size) as u32;
        match runs.last_mut() {
            Some((last, before)) if *last == index => *before += times,
            _ => runs.push((index, times)),
        }
        start = end;
    }
    start
}

/// The number of equal bytes at the beginning.
fn equal(one: &[u8], other: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let blocks = one.as_chunks::<BLOCK>().0.iter().zip(other.as_chunks::<BLOCK>().0);
    let start = BLOCK * blocks.take_while(|(one, other)| one == other).count();
    start + one[start..].iter().zip(&other[start..]).take_while(|(one, other)| one == other).count()
}

/// Appends the content of a page: the bits of an index, then the indices into a dictionary of `distinct` cells.
fn encode(open: &mut Open, distinct: usize, out: &mut Vec<u8>) {
    let bits = (usize::BITS - (distinct - 1).leading_zeros()).next_power_of_two();
    out.push(bits as u8);
    let mut run = |index: u16, times: usize| {
        varint(2 * times as u64, out);
        out.extend_from_slice(&index.to_le_bytes()[..bits.div_ceil(8) as usize]);
    };
    match open {
        Open::Packed(indices) if distinct == 1 => run(0, indices.len()),
        Open::Runs(runs) => runs.iter().for_each(|&(index, times)| run(index, times as usize)),
        Open::Packed(indices) => {
            // Packed in groups of eight.
            indices.resize(indices.len().next_multiple_of(8), 0);
            varint(indices.len() as u64 / 8 * 2 + 1, out);
            pack(indices, bits, out);
        }
    }
}

/// Appends the lowest `bits` bits of each number, the first in the lowest bits of a byte.
fn pack(numbers: &[u16], bits: u32, out: &mut Vec<u8>) {
    match bits {
        1 => joined::<8>(numbers, out),
        2 => joined::<4>(numbers, out),
        4 => joined::<2>(numbers, out),
        8 => out.extend(numbers.iter().map(|&number| number as u8)),
        _ => out.extend(numbers.iter().flat_map(|number| number.to_le_bytes())),
    }
}

/// Flags as a plain page stores them: a bit each.
pub(crate) fn pack_flags(flags: &mut Vec<u16>, out: &mut Vec<u8>) {
    let rows = flags.len();
    flags.resize(rows.next_multiple_of(8), 0);
    out.clear();
    pack(flags, 1, out);
    flags.truncate(rows);
}

/// `N` numbers in a byte.
fn joined<const N: usize>(numbers: &[u16], out: &mut Vec<u8>) {
    let (bytes, _) = numbers.as_chunks::<N>();
    out.extend(bytes.iter().map(|numbers| {
        numbers.iter().enumerate().fold(0, |byte, (at, &number)| byte | (number as u8) << (at * 8 / N))
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(indices: &[u16], distinct: usize) -> Vec<u8> {
        let mut out = Vec::new();
        encode(&mut Open::Packed(indices.to_vec()), distinct, &mut out);
        out
    }

    #[test]
    fn packed_indices_do_not_cross_bytes() {
        assert_eq!(packed(&[0, 1, 1], 2), [1, 3, 0b110]);
        assert_eq!(packed(&[0, 1, 2, 3, 1], 4), [2, 3, 0b11_10_01_00, 1]);
        assert_eq!(packed(&[4, 5], 6), [4, 3, 0x54, 0, 0, 0]);
        assert_eq!(packed(&[17, 2], 18), [8, 3, 17, 2, 0, 0, 0, 0, 0, 0]);
        assert_eq!(packed(&[256], 257)[..4], [16, 3, 0, 1]);
        assert_eq!(packed(&[0; 200], 1), [1, 0x90, 3, 0]);
    }

    #[test]
    fn equal_cells_are_runs() {
        let mut dictionary = Dictionary::new(CellType::Bytes(3));
        let mut runs = Vec::new();
        let cells = [&[1, 1, 1].repeat(30)[..], &[1, 1, 2, 1, 1, 2, 1, 1, 1]].concat();
        assert_eq!(add_runs(&cells, CellType::Bytes(3), &mut dictionary, &mut runs), cells.len());
        assert_eq!(runs, [(0, 30), (1, 2), (0, 1)]);
        assert_eq!(add_runs(&cells, CellType::Bytes(3), &mut dictionary, &mut runs), cells.len());
        assert_eq!(runs, [(0, 30), (1, 2), (0, 31), (1, 2), (0, 1)]);
        let mut out = Vec::new();
        encode(&mut Open::Runs(runs), dictionary.len(), &mut out);
        assert_eq!(out, [1, 60, 0, 4, 1, 62, 0, 4, 1, 2, 0]);
    }
}
