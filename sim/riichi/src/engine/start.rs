//! A match that starts at a given state.

use super::Match;
use super::progress::is_bust;
use crate::rules::{RiichiRules, SuddenDeath};
use crate::variant::Variant;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Answers, Game, Sink, StartState};
use std::sync::Arc;

const MOST_HONBA: u32 = 100;
/// Most riichi sticks of a start.
const MOST_STICKS: u32 = 100;

impl<const N: usize, V: Variant> Match<N, V> {
    pub(crate) fn start_at_state(
        rules: &Arc<V::Rules>,
        walls: Walls,
        start: &StartState,
        sink: &mut dyn Sink<Self>,
    ) -> Result<Self, String> {
        let match_state = match_state::<N>(V::riichi(rules), start)?;
        let mut game = Match::seated(rules, walls, match_state);
        game.only_kyoku = start.only_kyoku;
        game.apply(Answers::NONE, &mut Reporter::of(sink));
        Ok(game)
    }
}

/// The state, checked.
fn match_state<const N: usize>(rules: &RiichiRules, start: &StartState) -> Result<MatchState<N>, String> {
    let &StartState { kyoku, honba, sticks, .. } = start;
    let mut state = MatchState::first(rules.start_points);
    if let Some(scores) = start.scores {
        state.scores.copy_from_slice(&scores[..N]);
    }
    if honba > MOST_HONBA || sticks > MOST_STICKS {
        return Err(format!("there are at most {MOST_HONBA} honba and {MOST_STICKS} sticks at a start"));
    }
    (state.kyoku, state.honba, state.kyotaku) = (kyoku, honba, sticks);
    has_all_points(rules, &state)?;
    goes_on(rules, &state)?;
    Ok(state)
}

/// Scores and sticks have the points of the rules.
fn has_all_points<const N: usize>(rules: &RiichiRules, state: &MatchState<N>) -> Result<(), String> {
    let scores: i64 = state.scores.iter().map(|&score| i64::from(score)).sum();
    let sticks = i64::from(state.kyotaku) * i64::from(rules.riichi_stick);
    let all = N as i64 * i64::from(rules.start_points);
    if scores + sticks == all {
        return Ok(());
    }
    Err(format!("the scores are {scores} points and the sticks {sticks}, together they must be {all}"))
}

/// A kyoku is played in this state.
fn goes_on<const N: usize>(rules: &RiichiRules, state: &MatchState<N>) -> Result<(), String> {
    let regular = <Match<N, crate::Standard>>::regular_kyoku(rules);
    let extension = match rules.sudden_death {
        SuddenDeath::Off => 0,
        _ => u32::from(rules.extension_winds) * N as u32,
    };
    if state.kyoku >= regular + extension {
        let last = regular + extension - 1;
        return Err(format!("there is no kyoku {}: under these rules they are 0 to {last}", state.kyoku));
    }
    let reached = |limit: i32| state.scores.iter().any(|&score| score >= limit);
    let is_won = state.kyoku >= regular && reached(rules.target_points);
    if is_bust(rules, &state.scores) || rules.upper_limit_end.is_some_and(reached) || is_won {
        return Err("a match with these scores is over".into());
    }
    Ok(())
}
