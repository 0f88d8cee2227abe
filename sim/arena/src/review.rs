//! What an agent thinks of the decisions of a match: what it would have done, what every action is worth to it, and what the choice
//! made cost.
//!
//! `reviewer` asks the agent, [`sort`] says what a decision is about, [`sums`] sums up decisions, [`recorded`] has the matches of
//! a data set, [`players`] sums up matches by player, [`many`] reviews all that is in files, folders, archives and data sets.

pub mod many;
pub mod players;
pub mod recorded;
mod reviewer;
pub mod sort;
pub mod sums;

pub use many::{Judge, Problem, Reviews};
pub use players::Players;
pub use recorded::Recorded;
pub use reviewer::{Asked, of_log, of_played};
pub use sort::Sort;
pub use sums::{BySort, ReviewSums};

use crate::rollouts::RolledOut;
use hyakuman_analysis::Estimate;
use hyakuman_core::Seat;
use hyakuman_core::game::{Candidate, Evaluation, ValueUnit};
use std::collections::BTreeMap;

/// The decisions of a match, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// Those of the seats asked for.
    pub decisions: Vec<Reviewed>,
}

/// A decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// Which kyoku.
    pub kyoku: Kyoku,
    /// Which decision of the match, from 0, over all seats.
    pub number: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was decided.
    pub sort: Sort,
    /// The hand as text, with the tile just drawn: `123m456p + 7s`.
    pub hand: String,
    /// The action taken, by code.
    pub done: u8,
    /// The action of the agent, by code.
    pub choice: u8,
    /// What each action is worth to it; `None` where it compares nothing.
    pub evaluation: Option<Evaluation>,
    /// What the action taken and the choice are worth in rollouts, where they were asked for and the agent would have done something else.
    pub rollouts: Option<RolledOut>,
}

/// A kyoku of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kyoku {
    /// Prevailing winds passed times seats, plus the seat of the dealer.
    pub index: u32,
    /// Honba.
    pub honba: u32,
}

impl Reviewed {
    /// Whether the agent would have done the same. Actions of the very same value are the same: two equal tiles, say.
    pub fn agrees(&self) -> bool {
        self.done == self.choice || self.difference() == Some(0.0)
    }

    /// What the action taken is worth less than the choice of the agent, in the unit of the evaluation; at least 0. `None` without an
    /// evaluation.
    pub fn loss(&self) -> Option<f32> {
        Some(self.difference()?.max(0.0))
    }

    /// What the action taken is worth less than the choice in rollouts; below zero if it is worth more.
    pub fn loss_in_rollouts(&self) -> Option<Estimate> {
        let of = |action| self.rollouts.as_ref()?.of(action)?.behind;
        let negative = |gain: Estimate| {
            let interval = gain.interval.map(|[low, high]| [-high, -low]);
            Estimate { value: -gain.value, interval, ..gain }
        };
        of(self.done).or_else(|| of(self.choice).map(negative))
    }

    /// The value of the choice less that of the action taken. It can be negative: an agent need not compare all actions when it plays.
    fn difference(&self) -> Option<f32> {
        let value =
            |action| self.evaluation.as_ref()?.of(action).map(|candidate: &Candidate| candidate.value);
        Some(value(self.choice)? - value(self.done)?)
    }
}

impl Review {
    /// The unit of all evaluations; `None` if there is none.
    pub fn unit(&self) -> Option<ValueUnit> {
        self.decisions.iter().find_map(|reviewed| Some(reviewed.evaluation.as_ref()?.unit))
    }

    /// The seats with a decision, in order.
    pub fn seats(&self) -> Vec<Seat> {
        let has = |seat: &Seat| self.of_seat(*seat).next().is_some();
        Seat::all(hyakuman_core::game::MAX_SEATS).filter(has).collect()
    }

    /// The decisions of a seat.
    pub fn of_seat(&self, seat: Seat) -> impl Iterator<Item = &Reviewed> {
        self.decisions.iter().filter(move |reviewed| reviewed.seat == seat)
    }

    /// The review without the decisions of these numbers: decision `n` is bit `n % 8` of byte `n / 8`.
    #[must_use]
    pub(crate) fn without(mut self, hidden: &[u8]) -> Review {
        let is_hidden = |n: usize| hidden.get(n / 8).is_some_and(|byte| byte >> (n % 8) & 1 == 1);
        self.decisions.retain(|reviewed| !is_hidden(reviewed.number));
        self
    }

    /// The decisions of each kyoku, in order.
    pub fn by_kyoku(&self) -> impl Iterator<Item = (Kyoku, &[Reviewed])> {
        let kyoku = self.decisions.chunk_by(|one, next| one.kyoku == next.kyoku);
        kyoku.map(|decisions| (decisions[0].kyoku, decisions))
    }

    /// The totals by the names of the seats; seats of the same name together.
    pub fn by_name(&self, names: &[String]) -> BTreeMap<String, BySort> {
        let mut found = BTreeMap::<String, BySort>::new();
        for reviewed in &self.decisions {
            let name = names.get(reviewed.seat.index()).cloned().unwrap_or_default();
            found.entry(name).or_default().add(reviewed);
        }
        found
    }
}
