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
use crate::counts::WallCounts;
use crate::error::Error;
use crate::queue::Queue;
use crate::settings::Work;
use crate::table::{History, TableOf, scalar_agents};
use hyakuman_core::SeatSet;
use hyakuman_core::game::sink::Both;
use hyakuman_core::game::{AgentFailure, AnyAgent, Game, Illegal, Sink};
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
}

/// A table, and what is counted of its match.
struct Slot<G: Game> {
    /// The match in play; `None` if there is none.
    number: Option<u64>,
    table: TableOf<G>,
    counter: Counter<G>,
    /// If the actions are returned.
    history: Option<History>,
}

/// The totals of the walls, and the actions of the matches if requested.
type PlayedWalls = (Vec<WallCounts>, Vec<Vec<u8>>);

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
        let wanted = queues.iter().flatten().map(|queue| queue.agent.matches_in_play()).max();
        // An external agent has one process, which plays one match.
        let in_play = if work.is_external() { 1 } else { work.in_play.or(wanted).unwrap_or(1).max(1) };
        Ok(MatchesInPlay { queues, slots: Vec::new(), in_play })
    }

    /// Number of walls in a piece long enough for full batches.
    pub(crate) fn long_piece(&self, rotations: u64) -> u64 {
        (self.in_play as u64 * MATCHES_PER_SLOT).div_ceil(rotations)
    }

    pub(crate) fn play(&mut self, work: &Work<'_, G>, request: Request) -> Result<PlayedWalls, Error> {
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
pub(crate) fn play_together<G: Game>(
    parts: Vec<Part<'_, '_, G>>,
) -> Result<Vec<PlayedWalls>, (usize, Error)> {
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
        let waiting = self.active.iter().filter(|&&slot| slots[slot].number.is_none()).count() as u64;
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
        self.active.retain(|&slot| slots[slot].number.is_some());
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
    first: u64,
    left: Range<u64>,
    walls: Vec<WallCounts>,
    actions: Vec<Vec<u8>>,
}

impl<'a, 'w, G: Game> Progress<'a, 'w, G> {
    fn new(work: &'a Work<'w, G>, Request { matches, keeps_actions }: Request) -> Self {
        let count = matches.end - matches.start;
        let rotations = work.lineup.rotations() as u64;
        let walls = matches.end.div_ceil(rotations) - matches.start / rotations;
        let walls = vec![WallCounts::EMPTY; walls as usize];
        let actions = vec![Vec::new(); if keeps_actions { count as usize } else { 0 }];
        Progress { work, keeps_actions, first: matches.start, left: matches, walls, actions }
    }

    /// Plays a match until it waits for a batched agent; when it ends, starts the next one in the same slot.
    fn visit(&mut self, slot: &mut Slot<G>, queues: &mut [Option<Queue<G>>]) -> Result<(), Error> {
        let moved = slot.with_sink(|table, sink| table.take_batched(queues, sink));
        moved.map_err(|illegal| self.protocol(slot, &illegal))?;
        loop {
            if slot.number.is_none() {
                let Some(number) = self.left.next() else { return Ok(()) };
                self.work.start_match(number)?;
                slot.start(self.work, number, self.keeps_actions);
            }
            let moved = slot.with_sink(|table, sink| table.play_on(SeatSet::EMPTY, queues, sink));
            moved.map_err(|illegal| self.protocol(slot, &illegal))?;
            if slot.table.is_waiting() {
                return Ok(());
            }
            self.end(slot);
        }
    }

    #[cold]
    fn protocol(&self, slot: &mut Slot<G>, illegal: &Illegal) -> Error {
        let number = slot.number.expect("a match in play");
        self.work.protocol(number, illegal, slot.table.failure(illegal.seat))
    }

    /// Adds the totals of a finished match.
    fn end(&mut self, slot: &mut Slot<G>) {
        let number = slot.number.take().expect("a match in play");
        let (place, lineup) = (number - self.first, self.work.lineup);
        let wall = &mut self.walls[(place / lineup.rotations() as u64) as usize];
        wall.add(lineup, lineup.rotation_of(number), slot.counter.counts());
        if let Some(history) = slot.history.take() {
            self.actions[place as usize] = history.actions;
        }
        self.work.observer.done(1);
    }
}

impl<G: Game> Slot<G> {
    /// An empty slot with its scalar agents.
    fn new(work: &Work<'_, G>, queues: &[Option<Queue<G>>]) -> Result<Self, Error> {
        let is_scalar = |place| queues[work.lineup.agent_at(place, 0)].is_none();
        let agents = scalar_agents(work.roster, work.lineup, is_scalar)?;
        Ok(Slot { number: None, table: TableOf::new(agents), counter: work.counter(), history: None })
    }

    fn start(&mut self, work: &Work<'_, G>, number: u64, keeps_actions: bool) {
        self.counter.begin();
        self.table.start(&work.rules, &work.lineup.seating_of(work.seed, number), &mut self.counter);
        (self.number, self.history) = (Some(number), keeps_actions.then(History::default));
    }

    /// Does something at the table that is counted and kept.
    #[inline]
    fn with_sink<T>(&mut self, act: impl FnOnce(&mut TableOf<G>, &mut dyn Sink<G>) -> T) -> T {
        let Slot { table, counter, history, .. } = self;
        match history {
            Some(history) => act(table, &mut Both::new(counter, history)),
            None => act(table, counter),
        }
    }
}
