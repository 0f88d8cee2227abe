//! What is in the folder of a data set and not of it. Most of it is nobody's business: code that was saved beside the
//! tables, what a version control or a hub left. But what a reader of `TABLE/*.parquet`, or of a whole folder, would
//! take for a part of the data set is none that may stay.

use crate::atomic::TEMPORARY;
use crate::error::RecordError;
use crate::folder::names;
use crate::lock::LOCK;
use crate::plan::Layout;
use std::fs;
use std::path::{Path, PathBuf};

/// How deep folders in a table's folder are looked through.
const DEEP: usize = 8;

/// Something that is not of the data set.
pub(crate) struct Stray {
    pub(crate) path: PathBuf,
    pub(crate) sort: Sort,
}

/// What it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// Nothing that a reader of the data set would read.
    Foreign,
    /// Left by a run that goes on or was killed, and read by nobody.
    Left,
    /// A part in the making.
    Unfinished,
    /// Would be read as a part.
    Posing,
}

impl Sort {
    /// As the rest of a sentence that begins with the file.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Sort::Foreign => "is not of this data set",
            Sort::Left | Sort::Unfinished => "belongs to a run that goes on or was killed",
            Sort::Posing => "is not of this data set, and readers would take it for a part of it",
        }
    }
}

/// Everything in the folder that is not of a data set with these tables and so many parts.
pub(crate) fn find(layout: &Layout, tables: &[String], parts: u64) -> Result<Vec<Stray>, RecordError> {
    let mut found = Vec::new();
    let mut own = vec!["README.md", "manifest.json", "parts"];
    own.extend(tables.iter().map(String::as_str));
    look(&layout.dir, &mut found, |name, path| match own.contains(&name) {
        true => None,
        false => Some(beside(name, path)),
    })?;
    look(&layout.parts(), &mut found, |name, _| {
        let part = layout.part_of(name, ".json").is_some_and(|part| part < parts);
        (name != "run.json" && !part).then(|| with_sidecars(layout, name))
    })?;
    for table in tables {
        look(&layout.table(table), &mut found, |name, path| {
            let part = layout.part_of(name, ".parquet").is_some_and(|part| part < parts);
            (!part).then(|| in_table(layout, name, path))
        })?;
    }
    Ok(found)
}

fn look(
    folder: &Path,
    found: &mut Vec<Stray>,
    sort: impl Fn(&str, &Path) -> Option<Sort>,
) -> Result<(), RecordError> {
    for name in names(folder)? {
        let path = folder.join(&name);
        found.extend(sort(&name, &path).map(|sort| Stray { path, sort }));
    }
    Ok(())
}

/// In the folder itself. Another folder with parts in it looks like a table.
fn beside(name: &str, path: &Path) -> Sort {
    let parts = |folder| names(folder).is_ok_and(|names| names.iter().any(|name| is_part(name)));
    match () {
        () if [".tmp", LOCK].iter().any(|ending| name.ends_with(ending)) => Sort::Left,
        () if !is_hidden(name) && path.is_dir() && parts(path) => Sort::Posing,
        () => Sort::Foreign,
    }
}

/// Beside the sidecars.
fn with_sidecars(layout: &Layout, name: &str) -> Sort {
    match () {
        () if name.ends_with(LOCK) || name.ends_with(TEMPORARY) => Sort::Left,
        () if layout.before().ends_with(name) => Sort::Left,
        () if name.starts_with("part-") => Sort::Posing,
        () => Sort::Foreign,
    }
}

/// Beside the parts of a table.
fn in_table(layout: &Layout, name: &str, path: &Path) -> Sort {
    match () {
        () if layout.part_of(name, ".parquet.tmp").is_some() => Sort::Unfinished,
        () if poses(name, path, DEEP) => Sort::Posing,
        () => Sort::Foreign,
    }
}

/// Would somebody read it who reads a table's folder? Hidden folders are passed over by readers.
fn poses(name: &str, path: &Path, deep: usize) -> bool {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    if !is_folder {
        return name.starts_with("part-") || is_parquet(name);
    }
    let inside = || names(path).unwrap_or_default().into_iter();
    deep > 0 && !is_hidden(name) && inside().any(|name| poses(&name, &path.join(&name), deep - 1))
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
