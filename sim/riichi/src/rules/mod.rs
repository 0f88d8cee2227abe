//! The rules of a riichi game as data: one field per rule.
//!
//! `fields` has everything that is said of each rule. A preset ([`presets`]) is a difference from another preset; the engine reads the fields and does
//! not know which ruleset it plays. `check` has what several rules demand together, `warnings` what leaves several without effect; `noten` and
//! `sets` are values with points, and sets of names. Clauses (R-2.5 ...) are those of RULES.md beside this folder.

mod check;
mod fields;
mod noten;
pub mod presets;
mod sets;
#[cfg(test)]
mod tests;
mod warnings;

pub use crate::scoring::written_yaku::WrittenYakuList;
use crate::scoring::written_yaku::{WrittenYaku, WrittenYakuSet};
use crate::scoring::yaku::YakuSet;
use crate::scoring::yaku::local::CONDITIONS;
pub use fields::*;
pub use noten::*;
pub use sets::*;

use hyakuman_core::game::ruleset::{Conflict, FieldDoc, Limit, Preset, Ruleset, Warning};

/// Most tiles a seat can pass on in the exchange before the first draw.
pub const MAX_EXCHANGE_TILES: usize = 3;

impl RiichiRules {
    /// Whether written yaku are played: local ones, or those of the rules file.
    #[inline]
    pub fn has_written_yaku(&self) -> bool {
        !self.local_yaku.is_empty() || !self.yaku.is_empty()
    }

    /// Written yaku that are played: those of the rules file, then local ones.
    pub fn written_yaku(&self) -> impl Iterator<Item = &'static WrittenYaku> + use<> {
        let (local, played) = self.written_local_yaku();
        self.yaku.all().iter().chain(local.of_set(played))
    }

    /// Whether final points follow from the final scores: nothing else is counted.
    pub(crate) fn counts_nothing(&self) -> bool {
        self.tobi_prize == 0 && self.yakitori == 0 && self.chips.is_empty()
    }

    /// The conditions of the local yaku, and which of them are played.
    pub fn written_local_yaku(&self) -> (WrittenYakuList, WrittenYakuSet) {
        match self.local_yaku.is_empty() {
            true => (WrittenYakuList::NONE, 0),
            false => (*CONDITIONS, self.local_yaku.bits().into()),
        }
    }

    /// Does the `i`-th indicator make dora, and does the tile under it for a winner in riichi? Those after the first ones
    /// were opened by kans.
    #[inline]
    pub fn indicator_counts(&self, i: usize) -> (bool, bool) {
        match i < self.initial_indicators as usize {
            true => (self.dora_omote, self.dora_ura),
            false => (self.dora_kan, self.dora_kan_ura),
        }
    }
}

impl Ruleset for RiichiRules {
    const FAMILY: &'static str = "riichi";
    const FIELDS: &'static [FieldDoc] = FIELDS;
    const PRESETS: &'static [Preset<RiichiRules>] = presets::PRESETS;
    const WARNINGS: &'static [Warning<RiichiRules>] = RiichiRules::IDLE;
    const LIMITS: &'static [Limit<RiichiRules>] = RiichiRules::DEMANDS;

    fn validate(&self) -> Vec<Conflict> {
        check::conflicts(self)
    }
}
