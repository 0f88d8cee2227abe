//! The words of mjai: tiles, draws and yaku.

use crate::logs::model::DrawKind;
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

/// The tile of a word, also as other notations write it: honors `1z` to `7z`, red fives `0m 0p 0s`.
#[inline]
pub fn tile_of(word: &str) -> Option<Tile> {
    let suit = |letter: u8| b"mps".iter().position(|&suit| suit == letter).map(|suit| suit as u8);
    match *word.as_bytes() {
        [rank @ b'1'..=b'7', b'z'] => Some(Kind::of(26 + rank - b'0').tile()),
        [rank @ b'1'..=b'9', letter] => Some(Kind::of(suit(letter)? * 9 + rank - b'1').tile()),
        [b'5', letter, b'r'] | [b'0', letter] => Some(Tile::red_five(suit(letter)?)),
        [letter] => {
            let honor = b"ESWNPFC".iter().position(|&honor| honor == letter)?;
            Some(Kind::of(27 + honor as u8).tile())
        }
        _ => None,
    }
}

/// Words for draws; the first of each kind is the one written. Words are compared without underscores, spaces and
/// doubled vowels.
const REASONS: [(&str, DrawKind); 16] = [
    ("fanpai", DrawKind::Exhaustive),
    ("exhaustivedraw", DrawKind::Exhaustive),
    ("nagashimangan", DrawKind::Nagashi),
    ("kyushukyuhai", DrawKind::Kyuushu),
    ("sufonrenta", DrawKind::Suufon),
    ("sufonrenda", DrawKind::Suufon),
    ("sufurenta", DrawKind::Suufon),
    ("sufurenda", DrawKind::Suufon),
    ("suchareach", DrawKind::Suucha),
    ("sucharichi", DrawKind::Suucha),
    ("sukaikan", DrawKind::Suukan),
    ("sukansanra", DrawKind::Suukan),
    ("sukansansen", DrawKind::Suukan),
    ("sanchaho", DrawKind::Sanchahou),
    ("sanchahou", DrawKind::Sanchahou),
    ("sanchahora", DrawKind::Sanchahou),
];

/// The kind of draw of a `reason`; otherwise the reason in the form in which reasons are compared.
pub(super) fn kind_of(reason: &str) -> Result<DrawKind, String> {
    let plain = plain_word(reason);
    REASONS.iter().find(|(word, _)| *word == plain).map(|&(_, kind)| kind).ok_or(plain)
}

/// The `reason` of a draw.
pub(super) fn reason_of(kind: DrawKind) -> &'static str {
    REASONS.iter().find(|&&(_, known)| known == kind).map_or("", |&(word, _)| word)
}

/// A word in the form of [`REASONS`]: letters only, lower case, doubled vowels reduced.
fn plain_word(reason: &str) -> String {
    let mut word = String::new();
    for c in reason.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase) {
        if !("aiueo".contains(c) && word.ends_with(c)) {
            word.push(c);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::yaku::LogYaku;
    use hyakuman_riichi::yaku::Yaku;

    /// Each name of the table has the yaku that it names, by the names of data sets.
    #[test]
    fn yaku_have_names() {
        let name = |slug| LogYaku::of(Yaku::from_slug(slug).expect("a yaku")).mjai();
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
            [LogYaku::DORA, LogYaku::URA, LogYaku::AKA].map(LogYaku::mjai),
            ["dora", "uradora", "akadora"]
        );
    }

    #[test]
    fn every_tile_has_a_word() {
        for code in 0..Tile::COUNT as u8 {
            let tile = Tile::of(code);
            assert_eq!(tile_of(word_of(tile)), Some(tile));
        }
        for (other, word) in [("0m", "5mr"), ("0s", "5sr"), ("1z", "E"), ("5z", "P"), ("7z", "C")] {
            assert_eq!(tile_of(other).map(word_of), Some(word));
        }
        for word in ["", "?", "0z", "8z", "6mr", "0mr", "Q", "11m", "10m"] {
            assert_eq!(tile_of(word), None, "{word}");
        }
    }

    #[test]
    fn words_for_draws_in_many_spellings() {
        for word in [
            "kyushu_kyuhai",
            "Kyuushu Kyuuhai",
            "suufon_renda",
            "suukan sanra",
            "sanchahou",
            "fanpai",
            "exhaustive_draw",
            "sufuurenta",
            "suucha_riichi",
            "suukansansen",
            "sanchaho", // of RiichiEnv
        ] {
            let plain = plain_word(word);
            assert!(REASONS.iter().any(|(known, _)| *known == plain), "{word} is {plain}");
        }
        assert_eq!(plain_word("no-such"), "nosuch");
        assert!(
            REASONS.iter().all(|(word, _)| plain_word(word) == *word),
            "words are listed as they are compared"
        );
    }
}
