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
pub use crate::outcome::{EndReason, KyokuEnd, KyokuResult, MAX_SEATS, MatchEnd, WinRecord};
use crate::ruleset::Ruleset;
use crate::sink::Sink;

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
