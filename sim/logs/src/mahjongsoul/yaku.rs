//! The numbers of yaku and dora.

use crate::yaku::LogYaku;
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

/// The yaku or type of dora with this number; norths set aside count as dora. `winds` are those of the winner and of the kyoku,
/// 0 east to 3 north. None for 46 (八連荘), which no ruleset has, and for unknown numbers.
pub(super) fn yaku(number: u32, winds: [u8; 2]) -> Option<LogYaku> {
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
        let words = |number| yaku(number, [3, 1]).map(LogYaku::words);
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
        let known: Vec<Yaku> = (0..65).filter_map(|number| yaku(number, [0; 2])?.yaku()).collect();
        let missing: Vec<&str> =
            YAKU.iter().filter(|info| !known.contains(&info.yaku)).map(|info| info.slug).collect();
        assert_eq!(missing, ["north", "open_riichi", "sashikomi"]);
    }
}
