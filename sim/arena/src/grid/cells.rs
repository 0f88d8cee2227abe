//! The cells of an experiment, ready to be played.
//!
//! They are of one game, which is behind the trait [`Cells`]: what divides walls among threads, adds what is counted and decides when it is enough
//! knows no game and is compiled once.

use super::observer::CellObserver;
use super::rescore::{self, Ends, Rescored};
use super::{Cell, CellOptions, Grid};
use crate::arena::Arena;
use crate::counts::WallCounts;
use crate::error::Error;
use crate::lineup::Lineup;
use crate::own_measures::OwnMeasures;
use crate::play::{AnyRecorder, Job};
use crate::settings::{Settings, Work};
use hyakuman_core::game::{Game, MatchEnd};
use hyakuman_games::registry::{Listed, Visitor};
use std::ops::Range;
use std::sync::Arc;

/// Cells of one game. Errors come with the cell in which they happened.
pub(super) trait Cells: Sync {
    /// How a cell is played.
    fn manner(&self, cell: usize) -> Manner;

    /// Plays these walls in all cells: for each cell the totals of each wall.
    fn play(&self, walls: Range<u64>) -> Result<Vec<Vec<WallCounts>>, (usize, Error)>;
}

/// How a cell is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// Not at all: its matches are those of an earlier cell with other final points.
    Rescored,
    /// One match after another, by agents that answer one decision at a time.
    OneByOne,
    /// By agents that are programs of their own: a wall may take minutes.
    External,
    /// Many matches at a time, for batched agents.
    Batched {
        /// Number of walls in a piece that is long enough for full batches.
        long_piece: u64,
    },
}

/// Makes the agents of the first thread of every cell, to report errors before any match. The rules of the arena say which game it is; those
/// of all cells are of the same.
pub(super) fn cells<'a>(
    grid: &'a Grid<'a>,
    observers: &'a [CellObserver<'a>],
) -> Result<Box<dyn Cells + 'a>, (usize, Error)> {
    grid.arena.rules.visit(Make { grid, observers })
}

/// [`Visitor`] finds the game.
struct Make<'a> {
    grid: &'a Grid<'a>,
    observers: &'a [CellObserver<'a>],
}

impl<'a> Visitor for Make<'a> {
    type Output = Result<Box<dyn Cells + 'a>, (usize, Error)>;

    fn visit<G: Listed>(self, _: &Arc<G::Rules>) -> Self::Output {
        let Grid { setting, arena, ref cells, .. } = *self.grid;
        let mut made = CellsOf::<G> { setting, cells: Vec::new() };
        for (at, (cell, observer)) in cells.iter().zip(self.observers).enumerate() {
            made.push(arena, cell, observer).map_err(|error| (at, error))?;
        }
        Ok(Box::new(made))
    }
}

struct CellsOf<'a, G: Game> {
    setting: CellOptions,
    cells: Vec<Origin<'a, G>>,
}

/// Where the matches of a cell come from.
enum Origin<'a, G: Game> {
    Played(Job<'a, G>),
    Rescored {
        /// The cell that was played.
        from: usize,
        rules: Arc<G::Rules>,
        lineup: &'a Lineup,
    },
}

impl<'a, G: Listed> CellsOf<'a, G> {
    fn push(
        &mut self,
        arena: &'a Arena<'a>,
        cell: &Cell<'a>,
        observer: &'a CellObserver<'a>,
    ) -> Result<(), Error> {
        let Cell { rules, lineup, .. } = *cell;
        let rules = Arc::new(G::rules_of(rules).expect("rules of one game").clone());
        let source = match self.same_matches(arena, &rules, lineup) {
            Some(from) => Origin::Rescored { from, rules, lineup },
            None => {
                let of_arena = arena.settings(lineup, observer);
                let settings =
                    Settings { ruleset: cell.rules, own_measures: self.setting.own_measures, ..of_arena };
                Origin::Played(Job::new(Work { rules, settings })?)
            }
        };
        self.cells.push(source);
        Ok(())
    }

    /// An earlier cell of these agents, whose matches these rules only re-score.
    fn same_matches(&self, arena: &Arena<'_>, rules: &G::Rules, lineup: &Lineup) -> Option<usize> {
        if !self.setting.rescore || self.setting.own_measures.is_some_and(OwnMeasures::needs_the_match) {
            return None;
        }
        self.cells.iter().position(|source| match source {
            Origin::Played(job) => {
                let work = job.work();
                work.lineup.named() == lineup.named()
                    && rescore::is_exact::<G>(&work.rules, rules, lineup, arena.roster)
            }
            Origin::Rescored { .. } => false,
        })
    }

    /// The cells of batched agents that are played together: of whole walls, and none is made of their ends.
    fn batched(&self) -> Vec<(usize, &Job<'a, G>)> {
        let is_together = |cell: usize, job: &Job<'a, G>| {
            job.is_batched() && self.setting.matches == u64::MAX && !self.is_rescored(cell)
        };
        let played = (0..).zip(&self.cells).filter_map(|(cell, source)| match source {
            Origin::Played(job) => Some((cell, job)),
            Origin::Rescored { .. } => None,
        });
        played.filter(|(cell, job)| is_together(*cell, job)).collect()
    }

    /// Whether another cell is made of the ends of the matches of this one.
    fn is_rescored(&self, cell: usize) -> bool {
        self.cells.iter().any(|other| matches!(other, Origin::Rescored { from, .. } if *from == cell))
    }

    /// Plays these cells together.
    fn together(
        batched: &[(usize, &Job<'a, G>)],
        walls: &Range<u64>,
        into: &mut [Vec<WallCounts>],
    ) -> Result<(), (usize, Error)> {
        let jobs: Vec<_> = batched.iter().map(|(_, job)| *job).collect();
        let played = Job::together(&jobs, walls.clone());
        let played = played.map_err(|(place, error)| (batched[place].0, error))?;
        batched.iter().zip(played).for_each(|((cell, _), walls)| into[*cell] = walls);
        Ok(())
    }

    /// Plays a cell: the totals of its walls, and the ends of its matches if another cell is made of them.
    fn one(
        &self,
        cell: usize,
        job: &Job<'a, G>,
        walls: &Range<u64>,
    ) -> Result<(Vec<WallCounts>, Vec<MatchEnd>), Error> {
        let mut ends = Ends::default();
        let recorder: AnyRecorder<'_, G> = if self.is_rescored(cell) { Some(&mut ends) } else { None };
        let mut played = Vec::new();
        job.walls(matches(job.work().lineup, walls, self.setting.matches), recorder, &mut |wall| {
            played.push(wall.clone())
        })?;
        Ok((played, ends.0))
    }
}

/// The matches of a table on these walls, of so many.
fn matches(lineup: &Lineup, walls: &Range<u64>, all: u64) -> Range<u64> {
    let rotations = lineup.rotations() as u64;
    walls.start * rotations..all.min(walls.end * rotations)
}

impl<G: Listed> Cells for CellsOf<'_, G> {
    fn manner(&self, cell: usize) -> Manner {
        match &self.cells[cell] {
            Origin::Rescored { .. } => Manner::Rescored,
            Origin::Played(job) if job.work().is_external() => Manner::External,
            Origin::Played(job) => {
                job.long_piece().map_or(Manner::OneByOne, |long_piece| Manner::Batched { long_piece })
            }
        }
    }

    fn play(&self, walls: Range<u64>) -> Result<Vec<Vec<WallCounts>>, (usize, Error)> {
        let mut played = vec![Vec::new(); self.cells.len()];
        let mut ends = vec![Vec::new(); self.cells.len()];
        let batched = self.batched();
        CellsOf::together(&batched, &walls, &mut played)?;
        for (cell, source) in self.cells.iter().enumerate() {
            match source {
                Origin::Played(_) if batched.iter().any(|(other, _)| *other == cell) => {}
                Origin::Played(job) => {
                    (played[cell], ends[cell]) =
                        self.one(cell, job, &walls).map_err(|error| (cell, error))?;
                }
                Origin::Rescored { from, rules, lineup } => {
                    let first = matches(lineup, &walls, self.setting.matches).start;
                    let rescored = Rescored::<G> { rules, lineup, own_measures: self.setting.own_measures };
                    played[cell] = rescored.walls(&played[*from], &ends[*from], first);
                }
            }
        }
        Ok(played)
    }
}
