//! Which tiles of a hand make a set with the discard of another seat, and what may not be discarded afterwards.

use crate::{Hand, Kind, KindSet};
use std::fmt;

/// The place of the called tile in a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ChiSide {
    /// The called tile is the lowest: 3 with 45.
    Low,
    /// In the middle: 4 with 35.
    Middle,
    /// The highest: 5 with 34.
    High,
}

impl ChiSide {
    /// All three.
    pub const ALL: [ChiSide; 3] = [ChiSide::Low, ChiSide::Middle, ChiSide::High];

    /// The lowest kind of the sequence with `called` in this place, if there is such a sequence.
    #[inline]
    pub fn low(self, called: Kind) -> Option<Kind> {
        let steps = self as u8;
        if called.is_honor() || called.rank() < steps || called.rank() - steps > 6 {
            return None;
        }
        Some(Kind::of(called.code() - steps))
    }

    /// The two kinds the caller needs.
    #[inline]
    pub fn own(self, called: Kind) -> Option<[Kind; 2]> {
        let low = self.low(called)?.code();
        let [a, b] = match self {
            ChiSide::Low => [1, 2],
            ChiSide::Middle => [0, 2],
            ChiSide::High => [0, 1],
        };
        Some([Kind::of(low + a), Kind::of(low + b)])
    }

    /// The same two kinds as a set; empty where the suit has no such sequence.
    #[inline]
    pub fn own_kinds(self, called: Kind) -> KindSet {
        KindSet::from_bits(NEEDS[called.index()][self as usize])
    }

    /// The kind at the other end of the caller's two tiles, which would complete them too; none for a middle or an edge.
    #[inline]
    pub(crate) fn other_end(self, called: Kind) -> KindSet {
        KindSet::from_bits(OTHER_END[called.index()][self as usize])
    }
}

/// The text in the name of a chi.
impl fmt::Display for ChiSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["lowest", "middle", "highest"][*self as usize])
    }
}

/// The sets of own kinds that make a sequence with each kind, by side: `NEEDS[kind][side]`, 0 where there is none.
const NEEDS: [[u64; 3]; 34] = {
    let mut needs = [[0; 3]; 34];
    let mut k = 0;
    while k < 27 {
        let rank = k % 9;
        if rank <= 6 {
            needs[k][0] = 0b110 << k;
        }
        if rank >= 1 && rank <= 7 {
            needs[k][1] = 0b101 << (k - 1);
        }
        if rank >= 2 {
            needs[k][2] = 0b11 << (k - 2);
        }
        k += 1;
    }
    needs
};

/// The kind at the other end of the two own ones, by kind and side, as a set.
const OTHER_END: [[u64; 3]; 34] = {
    let mut ends = [[0; 3]; 34];
    let mut k = 0;
    while k < 27 {
        let rank = k % 9;
        if rank + 3 <= 8 {
            ends[k][0] = 1 << (k + 3);
        }
        if rank >= 3 {
            ends[k][2] = 1 << (k - 3);
        }
        k += 1;
    }
    ends
};

/// The sides on which `hand` can call `kind` for a sequence.
#[inline]
pub fn chi_sides(hand: &Hand, kind: Kind) -> impl Iterator<Item = ChiSide> {
    let held = hand.kinds().bits();
    let needs = NEEDS[kind.index()];
    ChiSide::ALL.into_iter().filter(move |&side| {
        let need = needs[side as usize];
        need != 0 && held & need == need
    })
}

/// For each kind its neighbours of the same suit, from two below (bit 0) to two above (bit 4), without itself. 64 entries
/// save a bounds check.
const NEIGHBOURS: [u8; 64] = {
    let mut neighbours = [0; 64];
    let mut k = 0;
    while k < 27 {
        let rank = k % 9;
        let mut place = 0;
        while place < 5 {
            if place != 2 && rank + place >= 2 && rank + place <= 10 {
                neighbours[k] |= 1 << place;
            }
            place += 1;
        }
        k += 1;
    }
    neighbours
};

/// Bit `n` is set if two of the neighbours `n` make a sequence with the kind.
const RUNS: u32 = {
    let mut runs = 0;
    let mut near = 0u32;
    while near < 32 {
        if near & 0b11 == 0b11 || near & 0b1010 == 0b1010 || near & 0b11000 == 0b11000 {
            runs |= 1 << near;
        }
        near += 1;
    }
    runs
};

/// Whether `hand` can call `kind` for a sequence.
#[inline]
pub fn makes_run(hand: &Hand, kind: Kind) -> bool {
    let near = hand.kinds().bits() << 2 >> kind.code() & NEIGHBOURS[kind.index() & 63] as u64;
    RUNS >> near & 1 != 0
}

/// The kinds that kuikae (喰い替え) forbids to discard after a chi: the called kind and, with `suji`, the other end.
#[inline]
pub fn swap_call(side: ChiSide, called: Kind, suji: bool) -> KindSet {
    let same = KindSet::of(called);
    if suji { same | side.other_end(called) } else { same }
}

/// Whether `hand` can call `called` on this side and has a tile left that may be discarded afterwards. Without branches:
/// they would be unpredictable.
#[inline(always)]
pub fn may_chi(hand: &Hand, side: ChiSide, called: Kind, forbidden: KindSet) -> bool {
    let (held, own) = (hand.kinds(), side.own_kinds(called));
    let rest = held - (own - hand.at_least(2)) - forbidden;
    !own.is_empty() & own.is_subset_of(held) & !rest.is_empty()
}

/// The kinds of which the seat on turn has four, the drawn tile included; and these together with the kinds of which it has
/// a pon and the fourth tile.
#[inline]
pub fn own_kans(hand: &Hand, pons: KindSet, drawn: Kind) -> (KindSet, KindSet) {
    let drawn = KindSet::of(drawn);
    let quads = hand.at_least(4) | hand.at_least(3) & drawn;
    (quads, quads | pons & (hand.kinds() | drawn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_tile, parse_tiles};

    fn kind(text: &str) -> Kind {
        parse_tile(text).unwrap().kind()
    }

    #[test]
    fn a_run_has_a_side() {
        let mut rng = crate::Rng::from_seed(9);
        for _ in 0..20_000 {
            let mut hand = Hand::EMPTY;
            for _ in 0..rng.below(14) {
                let kind = Kind::of(rng.below(34) as u8);
                if hand.count(kind) < 4 {
                    hand.add(kind);
                }
            }
            for kind in Kind::all() {
                let sides = chi_sides(&hand, kind).count();
                assert_eq!(makes_run(&hand, kind), sides > 0, "{hand:?} {kind}");
            }
        }
    }

    /// Hand, called tile, forbidden discards by side (`-` where the side cannot call).
    #[test]
    fn swap_calls_of_the_manual() {
        let rows = [
            ("56m", "4m", ["47m", "-", "-"]),
            ("56m", "7m", ["-", "-", "47m"]),
            ("46m", "5m", ["-", "5m", "-"]),
            ("12m", "3m", ["-", "-", "3m"]),
            ("89m", "7m", ["7m", "-", "-"]),
            ("23s", "1s", ["14s", "-", "-"]),
            ("11z", "1z", ["-", "-", "-"]),
            ("89m12p", "9m", ["-", "-", "-"]),
        ];
        for (own, called, forbidden) in rows {
            let mut hand = Hand::EMPTY;
            parse_tiles(own).unwrap().iter().for_each(|tile| hand.add(tile.kind()));
            let sides: Vec<_> = chi_sides(&hand, kind(called)).collect();
            for (side, expected) in ChiSide::ALL.into_iter().zip(forbidden) {
                assert_eq!(sides.contains(&side), expected != "-", "{own} {called} {side:?}");
                if expected != "-" {
                    let expected = parse_tiles(expected).unwrap().iter().map(|tile| tile.kind()).collect();
                    assert_eq!(swap_call(side, kind(called), true), expected, "{own} {called}");
                }
            }
            assert_eq!(makes_run(&hand, kind(called)), !sides.is_empty());
        }
    }
}
