//! A match as it is to be read: what the page needs to know, whatever the game.

use crate::model::LogResult;
use hyakuman_core::{Hand, KindSet, Meld, Seat, Tile};

/// A match that is to be written on a page.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// What the signs mean; stands above the first kyoku.
    pub legend: &'static str,
    /// Players.
    pub seats: usize,
    /// The kyoku in order.
    pub kyoku: Vec<KyokuTranscript>,
    /// The final result, if it is known.
    pub result: Option<LogResult>,
    /// What completes these concealed tiles beside so many sets.
    pub waits: fn(&Hand, u8) -> KindSet,
}

/// A kyoku.
#[derive(Clone, Debug)]
pub struct KyokuTranscript {
    /// Which it is, in one line: `East 1, honba 2`.
    pub heading: String,
    /// The dealer.
    pub dealer: Seat,
    /// Scores before it, by seat.
    pub scores: Vec<i32>,
    /// The tiles dealt to each seat.
    pub hands: Vec<Vec<Tile>>,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// How it ended.
    pub end: End,
    /// Scores after it, by seat.
    pub after: Vec<i32>,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A seat draws.
    Draw(Seat, Tile),
    /// A seat discards; `tsumogiri`: the tile just drawn.
    Discard {
        /// Who.
        seat: Seat,
        /// What.
        tile: Tile,
        /// The tile just drawn?
        tsumogiri: bool,
    },
    /// A call on the last discard, or a concealed kan.
    Call(Seat, Meld),
    /// A seat adds a tile to its pon.
    Kakan(Seat, Tile),
    /// The kan that a seat has just declared is robbed of this tile: the others are what they were before.
    KanUndone(Seat, Tile),
    /// A seat sets a tile aside.
    Nuki(Seat, Tile),
    /// A tile is passed on before the first draw.
    Handed {
        /// Who gave it.
        from: Seat,
        /// Who got it.
        to: Seat,
        /// Which.
        tile: Tile,
    },
    /// A seat does something besides: a word behind what it has done in this turn, which begins with it if need be.
    Act(Seat, String),
    /// A seat declares something with its next discard: a word behind that.
    Declare(Seat, &'static str),
    /// Something all see happens, which is nobody's doing.
    Note(String),
}

/// How a kyoku ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// One or more wins.
    Wins(Vec<Victory>),
    /// None of the wins ended it, if there were any.
    Draw {
        /// The wins after which it went on.
        wins: Vec<Victory>,
        /// Which sort.
        what: &'static str,
        /// Who shows the hand.
        shown: Vec<Seat>,
    },
    /// The match stops before the end of the kyoku.
    Unfinished,
}

/// One win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    /// Who.
    pub winner: Seat,
    /// Who gave the winning tile; none by the own draw.
    pub from: Option<Seat>,
    /// The winning tile, where it is known.
    pub tile: Option<Tile>,
    /// What it is worth, in one line.
    pub value: String,
    /// What it is worth that for, piece by piece.
    pub yaku: Vec<String>,
}

impl Step {
    /// Who acts; nobody where it is nobody's doing, or not one's alone.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Step::Draw(seat, _)
            | Step::Discard { seat, .. }
            | Step::Call(seat, _)
            | Step::Kakan(seat, _)
            | Step::KanUndone(seat, _)
            | Step::Nuki(seat, _)
            | Step::Act(seat, _)
            | Step::Declare(seat, _) => Some(seat),
            Step::Note(_) | Step::Handed { .. } => None,
        }
    }
}

impl KyokuTranscript {
    /// The seats from the dealer on, with their winds.
    pub(super) fn in_turn(&self) -> impl Iterator<Item = (Seat, &'static str)> {
        let (dealer, seats) = (self.dealer, self.scores.len());
        (0..seats as u8).map(move |steps| (dealer.after(steps, seats), WINDS[steps as usize]))
    }

    /// The wind of a seat.
    pub(super) fn wind(&self, seat: Seat) -> &'static str {
        WINDS[seat.seen_from(self.dealer, self.scores.len()).steps() as usize]
    }
}

/// `East 1`: a kyoku by its absolute index.
pub(super) fn kyoku_name(index: u32, seats: usize) -> String {
    let index = index as usize;
    format!("{} {}", WINDS[index / seats % WINDS.len()], index % seats + 1)
}

/// Names of the winds.
pub(super) const WINDS: [&str; 4] = ["East", "South", "West", "North"];
