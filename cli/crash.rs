//! On a panic, one message that says which match to play again.

use std::cell::Cell;
use std::sync::OnceLock;

/// The command in progress, with its arguments.
static RUN: OnceLock<String> = OnceLock::new();

thread_local! {
    /// The match this thread is playing.
    static MATCH: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Makes every panic print one message and end the program with exit code 1. Not those of a network: its agent turns them
/// into an error, and the threads of its runtime have this name.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        if std::thread::current().name().is_some_and(|name| name.starts_with("rten-")) {
            return;
        }
        let place = info.location().map_or_else(|| "somewhere".into(), ToString::to_string);
        crate::failure::report(
            &sentence(&place, info.payload_as_str().unwrap_or("no reason given"), RUN.get(), MATCH.get()),
            1,
        );
        std::process::exit(1);
    }));
}

/// Sets the command in progress. Only the first call counts.
pub fn set_run(arguments: String) {
    let _ = RUN.set(arguments);
}

/// Sets the match this thread is playing.
#[inline]
pub fn set_match(number: u64) {
    MATCH.set(Some(number));
}

fn sentence(place: &str, reason: &str, run: Option<&String>, number: Option<u64>) -> String {
    let reason = reason.replace('\n', " ");
    match (run, number) {
        (Some(run), Some(number)) => {
            format!(
                "the program failed at {place} ({reason}) in match {number} of `hyakuman {run}`; please report this"
            )
        }
        (Some(run), None) => {
            format!("the program failed at {place} ({reason}) in `hyakuman {run}`; please report this")
        }
        _ => format!("the program failed at {place} ({reason}); please report this"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_the_match() {
        let run = "run --rules tenhou --seed 7".to_owned();
        let message = sentence("legal.rs:3:1", "a fifth\n5m", Some(&run), Some(12));
        assert_eq!(
            message,
            "the program failed at legal.rs:3:1 (a fifth 5m) in match 12 of `hyakuman run --rules tenhou --seed 7`; \
             please report this"
        );
        assert_eq!(
            sentence("a.rs:1:1", "b", None, None),
            "the program failed at a.rs:1:1 (b); please report this"
        );
    }
}
