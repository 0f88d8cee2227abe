//! Checks that each rule is in its range. Only the target depends on another rule.

use super::ToutenkouRules;
use hyakuman_core::game::ruleset::{Conflict, outside};

/// Most points of a part of a hand, a bet or a payment.
const MOST_PART: u16 = 1_000;
/// Most points of a score at the start.
const MOST_POINTS: i32 = 100_000;
/// Draws after the deal.
pub(super) const LIVE: u8 = 51;

/// Every rule that is out of range.
pub(super) fn conflicts(rules: &ToutenkouRules) -> Vec<Conflict> {
    let part = |points: u16| points <= MOST_PART;
    let uma =
        rules.uma.iter().all(|uma| (-1_000..=1_000).contains(uma)) && rules.uma.iter().sum::<i32>() == 0;
    let target = rules.target.is_none_or(|target| (rules.start..=MOST_POINTS).contains(&target));
    let domains: [(bool, &'static [&'static str]); 11] = [
        (rules.reds.iter().all(|&reds| reds <= 4), &["reds"]),
        (part(rules.yakuman_points) && rules.yakuman_points > 0, &["yakuman_points"]),
        (part(rules.ron_bonus), &["ron_bonus"]),
        (part(rules.base_points), &["base_points"]),
        (part(rules.noten_total) && rules.noten_total.is_multiple_of(2), &["noten_total"]),
        (part(rules.riichi_bet), &["riichi_bet"]),
        (rules.riichi_min_live <= LIVE, &["riichi_min_live"]),
        ((2..=LIVE).contains(&rules.kan_min_live), &["kan_min_live"]),
        ((1..=MOST_POINTS).contains(&rules.start), &["start"]),
        (target, &["target", "start"]),
        (uma, &["uma"]),
    ];
    domains.into_iter().filter(|(fits, _)| !fits).map(|(_, fields)| outside(rules, fields)).collect()
}
