//! One match at a [`TableOf`], with its history and what people see of it.

use super::kept_agents::{KeptAgents, Lent};
use super::of_game::{Agents, TableOf, no_agents};
use super::{History, Rolling, Table, Until};
use crate::error::Error;
use crate::lineup::Seating;
use crate::observer::Quiet;
use crate::rollouts::{RolledOut, Rollouts};
use crate::threads;
use hyakuman_core::column::Rows;
use hyakuman_core::game::rows::MatchId;
use hyakuman_core::game::sink::Both;
use hyakuman_core::game::{
    ActionMask, AgentFailure, AgentSeed, Deals, Evaluation, GameFacts, Illegal, KyokuEnd, MatchEnd, Sink,
    StartState,
};
use hyakuman_core::{MatchSeed, Rng, Seat, SeatSet, Tile};
use hyakuman_games::registry::{AnyRules, Listed};
use hyakuman_games::viewer::{Extent, Heading, PlayedMatch, Watcher};
use hyakuman_riichi::planes::{Actions, EncodeCache, Planes};
use serde_json::Value;
use std::sync::Arc;

/// One match of the game `G` at its table, with its history and what people see of it: a [`Table`].
pub struct SingleTable<G: Listed> {
    ruleset: Arc<AnyRules>,
    rules: Arc<G::Rules>,
    deals: Deals,
    /// What agents get their chance from.
    seed: MatchSeed,
    table: TableOf<G>,
    history: History,
    people: Seen<G>,
    /// Why the actions are no match with these deals, if they are none.
    no_record: Option<&'static str>,
}

/// What the people at the table see.
#[derive(Clone)]
struct Seen<G: Listed>(Vec<(Seat, Watcher<'static, G>)>);

impl<G: Listed> SingleTable<G> {
    /// A match with these deals, at its first decision, with these agents by seat. `None` if they are not deals of the game. Of deals that are
    /// not those of a seed there is a record at the end only.
    pub fn start(
        ruleset: Arc<AnyRules>,
        rules: &Arc<G::Rules>,
        deals: Deals,
        agents: Agents<G>,
        people: SeatSet,
    ) -> Option<Self> {
        let seed = match deals {
            Deals::Keyed(seed) => seed,
            Deals::Known(_) => MatchSeed { seed: 0, number: 0 },
        };
        let mut single = SingleTable::new(ruleset, rules, (deals, seed), agents, people);
        let SingleTable { rules, deals, table, history, people, .. } = &mut single;
        let is_dealt = table.start_with(rules, &seating(seed), deals, &mut Both::new(history, people));
        single.look();
        is_dealt.then_some(single)
    }

    /// A match of this seed that starts at a state, without agents.
    ///
    /// # Errors
    /// Those of [`Game::start_from`](hyakuman_core::game::Game::start_from).
    pub fn start_from(
        ruleset: Arc<AnyRules>,
        rules: &Arc<G::Rules>,
        seed: MatchSeed,
        start: &StartState,
    ) -> Result<Self, Error> {
        let mut single = SingleTable::new(ruleset, rules, (seed.into(), seed), no_agents(), SeatSet::EMPTY);
        let SingleTable { rules, table, history, .. } = &mut single;
        table.start_from(rules, &seating(seed), start, history).map_err(Error::Usage)?;
        single.no_record = Some("this match did not start at the state of its rules");
        Ok(single)
    }

    /// A table before the match.
    fn new(
        ruleset: Arc<AnyRules>,
        rules: &Arc<G::Rules>,
        (deals, seed): (Deals, MatchSeed),
        agents: Agents<G>,
        people: SeatSet,
    ) -> Self {
        let watchers = people.map(|seat| (seat, Watcher::of_seat(rules, seat))).collect();
        SingleTable {
            ruleset,
            rules: Arc::clone(rules),
            deals,
            seed,
            table: TableOf::new(agents),
            history: History::default(),
            people: Seen(watchers),
            no_record: None,
        }
    }

    /// Shows the present position to the people.
    fn look(&mut self) {
        if !self.table.is_new() && !self.table.game().deciders().is_empty() {
            self.people.all().for_each(|watcher| watcher.look(self.table.game()));
        }
    }

    /// An agent that is ready to decide for a seat.
    fn lend(&self, agents: &KeptAgents, spec: &str, seat: Seat) -> Result<Lent<G>, Error> {
        let mut lent = agents.lend::<G>(spec, &self.rules)?;
        let agent = lent.starting_at(self.history.steps[seat.index()]);
        agent.begin(&self.rules, seat, AgentSeed { of_match: self.seed, seat });
        if agent.watches() {
            let sentence = format!("the agent {spec} has to watch a match from its start");
            return Err(Error::Usage(sentence));
        }
        Ok(lent)
    }

    /// What an agent answers.
    fn ask(&self, lent: &mut Lent<G>, seat: Seat) -> Result<u8, Error> {
        let game = self.table.game();
        let legal = game.legal(seat);
        let action = lent.agent().act(&game.view(seat), legal);
        if legal.has(action) {
            return Ok(action);
        }
        let (illegal, failure) = (game.illegal(seat, action), lent.agent().failure());
        Err(Error::of_agent(&lent.spec, self.seed.number, &illegal, failure))
    }

    fn check_pending(&self, seat: Seat) -> Result<(), Error> {
        <dyn Table>::check_pending(self, seat)
    }
}

/// The match of a seed whose seats do not rotate.
fn seating(seed: MatchSeed) -> Seating {
    Seating { id: MatchId { number: seed.number, seed, agents: [0; 4] }, rotation: 0 }
}

impl<G: Listed> Table for SingleTable<G> {
    fn rules(&self) -> &AnyRules {
        &self.ruleset
    }

    fn facts(&self) -> GameFacts {
        GameFacts::of::<G>()
    }

    fn pending(&self) -> SeatSet {
        self.table.pending()
    }

    fn legal(&self, seat: Seat) -> ActionMask {
        if self.pending().has(seat) { *self.table.game().legal(seat) } else { ActionMask::EMPTY }
    }

    fn history(&self) -> &History {
        &self.history
    }

    fn answer(&mut self, seat: Seat, code: u8) -> Result<(), Illegal> {
        let decided = self.history.actions.len();
        let SingleTable { table, history, people, .. } = self;
        match people.0.is_empty() {
            true => table.answer(seat, code, history)?,
            false => table.answer(seat, code, &mut Both::new(history, people))?,
        }
        if self.history.actions.len() > decided {
            self.look();
        }
        Ok(())
    }

    fn step(&mut self) -> Result<bool, (Illegal, Option<AgentFailure>)> {
        let Some(seat) = self.pending().find(|&seat| self.table.is_here(seat)) else { return Ok(false) };
        let code = self.table.choice(seat);
        self.answer(seat, code).map(|()| true).map_err(|illegal| (illegal, self.table.failure(seat)))
    }

    fn choice(&self, agents: &KeptAgents, spec: &str, seat: Seat) -> Result<u8, Error> {
        self.check_pending(seat)?;
        let mut lent = self.lend(agents, spec, seat)?;
        let code = self.ask(&mut lent, seat)?;
        agents.take_back(lent);
        Ok(code)
    }

    fn evaluation(&self, agents: &KeptAgents, spec: &str, seat: Seat) -> Result<Option<Evaluation>, Error> {
        self.check_pending(seat)?;
        let mut lent = self.lend(agents, spec, seat)?;
        let game = self.table.game();
        let found = lent.agent().evaluate(&game.view(seat), game.legal(seat));
        if let Some(failure) = lent.agent().failure().filter(|_| found.is_none()) {
            return Err(Error::Protocol(format!("the agent {} failed: {failure}", lent.spec)));
        }
        agents.take_back(lent);
        Ok(found)
    }

    fn opinion(
        &self,
        agents: &KeptAgents,
        spec: &str,
        seat: Seat,
    ) -> Result<(u8, Option<Evaluation>), Error> {
        self.check_pending(seat)?;
        let mut lent = self.lend(agents, spec, seat)?;
        let code = self.ask(&mut lent, seat)?;
        let game = self.table.game();
        let found = lent.agent().evaluate(&game.view(seat), game.legal(seat));
        agents.take_back(lent);
        Ok((code, found))
    }

    fn has_to_watch(&self, agents: &KeptAgents, spec: &str) -> Result<bool, Error> {
        let mut lent = agents.lend::<G>(spec, &self.rules)?;
        let watches = lent.agent().watches();
        agents.take_back(lent);
        Ok(watches)
    }

    fn play(&mut self, agents: &KeptAgents, specs: &[&str], until: Until) -> Result<(), Error> {
        if specs.len() != G::SEATS {
            let (given, seats) = (specs.len(), G::SEATS);
            return Err(Error::Usage(format!("there are {given} agents for {seats} seats")));
        }
        let lend = |(seat, spec): (Seat, &&str)| self.lend(agents, spec, seat);
        let mut lent: Vec<Lent<G>> = Seat::all(G::SEATS).zip(specs).map(lend).collect::<Result<_, _>>()?;
        let settled = self.history.settled;
        while let Some(seat) = self.pending().next() {
            if until == Until::Kyoku && self.history.settled > settled {
                break;
            }
            let code = self.ask(&mut lent[seat.index()], seat)?;
            self.answer(seat, code).expect("a legal action");
        }
        lent.into_iter().for_each(|lent| agents.take_back(lent));
        Ok(())
    }

    fn rollouts(&self, agents: &KeptAgents, how: &Rolling<'_>, seat: Seat) -> Result<RolledOut, Error> {
        self.check_pending(seat)?;
        let roster = &agents.roster;
        let (policy, pool) = (roster.spec(how.policy)?, threads::pool(None)?);
        let &Rolling { worlds, true_hands, seed, .. } = how;
        let rollouts =
            Rollouts { roster, policy: &policy, worlds, true_hands, seed, pool: &pool, observer: &Quiet };
        let game = self.table.game();
        rollouts.play(&self.rules, game, seat, &game.legal(seat).iter().collect::<Vec<u8>>())
    }

    fn row(&self, seat: Seat) -> Rows {
        let mut rows = Rows::new(G::COLUMNS.len());
        G::write_row(&mut G::RowCache::default(), &self.table.game().view(seat), &mut rows);
        rows.end_row();
        rows
    }

    fn planes(&self, planes: Planes, seat: Seat, tensor: &mut [u8]) -> Result<(), Error> {
        let encoding = G::ENCODING.ok_or_else(|| Error::Usage(format!("{} has no planes", G::FAMILY)))?;
        let (game, mut kept, mut cache) = (self.table.game(), EncodeCache::default(), G::RowCache::default());
        (encoding.planes)(planes, &mut kept, &mut cache, &game.view(seat), game.legal(seat), tensor);
        Ok(())
    }

    fn drawn(&self, seat: Seat) -> Option<Tile> {
        (G::ENCODING?.drawn)(&self.table.game().view(seat))
    }

    fn actions(&self) -> Actions {
        if G::ENCODING.is_some() { Actions::Compact } else { Actions::Codes }
    }

    fn redeal_hidden(&mut self, seat: Seat, seed: u64) -> Result<(), Error> {
        if !self.pending().has(seat) {
            let sentence =
                format!("seat {} has nothing to decide now: its view is not complete", seat.index());
            return Err(Error::Usage(sentence));
        }
        let (mut game, mut rng) = (self.table.game().clone(), Rng::from_seed(seed));
        game.redeal_hidden(seat, &mut rng);
        self.seed.seed = rng.next_u64();
        self.table.go_on_at(game);
        self.no_record = Some("hidden tiles of this match were dealt again");
        self.look();
        Ok(())
    }

    fn played(&self) -> Result<PlayedMatch<'_>, Error> {
        if let Some(why) = self.no_record {
            return Err(Error::Usage(format!("{why}: it has no log")));
        }
        let extent = match (&self.deals, self.history.end) {
            (deals, Some(_)) => Extent::Whole(deals),
            (Deals::Keyed(seed), None) => Extent::SoFar(*seed),
            (Deals::Known(_), None) => {
                return Err(Error::Usage("the match is not over: it has no log".into()));
            }
        };
        Ok(PlayedMatch { rules: &self.ruleset, extent, actions: &self.history.actions })
    }

    fn people(&self) -> SeatSet {
        self.people.0.iter().map(|(seat, _)| *seat).collect()
    }

    fn heading(&self, seat: Seat, heading: &Heading) -> Value {
        Watcher::<G>::of_seat(&self.rules, seat).data(heading)
    }

    fn kyoku_from(&self, seat: Seat, first: usize) -> Vec<(usize, Value)> {
        self.people.of(seat).kyoku_from(first)
    }

    fn question(&self, seat: Seat) -> Option<Value> {
        let is_open = self.pending().has(seat);
        is_open.then(|| self.people.of(seat).question(self.table.game(), seat))
    }

    fn result_seen(&self, seat: Seat) -> Value {
        self.people.of(seat).result.clone()
    }

    fn copied(&self) -> Box<dyn Table> {
        Box::new(SingleTable {
            ruleset: Arc::clone(&self.ruleset),
            rules: Arc::clone(&self.rules),
            deals: self.deals.clone(),
            table: self.table.without_agents(),
            history: self.history.clone(),
            people: self.people.clone(),
            ..*self
        })
    }
}

impl<G: Listed> Seen<G> {
    fn of(&self, seat: Seat) -> &Watcher<'static, G> {
        &self.0.iter().find(|(of, _)| *of == seat).expect("a person").1
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Watcher<'static, G>> {
        self.0.iter_mut().map(|(_, watcher)| watcher)
    }
}

impl<G: Listed> Sink<G> for Seen<G> {
    fn event(&mut self, event: &G::Event) {
        self.all().for_each(|watcher| watcher.event(event));
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.all().for_each(|watcher| watcher.decision(game, seat, legal, action));
    }

    fn kyoku_start(&mut self) {
        self.all().for_each(Sink::<G>::kyoku_start);
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        self.all().for_each(|watcher| watcher.settled(game, end));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.all().for_each(|watcher| Sink::<G>::match_end(watcher, end));
    }
}
