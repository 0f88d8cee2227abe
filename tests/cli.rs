//! The command line as a process: output, exit codes, standard output and standard error.

#[cfg(target_os = "linux")]
use crate::process::{PROGRAM, hyakuman, json_of};
use crate::process::{signal, wait_for_handler};
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_match, starts_with};
use serde_json::{Value, json};
use std::process::{Command as Process, Stdio};

/// Runs a command line; words are separated by spaces.
/// Every command, also those of a command, below the one named: `run`, `data`, `data import`.
pub(crate) fn commands(of: &str) -> Vec<String> {
    let help = text(&hyakuman(&format!("{of} --help")).code(0).get_output().stdout);
    let list = help.split("\nOptions:").next().unwrap_or_default();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && *name != "help");
    let all = |name| {
        let command = format!("{of} {name}").trim().to_owned();
        let inside = commands(&command);
        std::iter::once(command).chain(inside)
    };
    names.flat_map(all).collect()
}

/// Command lines of a program that was built with the feature `shell`.
const OF_THE_SHELL: &[&str] = if cfg!(feature = "shell") { &["completions bash", "man"] } else { &[] };

/// The JSON that a command line writes.
fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Every bad command line exits with code 2, prints nothing to standard output, and says what is wrong.
#[test]
fn bad_command_lines() {
    for (line, message) in [
        ("", "Usage: hyakuman"),
        ("walk", "error: unrecognized subcommand 'walk'"),
        ("run --games 0", "error: invalid value '0' for '--games <N>'"),
        ("run --games many", "error: invalid value 'many' for '--games <N>'"),
        ("run --threads 0", "error: invalid value '0' for '--threads <N>'"),
        (
            "run --threads 1025",
            "error: invalid value '1025' for '--threads <N>': expected a whole number from 1 to 1024",
        ),
        ("run --games -1", "for '--games <N>': expected a whole number from 1 to 1000000000000"),
        (
            "run --games 1.5",
            "for '--games <N>': expected a whole number from 1 to 1000000000000, such as 500, 10k, ",
        ),
        ("run --games 1.000", "for '--games <N>': expected a whole number from 1 to 1000000000000, such as "),
        ("run --seed -1", "for '--seed <N>': expected a whole number from 0 to 18446744073709551615"),
        ("run --seed 18446744073709551616", "for '--seed <N>': expected a whole number from 0 to"),
        ("run --seating loose", "[possible values: rotate, fixed]"),
        ("run --rules tenhuo", "error: there is no ruleset \"tenhuo\"; did you mean \"tenhou\"?"),
        ("run --set umma=3", "error: --set umma=3: there is no rule `umma`; did you mean `uma`?"),
        ("run --set kuitan", "error: --set kuitan: expected key=value"),
        (
            "run --set uma=[1,0,0,-1] --set uma=[2,0,0,-2]",
            "error: --set uma=[2,0,0,-2]: `uma` is given twice, --set uma=[1,0,0,-1] came before\n",
        ),
        ("replay --set tobi=Off --set tobi=Off x", "error: --set tobi=Off: `tobi` is given twice, "),
        (
            "run --set sudden_death=off",
            "error: --set sudden_death=off: `sudden_death` = \"off\" is not accepted; did you mean Off? accepted: Off | ",
        ),
        ("run --set foo=1", "error: --set foo=1: there is no rule `foo`; `rules show` lists them all\n"),
        ("run --set players=5", "error: --set players=5: `players` = 5 is not accepted; accepted: 3 | 4\n"),
        (
            "run --set sanma_tsumo=SplitEven",
            "`sanma_tsumo` = \"SplitEven\" is not accepted (it is a rule of three players); accepted: Loss\n",
        ),
        ("run --rules house.txt", "error: there is no ruleset \"house.txt\"; accepted: tenhou, "),
        ("rules check house.txt", "error: house.txt: not a rules file: its name must end in .toml"),
        ("run --rules nowhere.toml", "error: nowhere.toml: the rules file cannot be read"),
        ("run --agents radnom", "error: unknown agent \"radnom\"; did you mean \"random\"?"),
        (
            "run --agents random,random",
            "error: there are 2 agents for the 4 seats of tenhou: name one or 4\n",
        ),
        ("run --agents random:speed=9", "error: unknown option of random \"speed\""),
        ("show nowhere.mjlog --format html", "error: nowhere.mjlog: no such file or folder\n"),
        ("data report nowhere --out x.html", "error: nowhere: no such file or folder\n"),
        ("data verify nowhere", "error: nowhere: no such file or folder\n"),
        ("data expand nowhere --record matches --out x", "error: nowhere: no such file or folder\n"),
        ("data verify Cargo.toml", "error: Cargo.toml is not a folder: give the folder of a data set\n"),
        ("hand --rules nowhere 1z", "error: there is no ruleset \"nowhere\""),
        ("rules show nowhere", "error: there is no ruleset \"nowhere\""),
        ("completions sh", "error: invalid value 'sh'"),
        ("man walk", "error: there is no command \"walk\""),
        ("man data walk", "error: there is no command \"data walk\""),
    ] {
        hyakuman(line).code(2).stdout("").stderr(contains(message).and(contains("panicked").not()));
    }
}

/// Numbers are accepted in the usual spellings.
#[test]
fn counts_have_suffixes_and_separators() {
    let run = |numbers: &str| json_of(&format!("run --agents random --json {numbers}"));
    let answer = run("--games 0.1k --seed 1e3");
    assert_eq!((&answer["games"], &answer["seed"]), (&json!(100), &json!(1_000)));
    let answer = run("--games 1_00 --seed 1,000");
    assert_eq!((&answer["games"], &answer["seed"]), (&json!(100), &json!(1_000)));
}

/// The result does not depend on the number of threads, except for `timing` and the last line of the text.
#[test]
fn a_run_is_the_same_on_one_and_two_threads() {
    let line = "run --agents shanten,random,shanten,tsumogiri --games 601 --seed 9";
    let json_on = |threads| {
        let mut value = json_of(&format!("{line} --json --threads {threads}"));
        let timing = value["timing"].take();
        assert_eq!(timing["threads"], threads);
        value.to_string()
    };
    assert_eq!(json_on(1), json_on(2));
    let text_on = |threads| {
        let assert = hyakuman(&format!("{line} --threads {threads}")).code(0).stderr("");
        let page = text(&assert.get_output().stdout);
        let (rest, last) = page.trim_end().rsplit_once('\n').expect("lines");
        assert!(last.contains("matches/s"), "{last}");
        rest.to_owned()
    };
    assert_eq!(text_on(1), text_on(2));
}

/// Environment variables do not change the number of threads.
#[test]
fn threads_are_as_many_as_processors() {
    let mut run = Command::new(PROGRAM);
    run.env("RAYON_NUM_THREADS", "70").args(["run", "--agents", "random", "--games", "1", "--json"]);
    let assert = run.assert().code(0);
    let answer: Value = serde_json::from_slice(&assert.get_output().stdout).expect("JSON");
    let processors = std::thread::available_parallelism().expect("a number").get().min(1024);
    assert_eq!(answer["timing"]["threads"], processors);
}

#[test]
fn a_seed_makes_a_run_and_another_seed_another() {
    let placements =
        |seed| json_of(&format!("run --agents random --games 50 --seed {seed} --json"))["by_seat"].take();
    assert_eq!(placements(3), placements(3));
    assert_ne!(placements(3), placements(4));
}

/// Under rotation every agent sits in every seat; the last wall misses two of four rotations.
#[test]
fn seating_rotates_or_stays() {
    let run = |more: &str| json_of(&format!("run --agents tsumogiri,shanten,shanten,shanten --json {more}"));
    let rotated = run("--games 102");
    assert_eq!((&rotated["seating"], &rotated["rotations"]), (&json!("rotate"), &json!(4)));
    let games = |run: &Value, agent: usize| run["by_agent"][agent]["games"].as_u64();
    assert_eq!((games(&rotated, 0), games(&rotated, 1)), (Some(102), Some(306)));
    // The weak agent sits in every seat in turn, so no seat is always last.
    let seats = rotated["by_seat"].as_array().expect("a list");
    assert!(seats.iter().all(|seat| seat["rates"]["fourth"]["value"].as_f64() < Some(0.6)), "{seats:?}");
    let fixed = run("--games 102 --seating fixed");
    assert_eq!(fixed["rotations"], 1);
    assert_eq!(fixed["by_agent"][0]["placements"], fixed["by_seat"][0]["placements"]);
    assert_eq!(fixed["by_seat"][0]["wins"], 0, "tsumogiri sits in seat 0 and never wins");
}

/// The counts of a run are consistent.
#[test]
fn counts_are_consistent() {
    let run = json_of("run --agents random,shanten,tsumogiri,random --games 400 --json");
    assert_eq!((run["games"].as_u64(), run["rules"].as_str()), (Some(400), Some("tenhou")));
    assert_eq!(run["agents"], json!(["random", "shanten", "tsumogiri", "random"]));
    let sum = |of: &str, key: &str| -> u64 {
        let players = run[of].as_array().expect("a list");
        players.iter().map(|player| player[key].as_u64().expect("a number")).sum()
    };
    for key in ["games", "hands", "wins"] {
        assert_eq!(sum("by_agent", key), sum("by_seat", key), "{key}");
    }
    assert_eq!(sum("by_agent", "games"), 1_600);
    for seat in run["by_seat"].as_array().expect("a list") {
        let places: Vec<u64> = serde_json::from_value(seat["placements"].clone()).expect("numbers");
        assert_eq!((places.len(), places.iter().sum::<u64>()), (4, 400));
    }
    let rate = |name: &str| run["table"][name]["value"].as_f64().expect("a rate");
    let ends =
        ["won", "exhaustive", "nagashi", "kyuushu", "suufon", "suucha", "suukan", "sanchahou", "redraw"];
    assert!((ends.iter().map(|name| rate(name)).sum::<f64>() - 1.0).abs() < 1e-12);
    let points =
        run["by_seat"].as_array().expect("a list").iter().map(|seat| &seat["rates"]["rank_points"]["value"]);
    assert!(points.map(|value| value.as_f64().expect("a rate")).sum::<f64>().abs() < 1e-9);
}

/// Bounds of a share lie within 0 to 1, however rare the event; the text shows the same interval as the JSON.
#[test]
fn shares_have_bounds_that_are_shares() {
    let line = "run --agents random --games 400";
    let run = json_of(&format!("{line} --json"));
    let shares =
        ["won", "exhaustive", "nagashi", "kyuushu", "suufon", "suucha", "suukan", "sanchahou", "redraw"];
    let (mut asymmetric, mut one_sided) = (0, 0);
    assert_eq!([&run["table"]["won"], &run["table"]["redraw"]].map(|rate| &rate["few"]), [false, true]);
    for rate in shares.map(|name| &run["table"][name]) {
        let [value, low, high] =
            [&rate["value"], &rate["ci95"][0], &rate["ci95"][1]].map(|n| n.as_f64().expect("a number"));
        if value == 0.0 {
            assert!(low == 0.0 && 0.0 < high && high < 0.01, "{rate}");
            one_sided += 1;
            continue;
        }
        assert!(0.0 < low && low < value && value < high && high < 1.0, "{rate}");
        asymmetric += usize::from(high - value > 1.5 * (value - low));
    }
    assert!(asymmetric > 0 && one_sided > 0, "something is rare, something never happens: {}", run["table"]);
    let page = is_match(r"\nkyuushu kyuuhai % +[\d.]+ -[\d.]+ \+[\d.]+( few)?\n").expect("a pattern");
    hyakuman(line).code(0).stdout(page);
}

#[test]
fn rules_of_a_run_can_be_changed() {
    let hanchan = json_of("run --agents shanten --games 60 --json");
    let east = json_of("run --agents shanten --games 60 --set length_winds=1 --json");
    let kyoku = |run: &Value| run["table"]["kyoku"]["value"].as_f64().expect("a rate");
    assert!(kyoku(&east) < 0.7 * kyoku(&hanchan));
    assert_ne!(east["rules_hash"], hanchan["rules_hash"]);
    assert_eq!((&east["base"], &east["differs"]), (&json!("tenhou"), &json!({"length_winds": 1})));
    hyakuman("run --agents random --games 1 --set length_winds=1")
        .code(0)
        .stdout(contains("\ndiffers from tenhou: length_winds = 1\n"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("house.toml");
    std::fs::write(&file, "base = \"tenhou\"\nlength_winds = 1\n").expect("a file");
    let house = json_of(&format!("run --agents shanten --games 60 --rules {} --json", file.display()));
    assert_eq!((&house["rules"], &house["rules_hash"]), (&json!("house"), &east["rules_hash"]));
    assert_eq!(house["by_seat"], east["by_seat"]);
}

#[test]
fn text_output() {
    let page = starts_with("tenhou: Tenhou, four players, hanchan (rules hash ")
        .and(contains("\n20 matches on 5 deal sets (walls) in 4 rotations of each, seed 1, seating rotate\n"))
        .and(contains("\nagents: shanten, random, random, random\n"))
        .and(is_match(r"\nby agent +shanten +random\nresults +20 +60\nplacement +[\d.]+").expect("a pattern"))
        .and(is_match(r"\nby seat, 0 deals first +seat 0 +seat 1 +seat 2 +seat 3\n").expect("a pattern"))
        .and(
            is_match(r"\n[\d,]+ decisions in [\d.]+ s on 1 thread: [\d,]+ matches/s, [\d,]+ decisions/s\n$")
                .expect("a pattern"),
        );
    hyakuman("run --agents shanten,random,random,random --games 20 --threads 1")
        .code(0)
        .stderr("")
        .stdout(page);
}

/// Measures that are constant when a single agent plays every seat have no row; with several agents, and by seat,
/// they have.
#[test]
fn a_page_leaves_out_constants() {
    let page = |line: &str| text(&hyakuman(line).code(0).get_output().stdout);
    let by_agent = |page: &str| {
        let (_, block) = page.split_once("\nby agent").expect("a block");
        block.split_once("\n\n").expect("its end").0.to_owned()
    };
    let alone = page("run --agents shanten --games 20");
    assert!(!by_agent(&alone).contains("\nplacement") && !by_agent(&alone).contains("\n1st %"), "{alone}");
    assert!(!by_agent(&alone).contains("\nrank points") && by_agent(&alone).contains("\nwin %"), "{alone}");
    assert_eq!((alone.matches("\nplacement ").count(), alone.matches("\n1st % ").count()), (1, 1), "{alone}");
    let message =
        "\nconstant, as a single agent plays every seat: placement, rank points, 1st, 2nd, 3rd, 4th\n";
    assert!(alone.contains(message), "{alone}");
    let mixed = page("run --agents shanten,random,random,random --games 20");
    assert!(by_agent(&mixed).contains("\nrank points") && !mixed.contains("constant"), "{mixed}");
    let sticks = page("run --agents ukeire --games 200 --set leftover_sticks=Vanish");
    assert!(by_agent(&sticks).contains("\nrank points") && !by_agent(&sticks).contains("\n1st"), "{sticks}");
}

/// A command that reads from a terminal prints what input it expects; one that reads from a pipe does not.
#[cfg(target_os = "linux")]
#[test]
fn a_command_that_reads_from_a_terminal_names_its_input() {
    for (command, what) in [
        (
            "score",
            "reading hands, one JSON object per line (see score --help) from the terminal; Ctrl-D ends",
        ),
        ("hand", "reading hands, one per line from the terminal; Ctrl-D ends the input"),
        ("replay -", "reading a log from the terminal; Ctrl-D ends the input"),
    ] {
        let line = format!("{PROGRAM} {command}");
        // `script` gives the command a terminal and writes what it shows there. ^D ends the input.
        let mut script = Command::new("script");
        script.args(["-q", "-e", "-c", &line, "/dev/null"]).write_stdin("\u{4}");
        let Ok(output) = script.output() else { return eprintln!("skipped: there is no `script`") };
        let message = text(&output.stdout);
        assert!(message.contains(what), "{command}: {message}");
    }
    Command::new(PROGRAM).arg("hand").write_stdin("7z").assert().code(0).stderr("");
}

/// A rate that does not apply to a game is not in its text, neither as a rate nor under "never"; the JSON has all.
#[test]
fn a_page_has_what_its_game_has() {
    let page = |line: &str| text(&hyakuman(line).code(0).get_output().stdout);
    let toppan = page("run --rules toppan --games 1");
    assert!(
        toppan.contains("\n1 match on 1 deal set (wall), seed 1, ")
            && toppan.contains("\nagents: threshold, "),
        "{toppan}"
    );
    for foreign in ["deal-in", "tsumo", "riichi", "call", "tenpai", "exhaustive", "suufon"] {
        assert!(!toppan.contains(foreign), "{foreign}: {toppan}");
    }
    let answer = json_of("run --rules toppan --games 1 --json");
    assert!(answer["by_agent"][0]["rates"]["deal_in"]["value"].is_f64(), "{answer}");
    let yangzhou = page("run --rules yangzhou --games 20");
    assert!(yangzhou.contains("\ndeal-in %") && !yangzhou.contains("suufon"), "{yangzhou}");
    let tenhou = page("run --games 20 --agents tsumogiri");
    assert!(tenhou.contains("\nnever: win, deal-in, riichi, ") && !tenhou.contains("redraw"), "{tenhou}");
}

/// Shura: at most three win; the wall may run out before the third.
#[test]
fn a_kyoku_has_at_most_as_many_winners_as_the_rules_allow() {
    let answer = json_of("run --rules shura --games 200 --json");
    let rate = |name: &str| answer["table"][name]["value"].as_f64().expect("a rate");
    assert!(rate("exhaustive") > 0.5 && (1.0..=3.0).contains(&rate("wins")), "{}", answer["table"]);
}

/// Ctrl-C: no result, one message, exit code 130.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_says_so_and_nothing_else() {
    let run = Process::new(PROGRAM)
        .args(["run", "--agents", "random", "--games", "1000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    wait_for_handler(&run);
    signal(&run, "INT");
    let output = run.wait_with_output().expect("it ends");
    let message = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(130), ""), "{message}");
    assert!(
        is_match(r"^error: interrupted after \d+ of 1000000000 matches\n$")
            .expect("a pattern")
            .eval(&message),
        "{message}"
    );
}

/// Starts the program, writes `given` to it, reads `answers` lines, and sends a signal. Exit code, the rest of standard
/// output, standard error.
#[cfg(target_os = "linux")]
fn interrupted(line: &str, given: &str, answers: usize, name: &str) -> (Option<i32>, String, String) {
    use std::io::{BufRead, BufReader, Read, Write};
    let mut run = Process::new(PROGRAM)
        .args(line.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = run.stdin.take().expect("a pipe");
    stdin.write_all(given.as_bytes()).expect("it reads");
    let mut stdout = BufReader::new(run.stdout.take().expect("a pipe"));
    for _ in 0..answers {
        stdout.read_line(&mut String::new()).expect("an answer");
    }
    wait_for_handler(&run);
    signal(&run, name);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    let output = run.wait_with_output().expect("it ends");
    drop(stdin);
    (output.status.code(), rest, text(&output.stderr))
}

/// Commands that wait for input can be stopped between two lines.
#[cfg(target_os = "linux")]
#[test]
fn commands_that_wait_can_be_interrupted() {
    let shown = |sentence: &str| (Some(130), String::new(), format!("error: {sentence}\n"));
    assert_eq!(interrupted("score", "{}\n\n", 1, "INT"), shown("interrupted after 2 lines"));
    assert_eq!(interrupted("hand --json", "7z\n", 1, "TERM"), shown("interrupted after 1 line"));
    assert_eq!(interrupted("replay -", "{", 0, "INT"), shown("interrupted after 0 of 1 log"));
}

#[test]
fn the_help_has_the_commands_in_groups() {
    let help = text(&hyakuman("--help").code(0).get_output().stdout);
    let mut groups: Vec<String> = Vec::new();
    for line in help.split("\nOptions:").next().unwrap_or_default().lines().skip(3) {
        match line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')) {
            Some(command) => {
                *groups.last_mut().expect("a title") += command.split_inclusive(' ').next().unwrap()
            }
            None if line.ends_with(':') => groups.push(format!("{line} ")),
            None => assert!(line.is_empty() || line.starts_with("      "), "{line}"),
        }
    }
    let wanted = [
        "Play and measure: run compare match study play bot ",
        "Look at matches: show review replay ",
        "Hands: hand score ",
        "Data sets: data ",
        "Agents and rules: agents rules ",
        "The shell: completions man ",
    ];
    assert_eq!(groups, wanted);
    let inside = |command| commands(command).join(", ").replace(&format!("{command} "), "");
    assert_eq!(inside("data"), "import, expand, verify, report");
    let agents = "list, check, adapt, labels, places, calibrate, planes, planes list, planes actions";
    assert_eq!(inside("agents"), agents);
}

/// What was a command of the program is answered with its command line of today, whatever follows, and is not carried out.
#[test]
fn commands_that_moved_are_answered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out").display().to_string();
    let moved = [("agents", "adapt calibrate labels places planes"), ("data", "expand import report verify")];
    for (command, name) in
        moved.iter().flat_map(|(command, names)| names.split(' ').map(move |name| (command, name)))
    {
        let answer = format!("error: `hyakuman {name}` is now `hyakuman {command} {name}`\n");
        let lines = [name.to_owned(), format!("{name} --games 4 --out {out}"), format!("{name} --help")];
        for line in lines.into_iter().chain([format!("help {name}"), format!("man {name}")]) {
            hyakuman(&line).code(2).stdout("").stderr(answer.clone());
        }
        hyakuman(&format!("{command} {name} --help")).code(0).stderr("");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// What a full disk says of `--resume` names the commands that have it, and no others.
#[test]
fn commands_that_resume_are_named() {
    let resumes = |command: &String| {
        text(&hyakuman(&format!("{command} --help")).get_output().stdout).contains("      --resume\n")
    };
    let mut found: Vec<_> = commands("").into_iter().filter(resumes).collect();
    let mut named: Vec<_> = hyakuman_record::AGAIN.split('`').skip(1).step_by(2).collect();
    found.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, found);
}

/// A failed write is an error, also for the help.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let lines = ["--help", "--version", "run --help", "help score", "rules list", "hand 7z"];
    for line in lines.iter().chain(OF_THE_SHELL) {
        let full = std::fs::File::create("/dev/full").expect("Linux has it");
        let mut run = Process::new(PROGRAM);
        let output =
            run.args(line.split_whitespace()).stdout(full).stderr(Stdio::piped()).output().expect("it runs");
        let message = text(&output.stderr);
        assert_eq!((output.status.code(), message.lines().count()), (Some(1), 1), "{line}: {message}");
        assert!(
            message.starts_with("error: the output cannot be written: No space left on device"),
            "{line}: {message}"
        );
    }
}

/// A line or a file of more than a mebibyte is refused; the other lines are answered.
#[test]
fn long_input_is_refused() {
    let long = "1".repeat((1 << 20) + 1);
    let lines = format!("{long}\n7z\n{long}");
    let assert = Command::new(PROGRAM).args(["hand", "--json"]).write_stdin(lines.clone()).assert().code(1);
    let message = text(&assert.get_output().stdout);
    let refused = r#"…","error":"the line is longer than 1 MiB"}"#;
    assert!(
        message.lines().count() == 3 && message.matches(refused).count() == 2 && message.len() < 1_000,
        "{message}"
    );
    let hand = r#"{"hand":[],"win":"1z","by":"tsumo","seat":"E","round":"E"}"#;
    let lines = lines.replace("7z", hand);
    let assert = Command::new(PROGRAM).arg("score").write_stdin(lines).assert().code(1);
    let message = text(&assert.get_output().stdout);
    let refused = [1, 3].map(|line| format!(r#"{{"error":"the line is longer than 1 MiB","line":{line}}}"#));
    let answers: Vec<&str> = message.lines().collect();
    assert_eq!(
        (answers.len(), [answers[0], answers[2]]),
        (3, refused.each_ref().map(String::as_str)),
        "{message}"
    );
    assert!(answers[1].contains("expected 14 tiles"), "{message}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("house.toml");
    std::fs::write(&file, format!("base = \"tenhou\"\n#{long}")).expect("a file");
    hyakuman(&format!("rules check {}", file.display()))
        .code(2)
        .stderr(contains("house.toml: the rules file is longer than 1 MiB\n"));
}

/// An endless line or file does not fill the memory.
#[cfg(unix)]
#[test]
fn endless_input_is_refused() {
    let zero = || std::fs::File::open("/dev/zero").expect("a device");
    for command in ["score", "hand"] {
        let output = Process::new(PROGRAM).arg(command).stdin(zero()).output().expect("it runs");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.ends_with("error: line 1 does not end within 1 GiB: this is not a list of hands\n"),
            "{message}"
        );
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("zero.toml");
    std::os::unix::fs::symlink("/dev/zero", &file).expect("a link");
    hyakuman(&format!("run --rules {}", file.display()))
        .code(2)
        .stderr(contains("zero.toml: the rules file is longer than 1 MiB\n"));
}

/// Bad input is quoted in part, with control characters escaped.
#[test]
fn bad_input_is_shown_in_part() {
    let long = format!("\u{1b}[2J{}", "x".repeat(100_000));
    let tame = format!("\\u{{1b}}[2J{}…", "x".repeat(76));
    let quoted = format!("\"{tame}\"");
    let hand = format!("{{\"{long}\":1}}").replace('\u{1b}', "\\u001b");
    for (line, shown) in [
        (vec!["run", "--rules", &long], &quoted),
        (vec!["run", "--agents", &long], &quoted),
        (vec!["run", "--agents", &format!("ukeire:calls={long}")], &quoted),
        (vec!["run", "--games", &long], &tame),
        (vec![&long], &tame),
        (vec!["run", &format!("--{long}")], &format!("--\\u{{1b}}[2J{}…", "x".repeat(74))),
        (vec!["run", "--set", &format!("{long}=1")], &tame),
        (vec!["run", "--set", &format!("uma={long}")], &format!("--set uma=\\u{{1b}}[2J{}…", "x".repeat(72))),
        (vec!["rules", "check", &long], &"\\u{1b}[2Jxxx".to_owned()),
        (vec!["hand", &long], &tame),
        (vec!["score", &hand], &tame),
        (vec!["man", &long], &quoted),
    ] {
        let name = &line[0][..line[0].len().min(20)];
        let assert = Command::new(PROGRAM).args(&line).assert().code(2).stdout("");
        let message = text(&assert.get_output().stderr);
        assert!(
            message.contains(shown.as_str()) && !message.contains('\u{1b}'),
            "{name}: {}",
            &message[..message.len().min(2_000)]
        );
        assert!(message.len() < 2_000 || line[1] == "check", "{name}: {} bytes", message.len());
    }
}

/// A leading byte order mark is skipped.
#[test]
fn a_byte_order_mark_is_skipped() {
    let answer = |command: &str, text: &str| {
        let mut run = Command::new(PROGRAM);
        let assert = run.args(command.split_whitespace()).write_stdin(text).assert().code(0).stderr("");
        assert.get_output().stdout.clone()
    };
    let hand = r#"{"hand":["2m","3m","4m","5m","6m","7m","3s","3s","5z","5z","7z","7z","7z"],"win":"5z","by":"tsumo","seat":"E","round":"E"}"#;
    for (command, line) in [("hand", "7z"), ("score", hand)] {
        assert_eq!(answer(command, &format!("\u{feff}{line}")), answer(command, line), "{command}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("house.toml");
    std::fs::write(&file, "\u{feff}base = \"tenhou\"\nkuitan = false\n").expect("a file");
    hyakuman(&format!("rules check {}", file.display()))
        .code(0)
        .stdout(contains("differs from tenhou in kuitan"));
    std::fs::write(&file, "\u{feff}base = \"tenhou\"\nkuitan = 1\n").expect("a file");
    hyakuman(&format!("rules check {}", file.display())).code(2).stderr(contains("house.toml:2: `kuitan`"));
}

/// The reader of the output may close the pipe.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let lines = ["rules show tenhou", "run --games 1", "agents list", "--help"];
    for line in lines.iter().chain(OF_THE_SHELL) {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut run = Process::new(PROGRAM);
        run.args(line.split_whitespace()).stdout(writer).stderr(Stdio::piped());
        let output = run.spawn().and_then(|child| child.wait_with_output()).expect("the program runs");
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn hands_as_arguments() {
    hyakuman("hand 123m406p789s1122z 7z")
        .code(0)
        .stderr("")
        .stdout("123m406p789s1122z: tenpai\n  waits 4: 1z 2z\n7z: tenpai\n  waits 3: 7z\n");
    hyakuman("hand 06s112z").code(0).stdout(contains("kinds\n  2z       tenpai          8  4s 7s\n"));
    hyakuman("hand 123m")
        .code(2)
        .stdout("")
        .stderr("error: 123m: a hand has 13 or 14 tiles, three fewer for each called set; this one has 3\n");
    hyakuman("hand 7z 123m 6z").code(1).stdout("7z: tenpai\n  waits 3: 7z\n6z: tenpai\n  waits 3: 6z\n");
}

/// Red fives are listed apart from plain ones, and the best discard comes first.
#[test]
fn hands_as_json() {
    let hand = json_of("hand --json 9m406m12p11z");
    assert_eq!((&hand["hand"], &hand["shanten"]), (&json!("9m406m12p11z"), &json!(0)));
    let discards = hand["discards"].as_array().expect("discards");
    assert_eq!(discards[0], json!({"tile": "9m", "shanten": 0, "ukeire": {"kinds": ["3p"], "count": 4}}));
    let shanten: Vec<i64> =
        discards.iter().map(|discard| discard["shanten"].as_i64().expect("a number")).collect();
    assert!(shanten.is_sorted() && shanten.len() == 7, "{discards:?}");
    assert!(hand.get("ukeire").is_none());
}

#[test]
fn hands_from_standard_input() {
    let lines = "7z\n\n  1m4m 7m2p \nnonsense\n55550p\n\u{3000}\n6z";
    let assert =
        Command::new(PROGRAM).args(["hand", "--json"]).write_stdin(lines).assert().code(1).stderr("");
    let answer = text(&assert.get_output().stdout);
    let answer: Vec<Value> = answer.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let hands: Vec<&str> = answer.iter().map(|answer| answer["hand"].as_str().expect("a hand")).collect();
    assert_eq!(hands, ["7z", "1m4m 7m2p", "nonsense", "55550p", "6z"]);
    let failed: Vec<bool> = answer.iter().map(|answer| answer.get("error").is_some()).collect();
    assert_eq!(failed, [false, false, true, true, false]);
    assert!(answer[3]["error"].as_str().expect("a sentence").contains("more than four 5p"));
}

#[test]
fn rulesets_are_listed_shown_compared_and_checked() {
    hyakuman("rules list")
        .code(0)
        .stderr("")
        .stdout(contains("\ntenhou-east ").and(contains("\nmahjongsoul ")));
    hyakuman("rules show tenhou --set kuitan=false").code(0).stdout(contains("\nkuitan = false"));
    let diff = json_of("rules diff tenhou tenhou-east --json");
    assert_eq!(diff["differences"], json!([{"name": "length_winds", "a": 2, "b": 1}]));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("house.toml");
    std::fs::write(&file, "base = \"tenhou\"\numa = [15, 5, -5, -15]\n").expect("a file");
    let path = file.display();
    hyakuman(&format!("rules check {path}")).code(0).stdout(contains(": ok, differs from tenhou in uma"));
    std::fs::write(&file, "base = \"tenhou\"\numa = 3\nkuitan = 1\n").expect("a file");
    let message = is_match(r"^error: .*house\.toml:2: `uma` .*\nerror: .*house\.toml:3: `kuitan` .*\n$")
        .expect("a pattern");
    hyakuman(&format!("rules check {path}")).code(2).stdout("").stderr(message);
}

#[test]
fn agents_are_listed() {
    hyakuman("agents list").code(0).stderr("").stdout(starts_with("random ").and(contains("\nukeire ")));
    let list = text(&hyakuman("agents list").get_output().stdout);
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    let agents = json_of("agents list --json");
    let names: Vec<&str> =
        agents.as_array().expect("a list").iter().filter_map(|agent| agent["name"].as_str()).collect();
    assert!(names.contains(&"random") && names.contains(&"ukeire"), "{names:?}");
    assert_eq!(agents[0]["options"], json!([]));
}

#[test]
fn version_completions_and_manual() {
    hyakuman("--version").code(0).stdout(concat!("hyakuman ", env!("CARGO_PKG_VERSION"), "\n"));
    if OF_THE_SHELL.is_empty() {
        for line in ["completions zsh", "man run"] {
            let how = "build it with: cargo build --release --features shell\n";
            hyakuman(line).code(2).stdout("").stderr(predicates::str::ends_with(how));
        }
        return;
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        hyakuman(&format!("completions {shell}"))
            .code(0)
            .stdout(contains("hyakuman").and(contains("seating")));
    }
    hyakuman("man").code(0).stdout(contains(".TH hyakuman 1").and(contains("hyakuman\\-run(1)")));
    hyakuman("man run").code(0).stdout(contains(".TH hyakuman-run 1  \"hyakuman ").and(contains("seating")));
    hyakuman("man data import").code(0).stdout(contains(".TH hyakuman-data-import 1 "));
}

/// A program with ONNX looks for the file, one without says how to get it.
#[test]
fn networks_need_a_feature_and_a_file() {
    let error = contains("error: the agent onnx:net=nowhere.onnx: ");
    let reason = || contains("--features onnx").or(contains("nowhere.onnx cannot be read"));
    let agents = "onnx:net=nowhere.onnx,random,random,random";
    for command in ["run", "compare --set kuitan=false"] {
        let assert = hyakuman(&format!("{command} --games 4 --agents {agents}"));
        assert.code(2).stdout("").stderr(error.clone().and(reason()));
    }
    hyakuman("agents list").code(0).stdout(contains("onnx ").and(contains("\nnet ")));
    let played = hyakuman("run --games 4 --agents net,random,random,random").get_output().clone();
    let sentence = "error: the agent net: this program was built without ONNX; build it with: cargo build --release --features onnx";
    assert!(played.status.success() || String::from_utf8_lossy(&played.stderr).starts_with(sentence));
}

/// A yaku of a rules file is tried, scored and counted.
#[test]
fn a_yaku_of_a_rules_file_is_played() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("winds.toml");
    let written = "[[yaku]]\nname = \"Three winds\"\ngroups = [\"3 triplet of wind\"]\nhan = 2\n";
    std::fs::write(&path, format!("base = \"tenhou\"\n{written}")).expect("written");
    let file = path.to_str().expect("a path");
    let tried = json_of(&format!("rules try {file} --games 40 --json"));
    let yaku = &tried["yaku"][0];
    assert_eq!((&yaku["slug"], &yaku["worth"]), (&json!("three_winds"), &json!("2 han")));
    assert_eq!(yaku["with"].as_array().map(Vec::len), Some(3));
    assert!(yaku["with"][0]["worth"].as_str().expect("a text").ends_with("three_winds"), "{yaku}");
    let hand = r#"{"hand":"222z333z1m","win":"1m","melds":[{"type":"pon","tiles":"444z"},{"type":"chi","tiles":"123p"}],"by":"tsumo","seat":"E","round":"E"}"#;
    hyakuman(&format!("score --rules {file} {hand}")).code(0).stdout(contains("chanta 1, three winds 2"));
    hyakuman(&format!("rules show {file}")).code(0).stdout(predicates::str::ends_with(written));
    hyakuman(&format!("run --rules {file} --games 40 --json")).code(0).stdout(contains("\"three_winds\":"));
    hyakuman("rules try tenhou").code(2);
    let late = "base = \"tenhou\"\n[[yaku]]\nname = \"Late\"\nhan = 1\nwhen = \"last-tile\"\n";
    std::fs::write(&path, late).expect("written");
    let sentence = "no agent builds towards `late` (`last-tile`): that is rare and known at the win only";
    hyakuman(&format!("compare --base tenhou --variant {file} --agents random --games 64"))
        .code(0)
        .stderr(contains(sentence));
    hyakuman(&format!("rules try {file} --games 4")).code(0).stdout(contains(format!("\n  {sentence}")));
}
