//! The conformance suite and the behaviour signature of every registered ruleset.

use hyakuman_core::MatchSeed;
use hyakuman_games::game::Game;
use hyakuman_games::registry::{self, Visitor};
use hyakuman_games::testing::conformance::{check_match, check_tables};
use hyakuman_games::testing::signature::signature;
use std::sync::Arc;

/// Matches of each ruleset; HYAKUMAN_CONFORMANCE_MATCHES sets another number.
const MATCHES: u64 = 60;

struct Conformance {
    matches: u64,
}

impl Visitor for Conformance {
    type Output = Result<usize, String>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        check_tables::<G>()?;
        let mut decisions = 0;
        for number in 0..self.matches {
            decisions += check_match::<G>(rules, MatchSeed { seed: 7, number })?.actions.len();
        }
        Ok(decisions)
    }
}

struct Signature;

impl Visitor for Signature {
    type Output = u64;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> u64 {
        signature::<G>(rules)
    }
}

#[test]
fn every_ruleset_conforms() {
    let matches = std::env::var("HYAKUMAN_CONFORMANCE_MATCHES").ok().and_then(|n| n.parse().ok());
    for listing in registry::rulesets() {
        let rules = registry::load_preset(listing.id).unwrap();
        let decisions = rules.visit(Conformance { matches: matches.unwrap_or(MATCHES) });
        match decisions {
            Ok(decisions) => assert!(decisions > 1_000, "{}: hardly any decisions", listing.id),
            Err(what) => panic!("{}: {what}", listing.id),
        }
    }
}

/// A change here is a change of behaviour: update `signatures.txt` with what this prints, and the changelog.
#[test]
fn behaviour_is_as_signed() {
    let found: String = registry::rulesets()
        .iter()
        .map(|listing| {
            let rules = registry::load_preset(listing.id).unwrap();
            format!("{} {:016x}\n", listing.id, rules.visit(Signature))
        })
        .collect();
    assert_eq!(found, include_str!("../src/signatures.txt"), "found:\n{found}");
}
