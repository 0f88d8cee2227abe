//! What a comparison adds up over its walls, and what is watched of it.

use super::CompareOptions;
use super::equal::{Bounded, verdicts};
use super::target::Target;
use crate::effects::Effects;
use crate::experiment::{Findings, PATIENCE, Stop, Totals, Width};
use crate::stats::Cluster;
use hyakuman_analysis::anytime::FEWEST;
use hyakuman_analysis::figures::{label, larger_half, read_as, shown_effect};
use hyakuman_analysis::paired::Pair;
use hyakuman_analysis::sequential::{Look, SequentialTest};
use hyakuman_analysis::{Additive, Difference, Equivalence, Number, Paired, Validity, Verdict};

/// The effects of every arm.
pub(super) struct ArmEffects<'a> {
    pub options: &'a CompareOptions,
    pub primary: &'a [Target],
    /// The measure of [`Stop::Until`].
    pub watched: Option<Target>,
    /// The bounds of [`Stop::Verdict`].
    pub bounds: &'a [Bounded],
}

/// Sums over walls.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The effects of each arm.
    pub arms: Vec<Effects>,
    /// The primary measures of every two arms.
    pub pairs: Vec<PairTotals>,
}

/// The primary measures of two arms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PairTotals {
    pub arms: [usize; 2],
    pub primary: Vec<Paired>,
}

impl Sums {
    /// No walls; `arms` are the effects of each arm, without matches.
    pub(super) fn new(arms: Vec<Effects>, options: &CompareOptions, primary: &[Target]) -> Sums {
        let pairs = if options.pairs { arms.len() } else { 0 };
        let every = (0..pairs).flat_map(|first| (first + 1..pairs).map(move |second| [first, second]));
        let pair = |arms| PairTotals {
            arms,
            primary: primary.iter().map(|target| Paired::of(target.measure)).collect(),
        };
        Sums { arms, pairs: every.map(pair).collect() }
    }
}

impl Additive for Sums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.arms.iter_mut().for_each(|arm| arm.each(visit));
        self.pairs.iter_mut().flat_map(|pair| &mut pair.primary).for_each(|sum| sum.each(visit));
    }
}

impl Findings for ArmEffects<'_> {
    type Sums = Sums;

    /// The first cell is the base.
    fn add(&self, Sums { arms, pairs }: &mut Sums, cells: &[&Cluster]) {
        let (base, cells) = cells.split_first().expect("the base");
        arms.iter_mut().zip(cells).for_each(|(effects, arm)| effects.add(base, arm));
        for PairTotals { arms: [first, second], primary: sums } in pairs {
            for (sum, target) in sums.iter_mut().zip(self.primary) {
                let [base, variant] = [*first, *second].map(|arm| target.cluster(cells[arm]));
                sum.add(Pair { base, variant });
            }
        }
    }

    fn widest(&self, totals: &Totals<Sums>) -> Width {
        let found: Vec<Option<Difference>> = self.watched_in(&totals.sums).collect();
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
        let found = verdicts(self.bounds, totals.sums.arms.iter(), Validity::Anytime);
        let all: Vec<Equivalence> = found.into_iter().flatten().collect();
        let early = totals.walls < PATIENCE;
        let is_open = |found: &&Equivalence| found.is_open() || early && found.verdict == Verdict::Same;
        (all.iter().filter(is_open).copied().collect(), all.len())
    }

    fn look(&self, _: &SequentialTest, _: &Sums) -> Option<Look> {
        None
    }

    /// Of the arm with the widest interval.
    fn so_far(&self, totals: &Totals<Sums>) -> String {
        if self.options.stop == Stop::Verdict {
            let (open, all) = self.open(totals);
            return format!("{} of {all} verdicts known", all - open.len());
        }
        let (Some(target), Stop::Until { half: wanted, .. }) = (&self.watched, &self.options.stop) else {
            return String::new();
        };
        let arms = &totals.sums.arms;
        let halves: Vec<f64> = self.watched_in(&totals.sums).map(half).collect();
        let widest = (0..arms.len()).max_by(|&a, &b| halves[a].total_cmp(&halves[b])).unwrap_or(0);
        let effect = target.effect(&arms[widest], self.options.level(arms.len()));
        let [_, _, difference, interval] = shown_effect(target.measure.unit, &effect);
        let wanted = wanted.value() * read_as(target.measure.unit).0;
        format!("{} {difference}{interval}, wanted ± {wanted}", label(target.measure))
    }
}

impl ArmEffects<'_> {
    /// The difference that is watched, of each arm.
    fn watched_in(&self, sums: &Sums) -> impl Iterator<Item = Option<Difference>> {
        let level = self.options.level(sums.arms.len());
        sums.arms.iter().map(move |arm| self.watched.as_ref()?.effect(arm, level).difference)
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
