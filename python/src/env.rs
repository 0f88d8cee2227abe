//! [`VecEnv`]: hands slices of NumPy arrays to `hyakuman_envs`. The arrays belong to `hyakuman/vec_env.py`.

use crate::error;
use crate::players::{Player, Raised, roster_with};
use crate::rules::Rules;
use crate::words::parsed;
use hyakuman_envs::{Batch, EnvOptions, Finished, Layout, Observation, Reward};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
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
        actions: Option<&str>,
        reward: Option<&str>,
        seed: u64,
        threads: u64,
        players: Vec<Player>,
    ) -> PyResult<VecEnv> {
        let options = EnvOptions {
            tables,
            agents,
            rotate,
            observation: obs.map_or(Ok(Observation::None), parsed)?,
            actions: actions.map(parsed).transpose()?,
            reward: reward.map_or(Ok(Reward::None), parsed)?,
            seed,
            threads: (threads > 0).then_some(threads),
            ..EnvOptions::default()
        };
        let (roster, raised) = roster_with(players)?;
        let env = hyakuman_envs::vec_env(&rules.0, &Arc::new(roster), &options).map_err(error::arena)?;
        let layout = env.layout();
        Ok(VecEnv { env: Some(Mutex::new(env)), layout, process: (threads != 1).then(process::id), raised })
    }

    /// Seats, most rows of a batch, bytes of an observation, number of actions.
    fn layout(&self) -> (usize, usize, usize, usize) {
        let Layout { seats, rows, observation, actions, .. } = self.layout;
        (seats, rows, observation, actions)
    }

    /// The name of an action.
    fn action_name(&self, action: u8) -> PyResult<Option<String>> {
        Ok(self.lock()?.action_name(action))
    }

    /// Plays every table to the next decision and writes the decisions. Returns their number.
    #[expect(clippy::too_many_arguments, reason = "the arrays of a batch")]
    fn recv(
        &self,
        py: Python<'_>,
        mut env: PyReadwriteArray1<'_, i32>,
        mut seat: PyReadwriteArray1<'_, u8>,
        mut obs: PyReadwriteArray1<'_, u8>,
        mut mask: PyReadwriteArray1<'_, u8>,
        mut reward: PyReadwriteArray1<'_, f32>,
        mut first: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<usize> {
        let mut batch = Batch {
            env: env.as_slice_mut()?,
            seat: seat.as_slice_mut()?,
            obs: obs.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            reward: reward.as_slice_mut()?,
            first: first.as_slice_mut()?,
        };
        self.check(&batch)?;
        let mut guard = self.lock()?;
        let (env, mut signal) = (&mut **guard, None);
        let played = py.detach(|| {
            let rows = env.play(&mut watch(&mut signal))?;
            env.read(&mut batch);
            Ok::<_, hyakuman_arena::Error>(rows)
        });
        signal.map_or(played.map_err(|error| self.raised.or(error)), Err)
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

    /// Starts again with this seed.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let mut guard = self.lock()?;
        let env = &mut **guard;
        py.detach(|| env.reset(seed)).map_err(error::arena)
    }
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

    /// The arrays have room for every batch.
    fn check(&self, batch: &Batch<'_>) -> PyResult<()> {
        let Layout { rows, observation, actions, .. } = self.layout;
        let enough = [batch.env.len(), batch.seat.len(), batch.reward.len(), batch.first.len()];
        let fits = enough.into_iter().all(|length| length >= rows)
            && batch.obs.len() >= rows * observation
            && batch.mask.len() >= rows * actions;
        if fits { Ok(()) } else { Err(error::value(format!("the arrays need room for {rows} rows"))) }
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
    let Finished { env, number, wall, agents, scores, placement, rank_points, reward, decisions, kyoku } =
        finished;
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
}
