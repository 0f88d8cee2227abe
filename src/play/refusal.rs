//! What people read where something is refused or fails. No text of an agent is in it: such a text may name tiles that a seat holds, or
//! the command of a program. That is for the one who serves the match ([`Failure`]).

use hyakuman_core::Seat;
use hyakuman_core::game::Illegal;
use std::fmt;

/// Why a person gets no answer. Its sentence says nothing that the person may not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The match is over.
    Over,
    /// The match is not over, and what is asked for shows every tile.
    NotOver(&'static str),
    /// The person has nothing to decide.
    NothingToDecide,
    /// The answer is for another decision.
    OtherDecision,
    /// The person's own answer is illegal.
    Illegal(Illegal),
    /// The agent of the hints gives none.
    NoHint,
    /// The agent of the hints does not value actions.
    NoValues,
    /// The review has failed.
    NoReview,
    /// The review is being made.
    Reviewing,
    /// There is no file in such a format; the formats.
    NoFormat(Vec<&'static str>),
    /// The format has no matches with this rule.
    NoMatches(&'static str),
    /// The file cannot be written.
    NoFile,
    /// Too much is asked at once.
    Busy,
    /// The thread of the match has ended.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Over => "the match is over",
            Refusal::NothingToDecide => "you have nothing to decide now",
            Refusal::OtherDecision => "this answer is for another decision",
            Refusal::NoHint => "the agent of the hints has failed",
            Refusal::NoValues => {
                "the agent of the hints does not say what actions are worth: try --hints placement or value"
            }
            Refusal::NoReview => "the review has failed",
            Refusal::Reviewing => "the review is being made: ask again soon",
            Refusal::NoFile => "the match cannot be written",
            Refusal::Busy => "too many questions at once",
            Refusal::Stopped => "the match has stopped",
            Refusal::NotOver(what) => return write!(f, "the match is not over: {what} every tile"),
            Refusal::Illegal(illegal) => return illegal.fmt(f),
            Refusal::NoFormat(formats) => {
                return write!(f, "there is no such file: the formats are {}", formats.join(", "));
            }
            Refusal::NoMatches(rule) => {
                return write!(f, "this format has no matches with the rule `{rule}`");
            }
        })
    }
}

/// An agent failed: the match cannot go on.
#[derive(Clone)]
pub struct Failure {
    seat: Seat,
    detail: String,
}

impl Failure {
    pub(crate) fn new(seat: Seat, detail: String) -> Failure {
        Failure { seat, detail }
    }

    /// The sentence for everybody.
    pub fn public(&self) -> String {
        format!("the agent in seat {} has failed", self.seat.index())
    }

    /// The sentence with what the agent did, for the one who serves the match once it has ended: it may say what the seat holds.
    pub fn with_hidden_tiles(&self) -> String {
        format!("{}: {}", self.public(), self.detail)
    }
}

/// Without what is hidden, so that no message has it by mistake.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure").field("seat", &self.seat).finish_non_exhaustive()
    }
}
