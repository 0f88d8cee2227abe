//! Many matches in play at a time, for batched agents.
//!
//! A [`MatchesInPlay`] visits its matches in repeated sweeps. In a sweep each match takes the answers to its pending decisions, is
//! played by its scalar agents up to the next decision of a batched agent, and encodes that decision as a row. Between two
//! sweeps each batched agent answers all its rows in one call. Matches are visited in the same order in every sweep, so the
//! `n`-th answer belongs to the `n`-th row. Once the buffers have reached their final size, a sweep allocates nothing.
//!
//! Several lineups may be played together ([`play_together`]): an agent that is in more than one of them answers the rows of all in one
//! call.

use crate::counter::Counter;
use crate::error::Error;
use crate::play::Work;
use crate::queue::Queue;
use crate::seated::SeatedAgents;
use crate::stats::Cluster;
use hyakuman_core::{MatchSeed, Seat, SeatSet};
use hyakuman_game::playout::MatchInProgress;
use hyakuman_game::{AgentFailure, AgentSeed, Answers, AnyAgent, Decision, Game, Illegal, MAX_SEATS};
use std::ops::Range;

/// Matches in a long piece, per match in play. A thread ends all matches of a piece before it starts another, and batches get
/// small towards the end, so this is not 1.
const MATCHES_PER_SLOT: u64 = 16;

/// The matches in play and the agents of a thread.
pub(crate) struct MatchesInPlay<G: Game> {
    /// For each different agent of the lineup, the queue of its decisions; `None` if it is scalar.
    queues: Vec<Option<Queue<G>>>,
    slots: Vec<Slot<G>>,
    in_play: usize,
}

/// Which matches to play.
pub(crate) struct Request {
    /// Starts with the first match on a wall.
    pub matches: Range<u64>,
    /// Whether the actions of each match are returned.
    pub keeps_actions: bool,
    /// Whether all are played to the end even if the observer stops the run.
    pub whole: bool,
}

/// A match in play.
struct Slot<G: Game> {
    number: u64,
    seed: MatchSeed,
    play: Option<MatchInProgress<G>>,
    /// The scalar agents.
    seated: SeatedAgents<G>,
    /// By seat: batched decisions so far.
    steps: [u32; MAX_SEATS],
    /// Seats that wait for the answer of a batched agent.
    waiting: SeatSet,
    /// Answers to the pending decisions so far.
    answers: Answers,
    counter: Counter<G>,
    /// All actions so far, if they are returned.
    actions: Vec<u8>,
}

/// The totals of the walls, and the actions of the matches if requested.
type Outcome = (Vec<Cluster>, Vec<Vec<u8>>);

impl<G: Game> MatchesInPlay<G> {
    /// Makes the agents; at least one of them is batched.
    pub(crate) fn new(work: &Work<'_, G>) -> Result<Self, Error> {
        let mut queues = Vec::new();
        for spec in work.lineup.agents() {
            queues.push(match work.roster.agent::<G>(spec)? {
                AnyAgent::Batched(agent) => Some(Queue::new(agent)),
                AnyAgent::Scalar(_) => None,
            });
        }
        let wanted = queues.iter().flatten().map(|queue| queue.matches_in_play()).max();
        // An external agent has one process, which plays one match.
        let in_play = if work.is_external() { 1 } else { work.in_play.or(wanted).unwrap_or(1).max(1) };
        Ok(MatchesInPlay { queues, slots: Vec::new(), in_play })
    }

    /// Number of walls in a piece long enough for full batches.
    pub(crate) fn long_piece(&self, rotations: u64) -> u64 {
        (self.in_play as u64 * MATCHES_PER_SLOT).div_ceil(rotations)
    }

    /// Plays the requested matches.
    ///
    /// # Errors
    /// An agent chose an illegal action or failed; or the observer stopped the run.
    pub(crate) fn play(&mut self, work: &Work<'_, G>, request: Request) -> Result<Outcome, Error> {
        let part = Part { in_play: self, work, request };
        let mut played = play_together(vec![part]).map_err(|(_, error)| error)?;
        Ok(played.pop().expect("one part"))
    }
}

/// The matches of one of the lineups that are played together.
pub(crate) struct Part<'a, 'w, G: Game> {
    pub in_play: &'a mut MatchesInPlay<G>,
    pub work: &'a Work<'w, G>,
    pub request: Request,
}

/// Plays the matches of several lineups at a time; as many as the agents request, all lineups together.
///
/// # Errors
/// The place of the part in which an agent chose an illegal action or failed, or whose observer stopped the run; and the error.
pub(crate) fn play_together<G: Game>(parts: Vec<Part<'_, '_, G>>) -> Result<Vec<Outcome>, (usize, Error)> {
    let mut running: Vec<_> = parts.into_iter().map(Running::new).collect();
    let equal = equal_queues(&running);
    loop {
        fill(&mut running)?;
        if running.iter().all(|part| part.active.is_empty()) {
            break;
        }
        for (place, part) in running.iter_mut().enumerate() {
            part.sweep().map_err(|error| (place, error))?;
        }
        for places in &equal {
            answer(&mut running, places).map_err(|failure| {
                let (place, agent) = places[0];
                let spec = &running[place].progress.work.lineup.agents()[agent];
                (place, Error::Failed(format!("the agent {spec}: {failure}")))
            })?;
        }
    }
    Ok(running.into_iter().map(|part| (part.progress.walls, part.progress.actions)).collect())
}

/// Brings more matches into play, one of each part in turn, until there are as many as the agents request.
fn fill<G: Game>(running: &mut [Running<'_, '_, G>]) -> Result<(), (usize, Error)> {
    let most = running.iter().map(|part| part.in_play.in_play).max().unwrap_or(0);
    let mut room = most.saturating_sub(running.iter().map(|part| part.active.len()).sum());
    let mut is_full = false;
    while !is_full {
        is_full = true;
        for (place, part) in running.iter_mut().enumerate() {
            if room > 0 && part.grow().map_err(|error| (place, error))? {
                (room, is_full) = (room - 1, false);
            }
        }
    }
    Ok(())
}

/// The queues of equal agents: by part and place in its lineup.
fn equal_queues<G: Game>(running: &[Running<'_, '_, G>]) -> Vec<Vec<(usize, usize)>> {
    let (mut specs, mut equal) = (Vec::new(), Vec::<Vec<_>>::new());
    for (place, part) in running.iter().enumerate() {
        let agents = part.progress.work.lineup.agents().iter().zip(&part.in_play.queues).enumerate();
        for (agent, (spec, _)) in agents.filter(|(_, (_, queue))| queue.is_some()) {
            let known = specs.iter().position(|known| *known == spec).unwrap_or(specs.len());
            if known == specs.len() {
                specs.push(spec);
                equal.push(Vec::new());
            }
            equal[known].push((place, agent));
        }
    }
    equal
}

/// Lets the agent of the first of these queues answer the rows of all.
fn answer<G: Game>(
    running: &mut [Running<'_, '_, G>],
    places: &[(usize, usize)],
) -> Result<(), AgentFailure> {
    let (&(part, agent), others) = places.split_first().expect("a queue");
    let mut queue = running[part].in_play.queues[agent].take().expect("a batched agent");
    let others = || others.iter().copied();
    others().for_each(|(part, agent)| queue.join(running[part].queue(agent)));
    let answered = queue.answer();
    if answered.is_ok() {
        others().rev().for_each(|(part, agent)| queue.part(running[part].queue(agent)));
    }
    running[part].in_play.queues[agent] = Some(queue);
    answered
}

/// A part while it is played.
struct Running<'a, 'w, G: Game> {
    in_play: &'a mut MatchesInPlay<G>,
    progress: Progress<'a, 'w, G>,
    /// The slots with a match.
    active: Vec<usize>,
}

impl<'a, 'w, G: Game> Running<'a, 'w, G> {
    /// Without a match in play.
    fn new(part: Part<'a, 'w, G>) -> Self {
        let Part { in_play, work, request } = part;
        Running { in_play, progress: Progress::new(work, request), active: Vec::new() }
    }

    /// Makes one more slot active, which the next sweep gives a match. False: there is none for it. Slots get idle only when none is left.
    fn grow(&mut self) -> Result<bool, Error> {
        let MatchesInPlay { slots, queues, .. } = &mut *self.in_play;
        let waiting = self.active.iter().filter(|&&slot| slots[slot].play.is_none()).count() as u64;
        if self.progress.left.end - self.progress.left.start <= waiting {
            return Ok(false);
        }
        let next = self.active.len();
        if next == slots.len() {
            slots.push(Slot::new(self.progress.work, queues)?);
        }
        self.active.push(next);
        Ok(true)
    }

    /// Plays every match until it waits for a batched agent.
    fn sweep(&mut self) -> Result<(), Error> {
        let MatchesInPlay { slots, queues, .. } = &mut *self.in_play;
        for &slot in &self.active {
            self.progress.visit(&mut slots[slot], queues)?;
        }
        self.active.retain(|&slot| slots[slot].play.is_some());
        Ok(())
    }

    fn queue(&mut self, agent: usize) -> &mut Queue<G> {
        self.in_play.queues[agent].as_mut().expect("a batched agent")
    }
}

/// The state of a request: matches not yet started, and results of the finished ones.
struct Progress<'a, 'w, G: Game> {
    work: &'a Work<'w, G>,
    keeps_actions: bool,
    whole: bool,
    first: u64,
    left: Range<u64>,
    walls: Vec<Cluster>,
    actions: Vec<Vec<u8>>,
}

impl<'a, 'w, G: Game> Progress<'a, 'w, G> {
    fn new(work: &'a Work<'w, G>, Request { matches, keeps_actions, whole }: Request) -> Self {
        let count = matches.end - matches.start;
        let rotations = work.lineup.rotations() as u64;
        let walls = matches.end.div_ceil(rotations) - matches.start / rotations;
        let walls = vec![Cluster::EMPTY; walls as usize];
        let actions = vec![Vec::new(); if keeps_actions { count as usize } else { 0 }];
        Progress { work, keeps_actions, whole, first: matches.start, left: matches, walls, actions }
    }

    /// Plays a match until it waits for a batched agent; when it ends, starts the next one in the same slot.
    fn visit(&mut self, slot: &mut Slot<G>, queues: &mut [Option<Queue<G>>]) -> Result<(), Error> {
        let moved = slot.take_answers(queues, self.keeps_actions);
        moved.map_err(|illegal| self.protocol(slot, &illegal))?;
        loop {
            if slot.play.is_none() {
                let Some(number) = self.left.next() else { return Ok(()) };
                self.work.start_match(number, self.whole)?;
                slot.start(self.work, number);
            }
            let waits = slot.play_on(queues, self.keeps_actions);
            if waits.map_err(|illegal| self.protocol(slot, &illegal))? {
                return Ok(());
            }
            self.end(slot);
        }
    }

    #[cold]
    fn protocol(&self, slot: &mut Slot<G>, illegal: &Illegal) -> Error {
        self.work.protocol(slot.number, illegal, slot.seated.failure(illegal.seat))
    }

    /// Adds the totals of a finished match.
    fn end(&mut self, slot: &mut Slot<G>) {
        slot.play = None;
        let (place, lineup) = (slot.number - self.first, self.work.lineup);
        let wall = &mut self.walls[(place / lineup.rotations() as u64) as usize];
        wall.add(lineup, lineup.rotation_of(slot.number), slot.counter.counts());
        if self.keeps_actions {
            self.actions[place as usize].clone_from(&slot.actions);
        }
        self.work.observer.done(1);
    }
}

impl<G: Game> Slot<G> {
    /// An empty slot with its scalar agents.
    fn new(work: &Work<'_, G>, queues: &[Option<Queue<G>>]) -> Result<Self, Error> {
        let is_scalar = |place| queues[work.lineup.agent_at(place, 0)].is_none();
        Ok(Slot {
            number: 0,
            seed: MatchSeed { seed: 0, number: 0 },
            play: None,
            seated: SeatedAgents::of(work.roster, work.lineup, is_scalar)?,
            steps: [0; MAX_SEATS],
            waiting: SeatSet::EMPTY,
            answers: Answers::NONE,
            counter: work.counter(),
            actions: Vec::new(),
        })
    }

    /// Starts a match.
    fn start(&mut self, work: &Work<'_, G>, number: u64) {
        (self.number, self.seed) = (number, work.lineup.match_id(work.seed, number).seed);
        self.steps = [0; MAX_SEATS];
        self.counter.begin();
        self.actions.clear();
        let sink = &mut self.counter;
        self.play = Some(self.seated.start(&work.rules, work.lineup, (number, self.seed), sink));
    }

    /// Takes the answers of batched agents to the pending decisions.
    fn take_answers(&mut self, queues: &mut [Option<Queue<G>>], keeps_actions: bool) -> Result<(), Illegal> {
        for seat in std::mem::replace(&mut self.waiting, SeatSet::EMPTY) {
            let queue = queues[self.seated.index(seat)].as_mut().expect("only batched agents wait");
            let action = queue.next_action();
            self.answer(seat, action, keeps_actions)?;
        }
        Ok(())
    }

    /// Plays until a batched agent has to decide (true) or the match is over (false).
    fn play_on(&mut self, queues: &mut [Option<Queue<G>>], keeps_actions: bool) -> Result<bool, Illegal> {
        loop {
            let play = self.play.as_ref().expect("a match in play");
            let pending = play.pending();
            if pending.is_empty() {
                return Ok(false);
            }
            for seat in pending {
                let play = self.play.as_ref().expect("a match in play");
                let (view, legal) = (play.game().view(seat), play.game().legal(seat));
                if let Some(queue) = &mut queues[self.seated.index(seat)] {
                    let step = self.steps[seat.index()];
                    let seed = AgentSeed { of_match: self.seed, seat };
                    queue.push(&Decision { view: &view, legal, seed, step });
                    self.steps[seat.index()] += 1;
                    self.waiting.insert(seat);
                } else {
                    let action = self.seated.act(seat, &view, legal);
                    drop(view);
                    self.answer(seat, action, keeps_actions)?;
                }
            }
            if !self.waiting.is_empty() {
                return Ok(true);
            }
        }
    }

    /// Passes on the answer of a pending seat. Simultaneous actions are kept in order of seats.
    #[inline]
    fn answer(&mut self, seat: Seat, action: u8, keeps_actions: bool) -> Result<(), Illegal> {
        let play = self.play.as_mut().expect("a match in play");
        if keeps_actions {
            self.answers.set(seat, action);
            if self.answers.given() == play.game().deciders() {
                let answers = std::mem::take(&mut self.answers);
                self.actions.extend(answers.given().map(|seat| answers.code(seat)));
            }
        }
        self.seated.answer(play, seat, action, &mut self.counter)
    }
}
