//! The JSON output, documented in docs/output.md.

use super::{Report, add_played};
use hyakuman_report::json;
use serde_json::Value;

/// What was found, and what was asked.
pub(super) fn object(report: &Report<'_>) -> Value {
    let mut object = json::run(report.lineup, report.stats);
    add_played(&mut object, report.rules, report.seed, report.games, report.lineup);
    object
}

#[cfg(test)]
mod tests {
    use hyakuman_arena::measures::measures;
    use hyakuman_game::Game;
    use hyakuman_riichi::Riichi;
    use hyakuman_toppan::Toppan;
    use hyakuman_yangzhou::Yangzhou;

    /// The inapplicable rates of each family are names of rates.
    #[test]
    fn inapplicable_rates_are_rates() {
        let families =
            [Riichi::<4>::INAPPLICABLE_RATES, Yangzhou::INAPPLICABLE_RATES, Toppan::INAPPLICABLE_RATES];
        for name in families.into_iter().flatten() {
            assert!(measures(4).any(|measure| measure.name == *name), "{name}");
        }
    }
}
