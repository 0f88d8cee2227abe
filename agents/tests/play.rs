//! Every agent plays every ruleset of its families: only legal actions, and the same match from the same seed.

use hyakuman_agents::{NumberRange, Roster, Spec};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::{AnyAgent, playout};
use hyakuman_core::testing::conformance::MatchTrace;
use hyakuman_games::registry::{Listed, Visitor};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Matches at each table; the long check plays more.
fn matches() -> u64 {
    if std::env::var("HYAKUMAN_LONG").is_ok_and(|long| long == "1") { 12 } else { 2 }
}

/// Plays matches of these agents, one per seat, and repeats them; an error names the illegal action.
pub(crate) struct Play<'a> {
    pub(crate) roster: &'a Roster,
    pub(crate) specs: &'a [Spec],
    pub(crate) matches: u64,
}

impl Visitor for Play<'_> {
    type Output = Result<Vec<MatchTrace>, String>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let seats = self.specs.iter().cycle().take(G::SEATS);
        let agents: Result<Vec<_>, _> = seats.map(|spec| self.roster.agent::<G>(spec)).collect();
        let agents = agents.map_err(|error| error.to_string())?;
        let mut agents: Vec<_> = agents.into_iter().filter_map(AnyAgent::scalar).collect();
        let play = |number| {
            let mut trace = MatchTrace::default();
            let seed = MatchSeed { seed: 3, number };
            let played = playout::play(rules, seed, &mut agents, &mut trace);
            played.map(|()| trace).map_err(|illegal| format!("match {number}: {illegal}"))
        };
        (0..self.matches).map(play).collect()
    }
}

/// Each agent alone with each option changed, and all agents of a family at one table; each table once, although many options have their
/// default among their values.
fn tables(roster: &Roster, family: &str) -> Vec<Vec<Spec>> {
    let agents =
        || roster.entries().iter().filter(|entry| entry.plays(family) && !entry.external && !entry.slow);
    let spec = |text: &str| roster.spec(text).unwrap();
    let mut tables: Vec<Vec<Spec>> = vec![agents().map(|entry| spec(&entry.name)).collect()];
    for entry in agents() {
        tables.push(vec![spec(&entry.name)]);
        for option in &entry.options {
            for value in option.values {
                tables.push(vec![spec(&format!("{}:{}={value}", entry.name, option.name))]);
            }
        }
        for end in [|range: &NumberRange| range.low, |range: &NumberRange| range.high] {
            let numbers: Vec<_> =
                entry.numbers.iter().map(|range| format!("{}={}", range.option, end(range))).collect();
            if !numbers.is_empty() {
                tables.push(vec![spec(&format!("{}:{}", entry.name, numbers.join(",")))]);
            }
        }
    }
    let mut seen = HashSet::new();
    tables.retain(|table| seen.insert(table.iter().map(Spec::to_string).collect::<Vec<_>>()));
    tables
}

#[test]
fn every_agent_plays_legally_and_reproducibly() {
    let roster = Roster::built_in();
    let rulesets = hyakuman_games::registry::rulesets();
    let all: Vec<(&str, Vec<Spec>)> = rulesets
        .iter()
        .flat_map(|listing| tables(&roster, listing.family).into_iter().map(|specs| (listing.id, specs)))
        .collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((ruleset, specs)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check_table(&roster, ruleset, specs);
                }
            });
        }
    });
}

fn check_table(roster: &Roster, ruleset: &str, specs: &[Spec]) {
    let rules = hyakuman_games::registry::load_preset(ruleset).unwrap();
    let what = format!("{ruleset} {:?}", specs.iter().map(Spec::to_string).collect::<Vec<_>>());
    let play = || {
        rules
            .visit(Play { roster, specs, matches: matches() })
            .unwrap_or_else(|error| panic!("{what}: {error}"))
    };
    let transcripts = play();
    assert!(transcripts.iter().all(|trace| trace.log.len() > 100), "{what}: short matches");
    assert!(play() == transcripts, "{what}: a different match from the same seed");
}
