//! The names of yaku and dora in logs of all formats, and the look-up by any of them.
//!
//! Names are compared in a folded form ([`folded`]), so spelling, case, spaces and the variants of a kanji do not matter.

use super::{BY_NUMBER, LogYaku};
use hyakuman_riichi::yaku::{YAKU, Yaku::*, YakuInfo};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The names of the types of dora besides Tenhou's. Norths set aside are dora, as in [`LogYaku::DORA`].
const OF_DORA: [(LogYaku, &[&str]); 3] = [
    (LogYaku::DORA, &["Dora", "宝牌", "抜きドラ", "北ドラ", "抜北宝牌", "Kita", "Nukidora", "Nuki dora"]),
    (LogYaku::URA, &["Ura Dora", "裏宝牌"]),
    (LogYaku::AKA, &["Red Five", "Red Fives", "Aka Dora", "Red Dora", "赤宝牌"]),
];

/// Kanji that are written in several ways, the form that is compared first: those of Japan, of the mainland, of Taiwan.
#[rustfmt::skip]
const VARIANTS: &[&str] = &[
    "門门", "発发發", "槍枪搶", "槓杠", "嶺岭", "開开", "撈捞", "魚鱼", "風风", "東东", "場场", "断斷", "幺么", "盃杯", "帯带帶", "気气氣",
    "貫贯", "順顺", "両两兩", "対对對", "頭头", "純纯", "宝寶", "赤红紅", "裏里裡", "抜拔", "緑绿綠", "国國", "無无", "双雙",
    "単单單", "騎骑", "燈灯", "蓮莲", "斉齐齊", "連连", "車车", "数數", "隣邻鄰", "種种", "満满滿",
];

/// A name in the form in which names are compared: letters, digits and kanji only, in one form each, long vowels short.
pub(crate) fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for c in name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase) {
        let c = match c {
            '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
            _ if c.is_ascii() => c,
            _ => VARIANTS
                .iter()
                .find(|forms| forms.contains(c))
                .and_then(|forms| forms.chars().next())
                .unwrap_or(c),
        };
        let lengthens = "aiueo".contains(c) && (folded.ends_with(c) || c == 'u' && folded.ends_with('o'));
        folded.extend((!lengthens).then_some(c));
    }
    folded
}

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Meaning {
    yaku: LogYaku,
    /// Whether the name is that of any wind of the seat or of the round; `yaku` is the east one.
    any_wind: bool,
}

/// The meanings of all names, folded.
static MEANINGS: LazyLock<HashMap<String, Meaning>> = LazyLock::new(|| {
    let exact = |(yaku, name): (LogYaku, &str)| (folded(name), Meaning { yaku, any_wind: false });
    let general = |info: &YakuInfo| {
        let any_wind = matches!(info.yaku, SeatWind | RoundWind);
        let meaning = Meaning { yaku: LogYaku::of(info.yaku), any_wind };
        names(info).map(move |name| (folded(name), meaning))
    };
    let tenhou = (0..BY_NUMBER.len() as u8).map(|number| (LogYaku(number), LogYaku(number).words()));
    let dora = OF_DORA.iter().flat_map(|&(yaku, names)| names.iter().map(move |&name| (yaku, name)));
    YAKU.iter().flat_map(general).chain(tenhou.chain(dora).map(exact)).collect()
});

/// The names of a yaku, without those of each wind.
fn names(info: &YakuInfo) -> impl Iterator<Item = &'static str> + use<> {
    [info.kanji, info.slug, info.name].into_iter().chain(info.logs.others.iter().copied())
}

/// The yaku or type of dora with this name. `winds` are those of the winner and of the kyoku, 0 east to 3 north, for names
/// that do not say the wind.
pub(super) fn named(name: &str, winds: [u8; 2]) -> Option<LogYaku> {
    let Meaning { yaku, any_wind } = *MEANINGS.get(&folded(name))?;
    Some(match yaku.yaku() {
        Some(SeatWind) if any_wind => LogYaku::of_wind(SeatWind, winds[0]),
        Some(RoundWind) if any_wind => LogYaku::of_wind(RoundWind, winds[1]),
        _ => yaku,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> Option<&'static str> {
        named(name, [3, 1]).map(LogYaku::words)
    }

    #[test]
    fn every_name_has_one_meaning() {
        for info in &YAKU {
            for name in names(info) {
                let found = named(name, [0, 0]).and_then(LogYaku::yaku);
                assert_eq!(found, Some(info.yaku), "{name}");
            }
        }
        for (yaku, names) in OF_DORA {
            names.iter().for_each(|name| assert_eq!(named(name, [0, 0]), Some(yaku), "{name}"));
        }
        for yaku in (0..55).map(LogYaku) {
            assert_eq!(named(yaku.words(), [2, 2]), Some(yaku), "{yaku:?}");
        }
    }

    #[test]
    fn names_of_mahjong_soul() {
        let rows = [
            ("役牌:自風牌", "自風 北"),
            ("役牌：門風牌", "自風 北"),
            ("役牌:场风牌", "場風 南"),
            ("Prevalent Wind", "場風 南"),
            ("场风 东", "場風 東"),
            ("ダブル立直", "両立直"),
            ("两立直", "両立直"),
            ("国士无双十三面", "国士無双１３面"),
            ("九莲宝灯", "九蓮宝燈"),
            ("斷么九", "断幺九"),
            ("红宝牌", "赤ドラ"),
            ("里宝牌", "裏ドラ"),
            ("拔北宝牌", "ドラ"),
            ("Single-wait Four Concealed Triplets", "四暗刻単騎"),
            ("Kokushi Musou Juusanmen", "国士無双１３面"),
            ("五门齐", "五門斉"),
            ("suanko", "四暗刻"),
            ("menzenchin_tsumoho", "門前清自摸和"),
        ];
        rows.iter().for_each(|&(name, expected)| assert_eq!(words(name), Some(expected), "{name}"));
        assert_eq!(["", "八連荘", "Pinzu", "Root"].map(words), [None; 4]);
    }
}
