//! What a comparison adds up over its walls, and what is watched of it.

use super::equal::verdicts;
use super::target::{InteractionSums, Target, TargetSums};
use super::{CompareOptions, Seated};
use crate::effects::Effects;
use crate::error::Error;
use crate::experiment::{Findings, PATIENCE, Stop, Totals, Width};
use crate::stats::Cluster;
use hyakuman_analysis::anytime::FEWEST;
use hyakuman_analysis::figures::{label, larger_half, read_as, shown_effect};
use hyakuman_analysis::{Additive, Difference, Equivalence, Number, Validity, Verdict};

/// The effects of every arm at every table.
pub(super) struct AtTables<'a> {
    pub options: &'a CompareOptions,
    pub tables: &'a [Seated<'a>],
}

/// Sums over walls.
#[derive(Clone, Default, Debug)]
pub(super) struct Sums {
    pub tables: Vec<TableSums>,
    /// For each table but the first, each arm and each primary measure: what the arm does there and at the first.
    pub interactions: Vec<Vec<Vec<InteractionSums>>>,
}

/// Those of a table.
#[derive(Clone, Debug)]
pub(super) struct TableSums {
    /// The effects of each arm.
    pub arms: Vec<Effects>,
    /// The primary measures of every two arms.
    pub pairs: Vec<PairTotals>,
}

/// The primary measures of two arms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PairTotals {
    pub arms: [usize; 2],
    pub primary: Vec<TargetSums>,
}

impl Sums {
    /// No walls, of no walls at every table.
    pub(super) fn new(tables: Vec<TableSums>, seated: &[Seated<'_>]) -> Sums {
        let interactions = |table: &Seated<'_>| {
            let sums: Vec<_> = table.primary.iter().map(Target::interaction_sums).collect();
            vec![sums; tables[0].arms.len()]
        };
        Sums { interactions: seated[1..].iter().map(interactions).collect(), tables }
    }

    /// Checks that all sums are within their range.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.arms().try_for_each(Effects::check)
    }

    /// The effects of every arm at every table.
    fn arms(&self) -> impl Iterator<Item = &Effects> {
        self.tables.iter().flat_map(|table| &table.arms)
    }
}

impl TableSums {
    /// No walls; `arms` are the effects of each arm, without matches.
    pub(super) fn new(arms: Vec<Effects>, options: &CompareOptions, primary: &[Target]) -> TableSums {
        let pairs = if options.pairs { arms.len() } else { 0 };
        let every = (0..pairs).flat_map(|first| (first + 1..pairs).map(move |second| [first, second]));
        let sums = |target: &Target| target.sums(&arms[0]);
        let pair = |arms| PairTotals { arms, primary: primary.iter().map(sums).collect() };
        let pairs = every.map(pair).collect();
        TableSums { arms, pairs }
    }

    /// Adds a wall at this table: the base, then the arms.
    fn add(&mut self, primary: &[Target], cells: &[&Cluster]) {
        let (base, cells) = cells.split_first().expect("the base");
        self.arms.iter_mut().zip(cells).for_each(|(effects, arm)| effects.add(base, arm));
        for PairTotals { arms: [first, second], primary: sums } in &mut self.pairs {
            for (sum, target) in sums.iter_mut().zip(primary) {
                target.add(sum, [*first, *second].map(|arm| cells[arm]));
            }
        }
    }
}

impl Additive for Sums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        for TableSums { arms, pairs } in &mut self.tables {
            arms.iter_mut().for_each(|arm| arm.each(visit));
            pairs.iter_mut().flat_map(|pair| &mut pair.primary).for_each(|sum| sum.each(visit));
        }
        self.interactions.iter_mut().flatten().flatten().for_each(|sum| sum.each(visit));
    }
}

impl Findings for AtTables<'_> {
    type Sums = Sums;

    /// The cells of a table follow those of the table before.
    fn add(&self, sums: &mut Sums, cells: &[&Cluster]) {
        let of_table: Vec<&[&Cluster]> = cells.chunks(cells.len() / self.tables.len()).collect();
        for ((table, sums), cells) in self.tables.iter().zip(&mut sums.tables).zip(&of_table) {
            sums.add(&table.primary, cells);
        }
        let others = self.tables[1..].iter().zip(&of_table[1..]);
        for (arms, (table, cells)) in sums.interactions.iter_mut().zip(others) {
            for (arm, primary) in (1..).zip(arms) {
                let walls = [of_table[0], cells].map(|cells| [cells[0], cells[arm]]);
                for (at, sum) in primary.iter_mut().enumerate() {
                    sum.add([&self.tables[0], table].map(|table| &table.primary[at]), walls);
                }
            }
        }
    }

    fn widest(&self, totals: &Totals<Sums>) -> Width {
        let found: Vec<Option<Difference>> = self.watched_in(&totals.sums).map(|(.., found)| found).collect();
        let is_same = |found: &Option<Difference>| found.is_some_and(|found| found.same());
        match totals.walls >= PATIENCE && found.iter().all(is_same) {
            true => Width::Same,
            false => {
                let waited_for = found.into_iter().filter(|found| totals.walls < PATIENCE || !is_same(found));
                Width::Half(waited_for.map(half).fold(0.0, f64::max))
            }
        }
    }

    /// An arm that changed nothing is waited for until [`PATIENCE`] walls.
    fn open(&self, totals: &Totals<Sums>) -> (Vec<Equivalence>, usize) {
        let differences = totals.sums.arms().count();
        let at_table = |(table, sums): (&Seated<'_>, &TableSums)| {
            verdicts(&table.bounds, &sums.arms, Validity::Anytime, differences)
        };
        let tables = self.tables.iter().zip(&totals.sums.tables);
        let all: Vec<Equivalence> = tables.flat_map(at_table).flatten().collect();
        let early = totals.walls < PATIENCE;
        let is_open = |found: &&Equivalence| found.is_open() || early && found.verdict == Verdict::Same;
        (all.iter().filter(is_open).copied().collect(), all.len())
    }

    /// Of the arm with the widest interval.
    fn so_far(&self, totals: &Totals<Sums>) -> String {
        if self.options.stop == Stop::Verdict {
            let (open, all) = self.open(totals);
            return format!("{} of {all} verdicts known", all - open.len());
        }
        let Stop::Until { half: wanted, .. } = &self.options.stop else { return String::new() };
        let wider = |found: &Option<Difference>, other: &Option<Difference>| {
            half(*found).total_cmp(&half(*other)).is_gt()
        };
        let arms = self.watched_in(&totals.sums);
        let widest = arms.reduce(|widest, arm| if wider(&arm.2, &widest.2) { arm } else { widest });
        let Some((target, arm, _)) = widest else { return String::new() };
        let level = self.options.level(totals.sums.arms().count());
        let [_, _, difference, interval] = shown_effect(target.measure.unit, &target.effect(arm, level));
        let wanted = wanted.value() * read_as(target.measure.unit).0;
        format!("{} {difference}{interval}, wanted ± {wanted}", label(target.measure))
    }
}

impl<'a> AtTables<'a> {
    /// What is watched, of each arm at each table.
    fn watched_in<'b>(
        &self,
        sums: &'b Sums,
    ) -> impl Iterator<Item = (&'a Target, &'b Effects, Option<Difference>)> {
        let (tables, level) = (self.tables, self.options.level(sums.arms().count()));
        let tables = tables.iter().zip(&sums.tables);
        let tables = tables.filter_map(|(table, sums)| Some((table.watched.as_ref()?, sums)));
        tables.flat_map(move |(target, sums)| {
            sums.arms.iter().map(move |arm| (target, arm, target.effect(arm, level).difference))
        })
    }
}

/// The larger half of an interval, as it is shown; 0 if the change has the same effect on all walls, infinite if it is not known yet, or from so few walls that
/// its width is not.
fn half(found: Option<Difference>) -> f64 {
    let half = |found: Difference| {
        let events = found.events_changed.unwrap_or(found.clusters_changed);
        let half = match found.error {
            Some(0.0) => Some(0.0),
            _ => found.interval.map(|bounds| larger_half(found.value, bounds)),
        };
        half.filter(|_| events.min(found.clusters_changed) >= FEWEST)
    };
    found.and_then(half).unwrap_or(f64::INFINITY)
}
