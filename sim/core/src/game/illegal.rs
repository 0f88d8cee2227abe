//! An answer that is refused.

use crate::Seat;
use std::fmt;

/// An answer that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// Who gave it.
    pub seat: Seat,
    /// Name of the action; none where an answer is missing, or was given by a seat that has nothing to decide.
    pub action: Option<String>,
    /// The rule it breaks, as half a sentence ([`crate::game::Game::why_illegal`]).
    pub reason: String,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.action {
            Some(action) => write!(f, "{:?} may not {action}: {}", self.seat, self.reason),
            None => write!(f, "{:?}: {}", self.seat, self.reason),
        }
    }
}

impl std::error::Error for Illegal {}
