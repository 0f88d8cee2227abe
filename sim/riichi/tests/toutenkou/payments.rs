//! The payments of the riichi engine under the rules of Toutenkou.

use crate::toutenkou::hand::{parse, rules_of};
use hyakuman_core::{Seat, SeatSet};
use hyakuman_riichi::rules::PaoYakuman;
use hyakuman_riichi::settle::{Pao, PaoCause, Stakes, WonBy, multi_ron_deltas, noten_deltas, win_deltas};
use hyakuman_riichi::toutenkou::{Gari, ToutenkouRules};
use hyakuman_riichi::variant::Variant;

const E: Seat = Seat::new(0);
const S: Seat = Seat::new(1);
const W: Seat = Seat::new(2);

fn stakes(honba: u32, kyotaku: u32) -> Stakes {
    Stakes { dealer: E, honba, kyotaku, active: SeatSet::all(3), wareme: None }
}

/// The changes by one win: how it was won, and honba and sticks.
fn paid(rules: &ToutenkouRules, hand: &str, won: WonBy, honba: u32, kyotaku: u32) -> [i32; 3] {
    let fields: Vec<&str> = hand.split('|').map(str::trim).collect();
    let [tiles, tile, melds, how, aside] = fields[..] else { panic!("{hand}") };
    let value = parse(tiles, tile, melds, how, aside).value(rules).expect("a win");
    win_deltas(Gari::riichi(rules), &value, &won, &stakes(honba, kyotaku))
}

const T01: &str = "23456p345678s55p | 7p | - | tsumo riichi | 19m4z";
const T02: &str = "23456p345678s55p | 7p | - | ron riichi | 19m4z";
const T03: &str = "23456p345678s55p | 7p | - | tsumo riichi oya | 19m4z";
const T09: &str = "2z | 2z | pon111z pon555z pon666z pon777z | tsumo | 119m4z";

#[test]
fn t01_to_t03_and_t33() {
    let rules = rules_of("-");
    let by = |winner, from| WonBy { winner, from, pao: None };
    assert_eq!(paid(&rules, T01, by(S, None), 0, 0), [-10, 20, -10]);
    assert_eq!(paid(&rules, T02, by(S, Some(W)), 0, 0), [0, 17, -17]);
    assert_eq!(paid(&rules, T03, by(E, None), 1, 0), [24, -12, -12]);
    assert_eq!(paid(&rules, T02, by(S, Some(W)), 2, 1), [0, 20, -19], "T33, and a stick");
}

#[test]
fn t09_the_liable_seat_pays_all_or_half() {
    let pao = Some(Pao { feeder: W, cause: PaoCause::Yakuman(PaoYakuman::Daisangen) });
    let won = |from| WonBy { winner: S, from, pao };
    let rules = rules_of("-");
    assert_eq!(paid(&rules, T09, won(None), 1, 0), [0, 94, -94], "twice 46, and the honba of both");
    let ron = T09.replace("tsumo", "ron");
    assert_eq!(paid(&rules, &ron, won(Some(E)), 1, 0), [-27, 55, -28], "half of 54 each, honba is on pao");
    let odd = ron.replace("119m4z", "19m4z");
    assert_eq!(paid(&rules, &odd, won(Some(E)), 0, 0), [-27, 53, -26], "the discarder pays the larger half");
    assert!(Gari::riichi(&rules_of("pao=false")).pao.is_empty());
}

#[test]
fn t20_two_win_on_one_tile() {
    let deltas = |rules: &str| {
        let rules = rules_of(rules);
        let nearest = parse("123406789p99m34s", "2s", "-", "ron dora=1m", "-").value(&rules).expect("a win");
        let other = parse("234567p67834s44z", "2s", "-", "ron dora=1m", "-").value(&rules).expect("a win");
        assert_eq!((nearest.total(), other.total()), (17, 12));
        let by = |winner| WonBy { winner, from: Some(E), pao: None };
        let wins = [(nearest, by(S)), (other, by(W))];
        multi_ron_deltas::<3>(Gari::riichi(&rules), &wins, &stakes(2, 2), SeatSet::EMPTY)
    };
    assert_eq!(deltas("-")[..], [[-19, 21, 0], [-12, 0, 12]]);
    assert_eq!(deltas("double_ron_honba=\"Both\"")[..], [[-19, 21, 0], [-14, 0, 14]]);
}

#[test]
fn t21_and_t34_noten() {
    let paid = |rules: &str, tenpai: &[Seat]| {
        let tenpai = tenpai.iter().copied().collect();
        noten_deltas::<3>(Gari::riichi(&rules_of(rules)), tenpai, SeatSet::all(3))
    };
    assert_eq!(paid("-", &[W]), [-10, -10, 20]);
    assert_eq!(paid("-", &[S, W]), [-20, 10, 10]);
    assert_eq!(paid("-", &[]), [0; 3]);
    assert_eq!(paid("-", &[E, S, W]), [0; 3]);
    assert_eq!(paid("noten=\"TwentyEachNoten\"", &[W]), [-20, -20, 40]);
    assert_eq!(paid("noten=\"TwentyEachNoten\"", &[S, W]), [-20, 10, 10]);
    assert_eq!(paid("noten_total=6", &[W]), [-3, -3, 6]);
}
