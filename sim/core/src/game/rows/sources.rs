//! `sources`: one row per match: the log it comes from.

use super::{MATCH, MatchId, by_seat, seat_names, table};
use crate::column::CellType::{Bool, Bytes, I32, Text};
use crate::column::ChangeRate::{Often, Rarely};
use crate::column::{Column, Rows};
use crate::game::{MAX_SEATS, MatchEnd};

/// The log of a match. What it does not say is an empty text, or 0.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Source {
    /// The path of the file as it was given, or below the folder that was given.
    pub file: String,
    /// The path in the archive.
    pub member: String,
    /// Which match of the file or member, from 0.
    pub number: u32,
    /// SHA-256 of the file or member as it is stored.
    pub sha256: [u8; 32],
    /// The format: `mjlog`, `tenhou6`, `mjai`, `mahjongsoul`.
    pub format: String,
    /// The site's name of the match.
    pub reference: String,
    /// The site's text for room and rules.
    pub room: String,
    /// When it was played.
    pub date: String,
    /// Whether the log starts after the first kyoku of the match, or stops before its end.
    pub partial: bool,
    /// Of each seat.
    pub players: [SourcePlayer; MAX_SEATS],
}

/// What a log says of a player.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SourcePlayer {
    /// The name, or a pseudonym.
    pub name: String,
    /// The grade at the site.
    pub grade: String,
    /// The rate at the site, in hundredths.
    pub rate: i32,
}

const UNKNOWN: &str = "empty: the log does not say";

const fn text(name: &'static str, unit: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Text, Often, unit, meaning)
}

table! {
    /// The columns of [`Table::Sources`](super::Table::Sources) with this number of seats.
    pub fn source_columns(seats: usize);
    /// Writes a match.
    pub(super) fn write(rows, id: &MatchId, seats: usize, source: &Source, end: &MatchEnd);

    [MATCH] => rows.i64(id.number as i64);
    [text("file", "name", "path of the log as it was given, or below the folder that was given")]
        => rows.varying(source.file.as_bytes());
    [text("member", "name", "path in the archive").or("empty: the file is no archive")]
        => rows.varying(source.member.as_bytes());
    [Column::new("number", I32, Rarely, "number", "which match of the file or member, from 0")]
        => rows.i32(source.number as i32);
    [Column::new("sha256", Bytes(32), Often, "hash", "SHA-256 of the file or member as it is stored")]
        => rows.bytes(&source.sha256);
    [Column::new("format", Text, Rarely, "word", "mjlog, tenhou6, mjai or mahjongsoul")]
        => rows.varying(source.format.as_bytes());
    [text("reference", "name", "the site's name of the match").or(UNKNOWN)] => rows.varying(source.reference.as_bytes());
    [Column::new("room", Text, Rarely, "words", "the site's text for room and rules").or(UNKNOWN)]
        => rows.varying(source.room.as_bytes());
    [text("date", "date", "when it was played, as the log says it, in the time of the site").or(UNKNOWN)]
        => rows.varying(source.date.as_bytes());
    [Column::new("kyoku_played", I32, Often, "count", "kyoku of the match in the data set")] => rows.i32(end.kyoku as i32);
    [Column::new("partial", Bool, Rarely, "flag", "the log starts after the first kyoku of the match, or stops before its end")]
        => rows.bool(source.partial);
    by_seat(seat_names!("name").map(|name| {
        text(name, "name", "name of the player, or the first 16 digits of its SHA-256").or("empty: unknown, or left out")
    }), seats) => source.players[..seats].iter().for_each(|player| rows.varying(player.name.as_bytes()));
    by_seat(seat_names!("grade").map(|name| text(name, "word", "grade of the player at the site").or(UNKNOWN)), seats)
        => source.players[..seats].iter().for_each(|player| rows.varying(player.grade.as_bytes()));
    by_seat(seat_names!("rate").map(|name| {
        Column::new(name, I32, Often, "hundredths", "rate of the player at the site: 183456 is 1834.56")
            .or("0: the log does not say")
    }), seats) => source.players[..seats].iter().for_each(|player| rows.i32(player.rate));
}
