//! What a log format cannot represent.

use crate::logs::model::Format;
use hyakuman_core::game::ruleset::{AsTable, Ruleset};
use hyakuman_riichi::RiichiRules;

/// The first rule whose effects a format cannot represent; `None` if every match can be written in it and replayed
/// under the same rules. [`Format::Record`] represents everything.
pub fn unsupported_field(rules: &RiichiRules, format: Format) -> Option<&'static str> {
    let (table, first) = (rules.to_table(), RiichiRules::FIRST.to_table());
    let without_words = RiichiRules::FIELDS.iter().filter(|field| !field.in_logs).map(|field| field.name);
    // `start_kyoku` has exactly one indicator.
    let indicators =
        Some("initial_indicators").filter(|_| format == Format::Mjai && rules.initial_indicators == 0);
    let found = without_words.filter(|&name| table[name] != first[name]).chain(indicators).next();
    found.filter(|_| format != Format::Record)
}
