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
    use hyakuman_analysis::Measure;
    use hyakuman_game::Game;
    use hyakuman_riichi::Riichi;
    use hyakuman_toppan::Toppan;
    use hyakuman_yangzhou::Yangzhou;

    #[test]
    fn every_rate_is_documented() {
        let pages = [include_str!("../../../docs/output.md"), include_str!("../../../docs/metrics.md")];
        let tables = [hyakuman_arena::measures::player_rates(4), hyakuman_arena::measures::match_rates(4)];
        for Measure { name, .. } in tables.into_iter().flatten() {
            assert!(pages.iter().all(|page| page.contains(&format!("`{name}`"))), "{name}");
        }
    }

    /// The inapplicable rates of each family are names of rates.
    #[test]
    fn inapplicable_rates_are_rates() {
        let tables = [hyakuman_arena::measures::player_rates(4), hyakuman_arena::measures::match_rates(4)];
        let families =
            [Riichi::<4>::INAPPLICABLE_RATES, Yangzhou::INAPPLICABLE_RATES, Toppan::INAPPLICABLE_RATES];
        for name in families.into_iter().flatten() {
            assert!(tables.into_iter().flatten().any(|measure| measure.name == *name), "{name}");
        }
    }
}
