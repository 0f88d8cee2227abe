//! Numbers that are counted over all tiles of a hand, and how far it is from them.

use super::super::claims::within;
use super::super::pattern::Conditions;
use super::super::words::{Class, Quantity};
use super::Held;
use super::needs::Needs;
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
        if let Some(class) = self.class() {
            return self.lacks_in(held, class, allowed);
        }
        match of {
            Quantity::Called => calls(held.called),
            Quantity::Melds => calls(held.melds),
            Quantity::Kans => calls(held.kans),
            Quantity::Kinds => {
                let (fit, all) = ((held.kinds() & allowed).len(), held.kinds().len());
                Some(least.saturating_sub(fit).max(all.saturating_sub(most).saturating_sub(held.spare)))
            }
            Quantity::Sum => Some(self.lacks_sum(held, allowed)),
            _ => None,
        }
    }

    /// The kinds of which a discard makes a hand that lacks so many tiles lack more.
    pub(super) fn needs(&self, held: &Held, lacks: u32, allowed: KindSet) -> Needs {
        let Number { of, least, most } = *self;
        // Of how many tiles or kinds a discard takes one, and those that it leaves too many of.
        let (fewer, fit, others, all) = match (of, self.class()) {
            (_, Some(class)) if !allowed.meets(class) => return Needs::perhaps(KindSet::ALL),
            (_, Some(class)) => (class, held.tiles_in(class), !class, held.tiles_in(class)),
            (Quantity::Kinds, _) => {
                let [once, twice, ..] = held.at_least;
                ((once - twice) & allowed, (once & allowed).len(), twice, once.len())
            }
            (Quantity::Called | Quantity::Melds | Quantity::Kans, _) => return Needs::NONE,
            _ => return Needs::perhaps(KindSet::ALL),
        };
        let short = if fit + lacks <= least { fewer } else { KindSet::EMPTY };
        let over = if all > most.saturating_add(lacks) { others } else { KindSet::EMPTY };
        Needs::one(short | over)
    }

    /// The class whose tiles it counts.
    pub(super) fn class(&self) -> Option<KindSet> {
        match self.of {
            Quantity::Honors => Some(KindSet::HONORS),
            Quantity::Terminals => Some(Class::Terminal.kinds()),
            _ => None,
        }
    }

    /// What lacks to the number of tiles of a class.
    #[inline]
    fn lacks_in(&self, held: &Held, class: KindSet, allowed: KindSet) -> Option<u32> {
        let (now, is_there) = (held.tiles_in(class), allowed.meets(class));
        let more = self.least.saturating_sub(now);
        let parts = now.saturating_sub(self.most).saturating_sub(held.spare);
        (more == 0 || is_there).then(|| more.max(parts))
    }

    /// The tiles to get or to part with until the sum of the ranks of all tiles may lie between these.
    fn lacks_sum(&self, held: &Held, allowed: KindSet) -> u32 {
        let (sum, least, most) = (sum_of_ranks(held), self.least as usize, self.most as usize);
        let ((low, high), spare) = (lowest_and_highest(allowed), held.spare as usize);
        let mut gone = 0;
        let tiles = if sum < least {
            let mut lowest = loose_ranks(held, 0..=RANKS);
            (0..FAR).find(|&gets| {
                gone += if gets > 0 && gets + spare > 1 { lowest.next().unwrap_or(0) } else { 0 };
                sum + gets * high >= least + gone
            })
        } else if sum > most {
            let mut highest = loose_ranks(held, (0..=RANKS).rev());
            (0..FAR).find(|&parts| {
                gone += if parts + spare > 0 { highest.next().unwrap_or(0) } else { 0 };
                sum + parts * low.min(high) <= most + gone
            })
        } else {
            Some(0)
        };
        tiles.unwrap_or(FAR) as u32
    }
}

/// The lowest and the highest rank of these kinds, that of honors 0.
fn lowest_and_highest(kinds: KindSet) -> (usize, usize) {
    let suits = (kinds - KindSet::HONORS).bits();
    let ranks = (suits | suits >> 9 | suits >> 18) & 0x1FF;
    let low = if kinds.meets(KindSet::HONORS) { 0 } else { ranks.trailing_zeros() as usize + 1 };
    (low, (u64::BITS - ranks.leading_zeros()) as usize)
}

/// Rank 1 of the suits.
const LOWEST: u64 = 0x0004_0201;

/// The sum of the ranks of all tiles.
fn sum_of_ranks(held: &Held) -> usize {
    // For each binary digit the ranks that have it; bit 0 is rank 1.
    const DIGITS: [u64; 4] = [0b1_0101_0101, 0b0_0110_0110, 0b0_0111_1000, 0b1_1000_0000];
    let tiles = |ranks: u64| held.tiles_in(KindSet::from_bits(ranks * LOWEST));
    DIGITS.iter().enumerate().map(|(digit, &ranks)| (tiles(ranks) as usize) << digit).sum()
}

/// The ranks of the tiles in no meld, in this order; that of honors is 0.
fn loose_ranks(held: &Held, ranks: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let kinds = |rank: usize| match rank {
        0 => KindSet::HONORS,
        rank => KindSet::from_bits(LOWEST << (rank - 1)),
    };
    ranks.flat_map(move |rank| repeat_n(rank, held.tiles_in(kinds(rank) - held.melded) as usize))
}
