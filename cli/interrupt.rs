//! Ctrl-C: the first one asks the program to close cleanly, the second one ends it at once.

use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Exit code of an interrupted program.
pub const EXIT_CODE: u8 = 130;

/// What it means that [`watch`] fails.
pub const REFUSED: &str = "the program cannot watch for Ctrl-C";

/// From now on Ctrl-C (and a request to terminate) raises the returned flag.
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
    Ok(stop)
}
