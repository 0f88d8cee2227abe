//! A match in which some seats are people: who has to decide, what each person sees, what the agents answer.

use crate::files;
use crate::refusal::{Failure, Refusal};
use crate::review::{Reviewer, Work};
use crate::seen::{Watchers, shown};
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::Error;
use hyakuman_arena::single::SingleDecisions;
use hyakuman_core::{MatchSeed, Seat, SeatSet};
use hyakuman_game::playout::MatchInProgress;
use hyakuman_game::{Agent, AgentSeed, Deals, Game, Illegal};
use hyakuman_registry::AnyRules;
use hyakuman_riichi::Riichi;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_toppan::Toppan;
use hyakuman_viewer::{Extent, Heading, PlayedMatch, Shown, Watcher, evaluation};
use hyakuman_yangzhou::Yangzhou;
use serde_json::{Value, json};
use std::sync::Arc;

/// A match of any game.
pub trait AnyTable: Send {
    /// The people.
    fn people(&self) -> SeatSet;

    /// Lets one agent decide; false where only people have to, or the match is over.
    ///
    /// # Errors
    /// The agent failed.
    fn step(&mut self) -> Result<bool, Failure>;

    /// Takes the answer of a person to the decision with this number.
    ///
    /// # Errors
    /// It is illegal or late; nothing has changed then.
    fn answer(&mut self, seat: Seat, number: u32, code: u8) -> Result<(), Refusal>;

    /// What does not change: names, rules, actions.
    fn heading(&self, seat: Seat) -> Value;

    /// The kyoku that a person has seen, from this one on, as the page takes them.
    fn kyoku_from(&self, seat: Seat, first: usize) -> Vec<(usize, Value)>;

    /// What else a person sees: its open decision with its number, and the result.
    fn now(&self, seat: Seat) -> Value;

    /// What an agent thinks of the open decision of a person.
    ///
    /// # Errors
    /// There is no decision, or the agent failed.
    fn hint(&mut self, seat: Seat) -> Result<Value, Refusal>;

    /// Whether the match is over.
    fn over(&self) -> bool;

    /// The match as a file, all tiles shown: its type and its text.
    ///
    /// # Errors
    /// The match is not over, or the game has no such format.
    fn file(&self, format: &str) -> Result<(&'static str, String), Refusal>;

    /// The work of writing a page with what an agent thinks of every decision of a person; it may take long, and needs the table no more.
    ///
    /// # Errors
    /// The match is not over.
    fn review(&self, seat: Seat) -> Result<Work, Refusal>;

    /// The formats of [`AnyTable::file`].
    fn formats(&self) -> Vec<&'static str>;
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

/// A match under these rules, at its first decision.
///
/// # Errors
/// An agent cannot play under these rules, or their number is not that of the seats without a person.
pub fn table(
    rules: &AnyRules,
    roster: &Arc<Roster>,
    options: &PlayOptions,
) -> Result<Box<dyn AnyTable>, Error> {
    match rules {
        AnyRules::Riichi(loaded) if loaded.rules.players == 3 => {
            Table::<Riichi<3>>::boxed(rules, &loaded.rules, roster, options)
        }
        AnyRules::Riichi(loaded) => Table::<Riichi<4>>::boxed(rules, &loaded.rules, roster, options),
        AnyRules::Toutenkou(loaded) => Table::<Toutenkou>::boxed(rules, &loaded.rules, roster, options),
        AnyRules::Yangzhou(loaded) => Table::<Yangzhou>::boxed(rules, &loaded.rules, roster, options),
        AnyRules::Toppan(loaded) => Table::<Toppan>::boxed(rules, &loaded.rules, roster, options),
    }
}

/// By seat; `None` for a person.
pub(crate) type Agents<G> = Vec<Option<Box<dyn Agent<G>>>>;

/// A match of a game.
pub(crate) struct Table<G: Shown> {
    pub(crate) rules: Arc<G::Rules>,
    heading: Heading,
    pub(crate) deals: Deals,
    /// What agents get their chance from.
    seed: MatchSeed,
    pub(crate) play: MatchInProgress<G>,
    pub(crate) seen: Watchers<G>,
    pub(crate) agents: Agents<G>,
    hints: Box<dyn Agent<G>>,
    reviewer: Reviewer,
    /// The answers so far, as in the table `replays` of a data set.
    actions: Vec<u8>,
    /// The answers to the decisions that are open now.
    given: Vec<(Seat, u8)>,
    /// By seat: decisions so far.
    decisions: Vec<u32>,
    /// Its rules, for its files.
    ruleset: AnyRules,
}

impl<G: Shown + Sync> Table<G> {
    fn boxed(
        ruleset: &AnyRules,
        rules: &G::Rules,
        roster: &Arc<Roster>,
        options: &PlayOptions,
    ) -> Result<Box<dyn AnyTable>, Error> {
        Ok(Box::new(Table::<G>::start(ruleset, rules, roster, options)?))
    }

    /// Seats everybody and deals.
    pub(crate) fn start(
        ruleset: &AnyRules,
        rules: &G::Rules,
        roster: &Arc<Roster>,
        options: &PlayOptions,
    ) -> Result<Self, Error> {
        let (rules, seed) = (Arc::new(rules.clone()), MatchSeed { seed: options.seed, number: 0 });
        let (specs, deals) = (seated::<G>(options)?, Deals::Keyed(seed));
        let mut agents = agents::<G>(roster, &specs, &rules, seed)?;
        let (hints, reviewer) =
            (adviser::<G>(roster, &options.hints, &rules)?, Reviewer::new(roster, &options.hints));
        let (play, seen) =
            dealt(&rules, &deals, options.people, &mut agents).expect("any seed has its deals");
        let (heading, decisions) = (heading(ruleset.id(), &specs), vec![0; G::SEATS]);
        let (actions, given) = (Vec::new(), Vec::new());
        let mut table = Table {
            rules,
            heading,
            deals,
            seed,
            play,
            seen,
            agents,
            hints,
            reviewer,
            actions,
            given,
            decisions,
            ruleset: ruleset.clone(),
        };
        table.look();
        Ok(table)
    }

    /// Shows the present position to the people.
    pub(crate) fn look(&mut self) {
        if !self.over() {
            self.seen.watchers().for_each(|watcher| watcher.look(self.play.game()));
        }
    }

    /// Takes a legal answer.
    fn take(&mut self, seat: Seat, code: u8) -> Result<(), Illegal> {
        let Table { play, agents, seen, .. } = self;
        let deciders = play.game().deciders();
        shown(agents, seen, |sink| play.answer(seat, code, sink))?;
        self.decisions[seat.index()] += 1;
        self.given.push((seat, code));
        if self.given.len() == deciders.len() as usize {
            self.given.sort_by_key(|(seat, _)| seat.index());
            self.actions.extend(self.given.drain(..).map(|(_, code)| code));
            self.look();
        }
        Ok(())
    }
}

/// A match that begins with these deals, and what people have seen of it; `None` if the game has no such deals.
pub(crate) fn dealt<G: Shown>(
    rules: &Arc<G::Rules>,
    deals: &Deals,
    people: SeatSet,
    agents: &mut Agents<G>,
) -> Option<(MatchInProgress<G>, Watchers<G>)> {
    let mut seen = Watchers(people.map(|seat| (seat, Watcher::of_seat(rules, seat))).collect());
    let play = shown(agents, &mut seen, |sink| MatchInProgress::start_with(rules, deals, sink))?;
    Some((play, seen))
}

/// The agents by seat.
fn seated<G: Game>(options: &PlayOptions) -> Result<Vec<Option<&Spec>>, Error> {
    let free = G::SEATS - options.people.len() as usize;
    let agents = &options.agents;
    if agents.len() != 1 && agents.len() != free {
        let sentence =
            format!("{} agents for {free} seats: name one for all of them, or one for each", agents.len());
        return Err(Error::Usage(sentence));
    }
    let mut next = agents.iter().cycle();
    let seat = |seat| if options.people.has(seat) { None } else { next.next() };
    Ok(Seat::all(G::SEATS).map(seat).collect())
}

/// What stands above the match: the agents by their names, without options, which may be a command or a path.
fn heading(id: &str, specs: &[Option<&Spec>]) -> Heading {
    let name = |spec: &Option<&Spec>| spec.map_or(String::new(), |spec| spec.name().to_owned());
    let names = specs.iter().map(name).collect();
    Heading { title: id.to_owned(), names, rules: id.to_owned(), note: String::new() }
}

/// The agents by seat, at the beginning of a match.
fn agents<G: Game>(
    roster: &Roster,
    specs: &[Option<&Spec>],
    rules: &Arc<G::Rules>,
    of_match: MatchSeed,
) -> Result<Agents<G>, Error> {
    let make = |(seat, spec): (Seat, &Option<&Spec>)| {
        let Some(spec) = spec else { return Ok(None) };
        let mut agent = agent::<G>(roster, spec, rules)?;
        agent.begin(rules, seat, AgentSeed { of_match, seat });
        Ok(Some(agent))
    };
    Seat::all(G::SEATS).zip(specs).map(make).collect()
}

fn agent<G: Game>(roster: &Roster, spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Agent<G>>, Error> {
    roster.check_rules::<G>(spec, rules)?;
    Ok(SingleDecisions::scalar(roster.agent::<G>(spec)?))
}

/// The agent of the hints. It is asked in the middle of a match.
fn adviser<G: Game>(roster: &Roster, spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Agent<G>>, Error> {
    let agent = agent::<G>(roster, spec, rules)?;
    if agent.watches() {
        return Err(Error::Usage(format!(
            "the agent {} gives no hints: it has to watch a match from its start",
            spec.name()
        )));
    }
    Ok(agent)
}

impl<G: Shown + Sync> AnyTable for Table<G> {
    fn people(&self) -> SeatSet {
        self.seen.0.iter().map(|(seat, _)| *seat).collect()
    }

    fn step(&mut self) -> Result<bool, Failure> {
        let Some(seat) = self.play.pending().find(|seat| self.agents[seat.index()].is_some()) else {
            return Ok(false);
        };
        let game = self.play.game();
        let agent = self.agents[seat.index()].as_mut().expect("an agent");
        let code = agent.act(&game.view(seat), game.legal(seat));
        let failure = if game.legal(seat).has(code) { None } else { agent.failure() };
        let detail = |illegal: Illegal| failure.map_or(illegal.to_string(), |failure| failure.to_string());
        self.take(seat, code).map(|()| true).map_err(|illegal| Failure::new(seat, detail(illegal)))
    }

    fn answer(&mut self, seat: Seat, number: u32, code: u8) -> Result<(), Refusal> {
        if !self.play.pending().has(seat) {
            return Err(if self.over() { Refusal::Over } else { Refusal::NothingToDecide });
        }
        match number == self.decisions[seat.index()] {
            true => self.take(seat, code).map_err(Refusal::Illegal),
            false => Err(Refusal::OtherDecision),
        }
    }

    fn heading(&self, seat: Seat) -> Value {
        let mut data = Watcher::<G>::of_seat(&self.rules, seat).data(&self.heading);
        data["seat"] = json!(seat.index());
        data["people"] = json!(self.people().map(Seat::index).collect::<Vec<_>>());
        data["formats"] = json!(self.formats());
        data
    }

    fn kyoku_from(&self, seat: Seat, first: usize) -> Vec<(usize, Value)> {
        self.seen.of(seat).kyoku_from(first)
    }

    fn now(&self, seat: Seat) -> Value {
        let watcher = self.seen.of(seat);
        let open = self.play.pending().has(seat);
        json!({
            "question": open.then(|| watcher.question(self.play.game(), seat)),
            "number": self.decisions[seat.index()],
            "result": watcher.result(),
        })
    }

    fn hint(&mut self, seat: Seat) -> Result<Value, Refusal> {
        if !self.play.pending().has(seat) {
            return Err(Refusal::NothingToDecide);
        }
        let game = self.play.game();
        self.hints.begin(&self.rules, seat, AgentSeed { of_match: self.seed, seat });
        let (view, legal) = (game.view(seat), game.legal(seat));
        let choice = self.hints.act(&view, legal);
        if !legal.has(choice) {
            return Err(Refusal::NoHint);
        }
        Ok(evaluation(choice, self.hints.evaluate(&view, legal).as_ref()))
    }

    fn over(&self) -> bool {
        self.play.game().deciders().is_empty()
    }

    fn file(&self, format: &str) -> Result<(&'static str, String), Refusal> {
        if !self.over() {
            return Err(Refusal::NotOver("its files show"));
        }
        let (rules, deals, actions) = (&self.ruleset, Extent::Whole(&self.deals), &self.actions[..]);
        files::file(format, &PlayedMatch { rules, deals, actions }, &self.heading)
    }

    fn review(&self, seat: Seat) -> Result<Work, Refusal> {
        if !self.over() {
            return Err(Refusal::NotOver("a review shows"));
        }
        let (rules, deals, actions) = (Arc::clone(&self.rules), self.deals.clone(), self.actions.clone());
        Ok(self.reviewer.work::<G>(rules, deals, actions, self.heading.clone(), seat))
    }

    fn formats(&self) -> Vec<&'static str> {
        files::formats(&self.ruleset)
    }
}
