//! Checks of folders that are given on the command line.

use crate::failure::Failure;
use std::path::Path;

/// Checks that there is something at a path.
pub fn there(path: &Path) -> Result<(), Failure> {
    match path.try_exists() {
        Ok(false) => Err(Failure::Usage(format!("{}: no such file or folder", path.display()))),
        _ => Ok(()),
    }
}

/// Checks that there is a folder at a path, which may be a data set or have several.
pub fn data_set(path: &Path) -> Result<(), Failure> {
    there(path)?;
    if path.is_file() {
        let sentence = format!("{} is not a folder: give the folder of a data set", path.display());
        return Err(Failure::Usage(sentence));
    }
    Ok(())
}
