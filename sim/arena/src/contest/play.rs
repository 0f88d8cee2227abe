//! The matches of a contest: on every wall all tables with all their seatings. After each wall the contest may be over.

use super::identity::Identity;
use super::tables::ContestTable;
use super::totals::{Layout, Totals, Wall, places};
use super::{Ending, Plan};
use crate::arena::Arena;
use crate::cells::{Cell, Cells, Manner, Setting, cells};
use crate::error::{Error, Within};
use crate::in_order;
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::own::OwnMeasures;
use crate::shards;
use crate::state::StateFile;
use hyakuman_record::Shard;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Walls in a piece of scalar agents.
const WALLS: u64 = 8;

/// Most walls in a piece of a sequential test: those beyond the last wall are played for nothing.
const WALLS_OF_TEST: u64 = 64;

/// A contest about to be played.
pub(super) struct Contestants<'a> {
    pub arena: &'a Arena<'a>,
    pub tables: &'a [ContestTable],
    pub plan: &'a Plan,
    /// The bound of [`Plan::Verdict`].
    pub bound: Option<f64>,
    /// Measures of one's own.
    pub own: Option<OwnMeasures>,
    pub shard: Shard,
    /// Walls that are played at most.
    pub last: u64,
    pub observer: &'a dyn Observer,
    pub started: Instant,
}

/// Passes on what one lineup reports; match numbers are those of the whole contest.
struct LineupObserver<'a> {
    outer: &'a dyn Observer,
    over: &'a AtomicBool,
    rotations: u64,
    /// Matches on each wall.
    matches: u64,
    /// Matches on the same wall before those of this lineup.
    before: u64,
}

impl Observer for LineupObserver<'_> {
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

/// One lineup of a table.
struct Seating<'a> {
    table: usize,
    lineup: &'a Lineup,
    /// The place at the table of each agent of the lineup.
    places: Vec<usize>,
}

impl Contestants<'_> {
    /// Plays from the walls in `totals` on, until the plan is fulfilled.
    pub(super) fn play(
        &self,
        pool: &ThreadPool,
        totals: Totals,
        state: Option<StateFile<Identity>>,
    ) -> Result<(Totals, Ending), Error> {
        let over = AtomicBool::new(false);
        let (seatings, observers) = (self.seatings(), self.observers(&over));
        let mut made = Vec::new();
        for (Seating { lineup, .. }, observer) in seatings.iter().zip(&observers) {
            made.push(Cell { rules: self.arena.rules, lineup, observer });
        }
        let setting = Setting { own: self.own, matches: u64::MAX, rescore: false, together: true };
        let cells = cells(self.arena, &made, setting).map_err(|(_, error)| error)?;
        let layout = Layout::new(self.tables);
        let manners: Vec<_> = (0..made.len()).map(|cell| cells.manner(cell)).collect();
        let piece_size = self.piece_size(&manners, pool);
        let (contest, seatings, cells) = (self, &seatings[..], &*cells);
        let playing = Playing { contest, seatings, cells, layout, piece_size };
        in_order::play(&playing as &AnyWork<'_>, pool, self.observer, &over, totals, state)
    }

    /// All lineups of all tables.
    fn seatings(&self) -> Vec<Seating<'_>> {
        let mut seatings = Vec::new();
        for (at, table) in self.tables.iter().enumerate() {
            for lineup in &table.lineups {
                let places = places(table, lineup, &self.arena.agents);
                seatings.push(Seating { table: at, lineup, places });
            }
        }
        seatings
    }

    /// An observer for each lineup.
    fn observers<'b>(&'b self, over: &'b AtomicBool) -> Vec<LineupObserver<'b>> {
        let matches = self.tables.iter().map(ContestTable::seatings).sum::<usize>() as u64;
        let mut before = 0;
        let mut observers = Vec::new();
        for lineup in self.tables.iter().flat_map(|table| &table.lineups) {
            let rotations = lineup.rotations() as u64;
            observers.push(LineupObserver { outer: self.observer, over, rotations, matches, before });
            before += rotations;
        }
        observers
    }

    /// Walls in a piece: few, but as many as batched agents need for full batches.
    fn piece_size(&self, manners: &[Manner], pool: &ThreadPool) -> u64 {
        if manners.contains(&Manner::External) {
            return 1;
        }
        let long = manners.iter().filter_map(|manner| match manner {
            Manner::Batched { long_piece } => Some(*long_piece),
            _ => None,
        });
        let Some(long) = long.max() else { return WALLS };
        match self.plan {
            Plan::Walls(_) if self.shard != Shard::WHOLE => WALLS,
            Plan::Walls(walls) => {
                (walls / (2 * pool.current_num_threads() as u64)).clamp(WALLS, long.max(WALLS))
            }
            _ => long.clamp(WALLS, WALLS_OF_TEST),
        }
    }

    /// A seating, for messages.
    fn named(&self, seating: &Seating<'_>) -> String {
        let (kind, names) = (self.tables[seating.table].kind, seating.lineup.names().join(" | "));
        format!("table {kind}, seats {names}")
    }
}

/// A contest being played: [`in_order::play`] adds its walls.
struct Playing<'a> {
    contest: &'a Contestants<'a>,
    seatings: &'a [Seating<'a>],
    /// Those of the seatings.
    cells: &'a dyn Cells,
    layout: Layout,
    piece_size: u64,
}

/// The work of a contest.
type AnyWork<'a> =
    dyn in_order::OrderedWork<Identity = Identity, Totals = Totals, Addend = Wall, Ending = Ending> + 'a;

impl in_order::OrderedWork for Playing<'_> {
    type Identity = Identity;
    type Totals = Totals;
    type Addend = Wall;
    type Ending = Ending;

    fn piece_size(&self) -> u64 {
        self.piece_size
    }

    fn last(&self) -> u64 {
        self.contest.last
    }

    fn piece(&self, walls: Range<u64>) -> Result<Vec<Wall>, Error> {
        // A piece is in one block of the walls of a shard.
        let (first, count) = (shards::real(self.contest.shard, walls.start), walls.end - walls.start);
        let mut played = vec![self.layout.empty(); count as usize];
        let totals = self.cells.play(first..first + count).or_else(|(cell, error)| {
            Err(error).within_unless_interrupted(|| self.contest.named(&self.seatings[cell]))
        })?;
        for (Seating { table, places, .. }, clusters) in self.seatings.iter().zip(&totals) {
            let walls = played.iter_mut().zip(clusters);
            walls.for_each(|(wall, cluster)| self.layout.add(wall, *table, places, cluster));
        }
        Ok(played)
    }

    fn add(&self, totals: &mut Totals, wall: &Wall) {
        totals.add(self.contest.tables, &self.layout, wall);
    }

    fn ending(&self, totals: &Totals) -> Option<Ending> {
        self.contest.plan.ending(totals, self.contest.bound, self.contest.last, self.contest.started)
    }

    fn report(&self, totals: &Totals, before: u64) {
        let Contestants { tables, plan, bound, observer, started, last, .. } = self.contest;
        let matches = tables.iter().map(ContestTable::seatings).sum::<usize>() as u64;
        let walls = plan.expected_walls(totals, *bound, *last, (*started, before));
        observer.so_far((walls - before) * matches, &plan.so_far(totals));
    }
}
