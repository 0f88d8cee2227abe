//! The numbers that records keep instead of names: yaku and action codes of every game. Where its yaku are written.

use hyakuman_core::testing::written;
use hyakuman_games::registry::{Listed, Visitor};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Of a game, a line each: `riichi yaku 0 riichi`, `riichi action 41 abort the kyoku with nine different terminals and honors`.
struct Numbers;

impl Visitor for Numbers {
    type Output = Vec<(&'static str, u32, String)>;

    fn visit<G: Listed>(self, _: &Arc<G::Rules>) -> Self::Output {
        let yaku = (0..G::YAKU).map(|number| ("yaku", number, G::yaku_name(number).to_owned()));
        let action = |codes: &hyakuman_core::game::ActionCodes| {
            let (first, last) = (codes.first, codes.last);
            let last = if first == last { String::new() } else { format!("to {last}: ") };
            ("action", u32::from(first), format!("{last}{}", codes.meaning))
        };
        yaku.chain(G::ACTIONS.iter().map(action)).collect()
    }
}

/// The numbers of every family, a line each.
fn numbers() -> Vec<String> {
    let mut lines = Vec::new();
    let mut seen = BTreeSet::new();
    for listing in hyakuman_games::registry::rulesets() {
        let rules = hyakuman_games::registry::load_preset(listing.id).unwrap();
        if !seen.insert(listing.family) {
            continue;
        }
        let numbers = rules.visit(Numbers);
        lines.extend(
            numbers
                .into_iter()
                .map(|(what, number, name)| format!("{} {what} {number} {name}", listing.family)),
        );
    }
    lines
}

/// The names of the yaku of each family, and for each its rule text and its cases; in riichi `Yaku` names the clauses.
const TEXTS: [(&str, &str, &[&str]); 4] = [
    (
        "riichi",
        "",
        &[
            include_str!("../../riichi/tests/score/cases.txt"),
            include_str!("../../riichi/tests/score/local.txt"),
            include_str!("../../riichi/tests/flow/settlement.txt"),
            include_str!("../../riichi/tests/flow/sanma.txt"),
            include_str!("../../riichi/tests/flow/knobs.txt"),
        ],
    ),
    (
        "toutenkou",
        include_str!("../../riichi/src/toutenkou/RULES.md"),
        &[include_str!("../../riichi/tests/toutenkou/cases.txt")],
    ),
    ("yangzhou", include_str!("../../yangzhou/RULES.md"), &[include_str!("../../yangzhou/tests/cases.txt")]),
    ("toppan", include_str!("../../toppan/RULES.md"), &[include_str!("../../toppan/tests/cases.txt")]),
];

/// Each yaku is in a case, and by its name in records in the rule text of its family.
#[test]
fn every_yaku_has_a_case_and_a_place_in_the_rule_text() {
    let numbers = numbers();
    let names = |family: &str| {
        let start = format!("{family} yaku ");
        let numbers = numbers.iter().filter_map(move |line| line.strip_prefix(&start)?.split_once(' '));
        numbers.map(|(_, name)| name).collect::<BTreeSet<_>>()
    };
    let mut missing = Vec::new();
    for (family, text, cases) in TEXTS {
        let of_riichi = if family == "toutenkou" { names("riichi") } else { BTreeSet::new() };
        let (text, cases) = (words(text), cases.iter().flat_map(|cases| cases.lines().flat_map(outcome)));
        let cases: BTreeSet<&str> = cases.collect();
        for name in names(family).difference(&of_riichi) {
            if !cases.contains(name) {
                missing.push(format!("{family}: no case has the yaku {name}"));
            }
            if family != "riichi" && !text.contains(name) {
                missing.push(format!("{family}: RULES.md does not name the yaku {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The words of what a line of a table of cases expects: those of its last two cells; of a line of another sort all.
fn outcome(line: &str) -> BTreeSet<&str> {
    let cells = line.rsplitn(3, '|').take(2).filter(|_| !line.starts_with('#'));
    cells.flat_map(words).collect()
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// A number is never used again or given to something else: new ones are appended.
#[test]
fn numbers_in_records_are_pinned() {
    let lines = numbers();
    written::file("sim/games/tests/numbers.txt", |pinned| {
        let moved: Vec<&str> =
            pinned.lines().filter(|pinned| !lines.iter().any(|line| line == pinned)).collect();
        assert!(moved.is_empty(), "these numbers of records have moved: {moved:#?}");
        lines.iter().map(|line| format!("{line}\n")).collect()
    });
}
