//! Yaku by how the hand divides into sequences, triplets and a pair: mask expressions over sets of kinds.
//!
//! A suit is nine bits, so the same rank in the next suit is nine bits further: sanshoku is
//! `runs & runs >> 9 & runs >> 18`, ittsuu `runs & runs >> 3 & runs >> 6` at the ones.

use super::{Yaku, YakuSet};
use hyakuman_core::{Kind, KindSet};

/// One reading of the whole hand, melds included, as sets of kinds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sets {
    pub(crate) pair: KindSet,
    /// Lowest kinds of the sequences.
    pub(crate) runs: KindSet,
    /// Lowest kinds of sequences that the concealed part has twice, and four times.
    pub(crate) twins: [KindSet; 2],
    /// Triplets and kans, open and concealed.
    pub(crate) triplets: KindSet,
    /// Number of kans.
    pub(crate) kans: u8,
    /// Whether the hand is closed.
    pub(crate) closed: bool,
}

/// 1m 1p 1s.
const ONES: u64 = 1 | 1 << 9 | 1 << 18;
/// 1m to 9m.
const SUIT: u64 = 0x1FF;

/// The yaku of the sets; those that also depend on how the winning tile completed them are in [`of_wait`].
///
/// Without branches: they would be unpredictable, and each test is two instructions.
#[inline]
pub(crate) fn yaku(sets: &Sets, seat_wind: Kind, round_wind: Kind) -> YakuSet {
    let mut set = YakuSet::EMPTY;
    let (runs, triplets) = (sets.runs.bits(), sets.triplets.bits());
    set.add(Yaku::SanshokuDoujun, runs & runs >> 9 & runs >> 18 & SUIT != 0);
    set.add(Yaku::Ittsuu, runs & runs >> 3 & runs >> 6 & ONES != 0);
    identical_runs(sets, &mut set);
    outside(sets, &mut set);
    set.add(Yaku::Toitoi, sets.runs.is_empty());
    set.add(Yaku::SanshokuDoukou, triplets & triplets >> 9 & triplets >> 18 & SUIT != 0);
    set.add(Yaku::Sankantsu, sets.kans == 3);
    set.add(Yaku::Suukantsu, sets.kans == 4);
    set.add(Yaku::SeatWind, sets.triplets.has(seat_wind));
    set.add(Yaku::RoundWind, sets.triplets.has(round_wind));
    honors(sets, &mut set);
    set.or(dragons(sets.triplets))
}

/// Haku, hatsu and chun; their numbers are in the order of the kinds.
#[inline]
fn dragons(triplets: KindSet) -> YakuSet {
    const {
        assert!(Yaku::Hatsu as u8 == Yaku::Haku as u8 + 1 && Yaku::Chun as u8 == Yaku::Haku as u8 + 2);
    }
    YakuSet::from_bits((triplets & KindSet::DRAGONS).bits() >> Kind::HAKU.code() << Yaku::Haku as u8)
}

/// Yaku that depend on the wait: `concealed` triplets and kans (one completed by ron is open), and whether the
/// winning tile completed the pair.
#[inline]
pub(crate) fn of_wait(concealed: u32, pinfu: bool, tanki: bool) -> YakuSet {
    let mut set = YakuSet::EMPTY;
    set.add(Yaku::Pinfu, pinfu);
    set.add(Yaku::Sanankou, concealed == 3);
    set.add(if tanki { Yaku::SuuankouTanki } else { Yaku::Suuankou }, concealed == 4);
    set
}

/// Iipeikou and ryanpeikou; a sequence held three times is one couple, four times two.
#[inline]
fn identical_runs(sets: &Sets, set: &mut YakuSet) {
    let couples = sets.twins[0].len() + sets.twins[1].len();
    set.add(Yaku::Iipeikou, sets.closed && couples == 1);
    set.add(Yaku::Ryanpeikou, sets.closed && couples == 2);
}

/// Chanta and junchan: every set and the pair holds a terminal or an honor, and there is a sequence.
#[inline]
fn outside(sets: &Sets, set: &mut YakuSet) {
    const EDGES: KindSet = KindSet::from_bits(ONES | ONES << 6);
    let rest = sets.triplets | sets.pair;
    let holds = !sets.runs.is_empty() & sets.runs.is_subset_of(EDGES) & rest.is_subset_of(KindSet::YAOCHU);
    let honors = rest.meets(KindSet::HONORS);
    set.add(Yaku::Chanta, holds & honors);
    set.add(Yaku::Junchan, holds & !honors);
}

/// Several sets of dragons or winds.
#[inline]
fn honors(sets: &Sets, set: &mut YakuSet) {
    let dragons = (sets.triplets & KindSet::DRAGONS).len();
    set.add(Yaku::Shousangen, dragons == 2 && sets.pair.meets(KindSet::DRAGONS));
    set.add(Yaku::Daisangen, dragons == 3);
    let winds = (sets.triplets & KindSet::WINDS).len();
    set.add(Yaku::Shousuushi, winds == 3 && sets.pair.meets(KindSet::WINDS));
    set.add(Yaku::Daisuushi, winds == 4);
}
