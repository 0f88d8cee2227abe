//! Every rule has the effect that it documents: the result of one situation for two of its values.

use crate::hand::{Given, rules_of, tiles};
use crate::play::{E, N, Play, S, W, match_state, plain};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::game::Game;
use hyakuman_core::game::ruleset::{AsTable, Ruleset};
use hyakuman_core::game::testing::knobs::check_refusals;
use hyakuman_core::{Kind, RelSeat};
use hyakuman_toppan::Action::{Bet, Continue, Hit, Pass, Stay, Win};
use hyakuman_toppan::{Toppan, ToppanRules};

/// A rule, two of its values, a situation, and its result under each.
type Row = (&'static str, [&'static str; 2], fn(&ToppanRules) -> String, [&'static str; 2]);

const ROWS: &[Row] = &[
    ("dora_indicators", ["1", "0"], |rules| opening(rules, "1m 9m 9p 9s / / 8s"), ["2", "1"]),
    ("dora_stacking", ["true", "false"], |rules| han(rules, "9m9m", "888s", true), ["8", "4"]),
    ("toppan_extra", ["\"Indicator\"", "\"Tile\""], |rules| toppan(rules, "6s"), ["3", "2"]),
    ("toppan_extra", ["\"Tile\"", "\"Off\""], |rules| toppan(rules, "7s"), ["3", "2"]),
    ("extra_scope", ["\"Table\"", "\"Declarer\""], scope, ["3 2", "3 1"]),
    ("wangpai_reserve", ["1", "0"], |rules| toppan(rules, "6s"), ["3", "2"]),
    ("continuous_wall", ["true", "false"], continuous, ["1p", "9m"]),
    ("suit_sensitive_sets", ["true", "false"], |rules| han(rules, "4m5p6s", "-", true), ["-", "2"]),
    ("red_fives", ["[1, 1, 1]", "[0, 1, 1]"], |rules| opening(rules, "1p 0m 9p 8s"), ["4", "1"]),
    ("honba_for", ["\"Both\"", "\"Dealer\""], |rules| opening_with(rules, "8m 9m 9p 9s", 3), ["4", "1"]),
    ("roundwind_per_tile", ["true", "false"], |rules| han(rules, "1z1z3p", "-", false), ["9", "8"]),
    ("score_child_on_dealer_bust", ["\"Full\"", "\"BaseOnly\""], dealer_bust, ["6", "3"]),
    ("visible_own_wind", ["\"Half\"", "\"Ten\""], own_wind, ["true", "false"]),
    ("first_tile_child_hidden", ["true", "false"], first_seen, ["false", "true"]),
    ("bets", ["[0.5, 1, 2]", "[0.5, 1, 3]"], |rules| paid(rules, 2), ["2", "3"]),
    ("redraw_four_equal", ["true", "false"], four_equal, ["0", "3"]),
    ("redraw_three_wins", ["true", "false"], three_wins, ["0", "-6"]),
    ("redraw_adds_honba", ["false", "true"], honba_after_redraw, ["0", "1"]),
    (
        "start",
        ["200", "300"],
        |rules| {
            let match_state = MatchState::first(rules.start * Toppan::UNITS_PER_POINT);
            Play::from(rules, match_state, &[""]).game.match_state().scores[0].to_string()
        },
        ["400", "600"],
    ),
    ("bust_at", ["0", "-100"], |rules| ends(rules, [2, 200, 200, 398]), ["Bust", "-"]),
    ("upper_at", ["450", "600"], |rules| ends(rules, [100, 449, 100, 151]), ["Reached", "-"]),
    ("prize", ["30", "60"], |rules| result(rules, [2, 200, 200, 398]), ["-311 21 31 259", "-341 21 61 259"]),
    (
        "bust_prize",
        ["\"FromBustedToBuster\"", "\"ShareOthers\""],
        |rules| result(rules, [2, 200, 200, 398]),
        ["-311 21 31 259", "-311 31 11 269"],
    ),
    (
        "upper_prize",
        ["\"TenFromEach\"", "\"FromPayer\""],
        |rules| result(rules, [149, 449, 100, 102]),
        ["-74 380 -169 -137", "-94 380 -159 -127"],
    ),
    (
        "floating",
        ["\"AtLeast\"", "\"Above\""],
        |rules| result_at_the_end(rules, [200, 210, 200, 190]),
        ["20 70 0 -90", "-10 110 -30 -70"],
    ),
    (
        "doukoku_downgrade",
        ["\"Over\"", "\"AtLeast\""],
        |rules| han(rules, "333m1p5z", "-", true),
        ["mangan", "19"],
    ),
    ("honitsu_needs_both", ["true", "false"], |rules| han(rules, "124m", "-", false), ["7", "10"]),
    ("four_alike_two_pairs", ["true", "false"], |rules| han(rules, "4444m", "-", true), ["21", "11"]),
    (
        "uma_precedence",
        ["\"UpperBustCount\"", "\"BustUpperCount\""],
        |rules| result(rules, [2, 449, 100, 249]),
        ["-301 380 -109 30", "-321 340 -79 60"],
    ),
    (
        "tie_break",
        ["\"InitialSeat\"", "\"Split\""],
        |rules| result_at_the_end(rules, [200, 300, 150, 150]),
        ["20 160 -70 -110", "20 160 -90 -90"],
    ),
    (
        "uma",
        [
            "[[100, -10, -30, -60], [60, 20, -20, -60], [60, 20, 0, -80]]",
            "[[9, 0, 0, -9], [6, 0, 0, -6], [3, 0, 0, -3]]",
        ],
        |rules| result_at_the_end(rules, [200, 300, 160, 140]),
        ["20 160 -60 -120", "0 106 -40 -66"],
    ),
    ("max_honba", ["\"None\"", "1"], two_stays, ["2", "1"]),
];

#[test]
fn every_value_does_what_it_says() {
    let mut wrong = Vec::new();
    for (field, values, situation, expected) in ROWS {
        for (value, expected) in values.iter().zip(expected) {
            let found = situation(&rules_for(field, value));
            if found != *expected {
                wrong.push(format!("{field} = {value}: found {found}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_field_is_missing() {
    for field in ToppanRules::FIELDS {
        assert!(
            ROWS.iter().any(|row| row.0 == field.name && row.3[0] != row.3[1]),
            "no row for `{}`",
            field.name
        );
    }
    assert_eq!(ToppanRules::FIELDS.len(), 31);
}

#[test]
fn what_a_rule_demands_is_refused_otherwise() {
    check_refusals::<ToppanRules>(include_str!("knobs.txt"));
}

/// The rules with one value; without dora unless the row is about them.
fn rules_for(field: &str, value: &str) -> ToppanRules {
    let extra = ["extra_scope", "wangpai_reserve"].contains(&field);
    let extra = if extra { "toppan_extra=\"Indicator\"" } else { "" };
    let mut table = plain(extra).to_table();
    table.extend(format!("{field} = {value}").parse::<toml::Table>().expect("toml"));
    let rules = ToppanRules::from_table(table).expect("rules");
    assert!(rules.validate().is_empty(), "{field} = {value}");
    rules
}

/// The value of a hand of south in the east round, with all indicators.
fn han(rules: &ToppanRules, hand: &str, shown: &str, declared: bool) -> String {
    let rules = ToppanRules { dora_indicators: 34, ..rules.clone() };
    let (tiles, indicators) = (tiles(hand), tiles(shown));
    let (seat, round) = (Kind::SOUTH, Kind::EAST);
    let given = Given { tiles, seat, round, honba: 0, bet: 2, indicators, declared };
    match given.value(&rules) {
        None => "-".into(),
        Some(value) if value.mangan => "mangan".into(),
        Some(value) => value.han.to_string(),
    }
}

/// Points as text.
fn text(half_points: i32) -> String {
    (f64::from(half_points) / 2.0).to_string()
}

/// All four stay with their first tile: what south wins.
fn opening(rules: &ToppanRules, hand: &str) -> String {
    opening_with(rules, hand, 0)
}

fn opening_with(rules: &ToppanRules, hand: &str, honba: u32) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, honba), &[hand]);
    play.bets().go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay)]);
    text(play.last().deltas[1])
}

/// South declares a toppan hand with this tile first among those kept back: what it wins.
fn toppan(rules: &ToppanRules, kept: &str) -> String {
    let kept = if rules.wangpai_reserve == 0 { "" } else { kept };
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &[&format!("2m 3m 9p 9s 7p 5z / {kept}")]);
    play.bets().go(&[(E, Stay), (S, Hit), (S, Hit), (S, Win), (W, Stay), (N, Stay)]);
    text(play.last().deltas[1])
}

/// South turns up an indicator of seven, west stays with a seven: what both win.
fn scope(rules: &ToppanRules) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["2m 3m 7s 9s 7p 5z / 6s"]);
    play.bets().go(&[(E, Stay), (S, Hit), (S, Hit), (S, Win), (W, Stay), (N, Stay)]);
    format!("{} {}", text(play.last().deltas[1]), text(play.last().deltas[2]))
}

/// The dealer's first tile of a second kyoku, where another wall would begin with 9m.
fn continuous(rules: &ToppanRules) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["8m 9m 9p 9s 1p", "9m"]);
    play.bets().go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay), (E, Continue)]);
    let gone = play.game.view(S).gone().count();
    assert_eq!(gone, if rules.continuous_wall { 4 } else { 0 });
    play.game.held(E).tiles()[0].to_string()
}

/// The dealer goes bust against 1p, 8p and 0s: what it pays.
fn dealer_bust(rules: &ToppanRules) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["8m 1p 8p 0s 9m"]);
    play.bets().go(&[(E, Hit)]);
    text(-play.last().deltas[0])
}

/// Whether a child may stay with 8 while the dealer shows an east.
fn own_wind(rules: &ToppanRules) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["5z 8p 8s 9s 1z 1p 5z"]);
    play.bets().go(&[(E, Hit), (E, Stay)]);
    let stayed = play.game.held(S).tiles().len() == 1 && play.may(S, Stay);
    stayed.to_string()
}

/// Whether the dealer sees the first tile of a child.
fn first_seen(rules: &ToppanRules) -> String {
    let play = Play::from(rules, match_state([200; 4], 0, 0), &["5z 8p"]);
    play.game.view(E).first(RelSeat::new(1)).is_some().to_string()
}

/// What south wins with one han and this bet.
fn paid(rules: &ToppanRules, bet: u8) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["8m 9m 9p 9s"]);
    play.go(&[(S, Bet(bet)), (W, Bet(0)), (N, Bet(0)), (E, Stay), (S, Stay), (W, Stay), (N, Stay)]);
    text(play.last().deltas[1])
}

/// Four nines: what the dealer wins.
fn four_equal(rules: &ToppanRules) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["9m 9m 9p 9s"]);
    play.bets().go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay)]);
    text(play.last().deltas[0])
}

/// Three pairs of eights: what the dealer wins.
fn three_wins(rules: &ToppanRules) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["5p 8m 8p 8s 8m 8p 8s"]);
    play.bets().go(&[(E, Stay), (S, Hit), (W, Hit), (N, Hit)]);
    text(play.last().deltas[0])
}

fn honba_after_redraw(rules: &ToppanRules) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["9m 9m 9p 9s"]);
    play.bets().go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay)]);
    play.game.match_state().honba.to_string()
}

/// The dealer stays twice: the honba then.
fn two_stays(rules: &ToppanRules) -> String {
    let mut play = Play::from(rules, match_state([200; 4], 0, 0), &["8m 9m 9p 9s"]);
    for _ in 0..2 {
        play.bets().go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay), (E, Continue)]);
    }
    play.game.match_state().honba.to_string()
}

/// East pays a point to each from these scores in the first kyoku.
fn settled(rules: &ToppanRules, scores: [i32; 4]) -> Play {
    let mut play = Play::from(rules, match_state(scores, 0, 0), &["8m 9m 9p 9s"]);
    play.bets().go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay)]);
    play
}

fn ends(rules: &ToppanRules, scores: [i32; 4]) -> String {
    settled(rules, scores).report.end.map_or("-".into(), |end| format!("{:?}", end.reason))
}

fn result(rules: &ToppanRules, scores: [i32; 4]) -> String {
    results(&settled(rules, scores))
}

/// Results of a match that ends with these scores: in the last kyoku north, the dealer, has paid a point to each and
/// passes.
fn result_at_the_end(rules: &ToppanRules, [e, s, w, n]: [i32; 4]) -> String {
    let from = [e - 1, s - 1, w - 1, n + 3];
    let mut play = Play::from(rules, match_state(from, 7, 0), &["8m 9m 9p 9s"]);
    play.bets().go(&[(N, Stay), (E, Stay), (S, Stay), (W, Stay), (N, Pass)]);
    results(&play)
}

/// The results in points.
fn results(play: &Play) -> String {
    let end = play.report.end.expect("over");
    end.rank_points.map(|points| (points / 1_000).to_string()).join(" ")
}

#[test]
fn rules_are_a_table_and_back() {
    let rules = rules_of("bets=[1,2.5,7] max_honba=9");
    assert_eq!((rules.bets, rules.max_honba), ([1.0, 2.5, 7.0], Some(9)));
    let again = ToppanRules::from_table(rules.to_table()).expect("rules");
    assert_eq!(again, rules);
}
