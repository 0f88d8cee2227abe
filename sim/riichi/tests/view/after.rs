//! What follows a kyoku, against the engine.

use crate::view::support::choose;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::game::{Game, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use hyakuman_core::{MatchSeed, Rng, Seat, SeatSet};
use hyakuman_riichi::rules::{Renchan, SanmaTsumo, SuddenDeath, Tobi, YameNeedsTarget};
use hyakuman_riichi::{Aftermath, Outcome, Riichi, RiichiRules, RiichiState, presets};
use std::sync::Arc;

#[test]
fn kyoku_ends_as_foretold_in_every_preset() {
    for preset in RiichiRules::PRESETS {
        let rules = (preset.rules)();
        let counts = match rules.players {
            3 => play::<3>(rules, 200, preset.id),
            _ => play::<4>(rules, 200, preset.id),
        };
        let Counts { wins, draws, over } = counts;
        assert!(wins > 25 && draws > 100 && over > 100, "{}: {wins} {draws} {over}", preset.id);
    }
}

#[test]
fn kyoku_ends_as_foretold_under_other_rules() {
    let east = presets::tenhou_east();
    let four = [
        RiichiRules { length_winds: 0, ..east },
        RiichiRules { tobi: Tobi::AtOrBelow0, start_points: 8_000, ..east },
        RiichiRules { upper_limit_end: Some(35_000), ..east },
        RiichiRules {
            renchan: Renchan::Win,
            sudden_death: SuddenDeath::Immediate,
            target_points: 45_000,
            ..east
        },
        RiichiRules { sudden_death: SuddenDeath::Off, yame_needs_target: YameNeedsTarget::Never, ..east },
        RiichiRules { yame_needs_target: YameNeedsTarget::ExceptFinalHand, extension_winds: 0, ..east },
    ];
    for (at, rules) in four.into_iter().enumerate() {
        play::<4>(rules, 200, &format!("rules {at}"));
    }
    let sanma_tsumo = SanmaTsumo::SplitEven;
    play::<3>(RiichiRules { sanma_tsumo, ..presets::tenhou_sanma_east() }, 200, "split evenly");
}

#[derive(Default)]
struct Counts {
    wins: u32,
    draws: u32,
    over: u32,
}

/// Plays random matches, and compares what followed each kyoku with what was foretold at its last decision.
fn play<const N: usize>(rules: RiichiRules, matches: u64, name: &str) -> Counts {
    let (rules, mut counts) = (Arc::new(rules), Counts::default());
    for number in 0..matches {
        let (mut rng, mut ends) = (Rng::from_seed(number), Ends::default());
        let seed = MatchSeed { seed: 5, number };
        let mut table = MatchInProgress::<Riichi<N>>::start(&rules, seed, &mut ends);
        while let Some(seat) = table.pending().next() {
            let before: Riichi<N> = table.game().clone();
            let action = choose(&before, seat, &mut rng);
            table.answer(seat, action, &mut ends).unwrap();
            let Some(end) = ends.kyoku.take() else { continue };
            let Some(foretold) = foretell(&before, &end) else { continue };
            counts.wins += (end.result == KyokuResult::Win) as u32;
            counts.draws += (end.result == KyokuResult::Exhaustive) as u32;
            counts.over += foretold.over as u32;
            assert_eq!(foretold, found(table.game(), &ends, foretold.state.deals), "{name}, match {number}");
        }
    }
    counts
}

/// What followed.
fn found<const N: usize>(game: &Riichi<N>, ends: &Ends, deals: u32) -> Aftermath<N> {
    Aftermath { state: MatchState { deals, ..*game.match_state() }, over: ends.over }
}

/// What is foretold for the end that came; none for ends that are no [`Outcome`]. Seen by some seat.
fn foretell<const N: usize>(before: &Riichi<N>, end: &End) -> Option<Aftermath<N>> {
    let viewer = Seat::new((end.wins.len() % N) as u8);
    let view = before.view(viewer);
    let rel = |seat: Seat| seat.seen_from(viewer, N);
    let outcome = match (end.result, &end.wins[before.wins().len()..]) {
        (KyokuResult::Win, [win]) if view.liable(rel(win.winner)).is_none() => {
            Outcome::Win { winner: rel(win.winner), from: win.from.map(rel), points: win.points }
        }
        (KyokuResult::Exhaustive, []) => {
            let tenpai = |steps| end.tenpai.has(viewer.after(steps as u8, N));
            Outcome::Draw { tenpai: std::array::from_fn(tenpai) }
        }
        _ => return None,
    };
    let mut riichi = end.riichi;
    let new = riichi.find(|&seat| view.riichi(rel(seat)) == RiichiState::No);
    Some(new.map_or(view.after(&outcome), |seat| view.after_riichi(rel(seat), &outcome)))
}

/// The end of a kyoku.
struct End {
    result: KyokuResult,
    wins: Vec<WinRecord>,
    riichi: SeatSet,
    tenpai: SeatSet,
}

/// Keeps the end of the last kyoku, and whether the match is over.
#[derive(Default)]
struct Ends {
    kyoku: Option<End>,
    over: bool,
}

impl<G: Game> Sink<G> for Ends {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let &KyokuEnd { result, wins, riichi, tenpai, .. } = end;
        self.kyoku = Some(End { result, wins: wins.to_vec(), riichi, tenpai });
    }

    fn match_end(&mut self, _: &MatchEnd) {
        self.over = true;
    }
}
