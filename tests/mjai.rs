//! Bots on the command line: the compliance check, and what is left after Ctrl-C.

#![cfg(unix)]

#[cfg(target_os = "linux")]
use crate::process::{signal, wait_until};
use assert_cmd::Command;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use std::fs;
use std::process::{Child, Command as Process, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

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

/// Killed at any moment, without a chance to end its bots: one that plays, one that reads nothing, one with a child that does not, and
/// one that ends at once, so that there is always one on its way.
#[test]
#[cfg(target_os = "linux")]
fn a_killed_program_leaves_no_bot() {
    let bots = [
        format!("mjai:cmd=\"{PROGRAM} bot tsumogiri\""),
        "mjai:cmd=\"sleep 1000000\"".to_owned(),
        "mjai:cmd=\"sh -c 'sleep 1000000 & exec sleep 1000000'\"".to_owned(),
        "mjai:cmd=true,on_failure=tsumogiri".to_owned(),
    ];
    for at in 0..24 {
        let mut run = Run::start(&bots[at % bots.len()]);
        if at % 3 > 0 {
            let is_over = |run: &mut Run| run.program.try_wait().expect("a process").is_some();
            wait_until("its first process", || !run.others().is_empty() || is_over(&mut run));
        }
        let longest = if at % 3 > 0 { 4_000 } else { 100_000 };
        std::thread::sleep(Duration::from_micros(at as u64 * 7_919 % longest));
        run.killed();
    }
}

/// A run in whose environment, which its bots inherit, there is a mark.
struct Run {
    program: Child,
    mark: String,
}

impl Run {
    /// Plays with this agent and three others.
    fn start(agent: &str) -> Run {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let mark = format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
        let mut run = Process::new(PROGRAM);
        run.args(["run", "--games", "4", "--threads", "1", "--agents"]);
        run.arg(format!("{agent},random,random,random")).env("RUN_OF_A_TEST", &mark);
        let program = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        Run { program, mark }
    }

    /// The command lines of its bots, of the processes that they started, and of its watchdogs.
    fn others(&self) -> Vec<String> {
        let id = self.program.id().to_string();
        let (mark, watchdog) = (format!("RUN_OF_A_TEST={}", self.mark), format!("hyakuman-watchdog\0{id}\0"));
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let others = processes.filter(|process| *process.file_name() != *id).filter_map(|process| {
            let read = |name| fs::read(process.path().join(name)).ok();
            let command = String::from_utf8_lossy(&read("cmdline")?).into_owned();
            let is_marked =
                || Some(read("environ")?.split(|&byte| byte == 0).any(|one| one == mark.as_bytes()));
            (command.ends_with(&watchdog) || is_marked()?).then_some(command)
        });
        others.collect()
    }

    /// Kills the program and waits for the end of all others.
    fn killed(mut self) {
        self.program.kill().expect("a signal is sent");
        self.program.wait().expect("it ends");
        wait_until("the end of its bots", || self.others().is_empty());
    }
}

/// A bot that neither answers nor ends, started by another process: the second Ctrl-C ends all of them.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_leaves_no_bot() {
    let mut run = Run::start("mjai:cmd=\"sh -c 'sleep 1000000; true'\"");
    wait_until("its bot", || run.others().iter().any(|command| command.starts_with("sleep")));
    // Two that come at once are one.
    wait_until("the end of the program", || {
        signal(&run.program, "INT");
        run.program.try_wait().expect("a process").is_some()
    });
    assert_eq!(run.program.wait().expect("it ends").code(), Some(130));
    wait_until("the end of its bots", || run.others().is_empty());
}

/// What a bot has started ends with it.
#[test]
#[cfg(target_os = "linux")]
fn a_bot_that_ends_leaves_no_child() {
    let silent = "</dev/null >/dev/null 2>&1";
    let bot = format!("mjai:cmd=\"sh -c 'sleep 1000000 {silent} & exec {PROGRAM} bot tsumogiri'\"");
    let mut run = Run::start(&bot);
    assert_eq!(run.program.wait().expect("it ends").code(), Some(0));
    wait_until("the end of its bots", || run.others().is_empty());
}
