//! Errors as Python exceptions, with one sentence each.

use hyakuman_arena::{Error, Kind};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};
use std::fmt::Display;

create_exception!(hyakuman, DataError, PyValueError, "A data set is damaged: `hyakuman verify` checks it.");

/// A `ValueError`: what was passed in is wrong.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `RuntimeError`: what was asked for cannot be done now.
pub(crate) fn runtime(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// A [`DataError`].
pub(crate) fn data(error: impl Display) -> PyErr {
    DataError::new_err(error.to_string())
}

/// An error of the arena.
pub(crate) fn arena(error: Error) -> PyErr {
    let sentence = in_python(&error.to_string());
    match error.kind() {
        Kind::Interrupted => PyKeyboardInterrupt::new_err(()),
        _ if error.is_of_record() => data(sentence),
        Kind::Usage => value(sentence),
        Kind::Protocol | Kind::Failed => runtime(sentence),
    }
}

/// A sentence of the command line as one of the package: its options are arguments. What follows a command of the program is about
/// that command, and stays.
pub(crate) fn in_python(sentence: &str) -> String {
    let (own, command) = sentence.split_at(sentence.find("`hyakuman ").unwrap_or(sentence.len()));
    let own =
        own.replace("--resume", "resume=True").replace("--record ", "tables=").replace(" and --for", "");
    let mut parts = own.split("--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + &argument(part)) + command
}

/// The rest of a sentence after the dashes of an option, with an argument in its place.
fn argument(part: &str) -> String {
    let (name, rest) =
        part.split_at(part.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(part.len()));
    match rest.strip_prefix(' ') {
        Some(change) if name == "set" && change.split(' ').next().is_some_and(|word| word.contains('=')) => {
            change.to_owned()
        }
        Some(value) if value.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{}={value}", name.replace('-', "_"))
        }
        _ => name.replace('-', "_") + rest,
    }
}
