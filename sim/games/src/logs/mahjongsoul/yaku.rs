//! The yaku and dora of a win: their numbers, or in old records their names.

use super::fields::Fields;
use crate::logs::error::LogError;
use crate::logs::yaku::LogYaku;
use hyakuman_core::excerpt::excerpt;
use hyakuman_riichi::yaku::Yaku::{self, *};

/// Yaku with consecutive numbers, from the first number on.
#[rustfmt::skip]
const YAKU: [(u32, &[Yaku]); 3] = [
    (1, &[
        MenzenTsumo, Riichi, Chankan, Rinshan, Haitei, Houtei, Haku, Hatsu, Chun, SeatWind, RoundWind, Tanyao, Iipeikou, Pinfu,
        Chanta, Ittsuu, SanshokuDoujun, DoubleRiichi, SanshokuDoukou, Sankantsu, Toitoi, Sanankou, Shousangen, Honroutou,
        Chiitoitsu, Junchan, Honitsu, Ryanpeikou, Chinitsu, Ippatsu,
    ]),
    (35, &[
        Tenhou, Chiihou, Daisangen, Suuankou, Tsuuiisou, Ryuuiisou, Chinroutou, Kokushi, Shousuushi, Suukantsu, Chuuren,
    ]),
    (47, &[
        JunseiChuuren, SuuankouTanki, Kokushi13, Daisuushi, TsubameGaeshi, Kanburi, ShiiaruRaotai, Uumensai, Sanrenkou,
        IsshokuSanjun, IipinMoyue, ChuupinRaoyui, Renhou, Daisharin, Daichikurin, Daisuurin, IshiNoUeNimoSannen, Daichisei,
    ]),
];

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
    let yaku = YAKU.iter().find_map(|(first, yaku)| yaku.get(number.checked_sub(*first)? as usize))?;
    Some(match yaku {
        SeatWind => LogYaku::of_wind(SeatWind, winds[0]),
        RoundWind => LogYaku::of_wind(RoundWind, winds[1]),
        &other => LogYaku::of(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_riichi::yaku::YAKU;

    /// The names beside some numbers in the client's table, and every yaku but that of other games.
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
        let known: Vec<Yaku> = (0..65).filter_map(|number| numbered(number, [0; 2])?.yaku()).collect();
        let missing: Vec<&str> =
            YAKU.iter().filter(|info| !known.contains(&info.yaku)).map(|info| info.slug).collect();
        assert_eq!(missing, ["north", "open_riichi", "sashikomi"]);
    }
}
