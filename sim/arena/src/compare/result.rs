//! From the totals to the result.

use super::equal::verdicts;
use super::note::notes;
use super::sums::{ComparisonSums, pairs};
use super::yaku::not_built_towards;
use super::{Arm, ArmResult, Changes, Compare, Compared, OtherTable, PairResult, Seated};
use crate::effects::Effects;
use crate::estimand::{Asked, EstimandSums, Judged, judge};
use crate::grid::{GridSums, Outcome};
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use hyakuman_analysis::{Adjustment, Effect, Level};
use std::mem;

/// What was played.
pub(super) struct ComparisonOutcome<'a> {
    pub compare: &'a Compare<'a>,
    pub tables: Vec<Seated<'a>>,
    /// The seating at each table under every arm.
    pub lineups: Vec<Vec<Lineup>>,
    pub measures: GameMeasures,
    pub asked: Vec<Asked>,
    pub played: Outcome<ComparisonSums>,
}

impl ComparisonOutcome<'_> {
    pub(super) fn compared(mut self) -> Compared {
        let ComparisonSums { tables: sums, asked } = mem::take(&mut self.played.totals.sums);
        let (options, primary) = (self.compare.options, &self.tables[0].primary);
        let level = options.plan.level(sums.iter().map(Vec::len).sum());
        let of_arm = |(target, effects): (&Seated<'_>, &Effects)| -> Vec<Effect> {
            target.primary.iter().map(|target| target.effect(effects, level)).collect()
        };
        let arms = self.tables.iter().zip(&sums);
        let arms = arms.flat_map(|(table, arms)| arms.iter().map(move |effects| (table, effects)));
        let mut judged = judge(arms.map(of_arm).collect(), primary, level).into_iter();
        let pairs: Vec<_> = pairs(options).collect();
        let (of_pairs, of_others) = asked.split_at(pairs.len() * primary.len() * sums.len());
        let mut pair_results = self.judged(0, of_pairs).into_iter();
        let mut interactions = self.judged(of_pairs.len(), of_others).into_iter();
        let mut found = sums.into_iter().enumerate().map(|(table, effects)| {
            let own = judged.by_ref().take(options.arms.len()).collect();
            let of_pairs = pairs.iter().zip(pair_results.by_ref());
            let pairs = of_pairs.map(|(&arms, primary)| PairResult { arms, primary }).collect();
            self.at_table(table, effects, (own, pairs), level)
        });
        let mut compared = found.next().expect("a table");
        compared.others = found
            .map(|compared| {
                let interactions = interactions.by_ref().take(options.arms.len()).collect();
                OtherTable { compared, interactions }
            })
            .collect();
        compared
    }

    /// What is asked from this place on, in the order of the primary measures.
    fn judged(&self, first: usize, sums: &[EstimandSums]) -> Vec<Vec<Judged>> {
        let primary = &self.tables[0].primary;
        let level = self.compare.options.plan.level(sums.len() / primary.len());
        let effect = |(asked, sums): (&Asked, _)| asked.effect(sums, level);
        let effects: Vec<Effect> = self.asked[first..].iter().zip(sums).map(effect).collect();
        judge(effects.chunks(primary.len()).map(<[Effect]>::to_vec).collect(), primary, level)
    }

    fn at_table(
        &self,
        table: usize,
        effects: Vec<Effects>,
        (judged, pairs): (Vec<Vec<Judged>>, Vec<PairResult>),
        level: Level,
    ) -> Compared {
        let (arena, options) = (self.compare.arena, self.compare.options);
        let (base, Seated { lineup, primary, bounds, .. }) = (arena.rules.describe(), &self.tables[table]);
        let arms = self.arms(table, effects, judged, level);
        let unbuilt = not_built_towards(arena.rules, options.arms.iter().map(|arm| &arm.rules));
        let GridSums { walls, played, decisions, .. } = self.played.totals;
        Compared {
            notes: notes(lineup, base.family, &arms, primary, unbuilt),
            adjustment: Adjustment::of(level, arms.len() * self.tables.len()),
            lineup: lineup.clone(),
            base,
            arms,
            pairs,
            primary: primary.clone(),
            bounds: bounds.clone(),
            level,
            walls,
            matches: if table == 0 { played } else { walls * lineup.rotations() as u64 },
            decisions,
            decisions_of_run: self.played.decisions,
            ending: self.played.ending,
            threads: self.played.threads,
            inapplicable: arena.rules.facts().inapplicable_rates,
            others: Vec::new(),
            measures: self.measures,
        }
    }

    /// What is found of each arm at a table.
    fn arms(
        &self,
        table: usize,
        effects: Vec<Effects>,
        judged: Vec<Vec<Judged>>,
        level: Level,
    ) -> Vec<ArmResult> {
        let (arena, arms) = (self.compare.arena, &self.compare.options.arms);
        let (cells, seated) = (arms.len() + 1, &self.tables[table]);
        let rescored = &self.played.rescored[table * cells + 1..][..arms.len()];
        let verdicts = verdicts(&seated.bounds, &effects, level.validity(), arms.len() * self.tables.len());
        let parts = effects.into_iter().zip(judged).zip(verdicts).zip(rescored).zip(&self.lineups[table]);
        let result =
            |((number, arm), ((((effects, primary), equivalence), &rescored), lineup)): ((u32, &Arm), _)| {
                let lineup: &Lineup = lineup;
                let both = [arena.rules, &arm.rules];
                let changes = Changes::new(number.to_string(), both, seated.lineup.agents(), arena.roster);
                let (name, rules, agents) = (arm.name.clone(), arm.rules.describe(), lineup.named().to_vec());
                ArmResult { name, rules, changes, agents, rescored, effects, primary, equivalence }
            };
        (1..).zip(arms).zip(parts).map(result).collect()
    }
}
