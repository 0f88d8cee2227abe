//! Several data sets are written in one folder, and the file that lists them.

use super::several::{self, SetFolder};
use crate::error::Error;
use hyakuman_core::game::rows::Table;
use hyakuman_record::{atomic, folder};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The file that lists the data sets of a folder, to be written.
#[derive(Debug)]
pub(crate) struct SetList {
    out: PathBuf,
    file: &'static str,
    text: String,
}

impl SetList {
    /// Checks that the folder is free or has these data sets; writes nothing. `list`: the file that lists them, one of [`several::LISTS`], and what
    /// determines them; `work`: the comparison, match or import, for the message.
    pub(crate) fn prepare(
        out: &Path,
        (file, list): (&'static str, &Value),
        work: &str,
    ) -> Result<SetList, Error> {
        folder::check(out)?;
        let text = format!("{list:#}\n");
        let is_free = match fs::read_to_string(out.join(file)) {
            Ok(found) => found == text,
            Err(_) => atomic::is_free(out),
        };
        match is_free {
            true => Ok(SetList { out: out.to_owned(), file, text }),
            false => Err(holds_other(out, &format!("the data sets of this {work}"))),
        }
    }

    /// The list of data sets that are made of those in a folder, which have the same names; `None` if these have no list.
    pub(crate) fn again(from: &Path, sets: &[SetFolder], out: &Path) -> Result<Option<SetList>, Error> {
        let Some(file) = several::LISTS.into_iter().find(|file| from.join(file).is_file()) else {
            return Ok(None);
        };
        let list = json!({ "sets": sets.iter().map(SetFolder::listed).collect::<Vec<_>>() });
        SetList::prepare(out, (file, &list), "expansion").map(Some)
    }

    /// Checks that a folder has no list: it is to be one data set.
    pub(crate) fn refuse(out: &Path) -> Result<(), Error> {
        several::list_of(out).map_or(Ok(()), |_| Err(holds_other(out, "this data set")))
    }

    pub(crate) fn write(&self) -> Result<(), Error> {
        folder::create(&self.out)?;
        Ok(atomic::write(&self.out.join(self.file), self.text.as_bytes())?)
    }
}

fn holds_other(out: &Path, wanted: &str) -> Error {
    Error::Usage(format!("{} holds something else than {wanted}: name another folder", out.display()))
}

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
    pub(crate) options: SetOptions,
    pub(crate) list: SetList,
}

impl DataSets {
    /// Checks that the folder is free or has these data sets; writes nothing. `list`: the file that lists them, and what determines
    /// them; `work`: the comparison or the match, for the message.
    ///
    /// # Errors
    /// The folder holds something else.
    pub fn prepare(options: SetOptions, list: (&'static str, &Value), work: &str) -> Result<DataSets, Error> {
        Ok(DataSets { list: SetList::prepare(&options.out, list, work)?, options })
    }
}
