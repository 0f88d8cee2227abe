//! Calibration: the chances that an agent forecasts, compared with what happened.
//!
//! The agent named first is the *subject*: at each of its decisions it is asked what the actions are worth
//! ([`Agent::evaluate`](hyakuman_core::game::Agent::evaluate)), and the chances of the one that it takes are its forecast. What became of it
//! is known at the end of the kyoku or match. The other seats may have any agents; if they have the same one, all its seats are asked.
//!
//! Matches are played as in a run, in all rotations. The independent unit of the intervals is the wall.

mod forecast_run;
mod rows;

use crate::arena::Arena;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::reorder::{in_order, pieces};
use crate::settings::Work;
use crate::threads::{self, Idle};
use forecast_run::ForecastRun;
use hyakuman_agents::{Roster, Spec};
use hyakuman_analysis::Calibration;
use hyakuman_core::game::{AnyAgent, Game};
use hyakuman_games::registry::{Listed, Visitor};
use rows::RowsFile;
use std::path::PathBuf;
use std::sync::Arc;

/// Walls in a piece of work.
const WALLS: u64 = 8;

/// What is written besides the result.
#[derive(Clone, Default, Debug)]
pub struct CalibrateOptions {
    /// A file for a line of CSV per forecast, in the order of the matches, and of the decisions in a match. It is complete
    /// or not there; an older file of this name is replaced.
    pub rows: Option<PathBuf>,
}

/// The result of a calibration.
#[derive(Debug)]
pub struct Calibrated {
    /// The seating; the first of its different agents is the subject.
    pub lineup: Lineup,
    /// The names of the groups of decisions.
    pub groups: Vec<String>,
    /// What was predicted and what happened.
    pub calibration: Calibration,
    /// Forecasts made.
    pub forecasts: u64,
    /// Decisions of the subject.
    pub asked: u64,
    /// Decisions of all players.
    pub decisions: i64,
    /// Matches played.
    pub matches: u64,
    /// Number of threads used.
    pub threads: usize,
}

impl Calibrated {
    /// The agent whose forecasts these are.
    pub fn subject(&self) -> &Spec {
        &self.lineup.agents()[0]
    }
}

impl Arena<'_> {
    /// Plays the matches and compares the forecasts of the first agent with what happened ([`mod@crate::calibrate`]).
    /// Nothing else is recorded.
    ///
    /// # Errors
    /// The first agent makes no forecasts, or one that is no chance; the file of rows cannot be written; otherwise the errors
    /// of [`Arena::play`].
    pub fn calibrate(
        &self,
        options: &CalibrateOptions,
        observer: &dyn Observer,
    ) -> Result<Calibrated, Error> {
        self.rules.visit(Run { arena: self, options, observer })
    }
}

/// A calibration; [`Visitor`] finds the game of its rules.
struct Run<'a> {
    arena: &'a Arena<'a>,
    options: &'a CalibrateOptions,
    observer: &'a dyn Observer,
}

impl Visitor for Run<'_> {
    type Output = Result<Calibrated, Error>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let Run { arena, options, observer } = self;
        let lineup = arena.lineup()?;
        let work = Work::<G> { rules: Arc::clone(rules), settings: arena.settings(&lineup, observer) };
        let groups = groups(&work, arena.rules.id())?;
        let pool = threads::pool(arena.threads)?;
        let mut rows = options.rows.as_deref().map(|path| RowsFile::create(path, G::SEATS)).transpose()?;
        observer.start(arena.games);
        let (idle, keeps_rows) = (Idle::new(Vec::new()), rows.is_some());
        let play = |matches| {
            let mut run = idle.take(|| ForecastRun::new(&work, &groups, keeps_rows))?;
            run.play(matches)?;
            let rows = run.take_rows();
            idle.give_back(run);
            Ok(rows)
        };
        let write = |text: String| rows.as_mut().map_or(Ok(()), |rows| rows.write(&text));
        let size = if work.is_external() { 1 } else { WALLS } * lineup.rotations() as u64;
        threads::within(&pool, || in_order(observer, pieces(0..arena.games, size), play, write))?;
        rows.map_or(Ok(()), RowsFile::finish)?;
        let mut result = Calibrated {
            calibration: Calibration::new(groups.len()),
            forecasts: 0,
            asked: 0,
            decisions: 0,
            matches: arena.games,
            threads: pool.current_num_threads(),
            groups: Vec::new(),
            lineup: arena.lineup()?,
        };
        idle.into_all().iter().for_each(|run| run.add_to(&mut result));
        result.groups = groups;
        Ok(result)
    }
}

/// The groups of the subject, after a check of all agents.
fn groups<G: Game>(work: &Work<'_, G>, rules: &str) -> Result<Vec<String>, Error> {
    for spec in work.lineup.named() {
        work.roster.check_rules::<G>(spec, &work.rules)?;
    }
    let subject = &work.lineup.agents()[0];
    let groups = groups_of(&work.roster.agent::<G>(subject)?);
    if groups.is_empty() {
        let able = forecasters::<G>(work.roster).join(", ");
        let able = if able.is_empty() {
            "no agent of this program does".to_owned()
        } else {
            format!("these do: {able}")
        };
        return Err(Error::Usage(format!("the agent {subject} makes no forecasts for {rules}; {able}")));
    }
    Ok(groups)
}

fn groups_of<G: Game>(agent: &AnyAgent<G>) -> Vec<String> {
    match agent {
        AnyAgent::Scalar(agent) => agent.groups(),
        AnyAgent::Batched(_) => Vec::new(),
    }
}

/// The agents that make forecasts, of those that can be made without options.
fn forecasters<G: Game>(roster: &Roster) -> Vec<&str> {
    let makes = |name: &str| {
        let agent = roster.spec(name).and_then(|spec| roster.agent::<G>(&spec));
        agent.is_ok_and(|agent| !groups_of(&agent).is_empty())
    };
    let names = roster.entries().iter().filter(|entry| !entry.external).map(|entry| entry.name.as_str());
    names.filter(|name| makes(name)).collect()
}
