//! A file with its final name is always complete: it is written under a temporary name, synced, then renamed.

use crate::error::{RecordError, at};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Ending of a temporary file.
pub(crate) const TEMPORARY: &str = ".tmp";

/// The temporary name of a file.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    PathBuf::from(name)
}

/// Writes a whole file; readers see the old content or the new.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    let unfinished = temporary(path);
    // The path may be no regular file: opening a pipe would block.
    remove(&unfinished)?;
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(at("write", &unfinished))?;
    rename(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync_folder(folder.unwrap_or(Path::new(".")))
}

/// Renames a temporary file to its final name.
pub(crate) fn rename(path: &Path) -> Result<(), RecordError> {
    fs::rename(temporary(path), path).map_err(at("rename a finished file to", path))
}

/// Makes renames in a folder survive a power failure.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), RecordError> {
    match cfg!(unix) {
        true => File::open(folder).and_then(|folder| folder.sync_all()).map_err(at("sync", folder)),
        false => Ok(()),
    }
}

/// Removes a file if it exists.
pub(crate) fn remove(path: &Path) -> Result<(), RecordError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at("remove", path)(error)),
        _ => Ok(()),
    }
}
