//! A match between agents, as people say it: many matches on the same walls, in every different seating.
//!
//! Two agents meet at tables of one against three, two against two, three against one ([`tables`]); as many agents as seats
//! at one table; any other number in pairs. The unit of all statistics is the wall with all its matches (`totals`). The number of
//! walls is fixed, or a sequential test decides ([`Plan`]).
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::{Arena, ContestOptions, Quiet, Rules};
//!
//! let (rules, roster) = (Rules::preset("tenhou-east")?, Roster::built_in());
//! let arena = Arena::new(&rules, &roster).agents("shanten,random")?;
//! let contest = arena.contest(&ContestOptions::walls(20), &Quiet)?;
//! let difference = contest.pairs[0].difference.estimate; // rank points per match, paired by wall
//! assert!(difference.bounds().unwrap()[0] > 20.0);
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```

mod identity;
mod play;
mod recorded;
mod result;
mod seated;
pub mod tables;
mod totals;

use crate::arena::Arena;
use crate::compare::{LOOK, PATIENCE};
use crate::error::{Error, given};
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::shards;
use crate::state::StateFile;
use crate::threads;
use hyakuman_agents::Spec;
use hyakuman_analysis::anytime::FEWEST;
use hyakuman_analysis::figures::larger_half;
use hyakuman_analysis::sequential::{Look, SequentialTest};
use hyakuman_analysis::{Equivalence, Estimate, Unit, Validity, Verdict, figures};
use hyakuman_game::GameFacts;
use hyakuman_record::Shard;
use identity::Identity;
use play::Contestants;
pub use recorded::ContestSets;
pub use result::{Contest, ContestResolution, Ending, PairResult, PairedEstimate, TableResult};
use seated::planned;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tables::{ContestTable, Kind};
use totals::{Totals, UNIT};

/// Most agents of a contest.
pub(crate) const MOST_AGENTS: usize = 8;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Plan {
    /// This number of walls.
    Walls(u64),
    /// Until the test of two agents is decided, at most this number of walls. The mean that it tests is the difference of the
    /// first agent less the second, in rank points per match.
    Test {
        /// The test.
        test: SequentialTest,
        /// Most walls.
        most_walls: u64,
    },
    /// Until half of the interval of every difference is at most this many rank points per match. Intervals are those of a fixed number of walls: where
    /// their width alone decides when one stops, they cover as well.
    Until {
        /// Half of the interval.
        half: f64,
        /// Most walls.
        most_walls: u64,
    },
    /// Until it is known of every difference whether it is larger than [`ContestOptions::equal_within`]. Intervals hold whenever one stops.
    Verdict {
        /// Most walls.
        most_walls: u64,
    },
    /// For this time. Intervals hold whenever one stops. How many walls are played depends on the machine.
    For {
        /// How long.
        time: Duration,
        /// Most walls.
        most_walls: u64,
    },
}

/// What is played at which tables, and where the state is kept.
#[derive(Clone, Debug)]
pub struct ContestOptions {
    /// How much is played.
    pub plan: Plan,
    /// Names of the kinds of tables, separated by commas: `1v3,2v2,3v1`, `all`; `None` for the usual ones.
    pub tables: Option<String>,
    /// Whether only the first agent meets the others, each at tables of two.
    pub gauntlet: bool,
    /// A difference of so many rank points per match, or less, does not matter: whether it is larger is said of every two agents.
    pub equal_within: Option<f64>,
    /// A file that holds the totals, from which the contest can be continued.
    pub state: Option<PathBuf>,
    /// The part of the walls that is played, into a state of its own.
    pub shard: Shard,
    /// The states of all shards: they are added, and nothing is played.
    pub merge: Vec<PathBuf>,
}

impl ContestOptions {
    /// A fixed number of walls at the usual tables.
    pub fn walls(walls: u64) -> ContestOptions {
        ContestOptions::of(Plan::Walls(walls))
    }

    /// A sequential test of two agents at the usual tables.
    pub fn test(test: SequentialTest, most_walls: u64) -> ContestOptions {
        ContestOptions::of(Plan::Test { test, most_walls })
    }

    /// This plan at the usual tables.
    pub fn of(plan: Plan) -> ContestOptions {
        let (shard, merge) = (Shard::WHOLE, Vec::new());
        ContestOptions { plan, tables: None, gauntlet: false, equal_within: None, state: None, shard, merge }
    }
}

impl Arena<'_> {
    /// Plays the agents of the arena against each other ([`mod@crate::contest`]). The number of matches, the seating and the
    /// recording of the arena do not matter.
    ///
    /// # Errors
    /// There are no walls to play; there are fewer than two agents or more than eight, two are the same, or there are not two for
    /// a test; there is no such table; the state file is that of another contest or cannot be used; otherwise the errors of [`Arena::play`].
    pub fn contest(&self, options: &ContestOptions, observer: &dyn Observer) -> Result<Contest, Error> {
        check(self, options)?;
        Run { arena: self, options, observer }.contest()
    }
}

/// Checks everything but the names of the tables.
fn check(arena: &Arena<'_>, options: &ContestOptions) -> Result<(), Error> {
    check_agents(&arena.agents, &options.plan)?;
    check_bound(options)?;
    let ends_early = (!matches!(options.plan, Plan::Walls(_)))
        .then_some("shards have a fixed number of walls: leave out --sprt, --until and --for");
    shards::check(options.shard, options.state.as_ref(), &options.merge, ends_early)?;
    if options.plan.most_walls() == 0 {
        return Err(Error::Usage("there are 0 walls to play: play at least 1".into()));
    }
    Ok(())
}

fn check_agents(agents: &[Spec], plan: &Plan) -> Result<(), Error> {
    let count = agents.len();
    if !(2..=MOST_AGENTS).contains(&count) {
        return Err(Error::Usage(format!("a match needs 2 to {MOST_AGENTS} agents; {}", given(count))));
    }
    if let Some(at) = (1..count).find(|&at| agents[..at].contains(&agents[at])) {
        let agent = &agents[at];
        return Err(Error::Usage(format!(
            "{agent} is named twice: on the same walls the same agent has the same result"
        )));
    }
    if plan.is_test() && count != 2 {
        return Err(Error::Usage(format!("a test needs 2 agents; {}: give a number of walls", given(count))));
    }
    Ok(())
}

fn check_bound(options: &ContestOptions) -> Result<(), Error> {
    let sentence = match options.equal_within {
        Some(bound) if !(bound.is_finite() && bound > 0.0) => {
            "equal within is a number of rank points per match above 0, such as 0.5"
        }
        None if matches!(options.plan, Plan::Verdict { .. }) => {
            "--until verdict waits for a verdict: name the bound with --equal-within, such as 0.5"
        }
        _ => return Ok(()),
    };
    Err(Error::Usage(sentence.into()))
}

/// A contest about to be played, or merged.
struct Run<'a> {
    arena: &'a Arena<'a>,
    options: &'a ContestOptions,
    observer: &'a dyn Observer,
}

impl Run<'_> {
    fn contest(&self) -> Result<Contest, Error> {
        let Run { arena, options, observer } = *self;
        let pool = threads::pool(arena.threads)?;
        let ContestOptions { plan, shard, .. } = options;
        let (kinds, tables) = planned(arena, options)?;
        let own = arena.own([arena.rules])?;
        let GameFacts { seats, units_per_point, .. } = arena.rules.facts();
        let play = GameMeasures::under(arena.rules).with(own).play(seats);
        let mut empty = Totals::new(&tables, arena.agents.len(), seats, play);
        empty.count_points_in(units_per_point);
        let (state, totals) = self.start(self.identity(&kinds), empty)?;
        let matches = tables.iter().map(ContestTable::seatings).sum::<usize>() as u64;
        let (decisions, last) = (totals.decisions, shards::walls(*shard, plan.most_walls()));
        let (totals, ending) = if options.merge.is_empty() {
            observer.start((last - totals.walls) * matches);
            let (tables, started, bound) = (&tables[..], Instant::now(), options.equal_within);
            Contestants { arena, tables, plan, bound, own, shard: *shard, last, observer, started }
                .play(&pool, totals, state)?
        } else {
            (totals, Ending::Walls)
        };
        totals.check()?;
        let played = if options.merge.is_empty() { totals.decisions - decisions } else { 0 };
        let now = Now { decisions: played, threads: pool.current_num_threads() };
        Ok(Contest::new(arena.agents.clone(), &tables, options, (totals, ending), now))
    }
}

/// What was played now, without what a state had.
struct Now {
    decisions: i64,
    threads: usize,
}

impl Run<'_> {
    /// The state, and the totals at the start: those of the state, or of all shards.
    fn start(
        &self,
        identity: Identity,
        empty: Totals,
    ) -> Result<(Option<StateFile<Identity>>, Totals), Error> {
        let ContestOptions { plan, state, shard, merge, .. } = self.options;
        if !merge.is_empty() {
            let all = plan.most_walls();
            let unfinished = |shard, totals: &Totals| {
                let (played, part) = (totals.walls, shards::walls(shard, all));
                (played != part).then(|| format!(
                    "shard {shard} has {played} walls, of --walls {all} its part is {part}: give the --walls of the shards, or finish it first"
                ))
            };
            return Ok((None, shards::merged(merge, &identity, &empty, unfinished)?));
        }
        let Some(path) = state else { return Ok((None, empty)) };
        let (state, totals) = StateFile::open(path, identity, empty)?;
        check_walls(totals.walls, shards::walls(*shard, plan.most_walls()), path)?;
        Ok((Some(state), totals))
    }

    fn identity(&self, kinds: &[Kind]) -> Identity {
        let described = self.arena.rules.describe();
        let test = match &self.options.plan {
            Plan::Test { test, .. } => Some(test.to_string()),
            _ => None,
        };
        Identity {
            match_state: Identity::FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            rules_hash: described.hash_text(),
            rules: described.id,
            agents: self.arena.agents.iter().map(ToString::to_string).collect(),
            measures: self.arena.measures.clone(),
            tables: kinds.iter().map(ToString::to_string).collect(),
            gauntlet: self.options.gauntlet,
            seed: self.arena.seed,
            shard: self.options.shard.to_string(),
            test,
        }
    }
}

impl Plan {
    fn most_walls(&self) -> u64 {
        match *self {
            Plan::Walls(walls) => walls,
            Plan::Test { most_walls, .. }
            | Plan::Until { most_walls, .. }
            | Plan::Verdict { most_walls }
            | Plan::For { most_walls, .. } => most_walls,
        }
    }

    fn is_test(&self) -> bool {
        matches!(self, Plan::Test { .. })
    }

    /// Whether these walls are enough, and why; `bound`: of the verdicts, `last`: those that are played at most.
    fn ending(&self, totals: &Totals, bound: Option<f64>, last: u64, started: Instant) -> Option<Ending> {
        match *self {
            Plan::Test { .. } => {
                let look = self.look(totals).filter(|look| look.decision.is_some());
                look.map(Ending::Test)
            }
            // Looked at now and then only: the result is the same for any number of threads.
            Plan::Until { half, .. } if totals.walls.is_multiple_of(LOOK) => {
                (widest(totals) <= half).then_some(Ending::Precision)
            }
            Plan::Verdict { .. } if totals.walls.is_multiple_of(LOOK) => {
                open(totals, bound).is_empty().then_some(Ending::Verdict)
            }
            Plan::For { time, .. } if totals.walls > 0 && started.elapsed() >= time => Some(Ending::Time),
            _ => None,
        }
        .or((totals.walls >= last).then_some(Ending::Walls))
    }

    /// The test after these walls.
    fn look(&self, totals: &Totals) -> Option<Look> {
        let Plan::Test { test, .. } = self else { return None };
        let pair = &totals.pairs[0];
        Some(test.look(&pair.difference.sample(pair.weight)?))
    }

    /// The number of walls at which the contest will probably end; of a test at the latest, as far as is known. `before`: walls that a
    /// state had.
    fn expected_walls(
        &self,
        totals: &Totals,
        bound: Option<f64>,
        last: u64,
        (started, before): (Instant, u64),
    ) -> u64 {
        let (walls, now) = (totals.walls as f64, (totals.walls - before) as f64);
        let expected = match *self {
            Plan::Walls(_) => last as f64,
            Plan::Test { .. } => self.look(totals).map_or(f64::INFINITY, |look| look.truncated_at),
            Plan::Until { half, .. } => walls * (widest(totals) / half).powi(2),
            Plan::Verdict { .. } => {
                walls * open(totals, bound).iter().map(Equivalence::times_as_many).fold(1.0, f64::max)
            }
            Plan::For { time, .. } => {
                before as f64
                    + now * (time.as_secs_f64() / started.elapsed().as_secs_f64().max(1e-3)).max(1.0)
            }
        };
        last.min(totals.walls.max(expected.ceil() as u64))
    }

    /// The kind of the intervals.
    fn validity(&self) -> Validity {
        match self {
            Plan::Walls(_) | Plan::Until { .. } => Validity::Fixed,
            Plan::Test { .. } | Plan::Verdict { .. } | Plan::For { .. } => Validity::Anytime,
        }
    }

    /// The result so far, in a few words: the difference of two agents, or who leads.
    fn so_far(&self, totals: &Totals) -> String {
        let validity = self.validity();
        if let [pair] = &totals.pairs[..] {
            let difference = shown(pair.difference.estimate(pair.weight, validity));
            let llr = self.look(totals).map_or(String::new(), |look| format!(", LLR {:.2}", look.llr));
            return format!("A - B {difference}{llr}");
        }
        let rating = |agent| totals.ratings.rating(agent, UNIT, validity);
        let value = |agent: &usize| rating(*agent).map_or(0.0, |rating| rating.value);
        let agents = 0..totals.ratings.players();
        let best = agents.max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(0);
        format!("{} leads with {}", letter(best), shown(rating(best)))
    }
}

/// Whether a state with this number of walls can be continued to so many.
fn check_walls(walls: u64, most: u64, path: &Path) -> Result<(), Error> {
    let sentence = || format!("{}: {walls} walls are already played, more than {most}", path.display());
    if walls > most { Err(Error::Usage(sentence())) } else { Ok(()) }
}

/// The larger half of the widest interval of the differences, in rank points per match; infinite while one is not known.
fn widest(totals: &Totals) -> f64 {
    let met = totals.pairs.iter().filter(|pair| pair.matches > 0);
    let half = |pair: &totals::PairTotals| {
        let found = pair.difference.estimate(pair.weight, Validity::Fixed);
        // The width of fewer is not known well enough to stop by it.
        let found = found.filter(|_| pair.difference.changed() >= FEWEST);
        let half = found.and_then(|found| Some(larger_half(found.value, found.bounds()?)));
        half.unwrap_or(f64::INFINITY)
    };
    met.map(half).fold(0.0, f64::max)
}

/// Whether each difference is larger than a bound.
fn verdicts(totals: &Totals, bound: f64, validity: Validity) -> Vec<Equivalence> {
    let met: Vec<_> = totals.pairs.iter().filter(|pair| pair.matches > 0).collect();
    let verdict =
        |pair: &&totals::PairTotals| pair.difference.equivalence(pair.weight, bound, validity, met.len());
    met.iter().map(verdict).collect()
}

/// The verdicts that are not known yet. Agents that never differ are waited for: they are none.
fn open(totals: &Totals, bound: Option<f64>) -> Vec<Equivalence> {
    let Some(bound) = bound else { return Vec::new() };
    let early = totals.walls < PATIENCE;
    let mut found = verdicts(totals, bound, Validity::Anytime);
    found.retain(|found| found.is_open() || early && found.verdict == Verdict::Same);
    found
}

/// The letter of an agent in texts.
pub fn letter(agent: usize) -> char {
    char::from(b'A' + agent as u8)
}

fn shown(rank_points: Option<Estimate>) -> String {
    figures::shown(Unit::Thousandths, rank_points).concat()
}
