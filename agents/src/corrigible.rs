//! Agents that can be corrected: what they think of the actions that they look at.

use hyakuman_core::game::{ActionMask, Agent, Candidate, Game, ValueUnit};

/// An agent that can be corrected.
pub trait Corrigible<G: Game>: Agent<G> {
    /// Adds the actions that the agent looks at in play, with what they are worth in the unit returned, and returns its choice, but for
    /// actions of equal worth. Those out of reach may be left out, and one that is compared with no other may be worth 0. `None` where [`Agent::act`] does not compare values.
    fn weigh(
        &mut self,
        view: &G::View<'_>,
        legal: &ActionMask,
        reach: Reach,
        candidates: &mut Vec<Candidate>,
    ) -> Option<(ValueUnit, u8)>;
}

/// By how much another action may be worth less than the choice of the agent and still be looked at: the greater of the two.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// In rank points or thousands of points.
    pub(crate) difference: f32,
    /// Part of what the choice is worth.
    pub(crate) part: f32,
}

impl Reach {
    /// All actions.
    pub const ALL: Reach = Reach { difference: f32::INFINITY, part: 0.0 };

    /// The least value that is looked at beside a choice of this value, both in rank points or thousands of points.
    pub fn least(self, best: f32) -> f32 {
        best - self.difference.max(self.part * best.abs())
    }

    /// The same in points.
    pub(crate) fn least_points(self, best: f32) -> f32 {
        1_000.0 * self.least(best / 1_000.0)
    }
}

/// The most valuable of some actions.
pub(crate) fn best(candidates: &[Candidate]) -> Option<u8> {
    let best = candidates.iter().reduce(|best, next| if precedes(next, best) { next } else { best });
    best.map(|best| best.action)
}

/// Whether an action is worth more than another; of equal ones the lower code precedes.
pub(crate) fn precedes(a: &Candidate, b: &Candidate) -> bool {
    a.value > b.value || a.value == b.value && a.action < b.action
}
