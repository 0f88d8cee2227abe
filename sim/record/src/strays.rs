//! Files in the folder of a data set that do not belong to it. Most do no harm: code saved beside the tables, or files
//! of a version control system or a hub. But a file that a reader of `TABLE/*.parquet`, or of a whole folder, would
//! take for part of the data set must not stay.

use crate::atomic::TEMPORARY;
use crate::error::{RecordError, TAKEN_FOR_PART};
use crate::lock::LOCK;
use crate::plan::Paths;
use crate::regular::names;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum depth of folders searched in a table's folder.
const DEEP: usize = 8;

/// A file that does not belong to the data set.
pub(crate) struct Stray {
    pub(crate) path: PathBuf,
    pub(crate) kind: StrayKind,
}

/// Why it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StrayKind {
    /// Not read by readers of the data set.
    Foreign,
    /// Left by a run that is active or was killed; not read by readers.
    OfRun,
    /// A part being written.
    UnfinishedPart,
    /// Readers would take it for a part.
    TakenForPart,
}

impl StrayKind {
    /// The problem, as the rest of a sentence that begins with the file.
    pub(crate) fn what(self) -> &'static str {
        match self {
            StrayKind::Foreign => "is not of this data set",
            StrayKind::OfRun | StrayKind::UnfinishedPart => "belongs to a run that goes on or was killed",
            StrayKind::TakenForPart => TAKEN_FOR_PART,
        }
    }
}

/// All files in the folder that do not belong to a data set with these tables and this many parts.
pub(crate) fn find(paths: &Paths, tables: &[String], parts: u64) -> Result<Vec<Stray>, RecordError> {
    let mut found = Vec::new();
    let mut own = vec!["README.md", "manifest.json", "parts"];
    own.extend(tables.iter().map(String::as_str));
    look(&paths.dir, &mut found, |name, path| match own.contains(&name) {
        true => None,
        false => Some(beside(name, path)),
    })?;
    look(&paths.parts(), &mut found, |name, _| {
        let part = paths.part_of(name, ".json").is_some_and(|part| part < parts);
        (name != "run.json" && !part).then(|| with_sidecars(paths, name))
    })?;
    for table in tables {
        look(&paths.table(table), &mut found, |name, path| {
            let part = paths.part_of(name, ".parquet").is_some_and(|part| part < parts);
            (!part).then(|| in_table(paths, name, path))
        })?;
    }
    Ok(found)
}

fn look(
    folder: &Path,
    found: &mut Vec<Stray>,
    kind: impl Fn(&str, &Path) -> Option<StrayKind>,
) -> Result<(), RecordError> {
    for name in names(folder)? {
        let path = folder.join(&name);
        found.extend(kind(&name, &path).map(|kind| Stray { path, kind }));
    }
    Ok(())
}

/// For a file in the folder itself. Another folder with parts in it looks like a table.
fn beside(name: &str, path: &Path) -> StrayKind {
    let parts = |folder| names(folder).is_ok_and(|names| names.iter().any(|name| is_part(name)));
    match () {
        () if [TEMPORARY, LOCK].iter().any(|ending| name.ends_with(ending)) => StrayKind::OfRun,
        () if !is_hidden(name) && path.is_dir() && parts(path) => StrayKind::TakenForPart,
        () => StrayKind::Foreign,
    }
}

/// For a file beside the sidecars.
fn with_sidecars(paths: &Paths, name: &str) -> StrayKind {
    match () {
        () if name.ends_with(LOCK) || name.ends_with(TEMPORARY) => StrayKind::OfRun,
        () if paths.before().ends_with(name) => StrayKind::OfRun,
        () if name.starts_with("part-") => StrayKind::TakenForPart,
        () => StrayKind::Foreign,
    }
}

/// For a file beside the parts of a table.
fn in_table(paths: &Paths, name: &str, path: &Path) -> StrayKind {
    match () {
        () if name.strip_suffix(TEMPORARY).is_some_and(|name| paths.part_of(name, ".parquet").is_some()) => {
            StrayKind::UnfinishedPart
        }
        () if is_taken_for_part(name, path, DEEP) => StrayKind::TakenForPart,
        () => StrayKind::Foreign,
    }
}

/// Whether readers of a table's folder would read it. Readers skip hidden folders.
fn is_taken_for_part(name: &str, path: &Path, deep: usize) -> bool {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    if !is_folder {
        return name.starts_with("part-") || is_parquet(name);
    }
    let inside = || names(path).unwrap_or_default().into_iter();
    deep > 0 && !is_hidden(name) && inside().any(|name| is_taken_for_part(&name, &path.join(&name), deep - 1))
}

fn is_part(name: &str) -> bool {
    name.starts_with("part-") && is_parquet(name)
}

fn is_parquet(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".parquet")
}

fn is_hidden(name: &str) -> bool {
    name.starts_with(['.', '_'])
}
