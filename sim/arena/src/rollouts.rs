//! What actions of a decision are worth: each is played to the end of the kyoku in the same worlds, on all threads.
//!
//! The worlds are numbered, and each has random numbers of its own, so a result depends on their number and the seed, not on threads.

use crate::error::Error;
use crate::observer::Observer;
use crate::reorder::{collect, pieces};
use crate::single::SingleDecisions;
use crate::threads::{self, Idle};
use hyakuman_agents::place::{Points, Worth, final_points};
use hyakuman_agents::{Roster, Spec};
use hyakuman_analysis::{Cluster, Estimate, Ratio};
use hyakuman_core::game::rollout::play_out;
use hyakuman_core::game::{Agent, AgentSeed, Game, ValueUnit};
use hyakuman_core::{MatchSeed, Seat};
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::Arc;

/// Most worlds of a decision.
pub const MOST_WORLDS: u64 = 100_000;
/// Worlds that a thread plays at a time.
const BLOCK: u64 = 32;
/// Worth is summed in this part of its unit, as whole numbers.
const PART: f64 = 1e-3;

/// How actions are played.
pub struct Rollouts<'a> {
    /// Makes the agents.
    pub roster: &'a Roster,
    /// The agent that plays on in all seats.
    pub policy: &'a Spec,
    /// The number of worlds, 1 to [`MOST_WORLDS`].
    pub worlds: u64,
    /// Whether the hands are the true ones and only the rest of the wall is shuffled; if not, all that the seat cannot see is dealt again
    /// ([`Game::redeal_hidden`]).
    pub true_hands: bool,
    /// Fixes the random numbers.
    pub seed: u64,
    /// The threads.
    pub pool: &'a ThreadPool,
    /// Stops the work.
    pub observer: &'a dyn Observer,
}

/// What actions are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct RolledOut {
    /// Final rank points by a model of the places, or points won in the kyoku in games without such a model.
    pub unit: ValueUnit,
    /// Worlds played.
    pub worlds: u64,
    /// The best first; of equal ones the lowest code first.
    pub actions: Vec<Rolled>,
}

/// What an action is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rolled {
    /// Its code.
    pub action: u8,
    /// The mean over all worlds.
    pub worth: Estimate,
    /// What it is worth less than the best action, in the same worlds; `None` for the best.
    pub behind: Option<Estimate>,
}

impl RolledOut {
    /// That of an action.
    pub fn of(&self, action: u8) -> Option<&Rolled> {
        self.actions.iter().find(|rolled| rolled.action == action)
    }
}

struct Decision<'a, G: Game> {
    rules: &'a Arc<G::Rules>,
    game: &'a G,
    seat: Seat,
    actions: &'a [u8],
    worth: Arc<dyn Worth<G>>,
}

type Table<G> = Vec<Box<dyn Agent<G>>>;

impl Rollouts<'_> {
    /// Plays these legal actions of `seat`, a decider.
    ///
    /// # Errors
    /// The number of worlds is out of range; the agent cannot be made, answers illegally or has to watch a match from its start; or the
    /// observer stopped the work.
    pub fn play<G: Game + Sync>(
        &self,
        rules: &Arc<G::Rules>,
        game: &G,
        seat: Seat,
        actions: &[u8],
    ) -> Result<RolledOut, Error> {
        if !(1..=MOST_WORLDS).contains(&self.worlds) {
            let sentence = format!("{} worlds: expected 1 to {MOST_WORLDS}", self.worlds);
            return Err(Error::Usage(sentence));
        }
        self.roster.check_rules::<G>(self.policy, rules)?;
        let worth = final_points::<G>(rules).unwrap_or_else(|| Arc::new(Points));
        let unit = worth.unit();
        let decision = Decision { rules, game, seat, actions, worth };
        let idle = Idle::new(Vec::new());
        let block = |worlds| self.block(&decision, worlds, &idle);
        let blocks = || collect(self.observer, pieces(0..self.worlds, BLOCK), block);
        let blocks = threads::within(self.pool, blocks)?;
        Ok(RolledOut { unit, worlds: self.worlds, actions: ranked(actions, &blocks.concat()) })
    }

    /// What each action is worth in each of some worlds.
    fn block<G: Game + Sync>(
        &self,
        decision: &Decision<'_, G>,
        worlds: Range<u64>,
        idle: &Idle<Table<G>>,
    ) -> Result<Vec<i64>, Error> {
        let mut table = idle.take(|| self.table::<G>())?;
        let mut found = Vec::new();
        for number in worlds {
            self.world(decision, number, &mut table, &mut found)?;
        }
        idle.give_back(table);
        Ok(found)
    }

    fn table<G: Game>(&self) -> Result<Table<G>, Error> {
        let agent = |_| Ok(SingleDecisions::scalar(self.roster.agent::<G>(self.policy)?));
        Seat::all(G::SEATS).map(agent).collect()
    }

    /// Plays all actions in a world.
    fn world<G: Game>(
        &self,
        decision: &Decision<'_, G>,
        number: u64,
        table: &mut Table<G>,
        found: &mut Vec<i64>,
    ) -> Result<(), Error> {
        let (of_match, seat) = (MatchSeed { seed: self.seed, number }, decision.seat);
        let (mut world, mut rng) = (decision.game.clone(), AgentSeed { of_match, seat }.rng());
        if self.true_hands {
            world.reshuffle_wall(&mut rng);
        } else {
            world.redeal_hidden(seat, &mut rng);
        }
        let of_match = MatchSeed { seed: rng.next_u64(), number };
        for &action in decision.actions {
            for (seat, agent) in Seat::all(G::SEATS).zip(&mut *table) {
                agent.begin(decision.rules, seat, AgentSeed { of_match, seat });
                self.refuse_watching(&**agent)?;
            }
            let mut game = world.clone();
            let end = play_out(&mut game, (seat, action), table);
            if let Some((seat, code)) = end.illegal {
                let (illegal, failure) = (game.illegal(seat, code), table[seat.index()].failure());
                let why = failure.map_or_else(|| illegal.to_string(), |failure| failure.0);
                return Err(Error::Protocol(format!("the agent {} failed in a rollout: {why}", self.policy)));
            }
            let worth = f64::from(decision.worth.of(&game, &end, seat));
            found.push((worth / PART).round() as i64);
        }
        Ok(())
    }

    fn refuse_watching<G: Game>(&self, agent: &dyn Agent<G>) -> Result<(), Error> {
        if !agent.watches() {
            return Ok(());
        }
        let policy = self.policy;
        Err(Error::Usage(format!(
            "the agent {policy} has to watch a match from its start: it cannot play rollouts"
        )))
    }
}

/// The actions by their mean worth; `found` has the worth of each action in one world after the other.
fn ranked(actions: &[u8], found: &[i64]) -> Vec<Rolled> {
    let worlds = || found.chunks_exact(actions.len());
    let best = (0..actions.len()).rev().max_by_key(|&at| worlds().map(|world| world[at]).sum::<i64>());
    let best = best.unwrap_or_default();
    let rolled = |(at, &action): (usize, &u8)| Rolled {
        action,
        worth: mean(worlds().map(|world| world[at])),
        behind: (at != best).then(|| mean(worlds().map(|world| world[best] - world[at]))),
    };
    let mut ranked: Vec<Rolled> = actions.iter().enumerate().map(rolled).collect();
    ranked.sort_by(|a, b| b.worth.value.total_cmp(&a.worth.value).then(a.action.cmp(&b.action)));
    ranked
}

fn mean(worth: impl Iterator<Item = i64>) -> Estimate {
    let mut sum = Ratio::default();
    worth.for_each(|total| sum.add(Cluster { trials: 1, total }));
    sum.estimate().expect("a world").scaled(PART)
}
