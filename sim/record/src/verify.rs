//! Checks a data set, as far as possible without playing its games.

use crate::error::{RecordError, WRITE_AGAIN};
use crate::file::TableStats;
use crate::hashing;
use crate::manifest::{Manifest, is_as_written, read_run};
use crate::plan::{Paths, PlannedTable};
use crate::read::{Dataset, NOT_AS_LISTED};
use crate::run::Run;
use crate::schema::FORMAT;
use crate::sidecar::Sidecar;
use crate::strays::{self, StrayKind};
use crate::table_file::TableFile;
use std::fmt;
use std::path::{Path, PathBuf};

/// One problem of a data set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The file.
    pub file: PathBuf,
    /// The problem, as the rest of a sentence that begins with the file.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.file.display(), self.what)
    }
}

/// All problems of a data set: its manifest, its sidecars, and the size, hash, rows and columns of every file; missing
/// parts, and files that readers would take for parts. `expected` are the tables as this program would write them; the
/// columns of other tables are not compared.
pub fn verify(dir: &Path, expected: &[PlannedTable]) -> Vec<Finding> {
    let mut check = Check { findings: Vec::new(), expected };
    match Manifest::read(&Paths::new(dir, 0).manifest()) {
        Ok(manifest) => check.data_set(&Paths::new(dir, manifest.run.parts), &manifest),
        Err(error) => check.error(&Paths::new(dir, 0).manifest(), &error),
    }
    check.findings
}

/// Files in the folder of a data set that do not belong to it and do no harm, because readers ignore them.
pub fn notes(set: &Dataset) -> Vec<Finding> {
    let run = &set.manifest().run;
    // A folder that cannot be read is already a finding.
    let strays = strays::find(&Paths::new(set.dir(), run.parts), &run.tables, run.parts).unwrap_or_default();
    let harmless =
        strays.into_iter().filter(|stray| matches!(stray.kind, StrayKind::Foreign | StrayKind::OfRun));
    harmless.map(|stray| Finding { file: stray.path, what: stray.kind.what().to_owned() }).collect()
}

struct Check<'a> {
    findings: Vec<Finding>,
    expected: &'a [PlannedTable],
}

impl Check<'_> {
    fn add(&mut self, file: &Path, what: impl Into<String>) {
        self.findings.push(Finding { file: file.to_owned(), what: what.into() });
    }

    fn error(&mut self, file: &Path, error: &RecordError) {
        match error {
            RecordError::Damaged { path, what } => self.add(path, what.clone()),
            RecordError::Format { path, held } => {
                self.add(path, format!("has format {held}, this program knows {FORMAT}"));
            }
            other => self.add(file, format!("cannot be checked: {other}")),
        }
    }

    fn data_set(&mut self, paths: &Paths, manifest: &Manifest) {
        self.run(paths, &manifest.run);
        self.totals(paths, manifest);
        for part in 0..manifest.run.parts {
            self.part(paths, manifest, part);
        }
        self.strays(paths, &manifest.run);
    }

    fn run(&mut self, paths: &Paths, run: &Run) {
        match read_run(&paths.run()) {
            Err(error) => self.error(&paths.run(), &error),
            Ok(held) => {
                if let Some((key, held, manifest)) = held.difference(run) {
                    self.add(&paths.run(), format!("says {key} {held}, the manifest {manifest}"));
                } else if !is_as_written(&paths.run(), &held).unwrap_or(false) {
                    self.add(&paths.run(), hashing::write_anew());
                }
            }
        }
        if !paths.card().is_file() {
            self.add(&paths.card(), "is missing");
        }
    }

    /// Checks that the manifest is consistent.
    fn totals(&mut self, paths: &Paths, manifest: &Manifest) {
        let path = paths.manifest();
        if Manifest::new(manifest.run.clone(), manifest.files.clone()).totals != manifest.totals {
            self.add(&path, "has totals that are not the sums of its parts");
        }
        let parts = manifest.files.iter().map(|part| part.part);
        if !parts.eq(0..manifest.run.parts) {
            let what = format!("lists {} parts, not 0 to {}", manifest.files.len(), manifest.run.parts);
            self.add(&path, what);
        }
    }

    fn part(&mut self, paths: &Paths, manifest: &Manifest, part: u64) {
        let path = paths.sidecar(part);
        let listed = manifest.files.get(part as usize).filter(|listed| listed.part == part);
        let sidecar = match Sidecar::read(&path) {
            Ok(None) => return self.add(&path, "is missing"),
            Err(error) => return self.error(&path, &error),
            Ok(Some(sidecar)) => sidecar,
        };
        let first = part.saturating_mul(manifest.run.part_size);
        let matches = manifest.run.part_size.min(manifest.run.matches.saturating_sub(first));
        if listed != Some(&sidecar.listed()) {
            self.add(&path, NOT_AS_LISTED);
        } else if !sidecar.is_of(&manifest.run) {
            self.add(&path, format!("is of another run, or was changed: remove it, then {WRITE_AGAIN}"));
        } else if (sidecar.first_match, sidecar.matches) != (first, matches) {
            self.add(&path, format!("is not of the {matches} matches from {first} on"));
        }
        for table in &manifest.run.tables {
            let stats = listed.and_then(|part| part.tables.get(table)).or_else(|| sidecar.tables.get(table));
            self.file(&paths.file(table, part), table, stats);
        }
    }

    fn file(&mut self, path: &Path, table: &str, stats: Option<&TableStats>) {
        let Some(stats) = stats else {
            return self.add(path, "is named by no sidecar");
        };
        match std::fs::metadata(path) {
            Err(_) => return self.add(path, "is missing"),
            Ok(file) if file.len() != stats.bytes => {
                let what = format!("has {} bytes where {} were written", file.len(), stats.bytes);
                return self.add(path, what);
            }
            Ok(_) => {}
        }
        match hashing::of_file(path) {
            Err(error) => self.error(path, &error),
            Ok(hash) if hash != stats.sha256 => self.add(path, hashing::NOT_WRITTEN),
            Ok(_) => self.content(path, table, stats),
        }
    }

    /// Checks what only a Parquet reader can see.
    fn content(&mut self, path: &Path, table: &str, stats: &TableStats) {
        let file = match TableFile::open(path) {
            Ok(file) => file,
            Err(error) => return self.error(path, &error),
        };
        if file.rows() != stats.rows {
            self.add(path, format!("has {} rows where {} were written", file.rows(), stats.rows));
        }
        if let Some(expected) = self.expected.iter().find(|expected| expected.name == table) {
            let names = |columns: Vec<&str>| columns.join(", ");
            let held = names(file.columns().iter().map(|column| column.name.as_str()).collect());
            let wanted = names(expected.columns.iter().map(|column| column.name).collect());
            if held != wanted {
                return self.add(path, format!("has columns {held}; this program writes {wanted}"));
            }
            let mut columns = file.columns().iter().zip(&expected.columns);
            if let Some((held, _)) = columns.find(|(held, wanted)| !held.is(wanted)) {
                self.add(path, format!("has a column {} of another type than this program", held.name));
            } else if !file.describes(&expected.columns) {
                self.add(path, "describes its columns in other words than this program");
            }
        }
    }

    /// Reports files that would be taken for part of the data set.
    fn strays(&mut self, paths: &Paths, run: &Run) {
        match strays::find(paths, &run.tables, run.parts) {
            Err(error) => self.error(&paths.dir, &error),
            Ok(strays) => {
                let bad = |kind| matches!(kind, StrayKind::TakenForPart | StrayKind::UnfinishedPart);
                let bad = strays.into_iter().filter(|stray| bad(stray.kind));
                bad.for_each(|stray| self.add(&stray.path, stray.kind.what()));
            }
        }
    }
}
