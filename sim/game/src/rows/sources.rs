//! `sources`: one row per match: the log it comes from.

use super::{MATCH, MatchId, by_seat, seat_names};
use crate::{MAX_SEATS, MatchEnd};
use hyakuman_core::column::ChangeRate::{Often, Rarely};
use hyakuman_core::column::{CellType, Column, Rows};

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

/// Before the columns of the players.
const OF_FILE: [Column; 11] = [
    MATCH,
    text("file", "name", "path of the log as it was given, or below the folder that was given"),
    text("member", "name", "path in the archive").or("empty: the file is no archive"),
    Column::new("number", CellType::I32, Rarely, "number", "which match of the file or member, from 0"),
    Column::new(
        "sha256",
        CellType::Bytes(32),
        Often,
        "hash",
        "SHA-256 of the file or member as it is stored",
    ),
    Column::new("format", CellType::Text, Rarely, "word", "mjlog, tenhou6, mjai or mahjongsoul"),
    text("reference", "name", "the site's name of the match").or(UNKNOWN),
    Column::new("room", CellType::Text, Rarely, "words", "the site's text for room and rules").or(UNKNOWN),
    text("date", "date", "when it was played, as the log says it, in the time of the site").or(UNKNOWN),
    Column::new("kyoku_played", CellType::I32, Often, "count", "kyoku of the match in the data set"),
    Column::new(
        "partial",
        CellType::Bool,
        Rarely,
        "flag",
        "the log starts after the first kyoku of the match, or stops before its end",
    ),
];

const UNKNOWN: &str = "empty: the log does not say";

const fn text(name: &'static str, unit: &'static str, meaning: &'static str) -> Column {
    Column::new(name, CellType::Text, Often, unit, meaning)
}

/// The columns of [`Table::Sources`](super::Table::Sources) with this number of seats.
pub fn source_columns(seats: usize) -> Vec<Column> {
    let of_seats = |names: [&'static str; MAX_SEATS], cell_type, unit, meaning, unknown| {
        by_seat(names.map(|name| Column::new(name, cell_type, Often, unit, meaning).or(unknown)), seats)
    };
    let name = "name of the player, or the first 16 digits of its SHA-256";
    let mut columns = OF_FILE.to_vec();
    columns.extend(of_seats(
        seat_names!("name"),
        CellType::Text,
        "name",
        name,
        "empty: unknown, or left out",
    ));
    columns.extend(of_seats(
        seat_names!("grade"),
        CellType::Text,
        "word",
        "grade of the player at the site",
        UNKNOWN,
    ));
    let rate = "rate of the player at the site: 183456 is 1834.56";
    columns.extend(of_seats(
        seat_names!("rate"),
        CellType::I32,
        "hundredths",
        rate,
        "0: the log does not say",
    ));
    columns
}

/// Writes a match.
pub(super) fn write(rows: &mut Rows, id: &MatchId, seats: usize, source: &Source, end: &MatchEnd) {
    let text = |rows: &mut Rows, text: &str| rows.varying(text.as_bytes());
    rows.i64(id.number as i64);
    text(rows, &source.file);
    text(rows, &source.member);
    rows.i32(source.number as i32);
    rows.bytes(&source.sha256);
    [&source.format, &source.reference, &source.room, &source.date]
        .into_iter()
        .for_each(|cell| text(rows, cell));
    rows.i32(end.kyoku as i32);
    rows.bool(source.partial);
    let players = &source.players[..seats];
    players.iter().for_each(|player| text(rows, &player.name));
    players.iter().for_each(|player| text(rows, &player.grade));
    players.iter().for_each(|player| rows.i32(player.rate));
    rows.end_row();
}
