//! Ctrl-C: the first one asks the program to close cleanly, the second one ends it at once. A terminal that is closed
//! asks too.

use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Exit code of an interrupted program.
pub const EXIT_CODE: u8 = 130;

/// What it means that [`watch`] fails.
pub const REFUSED: &str = "the program cannot watch for Ctrl-C";

/// From now on Ctrl-C (and a request to terminate, and the end of the terminal) raises the returned flag.
///
/// # Errors
/// The system refuses.
pub fn watch() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for &signal in TERM_SIGNALS {
        // In this order: the shutdown is armed by the flag of the signal before.
        flag::register_conditional_shutdown(signal, EXIT_CODE.into(), Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    watch_terminal(&stop)?;
    Ok(stop)
}

/// A closed terminal tells twice, once itself and once through the shell: the second time ends nothing.
#[cfg(unix)]
fn watch_terminal(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let hangup = signal_hook::consts::SIGHUP;
    if is_ignored(hangup) { Ok(()) } else { flag::register(hangup, Arc::clone(stop)).map(drop) }
}

#[cfg(not(unix))]
fn watch_terminal(_stop: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

/// Was the program started with the signal ignored, as `nohup` does? Where that cannot be known, the signal is left as
/// it is.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}
