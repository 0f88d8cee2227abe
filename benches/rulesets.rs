//! Every registered ruleset with every agent that plays it, as on the command line.
//!
//! The time of a decision is compared with that of the agent's first ruleset, which is Tenhou for most. An answer is a
//! hash of the rank points of all matches, so it also shows when an agent plays differently than before.

#[allow(dead_code, reason = "shared with the other benches")]
mod play;
#[allow(dead_code, reason = "shared with the other benches")]
mod report;

use hyakuman_agents::{AgentEntry, Roster};
use hyakuman_core::game::AnyAgent;
use hyakuman_games::registry::{Listed, Visitor, load_preset, rulesets};
use play::{Results, Tally, matches};
use report::Report;
use std::sync::Arc;

/// Matches per pass; with fewer than a hundred of three players the branch predictor learns them.
const MATCHES: usize = 100;

fn main() {
    let mut report = Report::new();
    let roster = Roster::built_in();
    for entry in roster.entries().iter().filter(|entry| !entry.external && !entry.slow) {
        let played = rulesets().into_iter().filter(|listing| entry.plays(listing.family));
        let lines: Vec<Line> =
            played.map(|listing| Line::of(&mut report, listing.id, &roster, &entry.name)).collect();
        summary(&report, entry, &lines);
    }
    report.finish();
}

/// One ruleset with one agent.
struct Line {
    id: &'static str,
    /// The name of its answer.
    name: String,
    decisions: f64,
}

impl Line {
    /// Times the matches.
    fn of(report: &mut Report, id: &'static str, roster: &Roster, agent: &str) -> Line {
        let name = format!("{id}/{agent}");
        let rules = load_preset(id).expect("a ruleset of the list");
        let decisions = rules.visit(Timed { report, name: &name, roster, agent });
        Line { id, name, decisions: decisions as f64 }
    }

    /// Seconds per decision; `None` if it was not timed.
    fn seconds(&self, report: &Report) -> Option<f64> {
        Some(report.seconds(&self.name)? * MATCHES as f64 / self.decisions)
    }
}

/// Times matches of any game and counts their decisions, if they are timed.
struct Timed<'a> {
    report: &'a mut Report,
    name: &'a str,
    roster: &'a Roster,
    agent: &'a str,
}

impl Visitor for Timed<'_> {
    type Output = u64;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> u64 {
        let spec = self.roster.spec(self.agent).expect("an agent of the list");
        let agent = |_| self.roster.agent::<G>(&spec).expect("an agent that plays the family");
        let mut agents: Vec<_> = (0..G::SEATS).map(agent).filter_map(AnyAgent::scalar).collect();
        self.report.time(self.name, MATCHES, || matches::<G, _, Results>(rules, &mut agents, MATCHES).0);
        if self.report.seconds(self.name).is_none() {
            return 0;
        }
        matches::<G, _, Tally>(rules, &mut agents, MATCHES).decisions
    }
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report, agent: &AgentEntry, lines: &[Line]) {
    let Some(first) = lines.iter().find_map(|line| line.seconds(report)) else { return };
    println!("{:<20} matches/s   us/match   decisions   ns/decision   beside {}", agent.name, lines[0].id);
    for line in lines {
        let (Some(seconds), Some(decision)) = (report.seconds(&line.name), line.seconds(report)) else {
            continue;
        };
        println!(
            "{:<20} {:>9.0} {:>10.1} {:>11.1} {:>13.1} {:>8.2}",
            line.id,
            1.0 / seconds,
            seconds * 1e6,
            line.decisions / MATCHES as f64,
            decision * 1e9,
            decision / first,
        );
    }
}
