//! A page that is written when the work is done. That the file can be written is known before.

use crate::failure::{self, Failure};
use crate::number;
use anyhow::{Context, Result};
use hyakuman_record::atomic::{Later, check_kind};
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of the disk that are taken before the work, for the page.
const ROOM: usize = 64 << 10;

/// What every page begins with.
const BEGINNING: &str = "<!DOCTYPE html>";

/// A file to be replaced as a whole.
pub struct PageFile {
    path: PathBuf,
    file: Later,
}

impl PageFile {
    /// A file of this name that can be written. Nothing is written yet, and a file that exists stays as it is.
    pub fn new(path: &Path) -> Result<PageFile> {
        PageFile::of(path, BEGINNING, "HTML page")
    }

    /// The same for a file of another `kind`, all of which have this beginning.
    pub fn of(path: &Path, beginning: &str, kind: &str) -> Result<PageFile> {
        if path.is_dir() {
            return Err(Failure::Usage(format!("{} is a folder: name a file", path.display())).into());
        }
        let opened = check_kind(path, beginning, kind).and_then(|()| Later::new(path, ROOM));
        let file = opened.map_err(|error| refused(path, error))?;
        Ok(PageFile { path: path.to_owned(), file })
    }

    /// Writes the page, and its path and size on standard error.
    pub fn write_and_say(self, page: &str) -> Result<()> {
        let said = format!("{}: {}", self.path.display(), number::bytes(page.len() as u64));
        self.write(page)?;
        failure::say(&said);
        Ok(())
    }

    /// Writes the page.
    pub fn write(self, page: &str) -> Result<()> {
        let cannot = || format!("{} cannot be written", self.path.display());
        self.file.write(page.as_bytes()).with_context(cannot)
    }
}

/// Why a file cannot be written: another one would be right, unless the disk is full.
fn refused(path: &Path, error: io::Error) -> anyhow::Error {
    let sentence = format!("{} cannot be written", path.display());
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            anyhow::Error::from(error).context(sentence)
        }
        _ => Failure::Usage(format!("{sentence}: {error}")).into(),
    }
}

/// Checks that a page does not replace a file that the same command keeps or reads.
pub fn refuse_same<'a>(page: &Path, others: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    let full = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
    match others.into_iter().find(|other| full(other) == full(page)) {
        Some(_) => Err(Failure::Usage(format!(
            "{} cannot be the page and another file of this command",
            page.display()
        ))
        .into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_replaced_when_the_page_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let [old, new] = ["old", "new"].map(|text| format!("{BEGINNING}{text}"));
        fs::write(&path, &old).unwrap();
        drop(PageFile::new(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), old);
        PageFile::new(&path).unwrap().write(&new).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), new);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::write(&path, "a diary").unwrap();
        assert!(PageFile::new(&path).is_err());
        assert!(PageFile::new(folder.path()).is_err());
        assert!(PageFile::new(&folder.path().join("no/page.html")).is_err());
        assert!(refuse_same(&path, [&folder.path().join("page.html")]).is_err());
    }
}
