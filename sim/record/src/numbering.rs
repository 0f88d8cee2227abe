//! The distinct cells of a column in a row group, numbered from 0 in the order of their first appearance: at most 65,536, whose
//! numbers fit two bytes.

use hyakuman_core::column::CellType;
use std::collections::HashMap;

/// The distinct cells of a column.
pub(crate) struct Numbering {
    cell_type: CellType,
    finder: Finder,
    /// The cells, as a page stores them.
    plain: Vec<u8>,
    len: usize,
}

/// Finds the number of a cell.
enum Finder {
    /// By its one byte: the number, or [`NEW`].
    Byte(Box<[u16; 256]>),
    /// By its two or four bytes.
    Word(Words),
    /// By any bytes.
    Bytes(HashMap<Box<[u8]>, u16>),
}

/// Not seen yet.
const NEW: u16 = u16::MAX;

impl Numbering {
    /// Of cells that often differ from the one before: numbers of at most four bytes.
    pub(crate) fn of_numbers(cell_type: CellType) -> Numbering {
        let finder = match cell_type.bytes() {
            Some(1) => Finder::Byte(Box::new([NEW; 256])),
            _ => Finder::Word(Words::new()),
        };
        Numbering { cell_type, finder, plain: Vec::new(), len: 0 }
    }

    /// Of cells of any fixed size.
    pub(crate) fn of_cells(cell_type: CellType) -> Numbering {
        let finder = Finder::Bytes(HashMap::new());
        Numbering { cell_type, finder, plain: Vec::new(), len: 0 }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The cells in the order of their numbers, as a page stores them.
    pub(crate) fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// One of them, as a page stores it.
    pub(crate) fn plain_cell(&self, number: u16) -> &[u8] {
        let size = self.plain.len() / self.len.max(1);
        &self.plain[usize::from(number) * size..][..size]
    }

    /// Appends the numbers of cells; returns how many: the rest begins with a new one, for which there is no number left.
    pub(crate) fn numbers(&mut self, cells: &[u8], out: &mut Vec<u16>) -> usize {
        let before = out.len();
        match (&mut self.finder, self.cell_type) {
            (Finder::Byte(_), _) => self.bytes(cells, out),
            (_, CellType::U16) => {
                let words = cells.as_chunks().0.iter().map(|&cell| u16::from_le_bytes(cell).into());
                self.words(words, out);
            }
            _ => self.words(cells.as_chunks().0.iter().map(|&cell| u32::from_le_bytes(cell)), out),
        }
        out.len() - before
    }

    fn bytes(&mut self, cells: &[u8], out: &mut Vec<u16>) {
        let Numbering { cell_type, finder: Finder::Byte(found), plain, len } = self else { return };
        out.extend(cells.iter().map(|&cell| {
            let number = &mut found[usize::from(cell)];
            if *number == NEW {
                *number = *len as u16;
                *len += 1;
                widen(&[cell], *cell_type, plain);
            }
            *number
        }));
    }

    fn words(&mut self, cells: impl Iterator<Item = u32>, out: &mut Vec<u16>) {
        let Numbering { finder: Finder::Word(words), plain, len, .. } = self else { return };
        for cell in cells {
            let number = words.find(cell).or_else(|| {
                let number = u16::try_from(*len).ok()?;
                words.insert(cell, number);
                plain.extend_from_slice(&cell.to_le_bytes());
                *len += 1;
                Some(number)
            });
            let Some(number) = number else { return };
            out.push(number);
        }
    }

    /// The number of a cell; `None` if it is new and there is no number left.
    pub(crate) fn number(&mut self, cell: &[u8]) -> Option<u16> {
        let Finder::Bytes(found) = &mut self.finder else { return None };
        if let Some(&number) = found.get(cell) {
            return Some(number);
        }
        let number = u16::try_from(self.len).ok()?;
        found.insert(cell.into(), number);
        widen(cell, self.cell_type, &mut self.plain);
        self.len += 1;
        Some(number)
    }
}

/// Appends cells as a page stores them: numbers have at least four bytes there.
pub(crate) fn widen(cells: &[u8], cell_type: CellType, out: &mut Vec<u8>) {
    match cell_type {
        CellType::U8 => append(out, cells.iter().map(|&cell| u32::from(cell).to_le_bytes())),
        CellType::I8 => append(out, cells.iter().map(|&cell| i32::from(cell as i8).to_le_bytes())),
        CellType::U16 => {
            let words = cells.as_chunks().0.iter();
            append(out, words.map(|&cell| u32::from(u16::from_le_bytes(cell)).to_le_bytes()));
        }
        _ => out.extend_from_slice(cells),
    }
}

fn append(out: &mut Vec<u8>, cells: impl ExactSizeIterator<Item = [u8; 4]>) {
    let before = out.len();
    out.resize(before + 4 * cells.len(), 0);
    let (places, _) = out[before..].as_chunks_mut::<4>();
    places.iter_mut().zip(cells).for_each(|(place, cell)| *place = cell);
}

/// Numbers of words: a hash table with open addressing, because the library's hash takes ten times as long.
struct Words {
    /// A word and its number, or [`FREE`]; a power of two, at most half of them in use.
    slots: Vec<(u32, u32)>,
    used: usize,
}

/// The number of a slot that is not in use.
const FREE: u32 = u32::MAX;

impl Words {
    fn new() -> Words {
        Words { slots: vec![(0, FREE); 512], used: 0 }
    }

    fn find(&self, word: u32) -> Option<u16> {
        let mut at = self.place(word);
        loop {
            match self.slots[at] {
                (_, FREE) => return None,
                (held, number) if held == word => return Some(number as u16),
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds a word that is not there.
    fn insert(&mut self, word: u32, number: u16) {
        if 2 * (self.used + 1) > self.slots.len() {
            let more = vec![(0, FREE); 2 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, more);
            old.into_iter().filter(|&(_, number)| number != FREE).for_each(|slot| self.put(slot));
        }
        self.used += 1;
        self.put((word, number.into()));
    }

    fn put(&mut self, slot: (u32, u32)) {
        let mut at = self.place(slot.0);
        while self.slots[at].1 != FREE {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = slot;
    }

    fn place(&self, word: u32) -> usize {
        let bits = self.slots.len().trailing_zeros();
        (word.wrapping_mul(0x9E37_79B9) >> (32 - bits)) as usize
    }
}
