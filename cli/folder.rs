//! Checks of folders that are given on the command line.

use crate::failure::Failure;
use std::fs;
use std::path::{Path, PathBuf};

/// Checks that there is something at a path.
///
/// # Errors
/// There is nothing (exit code 2).
pub fn there(path: &Path) -> Result<(), Failure> {
    match path.try_exists() {
        Ok(false) => Err(Failure::Usage(format!("{}: no such file or folder", path.display()))),
        _ => Ok(()),
    }
}

/// Checks that there is a folder at a path, which may be a data set.
///
/// # Errors
/// There is none (exit code 2).
pub fn data_set(path: &Path) -> Result<(), Failure> {
    there(path)?;
    if path.is_file() {
        let sentence = format!("{} is not a folder: give the folder of a data set", path.display());
        return Err(Failure::Usage(sentence));
    }
    match several(path) {
        Some(first) => Err(Failure::Usage(format!(
            "{} is a folder of several data sets: name one of them, such as {}",
            path.display(),
            first.display()
        ))),
        None => Ok(()),
    }
}

/// The first of the data sets in a folder that is none itself.
fn several(path: &Path) -> Option<PathBuf> {
    let is_data_set = |path: &Path| path.join("manifest.json").is_file();
    if is_data_set(path) {
        return None;
    }
    let folders = fs::read_dir(path).ok()?.filter_map(|found| Some(found.ok()?.path()));
    folders.filter(|folder| is_data_set(folder)).min()
}
