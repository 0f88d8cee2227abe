//! `hyakuman match` as a process.

use crate::process::wait_until;
use crate::process::{PROGRAM, hyakuman, is_the_same_on_two_threads, json_of, page_of};
#[cfg(target_os = "linux")]
use crate::process::{signal, wait_for_handler};
use assert_cmd::Command;
use hyakuman::agents::Roster;
use hyakuman::registry::{load_preset, rulesets};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};

#[test]
fn bad_matches() {
    for (line, message) in [
        ("match", "error: the following required arguments were not provided:\n  <AGENT>..."),
        ("match ukeire", "error: a match needs 2 to 8 agents; 1 was given\n"),
        (
            "match ukeire ukeire",
            "error: ukeire is named twice: on the same walls the same agent has the same ",
        ),
        ("match ukeire ukiere", "error: unknown agent \"ukiere\"; did you mean \"ukeire\"?"),
        ("match ukeire,random", "error: "),
        ("match ukeire gari", "error: the agent \"gari\" plays toutenkou only"),
        ("match ukeire random --rules nowhere", "error: there is no ruleset \"nowhere\""),
        (
            "match ukeire random --tables 1v2",
            "error: there is no table \"1v2\" for 2 agents and 4 seats: choose from 1v3, 2v2, 3v1\n",
        ),
        ("match ukeire random --walls 0", "for '--walls <N>': expected a whole number from 1 to 1000000000"),
        ("match ukeire random --sprt 1", "expected two numbers of rank points per match, such as 0,0.5"),
        (
            "match ukeire random --sprt 1,1",
            "error: H0 is 1.0 and H1 is 1.0: H0 must be below H1, as in 0,0.5\n",
        ),
        (
            "match ukeire random --sprt 0,1 --alpha 2",
            "error: alpha is 2: expected an error rate above 0, at most",
        ),
        ("match ukeire random --until 0", "a number of rank points per match above 0, such as 0.5"),
        ("match ukeire random --until 1 --for 3s", "cannot be used with"),
        ("match ukeire random --until verdict", "name the bound with --equal-within, such as 0.5"),
        ("match ukeire random --equal-within 0", "a number of rank points per match above 0, such as 0.5"),
        ("match ukeire random --sprt 0,1 --walls 9", "'--sprt <H0,H1>' cannot be used with '--walls <N>'"),
        ("match ukeire random --walls 20 --alpha 0.1", "'--walls <N>' cannot be used with '--alpha <P>'"),
        ("match ukeire random --walls 20 --beta 0.1", "cannot be used with"),
        ("match ukeire random --walls 20 --max-walls 30", "cannot be used with"),
        ("match ukeire random --alpha 0.1", "required arguments were not provided:\n  --sprt <H0,H1>"),
        (
            "match ukeire random shanten --sprt 0,1",
            "error: a test needs 2 agents; 3 were given: give a number of walls",
        ),
        (
            "match ukeire random --state nowhere/state.json",
            "error: cannot lock nowhere/state.json.hyakuman-lock: it does not exist, or its folder was removed",
        ),
        ("match ukeire random --rules tenhou --rules tenhou", "error: tenhou and tenhou have the same rules"),
        (
            "match ukeire random --rules tenhou --rules kuitann=false",
            "error: --rules kuitann=false: there is no rule",
        ),
        ("match ukeire random --rules tenhou --rules toppan", "toppan is not the same game as tenhou"),
        ("match ukeire random --walls 64 --shard 2/2 --state nowhere", "shard 2/2 has none of 64 walls"),
    ] {
        hyakuman(line).code(2).stdout("").stderr(contains(message).and(contains("panicked").not()));
    }
}

/// docs/output.md has every key of the JSON, docs/metrics.md the measures.
#[test]
fn every_key_is_documented() {
    fn keys(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(key, value)| {
                found.push(key.clone());
                keys(value, found);
            }),
            Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    keys(&json_of("match shanten random --sprt 0,9 --json"), &mut found);
    keys(&json_of("match shanten random --rules tenhou --rules kuitan=false --walls 9 --json"), &mut found);
    assert!(found.len() > 50);
    let page = concat!(include_str!("../docs/output.md"), include_str!("../docs/metrics.md"));
    let missing: Vec<_> = found.iter().filter(|key| !page.contains(&format!("`{key}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Under each ruleset the result is that of a match under it alone; text and page have all of them, data sets too.
#[test]
fn several_rulesets_are_one_match() {
    let folder = tempfile::tempdir().unwrap();
    let (page, out) = (folder.path().join("page.html"), folder.path().join("sets"));
    let play = "match ukeire shanten --tables 1v3 --walls 6";
    let both = format!("{play} --rules tenhou-east --rules Closed=kuitan=false");
    let found = json_of(&format!("{both} --json"));
    let alone = json_of(&format!("{play} --rules tenhou-east --set kuitan=false --json"));
    let other = &found["other_rules"][0];
    assert_eq!(
        (&other["name"], &other["pairs"], &other["tables"]),
        (&json!("Closed"), &alone["pairs"], &alone["tables"])
    );
    let value = |found: &Value| found["pairs"][0]["difference"]["value"].as_f64().unwrap();
    let less = other["interactions"][0]["difference"]["value"].as_f64().unwrap();
    assert!((less - (value(other) - value(&found))).abs() < 1e-9);
    let text = page_of(&format!("{both} --html {}", page.display()));
    assert!(
        text.contains("\nunder Closed: ") && text.contains("\nrank points, less those under tenhou-east "),
        "{text}"
    );
    let edges = "\nedge, less that under tenhou-east ";
    assert!(text.contains(edges) && text.matches("A ahead 10, 100 % ").count() == 2, "{text}");
    assert!(std::fs::read_to_string(&page).unwrap().contains("Rank points per match under Closed"));
    hyakuman(&format!("{both} --record matches --out {}", out.display())).code(0);
    let report = json_of(&format!("data report {} --json", out.join("rules-2-1v3").display()));
    assert_eq!(report["rules_hash"], other["rules_hash"]);
}

/// At tables of one list of seats, the results of the agents are those of `run`.
#[test]
fn results_are_those_of_runs() {
    let contest = json_of("match shanten tsumogiri --walls 40 --seed 9 --json");
    for (table, agents) in
        [(0, "shanten,tsumogiri,tsumogiri,tsumogiri"), (2, "shanten,shanten,shanten,tsumogiri")]
    {
        let run = json_of(&format!("run --agents {agents} --games 160 --seed 9 --json"));
        let players = contest["tables"][table]["players"].as_array().unwrap();
        for (player, expected) in players.iter().zip(run["by_agent"].as_array().unwrap()) {
            for key in ["agent", "games", "placements"] {
                assert_eq!(player[key], expected[key]);
            }
            let rates = player["rates"].as_object().unwrap();
            assert_eq!(rates.len(), 6);
            rates.iter().for_each(|(name, rate)| assert_eq!(rate, &expected["rates"][name], "{name}"));
        }
        let kind = contest["tables"][table]["table"].as_str().unwrap();
        let alone = json_of(&format!("match shanten tsumogiri --tables {kind} --walls 40 --seed 9 --json"));
        assert!(run["by_agent"][0]["edge"]["ahead"][1]["chance"].as_f64().unwrap() > 0.9);
        assert_eq!(alone["pairs"][0]["edge"], run["by_agent"][0]["edge"]);
    }
    assert_eq!((&contest["walls"], &contest["games"]), (&json!(40), &json!(560)));
    assert_eq!((&contest["intervals"], &contest["test"]), (&json!("fixed"), &Value::Null));
    let players = &contest["tables"][1]["players"];
    let points = [0, 1].map(|player| players[player]["rates"]["rank_points"]["value"].as_f64().unwrap());
    let difference = contest["tables"][1]["difference"]["value"].as_f64().unwrap();
    assert!((difference - (points[0] - points[1])).abs() < 1e-9);
}

/// Two agents, and one more than two, under every ruleset.
#[test]
fn every_ruleset_is_played() {
    let roster = Roster::built_in();
    for listing in rulesets() {
        let described = load_preset(listing.id).unwrap().describe();
        let usual = roster.default_agent(described.family);
        let line = |agents: &str| format!("match {agents} --rules {} --walls 2 --json", listing.id);
        let two = json_of(&line(&format!("{usual} random")));
        let seats = two["tables"][0]["players"][0]["placements"].as_array().unwrap().len() as u64;
        let games = if seats == 3 { 12 } else { 28 };
        assert_eq!(
            (&two["games"], two["tables"].as_array().unwrap().len() as u64),
            (&json!(games), seats - 1)
        );
        let sum: f64 = (0..2).map(|agent| two["ratings"][agent]["value"].as_f64().unwrap()).sum();
        assert!(sum.abs() < 1e-9, "{}", listing.id);
        let third = if described.family == "toppan" { "expectimax" } else { "tsumogiri" };
        let three = json_of(&line(&format!("{usual} random {third}")));
        let games = if seats == 3 { 12 } else { 84 };
        assert_eq!((&three["games"], three["ratings"].as_array().unwrap().len()), (&json!(games), 3));
    }
}

/// Not a byte outside `timing` depends on the number of threads, nor a line but the last.
#[test]
fn a_match_is_the_same_on_one_and_two_threads() {
    for line in [
        "match shanten tsumogiri --rules tenhou-east --walls 61",
        "match shanten random --rules tenhou-east --sprt 0,20",
        "match shanten random tsumogiri --rules tenhou-sanma-east --walls 33",
    ] {
        is_the_same_on_two_threads(line);
    }
}

#[test]
fn the_page_of_two_agents() {
    let page = page_of("match shanten random --rules tenhou-east --walls 30");
    for part in [
        "30 deal sets (walls), 14 matches on each, 420 matches, seed 1\nA  shanten\nB  random\n",
        "\n                      1v3  ",
        "\nmatches ",
        "\nA - B rank points   +",
        "\nA placement ",
        "\nB 4th % ",
        "95 % confidence interval",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}

/// Lines of the text are lines of the page.
#[test]
fn verdicts_of_several_lines_are_whole_in_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let line = "match shanten random --rules tenhou-east";
    for (more, first) in [
        ("--walls 20 --equal-within 2", "equal within, rank points per match<br/>A - B  "),
        (
            "--sprt 0,9",
            "test of A - B: H0 0 or less, H1 9 or more rank points per match<br/>H1 accepted after 50 walls",
        ),
    ] {
        page_of(&format!("{line} {more} --html {}", path.display()));
        let page = std::fs::read_to_string(&path).unwrap();
        assert!(page.contains(first) && !page.contains("\\n"), "{page}");
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn the_page_of_a_test_has_a_verdict() {
    let line = "match shanten random --rules tenhou-east --sprt 0,9";
    let page = page_of(line);
    assert!(page.contains("\ntest of A - B: H0 0 or less, H1 9 or more rank points per match\nH1 accepted after 50 walls, with LLR "), "{page}");
    assert!(page.contains("95 % interval that covers whenever one stops") && !page.contains("1v3"), "{page}");
    let page = page_of(&line.replace("shanten random", "random shanten"));
    assert!(
        page.contains("\nH0 accepted after 50 walls") && page.contains("with a probability of at most 5 %"),
        "{page}"
    );
    let page = page_of(&format!("{line} --max-walls 26"));
    assert!(page.contains("\nundecided after 26 walls"), "{page}");
    let test = &json_of(&format!("{line} --json"))["test"];
    assert_eq!((&test["accepted"], &test["truncated"]), (&json!("h1"), &json!(false)));
}

/// How two agents play is what a run of the same matches says.
#[test]
fn rates_of_play_are_those_of_a_run() {
    let contest = json_of("match ukeire shanten --tables 1v3 --rules tenhou-east --walls 30 --json");
    let run = json_of("run --agents ukeire,shanten,shanten,shanten --rules tenhou-east --games 120 --json");
    let pair = &contest["pairs"][0];
    for (at, way) in ["variant", "base"].into_iter().enumerate() {
        for name in ["win", "deal_in", "call", "win_points", "riichi_points"] {
            let (found, expected) = (&pair["play"][name][way], &run["by_agent"][at]["rates"][name]);
            assert_eq!((&found["value"], &found["ci95"]), (&expected["value"], &expected["ci95"]), "{name}");
        }
    }
    assert!(pair["superiority"].as_f64().unwrap() > 0.99 && contest["ending"] == json!("walls"));
    let page = page_of("match ukeire shanten --tables 1v3 --rules tenhou-east --walls 30");
    assert!(page.contains("\nplay, one table   ") || page.contains("\nplay, all tables"), "{page}");
}

/// The rating table is in order, and each difference to the next is that of the ratings.
#[test]
fn ratings_are_in_order() {
    let contest = json_of("match random tsumogiri shanten ukeire --rules tenhou-east --walls 25 --json");
    let ratings = contest["ratings"].as_array().unwrap();
    let values: Vec<f64> = ratings.iter().map(|rating| rating["value"].as_f64().unwrap()).collect();
    assert_eq!(
        (&ratings[0]["agent"], contest["tables"][0]["seatings"].as_u64()),
        (&json!("ukeire"), Some(24))
    );
    for (at, next) in values.iter().skip(1).enumerate() {
        let above = ratings[at]["above_next"]["value"].as_f64().unwrap();
        assert!(above >= 0.0 && (above - (values[at] - next)).abs() < 1e-9);
    }
    assert!(ratings[3]["above_next"].is_null());
    // At one table a rating is the mean of the rank points.
    for player in contest["tables"][0]["players"].as_array().unwrap() {
        let rating = ratings.iter().find(|rating| rating["agent"] == player["agent"]).unwrap();
        let points = &player["rates"]["rank_points"];
        for (found, expected) in
            [(&rating["value"], &points["value"]), (&rating["ci95"][1], &points["ci95"][1])]
        {
            assert!((found.as_f64().unwrap() - expected.as_f64().unwrap()).abs() < 1e-9, "{rating} {points}");
        }
    }
}

/// Of two agents at one table Elo is the odds of finishing above; of four the ratings sum to zero, and there is none of who always wins.
#[test]
fn elo_is_the_odds_of_finishing_above() {
    let contest = json_of("match ukeire shanten --tables 1v3 --rules tenhou-east --walls 40 --json");
    let placement = contest["tables"][0]["players"][0]["rates"]["placement"]["value"].as_f64().unwrap();
    let above = (4.0 - placement) / 3.0;
    let elo = &contest["pairs"][0]["elo"];
    let expected = 400.0 * (above / (1.0 - above)).log10();
    assert!((elo["value"].as_f64().unwrap() - expected).abs() < 1e-6, "{elo} {expected}");
    assert!(elo["ci95"][0].as_f64().unwrap() < expected && elo["walls"] == json!(40));
    let page = page_of("match ukeire shanten --tables 1v3 --rules tenhou-east --walls 40");
    assert!(page.contains("\nA - B Elo ") && page.contains("400 are odds of ten to one"), "{page}");

    let contest = json_of("match random tsumogiri shanten ukeire --rules tenhou-east --walls 25 --json");
    let value = |agent: usize| contest["ratings"][agent]["elo"]["value"].as_f64().unwrap();
    assert!((0..4).map(value).sum::<f64>().abs() < 1e-9 && value(0) > value(2));
    let page = page_of("match ukeire tsumogiri --tables 1v3 --rules tenhou-east --walls 1");
    assert!(page.contains("No Elo: some finished above all others every time"), "{page}");
}

/// Every list of seats is a data set that the other commands read; the same command continues it.
#[test]
fn the_matches_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let (out, state) = (folder.path().join("sets"), folder.path().join("state.json"));
    let (out, state) = (out.display(), state.display());
    let line = |walls: u64| {
        format!(
            "match shanten random --rules tenhou-east --walls {walls} --state {state} --record matches,replays --out {out} --json"
        )
    };
    let of = |line: &str| -> Value {
        serde_json::from_slice(&hyakuman(line).code(0).get_output().stdout).unwrap()
    };
    hyakuman(&line(3).replace(" random", " random shanten")).code(2);
    // As a program that was killed leaves it.
    std::fs::create_dir(folder.path().join("sets")).unwrap();
    std::fs::write(folder.path().join("sets/match.json.hyakuman-tmp"), "{").unwrap();
    of(&line(3));
    let contest = of(&line(5));
    for (set, table, agent) in [("1v3", 0, 0), ("3v1", 2, 1)] {
        let report = json_of(&format!("data report {out}/{set} --json"));
        assert_eq!(report["games"], json!(20));
        let (found, expected) = (&report["by_agent"][agent], &contest["tables"][table]["players"][agent]);
        assert_eq!((&found["agent"], &found["placements"]), (&expected["agent"], &expected["placements"]));
    }
    hyakuman(&format!("data verify {out}/2v2-2")).code(0);
    hyakuman(&format!("show {out}/2v2-1 --match 1")).code(0);
    let list: Value = serde_json::from_slice(&std::fs::read(format!("{out}/match.json")).unwrap()).unwrap();
    assert_eq!(list["sets"][2]["agents"], json!(["shanten", "random", "shanten", "random"]));
    for other in [line(5).replace("shanten random", "shanten tsumogiri"), line(5).replace(",replays", "")] {
        hyakuman(&other)
            .code(2)
            .stdout("")
            .stderr(contains("holds something else than the data sets of this match"));
    }
    hyakuman(&format!("data verify {out}")).code(0).stdout(contains("sets: ok, 4 data sets"));
}

/// The data sets of pairs have the letters of the agents.
#[test]
fn the_matches_of_pairs_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("sets");
    let line =
        "match shanten random tsumogiri --gauntlet --rules tenhou-sanma-east --walls 1 --record kyoku --out";
    hyakuman(&format!("{line} {}", out.display())).code(0);
    let mut found: Vec<_> =
        std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    found.sort();
    assert_eq!(found, ["A-B-1v2", "A-B-2v1", "A-C-1v2", "A-C-2v1", "match.json"]);
}

fn start(line: &str, state: &Path) -> Child {
    let mut run = Process::new(PROGRAM);
    run.args(line.split_whitespace()).arg("--state").arg(state).stdout(Stdio::piped()).stderr(Stdio::piped());
    run.spawn().expect("the program starts")
}

/// Walls in a state file.
fn walls(state: &Path) -> u64 {
    let text = std::fs::read_to_string(state).unwrap_or_default();
    serde_json::from_str::<Value>(&text).map_or(0, |state| state["walls"].as_u64().unwrap())
}

/// Killed or interrupted at any moment, then continued: the same page. Nothing but the state file is left.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_match_continues() {
    let line = "match random tsumogiri --rules tenhou-sanma-east --walls 9000 --threads 2";
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("state.json");
    let mut child = start(line, &state);
    wait_until("a wall", || walls(&state) > 0);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = walls(&state);

    let child = start(line, &state);
    wait_for_handler(&child);
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    // It may have finished before.
    if output.status.code() != Some(0) {
        assert_eq!(output.status.code(), Some(130), "{message}");
        assert!(message.starts_with("error: interrupted after "), "{message}");
        assert!(message.contains(" matches; the same command continues\n"), "{message}");
    }
    assert!(walls(&state) >= before);

    let continued = start(line, &state).wait_with_output().unwrap();
    let whole = hyakuman(line).code(0).stderr("");
    let without_last = |page: &[u8]| {
        let page = String::from_utf8(page.to_vec()).unwrap();
        page.lines().rev().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_last(&continued.stdout), without_last(&whole.get_output().stdout));
    let left: Vec<_> =
        std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["state.json"]);
}

/// Two programs do not write one state.
#[cfg(unix)]
#[test]
fn a_state_in_use_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("state.json");
    let line = "match random tsumogiri --walls 1000000";
    let mut child = start(line, &state);
    wait_until("its state", || state.exists());
    let second = format!("{line} --state {}", state.display());
    hyakuman(&second).code(2).stderr(contains("state.json: another match is using this state file"));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Nothing that another program made is deleted or replaced, whatever the state and the page are called.
#[test]
fn files_of_others_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let others = ["Cargo.lock", "Cargo.tmp", "Cargo.toml", "x.html.tmp", "x.html.lock"];
    for name in others {
        std::fs::write(folder.path().join(name), "theirs").expect("a file");
    }
    let play = |command: &str| {
        let mut program = Command::new(PROGRAM);
        program.current_dir(folder.path()).args(command.split(' ')).assert()
    };
    play("match random tsumogiri --rules tenhou-east --walls 10 --state Cargo").code(0);
    play("compare --set kuitan=false --agents random --games 20 --state Cargo2 --html x.html").code(0);
    for name in others {
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).expect(name), "theirs");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), others.len() + 3);
    #[cfg(unix)]
    for (option, page) in [("--state", "state"), ("--html", "page.html")] {
        std::os::unix::fs::symlink("nothing", folder.path().join(page)).expect("a link");
        let sentence = "it is a link to a file that does not exist: name that file, or remove the link";
        let line = format!("compare --set kuitan=false --agents random --games 20 {option} {page}");
        play(&line).code(2).stderr(contains(sentence));
        assert!(folder.path().join(page).is_symlink() && !folder.path().join("nothing").exists());
    }
}
