//! A shell beside each bot that kills it if the program ends without doing so, as after `kill -9`.
//!
//! The shell is started first, as the leader of a process group that the bot joins before it is executed, and reads from a pipe
//! whose other end closes with the program. Until a bot is executed it holds that end, too, so the shell never finds the pipe closed
//! while a bot is on its way into the group: there is no moment at which a bot is left. No signal to the program reaches the group,
//! and neither a handler nor unsafe code is needed.

use rustix::process::{Pid, Signal, kill_process_group};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// Kills its own process group at the end of its input.
const SCRIPT: &str = "trap '' HUP INT QUIT TERM; while read -r line; do :; done; kill -9 0";

/// The shell, and the end of the pipe that the program holds. Dropping it kills the group.
pub(super) struct Watchdog(Child);

impl Watchdog {
    /// Starts the shell. `ps` shows it with the process id of the program.
    pub(super) fn start() -> io::Result<Watchdog> {
        let program = std::process::id().to_string();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "hyakuman-watchdog", &program]).current_dir("/").env_clear();
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        command.spawn().map(Watchdog)
    }

    /// The process group. It exists as long as the watchdog, whose process is waited for last.
    pub(super) fn group(&self) -> i32 {
        self.0.id() as i32
    }

    pub(super) fn kill_group(&self) {
        if let Some(group) = Pid::from_raw(self.group()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.kill_group();
        let _ = self.0.wait();
    }
}
