//! A file with its final name is always complete: it is written under a temporary name, synced, then renamed.

use crate::error::{RecordError, at};
use crate::held::{self, Hold};
use crate::regular;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Ending of a temporary file: of no file but ours.
pub(crate) const TEMPORARY: &str = ".hyakuman-tmp";

/// Processes that may write the same file at once.
const AT_ONCE: u32 = 100;

/// The temporary name of a file.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    path.with_added_extension(&TEMPORARY[1..])
}

/// A file that replaces another one as a whole, or is a new one: readers see the old content or the new. Until it is finished it
/// has a temporary name; if it is dropped before, nothing has changed.
pub struct Replacement {
    path: PathBuf,
    file: File,
    /// Its temporary name; `None` for a pipe or a device, which is written as it is, and for a finished file.
    unfinished: Option<PathBuf>,
}

impl Replacement {
    /// Opens the file that will have this path. A link stays a link: what it points to is replaced. A pipe or a device is written as
    /// it is.
    ///
    /// # Errors
    /// It cannot be created, or the path is a link to nothing.
    pub fn new(path: &Path) -> io::Result<Replacement> {
        let path = regular::target(path)?;
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
        for number in 0..AT_ONCE {
            let unfinished = if number == 0 { temporary(path) } else { temporary(&numbered(path, number)) };
            if let Some(file) = held::hold(&unfinished, Hold::TryIfLockable)? {
                file.set_len(0)?; // a killed process may have left something
                return Ok(Replacement { path: path.to_owned(), file, unfinished: Some(unfinished) });
            }
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, "many other programs are writing it"))
    }

    /// Gives the file its final name, which then survives a power failure.
    ///
    /// # Errors
    /// It cannot be written to the disk or renamed; the old file is still there. Or its new name cannot be made permanent.
    pub fn finish(self) -> io::Result<()> {
        if self.unfinished.is_none() {
            return Ok(());
        }
        self.file.sync_all()?;
        let path = self.path.clone();
        self.rename()?;
        sync(folder_of(&path))
    }

    /// Gives the file its final name. A power failure may destroy it.
    ///
    /// # Errors
    /// It cannot be renamed; the old file is still there.
    pub fn rename(mut self) -> io::Result<()> {
        let Some(unfinished) = &self.unfinished else { return Ok(()) };
        fs::rename(unfinished, &self.path)?;
        self.unfinished = None;
        Ok(())
    }
}

/// A file that is written at the end of long work, as a whole. Until then there is room for it on the disk, and nothing of its name, so
/// that a killed program leaves nothing.
pub struct Later {
    path: PathBuf,
    held: Held,
}

enum Held {
    /// A pipe or a device.
    Opened(Replacement),
    /// A file without a name.
    Room(File),
}

impl Later {
    /// Finds out whether the file can be written, and takes room for so many bytes.
    ///
    /// # Errors
    /// Those of [`Replacement::new`]; or the disk is full.
    pub fn new(path: &Path, room: usize) -> io::Result<Later> {
        let mut file = Replacement::new(path)?;
        let held = match &file.unfinished {
            None => Held::Opened(file),
            Some(_) => {
                file.write_all(&vec![0; room])?;
                Held::Room(file.file.try_clone()?) // its name goes with `file`
            }
        };
        Ok(Later { path: path.to_owned(), held })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// It cannot be written; an older one is still there.
    pub fn write(self, bytes: &[u8]) -> io::Result<()> {
        let mut file = match self.held {
            Held::Opened(file) => file,
            Held::Room(room) => {
                drop(room);
                Replacement::new(&self.path)?
            }
        };
        file.write_all(bytes)?;
        file.finish()
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
            held::remove(&self.file, unfinished);
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

/// Whether a folder is not there, or has nothing but what killed programs have left of files that they were writing.
pub fn is_free(folder: &Path) -> bool {
    let is_left = |name: OsString| name.as_encoded_bytes().ends_with(TEMPORARY.as_bytes());
    fs::read_dir(folder)
        .map_or(true, |mut held| held.all(|file| file.is_ok_and(|file| is_left(file.file_name()))))
}

/// Writes a whole file; readers see the old content or the new. A link is replaced by the file.
///
/// # Errors
/// It cannot be written, or the path is a link to nothing.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    let written = regular::target(path).and_then(|_| Replacement::of(path)).and_then(|mut file| {
        file.write_all(bytes)?;
        file.finish()
    });
    written.map_err(at("write", path))
}

/// The path of another temporary file of the same file.
fn numbered(path: &Path, number: u32) -> PathBuf {
    path.with_added_extension(number.to_string())
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Makes the temporary file of a file that one process writes; one that a killed process left is removed.
pub(crate) fn create(path: &Path) -> Result<File, RecordError> {
    let unfinished = temporary(path);
    remove(&unfinished)?;
    File::create_new(&unfinished).map_err(at("create", &unfinished))
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

    #[test]
    fn a_folder_with_what_a_killed_process_left_is_free() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_free(folder.path()) && is_free(&folder.path().join("missing")));
        fs::write(temporary(&folder.path().join("list.json")), "{").unwrap();
        assert!(is_free(folder.path()));
        fs::write(folder.path().join("list.json"), "{}").unwrap();
        assert!(!is_free(folder.path()));
    }

    /// Until it is written, nothing is there, whatever ends the program.
    #[test]
    fn a_file_that_is_written_later_leaves_nothing_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let later = Later::new(&path, 1 << 16).unwrap();
        assert_eq!(names(), 0);
        later.write(b"new").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap(), names()), ("new".into(), 1));
        drop(Later::new(&path, 1 << 16).unwrap());
        assert_eq!((fs::read_to_string(&path).unwrap(), names()), ("new".into(), 1));
        assert!(Later::new(&folder.path().join("no/page.html"), 1).is_err());
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

    /// Nothing that another program made is touched.
    #[test]
    fn files_of_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.html");
        let others = ["x.html.tmp", "x.tmp", "x.html.lock"].map(|name| folder.path().join(name));
        others.iter().for_each(|other| fs::write(other, "theirs").unwrap());
        Replacement::new(&path).unwrap().finish().unwrap();
        write(&path, b"ours").unwrap();
        assert!(others.iter().all(|other| fs::read_to_string(other).unwrap() == "theirs"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }

    /// Each has its own file in the making; what a killed process left is used again.
    #[test]
    fn two_may_write_a_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        fs::write(temporary(&path), "left by a killed process, and longer").unwrap();
        let [mut one, mut two] = [(); 2].map(|()| Replacement::new(&path).unwrap());
        one.write_all(b"one").unwrap();
        two.write_all(b"two").unwrap();
        two.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        one.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [link, nothing, made] = ["link", "nothing", "x.html"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&nothing, &link).unwrap();
        let error = Replacement::new(&link).err().unwrap().to_string();
        assert_eq!(error, "it is a link to a file that does not exist: name that file, or remove the link");
        assert!(write(&link, b"x").is_err() && link.is_symlink() && !nothing.exists());
        // A link with the name of a file in the making is not followed.
        std::os::unix::fs::symlink(&nothing, temporary(&made)).unwrap();
        assert!(Replacement::new(&made).is_err() && !nothing.exists());
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
