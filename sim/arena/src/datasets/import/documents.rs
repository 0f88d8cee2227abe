//! The documents of an import, one after another: files, the files of folders, the members of archives.
//!
//! The order depends on the paths alone: those given in their order, the files of a folder by name, members as they are stored.
//! Nothing is written, whatever the names of members are. A damaged archive gives what was read of it, and a document that says so.

use super::tar::{self, MORE};
use flate2::bufread::MultiGzDecoder;
use hyakuman_core::excerpt::excerpt;
use hyakuman_games::logs::tenhou_date;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, mpsc};
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
    /// The folder that was given, for messages; empty for a file that was given, and for the only path.
    pub folder: Arc<str>,
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
    /// Why an archive is not read further, as a sentence. What was read of it stays.
    Rest(String),
}

impl Document {
    fn new(file: String, member: String, content: Content) -> Document {
        Document { folder: "".into(), file, member, content }
    }

    /// Its name for messages.
    pub(crate) fn name(&self) -> String {
        name(&self.folder, &self.file, &self.member)
    }

    /// The date in its name, as Tenhou writes it: an mjlog has none in it.
    pub(crate) fn date(&self) -> Option<String> {
        let path = Path::new(if self.member.is_empty() { &self.file } else { &self.member });
        tenhou_date(path.file_name()?.to_str()?)
    }

    /// Its bytes as they are stored.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        match &self.content {
            Content::File(path) => File::open(path).and_then(|file| read(file, None)).map_err(unreadable),
            Content::Member(bytes) => Ok(bytes.clone()),
            Content::Unreadable(why) | Content::Rest(why) => Err(why.clone()),
        }
    }
}

/// The name of a document for messages.
pub(crate) fn name(folder: &str, file: &str, member: &str) -> String {
    let file = Path::new(folder).join(file);
    if member.is_empty() { file.display().to_string() } else { format!("{member} in {}", file.display()) }
}

/// Calls `take` for every document of these paths, until it breaks. `one_of_several`: whether there are others.
fn each(paths: &[PathBuf], one_of_several: bool, take: &mut Taker<'_>) -> ControlFlow<()> {
    paths.iter().try_for_each(|path| match path.is_dir() {
        true => {
            let root = if one_of_several { path.to_string_lossy() } else { "".into() };
            let root = Arc::from(root);
            folder(path, path, &mut |document| take(Document { folder: Arc::clone(&root), ..document }))
        }
        false => file(path, path.to_string_lossy().into_owned(), take),
    })
}

/// Calls `work` with the documents of these paths, which a thread of its own reads. `one_of_several`: whether messages name the folder of a
/// file.
pub(crate) fn with<T>(
    paths: &[PathBuf],
    one_of_several: bool,
    work: impl FnOnce(mpsc::IntoIter<Document>) -> T,
) -> T {
    let (sender, receiver) = mpsc::sync_channel(AHEAD);
    thread::scope(|scope| {
        scope.spawn(move || {
            each(paths, one_of_several, &mut |document| match sender.send(document) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()), // nothing more is wanted
            })
        });
        work(receiver.into_iter())
    })
}

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
        Ok(None) => take(Document::new(name, String::new(), Content::File(path.to_owned()))),
        Ok(Some(Archive::Zip(file))) => zip(file, &name, take),
        Ok(Some(Archive::Tar(mut file))) => tar(&mut file, &name, take),
        Ok(Some(Archive::TarGz(file))) => tar(&mut MultiGzDecoder::new(file), &name, take),
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
            return Err(io::Error::other("it is a pipe, a socket or a device"));
        }
        let mut file = BufReader::new(File::open(path)?);
        let head = head(&mut file)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(match Packed::of(&head) {
            Some(Packed::Zip) => Some(Archive::Zip(file)),
            Some(Packed::Tar) => Some(Archive::Tar(file)),
            Some(Packed::Gzip) => {
                let holds_tar = holds_tar(&mut file);
                file.seek(SeekFrom::Start(0))?;
                holds_tar.then_some(Archive::TarGz(file))
            }
            Some(Packed::Other(format)) => return Err(io::Error::other(not_read(format))),
            None => None,
        })
    }
}

/// How a file is packed.
enum Packed {
    Zip,
    Tar,
    Gzip,
    /// In a format of this name, which is not read.
    Other(&'static str),
}

/// The first bytes of formats that are not read.
const OTHERS: [(&str, &[u8]); 6] = [
    ("7z", b"7z\xbc\xaf\x27\x1c"),
    ("rar", b"Rar!\x1a\x07"),
    ("bzip2", b"BZh"),
    ("xz", b"\xfd7zXZ\0"),
    ("zstd", b"\x28\xb5\x2f\xfd"),
    ("lzip", b"LZIP"),
];

impl Packed {
    /// By the first bytes.
    fn of(head: &[u8]) -> Option<Packed> {
        let begins_with = |bytes: &[u8]| head.starts_with(bytes);
        match () {
            () if begins_with(b"PK\x03\x04") || begins_with(b"PK\x05\x06") => Some(Packed::Zip),
            () if head.get(257..262) == Some(b"ustar") => Some(Packed::Tar),
            () if begins_with(&[0x1f, 0x8b]) => Some(Packed::Gzip),
            () => OTHERS.iter().find(|(_, first)| begins_with(first)).map(|(name, _)| Packed::Other(name)),
        }
    }
}

/// Bytes at the end of a zip archive in which the record of its end is looked for.
const MOST_AFTER_ZIP: u64 = 1 << 20;

fn not_read(format: &str) -> String {
    format!("it is packed as {format}: unpack it, or pack it as zip or tar.gz")
}

fn head(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    from.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Whether a gzip file holds a tar archive. It does not if it is damaged at its beginning, which its reader reports.
fn holds_tar(gzip: impl BufRead) -> bool {
    head(&mut MultiGzDecoder::new(gzip)).is_ok_and(|head| matches!(Packed::of(&head), Some(Packed::Tar)))
}

fn zip(file: BufReader<File>, name: &str, take: &mut Taker<'_>) -> ControlFlow<()> {
    let damaged = |error: &dyn std::fmt::Display| format!("the zip archive is damaged: {error}");
    let whole = |why: String| nothing(name.to_owned(), String::new(), why);
    let mut archive = match zip::ZipArchive::new(file) {
        Ok(archive) => archive,
        Err(error) => return take(whole(damaged(&error))),
    };
    if let Some(why) = refused(&archive) {
        return take(whole(damaged(&why)));
    }
    let mut files = 0;
    (0..archive.len()).try_for_each(|index| match archive.by_index(index) {
        Ok(member) if member.is_dir() => ControlFlow::Continue(()),
        Ok(mut member) => {
            let path =
                member.name().map_or_else(|_| format!("member {}", index + 1), |name| name.into_owned());
            let document = of_member(name, path, member.size(), &mut member);
            files += u64::from(matches!(document.content, Content::Member(_)));
            take(document)
        }
        Err(error) => take(nothing(name.to_owned(), format!("member {}", index + 1), damaged(&error))),
    })?;
    let comment = archive.comment().len();
    match has_more(&mut archive.into_inner(), comment) {
        Ok(false) => ControlFlow::Continue(()),
        Ok(true) => take(rest(name, files, damaged(&format!("after its end: {MORE}")))),
        Err(error) => take(rest(name, files, unreadable(error))),
    }
}

/// Whether something follows the record at the end of a zip archive, which has a comment of so many bytes: more than zeros.
fn has_more(file: &mut (impl Read + Seek), comment: usize) -> io::Result<bool> {
    const SIZE: usize = 22; // of the record, with the size of the comment as the last field
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_AFTER_ZIP)))?;
    let mut bytes = Vec::new();
    file.take(MOST_AFTER_ZIP).read_to_end(&mut bytes)?;
    let is_record =
        |at: &[u8]| at.starts_with(b"PK\x05\x06") && at.ends_with(&(comment as u16).to_le_bytes());
    let record = bytes.windows(SIZE).rposition(is_record);
    let rest = record.map(|at| bytes.get(at + SIZE + comment..).unwrap_or_default());
    Ok(rest.is_none_or(|rest| rest.iter().any(|byte| *byte != 0)))
}

/// Why an archive is not read: it is the last part of another file, or its members overlap. Members that do not overlap have at most
/// 1,032 times its size, however they are packed.
fn refused(archive: &zip::ZipArchive<BufReader<File>>) -> Option<&'static str> {
    let packed = (0..archive.len()).filter_map(|index| archive.by_index_data(index).ok());
    let packed = packed.fold(0, |sum: u64, member| sum.saturating_add(member.compressed_size()));
    match () {
        () if archive.offset() > 0 => Some("its end is that of another archive in it"),
        () if packed > archive.central_directory_start() => Some("its members overlap"),
        () => None,
    }
}

fn tar(from: &mut dyn Read, name: &str, take: &mut Taker<'_>) -> ControlFlow<()> {
    let (mut going_on, mut files) = (ControlFlow::Continue(()), 0);
    let read = tar::each(from, &mut |path, size, content| {
        let document = of_member(name, path, size, content);
        files += u64::from(matches!(document.content, Content::Member(_)));
        going_on = take(document);
        going_on
    });
    match read {
        Ok(()) => going_on,
        Err(error) => {
            let why = format!("the tar archive is damaged: {}", excerpt(&error.to_string()));
            take(rest(name, files, why))
        }
    }
}

/// A member of an archive, with its size as the archive says it.
fn of_member(file: &str, member: String, size: u64, content: &mut dyn Read) -> Document {
    let leads_out =
        Path::new(&member).components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir));
    if leads_out {
        return nothing(file.to_owned(), member, "its path leads out of the archive".into());
    }
    let content = read(content, Some(size)).map_err(unreadable).and_then(|bytes| match Packed::of(&bytes) {
        Some(Packed::Other(format)) => Err(not_read(format)),
        Some(Packed::Gzip) if !holds_tar(&bytes[..]) => Ok(bytes),
        None => Ok(bytes),
        Some(_) => Err("an archive in an archive is not read: unpack it first".into()),
    });
    Document::new(file.to_owned(), member, content.map_or_else(Content::Unreadable, Content::Member))
}

/// Reads a file of at most [`MOST_BYTES`]; `size` is what it claims to have.
fn read(from: impl Read, size: Option<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if size.is_none_or(|size| size <= MOST_BYTES) {
        from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    }
    let found = bytes.len() as u64;
    match size.unwrap_or(found) {
        size if size.max(found) > MOST_BYTES => {
            Err(io::Error::new(ErrorKind::FileTooLarge, "it has more than 64 MiB: split it"))
        }
        size if size > found => Err(io::Error::new(ErrorKind::UnexpectedEof, "it is cut")),
        _ => Ok(bytes),
    }
}

fn unreadable(error: io::Error) -> String {
    format!("it cannot be read: {}", excerpt(&error.to_string()))
}

fn nothing(file: String, member: String, why: String) -> Document {
    Document::new(file, member, Content::Unreadable(why))
}

/// An archive of which so many files were read, and why no more.
fn rest(file: &str, read: u64, why: String) -> Document {
    let content = match read {
        0 => Content::Unreadable(why),
        1 => Content::Rest(format!("{why}; one file is read")),
        read => Content::Rest(format!("{why}; {read} files are read")),
    };
    Document::new(file.to_owned(), String::new(), content)
}
