//! Random matches of every ruleset of the riichi engine.

use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::game::{Game, MatchEnd, Sink};
use hyakuman_core::{Kind, KindSet, MatchSeed, RelSeat, Rng, Seat, eval};
use hyakuman_riichi::toutenkou::{Gari, ToutenkouRules};
use hyakuman_riichi::{Action, Match, Question, RiichiRules, Standard, Variant};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What a test does with a match.
pub(crate) trait Check {
    /// Looks at a decision of `seat`, before it is made.
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat);

    /// Looks at a match that is over.
    fn over<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, end: &MatchEnd) {
        let _ = (game, end);
    }
}

/// Plays `matches` random matches of every ruleset and shows every decision to `check`.
pub(crate) fn in_every_ruleset(matches: u64, check: &mut impl Check) {
    for rules in RiichiRules::PRESETS.iter().map(|preset| Arc::new((preset.rules)())) {
        match rules.players {
            3 => play::<3, Standard>(&rules, matches, check),
            _ => play::<4, Standard>(&rules, matches, check),
        }
    }
    for preset in ToutenkouRules::PRESETS {
        play::<3, Gari>(&Arc::new((preset.rules)()), matches, check);
    }
}

/// The same for one ruleset.
pub(crate) fn play<const N: usize, V: Variant>(rules: &Arc<V::Rules>, matches: u64, check: &mut impl Check) {
    for number in 0..matches {
        let (mut rng, mut end) = (Rng::from_seed(number), End(None));
        let seed = MatchSeed { seed: 31, number };
        let mut table = MatchInProgress::<Match<N, V>>::start(rules, seed, &mut end);
        while let Some(seat) = table.pending().next() {
            check.at(table.game(), seat);
            let action = choose(table.game(), seat, &mut rng);
            table.answer(seat, action, &mut end).unwrap();
        }
        check.over(table.game(), &end.0.unwrap());
    }
}

/// Keeps the end of a match.
struct End(Option<MatchEnd>);

impl<G: Game> Sink<G> for End {
    fn match_end(&mut self, end: &MatchEnd) {
        self.0 = Some(*end);
    }
}

/// A random action. Kans and riichi come more often than by chance, calls less often, and most discards keep the shanten, so
/// that there are riichi, wins and robbed kans.
pub(crate) fn choose<const N: usize, V: Variant>(game: &Match<N, V>, seat: Seat, rng: &mut Rng) -> u8 {
    let (view, legal) = (game.view(seat), game.legal(seat));
    let first = |codes: RangeInclusive<u8>| codes.into_iter().find(|&code| legal.has(code));
    if let Some(action) = first(128..=161).or(first(64..=101)).filter(|_| rng.below(2) == 0) {
        return action;
    }
    let open = Action::OpenRiichi.code();
    if legal.has(open) && rng.below(2) == 0 {
        return open;
    }
    if legal.has(Action::Pass.code()) && rng.below(4) > 0 {
        return Action::Pass.code();
    }
    let melds = view.melds(RelSeat::SELF).len() as u8;
    let on_turn = matches!(view.question(), Question::Turn(_)) && !legal.has(Action::Tsumo.code());
    let keep = match on_turn && rng.below(8) > 0 {
        true => eval::keep::<V::Kinds<N>>(&view.full_hand(), melds),
        false => KindSet::EMPTY,
    };
    let kept: Vec<u8> = keep.into_iter().map(Kind::code).filter(|&code| legal.has(code)).collect();
    if kept.is_empty() {
        legal.nth(rng.below(legal.len()))
    } else {
        kept[rng.below(kept.len() as u32) as usize]
    }
}

/// The match where this seat makes this action now and the others that may claim the tile pass.
pub(crate) fn after<const N: usize, V: Variant>(
    game: &Match<N, V>,
    seat: Seat,
    action: u8,
    sink: &mut dyn Sink<Match<N, V>>,
) -> Match<N, V> {
    let mut table = MatchInProgress::of(game.clone());
    for decider in game.deciders() {
        let code = if decider == seat { action } else { Action::Pass.code() };
        table.answer(decider, code, sink).unwrap();
    }
    table.game().clone()
}
