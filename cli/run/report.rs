//! The result of a run, as text for people or as JSON (docs/output.md) for programs.

mod json;
mod metrics;
mod page;

use crate::figures;
use anyhow::Result;
use hyakuman_arena::{Lineup, Stats};
use hyakuman_game::ruleset::Described;
use hyakuman_record::Shard;
use hyakuman_report::rates::{self, Place, Player};
use hyakuman_report::{RunPage, head};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;

/// The complete result.
pub struct Report<'a> {
    /// The rules.
    pub rules: &'a Described,
    /// Who played.
    pub lineup: &'a Lineup,
    /// Matches played.
    pub games: u64,
    /// Random seed of the run.
    pub seed: u64,
    /// The shard of the run that was played.
    pub shard: Shard,
    /// The statistics.
    pub stats: &'a Stats,
    /// Names of the rates that do not apply to this game.
    pub inapplicable: &'static [&'static str],
    /// Whether the text has the metrics.
    pub metrics: bool,
    /// How long the run took.
    pub timing: Timing,
}

/// What depends on the machine and the load: of the matches played now, not of those that a resumed run had already.
#[derive(serde::Serialize, Clone, Copy, Debug)]
pub struct Timing {
    threads: usize,
    seconds: f64,
    games_per_second: f64,
    decisions_per_second: f64,
    /// Decisions of this time.
    #[serde(skip)]
    pub decisions: i64,
}

/// Adds to a JSON object what was played.
pub fn add_played(object: &mut Value, rules: &Described, seed: u64, games: u64, lineup: &Lineup) {
    add_rules(object, rules);
    object["seed"] = json!(seed);
    object["games"] = json!(games);
    object["agents"] = json!(lineup.names());
    object["seating"] = json!(lineup.seating());
    object["rotations"] = json!(lineup.rotations());
}

/// Adds to a JSON object which version played, and by which rules.
pub fn add_rules(object: &mut Value, rules: &Described) {
    let differing = rules.rows.iter().filter(|row| row.base_value.is_some());
    let differs: BTreeMap<_, _> = differing.map(|row| (row.field.name, &row.value)).collect();
    object["version"] = json!(env!("CARGO_PKG_VERSION"));
    object["rules"] = json!(rules.id);
    object["title"] = json!(rules.title);
    object["family"] = json!(rules.family);
    object["rules_hash"] = json!(rules.hash_text());
    object["base"] = json!(rules.base);
    object["differs"] = json!(differs);
}

/// Writes which rules are played: name, title and hash, then what differs from the base.
pub fn write_rules(rules: &Described, out: &mut impl Write) -> Result<()> {
    let mut facts = head::of_rules(rules).into_iter();
    Ok(facts.try_for_each(|fact| writeln!(out, "{}", fact.text()))?)
}

impl Timing {
    /// From the seconds that a run took, and the matches and decisions of this time.
    pub fn new(seconds: f64, threads: usize, games: u64, decisions: i64) -> Timing {
        let rate = |n: f64| n / seconds.max(1e-9);
        let (games_per_second, decisions_per_second) = (rate(games as f64), rate(decisions as f64));
        Timing { threads, seconds, games_per_second, decisions_per_second, decisions }
    }

    /// The last line of the text, the only one that depends on the machine. `total` are the decisions of the whole result:
    /// if they are more than those of the time, the run was resumed.
    pub fn line(&self, total: i64) -> String {
        let [now, total, before] = [self.decisions, total, total - self.decisions]
            .map(|decisions| figures::grouped(decisions as f64, 0));
        if self.decisions == 0 && total != now {
            return format!("{total} decisions, all played before\n");
        }
        let resumed = if total == now { String::new() } else { format!("; {before} played before") };
        let [games, rate] = [self.games_per_second, self.decisions_per_second].map(figures::rate);
        let threads = if self.threads == 1 { "1 thread".into() } else { format!("{} threads", self.threads) };
        let seconds = self.seconds;
        format!(
            "{now} decisions in {seconds:.2} s on {threads}: {games} matches/s, {rate} decisions/s{resumed}\n"
        )
    }
}

impl Report<'_> {
    /// Writes the text. All but its last line is the same each time the run is repeated.
    pub fn write_text(&self, out: &mut impl Write) -> Result<()> {
        page::write(self, out)
    }

    /// Writes one JSON object on one line.
    pub fn write_json(&self, out: &mut impl Write) -> Result<()> {
        let mut object = self.object();
        object["timing"] = serde_json::to_value(self.timing)?;
        Ok(writeln!(out, "{object}")?)
    }

    /// The JSON object without `timing`.
    pub fn object(&self) -> Value {
        json::object(self)
    }

    /// The page in HTML.
    pub fn html(&self) -> String {
        let shard = (self.shard != Shard::WHOLE).then(|| self.shard.to_string());
        let page = RunPage::new(self.rules, self.lineup, self.stats).seed(self.seed).shard(shard);
        page.inapplicable(self.inapplicable).html()
    }

    /// Where each measure of these players appears.
    fn places(&self, players: &[Player<'_>], self_play: bool) -> Vec<Place> {
        rates::places(players, self_play, self.inapplicable, self.metrics)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last line is about what was played now: a resumed run has the rest behind it.
    #[test]
    fn a_resumed_run_has_the_rate_of_what_it_played_now() {
        let line = |decisions, total| Timing::new(2.0, 1, 50, decisions).line(total);
        let now = "3,000 decisions in 2.00 s on 1 thread: 25 matches/s, 1,500 decisions/s";
        assert_eq!(line(3_000, 3_000), format!("{now}\n"));
        assert_eq!(line(3_000, 10_000), format!("{now}; 7,000 played before\n"));
        assert_eq!(line(0, 10_000), "10,000 decisions, all played before\n");
    }
}
