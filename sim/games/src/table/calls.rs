//! Which tiles of a hand make a set with somebody's discard, and what may not be discarded after.

use hyakuman_core::{Hand, Kind, KindSet};

/// Where the called tile lies in a sequence.
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

    /// The lowest kind of the sequence that `called` completes on this side, if the suit has it.
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

    /// The tile at the other end of the two, which would complete them as well: `None` for a middle wait or an edge.
    #[inline]
    pub fn other_end(self, called: Kind) -> Option<Kind> {
        match self {
            ChiSide::Low if called.rank() + 3 <= 8 => Some(Kind::of(called.code() + 3)),
            ChiSide::High if called.rank() >= 3 => Some(Kind::of(called.code() - 3)),
            _ => None,
        }
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

/// The kinds `hand` can call for a sequence: those with both neighbours below, both above, or one on each side.
#[inline]
pub fn chi_kinds(hand: &Hand) -> KindSet {
    const RANK_1: u64 = 0b1_000000001_000000001;
    let suits = !KindSet::HONORS.bits();
    let held = hand.kinds().bits() & suits;
    let below_1 = (held & !(RANK_1 << 8)) << 1; // kinds whose lower neighbour is held
    let below_2 = (held & !(RANK_1 << 7 | RANK_1 << 8)) << 2;
    let above_1 = (held & !RANK_1) >> 1;
    let above_2 = (held & !(RANK_1 | RANK_1 << 1)) >> 2;
    KindSet::from_bits((below_1 & below_2 | below_1 & above_1 | above_1 & above_2) & suits)
}

/// What swap-calling (喰い替え) forbids to discard after a sequence: the called kind and, with `suji`, the other end.
#[inline]
pub fn swap_call(side: ChiSide, called: Kind, suji: bool) -> KindSet {
    let same = KindSet::of(called);
    match side.other_end(called) {
        Some(end) if suji => same | KindSet::of(end),
        _ => same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::notation::{parse_tile, parse_tiles};

    fn kind(text: &str) -> Kind {
        parse_tile(text).unwrap().kind()
    }

    #[test]
    fn chi_kinds_are_those_with_a_side() {
        let mut rng = hyakuman_core::Rng::from_seed(9);
        for _ in 0..20_000 {
            let mut hand = Hand::EMPTY;
            for _ in 0..rng.below(14) {
                let kind = Kind::of(rng.below(34) as u8);
                if hand.count(kind) < 4 {
                    hand.add(kind);
                }
            }
            let slow: KindSet = Kind::all().filter(|&kind| chi_sides(&hand, kind).next().is_some()).collect();
            assert_eq!(chi_kinds(&hand), slow, "{hand:?}");
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
            assert_eq!(chi_kinds(&hand).has(kind(called)), !sides.is_empty());
        }
    }
}
