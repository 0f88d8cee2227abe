//! Rollouts: a kyoku played from a position to its end, to find what an action is worth.

use crate::Seat;
use crate::game::agent::Agent;
use crate::game::sink::{Reporter, Sink, Wants};
use crate::game::{Answers, Game, KyokuEnd, MAX_SEATS, MatchEnd};

/// How a kyoku ended that was played out. Scores are in the game's [`Game::SCORE_UNIT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayedOut {
    /// Changes of all scores since the kyoku began.
    pub deltas: [i32; MAX_SEATS],
    /// The end of the match, if it ended with this kyoku.
    pub match_end: Option<MatchEnd>,
    /// The illegal answer of an agent at which it stopped.
    pub illegal: Option<(Seat, u8)>,
    /// Whether the kyoku has been settled.
    settled: bool,
    /// Whether another one has been dealt.
    dealt: bool,
}

impl PlayedOut {
    /// Whether the kyoku has been settled.
    pub fn is_settled(&self) -> bool {
        self.settled
    }
}

impl<G: Game> Sink<G> for PlayedOut {
    fn wants(&self) -> Wants {
        Wants { next_kyoku: false, ..Wants::ENDS }
    }

    fn kyoku_start(&mut self) {
        self.dealt = true;
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        if !self.settled {
            (self.deltas, self.settled) = (end.deltas, true);
        }
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.match_end = Some(*end);
    }
}

/// Plays on to the end of the kyoku: first `action` of `seat`, a decider; then, and in the other seats, what `agents` choose, one for each
/// seat; last whether the dealer stops the match, where that is asked. After it `game` is between two kyoku, or at the end of the match. The
/// agents must have begun a match under these rules, and none may watch.
pub fn play_out<G: Game, A: Agent<G>>(
    game: &mut G,
    (seat, action): (Seat, u8),
    agents: &mut [A],
) -> PlayedOut {
    let mut end = PlayedOut::default();
    let mut given = Answers::one(seat, action);
    while !end.dealt && !game.deciders().is_empty() {
        let mut answers = given;
        for decider in game.deciders().without(given.given()) {
            let legal = game.legal(decider);
            let code = agents[decider.index()].act(&game.view(decider), legal);
            if !legal.has(code) {
                return PlayedOut { illegal: Some((decider, code)), ..end };
            }
            answers.set(decider, code);
        }
        given = Answers::NONE;
        game.apply(answers, &mut Reporter::of(&mut end));
    }
    end
}
