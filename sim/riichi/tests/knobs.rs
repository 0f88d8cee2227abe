//! Every rule has the effect that it documents, and rules drawn at random can be played.

#[path = "flow/drawn.rs"]
mod drawn;
use crate::harness;
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

use hyakuman_core::game::ruleset::{RulesError, Ruleset, Source};
use hyakuman_riichi::RiichiRules;

const KNOBS: &str = include_str!("flow/knobs.txt");

/// Rules with only one valid value for each number of players, so that no case can differ by them.
const HAVE_ONE_VALUE: [&str; 2] = ["players", "dora_wrap_1m9m"];

/// The fields of three players, each with a value that four players cannot have.
const REFUSED: [&str; 12] = [
    "dora_wrap_1m9m=true",
    "kita=Nukidora",
    "kita_after_pon=true",
    "kita_ron=true",
    "kita_ron_chankan=true",
    "kita_breaks_nagashi=true",
    "kanburi_after_kita=true",
    "uumensai_counts_kita=true",
    "kita_min_remaining=2",
    "kita_after_riichi=Any",
    "sanma_tsumo=SplitEven",
    "pao_tsumo_3p=FullRon",
];

#[test]
fn every_value_does_what_it_says() {
    harness::check("knobs.txt", KNOBS);
}

/// Each rule has cases in which any two of its values differ.
#[test]
fn no_field_is_missing() {
    let cases = harness::parse(KNOBS);
    for field in RiichiRules::FIELDS.iter().filter(|field| !HAVE_ONE_VALUE.contains(&field.name)) {
        let of_field = || cases.iter().filter(|case| case.field.as_deref() == Some(field.name));
        let mut values: Vec<&str> = of_field().flat_map(|case| case.labels()).collect();
        values.sort();
        values.dedup();
        assert!(values.len() >= 2, "no case for `{}`", field.name);
        for (i, a) in values.iter().enumerate() {
            for b in &values[i + 1..] {
                assert!(of_field().any(|case| case.separates(a, b)), "`{}`: {a} and {b}", field.name);
            }
        }
    }
}

#[test]
fn rules_of_three_players_are_refused_for_four() {
    for set in REFUSED {
        let mut source = Source::preset("tenhou");
        source.set(set).expect("key=value");
        let RulesError(problems) = source.load::<RiichiRules>().map(|_| ()).expect_err(set);
        assert_eq!(problems.len(), 1, "{set}: {problems:?}");
        let message = &problems[0].message;
        assert!(message.contains(" is not accepted") && message.contains("; accepted: "), "{problems:?}");
    }
}
