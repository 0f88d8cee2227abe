//! Several data sets in one folder, and the file that lists them.

use super::RecordOptions;
use crate::arena::Arena;
use crate::error::{Error, Within};
use hyakuman_game::rows::Table;
use hyakuman_record::atomic;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// Where several data sets are recorded, and what.
#[derive(Clone, Debug)]
pub struct SetOptions {
    /// The folder that has a folder for each.
    pub out: PathBuf,
    /// The tables to record.
    pub tables: Vec<Table>,
    /// Matches in a part; `None` for the default.
    pub part_size: Option<u64>,
}

/// The data sets of a comparison or a match.
#[derive(Debug)]
pub struct DataSets {
    options: SetOptions,
    /// The name of the file that lists them, and its content.
    list: (&'static str, String),
}

impl DataSets {
    /// Checks that the folder is free or has these data sets; writes nothing. `list`: the file that lists them, and what determines
    /// them; `work`: the comparison or the match, for the message.
    ///
    /// # Errors
    /// The folder holds something else.
    pub fn prepare(
        options: SetOptions,
        (file, list): (&'static str, &Value),
        work: &str,
    ) -> Result<DataSets, Error> {
        let list = format!("{list:#}\n");
        let out = &options.out;
        let is_free = match fs::read_to_string(out.join(file)) {
            Ok(found) => found == list,
            Err(_) => !fs::read_dir(out).is_ok_and(|mut found| found.next().is_some()),
        };
        match is_free {
            true => Ok(DataSets { options, list: (file, list) }),
            false => Err(Error::Usage(format!(
                "{} holds something else than the data sets of this {work}: name another folder",
                out.display()
            ))),
        }
    }

    /// Writes the list, and has each arena record in its folder.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn start<'a>(
        &self,
        sets: impl IntoIterator<Item = (String, Arena<'a>)>,
    ) -> Result<Vec<Arena<'a>>, Error> {
        let DataSets { options: SetOptions { out, tables, part_size }, list: (file, list) } = self;
        fs::create_dir_all(out).within(|| out.display())?;
        atomic::write(&out.join(file), list.as_bytes())?;
        let records = |(folder, arena): (String, Arena<'a>)| {
            let (tables, part_size) = (tables.clone(), *part_size);
            arena.record(RecordOptions {
                tables,
                part_size,
                resume: true,
                ..RecordOptions::new(out.join(folder))
            })
        };
        Ok(sets.into_iter().map(records).collect())
    }
}
