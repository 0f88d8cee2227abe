//! A lock that ends with its process: an advisory lock on a file, which is removed when the lock is released.

use crate::error::{RecordError, at};
use crate::held::{self, Hold};
use crate::regular;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Ending of the files in a data set.
pub(crate) const LOCK: &str = ".lock";

/// What every lock file begins with. A file without it is not ours to remove.
const MARK: &str = "a lock of hyakuman\n";

/// The lock file of a file: beside it.
pub fn beside(path: &Path) -> PathBuf {
    path.with_added_extension("hyakuman-lock")
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
    /// The file cannot be made or locked, or is no lock.
    pub fn take(path: &Path) -> Result<Lock, RecordError> {
        let busy = || at("lock", path)(io::ErrorKind::WouldBlock.into());
        Lock::held(path, Hold::Wait)?.ok_or_else(busy)
    }

    /// `None` if another process holds it.
    ///
    /// # Errors
    /// The file cannot be made or locked, or is no lock.
    pub fn try_take(path: &Path) -> Result<Option<Lock>, RecordError> {
        Lock::held(path, Hold::Try)
    }

    fn held(path: &Path, how: Hold) -> Result<Option<Lock>, RecordError> {
        let held = held::hold(path, how);
        held.and_then(|held| held.map(|file| Lock::on(file, path)).transpose()).map_err(at("lock", path))
    }

    /// The lock on a file that is held: a new one, or that of a killed process.
    fn on(mut file: File, path: &Path) -> io::Result<Lock> {
        let mut begin = Vec::new();
        Read::by_ref(&mut file).take(MARK.len() as u64).read_to_end(&mut begin)?;
        if !MARK.as_bytes().starts_with(&begin) {
            let sentence = "it exists and is no lock of this program: remove it";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, sentence));
        }
        let mut lock = Lock { file, path: path.to_owned() };
        lock.write("")?;
        Ok(lock)
    }

    /// Replaces the content of the lock file behind the mark, for [`note`] to read.
    pub(crate) fn write(&mut self, note: &str) -> io::Result<()> {
        let text = format!("{MARK}{note}");
        self.file.rewind()?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(text.len() as u64)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Lock {
    /// Removes the name before unlocking, so that a waiting process sees that the file is gone.
    fn drop(&mut self) {
        held::remove(&self.file, &self.path);
        drop(self.file.unlock());
    }
}

/// What was written into a lock file; empty if it cannot be read.
pub(crate) fn note(path: &Path) -> String {
    let read = regular::read(path, 1_024).ok();
    let text = read.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    text.strip_prefix(MARK).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_lock_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = beside(&folder.path().join("Cargo"));
        let mut lock = Lock::take(&path).unwrap();
        lock.write("24").unwrap();
        assert_eq!(note(&path), "24");
        assert!(Lock::try_take(&path).unwrap().is_none());
        drop(lock);
        assert!(!path.exists());
        for left in ["", "a lock of", MARK, "a lock of hyakuman\n24"] {
            fs::write(&path, left).unwrap();
            drop(Lock::try_take(&path).unwrap().unwrap());
            assert!(!path.exists(), "{left}");
        }
    }

    #[test]
    fn a_file_of_others_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = beside(&folder.path().join("state"));
        fs::write(&path, "a diary").unwrap();
        let error = Lock::take(&path).err().unwrap().to_string();
        assert!(
            error.ends_with("state.hyakuman-lock: it exists and is no lock of this program: remove it"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "a diary");
    }

    /// What a link leads to stays as it is, or does not come into being.
    #[cfg(unix)]
    #[test]
    fn a_link_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["a.hyakuman-lock", "other"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&other, &path).unwrap();
        assert!(Lock::try_take(&path).is_err() && !other.exists());
        fs::write(&other, "").unwrap();
        assert!(Lock::try_take(&path).is_err() && other.exists());
        fs::remove_file(&path).unwrap();
        fs::hard_link(&other, &path).unwrap();
        assert!(Lock::try_take(&path).is_err() && path.exists());
    }
}
