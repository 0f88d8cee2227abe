//! What a format of logs cannot tell of a match.

use crate::model::Format;
use hyakuman_games::riichi::RiichiRules;

/// The first rule by which matches have something that a format cannot tell; none where every match can be written in
/// it and replayed by the same rules. Our own records tell all.
pub fn unsupported_field(rules: &RiichiRules, format: Format) -> Option<&'static str> {
    if format == Format::Record {
        return None;
    }
    let fields = [
        ("wins_per_hand", rules.wins_per_hand > 1),
        ("exchange_tiles", rules.exchange_tiles > 0),
        // `start_kyoku` has one indicator, and readers demand it.
        ("initial_indicators", format == Format::Mjai && rules.initial_indicators == 0),
    ];
    fields.into_iter().find(|&(_, is)| is).map(|(field, _)| field)
}
