//! [`VecEnv`]: hands slices of NumPy arrays to `hyakuman_envs`. The arrays belong to `hyakuman/vec_env.py`.

use crate::error;
use crate::players::{Player, Raised, roster_raising, roster_with};
use crate::rules::Rules;
use crate::words::{Start, parsed, start_state};
use hyakuman_agents::agent_file;
use hyakuman_envs::{Batch, EnvOptions, Finished, Layout, Observation, Reward, Width, batch_arrays};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};
use std::{mem, process};

/// How often a long call lets Python handle signals.
const SIGNALS: Duration = Duration::from_millis(50);

/// An environment of many tables.
#[pyclass(frozen, module = "hyakuman._native")]
pub(crate) struct VecEnv {
    /// `None` only where it is dropped.
    env: Option<Mutex<Box<dyn hyakuman_envs::VecEnv>>>,
    layout: Layout,
    /// The process that made it, if it has threads: a fork has none of them.
    process: Option<u32>,
    raised: Raised,
}

#[pymethods]
impl VecEnv {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are options, by name in Python")]
    fn new(
        rules: &Rules,
        tables: usize,
        agents: Vec<Option<String>>,
        rotate: bool,
        obs: Option<&str>,
        oracle: bool,
        actions: Option<&str>,
        reward: Option<&str>,
        places: Option<&str>,
        seed: u64,
        threads: u64,
        players: Vec<Player>,
        rows: Option<usize>,
        start: Option<Start>,
    ) -> PyResult<VecEnv> {
        let options = EnvOptions {
            tables,
            agents,
            rotate,
            observation: obs.map_or(Ok(Observation::None), parsed)?,
            oracle,
            actions: actions.map(parsed).transpose()?,
            reward: reward.map_or(Ok(Reward::None), parsed)?,
            places: places.map(fit).transpose()?,
            seed,
            rows,
            start: start.map(start_state),
            threads: (threads > 0).then_some(threads),
            ..EnvOptions::default()
        };
        let (roster, raised) = roster_with(players)?;
        let env = hyakuman_envs::vec_env(&rules.0, &Arc::new(roster), &options).map_err(error::arena)?;
        let layout = env.layout();
        Ok(VecEnv { env: Some(Mutex::new(env)), layout, process: (threads != 1).then(process::id), raised })
    }

    /// Seats, most rows of a batch, number of actions.
    fn layout(&self) -> (usize, usize, usize) {
        let Layout { seats, rows, actions, .. } = self.layout;
        (seats, rows, actions)
    }

    /// Name, type and cells a row of each array of a batch; None for one cell.
    fn arrays(&self) -> Vec<(&'static str, &'static str, Option<usize>)> {
        let cells = |width| (width != Width::One).then(|| self.layout.cells(width));
        Batch::ARRAYS.iter().map(|array| (array.name, array.cell, cells(array.width))).collect()
    }

    /// The name of an action.
    fn action_name(&self, action: u8) -> PyResult<Option<String>> {
        Ok(self.lock()?.action_name(action))
    }

    /// Plays every table to the next decision and writes the decisions to arrays like those of `arrays`, flat, flags as bytes.
    /// Returns their number.
    fn recv(&self, py: Python<'_>, arrays: Vec<Bound<'_, PyAny>>) -> PyResult<usize> {
        with_batch(&arrays, |mut batch| {
            self.check(&batch)?;
            let mut guard = self.lock()?;
            let (env, mut signal) = (&mut **guard, None);
            let played = py.detach(|| {
                let rows = env.play(&mut watch(&mut signal))?;
                env.read(&mut batch);
                Ok::<_, hyakuman_arena::Error>(rows)
            });
            signal.map_or(played.map_err(|error| self.raised.or(error)), Err)
        })
    }

    /// The matches that have ended since the batch before, as packed records (`FINISHED` in vec_env.py).
    fn finished(&self) -> PyResult<Vec<u8>> {
        let mut bytes = Vec::new();
        self.lock()?.finished().iter().for_each(|finished| write(finished, &mut bytes));
        Ok(bytes)
    }

    /// Takes the answers.
    fn send(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        let (mut guard, actions) = (self.lock()?, actions.as_slice()?);
        let env = &mut **guard;
        py.detach(|| env.take(actions)).map_err(error::arena)
    }

    /// Writes a random legal action for each decision.
    fn sample(&self, mut actions: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let (env, actions) = (self.lock()?, actions.as_slice_mut()?);
        env.sample(actions).map_err(error::arena)
    }

    /// Writes an action for each decision, by the chances of a softmax, and the logarithms of the chances.
    fn sample_logits(
        &self,
        py: Python<'_>,
        logits: PyReadonlyArray1<'_, f32>,
        mut actions: PyReadwriteArray1<'_, u8>,
        mut log_chances: PyReadwriteArray1<'_, f32>,
    ) -> PyResult<()> {
        let mut guard = self.lock()?;
        let env = &mut **guard;
        let (logits, actions) = (logits.as_slice()?, actions.as_slice_mut()?);
        let log_chances = log_chances.as_slice_mut()?;
        py.detach(move || env.choose(logits, actions, log_chances)).map_err(error::arena)
    }

    /// Other agents play the next matches.
    fn set_agents(&self, py: Python<'_>, agents: Vec<Option<String>>, players: Vec<Player>) -> PyResult<()> {
        let roster = Arc::new(roster_raising(players, &self.raised)?);
        let mut guard = self.lock()?;
        let env = &mut **guard;
        py.detach(|| env.set_agents(&roster, &agents)).map_err(error::arena)
    }

    /// Starts again with this seed.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let mut guard = self.lock()?;
        let env = &mut **guard;
        py.detach(|| env.reset(seed)).map_err(error::arena)
    }
}

/// The text of a fit of final places.
fn fit(path: &str) -> PyResult<String> {
    let unreadable =
        |why| error::value(format!("the fit of final places: {why}; `hyakuman agents places` writes one"));
    agent_file::text(Path::new(path), "").map_err(unreadable)
}

impl VecEnv {
    /// Whether this process is a fork of the one that has the threads.
    fn is_forked(&self) -> bool {
        self.process.is_some_and(|own| own != process::id())
    }

    /// The environment, if no other thread is using it.
    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn hyakuman_envs::VecEnv>>> {
        if self.is_forked() {
            let sentence = "this VecEnv belongs to another process: make one here with VecEnv(**env.recipe)";
            return Err(error::runtime(sentence));
        }
        self.env.as_ref().expect("it is not dropped").try_lock().map_err(|error| {
            PyRuntimeError::new_err(match error {
                TryLockError::WouldBlock => {
                    "another thread is using this VecEnv: give each thread an environment of its own"
                }
                TryLockError::Poisoned(_) => "this VecEnv failed in an earlier call: make a new one",
            })
        })
    }

    /// Each array is empty or has room for every batch.
    fn check(&self, batch: &Batch<'_>) -> PyResult<()> {
        if batch.fits(&self.layout) {
            return Ok(());
        }
        Err(error::value(format!("the arrays need room for {} rows", self.layout.rows)))
    }
}

impl Drop for VecEnv {
    /// A fork does not end the threads, which it does not have.
    fn drop(&mut self) {
        if self.is_forked() {
            mem::forget(self.env.take());
        }
    }
}

macro_rules! reading {
    ($($(#[$doc:meta])+ $name:ident: [$cell:ident; $width:ident] = $python:literal $type:literal,)+) => {
        /// Arrays of Python as a batch, for a call.
        fn with_batch<T>(
            arrays: &[Bound<'_, PyAny>],
            call: impl FnOnce(Batch<'_>) -> PyResult<T>,
        ) -> PyResult<T> {
            let mut arrays = arrays.iter();
            let mut next = || arrays.next().ok_or_else(|| error::value("a batch has more arrays"));
            $(let mut $name: PyReadwriteArray1<'_, $cell> = next()?.extract()?;)+
            call(Batch { $($name: $name.as_slice_mut()?),+ })
        }
    };
}

batch_arrays!(reading);

/// Lets Python handle signals now and then; an exception, such as that of Ctrl-C, is kept and ends the call.
pub(crate) fn watch(signal: &mut Option<PyErr>) -> impl FnMut() -> bool {
    let mut last = Instant::now();
    move || {
        if last.elapsed() < SIGNALS {
            return false;
        }
        last = Instant::now();
        *signal = Python::attach(|py| py.check_signals()).err();
        signal.is_some()
    }
}

fn write(finished: &Finished, out: &mut Vec<u8>) {
    let Finished { env, number, wall, agents, scores, placement, rank_points, .. } = finished;
    let Finished { reward, decisions, kyoku, changes, .. } = finished;
    out.extend(env.to_le_bytes());
    out.extend(number.to_le_bytes());
    out.extend(wall.to_le_bytes());
    out.extend(agents);
    out.extend(scores.map(f32::to_le_bytes).concat());
    out.extend(placement);
    out.extend(rank_points.map(f32::to_le_bytes).concat());
    out.extend(reward.map(f32::to_le_bytes).concat());
    out.extend(decisions.map(u32::to_le_bytes).concat());
    out.extend(kyoku.to_le_bytes());
    out.extend(changes.to_le_bytes());
}
