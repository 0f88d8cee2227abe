//! What is reported of the cells of a grid.

use super::{Cell, Grid};
use crate::observer::Observer;
use std::sync::atomic::{AtomicBool, Ordering};

/// Passes on what a cell reports; its matches are numbered among those of all cells.
pub(super) struct CellObserver<'a> {
    outer: &'a dyn Observer,
    /// Whether the experiment is over.
    over: &'a AtomicBool,
    rotations: u64,
    /// Matches on each wall.
    matches: u64,
    /// Matches on the same wall before those of this cell.
    before: u64,
}

impl Observer for CellObserver<'_> {
    fn playing(&self, number: u64) {
        self.outer.playing(number / self.rotations * self.matches + self.before + number % self.rotations);
    }

    fn done(&self, matches: u64) {
        self.outer.done(matches);
    }

    fn stopped(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.outer.stopped()
    }
}

impl Grid<'_> {
    pub(super) fn observers<'b>(&'b self, over: &'b AtomicBool) -> Vec<CellObserver<'b>> {
        let rotations = |cell: &Cell<'_>| cell.lineup.rotations() as u64;
        let (outer, matches) = (self.observer, self.cells.iter().map(rotations).sum());
        let observer = |before: &mut u64, cell| {
            let rotations = rotations(cell);
            let observer = CellObserver { outer, over, rotations, matches, before: *before };
            *before += rotations;
            Some(observer)
        };
        self.cells.iter().scan(0, observer).collect()
    }
}
