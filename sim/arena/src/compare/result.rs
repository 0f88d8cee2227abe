//! From the totals to the result.

use super::equal::{Bounded, verdicts};
use super::note::notes;
use super::totals::{PairTotals, Sums};
use super::yaku::{is_built_towards, not_built_towards};
use super::{ArmResult, Compare, Compared, Judged, PairResult, Target};
use crate::experiment::Outcome;
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use hyakuman_agents::Knowledge;
use hyakuman_analysis::multiple::adjusted;
use hyakuman_analysis::{Adjustment, Effect, Level, Mark};
use hyakuman_game::GameFacts;
use hyakuman_game::ruleset::{Described, differences};
use hyakuman_registry::AnyRules;

/// What was played.
pub(super) struct ComparisonOutcome<'a> {
    pub compare: &'a Compare<'a>,
    pub lineup: Lineup,
    /// The seating under every arm.
    pub lineups: Vec<Lineup>,
    pub primary: Vec<Target>,
    pub bounds: Vec<Bounded>,
    pub measures: GameMeasures,
    pub played: Outcome<Sums>,
}

impl ComparisonOutcome<'_> {
    /// The result.
    pub(super) fn compared(mut self, game: &GameFacts) -> Compared {
        let (base, options) = (self.compare.arena.rules.describe(), &self.compare.options);
        let sums = &self.played.totals.sums;
        let (level, of_pairs) = (options.level(sums.arms.len()), options.level(sums.pairs.len()));
        let pairs = judged_pairs(sums, &self.primary, of_pairs);
        let arms = self.arms(&base, level);
        let unbuilt = not_built_towards(self.compare.arena.rules, &options.arms);
        Compared {
            notes: notes(&self.lineup, base.family, &arms, &self.primary, unbuilt),
            adjustment: Adjustment::of(level, arms.len()),
            lineup: self.lineup,
            base,
            arms,
            pairs,
            primary: self.primary,
            bounds: self.bounds,
            level,
            walls: self.played.totals.walls,
            matches: self.played.totals.played,
            decisions: self.played.totals.decisions,
            decisions_of_run: self.played.decisions,
            ending: self.played.ending,
            threads: self.played.threads,
            inapplicable: game.inapplicable_rates,
            measures: self.measures,
        }
    }

    /// Takes the totals of the arms: what is found of each.
    fn arms(&mut self, base: &Described, level: Level) -> Vec<ArmResult> {
        let effects = std::mem::take(&mut self.played.totals.sums.arms);
        let of_arm = |arm| self.primary.iter().map(|target| target.effect(arm, level)).collect();
        let judged = judge(effects.iter().map(of_arm).collect(), &self.primary, level);
        let verdicts = verdicts(&self.bounds, effects.iter(), level.validity());
        let parts =
            effects.into_iter().zip(judged).zip(verdicts).zip(&self.played.rescored[1..]).zip(&self.lineups);
        let arms = self.compare.options.arms.iter().zip(parts);
        arms.map(|(arm, ((((effects, primary), equivalence), &rescored), lineup))| {
            let rules = arm.rules.describe();
            let differences = differences(base, &rules).unwrap_or_default();
            let known = differences.iter().map(|rule| self.known(&arm.rules, rule.field)).collect();
            let (name, agents) = (arm.name.clone(), lineup.named().to_vec());
            ArmResult { name, rules, differences, known, agents, rescored, effects, primary, equivalence }
        })
        .collect()
    }
}

impl ComparisonOutcome<'_> {
    /// How far each agent follows a rule of an arm.
    fn known(&self, arm: &AnyRules, rule: &str) -> Vec<Knowledge> {
        let (roster, base) = (self.compare.arena.roster, self.compare.arena.rules);
        let (family, is_built) = (base.describe().family, is_built_towards(rule, base, arm));
        self.lineup.agents().iter().map(|agent| roster.knowledge(agent, family, rule, is_built)).collect()
    }
}

fn judged_pairs(Sums { arms, pairs }: &Sums, primary: &[Target], level: Level) -> Vec<PairResult> {
    let effects = |pair: &PairTotals| {
        let sums = primary.iter().zip(&pair.primary);
        sums.map(|(target, sum)| target.effect_of(&arms[pair.arms[0]], sum, level)).collect()
    };
    let judged = judge(pairs.iter().map(effects).collect(), primary, level);
    pairs.iter().zip(judged).map(|(pair, primary)| PairResult { arms: pair.arms, primary }).collect()
}

/// The effects of each arm on the primary measures with adjusted p values and marks.
pub(super) fn judge(effects: Vec<Vec<Effect>>, primary: &[Target], level: Level) -> Vec<Vec<Judged>> {
    let p = |effect: &Effect| effect.difference.and_then(|found| found.p);
    let p: Vec<Vec<_>> = effects.iter().map(|arm| arm.iter().map(p).collect()).collect();
    let adjusted = adjusted(&p, &Target::weights(primary), Adjustment::of(level, effects.len()));
    let judged = |(effect, adjusted): (Effect, Option<f64>)| Judged {
        effect,
        adjusted,
        mark: Mark::of(effect.difference.as_ref(), adjusted),
    };
    let arms = effects.into_iter().zip(adjusted);
    arms.map(|(effects, adjusted)| effects.into_iter().zip(adjusted).map(judged).collect()).collect()
}
