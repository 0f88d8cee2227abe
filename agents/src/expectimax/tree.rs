//! The own turn, tile by tile: each possible draw, the yaku it makes, and the best action after it.

use super::Worth;
use super::pool::Pool;
use super::sums::Worths;
use hyakuman_core::{Kind, Tile};
use hyakuman_toppan::action::Action;
use hyakuman_toppan::score::{Case, Scorer, Value};
use hyakuman_toppan::yaku::Yaku;
use hyakuman_toppan::{Held, Indicators};

/// Draws searched exactly; beyond that, hands are valued by their sums.
const DEPTH: u32 = 2;
/// A draw is not searched if its value by the sum falls short by more than this.
const MARGIN: f64 = 3.0;

/// The inputs of the value of a hand. Values are half points per half point of the bet.
pub(super) struct Tree<'a, S> {
    pub(super) scorer: &'a Scorer,
    pub(super) indicators: &'a Indicators,
    pub(super) seat_wind: Kind,
    pub(super) round_wind: Kind,
    pub(super) honba: u32,
    /// The tiles that may be drawn.
    pub(super) pool: &'a Pool,
    /// Values by sums.
    pub(super) worths: &'a Worths,
    /// Expected han per tile of a toppan hand from turning up a tile.
    pub(super) turned_up: f64,
    /// How many players pay a win: the dealer for a child, each child for the dealer.
    pub(super) paid: f64,
    pub(super) bust: f64,
    /// Returns the value of staying with this hand, its best sum and its han; `None` if it is not allowed.
    pub(super) stay: S,
}

impl<S: Fn(&Held, u8, f64) -> Option<f64>> Tree<'_, S> {
    /// The legal actions and their values.
    pub(super) fn worths(&self, held: &Held) -> Worth {
        let hit = (Action::Hit, Some(self.hit(held, self.pool, DEPTH)));
        let worths = [hit, (Action::Stay, self.stay(held)), (Action::Win, self.win(held))];
        worths.into_iter().filter_map(|(action, worth)| Some((action, worth?))).collect()
    }

    /// The value of a hand after drawing a tile, with `depth` further draws searched.
    fn worth(&self, held: &Held, before: &Pool, drawn: Tile, depth: u32) -> f64 {
        let win = self.win(held);
        if held.is_over() {
            return win.unwrap_or(self.bust);
        }
        let kept = win.into_iter().chain(self.stay(held)).fold(f64::NEG_INFINITY, f64::max);
        let by_sum = self.worths.hit[held.least() as usize];
        if depth == 0 || by_sum + MARGIN < kept {
            return kept.max(by_sum);
        }
        let mut pool = before.clone();
        pool.take(drawn);
        kept.max(self.hit(held, &pool, depth))
    }

    /// The value of a draw from these tiles.
    fn hit(&self, held: &Held, pool: &Pool, depth: u32) -> f64 {
        let mut worth = 0.0;
        for (tile, chance) in pool.draws() {
            let mut more = held.clone();
            more.draw(tile);
            worth += chance * self.worth(&more, pool, tile, depth - 1);
        }
        worth
    }

    fn stay(&self, held: &Held) -> Option<f64> {
        let han = f64::from(self.scorer.compared(&self.case(held)).han);
        (self.stay)(held, held.best(self.seat_wind), han)
    }

    /// The value of declaring, if there is a yaku to declare.
    fn win(&self, held: &Held) -> Option<f64> {
        let Value { yaku, han, .. } = self.scorer.declared(&self.case(held))?;
        let more = if yaku.has(Yaku::Toppanfu) { self.turned_up * held.tiles().len() as f64 } else { 0.0 };
        Some(self.paid * (f64::from(han) + more))
    }

    fn case<'b>(&'b self, held: &'b Held) -> Case<'b> {
        let Tree { indicators, seat_wind, round_wind, honba, .. } = *self;
        Case { held, seat_wind, round_wind, indicators, honba }
    }
}
