//! Errors as Python exceptions, with one sentence each.

use hyakuman_arena::{Error, ErrorKind};
use hyakuman_core::excerpt::plain;
use hyakuman_record::AGAIN;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};
use std::fmt::Display;

create_exception!(
    hyakuman,
    DataError,
    PyValueError,
    "A data set is damaged: `hyakuman data verify` checks it."
);

/// A `ValueError`: what was passed in is wrong.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(shown(error))
}

/// A `RuntimeError`: what was asked for cannot be done now.
pub(crate) fn runtime(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(shown(error))
}

pub(crate) fn data(error: impl Display) -> PyErr {
    DataError::new_err(shown(error))
}

/// A message without characters that steer the terminal on which Python prints it: it may quote a file.
fn shown(error: impl Display) -> String {
    error.to_string().lines().map(|line| plain(line, 4_000)).collect::<Vec<_>>().join("\n")
}

/// [`AGAIN`] for the package.
const AGAIN_IN_PYTHON: &str =
    "call the function again (`record`, `labels` and `import_logs` with resume=True)";

pub(crate) fn arena(error: Error) -> PyErr {
    let sentence = error.to_string().replace(AGAIN, AGAIN_IN_PYTHON);
    let sentence = in_python(&sentence);
    match error.kind() {
        ErrorKind::Interrupted => PyKeyboardInterrupt::new_err(()),
        _ if error.is_of_record() => data(sentence),
        ErrorKind::Usage => value(sentence),
        ErrorKind::Protocol | ErrorKind::Failed => runtime(sentence),
    }
}

/// Options of the command line that have the same name as an argument, but for dashes.
const SAME: [&str; 11] =
    ["agents", "games", "merge", "pairs", "part-size", "rules", "set", "shard", "state", "until", "variant"];

/// A sentence of the command line as one of the package: its options are arguments. What follows a command of the program is about
/// that command, and stays.
pub(crate) fn in_python(sentence: &str) -> String {
    let (own, command) = sentence.split_at(sentence.find("`hyakuman ").unwrap_or(sentence.len()));
    let own = own.replace(" and --for", "");
    let mut parts = own.split("--");
    let first = parts.next().unwrap_or_default().to_owned();
    let joined = parts.fold(first, |text, part| {
        let is_word = text.is_empty() || text.ends_with([' ', '(']);
        text + &if is_word { argument(part) } else { format!("--{part}") }
    });
    joined + command
}

/// The rest of a sentence after two dashes: an argument in the place of an option. Other texts with dashes stay.
fn argument(part: &str) -> String {
    let end = part.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(part.len());
    let (name, rest) = part.split_at(end);
    let is_change = |text: &str| text.split(' ').next().is_some_and(|word| word.contains('='));
    match (name, rest.strip_prefix(' ')) {
        ("resume", _) => format!("resume=True{rest}"),
        ("record", Some(tables)) => format!("tables={tables}"),
        ("set", Some(change)) if is_change(change) => change.to_owned(),
        _ if !SAME.contains(&name) => format!("--{part}"),
        (_, Some(value)) if value.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{}={value}", name.replace('-', "_"))
        }
        _ => name.replace('-', "_") + rest,
    }
}
