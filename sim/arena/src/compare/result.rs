//! From the totals to the result.

use super::equal::{Bounded, verdicts};
use super::note::notes;
use super::totals::{PairTotals, Totals};
use super::{ArmResult, Compare, Compared, Ending, Judged, PairResult, Target};
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use hyakuman_analysis::multiple::adjusted;
use hyakuman_analysis::{Adjustment, Effect, Level, Mark};
use hyakuman_game::Game;
use hyakuman_game::ruleset::differences;

/// What was played.
pub(super) struct ComparisonOutcome<'a> {
    pub compare: &'a Compare<'a>,
    pub lineup: Lineup,
    /// The seating under every arm.
    pub lineups: Vec<Lineup>,
    pub primary: Vec<Target>,
    pub bounds: Vec<Bounded>,
    pub measures: GameMeasures,
    /// Which arms were re-scored.
    pub rescored: Vec<bool>,
    pub totals: Totals,
    pub ending: Ending,
    /// Decisions that a state had.
    pub before: i64,
    pub threads: usize,
}

impl ComparisonOutcome<'_> {
    /// The result.
    pub(super) fn compared<G: Game>(self) -> Compared {
        let ComparisonOutcome {
            compare,
            lineup,
            lineups,
            primary,
            bounds,
            measures,
            rescored,
            totals,
            ending,
            before,
            threads,
        } = self;
        let base = compare.arena.rules.describe();
        let Totals { walls, matches, decisions, arms, pairs } = totals;
        let level = compare.options.level(arms.len());
        let pairs = judged_pairs(&pairs, &primary, compare.options.level(pairs.len()), G::UNITS_PER_POINT);
        let effects = arms.iter().map(|arm| primary.iter().map(|target| target.effect(arm, level)).collect());
        let judged = judge(effects.collect(), &primary, level);
        let verdicts = verdicts(&bounds, arms.iter(), level.validity());
        let parts = arms.into_iter().zip(judged).zip(verdicts).zip(rescored).zip(&lineups);
        let arms: Vec<ArmResult> = compare
            .options
            .arms
            .iter()
            .zip(parts)
            .map(|(arm, ((((effects, primary), equivalence), rescored), lineup))| {
                let rules = arm.rules.describe();
                let differences = differences(&base, &rules).unwrap_or_default();
                let (name, agents) = (arm.name.clone(), lineup.named().to_vec());
                ArmResult { name, rules, differences, agents, rescored, effects, primary, equivalence }
            })
            .collect();
        Compared {
            notes: notes(&lineup, base.family, &arms, &primary),
            adjustment: Adjustment::of(level, arms.len()),
            lineup,
            base,
            arms,
            pairs,
            primary,
            bounds,
            level,
            walls,
            matches,
            decisions,
            decisions_of_run: decisions - before,
            ending,
            threads,
            inapplicable: G::INAPPLICABLE_RATES,
            measures,
        }
    }
}

fn judged_pairs(pairs: &[PairTotals], primary: &[Target], level: Level, units: i32) -> Vec<PairResult> {
    let effects = |pair: &PairTotals| {
        let sums = primary.iter().zip(&pair.primary);
        sums.map(|(target, sum)| Effect::new(target.measure, sum, units, level)).collect()
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
