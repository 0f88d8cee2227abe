//! Errors as Python exceptions, with one sentence each.

use hyakuman_arena::{Error, Kind};
use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use std::fmt::Display;

/// A `ValueError`: what was passed in is wrong.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `RuntimeError`: what was asked for cannot be done now.
pub(crate) fn runtime(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// An error of the arena.
pub(crate) fn arena(error: Error) -> PyErr {
    let sentence = in_python(&error.to_string());
    match error.kind() {
        Kind::Interrupted => PyKeyboardInterrupt::new_err(()),
        Kind::Usage => value(sentence),
        Kind::Protocol | Kind::Failed => runtime(sentence),
    }
}

/// Options of the command line, and what they are in Python.
const OPTIONS: [(&str, &str); 11] = [
    ("--resume", "resume=True"),
    ("--part-size ", "part_size="),
    (
        "a --state FILE of its own, to be put together with --merge",
        "a state=FILE of its own, to be put together by merge",
    ),
    ("--until and --for", "until"),
    ("--pairs", "pairs"),
    (
        "--merge plays nothing: leave out --state and --shard",
        "merge plays nothing: leave out state and shard",
    ),
    ("of --games ", "of games="),
    ("the --games of", "the games of"),
    ("name another --variant, or --set a rule", "name other rules"),
    ("--agents ", "agents "),
    ("record it with --record ", "record it with tables="),
];

/// A sentence of the command line as one of the package.
pub(crate) fn in_python(sentence: &str) -> String {
    let translated =
        OPTIONS.iter().fold(sentence.to_owned(), |text, (option, name)| text.replace(option, name));
    let mut parts = translated.split("--set ");
    let first = parts.next().unwrap_or_default().to_owned();
    // A rule with its value is one of Python; other words about the option stay.
    parts.fold(first, |text, part| {
        let word = part.split_whitespace().next().unwrap_or_default();
        text + if word.contains('=') { "" } else { "--set " } + part
    })
}
