//! Opens files of a data set and states of work only if they are regular files: opening a pipe could block forever, and a
//! device may be endless.

use crate::error::{RecordError, at, damaged};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Maximum size of `run.json`, of a sidecar, of the card, and of a state.
pub const MOST: u64 = 16 << 20;

/// Maximum size of a manifest: each of its parts takes about a kilobyte.
pub(crate) const MOST_OF_MANIFEST: u64 = 2 << 30;

/// Opens a file for reading. A symbolic link to a file is allowed.
///
/// # Errors
/// It does not exist, is not a regular file, or the operating system reports an error.
pub(crate) fn open(path: &Path) -> Result<File, RecordError> {
    check(path)?;
    File::open(path).map_err(at("read", path))
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// It does not exist, is not a regular file, is longer, or the operating system reports an error.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, RecordError> {
    let length = check(path)?;
    if length > most {
        return Err(damaged(path, format!("has {length} bytes; this program reads at most {most}")));
    }
    fs::read(path).map_err(at("read", path))
}

/// Like [`read`]; `None` if nothing is at the path.
///
/// # Errors
/// Those of [`read`].
pub fn read_if_there(path: &Path, most: u64) -> Result<Option<Vec<u8>>, RecordError> {
    match read(path, most) {
        Err(RecordError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// The length of a regular file.
fn check(path: &Path) -> Result<u64, RecordError> {
    let found = fs::metadata(path).map_err(at("read", path))?;
    match found.is_file() {
        true => Ok(found.len()),
        false if found.is_dir() => Err(damaged(path, "is a folder, not a file")),
        false => Err(damaged(path, "is a pipe, a socket or a device, not a file")),
    }
}
