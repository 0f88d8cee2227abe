//! The rates of a run, by name.

use hyakuman_analysis::figures::{label, shown};
use hyakuman_analysis::{Estimate, FEWEST_CLUSTERS, Measure, Measures};
use std::fmt;

/// The rates of an agent, of a seat, or of whole matches, each with its 95% confidence interval. The names are those of
/// `hyakuman run --json` (docs/output.md). Prints as a list.
#[derive(Clone, Copy, Debug)]
pub struct Rates<'a> {
    measures: &'a Measures,
    inapplicable: &'static [&'static str],
}

impl<'a> Rates<'a> {
    pub(crate) fn new(measures: &'a Measures, inapplicable: &'static [&'static str]) -> Rates<'a> {
        Rates { measures, inapplicable }
    }

    /// A rate by its name; `None` if it has no trials, does not apply to the game, or does not exist.
    pub fn get(&self, name: &str) -> Option<Estimate> {
        self.iter().find(|(measure, _)| measure.name == name)?.1
    }

    /// Mean result of a match with uma and oka, in thousands of points.
    pub fn rank_points(&self) -> Option<Estimate> {
        self.get("rank_points")
    }

    /// Mean placement; 1 is first.
    pub fn placement(&self) -> Option<Estimate> {
        self.get("placement")
    }

    /// Share of hands won.
    pub fn win(&self) -> Option<Estimate> {
        self.get("win")
    }

    /// Share of hands in which the player dealt in.
    pub fn deal_in(&self) -> Option<Estimate> {
        self.get("deal_in")
    }

    /// Every rate of the game with its description.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Measure, Option<Estimate>)> + use<'a> {
        let inapplicable = self.inapplicable;
        self.measures.estimates().filter(move |(measure, _)| !inapplicable.contains(&measure.name))
    }
}

impl fmt::Display for Rates<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = || self.iter().map(|(measure, estimate)| (label(measure), shown(measure.unit, estimate)));
        let width = lines().map(|(label, _)| label.len()).max().unwrap_or(0);
        for (at, (label, [value, interval])) in lines().enumerate() {
            write!(f, "{}{label:width$}  {value:>8}{interval}", if at == 0 { "" } else { "\n" })?;
        }
        if lines().any(|(_, [_, interval])| interval.is_empty()) {
            write!(
                f,
                "\nwithout interval: fewer than {FEWEST_CLUSTERS} walls contribute, or all have the same rate"
            )?;
        }
        Ok(())
    }
}
