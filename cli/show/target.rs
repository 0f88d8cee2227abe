//! Where matches are written: one after another to the output, or each to a file of its own.

use crate::failure::Failure;
use anyhow::{Context, Error, Result};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Columns of the line between two pages.
const WIDTH: usize = 100;

/// Where matches are written, in order.
pub enum Target<'a> {
    /// One after another.
    Stream {
        /// To here.
        out: &'a mut dyn Write,
        /// Whether they are pages, between which there is a line.
        pages: bool,
        /// Whether one is written.
        begun: bool,
    },
    /// Each to a file.
    Files(Files),
}

/// A folder with one file for each match.
pub struct Files {
    folder: PathBuf,
    ending: &'static str,
    /// Digits of a number: names are sorted as the matches are.
    digits: usize,
}

impl Target<'_> {
    /// Writes a match.
    ///
    /// # Errors
    /// It cannot be written, or there is a file of its name that holds something else (exit code 2).
    pub fn write(&mut self, number: u64, text: &str) -> Result<()> {
        match self {
            Target::Stream { out, pages, begun } => {
                if *pages && *begun {
                    write!(out, "\n{}\n\n", "═".repeat(WIDTH))?;
                }
                *begun = true;
                Ok(out.write_all(text.as_bytes())?)
            }
            Target::Files(files) => files.write(number, text),
        }
    }
}

impl Files {
    /// Files in this folder, which is made if it is not there, for matches with numbers below `count`.
    ///
    /// # Errors
    /// It is no folder, and cannot be one (exit code 2).
    pub fn new(folder: &Path, ending: &'static str, count: u64) -> Result<Files> {
        fs::create_dir_all(folder).map_err(|error| {
            let folder = folder.display();
            let what = match error.kind() {
                ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
                    "a file is where a folder should be".to_owned()
                }
                _ => error.to_string(),
            };
            Failure::Usage(format!("{folder} cannot be a folder for the matches: {what}"))
        })?;
        let digits = count.saturating_sub(1).to_string().len().max(6);
        Ok(Files { folder: folder.to_owned(), ending, digits })
    }

    /// Writes a file, unless it is there already. Under its name it is always whole, also if the program is killed.
    fn write(&self, number: u64, text: &str) -> Result<()> {
        let path = self.folder.join(format!("match-{number:0width$}.{}", self.ending, width = self.digits));
        match fs::read(&path) {
            Ok(held) if held == text.as_bytes() => return Ok(()),
            Ok(_) => return Err(in_the_way(&path)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) if error.kind() == ErrorKind::IsADirectory => return Err(in_the_way(&path)),
            Err(error) => {
                return Err(Error::from(error).context(format!("{} cannot be read", path.display())));
            }
        }
        // Nothing is synced: what a power cut takes can be made again.
        let unfinished = path.with_added_extension("tmp");
        let written = fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, &path));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written.with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// A sentence for a file that is not ours to replace.
fn in_the_way(path: &Path) -> Error {
    let sentence = format!("{} holds something else than this match: choose another folder", path.display());
    Failure::Usage(sentence).into()
}
