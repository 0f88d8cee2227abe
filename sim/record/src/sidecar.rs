//! The description of a finished part: its matches, and the rows, size and hash of its files.

use crate::atomic;
use crate::bounded;
use crate::error::{RecordError, WRITE_AGAIN, damaged, quoted};
use crate::file::TableStats;
use crate::hashing;
use crate::plan::{Paths, Plan};
use crate::regular;
use crate::run::Run;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The description of a finished part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sidecar {
    /// Its number.
    pub part: u64,
    /// Its first match.
    pub first_match: u64,
    /// Its number of matches.
    pub matches: u64,
    /// For each table the rows, size and hash of its file.
    pub tables: BTreeMap<String, TableStats>,
    /// Data that the run stores with the part (sums of statistics).
    #[serde(default, skip_serializing_if = "Value::is_null", deserialize_with = "bounded::value")]
    pub extra: Value,
    /// SHA-256 of the identity of the run and of the rest of the sidecar, so that neither the sidecar of another run nor
    /// one that was changed is taken for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

/// A sidecar as a manifest lists it: with a hash in place of the data of the run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    part: u64,
    first_match: u64,
    matches: u64,
    tables: BTreeMap<String, TableStats>,
    #[serde(default)]
    extra: Option<String>,
    #[serde(default)]
    sha256: Option<String>,
}

impl From<Listed> for Sidecar {
    fn from(Listed { part, first_match, matches, tables, extra, sha256 }: Listed) -> Sidecar {
        let extra = extra.map_or(Value::Null, Value::String);
        Sidecar { part, first_match, matches, tables, extra, sha256 }
    }
}

impl Sidecar {
    /// The sidecar of a part of this plan, with its files and the data to store with it.
    pub(crate) fn new(plan: &Plan, part: u64, tables: BTreeMap<String, TableStats>, extra: Value) -> Sidecar {
        let matches = plan.matches_of(part);
        let (first_match, matches) = (matches.start, matches.end - matches.start);
        let rest = Sidecar { part, first_match, matches, tables, extra, sha256: None };
        Sidecar { sha256: Some(rest.hash(&Run::new(plan))), ..rest }
    }

    /// The value of `sha256` in this run, whatever its number of matches: a run can be extended.
    fn hash(&self, run: &Run) -> String {
        let run = Run { matches: 0, parts: 0, ..run.clone() };
        let rest = Sidecar { sha256: None, ..self.clone() };
        hashing::of_bytes(&[json(&run), json(&rest)].concat())
    }

    /// Whether it was written in this run and is unchanged.
    pub(crate) fn is_of(&self, run: &Run) -> bool {
        self.sha256.as_ref().is_some_and(|written| *written == self.hash(run))
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), RecordError> {
        atomic::write(path, &json(self))
    }

    /// Reads the sidecar of a part; `None` if there is none.
    pub(crate) fn read(path: &Path) -> Result<Option<Sidecar>, RecordError> {
        let Some(bytes) = regular::read_if_there(path, regular::MOST)? else { return Ok(None) };
        let sidecar: Sidecar = serde_json::from_slice(&bytes).map_err(|error| {
            let what =
                format!("is not a sidecar of a part: {}; remove it, then {WRITE_AGAIN}", quoted(&error));
            damaged(path, what)
        })?;
        if json(&sidecar) != bytes {
            return Err(damaged(path, format!("was changed: remove it, then {WRITE_AGAIN}")));
        }
        Ok(Some(sidecar))
    }

    /// Whether it describes this part of this plan. That of the last part of a shorter run may not.
    pub(crate) fn fits(&self, plan: &Plan, part: u64) -> bool {
        let matches = plan.matches_of(part);
        let tables = plan.tables.iter().map(|table| &table.name);
        self.part == part
            && self.is_of(&Run::new(plan))
            && (self.first_match, self.matches) == (matches.start, matches.end - matches.start)
            && tables.collect::<BTreeSet<_>>().into_iter().eq(self.tables.keys())
    }

    /// The form in the manifest: [`Listed`].
    pub(crate) fn listed(&self) -> Sidecar {
        let extra = match &self.extra {
            Value::Null => Value::Null,
            kept => Value::String(hashing::of_bytes(kept.to_string().as_bytes())),
        };
        Sidecar { extra, ..self.clone() }
    }

    /// Whether the files exist and have the right size.
    pub(crate) fn sizes_agree(&self, paths: &Paths) -> bool {
        self.tables.iter().all(|(table, stats)| {
            let found = fs::metadata(paths.file(table, self.part));
            found.is_ok_and(|file| file.is_file() && file.len() == stats.bytes)
        })
    }

    /// Whether the files exist and have the right hash.
    pub(crate) fn hashes_agree(&self, paths: &Paths) -> bool {
        self.sizes_agree(paths)
            && self.tables.iter().all(|(table, stats)| {
                let hash = hashing::of_file(&paths.file(table, self.part));
                hash.is_ok_and(|hash| hash == stats.sha256)
            })
    }
}

/// JSON for a file: indented, with a final line break.
pub(crate) fn json(value: &impl Serialize) -> Vec<u8> {
    // Serialisation fails only for maps with keys other than text and for types that return errors; ours do neither.
    let mut bytes = serde_json::to_vec_pretty(value).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
