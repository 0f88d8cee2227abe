//! Numbers that are counted over all tiles of a hand, and how far it is from them.

use super::super::claims::within;
use super::super::pattern::Conditions;
use super::super::words::{Class, Quantity};
use super::Held;
use hyakuman_core::KindSet;
use std::cmp::Ordering;
use std::iter::repeat_n;

/// A number that has to lie between two others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Number {
    pub(super) of: Quantity,
    pub(super) least: u32,
    pub(super) most: u32,
}

/// The least and the greatest number that compares like this.
pub(in super::super) fn bounds(orders: &[Ordering], than: u32) -> [u32; 2] {
    let accepts = |order| orders.contains(&order);
    let equal = accepts(Ordering::Equal);
    let least = if accepts(Ordering::Less) { 0 } else { than + u32::from(!equal) };
    let most = if accepts(Ordering::Greater) { u32::MAX } else { than.saturating_sub(u32::from(!equal)) };
    [least, most]
}

impl Conditions {
    /// The numbers that they demand, each once, with the least and the greatest value.
    pub(super) fn asked(&self) -> impl Iterator<Item = (Quantity, [u32; 2])> {
        let range = |of: Quantity| {
            let all = self.numbers.iter().filter(move |(number, ..)| *number == of);
            all.map(|&(_, orders, than)| bounds(orders, than)).reduce(within).map(|range| (of, range))
        };
        Quantity::ALL.iter().copied().filter_map(range)
    }
}

/// More tiles than are ever near.
const FAR: usize = 14;

/// Greatest rank, as it is written.
const RANKS: usize = 9;

impl Number {
    /// The tiles that a hand of these kinds has to get or to part with; none if a meld is in the way.
    pub(super) fn lacks(&self, held: &Held, allowed: KindSet) -> Option<u32> {
        let Number { of, least, most } = *self;
        let calls = |now: u32| (now <= most).then(|| least.saturating_sub(now));
        match of {
            Quantity::Called => calls(held.called),
            Quantity::Melds => calls(held.melds),
            Quantity::Kans => calls(held.kans),
            Quantity::Kinds => {
                let (fit, all) = ((held.kinds() & allowed).len(), held.kinds().len());
                Some(least.saturating_sub(fit).max(all.saturating_sub(most).saturating_sub(held.spare)))
            }
            Quantity::Honors => self.lacks_in(held, KindSet::HONORS, allowed),
            Quantity::Terminals => self.lacks_in(held, Class::Terminal.kinds(), allowed),
            Quantity::Sum => Some(self.lacks_sum(held, allowed)),
            _ => None,
        }
    }

    /// The kinds of which a discard may make the hand farther from it.
    pub(super) fn needs(&self, held: &Held) -> KindSet {
        let class = match self.of {
            Quantity::Honors => KindSet::HONORS,
            Quantity::Terminals => Class::Terminal.kinds(),
            _ => return KindSet::ALL,
        };
        if held.tiles_in(class) > self.most { KindSet::ALL } else { class }
    }

    /// What lacks to the number of tiles of a class.
    #[inline]
    fn lacks_in(&self, held: &Held, class: KindSet, allowed: KindSet) -> Option<u32> {
        let (now, is_there) = (held.tiles_in(class), allowed.meets(class));
        let more = self.least.saturating_sub(now);
        let parts = now.saturating_sub(self.most).saturating_sub(held.spare);
        (more == 0 || is_there).then(|| more.max(parts))
    }

    /// The tiles to get and to part with until the sum of the ranks of all tiles may lie between these.
    fn lacks_sum(&self, held: &Held, allowed: KindSet) -> u32 {
        let (sum, loose) = ranks(held);
        let (low, high) = lowest_and_highest(allowed);
        let spare = held.spare as usize;
        let copies = |rank: usize| repeat_n(rank, loose[rank] as usize);
        let reaches_least = |&gets: &usize| {
            let lowest = (0..=RANKS).flat_map(copies).take((gets + spare).saturating_sub(1));
            sum + gets * high >= self.least as usize + lowest.sum::<usize>()
        };
        let mut highest = (0..=RANKS).rev().flat_map(copies);
        let mut gone: usize = highest.by_ref().take(spare).sum();
        let reaches_most = |&parts: &usize| {
            let reaches = sum + parts * low.min(high) <= self.most as usize + gone;
            gone += highest.next().unwrap_or(0);
            reaches
        };
        let gets = if self.least > 0 { (0..FAR).find(reaches_least) } else { Some(0) };
        let parts = if self.most < u32::MAX { (0..FAR).find(reaches_most) } else { Some(0) };
        gets.unwrap_or(FAR).max(parts.unwrap_or(FAR)) as u32
    }
}

/// The lowest and the highest rank of these kinds, that of honors 0.
fn lowest_and_highest(kinds: KindSet) -> (usize, usize) {
    let suits = (kinds - KindSet::HONORS).bits();
    let ranks = (suits | suits >> 9 | suits >> 18) & 0x1FF;
    let low = if kinds.meets(KindSet::HONORS) { 0 } else { ranks.trailing_zeros() as usize + 1 };
    (low, (u64::BITS - ranks.leading_zeros()) as usize)
}

/// The sum of the ranks of all tiles, and how many tiles of each rank are in no meld.
fn ranks(held: &Held) -> (usize, [u32; RANKS + 1]) {
    let (mut sum, mut loose) = (0, [0; RANKS + 1]);
    for (rank, loose) in loose.iter_mut().enumerate().skip(1) {
        let kinds = KindSet::from_bits(0x0004_0201 << (rank - 1));
        sum += rank * held.tiles_in(kinds) as usize;
        *loose = held.tiles_in(kinds - held.melded);
    }
    loose[0] = held.tiles_in(KindSet::HONORS - held.melded);
    (sum, loose)
}
