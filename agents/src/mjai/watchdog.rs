//! The running bots, and a shell that kills them if the program ends without doing so, as after `kill -9`.
//!
//! The shell reads from a socket whose other end closes with the program. It runs from the first bot to the last. No signal to the
//! program reaches it, and neither a handler nor unsafe code is needed.

use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Reads `+ ID` when a process group has started and `- ID` when it has ended. At the end of its input it kills those that have not.
const SCRIPT: &str = r#"
trap '' INT HUP TERM
bots=' '
while read -r sign bot; do
    case $sign in
    +) bots="$bots$bot " ;;
    -) bots="${bots%% $bot *} ${bots#* $bot }" ;;
    esac
done
for bot in $bots; do kill -9 "-$bot"; done
"#;

/// The running bots.
static RUNNING: Mutex<Running> = Mutex::new(Running { bots: Vec::new(), shell: None });

struct Running {
    /// Their process ids, which are those of their groups.
    bots: Vec<u32>,
    /// None if there are no bots, or no shell on this system.
    shell: Option<Shell>,
}

/// The shell and what it reads from.
struct Shell {
    process: Child,
    input: UnixStream,
}

/// A bot was started.
pub(super) fn started(id: u32) {
    let mut running = running();
    if running.shell.is_none() {
        running.shell = Shell::start().ok();
    }
    running.bots.push(id);
    running.tell('+', id);
}

/// A bot has ended, and so have the processes that it started.
pub(super) fn ended(id: u32) {
    let mut running = running();
    running.bots.retain(|&bot| bot != id);
    running.tell('-', id);
    if running.bots.is_empty() {
        running.shell = None;
    }
}

/// Kills every bot that is running, for a program that is about to end without dropping its agents.
pub fn kill_all() {
    running().bots.drain(..).for_each(kill_group);
}

/// Kills a process and those that it started.
pub(super) fn kill_group(id: u32) {
    if let Some(id) = Pid::from_raw(id as i32) {
        let _ = kill_process_group(id, Signal::KILL);
    }
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// Writes a line to the shell. An error is ignored: the bots run without a watchdog if the shell was killed.
    fn tell(&mut self, sign: char, id: u32) {
        if let Some(shell) = &mut self.shell {
            let _ = writeln!(shell.input, "{sign} {id}");
        }
    }
}

impl Shell {
    fn start() -> io::Result<Shell> {
        let (input, theirs) = UnixStream::pair()?;
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "hyakuman-watchdog"]).current_dir("/").env_clear().process_group(0);
        command.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Shell { process: command.spawn()?, input })
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = self.input.shutdown(Shutdown::Write);
        let _ = self.process.wait();
    }
}
