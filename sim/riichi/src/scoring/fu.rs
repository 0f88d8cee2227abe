//! Fu (符): the points for the sets, the pair and the wait of a hand. Source: RULES.md.

use crate::rules::{Kita, RiichiRules};
use hyakuman_core::{Kind, KindSet, Meld, MeldKind};

/// Fu of seven pairs: flat, never rounded.
pub(crate) const CHIITOITSU: u32 = 25;

/// How the winning tile completed the hand in one reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// The outer end of a sequence, with another outer end open (両面).
    Ryanmen,
    /// The middle of a sequence (嵌張), or the 3 of 123 or the 7 of 789 (辺張).
    Closed,
    /// A triplet (双碰).
    Shanpon,
    /// The pair (単騎).
    Tanki,
}

/// What the fu of a standard hand depend on.
#[derive(Clone, Copy, Debug)]
pub struct FuCase {
    /// Fu of melds, concealed triplets and pair.
    pub sets: u32,
    /// The wait.
    pub wait: Wait,
    /// Whether the hand is closed.
    pub closed: bool,
    /// Whether it is pinfu.
    pub pinfu: bool,
    /// Whether it was won by tsumo.
    pub tsumo: bool,
    /// Whether it was won on a replacement tile.
    pub rinshan: bool,
}

/// Fu of a standard hand, rounded up to ten.
#[inline]
pub fn total(rules: &RiichiRules, case: &FuCase) -> u32 {
    let ron = 10 * (case.closed & !case.tsumo) as u32;
    let tsumo = 2 * (case.tsumo & (rules.rinshan_tsumo_fu | !case.rinshan)) as u32;
    let wait = 2 * matches!(case.wait, Wait::Closed | Wait::Tanki) as u32;
    let sum = 20 + ron + tsumo + wait + case.sets;
    let open_pinfu = (sum == 20) & !case.closed & rules.open_pinfu_30;
    let rounded = (sum.div_ceil(10) + open_pinfu as u32) * 10;
    if case.pinfu { 20 + ron } else { rounded }
}

/// Fu of the pair: dragons, the seat wind and the prevailing wind, norths where they are a yaku.
#[inline]
pub fn pair(rules: &RiichiRules, pair: KindSet, seat_wind: Kind, round_wind: Kind) -> u32 {
    let winds = pair.has(seat_wind) as usize + pair.has(round_wind) as usize;
    let north = pair.has(Kind::NORTH) && rules.kita == Kita::Yakuhai;
    let value = pair.meets(KindSet::DRAGONS) | north;
    [0, 2, rules.double_wind_pair_fu as u32][winds] + 2 * value as u32
}

/// Fu of triplets in the concealed part, all counted as concealed: 4 each, 8 for terminals and honors.
#[inline]
pub(crate) fn concealed_triplets(triplets: KindSet) -> u32 {
    4 * triplets.len() + 4 * (triplets & KindSet::YAOCHU).len()
}

/// The fu that a triplet loses by being completed by ron: half.
#[inline]
pub(crate) fn opened_triplet(kind: Kind) -> u32 {
    if kind.is_yaochu() { 4 } else { 2 }
}

/// Fu of one meld.
#[inline]
pub fn meld(meld: &Meld) -> u32 {
    let simple = match meld.kind() {
        MeldKind::Chi => return 0,
        MeldKind::Pon => 2,
        MeldKind::Daiminkan | MeldKind::Kakan => 8,
        MeldKind::Ankan => 16,
    };
    if meld.low().is_yaochu() { 2 * simple } else { simple }
}
