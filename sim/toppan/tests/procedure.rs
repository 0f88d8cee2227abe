//! The state machine: rounds worked out by hand, one or more for each of its branches.

use crate::hand::tiles;
use crate::play::{E, N, Play, S, W, match_state, plain};
use hyakuman_core::Kind;
use hyakuman_core::game::{EndReason, Game, KyokuResult};
use hyakuman_toppan::Action::{Bet, Continue, Hit, Pass, Stay, Win};
use hyakuman_toppan::{Course, Event, Held};

#[test]
fn p31_a_child_may_not_stay_where_it_is_beaten() {
    // The dealer shows 6. The child has half a point, then 6.5, and must hit twice.
    let mut play = Play::new("", &["1m 7z 9p 9s 6m 6p 6z"]);
    play.bets().go(&[(E, Hit), (E, Stay)]);
    assert_eq!(play.game.held(S).tiles(), tiles("7z6p6z"), "7.0, after two forced hits");
    assert!(play.may(S, Stay) && play.may(S, Hit) && !play.may(S, Win));
}

#[test]
fn p32_equal_sums_are_the_dealers() {
    let mut play = Play::new("", &["8m 1m 7p 7s 3p 2s 2m"]);
    play.bets().go(&[(E, Stay), (S, Hit), (S, Hit), (S, Hit), (S, Stay)]);
    assert_eq!(play.game.held(S).best(Kind::SOUTH), 16, "four tiles, as high as the dealer's one");
    play.go(&[(W, Stay), (N, Stay)]);
    assert_eq!(play.points(), [3.0, -1.0, -1.0, -1.0]);
}

#[test]
fn p33_four_equal_hands_are_dealt_again() {
    let mut play = Play::new("", &["9m 9p 9s 9m", "9m 9p 9s 9m"]);
    for repeat in 0..2 {
        play.bets().go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay)]);
        let hand = play.last();
        assert_eq!((hand.result, hand.deltas, hand.repeat), (KyokuResult::Redraw, [0; 4], repeat));
        assert!(hand.wins.is_empty());
    }
    assert_eq!((play.game.match_state().honba, play.game.match_state().kyoku), (0, 0));
    assert!(play.may(S, Bet(0)), "no choice for the dealer");
}

#[test]
fn p34_three_declared_wins_are_dealt_again() {
    let mut play = Play::new("", &["5p 8m 8p 8s 8m 8p 8s"]);
    play.bets().go(&[(E, Stay), (S, Hit), (W, Hit), (N, Hit)]);
    assert_eq!((play.last().result, play.last().deltas), (KyokuResult::Redraw, [0; 4]));
    assert_eq!((play.game.match_state().honba, play.game.match_state().repeat), (0, 1));
}

#[test]
fn p35_a_bust_without_honba_keeps_the_dealer() {
    let mut play = Play::new("", &["8m 2p 8p 0s 9m"]);
    play.bets().go(&[(E, Hit)]);
    assert_eq!(play.points(), [-6.0, 1.0, 1.0, 4.0], "each child with its first tile");
    assert_eq!((play.game.match_state().kyoku, play.game.match_state().honba), (0, 0));
    assert!(play.may(S, Bet(0)), "the same dealer must go again");
}

#[test]
fn p36_a_bust_with_honba_passes_the_deal() {
    let rules = plain("");
    let mut play = Play::from(&rules, match_state([200; 4], 0, 2), &["8m 2p 8p 8s 9m"]);
    play.bets().go(&[(E, Hit)]);
    assert_eq!(play.points(), [-9.0, 3.0, 3.0, 3.0]);
    assert_eq!((play.game.match_state().kyoku, play.game.match_state().honba), (1, 0));
    assert!(play.may(W, Bet(0)), "the next seat deals, its right-hand neighbour bets first");
}

#[test]
fn p37_a_dealer_who_stays_and_loses_has_a_honba_and_a_choice() {
    let mut play = Play::new("", &["5m 8m 8p 8s", "8m 2p 8p 8s 9m"]);
    play.bets().go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay)]);
    assert_eq!(play.points(), [-3.0, 1.0, 1.0, 1.0]);
    assert_eq!(play.game.match_state().honba, 1);
    assert!(play.may(E, Continue) && play.may(E, Pass));
    play.go(&[(E, Continue)]);
    assert_eq!((play.game.match_state().kyoku, play.game.match_state().repeat), (0, 1));
    play.bets().go(&[(E, Hit)]);
    assert_eq!((play.last().honba, play.points()[0]), (1, -6.0), "a honba on each win");
    assert_eq!(play.game.match_state().kyoku, 1);
}

#[test]
fn p51_an_own_wind_counts_half_where_ten_is_too_much() {
    let held: Held = tiles("2z3m").into_iter().collect();
    assert_eq!((held.is_over(), held.best(Kind::SOUTH)), (false, 7));
}

#[test]
fn p52_a_child_at_the_limit_may_win_but_not_stay() {
    let mut play = Play::new("", &["5z 5m 8p 8s 9m 1p 5p 6z"]);
    play.bets().go(&[(E, Hit), (E, Hit), (E, Stay)]);
    assert_eq!(play.game.view(S).dealer_shows(), 20);
    assert_eq!(play.game.held(S).tiles(), tiles("5m5p6z"), "10 is not enough to stay either");
    assert!(play.may(S, Win) && play.may(S, Hit) && !play.may(S, Stay));
    let refused = play.game.why_illegal(S, Stay.code());
    assert_eq!(refused.to_string(), "the hand makes 10.5, and the dealer has 10.5 at least");
}

#[test]
fn p53_two_declared_wins_are_paid() {
    let mut play = Play::new("", &["5p 8m 8p 8s 8m 8p 9s"]);
    play.bets().go(&[(E, Stay), (S, Hit), (W, Hit), (N, Hit)]);
    assert_eq!(play.points(), [-3.0, 2.0, 2.0, -1.0]);
    let winners: Vec<_> = play.last().wins.iter().map(|win| (win.winner, win.from)).collect();
    assert_eq!(winners, [(S, Some(E)), (W, Some(E)), (E, Some(N))]);
}

#[test]
fn p57_exactly_at_a_limit_the_match_ends() {
    for (scores, reason, result) in [
        // The last payment busts the dealer: its prize goes to north.
        ([3, 200, 200, 397], EndReason::Bust, [-200 - 80 - 30, 1 + 20, 1, 198 + 60 + 30]),
        (
            [200, 449, 100, 51],
            EndReason::Reached,
            [-3 - 10 - 10, 250 + 100 + 30, -99 - 30 - 10, -148 - 60 - 10],
        ),
    ] {
        let mut play = Play::from(&plain(""), match_state(scores, 0, 0), &["8m 2p 8p 8s 9m"]);
        play.bets().go(&[(E, Hit)]);
        let end = play.report.end.expect("over");
        assert_eq!((end.reason, end.rank_points), (reason, result.map(|points: i32| points * 1_000)));
        assert!(play.game.deciders().is_empty());
    }
}

#[test]
fn p58_a_bust_of_the_last_dealer_without_honba_is_not_the_end() {
    let mut play = Play::from(&plain(""), match_state([200; 4], 7, 0), &["8m 2p 8p 8s 9m"]);
    play.bets().go(&[(N, Hit)]);
    assert!(play.report.end.is_none() && play.may(E, Bet(0)));
    assert_eq!((play.game.match_state().kyoku, play.game.match_state().repeat), (7, 1));
}

#[test]
fn bets_are_made_in_order_and_seen_by_those_behind() {
    let mut play = Play::new("", &["9m 8m 8p 8s"]);
    assert_eq!(play.game.held(S).tiles().len(), 1, "a child bets with its first tile");
    assert!(play.game.held(W).tiles().is_empty(), "the next one has none yet");
    play.go(&[(S, Bet(0)), (W, Bet(2)), (N, Bet(1))]);
    let bets: Vec<Event> =
        play.game.view(E).events().filter(|event| matches!(event, Event::Bet { .. })).collect();
    let bet = |seat, amount| Event::Bet { seat, amount };
    assert_eq!(bets, [bet(S, 1), bet(W, 4), bet(N, 2)]);
    play.go(&[(E, Stay), (S, Stay), (W, Stay), (N, Stay)]);
    assert_eq!(play.points(), [3.5, -0.5, -2.0, -1.0]);
    assert_eq!(play.last().wins[0].points, 7, "half points");
}

#[test]
fn a_dealer_with_a_yaku_beats_all_at_once() {
    let mut play = Play::new("", &["4m 9m 8p 0s 4m"]);
    play.go(&[(S, Bet(0)), (W, Bet(1)), (N, Bet(2)), (E, Hit), (E, Win)]);
    assert_eq!(play.points(), [17.5, -2.5, -5.0, -10.0], "five han");
    assert_eq!(play.last().wins.len(), 1);
    assert_eq!((play.last().wins[0].from, play.last().draws), (None, 5));
    assert!(play.may(E, Continue) && play.game.match_state().honba == 1);
}

#[test]
fn above_the_limit_a_yaku_is_declared_by_force() {
    let mut play = Play::new("", &["8m 9m 9p 9s 8m"]);
    play.bets().go(&[(E, Hit)]);
    assert_eq!(play.points(), [6.0, -2.0, -2.0, -2.0], "a pair of eights, 16");
    // An impure sequence is no win.
    let mut play = Play::new("", &["2p 9m 9p 9s 3m 4m 5m"]);
    play.bets().go(&[(E, Hit), (E, Hit), (E, Hit)]);
    assert_eq!(play.points(), [-3.0, 1.0, 1.0, 1.0]);
}

#[test]
fn a_yaku_may_be_kept_for_a_better_one() {
    let mut play = Play::new("", &["1m 9m 9p 9s 5z 6z 7z 2z 3z"]);
    play.bets().go(&[(E, Hit), (E, Hit), (E, Hit), (E, Hit)]);
    assert!(play.may(E, Win) && play.may(E, Hit) && play.may(E, Stay), "five tiles");
    play.go(&[(E, Hit), (E, Win)]);
    assert_eq!(play.points()[0], 3.0 * (1.0 + 10.0 + 9.0), "six tiles: not five too");
}

#[test]
fn a_yaku_that_is_not_declared_is_a_bonus_at_most() {
    // South stays with a pair: the pair is a bonus, not a win by itself.
    let mut play = Play::new("", &["5p 4m 9p 9s 4m"]);
    play.bets().go(&[(E, Stay), (S, Hit), (S, Stay), (W, Stay), (N, Stay)]);
    assert_eq!(play.points(), [-6.0, 4.0, 1.0, 1.0]);
}

#[test]
fn a_child_that_busts_loses_at_once() {
    let mut play = Play::new("", &["5p 8m 4p 9s 9m 4s"]);
    play.bets().go(&[(E, Stay), (S, Hit)]);
    let courses: Vec<Course> =
        [0, 3, 2, 1].map(|steps| play.game.view(W).course(hyakuman_core::RelSeat::new(steps))).to_vec();
    assert_eq!(courses, [Course::Open, Course::Bust, Course::Stayed, Course::Open]);
    play.go(&[(W, Hit), (W, Stay), (N, Stay)]);
    assert_eq!(play.points(), [-1.0, -1.0, 1.0, 1.0]);
}

#[test]
fn the_deal_goes_round_twice() {
    let hand = "5m 8m 8p 8s 9m";
    let mut play = Play::new("", &[hand]);
    for kyoku in 0..8 {
        assert_eq!(play.game.match_state().kyoku, kyoku);
        let dealer = play.game.match_state().dealer();
        let child = |steps| dealer.after(steps, 4);
        play.bets().go(&[
            (dealer, Stay),
            (child(1), Stay),
            (child(2), Stay),
            (child(3), Stay),
            (dealer, Pass),
        ]);
    }
    let end = play.report.end.expect("over");
    assert_eq!((end.reason, end.kyoku, end.scores), (EndReason::Played, 8, [400; 4]));
    assert_eq!(end.rank_points, [0; 4], "all float");
}

#[test]
fn the_last_dealer_who_loses_the_deal_ends_the_match() {
    let mut play = Play::from(&plain(""), match_state([260, 210, 190, 140], 7, 1), &["8m 2p 8p 8s 9m"]);
    play.bets().go(&[(N, Hit)]);
    let end = play.report.end.expect("over");
    assert_eq!((end.reason, end.scores), (EndReason::Played, [524, 424, 384, 268]));
    assert_eq!(end.rank_points, [122_000, 32_000, -28_000, -126_000]);
}

#[test]
fn a_tile_is_turned_up_for_a_toppan_hand_alone() {
    let play = |hand: &str, rules: &str| {
        let mut play = Play::new(&format!("toppan_extra=\"Indicator\" {rules}"), &[hand]);
        play.bets();
        play
    };
    let turned =
        |play: &Play| play.game.events().iter().filter(|event| matches!(event, Event::TurnUp { .. })).count();
    let mut found = play("3m 9m 9p 9s 7p 5z / 6s", "");
    found.go(&[(E, Hit), (E, Hit), (E, Win)]);
    assert_eq!((found.points()[0], turned(&found)), (9.0, 1), "toppanfu and the dora 7p");
    let mut found = play("1m 9m 9p 9s 2p 3m 4s 5z / 9s", "");
    found.go(&[(E, Hit), (E, Hit), (E, Hit), (E, Hit), (E, Win)]);
    assert_eq!((found.points()[0], turned(&found)), (51.0, 0), "toppanron");
    let mut found = play("3m 9m 9p 9s 7p 5z / 6s", "wangpai_reserve=0");
    found.go(&[(E, Hit), (E, Hit), (E, Win)]);
    assert_eq!((found.points()[0], turned(&found)), (6.0, 0), "none is kept back");
    let mut found = play("3m 9m 9p 9s 7p 5z / 6s", "");
    found.go(&[(E, Hit), (E, Hit), (E, Stay)]);
    assert_eq!(turned(&found), 0, "not declared");
}

#[test]
fn the_prize_for_a_bust_goes_to_the_last_payment_that_did_it() {
    // The dealer, at 20, pays 12 to each child: the second one takes it below 0.
    let mut play = Play::from(&plain(""), match_state([20, 200, 280, 300], 0, 11), &["8m 2p 8p 8s 9m"]);
    play.bets().go(&[(E, Hit)]);
    let end = play.report.end.expect("over");
    assert_eq!(end.scores, [-32, 424, 584, 624]);
    assert_eq!(
        end.rank_points,
        [-216_000 - 80_000 - 30_000, 12_000, 92_000 + 20_000 + 30_000, 112_000 + 60_000]
    );
}

#[test]
fn only_the_end_of_a_hand_matters_for_a_bust() {
    // North, dealer at 2, pays 2 to east and wins 1 from each of the others.
    let scores = match_state([398, 200, 200, 2], 3, 0);
    let mut play = Play::from(&plain(""), scores, &["5p 8m 9p 9s 4m 4s"]);
    play.go(&[(E, Bet(2)), (S, Bet(1)), (W, Bet(1)), (N, Stay), (E, Stay), (S, Hit), (W, Hit)]);
    assert_eq!((play.points(), play.report.end), ([2.0, -1.0, -1.0, 0.0], None));
    let mut play = Play::from(&plain(""), scores, &["5p 8m 9p 9s"]);
    play.bets().go(&[(N, Stay), (E, Stay), (S, Stay), (W, Stay)]);
    assert_eq!(play.report.end.expect("over").reason, EndReason::Bust);
}
