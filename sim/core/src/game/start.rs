//! Where a match starts.

use crate::game::outcome::MAX_SEATS;

/// The state in which a match starts, if not that of its rules. See [`crate::game::Game::start_from`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StartState {
    /// Scores by seat, in units; `None` for those of the rules.
    pub scores: Option<[i32; MAX_SEATS]>,
    /// The kyoku: prevailing winds passed times seats, plus the seat of the dealer.
    pub kyoku: u32,
    /// Honba.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// Whether the match is over when this kyoku has ended, with the final points of these scores.
    pub only_kyoku: bool,
}
