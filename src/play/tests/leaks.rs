//! Every byte that one seat gets over HTTP in a whole match, and in a match in which everything hidden from it is elsewhere.
//!
//! *Shuffled* means: pairs of tiles anywhere in the walls change places, one pair after another, and a change is kept if the whole match can be played
//! again so that the seat cannot tell. The other seats repeat what was seen of them in the first match (the same discards from the hand or
//! as drawn, calls, wins); what was not seen of them (passes, claims that another one overrode, picks for an exchange) is whatever their new hands
//! allow. The seat cannot tell if, at every decision of its own, its row of a data set and its legal actions are the same, and every
//! kyoku has the same end, with the same hands and ura opened by the rules, rivers and melds. This is judged by the engine without anything that the server or a watcher
//! makes. So the tiles that the others hold to the end, the wall, the dead wall and the ura change for others; a tile that is discarded later comes at another
//! time, or from the deal instead of a draw. What cannot change is what the seat is shown in the end, and a hand that must be tenpai; therefore
//! matches are also compared up to single decisions only, where nothing that is shown later stays in its place. In Toppan, where the end of a kyoku
//! shows every tile that was drawn, only these are compared.

use super::{answer, changed, codes, get, invitation, request, rules, state};
use crate::play::server::Server;
use hyakuman_agents::Roster;
use hyakuman_arena::lineup::Seating;
use hyakuman_arena::single::SingleDecisions;
use hyakuman_arena::table::{Agents, SingleTable, TableOf};
use hyakuman_core::column::Rows;
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::rows::MatchId;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Deals, Game, KnownDeals, KyokuEnd, Seen, Sink};
use hyakuman_core::{KindSet, MatchSeed, Rng, Seat, SeatSet, Wall};
use hyakuman_games::registry::{AnyRules, Listed, load};
use hyakuman_games::show::SeatBoard;
use hyakuman_riichi::toutenkou::GARI;
use serde_json::Value;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock, Mutex};

/// Changes of places tried in each wall: each plays the match again.
static CHANGES: LazyLock<usize> =
    LazyLock::new(|| if std::env::var("HYAKUMAN_LONG").is_ok_and(|long| long == "1") { 60 } else { 30 });
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
    game: PhantomData<G>,
    /// Its decisions: a row, the legal actions, the answer.
    decisions: Vec<(Rows, Vec<u8>, u8)>,
    /// The number of the kyoku of each of them.
    kyoku: Vec<usize>,
    ends: Vec<String>,
    /// At each of its decisions what it does not see.
    hidden: Vec<Rows>,
}

impl<G: Game> Sight<G> {
    fn of(seat: Seat) -> Self {
        let (decisions, kyoku, ends, hidden) = Default::default();
        Sight { seat, game: PhantomData, decisions, kyoku, ends, hidden }
    }

    /// Whether it goes on as another one did after the first `seen` decisions and ends.
    fn follows(&self, other: &Sight<G>, seen: [usize; 2]) -> bool {
        let (decisions, ends) = (&self.decisions[seen[0]..], &self.ends[seen[1]..]);
        other.decisions[seen[0]..].starts_with(decisions) && other.ends[seen[1]..].starts_with(ends)
    }

    /// How many decisions and ends there are so far.
    fn lengths(&self) -> [usize; 2] {
        [self.decisions.len(), self.ends.len()]
    }
}

impl<G: Listed> Sink<G> for Sight<G> {
    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        if seat != self.seat {
            return;
        }
        let mut hidden = Rows::new(G::HIDDEN_COLUMNS.len());
        game.write_hidden(seat, &mut hidden);
        self.decisions.push((row_of::<G>(&game.view(seat)), legal.iter().collect(), action));
        self.kyoku.push(self.ends.len());
        self.hidden.push(hidden);
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        let board = game.board();
        let opens = |seat: Seat| G::FAMILY == "toppan" || end.wins.iter().any(|win| win.winner == seat);
        let open = |(seat, on_table): (Seat, &SeatBoard)| {
            let hand = opens(seat).then(|| (on_table.hand.clone(), on_table.drawn));
            format!("{:?} {:?} {:?} {hand:?}", on_table.river, on_table.melds, on_table.aside)
        };
        let table: Vec<String> = Seat::all(G::SEATS).zip(&board.seats).map(open).collect();
        let revealed = game.revealed(end);
        let shown = KyokuEnd {
            tenpai: end.tenpai.filter(|seat| !revealed.hands[seat.index()].is_empty()).collect(),
            ..*end
        };
        self.ends.push(format!("{shown:?} {revealed:?} {:?} {table:?}", board.indicators));
    }
}

/// A row of a data set.
fn row_of<G: Game>(view: &G::View<'_>) -> Rows {
    let mut row = Rows::new(G::COLUMNS.len());
    G::write_row(&mut G::RowCache::default(), view, &mut row);
    row
}

/// A match with its walls, as one seat lived it.
struct Lived<G: Listed> {
    rules: Arc<G::Rules>,
    walls: Vec<Wall>,
    script: Arc<Mutex<Script>>,
    sight: Sight<G>,
}

pub(super) fn deals<G: Game>(rules: &Arc<G::Rules>, walls: &[Wall]) -> Deals {
    let scores = G::start(rules, MatchSeed { seed: 0, number: 0 }, &mut ()).scores();
    Deals::Known(Arc::new(KnownDeals { kyoku: 0, honba: 0, kyotaku: 0, scores, walls: walls.to_vec() }))
}

/// Walls of the tiles of a game.
pub(super) fn random_walls<G: Game>(rules: &Arc<G::Rules>, rng: &mut Rng) -> Vec<Wall> {
    let kinds = [KindSet::ALL, KindSet::SANMA, KindSet::SANMA | GARI];
    let mut walls_of = |kinds| {
        let wall = |_| {
            let mut tiles = Wall::ordered(kinds).ids().to_vec();
            rng.shuffle(&mut tiles);
            Wall::from_ids(&tiles).unwrap()
        };
        (0..WALLS).map(wall).collect::<Vec<_>>()
    };
    let fits = |walls: &Vec<Wall>| {
        MatchInProgress::<G>::start_with(rules, &deals::<G>(rules, walls), &mut ()).is_some()
    };
    kinds.into_iter().map(&mut walls_of).find(fits).expect("the tiles of the game")
}

/// Every other seat, writing down what an agent answers, or repeating it.
fn actors<G: Listed>(
    seat: Seat,
    script: &Arc<Mutex<Script>>,
    writes: impl Fn(Seat) -> Option<Box<dyn Agent<G>>>,
) -> Agents<G> {
    let actor = |other: Seat| -> Option<Box<dyn Agent<G>>> {
        let (moment, script) = ((0, 0), Arc::clone(script));
        (other != seat).then(|| {
            Box::new(Actor { seat: other.index(), moment, script, writes: writes(other) })
                as Box<dyn Agent<G>>
        })
    };
    Seat::all(G::SEATS).map(actor).collect()
}

/// Plays a match; `choose` decides for the seat, `goes_on` ends it early.
fn play_on<G: Listed>(
    rules: &Arc<G::Rules>,
    walls: &[Wall],
    agents: Agents<G>,
    sight: &mut Sight<G>,
    mut choose: impl FnMut(&G::View<'_>, &ActionMask, &Sight<G>) -> Option<u8>,
) -> Option<()> {
    let (mut table, seed) = (TableOf::new(agents), MatchSeed { seed: 0, number: 0 });
    let seating = Seating { id: MatchId { number: 0, seed, agents: [0; 4] }, rotation: 0 };
    table.start_with(rules, &seating, &deals::<G>(rules, walls), sight).then_some(())?;
    while let Some(seat) = table.pending().next() {
        let code = match table.is_here(seat) {
            true => table.choice(seat),
            false => choose(&table.game().view(seat), table.game().legal(seat), sight)?,
        };
        table.answer(seat, code, sight).ok()?;
    }
    Some(())
}

impl<G: Listed> Lived<G> {
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
        let agents = actors(seat, &script, |seat| Some(agent(seat)));
        let choose = |view: &G::View<'_>, legal: &ActionMask, _: &Sight<G>| {
            let any = legal.iter().nth(rng.below(legal.iter().count() as u32) as usize);
            if rng.below(5) == 0 { any } else { Some(own.act(view, legal)) }
        };
        play_on(&rules, &walls, agents, &mut sight, choose).expect("a match");
        Lived { rules, walls, script, sight }
    }

    /// The same match with these walls up to a decision of the seat, or to the end; `None` if the seat could tell.
    fn again(&self, walls: &[Wall], until: Option<usize>) -> Option<Sight<G>> {
        let (mut sight, agents) =
            (Sight::of(self.sight.seat), actors(self.sight.seat, &self.script, |_| None));
        let (mut reached, mut seen) = (false, [0; 2]);
        let choose = |view: &G::View<'_>, legal: &ActionMask, sight: &Sight<G>| {
            let (row, codes, code) = self.sight.decisions.get(sight.decisions.len())?;
            let follows = sight.follows(&self.sight, seen) && legal.iter().eq(codes.iter().copied());
            seen = sight.lengths();
            reached = follows && until == Some(sight.decisions.len()) && *row == row_of::<G>(view);
            (follows && !reached).then_some(*code)
        };
        let over = play_on(&self.rules, walls, agents, &mut sight, choose);
        let all = sight.lengths() == self.sight.lengths();
        let same = over.is_some() && all && sight.follows(&self.sight, [0; 2]);
        (reached || same).then_some(sight)
    }

    /// Walls in which what is hidden from the seat up to this decision is elsewhere, in its kyoku; or in all, if the whole match is meant.
    fn shuffled(&self, until: Option<usize>, rng: &mut Rng) -> Vec<Wall> {
        let mut walls = self.walls.clone();
        let all = 0..self.sight.ends.len();
        for kyoku in until.map_or(all, |until| self.sight.kyoku[until]..self.sight.kyoku[until] + 1) {
            for _ in 0..*CHANGES {
                let mut ids = walls[kyoku].ids().to_vec();
                let [one, other] = [(); 2].map(|()| rng.below(ids.len() as u32) as usize);
                if ids[one] / 4 == ids[other] / 4 {
                    continue;
                }
                ids.swap(one, other);
                let before = std::mem::replace(&mut walls[kyoku], Wall::from_ids(&ids).unwrap());
                if self.again(&walls, until).is_none() {
                    walls[kyoku] = before;
                }
            }
        }
        walls
    }

    /// The match with these walls, served to the seat.
    fn served(&self, walls: &[Wall], ruleset: &AnyRules) -> Server {
        let (seat, deals) = (self.sight.seat, deals::<G>(&self.rules, &walls[..self.sight.ends.len()]));
        let agents = actors(seat, &self.script, |_| None);
        let people = SeatSet::of(seat);
        let table = SingleTable::<G>::start(Arc::new(ruleset.clone()), &self.rules, deals, agents, people);
        let options = invitation(&[seat.index() as u8], G::FAMILY);
        super::opened(Box::new(table.expect("deals of the game")), &options)
    }

    /// All that the seat gets while it gives its answers, up to a decision or to the end.
    fn told(&self, server: &Server, until: Option<usize>) -> Vec<(u16, String)> {
        let address = &server.addresses()[0].1;
        let (mut told, mut version) = (vec![get(address, "")], 0);
        for (number, (_, legal, code)) in self.sight.decisions.iter().enumerate() {
            let question = waited(address);
            assert_eq!(question["now"]["number"], number, "{}", G::FAMILY);
            assert_eq!(&codes(&question["now"]["question"]), legal, "{}", G::FAMILY);
            told.extend(["state?after=0", &format!("state?after={version}")].map(|path| get(address, path)));
            version = question["version"].as_u64().unwrap();
            let illegal = (0..=u8::MAX).find(|code| !legal.contains(code)).unwrap();
            told.push(answer(address, number as u64, illegal.into()));
            if number % 4 == 0 || until == Some(number) {
                told.extend(["hint", "file/html", "review"].map(|path| get(address, path)));
                told.push(request(address, "POST", "answer", "", "{}"));
            }
            if until == Some(number) {
                return told;
            }
            told.push(answer(address, number as u64, (*code).into()));
        }
        assert!(!waited(address)["now"]["result"].is_null(), "{}", G::FAMILY);
        told.push(get(address, "state?after=0"));
        told
    }

    /// Shuffles, plays again and compares, up to a decision or to the end. Returns at how many decisions hidden tiles differ.
    fn compare(&self, until: Option<usize>, ruleset: &AnyRules, rng: &mut Rng) -> usize {
        let walls = self.shuffled(until, rng);
        let other = self.again(&walls, until).expect("what was kept");
        assert_ne!(walls, self.walls, "{}, {until:?}", ruleset.id());
        let told = |walls| self.told(&self.served(walls, ruleset), until);
        let (one, other_told) = (told(&self.walls), told(&walls));
        for (at, (one, other)) in one.iter().zip(&other_told).enumerate() {
            let same = one.1.bytes().zip(other.1.bytes()).take_while(|(one, other)| one == other).count();
            let shown = [one, other].map(|(status, body)| {
                (status, body.chars().skip(same.saturating_sub(40)).take(120).collect::<String>())
            });
            assert!(one == other, "{}, {until:?}, response {at}: {shown:?}", ruleset.id());
        }
        assert_eq!(one.len(), other_told.len());
        self.sight.hidden.iter().zip(&other.hidden).filter(|(one, other)| one != other).count()
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

/// Compares a match of two seats, whole and up to so many decisions.
pub(super) fn tells_nothing<G: Listed>(preset: &str, changes: &[&str], cuts: usize) {
    let (ruleset, rules) = (load(&changed(preset, changes)).unwrap(), rules::<G::Rules>(preset, changes));
    for seat in [0, 2].map(Seat::new) {
        let mut rng = Rng::from_seed(11);
        let lived = Lived::<G>::first(&rules, seat, &mut rng);
        let all = lived.sight.decisions.len();
        if preset != "toppan" {
            let differ = lived.compare(None, &ruleset, &mut rng);
            assert!(all > 20 && 5 * differ > 2 * all, "{preset}: hidden tiles differ at {differ} of {all}");
        }
        for cut in 1..=cuts {
            lived.compare(Some(cut * all / (cuts + 1)), &ruleset, &mut rng);
        }
    }
}
