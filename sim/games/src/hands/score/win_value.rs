//! The value of a winning hand of a game of draws and discards: the same fields for every unit of value.

use serde::Serialize;

/// The value of a winning hand. Fields that do not apply to the game are 0 or `None`.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct WinValue {
    /// Always true.
    pub agari: bool,
    /// Yaku without dora, each with its value; one that counts several times is listed once with the sum.
    pub yaku: Vec<(&'static str, u32)>,
    /// Number of dora of all types in the hand, even if they add nothing.
    pub dora: u32,
    /// The sum in the unit of the game; `None` for a yakuman.
    pub han: Option<u32>,
    /// Fu; `None` for a yakuman and in games without fu.
    pub fu: Option<u8>,
    /// The number of yakuman; 0 for an ordinary hand.
    pub yakuman: u8,
    /// The limit it reaches, such as `mangan`.
    pub limit: Option<&'static str>,
    /// The points of the hand, without honba and sticks; in Toutenkou with honba.
    pub points: i32,
    /// The change of every score by seat; seat 0 is east, the dealer.
    pub deltas: Vec<i32>,
}
