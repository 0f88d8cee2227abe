//! The manifest of a data set. It is written last, so if it exists, the data set is complete.

use crate::bounded;
use crate::error::{RecordError, WRITE_AGAIN, damaged, quoted};
use crate::file::TableStats;
use crate::hashing;
use crate::plan::{MOST_MATCHES_OF_A_PART, MOST_PARTS, Plan};
use crate::regular;
use crate::schema::FORMAT;
use crate::sidecar::{Listed, Sidecar, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Most bytes of a manifest besides those of its parts.
const MOST_OF_HEAD: u64 = 1 << 20;

/// Most bytes of a part in a manifest: it has about a thousand.
const MOST_OF_PART: u64 = 4 << 10;

/// The identity of a run; `run.json` holds it from the start, the manifest repeats it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Version of the format.
    pub format: String,
    /// The recipe of the run.
    #[serde(deserialize_with = "bounded::value")]
    pub identity: Value,
    /// Matches, numbered from 0.
    pub matches: u64,
    /// Matches per part.
    pub part_size: u64,
    /// Number of parts.
    pub parts: u64,
    /// Names of the tables.
    pub tables: Vec<String>,
}

/// A complete data set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Content")]
pub struct Manifest {
    /// SHA-256 of the file without its second line, which holds this value: so changes of what no hash of a file covers, such as the recipe,
    /// are noticed. Absent until it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    manifest_sha256: Option<String>,
    /// The identity of the run.
    #[serde(flatten)]
    pub run: Run,
    /// Rows and bytes of each table.
    pub totals: BTreeMap<String, Total>,
    /// Every part, in order, with a hash of the sidecar's `extra` in place of its content.
    pub files: Vec<Sidecar>,
}

/// A manifest as it is read: without fields that serde would first collect as values of any form.
#[derive(Deserialize)]
struct Content {
    #[serde(default)]
    manifest_sha256: Option<String>,
    format: String,
    #[serde(deserialize_with = "bounded::value")]
    identity: Value,
    matches: u64,
    part_size: u64,
    parts: u64,
    tables: Vec<String>,
    totals: BTreeMap<String, Total>,
    files: Vec<Listed>,
}

impl From<Content> for Manifest {
    fn from(content: Content) -> Manifest {
        let Content { manifest_sha256, format, identity, matches, part_size, parts, tables, totals, files } =
            content;
        let run = Run { format, identity, matches, part_size, parts, tables };
        Manifest { manifest_sha256, run, totals, files: files.into_iter().map(Sidecar::from).collect() }
    }
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

    /// Checks a file, which may come from anywhere.
    fn check(&self, path: &Path) -> Result<(), RecordError> {
        self.problem().map_or(Ok(()), |what| Err(damaged(path, what)))
    }

    /// Why its numbers and table names are not safe to work with, as the rest of a sentence; `None` if they are.
    pub(crate) fn problem(&self) -> Option<String> {
        let Run { matches, part_size, parts, .. } = *self;
        if !(1..=MOST_MATCHES_OF_A_PART).contains(&part_size) {
            let most = MOST_MATCHES_OF_A_PART;
            return Some(format!("has part_size {part_size}, expected a number from 1 to {most}"));
        }
        let whole = matches.div_ceil(part_size);
        if whole != parts {
            return Some(format!("has {parts} parts, but its matches make {whole}"));
        }
        if parts > MOST_PARTS {
            return Some(format!("has {parts} parts, more than {MOST_PARTS}"));
        }
        let named = |table: &&String| self.tables.iter().filter(|other| other == table).count();
        let invalid = self.tables.iter().find(|table| !is_table_name(table) || named(table) > 1);
        invalid.map(|table| format!("has the invalid table name {table:?}"))
    }

    /// The first difference of two runs: the key, the value of this run, and that of the other.
    pub(crate) fn difference(&self, other: &Run) -> Option<(String, String, String)> {
        let own = [
            ("format", self.format.clone().into(), other.format.clone().into()),
            ("part size", self.part_size.into(), other.part_size.into()),
            ("tables", self.tables.clone().into(), other.tables.clone().into()),
            // Last, because a run that differs in nothing else may be extended.
            (MATCHES, self.matches.into(), other.matches.into()),
        ];
        difference("", &self.identity, &other.identity).or_else(|| {
            own.into_iter().find(|(_, a, b): &(_, Value, Value)| a != b).map(|(key, a, b)| texts(key, &a, &b))
        })
    }
}

/// The key of [`Run::difference`] for the number of matches.
pub(crate) const MATCHES: &str = "matches";

/// Whether it is a plain name that cannot lead to another folder.
fn is_table_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    !name.is_empty() && name != "parts" && name.bytes().all(plain)
}

/// The first difference of two values; descends into objects but not lists.
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
            total.rows = total.rows.saturating_add(*rows);
            total.bytes = total.bytes.saturating_add(*bytes);
        }
        let files = sidecars.iter().map(Sidecar::listed).collect();
        Manifest { manifest_sha256: None, run, totals, files }
    }

    /// The content of the file, with its hash.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        hashing::with_own_hash("manifest_sha256", &json(&Manifest { manifest_sha256: None, ..self.clone() }))
    }

    /// Reads the manifest of a data set.
    ///
    /// # Errors
    /// It does not exist, because the run is not complete or the folder is not a data set; it has another format; or
    /// it is damaged or was changed.
    pub fn read(path: &Path) -> Result<Manifest, RecordError> {
        let missing = format!(
            "does not exist: this folder is not a data set, or the run is not complete: {WRITE_AGAIN}"
        );
        let bytes = regular::read_if_there(path, regular::MOST_OF_MANIFEST)?;
        let bytes = bytes.ok_or_else(|| damaged(path, missing))?;
        check_format(path, &bytes)?;
        check_size(path, &bytes)?;
        let manifest: Manifest = parse(path, &bytes, "the manifest of a data set")?;
        manifest.run.check(path)?;
        match &manifest.manifest_sha256 {
            Some(written) if hashing::is_own_hash(written, &bytes) => Ok(manifest),
            _ => Err(damaged(path, hashing::write_anew())),
        }
    }
}

/// Reads the identity of a run from `run.json`.
pub(crate) fn read_run(path: &Path) -> Result<Run, RecordError> {
    let bytes = regular::read(path, regular::MOST)?;
    check_format(path, &bytes)?;
    let run: Run = parse(path, &bytes, "the identity of a run")?;
    run.check(path)?;
    Ok(run)
}

/// Whether the file has the bytes that were written for this run.
pub(crate) fn is_as_written(path: &Path, run: &Run) -> Result<bool, RecordError> {
    Ok(regular::read(path, regular::MOST)? == json(run))
}

/// Refuses a manifest or identity of a format that this program does not know, because its other keys may have any
/// meaning. A missing format is reported elsewhere.
pub(crate) fn check_format(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    #[derive(Deserialize)]
    struct Head {
        format: String,
    }
    match serde_json::from_slice(bytes) {
        Ok(Head { format }) if format != FORMAT => {
            Err(RecordError::Format { path: path.to_owned(), held: format })
        }
        _ => Ok(()),
    }
}

/// Refuses a manifest longer than one of its parts can be, before memory is taken for what it lists.
fn check_size(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    #[derive(Deserialize)]
    struct Head {
        parts: u64,
    }
    let Ok(Head { parts }) = serde_json::from_slice(bytes) else { return Ok(()) };
    let (length, most) = (bytes.len() as u64, MOST_OF_HEAD + parts.min(MOST_PARTS) * MOST_OF_PART);
    if length <= most {
        return Ok(());
    }
    Err(damaged(path, format!("has {length} bytes; a manifest of {parts} parts has at most {most}")))
}

fn parse<T: DeserializeOwned>(path: &Path, bytes: &[u8], what: &str) -> Result<T, RecordError> {
    serde_json::from_slice(bytes).map_err(|error| damaged(path, format!("is not {what}: {}", quoted(&error))))
}
