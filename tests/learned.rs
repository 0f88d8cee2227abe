//! `hyakuman agents labels` and `hyakuman agents adapt` as processes.

use crate::report::numbers;
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn hyakuman(line: &str, folder: &Path) -> Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyakuman"));
    command.args(line.split_whitespace()).current_dir(folder).assert()
}

fn object(assert: &Assert) -> Value {
    serde_json::from_slice(&assert.get_output().stdout).expect("JSON")
}

#[test]
fn labels_are_a_data_set_with_a_summary() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "agents labels --agents value:depth=0 --games 20 --out data --rate 0.5";
    hyakuman(line, folder.path()).code(0).stdout(starts_with("sort ")).stdout(contains("\ncall "));
    let again = hyakuman(&format!("{line} --resume --json"), folder.path()).code(0);
    let sorts = object(&again)["sorts"].clone();
    assert!(sorts["call"]["labels"].as_u64() > Some(100), "{sorts}");
    hyakuman("data verify data --all", folder.path())
        .code(0)
        .stdout(contains("played again with the same result"));
}

#[test]
fn an_adapted_agent_plays_by_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "agents adapt --agent value:depth=0 --games 150 --walls 4 --steps 1 --out mine.agent --html page.html --markdown page.md";
    let page = hyakuman(line, folder.path()).code(0);
    let page = String::from_utf8(page.get_output().stdout.clone()).expect("UTF-8");
    for part in [
        "keep value:depth=0: value:depth=0,learned=mine.agent is not shown to be stronger\n",
        "\nnot corrected, fewer than 5,000 labels: ",
        "riichi-under-riichi",
        " rank points a match, 16 matches: not shown to be stronger",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let [html, markdown] =
        ["page.html", "page.md"].map(|name| fs::read_to_string(folder.path().join(name)).expect("a page"));
    assert!(numbers(&html).len() > 5 && html.contains("value:depth=0 adapted to tenhou"), "{html}");
    assert!(markdown.contains("\n| held-out labels | labels | slope |"), "{markdown}");
    let run = "run --agents value:learned=mine.agent,ukeire,ukeire,ukeire --games 8";
    hyakuman(run, folder.path()).code(0).stdout(contains("learned=mine.agent"));
}

#[test]
fn what_cannot_be_learned_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |line: &str, sentence: &'static str| {
        hyakuman(line, folder.path()).code(2).stderr(contains(sentence));
    };
    refused(
        "agents labels --rules yangzhou-7 --agents fan --games 4 --out a",
        "yangzhou has no model of final places: use --worth points",
    );
    refused(
        "agents labels --set start_points=20000 --set reference_points=20000 --agents value --games 4 --out a",
        "fit one with `hyakuman agents places`",
    );
    refused(
        "agents adapt --agent ukeire --games 4 --walls 4 --out a.agent",
        "ukeire cannot be corrected: adapt value, placement or gari",
    );
    refused("agents adapt --budget 20 --out a.agent", "expected a time");
    refused(
        "run --rules tenhou-sanma --agents value:learned=tenhou --games 4",
        "it is for riichi with 4 players, not for riichi with 3",
    );
    refused(
        "compare --base tenhou --set uma=[30,10,-10,-30] --adapt b --primary nothing --games 4",
        "there is no measure",
    );
    assert!(!folder.path().join("b").exists());
    refused("agents labels --rate 0 --out a", "expected a number above 0");
    std::fs::write(folder.path().join("bad.agent"), "{").expect("a file");
    refused("run --agents value:learned=bad.agent --games 4", "bad.agent: it is no correction");
}
