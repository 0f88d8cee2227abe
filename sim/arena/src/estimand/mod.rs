//! What is estimated: a measure of a player, a seat or a table in a cell of a grid; the difference of two; the difference of two differences.
//!
//! All are paired by wall. [`Target`] is a measure by its name, [`Rate`] one in a cell by the names of its ruleset and table; `sums.rs` adds up the walls
//! of any of them, and has the estimates.

mod judged;
mod sums;
mod target;

use std::fmt;
use std::ops::Sub;

pub use judged::Judged;
pub(crate) use judged::{judge, judge_weighted};
pub(crate) use sums::{Asked, EstimandSums, InCells};
pub use target::{Known, Subject, Target};

/// A measure in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rate {
    /// The measure ([`Target::read`]): `kyoku`, `ukeire.win`, `seat0.edge`; `players.win` of all players together, `first.win` of the agent that the
    /// table names first.
    pub measure: String,
    /// The name of the ruleset; `None` for the first.
    pub rules: Option<String>,
    /// The name of the table; `None` for the first.
    pub table: Option<String>,
}

/// The rate of the second less that of the first, on the same walls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RateDifference {
    /// What is taken off.
    pub base: Rate,
    /// What it is taken off from.
    pub variant: Rate,
}

/// What can be estimated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Estimand {
    /// A rate.
    Rate(Rate),
    /// A difference of two rates of one measure.
    Difference(RateDifference),
    /// The second difference less the first: what a change does in another setting beyond what it does here.
    Interaction(RateDifference, RateDifference),
}

impl Rate {
    /// A measure under the first ruleset at the first table.
    pub fn new(measure: impl Into<String>) -> Rate {
        Rate { measure: measure.into(), rules: None, table: None }
    }

    /// The same under this ruleset.
    #[must_use]
    pub fn under(self, rules: impl Into<String>) -> Rate {
        Rate { rules: Some(rules.into()), ..self }
    }

    /// The same at this table.
    #[must_use]
    pub fn at(self, table: impl Into<String>) -> Rate {
        Rate { table: Some(table.into()), ..self }
    }
}

impl Sub for Rate {
    type Output = RateDifference;

    fn sub(self, base: Rate) -> RateDifference {
        RateDifference { base, variant: self }
    }
}

impl Sub for RateDifference {
    type Output = Estimand;

    fn sub(self, first: RateDifference) -> Estimand {
        Estimand::Interaction(first, self)
    }
}

impl From<Rate> for Estimand {
    fn from(rate: Rate) -> Estimand {
        Estimand::Rate(rate)
    }
}

impl From<RateDifference> for Estimand {
    fn from(difference: RateDifference) -> Estimand {
        Estimand::Difference(difference)
    }
}

impl Estimand {
    /// The one with these [`Estimand::rates`]; `None` for other numbers of them.
    pub fn of_rates(rates: Vec<Rate>) -> Option<Estimand> {
        let mut rates = rates.into_iter();
        let (first, second) = (rates.next()?, rates.next());
        Some(match (second, rates.next(), rates.next(), rates.next()) {
            (None, ..) => first.into(),
            (Some(second), None, ..) => (second - first).into(),
            (Some(second), Some(base), Some(variant), None) => (variant - base) - (second - first),
            _ => return None,
        })
    }

    /// Its rates: one, base and variant, or those of the first difference and of the second.
    pub fn rates(&self) -> Vec<&Rate> {
        match self {
            Estimand::Rate(rate) => vec![rate],
            Estimand::Difference(RateDifference { base, variant }) => vec![base, variant],
            Estimand::Interaction(first, second) => {
                vec![&first.base, &first.variant, &second.base, &second.variant]
            }
        }
    }
}

/// `ukeire.win [no red fives, mixed]`: the measure, then ruleset and table if they are named.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell: Vec<&str> = [&self.rules, &self.table].into_iter().flatten().map(|name| &**name).collect();
        match cell.is_empty() {
            true => f.write_str(&self.measure),
            false => write!(f, "{} [{}]", self.measure, cell.join(", ")),
        }
    }
}

impl fmt::Display for RateDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} - {}", self.variant, self.base)
    }
}

impl fmt::Display for Estimand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Estimand::Rate(rate) => rate.fmt(f),
            Estimand::Difference(difference) => difference.fmt(f),
            Estimand::Interaction(first, second) => write!(f, "({second}) - ({first})"),
        }
    }
}
