//! The matches of a run, divided among threads.
//!
//! The unit of work is a fixed range of walls. What a piece comes to is whole numbers, so it does not matter which
//! thread plays it, nor in which order the pieces come together: the result is the same to the last bit. Memory does
//! not grow with the number of matches.

use super::lineup::{Lineup, Maker};
use super::stats::{Cluster, Counts, Stats};
use crate::crash;
use crate::progress::Progress;
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::{Agent, Game, Illegal, playout};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Walls in a piece of work: some hundredths of a second for a fast agent.
const WALLS: u64 = 64;

/// All that is to be played.
pub struct Job<'a, G: Game, M> {
    /// Rules of the game.
    pub rules: &'a Arc<G::Rules>,
    /// Who plays; every agent plays this game.
    pub lineup: &'a Lineup,
    /// Makes them.
    pub maker: &'a M,
    /// Seed of the run.
    pub seed: u64,
    /// How many matches.
    pub games: u64,
    /// Raised when the run is to stop.
    pub stop: &'a AtomicBool,
    /// Told of finished matches.
    pub progress: &'a Progress,
}

/// Why a run has no result.
#[derive(Debug)]
pub enum Stopped {
    /// Somebody wants it to stop.
    Interrupted,
    /// An agent did what it may not; as one sentence.
    Protocol(String),
}

impl<G: Game, M: Maker> Job<'_, G, M> {
    /// Plays everything on the threads of the current pool.
    pub fn play(&self) -> Result<Stats, Stopped> {
        let shifts = self.lineup.shifts() as u64;
        let pieces = self.games.div_ceil(shifts).div_ceil(WALLS);
        (0..pieces)
            .into_par_iter()
            .map(|piece| self.piece(piece * WALLS..self.games.div_ceil(shifts).min((piece + 1) * WALLS)))
            .try_reduce(|| Stats::new(self.lineup), |sum, piece| Ok(sum.merge(&piece)))
    }

    fn piece(&self, walls: std::ops::Range<u64>) -> Result<Stats, Stopped> {
        let mut agents = self.lineup.build::<G>(self.maker).expect("the agents were built before");
        let mut stats = Stats::new(self.lineup);
        let shifts = self.lineup.shifts() as u64;
        let games = (walls.end * shifts).min(self.games) - walls.start * shifts;
        for wall in walls {
            stats.add(&self.wall(wall, &mut agents)?);
        }
        self.progress.add(games);
        Ok(stats)
    }

    /// Plays all shifts of one wall. The agents are seated as in shift 0, before and (but for the end of the run) after.
    fn wall(&self, wall: u64, agents: &mut [Box<dyn Agent<G>>]) -> Result<Cluster, Stopped> {
        let mut cluster = Cluster::EMPTY;
        let shifts = self.lineup.shifts();
        for shift in 0..shifts {
            let number = wall * shifts as u64 + shift as u64;
            if number == self.games {
                break;
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            crash::set_match(number);
            let mut counts = Counts::ZERO;
            let seed = MatchSeed { seed: self.seed, number: wall };
            playout::play(self.rules, seed, agents, &mut counts)
                .map_err(|illegal| self.protocol(number, shift, &illegal))?;
            cluster.add(self.lineup, shift, &counts);
            agents.rotate_left(usize::from(shifts > 1));
        }
        Ok(cluster)
    }

    #[cold]
    fn protocol(&self, number: u64, shift: usize, illegal: &Illegal) -> Stopped {
        let agent = &self.lineup.agents()[self.lineup.agent_at(Seat::index(illegal.seat), shift)];
        Stopped::Protocol(format!("the agent {agent} broke the protocol in match {number}: {illegal}"))
    }
}
