//! Where matches are written: one after another to the output, or each to its own file.

use crate::failure::Failure;
use crate::page_file::PageFile;
use anyhow::{Context, Error, Result};
use hyakuman_record::atomic::Replacement;
use hyakuman_record::folder;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Columns of the line between two pages.
const WIDTH: usize = 100;

/// Where matches are written, in order.
pub enum Target<'a> {
    /// One after another.
    Stream {
        /// The output.
        out: &'a mut dyn Write,
        /// Whether a line separates the matches.
        pages: bool,
        /// Whether a match has been written.
        begun: bool,
    },
    /// Each to its own file.
    Files(Files),
    /// A single file for a single match; `None` once it is written.
    Page(Option<PageFile>),
}

/// A folder with one file for each match.
pub struct Files {
    folder: PathBuf,
    ending: &'static str,
    /// Digits of the number in a file name, so that names sort like numbers.
    digits: usize,
}

impl Target<'_> {
    /// Writes a match.
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
            Target::Page(page) => page.take().map_or(Ok(()), |page| page.write_and_say(text)),
        }
    }
}

impl Files {
    /// Files in this folder, created if missing, for matches with numbers below `count`.
    pub fn new(folder: &Path, ending: &'static str, count: u64) -> Result<Files> {
        folder::create(folder)?;
        let digits = count.saturating_sub(1).to_string().len().max(6);
        Ok(Files { folder: folder.to_owned(), ending, digits })
    }

    /// Writes a file unless it exists. A file of this name is always complete, even if the program is killed.
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
        // Not synced to disk: what a power failure destroys can be written again.
        let written = Replacement::new(&path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.rename()
        });
        written.with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// The error for an existing file with other content, which is not replaced.
fn in_the_way(path: &Path) -> Error {
    let sentence = format!("{} exists and is not this match: choose another folder", path.display());
    Failure::Usage(sentence).into()
}
