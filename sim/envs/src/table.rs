//! One table: a match that stops where the learner or a batched agent decides.

use crate::batch::Finished;
use crate::encode::{Presenter, WriteOracle};
use crate::options::{Actions, Reward};
use hyakuman_agents::{Roster, Spec};
use hyakuman_arena::queue::Queue;
use hyakuman_arena::seated::SeatedAgents;
use hyakuman_arena::{Error, Lineup};
use hyakuman_core::{MatchSeed, Seat, SeatSet};
use hyakuman_game::playout::MatchInProgress;
use hyakuman_game::sink::Wants;
use hyakuman_game::{AgentSeed, Decision, Game, Illegal, KyokuEnd, MAX_SEATS, MatchEnd, Sink, StartState};
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

/// The scalar agents of a table.
pub(crate) fn scalar<G: Game>(cast: &Cast, queues: &Queues<G>) -> Result<SeatedAgents<G>, Error> {
    let is_scalar =
        |place: usize| cast.specs[place].is_some() && queues[cast.lineup.agent_at(place, 0)].is_none();
    SeatedAgents::of(&cast.roster, &cast.lineup, is_scalar)
}

/// A table, and the match that is played at it.
pub(crate) struct Table<G: Game> {
    /// Number of the match.
    pub number: u64,
    seed: MatchSeed,
    /// `None` before the first match.
    play: Option<MatchInProgress<G>>,
    cast: Arc<Cast>,
    /// The place of the queues of its cast in the group.
    pub queues: usize,
    /// The scalar agents.
    seated: SeatedAgents<G>,
    /// Those of the next match, if others play it; their queues are the last.
    pub next: Option<(Arc<Cast>, SeatedAgents<G>)>,
    /// Seats of the learner.
    learner: SeatSet,
    /// Seats of the learner with a pending decision.
    pub asked: SeatSet,
    /// Seats that wait for the answer of a batched agent.
    waiting: SeatSet,
    /// By seat: decisions of the learner or of a batched agent so far.
    steps: [u32; MAX_SEATS],
    /// Answers of all seats so far.
    answers: u32,
    scores: Scores,
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

impl<G: Game> Table<G> {
    /// A table whose first match has this number.
    ///
    /// # Errors
    /// An agent cannot be made.
    pub(crate) fn new(cast: &Arc<Cast>, number: u64, queues: &Queues<G>) -> Result<Self, Error> {
        Ok(Table {
            number,
            cast: Arc::clone(cast),
            queues: 0,
            next: None,
            seed: MatchSeed { seed: 0, number: 0 },
            play: None,
            seated: scalar(cast, queues)?,
            learner: SeatSet::EMPTY,
            asked: SeatSet::EMPTY,
            waiting: SeatSet::EMPTY,
            steps: [0; MAX_SEATS],
            answers: 0,
            scores: Scores::NEW,
            cache: G::RowCache::default(),
        })
    }

    /// Plays on until the learner or a batched agent is asked; a match that ends is followed by the next one.
    ///
    /// # Errors
    /// An agent chose an illegal action.
    pub(crate) fn play_on(
        &mut self,
        shared: &Shared<G>,
        env: u32,
        queues: &mut [Queues<G>],
        finished: &mut Vec<Finished>,
    ) -> Result<Stopped, Error> {
        if self.play.is_none() {
            self.start(shared, queues.len() - 1);
        }
        loop {
            self.ask(&mut queues[self.queues])?;
            match (self.waiting.is_empty(), self.asked.is_empty()) {
                (false, _) => return Ok(Stopped::Waits),
                (true, false) => return Ok(Stopped::Asked),
                (true, true) => {
                    finished.push(self.finished(env, shared.reward));
                    self.number += shared.tables;
                    self.start(shared, queues.len() - 1);
                }
            }
        }
    }

    /// Starts the match with the present number; `last` is the place of the last queues.
    fn start(&mut self, shared: &Shared<G>, last: usize) {
        if let Some((cast, seated)) = self.next.take() {
            (self.cast, self.seated, self.queues) = (cast, seated, last);
        }
        self.seed = self.cast.lineup.match_id(shared.seed, self.number).seed;
        (self.steps, self.scores, self.cache) = ([0; MAX_SEATS], Scores::NEW, G::RowCache::default());
        (self.asked, self.waiting, self.answers) = (SeatSet::EMPTY, SeatSet::EMPTY, 0);
        let number = (self.number, self.seed);
        let (rules, lineup, scores) = (&shared.rules, &self.cast.lineup, &mut self.scores);
        let play = match &shared.start {
            None => self.seated.start(rules, lineup, number, scores),
            Some(start) => {
                self.seated.start_from(rules, lineup, number, start, scores).expect("it was checked")
            }
        };
        let is_learner = |seat: &Seat| self.cast.specs[self.seated.place(*seat)].is_none();
        self.learner = Seat::all(G::SEATS).filter(is_learner).collect();
        self.play = Some(play);
    }

    /// Lets the other agents decide until a decision of the learner or of a batched agent is pending, or the match is over.
    fn ask(&mut self, queues: &mut Queues<G>) -> Result<(), Error> {
        loop {
            let pending = self.playing().pending().without(self.asked).without(self.waiting);
            for seat in pending {
                if self.learner.has(seat) {
                    self.asked.insert(seat);
                } else if let Some(queue) = &mut queues[self.seated.index(seat)] {
                    let game = self.play.as_ref().expect("a match").game();
                    let (seed, step) = (AgentSeed { of_match: self.seed, seat }, self.steps[seat.index()]);
                    queue.push(&Decision { view: &game.view(seat), legal: game.legal(seat), seed, step });
                    self.waiting.insert(seat);
                } else {
                    let game = self.play.as_ref().expect("a match").game();
                    let action = self.seated.act(seat, &game.view(seat), game.legal(seat));
                    self.answer(seat, action).map_err(|illegal| self.protocol(&illegal))?;
                }
            }
            if pending.is_empty() || !(self.asked.is_empty() && self.waiting.is_empty()) {
                return Ok(());
            }
        }
    }

    /// Takes the answers of batched agents.
    ///
    /// # Errors
    /// One of them is illegal.
    pub(crate) fn take_batched(&mut self, queues: &mut [Queues<G>]) -> Result<(), Error> {
        let queues = &mut queues[self.queues];
        for seat in std::mem::replace(&mut self.waiting, SeatSet::EMPTY) {
            let queue = queues[self.seated.index(seat)].as_mut().expect("only batched agents wait");
            let action = queue.next_action();
            self.steps[seat.index()] += 1;
            self.answer(seat, action).map_err(|illegal| self.protocol(&illegal))?;
        }
        Ok(())
    }

    /// Takes a legal answer of the learner.
    #[inline]
    pub(crate) fn take(&mut self, seat: Seat, code: u8) {
        self.asked = self.asked.without(SeatSet::of(seat));
        self.steps[seat.index()] += 1;
        self.scores.earned[seat.index()] = 0;
        self.scores.over = self.scores.over.without(SeatSet::of(seat));
        self.answer(seat, code).expect("it was checked");
    }

    #[inline]
    fn answer(&mut self, seat: Seat, code: u8) -> Result<(), Illegal> {
        let play = self.play.as_mut().expect("a match");
        self.answers += 1;
        self.seated.answer(play, seat, code, &mut self.scores)
    }

    /// The match, which has begun.
    #[inline]
    fn playing(&self) -> &MatchInProgress<G> {
        self.play.as_ref().expect("a match")
    }

    /// The game, to look at, and what is kept for observations.
    #[inline]
    pub(crate) fn game_and_cache(&mut self) -> (&G, &mut G::RowCache) {
        (self.play.as_ref().expect("a match").game(), &mut self.cache)
    }

    /// The game, to look at.
    #[inline]
    pub(crate) fn game(&self) -> &G {
        self.playing().game()
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
        (AgentSeed { of_match: self.seed, seat }, self.steps[seat.index()])
    }

    /// Whether this is the first decision of the seat.
    #[inline]
    pub(crate) fn is_first(&self, seat: Seat) -> bool {
        self.steps[seat.index()] == 0
    }

    /// Whether a kyoku has ended since the last decision of the seat.
    #[inline]
    pub(crate) fn is_kyoku_over(&self, seat: Seat) -> bool {
        self.scores.over.has(seat)
    }

    /// The number of the kyoku, repeats counted.
    #[inline]
    pub(crate) fn kyoku(&self) -> u16 {
        self.scores.kyoku
    }

    /// Which decision of the match a pending one is: seats that are asked together decide in order of seat.
    #[inline]
    pub(crate) fn step(&self, seat: Seat) -> u32 {
        let deciders = self.game().deciders();
        let answered = deciders.without(self.playing().pending()).count() as u32;
        let before = deciders.filter(|&decider| decider < seat).count() as u32;
        self.answers - answered + before
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
    pub(crate) fn reward(&self, seat: Seat, reward: Reward) -> f32 {
        match reward {
            Reward::Kyoku => points::<G>(self.scores.earned[seat.index()]),
            Reward::Rank | Reward::None => 0.0,
        }
    }

    fn finished(&self, env: u32, reward: Reward) -> Finished {
        let end = self.scores.end.as_ref().expect("a match without deciders is over");
        let rank_points = end.rank_points.map(|points| points as f32 / 1000.0);
        let of_seat = |seat: usize| match reward {
            _ if seat >= G::SEATS || !self.learner.has(Seat::new(seat as u8)) => 0.0,
            Reward::Rank => rank_points[seat],
            Reward::Kyoku => points::<G>(self.scores.earned[seat]),
            Reward::None => 0.0,
        };
        let decisions = |seat: usize| if self.learner.bits() >> seat & 1 != 0 { self.steps[seat] } else { 0 };
        Finished {
            env,
            number: self.number,
            wall: self.seed.number,
            agents: std::array::from_fn(|seat| self.seated.place(Seat::new(seat as u8)) as u8),
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
        let spec = &self.cast.lineup.named()[self.seated.place(illegal.seat)];
        Error::of_agent(spec, self.number, illegal, self.seated.failure(illegal.seat))
    }
}

/// A score in points.
#[inline]
fn points<G: Game>(units: i32) -> f32 {
    units as f32 / G::UNITS_PER_POINT as f32
}

/// What the scores of a match have done.
#[derive(Clone, Copy)]
struct Scores {
    /// By seat: the change of its score since its last decision.
    earned: [i32; MAX_SEATS],
    /// Scores after the last kyoku.
    scores: [i32; MAX_SEATS],
    /// Kyoku that have ended.
    kyoku: u16,
    /// The seats that have made no decision since the last of them.
    over: SeatSet,
    end: Option<MatchEnd>,
}

impl Scores {
    /// Those of a match that begins.
    const NEW: Scores =
        Scores { earned: [0; MAX_SEATS], scores: [0; MAX_SEATS], kyoku: 0, over: SeatSet::EMPTY, end: None };
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
