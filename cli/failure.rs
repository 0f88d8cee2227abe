//! Turns an error into a message on standard error and an exit code.

use anyhow::Error;
use hyakuman_agents::SpecError;
use hyakuman_core::excerpt::plain;
use hyakuman_core::game::ruleset::RulesError;
use hyakuman_record::RecordError;
use std::fmt;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

/// Errors of the command line itself.
#[derive(Debug)]
pub enum Failure {
    /// A request that cannot be fulfilled; the message says what can.
    Usage(String),
    /// The user or the system stopped the program.
    Interrupted(String),
}

/// Reports an error and returns its exit code. Output already in `out` is still written where possible.
pub fn exit(error: &Error, mut out: BufWriter<impl Write>) -> ExitCode {
    if is_broken_pipe(error) {
        // The reader closed the pipe, as `| head` does. Dropping `out` must not try to write the rest again.
        let _ = out.into_parts();
        return ExitCode::SUCCESS;
    }
    let _ = out.flush();
    report(&sentence(error), exit_code(error))
}

/// The error with its causes. Read errors carry a context; an I/O error without one is a failed write to `out`.
fn sentence(error: &Error) -> String {
    let bare =
        error.chain().next().is_some_and(|first| first.is::<io::Error>() || first.is::<serde_json::Error>());
    let what = if bare { "the output cannot be written: " } else { "" };
    format!("{what}{error:#}")
}

/// Writes `error: …` for each line of the message, as [`shown`], and returns the exit code.
pub fn report(message: &str, code: u8) -> ExitCode {
    message.lines().for_each(|line| say(&format!("error: {line}")));
    ExitCode::from(code)
}

/// A line of a message: it may quote a file, which has anything in it, of any length.
pub fn shown(line: &str) -> String {
    plain(line, 4_000)
}

/// Writes `warning: …` on one line, as [`shown`].
pub fn warn(message: &str) {
    say(&format!("warning: {message}"));
}

/// Writes a line on standard error, as [`shown`].
pub fn say(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shown(message));
}

fn exit_code(error: &Error) -> u8 {
    match error.downcast_ref() {
        Some(Failure::Usage(_)) => return 2,
        Some(Failure::Interrupted(_)) => return 130,
        None => {}
    }
    if let Some(error) = error.downcast_ref::<hyakuman_arena::Error>() {
        return match error.kind() {
            hyakuman_arena::ErrorKind::Usage => 2,
            hyakuman_arena::ErrorKind::Protocol => 3,
            hyakuman_arena::ErrorKind::Interrupted => 130,
            hyakuman_arena::ErrorKind::Failed => 1,
        };
    }
    if let Some(error) = error.downcast_ref::<RecordError>() {
        return if error.is_bad_input() { 2 } else { 1 };
    }
    let unreadable =
        |kind| matches!(kind, ErrorKind::NotFound | ErrorKind::PermissionDenied | ErrorKind::IsADirectory);
    let bad_input =
        error.is::<RulesError>() || error.is::<SpecError>() || io_kind(error).is_some_and(unreadable);
    if bad_input { 2 } else { 1 }
}

fn is_broken_pipe(error: &Error) -> bool {
    io_kind(error) == Some(ErrorKind::BrokenPipe)
}

/// The kind of the underlying I/O error, if there is one.
fn io_kind(error: &Error) -> Option<ErrorKind> {
    error.chain().find_map(|cause| {
        let json = || cause.downcast_ref::<serde_json::Error>()?.io_error_kind();
        cause.downcast_ref::<io::Error>().map(io::Error::kind).or_else(json)
    })
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Usage(sentence) | Failure::Interrupted(sentence)) = self;
        f.write_str(sentence)
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn exit_codes_are_those_of_the_help() {
        let io = |kind| Error::from(io::Error::from(kind));
        let cases = [
            (Failure::Usage(String::new()).into(), 2),
            (hyakuman_arena::Error::Protocol(String::new()).into(), 3),
            (hyakuman_arena::Error::Interrupted.within("a folder").into(), 130),
            (hyakuman_arena::Error::from(io::Error::from(ErrorKind::NotFound)).into(), 2),
            (Failure::Interrupted(String::new()).into(), 130),
            (RulesError::one(String::new(), String::new()).into(), 2),
            (hyakuman_agents::Roster::built_in().spec("nobody").unwrap_err().into(), 2),
            (io(ErrorKind::NotFound), 2),
            (Err::<(), _>(io(ErrorKind::NotFound)).context("x cannot be read").unwrap_err(), 2),
            (io(ErrorKind::StorageFull), 1),
            (anyhow::anyhow!("anything else"), 1),
        ];
        for (error, code) in cases {
            assert_eq!(exit_code(&error), code, "{error:?}");
        }
    }

    #[test]
    fn messages_name_what_failed() {
        let full = || Error::from(io::Error::from(ErrorKind::StorageFull));
        assert_eq!(sentence(&full()), format!("the output cannot be written: {}", full()));
        assert_eq!(sentence(&full().context("x cannot be read")), format!("x cannot be read: {}", full()));
        assert_eq!(sentence(&anyhow::anyhow!("anything else")), "anything else");
    }

    #[test]
    fn a_broken_pipe_is_seen_through_json() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let error = serde_json::to_writer(Closed, &1).unwrap_err();
        assert!(is_broken_pipe(&error.into()));
    }
}
