//! A run before anything is written: its identity, parts, tables and file names.

use crate::error::RecordError;
use crate::schema::About;
use hyakuman_core::column::Column;
use serde_json::Value;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Maximum number of parts of a data set: each is a file per table.
pub const MOST_PARTS: u64 = 1_000_000;

/// Maximum number of matches per part.
pub const MOST_MATCHES_OF_A_PART: u64 = 1_000_000;

/// One table of a data set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedTable {
    /// Its name, also the name of its folder.
    pub name: String,
    /// Its columns.
    pub columns: Vec<Column>,
}

/// The description of a run for its folder.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The recipe that identifies the run, as an object: ruleset, all rules, seed, agents, version. Opaque here.
    pub identity: Value,
    /// Matches of the run, numbered from 0.
    pub matches: u64,
    /// Matches per part; the last part may have fewer.
    pub part_size: u64,
    /// The tables; their order defines their indices.
    pub tables: Vec<PlannedTable>,
    /// The metadata of every file.
    pub about: About,
}

impl Plan {
    /// Number of parts.
    pub fn parts(&self) -> u64 {
        self.matches.div_ceil(self.part_size.max(1))
    }

    /// The matches of a part.
    pub fn matches_of(&self, part: u64) -> Range<u64> {
        let start = part.saturating_mul(self.part_size).min(self.matches);
        start..start.saturating_add(self.part_size).min(self.matches)
    }
}

/// The parts that one process plays: every `of`-th, starting with number `index` (from 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// All parts.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };

    /// Shard `index` of `of`, counted from 1.
    ///
    /// # Errors
    /// There is no such shard.
    pub fn new(index: u64, of: u64) -> Result<Shard, RecordError> {
        match (1..=of).contains(&index) {
            true => Ok(Shard { index, of }),
            false => {
                let refused = format!("there is no shard {index}/{of}: write I/N with I from 1 to N");
                Err(RecordError::Refused(refused))
            }
        }
    }

    /// Which of the shards, from 1.
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of shards.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether the shard includes the part.
    pub fn has(self, part: u64) -> bool {
        part % self.of == self.index - 1
    }

    /// Whether two shards have a part in common, if there are enough parts.
    pub(crate) fn meets(self, other: Shard) -> bool {
        let step = gcd(self.of, other.of);
        self.index % step == other.index % step
    }

    /// In the form used in file names.
    pub(crate) fn file_name(self) -> String {
        format!("shard-{}-of-{}", self.index, self.of)
    }

    /// Parses the form used in file names.
    pub(crate) fn from_file_name(name: &str) -> Option<Shard> {
        let (index, of) = name.strip_prefix("shard-")?.split_once("-of-")?;
        Shard::new(index.parse().ok()?, of.parse().ok()?).ok()
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The paths of the files of a data set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Paths {
    pub(crate) dir: PathBuf,
    /// Digits of a part's number in file names.
    digits: usize,
}

impl Paths {
    pub(crate) fn new(dir: &Path, parts: u64) -> Paths {
        let digits = parts.saturating_sub(1).to_string().len().max(6);
        Paths { dir: dir.to_owned(), digits }
    }

    pub(crate) fn manifest(&self) -> PathBuf {
        self.dir.join("manifest.json")
    }

    pub(crate) fn card(&self) -> PathBuf {
        self.dir.join("README.md")
    }

    pub(crate) fn parts(&self) -> PathBuf {
        self.dir.join("parts")
    }

    pub(crate) fn run(&self) -> PathBuf {
        self.parts().join("run.json")
    }

    /// The manifest of the shorter data set that is being extended; removed when the longer one is complete.
    pub(crate) fn before(&self) -> PathBuf {
        self.parts().join("before.json")
    }

    pub(crate) fn table(&self, table: &str) -> PathBuf {
        self.dir.join(table)
    }

    pub(crate) fn sidecar(&self, part: u64) -> PathBuf {
        self.parts().join(format!("part-{part:0width$}.json", width = self.digits))
    }

    pub(crate) fn file(&self, table: &str, part: u64) -> PathBuf {
        self.table(table).join(format!("part-{part:0width$}.parquet", width = self.digits))
    }

    /// The part that a file of a table folder, or of the folder of sidecars, belongs to.
    pub(crate) fn part_of(&self, name: &str, ending: &str) -> Option<u64> {
        let number = name.strip_prefix("part-")?.strip_suffix(ending)?;
        let digits = number.len() == self.digits && number.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| number.parse().ok()).flatten()
    }
}
