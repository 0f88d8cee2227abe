//! Ctrl-C: the first asks the program to stop cleanly, the second ends it at once. Closing the terminal also asks it
//! to stop.

use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of an interrupted program.
pub const EXIT_CODE: u8 = 130;

/// The message when [`watch`] fails.
pub const REFUSED: &str = "the program cannot watch for Ctrl-C";

/// Returns a flag that Ctrl-C, a termination request or the closing of the terminal sets from now on.
pub fn watch() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    watch_requests(&stop)?;
    watch_terminal(&stop)?;
    Ok(stop)
}

/// The first request sets the flag, the second ends the program.
#[cfg(unix)]
fn watch_requests(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let (stop, mut signals) = (Arc::clone(stop), signal_hook::iterator::Signals::new(TERM_SIGNALS)?);
    let watcher = std::thread::Builder::new().name("signals".into());
    let watching = watcher.spawn(move || {
        for _ in signals.forever() {
            if stop.swap(true, Ordering::Relaxed) {
                signal_hook::low_level::exit(EXIT_CODE.into());
            }
            drop(std::thread::Builder::new().name("hint".into()).spawn(hint));
        }
    });
    watching.map(drop)
}

/// Tells a user at a terminal how the program ends at once, if it has not ended soon.
#[cfg(unix)]
fn hint() {
    use std::io::{IsTerminal, Write};
    std::thread::sleep(std::time::Duration::from_secs(2));
    let mut err = io::stderr();
    if err.is_terminal() {
        // The bar of the progress may stand on this line.
        let _ =
            writeln!(err, "\nthe work in progress is completed first; Ctrl-C again ends the program at once");
    }
}

#[cfg(not(unix))]
fn watch_requests(stop: &Arc<AtomicBool>) -> io::Result<()> {
    for &signal in TERM_SIGNALS {
        // The order matters: a signal first checks the flag for the shutdown, then sets it.
        flag::register_conditional_shutdown(signal, EXIT_CODE.into(), Arc::clone(stop))?;
        flag::register(signal, Arc::clone(stop))?;
    }
    Ok(())
}

/// A closing terminal sends its signal twice, directly and through the shell, so the second must not end the program.
#[cfg(unix)]
fn watch_terminal(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let hangup = signal_hook::consts::SIGHUP;
    if is_ignored(hangup) { Ok(()) } else { flag::register(hangup, Arc::clone(stop)).map(drop) }
}

#[cfg(not(unix))]
fn watch_terminal(_stop: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

/// Whether the program was started with the signal ignored, as by `nohup`. If that is unknown, the signal counts as
/// ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}
