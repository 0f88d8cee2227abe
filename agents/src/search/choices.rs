//! Which decisions are searched, and which actions of them.

use crate::learned::Sort;
use arrayvec::ArrayVec;
use hyakuman_core::game::{ActionMask, Evaluation, ValueUnit};
use hyakuman_riichi::View;

/// Actions that are compared with the choice of the base.
pub(super) const MOST: usize = 2;
/// On the own turn, an action is compared if the base values it less by this many rank points at most, or by this part of its value.
const NEAR: f32 = 0.4;

/// How values of `value` and rollouts predict what an action is worth more than another, in rank points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Category {
    /// The true difference for each rank point of difference in value.
    pub by_value: f32,
    /// The mean of the rollouts for each of them.
    pub mean_by_value: f32,
    /// The standard deviation of what is left of the mean.
    pub spread: f32,
    /// The part of it that is true.
    pub real: f32,
    /// The standard deviation of one world.
    pub noise: f32,
}

// Fitted to `value` with four players under Tenhou's rules (docs/search.md).
const CALL: Category =
    Category { by_value: 1.57, mean_by_value: 2.05, spread: 1.25, real: 0.64, noise: 14.5 };
const CALL_UNDER_RIICHI: Category =
    Category { by_value: 1.35, mean_by_value: 1.95, spread: 0.85, real: 0.69, noise: 11.2 };
const RIICHI: Category = Category { by_value: 1.0, mean_by_value: 1.0, spread: 1.75, real: 0.9, noise: 16.6 };
const RIICHI_UNDER_RIICHI: Category =
    Category { by_value: 0.7, mean_by_value: 1.0, spread: 1.25, real: 0.6, noise: 15.0 };
const DISCARD_UNDER_RIICHI: Category =
    Category { by_value: 0.95, mean_by_value: 0.95, spread: 0.4, real: 0.4, noise: 8.0 };

impl Category {
    /// That of a decision; `None` if it is left to the base: wins, an abort, a hand in riichi, a discard while no other seat is in riichi,
    /// and all that is no call and no own turn.
    pub(super) fn of<const N: usize>(view: &View<'_, N>, legal: &ActionMask) -> Option<Category> {
        Some(match Sort::of(view, legal)? {
            Sort::Call => CALL,
            Sort::CallUnderRiichi => CALL_UNDER_RIICHI,
            Sort::Riichi => RIICHI,
            Sort::RiichiUnderRiichi => RIICHI_UNDER_RIICHI,
            Sort::Discard => return None,
            Sort::DiscardUnderRiichi => DISCARD_UNDER_RIICHI,
        })
    }

    /// What an action is worth more than the choice of the base: `value` less by the base, and a mean difference of `worlds` worlds with
    /// this variance of one of them.
    pub(super) fn gain(self, value: f32, mean: f32, variance: f32, worlds: f32) -> f32 {
        let error = 0.5 * (variance + self.noise * self.noise) / worlds;
        let spread = self.spread * self.spread;
        let known = self.real * spread / (spread + error);
        self.by_value * value + known * (mean - self.mean_by_value * value)
    }
}

/// An action, and what the base values it more than its choice, in rank points.
pub(super) type Alternative = (u8, f32);

/// The choice of the base and what it is compared with.
#[derive(Debug)]
pub(super) struct Choices {
    pub category: Category,
    pub own: u8,
    pub others: ArrayVec<Alternative, MOST>,
}

impl Choices {
    /// The most valuable alternatives; `None` if there is none near enough. Of actions with equal values one is compared: two equal
    /// tiles, say.
    pub(super) fn of(category: Category, own: u8, evaluation: &Evaluation) -> Option<Choices> {
        let unit = rank_points_in(evaluation.unit);
        let best = unit * evaluation.of(own)?.value;
        let near = if category == CALL || category == CALL_UNDER_RIICHI {
            f32::INFINITY
        } else {
            NEAR.max(NEAR * best.abs())
        };
        let mut others: ArrayVec<Alternative, MOST> = ArrayVec::new();
        for candidate in &evaluation.candidates {
            let value = unit * candidate.value - best;
            let is_known = value == 0.0 || others.iter().any(|&(_, other)| other == value);
            if candidate.action != own && !is_known && value >= -near && !others.is_full() {
                others.push((candidate.action, value));
            }
        }
        (!others.is_empty()).then_some(Choices { category, own, others })
    }
}

/// The rank points of one unit of value: a thousand points, or a logit, count as one.
pub(super) fn rank_points_in(unit: ValueUnit) -> f32 {
    match unit {
        ValueUnit::Points => 1e-3,
        ValueUnit::RankPoints | ValueUnit::Logit => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{CALL_UNDER_RIICHI, Category, DISCARD_UNDER_RIICHI, RIICHI_UNDER_RIICHI};
    use crate::threat::tests::after_wins;

    #[test]
    fn a_riichi_that_has_won_is_none() {
        let under_riichi = [CALL_UNDER_RIICHI, RIICHI_UNDER_RIICHI, DISCARD_UNDER_RIICHI];
        after_wins(|view, legal, only_winners| {
            let category = Category::of(view, legal);
            assert!(!only_winners || !category.is_some_and(|of| under_riichi.contains(&of)), "{category:?}");
        });
    }
}
