//! Agents that are Python objects, for `hyakuman/players.py`.

use crate::error;
use crate::words::parsed;
use hyakuman_agents::Roster;
use hyakuman_arena::Error;
use hyakuman_core::game::AgentFailure;
use hyakuman_envs::{Answer, Observation, Questions, player};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Name, observations, and a function of observations and masks, both flat, that returns the actions.
pub(crate) type Player = (String, Option<String>, Py<PyAny>);

/// The first exception that an agent in Python has raised.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// The exception, or else the error.
    pub(crate) fn or(&self, error: Error) -> PyErr {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_else(|| error::arena(error))
    }

    fn keep(&self, raised: PyErr) -> AgentFailure {
        let failure = AgentFailure(raised.to_string());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(raised);
        failure
    }
}

/// All agents that come with the program, and these; the exceptions that these raise.
pub(crate) fn roster_with(players: Vec<Player>) -> PyResult<(Roster, Raised)> {
    let raised = Raised::default();
    Ok((roster_raising(players, &raised)?, raised))
}

/// [`roster_with`]; exceptions are kept here.
pub(crate) fn roster_raising(players: Vec<Player>, raised: &Raised) -> PyResult<Roster> {
    let mut roster = hyakuman_onnx::roster();
    for (name, obs, function) in players {
        let observation = obs.as_deref().map_or(Ok(Observation::None), parsed)?;
        roster.insert(player(&name, observation, &answer(function, raised.clone())));
    }
    Ok(roster)
}

/// Asks the function. One thread at a time: others wait without the GIL.
fn answer(function: Py<PyAny>, raised: Raised) -> Arc<Answer> {
    let turn = Mutex::new(());
    Arc::new(move |questions, actions| {
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        Python::attach(|py| asked(py, &function, questions, actions)).map_err(|error| raised.keep(error))
    })
}

fn asked(
    py: Python<'_>,
    function: &Py<PyAny>,
    questions: &Questions<'_>,
    actions: &mut [u8],
) -> PyResult<()> {
    let obs = array(py, questions.len() * questions.observation, questions.observations())?;
    let mask = array(py, questions.len() * questions.actions, questions.masks())?;
    let answers = function.call1(py, (obs, mask))?;
    let answers: PyReadonlyArray1<'_, u8> = answers.extract(py)?;
    actions.copy_from_slice(answers.as_slice()?);
    Ok(())
}

/// A new array of rows one after another.
fn array<'py, 'a>(
    py: Python<'py>,
    bytes: usize,
    rows: impl Iterator<Item = &'a [u8]>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let array = PyArray1::zeros(py, bytes, false);
    let mut room = array.readwrite();
    let mut left = room.as_slice_mut()?;
    for row in rows {
        let (here, behind) = left.split_at_mut(row.len());
        here.copy_from_slice(row);
        left = behind;
    }
    drop(room);
    Ok(array)
}
