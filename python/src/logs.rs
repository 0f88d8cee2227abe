//! Real logs, played through the engine.

use hyakuman_games::logs::referee::{Disagreement, LogSource, Verdict, judge_by_its_rules};
use pyo3::prelude::*;

/// Of each match of a log: the rules (a preset and changes to it), kyoku, wins, whether it is partial, its mjai lines and the disagreements; or why it cannot
/// be read or played.
type Read = (
    Option<(String, Vec<String>)>,
    usize,
    usize,
    bool,
    String,
    Vec<(String, String, String, String)>,
    Option<String>,
);

/// Reads a log of any format and plays its matches.
#[pyfunction]
pub(crate) fn replay(py: Python<'_>, log: &[u8], changes: Vec<String>) -> Vec<Read> {
    py.detach(|| hyakuman_games::logs::read(log).into_iter().map(|log| one(log, &changes)).collect())
}

fn one(
    log: Result<hyakuman_games::logs::LogMatch, hyakuman_games::logs::LogError>,
    changes: &[String],
) -> Read {
    let read = log.and_then(|log| {
        let (source, verdict) = judge_by_its_rules(&log, changes)?;
        Ok((hyakuman_games::logs::mjai::write(&log), source, verdict))
    });
    match read {
        Ok((lines, source, verdict)) => played(lines, &source, verdict),
        Err(error) => (None, 0, 0, true, String::new(), Vec::new(), Some(error.to_string())),
    }
}

fn played(lines: String, source: &LogSource, verdict: Verdict) -> Read {
    let Verdict { kyoku, wins, partial, disagreements } = verdict;
    let differs = |Disagreement { kyoku, what, expected, found, .. }| {
        (kyoku.to_string(), String::from(what), expected, found)
    };
    let disagreements = disagreements.into_iter().map(differs).collect();
    (Some((source.id.to_owned(), source.sets.clone())), kyoku, wins, partial, lines, disagreements, None)
}
