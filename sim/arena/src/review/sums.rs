//! Sums over decisions.

use super::{Reviewed, Sort};

/// The totals of some decisions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ReviewSums {
    /// Decisions.
    pub decisions: u64,
    /// Decisions in which the agent would have done the same.
    pub same: u64,
    /// Decisions in which the agent compares the actions, so that there is a loss.
    pub valued: u64,
    /// Sum of the losses.
    pub loss: f64,
}

/// The totals of some decisions, together and by what they are about.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BySort {
    /// Of all decisions.
    pub all: ReviewSums,
    /// In the order of [`Sort::ALL`].
    sorts: [ReviewSums; Sort::ALL.len()],
}

impl ReviewSums {
    /// Of these decisions.
    pub fn of<'a>(decisions: impl IntoIterator<Item = &'a Reviewed>) -> ReviewSums {
        BySort::of(decisions).all
    }

    /// The share of the decisions in which the agent would have done the same, from 0 to 1; `None` without decisions.
    pub fn agreement(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.same as f64 / self.decisions as f64)
    }

    /// The mean loss of a decision with a loss; `None` without one.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.valued > 0).then(|| self.loss / self.valued as f64)
    }

    /// Adds those of other decisions.
    pub fn merge(&mut self, other: &ReviewSums) {
        self.decisions += other.decisions;
        self.same += other.same;
        self.valued += other.valued;
        self.loss += other.loss;
    }
}

impl BySort {
    /// Of these decisions.
    pub fn of<'a>(decisions: impl IntoIterator<Item = &'a Reviewed>) -> BySort {
        let mut totals = BySort::default();
        decisions.into_iter().for_each(|reviewed| totals.add(reviewed));
        totals
    }

    /// Adds a decision.
    pub fn add(&mut self, reviewed: &Reviewed) {
        let loss = reviewed.loss();
        let one = ReviewSums {
            decisions: 1,
            same: reviewed.agrees().into(),
            valued: loss.is_some().into(),
            loss: loss.unwrap_or_default().into(),
        };
        self.all.merge(&one);
        self.sorts[reviewed.sort as usize].merge(&one);
    }

    /// Of the decisions about one thing.
    pub fn get(&self, sort: Sort) -> &ReviewSums {
        &self.sorts[sort as usize]
    }

    /// Adds those of other decisions.
    pub fn merge(&mut self, other: &BySort) {
        self.all.merge(&other.all);
        self.sorts.iter_mut().zip(&other.sorts).for_each(|(own, other)| own.merge(other));
    }
}
