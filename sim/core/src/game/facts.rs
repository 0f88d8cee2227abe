//! What a game says of itself, as values.
//!
//! A function that is generic over games is compiled for every game, in every crate that calls it. What needs only names, seats or columns takes
//! these values and is compiled once.

use crate::column::Column;
use crate::game::{ActionCodes, Game, LEAD_BOUNDS};

/// The constants of a [`Game`].
#[derive(Clone, Copy, Debug)]
pub struct GameFacts {
    /// [`Game::FAMILY`].
    pub family: &'static str,
    /// [`Game::SEATS`].
    pub seats: usize,
    /// [`Game::COLUMNS`].
    pub columns: &'static [Column],
    /// [`Game::HIDDEN_COLUMNS`].
    pub hidden_columns: &'static [Column],
    /// [`Game::ACTIONS`].
    pub actions: &'static [ActionCodes],
    /// [`Game::YAKU`].
    pub yaku: u32,
    /// [`Game::yaku_name`].
    pub yaku_name: fn(u32) -> &'static str,
    /// [`Game::action_name`].
    pub action_name: fn(u8) -> String,
    /// [`Game::UNITS_PER_POINT`].
    pub units_per_point: i32,
    /// [`Game::SCORE_UNIT`].
    pub score_unit: &'static str,
    /// [`Game::INAPPLICABLE_RATES`].
    pub inapplicable_rates: &'static [&'static str],
    /// [`Game::WIN_CLASSES`].
    pub win_classes: &'static [&'static str],
    /// [`Game::LEADS`].
    pub leads: [i32; LEAD_BOUNDS],
}

impl GameFacts {
    /// Those of a game.
    pub const fn of<G: Game>() -> GameFacts {
        GameFacts {
            family: G::FAMILY,
            seats: G::SEATS,
            columns: G::COLUMNS,
            hidden_columns: G::HIDDEN_COLUMNS,
            actions: G::ACTIONS,
            yaku: G::YAKU,
            yaku_name: G::yaku_name,
            action_name: G::action_name,
            units_per_point: G::UNITS_PER_POINT,
            score_unit: G::SCORE_UNIT,
            inapplicable_rates: G::INAPPLICABLE_RATES,
            win_classes: G::WIN_CLASSES,
            leads: G::LEADS,
        }
    }
}
