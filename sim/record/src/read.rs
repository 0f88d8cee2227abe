//! Reads a whole data set.

use crate::error::{RecordError, damaged};
use crate::hashing::{self, NOT_WRITTEN};
use crate::manifest::Manifest;
use crate::plan::Paths;
use crate::regular;
use crate::sidecar::Sidecar;
use crate::table_file::TableFile;
use std::path::{Path, PathBuf};

/// The problem of a sidecar.
pub(crate) const NOT_AS_LISTED: &str = "does not agree with the manifest";

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
    /// The sidecar is missing or damaged, or not that which the manifest lists.
    pub fn sidecar(&self, part: u64) -> Result<Sidecar, RecordError> {
        let path = self.paths.sidecar(part);
        let sidecar = Sidecar::read(&path)?.ok_or_else(|| damaged(&path, "is missing"))?;
        match self.listed(part) == Some(&sidecar.listed()) {
            true => Ok(sidecar),
            false => Err(damaged(&path, NOT_AS_LISTED)),
        }
    }

    /// The path of the sidecar of a part.
    pub fn sidecar_path(&self, part: u64) -> PathBuf {
        self.paths.sidecar(part)
    }

    /// What the manifest says of a part.
    fn listed(&self, part: u64) -> Option<&Sidecar> {
        self.manifest.files.get(part as usize).filter(|listed| listed.part == part)
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

    /// Opens the file of a table and a part, once its hash has been compared: a damaged file could give wrong rows.
    ///
    /// # Errors
    /// It does not have the hash that the manifest lists, or cannot be read.
    pub fn file(&self, table: &str, part: u64) -> Result<TableFile, RecordError> {
        let path = self.path(table, part);
        let hash = hashing::of_file(&path)?;
        let listed = self.listed(part).and_then(|listed| listed.tables.get(table));
        match listed.is_some_and(|stats| stats.sha256 == hash) {
            true => TableFile::open(&path),
            false => Err(damaged(&path, NOT_WRITTEN)),
        }
    }
}
