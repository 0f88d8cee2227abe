//! A table, and what a learner gets of the match that is played there.

use crate::batch::Finished;
use crate::encode::Presenter;
use crate::options::Reward;
use hyakuman_agents::place::Worth;
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::queue::Queue;
use hyakuman_arena::table::{self, TableOf, scalar_agents};
use hyakuman_arena::{Error, Lineup};
use hyakuman_core::game::sink::Wants;
use hyakuman_core::game::{AgentSeed, Game, Illegal, KyokuEnd, MAX_SEATS, MatchEnd, Sink, StartState};
use hyakuman_core::{Seat, SeatSet};
use hyakuman_riichi::planes::{Actions, WriteOracle};
use std::sync::Arc;

/// What all tables have in common.
pub(crate) struct Shared<G: Game> {
    pub rules: Arc<G::Rules>,
    /// Who plays the matches that start from now on.
    pub cast: Arc<Cast>,
    pub presenter: Presenter<G>,
    /// Only if it was asked for.
    pub oracle: Option<WriteOracle<G>>,
    pub actions: Actions,
    pub reward: Reward,
    /// Only with [`Reward::Places`].
    pub places: Option<Arc<dyn Worth<G>>>,
    pub seed: u64,
    /// Number of tables.
    pub tables: u64,
    /// Checked; `None` for the state of the rules.
    pub start: Option<StartState>,
}

/// Who plays.
pub(crate) struct Cast {
    pub roster: Arc<Roster>,
    /// By place of the lineup; `None` is the learner.
    pub specs: Vec<Option<Spec>>,
    pub lineup: Lineup,
    /// How often the agents had been changed before.
    pub changes: u32,
}

/// For each different agent of a lineup, the queue of its decisions; `None` if it is scalar or the learner.
pub(crate) type Queues<G> = Vec<Option<Queue<G>>>;

pub(crate) fn scalar<G: Game>(cast: &Cast, queues: &Queues<G>) -> Result<table::Agents<G>, Error> {
    let is_scalar =
        |place: usize| cast.specs[place].is_some() && queues[cast.lineup.agent_at(place, 0)].is_none();
    scalar_agents(&cast.roster, &cast.lineup, is_scalar)
}

/// A table, and what a learner gets of the match that is played at it.
pub(crate) struct LearnersTable<G: Game> {
    /// Number of the match.
    pub number: u64,
    pub table: TableOf<G>,
    cast: Arc<Cast>,
    /// The place of the queues of its cast in the group.
    pub queues: usize,
    /// Those who play the next match, if they are others; their queues are the last.
    pub next: Option<(Arc<Cast>, table::Agents<G>)>,
    /// Seats of the learner.
    learner: SeatSet,
    pub scores: Scores,
    /// What is kept from one observation of the match to the next.
    pub cache: G::RowCache,
}

/// Why a table has stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// A decision of the learner is pending.
    Asked,
    /// A decision of a batched agent is pending, and perhaps one of the learner, too.
    Waits,
}

impl<G: Game> LearnersTable<G> {
    /// A table whose first match has this number.
    pub(crate) fn new(cast: &Arc<Cast>, number: u64, queues: &Queues<G>) -> Result<Self, Error> {
        Ok(LearnersTable {
            number,
            table: TableOf::new(scalar(cast, queues)?),
            cast: Arc::clone(cast),
            queues: 0,
            next: None,
            learner: SeatSet::EMPTY,
            scores: Scores::NEW,
            cache: G::RowCache::default(),
        })
    }

    /// Plays on until the learner or a batched agent is asked; a match that ends is followed by the next one.
    pub(crate) fn play_on(
        &mut self,
        shared: &Shared<G>,
        env: u32,
        queues: &mut [Queues<G>],
        finished: &mut Vec<Finished>,
    ) -> Result<Stopped, Error> {
        if self.table.is_new() {
            self.start(shared, queues.len() - 1);
        }
        loop {
            let LearnersTable { table, learner, scores, .. } = self;
            let played = table.play_on(*learner, &mut queues[self.queues], scores);
            played.map_err(|illegal| self.protocol(&illegal))?;
            match (self.table.is_waiting(), self.table.asked().is_empty()) {
                (true, _) => return Ok(Stopped::Waits),
                (false, false) => return Ok(Stopped::Asked),
                (false, true) => {
                    finished.push(self.finished(env, shared.reward));
                    self.number += shared.tables;
                    self.start(shared, queues.len() - 1);
                }
            }
        }
    }

    /// Starts the match with the present number; `last` is the place of the last queues.
    fn start(&mut self, shared: &Shared<G>, last: usize) {
        if let Some((cast, agents)) = self.next.take() {
            self.table.set_agents(agents);
            (self.cast, self.queues) = (cast, last);
        }
        (self.scores, self.cache) = (Scores::NEW, G::RowCache::default());
        let seating = self.cast.lineup.seating_of(shared.seed, self.number);
        let (rules, table, scores) = (&shared.rules, &mut self.table, &mut self.scores);
        match &shared.start {
            None => table.start(rules, &seating, scores),
            Some(start) => table.start_from(rules, &seating, start, scores).expect("it was checked"),
        }
        let is_learner = |seat: &Seat| self.cast.specs[self.table.place(*seat)].is_none();
        self.learner = Seat::all(G::SEATS).filter(is_learner).collect();
        for seat in self.learner {
            self.scores.expected[seat.index()] = self.expected(shared, seat);
        }
    }

    /// Takes the answers of batched agents.
    pub(crate) fn take_batched(&mut self, queues: &mut [Queues<G>]) -> Result<(), Error> {
        let taken = self.table.take_batched(&mut queues[self.queues], &mut self.scores);
        taken.map_err(|illegal| self.protocol(&illegal))
    }

    /// Takes a legal answer of the learner.
    #[inline]
    pub(crate) fn take(&mut self, shared: &Shared<G>, seat: Seat, code: u8) {
        self.scores.earned[seat.index()] = 0;
        if self.scores.over.has(seat) {
            self.scores.over = self.scores.over.without(SeatSet::of(seat));
            self.scores.expected[seat.index()] = self.expected(shared, seat);
        }
        self.table.answer_asked(seat, code, &mut self.scores).expect("it was checked");
    }

    /// The game, to look at, and what is kept for observations.
    #[inline]
    pub(crate) fn game_and_cache(&mut self) -> (&G, &mut G::RowCache) {
        (self.table.game(), &mut self.cache)
    }

    /// The game, to look at.
    #[inline]
    pub(crate) fn game(&self) -> &G {
        self.table.game()
    }

    /// A random number for this decision of the learner.
    #[inline]
    pub(crate) fn random(&self, seat: Seat) -> u64 {
        let (seed, step) = self.origin(seat);
        seed.number(step)
    }

    /// The seed of a seat, and the number of its next decision.
    #[inline]
    pub(crate) fn origin(&self, seat: Seat) -> (AgentSeed, u32) {
        (AgentSeed { of_match: self.table.seed(), seat }, self.table.steps()[seat.index()])
    }

    /// The scores now, from a seat on.
    #[inline]
    pub(crate) fn scores_from(&self, seat: Seat) -> [i32; MAX_SEATS] {
        let (scores, own) = (self.game().scores(), seat.index());
        let of = |place: usize| if place < G::SEATS { scores[(own + place) % G::SEATS] } else { 0 };
        std::array::from_fn(of)
    }

    /// The reward of a seat since its last decision, while the match goes on.
    #[inline]
    pub(crate) fn reward(&self, shared: &Shared<G>, seat: Seat) -> f32 {
        match shared.reward {
            Reward::Kyoku => points::<G>(self.scores.earned[seat.index()]),
            Reward::Places if self.scores.over.has(seat) => {
                self.expected(shared, seat) - self.scores.expected[seat.index()]
            }
            Reward::Rank | Reward::Places | Reward::None => 0.0,
        }
    }

    /// Rank points that a seat could expect when the kyoku under way was dealt; 0 without the model.
    fn expected(&self, shared: &Shared<G>, seat: Seat) -> f32 {
        shared.places.as_ref().map_or(0.0, |model| model.expected(self.game(), seat))
    }

    fn finished(&self, env: u32, reward: Reward) -> Finished {
        let end = self.scores.end.as_ref().expect("a match without deciders is over");
        let rank_points = end.rank_points.map(|points| points as f32 / 1000.0);
        let of_seat = |seat: usize| match reward {
            _ if seat >= G::SEATS || !self.learner.has(Seat::new(seat as u8)) => 0.0,
            Reward::Rank => rank_points[seat],
            Reward::Kyoku => points::<G>(self.scores.earned[seat]),
            Reward::Places => rank_points[seat] - self.scores.expected[seat],
            Reward::None => 0.0,
        };
        let decisions =
            |seat: usize| if self.learner.bits() >> seat & 1 != 0 { self.table.steps()[seat] } else { 0 };
        Finished {
            env,
            number: self.number,
            wall: self.table.seed().number,
            agents: std::array::from_fn(|seat| self.table.place(Seat::new(seat as u8)) as u8),
            scores: end.scores.map(points::<G>),
            placement: end.placement,
            rank_points,
            reward: std::array::from_fn(of_seat),
            decisions: std::array::from_fn(decisions),
            kyoku: end.kyoku,
            changes: self.cast.changes,
        }
    }

    /// The error for an illegal action of an agent.
    #[cold]
    fn protocol(&mut self, illegal: &Illegal) -> Error {
        let spec = &self.cast.lineup.named()[self.table.place(illegal.seat)];
        Error::of_agent(spec, self.number, illegal, self.table.failure(illegal.seat))
    }
}

/// A score in points.
#[inline]
fn points<G: Game>(units: i32) -> f32 {
    units as f32 / G::UNITS_PER_POINT as f32
}

/// What the scores of a match have done.
#[derive(Clone, Copy)]
pub(crate) struct Scores {
    /// By seat: the change of its score since its last decision.
    earned: [i32; MAX_SEATS],
    /// By seat: the rank points that it could expect before the kyoku of its last decision, or else before the match; 0 without the model.
    expected: [f32; MAX_SEATS],
    /// Scores after the last kyoku.
    scores: [i32; MAX_SEATS],
    /// Kyoku that have ended.
    pub kyoku: u16,
    /// The seats that have made no decision since the last of them.
    pub over: SeatSet,
    end: Option<MatchEnd>,
}

impl Scores {
    /// Those of a match that begins.
    const NEW: Scores = Scores {
        earned: [0; MAX_SEATS],
        expected: [0.0; MAX_SEATS],
        scores: [0; MAX_SEATS],
        kyoku: 0,
        over: SeatSet::EMPTY,
        end: None,
    };
}

impl<G: Game> Sink<G> for Scores {
    fn wants(&self) -> Wants {
        Wants::ENDS
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        for (seat, delta) in end.deltas.into_iter().enumerate() {
            self.earned[seat] += delta;
            self.scores[seat] = end.before[seat] + delta;
        }
        self.kyoku += 1;
        self.over = SeatSet::all(G::SEATS);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        for (seat, score) in end.scores.into_iter().enumerate() {
            self.earned[seat] += score - self.scores[seat];
        }
        self.end = Some(*end);
    }
}
