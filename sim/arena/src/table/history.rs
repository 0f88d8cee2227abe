//! What has happened in a match, as far as its record and its result need it.

use hyakuman_core::Seat;
use hyakuman_core::game::sink::Wants;
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, KyokuResult, MAX_SEATS, MatchEnd, Sink};

/// What has happened in a match so far.
#[derive(Clone, Default, Debug)]
pub struct History {
    /// The actions, as in the table `replays` of a data set.
    pub actions: Vec<u8>,
    /// By seat: its decisions.
    pub steps: [u32; MAX_SEATS],
    /// Kyoku that have been settled.
    pub settled: u32,
    /// The last of them.
    pub last_kyoku: Option<Settled<i32>>,
    /// The end of the match, if it is over. Scores are in the unit of the game.
    pub end: Option<MatchEnd>,
}

/// A kyoku that has been settled, with scores as `T`: in the unit of the game or in points. Arrays are by seat; seats that the game does not
/// have are 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settled<T> {
    /// Index of the kyoku in the match: prevailing winds passed times seats, plus the seat of the dealer.
    pub kyoku: u32,
    /// How often this kyoku was played before.
    pub repeat: u32,
    /// How it ended.
    pub result: KyokuResult,
    /// Changes of all scores, riichi sticks paid included.
    pub deltas: [T; MAX_SEATS],
    /// Scores after it.
    pub scores: [T; MAX_SEATS],
}

impl<G: Game> Sink<G> for History {
    fn wants(&self) -> Wants {
        Wants::DECISIONS
    }

    fn decision(&mut self, _: &G, seat: Seat, _: &ActionMask, action: u8) {
        self.actions.push(action);
        self.steps[seat.index()] += 1;
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let KyokuEnd { kyoku, repeat, result, deltas, before, .. } = *end;
        let scores = std::array::from_fn(|seat| before[seat] + deltas[seat]);
        self.last_kyoku = Some(Settled { kyoku, repeat, result, deltas, scores });
        self.settled += 1;
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.end = Some(*end);
    }
}
