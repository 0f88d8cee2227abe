//! The yaku of logs: Tenhou's numbers and names, the names of other programs, and the [`Yaku`] they correspond to.

mod names;

pub(crate) use names::folded;

use hyakuman_riichi::yaku::{YAKU, Yaku, YakuInfo};
use std::fmt;

/// A yaku or type of dora in a log: Tenhou's number, 0 to 54, or a local yaku.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogYaku(u8);

/// The local yaku, which Tenhou does not have; they are numbered after Tenhou's.
static LOCAL: [YakuInfo; Yaku::COUNT - Yaku::TsubameGaeshi as usize] = {
    let mut local = [YAKU[0]; Yaku::COUNT - Yaku::TsubameGaeshi as usize];
    let mut i = 0;
    while i < local.len() {
        local[i] = YAKU[Yaku::TsubameGaeshi as usize + i];
        i += 1;
    }
    local
};

/// The names by Tenhou's number: Tenhou's, and that of mjai in the server of gimite, where winds and dragons share a name, and so do the
/// variants of a yakuman.
const WORDS: [(&str, &str); 55] = [
    ("門前清自摸和", "menzenchin_tsumoho"),
    ("立直", "reach"),
    ("一発", "ippatsu"),
    ("槍槓", "chankan"),
    ("嶺上開花", "rinshankaiho"),
    ("海底摸月", "haiteiraoyue"),
    ("河底撈魚", "hoteiraoyui"),
    ("平和", "pinfu"),
    ("断幺九", "tanyaochu"),
    ("一盃口", "ipeko"),
    ("自風 東", "jikaze"),
    ("自風 南", "jikaze"),
    ("自風 西", "jikaze"),
    ("自風 北", "jikaze"),
    ("場風 東", "bakaze"),
    ("場風 南", "bakaze"),
    ("場風 西", "bakaze"),
    ("場風 北", "bakaze"),
    ("役牌 白", "sangenpai"),
    ("役牌 發", "sangenpai"),
    ("役牌 中", "sangenpai"),
    ("両立直", "double_reach"),
    ("七対子", "chitoitsu"),
    ("混全帯幺九", "honchantaiyao"),
    ("一気通貫", "ikkitsukan"),
    ("三色同順", "sanshokudojun"),
    ("三色同刻", "sanshokudoko"),
    ("三槓子", "sankantsu"),
    ("対々和", "toitoiho"),
    ("三暗刻", "sananko"),
    ("小三元", "shosangen"),
    ("混老頭", "honroto"),
    ("二盃口", "ryanpeko"),
    ("純全帯幺九", "junchantaiyao"),
    ("混一色", "honiso"),
    ("清一色", "chiniso"),
    ("人和", "renho"),
    ("天和", "tenho"),
    ("地和", "chiho"),
    ("大三元", "daisangen"),
    ("四暗刻", "suanko"),
    ("四暗刻単騎", "suanko"),
    ("字一色", "tsuiso"),
    ("緑一色", "ryuiso"),
    ("清老頭", "chinroto"),
    ("九蓮宝燈", "churenpoton"),
    ("純正九蓮宝燈", "churenpoton"),
    ("国士無双", "kokushimuso"),
    ("国士無双１３面", "kokushimuso"),
    ("大四喜", "daisushi"),
    ("小四喜", "shosushi"),
    ("四槓子", "sukantsu"),
    ("ドラ", "dora"),
    ("裏ドラ", "uradora"),
    ("赤ドラ", "akadora"),
];

impl LogYaku {
    /// Dora by indicator, including norths set aside.
    pub const DORA: LogYaku = LogYaku(52);
    /// Ura dora.
    pub const URA: LogYaku = LogYaku(53);
    /// Red fives.
    pub const AKA: LogYaku = LogYaku(54);

    /// The yaku with this number in mjlog.
    pub fn from_number(number: u32) -> Option<LogYaku> {
        (number < WORDS.len() as u32).then_some(LogYaku(number as u8))
    }

    /// The yaku or type of dora with this name in any format: Tenhou's, Mahjong Soul's in Japanese, Chinese or English, romaji.
    /// `winds` are those of the winner and of the kyoku, 0 east to 3 north, for names that do not say the wind.
    pub fn named(name: &str, winds: [u8; 2]) -> Option<LogYaku> {
        names::named(name, winds)
    }

    /// The yaku in logs for one of ours; for winds, the east one.
    pub fn of(yaku: Yaku) -> LogYaku {
        LogYaku::of_wind(yaku, 0)
    }

    /// The yaku in logs for one of ours; for seat and round winds, that of this wind, 0 east to 3 north.
    pub(crate) fn of_wind(yaku: Yaku, wind: u8) -> LogYaku {
        let first =
            (0..(WORDS.len() + LOCAL.len()) as u8).map(LogYaku).find(|theirs| theirs.yaku() == Some(yaku));
        let LogYaku(first) = first.expect("every yaku has a word, Tenhou's or ours");
        LogYaku(first + if matches!(yaku, Yaku::SeatWind | Yaku::RoundWind) { wind } else { 0 })
    }

    /// Position in a list of yaku: riichi first, then how the hand was won, then its tiles by number.
    pub(crate) fn place(self) -> u8 {
        const FIRST: [u8; 8] = [1, 21, 2, 3, 4, 5, 6, 0];
        FIRST.iter().position(|&first| first == self.0).map_or(self.0 + 8, |place| place as u8)
    }

    /// Tenhou's name; for a local yaku, its own.
    pub fn words(self) -> &'static str {
        self.local().map_or_else(|| WORDS[self.0 as usize].0, |info| info.kanji)
    }

    /// The name in mjai; of a local yaku, that of data sets.
    pub(crate) fn mjai(self) -> &'static str {
        self.local().map_or_else(|| WORDS[self.0 as usize].1, |info| info.slug)
    }

    /// The local yaku, if it is one.
    fn local(self) -> Option<&'static YakuInfo> {
        LOCAL.get((self.0 as usize).checked_sub(WORDS.len())?)
    }

    /// The corresponding [`Yaku`]; `None` for dora. It does not distinguish winds.
    pub fn yaku(self) -> Option<Yaku> {
        if let Some(info) = self.local() {
            return Some(info.yaku);
        }
        let words = self.words();
        let is = |kanji: &str| {
            words.strip_prefix(kanji).is_some_and(|wind| wind.is_empty() || wind.starts_with(' '))
        };
        YAKU.iter().find(|info| is(info.kanji)).map(|info| info.yaku)
    }

    /// Whether it is a type of dora.
    pub fn is_dora(self) -> bool {
        self >= LogYaku::DORA && self.local().is_none()
    }
}

impl fmt::Debug for LogYaku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All but dora have a counterpart, and only the four seat winds and the four round winds share one. Local yaku,
    /// the set of norths and those of an open riichi are not Tenhou's.
    #[test]
    fn every_yaku_has_a_counterpart() {
        let all = || (0..55).filter_map(LogYaku::from_number);
        assert!(all().all(|yaku| yaku.yaku().is_none() == yaku.is_dora()));
        for yaku in YAKU {
            let theirs = all().filter(|theirs| theirs.yaku() == Some(yaku.yaku)).count();
            let winds = matches!(yaku.yaku, Yaku::SeatWind | Yaku::RoundWind);
            let expected = match yaku.clause {
                "R-8.1" | "R-6.2" | "R-10.10" => 0,
                _ if winds => 4,
                _ => 1,
            };
            assert_eq!(theirs, expected, "{}", yaku.slug);
        }
        assert_eq!(LogYaku::named("混一色", [0; 2]).and_then(LogYaku::yaku), Some(Yaku::Honitsu));
        assert!(YAKU.iter().all(|yaku| LogYaku::of(yaku.yaku).yaku() == Some(yaku.yaku)));
        assert!(LOCAL.iter().all(|info| ["R-8.1", "R-6.2", "R-10.10"].contains(&info.clause)
            && LogYaku::of(info.yaku).words() == info.kanji));
        assert!(LOCAL.iter().all(|info| LogYaku::named(info.kanji, [0; 2]) == Some(LogYaku::of(info.yaku))));
        assert!(LOCAL.iter().all(|info| !LogYaku::of(info.yaku).is_dora()));
        assert_eq!(LogYaku::of_wind(Yaku::RoundWind, 2).words(), "場風 西");
        assert_eq!(LogYaku::of_wind(Yaku::Haku, 2).words(), "役牌 白");
    }
}
