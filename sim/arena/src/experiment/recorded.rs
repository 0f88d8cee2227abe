//! The matches of an experiment as data sets, one for each cell and order of seats.

use super::{Experiment, Seats, TablePlace};
use crate::arena::Arena;
use crate::datasets::{DataSets, SetOptions};
use crate::error::Error;
use hyakuman_agents::Roster;
use hyakuman_core::game::rows::Table;
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
        let set = |place: &TablePlace| {
            let ((name, rules), table) = (&self.rulesets[place.rules], &self.tables[place.table].name);
            let (hash, agents) = (rules.describe().hash_text(), place.lineup.names());
            json!({ "folder": place.folder(), "name": format!("{name}, {table}"), "rules_hash": hash, "agents": agents })
        };
        let of_cells: Vec<Value> = self.seated(roster)?.iter().map(set).collect();
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
        let arena = |place: TablePlace| {
            let arena = self.arena(&self.rulesets[place.rules].1, roster).with_seats(&place.lineup, walls);
            (place.folder(), arena.rotate(self.tables[place.table].seats != Seats::Fixed))
        };
        sets.start(self.seated(roster)?.into_iter().map(arena))
    }
}

impl TablePlace {
    /// `rules-1-table-2`; of a table that sits in several orders `rules-1-table-2-1`.
    fn folder(&self) -> String {
        let order = self.order.map_or(String::new(), |order| format!("-{order}"));
        format!("rules-{}-table-{}{order}", self.rules + 1, self.table + 1)
    }
}
