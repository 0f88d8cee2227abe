//! Yaku by the kinds in the hand, melds included, however it divides into sets.

use super::{Yaku, YakuSet};
use hyakuman_core::{Hand, Kind, KindSet};

/// 2s 3s 4s 6s 8s hatsu: the all-green tiles.
const GREEN: KindSet = KindSet::from_bits(0b10101110 << 18 | 1 << 32);

/// The yaku by the kinds of the whole hand. `tanyao` is whether the rules allow it for this hand, closed or open.
#[inline]
pub(crate) fn yaku(kinds: KindSet, tanyao: bool) -> YakuSet {
    let mut set = YakuSet::EMPTY;
    set.add(Yaku::Tanyao, tanyao && !kinds.meets(KindSet::YAOCHU));
    let honors = kinds.meets(KindSet::HONORS);
    let suits = (0..3).filter(|&suit| kinds.meets(KindSet::suit(suit))).count();
    set.add(Yaku::Honitsu, suits == 1 && honors);
    set.add(Yaku::Chinitsu, suits == 1 && !honors);
    set.add(Yaku::Tsuuiisou, suits == 0);
    if kinds.is_subset_of(KindSet::YAOCHU) {
        set.add(Yaku::Honroutou, honors && suits > 0);
        set.add(Yaku::Chinroutou, !honors);
    }
    set.add(Yaku::Ryuuiisou, kinds.is_subset_of(GREEN));
    set
}

/// Chuuren poutou of a hand without melds: 1112345678999 of a suit and one more tile of it. It is junsei if that one more
/// is the winning tile, because then the hand waited for all nine.
#[inline]
pub(crate) fn chuuren(hand: &Hand, tile: Kind) -> YakuSet {
    let mut set = YakuSet::EMPTY;
    let kinds = hand.kinds();
    if kinds.len() != 9 || kinds.meets(KindSet::HONORS) {
        return set;
    }
    let ends = kinds & KindSet::YAOCHU;
    if ends.len() == 2 && kinds == KindSet::suit(tile.suit()) && ends.is_subset_of(hand.at_least(3)) {
        let spare = hand.count(tile) == if tile.is_yaochu() { 4 } else { 2 };
        set.add(if spare { Yaku::JunseiChuuren } else { Yaku::Chuuren }, true);
    }
    set
}
