//! The totals of a comparison over walls.

use super::CompareOptions;
use super::target::Target;
use crate::effects::Effects;
use crate::measures::MatchCount;
use crate::state::{Sums, numbers_as_text, take_numbers};
use crate::stats::Cluster;
use hyakuman_analysis::paired::Pair;
use hyakuman_analysis::{Additive, Number, Paired};

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
    /// No walls; `arms` are the effects of each arm, without matches.
    pub(super) fn new(arms: Vec<Effects>, options: &CompareOptions, primary: &[Target]) -> Totals {
        let pairs = if options.pairs { arms.len() } else { 0 };
        let every = (0..pairs).flat_map(|first| (first + 1..pairs).map(move |second| [first, second]));
        let pair = |arms| PairTotals {
            arms,
            primary: primary.iter().map(|target| Paired::of(target.measure)).collect(),
        };
        Totals { walls: 0, matches: 0, decisions: 0, arms, pairs: every.map(pair).collect() }
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
}

impl Additive for Totals {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        visit(Number::Count(&mut self.walls));
        visit(Number::Count(&mut self.matches));
        visit(Number::Signed(&mut self.decisions));
        self.arms.iter_mut().for_each(|arm| arm.each(visit));
        self.pairs.iter_mut().flat_map(|pair| &mut pair.primary).for_each(|sum| sum.each(visit));
    }
}

impl Sums for Totals {
    fn walls(&self) -> u64 {
        self.walls
    }

    fn to_text(&self) -> String {
        numbers_as_text(&self.sums())
    }

    fn take_text(self, text: &str) -> Option<Totals> {
        take_numbers(self, text)
    }
}
