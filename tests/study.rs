//! `hyakuman study` as a process.

use crate::report::numbers;
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use hyakuman_agents::Roster;
use hyakuman_arena::study::Study;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Two questions of two and one tables; one is played twice.
const STUDY: &str = r#"
title = "A league <b>"
about = "What *would* `kuitan` do?"
base = "tenhou-east"
walls = 128

[own_measures]
lost_riichi = "mean(delta where riichi and not won)"

[tables]
fast = "ukeire"
mixed = { agents = "ukeire,shanten,shanten,shanten", about = "One who counts." }
long = { agents = "random", walls = 192 }

[questions.kuitan]
title = "Open tanyao"
asks = "What if it does not count?"
depends = "No agent plays for [yaku](yaku.md)."
tables = ["fast", "mixed"]
measures = ["players.call", "kyoku", "lost_riichi"]
repeats = 2
arms.closed.kuitan = false
arms."other uma" = { uma = [30, 10, -10, -30] }
equal_within = { players.call = "1%" }

[questions.rates]
tables = ["mixed", "long"]
measures = ["players.riichi"]
beside."People <b>" = { players.riichi = "17.0%" }
"#;

fn hyakuman(folder: &Path, line: &str) -> Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyakuman"));
    command.current_dir(folder).args(line.split_whitespace()).assert()
}

fn study() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("league.toml"), STUDY).expect("a file");
    folder
}

/// The files of a folder but for those of folders in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.filter(|path| path.is_file());
    files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect()
}

#[test]
fn pages_say_what_was_found() {
    let folder = study();
    let done = hyakuman(folder.path(), "study league.toml --out out --threads 2").code(0);
    let text = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(text.contains("Open tanyao\n  - closed, call % of all players (percentage points): -"), "{text}");
    let pages = files(&folder.path().join("out"));
    let names: Vec<&str> = pages.keys().map(|name| &**name).collect();
    let expected = [
        "index.html",
        "index.md",
        "kuitan.html",
        "kuitan.md",
        "kuitan.svg",
        "rates.html",
        "rates.md",
        "rates.svg",
        "results.parquet",
    ];
    assert_eq!(names, expected);
    let page = |name: &str| String::from_utf8(pages[name].clone()).expect("UTF-8");
    for name in ["index.html", "kuitan.html", "rates.html", "kuitan.svg"] {
        // Links are to pages beside this one.
        numbers(&page(name).replace("href", "link").replace("http://www.w3.org", ""));
    }
    let index = page("index.md");
    assert!(index.starts_with(
        "# A league \\<b\\>\n\nWhat *would* `kuitan` do?\n\n- [Open tanyao](kuitan.md)\n  - closed, "
    ));
    assert!(index.contains("\n- [rates](rates.md)\n  - riichi % of all players: "), "{index}");
    let kuitan = page("kuitan.md");
    for part in [
        "![change in call % of all players, percentage points](kuitan.svg)",
        "\n| closed, mixed | ● -",
        "\n| other uma, mixed (re-scored) | the same | the same | the same |\n",
        " at mixed, all tables agree; an effect larger than 1 percentage point at every table\n",
        "\n| closed, fast: call % of all players | an effect larger than 1 percentage point | -",
        "\n| closed, mixed: call % of all players, more than at fast | ● +",
        "## Again on other walls\n",
        "No agent plays for [yaku](yaku.md).\n\n- ukeire plays by the changes exactly: kuitan; not at all: uma\n- ",
        "\n- shanten plays by the changes not at all: kuitan, uma\n",
        "- table mixed: ukeire, shanten, shanten, shanten (512 matches on 128 walls under each ruleset)\n",
    ] {
        assert!(kuitan.contains(part), "{part}\n{kuitan}");
    }
    let rates = page("rates.md");
    assert!(
        rates.contains("\n|  | mixed | long | People \\<b\\> |\n") && rates.contains(" | 17.0 |\n"),
        "{rates}"
    );
    assert!(rates.contains("\n- not played, but given: People \\<b\\>\n"), "{rates}");
    let html = page("kuitan.html");
    assert!(html.contains("<a href=\"yaku.md\">yaku</a>") && html.contains("class=\"strips\""));
}

/// Pages and results have the numbers of a comparison, and of the JSON.
#[test]
fn the_numbers_are_those_of_a_comparison() {
    let folder = study();
    let found = hyakuman(folder.path(), "study league.toml --out out --only kuitan --json").code(0);
    let found: Value = serde_json::from_slice(&found.get_output().stdout).expect("JSON");
    let line = "compare --base tenhou-east --set kuitan=false --agents ukeire,shanten,shanten,shanten --games 512 --primary kyoku --json";
    let compared = hyakuman(folder.path(), line).code(0);
    let compared: Value = serde_json::from_slice(&compared.get_output().stdout).expect("JSON");
    let findings = found["questions"][0]["parts"][0]["experiment"]["findings"].as_array().expect("findings");
    let name = "kyoku [closed, mixed] - kyoku [tenhou-east, mixed]";
    let finding = findings.iter().find(|finding| finding["name"] == name).expect(name);
    let primary = &compared["arms"][0]["primary"]["kyoku"]["difference"];
    for key in ["value", "ci95", "p", "walls_changed"] {
        assert_eq!(finding["difference"][key], primary[key], "{key}");
    }
    assert_eq!(finding["difference"]["p_adjusted"], Value::Null, "it is not primary");
    let out = folder.path().join("out");
    let index = fs::read_to_string(out.join("index.md")).unwrap();
    assert!(index.contains("- rates\n  - not played yet\n") && !out.join("rates.md").exists(), "{index}");
    hyakuman(folder.path(), "study league.toml --out out --only rates").code(0);
    let index = fs::read_to_string(out.join("index.md")).unwrap();
    assert!(
        index.contains("  - closed, call % of") && index.contains("  - riichi % of all players: "),
        "{index}"
    );
}

#[test]
fn shards_and_shares_end_in_the_same_bytes() {
    let folder = study();
    let run = |line: &str| hyakuman(folder.path(), &format!("study league.toml {line}")).code(0);
    run("--out whole --threads 1");
    let whole = files(&folder.path().join("whole"));
    run("--out shared --share 0.5");
    assert_ne!(files(&folder.path().join("shared")), whole);
    run("--out shared");
    assert!(files(&folder.path().join("shared")) == whole, "a share goes on to the whole");
    run("--out sharded --shard 1/2").stderr(contains("2 of 2 questions wait for other shards"));
    run("--out sharded --shard 2/2").stderr(contains("sharded/index.md"));
    assert!(files(&folder.path().join("sharded")) == whole, "shards make the whole");
    // Too few walls for four: each part is played by one of them, which goes on from half of it.
    for shard in ["1/4", "2/4", "3/4", "4/4", "1/4", "2/4", "3/4", "4/4"].iter().enumerate() {
        run(&format!("--out four --shard {} {}", shard.1, if shard.0 < 4 { "--share 0.5" } else { "" }));
    }
    assert!(files(&folder.path().join("four")) == whole, "shards that play whole parts make the whole");
    let states = files(&folder.path().join("sharded/states"));
    run("--out sharded").stderr(contains("sharded/index.md"));
    run("--out whole --shard 1/3");
    assert!(files(&folder.path().join("whole")) == whole, "a shard of what is done takes nothing away");
    assert!(files(&folder.path().join("sharded/states")) == states, "what shards played is not played again");
}

/// Nothing in a file, its name or its names becomes markup, and nothing leaves the folder.
#[test]
fn names_of_a_study_are_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = STUDY
        .replace("mixed =", "\"../<i>\" =")
        .replace("\"mixed\"", "\"../<i>\"")
        .replace("closed.", "\"1. <u>\".");
    fs::write(folder.path().join("x --><b>.toml"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyakuman"));
    command.current_dir(folder.path()).args(["study", "x --><b>.toml", "--out", "out", "--share", "0.1"]);
    command.assert().code(0);
    command.assert().code(0);
    for (name, page) in files(&folder.path().join("out")) {
        let page = String::from_utf8_lossy(&page).into_owned();
        let is_markup = |tag: &&str| name.ends_with("html") && page.contains(*tag);
        assert_eq!(["<i>", "<u>", "<b>"].iter().find(|tag| is_markup(tag)), None, "{name}");
        assert!(!name.ends_with("md") || !page.contains("- 1. "), "{page}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn what_a_study_did_not_make_stays() {
    let folder = study();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let refused = |message: &str| {
        let before = files(&out);
        hyakuman(folder.path(), "study league.toml --out out").code(2).stdout("").stderr(contains(message));
        assert_eq!(files(&out), before);
        assert!(!out.join("states").exists(), "nothing was played");
    };
    fs::write(out.join("index.md"), "# My notes\n").unwrap();
    refused("out/index.md was not made by a study, or was edited: move it, or name another folder");
    fs::remove_file(out.join("index.md")).unwrap();
    fs::write(folder.path().join("other.toml"), STUDY).unwrap();
    hyakuman(folder.path(), "study other.toml --out out --only rates --share 0.1").code(0);
    fs::remove_dir_all(out.join("states")).unwrap();
    refused("out/rates.html is a page of the study other: name another folder for league");
    fs::remove_file(out.join("rates.html")).unwrap();
    let page = fs::read_to_string(out.join("rates.md")).unwrap().replace("study other", "study league");
    fs::write(out.join("rates.md"), page.replace("rates", "Rates")).unwrap();
    refused("out/rates.md was edited: move it away, and write the text into the study file");
    fs::remove_file(out.join("rates.md")).unwrap();
    fs::create_dir(out.join("rates.md")).unwrap();
    refused("out/rates.md is a folder, not a file: move it, or name another folder");
}

/// Each in one sentence that names the path, before anything is played.
#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = study();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("file"), "mine").unwrap();
    fs::create_dir_all(path("a")).unwrap();
    fs::write(path("a/states"), "mine").unwrap();
    fs::create_dir_all(path("b/index.md.hyakuman-lock")).unwrap();
    fs::create_dir_all(path("c/states/kuitan.1.json.hyakuman-lock")).unwrap();
    let no_lock = "hyakuman-lock: it exists and is no file of this program: remove it";
    for (out, message) in [
        ("file", "error: file is a file: name a folder\n".to_owned()),
        ("file/in/it", "error: file is a file: name a folder\n".to_owned()),
        ("a", "error: a/states is a file: name a folder\n".to_owned()),
        ("b", format!("error: cannot lock b/index.md.{no_lock}\n")),
        ("c", format!("error: question kuitan: cannot lock c/states/kuitan.1.json.{no_lock}\n")),
    ] {
        let refused = hyakuman(folder.path(), &format!("study league.toml --only kuitan --out {out}"));
        refused.code(2).stdout("").stderr(predicates::str::ends_with(message));
    }
    assert_eq!(fs::read_to_string(path("a/states")).unwrap(), "mine");
}

/// All at once, in the order of the lines: of what could be read everything is checked, and what could not be read is only that.
#[test]
fn every_fault_of_a_file_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"titel = "x"
about = 3
walls = 5
matches = 5
seed = ten

[tables]
a = "valu,ukeire,ukeire,ukeire"
b = { agents = "value", seat = "fixed" }
d = 3

[own_measures]
mine = "mean(detla)"
unused = "mean(won)"
number = 3

[questions.one]
arms.x = { kuitann = false }
arms.y = { kuitan = true }
arms.z = "yangzhou"
measures = ["kyoku", "rank_pints", "number"]
tables = ["b", "c", "d"]

[questions.two]
tables = ["b"]
measures = ["kyoku", "mine", "players.win"]
arms.x.kuitan = flase
arms.y.tobi = "Off"
equal_within = { kyoku = "1%", won = 1, mine = 2 }
until = "players.win=1"
primary = ["win"]
[questions.Three]
measures = 3
until = "verdict"
tables = "b"
"#;
    fs::write(folder.path().join("bad.toml"), text).unwrap();
    let refused = hyakuman(folder.path(), "study bad.toml --out out").code(2).stdout("");
    let sentences = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    let expected = [
        "1: a study has no key `titel`; did you mean `title`? accepted: title, about, ",
        "2: `about` = 3 is not accepted; accepted: a text in quotes",
        "4: how much is played is given twice: keep one of `walls`, `matches` and `budget`",
        "5: a word is in quotes in a file: seed = \"ten\"",
        "8: unknown agent \"valu\"; did you mean \"value\"?",
        "9: a table has no key `seat`; did you mean `seats`? accepted: agents, about, ",
        "10: `agents` = 3 is not accepted; accepted: a text in quotes",
        "13: the measure mine = mean(detla), column 13: there is no column detla; did you mean delta?",
        "14: the measure unused = mean(won), column 15: ",
        "15: `number` is a measure: write its expression in quotes",
        "18: there is no rule `kuitann`; did you mean `kuitan`?",
        "19: tenhou and y have the same rules: name one of them",
        "20: z is not the same game as tenhou: only rulesets of one family",
        "21: there is no measure \"rank_pints\"; did you mean \"rank_points\"?",
        "22: there is no table \"c\"; did you mean \"a\"? accepted: a, b, d",
        "27: invalid boolean, expected `false`",
        "29: kyoku is no share: write kyoku=1, in its own unit",
        "29: `equal_within` \"won\" is not one of the measures: kyoku, mine, players.win",
        "30: players.win is a share: write players.win=1% for percentage points",
        "31: `primary` \"win\" is not one of the measures: kyoku, mine, players.win",
        "32: question \"Three\": its name is that of its page: use a to z, 0 to 9 and -",
        "33: `measures` = 3 is not accepted; accepted: a list of texts in quotes",
    ];
    let found: Vec<&str> = sentences.lines().collect();
    assert_eq!(found.len(), expected.len(), "{sentences}");
    for (found, sentence) in found.iter().zip(expected) {
        assert!(found.starts_with(&format!("error: bad.toml:{sentence}")), "{sentence}\n{sentences}");
    }
    assert!(!folder.path().join("out").exists());
}

/// Figures beside rates need a source, a measure of the question, and the unit of that measure.
#[test]
fn figures_beside_rates_must_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"tables.t = "ukeire"
[questions.rates]
measures = ["kyoku", "players.win", "rank_points"]
beside.People = { kyoku = "ten", win = "21.1%", players.win = 0.211 }
beside.Others = { kyoku = "10.7%", rank_points = -1_000.5, players.win = "0%" }
beside.kyoku = 10.7
[questions.effects]
measures = ["kyoku"]
arms.closed.kuitan = false
beside.People.kyoku = 10.7
"#;
    fs::write(folder.path().join("bad.toml"), text).unwrap();
    let refused = hyakuman(folder.path(), "study bad.toml --out out").code(2).stdout("");
    let sentences = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    let expected = "\
error: bad.toml:4: `kyoku`: ten is not a number, such as 10.7, or 21.1% of a share
error: bad.toml:4: `beside` \"win\" is not one of the measures: kyoku, players.win, rank_points
error: bad.toml:4: players.win is a share: write players.win=0.211% for percentage points
error: bad.toml:5: kyoku is no share: write kyoku=10.7, in its own unit
error: bad.toml:6: `beside` \"kyoku\": accepted: figures of a source, such as \"Phoenix\" = { kyoku = 10.7 }
error: bad.toml:10: `beside` is of rates, and arms change them: ask in a question without arms
";
    assert_eq!(sentences, expected);
}

/// The studies that pages of docs are from can be played.
#[test]
fn studies_of_the_pages_have_no_faults() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/studies");
    let roster = Roster::built_in();
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let study = Study::open(&path, &roster).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(!study.questions.is_empty(), "{}", path.display());
    }
}

/// Of a question that has all it needs.
#[test]
fn bounds_ends_and_budgets_must_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let question = "[questions.one]\ntables = [\"t\"]\nmeasures = [\"kyoku\"]\narms.a.kuitan = false\n";
    for (head, line, message) in [
        ("", "equal_within.kyoku = \"1%\"", "bad.toml:6: kyoku is no share: write kyoku=1, in its own unit"),
        (
            "",
            "equal_within.won = \"1%\"",
            "bad.toml:6: `equal_within` \"won\" is not one of the measures: kyoku",
        ),
        (
            "",
            "equal_within.kyoku = -1",
            "bad.toml:6: `kyoku`: -1 is not a number above 0, such as 0.02 or 0.1%",
        ),
        ("", "until = \"verdict\"", "bad.toml:6: it ends when the verdicts are known, and there is no bound"),
        (
            "",
            "until = \"won=1%\"",
            "bad.toml:6: it ends by the intervals of won, which is not measured: measure it, or name another measure",
        ),
        ("", "primary = [\"won\"]", "bad.toml:6: `primary` \"won\" is not one of the measures: kyoku"),
        (
            "budget = 99\n",
            "",
            "bad.toml:1: a budget of 99 leaves question one 49 walls, fewer than 64: give 128 matches",
        ),
        ("", "arms.b = \"club.toml\"", "bad.toml:6: "),
        ("", "measures = 3", "bad.toml:6: duplicate key"),
        ("", "[questions.two", "bad.toml:6: unclosed table, expected `]`\n"),
    ] {
        let text = format!("{head}tables.t = \"ukeire\"\n{question}{line}\n");
        fs::write(folder.path().join("bad.toml"), text).unwrap();
        hyakuman(folder.path(), "study bad.toml --out out").code(2).stdout("").stderr(contains(message));
    }
}

#[test]
fn bad_arguments_are_refused_with_a_sentence() {
    let folder = study();
    for (line, message) in [
        ("study league.toml", "--out <DIR>"),
        ("study none.toml --out out", "error: cannot read none.toml: it does not exist"),
        ("study league.toml --out out --share 0", "error: a share of 0 is not above 0 and at most 1\n"),
        (
            "study league.toml --out out --only kuitann",
            "there is no question \"kuitann\"; did you mean \"kuitan\"?",
        ),
    ] {
        hyakuman(folder.path(), line)
            .code(2)
            .stdout("")
            .stderr(contains(message).and(contains("panicked").not()));
    }
    let checked = hyakuman(folder.path(), "study check league.toml --share 0.5").code(0);
    let text = String::from_utf8(checked.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with("question  walls  matches  time here\nkuitan       64    1,920 "), "{text}");
}
