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
    "tune value:depth=0 --rules tenhou-east --vary risk=0.2..4 --steps 4 --walls 40 --held-out 200";

#[test]
fn the_page_has_the_options_and_the_agent_to_use() {
    let assert = hyakuman(SMALL).code(0).stderr("");
    let page = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
    for text in [
        "4 steps of 40 deal sets (walls), seed 1",
        "option    before     after  searched",
        "risk           1",
        "\nvalue:depth=0,risk=",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

#[test]
fn the_object_has_the_gain_with_its_interval() {
    // With a seed whose tuned option changes enough matches.
    let assert = hyakuman(&format!("{SMALL} --seed 2 --json")).code(0);
    let object: Value = serde_json::from_slice(&assert.get_output().stdout).expect("JSON");
    assert_eq!(object["before"], "value:depth=0");
    assert_eq!(object["options"][0]["option"], "risk");
    assert!(object["after"].as_str().expect("a spec").starts_with("value:depth=0,risk="));
    assert_eq!(object["gain"]["ci95"].as_array().expect("an interval").len(), 2);
    assert_eq!(object["games"], (4 * 40 + 200) * 6);
}

#[test]
fn choices_are_searched_within_a_budget() {
    let line = "tune ukeire --rules tenhou-east --choose calls --choose fold --budget 200 --held-out 40";
    let assert = hyakuman(line).code(0).stderr("");
    let page = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
    for text in [
        "3 agents against ukeire, rounds: 2, deal sets (walls): 199 of at most 200, seed 1",
        "\nukeire:calls=false,fold=false       1     33",
        "rank points per match, on 40 walls that no round played:",
        "keep ukeire",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    // What counts comes first.
    let place = |text| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    assert!(place("on 40 walls that no round played") < place("rank points in the last round"), "{page}");
    let assert = hyakuman(&format!("{line} --json")).code(0);
    let object: Value = serde_json::from_slice(&assert.get_output().stdout).expect("JSON");
    assert_eq!(
        (&object["budget"], &object["walls"], &object["steps"]),
        (&200.into(), &199.into(), &2.into())
    );
    assert_eq!(object["candidates"][2]["rounds"], 1);
    assert_eq!(object["games"], (199 + 40) * 6);
    for (wrong, sentence) in [
        ("--choose calls=maybe", "unknown value of ukeire:calls"),
        ("--choose =a", "expected an option, or an option and values, such as calls=true,false"),
        ("--choose calls --steps 4", "cannot be used with"),
        (
            "--choose calls --choose fold --budget 59",
            "the search of 3 agents needs a budget of at least 60 walls",
        ),
    ] {
        hyakuman(&format!("tune ukeire {wrong}")).code(2).stderr(contains(sentence));
    }
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
    play("run --agents tuned").code(2).stderr(contains("tuned needs a file that"));
}

/// A file from elsewhere starts nothing and opens nothing unless it is trusted.
#[test]
fn agents_of_a_file_need_trust() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fitted.json");
    hyakuman(&format!("{SMALL} --out {}", path.display())).code(0);
    let text = std::fs::read_to_string(&path).expect("a file");
    let mut held: Value = serde_json::from_str(&text).expect("JSON");
    for (agent, needs, trusted) in [
        ("mjai:cmd=touch started", "starts a program", "touch"),
        ("value:rates=rates.txt", "reads a file", "rates.txt cannot be read"),
    ] {
        held["agents"][0]["agent"] = agent.into();
        std::fs::write(&path, held.to_string()).expect("a file");
        for command in
            ["run --rules tenhou-east --games 8 --agents", "match --rules tenhou-east ukeire --walls 10"]
        {
            let (path, folder) = (path.display(), folder.path());
            let run = |spec: String| {
                let mut program = Command::new(env!("CARGO_BIN_EXE_hyakuman"));
                program.current_dir(folder).args(command.split(' ')).arg(spec).assert()
            };
            let sentence =
                format!("{agent}, {needs}: where you trust the file, write tuned:file={path},trust=true");
            run(format!("tuned:file={path}")).code(2).stderr(contains(sentence));
            assert!(!folder.join("started").exists(), "{command}");
            run(format!("tuned:file={path},trust=true")).failure().stderr(contains(trusted));
            let _ = std::fs::remove_file(folder.join("started"));
        }
    }
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
