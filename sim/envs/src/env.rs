//! All tables, in groups that threads play.

use crate::batch::{Batch, Finished, Layout};
use crate::choose;
use crate::encode::{ORACLE, Presenter, default_actions};
use crate::group::{Group, LearnerDecision};
use crate::options::{EnvOptions, Reward};
use crate::table::{Cast, Shared};
use hyakuman_agents::place::{Worth, fitted_points};
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::{Error, Lineup, Rules, threads};
use hyakuman_core::MatchSeed;
use hyakuman_core::column::Column;
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::{Game, MAX_SEATS};
use hyakuman_games::registry::{Listed, Visitor};
use hyakuman_riichi::planes::Actions;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Most tables with an agent that is a program: each table starts one for each of its seats.
const MOST_EXTERNAL: usize = 64;
/// How often a caller that waits for threads looks whether it shall stop.
const LOOK: Duration = Duration::from_millis(50);

/// Many tables, for one learner.
pub trait VecEnv: Send {
    /// Sizes of rows.
    fn layout(&self) -> Layout;

    /// The columns of a row of [`crate::Observation::Row`], in order.
    fn columns(&self) -> Vec<Column>;

    /// The name of an action of the learner, such as `discard 5m`; `None` if there is no such action.
    fn action_name(&self, action: u8) -> Option<String>;

    /// Plays every table to the next decision of the learner. Returns the number of decisions. Where the last round has not been
    /// answered it does nothing.
    ///
    /// `halt` is called now and then on this thread. If it returns true the call ends with [`Error::Interrupted`], and another
    /// call goes on where this one was.
    ///
    /// # Errors
    /// An agent failed or chose an illegal action; or `halt` ended it.
    fn play(&mut self, halt: &mut dyn FnMut() -> bool) -> Result<usize, Error>;

    /// Writes the decisions of this round. Not done while they are played: rows of several threads lie in one array, and where those of a thread
    /// begin is known only when all have played.
    ///
    /// # Panics
    /// A slice that is not empty is shorter than they are.
    fn read(&mut self, batch: &mut Batch<'_>);

    /// The matches that have ended since the round before, in order of table and number.
    fn finished(&self) -> Vec<Finished>;

    /// Takes the answers of the learner, one for each decision of this round.
    ///
    /// # Errors
    /// Another number of answers, or an illegal one; the sentence says which. Nothing has changed then.
    fn take(&mut self, actions: &[u8]) -> Result<(), Error>;

    /// For each decision of this round one of its legal actions, each equally likely. The random numbers depend on the seed of
    /// the environment, match, seat and the number of the decision.
    ///
    /// # Errors
    /// `actions` has another length than the round.
    fn sample(&self, actions: &mut [u8]) -> Result<(), Error>;

    /// For each decision of this round a legal action, with the chances of a softmax over `logits`, and the logarithm of its
    /// chance. `logits` has [`Layout::actions`] numbers a row; those of illegal actions do not count. The random numbers are
    /// those of [`VecEnv::sample`].
    ///
    /// # Errors
    /// A number is not finite; the sentence says which. Or a slice has another length than the round.
    fn choose(&self, logits: &[f32], actions: &mut [u8], log_chances: &mut [f32]) -> Result<(), Error>;

    /// Other agents play the next match of every table and those after it; matches in play go on as they are. `agents` is as in
    /// [`EnvOptions::agents`], with the learner at the same places.
    ///
    /// # Errors
    /// An agent cannot be made, or the learner has other places. Nothing has changed then.
    fn set_agents(&mut self, roster: &Arc<Roster>, agents: &[Option<String>]) -> Result<(), Error>;

    /// Starts again at the first match of every table, with this seed.
    ///
    /// # Errors
    /// An agent cannot be made. Nothing has changed then.
    fn reset(&mut self, seed: u64) -> Result<(), Error>;
}

/// Makes an environment.
///
/// # Errors
/// The options do not fit the rules or each other, or an agent cannot be made.
pub fn vec_env(rules: &Rules, roster: &Arc<Roster>, options: &EnvOptions) -> Result<Box<dyn VecEnv>, Error> {
    rules.visit(Make { id: rules.id(), roster, options })
}

/// Makes an environment; [`Visitor`] finds the game of the rules.
struct Make<'a> {
    id: &'a str,
    roster: &'a Arc<Roster>,
    options: &'a EnvOptions,
}

impl Visitor for Make<'_> {
    type Output = Result<Box<dyn VecEnv>, Error>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let Make { id, roster, options } = self;
        if options.actions == Some(Actions::Compact) && G::ENCODING.is_none() {
            let sentence = format!("actions-v1 are for riichi; {} has the actions codes", G::FAMILY);
            return Err(Error::Usage(sentence));
        }
        if options.oracle && G::ENCODING.is_none() {
            return Err(Error::Usage(format!("{ORACLE} is for riichi; {} has no planes", G::FAMILY)));
        }
        if let Some(start) = &options.start {
            let seed = MatchSeed { seed: options.seed, number: 0 };
            G::start_from(rules, seed, start, &mut ()).map_err(Error::Usage)?;
        }
        let cast = cast::<G>(id, rules, roster, options)?;
        let shared = Shared {
            rules: Arc::clone(rules),
            cast: Arc::new(cast),
            presenter: Presenter::of(options.observation).map_err(Error::Usage)?,
            oracle: G::ENCODING.map(|encoding| encoding.oracle).filter(|_| options.oracle),
            actions: options.actions.unwrap_or(default_actions::<G>()),
            reward: options.reward,
            places: places::<G>(rules, options)?,
            seed: options.seed,
            tables: options.tables as u64,
            start: options.start.clone(),
        };
        Ok(Box::new(Tables::new(id.to_owned(), shared, options)?))
    }
}

/// The model of final places, where the reward needs it.
fn places<G: Game>(rules: &G::Rules, options: &EnvOptions) -> Result<Option<Arc<dyn Worth<G>>>, Error> {
    if options.reward != Reward::Places {
        return Ok(None);
    }
    let otherwise = ("places", "take the reward rank or kyoku");
    let model = fitted_points::<G>(rules, options.places.as_deref(), otherwise);
    model.map(Some).map_err(Error::Usage)
}

/// The agents by place, with the learner as `None`, and their seating.
fn cast<G: Game>(
    id: &str,
    rules: &Arc<G::Rules>,
    roster: &Arc<Roster>,
    options: &EnvOptions,
) -> Result<Cast, Error> {
    let learner = Spec::from_str("learner")?;
    let mut named = Vec::new();
    for agent in &options.agents {
        named.push(agent.as_ref().map_or(Ok(learner.clone()), |text| roster.spec(text))?);
    }
    let lineup = Lineup::new(named, G::SEATS, id, options.rotate)?;
    let mut specs = Vec::new();
    for place in 0..G::SEATS {
        let given = options.agents.get(place).unwrap_or(&options.agents[0]);
        let spec = given.is_some().then(|| lineup.named()[place].clone());
        if let Some(spec) = &spec {
            roster.check_rules::<G>(spec, rules)?;
            if roster.is_external(spec) && options.tables > MOST_EXTERNAL {
                let sentence = format!(
                    "{spec} is a program of its own, one for each table and seat: at most {MOST_EXTERNAL} tables"
                );
                return Err(Error::Usage(sentence));
            }
        }
        specs.push(spec);
    }
    match specs.iter().any(Option::is_none) {
        true => Ok(Cast { roster: Arc::clone(roster), specs, lineup, changes: 0 }),
        false => Err(Error::Usage("no seat is left to the learner: one of the agents must be None".into())),
    }
}

struct Tables<G: Game> {
    /// The name of the ruleset, and what was asked for.
    id: String,
    options: EnvOptions,
    shared: Shared<G>,
    groups: Vec<Group<G>>,
    /// `None`: all work is done on the thread of the caller.
    pool: Option<ThreadPool>,
    /// Whether the decisions of this round wait for answers.
    asked: bool,
    /// Why an agent could not go on; nothing is played then until a reset.
    failed: Option<String>,
    /// The first table whose decisions found no room in the last round that had too many.
    delayed: u32,
    layout: Layout,
}

impl<G: Game> Tables<G> {
    fn new(id: String, shared: Shared<G>, options: &EnvOptions) -> Result<Self, Error> {
        if options.tables == 0 || options.tables > i32::MAX as usize {
            return Err(Error::Usage("an environment needs at least one table".into()));
        }
        if options.rows == Some(0) {
            return Err(Error::Usage("a round needs room for at least one decision".into()));
        }
        let pool = match options.threads {
            Some(1) => None,
            threads => Some(threads::pool(threads)?).filter(|pool| pool.current_num_threads() > 1),
        };
        let threads = pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        let ranges = ranges(options.tables, threads, options.group.max(1));
        let groups = ranges.map(|tables| Group::new(&shared, tables)).collect::<Result<_, _>>()?;
        let learners = shared.cast.specs.iter().filter(|spec| spec.is_none()).count().min(MAX_SEATS);
        let layout = Layout {
            tables: options.tables,
            seats: G::SEATS,
            rows: options.rows.unwrap_or(options.tables * learners),
            observation: shared.presenter.bytes,
            oracle: shared.oracle.map_or(0, |_| ORACLE.bytes()),
            actions: shared.actions.count(),
        };
        let (options, asked, failed) = (options.clone(), false, None);
        Ok(Tables { id, options, shared, groups, pool, asked, failed, delayed: 0, layout })
    }

    fn rows(&self) -> impl Iterator<Item = &LearnerDecision> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    fn count(&self) -> usize {
        self.groups.iter().map(|group| group.rows.len()).sum()
    }

    /// If there are more decisions than a round has room for, some wait: those from a table on, which is the first in the next such round.
    fn delay(&mut self) {
        let (count, room) = (self.count(), self.layout.rows);
        if count <= room {
            return;
        }
        let tables = self.groups.iter().flat_map(Group::numbers).collect::<Vec<u32>>();
        let first = tables.partition_point(|&table| table < self.delayed) % count;
        self.delayed = tables[(first + room) % count];
        let mut place = count - first;
        for group in &mut self.groups {
            group.rows.retain(|_| {
                place += 1;
                (place - 1) % count < room
            });
        }
    }

    /// Plays all groups, on this thread or on those of the pool. False: it was halted.
    fn play_groups(&mut self, halt: &mut dyn FnMut() -> bool) -> Result<bool, Error> {
        let Tables { groups, shared, pool, .. } = self;
        if let Some(pool) = pool {
            return in_pool(pool, groups, shared, halt);
        }
        for group in groups {
            if !group.play(shared, halt)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// An error unless there are this many numbers for each decision.
    fn fits(&self, what: &str, given: usize, each: usize) -> Result<(), Error> {
        let count = self.count();
        if given == count * each {
            return Ok(());
        }
        Err(Error::Usage(format!(
            "there are {given} {what} for {count} decisions; there must be {}",
            count * each
        )))
    }

    /// The codes of these answers are given to the groups; nothing is if one is illegal.
    fn check(&mut self, actions: &[u8]) -> Result<(), Error> {
        let Tables { groups, shared, .. } = self;
        let mut start = 0;
        for group in &mut *groups {
            group.codes.clear();
            let actions = &actions[start..start + group.rows.len()];
            for (i, (row, &action)) in group.rows.iter().zip(actions).enumerate() {
                match shared.actions.code(action, &row.legal, row.drawn) {
                    Some(code) => group.codes.push(code),
                    None => return Err(illegal(group, shared, start + i, &group.rows[i], action)),
                }
            }
            start += actions.len();
        }
        Ok(())
    }
}

impl<G: Game> VecEnv for Tables<G> {
    fn layout(&self) -> Layout {
        self.layout
    }

    fn columns(&self) -> Vec<Column> {
        row_columns::<G>()
    }

    fn action_name(&self, action: u8) -> Option<String> {
        let code = self.shared.actions.any_code(action, None)?;
        G::ACTIONS
            .iter()
            .any(|codes| (codes.first..=codes.last).contains(&code))
            .then(|| G::action_name(code))
    }

    fn play(&mut self, halt: &mut dyn FnMut() -> bool) -> Result<usize, Error> {
        if let Some(sentence) = &self.failed {
            return Err(Error::Failed(sentence.clone()));
        }
        if !self.asked {
            match self.play_groups(halt) {
                Ok(true) => {
                    self.asked = true;
                    self.delay();
                }
                Ok(false) => return Err(Error::Interrupted),
                Err(error) => {
                    self.failed = Some(error.to_string());
                    return Err(error);
                }
            }
        }
        Ok(self.count())
    }

    fn read(&mut self, batch: &mut Batch<'_>) {
        let Tables { groups, shared, pool, layout, .. } = self;
        let mut rest = batch.borrowed();
        let mut parts = Vec::with_capacity(groups.len());
        for group in groups {
            let [part, behind] = rest.split(group.rows.len(), layout);
            parts.push((group, part));
            rest = behind;
        }
        match pool {
            None => parts.into_iter().for_each(|(group, part)| group.read(shared, part)),
            Some(pool) => {
                let shared = &*shared;
                pool.install(|| parts.into_par_iter().for_each(|(group, part)| group.read(shared, part)));
            }
        }
    }

    fn finished(&self) -> Vec<Finished> {
        let mut finished: Vec<_> = self.groups.iter().flat_map(|group| &group.finished).copied().collect();
        finished.sort_by_key(|finished| (finished.env, finished.number));
        finished
    }

    fn take(&mut self, actions: &[u8]) -> Result<(), Error> {
        if !self.asked {
            return Err(Error::Usage("no decision waits for an answer: play to the next ones first".into()));
        }
        self.fits("actions", actions.len(), 1)?;
        self.check(actions)?;
        self.asked = false;
        self.groups.iter_mut().for_each(Group::answered);
        Ok(())
    }

    fn sample(&self, actions: &mut [u8]) -> Result<(), Error> {
        self.fits("actions", actions.len(), 1)?;
        for (row, action) in self.rows().zip(actions) {
            *action = choose::any(&row.outputs, row.random);
        }
        Ok(())
    }

    fn choose(&self, logits: &[f32], actions: &mut [u8], log_chances: &mut [f32]) -> Result<(), Error> {
        let outputs = self.layout.actions;
        self.fits("logits", logits.len(), outputs)?;
        self.fits("actions", actions.len(), 1)?;
        self.fits("chances", log_chances.len(), 1)?;
        for (i, row) in self.rows().enumerate() {
            let logits = &logits[i * outputs..][..outputs];
            let chosen = choose::by_logits(&row.outputs, logits, row.random);
            (actions[i], log_chances[i]) = chosen.map_err(|action| {
                Error::Usage(format!(
                    "the logit of action {action} in row {i} is {}",
                    logits[action as usize]
                ))
            })?;
        }
        Ok(())
    }

    fn set_agents(&mut self, roster: &Arc<Roster>, agents: &[Option<String>]) -> Result<(), Error> {
        let options = EnvOptions { agents: agents.to_vec(), ..self.options.clone() };
        let mut cast = cast::<G>(&self.id, &self.shared.rules, roster, &options)?;
        let learner = |cast: &Cast| cast.specs.iter().map(Option::is_none).collect::<Vec<bool>>();
        if learner(&cast) != learner(&self.shared.cast) {
            let sentence = "the learner keeps its places: None has to be where it was";
            return Err(Error::Usage(sentence.into()));
        }
        cast.changes = self.shared.cast.changes + 1;
        let next_agents =
            self.groups.iter().map(|group| group.next_agents(&cast)).collect::<Result<Vec<_>, _>>()?;
        self.shared.cast = Arc::new(cast);
        let cast = &self.shared.cast;
        self.groups
            .iter_mut()
            .zip(next_agents)
            .for_each(|(group, next_agents)| group.set_next(cast, next_agents));
        self.options = options;
        Ok(())
    }

    fn reset(&mut self, seed: u64) -> Result<(), Error> {
        let groups = self.groups.iter().map(|group| Group::new(&self.shared, group.range()));
        self.groups = groups.collect::<Result<_, _>>()?;
        self.shared.seed = seed; // read when a match starts
        (self.asked, self.failed, self.delayed) = (false, None, 0);
        Ok(())
    }
}

/// The columns of a row of [`crate::Observation::Row`], in order.
pub fn row_columns<G: Game>() -> Vec<Column> {
    let decisions = Table::Decisions.columns::<G>();
    let named = |name: &str| decisions.iter().find(|column| column.name == name).copied();
    G::COLUMNS.iter().copied().chain(["seat", "legal"].into_iter().filter_map(named)).collect()
}

/// Ranges of tables of about the same size, at most `most` each: as many for every thread.
fn ranges(tables: usize, threads: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let groups = tables.div_ceil(most).next_multiple_of(threads).min(tables);
    (0..groups).map(move |group| group * tables / groups..(group + 1) * tables / groups)
}

/// Plays the groups in the threads of a pool, while this thread looks whether it shall stop.
fn in_pool<G: Game>(
    pool: &ThreadPool,
    groups: &mut [Group<G>],
    shared: &Shared<G>,
    halt: &mut dyn FnMut() -> bool,
) -> Result<bool, Error> {
    let (stopped, count) = (AtomicBool::new(false), groups.len());
    let (sender, receiver) = channel();
    pool.in_place_scope(|scope| {
        for group in groups {
            let (sender, stopped) = (sender.clone(), &stopped);
            scope.spawn(move |_| {
                let played = group.play(shared, &mut || stopped.load(Ordering::Relaxed));
                let _ = sender.send(played); // There is a receiver unless another group has panicked.
            });
        }
        drop(sender);
        let (mut done, mut outcome) = (0, Ok(true));
        while done < count {
            match receiver.recv_timeout(LOOK) {
                Ok(played) => {
                    done += 1;
                    outcome = outcome.and_then(|all| played.map(|one| all && one));
                }
                Err(RecvTimeoutError::Timeout) if halt() => stopped.store(true, Ordering::Relaxed),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        outcome
    })
}

/// The error for an illegal answer in a row.
#[cold]
fn illegal<G: Game>(
    group: &Group<G>,
    shared: &Shared<G>,
    at: usize,
    row: &LearnerDecision,
    action: u8,
) -> Error {
    let sentence = match shared.actions.any_code(action, row.drawn) {
        Some(code) => {
            let (table, why) = group.why_illegal(row, code);
            format!("action {action} of row {at} (table {table}) is illegal: {why}; nothing was played")
        }
        None => {
            let last = shared.actions.count() - 1;
            format!("row {at}: there is no action {action}, they are 0 to {last}; nothing was played")
        }
    };
    Error::Usage(sentence)
}
