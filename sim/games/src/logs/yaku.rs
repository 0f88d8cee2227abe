//! The yaku of logs: Tenhou's numbers and names, the names of other programs, and the [`Yaku`] they correspond to.

mod names;

pub(crate) use names::folded;

use hyakuman_riichi::yaku::{YAKU, Yaku};
use std::fmt;

/// A yaku or type of dora in a log: Tenhou's number, 0 to 54; for a yaku that Tenhou does not have, its own number after these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogYaku(u8);

/// The yaku by Tenhou's number; `None` for dora.
const BY_NUMBER: [Option<Yaku>; 55] = {
    let (mut by_number, mut i) = ([None; 55], 0);
    while i < YAKU.len() {
        if let Some(first) = YAKU[i].logs.tenhou {
            let mut number = first as usize;
            while number < (first + variants(YAKU[i].yaku)) as usize {
                assert!(by_number[number].is_none(), "two yaku have one number of Tenhou");
                by_number[number] = Some(YAKU[i].yaku);
                number += 1;
            }
        }
        i += 1;
    }
    by_number
};

/// How many numbers Tenhou has for a yaku: one for each wind.
const fn variants(yaku: Yaku) -> u8 {
    if matches!(yaku, Yaku::SeatWind | Yaku::RoundWind) { 4 } else { 1 }
}

/// Tenhou's names of winds and dora, and those of dora in mjai, in order of number.
const SEAT_WINDS: [&str; 4] = ["自風 東", "自風 南", "自風 西", "自風 北"];
const ROUND_WINDS: [&str; 4] = ["場風 東", "場風 南", "場風 西", "場風 北"];
const DORA: [(&str, &str); 3] = [("ドラ", "dora"), ("裏ドラ", "uradora"), ("赤ドラ", "akadora")];

impl LogYaku {
    /// Dora by indicator, including norths set aside.
    pub const DORA: LogYaku = LogYaku(52);
    /// Ura dora.
    pub const URA: LogYaku = LogYaku(53);
    /// Red fives.
    pub const AKA: LogYaku = LogYaku(54);

    /// The yaku with this number in mjlog.
    pub fn from_number(number: u32) -> Option<LogYaku> {
        (number < BY_NUMBER.len() as u32).then_some(LogYaku(number as u8))
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
        let own = BY_NUMBER.len() as u8 + yaku as u8;
        LogYaku(yaku.info().logs.tenhou.map_or(own, |first| first + wind.min(variants(yaku) - 1)))
    }

    /// Position in a list of yaku: riichi first, then how the hand was won, then its tiles by number.
    pub(crate) fn place(self) -> u8 {
        const FIRST: [u8; 8] = [1, 21, 2, 3, 4, 5, 6, 0];
        FIRST.iter().position(|&first| first == self.0).map_or(self.0 + 8, |place| place as u8)
    }

    /// Tenhou's name; for a yaku that Tenhou does not have, its own.
    pub fn words(self) -> &'static str {
        match self.yaku() {
            Some(Yaku::SeatWind) => SEAT_WINDS[self.variant()],
            Some(Yaku::RoundWind) => ROUND_WINDS[self.variant()],
            Some(yaku) => yaku.info().kanji,
            None => DORA[(self.0 - LogYaku::DORA.0) as usize].0,
        }
    }

    /// The name in mjai; of a yaku that Tenhou does not have, that of data sets.
    pub(crate) fn mjai(self) -> &'static str {
        match self.yaku() {
            Some(yaku) => yaku.info().logs.mjai.unwrap_or(yaku.slug()),
            None => DORA[(self.0 - LogYaku::DORA.0) as usize].1,
        }
    }

    /// Which of the numbers of its yaku it is.
    fn variant(self) -> usize {
        let first = self.yaku().and_then(|yaku| yaku.info().logs.tenhou);
        first.map_or(0, |first| (self.0 - first).into())
    }

    /// The corresponding [`Yaku`]; `None` for dora. It does not distinguish winds.
    pub fn yaku(self) -> Option<Yaku> {
        let own = self.0.checked_sub(BY_NUMBER.len() as u8);
        own.map_or_else(|| BY_NUMBER[self.0 as usize], |own| Some(Yaku::of(own)))
    }

    /// Whether it is a type of dora.
    pub fn is_dora(self) -> bool {
        self.yaku().is_none()
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

    /// All numbers but those of dora have a yaku, and each yaku has a name of its own that is read again.
    #[test]
    fn every_yaku_has_a_counterpart() {
        let all = (0..55).filter_map(LogYaku::from_number);
        let without: Vec<&str> = all
            .filter(|yaku| yaku.yaku().is_none())
            .inspect(|yaku| assert!(yaku.is_dora()))
            .map(LogYaku::words)
            .collect();
        assert_eq!(without, ["ドラ", "裏ドラ", "赤ドラ"]);
        for info in YAKU {
            let theirs = LogYaku::of(info.yaku);
            assert_eq!(theirs.yaku(), Some(info.yaku));
            assert_eq!(
                theirs.words().split_once(" 東").map_or(theirs.words(), |(kanji, _)| kanji),
                info.kanji
            );
            assert_eq!(LogYaku::named(theirs.words(), [0; 2]), Some(theirs), "{}", info.slug);
        }
        assert_eq!(LogYaku::named("混一色", [0; 2]).and_then(LogYaku::yaku), Some(Yaku::Honitsu));
        assert_eq!(LogYaku::of_wind(Yaku::RoundWind, 2).words(), "場風 西");
        assert_eq!(LogYaku::of_wind(Yaku::Haku, 2).words(), "役牌 白");
    }
}
