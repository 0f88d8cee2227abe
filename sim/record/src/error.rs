//! Errors of reading and writing a data set. Each message names the path and says what to do.

use crate::schema::FORMAT;
use hyakuman_core::excerpt::plain;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// How a command goes on with what it keeps in files: a data set, or a state.
pub const AGAIN: &str =
    "run the command again (`run`, `agents labels`, `data import` and `data expand` with --resume)";

/// How a part of a data set is written anew.
pub const WRITE_AGAIN: &str = "run the command that wrote it again (`run`, `agents labels`, `data import` and `data expand` with --resume)";

/// What is wrong with a file that readers would take for a part.
pub(crate) const TAKEN_FOR_PART: &str = "is not of this data set, and readers would take it for a part of it";

/// Why a data set cannot be written or read.
#[derive(Debug)]
pub enum RecordError {
    /// An operation of the operating system failed.
    Io {
        /// The operation, as a verb (`write`, `read`).
        doing: &'static str,
        /// The path it was applied to.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A file does not have the expected content.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The problem, as the rest of a sentence (`is not valid JSON: ...`).
        what: String,
    },
    /// A file has a format that this program does not know.
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        held: String,
    },
    /// The folder cannot hold this run now, or there is no such run or shard.
    Refused(
        /// A sentence that says what would be right.
        String,
    ),
}

impl RecordError {
    /// Whether the request was invalid, as opposed to an operation that failed.
    pub fn is_bad_input(&self) -> bool {
        match self {
            RecordError::Io { source, .. } => chosen_badly(source.kind()),
            RecordError::Damaged { .. } => false,
            _ => true,
        }
    }

    /// An error of a writer that is not a file.
    pub fn memory(source: io::Error) -> RecordError {
        RecordError::Io { doing: "write", path: PathBuf::from("memory"), source }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Io { doing, path, source } => io_sentence(f, doing, path, source),
            RecordError::Damaged { path, what } => write!(f, "{} {what}", path.display()),
            RecordError::Format { path, held } => {
                write!(f, "{} has format {held}, this program knows {FORMAT}", path.display())
            }
            RecordError::Refused(sentence) => f.write_str(sentence),
        }
    }
}

/// Whether the message of such an error suggests another folder.
fn chosen_badly(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{AlreadyExists, InvalidInput, IsADirectory, NotADirectory, NotFound};
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    let of_path = matches!(kind, AlreadyExists | InvalidInput | IsADirectory | NotADirectory | NotFound);
    of_path || matches!(kind, PermissionDenied | ReadOnlyFilesystem)
}

fn io_sentence(f: &mut fmt::Formatter<'_>, doing: &str, path: &Path, source: &io::Error) -> fmt::Result {
    let path = path.display();
    write!(f, "cannot {doing} {path}: ")?;
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            write!(f, "the disk is full: make room, then {AGAIN}")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            write!(f, "that is not permitted ({source}): change the permissions or choose another folder")
        }
        io::ErrorKind::NotFound => write!(f, "it does not exist, or its folder was removed"),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            write!(f, "a file is where a folder should be: choose another folder")
        }
        io::ErrorKind::UnexpectedEof => write!(f, "the file ends too early"),
        _ => write!(f, "{source}"),
    }
}

/// The message contains the text of the operating system, so there is no separate source.
impl std::error::Error for RecordError {}

/// Adds the operation and path to an error of the operating system.
pub(crate) fn at(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RecordError {
    move |source| RecordError::Io { doing, path: path.to_owned(), source }
}

/// What is wrong with JSON. The parser quotes any text that it did not expect, however long.
pub fn quoted(error: &serde_json::Error) -> String {
    plain(&error.to_string(), 300)
}

/// A file that does not have the expected content.
pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> RecordError {
    RecordError::Damaged { path: path.to_owned(), what: what.into() }
}
