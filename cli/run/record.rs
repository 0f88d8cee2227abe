//! The arguments for recording a data set.

use crate::number;
use clap::Args;
use hyakuman_arena::RecordOptions;
use hyakuman_core::game::rows::Table;
use hyakuman_record::Shard;
use hyakuman_record::plan::MOST_MATCHES_OF_A_PART;
use std::path::PathBuf;

/// Arguments of a command that records a data set.
#[derive(Args, Debug)]
pub struct RecordArgs {
    /// Tables to record: matches, kyoku (includes wins), decisions, replays, oracle; separated by commas, or all
    ///
    /// `matches`: one row per match. `kyoku`: one row per kyoku, and `wins`: one row per win. `decisions`: one row per
    /// decision, with what the seat saw, could do and did, and the outcome. `replays`: the actions of a match, from
    /// which every other table can be made later (`hyakuman data expand`). `oracle`: one row per decision, with what the
    /// seat could not see: the other hands, the wall.
    #[arg(long, value_name = "TABLE,…", requires = "out", value_parser = Tables::read)]
    record: Option<Tables>,
    /// Folder of the data set
    #[arg(long, value_name = "DIR", requires = "record")]
    pub out: Option<PathBuf>,
    /// Continue the data set in that folder where it stopped, or extend it to more --games; in an empty
    /// folder, start a new one
    #[arg(long, requires = "record")]
    pub resume: bool,
    /// Play every N-th part, starting with the I-th; the shards of a data set may run one after another or at once
    #[arg(long, value_name = "I/N", requires = "record", default_value = "1/1", value_parser = shard)]
    pub shard: Shard,
    /// Also record what this agent thinks of every decision, as the table evaluations: what each legal action is worth to it
    #[arg(long, value_name = "AGENT", requires = "record")]
    pub evaluate: Option<String>,
    /// Matches per part. A part is one file per table, played by one thread, or by several if there are fewer parts than
    /// threads. Default 1000, rounded up to whole walls
    #[arg(long, value_name = "N", requires = "record", allow_negative_numbers = true, value_parser = number::within::<1, MOST_MATCHES_OF_A_PART>)]
    pub part_size: Option<u64>,
}

/// Tables in their fixed order, each once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables(pub Vec<Table>);

impl Tables {
    /// Reads names of tables of a run, separated by commas; `all` names every one.
    pub fn read(text: &str) -> Result<Tables, String> {
        Tables::of(&Table::OF_RUN, text)
    }

    /// The same of these tables.
    pub fn of(known: &[Table], text: &str) -> Result<Tables, String> {
        let mut tables = Vec::new();
        for name in text.split(',').map(str::trim) {
            let found = known.iter().copied().filter(|table| name == "all" || table.name() == name);
            let before = tables.len();
            tables.extend(found);
            if tables.len() == before {
                let names: Vec<&str> = known.iter().map(|table| table.name()).collect();
                return Err(format!("there is no table {name:?}: choose from {}, or all", names.join(", ")));
            }
        }
        if tables.contains(&Table::Kyoku) {
            tables.push(Table::Wins);
        }
        tables.sort();
        tables.dedup();
        Ok(Tables(tables))
    }
}

impl RecordArgs {
    /// What to record; `None` for nothing.
    pub fn options(&self) -> Option<RecordOptions> {
        let (Some(Tables(tables)), Some(out)) = (&self.record, &self.out) else { return None };
        let (resume, shard, part_size) = (self.resume, self.shard, self.part_size);
        let (tables, out, evaluate) = (tables.clone(), out.clone(), self.evaluate.clone());
        Some(RecordOptions { tables, resume, shard, part_size, evaluate, ..RecordOptions::new(out) })
    }
}

/// Reads a shard: `1/3`.
pub fn shard(text: &str) -> Result<Shard, String> {
    let expected = || format!("{text:?} is not of the form I/N with I from 1 to N, such as 1/3");
    let (index, of) = text.split_once('/').ok_or_else(expected)?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| expected());
    Shard::new(number(index)?, number(of)?).map_err(|_| expected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_fixed_order_and_kyoku_includes_wins() {
        let read = |text| Tables::read(text).map(|tables| tables.0);
        assert_eq!(read("replays,kyoku,replays"), Ok(vec![Table::Kyoku, Table::Wins, Table::Replays]));
        assert_eq!(read("decisions"), Ok(vec![Table::Decisions]));
        assert_eq!(read("all"), read("matches,kyoku,wins,decisions,replays,oracle"));
        assert_eq!(read("replays,all"), read("all"));
        assert!(read("").is_err() && read("matches,games").unwrap_err().contains("\"games\""));
    }

    #[test]
    fn shards_count_from_one() {
        assert!(shard("1/1").is_ok() && shard("3/3").is_ok());
        for bad in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/3/5", "-1/3"] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
