//! A single match that the caller steps; it can be copied, and its hidden tiles dealt again for search agents.

use crate::agents::{Agents, Lent};
use crate::options::Actions;
use hyakuman_arena::{Error, Quiet, RolledOut, Rollouts, Rules, threads};
use hyakuman_core::column::{Column, Rows};
use hyakuman_core::{MatchSeed, Rng, Seat, SeatSet, Tile};
use hyakuman_game::playout::MatchInProgress;
use hyakuman_game::sink::Wants;
use hyakuman_game::{
    ActionMask, AgentSeed, Answers, Evaluation, Game, KyokuEnd, KyokuResult, MAX_SEATS, MatchEnd, Sink,
    StartState,
};
use hyakuman_logs::mjai;
use hyakuman_planes::{DecisionRow, Encoder, Planes};
use hyakuman_registry::AnyRules;
use hyakuman_riichi::toutenkou::Toutenkou;
use hyakuman_riichi::{Riichi, RiichiRules, RowCache};
use hyakuman_toppan::Toppan;
use hyakuman_viewer::{Extent, Format, Heading, PlayedMatch, Shown};
use hyakuman_yangzhou::Yangzhou;
use std::sync::Arc;

/// One match.
pub trait OneMatch: Send {
    /// Number of seats.
    fn seats(&self) -> usize;

    /// The seats that have still to answer; empty if the match is over.
    fn pending(&self) -> SeatSet;

    /// The legal actions of a seat; empty if it has nothing to decide.
    fn legal(&self, seat: Seat) -> ActionMask;

    /// The name of an action.
    fn action_name(&self, code: u8) -> String;

    /// The legal compact actions of a seat (`actions-v1`); of games without them the codes. Empty if it has nothing to decide.
    fn compact(&self, seat: Seat) -> ActionMask;

    /// The code of a legal compact action of a seat.
    fn code_of(&self, seat: Seat, compact: u8) -> Option<u8>;

    /// Takes the answer of a seat; the last one plays the match on to the next decision.
    ///
    /// # Errors
    /// It is illegal; nothing has changed then.
    fn answer(&mut self, seat: Seat, code: u8) -> Result<(), Error>;

    /// The action that the agent of a spec would choose for a seat that has to decide.
    ///
    /// # Errors
    /// The agent cannot be made, fails, or has to watch a match from its start; or the seat has nothing to decide.
    fn advice(&self, agents: &Agents, spec: &str, seat: Seat) -> Result<u8, Error>;

    /// What every legal action is worth to an agent; `None` if it compares none.
    ///
    /// # Errors
    /// Those of [`OneMatch::advice`].
    fn evaluate(&self, agents: &Agents, spec: &str, seat: Seat) -> Result<Option<Evaluation>, Error>;

    /// Plays on with an agent for each seat. They begin anew in each call: `random` has the same random numbers again.
    ///
    /// # Errors
    /// Those of [`OneMatch::advice`]; or another number of specs than of seats.
    fn play(&mut self, agents: &Agents, specs: &[&str], until: Until) -> Result<(), Error>;

    /// The result, if the match is over.
    fn result(&self) -> Option<Outcome>;

    /// The last kyoku that was settled.
    fn last_kyoku(&self) -> Option<Settled>;

    /// The actions so far, as in the table `replays` of a data set.
    fn actions(&self) -> &[u8];

    /// The columns of a row.
    fn columns(&self) -> &'static [Column];

    /// What a seat sees, as a row of the table `decisions`.
    fn row(&self, seat: Seat) -> Rows;

    /// Writes what a seat sees as a tensor of [`Planes::bytes`] bytes.
    ///
    /// # Errors
    /// The game has no planes.
    fn planes(&self, planes: Planes, seat: Seat, tensor: &mut [u8]) -> Result<(), Error>;

    /// The match so far as mjai lines: as a seat sees it, or with all tiles shown.
    ///
    /// # Errors
    /// The game is not riichi, or hidden tiles were dealt again.
    fn mjai(&self, seat: Option<Seat>) -> Result<String, Error>;

    /// The match so far as text, all tiles shown.
    ///
    /// # Errors
    /// Hidden tiles were dealt again; in Toppan also a match that is not over.
    fn text(&self) -> Result<String, Error>;

    /// The match so far as an HTML page that plays it, all tiles shown.
    ///
    /// # Errors
    /// Hidden tiles were dealt again.
    fn page(&self, heading: &Heading) -> Result<String, Error>;

    /// Deals everything again that a deciding seat cannot see, in agreement with all that it has seen ([`Game::redeal_hidden`]).
    /// Agents that play on draw random numbers of this seed, too.
    ///
    /// # Errors
    /// The seat has nothing to decide.
    fn redeal_hidden(&mut self, seat: Seat, seed: u64) -> Result<(), Error>;

    /// What every legal action of a seat that has to decide is worth: each is played to the end of the kyoku, on all threads. Answers that other
    /// seats gave to the same tile are taken back.
    ///
    /// # Errors
    /// The seat has nothing to decide; or those of [`Rollouts::play`].
    fn rollouts(&self, agents: &Agents, how: &Rolling<'_>, seat: Seat) -> Result<RolledOut, Error>;

    /// An independent copy.
    fn copied(&self) -> Box<dyn OneMatch>;
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

/// How [`OneMatch::rollouts`] plays.
#[derive(Clone, Copy, Debug)]
pub struct Rolling<'a> {
    /// The spec of the agent that plays on in all seats.
    pub policy: &'a str,
    /// The number of worlds.
    pub worlds: u64,
    /// Whether the hands are the true ones: [`Rollouts::true_hands`].
    pub true_hands: bool,
    /// Fixes the random numbers.
    pub seed: u64,
}

/// Where [`OneMatch::play`] stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// When the next kyoku has been settled: at the first decision after it, or at the end of the match.
    Kyoku,
    /// At the end of the match.
    Match,
}

/// A kyoku that was settled. Arrays are by seat; seats that the game does not have are 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settled {
    /// Index of the kyoku in the match: prevailing winds passed times seats, plus the seat of the dealer.
    pub kyoku: u32,
    /// How often this kyoku was played before.
    pub repeat: u32,
    /// How it ended.
    pub result: KyokuResult,
    /// Changes of all scores in points, riichi sticks paid included.
    pub deltas: [f64; MAX_SEATS],
    /// Scores in points after it.
    pub scores: [f64; MAX_SEATS],
}

/// Starts a match: that with this seed and number of a run whose seats do not rotate.
pub fn one_match(rules: &Rules, seed: MatchSeed) -> Box<dyn OneMatch> {
    started(rules, seed, None).expect("a match of the rules")
}

/// [`one_match`] at this state.
///
/// # Errors
/// Those of [`Game::start_from`].
pub fn one_match_from(
    rules: &Rules,
    seed: MatchSeed,
    start: &StartState,
) -> Result<Box<dyn OneMatch>, Error> {
    started(rules, seed, Some(start))
}

fn started(rules: &Rules, seed: MatchSeed, start: Option<&StartState>) -> Result<Box<dyn OneMatch>, Error> {
    let ruleset: &AnyRules = rules;
    match ruleset {
        AnyRules::Riichi(loaded) if loaded.rules.players == 3 => {
            One::<Riichi<3>>::boxed(ruleset, &loaded.rules, seed, start, Encoding::riichi())
        }
        AnyRules::Riichi(loaded) => {
            One::<Riichi<4>>::boxed(ruleset, &loaded.rules, seed, start, Encoding::riichi())
        }
        AnyRules::Toutenkou(loaded) => {
            One::<Toutenkou>::boxed(ruleset, &loaded.rules, seed, start, Encoding::CODES)
        }
        AnyRules::Yangzhou(loaded) => {
            One::<Yangzhou>::boxed(ruleset, &loaded.rules, seed, start, Encoding::CODES)
        }
        AnyRules::Toppan(loaded) => {
            One::<Toppan>::boxed(ruleset, &loaded.rules, seed, start, Encoding::CODES)
        }
    }
}

/// A match of a game.
#[derive(Clone)]
struct One<G: Game> {
    /// Its rules, for its files.
    ruleset: Arc<AnyRules>,
    rules: Arc<G::Rules>,
    /// That of the walls and agents; after `redeal_hidden` of the agents alone.
    seed: MatchSeed,
    play: MatchInProgress<G>,
    /// The answers to the present decisions.
    answers: Answers,
    actions: Vec<u8>,
    /// By seat: decisions so far.
    steps: [u32; MAX_SEATS],
    end: End,
    /// Why the actions are no match with this seed, if they are none.
    no_log: Option<&'static str>,
    encoding: Encoding<G>,
}

/// Keeps the end of the last kyoku, how many have been settled, and the end of the match.
#[derive(Clone, Copy, Default)]
struct End {
    kyoku: Option<Settled>,
    settled: u32,
    of_match: Option<MatchEnd>,
}

impl<G: Game> Sink<G> for End {
    fn wants(&self) -> Wants {
        Wants::ENDS
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let KyokuEnd { kyoku, repeat, result, deltas, before, .. } = *end;
        let scores = std::array::from_fn(|seat| points::<G>(before[seat] + deltas[seat]));
        self.kyoku = Some(Settled { kyoku, repeat, result, deltas: deltas.map(points::<G>), scores });
        self.settled += 1;
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.of_match = Some(*end);
    }
}

/// A score in points.
fn points<G: Game>(units: i32) -> f64 {
    f64::from(units) / f64::from(G::UNITS_PER_POINT)
}

/// Writes what a seat sees as a tensor.
type WritePlanes<G> = fn(&G, Planes, Seat, &mut [u8]);

/// How decisions of a game are encoded for learners.
struct Encoding<G: Game> {
    actions: Actions,
    /// The tile that a seat has just drawn, if its actions are compact.
    drawn: fn(&G, Seat) -> Option<Tile>,
    planes: Option<WritePlanes<G>>,
}

impl<G: Game> Clone for Encoding<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Encoding<G> {}

impl<const N: usize> Encoding<Riichi<N>> {
    fn riichi() -> Self {
        let planes = |game: &Riichi<N>, planes: Planes, seat: Seat, tensor: &mut [u8]| {
            let (view, rules): (_, &RiichiRules) = (game.view(seat), game.rules());
            let mut row_cache = RowCache::default();
            let row = DecisionRow::of_view(&mut row_cache, &view, game.legal(seat));
            Encoder::new(planes, rules).encode(&row, tensor);
        };
        let drawn = |game: &Riichi<N>, seat: Seat| game.view(seat).drawn();
        Encoding { actions: Actions::Compact, drawn, planes: Some(planes) }
    }
}

impl<G: Game> Encoding<G> {
    /// Actions by their codes, no planes.
    const CODES: Self = Encoding { actions: Actions::Codes, drawn: |_, _| None, planes: None };
}

impl<G: Game> One<G> {
    fn start(
        ruleset: &AnyRules,
        rules: &G::Rules,
        seed: MatchSeed,
        start: Option<&StartState>,
        encoding: Encoding<G>,
    ) -> Result<Self, Error> {
        let ruleset = Arc::new(ruleset.clone());
        let (rules, mut end) = (Arc::new(rules.clone()), End::default());
        let play = match start {
            None => MatchInProgress::start(&rules, seed, &mut end),
            Some(start) => {
                MatchInProgress::start_from(&rules, seed, start, &mut end).map_err(Error::Usage)?
            }
        };
        let answers = Answers::NONE;
        let (actions, steps) = (Vec::new(), [0; MAX_SEATS]);
        let no_log = start.map(|_| "this match did not start at the state of its rules");
        Ok(One { ruleset, rules, seed, play, answers, actions, steps, end, no_log, encoding })
    }

    /// The match so far.
    fn written(&self, format: Format, heading: &Heading) -> Result<String, Error> {
        self.as_dealt()?;
        let (rules, deals, actions) = (&self.ruleset, Extent::SoFar(self.seed), &self.actions[..]);
        Ok(PlayedMatch { rules, deals, actions }.written(format, heading)?)
    }

    /// Checks that the actions are a match with this seed.
    fn as_dealt(&self) -> Result<(), Error> {
        self.no_log.map_or(Ok(()), |why| Err(Error::Usage(format!("{why}: it has no log"))))
    }

    /// Checks that a seat has to decide.
    fn refuse_idle(&self, seat: Seat) -> Result<(), Error> {
        if self.play.pending().has(seat) {
            return Ok(());
        }
        Err(Error::Usage(match self.play.pending().is_empty() {
            true => "the match is over".into(),
            false => format!("seat {} has nothing to decide now", seat.index()),
        }))
    }

    /// An agent that is ready to decide for a seat.
    fn lend(&self, agents: &Agents, spec: &str, seat: Seat) -> Result<Lent<G>, Error> {
        let mut lent = agents.lend::<G>(spec, &self.rules)?;
        let agent = lent.starting_at(self.steps[seat.index()]);
        agent.begin(&self.rules, seat, AgentSeed { of_match: self.seed, seat });
        if agent.watches() {
            let sentence = format!("the agent {spec} has to watch a match from its start");
            return Err(Error::Usage(sentence));
        }
        Ok(lent)
    }

    /// What an agent answers.
    fn ask(&self, lent: &mut Lent<G>, seat: Seat) -> Result<u8, Error> {
        let game = self.play.game();
        let (view, legal) = (game.view(seat), game.legal(seat));
        let action = lent.agent().act(&view, legal);
        if legal.has(action) {
            return Ok(action);
        }
        let (illegal, failure) = (self.play.game().illegal(seat, action), lent.agent().failure());
        Err(Error::of_agent(&lent.spec, self.seed.number, &illegal, failure))
    }
}

impl<G: Shown + Sync> One<G> {
    fn boxed(
        ruleset: &AnyRules,
        rules: &G::Rules,
        seed: MatchSeed,
        start: Option<&StartState>,
        encoding: Encoding<G>,
    ) -> Result<Box<dyn OneMatch>, Error> {
        Ok(Box::new(One::start(ruleset, rules, seed, start, encoding)?))
    }
}

impl<G: Shown + Sync> OneMatch for One<G> {
    fn seats(&self) -> usize {
        G::SEATS
    }

    fn pending(&self) -> SeatSet {
        self.play.pending()
    }

    fn legal(&self, seat: Seat) -> ActionMask {
        if self.pending().has(seat) { *self.play.game().legal(seat) } else { ActionMask::EMPTY }
    }

    fn action_name(&self, code: u8) -> String {
        G::action_name(code)
    }

    fn compact(&self, seat: Seat) -> ActionMask {
        let drawn = (self.encoding.drawn)(self.play.game(), seat);
        self.encoding.actions.legal(&self.legal(seat), drawn)
    }

    fn code_of(&self, seat: Seat, compact: u8) -> Option<u8> {
        let drawn = (self.encoding.drawn)(self.play.game(), seat);
        self.encoding.actions.code(compact, &self.legal(seat), drawn)
    }

    fn answer(&mut self, seat: Seat, code: u8) -> Result<(), Error> {
        self.refuse_idle(seat)?;
        let deciders = self.play.game().deciders();
        let answered = self.play.answer(seat, code, &mut self.end);
        answered.map_err(|illegal| Error::Usage(illegal.to_string()))?;
        self.answers.set(seat, code);
        if self.answers.given() == deciders {
            let answers = std::mem::take(&mut self.answers);
            self.actions.extend(answers.given().map(|seat| answers.code(seat)));
            answers.given().for_each(|seat| self.steps[seat.index()] += 1);
        }
        Ok(())
    }

    fn advice(&self, agents: &Agents, spec: &str, seat: Seat) -> Result<u8, Error> {
        self.refuse_idle(seat)?;
        let mut lent = self.lend(agents, spec, seat)?;
        let code = self.ask(&mut lent, seat)?;
        agents.take_back(lent);
        Ok(code)
    }

    fn evaluate(&self, agents: &Agents, spec: &str, seat: Seat) -> Result<Option<Evaluation>, Error> {
        self.refuse_idle(seat)?;
        let mut lent = self.lend(agents, spec, seat)?;
        let game = self.play.game();
        let found = lent.agent().evaluate(&game.view(seat), game.legal(seat));
        if let Some(failure) = lent.agent().failure().filter(|_| found.is_none()) {
            return Err(Error::Protocol(format!("the agent {} failed: {failure}", lent.spec)));
        }
        agents.take_back(lent);
        Ok(found)
    }

    fn play(&mut self, agents: &Agents, specs: &[&str], until: Until) -> Result<(), Error> {
        if specs.len() != G::SEATS {
            let (given, seats) = (specs.len(), G::SEATS);
            return Err(Error::Usage(format!("there are {given} agents for {seats} seats")));
        }
        let lend = |(seat, spec): (Seat, &&str)| self.lend(agents, spec, seat);
        let mut lent: Vec<Lent<G>> = Seat::all(G::SEATS).zip(specs).map(lend).collect::<Result<_, _>>()?;
        let settled = self.end.settled;
        while let Some(seat) = self.pending().next() {
            if until == Until::Kyoku && self.end.settled > settled {
                break;
            }
            let code = self.ask(&mut lent[seat.index()], seat)?;
            self.answer(seat, code)?;
        }
        lent.into_iter().for_each(|lent| agents.take_back(lent));
        Ok(())
    }

    fn result(&self) -> Option<Outcome> {
        let MatchEnd { scores, placement, rank_points, kyoku, .. } = self.end.of_match?;
        Some(Outcome {
            scores: scores.map(points::<G>),
            placement,
            rank_points: rank_points.map(|points| f64::from(points) / 1000.0),
            kyoku,
        })
    }

    fn last_kyoku(&self) -> Option<Settled> {
        self.end.kyoku
    }

    fn actions(&self) -> &[u8] {
        &self.actions
    }

    fn columns(&self) -> &'static [Column] {
        G::COLUMNS
    }

    fn row(&self, seat: Seat) -> Rows {
        let mut rows = Rows::new(G::COLUMNS.len());
        G::write_row(&mut G::RowCache::default(), &self.play.game().view(seat), &mut rows);
        rows.end_row();
        rows
    }

    fn planes(&self, planes: Planes, seat: Seat, tensor: &mut [u8]) -> Result<(), Error> {
        let write = self.encoding.planes;
        let write = write.ok_or_else(|| Error::Usage(format!("{} has no planes", G::FAMILY)))?;
        write(self.play.game(), planes, seat, tensor);
        Ok(())
    }

    fn mjai(&self, seat: Option<Seat>) -> Result<String, Error> {
        if !Format::of(&self.ruleset).contains(&Format::Mjai) {
            self.as_dealt()?;
            return Err(Error::Usage(format!("{} has no mjai events", G::FAMILY)));
        }
        let lines = self.written(Format::Mjai, &Heading::default())?;
        Ok(match seat {
            Some(seat) => mjai::seen_by(&lines, seat),
            None => lines,
        })
    }

    fn text(&self) -> Result<String, Error> {
        self.written(Format::Text, &Heading::default())
    }

    fn page(&self, heading: &Heading) -> Result<String, Error> {
        self.written(Format::Html, heading)
    }

    fn redeal_hidden(&mut self, seat: Seat, seed: u64) -> Result<(), Error> {
        if !self.pending().has(seat) {
            let sentence =
                format!("seat {} has nothing to decide now: its view is not complete", seat.index());
            return Err(Error::Usage(sentence));
        }
        let (mut game, mut rng) = (self.play.game().clone(), Rng::from_seed(seed));
        game.redeal_hidden(seat, &mut rng);
        (self.play, self.answers) = (MatchInProgress::of(game), Answers::NONE);
        self.no_log = Some("hidden tiles of this match were dealt again");
        self.seed.seed = rng.next_u64();
        Ok(())
    }

    fn rollouts(&self, agents: &Agents, how: &Rolling<'_>, seat: Seat) -> Result<RolledOut, Error> {
        self.refuse_idle(seat)?;
        let roster = agents.roster();
        let (policy, pool) = (roster.spec(how.policy)?, threads::pool(None)?);
        let &Rolling { worlds, true_hands, seed, .. } = how;
        let rollouts =
            Rollouts { roster, policy: &policy, worlds, true_hands, seed, pool: &pool, observer: &Quiet };
        let game = self.play.game();
        rollouts.play(&self.rules, game, seat, &game.legal(seat).iter().collect::<Vec<u8>>())
    }

    fn copied(&self) -> Box<dyn OneMatch> {
        Box::new(self.clone())
    }
}
