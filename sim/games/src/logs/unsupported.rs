//! What a log format cannot represent.

use crate::logs::model::Format;
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::rules::OpenRiichi;

/// The first rule whose effects a format cannot represent; `None` if every match can be written in it and replayed
/// under the same rules. [`Format::Record`] represents everything.
pub fn unsupported_field(rules: &RiichiRules, format: Format) -> Option<&'static str> {
    if format == Format::Record {
        return None;
    }
    let fields = [
        ("wins_per_hand", rules.wins_per_hand > 1),
        ("exchange_tiles", rules.exchange_tiles > 0),
        // Logs do not have the dice, and their kyoku are replayed one by one: what is counted over a match is not known.
        ("wareme", rules.wareme),
        // They have no word for it.
        ("open_riichi", rules.open_riichi != OpenRiichi::Off),
        ("yakitori", rules.yakitori > 0),
        ("chips", !rules.chips.is_empty()),
        ("max_kyoku", rules.max_kyoku.is_some()),
        // `start_kyoku` has exactly one indicator.
        ("initial_indicators", format == Format::Mjai && rules.initial_indicators == 0),
    ];
    fields.into_iter().find(|&(_, is)| is).map(|(field, _)| field)
}
