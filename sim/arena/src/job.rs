//! A run as one object of any game: what divides it into parts, records them or plays them again knows no game and is compiled once.

use crate::datasets::recipe::Recipe;
use crate::datasets::recording::recorder::Recorder;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::own::OwnMeasures;
use crate::play::{Job, Work};
use crate::stats::Stats;
use hyakuman_agents::Roster;
use hyakuman_core::Seat;
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::{AgentFailure, Illegal};
use hyakuman_games::registry::{AnyRules, Listed, Visitor};
use std::sync::Arc;

/// The settings of the matches to play.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'a> {
    /// The rules.
    pub ruleset: &'a AnyRules,
    /// The agents and their seating.
    pub lineup: &'a Lineup,
    /// Makes the agents.
    pub roster: &'a Roster,
    /// Seed of the run.
    pub seed: u64,
    /// Number of matches.
    pub games: u64,
    /// Matches that a thread keeps in play for batched agents; `None` for the number the agents request.
    pub in_play: Option<usize>,
    /// Measures of one's own.
    pub own: Option<OwnMeasures>,
    /// Receives progress and may stop the work.
    pub observer: &'a dyn Observer,
    /// Whether an unfinished piece is useless; if so, every piece is played to the end.
    pub to_end: bool,
}

/// A [`Job`] of any game.
pub(crate) trait AnyJob: Sync {
    /// The settings of the matches.
    fn settings(&self) -> &Settings<'_>;

    /// Whether a thread plays one match after another, by agents of the program itself: walls may then be divided among threads.
    fn is_one_by_one(&self) -> bool;

    /// A recorder of these tables; those of opinions need their agents.
    fn recorder(&self, recipe: &Recipe, tables: &[Table]) -> Result<Box<dyn Recorder + '_>, Error>;
}

impl<'a> Settings<'a> {
    /// The job of agents that play these matches.
    pub(crate) fn job(self) -> Result<Box<dyn AnyJob + 'a>, Error> {
        self.ruleset.visit(Make { settings: self, plays: true })
    }

    /// A job for which no agent is made: its matches are only played again.
    pub(crate) fn replaying(self) -> Result<Box<dyn AnyJob + 'a>, Error> {
        self.ruleset.visit(Make { settings: self, plays: false })
    }

    /// What is measured.
    pub(crate) fn measures(&self) -> GameMeasures {
        GameMeasures::under(self.ruleset).with(self.own)
    }

    /// The statistics before the first match.
    pub(crate) fn stats(&self) -> Stats {
        Stats::new(self.lineup, self.measures())
    }

    /// Reports that a match begins; an error if the observer stopped the run.
    pub(crate) fn start_match(&self, number: u64) -> Result<(), Error> {
        if !self.to_end {
            self.observer.go_on()?;
        }
        self.observer.playing(number);
        Ok(())
    }

    /// Whether an agent is a program of its own.
    pub(crate) fn is_external(&self) -> bool {
        self.lineup.agents().iter().any(|agent| self.roster.is_external(agent))
    }

    /// The error for an illegal action; `failure` is why the agent could not choose another.
    #[cold]
    pub(crate) fn protocol(&self, number: u64, illegal: &Illegal, failure: Option<AgentFailure>) -> Error {
        let agent = self.lineup.agent_at(Seat::index(illegal.seat), self.lineup.rotation_of(number));
        Error::of_agent(&self.lineup.agents()[agent], number, illegal, failure)
    }
}

/// [`Visitor`] finds the game.
struct Make<'a> {
    settings: Settings<'a>,
    /// Whether agents play.
    plays: bool,
}

impl<'a> Visitor for Make<'a> {
    type Output = Result<Box<dyn AnyJob + 'a>, Error>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let work = Work::<G> { rules: Arc::clone(rules), settings: self.settings };
        let job = if self.plays { Job::new(work)? } else { Job::replaying(work) };
        Ok(Box::new(job))
    }
}
