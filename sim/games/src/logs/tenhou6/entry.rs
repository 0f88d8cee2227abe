//! Entries of the lists of draws and discards.
//!
//! | entry | list | meaning |
//! | --- | --- | --- |
//! | `25`, `52` | both | 5p, red 5p |
//! | `60` | discards | the tile just drawn |
//! | `"r34"`, `"r60"` | discards | the same, with riichi |
//! | `"c343335"`, `"47p4747"`, `"m39393939"` | draws | chi, pon, daiminkan in place of a draw |
//! | `0` | discards | nothing: a daiminkan draws again |
//! | `"31k313131"`, `"121212a12"`, `"f44"` | discards | kakan, ankan, nuki; the seat draws again |
//!
//! The called or added tile follows the letter. The position of the letter gives the discarder: first means the
//! previous seat (上家), after one tile the seat across, last the next seat.

use super::not_a_tile;
use crate::logs::error::LogError;
use crate::logs::model;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::{Kind, Meld, Seat, Tile};
use serde_json::Value;

/// The two lists of a seat.
pub(super) struct Lists {
    pub(super) takes: Vec<Take>,
    pub(super) drops: Vec<Drop>,
}

/// How a seat got a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Take {
    Draw(Tile),
    /// A call on the discard of a seat.
    Call(Seat, Meld),
}

/// What it did next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Drop {
    Discard {
        /// A tile of the hand, or `None` for the one just drawn.
        tile: Option<Tile>,
        riichi: bool,
    },
    /// Nothing: after a daiminkan.
    Nothing,
    Ankan(Meld),
    Kakan(Tile),
    Nuki,
}

pub(super) fn lists(takes: &Value, drops: &Value, seat: Seat, seats: usize) -> Result<Lists, LogError> {
    Ok(Lists {
        takes: each(takes, "draws", |v| take(v, seat, seats))?,
        drops: each(drops, "discards", drop)?,
    })
}

pub(super) fn each<T>(
    value: &Value,
    what: &str,
    read: impl Fn(&Value) -> Result<T, LogError>,
) -> Result<Vec<T>, LogError> {
    let entries = super::list(value, what)?.iter().enumerate();
    entries.map(|(i, entry)| read(entry).map_err(|e| e.within(format!("{what}, entry {}", i + 1)))).collect()
}

pub(super) fn tile(code: u64) -> Result<Tile, LogError> {
    let (suit, rank) = ((code / 10) as u8, (code % 10) as u8);
    match (suit, rank) {
        (1..=3, 1..=9) | (4, 1..=7) => Ok(Kind::of((suit - 1) * 9 + rank - 1).tile()),
        (5, 1..=3) => Ok(Tile::red_five(rank - 1)),
        _ => Err(not_a_tile(&code.into())),
    }
}

fn take(value: &Value, seat: Seat, seats: usize) -> Result<Take, LogError> {
    if let Some(code) = value.as_u64() {
        return tile(code).map(Take::Draw);
    }
    let call = Marked::read(value)?;
    let from = call.source(seat, seats);
    let meld = match (call.letter, from, &call.tiles[..]) {
        ('c', Some(_), &[a, b, c]) if call.place == 0 => model::chi(a, [b, c], seats),
        ('p', Some(from), &[a, b, c]) => model::pon(a, [b, c], from.seen_from(seat, seats)),
        ('m', Some(from), &[a, b, c, d]) => model::daiminkan(a, [b, c, d], from.seen_from(seat, seats)),
        _ => None,
    };
    let found = || excerpt(&value.to_string());
    let problem = || format!("{} is not a call: expected \"c343335\", \"47p4747\" or \"m39393939\"", found());
    let meld = meld.ok_or_else(|| LogError::new("", problem()))?;
    from.map(|from| Take::Call(from, meld)).ok_or_else(|| LogError::new("", problem()))
}

fn drop(value: &Value) -> Result<Drop, LogError> {
    match value.as_u64() {
        Some(0) => return Ok(Drop::Nothing),
        Some(code) => return Ok(Drop::Discard { tile: discarded(code)?, riichi: false }),
        None => {}
    }
    let problem = || {
        let right = "expected \"r34\", \"r60\", \"31k313131\", \"121212a12\" or \"f44\"";
        LogError::new("", format!("{} is not a discard: {right}", excerpt(&value.to_string())))
    };
    if let Some(code) = value.as_str().and_then(|text| text.strip_prefix('r')) {
        let code = code.parse().map_err(|_| problem())?;
        return Ok(Drop::Discard { tile: discarded(code)?, riichi: true });
    }
    let call = Marked::read(value)?;
    match (call.letter, &call.tiles[..]) {
        ('a', &[a, b, c, d]) => model::ankan([a, b, c, d]).map(Drop::Ankan).ok_or_else(problem),
        ('k', &[added, b, c, d]) if model::ankan([added, b, c, d]).is_some() => Ok(Drop::Kakan(added)),
        ('f', &[north]) if north.kind() == Kind::NORTH => Ok(Drop::Nuki),
        _ => Err(problem()),
    }
}

/// A tile of the hand; `None` for the one just drawn.
fn discarded(code: u64) -> Result<Option<Tile>, LogError> {
    if code == 60 { Ok(None) } else { tile(code).map(Some) }
}

/// Tiles with a letter between them.
struct Marked {
    letter: char,
    /// Number of tiles before the letter.
    place: usize,
    /// The tiles: the one after the letter first, then the others in order.
    tiles: Vec<Tile>,
}

impl Marked {
    fn read(value: &Value) -> Result<Marked, LogError> {
        let marked = value.as_str().filter(|text| text.is_ascii() && text.len() <= 9).and_then(Marked::split);
        let found = || excerpt(&value.to_string());
        marked.ok_or_else(|| LogError::new("", format!("{} is neither a tile nor a call", found())))
    }

    fn split(text: &str) -> Option<Marked> {
        let at = text.find(|c: char| c.is_ascii_lowercase())?;
        let (before, after) = (&text[..at], &text[at + 1..]);
        if at % 2 != 0 || after.len() % 2 != 0 || after.is_empty() {
            return None;
        }
        let codes = format!("{}{}{}", &after[..2], before, &after[2..]);
        let pairs = codes.as_bytes().chunks(2);
        let tiles = pairs.map(|pair| tile(std::str::from_utf8(pair).ok()?.parse().ok()?).ok());
        Some(Marked {
            letter: text[at..].chars().next()?,
            place: at / 2,
            tiles: tiles.collect::<Option<_>>()?,
        })
    }

    /// The seat that discarded the called tile: positions are those of a four-player table, also with three seats.
    fn source(&self, seat: Seat, seats: usize) -> Option<Seat> {
        let steps = match self.place {
            0 => 3,
            1 => 2,
            place if place + 1 == self.tiles.len() => 1,
            _ => return None,
        };
        let from = (seat.index() + steps) % 4;
        (from < seats).then(|| Seat::new(from as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn called(text: &str, seat: u8, seats: usize) -> Option<(u8, String)> {
        match take(&json!(text), Seat::new(seat), seats) {
            Ok(Take::Call(from, meld)) => {
                let tiles: String = meld.tiles().iter().map(|tile| tile.to_string()).collect();
                Some((from.index() as u8, tiles))
            }
            _ => None,
        }
    }

    #[test]
    fn the_position_of_the_letter_gives_the_seat() {
        let rows = [
            ("c343335", 0, 4, 3, "4s3s5s"),
            ("p414141", 2, 4, 1, "1z1z1z"),
            ("47p4747", 1, 4, 3, "7z7z7z"),
            ("2552p25", 3, 4, 0, "5p5p0p"),
            ("m39393939", 2, 4, 1, "9s9s9s9s"),
            ("393939m39", 2, 4, 3, "9s9s9s9s"),
            ("42p4242", 0, 3, 2, "2z2z2z"),
            ("p292929", 2, 3, 1, "9p9p9p"),
        ];
        for (text, seat, seats, from, tiles) in rows {
            assert_eq!(called(text, seat, seats), Some((from, tiles.to_owned())), "{text}");
        }
    }

    #[test]
    fn invalid_calls() {
        for text in
            ["c343536x", "34c3335", "p414142", "c414243", "p4141", "", "r", "c999999", "mmmm", "c3433355"]
        {
            assert_eq!(called(text, 1, 4), None, "{text}");
        }
        assert_eq!(called("p414141", 0, 3), None, "seat 3 of three");
    }

    #[test]
    fn discards() {
        let red = Tile::red_five(0);
        assert_eq!(drop(&json!("r51")), Ok(Drop::Discard { tile: Some(red), riichi: true }));
        assert_eq!(drop(&json!(60)), Ok(Drop::Discard { tile: None, riichi: false }));
        assert_eq!(drop(&json!("15k511515")), Ok(Drop::Kakan(red)));
        assert_eq!(drop(&json!("f44")), Ok(Drop::Nuki));
        for wrong in
            [json!("f43"), json!("r61"), json!(48), json!("12a121212x"), json!(null), json!(-1), json!(2.5)]
        {
            assert!(drop(&wrong).is_err(), "{wrong}");
        }
    }
}
