//! The value of a winning hand (RULES.md T-3). It is in the game loop: no allocation.

use super::held::{Held, LIMIT};
use super::indicators::Indicators;
use super::rules::{Downgrade, HonbaFor, ToppanRules};
use super::shape::ShapeRules;
use super::yaku::{MANGAN, Yaku, YakuSet};
use hyakuman_core::Kind;

/// A hand, and everything that its value depends on.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The tiles.
    pub held: &'a Held,
    /// The wind of the seat; east is the dealer.
    pub seat_wind: Kind,
    /// The wind of the round.
    pub round_wind: Kind,
    /// The indicators that count for the seat.
    pub indicators: &'a Indicators,
    /// Honba on the table.
    pub honba: u32,
}

/// The value of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The yaku that count.
    pub yaku: YakuSet,
    /// The sum of their han; 40 for a mangan.
    pub han: u32,
    /// Whether it is a mangan, which is paid flat.
    pub mangan: bool,
    /// How often each of the first six yaku counts.
    times: [u32; 6],
}

/// Scores hands under the rules of one match.
#[derive(Clone, Debug)]
pub struct Scorer {
    shapes: ShapeRules,
    stacking: bool,
    wind_per_tile: bool,
    honba_for_all: bool,
    downgrade_at: u8,
}

impl Scorer {
    /// For these rules.
    pub fn new(rules: &ToppanRules) -> Scorer {
        Scorer {
            shapes: ShapeRules::new(rules),
            stacking: rules.dora_stacking,
            wind_per_tile: rules.roundwind_per_tile,
            honba_for_all: rules.honba_for == HonbaFor::Both,
            downgrade_at: match rules.doukoku_downgrade {
                Downgrade::Over => LIMIT + 1,
                Downgrade::AtLeast => LIMIT,
            },
        }
    }

    /// The winning yaku that would count if the hand were declared now. If there are none it cannot be (T-3.4).
    #[inline]
    pub fn winning(&self, case: &Case<'_>) -> YakuSet {
        let all = self.shapes.winning(case.held, case.seat_wind, case.indicators);
        let n = case.held.tiles().len();
        let counted = if case.held.is_over() { all.and(YakuSet::pure(n).or(TRIPLET)) } else { all };
        let mangan = self.mangan(case, counted);
        if mangan.is_empty() { counted.after_exclusions() } else { mangan }
    }

    /// Those of them that are a mangan. A triplet is not if the hand has a large sum and other tiles.
    #[inline]
    fn mangan(&self, case: &Case<'_>, counted: YakuSet) -> YakuSet {
        let big = case.held.best(case.seat_wind) >= self.downgrade_at;
        let downgraded = big && case.held.tiles().len() > 3;
        counted.and(if downgraded { YakuSet::MANGAN.without(TRIPLET) } else { YakuSet::MANGAN })
    }

    /// The value of a declared hand; none if it has no winning yaku.
    pub fn declared(&self, case: &Case<'_>) -> Option<Value> {
        let winning = self.winning(case);
        if winning.is_empty() {
            return None;
        }
        if !self.mangan(case, winning).is_empty() {
            return Some(Value { yaku: winning, han: MANGAN as u32, mangan: true, times: [1; 6] });
        }
        let bonuses = self.bonuses(case);
        let bonuses = if case.held.is_over() { bonuses.and(YakuSet::ALWAYS) } else { bonuses };
        Some(self.sum(case, winning.or(bonuses).after_exclusions()))
    }

    /// The value of a hand that wins by comparison, or because the other is bust: its bonuses.
    pub fn compared(&self, case: &Case<'_>) -> Value {
        self.sum(case, self.bonuses(case))
    }

    /// The value of a win whatever the tiles (T-3.5).
    pub fn base(&self, case: &Case<'_>) -> Value {
        self.sum(case, self.bonuses(case).and(YakuSet::of(&[Yaku::Kihonten, Yaku::Honba])))
    }

    /// All bonuses that hold.
    fn bonuses(&self, case: &Case<'_>) -> YakuSet {
        let mut yaku = self.shapes.bonuses(case.held);
        for (number, times) in self.times(case).into_iter().enumerate() {
            yaku.add(Yaku::of(number as u8), times > 0);
        }
        yaku
    }

    /// How often each of the first six yaku counts, which are counted by tile or honba.
    fn times(&self, case: &Case<'_>) -> [u32; 6] {
        let hand = case.held.hand();
        let winds = hand.count(case.round_wind) as u32;
        [
            1,
            if case.seat_wind == Kind::EAST || self.honba_for_all { case.honba } else { 0 },
            if self.wind_per_tile { winds } else { winds.min(1) },
            case.indicators.dora_in(hand, self.stacking),
            case.held.reds as u32,
            hand.count_in(case.indicators.lasts()),
        ]
    }

    fn sum(&self, case: &Case<'_>, yaku: YakuSet) -> Value {
        let mut value = Value { yaku, han: 0, mangan: false, times: self.times(case) };
        value.han = yaku.iter().map(|yaku| value.worth(yaku)).sum();
        value
    }
}

/// The one yaku that is a mangan only in some hands.
const TRIPLET: YakuSet = YakuSet::of(&[Yaku::Tonkufu]);

impl Value {
    /// The han of one of its yaku, times how often it counts.
    pub fn worth(&self, yaku: Yaku) -> u32 {
        let times = self.times.get(yaku as usize).copied().unwrap_or(1);
        if self.mangan { MANGAN as u32 } else { yaku.han() as u32 * times }
    }

    /// How often a yaku counts, 0 if the hand does not have it.
    pub fn times(&self, yaku: Yaku) -> u32 {
        if self.yaku.has(yaku) { self.times.get(yaku as usize).copied().unwrap_or(1) } else { 0 }
    }

    /// The han without those of the honba.
    pub(crate) fn without_honba(&self) -> u32 {
        if self.mangan { self.han } else { self.han - self.times(Yaku::Honba) }
    }

    /// What a loser with this bet pays, in the unit of the bet.
    #[inline]
    pub fn pay(&self, bet: i32) -> i32 {
        self.han as i32 * bet
    }
}
