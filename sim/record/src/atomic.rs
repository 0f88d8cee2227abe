//! A file with its final name is always complete: it is written under a temporary name, synced, then renamed.

use crate::error::{RecordError, at};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Ending of a temporary file.
pub(crate) const TEMPORARY: &str = ".tmp";

/// The temporary name of a file.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    PathBuf::from(name)
}

/// A file that replaces another one as a whole, or is a new one: readers see the old content or the new. Until it is finished it
/// has a temporary name; if it is dropped before, nothing has changed.
pub struct Replacement {
    path: PathBuf,
    file: File,
    /// `None` for a pipe or a device, which is written as it is, and for a finished file.
    unfinished: Option<PathBuf>,
}

impl Replacement {
    /// Opens the file that will have this path. A link stays a link: what it points to is replaced. A pipe or a device is written as
    /// it is.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn new(path: &Path) -> io::Result<Replacement> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|held| !held.is_file() && !held.is_dir()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(Replacement { path, file, unfinished: None });
        }
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Replacement::of(&path)
    }

    /// Opens the file that will have this path, whatever is there now.
    fn of(path: &Path) -> io::Result<Replacement> {
        let unfinished = temporary(path);
        // It may be no regular file: opening a pipe would block.
        remove_if_there(&unfinished)?;
        let file = File::create(&unfinished)?;
        Ok(Replacement { path: path.to_owned(), file, unfinished: Some(unfinished) })
    }

    /// Gives the file its final name.
    ///
    /// # Errors
    /// It cannot be written to the disk or renamed; the old file is still there. Or its new name cannot be made permanent.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(unfinished) = &self.unfinished else { return Ok(()) };
        self.file.sync_all()?;
        fs::rename(unfinished, &self.path)?;
        self.unfinished = None;
        sync(folder_of(&self.path))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(unfinished) = &self.unfinished {
            let _ = fs::remove_file(unfinished); // what failed before is reported
        }
    }
}

/// Checks that a path may be written: there is no regular file, or one that is empty or has this beginning, in upper or lower
/// case.
///
/// # Errors
/// The file has another beginning; the sentence says that it is no `kind`. Or it cannot be read.
pub fn check_kind(path: &Path, beginning: &str, kind: &str) -> io::Result<()> {
    if !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    let mut held = Vec::new();
    File::open(path)?.take(beginning.len() as u64).read_to_end(&mut held)?;
    if held.is_empty() || held.eq_ignore_ascii_case(beginning.as_bytes()) {
        return Ok(());
    }
    let sentence = format!("it exists and is no {kind}; name another file, or delete it first");
    Err(io::Error::new(io::ErrorKind::AlreadyExists, sentence))
}

/// Writes a whole file; readers see the old content or the new.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    let written = Replacement::of(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.finish()
    });
    written.map_err(at("write", path))
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Renames a temporary file to its final name.
pub(crate) fn rename(path: &Path) -> Result<(), RecordError> {
    fs::rename(temporary(path), path).map_err(at("rename a finished file to", path))
}

/// Makes renames in a folder survive a power failure.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), RecordError> {
    sync(folder).map_err(at("sync", folder))
}

fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes a file if it exists.
pub(crate) fn remove(path: &Path) -> Result<(), RecordError> {
    remove_if_there(path).map_err(at("remove", path))
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        fs::write(&path, "old").unwrap();
        let mut file = Replacement::new(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(file);
        assert_eq!((fs::read_to_string(&path).unwrap(), names()), ("old".into(), 1));
        let mut file = Replacement::new(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap(), names()), ("new".into(), 1));
    }

    /// Whatever fails, no temporary file stays.
    #[test]
    fn a_file_that_cannot_be_renamed_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        let file = Replacement::new(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(file.finish().is_err());
        assert!(!temporary(&path).exists());
    }

    #[test]
    fn a_file_of_another_kind_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let check = || check_kind(&path, "<!DOCTYPE html>", "HTML page").map_err(|error| error.to_string());
        assert_eq!(check(), Ok(()));
        for page in ["", "<!DOCTYPE html>\n<html>", "<!doctype html>"] {
            fs::write(&path, page).unwrap();
            assert_eq!(check(), Ok(()), "{page}");
        }
        for other in ["<!DOC", "{\"version\": 1}"] {
            fs::write(&path, other).unwrap();
            let sentence = "it exists and is no HTML page; name another file, or delete it first";
            assert_eq!(check(), Err(sentence.to_owned()), "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["target", "link"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let mut file = Replacement::new(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(link.is_symlink() && fs::read_to_string(&path).unwrap() == "new");
    }
}
