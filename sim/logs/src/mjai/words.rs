//! The words of mjai: tiles, draws and yaku.

use super::REASONS;
use crate::model::DrawKind;
use crate::yaku::LogYaku;
use hyakuman_core::{Kind, Tile};

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

/// The `reason` of a draw.
pub(super) fn reason_of(kind: DrawKind) -> &'static str {
    REASONS.iter().find(|&&(_, known)| known == kind).map_or("", |&(word, _)| word)
}

/// The names of yaku in the server of gimite, by Tenhou's number. Winds and dragons share a name, and so do the variants of a
/// yakuman.
const YAKU: [&str; 55] = [
    "menzenchin_tsumoho",
    "reach",
    "ippatsu",
    "chankan",
    "rinshankaiho",
    "haiteiraoyue",
    "hoteiraoyui",
    "pinfu",
    "tanyaochu",
    "ipeko",
    "jikaze",
    "jikaze",
    "jikaze",
    "jikaze",
    "bakaze",
    "bakaze",
    "bakaze",
    "bakaze",
    "sangenpai",
    "sangenpai",
    "sangenpai",
    "double_reach",
    "chitoitsu",
    "honchantaiyao",
    "ikkitsukan",
    "sanshokudojun",
    "sanshokudoko",
    "sankantsu",
    "toitoiho",
    "sananko",
    "shosangen",
    "honroto",
    "ryanpeko",
    "junchantaiyao",
    "honiso",
    "chiniso",
    "renho",
    "tenho",
    "chiho",
    "daisangen",
    "suanko",
    "suanko",
    "tsuiso",
    "ryuiso",
    "chinroto",
    "churenpoton",
    "churenpoton",
    "kokushimuso",
    "kokushimuso",
    "daisushi",
    "shosushi",
    "sukantsu",
    "dora",
    "uradora",
    "akadora",
];

/// The name of a yaku or of a type of dora; for a local yaku, that of data sets.
pub(super) fn yaku_word(yaku: LogYaku) -> &'static str {
    let local = || yaku.yaku().map_or("", |yaku| yaku.slug());
    YAKU.get(yaku.number()).copied().unwrap_or_else(local)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_riichi::yaku::Yaku;

    /// Each name of the table has the yaku that it names, by the names of data sets.
    #[test]
    fn yaku_have_names() {
        let name = |slug| yaku_word(LogYaku::of(Yaku::from_slug(slug).expect("a yaku")));
        for (slug, word) in [
            ("riichi", "reach"),
            ("menzen_tsumo", "menzenchin_tsumoho"),
            ("houtei", "hoteiraoyui"),
            ("hatsu", "sangenpai"),
            ("seat_wind", "jikaze"),
            ("round_wind", "bakaze"),
            ("chiitoitsu", "chitoitsu"),
            ("chinitsu", "chiniso"),
            ("chiihou", "chiho"),
            ("suuankou_tanki", "suanko"),
            ("kokushi", "kokushimuso"),
            ("daisuushi", "daisushi"),
            ("suukantsu", "sukantsu"),
            ("sanrenkou", "sanrenkou"),
        ] {
            assert_eq!(name(slug), word);
        }
        assert_eq!(
            [LogYaku::DORA, LogYaku::URA, LogYaku::AKA].map(yaku_word),
            ["dora", "uradora", "akadora"]
        );
    }

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
