//! What a data set is as a whole: written last, so where it is, all is there.

use crate::error::{RecordError, at, damaged};
use crate::file::TableStats;
use crate::hashing;
use crate::plan::Plan;
use crate::schema::FORMAT;
use crate::sidecar::{Sidecar, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What identifies a run; `run.json` holds it from the start, the manifest repeats it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Version of the format.
    pub format: String,
    /// What the run was asked to do.
    pub identity: Value,
    /// Matches, numbered from 0.
    pub matches: u64,
    /// Matches of a part.
    pub part_size: u64,
    /// How many parts there are.
    pub parts: u64,
    /// Names of the tables.
    pub tables: Vec<String>,
}

/// The whole data set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// SHA-256 of the file without the line that holds this, its second. Absent until it is written, and in data sets
    /// of before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    manifest_sha256: Option<String>,
    /// What identifies the run.
    #[serde(flatten)]
    pub run: Run,
    /// Rows and bytes of each table.
    pub totals: BTreeMap<String, Total>,
    /// Every part, in order, with the hash of the extras of its sidecar in their place.
    pub files: Vec<Sidecar>,
}

/// The size of a table.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Total {
    /// Rows.
    pub rows: u64,
    /// Size on disk in bytes.
    pub bytes: u64,
}

impl Run {
    pub(crate) fn new(plan: &Plan) -> Run {
        Run {
            format: FORMAT.to_owned(),
            identity: plan.identity.clone(),
            matches: plan.matches,
            part_size: plan.part_size,
            parts: plan.parts(),
            tables: plan.tables.iter().map(|table| table.name.clone()).collect(),
        }
    }

    /// Is it a run of the format that this program knows?
    pub(crate) fn check_format(&self, path: &Path) -> Result<(), RecordError> {
        if self.format == FORMAT {
            return Ok(());
        }
        Err(damaged(path, format!("has format {}, this program knows {FORMAT}", self.format)))
    }

    /// The first thing in which two runs differ: its name, what this one has there, and what the other has.
    pub(crate) fn difference(&self, other: &Run) -> Option<(String, String, String)> {
        let own = [
            ("format", self.format.clone().into(), other.format.clone().into()),
            ("matches", self.matches.into(), other.matches.into()),
            ("part size", self.part_size.into(), other.part_size.into()),
            ("tables", self.tables.clone().into(), other.tables.clone().into()),
        ];
        difference("", &self.identity, &other.identity).or_else(|| {
            own.into_iter().find(|(_, a, b): &(_, Value, Value)| a != b).map(|(key, a, b)| texts(key, &a, &b))
        })
    }
}

/// The first difference of two values: into objects, not into lists.
fn difference(key: &str, a: &Value, b: &Value) -> Option<(String, String, String)> {
    let (Value::Object(left), Value::Object(right)) = (a, b) else {
        return (a != b).then(|| texts(key, a, b));
    };
    let inside = |name: &String| if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
    let keys = left.keys().chain(right.keys());
    keys.filter_map(|name| difference(&inside(name), at_key(left, name), at_key(right, name))).next()
}

fn at_key<'a>(object: &'a serde_json::Map<String, Value>, key: &str) -> &'a Value {
    object.get(key).unwrap_or(&Value::Null)
}

fn texts(key: &str, a: &Value, b: &Value) -> (String, String, String) {
    let text = |value: &Value| match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    (key.to_owned(), text(a), text(b))
}

impl Manifest {
    pub(crate) fn new(run: Run, sidecars: Vec<Sidecar>) -> Manifest {
        let mut totals: BTreeMap<_, _> =
            run.tables.iter().map(|name| (name.clone(), Total::default())).collect();
        for (name, TableStats { rows, bytes, .. }) in sidecars.iter().flat_map(|part| &part.tables) {
            let total = totals.entry(name.clone()).or_default();
            total.rows += rows;
            total.bytes += bytes;
        }
        let files = sidecars.iter().map(Sidecar::listed).collect();
        Manifest { manifest_sha256: None, run, totals, files }
    }

    /// The file, with the hash of the rest of it.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        let rest = Manifest { manifest_sha256: None, ..self.clone() };
        let hash = Some(hashing::of_bytes(&json(&rest)));
        json(&Manifest { manifest_sha256: hash, ..rest })
    }

    /// Reads the manifest of a data set.
    ///
    /// # Errors
    /// If there is none, because the run is not complete or the folder is no data set; or if it is damaged or was
    /// changed.
    pub fn read(path: &Path) -> Result<Manifest, RecordError> {
        if !path.try_exists().unwrap_or(true) {
            return Err(damaged(
                path,
                "is not there: the run is not complete (go on with --resume), or this folder is no data set",
            ));
        }
        let bytes = fs::read(path).map_err(at("read", path))?;
        let manifest: Manifest = parse(path, &bytes, "the manifest of a data set")?;
        let hash = || hashing::of_bytes(&without_second_line(&bytes));
        if manifest.manifest_sha256.as_ref().is_some_and(|written| *written != hash()) {
            return Err(damaged(
                path,
                format!("{}: run with --resume to write it anew", hashing::NOT_WRITTEN),
            ));
        }
        Ok(manifest)
    }
}

/// A text without its second line.
fn without_second_line(text: &[u8]) -> Vec<u8> {
    let lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
    lines.filter(|(number, _)| *number != 1).flat_map(|(_, line)| line).copied().collect()
}

/// Reads a JSON file that must be there.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, what: &str) -> Result<T, RecordError> {
    parse(path, &fs::read(path).map_err(at("read", path))?, what)
}

fn parse<T: DeserializeOwned>(path: &Path, bytes: &[u8], what: &str) -> Result<T, RecordError> {
    serde_json::from_slice(bytes).map_err(|error| damaged(path, format!("is not {what}: {error}")))
}
