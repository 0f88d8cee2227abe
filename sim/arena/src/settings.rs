//! The matches to play: their rules, agents, walls, and what is counted.

use crate::error::Error;
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::own_measures::OwnMeasures;
use crate::stats::Stats;
use hyakuman_agents::Roster;
use hyakuman_core::Seat;
use hyakuman_core::game::{AgentFailure, Game, Illegal};
use hyakuman_games::registry::AnyRules;
use std::ops::Deref;
use std::sync::Arc;

/// The settings of the matches to play.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'a> {
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
    pub own_measures: Option<OwnMeasures>,
    /// Receives progress and may stop the work.
    pub observer: &'a dyn Observer,
    /// Whether an unfinished piece is useless; if so, every piece is played to the end.
    pub to_end: bool,
}

/// The matches to play, and their rules as those of the game.
pub(crate) struct Work<'a, G: Game> {
    pub rules: Arc<G::Rules>,
    pub settings: Settings<'a>,
}

impl<'a, G: Game> Deref for Work<'a, G> {
    type Target = Settings<'a>;

    fn deref(&self) -> &Settings<'a> {
        &self.settings
    }
}

impl<'a> Settings<'a> {
    /// What is measured.
    pub(crate) fn measures(&self) -> GameMeasures {
        GameMeasures::under(self.ruleset).with(self.own_measures)
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
