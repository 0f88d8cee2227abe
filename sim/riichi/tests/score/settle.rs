//! Payments: the settlement cases by id, and the rules of settlement (RULES.md 4.3 to 5.4, 6.3) one by one.

use hyakuman_core::{Seat, SeatSet};
use hyakuman_riichi::presets::{mahjongsoul, tenhou};
use hyakuman_riichi::rules::{
    MultiRonPot, Nagashi, Noten, PaoHonba, PaoTsumo3p, PaoYakuman, RiichiRules, SanmaTsumo,
};
use hyakuman_riichi::score::{HandValue, Limit};
use hyakuman_riichi::settle::{
    Pao, PaoCause, Stakes, WonBy, hand_points, multi_ron_deltas, nagashi_deltas, noten_deltas, win_deltas,
};
use hyakuman_riichi::yaku::{Yaku, YakuSet};

const A: fn() -> RiichiRules = tenhou;
const C: fn() -> RiichiRules = mahjongsoul;

/// Rules of three players that matter for settlement.
fn sanma() -> RiichiRules {
    RiichiRules { players: 3, honba_ron: 200, noten: Noten::Pool(2000), ..tenhou() }
}

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn seats(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|&number| seat(number)).collect()
}

fn worth(base: i32) -> HandValue {
    HandValue::flat(base, Limit::None)
}

/// A yakuman of these yaku; `multiple` as the rules count them.
fn yakuman(yaku: &[Yaku], multiple: u8) -> HandValue {
    HandValue {
        yaku: yaku.iter().copied().collect::<YakuSet>(),
        yakuman: multiple,
        ..HandValue::flat(8000 * multiple as i32, Limit::Yakuman)
    }
}

/// Seat 0 deals.
fn stakes(players: usize, honba: u32, kyotaku: u32) -> Stakes {
    Stakes { dealer: seat(0), honba, kyotaku, active: SeatSet::all(players), wareme: None }
}

fn ron(winner: u8, from: u8) -> WonBy {
    WonBy { winner: seat(winner), from: Some(seat(from)), pao: None }
}

fn tsumo(winner: u8) -> WonBy {
    WonBy { winner: seat(winner), from: None, pao: None }
}

fn fed_by(feeder: u8, yakuman: PaoYakuman, won: WonBy) -> WonBy {
    WonBy { pao: Some(Pao { feeder: seat(feeder), cause: PaoCause::Yakuman(yakuman) }), ..won }
}

#[test]
fn st01_ron_with_honba_and_sticks() {
    let deltas = win_deltas(&A(), &worth(2000), &ron(1, 3), &stakes(4, 2, 2));
    assert_eq!(deltas, [0, 10_600, 0, -8_600]);
}

/// a payment is doubled, honba included, where the wareme wins or pays; sticks are not.
#[test]
fn wareme_is_paid_and_pays_double() {
    let stakes = |wareme| Stakes { wareme: Some(seat(wareme)), ..stakes(4, 2, 2) };
    let pays = |won: WonBy, wareme| -> [i32; 4] { win_deltas(&A(), &worth(2000), &won, &stakes(wareme)) };
    assert_eq!(pays(ron(1, 3), 1), [0, 19_200, 0, -17_200], "it wins: 2 x 8,600 and 2 sticks");
    assert_eq!(pays(ron(1, 3), 3), [0, 19_200, 0, -17_200], "it deals in");
    assert_eq!(pays(ron(1, 3), 2), [0, 10_600, 0, -8_600], "it has no part in it");
    assert_eq!(pays(tsumo(1), 1), [-8_400, 19_200, -4_400, -4_400], "2 x (4,200 + 2,200 + 2,200)");
    assert_eq!(pays(tsumo(1), 0), [-8_400, 14_800, -2_200, -2_200], "the dealer pays 2 x 4,200");
    assert_eq!(pays(tsumo(0), 2), [18_800, -4_200, -8_400, -4_200], "one of three pays double");
}

/// of two winners on one tile only the wareme is paid double, and draws pay as usual.
#[test]
fn wareme_of_several_winners_and_at_draws() {
    let stakes = Stakes { wareme: Some(seat(3)), ..stakes(4, 1, 0) };
    let wins = [(worth(960), ron(1, 0)), (worth(1440), ron(3, 0))];
    let deltas = multi_ron_deltas::<4>(&A(), &wins, &stakes, SeatSet::EMPTY);
    assert_eq!(deltas[..], [[-4_200, 4_200, 0, 0], [-11_600, 0, 0, 11_600]]);
    let nagashi: [i32; 4] = nagashi_deltas(&A(), seats(&[3]), &stakes);
    assert_eq!(nagashi, [-4_000, -2_000, -2_000, 8_000]);
}

/// with: the liable seat pays half of 32,000 and the honba, doubled.
#[test]
fn wareme_that_is_liable_pays_double() {
    let stakes = Stakes { wareme: Some(seat(2)), ..stakes(4, 1, 0) };
    let value = yakuman(&[Yaku::Daisangen], 1);
    let won = fed_by(2, PaoYakuman::Daisangen, ron(1, 3));
    let deltas: [i32; 4] = win_deltas(&A(), &value, &won, &stakes);
    assert_eq!(deltas, [0, 48_600, -32_600, -16_000]);
}

#[test]
fn st02_two_rons() {
    let wins = [(worth(960), ron(1, 0)), (worth(1440), ron(3, 0))];
    let deltas = multi_ron_deltas::<4>(&A(), &wins, &stakes(4, 1, 2), SeatSet::EMPTY);
    assert_eq!(deltas[..], [[-4_200, 6_200, 0, 0], [-5_800, 0, 0, 5_800]]);
}

#[test]
fn st03_three_rons_pay_the_pot_to_the_nearest() {
    let wins = [(worth(2000), ron(3, 2)), (worth(240), ron(0, 2)), (worth(2000), ron(1, 2))];
    let deltas = multi_ron_deltas::<4>(&C(), &wins, &stakes(4, 1, 3), SeatSet::EMPTY);
    assert_eq!(deltas[..], [[0, 0, -8_300, 11_300], [1_500, 0, -1_500, 0], [0, 8_000, -8_000, 0]]);
}

#[test]
fn st04_to_st09_pao() {
    use PaoYakuman::{Daisangen as Dragons, Daisuushi as Winds};
    let dragons = || yakuman(&[Yaku::Daisangen], 1);
    let both = || yakuman(&[Yaku::Daisangen, Yaku::Tsuuiisou], 2);
    let rows = [
        ("ST04", A(), dragons(), fed_by(2, Dragons, tsumo(1)), 1, [0, 32_300, -32_300, 0]),
        ("ST04", C(), dragons(), fed_by(2, Dragons, tsumo(1)), 1, [0, 32_300, -32_300, 0]),
        ("ST05", A(), dragons(), fed_by(2, Dragons, ron(1, 3)), 2, [0, 32_600, -16_600, -16_000]),
        ("ST05", C(), dragons(), fed_by(2, Dragons, ron(1, 3)), 2, [0, 32_600, -16_600, -16_000]),
        ("ST06", A(), both(), fed_by(2, Dragons, tsumo(1)), 0, [0, 64_000, -64_000, 0]),
        ("ST06", C(), both(), fed_by(2, Dragons, tsumo(1)), 0, [-16_000, 64_000, -40_000, -8_000]),
        ("ST07", A(), both(), fed_by(2, Dragons, ron(1, 0)), 0, [-32_000, 64_000, -32_000, 0]),
        ("ST07", C(), both(), fed_by(2, Dragons, ron(1, 0)), 0, [-48_000, 64_000, -16_000, 0]),
        ("ST08", A(), yakuman(&[Yaku::Daisuushi], 1), fed_by(2, Winds, tsumo(0)), 0, [48_000, 0, -48_000, 0]),
        ("ST08", C(), yakuman(&[Yaku::Daisuushi], 2), fed_by(2, Winds, tsumo(0)), 0, [96_000, 0, -96_000, 0]),
        ("ST09", A(), both(), fed_by(2, Dragons, ron(1, 2)), 1, [0, 64_300, -64_300, 0]),
        ("ST09", C(), both(), fed_by(2, Dragons, ron(1, 2)), 1, [0, 64_300, -64_300, 0]),
        ("no yakuman", A(), worth(2000), fed_by(2, Dragons, ron(1, 3)), 1, [0, 8_300, 0, -8_300]),
    ];
    for (id, rules, value, won, honba, expected) in rows {
        assert_eq!(win_deltas(&rules, &value, &won, &stakes(4, honba, 0)), expected, "{id} {won:?}");
    }
}

#[test]
fn honba_of_pao_may_stay_with_the_discarder() {
    let rules = RiichiRules { pao_honba: PaoHonba::Discarder, ..C() };
    let value = yakuman(&[Yaku::Daisangen], 1);
    let by_ron = fed_by(2, PaoYakuman::Daisangen, ron(1, 3));
    assert_eq!(win_deltas(&rules, &value, &by_ron, &stakes(4, 2, 0)), [0, 32_600, -16_000, -16_600]);
    let by_tsumo = fed_by(2, PaoYakuman::Daisangen, tsumo(1));
    assert_eq!(win_deltas(&rules, &value, &by_tsumo, &stakes(4, 2, 0)), [-200, 32_600, -32_200, -200]);
}

#[test]
fn pao_of_kans() {
    let suukantsu = yakuman(&[Yaku::Suukantsu], 1);
    let won = fed_by(0, PaoYakuman::Suukantsu, tsumo(3));
    assert_eq!(win_deltas(&C(), &suukantsu, &won, &stakes(4, 0, 1)), [-32_000, 0, 0, 33_000]);
    let cause = PaoCause::Rinshan;
    let rinshan = WonBy { pao: Some(Pao { feeder: seat(2), cause }), ..tsumo(1) };
    assert_eq!(win_deltas(&C(), &worth(320), &rinshan, &stakes(4, 1, 0)), [0, 1_800, -1_800, 0]);
}

#[test]
fn st10_to_st13_three_players() {
    assert_eq!(win_deltas(&sanma(), &worth(2000), &tsumo(1), &stakes(3, 2, 0)), [-4_200, 6_400, -2_200]);
    assert_eq!(win_deltas(&sanma(), &worth(1280), &tsumo(0), &stakes(3, 2, 1)), [6_600, -2_800, -2_800]);
    assert_eq!(win_deltas(&sanma(), &worth(640), &ron(1, 2), &stakes(3, 2, 3)), [0, 6_000, -3_000]);
    assert_eq!(win_deltas(&sanma(), &worth(2000), &tsumo(2), &stakes(3, 1, 1)), [-4_100, -2_100, 7_200]);
}

#[test]
fn st18_and_the_other_ways_to_split_a_three_player_tsumo() {
    let rows = [
        (SanmaTsumo::SplitNorth, 2000, 1, [-5_000, 8_000, -3_000]),
        (SanmaTsumo::SplitNorth, 480, 1, [-1_200, 2_000, -800]),
        (SanmaTsumo::SplitNorth, 2000, 0, [12_000, -6_000, -6_000]),
        (SanmaTsumo::SplitEven, 2000, 1, [-4_000, 8_000, -4_000]),
        (SanmaTsumo::SplitEven, 240, 0, [1_600, -800, -800]),
        (SanmaTsumo::Loss, 2000, 0, [8_000, -4_000, -4_000]),
    ];
    for (sanma_tsumo, base, winner, expected) in rows {
        let rules = RiichiRules { sanma_tsumo, ..sanma() };
        assert_eq!(win_deltas(&rules, &worth(base), &tsumo(winner), &stakes(3, 0, 0)), expected);
    }
}

#[test]
fn three_player_pao_pays_the_shares_or_a_full_ron() {
    let value = yakuman(&[Yaku::Daisangen], 1);
    let won = fed_by(2, PaoYakuman::Daisangen, tsumo(1));
    assert_eq!(win_deltas(&sanma(), &value, &won, &stakes(3, 1, 0)), [0, 24_200, -24_200]);
    let rules = RiichiRules { pao_tsumo_3p: PaoTsumo3p::FullRon, ..sanma() };
    assert_eq!(win_deltas(&rules, &value, &won, &stakes(3, 1, 0)), [0, 32_200, -32_200]);
}

#[test]
fn st14_nagashi() {
    let both = seats(&[0, 2]);
    assert_eq!(nagashi_deltas(&A(), both, &stakes(4, 3, 2)), [8_000, -6_000, 4_000, -6_000]);
    assert_eq!(nagashi_deltas(&A(), seats(&[1]), &stakes(4, 3, 2)), [-4_000, 8_000, -2_000, -2_000]);
    assert_eq!(nagashi_deltas(&sanma(), seats(&[1]), &stakes(3, 0, 0)), [-4_000, 6_000, -2_000]);
    let paid = RiichiRules { nagashi_takes_honba: true, ..A() };
    assert_eq!(nagashi_deltas(&paid, seats(&[1]), &stakes(4, 3, 2)), [-4_300, 10_900, -2_300, -2_300]);
    let yakuman = RiichiRules { nagashi: Nagashi::Yakuman, ..A() };
    assert_eq!(nagashi_deltas(&yakuman, seats(&[0]), &stakes(4, 0, 0)), [48_000, -16_000, -16_000, -16_000]);
    // Seat 0, the dealer, has won before: nobody pays or is paid for it.
    let without_dealer = Stakes { active: seats(&[1, 2, 3]), ..stakes(4, 0, 0) };
    assert_eq!(nagashi_deltas(&C(), seats(&[1]), &without_dealer), [0, 4_000, -2_000, -2_000]);
    let off = RiichiRules { nagashi: Nagashi::Off, ..A() };
    assert_eq!(nagashi_deltas(&off, both, &stakes(4, 3, 2)), [0; 4]);
}

#[test]
fn noten_payments() {
    let all = SeatSet::all(4);
    assert_eq!(noten_deltas(&A(), seats(&[2]), all), [-1_000, -1_000, 3_000, -1_000]);
    assert_eq!(noten_deltas(&A(), seats(&[0, 3]), all), [1_500, -1_500, -1_500, 1_500]);
    assert_eq!(noten_deltas(&A(), seats(&[0, 1, 3]), all), [1_000, 1_000, -3_000, 1_000]);
    assert_eq!(noten_deltas(&A(), all, all), [0; 4]);
    assert_eq!(noten_deltas(&A(), SeatSet::EMPTY, all), [0; 4]);
    assert_eq!(noten_deltas(&sanma(), seats(&[1]), SeatSet::all(3)), [-1_000, 2_000, -1_000]);
    assert_eq!(noten_deltas(&sanma(), seats(&[1, 2]), SeatSet::all(3)), [-2_000, 1_000, 1_000]);
}

#[test]
fn st15_and_st16_with_winners_out() {
    let left = Stakes { active: seats(&[1, 2, 3]), ..stakes(4, 0, 0) };
    assert_eq!(win_deltas(&A(), &worth(2000), &tsumo(1), &left), [0, 4_000, -2_000, -2_000]);
    let pairwise = RiichiRules { noten: Noten::PerPair(1000), ..A() };
    assert_eq!(noten_deltas(&pairwise, seats(&[2]), SeatSet::all(4)), [-1_000, -1_000, 3_000, -1_000]);
    assert_eq!(noten_deltas(&pairwise, seats(&[1, 2]), left.active), [0, 1_000, 1_000, -2_000]);
    assert_eq!(noten_deltas(&pairwise, seats(&[1, 2]), SeatSet::all(4)), [-2_000, 2_000, 2_000, -2_000]);
}

#[test]
fn a_split_pot_gives_everybody_honba_and_shares_the_sticks() {
    let rules = RiichiRules { multi_ron_pot: MultiRonPot::Split, ..C() };
    let wins = [(worth(2000), ron(3, 2)), (worth(240), ron(0, 2)), (worth(2000), ron(1, 2))];
    let deltas = multi_ron_deltas::<4>(&rules, &wins, &stakes(4, 1, 1), SeatSet::EMPTY);
    assert_eq!(deltas[..], [[0, 0, -8_300, 8_700], [2_100, 0, -1_800, 0], [0, 8_600, -8_300, 0]]);
}

#[test]
fn own_sticks_come_back_and_the_rest_goes_to_the_nearest() {
    let rules = RiichiRules { multi_ron_pot: MultiRonPot::OwnSticks, ..C() };
    let wins = [(worth(2000), ron(3, 2)), (worth(240), ron(0, 2)), (worth(2000), ron(1, 2))];
    let deltas = multi_ron_deltas::<4>(&rules, &wins, &stakes(4, 1, 4), seats(&[0, 3]));
    assert_eq!(deltas[..], [[0, 0, -8_300, 11_300], [2_800, 0, -1_800, 0], [0, 8_300, -8_300, 0]]);
}

#[test]
fn points_leave_out_honba_and_sticks() {
    let value = worth(320);
    assert_eq!(hand_points::<4>(&A(), &value, &tsumo(1), &stakes(4, 5, 2)), 1_500);
    assert_eq!(hand_points::<4>(&A(), &value, &ron(0, 2), &stakes(4, 5, 2)), 2_000);
    assert_eq!(hand_points::<3>(&sanma(), &value, &tsumo(1), &stakes(3, 5, 2)), 1_100);
}
