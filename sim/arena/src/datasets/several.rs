//! The data sets of a folder: one, or several in folders of it. Each is a data set of its own; what reads a data set reads all of them.

use crate::datasets::recipe::{self, Recipe, is_finished};
use crate::error::{Error, Within};
use hyakuman_record::{Dataset, Finding, quoted, regular};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// The files that list data sets: of `compare`, `match`, `data import` and experiments.
pub(super) const LISTS: [&str; 4] = ["comparison.json", "match.json", "import.json", "experiment.json"];

/// Most bytes of such a file.
const MOST_OF_LIST: u64 = 16 << 20;

/// A data set in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetFolder {
    /// Its folder.
    pub dir: PathBuf,
    /// Its name in the list, such as `tenhou kuitan=false`; that of its folder if the list has none.
    pub name: String,
    /// The hash of its rules in the list, if the list has it.
    rules_hash: Option<String>,
}

/// What is read of a list.
#[derive(Deserialize)]
struct List {
    sets: Vec<Listed>,
}

/// A data set as a list has it.
#[derive(Deserialize, Serialize)]
pub(super) struct Listed {
    folder: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules_hash: Option<String>,
}

/// Whether a folder is a data set, or has several.
pub fn are_in(dir: &Path) -> bool {
    is_finished(dir) || list_of(dir).is_some() || !unlisted(dir).is_empty()
}

/// The data sets of a folder: those in it, in the order of its list or by name; otherwise the folder itself, which may be no data set.
///
/// # Errors
/// The list cannot be read, or names what is no folder in this one.
pub fn data_sets(dir: &Path) -> Result<Vec<SetFolder>, Error> {
    if is_finished(dir) {
        return Ok(vec![SetFolder::at(dir.to_owned())]);
    }
    let sets = match list_of(dir) {
        Some(list) => listed(dir, &list)?,
        None => unlisted(dir),
    };
    Ok(if sets.is_empty() { vec![SetFolder::at(dir.to_owned())] } else { sets })
}

/// The data sets of these paths in the place of the folders that have them; other paths stay.
///
/// # Errors
/// Those of [`data_sets`], and a data set that is missing, incomplete or damaged.
pub fn in_place_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let sets = paths.iter().map(|path| match are_in(path) {
        true => data_sets(path)?.into_iter().map(|set| recipe::open(&set.dir).map(|_| set.dir)).collect(),
        false => Ok(vec![path.clone()]),
    });
    Ok(sets.collect::<Result<Vec<_>, Error>>()?.concat())
}

/// The file that lists the data sets of a folder.
pub(super) fn list_of(dir: &Path) -> Option<PathBuf> {
    LISTS.iter().map(|list| dir.join(list)).find(|list| list.is_file())
}

fn listed(dir: &Path, list: &Path) -> Result<Vec<SetFolder>, Error> {
    let about = || list.display();
    let text = regular::read(list, MOST_OF_LIST)?;
    let List { sets } = serde_json::from_slice(&text)
        .map_err(|error| Error::Usage(format!("it does not list data sets: {}", quoted(&error))))
        .within(about)?;
    let mut found: Vec<SetFolder> = Vec::new();
    for Listed { folder, name, rules_hash } in sets {
        let mut parts = Path::new(&folder).components();
        let is_in_it = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
        let set =
            SetFolder { dir: dir.join(&folder), name: name.unwrap_or_else(|| folder.clone()), rules_hash };
        if !is_in_it || found.iter().any(|other| other.dir == set.dir) {
            let sentence = format!("it names {folder:?}, which is no folder beside it, or is named twice");
            return Err(Error::Usage(sentence)).within(about);
        }
        found.push(set);
    }
    Ok(found)
}

/// The folders in a folder without a list that are data sets, by name.
fn unlisted(dir: &Path) -> Vec<SetFolder> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut dirs: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_finished(path)).collect();
    dirs.sort();
    dirs.into_iter().map(SetFolder::at).collect()
}

impl SetFolder {
    fn at(dir: PathBuf) -> SetFolder {
        let name = dir.file_name().unwrap_or(OsStr::new(".")).to_string_lossy().into_owned();
        SetFolder { dir, name, rules_hash: None }
    }

    pub(super) fn listed(&self) -> Listed {
        let folder = self.dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = Some(self.name.clone()).filter(|name| *name != folder);
        Listed { folder, name, rules_hash: self.rules_hash.clone() }
    }

    /// What is wrong if the list has other rules than the data set.
    ///
    /// # Errors
    /// Its manifest cannot be read.
    pub fn finding(&self) -> Result<Option<Finding>, Error> {
        let Some(listed) = &self.rules_hash else { return Ok(None) };
        let held =
            Recipe::of(&recipe::open(&self.dir)?.manifest().run).within(|| self.dir.display())?.rules_hash;
        let what = format!("has rules of the hash {held}, the list of data sets beside it says {listed}");
        Ok((held != *listed).then(|| Finding { file: self.dir.join("manifest.json"), what }))
    }
}

/// Data sets whose matches are numbered one after another.
pub struct Numbered {
    sets: Vec<(SetFolder, Dataset)>,
}

/// Some matches of one of several data sets.
pub struct Piece<'a> {
    /// The data set.
    pub set: &'a Dataset,
    /// The number of its first match among those of all.
    pub first: u64,
    /// The numbers of the matches within the data set.
    pub numbers: Range<u64>,
}

impl Numbered {
    /// Opens the data sets of a folder.
    ///
    /// # Errors
    /// One is missing, incomplete or damaged.
    pub fn open(dir: &Path) -> Result<Numbered, Error> {
        let open = |set: SetFolder| recipe::open(&set.dir).map(|opened| (set, opened));
        Ok(Numbered { sets: data_sets(dir)?.into_iter().map(open).collect::<Result<_, _>>()? })
    }

    /// The number of all matches.
    pub fn matches(&self) -> u64 {
        self.sets.iter().fold(0, |sum, (_, set)| sum.saturating_add(set.manifest().run.matches))
    }

    /// These matches by data set; no data set without any.
    pub fn pieces(&self, numbers: Range<u64>) -> Vec<Piece<'_>> {
        let mut first = 0u64;
        let piece = |(_, set): &'_ (SetFolder, Dataset)| {
            let count = set.manifest().run.matches;
            let within = |number: u64| number.saturating_sub(first).min(count);
            let numbers = within(numbers.start)..within(numbers.end);
            let found = (first, numbers);
            first = first.saturating_add(count);
            found
        };
        let places: Vec<(u64, Range<u64>)> = self.sets.iter().map(piece).collect();
        let pieces = self.sets.iter().zip(places);
        let pieces = pieces.map(|((_, set), (first, numbers))| Piece { set, first, numbers });
        pieces.filter(|piece| !piece.numbers.is_empty()).collect()
    }
}
