//! A lock that ends with its process: an advisory lock on a file, which is removed when the lock is released.

use crate::regular;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

/// Ending of the files.
pub(crate) const LOCK: &str = ".lock";

/// The lock file of a file: beside it.
pub fn beside(path: &Path) -> PathBuf {
    path.with_added_extension("lock")
}

/// A lock that is held.
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Waits until no other process holds it.
    ///
    /// # Errors
    /// The file cannot be made or locked.
    pub fn take(path: &Path) -> io::Result<Lock> {
        loop {
            let file = open(path)?;
            file.lock()?;
            if is_still_there(&file, path)? {
                return Ok(Lock { file, path: path.to_owned() });
            }
        }
    }

    /// `None` if another process holds it.
    ///
    /// # Errors
    /// The file cannot be made or locked.
    pub fn try_take(path: &Path) -> io::Result<Option<Lock>> {
        loop {
            let file = open(path)?;
            match file.try_lock() {
                Ok(()) if is_still_there(&file, path)? => {
                    return Ok(Some(Lock { file, path: path.to_owned() }));
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

impl Lock {
    /// Replaces the content of the lock file, for [`note`] to read.
    pub(crate) fn write(&mut self, note: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(note.as_bytes())
    }

    /// The path of the lock file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Lock {
    /// Removes the name before unlocking, so that a waiting process sees that the file is gone.
    fn drop(&mut self) {
        let removed = fs::remove_file(&self.path);
        let unlocked = self.file.unlock();
        // A lock file that cannot be removed does no harm: the next run takes it over.
        drop((removed, unlocked));
    }
}

/// The content of a lock file; empty if it cannot be read.
pub(crate) fn note(path: &Path) -> String {
    let read = regular::read(path, 1_024).ok();
    read.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// Whether the path still leads to this file. The previous holder may have removed it while we waited.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let ours = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((ours.dev(), ours.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_still_there(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}
