//! What points are worth: points themselves, or what they do to the final rank points.
//!
//! ```text
//! U_ref  = nobody wins: EXHAUSTIVE * U(draw) + the mean over the others of U(one of them wins)
//! gain   = DRAWN * U(won by the own draw) + RONNED * mean over the others of U(won from them) - U_ref
//! loss_i = U_ref - U(deal-in to i)
//! ```
//!
//! `U` is the expected rank points after the kyoku ([`PlaceModel`]), divided by what a point is worth at the start of a match: so
//! all other numbers of the agent stay in points.

use crate::place::{PlaceModel, Situation, after};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_games::riichi::{Outcome, RiichiRules, View};

/// Parts of the wins by ron and by the own draw.
const RONNED: f32 = 0.6;
const DRAWN: f32 = 0.4;
/// Part of the kyoku without an own win that end in an exhaustive draw.
const EXHAUSTIVE: f32 = 0.22;
/// Points of the wins of others, for `U_ref`.
const OTHERS: [i32; 2] = [3_900, 8_000];
/// Points by which scores are changed to find what a point is worth.
const STEP: i32 = 3_000;
/// Points between which gains and losses are interpolated.
const GAINS: [f32; 8] = [0.0, 1_000.0, 2_000.0, 3_900.0, 8_000.0, 12_000.0, 18_000.0, 36_000.0];
const LOSSES: [f32; 5] = [0.0, 2_000.0, 8_000.0, 12_000.0, 24_000.0];

/// What gains and losses of this kyoku are worth, in points as at the start of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stakes {
    /// At [`GAINS`]; none if points are worth themselves.
    gains: Option<[f32; GAINS.len()]>,
    /// By seat after the own, at [`LOSSES`].
    losses: [[f32; LOSSES.len()]; 3],
    /// What a point is worth that is not won or paid for a hand.
    slope: f32,
}

impl Stakes {
    /// Points are worth themselves.
    pub(crate) const POINTS: Stakes = Stakes { gains: None, losses: [[0.0; LOSSES.len()]; 3], slope: 1.0 };

    /// By a model of the final places. `unit`: rank points that a point is worth at the start of a match.
    pub(crate) fn new<const N: usize>(view: &View<'_, N>, model: &PlaceModel<N>, unit: f32) -> Stakes {
        let worth = |outcome: Outcome<N>| model.rank_points(&after(view, &outcome), view.seat()) / unit;
        let win = |winner, from, points| worth(Outcome::Win { winner, from, points });
        let reference = reference(view, &worth);
        let gains = GAINS.map(|points| {
            let points = points as i32;
            let ronned = mean(view.others().map(|from| win(RelSeat::SELF, Some(from), points)));
            DRAWN * win(RelSeat::SELF, None, points) + RONNED * ronned - reference
        });
        let mut losses = [[0.0; LOSSES.len()]; 3];
        for (winner, row) in view.others().zip(&mut losses) {
            *row = LOSSES.map(|points| reference - win(winner, Some(RelSeat::SELF), points as i32));
        }
        let slope = ((gains[3] - gains[0]) / GAINS[3]).clamp(0.05, 5.0);
        Stakes { gains: Some(gains), losses, slope }
    }

    /// What a win of this many points is worth, with honba and sticks of `pot` points.
    #[inline]
    pub(super) fn gain(&self, points: f32, pot: f32) -> f32 {
        self.gains.as_ref().map_or(points + pot, |gains| between(&GAINS, gains, points))
    }

    /// What it costs to pay a seat this many points.
    #[inline]
    pub(super) fn loss(&self, to: RelSeat, points: f32) -> f32 {
        if self.gains.is_none() {
            return points;
        }
        between(&LOSSES, &self.losses[to.steps() as usize - 1], points)
    }

    /// What a point is worth that is not won or paid for a hand.
    #[inline]
    pub(super) fn slope(&self) -> f32 {
        self.slope
    }
}

/// Rank points that a point is worth at the start of a match.
pub(crate) fn unit<const N: usize>(model: &PlaceModel<N>, rules: &RiichiRules) -> f32 {
    let worth = |points| {
        let mut scores = [rules.start_points - points / (N as i32 - 1); N];
        scores[0] = rules.start_points + points;
        let start = Situation { scores, kyoku: 0, honba: 0, sticks: 0, over: false };
        model.rank_points(&start, Seat::new(0))
    };
    (worth(STEP) - worth(-STEP)) / (2 * STEP) as f32
}

/// What the viewer expects if it does not win.
fn reference<const N: usize>(view: &View<'_, N>, worth: &impl Fn(Outcome<N>) -> f32) -> f32 {
    let draw = worth(Outcome::Draw { tenpai: [false; N] });
    let lost = mean(view.others().flat_map(|winner| {
        OTHERS.map(|points| {
            let from = view.others().filter(move |&from| from != winner);
            let ronned = mean(from.map(|from| worth(Outcome::Win { winner, from: Some(from), points })));
            RONNED * ronned + DRAWN * worth(Outcome::Win { winner, from: None, points })
        })
    }));
    EXHAUSTIVE * draw + (1.0 - EXHAUSTIVE) * lost
}

fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + number, count + 1));
    sum / count.max(1) as f32
}

/// Linear between the known points, and beyond the last one.
#[inline]
fn between<const K: usize>(at: &[f32; K], known: &[f32; K], points: f32) -> f32 {
    let mut i = 1;
    while i + 1 < K && at[i] < points {
        i += 1;
    }
    known[i - 1] + (known[i] - known[i - 1]) * (points - at[i - 1]) / (at[i] - at[i - 1])
}
