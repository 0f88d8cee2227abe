//! The tables of a contest without playing it, and the matches of one list of seats, to record them.

use super::tables::{ContestTable, TableKind};
use super::{ContestOptions, check};
use crate::arena::Arena;
use crate::error::Error;
use crate::grid::Stop;
use crate::lineup::Lineup;

impl<'a> Arena<'a> {
    /// The tables of [`Arena::contest`], checked as there. Nothing is played.
    ///
    /// # Errors
    /// Those that a contest has before it is played.
    pub fn contest_tables(&self, options: &ContestOptions) -> Result<Vec<ContestTable>, Error> {
        check(self, options)?;
        planned(self, options).map(|(_, tables)| tables)
    }

    /// The matches of a contest with these seats, on so many walls: [`Arena::play`] plays and records them.
    #[must_use]
    pub fn with_seats(&self, seats: &Lineup, walls: u64) -> Arena<'a> {
        let mut arena = self.clone().rotate(true).games(walls * seats.rotations() as u64);
        arena.agents = seats.named().to_vec();
        arena
    }
}

/// The kinds of tables, and the tables.
pub(super) fn planned(
    arena: &Arena<'_>,
    options: &ContestOptions,
) -> Result<(Vec<TableKind>, Vec<ContestTable>), Error> {
    let ContestOptions { plan, gauntlet, .. } = options;
    let at_one_table = if *gauntlet { 2 } else { arena.agents.len() };
    let is_test = matches!(plan.stop, Stop::Test(_));
    let kinds = TableKind::list(options.tables.as_deref(), at_one_table, arena.rules.facts().seats, is_test)?;
    let tables = ContestTable::of_contest(&kinds, &arena.agents, *gauntlet, arena.rules.id())?;
    Ok((kinds, tables))
}
