//! `hyakuman show` as a process: a recorded match in every format, and what cannot be shown.

use crate::process::{PROGRAM, finished};
use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

fn hyakuman(folder: &Path, args: &[&str]) -> (i32, String, String) {
    finished(Command::new(PROGRAM).current_dir(folder).args(args))
}

/// A folder with a data set `set` of 24 matches.
fn recorded(rules: &str, agents: &str, tables: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = format!(
        "run --rules {rules} --agents {agents} --games 24 --seed 5 --part-size 12 --record {tables} --out set"
    );
    let args: Vec<&str> = line.split(' ').collect();
    let (code, _, err) = hyakuman(folder.path(), &args);
    assert_eq!(code, 0, "{err}");
    folder
}

fn show(folder: &TempDir, number: u64, format: &str) -> String {
    let number = number.to_string();
    let (code, out, err) = hyakuman(folder.path(), &["show", "set", "--match", &number, "--format", format]);
    assert_eq!((code, &err[..]), (0, ""), "{number} {format}");
    out
}

/// `start_kyoku` of mjai needs an initial indicator; tenhou6 does not.
#[test]
fn a_rule_that_mjai_cannot_represent_is_named() {
    let folder = recorded("tenhou --set initial_indicators=0", "ukeire", "matches,replays");
    let (code, out, err) = hyakuman(folder.path(), &["show", "set", "--match", "3", "--format", "mjai"]);
    let wanted = "error: match 3 of set: `initial_indicators` = 0 cannot be represented in the format mjai: \
                  use --format text\n";
    assert_eq!((code, &out[..], &err[..]), (2, "", wanted));
    std::fs::write(folder.path().join("3.json"), show(&folder, 3, "tenhou6")).unwrap();
    let line = ["replay", "--rules", "tenhou", "--set", "initial_indicators=0", "3.json"];
    let (code, out, err) = hyakuman(folder.path(), &line);
    assert_eq!((code, &err[..]), (0, ""), "{out}");
}

/// With --rules, that ruleset is used instead of the rules in the log.
#[test]
fn given_rules_are_those_of_the_replay() {
    for set in ["red_fives=[0,1,1]", "riichi_stick=500", "final_rounding=None"] {
        let folder = recorded(&format!("tenhou-east --set {set}"), "ukeire", "matches,replays");
        for format in ["mjai", "tenhou6"] {
            std::fs::write(folder.path().join("log"), show(&folder, 7, format)).unwrap();
            let line = ["replay", "--rules", "tenhou-east", "--set", set, "log"];
            let (code, out, err) = hyakuman(folder.path(), &line);
            assert_eq!((code, &err[..]), (0, ""), "{set} {format}: {out}");
        }
    }
}

/// Matches of different rulesets, written in both log formats and replayed: no disagreement.
#[test]
fn what_is_shown_is_what_was_played() {
    let four = ["tenhou", "tenhou-east", "mahjongsoul", "mahjongsoul-local", "mleague", "ema-2016"];
    let three = ["tenhou-sanma", "mahjongsoul-sanma-east"];
    let four = four.map(|rules| (rules, "ukeire,random,ukeire:calls=false,shanten"));
    let three = three.map(|rules| (rules, "ukeire,random,ukeire:calls=false"));
    for (rules, agents) in four.into_iter().chain(three) {
        let folder = recorded(rules, agents, "matches,replays");
        let mut line = vec!["replay", "--rules", rules];
        let mut files = Vec::new();
        for number in (0..24).step_by(5) {
            for format in ["mjai", "tenhou6"] {
                let name = format!("{number}.{format}");
                std::fs::write(folder.path().join(&name), show(&folder, number, format)).unwrap();
                files.push(name);
            }
        }
        line.extend(files.iter().map(String::as_str));
        let (code, out, err) = hyakuman(folder.path(), &line);
        assert_eq!((code, &err[..]), (0, ""), "{rules}: {out}");
        assert!(
            out.starts_with("10 matches, ") && out.ends_with(", 0 partial, 0 disagreements\n"),
            "{rules}: {out}"
        );
    }
}

/// What `show set` writes with these arguments, which must work.
fn shown(folder: &TempDir, args: &[&str]) -> String {
    let (code, out, err) = hyakuman(folder.path(), &[&["show", "set"], args].concat());
    assert_eq!((code, &err[..]), (0, ""), "{args:?}");
    out
}

/// A range is written match by match, also across parts; a stream of logs can be replayed.
#[test]
fn a_range_is_its_matches_one_after_another() {
    let folder = recorded("tenhou-east", "ukeire,random,shanten,random", "replays");
    for (format, lines) in [("mjai", None), ("tenhou6", Some(15))] {
        let single: String = (5..20).map(|number| show(&folder, number, format)).collect();
        let range = shown(&folder, &["--match", "5..20", "--format", format]);
        assert!(single == range && lines.is_none_or(|lines| range.lines().count() == lines), "{format}");
        std::fs::write(folder.path().join(format), &range).unwrap();
        let (code, out, _) = hyakuman(folder.path(), &["replay", "--rules", "tenhou-east", format]);
        assert!(code == 0 && out.starts_with("15 matches, "), "{format}: {out}");
    }
    let pages: Vec<String> = (22..24).map(|number| show(&folder, number, "text")).collect();
    let between = format!("\n{}\n\n", "═".repeat(100));
    assert_eq!(shown(&folder, &["--match", "22.."]), pages.join(&between));
    let objects = shown(&folder, &["--match", "..", "--json"]);
    let number = |line: &str| serde_json::from_str::<Value>(line).unwrap()["match"].as_u64().unwrap();
    assert!(objects.lines().map(number).eq(0..24));
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// One file per match. After a kill, a second run gives the same files; other files are left alone.
#[test]
fn matches_go_to_files() {
    let folder = recorded("tenhou-east", "ukeire,random,shanten,random", "replays");
    let files = folder.path().join("files");
    let args = ["--match", "10..13", "--format", "tenhou6", "--out", "files"];
    assert_eq!(shown(&folder, &args), "files: 3 matches\n");
    let wanted: Vec<String> = (10..13).map(|number| format!("match-0000{number}.tenhou6.json")).collect();
    assert_eq!(names(&files), wanted);
    for number in 10..13 {
        let held = std::fs::read_to_string(files.join(&wanted[number - 10])).unwrap();
        assert_eq!(held, show(&folder, number as u64, "tenhou6"));
    }
    std::fs::remove_file(files.join(&wanted[1])).unwrap();
    std::fs::write(files.join("match-000011.tenhou6.json.hyakuman-tmp"), "a killed run left half of")
        .unwrap();
    shown(&folder, &args);
    assert_eq!(names(&files), wanted);
    for (format, ending) in [("text", "txt"), ("mjai", "mjai.jsonl")] {
        shown(&folder, &["--match", "3", "--format", format, "--out", "other"]);
        let held = std::fs::read_to_string(folder.path().join(format!("other/match-000003.{ending}")));
        assert_eq!(held.unwrap(), show(&folder, 3, format));
    }
}

#[test]
fn files_that_cannot_be_written() {
    let folder = recorded("tenhou-east", "random", "replays");
    std::fs::create_dir(folder.path().join("files")).unwrap();
    let mine = folder.path().join("files/match-000001.json");
    std::fs::write(&mine, "mine").unwrap();
    for (out, wanted) in [
        ("files", "files/match-000001.json exists and is not this match: choose another folder"),
        (
            "set/manifest.json",
            "set/manifest.json is the data set that is read, or inside it: choose another folder",
        ),
        ("set/files", "set/files is the data set that is read, or inside it: choose another folder"),
        ("files/match-000001.json", "files/match-000001.json is a file: name a folder"),
    ] {
        let args = ["show", "set", "--match", "0..3", "--json", "--out", out];
        assert_eq!(hyakuman(folder.path(), &args), (2, String::new(), format!("error: {wanted}\n")));
    }
    assert_eq!(std::fs::read(&mine).unwrap(), b"mine");
    assert_eq!(names(&folder.path().join("files")), ["match-000000.json", "match-000001.json"]);
}

/// Names belong to the right seats under every rotation.
#[test]
fn who_sits_where() {
    let folder = recorded("tenhou", "ukeire,random,shanten,tsumogiri", "matches,replays");
    let first: Value = serde_json::from_str(show(&folder, 9, "mjai").lines().next().unwrap()).unwrap();
    let names = serde_json::json!(["random", "shanten", "tsumogiri", "ukeire"]);
    assert_eq!(first["names"], names);
    let tenhou6: Value = serde_json::from_str(&show(&folder, 9, "tenhou6")).unwrap();
    assert_eq!(tenhou6["name"], names);
    assert_eq!(tenhou6["title"][0], "Match 9 of tenhou, seed 5, wall 2");
    let page = show(&folder, 9, "text");
    assert!(page.starts_with("Match 9 of tenhou, seed 5, wall 2\n\n"), "{page}");
    assert!(page.contains("\nEast  random (seat 0)       25,000  "), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
    assert_eq!(page, show(&folder, 9, "text"));
}

/// For each win of a transcript its value, and the sum of the fan listed below it.
fn wins_of(page: &str) -> Vec<(u32, u32)> {
    let last = |text: &str| text.rsplit(' ').next().and_then(|word| word.parse::<u32>().ok());
    let mut wins = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(value) = line.strip_suffix(" fan").filter(|line| line.contains(" wins by ")) else {
            continue;
        };
        lines.next();
        let mut sum = 0;
        while let Some(fans) = lines.next_if(|line| line.starts_with("  ") && !line.contains("(seat ")) {
            sum += fans.split(',').filter_map(|fan| last(fan.trim())).sum::<u32>();
        }
        wins.push((last(value).unwrap(), sum));
    }
    wins
}

/// A game without a log format: the transcript has every kyoku, and the fan of a win add up to its value.
#[test]
fn yangzhou_has_a_transcript() {
    let folder = recorded("yangzhou-7", "fan,ukeire,fan,ukeire", "matches,replays");
    let pages: Vec<String> = (0..24).map(|number| show(&folder, number, "text")).collect();
    for page in &pages {
        assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
        assert!(page.contains("── East 1 ─") && page.contains("── North 4 ─"), "{page}");
    }
    let wins: Vec<(u32, u32)> = pages.iter().flat_map(|page| wins_of(page)).collect();
    assert!(wins.len() > 100 && wins.iter().all(|(value, sum)| value == sum), "{wins:?}");
    for format in ["mjai", "tenhou6"] {
        let (code, out, err) = hyakuman(folder.path(), &["show", "set", "--match", "0", "--format", format]);
        let wanted = format!("yangzhou has no format {format}: use --format text or html\n");
        assert_eq!((code, &out[..]), (2, ""));
        assert!(err.ends_with(&wanted), "{err}");
    }
}

/// The transcript of Toutenkou shows the tiles set aside.
#[test]
fn toutenkou_has_a_transcript() {
    let folder = recorded("toutenkou", "gari,ukeire,shanten", "matches,replays");
    let pages: Vec<String> = (0..24).map(|number| show(&folder, number, "text")).collect();
    for page in &pages {
        assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
        assert!(page.contains("── East 1, honba 0 ─"), "{page}");
    }
    let shown = |words: &str| pages.iter().filter(|page| page.contains(words)).count();
    assert!(
        shown("riichi") > 20 && shown("all_gari") < shown("karasu") && shown("gari") > 20,
        "{}",
        pages[0]
    );
    let sums: Vec<(i32, i32)> = pages.iter().flat_map(|page| points_of(page)).collect();
    assert!(sums.len() > 100 && sums.iter().all(|(value, sum)| value == sum), "{sums:?}");
}

/// For each win of a transcript its points, and the sum of the items listed below it.
fn points_of(page: &str) -> Vec<(i32, i32)> {
    let mut wins = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_suffix(" points").filter(|line| line.contains(" wins by ")) else {
            continue;
        };
        lines.next();
        let mut message = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ") && !line.contains("(seat ")) {
            message += line;
        }
        let number = |word: &str| word.parse::<i32>().ok();
        let value = head.rsplit(' ').next().and_then(number).expect("points");
        let numbers = message.split([' ', ',']).filter_map(number);
        wins.push((value, numbers.sum()));
    }
    wins
}

#[test]
fn what_cannot_be_shown() {
    let folder = recorded("tenhou-east", "random", "matches,replays");
    let shown = |args: &[&str]| {
        let (code, out, err) = hyakuman(folder.path(), args);
        assert_eq!((code, &out[..]), (2, ""), "{err}");
        err
    };
    let wanted = "error: set holds the matches 0 to 23: there is no match 24\n";
    assert_eq!(shown(&["show", "set", "--match", "24"]), wanted);
    assert!(shown(&["show", "nothing", "--match", "0"]).starts_with("error: "));
    assert!(shown(&["show", "set", "--match=-1"]).contains("expected a whole number from 0"));
    for range in ["0..25", "20..30", "24..", "0..18446744073709551615"] {
        let wanted = format!("error: set holds the matches 0 to 23: the range {range} is not within them\n");
        assert_eq!(shown(&["show", "set", "--match", range, "--out", "files"]), wanted);
    }
    for range in ["5..5", "9..3"] {
        assert!(shown(&["show", "set", "--match", range]).contains("this range contains no match"));
    }
    assert!(!folder.path().join("files").exists());
    let without = recorded("tenhou-east", "random", "matches");
    let (code, _, err) = hyakuman(without.path(), &["show", "set", "--match", "0"]);
    let wanted = "error: set holds matches; its matches cannot be played again without replays: record it with --record replays\n";
    assert_eq!((code, &err[..]), (2, wanted));
}

/// Shura has an exchange of tiles and play goes on after a win: a transcript shows both, and no log format can. The
/// error names the rule.
#[test]
fn shura_has_a_transcript() {
    let folder = recorded("shura", "ukeire,random,ukeire,shanten", "replays");
    let page: String = (0..24).map(|number| show(&folder, number, "text")).collect();
    assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
    let kyoku: Vec<&str> = page.split("── East").skip(1).collect();
    let wins = |kyoku: &str| kyoku.matches(" wins by ").count();
    let shown = |kyoku: &str| kyoku.matches("wins\n").count() + kyoku.matches(" wins ").count();
    for kyoku in &kyoku {
        assert!(kyoku.contains("Exchange\n  East "), "{kyoku}");
        assert_eq!(shown(kyoku), 2 * wins(kyoku), "once in the course, once at the end: {kyoku}");
    }
    assert!((0..=3).all(|n| kyoku.iter().any(|kyoku| wins(kyoku) == n)), "kyoku with 0 to 3 wins");
    for format in ["mjai", "tenhou6"] {
        let (code, out, err) = hyakuman(folder.path(), &["show", "set", "--match", "0", "--format", format]);
        let wanted = format!(
            "error: match 0 of set: `wins_per_hand` = 3 cannot be represented in the format {format}: use --format text\n"
        );
        assert_eq!((code, &out[..], err), (2, "", wanted));
    }
}

/// Toppan has neither discards nor calls: every seat of a hand is one line.
#[test]
fn toppan_has_its_own_layout() {
    let folder = recorded("toppan", "threshold,random,threshold,random", "matches,replays");
    let page: String = (0..24).map(|number| show(&folder, number, "text")).collect();
    let long: Vec<&str> = page.lines().filter(|line| line.chars().count() > 100).collect();
    assert!(long.is_empty(), "{long:?}");
    for word in ["stays with", "bust with", "declares with", "turned up: ", "the dealer continues", " wins "]
    {
        assert!(page.contains(word), "{word}: {page}");
    }
    assert_eq!(page.matches("── result").count(), 24);
    let (code, out, err) = hyakuman(folder.path(), &["show", "set", "--match", "0", "--json"]);
    assert_eq!((code, &err[..]), (0, ""));
    assert!(out.contains("\"before\":[200,200,200,200]"), "points, not half points: {out}");
}

/// Any game can be written as JSON, and its scores add up.
#[test]
fn any_game_is_shown_as_json() {
    for (rules, agents) in [
        ("tenhou-sanma", "ukeire,random,shanten"),
        ("shura", "ukeire"),
        ("toutenkou", "gari"),
        ("yangzhou-7", "fan"),
    ] {
        let folder = recorded(rules, agents, "replays");
        let line = ["show", "set", "--match", "7", "--json"];
        let (code, out, err) = hyakuman(folder.path(), &line);
        assert_eq!((code, &err[..], out.lines().count()), (0, "", 1), "{rules}");
        let answer: Value = serde_json::from_str(&out).unwrap();
        let numbers = |value: &Value| -> Vec<i64> {
            value.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
        };
        let kyoku = answer["kyoku"].as_array().unwrap();
        let mut scores = numbers(&kyoku[0]["before"]);
        for kyoku in kyoku {
            assert_eq!(numbers(&kyoku["before"]), scores, "{rules}");
            scores.iter_mut().zip(numbers(&kyoku["delta"])).for_each(|(score, delta)| *score += delta);
            assert!(!kyoku["decisions"].as_array().unwrap().is_empty(), "{rules}");
        }
        let sticks = numbers(&answer["score"]).iter().sum::<i64>() - scores.iter().sum::<i64>();
        assert!(sticks >= 0 && sticks % 1_000 == 0, "{rules}: {sticks}");
        assert_eq!((&answer["match"], &answer["ruleset"]), (&7.into(), &rules.into()));
        assert_eq!(answer["agents"].as_array().unwrap().len(), scores.len());
        assert_eq!(out, hyakuman(folder.path(), &line).1, "the same every time");
    }
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) =
        hyakuman(folder.path(), &["show", "set", "--match", "0", "--json", "--format", "text"]);
    assert!(code == 2 && err.contains("--json"), "{err}");
}
