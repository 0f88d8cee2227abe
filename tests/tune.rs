//! `hyakuman tune` as a process.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

fn hyakuman(line: &str) -> Assert {
    Command::new(env!("CARGO_BIN_EXE_hyakuman")).args(line.split_whitespace()).assert()
}

const SMALL: &str =
    "tune value:depth=0 --rules tenhou-east --vary risk=0.5..2 --steps 4 --walls 40 --held-out 200";

#[test]
fn the_page_has_the_options_and_the_agent_to_use() {
    let assert = hyakuman(SMALL).code(0).stderr("");
    let page = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
    for text in [
        "4 steps of 40 walls, seed 1",
        "option    before     after  searched",
        "risk           1",
        "\nvalue:depth=0,risk=",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

#[test]
fn the_object_has_the_gain_with_its_interval() {
    let assert = hyakuman(&format!("{SMALL} --json")).code(0);
    let object: Value = serde_json::from_slice(&assert.get_output().stdout).expect("JSON");
    assert_eq!(object["before"], "value:depth=0");
    assert_eq!(object["options"][0]["option"], "risk");
    assert!(object["after"].as_str().expect("a spec").starts_with("value:depth=0,risk="));
    assert_eq!(object["gain"]["ci95"].as_array().expect("an interval").len(), 2);
    assert_eq!(object["games"], (4 * 40 + 200) * 6);
}

#[test]
fn fitted_agents_of_a_file_play_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fitted.json");
    let path = path.display();
    let page = hyakuman(&format!("{SMALL} --out {path}")).code(0);
    page.stdout(contains("fitted.json: value:depth=0").and(contains(" is the agent for these rules")));
    let play = |command: &str| hyakuman(&format!("{command} --rules tenhou-east"));
    let run = format!("run --agents tuned:file={path},ukeire,ukeire,ukeire --games 8 --json");
    play(&run).code(0).stdout(contains("\"value:depth=0"));
    play(&format!("match tuned:file={path} ukeire --walls 10")).code(0).stdout(contains("value:depth=0"));
    let other = "there is no agent fitted to tenhou (rules hash";
    hyakuman(&format!("run --agents tuned:file={path} --games 8")).code(2).stderr(contains(other));
    play("run --agents tuned").code(2).stderr(contains("tuned has the option file alone"));
}

#[test]
fn bad_searches() {
    for (line, message) in [
        ("tune ukeire", "error: ukeire has no option that is a number"),
        ("tune value --vary risk", "expected an option and a range of numbers, such as risk=0.5..2"),
        ("tune value --vary risk=5..9", "error: risk=5..9: expected a range of 0.000001 or more within 0..5"),
        ("tune value --steps 0", "expected a whole number from 1"),
        ("tune nobody", "error: unknown agent \"nobody\""),
        ("tune value --rules toppan", "error: the agent \"value\" plays riichi only"),
    ] {
        hyakuman(line).code(2).stdout("").stderr(contains(message).and(contains("panicked").not()));
    }
}
