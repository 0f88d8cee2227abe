//! The value of a winning hand in games with draws and discards, in the unit of the game.

use serde::Serialize;
use std::fmt;

/// The value of a winning hand; fields that a game does not have are 0 or null.
#[derive(Serialize, Debug)]
pub(super) struct WinValue {
    pub(super) agari: bool,
    /// Yaku without dora, with their total values.
    pub(super) yaku: Vec<(&'static str, u32)>,
    pub(super) dora: u32,
    /// The total in the unit of the game; `None` for a yakuman.
    pub(super) han: Option<u32>,
    pub(super) fu: Option<u8>,
    pub(super) yakuman: u8,
    pub(super) limit: Option<&'static str>,
    /// The unit of payment, without honba and sticks; in Toutenkou with honba.
    pub(super) points: i32,
    /// The change of every score. Seats are winds: east, the dealer, is seat 0.
    pub(super) deltas: Vec<i32>,
    /// The value as text.
    #[serde(skip)]
    pub(super) headline: String,
    /// Whether dora add to it.
    #[serde(skip)]
    pub(super) dora_counts: bool,
}

/// The value as text, in three lines.
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
