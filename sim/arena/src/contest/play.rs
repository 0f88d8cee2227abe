//! The matches of a contest: on every wall all tables with all their seatings. After each wall the contest may be over.

use super::identity::Identity;
use super::tables::ContestTable;
use super::totals::{Layout, Totals, Wall, places};
use super::{Ending, Plan};
use crate::arena::Arena;
use crate::error::{Error, Within};
use crate::in_order;
use crate::observer::Observer;
use crate::own::OwnMeasures;
use crate::play::{Job, Work};
use crate::shards;
use crate::state::StateFile;
use hyakuman_game::Game;
use hyakuman_record::Shard;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::Arc;
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

/// The matches of one lineup.
struct Seating<'a, G: Game> {
    table: usize,
    /// The place at the table of each agent of the lineup.
    places: Vec<usize>,
    job: Job<'a, G>,
}

impl Contestants<'_> {
    /// Plays from the walls in `totals` on, until the plan is fulfilled.
    pub(super) fn play<G: Game>(
        &self,
        rules: &Arc<G::Rules>,
        pool: &ThreadPool,
        totals: Totals,
        state: Option<StateFile<Identity>>,
    ) -> Result<(Totals, Ending), Error> {
        let over = AtomicBool::new(false);
        let observers = self.observers(&over);
        let seatings = self.seatings::<G>(rules, &observers)?;
        let layout = Layout::new(self.tables);
        let piece_size = self.piece_size(&seatings, pool);
        let playing = Playing { contest: self, seatings, layout, piece_size };
        in_order::play(&playing as &AnyWork<'_>, pool, self.observer, &over, totals, state)
    }

    /// All lineups of all tables with their agents.
    fn seatings<'b, G: Game>(
        &'b self,
        rules: &'b Arc<G::Rules>,
        observers: &'b [LineupObserver<'b>],
    ) -> Result<Vec<Seating<'b, G>>, Error> {
        let (mut seatings, mut observers) = (Vec::new(), observers.iter());
        for (at, table) in self.tables.iter().enumerate() {
            for (lineup, observer) in table.lineups.iter().zip(&mut observers) {
                let places = places(table, lineup, &self.arena.agents);
                let work = self.arena.work::<G>(rules, lineup, observer);
                let job = Job::new(Work { own: self.own, ..work })?;
                seatings.push(Seating { table: at, places, job });
            }
        }
        Ok(seatings)
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
    fn piece_size<G: Game>(&self, seatings: &[Seating<'_, G>], pool: &ThreadPool) -> u64 {
        if seatings.iter().any(|seating| seating.job.work().is_external()) {
            return 1; // a wall of external agents may take minutes
        }
        let Some(long) = seatings.iter().filter_map(|seating| seating.job.long_piece()).max() else {
            return WALLS;
        };
        match self.plan {
            Plan::Walls(_) if self.shard != Shard::WHOLE => WALLS,
            Plan::Walls(walls) => {
                (walls / (2 * pool.current_num_threads() as u64)).clamp(WALLS, long.max(WALLS))
            }
            _ => long.clamp(WALLS, WALLS_OF_TEST),
        }
    }

    /// Plays all matches on a range of walls.
    fn piece<G: Game>(
        &self,
        seatings: &[Seating<'_, G>],
        layout: &Layout,
        walls: Range<u64>,
    ) -> Result<Vec<Wall>, Error> {
        let mut played = vec![layout.empty(); (walls.end - walls.start) as usize];
        let (batched, others): (Vec<_>, Vec<_>) =
            seatings.iter().partition(|seating| seating.job.is_batched());
        let jobs: Vec<_> = batched.iter().map(|seating| &seating.job).collect();
        let totals = Job::together(&jobs, walls.clone())
            .or_else(|(place, error)| Err(error).within_unless_interrupted(|| self.named(batched[place])))?;
        for (Seating { table, places, .. }, clusters) in batched.iter().zip(totals) {
            let walls = played.iter_mut().zip(clusters);
            walls.for_each(|(wall, cluster)| layout.add(wall, *table, places, &cluster));
        }
        for seating in others {
            let Seating { table, places, job } = seating;
            let rotations = job.work().lineup.rotations() as u64;
            let mut into = played.iter_mut();
            let mut take = |cluster| {
                let wall = into.next().expect("a wall of the piece");
                layout.add(wall, *table, places, &cluster);
            };
            job.walls(walls.start * rotations..walls.end * rotations, None, &mut take)
                .within_unless_interrupted(|| self.named(seating))?;
        }
        Ok(played)
    }

    /// A seating, for messages.
    fn named<G: Game>(&self, seating: &Seating<'_, G>) -> String {
        let (kind, names) = (self.tables[seating.table].kind, seating.job.work().lineup.names().join(" | "));
        format!("table {kind}, seats {names}")
    }
}

/// A contest being played: [`in_order::play`] adds its walls.
struct Playing<'a, G: Game> {
    contest: &'a Contestants<'a>,
    seatings: Vec<Seating<'a, G>>,
    layout: Layout,
    piece_size: u64,
}

/// [`Playing`], whatever the game.
type AnyWork<'a> =
    dyn in_order::OrderedWork<Identity = Identity, Totals = Totals, Addend = Wall, Ending = Ending> + 'a;

impl<G: Game> in_order::OrderedWork for Playing<'_, G> {
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
        self.contest.piece(&self.seatings, &self.layout, first..first + count)
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
