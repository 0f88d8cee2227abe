//! The golden table `cases.txt`.

use crate::hand::{Won, kinds, melds, rules_of};
use crate::slow;
use hyakuman_core::{Hand, Kind};
use hyakuman_yangzhou::YangzhouRules;
use hyakuman_yangzhou::score::{Scorer, Way};

const CASES: &str = include_str!("cases.txt");

#[test]
fn every_case_is_worth_what_the_table_says() {
    let mut wrong = Vec::new();
    for line in CASES.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, rules, hand, tile, melds, how, total, pays, fans] = fields[..] else {
            panic!("fields: {line}")
        };
        let (rules, won) = (rules_of(rules), parse(hand, tile, melds, how));
        let expected = format!("{total} | {pays} | {fans}");
        let found = describe(&won, &rules);
        if found != expected {
            wrong.push(format!("{line}\n    found {found}"));
        }
        let slow = slow::best(&rules, &won).map_or("-".to_owned(), |total| total.to_string());
        if slow != total {
            wrong.push(format!("{line}\n    the second reading found {slow}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn parse(hand: &str, tile: &str, exposed: &str, how: &str) -> Won {
    let tile = kinds(tile)[0];
    let mut tiles = Hand::EMPTY;
    kinds(hand).into_iter().chain([tile]).for_each(|kind| tiles.add(kind));
    let seat = if how.contains("seat=E") { Kind::EAST } else { Kind::SOUTH };
    let way = match how.split(' ').next() {
        Some("tsumo") => Way::Tsumo,
        Some("robbed") => Way::RobbedKan,
        _ => Way::Ron,
    };
    Won { hand: tiles, melds: melds(exposed), tile, way, seat, round: Kind::EAST }
}

/// Total, payment and fans, as in the table.
fn describe(won: &Won, rules: &YangzhouRules) -> String {
    let scorer = Scorer::new(rules);
    let Some(best) = scorer.best(&won.win()) else { return "- | no | ".to_owned() };
    let pays = match scorer.value(&won.win()) {
        Some(value) if won.is_tsumo() => value.total.to_string(),
        Some(value) => (2 * value.total).to_string(),
        None => "no".to_owned(),
    };
    let fans = best.fans.set.iter();
    let fans: Vec<String> =
        fans.map(|fan| format!("{} {}", fan.slug(), scorer.scale().worth_in(fan, &best.fans))).collect();
    format!("{} | {pays} | {}", best.total, fans.join(", "))
}
