//! Bots on the command line: the compliance check, and what is left after Ctrl-C.

#![cfg(unix)]

use assert_cmd::Command;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use std::fs;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hyakuman");

/// `cat` answers each question with the question.
#[test]
fn a_bot_that_does_not_comply_is_reported() {
    let check = |arguments: &[&str]| {
        Command::new(PROGRAM)
            .args(["agents", "check", "mjai:cmd=cat", "--games", "1"])
            .args(arguments)
            .assert()
    };
    let answer = check(&["--json"]).code(3).stderr("");
    let answer: Value = serde_json::from_slice(&answer.get_output().stdout).expect("JSON");
    assert_eq!((&answer["compliant"], &answer["matches"]), (&false.into(), &1.into()));
    let failed = answer["problems"]["misread"].as_u64().expect("a number");
    assert!(failed > 20 && answer["questions"]["own draw"].as_u64().is_some_and(|draws| draws <= failed));
    let failures = answer["failures"].as_array().expect("a list");
    let first = &failures[0];
    assert_eq!((&first["match"], &first["problem"]), (&0.into(), &"misread".into()));
    for key in ["question", "line"] {
        assert!(first[key].as_str().is_some_and(|line| line.starts_with("[{\"type\":")), "{first}");
    }
    let times: u64 = failures.iter().filter_map(|failed| failed["times"].as_u64()).sum();
    assert!(failures.len() < 4 && times == failed, "like failures are one: {failures:?}");
    let page = check(&[]).code(3).stderr("").stdout(starts_with("mjai:cmd=cat: 1 match of tenhou\n"));
    page.stdout(contains("\nnot compliant\n")).stdout(contains("match 0, seat 0, kyoku E1-0: "));
}

/// The cause is what the program wrote last, and a bot that never answers is not asked in every match.
#[test]
fn a_bot_that_cannot_start_is_explained() {
    let agent = "mjai:cmd=\"sh -c 'echo first >&2; echo no such bot >&2; exit 2'\"";
    let page = Command::new(PROGRAM).args(["agents", "check", agent]).assert().code(3).stderr("");
    let page = String::from_utf8(page.get_output().stdout.clone()).expect("UTF-8");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        ": 1 match of tenhou stopped before the other 11: no process of the bot answered",
        "ended 3 times, first in match 0, seat 0, kyoku E1-0: it ended (exit status: 2) before its first answer; its standard error: \
         no such bot ",
        " times, first in match 0, seat 0, kyoku E1-0: it has ended ",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

#[test]
fn only_bots_are_checked() {
    for (agent, message) in [
        ("ukeire", "error: only an mjai agent can be checked, as in mjai:cmd=\"python3 bot.py\"\n"),
        ("mjai", "error: the agent mjai: it needs the program of the bot: mjai:cmd=\"python3 bot.py\"\n"),
    ] {
        Command::new(PROGRAM).args(["agents", "check", agent]).assert().code(2).stdout("").stderr(message);
    }
    let toppan = ["agents", "check", "mjai:cmd=cat", "--rules", "toppan"];
    Command::new(PROGRAM).args(toppan).assert().code(2).stderr(contains("plays riichi only"));
}

/// An illegal move is shown with the question and with the legal moves, as the bot would send them.
#[test]
fn an_illegal_move_is_explained() {
    let agent = r#"mjai:cmd="sh -c 'while read -r line; do echo \"{\\\"type\\\":\\\"none\\\"}\"; done'""#;
    let check = |more: &[&str]| {
        let page = Command::new(PROGRAM)
            .args(["agents", "check", agent, "--games", "1"])
            .args(more)
            .assert()
            .code(3);
        String::from_utf8(page.get_output().stdout.clone()).expect("UTF-8")
    };
    let page = check(&[]);
    for text in [
        "first in match 0, seat 0, kyoku E1-0: it may not pass here\n    asked   {\"type\":\"tsumo\",\"actor\":0,",
        "\n    answer  {\"type\":\"none\"}\n    legal   {\"type\":\"dahai\",\"actor\":0,\"pai\":\"",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let answer: Value = serde_json::from_str(&check(&["--json"])).expect("JSON");
    let legal = answer["failures"][0]["legal"].as_array().expect("moves");
    assert!(legal.len() > 2 && legal.iter().all(|one| one["type"].is_string()), "{legal:?}");
}

/// What a bot writes reaches the terminal cut, and without control characters, however much it is.
#[test]
fn the_words_of_a_bot_are_escaped_and_cut() {
    let script =
        "while read -r line; do n=$((n+1)); printf \"{\\\"type\\\":\\\"\\033[2J$n%060000d\\\"}\\n\" 0; done";
    let dir = tempfile::tempdir().expect("a folder");
    let bot = dir.path().join("bot.sh");
    fs::write(&bot, script).expect("a bot");
    let agent = format!("mjai:cmd=\"bash {}\"", bot.display());
    for json in [&[][..], &["--json"]] {
        let page = Command::new(PROGRAM)
            .args(["agents", "check", &agent, "--games", "1"])
            .args(json)
            .assert()
            .code(3);
        let page = &page.get_output().stdout;
        assert!(page.len() < 100_000 && !page.contains(&27), "{}", page.len());
    }
}

/// A full disk loses the log of a bot: an error, whether the bot or the program writes to it.
#[test]
#[cfg(target_os = "linux")]
fn a_log_that_cannot_be_written_is_an_error() {
    for bot in ["sh -c 'echo hello >&2; exec cat'", "cat"] {
        let agents = format!("mjai:cmd=\"{bot}\",stderr=/dev/full,on_failure=tsumogiri,random,random,random");
        let run = Command::new(PROGRAM).args(["run", "--games", "1", "--agents", &agents]).assert().failure();
        run.stderr(contains("stderr=/dev/full cannot be written: No space left on device"));
    }
}

/// A bot that reads nothing, with a child, when the program has no chance to end it.
#[test]
#[cfg(target_os = "linux")]
fn a_killed_program_leaves_no_bot() {
    let mark = format!("{}.31558", std::process::id());
    let agents = format!("mjai:cmd=\"sh -c 'sleep {mark} & exec sleep {mark}'\",random,random,random");
    let mut run = start(&agents);
    let bots = || bots(&mark);
    wait_for("its bots", || bots() == 2);
    run.kill().expect("a signal is sent");
    run.wait().expect("it ends");
    let killed = Instant::now();
    wait_for("the end of its bots", || bots() == 0);
    assert!(killed.elapsed() < Duration::from_secs(2), "{:?}", killed.elapsed());
}

/// A run with these agents.
fn start(agents: &str) -> Child {
    let mut run = Process::new(PROGRAM);
    run.args(["run", "--games", "4", "--threads", "1", "--agents", agents]);
    run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

/// How many `sleep MARK` run.
fn bots(mark: &str) -> usize {
    let is_it = |line: Vec<u8>| line == format!("sleep\0{mark}\0").as_bytes();
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    processes.filter(|process| fs::read(process.path().join("cmdline")).is_ok_and(is_it)).count()
}

/// A bot that neither answers nor ends, started by another process: the second Ctrl-C ends all of them.
#[test]
fn ctrl_c_leaves_no_bot() {
    let mark = format!("{}.31557", std::process::id());
    let agents = format!("mjai:cmd=\"sh -c 'sleep {mark}; true'\",random,random,random");
    let mut run = start(&agents);
    let bots = || bots(&mark);
    wait_for("its bots", || bots() > 0);
    for _ in 0..2 {
        assert!(Process::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill").success());
        std::thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(run.wait().expect("it ends").code(), Some(130));
    wait_for("the end of its bots", || bots() == 0);
}

fn wait_for(what: &str, is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_secs(20), "no sign of {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
