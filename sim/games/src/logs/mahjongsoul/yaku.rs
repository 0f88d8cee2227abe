//! The yaku and dora of a win: their numbers, or in old records their names.

use super::fields::Fields;
use crate::logs::error::LogError;
use crate::logs::yaku::LogYaku;
use hyakuman_core::excerpt::excerpt;
use hyakuman_riichi::yaku::{YAKU, Yaku::*};

/// The yaku or type of dora of an entry of `fans`; `winds` are those of the winner and of the kyoku, 0 east to 3 north.
pub(super) fn yaku(fan: Fields, winds: [u8; 2]) -> Result<LogYaku, LogError> {
    let (number, name) = (fan.number("id", u32::MAX)?, fan.text("name")?);
    let found = if number == 0 { LogYaku::named(name, winds) } else { numbered(number, winds) };
    found.ok_or_else(|| {
        let shown = if number == 0 { format!("`{}`", excerpt(name)) } else { number.to_string() };
        LogError::new("`fans`", format!("there is no yaku {shown} in games with the usual rules"))
    })
}

/// The yaku or type of dora with this number; norths set aside count as dora. `winds` are those of the winner and of the kyoku,
/// 0 east to 3 north. None for 46 (八連荘), which no ruleset has, and for unknown numbers.
fn numbered(number: u32, winds: [u8; 2]) -> Option<LogYaku> {
    match number {
        31 | 34 => return Some(LogYaku::DORA),
        32 => return Some(LogYaku::AKA),
        33 => return Some(LogYaku::URA),
        _ => {}
    }
    let is_theirs = |theirs: u8| u32::from(theirs) == number;
    let found = YAKU.iter().find(|info| info.logs.mahjong_soul.is_some_and(is_theirs))?;
    Some(match found.yaku {
        SeatWind => LogYaku::of_wind(SeatWind, winds[0]),
        RoundWind => LogYaku::of_wind(RoundWind, winds[1]),
        other => LogYaku::of(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    /// The names beside some numbers in the client's table, and every number is that of one yaku or type of dora.
    #[test]
    fn numbers_have_names() {
        let words = |number| numbered(number, [3, 1]).map(LogYaku::words);
        let rows = [
            (1, "門前清自摸和"),
            (10, "自風 北"),
            (11, "場風 南"),
            (18, "両立直"),
            (30, "一発"),
            (34, "ドラ"),
            (37, "大三元"),
            (45, "九蓮宝燈"),
            (49, "国士無双１３面"),
            (50, "大四喜"),
            (51, "燕返し"),
            (59, "人和"),
            (64, "大七星"),
        ];
        rows.iter().for_each(|&(number, name)| assert_eq!(words(number), Some(name)));
        assert_eq!([0, 46, 65, u32::MAX].map(words), [None; 4]);
        for info in YAKU.iter().filter(|info| info.logs.mahjong_soul.is_some()) {
            let number = info.logs.mahjong_soul.map_or(0, u32::from);
            assert_eq!(numbered(number, [0; 2]), Some(LogYaku::of(info.yaku)), "{number}");
        }
        let unknown: Vec<u32> = (1..65).filter(|&number| numbered(number, [0; 2]).is_none()).collect();
        assert_eq!(unknown, [46]);
    }
}
