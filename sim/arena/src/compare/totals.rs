//! The totals of a comparison over walls.

use super::CompareOptions;
use super::target::Target;
use crate::effects::Effects;
use crate::lineup::Lineup;
use crate::measures::MatchCount;
use crate::state::{Sums, numbers_as_text, numbers_in};
use crate::stats::Cluster;
use hyakuman_analysis::Paired;
use hyakuman_analysis::paired::Pair;

/// Sums over walls. Whole numbers, so that the order of adding does not matter.
#[derive(Clone, Debug)]
pub(super) struct Totals {
    /// Walls.
    pub walls: u64,
    /// Matches under each ruleset.
    pub matches: u64,
    /// Decisions of all players, under all rulesets played.
    pub decisions: i64,
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

/// A wall under the base and under every arm.
pub(super) struct Wall<'a> {
    pub base: &'a Cluster,
    pub arms: Vec<&'a Cluster>,
}

impl Totals {
    /// No walls.
    pub(super) fn new(lineup: &Lineup, options: &CompareOptions, primary: &[Target], units: i32) -> Totals {
        let arms = options.arms.len();
        let pairs = if options.pairs { arms } else { 0 };
        let every = (0..pairs).flat_map(|first| (first + 1..pairs).map(move |second| [first, second]));
        let pair = |arms| PairTotals { arms, primary: vec![Paired::default(); primary.len()] };
        let mut effects = Effects::new(lineup);
        effects.count_points_in(units);
        Totals {
            walls: 0,
            matches: 0,
            decisions: 0,
            arms: vec![effects; arms],
            pairs: every.map(pair).collect(),
        }
    }

    /// Adds a wall with its matches; `played` says which arms were played.
    pub(super) fn add(&mut self, wall: &Wall<'_>, primary: &[Target], played: &[bool]) {
        let count = |cluster: &Cluster, count: MatchCount| cluster.matches.table[count as usize];
        self.walls += 1;
        self.matches += count(wall.base, MatchCount::Matches) as u64;
        self.decisions += count(wall.base, MatchCount::Decisions);
        for ((effects, arm), played) in self.arms.iter_mut().zip(&wall.arms).zip(played) {
            effects.add(wall.base, arm);
            self.decisions += if *played { count(arm, MatchCount::Decisions) } else { 0 };
        }
        for PairTotals { arms: [first, second], primary: sums } in &mut self.pairs {
            for (sum, target) in sums.iter_mut().zip(primary) {
                let [base, variant] = [*first, *second].map(|arm| target.cluster(wall.arms[arm]));
                sum.add(Pair { base, variant });
            }
        }
    }

    /// Adds other walls.
    pub(super) fn merge(&mut self, other: &Totals) {
        self.walls += other.walls;
        self.matches += other.matches;
        self.decisions += other.decisions;
        self.arms.iter_mut().zip(&other.arms).for_each(|(arm, other)| arm.merge(other));
        for (pair, other) in self.pairs.iter_mut().zip(&other.pairs) {
            pair.primary.iter_mut().zip(&other.primary).for_each(|(sum, other)| sum.merge(other));
        }
    }
}

impl Sums for Totals {
    fn walls(&self) -> u64 {
        self.walls
    }

    fn to_text(&self) -> String {
        let counts: [i128; 3] = [self.walls.into(), self.matches.into(), self.decisions.into()];
        let arms = self.arms.iter().flat_map(Effects::sums);
        let pairs = self.pairs.iter().flat_map(|pair| pair.primary.iter().flat_map(Paired::sums));
        numbers_as_text(counts.into_iter().chain(arms).chain(pairs))
    }

    fn take_text(mut self, text: &str) -> Option<Totals> {
        let mut sums = numbers_in(text)?;
        self.walls = sums.next()?.try_into().ok()?;
        self.matches = sums.next()?.try_into().ok()?;
        self.decisions = sums.next()?.try_into().ok()?;
        self.arms.iter_mut().all(|arm| arm.take_sums(&mut sums)).then_some(())?;
        for sum in self.pairs.iter_mut().flat_map(|pair| &mut pair.primary) {
            *sum = Paired::from_sums(&mut sums)?;
        }
        sums.next().is_none().then_some(self)
    }
}
