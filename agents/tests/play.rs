//! Every agent plays every ruleset of its families: legal actions to the end, and the same match from the same seed.

use hyakuman_agents::{AGENTS, Spec, build};
use hyakuman_core::MatchSeed;
use hyakuman_games::registry::{self, Visitor};
use hyakuman_games::testing::conformance::MatchTrace;
use hyakuman_games::{Agent, Game, playout};
use std::sync::Arc;

const MATCHES: u64 = 12;

/// Plays some matches of these agents, one a seat, over and over; the error says what was illegal.
struct Play<'a> {
    specs: &'a [Spec],
}

impl Visitor for Play<'_> {
    type Output = Result<Vec<MatchTrace>, String>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let seats = self.specs.iter().cycle().take(G::SEATS);
        let agents: Result<Vec<Box<dyn Agent<G>>>, _> = seats.map(build::<G>).collect();
        let mut agents = agents.map_err(|error| error.to_string())?;
        let play = |number| {
            let mut trace = MatchTrace::default();
            let seed = MatchSeed { seed: 3, number };
            let played = playout::play(rules, seed, &mut agents, &mut trace);
            played.map(|()| trace).map_err(|illegal| format!("match {number}: {illegal}"))
        };
        (0..MATCHES).map(play).collect()
    }
}

/// Each agent alone with each option changed, and all agents of a family at one table.
fn tables(family: &str) -> Vec<Vec<Spec>> {
    let agents = || AGENTS.iter().filter(|doc| doc.plays(family));
    let mut tables: Vec<Vec<Spec>> = vec![agents().map(|doc| doc.name.parse().unwrap()).collect()];
    for doc in agents() {
        tables.push(vec![doc.name.parse().unwrap()]);
        for option in doc.options {
            for word in option.words {
                tables.push(vec![format!("{}:{}={word}", doc.name, option.name).parse().unwrap()]);
            }
        }
    }
    tables
}

#[test]
fn every_agent_plays_legally_and_the_same_again() {
    for listing in registry::rulesets() {
        let rules = registry::load_preset(listing.id).unwrap();
        for specs in tables(listing.family) {
            let what = format!("{} {:?}", listing.id, specs.iter().map(Spec::to_string).collect::<Vec<_>>());
            let play =
                || rules.visit(Play { specs: &specs }).unwrap_or_else(|error| panic!("{what}: {error}"));
            let transcripts = play();
            assert!(transcripts.iter().all(|trace| trace.log.len() > 100), "{what}: short matches");
            assert!(play() == transcripts, "{what}: another match from the same seed");
        }
    }
}
