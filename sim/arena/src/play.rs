//! The matches of a run, divided among threads.
//!
//! The unit of work is a fixed range of matches, of whole walls. What a piece comes to is whole numbers, so it does
//! not matter which thread plays it, nor in which order the pieces come together: the result is the same to the last
//! bit. Memory does not grow with the number of matches.

use crate::error::Error;
use crate::lineup::{Lineup, Maker};
use crate::observer::Observer;
use crate::stats::{Cluster, Counts, Stats};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::rows::MatchId;
use hyakuman_games::{Agent, Game, Illegal, Sink, playout};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Walls in a piece of work: some hundredths of a second for a fast agent.
const WALLS: u64 = 64;

/// All that is to be played.
pub struct Job<'a, G: Game, M> {
    /// Rules of the game.
    pub rules: &'a Arc<G::Rules>,
    /// Who plays; every agent plays this game.
    pub lineup: &'a Lineup,
    /// Who makes the agents.
    pub maker: &'a M,
    /// Seed of the run.
    pub seed: u64,
    /// How many matches.
    pub games: u64,
    /// Who watches.
    pub observer: &'a dyn Observer,
}

/// Whoever keeps something of the matches of a piece, besides the statistics.
pub trait MatchRecorder<G: Game> {
    /// Is a piece that was not played to its end of no use? Then it is played to its end.
    const WHOLE: bool;

    /// What watches a match.
    type Sink<'a>: Sink<G>
    where
        Self: 'a;

    /// A match begins.
    fn begin(&mut self, id: MatchId) -> Self::Sink<'_>;

    /// It is over.
    fn ended(&mut self) -> Result<(), Error>;
}

/// Keeps nothing.
impl<G: Game> MatchRecorder<G> for () {
    const WHOLE: bool = false;

    type Sink<'a> = ();

    fn begin(&mut self, _id: MatchId) -> Self::Sink<'_> {}

    fn ended(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// So many matches in pieces of whole walls.
pub fn pieces(lineup: &Lineup, games: u64) -> impl ParallelIterator<Item = Range<u64>> {
    let size = WALLS * lineup.shifts() as u64;
    (0..games.div_ceil(size)).into_par_iter().map(move |piece| piece * size..games.min((piece + 1) * size))
}

impl<G: Game, M: Maker> Job<'_, G, M> {
    /// Plays everything on the threads of the current pool.
    pub fn play(&self) -> Result<Stats, Error> {
        let pieces = pieces(self.lineup, self.games).map(|piece| self.piece(piece, &mut ()));
        pieces.try_reduce(|| Stats::new(self.lineup), |sum, piece| Ok(sum.merge(&piece)))
    }

    /// Plays some matches, which start with the first on a wall.
    pub fn piece(&self, matches: Range<u64>, recorder: &mut impl MatchRecorder<G>) -> Result<Stats, Error> {
        let mut stats = Stats::new(self.lineup);
        self.walls(matches, recorder, |wall| stats.add(&wall))?;
        Ok(stats)
    }

    /// Plays some matches, which start with the first on a wall, and hands over what each wall comes to.
    pub fn walls(
        &self,
        matches: Range<u64>,
        recorder: &mut impl MatchRecorder<G>,
        mut take: impl FnMut(Cluster),
    ) -> Result<(), Error> {
        let mut agents = self.lineup.build::<G>(self.maker).expect("the agents were built before");
        let shifts = self.lineup.shifts() as u64;
        let mut told = matches.start;
        for first in matches.clone().step_by(shifts as usize) {
            let next = matches.end.min(first + shifts);
            take(self.wall(first..next, &mut agents, recorder)?);
            if next - told >= WALLS || next == matches.end {
                self.observer.done(next - told);
                told = next;
            }
        }
        Ok(())
    }

    /// Plays the shifts of one wall. The agents are seated as in shift 0, before and (but for the end of the run) after.
    fn wall<K: MatchRecorder<G>>(
        &self,
        matches: Range<u64>,
        agents: &mut [Box<dyn Agent<G>>],
        recorder: &mut K,
    ) -> Result<Cluster, Error> {
        let mut cluster = Cluster::EMPTY;
        let shifts = self.lineup.shifts();
        let seed = MatchSeed { seed: self.seed, number: matches.start / shifts as u64 };
        for (shift, number) in matches.enumerate() {
            if !K::WHOLE && self.observer.stopped() {
                return Err(Error::Interrupted);
            }
            self.observer.playing(number);
            let mut counts = Counts::ZERO;
            let id = MatchId { number, seed, agents: self.lineup.seated(shift) };
            playout::play(self.rules, seed, agents, &mut (&mut counts, recorder.begin(id)))
                .map_err(|illegal| self.protocol(number, shift, &illegal))?;
            recorder.ended()?;
            cluster.add(self.lineup, shift, &counts);
            agents.rotate_left(usize::from(shifts > 1));
        }
        Ok(cluster)
    }

    #[cold]
    fn protocol(&self, number: u64, shift: usize, illegal: &Illegal) -> Error {
        let agent = &self.lineup.agents()[self.lineup.agent_at(Seat::index(illegal.seat), shift)];
        Error::Protocol(format!("the agent {agent} broke the protocol in match {number}: {illegal}"))
    }
}
