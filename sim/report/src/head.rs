//! What was played: the first lines of every result.

use crate::document::Fact;
use hyakuman_analysis::figures::grouped;
use hyakuman_arena::Lineup;
use hyakuman_core::game::ruleset::{Described, RuleRow, value_text};

/// Rules, matches, seed, seating and agents.
pub fn played(rules: &Described, matches: u64, seed: u64, lineup: &Lineup) -> Vec<Fact> {
    of(rules, self::matches(matches), seed, lineup)
}

/// The same with other words for the matches.
pub(crate) fn of(rules: &Described, matches: String, seed: u64, lineup: &Lineup) -> Vec<Fact> {
    let items = vec![matches, format!("seed {seed}"), format!("seating {}", lineup.seating())];
    let mut facts = of_rules(rules);
    facts.push(Fact::bare("played", items));
    facts.push(Fact::new("agents", vec![listed(&lineup.names())]));
    facts
}

/// The rules: name, title and hash, then what differs from their base.
pub fn of_rules(rules: &Described) -> Vec<Fact> {
    let differs = rules.base.map(|base| Fact::new(format!("differs from {base}"), changes(rules).collect()));
    let rules = Fact::bare("rules", vec![described(rules)]);
    [rules].into_iter().chain(differs).collect()
}

/// Name, title and hash of a ruleset.
pub(crate) fn described(rules: &Described) -> String {
    format!("{}: {} (rules hash {})", rules.id, rules.title, rules.hash_text())
}

/// The rules that differ from those of the base.
pub(crate) fn changes(rules: &Described) -> impl Iterator<Item = String> {
    let differing = rules.rows.iter().filter(|row| row.base_value.is_some());
    differing.map(|row: &RuleRow| format!("{} = {}", row.field.name, value_text(&row.value)))
}

/// Names separated by commas, or by bars if a name contains a comma.
pub fn listed(names: &[String]) -> String {
    let options = names.iter().any(|name| name.contains(':'));
    names.join(if options { " | " } else { ", " })
}

/// `1 match`, `2,000 matches`.
pub fn matches(number: u64) -> String {
    match number {
        1 => "1 match".to_owned(),
        number => format!("{} matches", grouped(number as f64, 0)),
    }
}

/// A number of walls, with what they are: `2,000 deal sets (walls)`.
pub fn deal_sets(walls: u64) -> String {
    match walls {
        1 => "1 deal set (wall)".to_owned(),
        walls => format!("{} deal sets (walls)", grouped(walls as f64, 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_with_options_are_separated_by_bars() {
        let listed = |names: [&str; 2]| listed(&names.map(str::to_owned));
        assert_eq!(listed(["random", "ukeire"]), "random, ukeire");
        assert_eq!(
            listed(["ukeire:calls=false,fold=false", "random"]),
            "ukeire:calls=false,fold=false | random"
        );
    }
}
