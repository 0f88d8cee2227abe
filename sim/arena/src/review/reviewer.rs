//! Asks an agent at every decision of a match that is played again.

use super::{Kyoku, Review, Reviewed, Sort};
use crate::error::Error;
use crate::rollouts::{RolledOut, Rollouts};
use crate::single::SingleDecisions;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::game::rows::replay;
use hyakuman_core::game::{
    ActionMask, Agent, AgentSeed, Deals, Game, KyokuEnd, MAX_SEATS, MatchEnd, Seen, Sink,
};
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{MatchSeed, Seat, Tile};
use hyakuman_games::logs::referee::{self, Verdict};
use hyakuman_games::logs::{LogError, LogMatch, Script, script};
use hyakuman_games::registry::{AnyRules, Listed, Visitor};
use hyakuman_games::show::{SeatBoard, Shown, board};
use hyakuman_riichi::{Riichi, RiichiRules};
use std::sync::Arc;

/// What agents get their chance from in a match that was not dealt by a seed.
const NO_SEED: MatchSeed = MatchSeed { seed: 0, number: 0 };

/// The judging agent and the reviewed seats.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Makes the agent.
    pub roster: &'a Roster,
    /// The agent that judges.
    pub agent: &'a Spec,
    /// The seats that are reviewed.
    pub seats: &'a [Seat],
    /// Plays the action taken and the choice of the agent where they differ; its seed is the number of the decision.
    pub rollouts: Option<&'a Rollouts<'a>>,
}

/// Reviews a log of riichi mahjong, which is played through the engine under these rules; also how far log and engine agree. Decisions
/// of which the log does not show the answer, because another seat's call came first, are left out.
///
/// # Errors
/// The agent cannot be made, or the rules do not fit the log.
pub fn of_log(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    asked: &Asked<'_>,
) -> Result<(Review, Verdict), Error> {
    with_script(log, rules, asked).map(|(review, verdict, _)| (review, verdict))
}

/// [`of_log`], and what was played if log and engine agree.
pub(super) fn with_script(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    asked: &Asked<'_>,
) -> Result<(Review, Verdict, Option<Script>), Error> {
    match log.rules.seats {
        3 => of_log_with::<3>(log, rules, asked),
        _ => of_log_with::<4>(log, rules, asked),
    }
}

fn of_log_with<const N: usize>(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    asked: &Asked<'_>,
) -> Result<(Review, Verdict, Option<Script>), Error> {
    let mut reviewer = Reviewer::<Riichi<N>>::new(rules, NO_SEED, asked)?;
    let unfit = |error: LogError| Error::Usage(error.to_string());
    let verdict = referee::watch::<N>(log, rules, &mut reviewer).map_err(unfit)?;
    let (_, script) = script(log, rules).map_err(unfit)?;
    let hidden = script.as_ref().map_or(&[][..], |script| &script.hidden);
    Ok((reviewer.finish()?.without(hidden), verdict, script))
}

/// Reviews a match that was played, of any game.
///
/// # Errors
/// The agent cannot be made, or the actions are not those of a match with these deals under these rules.
pub fn of_played(rules: &AnyRules, deals: Deals, actions: &[u8], asked: &Asked<'_>) -> Result<Review, Error> {
    rules.visit(OfPlayed { deals, actions, asked })
}

/// A review; [`Visitor`] finds the game of the rules.
struct OfPlayed<'a> {
    deals: Deals,
    actions: &'a [u8],
    asked: &'a Asked<'a>,
}

impl Visitor for OfPlayed<'_> {
    type Output = Result<Review, Error>;

    fn visit<G: Listed>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let OfPlayed { deals, actions, asked } = self;
        let seed = match deals {
            Deals::Keyed(seed) => seed,
            Deals::Known(_) => NO_SEED,
        };
        let mut reviewer = Reviewer::<G>::new(rules, seed, asked)?;
        replay::<G>(rules, deals, actions, &mut reviewer).map_err(|error| Error::Usage(error.to_string()))?;
        reviewer.finish()
    }
}

/// Asks the agent at every decision of the seats.
struct Reviewer<'a, G: Game> {
    rules: &'a Arc<G::Rules>,
    /// `None` for a seat that is not reviewed.
    agents: [Option<Box<dyn Agent<G>>>; MAX_SEATS],
    asked: &'a Asked<'a>,
    review: Review,
    /// Why an agent could not answer; after that no agent is asked.
    failed: Option<Error>,
    /// Decisions of all seats so far.
    number: usize,
}

impl<'a, G: Game> Reviewer<'a, G> {
    fn new(rules: &'a Arc<G::Rules>, seed: MatchSeed, asked: &'a Asked<'a>) -> Result<Self, Error> {
        asked.roster.check_rules::<G>(asked.agent, rules)?;
        let mut agents = [const { None }; MAX_SEATS];
        for &seat in asked.seats {
            let mut made = SingleDecisions::scalar(asked.roster.agent::<G>(asked.agent)?);
            made.begin(rules, seat, AgentSeed { of_match: seed, seat });
            agents[seat.index()] = Some(made);
        }
        Ok(Reviewer { rules, agents, asked, review: Review::default(), failed: None, number: 0 })
    }

    fn finish(self) -> Result<Review, Error> {
        self.failed.map_or(Ok(self.review), Err)
    }

    /// The agents that watch the match.
    fn watchers(&mut self) -> impl Iterator<Item = (Seat, &mut Box<dyn Agent<G>>)> {
        let agents = Seat::all(G::SEATS).zip(&mut self.agents);
        agents.filter_map(|(seat, agent)| Some((seat, agent.as_mut().filter(|agent| agent.watches())?)))
    }
}

impl<G: Shown + Sync> Reviewer<'_, G> {
    /// Plays what was done and what the agent would have done, where that is asked for and not as good.
    fn roll_out(&mut self, game: &G, reviewed: &Reviewed) -> Option<RolledOut> {
        let asked = self.asked.rollouts.filter(|_| !reviewed.agrees())?;
        let rollouts = Rollouts { seed: reviewed.number as u64, ..*asked };
        let played = rollouts.play(self.rules, game, reviewed.seat, &[reviewed.done, reviewed.choice]);
        played.map_err(|error| self.failed = Some(error)).ok()
    }
}

impl<G: Shown + Sync> Sink<G> for Reviewer<'_, G> {
    fn event(&mut self, event: &G::Event) {
        self.watchers().for_each(|(seat, agent)| agent.watch(&Seen::Event(G::seen_by(event, seat))));
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        let revealed = game.revealed(end);
        self.watchers().for_each(|(_, agent)| agent.watch(&Seen::KyokuEnd(end, &revealed)));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.watchers().for_each(|(_, agent)| agent.watch(&Seen::MatchEnd(end)));
    }

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
            let sentence = format!("the agent {} cannot answer decision {number}: {why}", self.asked.agent);
            self.failed = Some(Error::Protocol(sentence));
            return;
        }
        let (board, place) = (game.board(), game.place());
        let mut reviewed = Reviewed {
            kyoku: Kyoku { index: place.kyoku, honba: place.honba },
            number,
            seat,
            sort: Sort::of::<G>(legal, &board, seat),
            hand: hand(&board.seats[seat.index()]),
            done,
            choice,
            evaluation,
            rollouts: None,
        };
        reviewed.rollouts = self.roll_out(game, &reviewed);
        self.review.decisions.push(reviewed);
    }
}

/// The concealed tiles, the one just drawn, and the sets.
fn hand(seat: &SeatBoard) -> String {
    let sorted = |tiles: &[Tile]| {
        let mut tiles = tiles.to_vec();
        board::sort(&mut tiles);
        format_tiles(&tiles)
    };
    let drawn = seat.drawn.map_or(String::new(), |tile| format!(" + {tile}"));
    let sets: String = seat.melds.iter().map(|meld| format!(" ({})", sorted(meld.tiles()))).collect();
    sorted(&seat.hand) + &drawn + &sets
}
