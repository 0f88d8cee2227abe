//! The result of a contest: its tables, the differences of every two agents, ratings.

use super::ContestOptions;
use super::sums::{ContestSums, InteractionSums, PairSums, RulesetSums, TableSums, UNIT, weight};
use super::tables::{ContestTable, TableKind};
use crate::grid::{Ending, GridSums, Outcome, Stop};
use hyakuman_agents::Spec;
use hyakuman_analysis::elo::Fitted;
use hyakuman_analysis::sequential::{Look, SequentialTest};
use hyakuman_analysis::{
    Contrast, Difference, Equivalence, Estimate, Level, Measures, PairedMeasures, Validity,
};
use hyakuman_core::game::ruleset::Described;
use hyakuman_games::registry::AnyRules;
use serde::Serialize;
use std::mem;

/// The result of a contest.
#[derive(Debug)]
pub struct Contest {
    /// The agents as named.
    pub agents: Vec<Spec>,
    /// The tables, each with its result.
    pub tables: Vec<TableResult>,
    /// Every two agents, over all tables at which both sat.
    pub pairs: Vec<PairResult>,
    /// The rating of each agent in rank points per match; the ratings sum to zero.
    pub ratings: Vec<Estimate>,
    /// The Elo-like rating of each agent, from the order in which they finish ([`hyakuman_analysis::elo`]); the ratings sum to zero. `None` if an
    /// agent or a group of them finished above all others in every match.
    pub elo: Option<Vec<Estimate>>,
    /// Walls played.
    pub walls: u64,
    /// Matches played.
    pub matches: u64,
    /// Matches on each wall.
    pub matches_per_wall: u64,
    /// Decisions of all players.
    pub decisions: i64,
    /// Decisions of the walls played now, without those of a state that was continued.
    pub decisions_of_run: i64,
    /// Whether the intervals are those for a fixed number of walls, or hold whenever one stops.
    pub validity: Validity,
    /// How many walls it takes to tell two agents apart; `None` if there are more, or fewer than two walls. Its intervals are those for a
    /// fixed number of walls; there are none where the number was not fixed.
    pub resolution: Option<ContestResolution>,
    /// Why it is over.
    pub ending: Ending,
    /// The sequential test, and what it says after the last wall; `None` without one.
    pub test: Option<(SequentialTest, Look)>,
    /// Number of threads used.
    pub threads: usize,
    /// The same under each of [`ContestOptions::rulesets`].
    pub others: Vec<OtherRules>,
    sums: RulesetSums,
}

/// A contest under another ruleset, on the same walls.
#[derive(Debug)]
pub struct OtherRules {
    /// The name of the ruleset.
    pub name: String,
    /// The rules.
    pub rules: Described,
    /// What was found under it.
    pub contest: Contest,
    /// For each of [`Contest::pairs`] the difference under it less that under the first ruleset: whether the rules help one of the two.
    pub interactions: Vec<PairedEstimate>,
    /// For each of them the edge under it less that under the first, which does not depend on what a rank point is worth; `None` where one of them is.
    pub edges: Vec<Option<Difference>>,
}

/// The result of a table.
#[derive(Debug)]
pub struct TableResult {
    /// Who sat there.
    pub kind: TableKind,
    /// The agents, as indices into [`Contest::agents`].
    pub agents: Vec<usize>,
    /// Matches on each wall.
    pub seatings: u64,
    /// Placements and rank points of each agent of the table.
    pub players: Vec<Measures>,
    /// Rank points per match of the first agent less those of the second, paired by wall; only at a table of two.
    pub difference: Option<PairedEstimate>,
}

/// Two agents, over all tables at which both sat.
#[derive(Debug)]
pub struct PairResult {
    /// The agents, as indices into [`Contest::agents`].
    pub agents: [usize; 2],
    /// Matches in which they met.
    pub matches: u64,
    /// Rank points per match of the first less those of the second, paired by wall.
    pub difference: PairedEstimate,
    /// How clearly the first leads the second ([`hyakuman_analysis::edge`]): the difference of their means in a match, over its standard deviation over
    /// all matches; `None` where all of them are equal.
    pub edge: Option<Estimate>,
    /// The Elo-like rating of the first less that of the second, from all tables; `None` as of [`Contest::elo`].
    pub elo: Option<Estimate>,
    /// How the second plays (the base) and the first (the variant), and the difference.
    pub play: PairedMeasures,
    /// The chance that the first is better, if before the match any difference was as likely as any other; `None` after a test and
    /// where the difference has no interval.
    pub superiority: Option<f64>,
    /// Whether the difference is larger than [`ContestOptions::equal_within`].
    pub equivalence: Option<Equivalence>,
}

/// How many walls it takes to tell two agents apart.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct ContestResolution {
    /// Standard deviation over walls of the difference in rank points per match.
    pub deviation: Estimate,
    /// The difference in these standard deviations.
    pub effect: Estimate,
    /// Walls that show the difference of these agents with a probability of 90 %.
    pub walls_needed: Estimate,
    /// Walls that show a difference of one rank point per match with a probability of 90 %.
    pub walls_for_one: Estimate,
}

/// A difference paired by wall.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct PairedEstimate {
    /// The difference and its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Walls on which the two agents had different results.
    pub walls_changed: u64,
    /// Half of the interval of Student's t for a fixed number of walls, as wide on both sides; `None` if too few walls changed.
    #[serde(skip)]
    pub half: Option<f64>,
}

impl Contest {
    /// The result under every ruleset.
    pub(super) fn of(
        agents: &[Spec],
        tables: &[ContestTable],
        options: &ContestOptions,
        mut played: Outcome<ContestSums>,
    ) -> Contest {
        let rulesets = mem::take(&mut played.totals.sums.rulesets).into_iter();
        let mut found = rulesets.map(|sums| Contest::new(agents, tables, options, sums, &played));
        let mut first = found.next().expect("a ruleset");
        let others = options.rulesets.iter().zip(found).zip(&played.totals.sums.interactions);
        let other =
            |(((name, rules), contest), sums): ((&(String, AnyRules), Contest), &Vec<InteractionSums>)| {
                let pairs = contest.sums.pairs.iter().zip(sums).filter(|(pair, _)| pair.matches > 0);
                let (validity, level) = (contest.validity, contest.level());
                let interactions =
                    pairs.clone().map(|(pair, sum)| paired(&sum.difference, pair.weight, validity));
                let edges = pairs.map(|(_, sum)| sum.edge.effect(level).difference).collect();
                let interactions = interactions.collect();
                OtherRules { name: name.clone(), rules: rules.describe(), contest, interactions, edges }
            };
        first.others = others.map(other).collect();
        first
    }

    fn new(
        agents: &[Spec],
        tables: &[ContestTable],
        options: &ContestOptions,
        sums: RulesetSums,
        played: &Outcome<ContestSums>,
    ) -> Contest {
        let GridSums { walls, decisions, .. } = played.totals;
        let validity = options.plan.validity();
        let matches_per_wall = tables.iter().map(ContestTable::seatings).sum::<usize>() as u64;
        let rating = |agent| sums.ratings.rating(agent, UNIT, validity).expect("walls");
        let test = match &options.plan.stop {
            Stop::Test(test) => sums.look(test).map(|look| (*test, look)),
            _ => None,
        };
        let bound = options.equal_within;
        let verdicts = bound.map(|bound| sums.verdicts(bound, validity, 1 + options.rulesets.len()));
        let fitted = sums.elo.fit();
        let elo = fitted.as_ref();
        Contest {
            ratings: (0..agents.len()).map(rating).collect(),
            elo: elo.map(|elo| (0..agents.len()).map(|agent| elo.rating(agent, validity)).collect()),
            tables: table_results(tables, &sums, validity),
            pairs: pair_results(&sums, walls, elo, verdicts.as_deref(), validity),
            walls,
            matches: walls * matches_per_wall,
            matches_per_wall,
            decisions,
            decisions_of_run: played.decisions,
            validity,
            resolution: resolution(&sums, validity),
            ending: played.ending,
            test,
            threads: played.threads,
            agents: agents.to_vec(),
            others: Vec::new(),
            sums,
        }
    }

    /// The level of the intervals of differences.
    pub fn level(&self) -> Level {
        match self.validity {
            Validity::Fixed => Level::Fixed,
            Validity::Anytime => Level::Anytime { differences: 1 },
        }
    }

    /// The agents, best first; of equal ratings the one named first.
    pub fn by_rating(&self) -> Vec<usize> {
        let mut agents: Vec<usize> = (0..self.agents.len()).collect();
        agents.sort_by(|&a, &b| self.ratings[b].value.total_cmp(&self.ratings[a].value));
        agents
    }

    /// The agent after this one in [`Contest::by_rating`].
    pub fn next_by_rating(&self, agent: usize) -> Option<usize> {
        let agents = self.by_rating();
        let at = agents.iter().position(|&other| other == agent)?;
        agents.get(at + 1).copied()
    }

    /// The rating of an agent less that of another, from all tables, also those where they did not meet.
    pub fn rating_difference(&self, agent: usize, other: usize) -> Estimate {
        self.sums.ratings.difference(agent, other, UNIT, self.validity).expect("walls")
    }
}

fn table_results(tables: &[ContestTable], sums: &RulesetSums, validity: Validity) -> Vec<TableResult> {
    let result = |(table, totals): (&ContestTable, &TableSums)| TableResult {
        kind: table.kind,
        agents: table.agents.clone(),
        seatings: table.seatings() as u64,
        players: players(totals),
        difference: totals.difference.map(|difference| paired(&difference, weight(table), validity)),
    };
    tables.iter().zip(&sums.tables).map(result).collect()
}

/// The results of the agents of a table. Those of two differ on the walls on which both do: their results add up to a fixed sum.
fn players(totals: &TableSums) -> Vec<Measures> {
    let players = totals.players.iter().cloned();
    match &totals.difference {
        Some(difference) => players.map(|player| player.differs_on(difference.changed())).collect(),
        None => players.collect(),
    }
}

fn pair_results(
    sums: &RulesetSums,
    walls: u64,
    elo: Option<&Fitted<'_>>,
    verdicts: Option<&[Equivalence]>,
    validity: Validity,
) -> Vec<PairResult> {
    let result = |(at, pair): (usize, &PairSums)| PairResult {
        agents: pair.agents,
        matches: walls * pair.matches as u64,
        difference: paired(&pair.difference, pair.weight, validity),
        edge: pair.edge.lead(validity),
        elo: elo.map(|elo| elo.difference(pair.agents[0], pair.agents[1], validity)),
        play: pair.play.clone(),
        superiority: pair.difference.superiority(pair.weight).filter(|_| validity == Validity::Fixed),
        equivalence: verdicts.map(|verdicts| verdicts[at]),
    };
    sums.met().enumerate().map(result).collect()
}

fn resolution(sums: &RulesetSums, validity: Validity) -> Option<ContestResolution> {
    let (resolution, weight) = (sums.resolution.as_ref()?, sums.pairs[0].weight);
    // The intervals do not know that a test chose the number of walls.
    let valid = |found: Estimate| Estimate {
        interval: found.interval.filter(|_| validity == Validity::Fixed),
        ..found
    };
    Some(ContestResolution {
        deviation: valid(resolution.deviation(0, weight)?),
        effect: valid(resolution.effect(0)?),
        walls_needed: valid(resolution.walls_needed(0)?),
        walls_for_one: valid(resolution.walls_for(0, 1.0, weight)?),
    })
}

fn paired(difference: &Contrast, weight: f64, validity: Validity) -> PairedEstimate {
    let estimate = difference.estimate(weight, validity).expect("walls");
    PairedEstimate { estimate, walls_changed: difference.changed(), half: difference.half(weight) }
}
