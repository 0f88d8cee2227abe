//! Every rule that is a field does what it says, and any rules that fit together can be played.

#[path = "flow/harness/mod.rs"]
mod harness;
#[path = "flow/oracle.rs"]
mod oracle;
#[path = "flow/oracle_end.rs"]
mod oracle_end;
#[path = "flow/variations.rs"]
mod variations;

use hyakuman_games::riichi::RiichiRules;
use hyakuman_games::ruleset::Ruleset;

const KNOBS: &str = include_str!("flow/knobs.txt");

/// Fields of three players, of Shura and of local yaku: with four players they have one accepted value, or nothing
/// to act on.
const OF_OTHER_GAMES: [&str; 21] = [
    "players",
    "dora_wrap_1m9m",
    "kita",
    "kita_after_pon",
    "kita_ron",
    "kita_ron_chankan",
    "kita_min_remaining",
    "kita_after_riichi",
    "kita_breaks_nagashi",
    "sanma_tsumo",
    "pao_tsumo_3p",
    "local_yaku",
    "kanburi_after_kita",
    "uumensai_counts_kita",
    "wins_per_hand",
    "exchange_tiles",
    "exchange_dir",
    "exchange_pool",
    "chankan_keeps_kan",
    "riichi_on_ronned_tile",
    "shura_suukan_abort",
];

#[test]
fn every_value_does_what_it_says() {
    harness::check("knobs.txt", KNOBS);
}

/// Each field has cases that tell any two of its values apart.
#[test]
fn no_field_is_missing() {
    let cases = harness::parse(KNOBS);
    for field in RiichiRules::FIELDS.iter().filter(|field| !OF_OTHER_GAMES.contains(&field.name)) {
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
