//! What tests of running programs share. They wait for events, however slow the machine is.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command as Process};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_hyakuman");

pub(crate) fn hyakuman(line: &str) -> Assert {
    Command::new(PROGRAM).args(line.split_whitespace()).assert()
}

/// What a command prints that succeeds and says nothing else.
pub(crate) fn page_of(line: &str) -> String {
    printed(hyakuman(line).stderr(""))
}

fn printed(assert: Assert) -> String {
    String::from_utf8(assert.code(0).get_output().stdout.clone()).expect("UTF-8")
}

/// The same as JSON.
pub(crate) fn json_of(line: &str) -> Value {
    serde_json::from_str(&page_of(line)).expect("JSON")
}

/// A line that stays in a folder.
pub(crate) fn in_folder(folder: &Path, line: &str) -> (i32, String, String) {
    finished(Command::new(PROGRAM).current_dir(folder).args(line.split(' ')))
}

/// The code of a command, and what it prints on both ways out.
pub(crate) fn finished(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Asserts that a command prints the same on one and two threads: of its JSON all but `timing`, of its text all but the last line.
pub(crate) fn is_the_same_on_two_threads(line: &str) {
    let json_on = |threads| {
        let line = format!("{line} --json --threads {threads}");
        let mut value: Value = serde_json::from_str(&printed(hyakuman(&line))).expect("JSON");
        assert_eq!(value["timing"].take()["threads"], threads);
        value.to_string()
    };
    assert_eq!(json_on(1), json_on(2));
    let page_on = |threads| {
        let page = printed(hyakuman(&format!("{line} --threads {threads}")));
        page.lines().rev().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(page_on(1), page_on(2));
}

/// Only what hangs takes so long.
pub(crate) const HANG: Duration = Duration::from_secs(600);

/// Waits until something is so.
pub(crate) fn wait_until(what: &str, mut is: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < HANG, "no sign of {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Sends a signal to a process that was not waited for.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Process::new("kill").args([&format!("-{name}"), &id]).status().expect("kill").success());
}

/// Waits until a program catches Ctrl-C, which would end it without a word before, or has ended.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_handler(child: &Child) {
    const INT: u32 = 2;
    let status = format!("/proc/{}/status", child.id());
    wait_until("a handler of signals", || {
        let status = std::fs::read_to_string(&status).expect("a process that was not waited for");
        let line = |name| status.lines().find_map(|line| line.strip_prefix(name)).expect("a line").trim();
        let caught = u64::from_str_radix(line("SigCgt:"), 16).expect("a mask");
        caught >> (INT - 1) & 1 == 1 || line("State:").starts_with('Z')
    });
}
