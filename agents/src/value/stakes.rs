//! What points are worth: points themselves, or what they do to the final rank points.
//!
//! ```text
//! gain   = U(win) - U_ref
//! loss_i = LOSS * (U_ref - U(deal-in to i))
//! U_ref  = nobody wins: what the other ends of the kyoku are worth on average
//! ```
//!
//! `U` is in [`Outcomes`], in points as at the start of a match: so all other numbers of the agent stay in points.

use super::outcomes::{LOSSES, Outcomes, Table, at_points, between};
use hyakuman_core::RelSeat;
use hyakuman_riichi::View;

/// Times which losses and the bonus of a win count, if final rank points are maximised. `U_ref` contains what the wins of others
/// cost, which `value` has in these two numbers: with the factors a decision at the start of a match is about that of `value`.
const LOSS: f32 = 1.1;
const BONUS: f32 = 0.65;
/// Points of a win up to which the worth of a point is measured.
const USUAL: f32 = 3_900.0;

/// What gains and losses of this kyoku are worth, in points as at the start of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stakes {
    /// Of a win; none if points are worth themselves.
    gains: Option<Table>,
    /// By seat after the own, at [`LOSSES`].
    losses: [[f32; LOSSES.len()]; 3],
    /// What a point is worth that is not won or paid for a hand.
    pub(super) slope: f32,
    /// What a point of the bonus of a win is worth.
    bonus: f32,
    /// What the stick of an own riichi is worth; none if that is by `slope`.
    stick: Option<f32>,
}

impl Stakes {
    /// Points are worth themselves.
    pub(crate) const POINTS: Stakes =
        Stakes { gains: None, losses: [[0.0; LOSSES.len()]; 3], slope: 1.0, bonus: 1.0, stick: None };

    /// By what the ends of the kyoku are worth; the seats in riichi are those that the viewer sees now.
    pub(crate) fn new<const N: usize>(view: &View<'_, N>, outcomes: &Outcomes) -> Stakes {
        let reference = outcomes.reference(view);
        let gains = outcomes.wins.map(|worth| worth - reference);
        let losses = outcomes.losses.map(|row| row.map(|worth| LOSS * (reference - worth)));
        let slope = ((at_points(&gains, USUAL) - gains[0]) / USUAL).clamp(0.05, 5.0);
        Stakes { gains: Some(gains), losses, slope, bonus: BONUS * slope, stick: outcomes.stick(view) }
    }

    /// What a win of this many points is worth, with honba and sticks of `pot` points.
    #[inline]
    pub(super) fn gain(&self, points: f32, pot: f32) -> f32 {
        self.gains.as_ref().map_or(points + pot, |gains| at_points(gains, points))
    }

    /// The same with a bonus for the win.
    #[inline]
    pub(super) fn win(&self, points: f32, pot: f32, bonus: f32) -> f32 {
        self.gain(points, pot) + self.bonus(bonus)
    }

    /// What it costs to pay a seat this many points.
    #[inline]
    pub(super) fn loss(&self, to: RelSeat, points: f32) -> f32 {
        if self.gains.is_none() {
            return points;
        }
        between(&LOSSES, &self.losses[to.steps() as usize - 1], points)
    }

    /// What this much of a bonus for a win is worth.
    #[inline]
    pub(super) fn bonus(&self, points: f32) -> f32 {
        points * self.bonus
    }

    /// What the stick of an own riichi, of this many points, is worth.
    #[inline]
    pub(super) fn stick(&self, points: f32) -> f32 {
        self.stick.unwrap_or(points * self.slope)
    }

    /// Whether a win of more points is never worth less.
    pub(super) fn rise(&self) -> bool {
        self.gains.as_ref().is_none_or(|gains| gains.is_sorted())
    }

    /// Whether a win may be worth less than none.
    #[inline]
    pub(super) fn count_places(&self) -> bool {
        self.gains.is_some()
    }
}
