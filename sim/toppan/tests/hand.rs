//! A hand as text, for the tests.

use hyakuman_core::game::ruleset::AsTable;
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::{Kind, Tile};
use hyakuman_toppan::deal::add_extra;
use hyakuman_toppan::presets::PRESETS;
use hyakuman_toppan::score::{Case, Scorer, Value};
use hyakuman_toppan::{Held, Indicators, ToppanRules};

/// A hand, and everything that its value depends on.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) tiles: Vec<Tile>,
    pub(crate) seat: Kind,
    pub(crate) round: Kind,
    pub(crate) honba: u32,
    /// In half points.
    pub(crate) bet: i32,
    /// The indicators; one after those of the start is turned up.
    pub(crate) indicators: Vec<Tile>,
    pub(crate) declared: bool,
}

impl Given {
    /// Its value by the program; none where it does not win.
    pub(crate) fn value(&self, rules: &ToppanRules) -> Option<Value> {
        let held: Held = self.tiles.iter().copied().collect();
        let (shown, extra) =
            self.indicators.split_at(self.indicators.len().min(rules.dora_indicators as usize));
        let mut indicators: Indicators = shown.iter().copied().collect();
        extra.iter().for_each(|&tile| add_extra(&mut indicators, tile, rules));
        let (seat_wind, round_wind, honba) = (self.seat, self.round, self.honba);
        let case = Case { held: &held, seat_wind, round_wind, indicators: &indicators, honba };
        let scorer = Scorer::new(rules);
        match self.declared {
            true => scorer.declared(&case),
            false => (!held.is_over()).then(|| scorer.compared(&case)),
        }
    }
}

/// The rules `toppan`, and those that differ, as in a rules file: `uma_precedence="BustUpperCount" prize=0`.
pub(crate) fn rules_of(changes: &str) -> ToppanRules {
    let mut table = (PRESETS[0].rules)().to_table();
    for change in changes.split(' ').filter(|change| !change.is_empty() && *change != "-") {
        table.extend(change.parse::<toml::Table>().expect("a change is toml"));
    }
    ToppanRules::from_table(table).unwrap_or_else(|error| panic!("{changes}: {error}"))
}

/// Tiles, `-` for none.
pub(crate) fn tiles(text: &str) -> Vec<Tile> {
    if text == "-" { Vec::new() } else { parse_tiles(text).unwrap_or_else(|error| panic!("{text}: {error}")) }
}
