//! Whole matches, in which people win, against what the rules say of every decision.

use crate::hand::{Won, rules_of};
use crate::slow;
use hyakuman_core::eval::{self, Full};
use hyakuman_core::game::{ActionMask, Answers, Game, KyokuEnd, KyokuResult, Sink, WinRecord};
use hyakuman_core::{Kind, MatchSeed, RelSeat, Rng, Seat};
use hyakuman_yangzhou::score::Way;
use hyakuman_yangzhou::{Action, Offer, Question, Yangzhou, YangzhouRules, kernels};
use std::sync::Arc;

const TSUMO: u8 = Action::Tsumo.code();
const RON: u8 = Action::Ron.code();

/// The ends of kyoku, and all wins.
#[derive(Default)]
struct Report {
    kyoku: Vec<KyokuResult>,
    wins: Vec<WinRecord>,
}

impl Sink<Yangzhou> for Report {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.kyoku.push(end.result);
        self.wins.extend(end.wins);
    }
}

/// The seats that have missed a chance, by their legal actions and answers.
#[derive(Default)]
struct Missed {
    seats: [bool; 4],
    /// Draws and calls end it: the events of the deal seen so far.
    read: usize,
    deal: u32,
}

impl Missed {
    /// Turns that have come since.
    fn catch_up(&mut self, game: &Yangzhou) {
        if self.deal != game.match_state().deals {
            *self = Missed { deal: game.match_state().deals, ..Missed::default() };
        }
        for event in &game.events()[self.read..] {
            use hyakuman_yangzhou::Event::{Draw, Meld};
            if let Draw { seat, .. } | Meld { seat, .. } = event {
                self.seats[seat.index()] &= matches!(event, Meld { meld, .. } if meld.called().is_none());
            }
        }
        self.read = game.events().len();
    }
}

/// The value of a win by the second reading, if it is enough.
fn worth(game: &Yangzhou, rules: &YangzhouRules, seat: Seat, tile: Kind, way: Way) -> Option<i32> {
    let view = game.view(seat);
    if view.hand().len() % 3 != 1 || view.hand().count(tile) == 4 {
        return None;
    }
    let won = Won {
        hand: view.hand().with(tile),
        melds: view.melds(RelSeat::SELF).to_vec(),
        tile,
        way,
        seat: view.seat_wind(RelSeat::SELF),
        round: view.match_state().round_wind(),
    };
    slow::best(rules, &won).filter(|&total| total >= slow::minimum(rules, way))
}

/// Wins mostly, calls at times, else keeps what brings it nearer.
fn choose(game: &Yangzhou, seat: Seat, rng: &mut Rng) -> u8 {
    let (legal, view): (&ActionMask, _) = (game.legal(seat), game.view(seat));
    for win in [TSUMO, RON] {
        if legal.has(win) && rng.below(4) > 0 {
            return win;
        }
    }
    if let Question::Claim(..) = view.question() {
        return if rng.below(3) > 0 { Action::Pass.code() } else { legal.nth(rng.below(legal.len())) };
    }
    let melds = view.melds(RelSeat::SELF).len() as u8;
    let keep = kernels::keep(&view.full_hand(), melds) & view.hand().kinds();
    let kept = keep.into_iter().map(Kind::code).find(|&code| legal.has(code) && rng.below(3) > 0);
    kept.unwrap_or_else(|| legal.nth(rng.below(legal.len())))
}

fn check(game: &Yangzhou, rules: &YangzhouRules, missed: &Missed) {
    game.audit().expect("all tiles and points");
    for seat in Seat::all(4) {
        let view = game.view(seat);
        let melds = view.melds(RelSeat::SELF).len() as u8;
        let waits = eval::waits_standard::<Full>(view.hand(), melds);
        assert!(view.hand().len() % 3 != 1 || view.waits() == waits, "{seat:?} {:?}", view.hand());
        assert_eq!(view.missed(), missed.seats[seat.index()], "{seat:?} in {:?}", game.events());
        match view.question() {
            Question::Turn(Some(tile)) => {
                let may = worth(game, rules, seat, tile, Way::Tsumo).is_some();
                assert_eq!(game.legal(seat).has(TSUMO), may, "{seat:?} {:?} {tile}", view.hand());
            }
            Question::Claim(offer, _) => {
                let way = if matches!(offer, Offer::Discard(_)) { Way::Ron } else { Way::RobbedKan };
                let may = worth(game, rules, seat, offer.kind(), way).is_some();
                assert_eq!(game.legal(seat).has(RON), may && !missed.seats[seat.index()], "{seat:?}");
            }
            _ => {}
        }
    }
}

/// Plays a match; how many chances were missed.
fn play(rules: &Arc<YangzhouRules>, number: u64, report: &mut Report) -> u32 {
    let mut rng = Rng::from_seed(number);
    let mut game = Yangzhou::start(rules, MatchSeed { seed: 5, number }, report);
    let (mut missed, mut chances) = (Missed::default(), 0);
    while !game.deciders().is_empty() {
        missed.catch_up(&game);
        check(&game, rules, &missed);
        let mut answers = Answers::NONE;
        for seat in game.deciders() {
            let code = choose(&game, seat, &mut rng);
            answers.set(seat, code);
            let exempt = game.view(seat).melds(RelSeat::SELF).len() == 4 && rules.naked_wait_exempt;
            let chance = match code {
                TSUMO | RON => false,
                _ if game.legal(seat).has(TSUMO) => rules.miss_own_draw && !exempt,
                _ => game.legal(seat).has(RON),
            };
            missed.seats[seat.index()] |= chance;
            chances += chance as u32;
        }
        game.try_apply(answers, report).expect("legal");
    }
    chances
}

#[test]
fn matches_with_wins_follow_the_rules() {
    let mut report = Report::default();
    let mut chances = 0;
    for rules in [
        "yangzhou-7",
        "yangzhou level=\"L3\"",
        "yangzhou level=\"L3\" miss_own_draw=false rob_concealed_kong=true last_discard_calls=true",
        "yangzhou level=\"L3\" min_tsumo=6 min_ron=2 min_robbed_kan=0 rob_concealed_kong=true",
        "yangzhou level=\"L3\" naked_wait_exempt=false kuikae=\"Banned\" wait=\"UniqueWaitOnly\"",
        "yangzhou level=\"L7\" implied=\"ExplicitOnly\" two_seq=\"OncePerHand\" multi_win_dealer_stays=false start=500",
    ] {
        let rules = Arc::new(rules_of(rules));
        chances += (0..30).map(|number| play(&rules, number, &mut report)).sum::<u32>();
    }
    for win in &report.wins {
        assert_eq!(win.deltas.iter().sum::<i32>(), 0);
        let payer = win.from.map_or(-win.points, |_| -2 * win.points);
        assert_eq!(win.deltas.iter().min(), Some(&payer));
    }
    let wins = report.kyoku.iter().filter(|result| **result == KyokuResult::Win).count();
    let (double, deals) = (report.wins.len() - wins, report.kyoku.len());
    assert!(
        deals >= 150 * 16 && wins > 300 && double > 0 && chances > 100,
        "{deals} {wins} {double} {chances}"
    );
}
