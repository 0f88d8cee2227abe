//! Local yaku (古役): those of Mahjong Soul's special room, each switched on by itself. Source: RULES.md.
//!
//! All of it stands behind one test of [`RiichiRules::local_yaku`] in the scorer, so that a game without local yaku
//! does none of it.

use super::{Yaku, YakuSet};
use crate::riichi::rules::{LocalYaku, RiichiRules};
use crate::riichi::scoring::score::{Win, WinFlags};
use hyakuman_core::eval::Shape;
use hyakuman_core::{Kind, KindSet, Meld, MeldKind};

/// The local yaku that are played, as yaku: both are numbered in the same order.
#[inline]
pub(crate) fn played(rules: &RiichiRules) -> YakuSet {
    YakuSet::from_bits((rules.local_yaku.bits() as u64) << FIRST)
}

const FIRST: u8 = Yaku::TsubameGaeshi as u8;

const _: () = {
    assert!(Yaku::Daichisei as u8 - FIRST == LocalYaku::Daichisei as u8);
    assert!(Yaku::ShiiaruRaotai as u8 - FIRST == LocalYaku::ShiiaruRaotai as u8);
    assert!(Yaku::IipinMoyue as u8 - FIRST == LocalYaku::IipinMoyue as u8);
    assert!(Yaku::Daisharin as u8 - FIRST == LocalYaku::Daisharin as u8);
    assert!(WinFlags::RIICHI_TILE.bits() >> FLAGS == 1 << (Yaku::TsubameGaeshi as u8 - FIRST));
    assert!(WinFlags::AFTER_KAN.bits() >> FLAGS == 1 << (Yaku::Kanburi as u8 - FIRST));
};

/// The place of the flags that are local yaku of their own, in the order of their yaku.
const FLAGS: u8 = WinFlags::RIICHI_TILE.bits().trailing_zeros() as u8;

/// Adds to `common`, the yaku of every reading, the local ones of circumstances and tiles that are among `played`, and
/// takes out what they replace. `kinds` are all in hand and melds.
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
    replace(common, found)
}

/// The local yaku of one reading of the concealed part, added to those it has.
#[cold]
pub(crate) fn of_shape(yaku: YakuSet, shape: &Shape, win: &Win, played: YakuSet) -> YakuSet {
    let mut found = YakuSet::EMPTY;
    found.add(Yaku::Sanrenkou, three_in_a_row(shape.triplets | triplets(win.melds)));
    found.add(Yaku::IsshokuSanjun, three_alike(shape, win.melds));
    replace(yaku, found.and(played))
}

/// Local yaku come in place of the lesser yaku that they contain.
fn replace(yaku: YakuSet, found: YakuSet) -> YakuSet {
    const LESSER: [(Yaku, Yaku); 4] = [
        (Yaku::IipinMoyue, Yaku::Haitei),
        (Yaku::ChuupinRaoyui, Yaku::Houtei),
        (Yaku::IsshokuSanjun, Yaku::Iipeikou),
        (Yaku::Daichisei, Yaku::Tsuuiisou),
    ];
    let lesser = LESSER.iter().filter(|(greater, _)| found.has(*greater)).map(|&(_, lesser)| lesser);
    yaku.without(lesser.collect()).or(found)
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

/// Which kinds there are: in hand and melds, and among the norths set aside where these count.
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
    /// 1 to 7 of each suit: where a row of three may begin.
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
