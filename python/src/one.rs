//! [`Match`]: one match for `hyakuman/single.py`.

use crate::error;
use crate::rules::Rules;
use crate::words::{Start, numpy_type, start_state};
use hyakuman_arena::Rolled;
use hyakuman_arena::table::{KeptAgents, Rolling, Table, Until, table, table_from};
use hyakuman_core::game::{Candidate, Evaluation};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::viewer::{Format, Heading};
use hyakuman_riichi::planes::Planes;
use numpy::PyReadwriteArray1;
use pyo3::prelude::*;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The agents of all matches: a network is loaded once.
static AGENTS: LazyLock<KeptAgents> = LazyLock::new(|| KeptAgents::new(hyakuman_onnx::roster()));

/// One match.
#[pyclass(frozen, module = "hyakuman._native")]
pub(crate) struct Match {
    table: Mutex<Box<dyn Table>>,
    seats: usize,
}

/// Scores in points, placement, final points and number of kyoku.
type Ended = (Vec<f64>, Vec<u32>, Vec<f64>, u32);

/// Kyoku, repeat, how it ended, changes of the scores in points and scores.
type Kyoku = (u32, u32, &'static str, Vec<f64>, Vec<f64>);

/// The fields of a `Candidate`, its action as a code.
type Weighed = (u8, f32, Option<f32>, Option<f32>, Option<f32>, Option<i8>, Option<String>);

/// The fields of a `Rolled`, its action as a code: the mean with its interval, and what it is worth less than the best.
type Played = (u8, f64, Option<[f64; 2]>, f64, Option<[f64; 2]>);

#[pymethods]
impl Match {
    #[new]
    fn new(rules: &Rules, seed: u64, number: u64, start: Option<Start>) -> PyResult<Match> {
        let seed = MatchSeed { seed, number };
        Ok(Match::of(match start.map(start_state) {
            None => table(&rules.0, seed),
            Some(start) => table_from(&rules.0, seed, &start).map_err(error::arena)?,
        }))
    }

    /// The seats that have still to answer.
    fn deciders(&self) -> Vec<usize> {
        self.lock().pending().map(Seat::index).collect()
    }

    /// Code and name of each legal action of a seat.
    fn legal(&self, seat: usize) -> PyResult<Vec<(u8, String)>> {
        let (table, seat) = (self.lock(), self.seat(seat)?);
        let name = table.facts().action_name;
        Ok(table.legal(seat).iter().map(|code| (code, name(code))).collect())
    }

    /// The codes of the legal actions of a seat.
    fn codes(&self, seat: usize) -> PyResult<Vec<u8>> {
        let seat = self.seat(seat)?;
        Ok(self.lock().legal(seat).iter().collect())
    }

    /// The legal compact actions of a seat.
    fn compact(&self, seat: usize) -> PyResult<Vec<u8>> {
        let seat = self.seat(seat)?;
        Ok(self.lock().compact(seat).iter().collect())
    }

    /// The code of a compact action of a seat, if it is legal.
    fn code_of(&self, seat: usize, compact: u8) -> PyResult<Option<u8>> {
        let seat = self.seat(seat)?;
        Ok(self.lock().code_of(seat, compact))
    }

    /// Takes the answer of a seat.
    fn answer(&self, seat: usize, code: u8) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.lock().take(seat, code).map_err(error::arena)
    }

    /// What an agent would answer.
    fn advice(&self, py: Python<'_>, agent: &str, seat: usize) -> PyResult<u8> {
        let seat = self.seat(seat)?;
        py.detach(|| self.lock().choice(&AGENTS, agent, seat)).map_err(error::arena)
    }

    /// What every legal action is worth to an agent: the unit, and for each action its code, name, value, chances and what follows.
    fn evaluate(
        &self,
        py: Python<'_>,
        agent: &str,
        seat: usize,
    ) -> PyResult<Option<(&'static str, Vec<Weighed>)>> {
        let seat = self.seat(seat)?;
        let found = py.detach(|| self.lock().evaluation(&AGENTS, agent, seat)).map_err(error::arena)?;
        Ok(found.map(|Evaluation { unit, candidates }| {
            let cells = |it: Candidate| {
                (
                    it.action,
                    it.value,
                    it.win,
                    it.deal_in,
                    it.loss,
                    it.shanten,
                    it.then.map(|kind| kind.to_string()),
                )
            };
            (unit.name(), candidates.into_iter().map(cells).collect())
        }))
    }

    /// Plays on with these agents, one for each seat: until a kyoku has been settled, or to the end.
    fn play(&self, py: Python<'_>, agents: Vec<String>, kyoku: bool) -> PyResult<()> {
        let (specs, until): (Vec<&str>, _) =
            (agents.iter().map(String::as_str).collect(), if kyoku { Until::Kyoku } else { Until::Match });
        py.detach(|| self.lock().play(&AGENTS, &specs, until)).map_err(error::arena)
    }

    /// The last kyoku that was settled.
    fn last_kyoku(&self) -> Option<Kyoku> {
        let end = self.lock().last_kyoku()?;
        let seats = ..self.seats;
        Some((
            end.kyoku,
            end.repeat,
            end.result.name(),
            end.deltas[seats].to_vec(),
            end.scores[seats].to_vec(),
        ))
    }

    /// The result, if the match is over.
    fn result(&self) -> Option<Ended> {
        let end = self.lock().result()?;
        let seats = ..self.seats;
        Some((
            end.scores[seats].to_vec(),
            end.placement[seats].iter().map(|&place| place.into()).collect(),
            end.rank_points[seats].to_vec(),
            end.kyoku,
        ))
    }

    /// The codes of all actions so far.
    fn actions(&self) -> Vec<u8> {
        self.lock().history().actions.clone()
    }

    /// Name and NumPy type of each cell of a row.
    fn columns(&self) -> Vec<(&'static str, String)> {
        let columns = self.lock().facts().columns;
        columns.iter().map(|column| (column.name, numpy_type(column.cell_type))).collect()
    }

    /// What a seat sees: all cells one after another.
    fn row(&self, seat: usize) -> PyResult<Vec<u8>> {
        let seat = self.seat(seat)?;
        let rows = self.lock().row(seat);
        Ok((0..rows.columns()).flat_map(|column| rows.cells(column).bytes()).copied().collect())
    }

    /// Writes what a seat sees as planes.
    fn planes(&self, planes: &str, seat: usize, mut out: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let planes: Planes = planes.parse().map_err(|sentence: String| error::value(sentence))?;
        let (seat, out) = (self.seat(seat)?, out.as_slice_mut()?);
        if out.len() != planes.bytes() {
            return Err(error::value(format!("{planes} have {} bytes", planes.bytes())));
        }
        self.lock().planes(planes, seat, out).map_err(error::arena)
    }

    /// The match so far as mjai lines, as a seat sees it or with all tiles shown.
    #[pyo3(signature = (seat))]
    fn mjai(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<String> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        py.detach(|| self.lock().mjai(seat)).map_err(error::arena)
    }

    /// The match so far as text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.lock().written(Format::Text, &Heading::default())).map_err(error::arena)
    }

    /// The match so far as an HTML page with this title and ruleset.
    fn page(&self, py: Python<'_>, title: String, rules: String) -> PyResult<String> {
        let heading = Heading { title, rules, ..Heading::default() };
        py.detach(|| self.lock().written(Format::Html, &heading)).map_err(error::arena)
    }

    /// Deals hidden tiles again.
    fn redeal_hidden(&self, seat: usize, seed: u64) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.lock().redeal_hidden(seat, seed).map_err(error::arena)
    }

    /// What every legal action of a seat is worth in rollouts: the unit, and for each action its numbers.
    fn rollouts(
        &self,
        py: Python<'_>,
        seat: usize,
        policy: &str,
        worlds: u64,
        true_hands: bool,
        seed: u64,
    ) -> PyResult<(&'static str, Vec<Played>)> {
        let (seat, how) = (self.seat(seat)?, Rolling { policy, worlds, true_hands, seed });
        let table = self.lock().copied();
        let found = py.detach(move || table.rollouts(&AGENTS, &how, seat)).map_err(error::arena)?;
        let cells = |rolled: &Rolled| {
            let behind = rolled.behind.map_or((0.0, None), |behind| (behind.value, behind.bounds()));
            (rolled.action, rolled.worth.value, rolled.worth.bounds(), behind.0, behind.1)
        };
        Ok((found.unit.name(), found.actions.iter().map(cells).collect()))
    }

    /// A copy.
    fn clone(&self) -> Match {
        Match::of(self.lock().copied())
    }
}

impl Match {
    fn of(table: Box<dyn Table>) -> Match {
        Match { seats: table.seats(), table: Mutex::new(table) }
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Table>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, seat: usize) -> PyResult<Seat> {
        match seat < self.seats {
            true => Ok(Seat::new(seat as u8)),
            false => Err(error::value(format!("there is no seat {seat}, they are 0 to {}", self.seats - 1))),
        }
    }
}
