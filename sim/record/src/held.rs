//! Files with names that only this program uses, each held by one process at a time: locks, and files in the making.

use crate::regular;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// What to do about a file that another process holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Wait for it.
    Wait,
    /// Go without it.
    Try,
    /// Go without it; where files cannot be locked at all, take it.
    TryIfLockable,
}

/// Opens a file and locks it; it is made if it does not exist. `None` if another process holds it. What a killed process
/// left in it is still there.
pub(crate) fn hold(path: &Path, how: Hold) -> io::Result<Option<File>> {
    loop {
        let Some(file) = open(path)? else { continue };
        match lock(&file, how) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) if may_be_unlocked(how, &error) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The process that held it may have removed or renamed it while this one waited.
        if is_at(&file, path)? {
            return Ok(Some(file));
        }
    }
}

fn lock(file: &File, how: Hold) -> Result<(), TryLockError> {
    if how == Hold::Wait { file.lock().map_err(TryLockError::Error) } else { file.try_lock() }
}

fn may_be_unlocked(how: Hold, error: &io::Error) -> bool {
    how == Hold::TryIfLockable && error.kind() == io::ErrorKind::Unsupported
}

/// `None` if the file was removed at this moment.
fn open(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => return made.map(Some),
    }
    match regular::of_path(path)? {
        None => Ok(None),
        // Not followed and not opened: a pipe would block, and what a link leads to belongs to somebody else.
        Some(found) if !is_alone(&found) => {
            let sentence = "it exists and is no file of this program: remove it";
            Err(io::Error::new(io::ErrorKind::InvalidInput, sentence))
        }
        Some(_) => match options.open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        },
    }
}

/// Whether it is a file of no other name.
#[cfg(unix)]
fn is_alone(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.is_file() && found.nlink() <= 1
}

#[cfg(not(unix))]
fn is_alone(found: &Metadata) -> bool {
    found.is_file()
}

/// Whether this file is at the path.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let ours = file.metadata()?;
    let there = regular::of_path(path)?;
    Ok(there.is_some_and(|there| (ours.dev(), ours.ino()) == (there.dev(), there.ino())))
}

#[cfg(not(unix))]
pub(crate) fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

/// Removes a file that is held. On the way to a lock another process then sees that it is gone.
pub(crate) fn remove(file: &File, path: &Path) {
    if is_at(file, path).unwrap_or(false) {
        let _ = fs::remove_file(path); // what is left does no harm: the next process takes it over
    }
}
