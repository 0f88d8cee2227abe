//! `hyakuman show --format html`: pages of data sets and of logs.

use crate::process::{PROGRAM, finished};
use assert_cmd::Command;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

fn hyakuman(folder: &Path, args: &[&str]) -> (i32, String, String) {
    finished(Command::new(PROGRAM).current_dir(folder).args(args))
}

fn recorded(rules: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("run --rules {rules} --games 3 --seed 5 --record replays --out set");
    let (code, _, err) = hyakuman(folder.path(), &line.split(' ').collect::<Vec<_>>());
    assert_eq!(code, 0, "{err}");
    folder
}

/// The output of `show`, which must succeed.
fn shown(folder: &TempDir, args: &[&str]) -> String {
    let (code, out, err) = hyakuman(folder.path(), &[&["show"], args].concat());
    assert_eq!((code, &err[..]), (0, ""), "{args:?}");
    out
}

fn refused(folder: &TempDir, args: &[&str], why: &str) {
    let (code, out, err) = hyakuman(folder.path(), &[&["show"], args].concat());
    assert_eq!((code, &out[..]), (2, ""), "{args:?}");
    assert!(err.contains(why), "{args:?}: {err}");
}

/// The data in a page, its kyoku unpacked.
fn data(page: &str) -> Value {
    let rest = page.split_once("id=\"data\">").expect("data").1;
    let mut data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let packed = STANDARD.decode(data["kyoku"].as_str().unwrap()).unwrap();
    data["kyoku"] = serde_json::from_reader(ZlibDecoder::new(&packed[..])).unwrap();
    data
}

#[test]
fn a_match_of_a_data_set_is_one_file() {
    for rules in ["tenhou-sanma", "toppan"] {
        let folder = recorded(rules);
        let page = shown(&folder, &["set", "--match", "1", "--format", "html"]);
        let to_file = ["show", "set", "--match", "1", "--format", "html", "--out", "page.html"];
        let (code, out, err) = hyakuman(folder.path(), &to_file);
        assert_eq!((code, &out[..]), (0, ""), "{err}");
        assert!(err.starts_with("page.html: ") && err.ends_with("kB\n"), "{err}");
        assert_eq!(std::fs::read_to_string(folder.path().join("page.html")).unwrap(), page, "the same bytes");
        let record: Value =
            serde_json::from_str(&shown(&folder, &["set", "--match", "1", "--json"])).unwrap();
        let unit = data(&page)["unit"].as_i64().unwrap() as f64;
        let in_points = |scores: &Value| -> Vec<f64> {
            scores.as_array().unwrap().iter().map(|score| score.as_f64().unwrap() / unit).collect()
        };
        let scores: Vec<f64> =
            record["score"].as_array().unwrap().iter().map(|score| score.as_f64().unwrap()).collect();
        assert_eq!(in_points(&data(&page)["result"]["s"]), scores);
        shown(&folder, &["set", "--match", "0..2", "--format", "html", "--out", "pages"]);
        assert_eq!(std::fs::read_to_string(folder.path().join("pages/match-000001.html")).unwrap(), page);
    }
}

#[test]
fn a_log_is_shown_like_its_record() {
    let folder = recorded("tenhou");
    let of_set = data(&shown(&folder, &["set", "--match", "2", "--format", "html"]));
    for format in ["mjai", "tenhou6"] {
        let log = shown(&folder, &["set", "--match", "2", "--format", format]);
        std::fs::write(folder.path().join("log"), log).unwrap();
        let of_log = data(&shown(&folder, &["log", "--format", "html"]));
        assert_eq!((&of_log["note"], &of_log["names"]), (&Value::from(""), &of_set["names"]), "{format}");
        assert_eq!(of_log["result"], of_set["result"], "{format}");
        let ends = |data: &Value| {
            data["kyoku"].as_array().unwrap().iter().map(|kyoku| kyoku["e"]["d"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(ends(&of_log), ends(&of_set), "{format}");
    }
}

/// Where log and engine disagree, the page says so.
#[test]
fn a_page_names_the_disagreement() {
    let folder = recorded("tenhou");
    let log = shown(&folder, &["set", "--match", "0", "--format", "tenhou6"]);
    std::fs::write(folder.path().join("log"), log).unwrap();
    let page = shown(&folder, &["log", "--format", "html", "--set", "riichi_stick=500"]);
    let note = data(&page)["note"].as_str().unwrap().to_owned();
    assert!(note.starts_with("Log and engine disagree: "), "{note}");
}

/// Names come from the log; they end no element, and invisible characters are shown.
#[test]
fn hostile_names_stay_text() {
    let folder = recorded("tenhou");
    let log = shown(&folder, &["set", "--match", "0", "--format", "tenhou6"]);
    let mut log: Value = serde_json::from_str(&log).unwrap();
    let hostile = ["</script><script>alert(1)</script>", "<!--<script>", "\u{2028}\u{202e}", "&lt;b&gt;"];
    log["name"] = Value::from(hostile.to_vec());
    std::fs::write(folder.path().join("log"), log.to_string()).unwrap();
    let page = shown(&folder, &["log", "--format", "html"]);
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
    let shown = ["</script><script>alert(1)</script>", "<!--<script>", "\\u{2028}\\u{202e}", "&lt;b&gt;"];
    assert_eq!(data(&page)["names"], Value::from(shown.to_vec()));
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
}

#[test]
fn what_is_not_a_page() {
    let folder = recorded("tenhou");
    refused(&folder, &["set", "--format", "html"], "give --match N");
    refused(&folder, &["set", "--match", "0..2", "--format", "html"], "give --out FOLDER");
    refused(&folder, &["set", "--match", "0", "--set", "kuitan=false"], "a data set has its rules");
    let log = shown(&folder, &["set", "--match", "0..2", "--format", "mjai"]);
    std::fs::write(folder.path().join("log"), log).unwrap();
    refused(&folder, &["log"], "log is a log: a log is shown with --format html");
    refused(&folder, &["log", "--format", "html"], "log has the matches 0 to 1: choose one with --match");
    refused(
        &folder,
        &["log", "--format", "html", "--match", "1", "--out", "log"],
        "cannot be the page and another",
    );
    assert!(!shown(&folder, &["log", "--format", "html", "--match", "1"]).is_empty());
    std::fs::write(folder.path().join("other"), "{}").unwrap();
    refused(&folder, &["other", "--format", "html"], "other: ");
}
