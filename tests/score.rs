//! `hyakuman score` as a process: input, output, exit codes.

use assert_cmd::Command;
use predicates::prelude::predicate::str::{contains, starts_with};

const HAND: &str = concat!(
    r#"{"hand":["2m","3m","4m","0p","6p","7p","3s","3s","5z","5z"],"win":"5z","#,
    r#""melds":[{"type":"pon","tiles":["7z","7z","7z"]}],"by":"ron","from":"W","seat":"S","round":"E","#,
    r#""dora":["1m"],"honba":1,"kyotaku":1}"#
);
const WORTH: &str = concat!(
    r#"{"agari":true,"yaku":[["haku",1],["chun",1]],"dora":2,"han":4,"fu":30,"yakuman":0,"#,
    r#""limit":null,"points":7700,"deltas":[0,9000,-8000,0]}"#,
    "\n"
);

fn score(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyakuman"));
    command.arg("score").args(args);
    command
}

#[test]
fn one_hand_as_text_and_as_json() {
    score(&[HAND])
        .assert()
        .code(0)
        .stdout(starts_with("4 han 30 fu, 7,700 points\nhaku 1, chun 1, dora 2\n"));
    score(&[HAND, "--json"]).assert().code(0).stdout(WORTH);
    score(&[HAND, "--json", "--set", "kiriage=true"]).assert().stdout(contains(r#""limit":"mangan""#));
}

#[test]
fn a_list_is_answered_line_by_line() {
    let list = format!("{HAND}\n\n{{\"hand\":[]}}\n{HAND}");
    let error = r#"{"error":"`win` is missing; it must be a tile such as \"5m\", \"0p\" (red five) or \"7z\"","line":3}"#;
    let expected = format!("{WORTH}{error}\n{WORTH}");
    score(&["--jsonl", "-"]).write_stdin(list.as_str()).assert().code(1).stdout(expected.clone());
    score(&["--jsonl", "-"]).write_stdin(HAND).assert().code(0).stdout(WORTH);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("hands.jsonl");
    std::fs::write(&path, list).expect("a file");
    score(&["--jsonl", path.to_str().expect("UTF-8")]).assert().code(1).stdout(expected);
}

#[test]
fn bad_input_is_a_message_and_exit_code_2() {
    score(&["{"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("error: this is not a JSON object: it ends too early"));
    score(&[&format!("[{HAND}]")]).assert().code(2).stdout("").stderr(contains("this is not a JSON object"));
    score(&[HAND, "--rules", "tenhuo"]).assert().code(2).stderr(contains("did you mean \"tenhou\"?"));
    score(&["--jsonl", "/nowhere/hands"]).assert().code(2).stderr(contains("/nowhere/hands cannot be read"));
    score(&[HAND, "--jsonl", "-"]).assert().code(2);
}
