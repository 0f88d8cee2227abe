//! What a winning hand of a game of draws and discards is worth: one object, whatever the unit of the game.

use serde::Serialize;
use std::fmt;

/// What a winning hand is worth; what a game does not have is 0 or null.
#[derive(Serialize, Debug)]
pub(super) struct WinValue {
    pub(super) agari: bool,
    /// Yaku without dora, each with what it adds, all its times together.
    pub(super) yaku: Vec<(&'static str, u32)>,
    pub(super) dora: u32,
    /// The sum in the unit of the game; of a yakuman none is told.
    pub(super) han: Option<u32>,
    pub(super) fu: Option<u8>,
    pub(super) yakuman: u8,
    pub(super) limit: Option<&'static str>,
    /// The unit of payment, without honba and sticks; in Toutenkou with honba.
    pub(super) points: i32,
    /// The change of every score. Seats are winds: east, the dealer, is seat 0.
    pub(super) deltas: Vec<i32>,
    /// The value as people read it.
    #[serde(skip)]
    pub(super) headline: String,
    /// Do dora add to it?
    #[serde(skip)]
    pub(super) dora_counts: bool,
}

/// For people: the value in three lines.
impl fmt::Display for WinValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> =
            self.yaku.iter().map(|(name, value)| format!("{name} {value}")).collect();
        if self.dora > 0 && self.dora_counts {
            parts.push(format!("dora {}", self.dora));
        }
        let seats = ["E", "S", "W", "N"].iter().zip(&self.deltas);
        let deltas: Vec<String> = seats.map(|(seat, change)| format!("{seat} {change:+}")).collect();
        writeln!(f, "{}\n{}\n{}", self.headline, parts.join(", "), deltas.join("  "))
    }
}
