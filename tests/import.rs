//! Imports as a process: logs of several rulesets are one folder to what reads data sets; what a manifest says of logs is checked.

use crate::process::in_folder as hyakuman;
use crate::record::sealed::write_recipe;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// What a command prints that must succeed.
fn printed(folder: &Path, line: &str) -> String {
    let (code, out, err) = hyakuman(folder, line);
    assert!(code == 0, "{line}: {out}{err}");
    out
}

fn json_of(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&printed(folder, &format!("{line} --json"))).unwrap()
}

/// Four matches of four players and three of three as logs, which are imported into `real`.
fn imported() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (rules, games) in [("tenhou", 4), ("tenhou-sanma", 3)] {
        let run = format!(
            "run --rules {rules} --agents ukeire --seed 5 --games {games} --record replays --out {rules}"
        );
        printed(folder.path(), &run);
        printed(folder.path(), &format!("show {rules} --match 0.. --format tenhou6 --out logs/{rules}"));
    }
    printed(folder.path(), "data import logs --record all --part-size 2 --out real");
    folder
}

/// However many rules a log changes: a folder has the ruleset and digits of the rules hash, the list has the changes.
#[test]
fn folders_have_short_names() {
    const CHANGES: &str = "abort_kyuushu=false abort_suucha=false abort_suufon=false abort_suukan=false kuitan=false keishiki_tenpai=false \
        ippatsu=false dora_ura=false dora_kan_ura=false kiriage=true double_wind_pair_fu=2 pinfu_tsumo=false tobi=Off nagashi=Off kazoe=Off";
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let sets: String = CHANGES.split_whitespace().map(|change| format!(" --set {change}")).collect();
    for (name, sets) in [("plain", ""), ("changed", &sets[..])] {
        printed(at, &format!("run --agents ukeire --games 2 --record replays --out {name}{sets}"));
        printed(at, &format!("show {name} --match 0.. --format tenhou6 --out logs/{name}"));
    }
    printed(at, "data import logs --out real");
    let list: Value = serde_json::from_slice(&fs::read(at.join("real/import.json")).unwrap()).unwrap();
    let changed = &list["sets"][0];
    let (short, name) = (changed["folder"].as_str().unwrap(), changed["name"].as_str().unwrap());
    assert!(short.len() == "tenhou-".len() + 8 && name.len() > 255, "{short}: {name}");
    assert!(CHANGES.split_whitespace().all(|change| name.replace('"', "").contains(change)), "{name}");
    assert_eq!(json_of(at, "data verify real")["ok"], true);
}

#[test]
fn logs_of_several_rulesets_are_one_folder() {
    let folder = imported();
    let at = folder.path();
    assert!(!at.join("real/manifest.json").exists() && at.join("real/import.json").exists());
    let verified = printed(at, "data verify real --all");
    assert!(verified.lines().count() == 3 && verified.ends_with("real: ok, 2 data sets\n"), "{verified}");
    let verified = json_of(at, "data verify real");
    assert_eq!((&verified["ok"], &verified["parts"]), (&json!(true), &json!(4)));
    assert_eq!(verified["data_sets"][1]["dir"], "real/tenhou-sanma");
    let page = printed(at, "data report real");
    assert!(page.contains("tenhou: 4 matches") && page.contains("tenhou-sanma: 3 matches"));
    let report = json_of(at, "data report real");
    let games =
        |at: usize| (report["data_sets"][at]["name"].clone(), report["data_sets"][at]["games"].clone());
    assert_eq!((games(0), games(1)), ((json!("tenhou"), json!(4)), (json!("tenhou-sanma"), json!(3))));
    for (number, inner) in
        [(0, "real/tenhou --match 0"), (3, "real/tenhou --match 3"), (5, "real/tenhou-sanma --match 1")]
    {
        let shown = |line: &str| printed(at, &format!("show {line} --format mjai"));
        assert_eq!(shown(&format!("real --match {number}")), shown(inner));
    }
    assert!(printed(at, "show real --match 5").starts_with("Match 5 of tenhou-sanma, "));
    assert_eq!(json_of(at, "show real --match 5")["match"], 5);
    printed(at, "show real --match 2..6 --format tenhou6 --out shown");
    let names = fs::read_dir(at.join("shown"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, [2, 3, 4, 5].map(|number| format!("match-{number:06}.tenhou6.json")));
    let (code, _, err) = hyakuman(at, "show real --match 7");
    assert!(code == 2 && err.contains("real holds the matches 0 to 6: there is no match 7"), "{err}");
    printed(at, "data expand real --record matches --out more");
    let verified = printed(at, "data verify more");
    assert!(verified.ends_with("more: ok, 2 data sets\n"), "{verified}");
    assert_eq!(verified.matches("they are of logs, and there is no table replays").count(), 2, "{verified}");
    assert_eq!(json_of(at, "data report more")["data_sets"][1]["name"], "tenhou-sanma");
}

/// A review goes through all data sets, and finds a match by its number among all.
#[test]
fn several_data_sets_are_reviewed_together() {
    let folder = imported();
    let at = folder.path();
    let decisions = |dir: &str| {
        let found = json_of(at, &format!("review {dir} --agent value:depth=0"));
        found["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|player| player["decisions"].as_u64().unwrap())
            .sum::<u64>()
    };
    assert_eq!(decisions("real"), decisions("real/tenhou") + decisions("real/tenhou-sanma"));
    let one = |dir: &str| json_of(at, &format!("review {dir} --agent value:depth=0"))["decisions"].clone();
    assert_eq!(one("real --match 4"), one("real/tenhou-sanma --match 0"));
}

/// What is wrong is said of the inner folder; a list cannot lead elsewhere.
#[test]
fn errors_name_the_data_set_of_several() {
    let folder = imported();
    let at = folder.path();
    let list = at.join("real/import.json");
    let held = fs::read_to_string(&list).unwrap();
    for named in ["../tenhou", "a/b", "", ".", "/tmp", "tenhou"] {
        let sets = json!({ "sets": [{ "folder": "tenhou" }, { "folder": named }] });
        fs::write(&list, sets.to_string()).unwrap();
        for command in ["data verify real", "data report real", "show real --match 0", "review real"] {
            let (code, out, err) = hyakuman(at, command);
            assert!(
                code == 2 && out.is_empty() && err.starts_with("error: real/import.json: it names"),
                "{command}: {err}"
            );
        }
    }
    fs::write(&list, held.replacen("rules_hash\": \"", "rules_hash\": \"00", 1)).unwrap();
    let (code, out, _) = hyakuman(at, "data verify real");
    assert!(code == 1 && out.contains("real/tenhou/manifest.json has rules of the hash "), "{out}");
    assert!(out.ends_with("real: 1 finding in 2 data sets\n"), "{out}");
    fs::write(&list, held).unwrap();
    fs::remove_file(at.join("real/tenhou-sanma/manifest.json")).unwrap();
    for command in [
        "data report real",
        "show real --match 0",
        "review real",
        "data expand real --record matches --out more",
    ] {
        let (code, _, err) = hyakuman(at, command);
        assert!(
            code == 2 && err.contains("real/tenhou-sanma/manifest.json does not exist"),
            "{command}: {err}"
        );
    }
    let (code, out, _) = hyakuman(at, "data verify real");
    assert!(code == 1 && out.contains("real/tenhou-sanma/manifest.json does not exist"), "{out}");
    let (code, _, err) = hyakuman(at, "data import logs/tenhou --out real");
    assert!(code == 2 && err.contains("real holds something else than this data set"), "{err}");
}

/// The arms of a comparison, and folders of data sets without a list.
#[test]
fn recorded_arms_are_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    printed(
        at,
        "compare --base tenhou --set kuitan=false --agents random --games 4 --record replays,matches --out arms",
    );
    assert!(printed(at, "data verify arms").ends_with("arms: ok, 2 data sets\n"));
    let shown = |line: &str| printed(at, &format!("show {line} --format mjai"));
    assert_eq!(shown("arms --match 5"), shown("arms/arm-1 --match 1"));
    fs::remove_file(at.join("arms/comparison.json")).unwrap();
    assert_eq!(shown("arms --match 1"), shown("arms/arm-1 --match 1"));
}

/// What a manifest says of its logs is compared with the table `sources`, its family with the rules.
#[test]
fn what_a_manifest_says_of_logs_is_checked() {
    let folder = imported();
    let set = folder.path().join("real/tenhou");
    let held: Value = serde_json::from_slice(&fs::read(set.join("manifest.json")).unwrap()).unwrap();
    let verify = |edit: &dyn Fn(&mut Value)| {
        let mut manifest = held.clone();
        edit(&mut manifest["identity"]);
        write_recipe(&set, &mut manifest);
        hyakuman(folder.path(), "data verify real/tenhou")
    };
    for (key, value, expected) in [
        ("sha256", json!("00"), "manifest.json has logs.sha256 00, the table sources "),
        ("partial", json!(3), "manifest.json has logs.partial 3, the table sources 0"),
        (
            "names",
            json!("drop"),
            "manifest.json has logs.names \"drop\", but the table sources has the name ",
        ),
    ] {
        let (code, out, err) = verify(&|identity| identity["logs"][key] = value.clone());
        assert!(code == 1 && out.contains(expected), "{key}: {out}{err}");
    }
    let (code, _, err) = verify(&|identity| identity["family"] = json!("toppan"));
    assert!(code == 2 && err.contains("its rules are of the family riichi, not toppan"), "{err}");
    let (code, out, _) = verify(&|_| {});
    assert!(code == 0, "{out}");
}

/// A match that is there in several files is imported once, and the summary says so.
#[test]
fn matches_that_are_there_twice_are_named() {
    let folder = imported();
    let at = folder.path();
    fs::copy(at.join("logs/tenhou/match-000001.tenhou6.json"), at.join("logs/again.json")).unwrap();
    let (code, out, err) = hyakuman(at, "data import logs --out once");
    assert!(code == 0 && out.ends_with("1 match there twice, imported once\n"), "{out}{err}");
    let sentence = "skipped: tenhou/match-000001.tenhou6.json is the same match as again.json";
    assert!(err.contains(sentence), "{err}");
    let found = json_of(at, "data import logs --out json");
    assert_eq!((&found["twice"], &found["matches"], &found["left_out"]), (&json!(1), &json!(7), &json!(0)));
    assert_eq!(found["repeated"][0]["same_as"], "again.json");
}

/// A match of a log has one number in all messages: that of `show --match`.
#[test]
fn messages_number_the_matches_of_a_log_as_arguments_do() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    printed(at, "run --rules tenhou-east --agents random --seed 1 --games 3 --record replays --out set");
    let mut lines: Vec<String> =
        printed(at, "show set --match 0.. --format mjai").lines().map(String::from).collect();
    let mut starts = (0..lines.len()).filter(|&line| lines[line].contains("\"start_game\""));
    let kyoku = starts.nth(1).unwrap() + 1;
    lines[kyoku] = lines[kyoku].replacen("25000", "26000", 1);
    fs::create_dir(at.join("logs")).unwrap();
    fs::write(at.join("logs/x.mjai"), lines.join("\n")).unwrap();
    let sentence = "kyoku E1-0: the match starts with scores [26000, ";
    for line in ["data import logs --out real", "replay logs/x.mjai", "review logs --agent value:depth=0"] {
        let (_, out, err) = hyakuman(at, line);
        assert!(err.contains(&format!("x.mjai (match 1): {sentence}")), "{line}: {out}{err}");
    }
    let (_, _, err) = hyakuman(at, "show logs/x.mjai --match 1 --format html");
    assert!(err.contains(sentence), "{err}");
}
