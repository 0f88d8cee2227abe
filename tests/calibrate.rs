//! `hyakuman agents calibrate` as a process.

use crate::process::hyakuman;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

fn page_of(line: &str) -> String {
    let assert = hyakuman(line).code(0);
    String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8")
}

#[test]
fn bad_calibrations() {
    for (line, message) in [
        ("agents calibrate --agents random", "error: the agent random makes no forecasts for tenhou; "),
        ("agents calibrate --agents random,random", "error: there are 2 agents for the 4 seats of tenhou"),
        ("agents calibrate --agents nobody", "error: unknown agent \"nobody\""),
        ("agents calibrate --rules nowhere", "error: there is no ruleset \"nowhere\""),
        ("agents calibrate --danger --rows rows.csv", "'--danger' cannot be used with '--rows <FILE>'"),
        (
            "agents calibrate --danger --rules toppan",
            "error: danger tables are read from riichi mahjong; toppan is a ruleset of toppan\n",
        ),
    ] {
        hyakuman(line).code(2).stdout("").stderr(contains(message).and(contains("panicked").not()));
    }
}

/// The default agent makes forecasts; a group has one line.
#[test]
fn the_defaults_show_forecasts() {
    let page = page_of("agents calibrate --games 8");
    assert!(page.contains("\nforecasts of value: ") && page.contains("\nwin: "), "{page}");
    assert!(
        !page.contains("  45-50  ") && page_of("agents calibrate --games 8 --details").contains("  45-50  "),
        "{page}"
    );
}

#[test]
fn danger_tables_do_not_depend_on_threads() {
    let line = "agents calibrate --danger --agents ukeire --games 200";
    let [one, two] = [1, 2].map(|threads| page_of(&format!("{line} --threads {threads}")));
    let same = |page: &str| page.rsplit_once("\n- stands for").expect("an explanation").0.to_owned();
    assert_eq!(same(&one), same(&two));
    for text in ["class ", "no-suji-5 ", "guest-wind-1 ", "sets ", "riichi, dealer ", "16+"] {
        assert!(one.contains(text), "{text}: {one}");
    }
}

#[test]
fn danger_tables_as_json_have_counts_and_intervals() {
    let page = page_of("agents calibrate --danger --rules tenhou-sanma --agents ukeire --games 200 --json");
    let object: Value = serde_json::from_str(&page).expect("JSON");
    let cell = &object["riichi"][5]["cells"][2];
    assert_eq!((&object["riichi"][5]["class"], &cell["discards"][0]), (&"no-suji-19".into(), &7.into()));
    let bounds = cell["ci95"].as_array().expect("an interval");
    let [low, value, high] = [&bounds[0], &cell["value"], &bounds[1]].map(|number| number.as_f64().unwrap());
    assert!(0.0 < low && low < value && value < high && high < 0.3, "{cell}");
    assert!(cell["count"].as_u64().unwrap() > 100);
    assert_eq!(object["tenpai"].as_array().map(Vec::len), Some(5));
    let [open, dora, drawn] = ["open", "dora", "drawn"].map(|key| object[key].as_array().map(Vec::len));
    assert_eq!([open, dora, drawn], [Some(5 * 20), Some(2 * 20), Some(5 * 4 * 6)]);
    assert_eq!(object["losses"].as_array().map(Vec::len), Some(24));
}
