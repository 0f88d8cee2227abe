//! The value of a completed hand: its yaku, han, fu and base points. It is in the game loop: no allocation.
//!
//! A hand is read in every way in which it divides into sets, and in each with the winning tile in every place where it
//! fits. The reading that pays most counts, then that with more yakuman, more han, more fu.
//! Payments are in [`super::settle`]. Source: RULES.md.

mod readings;

use super::written_yaku::{Added, WrittenYakuSet};
use super::yaku::{Yaku, YakuSet};
use crate::rules::{DoubleYakuman, Kazoe, Renhou, RiichiRules};
use hyakuman_core::{Hand, Kind, Meld, RelSeat};
use readings::{Best, Readings};

/// A completed hand and how it was won.
#[derive(Clone, Copy, Debug)]
pub struct Win<'a> {
    /// Concealed part, the winning tile included: 14 tiles less three per meld.
    pub hand: &'a Hand,
    /// Melds, concealed kans among them.
    pub melds: &'a [Meld],
    /// The winning tile.
    pub tile: Kind,
    /// Whether it was won by tsumo, not by ron.
    pub tsumo: bool,
    /// The winner's wind; east is the dealer.
    pub seat_wind: Kind,
    /// The prevailing wind.
    pub round_wind: Kind,
    /// Circumstances.
    pub flags: WinFlags,
    /// Dora, counted by the caller.
    pub dora: DoraCount,
    /// The course of the kyoku; matters to yaku of a rules file only.
    pub course: Course,
}

/// What happened in a kyoku before a win.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Course {
    /// Discards of the winner.
    pub discards: u8,
    /// Whether they were only terminals and honors.
    pub outside_only: bool,
    /// Tiles that may still be drawn.
    pub left: u8,
    /// Honba on the table.
    pub honba: u16,
    /// Who gave the tile, as the winner sees it; none by tsumo, or where it does not matter.
    pub from: Option<RelSeat>,
}

/// Circumstances of a win, any number of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct WinFlags(u16);

/// Declares the circumstances, each with its bit.
macro_rules! circumstances {
    ($($(#[$doc:meta])+ $name:ident = $bit:literal;)+) => {
        impl WinFlags {
            $($(#[$doc])+ pub const $name: WinFlags = WinFlags(1 << $bit);)+
            /// All of them.
            pub const ALL: WinFlags = WinFlags(0 $(| 1 << $bit)+);
        }
    };
}

circumstances! {
    /// The winner is in riichi.
    RIICHI = 0;
    /// The riichi is a double one; with or without [`WinFlags::RIICHI`] beside it.
    DOUBLE_RIICHI = 1;
    /// Within one uninterrupted turn of the riichi.
    IPPATSU = 2;
    /// Tsumo of the last live tile.
    HAITEI = 3;
    /// Ron on the last discard.
    HOUTEI = 4;
    /// Tsumo of a replacement tile.
    RINSHAN = 5;
    /// Ron on a tile added to a pon, where the rules give a han for it.
    CHANKAN = 6;
    /// Before the winner's first discard and any call or kan: tenhou, chiihou, by ron renhou.
    FIRST_TURN = 7;
    /// Ron on the tile of a riichi declaration; matters to local yaku only.
    RIICHI_TILE = 8;
    /// Ron on the discard that follows a kan; matters to local yaku only.
    AFTER_KAN = 9;
    /// Ron on the discard that follows a north set aside; matters to local yaku only.
    AFTER_NUKI = 10;
    /// The riichi is an open one; with [`WinFlags::RIICHI`] beside it.
    OPEN_RIICHI = 11;
    /// Ron on the tile of a player not in riichi, who saw the hand of the open riichi.
    SASHIKOMI = 12;
}

impl WinFlags {
    /// None of them.
    pub const NONE: WinFlags = WinFlags(0);

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether all of `other` are set.
    #[inline]
    pub const fn has(self, other: WinFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and those of `other`.
    #[inline]
    #[must_use]
    pub const fn with(self, other: WinFlags) -> WinFlags {
        WinFlags(self.0 | other.0)
    }

    /// These but those of `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: WinFlags) -> WinFlags {
        WinFlags(self.0 & !other.0)
    }

    /// These, and those of `other` if `holds`.
    #[inline]
    #[must_use]
    pub const fn with_if(self, other: WinFlags, holds: bool) -> WinFlags {
        if holds { self.with(other) } else { self }
    }
}

/// Dora of a hand by sort; each is one han.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct DoraCount {
    /// By the open indicators.
    pub dora: u8,
    /// By the indicators under them (裏ドラ).
    pub ura: u8,
    /// Red fives.
    pub aka: u8,
    /// Norths set aside.
    pub nuki: u8,
}

impl DoraCount {
    /// Their sum.
    #[inline]
    pub const fn total(self) -> u32 {
        self.dora as u32 + self.ura as u32 + self.aka as u32 + self.nuki as u32
    }
}

/// The named limits of a hand's value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Hash)]
pub enum Limit {
    /// Below mangan: base points come from han and fu.
    #[default]
    None,
    /// 5 han, or fewer with enough fu (満貫).
    Mangan,
    /// 6-7 han (跳満).
    Haneman,
    /// 8-10 han (倍満).
    Baiman,
    /// 11-12 han (三倍満).
    Sanbaiman,
    /// 13 han or more (数え役満), where the rules have it.
    KazoeYakuman,
    /// One or more yakuman (役満).
    Yakuman,
}

impl Limit {
    /// Name in JSON and records; none below mangan.
    pub const fn slug(self) -> Option<&'static str> {
        match self {
            Limit::None => None,
            Limit::Mangan => Some("mangan"),
            Limit::Haneman => Some("haneman"),
            Limit::Baiman => Some("baiman"),
            Limit::Sanbaiman => Some("sanbaiman"),
            Limit::KazoeYakuman => Some("kazoe_yakuman"),
            Limit::Yakuman => Some("yakuman"),
        }
    }
}

/// The value of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandValue {
    /// Its yaku; only the yakuman of a hand that has one.
    pub yaku: YakuSet,
    /// Its yaku of the rules file ([`RiichiRules::yaku`]); with a yakuman only those that are yakuman.
    pub own_yaku: WrittenYakuSet,
    /// Total multiple of yakuman, 0 for an ordinary hand.
    pub yakuman: u8,
    /// Han with dora, 0 for a yakuman. Dora do not count for a renhou that is a flat mangan.
    pub han: u8,
    /// Han of the yaku alone; 0 for a yakuman.
    pub yaku_han: u8,
    /// Fu, rounded; 0 for a yakuman.
    pub fu: u8,
    /// Base points: payments are multiples of it, rounded up to hundreds.
    pub base: i32,
    /// The limit it reaches.
    pub limit: Limit,
    /// Dora as counted by the caller.
    pub dora: DoraCount,
}

impl HandValue {
    /// A value without yaku, as for nagashi mangan.
    pub const fn flat(base: i32, limit: Limit) -> HandValue {
        let dora = DoraCount { dora: 0, ura: 0, aka: 0, nuki: 0 };
        HandValue {
            yaku: YakuSet::EMPTY,
            own_yaku: 0,
            yakuman: 0,
            han: 0,
            yaku_han: 0,
            fu: 0,
            base,
            limit,
            dora,
        }
    }
}

/// Base points of mangan.
pub const MANGAN: i32 = 2_000;
/// Base points of one yakuman where hands have limits.
pub(crate) const YAKUMAN: i32 = 8_000;
/// Most base points of a hand without limits: a ron of 10,000,000 points, 15,000,000 for a dealer. An i32 holds
/// sixty kyoku in which one player pays it to three others, thirty where these are paid double.
const MOST_BASE: i32 = 2_500_000;

/// The value of a win; none where the tiles are not a complete hand, or no reading has enough yaku
/// (`rules.han_shibari` han without dora).
pub fn value(rules: &RiichiRules, win: &Win) -> Option<HandValue> {
    let best = Readings::of(rules, win, Points(rules)).best()?;
    let closed = !win.melds.iter().any(Meld::is_open);
    let yakuman = best.yaku.and(yakuman_of(rules));
    let added = best.added(rules, closed);
    Some(match (yakuman.is_empty() && added.yakuman == 0, best.yaku.has(Yaku::Renhou)) {
        (true, true) if rules.renhou == Renhou::FlatMangan => flat_renhou(rules, &best, closed, win.dora),
        (true, _) => ordinary(rules, &best, closed, win.dora),
        (false, _) => limit_hand(rules, yakuman, &best, win.dora),
    })
}

/// A scale by which the readings of a hand are compared: the one with the highest value counts.
pub(crate) trait Scale: Copy {
    /// The value of an ordinary reading of `han`, dora included, and `fu`. More than 0.
    fn ordinary(self, han: u32, fu: u32) -> u64;

    /// The value of a reading with this multiple of a yakuman.
    fn yakuman(self, multiple: u32) -> u64;
}

/// The yaku of the reading with the highest value on a scale, and their multiple of a yakuman; with yakuman no other yaku.
/// None where [`value`] is none.
pub(crate) fn best_yaku(rules: &RiichiRules, win: &Win, scale: impl Scale) -> Option<(YakuSet, u32)> {
    let best = Readings::of(rules, win, scale).best()?;
    let yakuman = best.yaku.and(yakuman_of(rules));
    Some(if yakuman.is_empty() {
        (best.yaku, 0)
    } else {
        (yakuman, total_multiple(rules, yakuman, &Added::default()))
    })
}

/// The scale of riichi mahjong: base points, then yakuman, han, fu.
#[derive(Clone, Copy)]
struct Points<'a>(&'a RiichiRules);

impl Scale for Points<'_> {
    #[inline]
    fn ordinary(self, han: u32, fu: u32) -> u64 {
        let (base, _) = base_points(self.0, han, fu);
        (base as u64) << 24 | (han.min(0xFF) as u64) << 8 | fu as u64
    }

    #[inline]
    fn yakuman(self, multiple: u32) -> u64 {
        (yakuman_base(self.0, multiple) as u64) << 24 | (multiple as u64) << 16
    }
}

#[inline]
fn ordinary(rules: &RiichiRules, best: &Best, closed: bool, dora: DoraCount) -> HandValue {
    let &Best { yaku, own_yaku, fu, .. } = best;
    let added = best.added(rules, closed);
    let yaku_han = han_without_dora(yaku, closed) + added.yaku_han + added.bonus_han;
    let han = (yaku_han + dora.total()).max(added.least_han);
    let (base, limit) = base_points(rules, han, fu);
    let small = |number: u32| number.min(u8::MAX as u32) as u8;
    let (han, yaku_han, fu) = (small(han), small(yaku_han), fu as u8);
    HandValue { yaku, own_yaku, yakuman: 0, han, yaku_han, fu, base, limit, dora }
}

/// The value of a hand with a renhou that is a flat mangan: that mangan, or the hand without the renhou if this is more.
#[cold]
fn flat_renhou(rules: &RiichiRules, best: &Best, closed: bool, dora: DoraCount) -> HandValue {
    let renhou = YakuSet::of(&[Yaku::Renhou]);
    let rest = ordinary(rules, &Best { yaku: best.yaku.without(renhou), ..*best }, closed, dora);
    if rest.yaku_han >= rules.han_shibari.max(1) && rest.base > MANGAN {
        return rest;
    }
    let (han, fu) = (RENHOU_HAN as u8, best.fu as u8);
    HandValue { yaku: renhou, han, yaku_han: han, fu, dora, ..HandValue::flat(MANGAN, Limit::Mangan) }
}

/// The value of a hand with these yakuman.
#[cold]
fn limit_hand(rules: &RiichiRules, yakuman: YakuSet, best: &Best, dora: DoraCount) -> HandValue {
    let multiple = total_multiple(rules, yakuman, &best.added(rules, true));
    HandValue {
        yaku: yakuman,
        own_yaku: rules.yaku.yakuman(best.own_yaku),
        yakuman: multiple as u8,
        dora,
        ..HandValue::flat(yakuman_base(rules, multiple), Limit::Yakuman)
    }
}

/// The multiple of a yakuman that these yakuman make together with those of the rules file.
fn total_multiple(rules: &RiichiRules, yakuman: YakuSet, added: &Added) -> u32 {
    let doubles = yakuman.and(doubled(rules)).len();
    let sum = match rules.yakuman_stack {
        true => yakuman.len() + doubles + added.yakuman,
        false => (1 + doubles.min(1)).max(added.greatest_yakuman),
    };
    rules.max_yakuman.map_or(sum, |most| sum.min(most as u32))
}

#[inline]
fn han_without_dora(yaku: YakuSet, closed: bool) -> u32 {
    let renhou = if yaku.has(Yaku::Renhou) { RENHOU_HAN } else { 0 };
    yaku.han(closed) + renhou
}

/// Base points of so many yakuman: without limits 13 han of 30 fu each.
pub(crate) fn yakuman_base(rules: &RiichiRules, multiple: u32) -> i32 {
    if rules.aotenjou { unlimited(13 * multiple, 30) } else { YAKUMAN * multiple as i32 }
}

/// Base points of a hand without limits, at most [`MOST_BASE`].
fn unlimited(han: u32, fu: u32) -> i32 {
    // 110 fu of 17 han are far above that, and fit.
    (fu << (2 + han.min(17))).min(MOST_BASE as u32) as i32
}

/// Base points and limit of a hand of `han` and `fu` without a yakuman.
#[inline]
pub fn base_points(rules: &RiichiRules, han: u32, fu: u32) -> (i32, Limit) {
    if rules.aotenjou { (unlimited(han, fu), Limit::None) } else { limited(rules, han, fu) }
}

/// [`base_points`] where hands have limits.
pub(crate) fn limited(rules: &RiichiRules, han: u32, fu: u32) -> (i32, Limit) {
    match han {
        13.. if rules.kazoe == Kazoe::Yakuman => (YAKUMAN, Limit::KazoeYakuman),
        11.. => (6_000, Limit::Sanbaiman),
        8.. => (4_000, Limit::Baiman),
        6.. => (3_000, Limit::Haneman),
        5 => (MANGAN, Limit::Mangan),
        _ => {
            let base = (fu << (2 + han)) as i32;
            // Kiriage (切り上げ満貫) rounds up 4 han 30 fu and 3 han 60 fu.
            let mangan = if rules.kiriage { 1_920 } else { MANGAN };
            if base >= mangan { (MANGAN, Limit::Mangan) } else { (base, Limit::None) }
        }
    }
}

/// The multiple that a yakuman counts, 1 or 2; 0 for a yaku that is no yakuman.
pub fn yakuman_multiple(rules: &RiichiRules, yaku: Yaku) -> u8 {
    let single = yakuman_of(rules).has(yaku) as u8;
    single + (single & doubled(rules).has(yaku) as u8)
}

/// Han of a yaku that does not count as a yakuman, in a closed or an open hand.
pub fn han_of(yaku: Yaku, closed: bool) -> u8 {
    match yaku {
        Yaku::Renhou => RENHOU_HAN as u8,
        _ if closed => yaku.info().closed,
        _ => yaku.info().open,
    }
}

/// Han of renhou where it is no yakuman but a mangan.
const RENHOU_HAN: u32 = 5;

/// The yaku that count as yakuman.
#[inline]
fn yakuman_of(rules: &RiichiRules) -> YakuSet {
    let ordinary =
        if rules.renhou == Renhou::Yakuman { YakuSet::EMPTY } else { YakuSet::of(&[Yaku::Renhou]) };
    YakuSet::YAKUMAN.without(ordinary)
}

/// The yakuman that count twice.
#[inline]
fn doubled(rules: &RiichiRules) -> YakuSet {
    let double = &rules.double_yakuman;
    let mut set = YakuSet::EMPTY;
    set.add(Yaku::SuuankouTanki, double.has(DoubleYakuman::SuuankouTanki));
    set.add(Yaku::Kokushi13, double.has(DoubleYakuman::Kokushi13));
    set.add(Yaku::JunseiChuuren, double.has(DoubleYakuman::JunseiChuuren));
    set.add(Yaku::Daisuushi, double.has(DoubleYakuman::Daisuushi));
    set.add(Yaku::Daichisei, double.has(DoubleYakuman::Daichisei));
    set
}
