//! Sums over walls for an estimand, and the estimates from them.

use super::Target;
use super::target::MeasureSource;
use crate::counts::WallCounts;
use crate::lineup::Lineup;
use crate::metrics::groups;
use hyakuman_analysis::paired::Pair;
use hyakuman_analysis::{
    Additive, Edge, Effect, Equivalence, Group, Interaction, Level, Measure, Number, PairedMeasures, Results,
    Validity,
};
use std::ops::AddAssign;
use std::slice;

/// A measure in some cells of a grid: one, or all in which a table sits in another order.
#[derive(Clone, Debug)]
pub(crate) struct InCells {
    /// The cells, each with the measure of the same player there.
    pub cells: Vec<(usize, Target)>,
    /// Matches of that player on a wall.
    pub matches: usize,
    /// Agents at the table.
    pub agents: usize,
}

/// An estimand, resolved: a rate, a difference (base, variant), or a difference of differences (base and variant of the first, then of the second).
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// A single rate stands for base and variant.
    rates: Vec<InCells>,
    is_rate: bool,
    /// Counted units of a point.
    units_per_point: i32,
}

#[derive(Clone, Debug)]
pub(crate) enum EstimandSums {
    /// Of a rate, taken twice, or of two.
    Rates(Box<PairedMeasures>),
    /// Of four, and of each two of them.
    Four(Box<(Interaction, [PairedMeasures; 2])>),
    Edge(Edge),
    Luck(Results),
}

impl Additive for EstimandSums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        match self {
            EstimandSums::Rates(sums) => sums.each(visit),
            EstimandSums::Four(sums) => {
                sums.0.each(visit);
                sums.1.iter_mut().for_each(|pair| pair.each(visit));
            }
            EstimandSums::Edge(sums) => sums.each(visit),
            EstimandSums::Luck(sums) => sums.each(visit),
        }
    }
}

impl EstimandSums {
    /// The measure whose sums are too large.
    pub(crate) fn inexact(&self) -> Option<&'static Measure> {
        match self {
            EstimandSums::Rates(sums) => sums.inexact(),
            EstimandSums::Four(sums) => sums.1.iter().find_map(PairedMeasures::inexact),
            EstimandSums::Edge(_) | EstimandSums::Luck(_) => None,
        }
    }
}

impl InCells {
    /// A measure in one cell, in which these agents sit.
    pub(crate) fn one(cell: usize, target: &Target, lineup: &Lineup) -> InCells {
        let (matches, agents) = (target.matches_of(lineup), lineup.agents().len());
        InCells { cells: vec![(cell, target.clone())], matches, agents }
    }

    /// The sum of what is counted on a wall in each of the cells.
    fn sum<T: Default + AddAssign>(&self, cells: &[&WallCounts], of: fn(&Target, &WallCounts) -> T) -> T {
        let mut sum = T::default();
        self.cells.iter().for_each(|(cell, target)| sum += of(target, cells[*cell]));
        sum
    }
}

impl Asked {
    /// Of one, two or four rates of the same measure.
    pub(crate) fn new(rates: Vec<InCells>, units_per_point: i32) -> Asked {
        let is_rate = rates.len() == 1;
        let rates = if is_rate { [rates.clone(), rates].concat() } else { rates };
        Asked { rates, is_rate, units_per_point }
    }

    /// Whether it is a single rate.
    pub(crate) fn is_rate(&self) -> bool {
        self.is_rate
    }

    /// Its measure.
    pub(crate) fn target(&self) -> &Target {
        &self.rates[0].cells[0].1
    }

    /// No walls.
    pub(crate) fn sums(&self) -> EstimandSums {
        let (measure, ways) = (self.target().measure, self.rates.len());
        match self.target().kind {
            MeasureSource::Edge(_) => EstimandSums::Edge(Edge::new(ways)),
            // A table of fewer agents has none at the last places.
            MeasureSource::Luck => {
                let agents = self.rates.iter().map(|rate| rate.agents).max().unwrap_or(0);
                EstimandSums::Luck(Results::new(agents, ways))
            }
            MeasureSource::Rate(_) if ways == 4 => {
                let sums = Interaction::new(measure.unit, self.units_per_point);
                EstimandSums::Four(Box::new((sums, [self.pair(0), self.pair(2)])))
            }
            MeasureSource::Rate(_) => EstimandSums::Rates(Box::new(self.pair(0))),
        }
    }

    /// No walls of two of the rates.
    fn pair(&self, base: usize) -> PairedMeasures {
        let matches = [base, base + 1].map(|rate| self.rates[rate].matches);
        let sums = PairedMeasures::new(slice::from_ref(self.target().measure)).has_matches_each(matches);
        sums.counted_in(self.units_per_point)
    }

    /// Adds a wall: the counts of each cell of the grid.
    pub(crate) fn add(&self, sums: &mut EstimandSums, cells: &[&WallCounts]) {
        let pair = |way: usize| Pair {
            base: self.rates[way].sum(cells, Target::cluster),
            variant: self.rates[way + 1].sum(cells, Target::cluster),
        };
        match sums {
            EstimandSums::Rates(sums) => sums.add_at(0, pair(0)),
            EstimandSums::Four(sums) => {
                let pairs = [pair(0), pair(2)];
                sums.0.add(pairs);
                sums.1.iter_mut().zip(pairs).for_each(|(sums, pair)| sums.add_at(0, pair));
            }
            EstimandSums::Edge(edge) => {
                let mut leads = [Group::default(); 4];
                leads
                    .iter_mut()
                    .zip(&self.rates)
                    .for_each(|(lead, rate)| *lead = rate.sum(cells, Target::lead));
                edge.add(&leads[..self.rates.len()]);
            }
            EstimandSums::Luck(results) => {
                let agents = results.agents();
                let of_rate = |rate: &InCells| groups(cells[rate.cells[0].0], agents);
                results.add(self.rates.iter().flat_map(of_rate));
            }
        }
    }

    /// The estimate; of four rates the difference only, of one the base.
    pub(crate) fn effect(&self, sums: &EstimandSums, level: Level) -> Effect {
        let effect = match sums {
            EstimandSums::Rates(sums) => sums.effect_at(0, level),
            EstimandSums::Four(sums) => Effect { difference: sums.0.difference(level), ..Effect::NONE },
            EstimandSums::Edge(edge) => edge.effect(level),
            EstimandSums::Luck(results) => results.luck_effect(level),
        };
        match self.rates.len() {
            _ if self.is_rate => Effect { base: effect.base, ..Effect::NONE },
            2 => effect,
            // Those of the first difference alone say little.
            _ => Effect { difference: effect.difference, ..Effect::NONE },
        }
    }

    /// Whether the difference is larger than a bound; one of so many verdicts.
    pub(crate) fn equivalence(
        &self,
        sums: &EstimandSums,
        bound: f64,
        validity: Validity,
        verdicts: usize,
    ) -> Equivalence {
        match sums {
            EstimandSums::Rates(sums) => sums.equivalence_at(0, bound, validity, verdicts),
            EstimandSums::Four(sums) => sums.0.equivalence(bound, validity, verdicts),
            EstimandSums::Edge(edge) => edge.equivalence(bound, validity, verdicts),
            EstimandSums::Luck(results) => results.luck_equivalence(bound, validity, verdicts),
        }
    }
}
