//! The dictionary of a column in a row group: its distinct cells, with indices from 0 in the order of their first appearance.
//! It has at most 65,536, so that an index fits two bytes.

use ahash::RandomState;
use hyakuman_core::column::CellType;
use std::collections::HashMap;

/// The distinct cells of a column, and the index of each.
pub(crate) struct Dictionary {
    cell_type: CellType,
    finder: Finder,
    distinct: Distinct,
}

/// The distinct cells in the order of their indices.
#[derive(Default)]
struct Distinct {
    /// As a page stores them.
    plain: Vec<u8>,
    len: usize,
}

/// Finds the index of a cell.
enum Finder {
    /// By its one byte: the index, or [`NEW`].
    Byte(Box<[u16; 256]>),
    /// By its value, a number of two or four bytes.
    Word(Words),
    /// By other bytes.
    Bytes(ByBytes),
}

/// The index by the bytes of the cell.
type ByBytes = HashMap<Box<[u8]>, u16, RandomState>;

/// Not seen yet.
const NEW: u16 = u16::MAX;

impl Dictionary {
    /// Of cells of a fixed size.
    pub(crate) fn new(cell_type: CellType) -> Dictionary {
        let finder = match cell_type {
            CellType::U16 | CellType::I32 => Finder::Word(Words::new()),
            _ if cell_type.bytes() == Some(1) => Finder::Byte(Box::new([NEW; 256])),
            _ => Finder::Bytes(ByBytes::with_hasher(RandomState::with_seeds(1, 2, 3, 4))),
        };
        Dictionary { cell_type, finder, distinct: Distinct::default() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.distinct.len
    }

    /// The cells in the order of their indices, as a page stores them.
    pub(crate) fn plain(&self) -> &[u8] {
        &self.distinct.plain
    }

    /// One of them, as a page stores it.
    pub(crate) fn plain_cell(&self, index: u16) -> &[u8] {
        let Distinct { plain, len } = &self.distinct;
        let size = plain.len() / (*len).max(1);
        &plain[usize::from(index) * size..][..size]
    }

    /// Appends the indices of cells; returns how many: the rest begins with a new cell, for which there is no index left.
    pub(crate) fn indices(&mut self, cells: &[u8], out: &mut Vec<u16>) -> usize {
        let before = out.len();
        let Dictionary { cell_type, finder, distinct } = self;
        match (finder, *cell_type) {
            (Finder::Byte(found), cell_type) => {
                out.extend(cells.iter().map(|&cell| distinct.byte(found, cell, cell_type)));
            }
            (Finder::Word(found), CellType::U16) => {
                let words = cells.as_chunks().0.iter().map(|&cell| u16::from_le_bytes(cell).into());
                out.extend(words.map_while(|word| distinct.word(found, word)));
            }
            (Finder::Word(found), _) => {
                let words = cells.as_chunks().0.iter().map(|&cell| u32::from_le_bytes(cell));
                out.extend(words.map_while(|word| distinct.word(found, word)));
            }
            (Finder::Bytes(found), cell_type) => {
                let cells = cells.chunks(cell_type.bytes().unwrap_or(1));
                out.extend(cells.map_while(|cell| distinct.bytes(found, cell, cell_type)));
            }
        }
        out.len() - before
    }

    /// The index of a cell; `None` if it is new and there is no index left.
    pub(crate) fn index(&mut self, cell: &[u8]) -> Option<u16> {
        let Dictionary { cell_type, finder, distinct } = self;
        match finder {
            Finder::Byte(found) => Some(distinct.byte(found, cell[0], *cell_type)),
            Finder::Word(found) => {
                let word = cell.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
                distinct.word(found, word)
            }
            Finder::Bytes(found) => distinct.bytes(found, cell, *cell_type),
        }
    }
}

impl Distinct {
    #[inline]
    fn byte(&mut self, found: &mut [u16; 256], cell: u8, cell_type: CellType) -> u16 {
        let index = &mut found[usize::from(cell)];
        if *index == NEW {
            *index = self.len as u16;
            self.len += 1;
            widen(&[cell], cell_type, &mut self.plain);
        }
        *index
    }

    #[inline]
    fn word(&mut self, found: &mut Words, cell: u32) -> Option<u16> {
        match found.find(cell) {
            Some(index) => Some(index),
            None => self.new_word(found, cell),
        }
    }

    #[cold]
    fn new_word(&mut self, found: &mut Words, cell: u32) -> Option<u16> {
        let index = u16::try_from(self.len).ok()?;
        found.insert(cell, index);
        self.plain.extend_from_slice(&cell.to_le_bytes());
        self.len += 1;
        Some(index)
    }

    fn bytes(&mut self, found: &mut ByBytes, cell: &[u8], cell_type: CellType) -> Option<u16> {
        if let Some(&index) = found.get(cell) {
            return Some(index);
        }
        let index = u16::try_from(self.len).ok()?;
        found.insert(cell.into(), index);
        widen(cell, cell_type, &mut self.plain);
        self.len += 1;
        Some(index)
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

/// The indices of words: a hash table with open addressing, because the library's hash takes ten times as long.
struct Words {
    /// A word and its index, or [`FREE`]; a power of two, at most half of them in use.
    slots: Vec<(u32, u32)>,
    used: usize,
}

/// The index in a slot that is not in use.
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
                (held, index) if held == word => return Some(index as u16),
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds a word that is not there.
    fn insert(&mut self, word: u32, index: u16) {
        if 2 * (self.used + 1) > self.slots.len() {
            let more = vec![(0, FREE); 2 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, more);
            old.into_iter().filter(|&(_, index)| index != FREE).for_each(|slot| self.put(slot));
        }
        self.used += 1;
        self.put((word, index.into()));
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
