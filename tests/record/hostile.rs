//! Malicious folders: every command ends with an error message, never waits forever, and prints no control
//! characters.

use super::*;
use crate::process::HANG;
use std::time::Instant;

/// Commands that read a data set; the last one resumes it.
const READERS: [&str; 4] =
    ["data verify set", "show set --match 1", "data expand set --record matches --out new --resume", ""];

/// Runs a command that must end soon and without a panic: exit code and all output.
pub(crate) fn tame(folder: &Path, line: &str, what: &str) -> (i32, String) {
    let resume = format!("{TINY} --resume");
    let line = if line.is_empty() { &resume } else { line };
    let mut child = start(folder, line);
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > HANG {
            child.kill().unwrap();
            panic!("{line} does not end: {what}");
        }
        sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    let code = output.status.code().unwrap_or(-1);
    assert!((0..=2).contains(&code) && !text.contains("please report"), "{line}: {what}: {code} {text}");
    (code, text)
}

const TINY: &str = "run --games 4 --seed 3 --part-size 2 --agents random --record matches,replays --out set";

/// A tiny data set.
pub(crate) fn tiny() -> (TempDir, Value) {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(hyakuman(folder.path(), TINY).0, 0);
    let manifest = fs::read(folder.path().join("set/manifest.json")).unwrap();
    (folder, serde_json::from_slice(&manifest).unwrap())
}

/// Writes a manifest with the hash of what it holds.
pub(crate) fn write(folder: &Path, manifest: &Value) {
    sealed::write_manifest(&folder.join("set"), manifest);
}

/// The path of every value in a manifest, lists and objects included.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(keys) => {
            keys.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), found))
        }
        Value::Array(list) => {
            (0..).zip(list).for_each(|(i, value): (u32, _)| places(value, &format!("{at}/{i}"), found))
        }
        _ => {}
    }
}

/// Replacements for a value: numbers out of range, null, and values of another type.
fn crafted(original: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    places(original, "", &mut all);
    // A few of the rules are enough: they are read like a rules file.
    let rules = all.iter().filter(|place| place.starts_with("/identity/rules/")).cloned().collect::<Vec<_>>();
    all.retain(|place| !rules.contains(place) || rules[..3].contains(place));
    let values = || [json!(0), json!(-1), json!(u64::MAX), json!(null), json!("x")];
    let all = all.into_iter().flat_map(|place| values().map(|value| (place.clone(), value)));
    let craft = |(place, value): (String, Value)| {
        let mut crafted = original.clone();
        *crafted.pointer_mut(&place).unwrap() = value.clone();
        (format!("{place} = {value}"), crafted)
    };
    all.map(craft).collect()
}

#[test]
fn no_value_of_a_manifest_makes_a_command_fail() {
    let (folder, manifest) = tiny();
    for (what, crafted) in crafted(&manifest) {
        write(folder.path(), &crafted);
        READERS[..3].iter().for_each(|command| drop(tame(folder.path(), command, &what)));
    }
    fs::remove_dir_all(folder.path().join("new")).unwrap_or_default();
    assert_eq!(tame(folder.path(), "", "the last one").0, 0);
    assert_eq!(hyakuman(folder.path(), "data verify set").0, 0);
}

#[test]
fn no_value_of_the_recipe_or_of_a_sidecar_makes_a_command_fail() {
    let (folder, _) = tiny();
    for name in ["parts/run.json", "parts/part-000001.json"] {
        let path = folder.path().join("set").join(name);
        let held = fs::read(&path).unwrap();
        for (what, crafted) in crafted(&serde_json::from_slice(&held).unwrap()) {
            fs::write(&path, crafted.to_string()).unwrap();
            for command in [READERS[0], READERS[2], READERS[3]] {
                tame(folder.path(), command, &format!("{name}: {what}"));
            }
        }
        fs::write(&path, held).unwrap();
        assert_eq!(tame(folder.path(), "", "the last one").0, 0);
        assert_eq!(hyakuman(folder.path(), "data verify set").0, 0);
    }
}

/// Inconsistent sizes are refused at once.
#[test]
fn crafted_sizes_are_refused() {
    for (changes, message) in [
        (json!({"part_size": 0}), "has part_size 0, expected a number from 1 to 1000000"),
        (json!({"parts": u64::MAX}), "has 18446744073709551615 parts, but its matches make 2"),
        (
            json!({"parts": 1u64 << 62, "matches": 1u64 << 63}),
            "has 4611686018427387904 parts, more than 1000000",
        ),
        (json!({"tables": ["../set/matches"]}), "has the invalid table name \"../set/matches\""),
        (json!({"tables": ["matches", "matches"]}), "has the invalid table name \"matches\""),
        (json!({"format": "99"}), "has format 99, this program knows 2"),
        (json!({"format": "99", "files": 7}), "has format 99, this program knows 2"),
    ] {
        let (folder, mut manifest) = tiny();
        for (key, value) in changes.as_object().unwrap() {
            manifest[key] = value.clone();
        }
        write(folder.path(), &manifest);
        for command in &READERS[..3] {
            let (code, text) = tame(folder.path(), command, message);
            assert!(code != 0 && text.contains(&format!("set/manifest.json {message}")), "{command}: {text}");
        }
        let (code, text) = tame(folder.path(), "", message);
        let refused = message.starts_with("has format");
        assert_eq!(
            (code, text.contains(message)),
            if refused { (2, true) } else { (0, false) },
            "resume: {text}"
        );
    }
}

/// Every command refuses a data set of a newer program, naming the file and both versions.
#[test]
fn a_newer_version_is_refused() {
    let (folder, mut manifest) = tiny();
    let own = env!("CARGO_PKG_VERSION");
    let next_patch = format!("{}9", own); // 0.3.0 -> 0.3.09
    for version in ["99.0.0", "99", &next_patch, "none"] {
        manifest["identity"]["version"] = json!(version);
        write(folder.path(), &manifest);
        let run = folder.path().join("set/parts/run.json");
        let mut crafted: Value = serde_json::from_slice(&fs::read(&run).unwrap()).unwrap();
        crafted["identity"]["version"] = json!(version);
        fs::write(&run, crafted.to_string()).unwrap();
        for command in &READERS[..3] {
            let (code, text) = tame(folder.path(), command, version);
            let message = format!(
                "manifest.json was written by version {version} of the program; this is version {own},"
            );
            assert!(code == 2 && text.contains(&message), "{command}: {text}");
        }
        let (code, text) = tame(folder.path(), "", version);
        assert!(code == 2 && text.contains(&format!("version {version}, not {own}")), "{text}");
    }
}

/// A pipe, a folder or a device in the place of a file is refused without waiting.
#[cfg(unix)]
#[test]
fn special_files_are_refused() {
    let (folder, _) = tiny();
    let set = folder.path().join("set");
    for name in files(&set).into_keys() {
        let path = set.join(&name);
        let bytes = fs::read(&path).unwrap();
        for sort in ["pipe", "folder", "device"] {
            fs::remove_file(&path).unwrap();
            match sort {
                "pipe" => assert!(Process::new("mkfifo").arg(&path).status().unwrap().success()),
                "folder" => fs::create_dir(&path).unwrap(),
                _ => std::os::unix::fs::symlink("/dev/zero", &path).unwrap(),
            }
            let what = format!("{} is a {sort}", name.display());
            for command in &READERS[..3] {
                let (code, text) = tame(folder.path(), command, &what);
                assert!(code != 0 || !command.starts_with("data verify"), "{what}: {text}");
                assert!(name.to_str() != Some("manifest.json") || code != 0, "{what}: {text}");
            }
            tame(folder.path(), "", &what);
            let _ = fs::remove_dir_all(folder.path().join("new"));
            fs::remove_dir(&path).or_else(|_| fs::remove_file(&path)).unwrap();
            fs::write(&path, &bytes).unwrap();
            assert_eq!(tame(folder.path(), "", &what).0, 0);
        }
    }
}

/// A table with a narrower cell type than the reader expects.
#[test]
fn replays_of_another_type_are_refused() {
    use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
    let (folder, mut manifest) = tiny();
    let set = folder.path().join("set");
    let narrow = |name| Column {
        name,
        cell_type: CellType::U8,
        change_rate: ChangeRate::Often,
        unit: "",
        viewpoint: "public",
        meaning: "",
        missing: "",
    };
    let columns = ["match", "wall", "seed", "actions"].map(narrow);
    let path = set.join("replays/part-000000.parquet");
    let about = hyakuman_record::About::default();
    let mut file =
        hyakuman_record::TableWriter::new(fs::File::create(path).unwrap(), "replays", &columns, &about)
            .unwrap();
    let mut rows = Rows::new(4);
    (0..4).for_each(|_| rows.u8(1));
    rows.end_row();
    file.write(&rows).unwrap();
    let (_, stats) = file.finish().unwrap();
    let sidecar = fs::read(set.join("parts/part-000000.json")).unwrap();
    let mut sidecar: Value = serde_json::from_slice(&sidecar).unwrap();
    sidecar["tables"]["replays"] = json!(stats);
    sealed::write_sidecar(&set, &mut manifest, 0, &sidecar);
    let (code, text) = tame(folder.path(), "show set --match 1", "narrow cells");
    assert!(code == 1 && text.contains("part-000000.parquet has a column match of another type"), "{text}");
}

/// File names and values of a manifest are escaped.
#[cfg(unix)]
#[test]
fn findings_are_escaped() {
    use std::os::unix::ffi::OsStrExt;
    let (folder, mut manifest) = tiny();
    let set = folder.path().join("set");
    for name in [&b"\x1b[2J"[..], "\u{9b}31m\u{202e}".as_bytes(), b"\x1b]0;\xff\x07"] {
        fs::write(set.join(std::ffi::OsStr::from_bytes(name)), "").unwrap();
    }
    fs::write(set.join("matches/part-\u{1b}[31m.parquet"), "").unwrap();
    manifest["identity"]["ruleset"] = json!("\u{1b}[31m\u{202e}");
    manifest["files"][0]["tables"]["\u{1b}[31m"] = manifest["files"][0]["tables"]["matches"].clone();
    write(folder.path(), &manifest);
    for command in [READERS[0], READERS[2], READERS[3]] {
        let (_, text) = tame(folder.path(), command, "names with control characters");
        let steers = |c: char| c != '\n' && c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!text.contains(steers), "{command}: {text:?}");
    }
    let (code, out, _) = hyakuman(folder.path(), "data verify set --json");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert!(code == 1 && answer["notes"].as_array().unwrap().len() == 3, "{answer}");
}

/// The name of the rules of a data set may be anything: no command prints what steers a terminal.
#[test]
fn names_are_escaped() {
    let (folder, mut manifest) = tiny();
    manifest["identity"]["ruleset"] = json!("\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{7f}\n");
    write(folder.path(), &manifest);
    let formats =
        ["text", "tenhou6", "mjai", "html"].map(|format| format!("show set --match 1 --format {format}"));
    let others = [
        "show set --match 1 --json",
        "show set --match 1 --out \u{1b}",
        "data report set",
        "data report set --json",
    ];
    let more = ["data verify set", "data verify set --json", "data expand set --record matches --out new"];
    for line in formats.iter().map(String::as_str).chain(others).chain(more) {
        let (_, out, err) = hyakuman(folder.path(), line);
        let text = out + &err;
        let steers = |c: char| c != '\n' && c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(!text.contains(steers), "{line}: {text:?}");
    }
    let (_, text) = tame(folder.path(), "show set --match 1", "the title");
    assert!(text.starts_with("Match 1 of \\u{1b}]0;x\\u{7}\\u{9b}2J\\u{202e}\\u{7f}\\n, seed "), "{text}");
}

/// A name of a rules file would be that of the rules, in every output.
#[cfg(unix)]
#[test]
fn names_of_rules_files_are_printable() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "\u{1b}x\u{7}.toml";
    fs::write(folder.path().join(rules), "base = \"tenhou-east\"\n").unwrap();
    let commands = ["run --rules", "compare --variant", "match random ukeire --rules"];
    for line in commands.iter().chain(&["rules show", "rules check", "show x --rules"]) {
        let (code, text) = tame(folder.path(), &format!("{line} {rules}"), "a name with control characters");
        let sentence = "error: \\u{1b}x\\u{7}.toml: the rules have the name of their file, which has a control character";
        assert!(code == 2 && (text.starts_with(sentence) || line.starts_with("show")), "{line}: {text:?}");
    }
    let line = "run --games 4 --agents random --record matches --out \u{1b}[31m";
    let (code, text) = tame(folder.path(), line, "a folder with control characters");
    assert!(code == 0 && text.contains("\\u{1b}[31m: 1 of 1 part, ") && !text.contains('\u{1b}'), "{text:?}");
}
