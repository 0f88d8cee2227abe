//! What tests of running programs share. They wait for events, however slow the machine is.

use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

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
    assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill").success());
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
