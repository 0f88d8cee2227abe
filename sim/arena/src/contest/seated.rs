//! The tables of a contest without playing it, and the matches of one list of seats, for who records them.

use super::tables::{ContestTable, Kind};
use super::{ContestOptions, check};
use crate::arena::Arena;
use crate::error::Error;
use crate::lineup::Lineup;
use hyakuman_game::Game;
use hyakuman_registry::Visitor;
use std::sync::Arc;

impl<'a> Arena<'a> {
    /// The tables of [`Arena::contest`], checked as there. Nothing is played.
    ///
    /// # Errors
    /// Those that a contest has before it is played.
    pub fn contest_tables(&self, options: &ContestOptions) -> Result<Vec<ContestTable>, Error> {
        check(self, options)?;
        self.rules.visit(Tables { arena: self, options })
    }

    /// The matches of a contest with these seats, on so many walls: [`Arena::play`] plays and records them.
    #[must_use]
    pub fn of_contest(&self, seats: &Lineup, walls: u64) -> Arena<'a> {
        let mut arena = self.clone().rotate(true).games(walls * seats.rotations() as u64);
        arena.specs(seats.named());
        arena
    }
}

struct Tables<'a> {
    arena: &'a Arena<'a>,
    options: &'a ContestOptions,
}

impl Visitor for Tables<'_> {
    type Output = Result<Vec<ContestTable>, Error>;

    fn visit<G: Game>(self, _rules: &Arc<G::Rules>) -> Self::Output {
        planned::<G>(self.arena, self.options).map(|(_, tables)| tables)
    }
}

/// The kinds of tables, and the tables.
pub(super) fn planned<G: Game>(
    arena: &Arena<'_>,
    options: &ContestOptions,
) -> Result<(Vec<Kind>, Vec<ContestTable>), Error> {
    let ContestOptions { plan, gauntlet, .. } = options;
    let at_one_table = if *gauntlet { 2 } else { arena.agents.len() };
    let kinds = Kind::list(options.tables.as_deref(), at_one_table, G::SEATS, plan.is_test())?;
    let tables = ContestTable::of_contest(&kinds, &arena.agents, *gauntlet, arena.rules.id())?;
    Ok((kinds, tables))
}
