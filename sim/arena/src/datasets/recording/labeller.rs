//! Labels: what other actions than the choice of an agent are worth, found by playing the kyoku out.
//!
//! A sampled decision is played on twice and more: with the choice of the agent, and with each sampled other action; with the true hands
//! and the same rest of the wall, shuffled again. The true hands are a draw from what the seat cannot see, so the mean over many decisions
//! is what an action is worth to a seat that sees only its view.

use super::evaluator::{agents, begin};
use crate::error::Error;
use hyakuman_agents::place::{Points, Worth, fitted_points};
use hyakuman_agents::{Roster, Spec, agent_file};
use hyakuman_core::column::Rows;
use hyakuman_core::game::rollout::play_out;
use hyakuman_core::game::rows::{MatchId, write_label};
use hyakuman_core::game::{ActionMask, Agent, Considered, Game, Illegal, OtherAction};
use hyakuman_core::{Rng, Seat};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// How decisions are labelled.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Labelling {
    /// The agent whose choices and other actions are compared.
    pub agent: String,
    /// The agent that plays on in every seat.
    pub policy: String,
    /// What the end of a kyoku is worth.
    pub worth: LabelWorth,
    /// Chance that a decision is looked at.
    pub rate: f64,
    /// Walls on which a sampled decision is played on.
    pub worlds: u32,
}

impl Labelling {
    /// The decisions of an agent, one wall each, in rank points; the same agent plays on, but where it looks ahead it does not.
    ///
    /// # Errors
    /// There is no such agent.
    pub fn of(roster: &Roster, agent: &str) -> Result<Labelling, Error> {
        let agent = roster.spec(agent)?;
        let policy = policy_of(roster, &agent).to_string();
        let agent = agent.to_string();
        Ok(Labelling { agent, policy, worth: LabelWorth::RankPoints, rate: RATE, worlds: 1 })
    }
}

/// The agent that plays on after the decisions of an agent: the same, but where it looks ahead it does not.
fn policy_of(roster: &Roster, agent: &Spec) -> Spec {
    roster.spec(&agent.clone().with("depth", "0").to_string()).unwrap_or_else(|_| agent.clone())
}

/// Chance that a decision is looked at.
const RATE: f64 = 0.5;

/// What the end of a kyoku is worth.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum LabelWorth {
    /// Points won and lost.
    Points,
    /// Expected final rank points, by the model of places that the program has for such rules.
    RankPoints,
    /// The same by the fit in this text, as `hyakuman agents places` writes it.
    RankPointsBy(String),
}

impl LabelWorth {
    /// By the fit of places in a file, if there is one; else in points, or by the model that the program has.
    ///
    /// # Errors
    /// The file cannot be read, or is no text. Whether it is a fit to the rules is checked when labels are made.
    pub fn of(places: Option<&Path>, points: bool) -> Result<LabelWorth, Error> {
        let Some(file) = places else {
            return Ok(if points { LabelWorth::Points } else { LabelWorth::RankPoints });
        };
        agent_file::text(file, "").map(LabelWorth::RankPointsBy).map_err(Error::Usage)
    }
}

/// A sampled other action with its advantages so far.
type Sampled<'c> = (&'c OtherAction, f32);

/// What the end of a kyoku is worth.
fn worth<G: Game>(worth: &LabelWorth, rules: &G::Rules) -> Result<Arc<dyn Worth<G>>, Error> {
    let fit = match worth {
        LabelWorth::Points => return Ok(Arc::new(Points)),
        LabelWorth::RankPoints => None,
        LabelWorth::RankPointsBy(fit) => Some(fit.as_str()),
    };
    fitted_points::<G>(rules, fit, ("--places", "use --worth points")).map_err(Error::Usage)
}

pub(super) struct Labeller<G: Game> {
    rules: Arc<G::Rules>,
    agents: Vec<Box<dyn Agent<G>>>,
    policy_name: Spec,
    policy: Vec<Box<dyn Agent<G>>>,
    worth: Arc<dyn Worth<G>>,
    rate: f64,
    worlds: u32,
}

impl<G: Game> Labeller<G> {
    /// Makes the agents.
    pub(super) fn new(roster: &Roster, how: &Labelling, rules: &Arc<G::Rules>) -> Result<Self, Error> {
        let made = |text: &str| agents::<G>(roster, &roster.spec(text)?, rules);
        Ok(Labeller {
            rules: Arc::clone(rules),
            agents: made(&how.agent)?,
            policy_name: roster.spec(&how.policy)?,
            policy: made(&how.policy)?,
            worth: worth::<G>(&how.worth, rules)?,
            rate: how.rate,
            worlds: how.worlds,
        })
    }

    pub(super) fn begin(&mut self, id: &MatchId) {
        begin(&mut self.agents, &self.rules, id);
        begin(&mut self.policy, &self.rules, id);
    }

    /// Writes the labels of a decision, if it is sampled; `at`: the kyoku, the decision of the match, the seat.
    pub(super) fn decision(
        &mut self,
        rows: &mut Rows,
        id: &MatchId,
        at: (usize, usize, Seat),
        (game, legal): (&G, &ActionMask),
    ) -> Result<(), Error> {
        let seat = at.2;
        let mut rng = id.seed.labels(at.1 as u32);
        if !is_drawn(&mut rng, self.rate) {
            return Ok(());
        }
        let (agent, view) = (&mut self.agents[seat.index()], game.view(seat));
        let Some(considered) = agent.consider(&view, legal) else { return Ok(()) };
        let mut sampled = sample(&considered, &mut rng);
        if sampled.is_empty() {
            return Ok(());
        }
        for _ in 0..self.worlds {
            self.play_world(id.number, game, (seat, considered.choice), &mut sampled, &mut rng)?;
        }
        for (other, sum) in sampled {
            let advantage = (sum / self.worlds as f32, self.worth.unit());
            write_label(rows, id, at, (considered.choice, other), advantage);
        }
        Ok(())
    }

    /// Plays the kyoku out on one wall, with the choice and with each other action.
    fn play_world(
        &mut self,
        number: u64,
        game: &G,
        (seat, choice): (Seat, u8),
        sampled: &mut [Sampled<'_>],
        rng: &mut Rng,
    ) -> Result<(), Error> {
        let mut world = game.clone();
        world.reshuffle_wall(rng);
        let mut worth = |action: u8| {
            let mut game = world.clone();
            let end = play_out(&mut game, (seat, action), &mut self.policy);
            match end.illegal {
                Some((seat, code)) => Err((seat, game.illegal(seat, code))),
                None => Ok(self.worth.of(&game, &end, seat)),
            }
        };
        let mut all = || {
            let of_choice = worth(choice)?;
            sampled.iter_mut().try_for_each(|(other, sum)| {
                *sum += worth(other.action)? - of_choice;
                Ok(())
            })
        };
        all().map_err(|(seat, illegal): (Seat, Illegal)| {
            Error::of_agent(&self.policy_name, number, &illegal, self.policy[seat.index()].failure())
        })
    }
}

/// The other actions that are played, each by its weight, fewer of many.
fn sample<'c>(considered: &'c Considered, rng: &mut Rng) -> Vec<Sampled<'c>> {
    let share = 1.0 / (considered.others.len() as f64 / 2.0).max(1.0);
    let others = considered.others.iter();
    others.filter(|other| is_drawn(rng, share * f64::from(other.weight))).map(|other| (other, 0.0)).collect()
}

fn is_drawn(rng: &mut Rng, chance: f64) -> bool {
    const PARTS: u32 = 1 << 24;
    f64::from(rng.below(PARTS)) < chance * f64::from(PARTS)
}
