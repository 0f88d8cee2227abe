//! A table: a match and the agents that sit there.
//!
//! ```text
//! rules, seed or deals, agents -> Table: who decides, legal actions, answer | agent -> History -> result, PlayedMatch
//! ```
//!
//! A [`Table`] is of any game: its caller need not know which. [`TableOf`] is of one game: what plays many matches has it inside. A
//! [`SingleTable`] is a [`TableOf`] with its history and what people see: the only [`Table`] there is.
//!
//! What meets views and events of one game stays generic: its agents and the loop that asks them, rows, labels, rollouts, reviews. An object that is
//! called at each decision would cost a random match more than 1 %: objects are called for whole matches or walls.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::Rules;
//! use hyakuman_arena::table::{KeptAgents, Until, table};
//! use hyakuman_core::MatchSeed;
//!
//! let rules = Rules::preset("tenhou")?;
//! let mut table = table(&rules, MatchSeed { seed: 1, number: 0 });
//! let seat = table.pending().next().expect("the dealer decides first");
//! let agents = KeptAgents::new(Roster::built_in());
//! let discard = table.choice(&agents, "ukeire", seat)?;
//! table.take(seat, discard)?;
//! table.play(&agents, &["random", "ukeire", "shanten", "shanten"], Until::Match)?;
//! assert_eq!(table.result().expect("the match is over").scores.iter().sum::<f64>(), 100_000.0);
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```

mod history;
mod kept_agents;
mod of_game;
mod single_table;

pub use history::{History, Settled};
pub use kept_agents::KeptAgents;
pub use of_game::{Agents, TableOf, no_agents, scalar_agents};
pub use single_table::SingleTable;

use crate::error::Error;
use crate::rollouts::RolledOut;
use crate::single::SingleDecisions;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::column::Rows;
use hyakuman_core::game::{
    ActionMask, AgentFailure, Evaluation, GameFacts, Illegal, MAX_SEATS, MatchEnd, StartState,
};
use hyakuman_core::{MatchSeed, Seat, SeatSet, Tile};
use hyakuman_games::logs::mjai;
use hyakuman_games::registry::{AnyRules, Listed, Visitor};
use hyakuman_games::viewer::{Format, Heading, PlayedMatch, formats};
use hyakuman_riichi::planes::{Actions, Planes};
use serde_json::Value;
use std::sync::Arc;

/// A match of any game, and the agents at its table. The caller moves it on, decision by decision.
pub trait Table: Send {
    /// The rules.
    fn rules(&self) -> &AnyRules;

    /// The constants of the game.
    fn facts(&self) -> GameFacts;

    /// The seats that have still to answer; empty if the match is over.
    fn pending(&self) -> SeatSet;

    /// The legal actions of a seat; empty if it has nothing to decide.
    fn legal(&self, seat: Seat) -> ActionMask;

    /// What has happened so far.
    fn history(&self) -> &History;

    /// Takes the answer of a pending seat; the last one plays the match on to the next decision.
    ///
    /// # Errors
    /// It is illegal; nothing has changed then.
    fn answer(&mut self, seat: Seat, code: u8) -> Result<(), Illegal>;

    /// Lets one agent of the table decide; false where none has to, or the match is over.
    ///
    /// # Errors
    /// The agent chose an illegal action, because it failed if there is a reason.
    fn step(&mut self) -> Result<bool, (Illegal, Option<AgentFailure>)>;

    /// The action that another agent would choose for a seat that has to decide.
    ///
    /// # Errors
    /// The agent cannot be made, fails, or has to watch a match from its start; or the seat has nothing to decide.
    fn choice(&self, agents: &KeptAgents, spec: &str, seat: Seat) -> Result<u8, Error>;

    /// What every legal action is worth to another agent; `None` if it compares none.
    ///
    /// # Errors
    /// Those of [`Table::choice`].
    fn evaluation(&self, agents: &KeptAgents, spec: &str, seat: Seat) -> Result<Option<Evaluation>, Error>;

    /// Both, of one agent; no values also where only they fail.
    ///
    /// # Errors
    /// Those of [`Table::choice`].
    fn opinion(&self, agents: &KeptAgents, spec: &str, seat: Seat)
    -> Result<(u8, Option<Evaluation>), Error>;

    /// Whether an agent has to watch a match from its start, so that it cannot be asked in the middle.
    ///
    /// # Errors
    /// It cannot be made, or does not play under these rules.
    fn has_to_watch(&self, agents: &KeptAgents, spec: &str) -> Result<bool, Error>;

    /// Plays on with an agent for each seat. They begin anew in each call: `random` has the same random numbers again.
    ///
    /// # Errors
    /// Those of [`Table::choice`]; or another number of specs than of seats.
    fn play(&mut self, agents: &KeptAgents, specs: &[&str], until: Until) -> Result<(), Error>;

    /// What every legal action of a seat that has to decide is worth: each is played to the end of the kyoku, on all threads. Answers that other
    /// seats gave to the same tile are taken back.
    ///
    /// # Errors
    /// The seat has nothing to decide; or those of [`Rollouts::play`](crate::Rollouts::play).
    fn rollouts(&self, agents: &KeptAgents, how: &Rolling<'_>, seat: Seat) -> Result<RolledOut, Error>;

    /// What a seat sees, as a row of the table `decisions`.
    fn row(&self, seat: Seat) -> Rows;

    /// Writes what a seat sees as a tensor of [`Planes::bytes`] bytes.
    ///
    /// # Errors
    /// The game has no planes.
    fn planes(&self, planes: Planes, seat: Seat, tensor: &mut [u8]) -> Result<(), Error>;

    /// The tile that a seat has just drawn; `None` also in a game without compact actions.
    fn drawn(&self, seat: Seat) -> Option<Tile>;

    /// The actions that a learner has of the game.
    fn actions(&self) -> Actions;

    /// Deals everything again that a seat cannot see, in agreement with all that it has seen
    /// ([`Game::redeal_hidden`](hyakuman_core::game::Game::redeal_hidden)). Agents that play on draw random numbers of this seed, too. Answers that
    /// seats gave to the present decisions are taken back.
    ///
    /// # Errors
    /// The seat has nothing to decide.
    fn redeal_hidden(&mut self, seat: Seat, seed: u64) -> Result<(), Error>;

    /// The match so far, all tiles shown.
    ///
    /// # Errors
    /// Its tiles are not those of a seed, or were dealt again: it has no record.
    fn played(&self) -> Result<PlayedMatch<'_>, Error>;

    /// The people at the table.
    fn people(&self) -> SeatSet;

    /// What does not change for a person, as the page takes it: names, rules, actions. This method and those that follow are for people:
    /// the last three panic for another seat.
    fn heading(&self, seat: Seat, heading: &Heading) -> Value;

    /// The kyoku that a person has seen, from this one on, with their numbers, as the page takes them.
    fn kyoku_from(&self, seat: Seat, first: usize) -> Vec<(usize, Value)>;

    /// The open decision of a person, as the page takes it.
    fn question(&self, seat: Seat) -> Option<Value>;

    /// The end of the match as the page takes it; null before.
    fn result_seen(&self, seat: Seat) -> Value;

    /// A copy without the agents of the table.
    fn copied(&self) -> Box<dyn Table>;
}

/// How [`Table::rollouts`] plays.
#[derive(Clone, Copy, Debug)]
pub struct Rolling<'a> {
    /// The spec of the agent that plays on in all seats.
    pub policy: &'a str,
    /// The number of worlds.
    pub worlds: u64,
    /// Whether the hands are the true ones: [`Rollouts::true_hands`](crate::Rollouts::true_hands).
    pub true_hands: bool,
    /// Fixes the random numbers.
    pub seed: u64,
}

/// Where [`Table::play`] stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// When the next kyoku has been settled: at the first decision after it, or at the end of the match.
    Kyoku,
    /// At the end of the match.
    Match,
}

/// How a match ended. Arrays are by seat; seats that the game does not have are 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Final scores in points.
    pub scores: [f64; MAX_SEATS],
    /// Placement, 0 for the first.
    pub placement: [u8; MAX_SEATS],
    /// Final points with uma and oka, in thousands.
    pub rank_points: [f64; MAX_SEATS],
    /// Kyoku played, repeats included.
    pub kyoku: u32,
}

/// A match without agents: that with this seed and number of a run whose seats do not rotate.
pub fn table(rules: &AnyRules, seed: MatchSeed) -> Box<dyn Table> {
    rules.visit(Open { rules, seed, seats: Seats::Empty }).expect("a match of the rules")
}

/// [`table`] at this state.
///
/// # Errors
/// Those of [`Game::start_from`](hyakuman_core::game::Game::start_from).
pub fn table_from(rules: &AnyRules, seed: MatchSeed, start: &StartState) -> Result<Box<dyn Table>, Error> {
    rules.visit(Open { rules, seed, seats: Seats::EmptyAt(start) })
}

/// [`table`] with these agents by seat, one entry for each, and a person where there is none.
///
/// # Errors
/// An agent cannot be made, or does not play under these rules.
pub fn table_with(
    rules: &AnyRules,
    seed: MatchSeed,
    roster: &Roster,
    seats: &[Option<&Spec>],
) -> Result<Box<dyn Table>, Error> {
    rules.visit(Open { rules, seed, seats: Seats::Taken(roster, seats) })
}

/// Opens a table; [`Visitor`] finds the game of the rules.
struct Open<'a> {
    rules: &'a AnyRules,
    seed: MatchSeed,
    seats: Seats<'a>,
}

/// Who sits at a table that is opened, and where its match starts.
enum Seats<'a> {
    Empty,
    EmptyAt(&'a StartState),
    Taken(&'a Roster, &'a [Option<&'a Spec>]),
}

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn Table>, Error>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let ruleset = Arc::new(self.rules.clone());
        let (agents, people) = match self.seats {
            Seats::EmptyAt(start) => {
                return Ok(Box::new(SingleTable::<G>::start_from(ruleset, rules, self.seed, start)?));
            }
            Seats::Empty => (no_agents::<G>(), SeatSet::EMPTY),
            Seats::Taken(roster, seats) => {
                let is_person = |seat: &Seat| seats[seat.index()].is_none();
                (agents::<G>(rules, roster, seats)?, Seat::all(G::SEATS).filter(is_person).collect())
            }
        };
        let table = SingleTable::<G>::start(ruleset, rules, self.seed.into(), agents, people);
        Ok(Box::new(table.expect("any seed has its deals")))
    }
}

/// These agents by seat, one decision at a time.
fn agents<G: Listed>(rules: &G::Rules, roster: &Roster, seats: &[Option<&Spec>]) -> Result<Agents<G>, Error> {
    let agent = |spec: &Spec| -> Result<_, Error> {
        roster.check_rules::<G>(spec, rules)?;
        Ok(SingleDecisions::scalar(roster.agent::<G>(spec)?))
    };
    seats.iter().map(|spec| spec.map(agent).transpose()).collect()
}

impl dyn Table + '_ {
    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.facts().seats
    }

    /// Takes the answer of a seat.
    ///
    /// # Errors
    /// It is illegal, or the seat has nothing to decide; nothing has changed then.
    pub fn take(&mut self, seat: Seat, code: u8) -> Result<(), Error> {
        self.check_pending(seat)?;
        self.answer(seat, code).map_err(|illegal| Error::Usage(illegal.to_string()))
    }

    /// Checks that a seat has to decide.
    ///
    /// # Errors
    /// It has not.
    pub fn check_pending(&self, seat: Seat) -> Result<(), Error> {
        match self.pending() {
            pending if pending.has(seat) => Ok(()),
            pending if pending.is_empty() => Err(Error::Usage("the match is over".into())),
            _ => Err(Error::Usage(format!("seat {} has nothing to decide now", seat.index()))),
        }
    }

    /// The legal compact actions of a seat (`actions-v1`); of games without them the codes. Empty if it has nothing to decide.
    pub fn compact(&self, seat: Seat) -> ActionMask {
        self.actions().legal(&self.legal(seat), self.drawn(seat))
    }

    /// The code of a legal compact action of a seat.
    pub fn code_of(&self, seat: Seat, compact: u8) -> Option<u8> {
        self.actions().code(compact, &self.legal(seat), self.drawn(seat))
    }

    /// The result, if the match is over.
    pub fn result(&self) -> Option<Outcome> {
        let MatchEnd { scores, placement, rank_points, kyoku, .. } = self.history().end?;
        Some(Outcome {
            scores: self.in_points(scores),
            placement,
            rank_points: rank_points.map(|points| f64::from(points) / 1000.0),
            kyoku,
        })
    }

    /// The last kyoku that was settled, in points.
    pub fn last_kyoku(&self) -> Option<Settled<f64>> {
        let Settled { kyoku, repeat, result, deltas, scores } = self.history().last_kyoku?;
        let (deltas, scores) = (self.in_points(deltas), self.in_points(scores));
        Some(Settled { kyoku, repeat, result, deltas, scores })
    }

    fn in_points(&self, units: [i32; MAX_SEATS]) -> [f64; MAX_SEATS] {
        units.map(|units| f64::from(units) / f64::from(self.facts().units_per_point))
    }

    /// The match so far in one of its [`formats`], all tiles shown.
    ///
    /// # Errors
    /// The game has no such format, or those of [`Table::played`]; in Toppan also a match that is not over as text.
    pub fn written(&self, format: Format, heading: &Heading) -> Result<String, Error> {
        let played = self.played()?;
        if !formats(self.rules()).contains(&format) {
            return Err(Error::Usage(format!("{} has no format {}", self.facts().family, format.name())));
        }
        Ok(played.written(format, heading)?)
    }

    /// The match so far as mjai lines: as a seat sees it, or with all tiles shown.
    ///
    /// # Errors
    /// The game is not riichi, or those of [`Table::played`].
    pub fn mjai(&self, seat: Option<Seat>) -> Result<String, Error> {
        let played = self.played()?;
        if !formats(self.rules()).contains(&Format::Mjai) {
            return Err(Error::Usage(format!("{} has no mjai events", self.facts().family)));
        }
        let lines = played.written(Format::Mjai, &Heading::default())?;
        Ok(match seat {
            Some(seat) => mjai::seen_by(&lines, seat),
            None => lines,
        })
    }
}
