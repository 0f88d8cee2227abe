//! What an agent thinks of the decisions of a match: what it would have done, what every action is worth to it, and what the choice
//! made cost.

use crate::error::Error;
use crate::single::SingleDecisions;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{MatchSeed, Seat, Tile};
use hyakuman_game::rows::replay;
use hyakuman_game::{
    ActionMask, Agent, AgentSeed, AnyAgent, Candidate, Evaluation, Game, KyokuEnd, MAX_SEATS, Sink, ValueUnit,
};
use hyakuman_logs::LogMatch;
use hyakuman_logs::referee::{self, Verdict};
use hyakuman_riichi::{Riichi, RiichiRules};
use hyakuman_show::{Shown, board};
use std::sync::Arc;

/// The decisions of a match, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// Those of the seats asked for.
    pub decisions: Vec<Reviewed>,
}

/// A decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// Which kyoku; `None` in one that was not played to its end.
    pub kyoku: Option<Kyoku>,
    /// Which decision of the match, from 0, over all seats.
    pub number: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was decided.
    pub sort: Sort,
    /// The hand as text, with the tile just drawn: `123m456p + 7s`.
    pub hand: String,
    /// The action taken, and that of the agent, by code.
    pub done: u8,
    /// The action of the agent.
    pub choice: u8,
    /// What each action is worth to it; `None` where it compares nothing.
    pub evaluation: Option<Evaluation>,
}

/// A kyoku of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kyoku {
    /// Prevailing winds passed times seats, plus the seat of the dealer.
    pub index: u32,
    /// Honba.
    pub honba: u32,
}

/// What a decision is about: the first of these that is on offer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// To win or not.
    Win,
    /// To call a discard or not.
    Call,
    /// To declare riichi or not.
    Riichi,
    /// To make a kan on the own turn or not.
    Kan,
    /// Which tile to discard.
    Discard,
}

impl Sort {
    /// All of them.
    pub const ALL: [Sort; 5] = [Sort::Win, Sort::Call, Sort::Riichi, Sort::Kan, Sort::Discard];

    /// Its name in JSON and text.
    pub const fn name(self) -> &'static str {
        match self {
            Sort::Win => "win",
            Sort::Call => "call",
            Sort::Riichi => "riichi",
            Sort::Kan => "kan",
            Sort::Discard => "discard",
        }
    }

    fn of<G: Game>(legal: &ActionMask) -> Sort {
        let names: Vec<String> = legal.iter().map(G::action_name).collect();
        let offers = |words: &[&str]| {
            names.iter().any(|name| words.contains(&name.split(' ').next().unwrap_or_default()))
        };
        match () {
            () if offers(&["tsumo", "ron"]) => Sort::Win,
            () if offers(&["pass"]) => Sort::Call,
            () if offers(&["riichi"]) => Sort::Riichi,
            () if offers(&["kan"]) => Sort::Kan,
            () => Sort::Discard,
        }
    }
}

impl Reviewed {
    /// Whether the agent would have done the same. Actions of the very same value are the same: two equal tiles, say.
    pub fn agrees(&self) -> bool {
        self.done == self.choice || self.difference() == Some(0.0)
    }

    /// What the action taken is worth less than the choice of the agent, in the unit of the evaluation; at least 0. `None` without an
    /// evaluation.
    pub fn loss(&self) -> Option<f32> {
        Some(self.difference()?.max(0.0))
    }

    /// The value of the choice less that of the action taken. It can be negative: an agent need not compare all actions when it plays.
    fn difference(&self) -> Option<f32> {
        let value =
            |action| self.evaluation.as_ref()?.of(action).map(|candidate: &Candidate| candidate.value);
        Some(value(self.choice)? - value(self.done)?)
    }
}

impl Review {
    /// The unit of all evaluations; `None` if there is none.
    pub fn unit(&self) -> Option<ValueUnit> {
        self.decisions.iter().find_map(|reviewed| Some(reviewed.evaluation.as_ref()?.unit))
    }
}

/// Reviews a log of riichi mahjong, which is played through the engine under these rules; also how far log and engine agree.
///
/// # Errors
/// The agent cannot be made, or the rules do not fit the log.
pub fn of_log(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    roster: &Roster,
    agent: &Spec,
    seats: &[Seat],
) -> Result<(Review, Verdict), Error> {
    match log.rules.seats {
        3 => of_log_with::<3>(log, rules, roster, agent, seats),
        _ => of_log_with::<4>(log, rules, roster, agent, seats),
    }
}

fn of_log_with<const N: usize>(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    roster: &Roster,
    agent: &Spec,
    seats: &[Seat],
) -> Result<(Review, Verdict), Error> {
    let mut reviewer =
        Reviewer::<Riichi<N>>::new(rules, MatchSeed { seed: 0, number: 0 }, roster, agent, seats)?;
    let verdict =
        referee::watch::<N>(log, rules, &mut reviewer).map_err(|error| Error::Usage(error.to_string()))?;
    Ok((reviewer.finish()?, verdict))
}

/// Reviews a recorded match.
///
/// # Errors
/// The agent cannot be made, or the actions are not those of a match with this seed under these rules.
pub fn of_match<G: Shown>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    actions: &[u8],
    roster: &Roster,
    agent: &Spec,
    seats: &[Seat],
) -> Result<Review, Error> {
    let mut reviewer = Reviewer::<G>::new(rules, seed, roster, agent, seats)?;
    replay::<G>(rules, seed, actions, &mut reviewer).map_err(|error| Error::Usage(error.to_string()))?;
    reviewer.finish()
}

/// Asks the agent at every decision of the seats.
struct Reviewer<G: Game> {
    /// `None` for a seat that is not reviewed.
    agents: [Option<Box<dyn Agent<G>>>; MAX_SEATS],
    spec: Spec,
    review: Review,
    /// Why an agent could not answer. Nothing is asked after it.
    failed: Option<Error>,
    /// Decisions of all seats so far.
    number: usize,
    /// Reviewed decisions of earlier kyoku.
    before: usize,
}

impl<G: Game> Reviewer<G> {
    fn new(
        rules: &Arc<G::Rules>,
        seed: MatchSeed,
        roster: &Roster,
        agent: &Spec,
        seats: &[Seat],
    ) -> Result<Self, Error> {
        let mut agents = [const { None }; MAX_SEATS];
        for &seat in seats {
            let mut made: Box<dyn Agent<G>> = match roster.agent::<G>(agent)? {
                AnyAgent::Scalar(agent) => agent,
                AnyAgent::Batched(agent) => Box::new(SingleDecisions::new(agent)),
            };
            made.begin(rules, seat, AgentSeed { of_match: seed, seat });
            agents[seat.index()] = Some(made);
        }
        let (spec, review) = (agent.clone(), Review::default());
        Ok(Reviewer { agents, spec, review, failed: None, number: 0, before: 0 })
    }

    fn finish(self) -> Result<Review, Error> {
        self.failed.map_or(Ok(self.review), Err)
    }
}

impl<G: Shown> Sink<G> for Reviewer<G> {
    const DECISIONS: bool = true;

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, done: u8) {
        let number = self.number;
        self.number += 1;
        let agent = self.agents[seat.index()].as_mut().filter(|_| self.failed.is_none());
        let (Some(agent), view) = (agent, game.view(seat)) else { return };
        let evaluation = agent.evaluate(&view, legal);
        let choice = agent.act(&view, legal);
        if !legal.has(choice) {
            let why =
                agent.failure().map_or_else(|| game.illegal(seat, choice).to_string(), |failure| failure.0);
            let sentence = format!("the agent {} cannot answer decision {number}: {why}", self.spec);
            self.failed = Some(Error::Protocol(sentence));
            return;
        }
        let (sort, hand) = (Sort::of::<G>(legal), hand(game, seat));
        self.review.decisions.push(Reviewed {
            kyoku: None,
            number,
            seat,
            sort,
            hand,
            done,
            choice,
            evaluation,
        });
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let kyoku = Some(Kyoku { index: end.kyoku, honba: end.honba });
        self.review.decisions[self.before..].iter_mut().for_each(|reviewed| reviewed.kyoku = kyoku);
        self.before = self.review.decisions.len();
    }

    fn kyoku_start(&mut self) {
        self.before = self.review.decisions.len();
    }
}

/// The concealed tiles, the one just drawn, and the sets.
fn hand<G: Shown>(game: &G, seat: Seat) -> String {
    let seat = game.board().seats.swap_remove(seat.index());
    let sorted = |tiles: &[Tile]| {
        let mut tiles = tiles.to_vec();
        board::sort(&mut tiles);
        format_tiles(&tiles)
    };
    let drawn = seat.drawn.map_or(String::new(), |tile| format!(" + {tile}"));
    let sets: String = seat.melds.iter().map(|meld| format!(" ({})", sorted(meld.tiles()))).collect();
    sorted(&seat.hand) + &drawn + &sets
}
