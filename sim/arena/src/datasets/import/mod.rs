//! Real games as data sets: logs of riichi mahjong are judged by the rules they were played by, and recorded as a run is.
//!
//! Two steps: `survey` reads all logs, finds the matches and their rules, and leaves out what cannot be read or was played otherwise;
//! `write` records the matches part by part, and reads those again for which there was no memory. `documents` finds the logs in
//! files, folders and archives.
//!
//! A match is recorded by playing it again from what its log shows (the state before its first kyoku, the walls, every answer), with the code of
//! `data expand`. So an import has only rows that `data expand` and `data verify` make, and a log that does not replay is never half in.

pub(crate) mod documents;
mod recorded;
mod survey;
mod tar;
mod write;

use crate::datasets::sets::SetList;
use crate::error::Error;
use crate::observer::Observer;
use crate::threads;
use hyakuman_agents::Roster;
use hyakuman_core::game::rows::Table;
use hyakuman_core::game::ruleset::Loaded;
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::RiichiRules;
use serde_json::json;
use std::path::PathBuf;
use survey::Entry;

pub(crate) use recorded::{HashOfLogs, fingerprint};
pub use survey::{Group, LeftOut, MOST_LISTED, Survey, Twice};

/// Which logs to read, and what to make of them.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Files, folders and archives (zip, tar, tar.gz), in order.
    pub paths: Vec<PathBuf>,
    /// The rules of all logs; `None`: each has its own.
    pub rules: Option<Loaded<RiichiRules>>,
    /// Changes to the rules of the logs, as `key=value`.
    pub set: Vec<String>,
    /// What is kept of the names of players.
    pub names: Names,
    /// The tables, in the order of [`Table::OF_LOGS`], each once.
    pub tables: Vec<Table>,
    /// The folder of the data set.
    pub out: PathBuf,
    /// Continue the data set in that folder.
    pub resume: bool,
    /// Matches in a part; `None` for the default.
    pub part_size: Option<u64>,
    /// End at the first match that would be left out.
    pub strict: bool,
    /// The agent that values every decision, for the table [`Table::Evaluations`].
    pub evaluate: Option<String>,
    /// Number of threads; `None` for one per processor.
    pub threads: Option<u64>,
    /// Bytes of matches that are kept in memory from one step to the next; the others are read again.
    pub memory: usize,
}

/// Default of [`ImportOptions::memory`]: about 90,000 matches.
const MEMORY: usize = 256 << 20;

/// What is kept of the names of players.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Names {
    /// The names.
    Keep,
    /// The first 16 hexadecimal digits of their SHA-256: the same player has the same one in every data set.
    #[default]
    Hash,
    /// Nothing.
    Drop,
}

impl Names {
    /// All, in the order of the documentation.
    pub const ALL: [Names; 3] = [Names::Keep, Names::Hash, Names::Drop];

    /// Its word on the command line and in data sets.
    pub const fn name(self) -> &'static str {
        match self {
            Names::Keep => "keep",
            Names::Hash => "hash",
            Names::Drop => "drop",
        }
    }
}

impl ImportOptions {
    /// These logs, by their own rules, into a new data set with every table.
    pub fn new(paths: Vec<PathBuf>, out: impl Into<PathBuf>) -> ImportOptions {
        ImportOptions {
            paths,
            rules: None,
            set: Vec::new(),
            names: Names::default(),
            tables: Table::OF_LOGS.to_vec(),
            out: out.into(),
            resume: false,
            part_size: None,
            strict: false,
            evaluate: None,
            threads: None,
            memory: MEMORY,
        }
    }

    /// Reads and judges the logs. Nothing is written.
    ///
    /// # Errors
    /// There is no match; one is left out and the options are strict; or the observer stopped the work.
    pub fn survey(&self, observer: &dyn Observer) -> Result<Survey, Error> {
        if let Some(missing) = self.paths.iter().find(|path| !path.exists()) {
            return Err(Error::Usage(format!("{} does not exist", missing.display())));
        }
        let survey = threads::within(&threads::pool(self.threads)?, || survey::survey(self, observer))?;
        match (survey.groups.is_empty(), survey.left_out.first()) {
            (false, _) => Ok(survey),
            (true, None) => Err(Error::Usage("there is no log".into())),
            (true, Some(first)) => {
                let all = survey.all_left_out;
                Err(Error::Usage(format!("no match can be imported ({all} left out), first {first}")))
            }
        }
    }

    /// Records the matches of a survey: one data set in [`ImportOptions::out`], or if they were played by several rules one for each,
    /// in the folders of [`ImportOptions::folders`], which a file lists ([`crate::datasets::data_sets`]).
    ///
    /// # Errors
    /// A folder holds something else, or cannot be written; a log has changed since the survey; or the observer stopped the work.
    pub fn write(&self, survey: &Survey, roster: &Roster, observer: &dyn Observer) -> Result<(), Error> {
        write::write(self, survey, roster, observer)
    }

    /// The file that lists the data sets of a survey; `None` if there is one data set.
    fn list(&self, survey: &Survey) -> Result<Option<SetList>, Error> {
        if survey.groups.len() == 1 {
            return SetList::refuse(&self.out).map(|()| None);
        }
        let set = |group: &Group| {
            let hash = AnyRules::Riichi(group.rules.clone()).describe().hash_text();
            json!({ "folder": group.folder(), "name": group.name(), "rules_hash": hash })
        };
        let list = json!({ "sets": survey.groups.iter().map(set).collect::<Vec<_>>() });
        SetList::prepare(&self.out, ("import.json", &list), "import").map(Some)
    }

    /// The folder of each group of a survey.
    pub fn folders(&self, survey: &Survey) -> Vec<PathBuf> {
        match &survey.groups[..] {
            [_] => vec![self.out.clone()],
            groups => groups.iter().map(|group| self.out.join(group.folder())).collect(),
        }
    }
}
