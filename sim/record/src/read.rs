//! Reads a whole data set.

use crate::error::{RecordError, damaged};
use crate::hashing::{self, NOT_WRITTEN};
use crate::manifest::Manifest;
use crate::plan::Paths;
use crate::regular;
use crate::sidecar::Sidecar;
use crate::table_file::TableFile;
use std::path::{Path, PathBuf};

/// A complete data set.
pub struct Dataset {
    paths: Paths,
    manifest: Manifest,
}

impl Dataset {
    /// Opens a data set by its manifest.
    ///
    /// # Errors
    /// There is no manifest, it cannot be read, or it has another format.
    pub fn open(dir: &Path) -> Result<Dataset, RecordError> {
        let path = Paths::new(dir, 0).manifest();
        let manifest = Manifest::read(&path)?;
        Ok(Dataset { paths: Paths::new(dir, manifest.run.parts), manifest })
    }

    /// The path of the folder.
    pub fn dir(&self) -> &Path {
        &self.paths.dir
    }

    /// The path of its card.
    pub fn card(&self) -> PathBuf {
        self.paths.card()
    }

    /// The text of its card; invalid UTF-8 is replaced.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn card_text(&self) -> Result<String, RecordError> {
        let bytes = regular::read(&self.card(), regular::MOST)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The sidecar of a part.
    ///
    /// # Errors
    /// The sidecar is missing or damaged.
    pub fn sidecar(&self, part: u64) -> Result<Sidecar, RecordError> {
        let path = self.paths.sidecar(part);
        Sidecar::read(&path)?.ok_or_else(|| damaged(&path, "is missing"))
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Names of its tables.
    pub fn tables(&self) -> &[String] {
        &self.manifest.run.tables
    }

    /// Numbers of its parts.
    pub fn parts(&self) -> std::ops::Range<u64> {
        0..self.manifest.run.parts
    }

    /// The part that contains a match.
    pub fn part_of_match(&self, number: u64) -> Option<u64> {
        (number < self.manifest.run.matches).then(|| number / self.manifest.run.part_size.max(1))
    }

    /// The path of the file of a table and a part.
    pub fn path(&self, table: &str, part: u64) -> PathBuf {
        self.paths.file(table, part)
    }

    /// Checks that a file has the hash recorded for it.
    ///
    /// # Errors
    /// It does not, or cannot be read.
    pub fn check_file(&self, table: &str, part: u64) -> Result<(), RecordError> {
        let (path, sidecar) = (self.path(table, part), self.sidecar(part)?);
        let hash = hashing::of_file(&path)?;
        match sidecar.tables.get(table).is_some_and(|stats| stats.sha256 == hash) {
            true => Ok(()),
            false => Err(damaged(&path, NOT_WRITTEN)),
        }
    }

    /// Opens the file of a table and a part.
    pub fn file(&self, table: &str, part: u64) -> Result<TableFile, RecordError> {
        TableFile::open(&self.path(table, part))
    }
}
