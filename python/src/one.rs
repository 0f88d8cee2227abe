//! [`Match`]: one match for `hyakuman/single.py`.

use crate::env::numpy_type;
use crate::error;
use crate::rules::{Rules, roster};
use hyakuman_agents::Roster;
use hyakuman_arena::Error;
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_envs::{OneMatch, one_match};
use hyakuman_planes::Planes;
use hyakuman_viewer::Heading;
use numpy::PyReadwriteArray1;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One match.
#[pyclass(frozen, module = "hyakuman._native")]
pub(crate) struct Match {
    game: Mutex<Box<dyn OneMatch>>,
    seats: usize,
}

/// Scores in points, placement, final points and number of kyoku.
type Ended = (Vec<f64>, Vec<u32>, Vec<f64>, u32);

/// Name and NumPy type of each cell, and all cells one after another.
type Row = (Vec<(&'static str, String)>, Vec<u8>);

#[pymethods]
impl Match {
    #[new]
    fn new(rules: &Rules, seed: u64, number: u64) -> Match {
        Match::of(one_match(&rules.0, MatchSeed { seed, number }))
    }

    /// The seats that have still to answer.
    fn deciders(&self) -> Vec<usize> {
        self.lock().pending().map(Seat::index).collect()
    }

    /// Code and name of each legal action of a seat.
    fn legal(&self, seat: usize) -> PyResult<Vec<(u8, String)>> {
        let (game, seat) = (self.lock(), self.seat(seat)?);
        Ok(game.legal(seat).iter().map(|code| (code, game.action_name(code))).collect())
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
        self.lock().answer(seat, code).map_err(error::arena)
    }

    /// What an agent would answer.
    fn advice(&self, py: Python<'_>, agent: &str, seat: usize) -> PyResult<u8> {
        let (roster, seat) = (roster(), self.seat(seat)?);
        py.detach(|| self.lock().advice(&roster, &roster.spec(agent)?, seat)).map_err(error::arena)
    }

    /// Plays to the end with these agents, one for each seat.
    fn finish(&self, py: Python<'_>, agents: Vec<String>) -> PyResult<()> {
        let roster = roster();
        let finish = |roster: &Roster| {
            let specs = agents.iter().map(|agent| roster.spec(agent)).collect::<Result<Vec<_>, _>>()?;
            if specs.len() != self.seats {
                let (given, seats) = (specs.len(), self.seats);
                return Err(Error::Usage(format!("there are {given} agents for {seats} seats")));
            }
            self.lock().finish(roster, &specs)
        };
        py.detach(|| finish(&roster)).map_err(error::arena)
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
        self.lock().actions().to_vec()
    }

    /// What a seat sees: name and NumPy type of each cell, and all cells one after another.
    fn row(&self, seat: usize) -> PyResult<Row> {
        let seat = self.seat(seat)?;
        let (columns, rows) = self.lock().row(seat);
        let types = columns.iter().map(|column| (column.name, numpy_type(column.cell_type))).collect();
        let cells = (0..columns.len()).flat_map(|column| rows.cells(column).bytes()).copied().collect();
        Ok((types, cells))
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
    fn mjai(&self, seat: Option<usize>) -> PyResult<String> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        self.lock().mjai(seat).map_err(error::arena)
    }

    /// The match so far as text.
    fn text(&self) -> PyResult<String> {
        self.lock().text().map_err(error::arena)
    }

    /// The match so far as an HTML page with this title and ruleset.
    fn page(&self, title: String, rules: String) -> PyResult<String> {
        self.lock().page(&Heading { title, rules, ..Heading::default() }).map_err(error::arena)
    }

    /// Deals hidden tiles again.
    fn redeal_hidden(&self, seat: usize, seed: u64) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.lock().redeal_hidden(seat, seed).map_err(error::arena)
    }

    /// A copy.
    fn clone(&self) -> Match {
        Match::of(self.lock().copied())
    }
}

impl Match {
    fn of(game: Box<dyn OneMatch>) -> Match {
        Match { seats: game.seats(), game: Mutex::new(game) }
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn OneMatch>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, seat: usize) -> PyResult<Seat> {
        match seat < self.seats {
            true => Ok(Seat::new(seat as u8)),
            false => Err(error::value(format!("there is no seat {seat}, they are 0 to {}", self.seats - 1))),
        }
    }
}
