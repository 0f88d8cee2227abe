//! A run: matches between agents under one set of rules, counted, and kept if asked.

use crate::error::Error;
use crate::lineup::Lineup;
use crate::observer::Observer;
use crate::play::{Job, Work};
use crate::rates::Rates;
use crate::recording::{Kept, RecordOptions};
use crate::stats::Stats;
use crate::threads;
use hyakuman_agents::{Roster, Spec};
use hyakuman_games::Game;
use hyakuman_games::registry::{AnyRules, Visitor};
use std::sync::Arc;

/// Matches that are to be played: rules, agents, walls, threads.
///
/// ```
/// use hyakuman_agents::Roster;
/// use hyakuman_arena::{Arena, Quiet, Rules};
///
/// let rules = Rules::preset("tenhou")?;
/// let roster = Roster::built_in();
/// let arena = Arena::new(&rules, &roster).agents("shanten,random,random,random")?.games(100).seed(1);
/// let played = arena.play(&Quiet)?;
/// let shanten = played.agent("shanten").unwrap();
/// assert!(shanten.rank_points().unwrap().value > 20.0);
/// # Ok::<(), hyakuman_arena::Error>(())
/// ```
#[derive(Clone)]
pub struct Arena<'a> {
    pub(crate) rules: &'a AnyRules,
    pub(crate) roster: &'a Roster,
    pub(crate) agents: Vec<Spec>,
    pub(crate) rotate: bool,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) threads: Option<u64>,
    pub(crate) in_play: Option<usize>,
    record: Option<RecordOptions>,
}

/// The result of a run.
#[derive(Debug)]
pub struct Played {
    /// Who sat where.
    pub lineup: Lineup,
    /// What was counted: of a data set, over all parts of the shard, those of an earlier run among them.
    pub stats: Stats,
    /// Decisions that were made now.
    pub decisions: i64,
    /// Threads that worked.
    pub threads: usize,
    /// Names of the rates that mean nothing in the game.
    pub inapplicable: &'static [&'static str],
    /// How far the data set is, in one line; none where nothing was kept.
    pub data_set: Option<String>,
}

impl<'a> Arena<'a> {
    /// A thousand matches of seed 1 between agents of one kind, the default one of the game, on one thread per processor.
    pub fn new(rules: &'a AnyRules, roster: &'a Roster) -> Self {
        let family = rules.describe().family;
        let default = roster.spec(roster.default_agent(family)).expect("a built-in agent");
        Arena {
            rules,
            roster,
            agents: vec![default],
            rotate: true,
            seed: 1,
            games: 1_000,
            threads: None,
            in_play: None,
            record: None,
        }
    }

    /// The agents in order of turn, separated by commas: one for each seat, or one that plays every seat.
    ///
    /// # Errors
    /// The roster does not know one of them, or an option of it.
    pub fn agents(mut self, agents: &str) -> Result<Self, Error> {
        self.agents = self.roster.specs(agents)?;
        Ok(self)
    }

    /// Matches to play, rotations counted.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        Arena { games, ..self }
    }

    /// Random seed of the run: it fixes every wall and every random stream.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Arena { seed, ..self }
    }

    /// Whether each wall is played once per seat rotation that makes a difference (as it is by default); if not, the agents
    /// keep their seats and every match has a wall of its own.
    #[must_use]
    pub fn rotate(self, rotate: bool) -> Self {
        Arena { rotate, ..self }
    }

    /// Threads; none for one per processor. The result is the same for any number.
    #[must_use]
    pub fn threads(self, threads: impl Into<Option<u64>>) -> Self {
        Arena { threads: threads.into(), ..self }
    }

    /// Matches that each thread keeps in play for batched agents; none for as many as they ask for
    /// ([`BatchAgent::matches_in_play`](hyakuman_games::BatchAgent::matches_in_play)). The result is the same for any
    /// number.
    #[must_use]
    pub fn matches_in_play(self, matches: impl Into<Option<usize>>) -> Self {
        Arena { in_play: matches.into(), ..self }
    }

    /// Keeps a data set of the matches; none for statistics only. [`Arena::compare`] keeps nothing.
    #[must_use]
    pub fn record(self, options: impl Into<Option<RecordOptions>>) -> Self {
        Arena { record: options.into(), ..self }
    }

    /// Plays the matches.
    ///
    /// # Errors
    /// The agents do not fit, do not play this game or cannot be made; an agent chose an illegal action or failed; the data
    /// set cannot be written; or the observer stopped it.
    pub fn play(&self, observer: &dyn Observer) -> Result<Played, Error> {
        self.rules.visit(Run { arena: self, observer })
    }

    /// The work this is for the game `G`.
    pub(crate) fn work<'b, G: Game>(
        &'b self,
        rules: &'b Arc<G::Rules>,
        lineup: &'b Lineup,
        observer: &'b dyn Observer,
    ) -> Work<'b, G> {
        let Arena { roster, seed, games, in_play, .. } = *self;
        Work { rules, lineup, roster, seed, games, in_play, observer }
    }

    pub(crate) fn lineup<G: Game>(&self) -> Result<Lineup, Error> {
        Lineup::new(self.agents.clone(), G::SEATS, self.rules.id(), self.rotate)
    }
}

/// A run of whatever game the rules belong to.
struct Run<'a> {
    arena: &'a Arena<'a>,
    observer: &'a dyn Observer,
}

impl Visitor for Run<'_> {
    type Output = Result<Played, Error>;

    fn visit<G: Game>(self, rules: &Arc<G::Rules>) -> Self::Output {
        let Run { arena, observer } = self;
        let lineup = arena.lineup::<G>()?;
        let job = Job::new(arena.work::<G>(rules, &lineup, observer))?;
        let pool = threads::pool(arena.threads)?;
        let start = |options| Kept::start::<G>(options, arena.rules, job.work());
        let kept = arena.record.as_ref().map(start).transpose()?;
        observer.start(kept.as_ref().map_or(arena.games, Kept::games));
        let (mut stats, decisions) = match &kept {
            Some(kept) => kept.check_space(&job).and_then(|()| pool.install(|| kept.play(&job)))?,
            None => {
                let stats = pool.install(|| job.play())?;
                let decisions = stats.decisions();
                (stats, decisions)
            }
        };
        stats.count_points_in(G::UNITS_PER_POINT);
        let data_set = kept.as_ref().map(Kept::state).transpose()?;
        let (threads, inapplicable) = (pool.current_num_threads(), G::INAPPLICABLE_RATES);
        drop(job);
        Ok(Played { lineup, stats, decisions, threads, inapplicable, data_set })
    }
}

impl Played {
    /// The rates of an agent, by its spec; none where it did not play.
    pub fn agent(&self, spec: &str) -> Option<Rates<'_>> {
        let at = self.lineup.agents().iter().position(|agent| agent.to_string() == spec)?;
        Some(Rates::new(&self.stats.agents[at], self.inapplicable))
    }

    /// The rates of each agent, in the order in which they were named.
    pub fn agents(&self) -> impl Iterator<Item = (&Spec, Rates<'_>)> {
        let rates = self.stats.agents.iter().map(|measures| Rates::new(measures, self.inapplicable));
        self.lineup.agents().iter().zip(rates)
    }

    /// The rates of whoever sat at a seat, 0 the first dealer.
    pub fn seat(&self, seat: usize) -> Rates<'_> {
        Rates::new(&self.stats.seats[seat], self.inapplicable)
    }

    /// The rates of whole matches: kyoku a match, exhaustive draws, …
    pub fn matches(&self) -> Rates<'_> {
        Rates::new(&self.stats.matches, self.inapplicable)
    }
}
