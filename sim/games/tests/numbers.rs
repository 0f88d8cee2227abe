//! The numbers that records keep instead of names: yaku and action codes of every game.

use hyakuman_core::game::testing::written;
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

/// A number is never used again or given to something else: new ones are appended.
#[test]
fn numbers_in_records_are_pinned() {
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
    written::file("sim/games/tests/numbers.txt", |pinned| {
        let moved: Vec<&str> =
            pinned.lines().filter(|pinned| !lines.iter().any(|line| line == pinned)).collect();
        assert!(moved.is_empty(), "these numbers of records have moved: {moved:#?}");
        lines.iter().map(|line| format!("{line}\n")).collect()
    });
}
