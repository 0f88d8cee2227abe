//! The documents of an import, one after another: files, the files of folders, the members of archives.
//!
//! The order depends on the paths alone: those given in their order, the files of a folder by name, members as they are stored.
//! Nothing is written, whatever the names of members are.

use flate2::read::MultiGzDecoder;
use hyakuman_core::excerpt::excerpt;
use hyakuman_logs::tenhou_date;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc;
use std::thread;

/// Most bytes of a document, before and after it is unpacked.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// Documents that are read ahead.
const AHEAD: usize = 4;

/// Bytes at the beginning of a file that show what it is: a block of tar.
const HEAD: usize = 512;

/// A file, or a member of an archive.
#[derive(Debug)]
pub(crate) struct Document {
    /// The path of the file: as given, or below the folder that was given.
    pub file: String,
    /// The path in the archive; empty for a file that is none.
    pub member: String,
    pub content: Content,
}

/// What is in a document.
#[derive(Debug)]
pub(crate) enum Content {
    /// A file that has not been read.
    File(PathBuf),
    /// A member that has been read.
    Member(Vec<u8>),
    /// Why there is nothing, as a sentence.
    Unreadable(String),
}

impl Document {
    /// Its name for messages.
    pub(crate) fn name(&self) -> String {
        if self.member.is_empty() { self.file.clone() } else { format!("{} in {}", self.member, self.file) }
    }

    /// The date in its name, as Tenhou writes it: an mjlog has none in it.
    pub(crate) fn date(&self) -> Option<String> {
        let path = Path::new(if self.member.is_empty() { &self.file } else { &self.member });
        tenhou_date(path.file_name()?.to_str()?)
    }

    /// Its bytes as they are stored.
    ///
    /// # Errors
    /// A sentence: it cannot be read, or is too long.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        match &self.content {
            Content::File(path) => File::open(path).and_then(|file| read(file, None)).map_err(unreadable),
            Content::Member(bytes) => Ok(bytes.clone()),
            Content::Unreadable(why) => Err(why.clone()),
        }
    }
}

/// Calls `take` for every document of these paths, until it breaks.
fn each(paths: &[PathBuf], take: &mut Taker<'_>) -> ControlFlow<()> {
    paths.iter().try_for_each(|path| match path.is_dir() {
        true => folder(path, path, take),
        false => file(path, path.to_string_lossy().into_owned(), take),
    })
}

/// Calls `work` with the documents of these paths, which a thread of its own reads.
pub(crate) fn with<T>(paths: &[PathBuf], work: impl FnOnce(mpsc::IntoIter<Document>) -> T) -> T {
    let (sender, receiver) = mpsc::sync_channel(AHEAD);
    thread::scope(|scope| {
        scope.spawn(move || {
            each(paths, &mut |document| match sender.send(document) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()), // nothing more is wanted
            })
        });
        work(receiver.into_iter())
    })
}

/// Receives documents.
type Taker<'a> = dyn FnMut(Document) -> ControlFlow<()> + 'a;

/// The files of a folder and of the folders in it, by name. Hidden ones, and links to folders, are left out.
fn folder(root: &Path, path: &Path, take: &mut Taker<'_>) -> ControlFlow<()> {
    let below = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned();
    let entries = match fs::read_dir(path).and_then(|entries| entries.collect::<io::Result<Vec<_>>>()) {
        Ok(entries) => entries,
        Err(error) => return take(nothing(below(path), String::new(), unreadable(error))),
    };
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    let is_hidden = |path: &Path| {
        path.file_name().map(OsStr::as_encoded_bytes).is_some_and(|name| name.starts_with(b"."))
    };
    paths.iter().filter(|path| !is_hidden(path)).try_for_each(|path| {
        match fs::symlink_metadata(path).is_ok_and(|entry| entry.is_dir()) {
            true => folder(root, path, take),
            false if path.is_dir() => ControlFlow::Continue(()),
            false => file(path, below(path), take),
        }
    })
}

/// A file, or the members of an archive.
fn file(path: &Path, name: String, take: &mut Taker<'_>) -> ControlFlow<()> {
    match Archive::of(path) {
        Ok(None) => {
            take(Document { file: name, member: String::new(), content: Content::File(path.to_owned()) })
        }
        Ok(Some(Archive::Zip(file))) => zip(file, &name, take),
        Ok(Some(Archive::Tar(file))) => tar(file, &name, take),
        Ok(Some(Archive::TarGz(file))) => tar(MultiGzDecoder::new(file), &name, take),
        Err(error) => take(nothing(name, String::new(), unreadable(error))),
    }
}

/// Whether a path is a file that holds others.
pub(crate) fn is_archive(path: &Path) -> bool {
    Archive::of(path).is_ok_and(|archive| archive.is_some())
}

/// A file that holds others.
enum Archive {
    Zip(BufReader<File>),
    Tar(BufReader<File>),
    TarGz(BufReader<File>),
}

impl Archive {
    /// What a file is, by its content; `None` for no archive.
    fn of(path: &Path) -> io::Result<Option<Archive>> {
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        let mut file = File::open(path)?;
        let head = head(&mut file)?;
        file.seek(SeekFrom::Start(0))?;
        let file = BufReader::new(file);
        Ok(match () {
            () if is_zip(&head) => Some(Archive::Zip(file)),
            () if is_tar(&head) => Some(Archive::Tar(file)),
            () if is_gzip(&head) && unpacked_head(path).is_some_and(|head| is_tar(&head)) => {
                Some(Archive::TarGz(file))
            }
            () => None,
        })
    }
}

fn head(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    from.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// The beginning of a gzip file; `None` if it is damaged, which its reader reports.
fn unpacked_head(path: &Path) -> Option<Vec<u8>> {
    head(&mut MultiGzDecoder::new(BufReader::new(File::open(path).ok()?))).ok()
}

fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

fn is_tar(head: &[u8]) -> bool {
    head.get(257..262) == Some(b"ustar")
}

fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(&[0x1f, 0x8b])
}

fn zip(file: BufReader<File>, name: &str, take: &mut Taker<'_>) -> ControlFlow<()> {
    let damaged = |error: &dyn std::fmt::Display| format!("the zip archive is damaged: {error}");
    let mut archive = match zip::ZipArchive::new(file) {
        Ok(archive) => archive,
        Err(error) => return take(nothing(name.to_owned(), String::new(), damaged(&error))),
    };
    (0..archive.len()).try_for_each(|index| match archive.by_index(index) {
        Ok(member) if member.is_dir() => ControlFlow::Continue(()),
        Ok(member) => {
            let path =
                member.name().map_or_else(|_| format!("member {}", index + 1), |name| name.into_owned());
            let size = member.size();
            take(of_member(name, path, || read(member, Some(size))))
        }
        Err(error) => take(nothing(name.to_owned(), format!("member {}", index + 1), damaged(&error))),
    })
}

fn tar(file: impl Read, name: &str, take: &mut Taker<'_>) -> ControlFlow<()> {
    let damaged = |error: io::Error| {
        nothing(name.to_owned(), String::new(), format!("the tar archive is damaged: {error}"))
    };
    let mut archive = tar::Archive::new(file);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return take(damaged(error)),
    };
    for entry in entries {
        match entry {
            Ok(member) if member.header().entry_type().is_file() => {
                let path = String::from_utf8_lossy(&member.path_bytes()).into_owned();
                let size = member.size();
                take(of_member(name, path, || read(member, Some(size))))?;
            }
            Ok(_) => {}
            // What follows cannot be found.
            Err(error) => return take(damaged(error)),
        }
    }
    ControlFlow::Continue(())
}

/// A member of an archive; `read` reads it.
fn of_member(file: &str, member: String, read: impl FnOnce() -> io::Result<Vec<u8>>) -> Document {
    let (file, leads_out) = (
        file.to_owned(),
        Path::new(&member).components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)),
    );
    if leads_out {
        return nothing(file, member, "its path leads out of the archive".into());
    }
    match read() {
        Ok(bytes) if is_zip(&bytes) || is_tar(&bytes) => {
            nothing(file, member, "an archive in an archive is not read: unpack it first".into())
        }
        Ok(bytes) => Document { file, member, content: Content::Member(bytes) },
        Err(error) => nothing(file, member, unreadable(error)),
    }
}

/// Reads a file of at most [`MOST_BYTES`]; `size` is what it claims to have.
fn read(from: impl Read, size: Option<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if size.is_none_or(|size| size <= MOST_BYTES) {
        from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    }
    match bytes.len() as u64 <= MOST_BYTES && size.is_none_or(|size| size <= MOST_BYTES) {
        true => Ok(bytes),
        false => Err(io::Error::new(ErrorKind::FileTooLarge, "it has more than 64 MiB: split it")),
    }
}

fn unreadable(error: io::Error) -> String {
    format!("it cannot be read: {}", excerpt(&error.to_string()))
}

fn nothing(file: String, member: String, why: String) -> Document {
    Document { file, member, content: Content::Unreadable(why) }
}
