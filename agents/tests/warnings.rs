//! Rules of which a warning says that they have no effect: matches under two values of such a rule are the same.

use hyakuman_agents::{Roster, Spec};
use hyakuman_core::MatchSeed;
use hyakuman_core::game::ruleset::{Loaded, Ruleset, Source, Warning};
use hyakuman_core::game::{AnyAgent, Game, playout};
use hyakuman_core::testing::{conformance::MatchTrace, knobs};
use hyakuman_games::registry::{AnyRules, load};
use hyakuman_riichi::Riichi;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_toppan::Toppan;
use hyakuman_yangzhou::Yangzhou;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Matches played under each value.
const MATCHES: u64 = 30;

/// Their lines `idle`: a ruleset with changes under which a rule has no effect, the rule, and two of its values; `+` joins rules that are only valid
/// together. Two equal values: there is no other under which it holds.
const CASES: [&str; 4] = [
    include_str!("../../sim/riichi/tests/flow/knobs.txt"),
    include_str!("../../sim/riichi/tests/toutenkou/knobs.txt"),
    include_str!("../../sim/yangzhou/tests/knobs.txt"),
    include_str!("../../sim/toppan/tests/knobs.txt"),
];

/// Rules by their name and changes.
fn rules(base: &str, changes: &[String]) -> AnyRules {
    let mut source = Source::preset(base);
    source.set_all(changes).unwrap();
    load(&source).unwrap_or_else(|error| panic!("{base} {changes:?}: {error}"))
}

/// Every warning, by its family and number, of which a case has shown that its rule is without effect.
#[derive(Default)]
struct Shown(BTreeSet<(&'static str, usize)>);

impl Shown {
    /// Notes the warnings of a rule that apply under `[a, b]`, and plays under both.
    fn check<G: Game>(&mut self, rule: &str, [a, b]: [&Loaded<G::Rules>; 2], what: &str) {
        let mut warned = false;
        for (number, Warning { rule: of, reason }) in G::Rules::WARNINGS.iter().enumerate() {
            let under_b = (reason.when)(&b.rules) || reason.says.starts_with("plays like");
            if *of == rule && (reason.when)(&a.rules) && under_b {
                warned = true;
                self.0.insert((G::Rules::FAMILY, number));
            }
        }
        assert!(warned, "no warning: {what}");
        let [a, b] = [a, b].map(|loaded| play::<G>(&loaded.rules));
        let at = a.iter().zip(&b).position(|(a, b)| a != b);
        assert!(at.is_none(), "{what}: match {at:?} is not the same");
        assert!(a.iter().flat_map(|trace| &trace.log).count() > 1_000, "{what}: short matches");
    }

    /// Checks that every warning of the family was shown.
    fn has_all<R: Ruleset>(&self) {
        for (number, Warning { rule, reason }) in R::WARNINGS.iter().enumerate() {
            let shown = self.0.contains(&(R::FAMILY, number));
            assert!(shown, "{}: no line `idle` of knobs.txt shows that `{rule}` {}", R::FAMILY, reason.says);
        }
    }
}

fn play<G: Game>(rules: &G::Rules) -> Vec<MatchTrace> {
    let roster = Roster::built_in();
    let spec = |text: &str| roster.spec(text).unwrap();
    let specs: Vec<Spec> = match G::Rules::FAMILY {
        "toppan" => ["threshold", "random", "threshold", "random"].map(spec).into(),
        _ => ["ukeire", "ukeire", "random", "ukeire"].map(spec).into(),
    };
    let agents = specs.iter().take(G::SEATS).map(|spec| roster.agent::<G>(spec).unwrap());
    let mut agents: Vec<_> = agents.filter_map(AnyAgent::scalar).collect();
    let rules = Arc::new(rules.clone());
    let one = |number| {
        let mut trace = MatchTrace::default();
        playout::play(&rules, MatchSeed { seed: 7, number }, &mut agents, &mut trace).unwrap();
        trace
    };
    (0..MATCHES).map(one).collect()
}

#[test]
fn rules_without_effect_change_no_match() {
    let mut shown = Shown::default();
    for line in CASES.into_iter().flat_map(|text| knobs::lines(text, "idle")) {
        let (given, varied) = line.split_once('|').unwrap();
        let given: Vec<&str> = given.split_whitespace().collect();
        let [rule, a, b] = varied.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{line}") };
        let under = |value: &str| {
            let changes = given[1..]
                .iter()
                .map(ToString::to_string)
                .filter(|set| !set.starts_with(&format!("{rule}=")));
            rules(given[0], &changes.chain([format!("{rule}={value}")]).collect::<Vec<_>>())
        };
        match (&under(a), &under(b)) {
            (AnyRules::Riichi(a), AnyRules::Riichi(b)) if a.rules.players == 3 => {
                shown.check::<Riichi<3>>(rule, [a, b], line)
            }
            (AnyRules::Riichi(a), AnyRules::Riichi(b)) => shown.check::<Riichi<4>>(rule, [a, b], line),
            (AnyRules::Toutenkou(a), AnyRules::Toutenkou(b)) => shown.check::<Toutenkou>(rule, [a, b], line),
            (AnyRules::Yangzhou(a), AnyRules::Yangzhou(b)) => shown.check::<Yangzhou>(rule, [a, b], line),
            (AnyRules::Toppan(a), AnyRules::Toppan(b)) => shown.check::<Toppan>(rule, [a, b], line),
            _ => panic!("{line}: one ruleset"),
        }
    }
    shown.has_all::<<Riichi<4> as Game>::Rules>();
    shown.has_all::<<Toutenkou as Game>::Rules>();
    shown.has_all::<<Yangzhou as Game>::Rules>();
    shown.has_all::<<Toppan as Game>::Rules>();
}
