//! The JSON output, documented in docs/output.md.

use super::{Player, PlayerName, Report, differs};
use hyakuman_analysis::play::PlayerCount;
use hyakuman_analysis::{Measure, Measures};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

/// The estimates of a table of measures.
struct Rates<'a>(&'a Measures);

/// An estimate as JSON.
#[derive(serde::Serialize)]
struct JsonEstimate {
    value: f64,
    ci95: Option<[f64; 2]>,
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Report", 17)?;
        object.serialize_field("version", env!("CARGO_PKG_VERSION"))?;
        object.serialize_field("rules", &self.rules.id)?;
        object.serialize_field("title", &self.rules.title)?;
        object.serialize_field("family", self.rules.family)?;
        object.serialize_field("rules_hash", &format!("{:016x}", self.rules.hash))?;
        object.serialize_field("base", &self.rules.base)?;
        object.serialize_field("differs", &differs(self.rules))?;
        object.serialize_field("seed", &self.seed)?;
        object.serialize_field("games", &self.games)?;
        object.serialize_field("agents", &self.names())?;
        object.serialize_field("seating", self.seating)?;
        object.serialize_field("rotations", &self.lineup.rotations())?;
        object.serialize_field("decisions", &self.stats.decisions())?;
        object.serialize_field("by_agent", &self.by_agent())?;
        object.serialize_field("by_seat", &self.by_seat())?;
        object.serialize_field("table", &Rates(&self.stats.matches))?;
        object.serialize_field("timing", &self.timing)?;
        object.end()
    }
}

impl Serialize for Player<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use PlayerCount::{First, Hands, Matches, Wins};
        let total = |count: PlayerCount| self.measures.total(count as usize);
        let placements: Vec<i64> =
            (0..self.seats).map(|place| self.measures.total(First as usize + place)).collect();
        let mut object = serializer.serialize_struct("Player", 6)?;
        match &self.name {
            PlayerName::Agent(name) => object.serialize_field("agent", name)?,
            PlayerName::Seat(seat) => object.serialize_field("seat", seat)?,
        }
        object.serialize_field("games", &total(Matches))?;
        object.serialize_field("hands", &total(Hands))?;
        object.serialize_field("wins", &total(Wins))?;
        object.serialize_field("placements", &placements)?;
        object.serialize_field("rates", &Rates(self.measures))?;
        object.end()
    }
}

impl Serialize for Rates<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (&Measure { name, .. }, estimate) in self.0.estimates() {
            let estimate = estimate.map(|found| JsonEstimate { value: found.value, ci95: found.bounds() });
            object.serialize_entry(name, &estimate)?;
        }
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_games::Game;
    use hyakuman_games::riichi::Riichi;
    use hyakuman_games::toppan::Toppan;
    use hyakuman_games::yangzhou::Yangzhou;

    #[test]
    fn every_rate_is_documented() {
        let page = include_str!("../../../docs/output.md");
        let tables = [hyakuman_analysis::play::player_rates(4), hyakuman_analysis::play::MATCH_RATES];
        for Measure { name, .. } in tables.into_iter().flatten() {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }

    /// The inapplicable rates of each family are names of rates.
    #[test]
    fn inapplicable_rates_are_rates() {
        let tables = [hyakuman_analysis::play::player_rates(4), hyakuman_analysis::play::MATCH_RATES];
        let families =
            [Riichi::<4>::INAPPLICABLE_RATES, Yangzhou::INAPPLICABLE_RATES, Toppan::INAPPLICABLE_RATES];
        for name in families.into_iter().flatten() {
            assert!(tables.into_iter().flatten().any(|measure| measure.name == *name), "{name}");
        }
    }
}
