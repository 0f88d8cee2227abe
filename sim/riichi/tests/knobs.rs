//! Every rule has the effect that it documents, and rules drawn at random can be played.

#[path = "flow/drawn.rs"]
mod drawn;
use crate::engine::check;
#[path = "flow/oracle.rs"]
mod oracle;
#[path = "flow/oracle_actions.rs"]
mod oracle_actions;
#[path = "flow/oracle_end.rs"]
mod oracle_end;
#[path = "flow/oracle_final.rs"]
mod oracle_final;
#[path = "flow/oracle_wins.rs"]
mod oracle_wins;
#[path = "flow/variations.rs"]
mod variations;

use hyakuman_core::game::ruleset::{FieldDoc, RulesError, Ruleset, Source};
use hyakuman_core::testing::flow::{check_fields, parse};
use hyakuman_core::testing::knobs::check_refusals;
use hyakuman_riichi::RiichiRules;

const KNOBS: &str = include_str!("flow/knobs.txt");

/// Rules with only one valid value for each number of players, so that no case can differ by them.
const HAVE_ONE_VALUE: &str = "players= dora_wrap_1m9m=";

#[test]
fn every_value_does_what_it_says() {
    check("knobs.txt", KNOBS);
}

/// Each rule has cases in which any two of its values differ.
#[test]
fn no_field_is_missing() {
    check_fields(&parse::<RiichiRules>(KNOBS), HAVE_ONE_VALUE);
}

/// What is said to be refused is, and everything that a rule demands is shown.
#[test]
fn what_a_rule_demands_is_refused_otherwise() {
    check_refusals::<RiichiRules>(KNOBS);
}

/// A rule that only cases of three players show is one of three players, and is refused for four.
#[test]
fn rules_of_three_players_are_refused_for_four() {
    let cases = parse::<RiichiRules>(KNOBS);
    for field in RiichiRules::FIELDS {
        let of_field = cases.iter().filter(|case| case.field.as_deref() == Some(field.name));
        let mut variants = of_field.flat_map(|case| &case.variants).peekable();
        let is_shown = variants.peek().is_some();
        let only_three = is_shown && variants.all(|variant| variant.rules.players == 3);
        assert!(!is_shown || only_three == (field.players == Some(3)), "{}: `players 3`?", field.name);
    }
    for words in drawn::values::<3>() {
        let is_of_three = |field: &&FieldDoc| field.name == words[0] && field.players.is_some();
        let Some(field) = RiichiRules::FIELDS.iter().find(is_of_three) else { continue };
        words[1..]
            .iter()
            .filter(|value| !value.contains('+'))
            .for_each(|value| is_refused(field.name, value));
    }
}

/// A value of a rule of three players is refused for four, unless it is the first.
fn is_refused(field: &str, value: &str) {
    let mut source = Source::preset("tenhou");
    source.set(&format!("{field}={value}")).expect("key=value");
    match source.load::<RiichiRules>() {
        Ok(loaded) => assert_eq!(loaded.rules, RiichiRules::FIRST, "{field}={value}"),
        Err(RulesError(problems)) => {
            assert_eq!(problems.len(), 1, "{field}={value}: {problems:?}");
            let message = &problems[0].message;
            assert!(
                message.contains(" is not accepted (it is a rule of three players); accepted: "),
                "{message}"
            );
        }
    }
}
