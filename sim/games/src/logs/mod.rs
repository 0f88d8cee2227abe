//! Match logs of other programs: four formats, read into one format-independent description. No I/O: the input is
//! bytes.
//!
//! ```text
//! bytes -> read(): wrapping, detect -> mjlog | tenhou6 | mjai | mahjongsoul -> LogMatch (model) -> wall -> referee
//! ```
//!
//! ```
//! let line = br#"{"type":"start_game","names":["a","b","c","d"]}"#;
//! let matches = hyakuman_games::logs::read(line); // each match, or what is wrong with it
//! assert!(matches[0].is_err(), "a match without a kyoku");
//! ```
//!
//! Read in this order: [`model`] (the format-independent description), [`mjlog`], [`tenhou6`], [`mjai`], [`mahjongsoul`]
//! (the readers), [`seed`] and [`wall`] (the positions of the tiles), [`yaku`] (names), [`referee`] (the comparison with
//! the engine), [`script()`] (a log as a record of this program).
//!
//! For writing, a [`Recorder`] turns a match of this program into a [`LogMatch`]; [`mjai::write_with`],
//! [`tenhou6::write_with`] and [`text::write`] write it. [`unsupported_field`] names a rule that a format cannot
//! represent. [`Written`] is a match of any game in the formats of the game.

mod detect;
pub mod error;
mod hands;
pub mod mahjongsoul;
pub mod mjai;
pub mod mjlog;
pub mod model;
mod named;
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
mod wrapping;
mod written;
pub mod yaku;

pub use error::LogError;
pub use model::{Caption, GameSort, LogKyoku, LogMatch};
pub use origin::{LogPlayer, LogPlayers, tenhou_date};
pub use recorder::{Recorder, end_of, log_of};
pub use script::{Script, script, script_by_its_rules};
pub use unsupported::unsupported_field;
pub use written::{Extent, Format, Written};

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

/// The name of a match for messages: that of its log, and its number there, from 0, unless it is the first.
pub fn name_of_match(log: &str, number: usize) -> String {
    if number == 0 { log.to_owned() } else { format!("{log} (match {number})") }
}

/// Reads a log; the format is detected, and gzip is decompressed. A file of mjai events, or of several JSON
/// objects of the other formats, may hold several matches: each is read independently and gives a match or an error. Returns at least one item.
pub fn read(bytes: &[u8]) -> Vec<Result<LogMatch, LogError>> {
    read_at_most(bytes, MAX_BYTES)
}

/// [`read`] with another limit for the bytes of the log, compressed or not.
pub fn read_at_most(bytes: &[u8], most: u64) -> Vec<Result<LogMatch, LogError>> {
    let read = match bytes.starts_with(GZIP) {
        true => unpack(bytes, most).and_then(|(text, rest)| Ok((read_text(&text, most)?, rest))),
        false => read_text(bytes, most).map(|matches| (matches, None)),
    };
    let (mut matches, rest) = read.unwrap_or_else(|error| (vec![Err(error)], None));
    if let (Some(rest), Some(last)) = (rest, matches.iter_mut().rev().find_map(|log| log.as_mut().ok())) {
        last.damage.push(rest);
    }
    matches
}

fn read_text(bytes: &[u8], most: u64) -> Result<Vec<Result<LogMatch, LogError>>, LogError> {
    if bytes.len() as u64 > most {
        return Err(LogError::new("", format!("longer than {} MiB, the limit for a log", most >> 20)));
    }
    let text = text(bytes)?.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('<') {
        return Ok(read_mjlogs(text));
    }
    let text = wrapping::unwrapped(text)?;
    match detect::format(&text) {
        Some(model::Format::MahjongSoul) => Ok(mahjongsoul::read(&text)),
        Some(model::Format::Mjai) => Ok(mjai::read(&text)),
        Some(_) => Ok(tenhou6::read(&text)),
        None => Err(still_encoded(bytes).unwrap_or_else(|| LogError::new("line 1", NO_LOG))),
    }
}

/// What is wrong with a text in which no format is found.
const NO_LOG: &str = "not a log: a log starts with `<mjloggm` (mjlog), or is JSON with a `log` (tenhou.net/6) or with a \
    `RecordNewRound` (Mahjong Soul), or has JSON objects with a `type` (mjai)";

/// How gzip begins.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// The bytes in a gzip, of which several may follow one another, and an error if something else follows them.
fn unpack(mut bytes: &[u8], most: u64) -> Result<(Vec<u8>, Option<LogError>), LogError> {
    let (mut unpacked, packed) = (Vec::new(), bytes.len());
    while bytes.starts_with(GZIP) && unpacked.len() as u64 <= most {
        let left = most + 1 - unpacked.len() as u64;
        let mut gzip = flate2::bufread::GzDecoder::new(bytes);
        (&mut gzip).take(left).read_to_end(&mut unpacked).map_err(|e| {
            LogError::new(format!("byte {} unpacked", unpacked.len()), format!("the gzip is damaged: {e}"))
        })?;
        bytes = gzip.into_inner();
    }
    let is_more = unpacked.len() as u64 <= most && bytes.iter().any(|byte| *byte != 0);
    let problem = "something else follows the gzip";
    let more = || LogError::new(format!("byte {}", packed - bytes.len()), problem);
    Ok((unpacked, is_more.then(more)))
}

fn text(bytes: &[u8]) -> Result<&str, LogError> {
    std::str::from_utf8(bytes).map_err(|e| {
        let problem = "not UTF-8 text; a log is text or gzip of text";
        still_encoded(bytes).unwrap_or_else(|| LogError::new(format!("byte {}", e.valid_up_to()), problem))
    })
}

/// The error for a record of Mahjong Soul as the site sends it.
fn still_encoded(bytes: &[u8]) -> Option<LogError> {
    let problem = "a record of Mahjong Soul that is still encoded (protobuf): save it decoded to JSON";
    // The names of all its messages begin like this.
    bytes.windows(4).any(|part| part == b".lq.").then(|| LogError::new("", problem))
}

/// The matches of one or more mjlogs one after another.
fn read_mjlogs(text: &str) -> Vec<Result<LogMatch, LogError>> {
    let mut logs = Vec::new();
    let (mut begin, mut line) = (0, 1);
    while logs.len() < MAX_MATCHES {
        let end = mjlog_end(&text[begin..]).map_or(text.len(), |end| begin + end);
        let read = mjlog::read(&text[begin..end]);
        let place = || format!("log from line {line}");
        logs.push(match begin {
            0 => read,
            _ => read.map(|log| log.within(place())).map_err(|e| e.within(place())),
        });
        line += text[begin..end].matches('\n').count();
        begin = end;
        if begin == text.len() {
            return logs;
        }
    }
    logs.push(Err(too_many()));
    logs
}

/// Where an mjlog ends that another one follows: after its last tag, or where the other begins if it has none.
fn mjlog_end(text: &str) -> Option<usize> {
    let first = text.find(MJLOG)? + MJLOG.len();
    let next = first + text[first..].find(MJLOG)?;
    Some(text[first..next].rfind(MJLOG_END).map_or(next, |last| first + last + MJLOG_END.len()))
}

/// How an mjlog begins and ends.
const MJLOG: &str = "<mjloggm";
const MJLOG_END: &str = "</mjloggm>";

/// The error for a match of more than `most` bytes.
fn too_long(most: usize) -> LogError {
    LogError::new("", format!("longer than {} MiB, the limit for a match", most >> 20))
}

/// The last item for a file with too many matches.
fn too_many() -> LogError {
    LogError::new("", format!("more than {MAX_MATCHES} matches: the rest is not read; split the file"))
}
