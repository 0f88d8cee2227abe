//! A run as one object of any game: what divides it into parts, records them or plays them again knows no game and is compiled once.

use super::recorder::{Recorder, RecorderOf};
use crate::datasets::recipe::Recipe;
use crate::error::Error;
use crate::play::Job;
use crate::settings::{Settings, Work};
use hyakuman_core::game::Game;
use hyakuman_core::game::rows::Table;
use hyakuman_games::registry::{Listed, Visitor};
use std::sync::Arc;

/// A [`Job`] of any game.
pub(crate) trait AnyJob: Sync {
    fn settings(&self) -> &Settings<'_>;

    /// Whether a thread plays one match after another, by agents of the program itself: walls may then be divided among threads.
    fn is_one_by_one(&self) -> bool;

    /// A recorder of these tables; those of opinions need their agents.
    fn recorder(&self, recipe: &Recipe, tables: &[Table]) -> Result<Box<dyn Recorder + '_>, Error>;
}

impl<G: Game> AnyJob for Job<'_, G> {
    fn settings(&self) -> &Settings<'_> {
        &self.work().settings
    }

    fn is_one_by_one(&self) -> bool {
        self.long_piece().is_none() && !self.work().is_external()
    }

    fn recorder(&self, recipe: &Recipe, tables: &[Table]) -> Result<Box<dyn Recorder + '_>, Error> {
        Ok(Box::new(RecorderOf::new(self, recipe, tables)?))
    }
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
