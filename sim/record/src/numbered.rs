//! Pages of numbers into the distinct cells of a column (RLE_DICTIONARY of the Parquet specification).
//!
//! A page holds either runs of one number, or all numbers packed. Packed numbers have 1, 2, 4, 8 or 16 bits, so that none
//! crosses a byte: zstd then finds the frequent ones, and pages are half as large as with the least number of bits.

use crate::delta::varint;
use crate::numbering::{Numbering, widen};
use crate::packer::Pages;
use hyakuman_core::column::{CellType, ChangeRate, Column};
use parquet::basic::Encoding;
use parquet::errors::Result;

/// Numbers or runs in a page; the page ends with the batch.
const PAGE: usize = 1 << 16;

/// A column whose cells are numbered.
pub(crate) struct Numbered {
    cell_type: CellType,
    /// `None` if no page has numbers, because most cells are distinct.
    numbering: Option<Numbering>,
    /// Whether the cells are plain from here on.
    plain: bool,
    open: Open,
    /// Whether a page has been written.
    begun: bool,
}

/// The numbers of the open page.
enum Open {
    Packed(Vec<u16>),
    /// A number and how often it follows itself.
    Runs(Vec<(u16, u32)>),
}

impl Numbered {
    pub(crate) fn new(column: &Column) -> Numbered {
        let cell_type = column.cell_type;
        let open = match column.change_rate {
            ChangeRate::Rarely => Open::Runs(Vec::new()),
            _ => Open::Packed(Vec::new()),
        };
        Numbered { cell_type, numbering: Some(Numbering::new(cell_type)), plain: false, open, begun: false }
    }

    /// Adds the cells of a batch.
    pub(crate) fn write(&mut self, cells: &[u8], pages: &mut Pages, scratch: &mut Vec<u8>) -> Result<()> {
        let taken = match &mut self.numbering {
            Some(numbering) if !self.plain => self.open.add(cells, self.cell_type, numbering),
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

    /// Ends the last page; returns the distinct cells, if they are numbered.
    pub(crate) fn finish(mut self, pages: &mut Pages, scratch: &mut Vec<u8>) -> Result<Option<Numbering>> {
        self.end_page(pages, scratch)?;
        Ok(self.numbering)
    }

    fn end_page(&mut self, pages: &mut Pages, scratch: &mut Vec<u8>) -> Result<()> {
        let Some(numbering) = &self.numbering else { return Ok(()) };
        let rows = self.open.rows();
        if rows == 0 {
            return Ok(());
        }
        scratch.clear();
        if !self.begun && 2 * numbering.len() > rows {
            self.open.each(|number, times| {
                (0..times).for_each(|_| scratch.extend_from_slice(numbering.plain_cell(number)));
            });
            let size = scratch.len() / rows;
            (self.numbering, self.plain) = (None, true);
            self.open.clear();
            return pages.put_plain(scratch, size);
        }
        encode(&mut self.open, numbering.len(), scratch);
        self.begun = true;
        self.open.clear();
        pages.put(scratch, rows, Encoding::RLE_DICTIONARY)
    }
}

impl Open {
    /// Adds cells; returns the number of bytes taken: the rest begins with a cell that gets no number.
    fn add(&mut self, cells: &[u8], cell_type: CellType, numbering: &mut Numbering) -> usize {
        match self {
            Open::Packed(numbers) => numbering.numbers(cells, numbers) * cell_type.bytes().unwrap_or(1),
            Open::Runs(runs) => add_runs(cells, cell_type, numbering, runs),
        }
    }

    /// How many numbers or runs.
    fn len(&self) -> usize {
        match self {
            Open::Packed(numbers) => numbers.len(),
            Open::Runs(runs) => runs.len(),
        }
    }

    fn rows(&self) -> usize {
        match self {
            Open::Packed(numbers) => numbers.len(),
            Open::Runs(runs) => runs.iter().map(|&(_, times)| times as usize).sum(),
        }
    }

    fn each(&self, mut run: impl FnMut(u16, u32)) {
        match self {
            Open::Packed(numbers) => numbers.iter().for_each(|&number| run(number, 1)),
            Open::Runs(runs) => runs.iter().for_each(|&(number, times)| run(number, times)),
        }
    }

    fn clear(&mut self) {
        match self {
            Open::Packed(numbers) => numbers.clear(),
            Open::Runs(runs) => runs.clear(),
        }
    }
}

/// Adds the runs of equal cells; returns the number of bytes taken.
fn add_runs(
    cells: &[u8],
    cell_type: CellType,
    numbering: &mut Numbering,
    runs: &mut Vec<(u16, u32)>,
) -> usize {
    let size = cell_type.bytes().unwrap_or(1);
    let mut start = 0;
    while start < cells.len() {
        let Some(number) = numbering.number(&cells[start..start + size]) else { break };
        let end = start + size + equal(&cells[start..], &cells[start + size..]) / size * size;
        let times = ((end - start) / size) as u32;
        match runs.last_mut() {
            Some((last, before)) if *last == number => *before += times,
            _ => runs.push((number, times)),
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

/// Appends the content of a page: the bits of a number, then the numbers, of which `distinct` differ.
fn encode(open: &mut Open, distinct: usize, out: &mut Vec<u8>) {
    let bits = (usize::BITS - (distinct - 1).leading_zeros()).next_power_of_two();
    out.push(bits as u8);
    let mut run = |number: u16, times: usize| {
        varint(2 * times as u64, out);
        out.extend_from_slice(&number.to_le_bytes()[..bits.div_ceil(8) as usize]);
    };
    match open {
        Open::Packed(numbers) if distinct == 1 => run(0, numbers.len()),
        Open::Runs(runs) => runs.iter().for_each(|&(number, times)| run(number, times as usize)),
        Open::Packed(numbers) => {
            // Packed in groups of eight.
            numbers.resize(numbers.len().next_multiple_of(8), 0);
            varint(numbers.len() as u64 / 8 * 2 + 1, out);
            pack(numbers, bits, out);
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

    fn packed(numbers: &[u16], distinct: usize) -> Vec<u8> {
        let mut out = Vec::new();
        encode(&mut Open::Packed(numbers.to_vec()), distinct, &mut out);
        out
    }

    #[test]
    fn packed_numbers_do_not_cross_bytes() {
        assert_eq!(packed(&[0, 1, 1], 2), [1, 3, 0b110]);
        assert_eq!(packed(&[0, 1, 2, 3, 1], 4), [2, 3, 0b11_10_01_00, 1]);
        assert_eq!(packed(&[4, 5], 6), [4, 3, 0x54, 0, 0, 0]);
        assert_eq!(packed(&[17, 2], 18), [8, 3, 17, 2, 0, 0, 0, 0, 0, 0]);
        assert_eq!(packed(&[256], 257)[..4], [16, 3, 0, 1]);
        assert_eq!(packed(&[0; 200], 1), [1, 0x90, 3, 0]);
    }

    #[test]
    fn equal_cells_are_runs() {
        let mut numbering = Numbering::new(CellType::Bytes(3));
        let mut runs = Vec::new();
        let cells = [&[1, 1, 1].repeat(30)[..], &[1, 1, 2, 1, 1, 2, 1, 1, 1]].concat();
        assert_eq!(add_runs(&cells, CellType::Bytes(3), &mut numbering, &mut runs), cells.len());
        assert_eq!(runs, [(0, 30), (1, 2), (0, 1)]);
        assert_eq!(add_runs(&cells, CellType::Bytes(3), &mut numbering, &mut runs), cells.len());
        assert_eq!(runs, [(0, 30), (1, 2), (0, 31), (1, 2), (0, 1)]);
        let mut out = Vec::new();
        encode(&mut Open::Runs(runs), numbering.len(), &mut out);
        assert_eq!(out, [1, 60, 0, 4, 1, 62, 0, 4, 1, 2, 0]);
    }
}
