//! The matches of a contest as data sets, one for each list of seats.

use super::tables::{ContestTable, TableKind};
use super::{ContestOptions, letter};
use crate::arena::Arena;
use crate::datasets::{DataSets, SetOptions};
use crate::error::Error;
use crate::lineup::Lineup;
use hyakuman_core::game::rows::Table;
use serde_json::{Value, json};
use std::iter;

/// The file that lists the data sets of a folder.
const LIST: &str = "match.json";

/// The tables of a contest, to be recorded.
#[derive(Debug)]
pub struct ContestSets {
    sets: DataSets,
    tables: Vec<ContestTable>,
    /// Agents of the contest.
    agents: usize,
}

impl ContestSets {
    /// Checks before anything is played that the folder is free or has these data sets; writes nothing. With more walls they are extended.
    ///
    /// # Errors
    /// The folder holds something else; those that a contest has before it is played.
    pub fn prepare(
        arena: &Arena<'_>,
        options: &ContestOptions,
        sets: SetOptions,
    ) -> Result<ContestSets, Error> {
        let (tables, agents) = (arena.contest_tables(options)?, arena.agents.len());
        let set = |(folder, table, seats): (String, &ContestTable, &Lineup)| json!({ "folder": folder, "table": table.kind.to_string(), "agents": seats.names() });
        let mut of_seats: Vec<Value> = folders(&tables, agents, 0).map(set).collect();
        for (at, (name, rules)) in (1..).zip(&options.rulesets) {
            let under = |mut set: Value| {
                set["rules"] = json!(name);
                set["rules_hash"] = json!(rules.describe().hash_text());
                set
            };
            of_seats.extend(folders(&tables, agents, at).map(set).map(under));
        }
        let recorded: Vec<&str> = sets.tables.iter().copied().map(Table::name).collect();
        let list = json!({
            "rules": arena.rules.id(),
            "rules_hash": arena.rules.describe().hash_text(),
            "seed": arena.seed,
            "measures": arena.measures,
            "tables": recorded,
            "sets": of_seats,
        });
        let sets = DataSets::prepare(sets, (LIST, &list), "match")?;
        Ok(ContestSets { sets, tables, agents })
    }

    /// What plays the matches on these walls once more, and records them: each of these is played.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn arenas<'a>(
        &self,
        arena: &Arena<'a>,
        options: &'a ContestOptions,
        walls: u64,
    ) -> Result<Vec<Arena<'a>>, Error> {
        let rulesets = iter::once(arena.rules).chain(options.rulesets.iter().map(|(_, rules)| rules));
        let sets = rulesets.enumerate().flat_map(|(at, rules)| {
            let arena = arena.under(rules);
            let sets = folders(&self.tables, self.agents, at);
            sets.map(move |(folder, _, seats)| (folder, arena.with_seats(seats, walls)))
        });
        self.sets.start(sets)
    }
}

/// Every list of seats of the tables, with its folder under a ruleset, which is the base or one of the others, numbered from 1.
fn folders(
    tables: &[ContestTable],
    agents: usize,
    rules: usize,
) -> impl Iterator<Item = (String, &ContestTable, &Lineup)> {
    let under = if rules == 0 { String::new() } else { format!("rules-{}-", rules + 1) };
    tables.iter().flat_map(move |table| {
        let (seats, under) = (table.lineups.iter().enumerate(), under.clone());
        seats.map(move |(at, seats)| (under.clone() + &folder(table, agents, at), table, seats))
    })
}

/// `1v3`, `2v2-1`; of more than two agents those of the pair in front: `A-C-1v3`.
fn folder(table: &ContestTable, agents: usize, at: usize) -> String {
    let pair = match (&table.agents[..], table.kind) {
        (&[first, second], TableKind::Pair(_)) if agents > 2 => {
            format!("{}-{}-", letter(first), letter(second))
        }
        _ => String::new(),
    };
    let number = if table.lineups.len() > 1 { format!("-{}", at + 1) } else { String::new() };
    format!("{pair}{}{number}", table.kind)
}
