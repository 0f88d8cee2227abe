//! The table `cases.txt`: hands of the rule text with their values, by the scorer and by a second implementation.

use crate::toutenkou::hand::{Won, parse, rules_of};
use crate::toutenkou::slow;
use hyakuman_riichi::toutenkou::ToutenkouRules;

const CASES: &str = include_str!("cases.txt");

#[test]
fn every_case_is_worth_what_the_table_says() {
    let mut wrong = Vec::new();
    for line in CASES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, rules, hand, tile, melds, how, aside, total, names] = fields[..] else {
            panic!("fields: {line}")
        };
        let (rules, won) = (rules_of(rules), parse(hand, tile, melds, how, aside));
        let found = describe(&won, &rules);
        if found != format!("{total} {names}") {
            wrong.push(format!("{line}\n    found {found}"));
        }
        let slow = slow::total(&rules, &won).map_or("-".to_owned(), |total| total.to_string());
        if slow != total {
            wrong.push(format!("{line}\n    the second reading found {slow}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Points, and the names of what they are for, in order of number.
fn describe(won: &Won, rules: &ToutenkouRules) -> String {
    let Some(value) = won.value(rules) else { return "- ".to_owned() };
    let specials = value.specials.iter().map(|(special, _)| special.name());
    let names: Vec<&str> = value.yaku.iter().map(|yaku| yaku.slug()).chain(specials).collect();
    format!("{} {}", value.total(), names.join(","))
}

/// Every case of the rule text is in one of the files.
#[test]
fn no_case_is_missing() {
    let flow = [include_str!("play.txt"), include_str!("match.txt")].concat();
    let of_flow = flow.lines().filter_map(|line| line.strip_prefix("case "));
    let of_table = CASES.lines().filter(|line| line.starts_with('T'));
    let ids: Vec<&str> = of_flow
        .chain(of_table)
        .filter_map(|line| line.split_whitespace().next())
        .flat_map(|ids| ids.split(','))
        .collect();
    let missing: Vec<String> =
        (1..=35).map(|n| format!("T{n:02}")).filter(|id| !ids.contains(&id.as_str())).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}
