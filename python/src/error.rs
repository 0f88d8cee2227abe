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
    match error.kind() {
        Kind::Interrupted => PyKeyboardInterrupt::new_err(()),
        Kind::Usage => value(error),
        Kind::Protocol | Kind::Failed => runtime(error),
    }
}
