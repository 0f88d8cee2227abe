//! What a comparison adds up over its walls, and what is watched of it.

use super::equal::verdicts;
use super::{CompareOptions, Seated};
use crate::counts::WallCounts;
use crate::effects::Effects;
use crate::error::Error;
use crate::estimand::{Asked, EstimandSums, InCells, Target};
use crate::grid::{GridSums, Stop, WallSums, Width, open, until_so_far, verdicts_so_far};
use crate::own_measures;
use hyakuman_analysis::{Additive, Equivalence, Number, Validity};

/// The effects of every arm at every table.
pub(super) struct AtTables<'a> {
    pub options: &'a CompareOptions,
    pub tables: &'a [Seated<'a>],
    /// For each table and every two arms of it the primary measures ([`CompareOptions::pairs`]); then for each table but the first and each arm what
    /// the arm does to them there beyond what it does at the first.
    pub asked: Vec<Asked>,
}

/// Sums over walls.
#[derive(Clone, Default, Debug)]
pub(super) struct ComparisonSums {
    /// For each table the effects of each arm.
    pub tables: Vec<Vec<Effects>>,
    pub asked: Vec<EstimandSums>,
}

/// The estimands beside the effects of the arms; `units_per_point` counted units are one point.
pub(super) fn asked(options: &CompareOptions, tables: &[Seated<'_>], units_per_point: i32) -> Vec<Asked> {
    let cells = options.arms.len() + 1;
    let of = |rates: &[(usize, usize)], primary: usize| {
        let rate = |&(table, cell): &(usize, usize)| {
            let Seated { primary: targets, lineup, .. } = &tables[table];
            InCells::one(table * cells + cell, &targets[primary], lineup)
        };
        Asked::new(rates.iter().map(rate).collect(), units_per_point)
    };
    let pairs = (0..tables.len()).flat_map(|table| {
        pairs(options).map(move |[first, second]| vec![(table, first + 1), (table, second + 1)])
    });
    let others = (1..tables.len())
        .flat_map(|table| (1..cells).map(move |arm| vec![(0, 0), (0, arm), (table, 0), (table, arm)]));
    let primary = 0..tables[0].primary.len();
    pairs.chain(others).flat_map(|rates| primary.clone().map(move |at| of(&rates, at))).collect()
}

/// Every two arms, if asked for.
pub(super) fn pairs(options: &CompareOptions) -> impl Iterator<Item = [usize; 2]> {
    let arms = if options.pairs { options.arms.len() } else { 0 };
    (0..arms).flat_map(move |first| (first + 1..arms).map(move |second| [first, second]))
}

impl ComparisonSums {
    /// Checks that all sums are within their range.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.arms().try_for_each(Effects::check)?;
        own_measures::check_sums(self.asked.iter().find_map(EstimandSums::inexact))
    }

    /// The effects of every arm at every table.
    fn arms(&self) -> impl Iterator<Item = &Effects> {
        self.tables.iter().flatten()
    }
}

impl Additive for ComparisonSums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.tables.iter_mut().flatten().for_each(|arm| arm.each(visit));
        self.asked.iter_mut().for_each(|sums| sums.each(visit));
    }
}

impl WallSums for AtTables<'_> {
    type Sums = ComparisonSums;

    /// The cells of a table follow those of the table before: the base, then the arms.
    fn add(&self, sums: &mut ComparisonSums, cells: &[&WallCounts]) {
        for (arms, cells) in sums.tables.iter_mut().zip(cells.chunks(cells.len() / self.tables.len())) {
            let (base, cells) = cells.split_first().expect("the base");
            arms.iter_mut().zip(cells).for_each(|(effects, arm)| effects.add(base, arm));
        }
        self.asked.iter().zip(&mut sums.asked).for_each(|(asked, sums)| asked.add(sums, cells));
    }

    fn widest(&self, totals: &GridSums<ComparisonSums>) -> Width {
        Width::widest(totals.walls, self.watched_in(&totals.sums))
    }

    fn open(&self, totals: &GridSums<ComparisonSums>) -> (Vec<Equivalence>, usize) {
        let differences = totals.sums.arms().count();
        let at_table = |(table, arms): (&Seated<'_>, &Vec<Effects>)| {
            verdicts(&table.bounds, arms, Validity::Anytime, differences)
        };
        let tables = self.tables.iter().zip(&totals.sums.tables);
        open(totals.walls, tables.flat_map(at_table).flatten().collect())
    }

    fn so_far(&self, totals: &GridSums<ComparisonSums>) -> String {
        match &self.options.plan.stop {
            Stop::Verdict => verdicts_so_far(self.open(totals)),
            stop => {
                let watched = self.tables[0].watched.as_ref().map(|target| target.measure);
                until_so_far(stop, &self.widest(totals), watched)
            }
        }
    }
}

impl<'a> AtTables<'a> {
    /// What is watched, of each arm at each table.
    fn watched_in<'b>(&self, sums: &'b ComparisonSums) -> impl Iterator<Item = Width> + use<'a, 'b> {
        let (tables, level) = (self.tables, self.options.plan.level(sums.arms().count()));
        let tables = tables.iter().zip(&sums.tables);
        let tables = tables.filter_map(|(table, sums)| Some((table.watched.as_ref()?, sums)));
        let width = move |target: &Target, arm| Width::of(target.effect(arm, level).difference.as_ref());
        tables.flat_map(move |(target, sums)| sums.iter().map(move |arm| width(target, arm)))
    }
}
