//! What the chances of a fit depend on, from a situation.

use super::Situation;
use super::file::{EXTRAS, MatchKind};
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::rules::Tobi;

/// How the situations of some rules enter a fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// Score of a thousand: what a rank point is worth.
    unit: f32,
    /// Kyoku of the regular length.
    regular: usize,
    /// The target in thousands; where the rules have none, as far above the start score as that of the fit.
    target: f32,
    /// Whether the last regular kyoku ends the match, because the rules have no target.
    ends: bool,
    /// Whether a low score ends the match.
    bust: bool,
}

/// Terms of a situation.
pub(super) struct Inputs<const N: usize> {
    /// Which numbers of a fit apply: those of the kyoku, or of the extension, the last ones.
    pub set: usize,
    /// The seats in the order of those numbers: those of an extension begin with its dealer.
    pub seats: [usize; N],
    /// In that order, in thousands.
    pub scores: [f32; N],
    /// Nearness of a bust, the leader beside the target, sticks, honba.
    pub extras: [f32; EXTRAS],
}

/// Thousands from the start score to a target, where a fit has none.
const TARGET: f32 = 5.0;

impl Terms {
    /// With a fit for this kind of match.
    pub(super) fn new(rules: &RiichiRules, unit: f32, fit: &MatchKind) -> Terms {
        let above = (fit.target > 0).then_some((fit.target - fit.start) as f32 / unit);
        Terms {
            unit,
            regular: fit.regular(),
            target: rules.start_points as f32 / unit + above.unwrap_or(TARGET),
            ends: rules.target_points == 0,
            bust: rules.tobi != Tobi::Off,
        }
    }

    #[inline]
    pub(super) fn inputs<const N: usize>(&self, state: &Situation<N>) -> Inputs<N> {
        let (set, turn) = self.set::<N>(state.kyoku);
        let seats: [usize; N] = std::array::from_fn(|at| (at + turn) % N);
        let scores = seats.map(|seat| state.scores[seat] as f32 / self.unit);
        Inputs { set, seats, scores, extras: self.extras(&scores, state) }
    }

    /// The numbers of a kyoku, and the seat that is first in them.
    #[inline]
    pub(super) fn set<const N: usize>(&self, kyoku: u32) -> (usize, usize) {
        let kyoku = kyoku as usize;
        if kyoku < self.regular { (kyoku, 0) } else { (self.regular, kyoku % N) }
    }

    #[inline]
    fn extras<const N: usize>(&self, scores: &[f32; N], state: &Situation<N>) -> [f32; EXTRAS] {
        let (mut low, mut high) = (scores[0], scores[0]);
        for &score in scores {
            (low, high) = (low.min(score), high.max(score));
        }
        let bust = if self.bust { (1.0 - low / 8.0).clamp(0.0, 1.2) } else { 0.0 };
        let last = self.ends && state.kyoku as usize + 1 >= self.regular;
        let leader = if last { 1.0 } else { ((high - self.target) / 5.0).clamp(-1.0, 1.0) };
        [bust, leader, state.sticks.min(4) as f32, state.honba.min(5) as f32]
    }
}

impl<const N: usize> Inputs<N> {
    /// The score of a seat less the mean of the others.
    #[inline]
    pub(super) fn lead(&self, at: usize) -> f32 {
        let sum: f32 = self.scores.iter().sum();
        self.scores[at] - (sum - self.scores[at]) / (N - 1) as f32
    }
}
