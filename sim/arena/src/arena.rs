//! A run: matches between agents under one ruleset, with statistics and, if requested, a data set.

use crate::compare::Arm;
use crate::datasets::recording::{RecordOptions, SetWriter};
use crate::error::Error;
use crate::grid::{Cell, CellOptions, Grid, Identity, Length, Outcome, Plan, WallSums};
use crate::job::Settings;
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::own::OwnMeasures;
use crate::rates::Rates;
use crate::stats::{Cluster, Stats};
use crate::threads;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::game::HouseRules;
use hyakuman_core::game::ruleset::Described;
use hyakuman_games::registry::AnyRules;
use hyakuman_record::Shard;

/// The settings of a run: rules, agents, walls, threads.
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
    pub(crate) measures: Vec<String>,
    record: Option<RecordOptions>,
}

/// The result of a run.
#[derive(Debug)]
pub struct Played {
    /// The rules.
    pub rules: Described,
    /// The seating.
    pub lineup: Lineup,
    /// The random seed.
    pub seed: u64,
    /// The shard of the data set that was played, if it is not the whole.
    pub shard: Option<Shard>,
    /// The statistics; for a data set they cover all parts of the shard, including those of an earlier run.
    pub stats: Stats,
    /// Decisions made in this run, without those of an earlier run of the data set.
    pub decisions: i64,
    /// Number of threads used.
    pub threads: usize,
    /// Names of the rates that do not apply to the game.
    pub inapplicable: &'static [&'static str],
    /// The progress of the data set, in one line; `None` if nothing was recorded.
    pub data_set: Option<String>,
}

impl<'a> Arena<'a> {
    /// A thousand matches with seed 1, the default agent of the game in every seat, one thread per processor.
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
            measures: Vec::new(),
            record: None,
        }
    }

    /// Sets the agents, in seat order, separated by commas: one for each seat, or one for all seats.
    ///
    /// # Errors
    /// The roster has no such agent, or the agent no such option.
    pub fn agents(mut self, agents: &str) -> Result<Self, Error> {
        let specs = self.roster.specs(agents)?.into_iter();
        self.agents = specs.map(|spec| self.roster.with_hash(spec)).collect();
        Ok(self)
    }

    /// The same run under the rules of an arm of a comparison, by its agents.
    ///
    /// # Errors
    /// Those of [`Arena::agents`].
    pub fn of_arm<'b>(&self, arm: &'b Arm) -> Result<Arena<'b>, Error>
    where
        'a: 'b,
    {
        let arena = self.under(&arm.rules);
        match &arm.agents {
            Some(agents) => arena.agents(agents),
            None => Ok(arena),
        }
    }

    /// The same run under other rules.
    pub(crate) fn under<'b>(&self, rules: &'b AnyRules) -> Arena<'b>
    where
        'a: 'b,
    {
        Arena { rules, ..self.clone() }
    }

    /// Sets the number of matches; each rotation is a match.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        Arena { games, ..self }
    }

    /// Sets the random seed of the run: it determines every wall and every random stream.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Arena { seed, ..self }
    }

    /// With `true` (the default) each wall is played once per different seat rotation. With `false` the agents keep their
    /// seats and every match has its own wall.
    #[must_use]
    pub fn rotate(self, rotate: bool) -> Self {
        Arena { rotate, ..self }
    }

    /// Sets the number of threads; `None` for one per processor. The result is the same for any number.
    #[must_use]
    pub fn threads(self, threads: impl Into<Option<u64>>) -> Self {
        Arena { threads: threads.into(), ..self }
    }

    /// Sets how many matches each thread keeps in play for batched agents; `None` for the number they request
    /// ([`BatchAgent::matches_in_play`](hyakuman_core::game::BatchAgent::matches_in_play)). The result is the same for any
    /// number.
    #[must_use]
    pub fn matches_in_play(self, matches: impl Into<Option<usize>>) -> Self {
        Arena { in_play: matches.into(), ..self }
    }

    /// Sets measures of one's own ([`mod@crate::own`]), such as `unlucky = mean(delta where riichi and not won)`: they are among the rates of players
    /// and table. They are checked before anything is played.
    #[must_use]
    pub fn measures(self, measures: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Arena { measures: measures.into_iter().map(Into::into).collect(), ..self }
    }

    /// Records the matches as a data set; `None` for statistics only. [`Arena::compare`] records nothing: [`Arena::of_arm`] plays
    /// the matches of an arm.
    #[must_use]
    pub fn record(self, options: impl Into<Option<RecordOptions>>) -> Self {
        Arena { record: options.into(), ..self }
    }

    /// Plays the matches.
    ///
    /// # Errors
    /// There are no matches to play; the number of agents is wrong, an agent does not play this game or cannot be made; an agent chose an illegal action or
    /// failed; the data set cannot be written; or the observer stopped the run.
    pub fn play(&self, observer: &dyn Observer) -> Result<Played, Error> {
        let mut played = match &self.record {
            Some(options) => self.recorded(options, observer)?,
            None => self.counted(observer)?,
        };
        played.stats.check()?;
        played.stats.count_points_in(self.rules.facts().units_per_point);
        Ok(played)
    }

    /// Plays the matches for their statistics only: a grid of one cell.
    fn counted(&self, observer: &dyn Observer) -> Result<Played, Error> {
        let (lineup, own) = (self.lineup()?, self.own([self.rules])?);
        let (all, per_wall) = (self.games, lineup.rotations() as u64);
        let (under, table) = (String::new(), String::new());
        let grid = Grid {
            arena: self,
            cells: vec![Cell { rules: self.rules, lineup: &lineup, under, table }],
            setting: CellOptions { own, matches: all, rescore: false },
            length: Length { all, per_wall, unit: "matches", option: "--games" },
            plan: &Plan::default(),
            identity: Identity::new("run", &[]),
            observer,
        };
        let empty = Stats::new(&lineup, GameMeasures::under(self.rules).with(own));
        let Outcome { totals, decisions, threads, .. } = grid.play(&OneCell, empty)?;
        Ok(Played { decisions, threads, ..Played::new(self.rules, lineup, totals.sums, self.seed) })
    }

    /// Plays the matches and records them.
    fn recorded(&self, options: &RecordOptions, observer: &dyn Observer) -> Result<Played, Error> {
        let (lineup, own) = (self.lineup()?, self.own([self.rules])?);
        let job = Settings { own, to_end: true, ..self.settings(&lineup, observer) }.job()?;
        let pool = threads::pool(self.threads)?;
        let kept = threads::within(&pool, || SetWriter::start(options, &*job))?;
        observer.start(kept.games());
        kept.check_space()?;
        let decisions = threads::within(&pool, || kept.write())?;
        let (stats, data_set) = (kept.stats()?, Some(kept.state()?));
        let (threads, shard) = (pool.current_num_threads(), options.shard);
        drop(kept);
        drop(job);
        let shard = (shard != Shard::WHOLE).then_some(shard);
        let played = Played::new(self.rules, lineup, stats, self.seed);
        Ok(Played { shard, decisions, threads, data_set, ..played })
    }

    /// The settings of its matches, without measures of one's own.
    pub(crate) fn settings<'b>(&'b self, lineup: &'b Lineup, observer: &'b dyn Observer) -> Settings<'b> {
        let Arena { rules: ruleset, roster, seed, games, in_play, .. } = *self;
        Settings { ruleset, lineup, roster, seed, games, in_play, own: None, observer, to_end: false }
    }

    /// The measures of one's own, for all of these rules, which are of one game.
    pub(crate) fn own<'b>(
        &self,
        rules: impl IntoIterator<Item = &'b AnyRules>,
    ) -> Result<Option<OwnMeasures>, Error> {
        let rules: Vec<_> = rules.into_iter().collect();
        let house = rules.iter().map(|rules| rules.house_rules()).reduce(HouseRules::and);
        let mut yaku: Vec<&'static str> = rules.iter().flat_map(|rules| rules.own_yaku()).collect();
        yaku.sort_unstable();
        yaku.dedup();
        OwnMeasures::compile(&self.measures, &self.rules.facts(), &yaku, house.unwrap_or_default())
    }

    /// The seating of the agents, who play at least one match.
    pub(crate) fn lineup(&self) -> Result<Lineup, Error> {
        if self.games == 0 {
            return Err(Error::Usage("there are 0 games to play: play at least 1".into()));
        }
        Lineup::new(self.agents.clone(), self.rules.facts().seats, self.rules.id(), self.rotate)
    }
}

/// The statistics of the only cell.
struct OneCell;

impl WallSums for OneCell {
    type Sums = Stats;

    fn add(&self, stats: &mut Stats, cells: &[&Cluster]) {
        stats.add(cells[0]);
    }
}

impl Played {
    /// Nothing was played now.
    pub(crate) fn new(rules: &AnyRules, lineup: Lineup, stats: Stats, seed: u64) -> Played {
        let (inapplicable, rules) = (rules.facts().inapplicable_rates, rules.describe());
        let (shard, data_set, decisions, threads) = (None, None, 0, 0);
        Played { rules, lineup, seed, shard, stats, decisions, threads, inapplicable, data_set }
    }

    /// The rates of the agent with this spec, without options that have their default and the hash of its file; `None` if it did not play.
    pub fn agent(&self, spec: &str) -> Option<Rates<'_>> {
        let at = self.lineup.agents().iter().position(|agent| agent.is_called(spec))?;
        Some(Rates::new(&self.stats.agents[at], self.inapplicable))
    }

    /// The rates of each agent, in order of first appearance in [`Arena::agents`].
    pub fn agents(&self) -> impl Iterator<Item = (&Spec, Rates<'_>)> {
        let rates = self.stats.agents.iter().map(|measures| Rates::new(measures, self.inapplicable));
        self.lineup.agents().iter().zip(rates)
    }

    /// The rates of a seat, over all agents that played it; seat 0 is the first dealer.
    pub fn seat(&self, seat: usize) -> Rates<'_> {
        Rates::new(&self.stats.seats[seat], self.inapplicable)
    }

    /// The rates of whole matches, over all seats: kyoku per match, exhaustive draws, …
    pub fn matches(&self) -> Rates<'_> {
        Rates::new(&self.stats.matches, self.inapplicable)
    }
}
