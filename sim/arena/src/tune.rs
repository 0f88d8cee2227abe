//! Fitting the numeric options of an agent to a ruleset, by matches of the agent against itself ([`Arena::tune`]); of options that are
//! choices, [`choose`].
//!
//! Simultaneous perturbation (SPSA; Spall 1992). In each step every option is moved up or down at random, all at once. The agent
//! with these options plays the agent with the opposite moves on the same walls. Then every option moves towards the better of
//! the two; the greater the difference, the larger the move. Moves shrink from step to step. The result is the mean over the
//! second half of the steps. It plays the agent as it was, on walls that no step has played: only this match shows a gain.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::{Arena, Quiet, Rules, TuneOptions};
//!
//! let (rules, roster) = (Rules::preset("tenhou-east")?, Roster::built_in());
//! let arena = Arena::new(&rules, &roster).agents("value:depth=0")?;
//! let options = TuneOptions { steps: 2, walls: 10, held_out: 10, ..TuneOptions::default() };
//! let tuned = arena.tune(&options, &Quiet)?;
//! println!("{}: {:?}", tuned.after, tuned.gain);
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```

pub mod choose;
pub(crate) mod fitted;
mod search;
mod state;

use crate::arena::Arena;
use crate::contest::tables::{ContestTable, Kind};
use crate::contest::{ContestOptions, PairedEstimate};
use crate::error::{Error, given};
use crate::observer::{Observer, OfAPart};
use crate::state::StateFile;
use crate::threads;
use fitted::{Fitted, FittedAgents};
use hyakuman_agents::{AgentEntry, NumberRange, Spec};
use hyakuman_analysis::FEWEST_CLUSTERS;
use hyakuman_registry::{Family, Visitor};
use rayon::ThreadPool;
use search::{Search, Step};
use state::Identity;
use std::path::PathBuf;
use std::sync::Arc;

/// The narrowest range of an option.
const NARROWEST: f64 = 1e-6;

/// What is fitted, and with how many matches.
#[derive(Clone, Debug)]
pub struct TuneOptions {
    /// The options to fit with the numbers to search; all numeric options of the agent if empty.
    pub ranges: Vec<SearchRange>,
    /// Number of steps.
    pub steps: u64,
    /// Walls played in each step, at least 10.
    pub walls: u64,
    /// Walls of the match between the agent after and before, at least 10.
    pub held_out: u64,
    /// A file that holds the progress, from which the search can be continued.
    pub state: Option<PathBuf>,
    /// A file of agents for many rulesets, to which the agent for these rules is added: the agent found if it gained,
    /// otherwise the agent as it was. `tuned:file=FILE` plays them.
    pub out: Option<PathBuf>,
}

impl Default for TuneOptions {
    fn default() -> TuneOptions {
        TuneOptions { ranges: Vec::new(), steps: 300, walls: 100, held_out: 5_000, state: None, out: None }
    }
}

/// An option with the numbers among which the best one is searched.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchRange {
    /// Name of the option.
    pub option: String,
    /// The smallest number.
    pub low: f64,
    /// The largest number.
    pub high: f64,
}

/// The result.
#[derive(Debug)]
pub struct Tuned {
    /// The agent as it was.
    pub before: Spec,
    /// The agent with the options found.
    pub after: Spec,
    /// The options, with their numbers before and after.
    pub options: Vec<(SearchRange, [f64; 2])>,
    /// Rank points per match of the agent after less those before, on walls that no step has played; `None` if both are the same.
    pub gain: Option<PairedEstimate>,
    /// Walls of the match for `gain`.
    pub held_out: u64,
    /// Matches played in this run.
    pub matches: u64,
    /// Decisions of all players in this run.
    pub decisions: i64,
    /// Number of threads used.
    pub threads: usize,
}

impl Tuned {
    /// Whether it became better: `Some` if the interval of the gain excludes zero.
    pub fn gained(&self) -> Option<bool> {
        let [low, high] = self.gain.as_ref()?.estimate.bounds()?;
        if low > 0.0 || high < 0.0 { Some(low > 0.0) } else { None }
    }

    /// The agent to play with: the agent after if it gained, otherwise the agent before.
    pub fn to_play(&self) -> &Spec {
        if self.gained() == Some(true) { &self.after } else { &self.before }
    }
}

impl Arena<'_> {
    /// Fits the numeric options of the one agent of the arena to its rules ([`mod@crate::tune`]). The result does not depend on the
    /// threads. The number of matches, the seating and the recording of the arena do not matter.
    ///
    /// # Errors
    /// There is not one agent; it has no such option; there are fewer than 10 walls; a range is empty or not within that of the option; the state file is that of
    /// another search or cannot be used; otherwise the errors of [`Arena::contest`].
    pub fn tune(&self, options: &TuneOptions, observer: &dyn Observer) -> Result<Tuned, Error> {
        let agent = self.one_agent(options.walls.min(options.held_out))?;
        options.out.as_deref().map_or(Ok(()), FittedAgents::check)?;
        let ranges = self.searched(agent, &options.ranges)?;
        let start = self.numbers(agent, &ranges);
        let search = Search::new(ranges.clone(), start, options.steps, options.walls);
        let (mut state, mut search) = match &options.state {
            Some(path) => {
                let (state, search) = StateFile::open(path, self.identity(agent, &ranges, options), search)?;
                (Some(state), search)
            }
            None => (None, search),
        };
        let tables = self.rules.visit(FindTables(self.rules.id()))?;
        let total = (search.walls_left() + options.held_out) * tables.matches;
        observer.start(total);
        let pool = threads::pool(self.threads)?;
        let mut play = Play { arena: self, agent, tables, pool, observer, total, matches: 0, decisions: 0 };
        let searched = play.steps(&mut search, state.as_mut());
        let saved = state.map_or(Ok(()), |state| state.write(&search));
        searched.and(saved)?;
        let tuned = play.result(&search, options)?;
        let add =
            |path: &PathBuf| FittedAgents::add(path, self.fitted(&tuned, [options.steps, options.walls]));
        options.out.as_ref().map_or(Ok(()), add)?;
        Ok(tuned)
    }

    /// The one agent, if its matches have enough walls.
    fn one_agent(&self, walls: u64) -> Result<&Spec, Error> {
        let [agent] = &self.agents[..] else {
            return Err(Error::Usage(format!("tuning needs 1 agent; {}", given(self.agents.len()))));
        };
        if walls < FEWEST_CLUSTERS {
            return Err(Error::Usage(format!("a match needs at least {FEWEST_CLUSTERS} walls")));
        }
        Ok(agent)
    }

    /// The options to fit: those asked for, or all.
    fn searched(&self, agent: &Spec, asked: &[SearchRange]) -> Result<Vec<SearchRange>, Error> {
        let entry = self.entry(agent);
        if entry.numbers.is_empty() {
            let name = agent.name();
            return Err(Error::Usage(format!(
                "{name} has no option that is a number: see `hyakuman agents list`"
            )));
        }
        let all = |range: &NumberRange| SearchRange {
            option: range.option.into(),
            low: range.low,
            high: range.high,
        };
        if asked.is_empty() {
            return Ok(entry.numbers.iter().map(all).collect());
        }
        asked.iter().try_for_each(|searched| check(entry, searched))?;
        let twice = |at: &usize| asked[..*at].iter().any(|before| before.option == asked[*at].option);
        if let Some(at) = (0..asked.len()).find(twice) {
            let option = &asked[at].option;
            return Err(Error::Usage(format!("the option {option} is to be fitted twice: name it once")));
        }
        Ok(asked.to_vec())
    }

    /// The numbers of these options in a spec.
    fn numbers(&self, agent: &Spec, ranges: &[SearchRange]) -> Vec<f64> {
        let entry = self.entry(agent);
        let number = |searched: &SearchRange| {
            let set = agent.options().iter().find(|(option, _)| *option == searched.option);
            let default =
                || entry.options.iter().find(|doc| doc.name == searched.option).map(|doc| doc.values[0]);
            let text = set.map(|(_, value)| value.as_str()).or_else(default);
            text.and_then(|text| text.parse().ok()).unwrap_or(searched.low)
        };
        ranges.iter().map(number).collect()
    }

    fn entry(&self, agent: &Spec) -> &AgentEntry {
        let mut entries = self.roster.entries().iter();
        entries.find(|entry| entry.name == agent.name()).expect("a spec that was checked")
    }

    /// The line of the file of fitted agents.
    fn fitted(&self, tuned: &Tuned, [steps, step_walls]: [u64; 2]) -> Fitted {
        let rules = self.rules.describe();
        let gain = tuned.gain.map(|gain| gain.estimate);
        Fitted {
            rules_hash: rules.hash_text(),
            rules: rules.id,
            agent: tuned.to_play().to_string(),
            before: tuned.before.to_string(),
            found: tuned.after.to_string(),
            gain: gain.map(|gain| gain.value),
            gain_ci95: gain.and_then(|gain| gain.bounds()),
            seed: self.seed,
            steps,
            step_walls,
            held_out: tuned.held_out,
        }
    }

    fn identity(&self, agent: &Spec, ranges: &[SearchRange], options: &TuneOptions) -> Identity {
        let described = self.rules.describe();
        let range = |range: &SearchRange| format!("{}={}..{}", range.option, range.low, range.high);
        Identity {
            tune_state: Identity::FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            rules_hash: described.hash_text(),
            rules: described.id,
            agent: agent.to_string(),
            options: ranges.iter().map(range).collect(),
            steps: options.steps,
            step_walls: options.walls,
            seed: self.seed,
        }
    }
}

fn check(entry: &AgentEntry, searched: &SearchRange) -> Result<(), Error> {
    let SearchRange { option, low, high } = searched;
    let Some(range) = entry.range(option) else {
        let known: Vec<_> = entry.numbers.iter().map(|range| range.option).collect();
        let (name, known) = (&entry.name, known.join(", "));
        return Err(Error::Usage(format!("{name} has no numeric option {option}: choose from {known}")));
    };
    if high - low >= NARROWEST && range.low <= *low && *high <= range.high {
        return Ok(());
    }
    let NumberRange { low: least, high: most, .. } = range;
    Err(Error::Usage(format!(
        "{option}={low}..{high}: expected a range of {NARROWEST} or more within {least}..{most}, such as {option}={least}..{most}"
    )))
}

/// The tables at which two agents meet.
struct Meeting {
    /// Their names, as in [`ContestOptions::tables`].
    names: String,
    /// Matches on each wall.
    matches: u64,
}

/// Finds the tables for a game: the balanced one if there is one.
struct FindTables<'a>(&'a str);

impl Visitor for FindTables<'_> {
    type Output = Result<Meeting, Error>;

    fn visit<G: Family>(self, _rules: &Arc<G::Rules>) -> Self::Output {
        let kinds = Kind::list(None, 2, G::SEATS, true)?;
        // Different names: two of one name would have fewer seatings.
        let agents = ["up", "down"].map(|name| name.parse().expect("a name"));
        let tables = ContestTable::of_contest(&kinds, &agents, false, self.0)?;
        let names: Vec<String> = kinds.iter().map(ToString::to_string).collect();
        Ok(Meeting {
            names: names.join(","),
            matches: tables.iter().map(ContestTable::seatings).sum::<usize>() as u64,
        })
    }
}

/// Plays the steps.
struct Play<'a> {
    arena: &'a Arena<'a>,
    agent: &'a Spec,
    tables: Meeting,
    pool: ThreadPool,
    observer: &'a dyn Observer,
    /// Matches of the whole search.
    total: u64,
    /// Matches played, and their decisions.
    matches: u64,
    decisions: i64,
}

impl Play<'_> {
    /// Plays all steps that are left.
    fn steps(
        &mut self,
        search: &mut Search,
        mut state: Option<&mut StateFile<Identity>>,
    ) -> Result<(), Error> {
        while let Some(step) = search.next(self.arena.seed) {
            let effect = self.step(&step, search.walls)?;
            search.take(&step, effect);
            state.as_mut().map_or(Ok(()), |state| state.keep(search))?;
        }
        Ok(())
    }

    /// The difference that a step makes, in standard deviations of a wall.
    fn step(&mut self, step: &Step, walls: u64) -> Result<f64, Error> {
        let [up, down] = [&step.up, &step.down].map(|numbers| self.spec(&step.ranges, numbers));
        let (up, down) = (up?, down?);
        let difference = self.meet([up.clone(), down], step.seed, walls)?;
        self.observer.so_far(self.total, &format!("step {}: {up}", step.number + 1));
        let value = difference.estimate.value;
        let Some(half) = difference.half else { return Ok(0.0) };
        let [low, high] = [value - half, value + half];
        let deviation = (high - low) / (2.0 * NORMAL) * (walls as f64).sqrt();
        Ok(if deviation > 0.0 { value / deviation } else { 0.0 })
    }

    /// The agent with these numbers.
    fn spec(&self, ranges: &[SearchRange], numbers: &[f64]) -> Result<Spec, Error> {
        let set =
            |spec: Spec, (range, number): (&SearchRange, &f64)| spec.with(&range.option, &number.to_string());
        let spec = ranges.iter().zip(numbers).fold(self.agent.clone(), set);
        Ok(self.arena.roster.spec(&spec.to_string())?)
    }

    fn meet(&mut self, agents: [Spec; 2], seed: u64, walls: u64) -> Result<PairedEstimate, Error> {
        let mut arena = self.arena.clone().seed(seed);
        arena.specs(&agents);
        let options =
            ContestOptions { tables: Some(self.tables.names.clone()), ..ContestOptions::walls(walls) };
        let observer = OfAPart { whole: self.observer, matches: walls * self.tables.matches };
        let contest = arena.contest_in(&self.pool, &options, &observer)?;
        self.matches += contest.matches;
        self.decisions += contest.decisions;
        Ok(contest.pairs[0].difference)
    }

    fn result(mut self, search: &Search, options: &TuneOptions) -> Result<Tuned, Error> {
        let (before, ranges) = (self.arena.roster.spec(&self.agent.to_string())?, search.ranges().to_vec());
        let numbers = search.result();
        let after = self.spec(&ranges, &numbers)?;
        let seed = search.held_out_seed(self.arena.seed);
        let gain = match after == before {
            true => None,
            false => Some(self.meet([after.clone(), before.clone()], seed, options.held_out)?),
        };
        let first = self.arena.numbers(&before, &ranges);
        let moved = first.into_iter().zip(numbers).map(|(before, after)| [before, after]);
        let options_found = ranges.into_iter().zip(moved).collect();
        Ok(Tuned { options: options_found, ..self.tuned([before, after], gain, options.held_out) })
    }

    /// The result without numeric options.
    fn tuned(&self, [before, after]: [Spec; 2], gain: Option<PairedEstimate>, held_out: u64) -> Tuned {
        let (matches, decisions, threads) = (self.matches, self.decisions, self.pool.current_num_threads());
        Tuned { before, after, options: Vec::new(), gain, held_out, matches, decisions, threads }
    }
}

/// Half of a 95 % interval in standard errors.
const NORMAL: f64 = 1.96;
