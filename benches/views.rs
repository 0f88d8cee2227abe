//! What agents compute from a view: danger classes of all opponents, their own draws left, what follows a win, the chances of
//! final places, the value of a hypothetical win.
//!
//! Views of random hanchan, and wins of hanchan of the `ukeire` agent. The result is nanoseconds per view, which is in the
//! cache, as it is in a match.

#[allow(dead_code, reason = "shared with the other benches")]
mod play;
#[allow(dead_code, reason = "shared with the other benches")]
mod report;

use hyakuman_agents::place::{PlaceModel, Situation};
use hyakuman_agents::{Random, Ukeire};
use hyakuman_core::game::{ActionMask, Game, Sink};
use hyakuman_core::{Hand, Kind, KindSet, RelSeat, Seat};
use hyakuman_riichi::score::WinFlags;
use hyakuman_riichi::{Action, How, Hypothesis, Outcome, Question, Riichi, RiichiState, View, presets};
use report::Report;
use std::hint::black_box;
use std::sync::Arc;

/// How often each view is asked in a row.
const TIMES: usize = 64;

fn main() {
    let mut report = Report::new();
    let rules = Arc::new(presets::tenhou());
    let Moments(random) =
        play::matches::<Riichi, _, _>(&rules, &mut [(); 4].map(|()| Random::default()), 100);
    time(&mut report, "views/danger", &random, |view| {
        let classes = view.others().map(|of| view.danger(of));
        classes.map(|classes| (classes.index_of(Kind::of(4)) + classes.index_of(Kind::EAST)) as u64).sum()
    });
    time(&mut report, "views/danger-of-hand", &random, |view| {
        let hand = view.full_hand().kinds();
        let index = |of| {
            let classes = view.danger(of);
            hand.into_iter().map(move |kind| classes.index_of(kind) as u64).sum::<u64>()
        };
        view.others().map(index).sum()
    });
    time(&mut report, "views/own-draws-left", &random, |view| view.own_draws_left() as u64);
    time(&mut report, "views/unseen", &random, |view| view.unseen(KindSet::ALL) as u64);
    places(&mut report, &random);
    worth(&mut report);
    summary(&report);
    report.finish();
}

/// The match after a win, and the chances of final places, whose sum is 1 whatever the weights are.
fn places(report: &mut Report, moments: &[(Riichi, Seat)]) {
    let win = Outcome::Win { winner: RelSeat::SELF, from: Some(RelSeat::new(1)), points: 3_900 };
    time(report, "views/after-win", moments, |view| {
        let after = view.after(black_box(&win));
        after.state.kyoku as u64 + after.over as u64
    });
    let model = PlaceModel::<4>::new(&presets::tenhou());
    time(report, "views/places", moments, |view| {
        let state = view.match_state();
        let (kyoku, honba, sticks) = (state.kyoku, state.honba, state.kyotaku);
        let situation = Situation { scores: state.scores, kyoku, honba, sticks, over: false };
        model.places(&situation, view.seat()).iter().sum::<f32>().round() as u64
    });
}

/// Times a question about each view.
fn time(report: &mut Report, name: &str, moments: &[(Riichi, Seat)], ask: impl Fn(&View<'_>) -> u64) {
    report.time(name, moments.len() * TIMES, || pass(moments, &ask));
}

/// The sum of the answers.
fn pass(moments: &[(Riichi, Seat)], ask: impl Fn(&View<'_>) -> u64) -> u64 {
    let answers = moments.iter().map(|(game, seat)| {
        let view = game.view(*seat);
        (0..TIMES).map(|_| ask(black_box(&view))).sum::<u64>()
    });
    answers.sum()
}

/// The wins depend on the agent, so the answer is how many of them have no value, which is none.
fn worth(report: &mut Report) {
    let rules = Arc::new(presets::tenhou());
    let Wins(wins) = play::matches::<Riichi, _, _>(&rules, &mut [(); 4].map(|()| Ukeire::default()), 30);
    let hands: Vec<_> = wins.iter().map(|(game, seat)| completed(&game.view(*seat))).collect();
    let base = |view: &View<'_>, &(hand, tile, how): &(Hand, Kind, How)| {
        let riichi = view.riichi(RelSeat::SELF) == RiichiState::Accepted;
        let flags = WinFlags::NONE.with_if(WinFlags::RIICHI, riichi);
        let melds = view.melds(RelSeat::SELF);
        view.worth(&Hypothesis { hand: &hand, reds: 0, melds, tile, how, flags })
            .map(|value| value.base as u64)
    };
    let values = |times: usize| {
        let values = wins.iter().zip(&hands).map(|((game, seat), won)| {
            let view = game.view(*seat);
            (0..times).map(|_| base(black_box(&view), won).unwrap_or(0)).sum::<u64>()
        });
        values.sum::<u64>()
    };
    let few =
        wins.iter().zip(&hands).filter(|((game, seat), won)| base(&game.view(*seat), won).is_none()).count();
    if report.expect("views/worth-nothing", few as u64) {
        report.time_pass("views/worth", values(TIMES), wins.len() * TIMES, || values(TIMES));
    }
}

/// The hand with the tile that the viewer can win with.
fn completed(view: &View<'_>) -> (Hand, Kind, How) {
    let (tile, how) = match view.question() {
        Question::Claim(offer, _) => (offer.tile(), How::Ron),
        _ => (view.drawn().expect("a win by tsumo has drawn"), How::Tsumo),
    };
    (view.hand().with(tile.kind()), tile.kind(), how)
}

/// Some decisions: every 97th.
#[derive(Default)]
struct Moments(Vec<(Riichi, Seat)>);

impl Sink<Riichi> for Moments {
    fn decision(&mut self, game: &Riichi, seat: Seat, _legal: &ActionMask, _action: u8) {
        if game.events().len() % 97 == 0 {
            self.0.push((game.clone(), seat));
        }
    }
}

/// Wins that do not depend on the last tile of the wall or on a replacement.
#[derive(Default)]
struct Wins(Vec<(Riichi, Seat)>);

impl Sink<Riichi> for Wins {
    fn decision(&mut self, game: &Riichi, seat: Seat, _legal: &ActionMask, action: u8) {
        let wins = [Action::Tsumo.code(), Action::Ron.code()].contains(&action);
        let view = game.view(seat);
        let plain =
            view.remaining() > 0 && view.others().all(|of| view.melds(of).iter().all(|meld| !meld.is_kan()));
        if wins && plain && !view.melds(RelSeat::SELF).iter().any(|meld| meld.is_kan()) {
            self.0.push((game.clone(), seat));
        }
    }
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report) {
    for (name, seconds) in report.all() {
        println!("{name:<32} {:>12.1} ns", seconds * 1e9);
    }
}
