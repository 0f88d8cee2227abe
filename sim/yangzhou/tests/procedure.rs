//! The procedure: who may win when, who pays, who deals. Names are those of the cases.

use crate::play::{E, N, Play, S, W, drop};
use hyakuman_core::Kind;
use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::game::{Game, KyokuResult};
use hyakuman_yangzhou::Action::{Chi, Daiminkan, Kan, Pass, Pon, Ron, Tsumo, Tsumogiri};

#[test]
fn y28_two_win_on_one_discard() {
    let hands = ["", "345345m678p234s9s", "123789m123789p9s", ""];
    let mut play = Play::new("yangzhou", hands, "9s", "");
    play.turn(E, Tsumogiri);
    play.claim(&[(S, Ron), (W, Ron)]);
    let totals: Vec<i32> = play.report.wins.iter().map(|win| win.points).collect();
    assert_eq!(totals, [19, 23]);
    assert_eq!(play.report.kyoku[0].3, [-84, 38, 46, 0]);
    assert_eq!(play.game.match_state().kyoku, 1, "the dealer did not win");
}

/// Y29: W pons 1m, S chis 789m and waits for 1m, W adds the fourth.
fn robbing(rules: &str) -> Play {
    let hands = ["18m", "7923m123p123s55z9p", "11m1z", ""];
    let mut play = Play::new(rules, hands, "8s 9s 2z 1m", "");
    play.turn(E, drop("1m"));
    play.claim(&[(W, Pon)]);
    play.turn(W, drop("1z"));
    play.turn(N, Tsumogiri);
    play.turn(E, drop("8m"));
    play.claim(&[(S, Chi(ChiSide::Middle))]);
    play.turn(S, drop("9p"));
    play.turn(W, Kan(Kind::of(0)));
    play
}

#[test]
fn y29_an_added_kan_is_robbed() {
    let mut play = robbing("yangzhou");
    play.claim(&[(S, Ron)]);
    assert_eq!(play.report.kyoku[0].3, [0, 44, -44, 0]);
    assert_eq!(play.report.wins[0].points, 22);
}

/// The hand is worth 22.
#[test]
fn a_robbed_kan_may_have_a_minimum_of_its_own() {
    for (rules, may) in [
        ("yangzhou min_robbed_kan=22", true),
        ("yangzhou min_robbed_kan=23", false),
        ("yangzhou min_ron=23", false),
        ("yangzhou min_ron=23 min_robbed_kan=22", true),
        ("yangzhou min_tsumo=23", true),
    ] {
        let play = robbing(rules);
        let is_offered = play.game.deciders().has(S) && play.may(S, Ron);
        assert_eq!(is_offered, may, "{rules}");
        assert!(may || !play.game.view(S).missed(), "below the minimum is no chance");
    }
}

/// The hand is worth 19 by ron and 20 by tsumo.
#[test]
fn an_own_draw_may_have_a_minimum_of_its_own() {
    for (rules, ron, tsumo) in [
        ("yangzhou min_tsumo=20", true, true),
        ("yangzhou min_tsumo=21", true, false),
        ("yangzhou min_ron=20", false, true),
    ] {
        let hands = ["", "345345m678p234s9s", "", ""];
        let mut play = Play::new(rules, hands, "9s 9s", "");
        play.turn(E, Tsumogiri);
        assert_eq!(play.game.turn().0 == E, ron, "{rules}: may south claim the discard?");
        if ron {
            play.claim(&[]);
        }
        assert_eq!(play.may(S, Tsumo), tsumo, "{rules}");
        play.turn(S, Tsumogiri);
        assert_eq!(play.game.view(S).missed(), tsumo, "{rules}");
    }
}

#[test]
fn a_kan_that_is_not_robbed_stands_and_the_chance_is_missed() {
    let mut play = robbing("yangzhou");
    play.claim(&[(S, Pass)]);
    assert!(play.game.view(S).missed());
    assert_eq!(play.game.turn().0, W, "the replacement is drawn");
    play.turn(W, Tsumogiri);
}

/// The player of Y20: S with 123m 456m 789m and 777z exposed, and 5p, or with `two` 89m55p and no 789m.
fn exposed(rules: &str, last: &str, front: &str) -> Play {
    let naked = last == "5p";
    let south = if naked { "235689m77z5p4499s" } else { "235689m77z55p449s" };
    let front = format!("9p 9p 9p 9s {}7z {front}", if naked { "6s 6s 1p " } else { "" });
    let mut play = Play::new(rules, ["147m", south, "", ""], &front, "");
    play.turn(E, drop("1m"));
    play.claim(&[(S, Chi(ChiSide::Low))]);
    play.turn(S, drop("4s"));
    play.draw_and_discard(&[W, N]);
    play.turn(E, drop("4m"));
    play.claim(&[(S, Chi(ChiSide::Low))]);
    play.turn(S, drop("4s"));
    if naked {
        play.draw_and_discard(&[W, N]);
        play.turn(E, drop("7m"));
        play.claim(&[(S, Chi(ChiSide::Low))]);
        play.turn(S, drop("9s"));
    }
    play.turn(W, Tsumogiri);
    play.claim(&[(S, Pon)]);
    play.turn(S, drop("9s"));
    play
}

/// Whether south may win with another seat's tile after discarding one with which it could have won.
fn may_after_its_own(rules: &str, rest: &str, draws: &str) -> bool {
    let mut play = exposed(rules, rest, draws);
    play.draw_and_discard(&[W, N, E]);
    assert!(play.may(S, Tsumo));
    play.turn(S, Tsumogiri);
    play.turn(W, Tsumogiri);
    play.may(S, Ron)
}

#[test]
fn y30_a_bare_tile_may_be_thrown_and_won_on() {
    let may = |rules| may_after_its_own(rules, "5p", "1z 1z 2z 5p 5p");
    assert!(may("yangzhou") && !may("yangzhou naked_wait_exempt=false"));
}

#[test]
fn y20_is_won_on_a_discard() {
    let mut play = exposed("yangzhou", "5p", "5p");
    play.turn(W, Tsumogiri);
    play.claim(&[(S, Ron)]);
    assert_eq!((play.report.wins[0].points, play.report.kyoku[0].3), (22, [0, 44, -44, 0]));
}

#[test]
fn y39_with_more_than_a_bare_tile_the_chance_is_gone() {
    let may = |rules| may_after_its_own(rules, "89m55p", "1z 1z 2z 7m 7m");
    assert!(!may("yangzhou") && may("yangzhou miss_own_draw=false"));
}

#[test]
fn y40_who_passes_waits_for_the_own_turn() {
    let mut play = exposed("yangzhou", "5p", "5p 5p 2z 1z 5p");
    play.turn(W, Tsumogiri);
    assert!(play.may(S, Ron));
    play.claim(&[]);
    play.turn(N, Tsumogiri);
    assert!(!play.may(S, Ron), "missed the one before");
    play.draw_and_discard(&[E, S, W]);
    assert!(play.may(S, Ron));
}

#[test]
fn y31_who_lets_a_tile_pass_may_not_win_before_the_own_turn() {
    let hands = ["", "345345m678p234s9s", "", ""];
    let mut play = Play::new("yangzhou", hands, "9s 5z 9s 6z 7z 5z 9s", "");
    play.turn(E, Tsumogiri);
    assert!(play.may(S, Ron));
    play.claim(&[]);
    play.turn(S, Tsumogiri);
    play.turn(W, Tsumogiri);
    assert!(play.may(S, Ron), "its turn has come in between");
    play.claim(&[]);
    play.draw_and_discard(&[N, E, S, W]);
    assert!(play.may(S, Ron));
}

#[test]
fn y31_and_before_the_own_turn_it_may_not() {
    let hands = ["", "", "345345m678p234s9s", ""];
    let mut play = Play::new("yangzhou", hands, "9s 9s 5z 6z", "");
    play.turn(E, Tsumogiri);
    assert!(play.may(W, Ron));
    play.claim(&[]);
    play.turn(S, Tsumogiri);
    assert!(!play.may(W, Ron), "the own turn has not come");
}

/// Every seat discards what it draws until this many kyoku have ended.
fn to_the_end(play: &mut Play, kyoku: usize) {
    while play.report.kyoku.len() < kyoku {
        let (turn, _) = play.game.turn();
        match play.game.deciders().next() {
            Some(seat) if seat == turn && play.may(seat, Tsumogiri) => play.turn(seat, Tsumogiri),
            Some(_) => play.claim(&[]),
            None => return,
        }
    }
}

#[test]
fn y32_and_y41_a_draw_passes_the_deal_and_sixteen_deals_are_a_match() {
    let hands = ["", "", "", ""];
    let mut play = Play::new("yangzhou", hands, "", "");
    to_the_end(&mut play, usize::MAX);
    let dealt: Vec<_> = play.report.kyoku.iter().map(|kyoku| (kyoku.0, kyoku.1)).collect();
    assert_eq!(dealt, (0..16).map(|kyoku| (kyoku, 0)).collect::<Vec<_>>());
    for kyoku in &play.report.kyoku {
        assert_eq!((kyoku.2, kyoku.3), (KyokuResult::Exhaustive, [0; 4]));
        assert_eq!(kyoku.4, 1 + 83, "the dealer's fourteenth tile, and 83 draws");
    }
    assert_eq!(play.report.end.expect("over").kyoku, 16);
    let mut play = Play::new("yangzhou rotations=8", hands, "", "");
    to_the_end(&mut play, 17);
    assert_eq!(play.game.match_state().round_wind(), Kind::EAST, "east again after north");
    to_the_end(&mut play, usize::MAX);
    assert_eq!(play.report.kyoku.len(), 32);
}

#[test]
fn a_draw_may_keep_the_dealer_but_not_for_ever() {
    let hands = ["", "", "", ""];
    let mut play = Play::new("yangzhou draw_keeps_dealer=true", hands, "", "");
    to_the_end(&mut play, 3);
    assert_eq!((play.game.match_state().kyoku, play.game.match_state().repeat), (0, 3));
    to_the_end(&mut play, usize::MAX);
    assert_eq!(play.report.kyoku.len(), 1600);
}

#[test]
fn y41_a_dealer_who_wins_stays() {
    let hands = ["345345m678p234s9s", "", "", ""];
    let mut play = Play::new("yangzhou", hands, "9s", "");
    play.turn(E, Tsumo);
    assert_eq!(play.report.kyoku[0].3, [60, -20, -20, -20]);
    assert_eq!((play.game.match_state().kyoku, play.game.match_state().repeat), (0, 1));
}

#[test]
fn y41_a_dealer_who_wins_with_another_stays() {
    for (rules, kyoku) in [("yangzhou", 0), ("yangzhou multi_win_dealer_stays=false", 1)] {
        let hands = ["345345m678p234s9s", "", "123789m123789p9s", ""];
        let mut play = Play::new(rules, hands, "1z 9s", "");
        play.turn(E, Tsumogiri);
        play.turn(S, Tsumogiri);
        play.claim(&[(E, Ron), (W, Ron)]);
        assert_eq!(play.report.kyoku[0].3, [38, -84, 46, 0]);
        assert_eq!(play.report.wins[0].winner, W, "nearest after the discarder first");
        assert_eq!(play.game.match_state().kyoku, kyoku, "{rules}");
    }
}

#[test]
fn a_match_begins_with_the_points_of_the_rules() {
    for (rules, points) in [("yangzhou", 0), ("yangzhou start=500", 500)] {
        let play = Play::new(rules, [""; 4], "", "");
        assert_eq!(play.game.match_state().scores[0], points, "{rules}");
    }
}

#[test]
fn a_win_goes_before_a_pon_and_a_pon_before_a_chi() {
    let hands = ["", "78s", "345345m678p234s9s", "99s"];
    let mut play = Play::new("yangzhou", hands, "9s", "");
    play.turn(E, Tsumogiri);
    assert!(play.may(S, Chi(ChiSide::High)) && play.may(N, Pon) && play.may(W, Ron));
    let mut other = Play { game: play.game.clone(), report: Default::default() };
    play.claim(&[(S, Chi(ChiSide::High)), (N, Pon), (W, Ron)]);
    assert_eq!(play.report.wins[0].winner, W);
    other.claim(&[(S, Chi(ChiSide::High)), (N, Pon)]);
    assert_eq!(other.game.turn(), (N, None));
}

#[test]
fn kans_are_replaced_from_the_tail_of_the_same_wall() {
    let hands = ["1111m", "", "333s", ""];
    let mut play = Play::new("yangzhou", hands, "3s", "5s 6s");
    let before = play.game.view(E).remaining();
    play.turn(E, Kan(Kind::of(0)));
    assert_eq!(play.game.turn().1, Some(Kind::of(22)));
    assert_eq!(play.game.view(E).remaining(), before - 1);
    play.turn(E, drop("3s"));
    play.claim(&[(W, Daiminkan)]);
    assert_eq!(play.game.turn(), (W, Some(Kind::of(23))));
    to_the_end(&mut play, 1);
    assert_eq!(play.report.kyoku[0].4, 84, "draws, replacements among them");
}

#[test]
fn a_concealed_kan_is_robbed_only_where_the_rules_say_so() {
    for (rules, may) in [("yangzhou", false), ("yangzhou rob_concealed_kong=true", true)] {
        let hands = ["", "1111s", "345345m678p23s99s", ""];
        let mut play = Play::new(rules, hands, "5z 6z", "");
        play.turn(E, Tsumogiri);
        play.turn(S, Kan(Kind::of(18)));
        assert_eq!(play.may(W, Ron), may, "{rules}");
    }
}

#[test]
fn swap_calling_is_forbidden_where_the_rules_say_so() {
    for (rules, may) in [("yangzhou", true), ("yangzhou kuikae=\"Banned\"", false)] {
        let hands = ["1m", "12346m", "", ""];
        let mut play = Play::new(rules, hands, "5z", "");
        play.turn(E, drop("1m"));
        play.claim(&[(S, Chi(ChiSide::Low))]);
        assert!(play.may(S, drop("6m")));
        assert_eq!([play.may(S, drop("1m")), play.may(S, drop("4m"))], [may; 2], "{rules}");
    }
}

#[test]
fn the_last_discard_is_not_called_unless_the_rules_say_so() {
    for (rules, may) in [("yangzhou", false), ("yangzhou last_discard_calls=true", true)] {
        let mut play = Play::new(rules, ["5546s", "", "", ""], "1z", "5s");
        while play.game.view(E).remaining() > 0 {
            match play.game.turn() {
                (seat, Some(_)) if play.may(seat, Tsumogiri) => play.turn(seat, Tsumogiri),
                _ => play.claim(&[]),
            }
        }
        play.turn(N, Tsumogiri);
        assert_eq!([play.may(E, Pon), play.may(E, Chi(ChiSide::Middle))], [may; 2], "{rules}");
        assert_eq!(play.report.kyoku.len(), 1 - may as usize, "{rules}");
        if may {
            play.claim(&[(E, Pon)]);
            play.turn(E, drop("4s"));
            to_the_end(&mut play, 1);
            assert_eq!(play.report.kyoku[0].2, KyokuResult::Exhaustive);
        }
    }
}
