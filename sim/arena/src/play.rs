//! The matches of a run, divided among threads.
//!
//! The unit of work is a *piece*: a range of matches on whole walls. The totals of a piece are integers, so the result is the
//! same to the last bit whichever thread plays a piece and in whatever order pieces are added. Memory does not grow with the
//! number of matches.
//!
//! If all agents are scalar, a thread plays one match after another ([`Game::play`]). If one is batched, it keeps many
//! matches in play and answers their decisions in batches (`batch.rs`).

use crate::batch::{MatchesInPlay, Part, Request, play_together};
use crate::counter::Counter;
use crate::counts::WallCounts;
use crate::error::{Error, Within};
use crate::observer::Observer;
use crate::reorder::pieces;
use crate::settings::Work;
use crate::stats::Stats;
use crate::threads::Idle;
use hyakuman_core::game::Sink;
use hyakuman_core::game::rows::{self, MatchId};
use hyakuman_core::game::sink::Both;
use hyakuman_core::game::{Agent, AnyAgent, Game};
use std::ops::Range;
use std::time::{Duration, Instant};

/// Walls in a piece of scalar agents: a few hundredths of a second for a fast one.
const WALLS: u64 = 64;

/// Most matches that a thread plays before it reports them, and the longest time.
const MOST_UNREPORTED: u64 = 64;
const PAUSE: Duration = Duration::from_millis(100);

/// Work and the agents that play it.
pub(crate) struct Job<'a, G: Game> {
    work: Work<'a, G>,
    /// Agents not in use by any thread.
    idle: Idle<Players<G>>,
    /// Number of walls in a piece long enough for full batches; `None` if all agents are scalar.
    long_piece: Option<u64>,
}

/// The agents of a thread, made once and reused for all its pieces.
enum Players<G: Game> {
    /// By seat, as in rotation 0.
    Scalar(Vec<Box<dyn Agent<G>>>),
    /// At least one agent is batched.
    Batched(MatchesInPlay<G>),
}

/// Records the matches of a piece, in addition to the statistics. Called through `dyn`, so that matches are compiled twice for a game,
/// with and without a record, and not for every recorder.
pub(crate) trait MatchRecorder<G: Game> {
    /// A match begins. The sink receives its events.
    fn begin(&mut self, id: MatchId) -> &mut dyn Sink<G>;

    fn ended(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// The recorder of a piece; `None` if only its statistics are wanted.
pub(crate) type AnyRecorder<'a, G> = Option<&'a mut dyn MatchRecorder<G>>;

impl<'a, G: Game> Job<'a, G> {
    /// Makes the agents of the first thread, to report errors before any match.
    pub(crate) fn new(work: Work<'a, G>) -> Result<Self, Error> {
        let players = work.players()?;
        let long_piece = match &players {
            Players::Batched(in_play) => Some(in_play.long_piece(work.lineup.rotations() as u64)),
            Players::Scalar(_) => None,
        };
        Ok(Job { work, idle: Idle::new(vec![players]), long_piece })
    }

    /// Without agents: its matches are only played again.
    pub(crate) fn replaying(work: Work<'a, G>) -> Self {
        Job { work, idle: Idle::new(Vec::new()), long_piece: None }
    }

    /// The settings of the matches.
    pub(crate) fn work(&self) -> &Work<'a, G> {
        &self.work
    }

    /// The matches of each piece, of whole walls.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Range<u64>> + Send + use<G> {
        pieces(0..self.work.games, self.piece_size() * self.work.lineup.rotations() as u64)
    }

    /// Walls in a piece: some [`Job::smallest_piece`]. Long pieces have fuller batches, but every thread needs pieces.
    fn piece_size(&self) -> u64 {
        let least = self.smallest_piece();
        let Some(long) = self.long_piece.filter(|_| !self.work.is_external()) else { return least };
        let walls = self.work.games / self.work.lineup.rotations() as u64;
        let size = (walls / (2 * rayon::current_num_threads() as u64)).min(long);
        (size / least * least).max(least)
    }

    /// Walls in the smallest piece; of external agents a single wall may already be a long enough piece.
    pub(crate) fn smallest_piece(&self) -> u64 {
        if self.work.is_external() { 1 } else { WALLS }
    }

    /// Number of walls in a piece long enough for full batches; `None` if all agents are scalar.
    pub(crate) fn long_piece(&self) -> Option<u64> {
        self.long_piece
    }

    /// Plays a range of matches, which starts with the first match on a wall.
    pub(crate) fn piece(&self, matches: Range<u64>, recorder: AnyRecorder<'_, G>) -> Result<Stats, Error> {
        let mut stats = self.work.stats();
        self.walls(matches, recorder, &mut |wall| stats.add(wall))?;
        Ok(stats)
    }

    /// Whether the matches of this job may be played together with others, for fuller batches.
    pub(crate) fn is_batched(&self) -> bool {
        self.long_piece.is_some() && !self.work.is_external()
    }

    /// Plays all matches of these jobs, all of which are batched, on a range of walls. Returns the totals of the walls for each job.
    pub(crate) fn together(
        jobs: &[&Self],
        walls: Range<u64>,
    ) -> Result<Vec<Vec<WallCounts>>, (usize, Error)> {
        let mut players = Vec::new();
        for (place, job) in jobs.iter().enumerate() {
            players.push(job.idle.take(|| job.work.players()).map_err(|error| (place, error))?);
        }
        let mut parts = Vec::new();
        for (job, players) in jobs.iter().zip(&mut players) {
            let rotations = job.work.lineup.rotations() as u64;
            let matches = walls.start * rotations..walls.end * rotations;
            let request = Request { matches, keeps_actions: false };
            let Players::Batched(in_play) = players else { unreachable!("the job is batched") };
            parts.push(Part { in_play, work: &job.work, request });
        }
        let played = play_together(parts)?;
        jobs.iter().zip(players).for_each(|(job, players)| job.idle.give_back(players));
        Ok(played.into_iter().map(|(walls, _)| walls).collect())
    }

    /// Plays a range of matches, which starts with the first match on a wall, and passes the total of each wall to `take`,
    /// in order.
    pub(crate) fn walls(
        &self,
        matches: Range<u64>,
        recorder: AnyRecorder<'_, G>,
        take: &mut dyn FnMut(&WallCounts),
    ) -> Result<(), Error> {
        let mut players = self.idle.take(|| self.work.players())?;
        match &mut players {
            Players::Scalar(agents) => self.work.one_by_one(matches, agents, recorder, take)?,
            Players::Batched(matches_in_play) => {
                self.work.in_batches(matches, matches_in_play, recorder, take)?
            }
        }
        self.idle.give_back(players);
        Ok(())
    }
}

impl<G: Game> Work<'_, G> {
    pub(crate) fn counter(&self) -> Counter<G> {
        Counter::with(&self.rules, self.own_measures)
    }

    /// Makes the agents of a thread.
    fn players(&self) -> Result<Players<G>, Error> {
        let mut agents = Vec::new();
        for spec in self.lineup.named() {
            self.roster.check_rules::<G>(spec, &self.rules)?;
        }
        for spec in self.lineup.named() {
            match self.roster.agent::<G>(spec)? {
                AnyAgent::Scalar(agent) => agents.push(agent),
                AnyAgent::Batched(_) => return Ok(Players::Batched(MatchesInPlay::new(self)?)),
            }
        }
        Ok(Players::Scalar(agents))
    }

    /// Plays one match after another.
    fn one_by_one(
        &self,
        matches: Range<u64>,
        agents: &mut [Box<dyn Agent<G>>],
        mut recorder: AnyRecorder<'_, G>,
        take: &mut dyn FnMut(&WallCounts),
    ) -> Result<(), Error> {
        let rotations = self.lineup.rotations() as u64;
        let (mut counter, mut cluster) = (self.counter(), WallCounts::EMPTY);
        let mut played = Unreported::new(self.observer);
        for matches in pieces(matches, rotations) {
            // A shorter borrow, which `as_deref_mut` would not give.
            let recorder: AnyRecorder<'_, G> = match &mut recorder {
                Some(recorder) => Some(&mut **recorder),
                None => None,
            };
            self.wall(matches, agents, (&mut counter, &mut cluster), recorder, &mut played)?;
            take(&cluster);
        }
        played.report();
        Ok(())
    }

    /// Plays the rotations of one wall, of which the cluster is. Before and after, the agents are in the order of rotation 0.
    fn wall(
        &self,
        matches: Range<u64>,
        agents: &mut [Box<dyn Agent<G>>],
        (counter, cluster): (&mut Counter<G>, &mut WallCounts),
        mut recorder: AnyRecorder<'_, G>,
        played_matches: &mut Unreported<'_>,
    ) -> Result<(), Error> {
        cluster.clear();
        let turns = if self.lineup.rotations() > 1 { (matches.end - matches.start) as usize } else { 0 };
        for number in matches {
            self.start_match(number)?;
            counter.begin();
            let id = self.lineup.match_id(self.seed, number);
            agents.iter_mut().for_each(|agent| agent.numbered(number));
            let played = match &mut recorder {
                Some(recorder) => {
                    let mut sink = Both::new(counter, recorder.begin(id));
                    G::play(&self.rules, id.seed, agents, &mut sink)
                }
                None => G::play(&self.rules, id.seed, agents, counter),
            };
            played.map_err(|illegal| {
                let failure = agents[illegal.seat.index()].failure();
                self.protocol(number, &illegal, failure)
            })?;
            recorder.as_mut().map_or(Ok(()), |recorder| recorder.ended())?;
            cluster.add(self.lineup, self.lineup.rotation_of(number), counter.counts());
            agents.rotate_left(usize::from(turns > 0));
            played_matches.add();
        }
        agents.rotate_right(turns);
        Ok(())
    }

    /// Plays many matches at a time. Records are made afterwards, in order, from the actions: replaying is cheap compared
    /// with agents that need batches, and no rows are held back for slower matches.
    fn in_batches(
        &self,
        matches: Range<u64>,
        in_play: &mut MatchesInPlay<G>,
        mut recorder: AnyRecorder<'_, G>,
        take: &mut dyn FnMut(&WallCounts),
    ) -> Result<(), Error> {
        let rotations = self.lineup.rotations() as u64;
        for matches in pieces(matches, in_play.long_piece(rotations) * rotations) {
            let request = Request { matches: matches.clone(), keeps_actions: recorder.is_some() };
            let (walls, actions) = in_play.play(self, request)?;
            walls.iter().for_each(&mut *take);
            let Some(recorder) = recorder.as_deref_mut() else { continue };
            for (number, actions) in matches.zip(&actions) {
                let id = self.lineup.match_id(self.seed, number);
                rows::replay(&self.rules, id.seed, actions, recorder.begin(id))
                    .within(|| format!("match {number}"))?;
                recorder.ended()?;
            }
        }
        Ok(())
    }
}

/// Matches played but not yet reported to the observer: quick matches are reported in groups, slow ones one by one.
struct Unreported<'a> {
    observer: &'a dyn Observer,
    matches: u64,
    since: Instant,
}

impl<'a> Unreported<'a> {
    fn new(observer: &'a dyn Observer) -> Self {
        Unreported { observer, matches: 0, since: Instant::now() }
    }

    fn add(&mut self) {
        self.matches += 1;
        if self.matches >= MOST_UNREPORTED || self.since.elapsed() >= PAUSE {
            self.report();
        }
    }

    fn report(&mut self) {
        self.observer.done(std::mem::take(&mut self.matches));
        self.since = Instant::now();
    }
}
