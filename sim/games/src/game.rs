//! The contract: what a game is, to the loop that plays it, to agents and to records.
//!
//! A game is a state machine that stops only where some seat has a real choice, that is, two or more legal actions.
//! Forced moves are made by the engine and seen as events. The contract knows no riichi: a family brings its own
//! rules, actions (up to 256 dense codes), events, view and row.

use hyakuman_core::column::{Column, Rows};
use hyakuman_core::{MatchSeed, Rng, Seat, SeatSet};
use std::fmt;
use std::sync::Arc;

pub use crate::illegal::Illegal;
use crate::illegal::IllegalReason;
pub use crate::mask::ActionMask;
use crate::ruleset::Ruleset;
use crate::sink::Sink;

/// Most seats any game has.
pub const MAX_SEATS: usize = 4;

/// One match of some game, in play.
pub trait Game: Sized + Clone + Send + 'static {
    /// Name of the family, as in records (`riichi`).
    const FAMILY: &'static str;
    /// Seats at the table. A family with two seat counts is two types.
    const SEATS: usize;
    /// The columns of a decision row, in the order [`Game::write_row`] fills them.
    const COLUMNS: &'static [Column];
    /// Every action code and what it means, in rising order: part of the record format.
    const ACTIONS: &'static [ActionCodes];
    /// How many yaku are numbered: [`Game::yaku_name`] knows the numbers below it.
    const YAKU: u32;
    /// How many units of score make a point: what is scored in halves is kept in whole numbers, and told in points.
    const UNITS_PER_POINT: i32 = 1;
    /// What such a unit is called in the columns of a record.
    const SCORE_UNIT: &'static str = "points";
    /// Rates of play that mean nothing in it, by their names in `hyakuman run --json` (docs/output.md): what the contract
    /// can tell and the game does not have.
    const INAPPLICABLE_RATES: &'static [&'static str] = &[];
    /// Variant rules: plain data, checked as a whole before a match starts.
    type Rules: Ruleset;
    /// Something that happened, in full; a view shows each seat its part of it.
    type Event: Copy + fmt::Debug;
    /// What a writer of rows keeps from row to row of a match, so as not to look up again what has not changed.
    type RowCache: Default + Clone + Send;
    /// What one seat may see.
    type View<'a>
    where
        Self: 'a;

    /// Deals the first kyoku and plays on to the first decision.
    fn start(rules: &Arc<Self::Rules>, seed: MatchSeed, sink: &mut impl Sink<Self>) -> Self;

    /// Who has to choose now; several may answer one discard. Empty: the match is over.
    fn deciders(&self) -> SeatSet;

    /// What a decider may do: at least two actions. Empty for everybody else.
    fn legal(&self, seat: Seat) -> &ActionMask;

    /// What a seat may see.
    fn view(&self, seat: Seat) -> Self::View<'_>;

    /// Plays on to the next decision. The answers must be legal ones of exactly the deciders.
    fn apply(&mut self, answers: Answers, sink: &mut impl Sink<Self>);

    /// As [`Game::apply`], with the answers checked first; the error names the rule an answer breaks.
    fn try_apply(&mut self, answers: Answers, sink: &mut impl Sink<Self>) -> Result<(), Illegal> {
        for seat in Seat::all(Self::SEATS) {
            match answers.get(seat) {
                Some(_) if !self.deciders().has(seat) => {
                    return Err(Illegal { seat, action: None, reason: IllegalReason::NothingToDecide });
                }
                None if self.deciders().has(seat) => {
                    return Err(Illegal { seat, action: None, reason: IllegalReason::AnswerMissing });
                }
                Some(code) if !self.legal(seat).has(code) => {
                    let (action, reason) = (Some(Self::action_name(code)), self.why_illegal(seat, code));
                    return Err(Illegal { seat, action, reason });
                }
                _ => {}
            }
        }
        self.apply(answers, sink);
        Ok(())
    }

    /// Which rule forbids this action to this decider now. Asked for only where the action is illegal.
    fn why_illegal(&self, seat: Seat, code: u8) -> IllegalReason;

    /// The name of an action code, for people: `discard 5m`.
    fn action_name(code: u8) -> String;

    /// The name of a yaku by its number in [`WinRecord::yaku`].
    fn yaku_name(number: u32) -> &'static str;

    /// Writes the [`Game::COLUMNS`] of one decision row: everything the view shows, so that equal rows mean equal
    /// views. The scribe is a new one, or has written earlier rows of this match; the row is the same.
    fn write_row(row_cache: &mut Self::RowCache, view: &Self::View<'_>, out: &mut Rows);

    /// Deals everything `seat` cannot see anew, consistently with all it has seen: for tests and search agents.
    fn redeal_hidden(&mut self, seat: Seat, rng: &mut Rng);

    /// Checks that every tile is in exactly one place and no point was made or lost.
    fn audit(&self) -> Result<(), String>;
}

/// Action codes that mean the same but for a tile or a kind: that of `first` is number 0, and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionCodes {
    /// The lowest code.
    pub first: u8,
    /// The highest code.
    pub last: u8,
    /// What it does, to read.
    pub meaning: &'static str,
}

impl ActionCodes {
    /// A code that stands alone.
    pub const fn one(code: u8, meaning: &'static str) -> ActionCodes {
        ActionCodes::range(code, code, meaning)
    }

    /// The codes from the first to the last.
    pub const fn range(first: u8, last: u8, meaning: &'static str) -> ActionCodes {
        ActionCodes { first, last, meaning }
    }
}

/// The answers of the deciders: one action code each.
///
/// One word, so that it is written and read as one: seat `i` has its code in byte `i`, and bit `32 + i` says that it
/// gave one.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Answers(u64);

impl Answers {
    /// No answer yet.
    pub const NONE: Answers = Answers(0);

    /// The answer of a single decider.
    #[inline]
    pub fn one(seat: Seat, code: u8) -> Answers {
        let mut answers = Answers::NONE;
        answers.set(seat, code);
        answers
    }

    /// Notes an answer.
    #[inline]
    pub fn set(&mut self, seat: Seat, code: u8) {
        let place = 8 * seat.index();
        self.0 = self.0 & !(0xFF << place) | (code as u64) << place | 1 << (32 + seat.index());
    }

    /// The code of a seat that gave one; without a look at whether it did.
    #[inline]
    pub fn code(&self, seat: Seat) -> u8 {
        debug_assert!(self.given().has(seat), "{seat:?} gave no answer");
        (self.0 >> (8 * seat.index())) as u8
    }

    /// The answer of a seat, if it gave one.
    #[inline]
    pub fn get(&self, seat: Seat) -> Option<u8> {
        self.given().has(seat).then(|| self.code(seat))
    }

    /// Who has answered.
    #[inline]
    pub fn given(&self) -> SeatSet {
        SeatSet::from_bits((self.0 >> 32) as u8)
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.given().map(|seat| (seat, self.get(seat)))).finish()
    }
}

/// How a kyoku came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum KyokuResult {
    /// Somebody won.
    Win,
    /// The wall ran out (荒牌平局).
    Exhaustive,
    /// The wall ran out and a river of terminals and honors was paid (流し満貫).
    Nagashi,
    /// Nine different terminals and honors (九種九牌).
    Kyuushu,
    /// Four equal winds as first discards (四風連打).
    Suufon,
    /// Everybody in riichi (四家立直).
    Suucha,
    /// Four kans by more than one player (四槓散了).
    Suukan,
    /// Three winners on one tile (三家和).
    Sanchahou,
    /// Nobody pays, and the hand is dealt again (引き直し).
    Redraw,
}

impl KyokuResult {
    /// The word for it, as in records.
    pub const fn name(self) -> &'static str {
        match self {
            KyokuResult::Win => "win",
            KyokuResult::Exhaustive => "exhaustive",
            KyokuResult::Nagashi => "nagashi",
            KyokuResult::Kyuushu => "kyuushu",
            KyokuResult::Suufon => "suufon",
            KyokuResult::Suucha => "suucha",
            KyokuResult::Suukan => "suukan",
            KyokuResult::Sanchahou => "sanchahou",
            KyokuResult::Redraw => "redraw",
        }
    }
}

/// One win of a kyoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRecord {
    /// Who won.
    pub winner: Seat,
    /// Who dealt in; none for a win by own draw.
    pub from: Option<Seat>,
    /// Code of the winning tile's face (0 to 36).
    pub tile: u8,
    /// Han with dora; 0 for a yakuman. Families without han put their own unit here.
    pub han: u16,
    /// Fu; 0 where the family or the hand has none.
    pub fu: u8,
    /// Total multiple of yakuman, 0 for none.
    pub yakuman: u8,
    /// Set of yaku, by the family's numbering.
    pub yaku: u64,
    /// Dora, ura, red fives and set-aside tiles, in han.
    pub dora: [u8; 4],
    /// Value without honba and sticks, in points.
    pub points: i32,
    /// Changes of score this win brings, honba and sticks included.
    pub deltas: [i32; MAX_SEATS],
}

/// What is known when a kyoku has been settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KyokuEnd<'a> {
    /// Absolute index: winds passed times seats, plus the dealer.
    pub kyoku: u32,
    /// How many deals of this kyoku came before.
    pub repeat: u32,
    /// Counter of repeats on the table while it was played.
    pub honba: u32,
    /// Riichi sticks on the table when it began.
    pub kyotaku: u32,
    /// Scores when it began.
    pub before: [i32; MAX_SEATS],
    /// Changes of score, those of sticks put down included.
    pub deltas: [i32; MAX_SEATS],
    /// How it ended.
    pub result: KyokuResult,
    /// The wins, nearest after the discarder first.
    pub wins: &'a [WinRecord],
    /// Tiles drawn, the dealer's first included.
    pub draws: u32,
    /// Who was in riichi.
    pub riichi: SeatSet,
    /// Who had opened the hand.
    pub open: SeatSet,
    /// Who was tenpai at an exhaustive draw.
    pub tenpai: SeatSet,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EndReason {
    /// All that was to be played was played.
    Played,
    /// Somebody reached the points that end the extension (サドンデス).
    SuddenDeath,
    /// Somebody has too few points to go on (トビ).
    Bust,
    /// Somebody has the points that end a match at any time.
    Reached,
    /// The dealer, ahead in the last kyoku, stops (アガリ止め, 聴牌止め).
    Stopped,
}

impl EndReason {
    /// The word for it, as in records.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Played => "played",
            EndReason::SuddenDeath => "sudden_death",
            EndReason::Bust => "bust",
            EndReason::Reached => "reached",
            EndReason::Stopped => "stopped",
        }
    }
}

/// What is known when a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchEnd {
    /// Scores, sticks left on the table handed out.
    pub scores: [i32; MAX_SEATS],
    /// Placement, 0 for the first.
    pub placement: [u8; MAX_SEATS],
    /// Result with uma and oka, in thousandths (45,200 is +45.2).
    pub rank_points: [i32; MAX_SEATS],
    /// Why it ended.
    pub reason: EndReason,
    /// How many deals were played.
    pub kyoku: u32,
}
