//! Foreign game records: three formats read into one neutral description of a match. No I/O: bytes come in.
//!
//! ```text
//! bytes -> read() -> mjlog | tenhou6 | mjai -> LogMatch (model) -> wall -> referee
//! ```
//! Read in this order: [`model`] (what every log says, whatever its format), [`mjlog`], [`tenhou6`], [`mjai`]
//! (the readers), [`seed`] and [`wall`] (where the tiles lay), [`yaku`] (names), [`referee`] (the comparison).
//!
//! The way back: a [`Recorder`] makes a [`LogMatch`] of a match of our own; [`mjai::write_with`],
//! [`tenhou6::write_with`] and [`text::write`] write one down, and [`unsupported_field`] names the rule that keeps a
//! format from it. Games that no log format knows are told as a page by [`text::transcribe`].

pub mod error;
pub mod mjai;
pub mod mjlog;
pub mod model;
mod recorder;
pub mod referee;
pub mod seed;
pub mod tenhou6;
pub mod text;
mod unsupported;
pub mod wall;
pub mod yaku;

pub use error::LogError;
pub use model::{Caption, GameSort, LogKyoku, LogMatch};
pub use recorder::{Recorder, log_of};
pub use unsupported::unsupported_field;

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::Read;

/// A file of logs may not have more bytes than this (256 MiB), packed or unpacked.
pub const MAX_BYTES: u64 = 256 << 20;

/// One match of mjlog or tenhou.net/6 may not have more bytes than this (1 MiB), neither may a line of mjai: a real
/// match has less than a tenth of it. The values of a JSON text may take eighty times its length.
pub const MAX_MATCH_BYTES: usize = 1 << 20;

/// No more matches of a file are read than this, those that cannot be read among them.
pub const MAX_MATCHES: usize = 100_000;

/// Reads a log; the content says which format it is. Gzip is unpacked. A file of mjai events, or of
/// tenhou.net/6 objects one after another, may hold several matches: each is read by itself, and is a match or says why
/// it cannot be read. There is at least one of either.
pub fn read(bytes: &[u8]) -> Vec<Result<LogMatch, LogError>> {
    read_text(bytes).unwrap_or_else(|error| vec![Err(error)])
}

/// The matches of a text that is a log.
fn read_text(bytes: &[u8]) -> Result<Vec<Result<LogMatch, LogError>>, LogError> {
    let unpacked;
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        unpacked = unpack(bytes)?;
        &unpacked
    } else {
        bytes
    };
    if bytes.len() as u64 > MAX_BYTES {
        return Err(LogError::new("", "longer than 256 MiB, more than a log is read of"));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        LogError::new(format!("byte {}", e.valid_up_to()), "not UTF-8 text; a log is text or gzip of text")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        Some('<') => Ok(vec![mjlog::read(text)]),
        _ if is_mjai(text) => Ok(mjai::read(text)),
        Some('{') => Ok(tenhou6::read(text)),
        _ => Err(LogError::new(
            "line 1",
            "not a log: a log starts with `<mjloggm` (mjlog), or is JSON with a `log` (tenhou.net/6), or has one \
             JSON object with a `type` per line (mjai)",
        )),
    }
}

fn unpack(bytes: &[u8]) -> Result<Vec<u8>, LogError> {
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes).take(MAX_BYTES + 1).read_to_end(&mut unpacked).map_err(|e| {
        LogError::new(format!("byte {} unpacked", unpacked.len()), format!("the gzip is damaged: {e}"))
    })?;
    Ok(unpacked)
}

/// What is wrong with a match of more than [`MAX_MATCH_BYTES`].
fn too_long() -> LogError {
    LogError::new("", "longer than 1 MiB, more than is read of one match")
}

/// The last entry of a file with too many matches.
fn too_many() -> LogError {
    LogError::new(
        "",
        format!("more than {MAX_MATCHES} matches: what follows is not read; take several files"),
    )
}

/// Has the first line that holds a whole object a `type`? That is mjai; tenhou.net/6 has none. Lines before it may be
/// damaged.
fn is_mjai(text: &str) -> bool {
    /// Nothing is kept of the rest of an object, however long it is.
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "type")]
        kind: Option<IgnoredAny>,
    }
    let objects = text.lines().filter(|line| line.trim_start().starts_with('{'));
    let mut heads = objects.filter_map(|line| serde_json::from_str::<Head>(line).ok());
    heads.next().is_some_and(|head| head.kind.is_some())
}
