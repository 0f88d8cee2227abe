//! The matches of an experiment as data sets, one for each cell and order of seats.

use super::{Experiment, Seats, check};
use crate::arena::Arena;
use crate::datasets::{DataSets, SetOptions};
use crate::error::Error;
use crate::lineup::Lineup;
use hyakuman_agents::Roster;
use hyakuman_game::rows::Table;
use serde_json::{Value, json};

/// The file that lists the data sets of a folder.
const LIST: &str = "experiment.json";

impl Experiment {
    /// Checks before anything is played that the folder is free or has the data sets of this experiment; writes nothing. With more walls they are
    /// extended.
    ///
    /// # Errors
    /// The folder holds something else; those of [`Experiment::play`] before it plays.
    pub fn data_sets(&self, roster: &Roster, sets: SetOptions) -> Result<DataSets, Error> {
        check::experiment(self)?;
        let set = |(folder, [rules, table], lineup): (String, [usize; 2], Lineup)| {
            let ((name, rules), table) = (&self.rulesets[rules], &self.tables[table].name);
            let hash = rules.describe().hash_text();
            json!({ "folder": folder, "name": format!("{name}, {table}"), "rules_hash": hash, "agents": lineup.names() })
        };
        let of_cells: Vec<Value> = self.folders(roster)?.into_iter().map(set).collect();
        let recorded: Vec<&str> = sets.tables.iter().copied().map(Table::name).collect();
        let list =
            json!({ "seed": self.seed, "measures": self.measures, "tables": recorded, "sets": of_cells });
        DataSets::prepare(sets, (LIST, &list), "experiment")
    }

    /// What plays the matches on these walls once more, and records them: each of these is played.
    ///
    /// # Errors
    /// The folder cannot be written; those of [`Experiment::play`] before it plays.
    pub fn recorded<'a>(
        &'a self,
        roster: &'a Roster,
        sets: &DataSets,
        walls: u64,
    ) -> Result<Vec<Arena<'a>>, Error> {
        let arena = |(folder, [rules, table], lineup): (String, [usize; 2], Lineup)| {
            let arena = self.arena(&self.rulesets[rules].1, roster).of_contest(&lineup, walls);
            (folder, arena.rotate(self.tables[table].seats != Seats::Fixed))
        };
        sets.start(self.folders(roster)?.into_iter().map(arena))
    }

    /// The folder of each cell of the grid, its ruleset and table, and who sits there: `rules-1-table-2`; if a table sits in several orders,
    /// `rules-1-table-2-1`.
    fn folders(&self, roster: &Roster) -> Result<Vec<(String, [usize; 2], Lineup)>, Error> {
        let arena = self.arena(&self.rulesets[0].1, roster);
        let mut folders = Vec::new();
        for rules in 0..self.rulesets.len() {
            for (at, table) in self.tables.iter().enumerate() {
                let lineups = table.lineups(&arena)?;
                let count = lineups.len();
                for (order, lineup) in (1..).zip(lineups) {
                    let order = if count > 1 { format!("-{order}") } else { String::new() };
                    folders.push((
                        format!("rules-{}-table-{}{order}", rules + 1, at + 1),
                        [rules, at],
                        lineup,
                    ));
                }
            }
        }
        Ok(folders)
    }
}
