//! A match in which some seats are people: what they may ask of its table.

use crate::play::files;
use crate::play::refusal::{Failure, Refusal};
use crate::play::review::{Reviewer, Work};
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::Error;
use hyakuman_arena::table::{KeptAgents, Table, table_with};
use hyakuman_core::{MatchSeed, Seat, SeatSet};
use hyakuman_games::registry::AnyRules;
use hyakuman_games::viewer::{Heading, evaluation};
use serde_json::{Value, json};
use std::sync::Arc;

/// A table with people, and what they are given beside the match.
pub struct PeopleAtTable {
    table: Box<dyn Table>,
    heading: Heading,
    advisers: KeptAgents,
    /// The spec of the agent that gives hints.
    hints: String,
    reviewer: Reviewer,
}

/// Who plays what.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The seats of people.
    pub people: SeatSet,
    /// The agents of the other seats in order; a single one for all of them.
    pub agents: Vec<Spec>,
    /// The agent that gives hints, and reviews the match once it is over.
    pub hints: Spec,
    /// Fixes the walls.
    pub seed: u64,
}

impl PeopleAtTable {
    /// A match under these rules, at its first decision.
    ///
    /// # Errors
    /// An agent cannot play under these rules, or their number is not that of the seats without a person.
    pub fn new(rules: &AnyRules, roster: &Arc<Roster>, options: &PlayOptions) -> Result<Self, Error> {
        let seats = seated(rules.facts().seats, options)?;
        let seed = MatchSeed { seed: options.seed, number: 0 };
        let heading = heading(rules.id(), &seats);
        Self::at(table_with(rules, seed, roster, &seats)?, heading, roster, &options.hints)
    }

    /// At this table, with hints by this agent.
    pub(crate) fn at(
        table: Box<dyn Table>,
        heading: Heading,
        roster: &Arc<Roster>,
        hints: &Spec,
    ) -> Result<Self, Error> {
        let (advisers, spec) = (KeptAgents::new(Arc::clone(roster)), hints.to_string());
        if table.has_to_watch(&advisers, &spec)? {
            let name = hints.name();
            return Err(Error::Usage(format!(
                "the agent {name} gives no hints: it has to watch a match from its start"
            )));
        }
        let reviewer = Reviewer { roster: Arc::clone(roster), agent: hints.clone() };
        Ok(PeopleAtTable { table, heading, advisers, hints: spec, reviewer })
    }

    /// The people.
    pub fn people(&self) -> SeatSet {
        self.table.people()
    }

    /// Lets one agent decide; false where only people have to, or the match is over.
    ///
    /// # Errors
    /// The agent failed.
    pub fn step(&mut self) -> Result<bool, Failure> {
        self.table.step().map_err(|(illegal, failure)| {
            let why = failure.map_or_else(|| illegal.to_string(), |failure| failure.to_string());
            Failure::new(illegal.seat, why)
        })
    }

    /// Takes the answer of a person to the decision with this number.
    ///
    /// # Errors
    /// It is illegal or late; nothing has changed then.
    pub fn answer(&mut self, seat: Seat, number: u32, code: u8) -> Result<(), Refusal> {
        if !self.table.pending().has(seat) {
            return Err(if self.over() { Refusal::Over } else { Refusal::NothingToDecide });
        }
        match number == self.number(seat) {
            true => self.table.answer(seat, code).map_err(Refusal::Illegal),
            false => Err(Refusal::OtherDecision),
        }
    }

    /// The number of the next decision of a person.
    fn number(&self, seat: Seat) -> u32 {
        self.table.history().steps[seat.index()]
    }

    /// What does not change: names, rules, actions.
    pub fn heading(&self, seat: Seat) -> Value {
        let mut data = self.table.heading(seat, &self.heading);
        data["seat"] = json!(seat.index());
        data["people"] = json!(self.people().map(Seat::index).collect::<Vec<_>>());
        data["formats"] = json!(files::supported(self.table.rules()));
        data
    }

    /// The kyoku that a person has seen, from this one on, as the page takes them.
    pub fn kyoku_from(&self, seat: Seat, first: usize) -> Vec<(usize, Value)> {
        self.table.kyoku_from(seat, first)
    }

    /// What else a person sees: its open decision with its number, and the result.
    pub fn now(&self, seat: Seat) -> Value {
        json!({
            "question": self.table.question(seat),
            "number": self.number(seat),
            "result": self.table.result_seen(seat),
        })
    }

    /// What an agent thinks of the open decision of a person.
    ///
    /// # Errors
    /// There is no decision, or the agent failed.
    pub fn hint(&self, seat: Seat) -> Result<Value, Refusal> {
        if !self.table.pending().has(seat) {
            return Err(Refusal::NothingToDecide);
        }
        let opinion = self.table.opinion(&self.advisers, &self.hints, seat);
        let (choice, found) = opinion.map_err(|_| Refusal::NoHint)?;
        Ok(evaluation(choice, found.as_ref()))
    }

    /// Whether the match is over.
    pub fn over(&self) -> bool {
        self.table.pending().is_empty()
    }

    /// The match as a file, all tiles shown: its type and its text.
    ///
    /// # Errors
    /// The match is not over, or the game has no such format.
    pub fn file(&self, format: &str) -> Result<(&'static str, String), Refusal> {
        if !self.over() {
            return Err(Refusal::NotOver("its files show"));
        }
        files::file(format, &self.table.played().map_err(|_| Refusal::NoFile)?, &self.heading)
    }

    /// The work of writing a page with what an agent thinks of every decision of a person; it may take long, and needs the table no more.
    ///
    /// # Errors
    /// The match is not over.
    pub fn review(&self, seat: Seat) -> Result<Work, Refusal> {
        if !self.over() {
            return Err(Refusal::NotOver("a review shows"));
        }
        let played = self.table.played().map_err(|_| Refusal::NoReview)?;
        Ok(self.reviewer.work(&played, self.heading.clone(), seat))
    }
}

/// The agents by seat; `None` for a person.
fn seated(seats: usize, options: &PlayOptions) -> Result<Vec<Option<&Spec>>, Error> {
    let free = seats - options.people.len() as usize;
    let agents = &options.agents;
    if agents.len() != 1 && agents.len() != free {
        let sentence =
            format!("{} agents for {free} seats: name one for all of them, or one for each", agents.len());
        return Err(Error::Usage(sentence));
    }
    let mut next = agents.iter().cycle();
    let seat = |seat| if options.people.has(seat) { None } else { next.next() };
    Ok(Seat::all(seats).map(seat).collect())
}

/// What stands above the match: the agents by their names, without options, which may be a command or a path.
pub(crate) fn heading(id: &str, specs: &[Option<&Spec>]) -> Heading {
    let name = |spec: &Option<&Spec>| spec.map_or(String::new(), |spec| spec.name().to_owned());
    let names = specs.iter().map(name).collect();
    Heading { title: id.to_owned(), names, rules: id.to_owned(), note: String::new() }
}
