//! What the encoders of all planes write with: a tensor, what is kept from row to row, and cells that they share.

use crate::planes::channels::KINDS;
use crate::planes::melds::Melds;
use crate::planes::river::River;
use crate::planes::row::DecisionRow;
use hyakuman_core::game::{ActionMask, place_by_score};
use hyakuman_core::{Kind, KindSet};

/// What is kept from row to row of a table, to encode less. It changes no tensor: a row that does not continue the last one,
/// perhaps of another match, is read anew.
#[derive(Clone, Debug)]
pub struct EncodeCache {
    pub(crate) river: River,
    pub(crate) melds: Melds,
}

impl Default for EncodeCache {
    fn default() -> Self {
        EncodeCache { river: River::EMPTY, melds: Melds::EMPTY }
    }
}

impl EncodeCache {
    /// Reads the discards and sets of a row.
    #[inline]
    pub(crate) fn catch_up(&mut self, row: &DecisionRow<'_>) {
        if !self.river.is_continued_by(row) {
            *self = EncodeCache::default();
        }
        self.river.catch_up(row);
        self.melds.catch_up(row, &self.river);
    }
}

/// What an encoder needs of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleFacts {
    /// Rounds of the match.
    pub rounds: u8,
    /// Red fives of each suit.
    pub red_fives: [u8; 3],
    /// Whether in suits the dora of a nine is the one: with three players the kinds 2m to 8m are skipped.
    pub dora_wrap_1m9m: bool,
}

/// The channels of a tensor, all 0 at first.
pub(crate) struct Tensor<'a, const CHANNELS: usize> {
    channels: &'a mut [[u8; KINDS]; CHANNELS],
}

impl<'a, const CHANNELS: usize> Tensor<'a, CHANNELS> {
    pub(crate) fn of(channels: &'a mut [[u8; KINDS]]) -> Self {
        Tensor { channels: channels.try_into().expect("as many channels as the planes have") }
    }

    /// Sets the cell of a kind.
    #[inline]
    pub(crate) fn set(&mut self, channel: usize, kind: Kind, value: u8) {
        self.channels[channel][kind.index()] = value;
    }

    /// Sets channels from this one on.
    #[inline]
    pub(crate) fn copy_planes<const COUNT: usize>(&mut self, first: usize, planes: &[[u8; KINDS]; COUNT]) {
        self.channels[first..first + COUNT].copy_from_slice(planes);
    }

    /// Adds one to the cell of a kind.
    #[inline]
    pub(crate) fn count(&mut self, channel: usize, kind: Kind) {
        self.channels[channel][kind.index()] += 1;
    }

    /// Sets four channels from the number of copies of each kind: the first where there is one, and so on.
    #[inline]
    pub(crate) fn at_least(&mut self, first: usize, copies: &[u8; KINDS]) {
        for (least, channel) in (1..).zip(&mut self.channels[first..first + 4]) {
            channel.iter_mut().zip(copies).for_each(|(cell, &copies)| *cell = (copies >= least) as u8);
        }
    }

    /// Sets a channel: 1 for these kinds, otherwise 0.
    #[inline]
    pub(crate) fn set_all(&mut self, channel: usize, kinds: KindSet) {
        let bits = kinds.bits().to_le_bytes();
        let (words, rest) = self.channels[channel].as_chunks_mut::<8>();
        words.iter_mut().zip(bits).for_each(|(word, bits)| *word = bits_as_bytes(bits));
        rest.copy_from_slice(&bits_as_bytes(bits[KINDS / 8])[..KINDS % 8]);
    }

    /// Sets a channel: for these kinds the numbers in `values`, otherwise 0.
    #[inline]
    pub(crate) fn copy(&mut self, channel: usize, kinds: KindSet, values: &[u8; KINDS]) {
        self.set_all(channel, kinds);
        let cells = self.channels[channel].iter_mut().zip(values);
        cells.for_each(|(cell, value)| *cell = cell.wrapping_neg() & value);
    }

    /// Sets all cells of a channel.
    #[inline]
    pub(crate) fn fill(&mut self, channel: usize, value: u8) {
        // Thirty-two bytes at a time: a short fill would be a call of memset.
        let (words, rest) = self.channels[channel].as_chunks_mut::<32>();
        words.iter_mut().for_each(|word| *word = [value; 32]);
        rest.copy_from_slice(&[value; KINDS % 32]);
    }

    /// Sets all cells of a channel to 1 if something holds.
    #[inline]
    pub(crate) fn flag(&mut self, channel: usize, holds: bool) {
        if holds {
            self.fill(channel, 1);
        }
    }
}

/// Writes 1 for each element of a set below `out.len()`, and otherwise 0.
#[inline]
pub fn expand(set: &ActionMask, out: &mut [u8]) {
    let bytes = set.bytes();
    let (chunks, rest) = out.as_chunks_mut::<8>();
    for (chunk, &bits) in chunks.iter_mut().zip(&bytes) {
        *chunk = bits_as_bytes(bits);
    }
    let last = bits_as_bytes(bytes[chunks.len().min(31)]);
    rest.copy_from_slice(&last[..rest.len()]);
}

/// The bits of a byte as bytes, the lowest first.
#[inline]
fn bits_as_bytes(bits: u8) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let spread = u64::from(bits).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    ((spread + 0x7F * ONES) >> 7 & ONES).to_le_bytes()
}

/// A score as a byte: 255 for `FULL` points.
#[inline]
pub(crate) fn score<const FULL: i64>(points: i32) -> u8 {
    (i64::from(points) * 255 / FULL).clamp(0, 255) as u8
}

/// The score of another seat beside the own.
#[inline]
pub(crate) fn score_gap(row: &DecisionRow<'_>, other: usize) -> u8 {
    let gap = row.cells.scores()[row.absolute(other)] - row.cells.scores()[row.seat as usize];
    (128 + gap / 200).clamp(0, 255) as u8
}

/// The own place by score, from 0; of equal scores the earlier seat is better.
pub(crate) fn rank(row: &DecisionRow<'_>) -> usize {
    place_by_score(&row.cells.scores()[..row.seats], row.seat as usize)
}
