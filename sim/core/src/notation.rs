//! Tiles as text: `123m406p11z`. `0` is a red five; groups may come in any order and be repeated.

use crate::excerpt::excerpt;
use crate::tile::{Kind, Tile};
use std::fmt;

/// Why a text is not valid notation: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

/// Parses tiles, in the order of the text.
///
/// ```
/// use hyakuman_core::notation::{format_tiles, parse_tiles};
/// assert_eq!(format_tiles(&parse_tiles("0m 11z").unwrap()), "0m11z");
/// assert_eq!(format_tiles(&parse_tiles("1m4m7m2p0s").unwrap()), "147m2p0s");
/// ```
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    let mut tiles = Vec::new();
    let mut digits = String::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '0'..='9' => digits.push(c),
            'm' | 'p' | 's' | 'z' if digits.is_empty() => {
                return Err(NotationError(format!("`{c}` has no digits before it")));
            }
            'm' | 'p' | 's' | 'z' => {
                for digit in digits.drain(..) {
                    tiles.push(tile(digit, c).ok_or_else(|| no_such_tile(digit, c))?);
                }
            }
            _ => return Err(not_a_tile(c)),
        }
    }
    match excerpt(&digits) {
        _ if digits.is_empty() => Ok(tiles),
        digits => Err(NotationError(format!("`{digits}` has no suit: add m, p, s or z after the digits"))),
    }
}

fn no_such_tile(digit: char, suit: char) -> NotationError {
    let right = "honors are 1z to 7z, suits have 0 (red five) to 9";
    NotationError(format!("there is no tile `{digit}{suit}`: {right}"))
}

fn not_a_tile(c: char) -> NotationError {
    let c = excerpt(&c.to_string());
    NotationError(format!("`{c}` is not a tile: write digits followed by m, p, s or z, as in 123m406p11z"))
}

/// One tile as `5m`, `0p`, `7z`.
pub fn parse_tile(text: &str) -> Option<Tile> {
    let mut chars = text.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(digit), Some(suit), None) => tile(digit, suit),
        _ => None,
    }
}

fn tile(digit: char, suit: char) -> Option<Tile> {
    let rank = digit.to_digit(10)? as u8;
    let suit = "mpsz".find(suit)? as u8;
    match (suit, rank) {
        (3, 1..=7) | (0..=2, 1..=9) => Some(Kind::of(suit * 9 + rank - 1).tile()),
        (0..=2, 0) => Some(Tile::red_five(suit)),
        _ => None,
    }
}

/// Tiles as text in their order; neighbouring tiles of one suit share the suit letter.
pub fn format_tiles(tiles: &[Tile]) -> String {
    let mut text = String::new();
    for (i, tile) in tiles.iter().enumerate() {
        let face = tile.to_string();
        text.push_str(&face[..1]);
        if tiles.get(i + 1).is_none_or(|next| next.kind().suit() != tile.kind().suit()) {
            text.push_str(&face[1..]);
        }
    }
    text
}
