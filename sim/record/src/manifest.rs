//! The manifest of a data set. It is written last, so if it exists, the data set is complete.

use crate::bounded;
use crate::error::{RecordError, WRITE_AGAIN, damaged, quoted};
use crate::file::TableStats;
use crate::hashing;
use crate::plan::MOST_PARTS;
use crate::regular;
use crate::run::Run;
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
    pub totals: BTreeMap<String, TableSize>,
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
    totals: BTreeMap<String, TableSize>,
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
pub struct TableSize {
    /// Rows.
    pub rows: u64,
    /// Size on disk in bytes.
    pub bytes: u64,
}

impl Manifest {
    pub(crate) fn new(run: Run, sidecars: Vec<Sidecar>) -> Manifest {
        let mut totals: BTreeMap<_, _> =
            run.tables.iter().map(|name| (name.clone(), TableSize::default())).collect();
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
