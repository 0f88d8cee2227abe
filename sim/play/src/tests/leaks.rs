//! Every byte that one seat gets over HTTP in a whole match, and in a match in which everything hidden from it is elsewhere.
//!
//! *Shuffled* means: pairs of tiles anywhere in the walls change places, one pair after another, and a change is kept if the whole match can be played
//! again so that the seat cannot tell. The other seats repeat what was seen of them in the first match (the same discards from the hand or
//! as drawn, calls, wins); what was not seen of them (passes, claims that another one overrode, picks for an exchange) is whatever their new hands
//! allow. The seat cannot tell if, at every decision of its own, its row of a data set and its legal actions are the same, and every
//! kyoku has the same end, with the same hands and ura opened by the rules, rivers and melds. This is judged by the engine without anything that the server or a watcher
//! makes. So the tiles that the others hold to the end, the wall, the dead wall and the ura change for others; a tile that is discarded later comes at another
//! time, or from the deal instead of a draw. What cannot change is what the seat is shown in the end, and a hand that must be tenpai.

use super::{answer, codes, family, get, invitation, request, state};
use crate::files::Files;
use crate::server::{Server, Settings};
use crate::table::{Agents, Table, dealt, shown};
use hyakuman_agents::Roster;
use hyakuman_arena::single::SingleDecisions;
use hyakuman_core::column::Rows;
use hyakuman_core::{MatchSeed, Rng, Seat, Wall};
use hyakuman_game::playout::MatchInProgress;
use hyakuman_game::{
    ActionMask, Agent, AgentSeed, Deals, Game, KnownDeals, KyokuEnd, Seen, Sink,
};
use hyakuman_show::SeatBoard;
use hyakuman_viewer::Shown;
use serde_json::Value;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// Changes of places tried in each wall.
const CHANGES: usize = 80;
/// More walls than a match has kyoku.
const WALLS: usize = 40;

/// When a seat decides: after how many events of the match, and after how many decisions of its own since the last of them.
type Moment = (u32, u32);
/// What every seat answered when.
type Script = HashMap<(usize, Moment), u8>;

/// Sits at the table as another agent and writes down what that answers, or repeats what was written down.
struct Actor<G: Game> {
    seat: usize,
    moment: Moment,
    script: Arc<Mutex<Script>>,
    /// `None`: it repeats.
    writes: Option<Box<dyn Agent<G>>>,
}

impl<G: Game> Agent<G> for Actor<G> {
    fn act(&mut self, view: &G::View<'_>, legal: &ActionMask) -> u8 {
        let mut script = self.script.lock().unwrap();
        let now = (self.seat, self.moment);
        self.moment.1 += 1;
        match &mut self.writes {
            Some(agent) => *script.entry(now).insert_entry(agent.act(view, legal)).get(),
            None => {
                let written = script.get(&now).copied();
                written.filter(|&code| legal.has(code)).unwrap_or_else(|| unseen_answer::<G>(legal))
            }
        }
    }

    fn watches(&self) -> bool {
        true
    }

    fn watch(&mut self, seen: &Seen<'_, G>) {
        self.writes.iter_mut().filter(|agent| agent.watches()).for_each(|agent| agent.watch(seen));
        if let Seen::Event(_) = seen {
            self.moment = (self.moment.0 + 1, 0);
        }
    }
}

/// What a seat does where nothing was seen of it: it passes, or discards.
fn unseen_answer<G: Game>(legal: &ActionMask) -> u8 {
    let named = |word: &str| legal.iter().find(|&code| G::action_name(code).starts_with(word));
    named("pass").or_else(|| named("discard")).or(legal.iter().next()).expect("a legal action")
}

/// What a seat could tell of a match, and what it could not.
struct Sight<G: Game> {
    seat: Seat,
    cache: G::RowCache,
    decisions: Vec<(Rows, Vec<u8>, u8)>,
    ends: Vec<String>,
    /// At each of its decisions what it does not see.
    hidden: Vec<Rows>,
}

impl<G: Game> Sight<G> {
    fn of(seat: Seat) -> Self {
        let (cache, decisions, ends, hidden) = Default::default();
        Sight { seat, cache, decisions, ends, hidden }
    }

    /// Whether it is so far what another one was.
    fn follows(&self, other: &Sight<G>) -> bool {
        other.decisions.starts_with(&self.decisions) && other.ends.starts_with(&self.ends)
    }
}

impl<G: Shown> Sink<G> for Sight<G> {
    const DECISIONS: bool = true;

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        if seat != self.seat {
            return;
        }
        let (mut row, mut hidden) = (Rows::new(G::COLUMNS.len()), Rows::new(G::HIDDEN_COLUMNS.len()));
        G::write_row(&mut self.cache, &game.view(seat), &mut row);
        game.write_hidden(seat, &mut hidden);
        self.decisions.push((row, legal.iter().collect(), action));
        self.hidden.push(hidden);
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        let board = game.board();
        let open = |seat: &SeatBoard| {
            let all = seat.toppan.as_ref().map(|_| seat.hand.clone()); // every tile is shown in the end
            format!("{:?} {:?} {:?} {all:?}", seat.river, seat.melds, seat.aside)
        };
        let table: Vec<String> = board.seats.iter().map(open).collect();
        self.ends.push(format!("{end:?} {:?} {:?} {table:?}", game.revealed(end), board.indicators));
    }
}

/// A match with its walls, as one seat lived it.
struct Lived<G: Shown> {
    rules: Arc<G::Rules>,
    walls: Vec<Wall>,
    script: Arc<Mutex<Script>>,
    sight: Sight<G>,
}

fn deals<G: Game>(rules: &Arc<G::Rules>, walls: &[Wall]) -> Deals {
    let scores = G::start(rules, MatchSeed { seed: 0, number: 0 }, &mut ()).scores();
    Deals::Known(Arc::new(KnownDeals { kyoku: 0, honba: 0, kyotaku: 0, scores, walls: walls.to_vec() }))
}

/// Walls of the tiles of a game.
fn random_walls<G: Game>(rules: &Arc<G::Rules>, rng: &mut Rng) -> Vec<Wall> {
    let with = |tiles: Vec<u8>, rng: &mut Rng| {
        let wall = |_| {
            let mut tiles = tiles.clone();
            rng.shuffle(&mut tiles);
            Wall::from_ids(&tiles).unwrap()
        };
        (0..WALLS).map(wall).collect::<Vec<_>>()
    };
    let all = with((0..136).collect(), rng);
    match MatchInProgress::<G>::start_with(rules, &deals::<G>(rules, &all), &mut ()) {
        Some(_) => all,
        None => with((0..136).filter(|id| !(1..8).contains(&(id / 4))).collect(), rng), // three players
    }
}

/// Every other seat, writing down what an agent answers, or repeating it.
fn actors<G: Shown>(
    seat: Seat,
    script: &Arc<Mutex<Script>>,
    writes: impl Fn(Seat) -> Option<Box<dyn Agent<G>>>,
) -> Agents<G> {
    let actor = |other: Seat| -> Option<Box<dyn Agent<G>>> {
        let (moment, script) = ((0, 0), Arc::clone(script));
        (other != seat).then(|| {
            Box::new(Actor { seat: other.index(), moment, script, writes: writes(other) }) as Box<dyn Agent<G>>
        })
    };
    Seat::all(G::SEATS).map(actor).collect()
}

/// Plays a match; `choose` decides for the seat, `goes_on` ends it early.
fn play_on<G: Shown>(
    rules: &Arc<G::Rules>,
    walls: &[Wall],
    agents: &mut Agents<G>,
    sight: &mut Sight<G>,
    mut choose: impl FnMut(&G::View<'_>, &ActionMask, &Sight<G>) -> Option<u8>,
) -> Option<()> {
    let deals = deals::<G>(rules, walls);
    let mut play = shown(agents, sight, |sink| MatchInProgress::<G>::start_with(rules, &deals, sink))?;
    while let Some(seat) = play.pending().next() {
        let (game, legal) = (play.game(), *play.game().legal(seat));
        let code = match &mut agents[seat.index()] {
            Some(agent) => agent.act(&game.view(seat), &legal),
            None => choose(&game.view(seat), &legal, sight)?,
        };
        shown(agents, sight, |sink| play.answer(seat, code, sink)).ok()?;
    }
    Some(())
}

impl<G: Shown> Lived<G> {
    /// A match against the usual agents of the game; the seat does what they would do, or something at random.
    fn first(rules: &G::Rules, seat: Seat, rng: &mut Rng) -> Self {
        let (rules, roster) = (Arc::new(rules.clone()), Roster::built_in());
        let (script, walls) = (Arc::default(), random_walls::<G>(&rules, rng));
        let agent = |seat| {
            let spec = roster.spec(roster.default_agent(G::FAMILY)).unwrap();
            let mut agent = SingleDecisions::scalar(roster.agent::<G>(&spec).unwrap());
            agent.begin(&rules, seat, AgentSeed { of_match: MatchSeed { seed: 1, number: 0 }, seat });
            agent
        };
        let (mut sight, mut own) = (Sight::of(seat), agent(seat));
        let mut agents = actors(seat, &script, |seat| Some(agent(seat)));
        let choose = |view: &G::View<'_>, legal: &ActionMask, _: &Sight<G>| {
            let any = legal.iter().nth(rng.below(legal.iter().count() as u32) as usize);
            if rng.below(5) == 0 { any } else { Some(own.act(view, legal)) }
        };
        play_on(&rules, &walls, &mut agents, &mut sight, choose).expect("a match");
        Lived { rules, walls, script, sight }
    }

    /// The same match with these walls; `None` if the seat could tell.
    fn again(&self, walls: &[Wall]) -> Option<Sight<G>> {
        let mut sight = Sight::of(self.sight.seat);
        let mut agents = actors(sight.seat, &self.script, |_| None);
        let choose = |_: &G::View<'_>, legal: &ActionMask, sight: &Sight<G>| {
            let (_, _, code) = self.sight.decisions.get(sight.decisions.len())?;
            (legal.has(*code) && sight.follows(&self.sight)).then_some(*code)
        };
        play_on(&self.rules, walls, &mut agents, &mut sight, choose)?;
        let lengths = |sight: &Sight<G>| (sight.decisions.len(), sight.ends.len());
        (sight.follows(&self.sight) && lengths(&sight) == lengths(&self.sight)).then_some(sight)
    }

    /// Walls in which what is hidden from the seat is elsewhere.
    fn shuffled(&self, rng: &mut Rng) -> Vec<Wall> {
        let mut walls = self.walls.clone();
        for kyoku in 0..self.sight.ends.len() {
            for _ in 0..CHANGES {
                let mut ids = walls[kyoku].ids().to_vec();
                let [one, other] = [(); 2].map(|()| rng.below(ids.len() as u32) as usize);
                if ids[one] / 4 == ids[other] / 4 {
                    continue;
                }
                ids.swap(one, other);
                let before = std::mem::replace(&mut walls[kyoku], Wall::from_ids(&ids).unwrap());
                if self.again(&walls).is_none() {
                    walls[kyoku] = before;
                }
            }
        }
        walls
    }

    /// The match with these walls, served to the seat.
    fn served(&self, walls: &[Wall], preset: &str, files: Files<G>) -> Server
    where
        G: Sync,
    {
        let (seat, roster) = (self.sight.seat, Arc::new(Roster::built_in()));
        let options = invitation(&[seat.index() as u8], family(preset));
        let mut table = Table::<G>::start(&self.rules, preset, &roster, &options, files).unwrap();
        table.agents = actors(seat, &self.script, |_| None);
        table.deals = deals::<G>(&self.rules, &walls[..self.sight.ends.len()]);
        let begun = dealt(&table.rules, &table.deals, options.people, &mut table.agents);
        (table.play, table.seen) = begun.expect("deals of the game");
        table.look();
        Server::open(Box::new(table), Settings { listen: SocketAddr::from(([127, 0, 0, 1], 0)) }).unwrap()
    }

    /// All that the seat gets while it gives its answers, and then the match as text.
    fn told(&self, server: &Server) -> (Vec<(u16, String)>, String) {
        let address = &server.addresses()[0].1;
        let (mut told, mut version) = (vec![get(address, "")], 0);
        for (number, (_, legal, code)) in self.sight.decisions.iter().enumerate() {
            let question = waited(address);
            assert_eq!(question["now"]["number"], number, "{}", G::FAMILY);
            assert_eq!(&codes(&question["now"]["question"]), legal, "{}", G::FAMILY);
            told.push(get(address, "state?after=0"));
            told.push(get(address, &format!("state?after={version}")));
            version = question["version"].as_u64().unwrap();
            told.push(answer(address, number as u64, (0..=255).find(|&code| !legal.contains(&(code as u8))).unwrap()));
            if number % 4 == 0 {
                told.push(get(address, "hint"));
                told.push(get(address, "file/html"));
                told.push(get(address, "review"));
                told.push(request(address, "POST", "answer", "", "{}"));
            }
            told.push(answer(address, number as u64, (*code).into()));
        }
        assert!(!waited(address)["now"]["result"].is_null(), "{}", G::FAMILY);
        told.push(get(address, "state?after=0"));
        (told, get(address, "file/text").1)
    }
}

/// The state where the seat has a question, or the match is over.
fn waited(address: &str) -> Value {
    loop {
        let seen = state(address, u64::MAX);
        assert!(seen["error"].is_null(), "{seen}");
        if !seen["now"]["question"].is_null() || !seen["now"]["result"].is_null() {
            return seen;
        }
    }
}

/// Plays, shuffles, plays again and compares, for two seats.
pub(super) fn tells_nothing<G: Shown + Sync>(rules: &G::Rules, preset: &str, files: Files<G>) {
    for seat in [0, 2].map(Seat::new) {
        let mut rng = Rng::from_seed(11);
        let lived = Lived::<G>::first(rules, seat, &mut rng);
        let walls = lived.shuffled(&mut rng);
        let other = lived.again(&walls).expect("what was kept");
        let differ = lived.sight.hidden.iter().zip(&other.hidden).filter(|(one, other)| one != other).count();
        let all = lived.sight.hidden.len();
        assert!(all > 20 && 4 * differ >= 3 * all, "{preset}, {seat:?}: hidden tiles differ at {differ} of {all}");
        let moved = lived.walls.iter().zip(&walls).flat_map(|(one, other)| one.ids().iter().zip(other.ids()));
        let (moved, kyoku) = (moved.filter(|(one, other)| one != other).count(), lived.sight.ends.len());
        println!("{preset}, {seat:?}: {kyoku} kyoku, {moved} tiles moved, hidden tiles differ at {differ} of {all} decisions");
        let [one, other] = [&lived.walls, &walls].map(|walls| lived.told(&lived.served(walls, preset, files)));
        assert_ne!(one.1, other.1, "{preset}, {seat:?}: the same match");
        for (at, (one, other)) in one.0.iter().zip(&other.0).enumerate() {
            let differ = one.1.bytes().zip(other.1.bytes()).position(|(one, other)| one != other).unwrap_or(0);
            let [one_is, other_is] = [one, other].map(|(status, body)| (status, body.get(differ.saturating_sub(40)..).map(|rest| format!("{rest:.120}"))));
            assert!(one == other, "{preset}, {seat:?}, response {at}: {one_is:?} {other_is:?}");
        }
        assert_eq!(one.0.len(), other.0.len());
    }
}
