//! The words of mjai: tiles and draws.

use super::REASONS;
use crate::recorder::draw_kind;
use hyakuman_core::{Kind, Tile};
use hyakuman_games::game::KyokuResult;

/// The words of the tiles by their codes.
const TILES: [&str; Tile::COUNT] = [
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p",
    "9p", "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "E", "S", "W", "N", "P", "F", "C", "5mr",
    "5pr", "5sr",
];

/// The word of a tile: `1m` to `9s`, `E S W N P F C`, red fives `5mr 5pr 5sr`.
#[inline]
pub fn word_of(tile: Tile) -> &'static str {
    TILES[tile.index()]
}

/// The tile of a word.
#[inline]
pub fn tile_of(word: &str) -> Option<Tile> {
    let suit = |letter: u8| b"mps".iter().position(|&suit| suit == letter).map(|suit| suit as u8);
    match *word.as_bytes() {
        [rank @ b'1'..=b'9', letter] => Some(Kind::of(suit(letter)? * 9 + rank - b'1').tile()),
        [b'5', letter, b'r'] => Some(Tile::red_five(suit(letter)?)),
        [letter] => {
            let honor = b"ESWNPFC".iter().position(|&honor| honor == letter)?;
            Some(Kind::of(27 + honor as u8).tile())
        }
        _ => None,
    }
}

/// The `reason` of a draw; `None` for a win.
pub fn reason_of(result: KyokuResult) -> Option<&'static str> {
    let kind = draw_kind(result)?;
    REASONS.iter().find(|&&(_, known)| known == kind).map(|&(word, _)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_tiles_are_a_bijection() {
        for code in 0..Tile::COUNT as u8 {
            let tile = Tile::of(code);
            assert_eq!(tile_of(word_of(tile)), Some(tile));
        }
        for word in ["", "?", "0m", "5z", "1z", "6mr", "Q", "11m", "10m"] {
            assert_eq!(tile_of(word), None, "{word}");
        }
    }
}
