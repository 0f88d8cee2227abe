//! Whole matches of any game, the same in every run.

use hyakuman_core::game::playout::play;
use hyakuman_core::game::sink::Wants;
use hyakuman_core::game::{ActionMask, Agent, Game, KyokuEnd, MatchEnd, Sink};
use hyakuman_core::{MatchSeed, Seat};
use std::sync::Arc;

/// Plays this many matches of seed 1.
pub(crate) fn matches<G: Game, A: Agent<G>, S: Sink<G> + Default>(
    rules: &Arc<G::Rules>,
    agents: &mut [A],
    count: usize,
) -> S {
    let mut sink = S::default();
    for number in 0..count as u64 {
        play(rules, MatchSeed { seed: 1, number }, agents, &mut sink).expect("legal actions only");
    }
    sink
}

/// A hash of the rank points of all seats.
#[derive(Default)]
pub(crate) struct Results(pub(crate) u64);

impl<G: Game> Sink<G> for Results {
    fn wants(&self) -> Wants {
        Wants::ENDS
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.0 = end
            .rank_points
            .into_iter()
            .fold(self.0, |sum, points| sum * 31 % (1 << 40) + (points + 1_000_000) as u64);
    }
}

/// What is counted besides the time.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) decisions: u64,
    pub(crate) kyoku: u64,
    pub(crate) wins: u64,
}

impl<G: Game> Sink<G> for Tally {
    fn wants(&self) -> Wants {
        Wants::DECISIONS
    }

    fn decision(&mut self, _game: &G, _seat: Seat, _legal: &ActionMask, _action: u8) {
        self.decisions += 1;
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.kyoku += 1;
        self.wins += end.wins.len() as u64;
    }
}
