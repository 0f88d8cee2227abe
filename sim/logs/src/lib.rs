//! Match logs of other programs: four formats, read into one format-independent description. No I/O: the input is
//! bytes.
//!
//! ```text
//! bytes -> read() -> mjlog | tenhou6 | mjai | mahjongsoul -> LogMatch (model) -> wall -> referee
//! ```
//!
//! ```
//! let line = br#"{"type":"start_game","names":["a","b","c","d"]}"#;
//! let matches = hyakuman_logs::read(line); // each match, or what is wrong with it
//! assert!(matches[0].is_err(), "a match without a kyoku");
//! ```
//!
//! Read in this order: [`model`] (the format-independent description), [`mjlog`], [`tenhou6`], [`mjai`], [`mahjongsoul`]
//! (the readers), [`seed`] and [`wall`] (the positions of the tiles), [`yaku`] (names), [`referee`] (the comparison with
//! the engine), [`script()`] (a log as a record of this program).
//!
//! For writing, a [`Recorder`] turns a match of this program into a [`LogMatch`]; [`mjai::write_with`],
//! [`tenhou6::write_with`] and [`text::write`] write it. [`unsupported_field`] names a rule that a format cannot
//! represent. Games without a log format are written as text by [`text::transcribe`].

pub mod error;
pub mod mahjongsoul;
pub mod mjai;
pub mod mjlog;
pub mod model;
mod objects;
mod origin;
mod recorder;
pub mod referee;
mod script;
pub mod seed;
pub mod tenhou6;
pub mod text;
mod unsupported;
pub mod wall;
pub mod yaku;

pub use error::LogError;
pub use model::{Caption, GameSort, LogKyoku, LogMatch};
pub use origin::{LogPlayer, LogPlayers, tenhou_date};
pub use recorder::{Recorder, end_of, log_of, log_so_far};
pub use script::{Script, script, script_by_its_rules};
pub use unsupported::unsupported_field;

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::Read;

/// Maximum size of a log file, compressed or not: 256 MiB.
pub const MAX_BYTES: u64 = 256 << 20;

/// Maximum size of a match of mjlog or tenhou.net/6, and of a line of mjai: 1 MiB, ten times a real match. Parsed JSON
/// may take eighty times the size of its text.
pub const MAX_MATCH_BYTES: usize = 1 << 20;

/// Maximum size of a match of Mahjong Soul: 16 MiB. Records list what each player may do after every step, and are often saved with
/// indentation: several MiB for a long match. What is not needed is skipped as it is parsed, so it takes no memory.
pub const MAX_RECORD_BYTES: usize = 16 << 20;

/// Maximum number of matches read from a file, unreadable ones included.
pub const MAX_MATCHES: usize = 100_000;

/// Reads a log; the format is detected, and gzip is decompressed. A file of mjai events, or of several JSON
/// objects of the other formats, may hold several matches: each is read independently and gives a match or an error. Returns at least one
/// item.
pub fn read(bytes: &[u8]) -> Vec<Result<LogMatch, LogError>> {
    read_at_most(bytes, MAX_BYTES)
}

/// [`read`] with another limit for the bytes of the log, compressed or not.
pub fn read_at_most(bytes: &[u8], most: u64) -> Vec<Result<LogMatch, LogError>> {
    read_text(bytes, most).unwrap_or_else(|error| vec![Err(error)])
}

/// The matches of a log as text.
fn read_text(bytes: &[u8], most: u64) -> Result<Vec<Result<LogMatch, LogError>>, LogError> {
    let unpacked;
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        unpacked = unpack(bytes, most)?;
        &unpacked
    } else {
        bytes
    };
    if bytes.len() as u64 > most {
        return Err(LogError::new("", format!("longer than {} MiB, the limit for a log", most >> 20)));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        LogError::new(format!("byte {}", e.valid_up_to()), "not UTF-8 text; a log is text or gzip of text")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        Some('<') => Ok(vec![mjlog::read(text)]),
        Some('{' | '[') if is_mahjongsoul(text) => Ok(mahjongsoul::read(text)),
        _ if is_mjai(text) => Ok(mjai::read(text)),
        Some('{') if starts_with_event(text) => Err(LogError::new(
            "line 1",
            "this looks like mjai, but the first event is not on a line of its own",
        )),
        Some('{') => Ok(tenhou6::read(text)),
        _ => Err(LogError::new(
            "line 1",
            "not a log: a log starts with `<mjloggm` (mjlog), or is JSON with a `log` (tenhou.net/6) or with a \
             `RecordNewRound` (Mahjong Soul), or has one JSON object with a `type` per line (mjai)",
        )),
    }
}

fn unpack(bytes: &[u8], most: u64) -> Result<Vec<u8>, LogError> {
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes).take(most + 1).read_to_end(&mut unpacked).map_err(|e| {
        LogError::new(format!("byte {} unpacked", unpacked.len()), format!("the gzip is damaged: {e}"))
    })?;
    Ok(unpacked)
}

/// The error for a match of more than `most` bytes.
fn too_long(most: usize) -> LogError {
    LogError::new("", format!("longer than {} MiB, the limit for a match", most >> 20))
}

/// The last item for a file with too many matches.
fn too_many() -> LogError {
    LogError::new("", format!("more than {MAX_MATCHES} matches: the rest is not read; split the file"))
}

/// Whether it has records of Mahjong Soul, and is not another format with such a name in it.
fn is_mahjongsoul(text: &str) -> bool {
    let is_other = |head: Head| head.kind.is_some() || head.log.is_some();
    let is_list = text.trim_start().starts_with('[');
    text.contains("RecordNewRound\"") && (is_list || !first_head(text).is_some_and(is_other))
}

/// Whether the first line that is a complete object has a `type`: then it is mjai, because tenhou.net/6 has none. Lines
/// before it may be damaged.
fn is_mjai(text: &str) -> bool {
    let objects = text.lines().filter(|line| line.trim_start().starts_with('{'));
    let mut heads = objects.filter_map(|line| serde_json::from_str::<Head>(line).ok());
    heads.next().is_some_and(|head| head.kind.is_some())
}

/// Whether the first object has a `type`, wherever it ends.
fn starts_with_event(text: &str) -> bool {
    first_head(text).is_some_and(|head| head.kind.is_some())
}

fn first_head(text: &str) -> Option<Head> {
    serde_json::Deserializer::from_str(text).into_iter::<Head>().next()?.ok()
}

/// Whether an object has a `type` and a `log`. Nothing else is kept, so that a long object takes no memory.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "type")]
    kind: Option<IgnoredAny>,
    log: Option<IgnoredAny>,
}
