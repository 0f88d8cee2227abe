//! What a won hand is worth (RULES.md T-3). Hot: no allocation, no rule looked up by name.

use super::held::{Held, LIMIT};
use super::indicators::Indicators;
use super::rules::{Downgrade, HonbaFor, ToppanRules};
use super::shape::Reader;
use super::yaku::{MANGAN, Yaku, YakuSet};
use hyakuman_core::Kind;

/// A hand, and all that its worth depends on.
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

/// What a hand is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The yaku that count.
    pub yaku: YakuSet,
    /// The sum of their han; a mangan's flat worth.
    pub han: u32,
    /// Does it pay a flat sum?
    pub mangan: bool,
    /// How often each of the first six yaku counts.
    times: [u32; 6],
}

/// The rules of one game, made ready for many hands.
#[derive(Clone, Debug)]
pub struct Scorer {
    reader: Reader,
    stacking: bool,
    wind_per_tile: bool,
    honba_for_all: bool,
    downgrade_at: u8,
}

impl Scorer {
    /// For these rules.
    pub fn new(rules: &ToppanRules) -> Scorer {
        Scorer {
            reader: Reader::new(rules),
            stacking: rules.dora_stacking,
            wind_per_tile: rules.roundwind_per_tile,
            honba_for_all: rules.honba_for == HonbaFor::Both,
            downgrade_at: match rules.doukoku_downgrade {
                Downgrade::Over => LIMIT + 1,
                Downgrade::AtLeast => LIMIT,
            },
        }
    }

    /// The winning yaku that would count if the hand were declared now; none: it cannot be (T-3.4).
    #[inline]
    pub fn winning(&self, case: &Case<'_>) -> YakuSet {
        let all = self.reader.winning(case.held, case.seat_wind, case.indicators);
        let n = case.held.tiles().len();
        let counted = if case.held.is_over() { all.and(YakuSet::pure(n).or(TRIPLET)) } else { all };
        let mangan = self.mangan(case, counted);
        if mangan.is_empty() { counted.after_exclusions() } else { mangan }
    }

    /// Those that pay a flat sum; a triplet in a big hand that is more than that does not.
    #[inline]
    fn mangan(&self, case: &Case<'_>, counted: YakuSet) -> YakuSet {
        let big = case.held.best(case.seat_wind) >= self.downgrade_at;
        let downgraded = big && case.held.tiles().len() > 3;
        counted.and(if downgraded { YakuSet::MANGAN.without(TRIPLET) } else { YakuSet::MANGAN })
    }

    /// The worth of a hand that is declared; none where it has no winning yaku.
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

    /// The worth of a hand that wins by comparison, or because the other went bust: its bonuses.
    pub fn compared(&self, case: &Case<'_>) -> Value {
        self.sum(case, self.bonuses(case))
    }

    /// The worth of winning at all, whatever the tiles (T-3.5).
    pub fn base(&self, case: &Case<'_>) -> Value {
        self.sum(case, self.bonuses(case).and(YakuSet::of(&[Yaku::Kihonten, Yaku::Honba])))
    }

    /// All bonuses that hold.
    fn bonuses(&self, case: &Case<'_>) -> YakuSet {
        let mut yaku = self.reader.bonuses(case.held);
        for (number, times) in self.times(case).into_iter().enumerate() {
            yaku.add(Yaku::of(number as u8), times > 0);
        }
        yaku
    }

    /// How often each of the first six yaku holds, those counted by tile or honba.
    fn times(&self, case: &Case<'_>) -> [u32; 6] {
        let hand = case.held.hand();
        let winds = hand.count(case.round_wind) as u32;
        [
            1,
            if case.seat_wind == Kind::EAST || self.honba_for_all { case.honba } else { 0 },
            if self.wind_per_tile { winds } else { winds.min(1) },
            case.indicators.dora_in(hand, self.stacking),
            case.held.reds() as u32,
            hand.count_in(case.indicators.lasts()),
        ]
    }

    fn sum(&self, case: &Case<'_>, yaku: YakuSet) -> Value {
        let mut value = Value { yaku, han: 0, mangan: false, times: self.times(case) };
        value.han = yaku.iter().map(|yaku| value.worth(yaku)).sum();
        value
    }
}

/// The one yaku that is a mangan or not.
const TRIPLET: YakuSet = YakuSet::of(&[Yaku::Tonkufu]);

impl Value {
    /// The han of one of its yaku, all its times together.
    pub fn worth(&self, yaku: Yaku) -> u32 {
        let times = self.times.get(yaku as usize).copied().unwrap_or(1);
        if self.mangan { MANGAN as u32 } else { yaku.han() as u32 * times }
    }

    /// How often one of its yaku counts; of those that can count more than once.
    pub fn times(&self, yaku: Yaku) -> u32 {
        if self.yaku.has(yaku) { self.times.get(yaku as usize).copied().unwrap_or(1) } else { 0 }
    }

    /// The han without those of the honba.
    pub fn without_honba(&self) -> u32 {
        if self.mangan { self.han } else { self.han - self.times(Yaku::Honba) }
    }

    /// What a loser pays, in the unit of the bet.
    #[inline]
    pub fn pay(&self, bet: i32) -> i32 {
        self.han as i32 * bet
    }
}
