//! `hyakuman review` as a process: matches of data sets and logs, and what cannot be reviewed.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

fn hyakuman(folder: &Path, line: &str) -> (i32, String, String) {
    let args = line.split(' ');
    let output = Command::cargo_bin("hyakuman").unwrap().current_dir(folder).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A folder with a data set `set` of 8 matches.
fn recorded(rules: &str, agents: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("run --rules {rules} --agents {agents} --games 8 --seed 5 --record replays --out set");
    let (code, _, err) = hyakuman(folder.path(), &line);
    assert_eq!(code, 0, "{err}");
    folder
}

fn json(folder: &TempDir, line: &str) -> Value {
    let (code, out, err) = hyakuman(folder.path(), line);
    assert_eq!((code, &err[..]), (0, ""), "{line}");
    serde_json::from_str(&out).unwrap()
}

/// An agent agrees with itself, and loses nothing by its own numbers.
#[test]
fn an_agent_agrees_with_itself() {
    for (rules, agent) in [("tenhou", "value"), ("tenhou-sanma", "placement"), ("shura", "value")] {
        let folder = recorded(rules, agent);
        let found = json(&folder, &format!("review set --match 3 --agent {agent} --json"));
        for player in found["players"].as_array().unwrap() {
            assert_eq!(
                (&player["same"], player["loss"].as_f64()),
                (&player["decisions"], Some(0.0)),
                "{player}"
            );
        }
        assert!(found["decisions"].as_array().unwrap().len() > 100);
    }
}

/// Every legal action has a value; what was lost is the difference; totals are those of the decisions.
#[test]
fn losses_are_differences_of_values() {
    let folder = recorded("tenhou", "ukeire,value,shanten,random");
    let found = json(&folder, "review set --match 1 --json");
    assert_eq!((&found["unit"], &found["agent"]), (&"rank_points".into(), &"placement".into()));
    let decisions = found["decisions"].as_array().unwrap();
    for decision in decisions {
        let candidates = decision["candidates"].as_array().unwrap();
        let value = |name: &Value| {
            candidates.iter().find(|it| it["name"] == *name).and_then(|it| it["value"].as_f64())
        };
        let Some(loss) = decision["loss"].as_f64() else { continue };
        let expected = (value(&decision["choice"]).unwrap() - value(&decision["done"]).unwrap()).max(0.0);
        assert!((loss - expected).abs() < 1e-4, "{decision}");
    }
    let sum: f64 = decisions.iter().filter_map(|decision| decision["loss"].as_f64()).sum();
    let players = found["players"].as_array().unwrap();
    assert!((players.iter().map(|it| it["loss"].as_f64().unwrap()).sum::<f64>() - sum).abs() < 1e-3);
    let of = |name: &str| players.iter().find(|it| it["name"] == name).unwrap()["loss"].as_f64().unwrap();
    assert!(of("value") < of("ukeire") && of("ukeire") < of("random"), "{players:?}");
}

/// A log of a match has the review of the match.
#[test]
fn a_log_is_reviewed_as_its_match() {
    let folder = recorded("tenhou", "ukeire");
    let of_set = json(&folder, "review set --match 2 --seat 1 --agent value --json");
    for format in ["mjai", "tenhou6"] {
        let (code, log, _) = hyakuman(folder.path(), &format!("show set --match 2 --format {format}"));
        assert_eq!(code, 0);
        std::fs::write(folder.path().join("log"), log).unwrap();
        let of_log = json(&folder, "review log --seat 1 --agent value --json");
        assert_eq!(of_log["decisions"], of_set["decisions"], "{format}");
        assert_eq!(of_log["note"], "", "{format}");
    }
    let (code, text, err) = hyakuman(folder.path(), "review log --seat 1 --agent value --top 3");
    assert_eq!((code, &err[..]), (0, ""));
    assert!(text.contains("greatest losses (3 of ") && text.contains("values in points"), "{text}");
    assert_eq!(text.matches("  did   ").count(), 3, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
}

#[test]
fn what_cannot_be_reviewed() {
    let folder = recorded("yangzhou", "ukeire");
    let refused = |line: &str| {
        let (code, out, err) = hyakuman(folder.path(), line);
        assert_eq!((code, &out[..]), (2, ""), "{line}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        err
    };
    assert!(refused("review set --match 0").contains("set is of yangzhou: a review is of riichi mahjong"));
    assert!(refused("review set").contains("give --match N"));
    std::fs::write(folder.path().join("log"), "nothing").unwrap();
    refused("review log");
    refused("review nowhere");
    let riichi = recorded("tenhou", "random");
    let refused = |line: &str| hyakuman(riichi.path(), line).2;
    assert!(refused("review set --match 8").contains("holds the matches 0 to 7"));
    assert!(refused("review set --match 0 --seat 4").contains("there is no seat 4: expected 0 to 3"));
    assert!(refused("review set --match 0 --agent shanten").contains("does not say what actions are worth"));
    assert!(refused("review set --match 0 --agent valeu").contains("unknown agent \"valeu\""));
}
