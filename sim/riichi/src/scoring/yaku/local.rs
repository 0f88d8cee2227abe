//! Local yaku (古役): those of Mahjong Soul's special room, each with a switch of its own. Source: RULES.md.
//!
//! The scorer calls these functions only where [`RiichiRules::local_yaku`] is not empty.

use super::{Yaku, YakuSet, exclusion};
use crate::rules::{LocalYaku, LocalYakuSet, RiichiRules};
use crate::scoring::score::{Win, WinFlags};
use hyakuman_core::eval::Shape;
use hyakuman_core::{Kind, KindSet, Meld, MeldKind};

/// The yaku of each local yaku of the rules, in the order of the bits of [`LocalYakuSet`].
///
/// Numbers are append only, and [`Yaku::North`] follows the first 13. So the yaku of the 14th has the number after North,
/// and so on; that of an earlier one cannot change.
pub(super) const LOCAL: [(LocalYaku, Yaku); 13] = [
    (LocalYaku::TsubameGaeshi, Yaku::TsubameGaeshi),
    (LocalYaku::Kanburi, Yaku::Kanburi),
    (LocalYaku::ShiiaruRaotai, Yaku::ShiiaruRaotai),
    (LocalYaku::Uumensai, Yaku::Uumensai),
    (LocalYaku::Sanrenkou, Yaku::Sanrenkou),
    (LocalYaku::IsshokuSanjun, Yaku::IsshokuSanjun),
    (LocalYaku::IipinMoyue, Yaku::IipinMoyue),
    (LocalYaku::ChuupinRaoyui, Yaku::ChuupinRaoyui),
    (LocalYaku::Daisharin, Yaku::Daisharin),
    (LocalYaku::Daichikurin, Yaku::Daichikurin),
    (LocalYaku::Daisuurin, Yaku::Daisuurin),
    (LocalYaku::IshiNoUeNimoSannen, Yaku::IshiNoUeNimoSannen),
    (LocalYaku::Daichisei, Yaku::Daichisei),
];

/// The local yaku that are played, as yaku: those before North in one shift, those after it in another.
#[inline]
pub(crate) fn played(rules: &RiichiRules) -> YakuSet {
    YakuSet::from_bits(numbered(rules.local_yaku.bits()))
}

/// The bits of a [`YakuSet`] for the bits of a [`LocalYakuSet`].
const fn numbered(local: u16) -> u64 {
    let before = local as u64 & ((1 << BEFORE_NORTH) - 1);
    before << FIRST | (local as u64 >> BEFORE_NORTH) << AFTER_NORTH
}

const FIRST: u8 = Yaku::TsubameGaeshi as u8;
const BEFORE_NORTH: u8 = Yaku::North as u8 - FIRST;
const AFTER_NORTH: u8 = Yaku::North as u8 + 1;

const _: () = {
    assert!(LocalYakuSet::ALL.bits().count_ones() as usize == LOCAL.len(), "LOCAL lacks a local yaku");
    let mut i = 0;
    while i < LOCAL.len() {
        let (local, yaku) = LOCAL[i];
        assert!(local as usize == i, "LOCAL must be in the order of the bits");
        assert!(numbered(1 << i) == 1 << yaku as u8, "a local yaku with the number of another yaku");
        i += 1;
    }
    assert!(WinFlags::RIICHI_TILE.bits() >> FLAGS == 1 << (Yaku::TsubameGaeshi as u8 - FIRST));
    assert!(WinFlags::AFTER_KAN.bits() >> FLAGS == 1 << (Yaku::Kanburi as u8 - FIRST));
};

/// Bit of the first flag that is a local yaku by itself; the flags are in the order of their yaku.
const FLAGS: u8 = WinFlags::RIICHI_TILE.bits().trailing_zeros() as u8;

/// `common`, the yaku of every reading, with the local yaku of circumstances and tiles that are `played`, and without the
/// yaku that these replace. `kinds` are all kinds in hand and melds.
#[cold]
pub(crate) fn common(
    rules: &RiichiRules,
    common: YakuSet,
    win: &Win,
    kinds: KindSet,
    played: YakuSet,
) -> YakuSet {
    let north = rules.uumensai_counts_kita && win.dora.nuki > 0;
    let kinds = if north { kinds | KindSet::of(Kind::NORTH) } else { kinds };
    let found = circumstances(rules, win).or(whole_hand(win)).or(tiles(kinds)).and(played);
    exclusion::with(common, found)
}

/// The local yaku of one reading of the concealed part, added to those it has.
#[cold]
pub(crate) fn of_shape(yaku: YakuSet, shape: &Shape, win: &Win, played: YakuSet) -> YakuSet {
    let mut found = YakuSet::EMPTY;
    found.add(Yaku::Sanrenkou, three_in_a_row(shape.triplets | triplets(win.melds)));
    found.add(Yaku::IsshokuSanjun, three_alike(shape, win.melds));
    exclusion::with(yaku, found.and(played))
}

/// How the hand was won.
fn circumstances(rules: &RiichiRules, win: &Win) -> YakuSet {
    const ONE_PIN: Kind = Kind::of(9);
    const NINE_PIN: Kind = Kind::of(17);
    let (haitei, houtei) = (win.flags.has(WinFlags::HAITEI), win.flags.has(WinFlags::HOUTEI));
    let mut set = YakuSet::from_bits(((win.flags.bits() >> FLAGS & 0b11) as u64) << FIRST);
    set.add(Yaku::Kanburi, rules.kanburi_after_kita && win.flags.has(WinFlags::AFTER_NUKI));
    set.add(Yaku::IipinMoyue, haitei && win.tile == ONE_PIN);
    set.add(Yaku::ChuupinRaoyui, houtei && win.tile == NINE_PIN);
    set.add(Yaku::IshiNoUeNimoSannen, win.flags.has(WinFlags::DOUBLE_RIICHI) && (haitei || houtei));
    set.add(Yaku::ShiiaruRaotai, win.melds.len() == 4 && win.melds.iter().all(Meld::is_open));
    set
}

/// Seven pairs of certain kinds, however the hand is read.
fn whole_hand(win: &Win) -> YakuSet {
    let pairs = win.hand.at_least(2) - win.hand.at_least(3);
    let simples = |suit| KindSet::suit(suit) - KindSet::YAOCHU;
    let mut set = YakuSet::EMPTY;
    set.add(Yaku::Daisuurin, pairs == simples(0));
    set.add(Yaku::Daisharin, pairs == simples(1));
    set.add(Yaku::Daichikurin, pairs == simples(2));
    set.add(Yaku::Daichisei, pairs == KindSet::HONORS);
    set
}

/// By the kinds in hand and melds, and a north set aside where that counts.
fn tiles(kinds: KindSet) -> YakuSet {
    let sorts = [KindSet::suit(0), KindSet::suit(1), KindSet::suit(2), KindSet::WINDS, KindSet::DRAGONS];
    let mut set = YakuSet::EMPTY;
    set.add(Yaku::Uumensai, sorts.into_iter().all(|sort| kinds.meets(sort)));
    set
}

/// The triplets and kans among the melds.
fn triplets(melds: &[Meld]) -> KindSet {
    melds.iter().filter(|meld| meld.kind() != MeldKind::Chi).map(Meld::low).collect()
}

/// Triplets of three ranks in a row in one suit.
fn three_in_a_row(triplets: KindSet) -> bool {
    /// 1 to 7 of each suit: the ranks at which a row of three can begin.
    const LOW: u64 = 0x7F | 0x7F << 9 | 0x7F << 18;
    let triplets = triplets.bits();
    triplets & triplets >> 1 & triplets >> 2 & LOW != 0
}

/// The same sequence three times or more, melds included.
fn three_alike(shape: &Shape, melds: &[Meld]) -> bool {
    let [mut once, mut twice, mut thrice, _] = shape.runs;
    for run in melds.iter().filter(|meld| meld.kind() == MeldKind::Chi).map(|meld| KindSet::of(meld.low())) {
        (once, twice, thrice) = (once | run, twice | once & run, thrice | twice & run);
    }
    !thrice.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    #[test]
    fn each_local_yaku_is_played_alone_and_none_is_north() {
        for (local, yaku) in LOCAL {
            let rules = RiichiRules { local_yaku: LocalYakuSet::of(&[local]), ..presets::tenhou() };
            assert_eq!(played(&rules), YakuSet::of(&[yaku]), "{local:?}");
        }
        assert_eq!(numbered(1 << 13), 1 << 60, "the next one follows North");
    }
}
