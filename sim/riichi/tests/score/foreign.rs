//! Hands scored by other programs: RiichiEnv's Mahjong Soul hands and Majiang's wins. They are outside of the
//! project, in `../shared/cases` or under `HYAKUMAN_SHARED`: ignored unless asked for.

use crate::score::hand::{Won, meld};
use hyakuman_core::{Kind, Meld, Seat, Tile};
use hyakuman_riichi::presets::{mahjongsoul, mahjongsoul_sanma, tenhou};
use hyakuman_riichi::rules::RiichiRules;
use hyakuman_riichi::score::{HandValue, WinFlags};
use hyakuman_riichi::yaku::{Yaku, YakuSet};
use serde_json::Value;
use std::path::PathBuf;

/// A file of the shared folder `cases`.
fn cases(file: &str) -> Value {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let folder = std::env::var_os("HYAKUMAN_SHARED").map_or_else(|| PathBuf::from(default), PathBuf::from);
    let path = folder.join("cases").join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|e| panic!("{} (HYAKUMAN_SHARED says where it is): {e}", path.display()));
    serde_json::from_str(&text).expect("the file is JSON")
}

fn number(value: &Value) -> u8 {
    value.as_u64().expect("a number") as u8
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

/// Yaku and dora of a value, as the names of the other program.
type Names = Vec<String>;

mod shared {
    use super::*;

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: hands scored by other programs"]
    fn mahjong_soul_hands() {
        soul_hands("agari_4p.json", &mahjongsoul(), 408);
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: hands scored by other programs"]
    fn mahjong_soul_hands_of_three_players() {
        soul_hands("agari_3p.json", &mahjongsoul_sanma(), 201);
    }

    #[test]
    #[ignore = "needs HYAKUMAN_SHARED: hands scored by other programs"]
    fn majiang_wins() {
        agree_with_majiang("hule.json");
    }
}

fn soul_hands(file: &str, rules: &RiichiRules, expected_count: u32) {
    let file = cases(file);
    let mut count = 0;
    for case in list(&file["cases"]) {
        let won = soul_win(case);
        let value = won.value(rules).unwrap_or_else(|| panic!("no win: {case}"));
        let expected = &case["expected"];
        assert_eq!(soul_ids(&value), sorted(list(&expected["yaku"]).map(number)), "{case}");
        let (han, fu) = match value.yakuman {
            0 => (value.han, value.fu),
            multiple => (13 * multiple, 0),
        };
        assert_eq!((han, fu), (number(&expected["han"]), number(&expected["fu"])), "{case}");
        count += 1;
    }
    assert_eq!(count, expected_count);
}

/// Mahjong Soul's yaku numbers in the order of ours.
const SOUL_IDS: [(Yaku, u8); 45] = {
    use Yaku::*;
    [
        (MenzenTsumo, 1),
        (Riichi, 2),
        (Chankan, 3),
        (Rinshan, 4),
        (Haitei, 5),
        (Houtei, 6),
        (Haku, 7),
        (Hatsu, 8),
        (Chun, 9),
        (SeatWind, 10),
        (RoundWind, 11),
        (Tanyao, 12),
        (Iipeikou, 13),
        (Pinfu, 14),
        (Chanta, 15),
        (Ittsuu, 16),
        (SanshokuDoujun, 17),
        (DoubleRiichi, 18),
        (SanshokuDoukou, 19),
        (Sankantsu, 20),
        (Toitoi, 21),
        (Sanankou, 22),
        (Shousangen, 23),
        (Honroutou, 24),
        (Chiitoitsu, 25),
        (Junchan, 26),
        (Honitsu, 27),
        (Ryanpeikou, 28),
        (Chinitsu, 29),
        (Ippatsu, 30),
        (Tenhou, 35),
        (Chiihou, 36),
        (Daisangen, 37),
        (Suuankou, 38),
        (Tsuuiisou, 39),
        (Ryuuiisou, 40),
        (Chinroutou, 41),
        (Kokushi, 42),
        (Shousuushi, 43),
        (Suukantsu, 44),
        (Chuuren, 45),
        (JunseiChuuren, 47),
        (SuuankouTanki, 48),
        (Kokushi13, 49),
        (Daisuushi, 50),
    ]
};

fn sorted(ids: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut ids: Vec<u8> = ids.collect();
    ids.sort();
    ids
}

fn soul_ids(value: &HandValue) -> Vec<u8> {
    let yaku = SOUL_IDS.iter().filter(|(yaku, _)| value.yaku.has(*yaku)).map(|(_, id)| *id);
    let dora = value.dora;
    let dora = [(dora.dora, 31), (dora.aka, 32), (dora.ura, 33), (dora.nuki, 34)];
    let dora = dora.into_iter().filter(|&(n, _)| n > 0 && value.yakuman == 0).map(|(_, id)| id);
    sorted(yaku.chain(dora))
}

/// A tile from its number among 136; 16, 52 and 88 are the red fives.
fn physical(value: &Value) -> Tile {
    match number(value) {
        16 => Tile::red_five(0),
        52 => Tile::red_five(1),
        88 => Tile::red_five(2),
        id => Tile::of(id / 4),
    }
}

fn soul_win(case: &Value) -> Won {
    let conditions = &case["conditions"];
    let is = |name: &str| conditions[name].as_bool().expect("a bool");
    let indicators = |name: &str| list(&case[name]).map(|id| physical(id).kind()).collect();
    let flags = [
        ("riichi", WinFlags::RIICHI),
        ("double_riichi", WinFlags::DOUBLE_RIICHI),
        ("ippatsu", WinFlags::IPPATSU),
        ("haitei", WinFlags::HAITEI),
        ("houtei", WinFlags::HOUTEI),
        ("rinshan", WinFlags::RINSHAN),
        ("chankan", WinFlags::CHANKAN),
        ("tsumo_first_turn", WinFlags::FIRST_TURN),
    ];
    Won {
        concealed: list(&case["tiles_136"]).map(physical).collect(),
        win: physical(&case["win_tile_136"]),
        melds: list(&case["melds"]).map(soul_meld).collect(),
        tsumo: is("tsumo"),
        seat: Kind::wind(number(&conditions["player_wind"])),
        round: Kind::wind(number(&conditions["round_wind"])),
        flags: flags.iter().fold(WinFlags::NONE, |set, &(name, flag)| set.with_if(flag, is(name))),
        dora: indicators("dora_indicators"),
        ura: indicators("ura_indicators"),
        nuki: conditions["kita_count"].as_u64().unwrap_or(0) as u8,
    }
}

fn soul_meld(value: &Value) -> Meld {
    let tiles: Vec<Tile> = list(&value["tiles"]).map(physical).collect();
    meld(value["meld_type"].as_str().expect("a name"), &tiles)
}

fn agree_with_majiang(file: &str) {
    let file = cases(file);
    let rules = tenhou();
    let mut count = 0;
    for case in list(&file) {
        let (input, expected) = (&case["in"], &case["out"]);
        let (won, from) = majiang_win(input);
        let value = won.value(&rules).unwrap_or_else(|| panic!("no win: {case}"));
        assert_eq!(majiang_names(&value, &won), expected_names(expected), "{case}");
        let pot = &input["param"]["jicun"];
        let (honba, sticks) = (number(&pot["changbang"]) as u32, number(&pot["lizhibang"]) as u32);
        let paid: Vec<i32> = list(&expected["fenpei"]).map(|x| x.as_i64().expect("points") as i32).collect();
        assert_eq!(won.deltas(&rules, &value, from, honba, sticks)[..], paid, "{case}");
        let counted = (value.yakuman == 0).then_some((value.han as u64, value.fu as u64));
        assert_eq!(counted, expected["fanshu"].as_u64().zip(expected["fu"].as_u64()), "{case}");
        assert_eq!(value.yakuman as u64, expected["damanguan"].as_u64().unwrap_or(0), "{case}");
        count += 1;
    }
    assert_eq!(count, 2500);
}

/// A hand in Majiang's notation, `m345p406s67s8,m34-0`: the last concealed tile is the drawn one, a sign stands
/// behind the called tile. With a ron, who discarded (a sign behind the tile).
fn majiang_win(input: &Value) -> (Won, Seat) {
    let param = &input["param"];
    let mut parts = input["shoupai"].as_str().expect("a hand").split(',');
    let mut concealed = majiang_tiles(parts.next().expect("concealed tiles"));
    let ron = input["rongpai"].as_str();
    let win = match ron {
        Some(text) => majiang_tiles(text)[0],
        None => concealed.pop().expect("a drawn tile"),
    };
    let wind = |name: &str| number(&param[name]);
    let steps = ron.map_or(0, |text| 1 + "+=-".find(&text[2..]).expect("a sign") as u8);
    let kinds = |name: &str| list(&param[name]).flat_map(|x| majiang_tiles(x.as_str().expect("a tile")));
    let won = Won {
        concealed,
        win,
        melds: parts.map(majiang_meld).collect(),
        tsumo: ron.is_none(),
        seat: Kind::wind(wind("menfeng")),
        round: Kind::wind(wind("zhuangfeng")),
        flags: majiang_flags(&param["hupai"]),
        dora: kinds("baopai").map(Tile::kind).collect(),
        ura: kinds("fubaopai").map(Tile::kind).collect(),
        nuki: 0,
    };
    (won, Seat::new(wind("menfeng")).after(steps, 4))
}

fn majiang_tiles(text: &str) -> Vec<Tile> {
    let mut suit = 0;
    let mut tiles = Vec::new();
    for c in text.chars() {
        match c {
            'm' | 'p' | 's' | 'z' => suit = "mpsz".find(c).expect("a suit") as u8,
            '0' => tiles.push(Tile::red_five(suit)),
            '1'..='9' => tiles.push(Tile::of(9 * suit + c as u8 - b'1')),
            _ => assert!("+=-".contains(c), "{text}"),
        }
    }
    tiles
}

fn majiang_meld(text: &str) -> Meld {
    let mut tiles = majiang_tiles(text);
    let sign = text.find(['+', '=', '-']);
    let last_is_called = sign == Some(text.len() - 1);
    let sort = match (tiles.iter().any(|tile| tile.kind() != tiles[0].kind()), tiles.len(), sign) {
        (true, ..) => "chi",
        (_, 3, _) => "pon",
        (_, _, None) => "ankan",
        _ if last_is_called => "daiminkan",
        _ => "kakan",
    };
    if sort == "chi" {
        // The called tile stands before the sign, behind the suit letter and its predecessors.
        tiles.swap(0, sign.expect("a sign") - 2);
    }
    meld(sort, &tiles)
}

fn majiang_flags(hupai: &Value) -> WinFlags {
    let level = |name: &str| hupai[name].as_u64().unwrap_or(0);
    let is = |name: &str| hupai[name].as_bool().unwrap_or(false);
    WinFlags::NONE
        .with_if(WinFlags::RIICHI, level("lizhi") == 1)
        .with_if(WinFlags::DOUBLE_RIICHI, level("lizhi") == 2)
        .with_if(WinFlags::IPPATSU, is("yifa"))
        .with_if(WinFlags::HAITEI, level("haidi") == 1)
        .with_if(WinFlags::HOUTEI, level("haidi") == 2)
        .with_if(WinFlags::RINSHAN, is("lingshang"))
        .with_if(WinFlags::CHANKAN, is("qianggang"))
        .with_if(WinFlags::FIRST_TURN, level("tianhu") > 0)
}

fn expected_names(expected: &Value) -> Names {
    let name = |yaku: &Value| {
        let han = yaku["fanshu"].as_u64().unwrap_or(0);
        format!("{} {han}", yaku["name"].as_str().expect("a name"))
    };
    let mut names: Names = list(&expected["hupai"]).map(name).collect();
    names.sort();
    names
}

/// Names as Majiang prints them, with their han.
fn majiang_names(value: &HandValue, won: &Won) -> Names {
    let closed = won.melds.iter().all(|meld| !meld.is_open());
    let winds = ["東", "南", "西", "北"];
    let wind = |kind: Kind| winds[(kind.code() - Kind::EAST.code()) as usize];
    let name = |yaku: Yaku| match yaku {
        Yaku::SeatWind => format!("自風 {}", wind(won.seat)),
        Yaku::RoundWind => format!("場風 {}", wind(won.round)),
        Yaku::DoubleRiichi => "ダブル立直".to_owned(),
        yaku => yaku.info().kanji.replace("役牌", "翻牌"),
    };
    let yaku = value.yaku.iter().map(|yaku| format!("{} {}", name(yaku), YakuSet::of(&[yaku]).han(closed)));
    let dora = [("ドラ", value.dora.dora), ("赤ドラ", value.dora.aka), ("裏ドラ", value.dora.ura)];
    let dora = dora.into_iter().filter(|&(_, n)| n > 0 && value.yakuman == 0);
    let mut names: Names = yaku.chain(dora.map(|(name, n)| format!("{name} {n}"))).collect();
    names.sort();
    names
}
