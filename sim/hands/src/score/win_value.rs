//! What a winning hand of a game of draws and discards is worth: one object, whatever the unit of the game.

use serde::Serialize;

/// What a winning hand is worth; what a game does not have is 0 or null.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct WinValue {
    /// True.
    pub agari: bool,
    /// Yaku without dora, each with what it adds, all its times together.
    pub yaku: Vec<(&'static str, u32)>,
    /// Dora of all sorts in the hand, also where they add nothing.
    pub dora: u32,
    /// The sum in the unit of the game; of a yakuman none is told.
    pub han: Option<u32>,
    /// Fu; none of a yakuman and in games without.
    pub fu: Option<u8>,
    /// How many yakuman; 0 of an ordinary hand.
    pub yakuman: u8,
    /// The limit it reaches, such as `mangan`.
    pub limit: Option<&'static str>,
    /// The unit of payment, without honba and sticks; in Toutenkou with honba.
    pub points: i32,
    /// The change of every score. Seats are winds: east, the dealer, is seat 0.
    pub deltas: Vec<i32>,
}
