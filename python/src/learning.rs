//! Labels by rollouts and adapted agents, for `hyakuman/learning.py`. Results are returned as JSON.

use crate::players::roster_with;
use crate::rules::Rules;
use crate::runs::{Play, Record, arena, record_options, watched};
use hyakuman_agents::Roster;
use hyakuman_arena::adapt::{AdaptOptions, Budget, LabelWorth, Labelling, summary};
use hyakuman_arena::{Error, RecordOptions};
use hyakuman_report::json;
use pyo3::prelude::*;
use std::path::Path;

/// How decisions are labelled: the agent, the policy, the chance that a decision is looked at, walls, whether in points, a fit of places.
type How = (Option<String>, Option<String>, f64, u32, bool, Option<String>);

/// What is adapted: the agent, the policy, the file of the correction, the seed, threads.
type Adapting = (Option<String>, Option<String>, String, u64, u64);

/// How much is done: seconds, or matches and walls; steps.
type Effort = (f64, Option<(u64, u64)>, u32);

/// Plays matches and labels their decisions.
#[pyfunction]
pub(crate) fn labels(
    py: Python<'_>,
    rules: &Rules,
    play: Play,
    record: Record,
    how: How,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let (roster, raised) = roster_with(Vec::new())?;
    let record = record_options(record)?;
    watched(py, progress, &raised, |observer| {
        let (label, out) = (Some(labelling(&roster, &play.0[0], how)?), record.out.clone());
        arena(rules, &roster, &play)?.record(RecordOptions { label, ..record }).play(observer)?;
        Ok(json::labels(summary(&out)?.as_deref()).to_string())
    })
}

/// Adapts an agent to the rules.
#[pyfunction]
pub(crate) fn adapt(
    py: Python<'_>,
    rules: &Rules,
    adapting: Adapting,
    effort: Effort,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let ((agent, policy, out, seed, threads), (seconds, plan, steps)) = (adapting, effort);
    let (roster, raised) = roster_with(Vec::new())?;
    let described = rules.0.describe();
    let options = AdaptOptions {
        agent: agent.unwrap_or_else(|| roster.strong_agent(described.family).into()),
        policy,
        budget: Budget::of(plan.map(<[u64; 2]>::from), seconds, steps),
        out: out.into(),
        seed,
        threads: (threads > 0).then_some(threads),
    };
    watched(py, progress, &raised, |observer| {
        let adapted = hyakuman_arena::adapt::adapt(&rules.0, &roster, &options, observer)?;
        Ok(json::adapted(&adapted).to_string())
    })
}

fn labelling(roster: &Roster, first: &str, how: How) -> Result<Labelling, Error> {
    let (agent, policy, rate, worlds, points, places) = how;
    let of = Labelling::of(roster, agent.as_deref().unwrap_or(first))?;
    let worth = LabelWorth::of(places.as_deref().map(Path::new), points)?;
    Ok(Labelling { policy: policy.unwrap_or(of.policy), worth, rate, worlds, ..of })
}
