//! The transcript of a match: what the text needs, for any game.

use crate::logs::model::LogResult;
use crate::show::{Change, Kernels};
use hyakuman_core::{Seat, Tile};

/// A match to be written as text.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The explanation of the symbols; written before the first kyoku.
    pub legend: &'static str,
    /// Number of players.
    pub seats: usize,
    /// The kyoku in order.
    pub kyoku: Vec<KyokuTranscript>,
    /// The final result, if known.
    pub result: Option<LogResult>,
    /// Those of the game.
    pub kernels: Kernels,
}

/// A kyoku.
#[derive(Clone, Debug)]
pub struct KyokuTranscript {
    /// Its name, in one line: `East 1, honba 2`.
    pub heading: String,
    /// The dealer.
    pub dealer: Seat,
    /// Scores before it, by seat.
    pub scores: Vec<i32>,
    /// The tiles dealt to each seat.
    pub hands: Vec<Vec<Tile>>,
    /// What happened, in order.
    pub steps: Vec<Change>,
    /// How it ended.
    pub end: End,
    /// Scores after it, by seat.
    pub after: Vec<i32>,
}

/// How a kyoku ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// One or more wins.
    Wins(Vec<Victory>),
    /// No win ended the kyoku.
    Draw {
        /// The wins before it, in games that continue after a win.
        wins: Vec<Victory>,
        /// The name of the draw.
        what: &'static str,
        /// The seats that show their hands.
        shown: Vec<Seat>,
    },
    /// The match stops before the end of the kyoku.
    Unfinished,
}

/// One win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    /// The winner.
    pub winner: Seat,
    /// The seat that gave the winning tile; `None` for tsumo.
    pub from: Option<Seat>,
    /// The winning tile, if known.
    pub tile: Option<Tile>,
    /// The value, in one line.
    pub value: String,
    /// The items of the value.
    pub yaku: Vec<String>,
}

impl KyokuTranscript {
    /// The seats in turn order from the dealer, with their winds.
    pub(super) fn in_turn(&self) -> impl Iterator<Item = (Seat, &'static str)> {
        let (dealer, seats) = (self.dealer, self.scores.len());
        (0..seats as u8).map(move |steps| (dealer.after(steps, seats), WINDS[steps as usize]))
    }

    pub(super) fn wind(&self, seat: Seat) -> &'static str {
        WINDS[seat.seen_from(self.dealer, self.scores.len()).steps() as usize]
    }
}

/// `East 1`: the name of a kyoku with this absolute index.
pub(super) fn kyoku_name(index: u32, seats: usize) -> String {
    let index = index as usize;
    format!("{} {}", WINDS[index / seats % WINDS.len()], index % seats + 1)
}

/// Names of the winds.
pub(super) const WINDS: [&str; 4] = ["East", "South", "West", "North"];
