//! The golden table `cases.txt`.

use crate::hand::{Given, rules_of, tiles};
use crate::slow;
use hyakuman_core::Kind;
use hyakuman_toppan::ToppanRules;

const CASES: &str = include_str!("cases.txt");

#[test]
fn every_case_is_worth_what_the_table_says() {
    let mut wrong = Vec::new();
    for line in CASES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, rules, hand, place, shown, how, han, pays, yaku] = fields[..] else {
            panic!("fields: {line}")
        };
        let (rules, given) = (rules_of(rules), parse(hand, place, shown, how));
        let expected = format!("{han} | {pays} | {yaku}");
        let found = describe(&given, &rules);
        if found.trim_end() != expected.trim_end() {
            wrong.push(format!("{line}\n    found {found}"));
        }
        let slow = slow::worth(&rules, &given).to_string();
        if slow != han {
            wrong.push(format!("{line}\n    the second reading found {slow}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn parse(hand: &str, place: &str, shown: &str, how: &str) -> Given {
    let at = |key: &str| place.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    Given {
        tiles: tiles(hand),
        seat: if at("seat") == Some("W") { Kind::WEST } else { Kind::SOUTH },
        round: Kind::EAST,
        honba: at("honba").map_or(0, |honba| honba.parse().expect("a number")),
        bet: at("bet").map_or(2, |bet| (2.0 * bet.parse::<f64>().expect("a number")) as i32),
        indicators: tiles(shown),
        declared: how == "declared",
    }
}

/// Han, payment and yaku, as in the table.
fn describe(given: &Given, rules: &ToppanRules) -> String {
    let Some(value) = given.value(rules) else { return "- | - |".to_owned() };
    let han = if value.mangan { "mangan".to_owned() } else { value.han.to_string() };
    let yaku: Vec<String> =
        value.yaku.iter().map(|yaku| format!("{} {}", yaku.slug(), value.worth(yaku))).collect();
    format!("{han} | {} | {}", value.pay(given.bet) as f64 / 2.0, yaku.join(", "))
}
