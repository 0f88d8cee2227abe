//! Opens files of a data set and states of work only if they are regular files: opening a pipe could block forever, and a
//! device may be endless.

use crate::error::{RecordError, at, damaged};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Maximum size of `run.json`, of a sidecar, of the card, and of a state.
pub const MOST: u64 = 16 << 20;

/// Maximum size of a manifest: each of its parts takes about a kilobyte.
pub(crate) const MOST_OF_MANIFEST: u64 = 2 << 30;

/// Opens a file for reading. A symbolic link to a file is allowed.
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
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(at("read", path))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(at("read", path))?;
    // Its length may have been wrong, or have changed.
    match bytes.len() as u64 <= most {
        true => Ok(bytes),
        false => Err(damaged(path, format!("has more than {most} bytes, the most that this program reads"))),
    }
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

/// The path of an output: a link stays a link, and what it points to is replaced.
///
/// # Errors
/// A link points to nothing: it is not known what should come into being there.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Ok(target) => Ok(target),
        Err(_) if of_path(path)?.is_some_and(|found| found.is_symlink()) => {
            let sentence = "it is a link to a file that does not exist: name that file, or remove the link";
            Err(io::Error::new(io::ErrorKind::InvalidInput, sentence))
        }
        Err(_) => Ok(path.to_owned()),
    }
}

/// What is at a path; links are not followed. `None` if there is nothing.
pub(crate) fn of_path(path: &Path) -> io::Result<Option<Metadata>> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
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

/// Names in a folder, sorted; empty if the folder does not exist.
///
/// # Errors
/// It cannot be read.
pub fn names(folder: &Path) -> Result<Vec<String>, RecordError> {
    if !folder.try_exists().map_err(at("read", folder))? {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(at("read", folder))?;
    let mut names: Vec<_> =
        entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
