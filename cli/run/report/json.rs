//! The JSON output, documented in docs/output.md.

use super::{Player, PlayerName, Report, differs};
use hyakuman_analysis::play::PlayerCount;
use hyakuman_analysis::results::in_rank_points;
use hyakuman_analysis::{Estimate, Measure, Measures};
use hyakuman_arena::Metrics;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

/// The estimates of a table of measures.
struct Rates<'a>(&'a Measures);

/// An estimate as JSON.
#[derive(serde::Serialize)]
struct JsonEstimate {
    value: f64,
    ci95: Option<[f64; 2]>,
    few: bool,
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Report", 21)?;
        object.serialize_field("version", env!("CARGO_PKG_VERSION"))?;
        object.serialize_field("rules", &self.rules.id)?;
        object.serialize_field("title", &self.rules.title)?;
        object.serialize_field("family", self.rules.family)?;
        object.serialize_field("rules_hash", &self.rules.hash_text())?;
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
        let metrics = &self.stats.metrics;
        object.serialize_field("comebacks", &Rates(&metrics.comebacks))?;
        object.serialize_field("win_values", &WinValues(metrics))?;
        object.serialize_field("yaku", &Rates(&metrics.yaku))?;
        object.serialize_field("results", &ResultsOf(self))?;
        object.serialize_field("timing", &self.timing)?;
        object.end()
    }
}

/// Share and average value of the wins of each class.
struct WinValues<'a>(&'a Metrics);

impl Serialize for WinValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let classes = self.0.win_share.estimates().zip(self.0.win_points.estimates());
        serializer.collect_seq(classes.map(|((measure, share), (_, points))| WinValue {
            class: measure.name,
            share: share.map(JsonEstimate::from),
            points: points.map(JsonEstimate::from),
        }))
    }
}

/// The wins of a class.
#[derive(serde::Serialize)]
struct WinValue {
    class: &'static str,
    share: Option<JsonEstimate>,
    points: Option<JsonEstimate>,
}

/// Variance of the results, and the luck share.
struct ResultsOf<'a>(&'a Report<'a>);

impl Serialize for ResultsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let results = &self.0.stats.metrics.results;
        let json = |variance: Option<Estimate>| variance.map(in_rank_points).map(JsonEstimate::from);
        let agents = self.0.lineup.agents().iter().enumerate();
        let agents: Vec<_> = agents
            .map(|(at, agent)| AgentResult {
                agent: agent.to_string(),
                variance: json(results.variance(0, at)),
            })
            .collect();
        let mut object = serializer.serialize_struct("Results", 3)?;
        object.serialize_field("variance", &json(results.total_variance(0)))?;
        object.serialize_field("by_agent", &agents)?;
        object.serialize_field("luck_share", &results.luck(0).map(JsonEstimate::from))?;
        object.end()
    }
}

/// The results of an agent.
#[derive(serde::Serialize)]
struct AgentResult {
    agent: String,
    variance: Option<JsonEstimate>,
}

impl From<Estimate> for JsonEstimate {
    fn from(found: Estimate) -> JsonEstimate {
        JsonEstimate { value: found.value, ci95: found.bounds(), few: found.few }
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
            object.serialize_entry(name, &estimate.map(JsonEstimate::from))?;
        }
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_game::Game;
    use hyakuman_riichi::Riichi;
    use hyakuman_toppan::Toppan;
    use hyakuman_yangzhou::Yangzhou;

    #[test]
    fn every_rate_is_documented() {
        let pages = [include_str!("../../../docs/output.md"), include_str!("../../../docs/metrics.md")];
        let tables = [hyakuman_analysis::play::player_rates(4), hyakuman_analysis::play::match_rates(4)];
        for Measure { name, .. } in tables.into_iter().flatten() {
            assert!(pages.iter().all(|page| page.contains(&format!("`{name}`"))), "{name}");
        }
    }

    /// The inapplicable rates of each family are names of rates.
    #[test]
    fn inapplicable_rates_are_rates() {
        let tables = [hyakuman_analysis::play::player_rates(4), hyakuman_analysis::play::match_rates(4)];
        let families =
            [Riichi::<4>::INAPPLICABLE_RATES, Yangzhou::INAPPLICABLE_RATES, Toppan::INAPPLICABLE_RATES];
        for name in families.into_iter().flatten() {
            assert!(tables.into_iter().flatten().any(|measure| measure.name == *name), "{name}");
        }
    }
}
