//! Bots on the command line: the compliance check, and what is left after Ctrl-C.

#![cfg(unix)]

use assert_cmd::Command;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use std::fs;
use std::process::{Command as Process, Stdio};
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
    let first = &answer["failures"][0];
    assert_eq!((&first["match"], &first["problem"]), (&0.into(), &"misread".into()));
    assert!(first["line"].as_str().is_some_and(|line| line.starts_with("[{\"type\":")), "{first}");
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
        "3 times, first in match 0, seat 0, kyoku E1-0: it ended (exit status: 2) before its first answer; the last line of its \
         standard error: no such bot ",
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

/// A bot that neither answers nor ends, started by another process: the second Ctrl-C ends all of them.
#[test]
fn ctrl_c_leaves_no_bot() {
    let mark = format!("{}.31557", std::process::id());
    let agents = format!("mjai:cmd=\"sh -c 'sleep {mark}; true'\",random,random,random");
    let mut run = Process::new(PROGRAM)
        .args(["run", "--games", "4", "--agents", &agents])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let bots = || {
        fs::read_dir("/proc").expect("processes").flatten().filter(|process| {
            fs::read(process.path().join("cmdline"))
                .is_ok_and(|line| line == format!("sleep\0{mark}\0").as_bytes())
        })
    };
    wait_for("its bots", || bots().count() > 0);
    for _ in 0..2 {
        assert!(Process::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill").success());
        std::thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(run.wait().expect("it ends").code(), Some(130));
    wait_for("the end of its bots", || bots().count() == 0);
}

fn wait_for(what: &str, is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_secs(20), "no sign of {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
