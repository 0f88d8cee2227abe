//! A run: matches between agents under one ruleset, with statistics and, if requested, a data set.

use crate::arena::Arena;
use crate::counts::WallCounts;
use crate::datasets::recording::SetWriter;
use crate::datasets::{DataSets, RecordOptions, SetOptions};
use crate::error::Error;
use crate::grid::{Cell, CellOptions, Grid, Identity, Length, Outcome, Plan, WallSums};
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Observer;
use crate::rates::Rates;
use crate::settings::Settings;
use crate::stats::Stats;
use crate::threads;
use hyakuman_agents::Spec;
use hyakuman_core::game::ruleset::Described;
use hyakuman_games::registry::AnyRules;
use hyakuman_record::Shard;

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

impl Arena<'_> {
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
        let (lineup, own_measures) = (self.lineup()?, self.own_measures([self.rules])?);
        let (all, per_wall) = (self.games, lineup.rotations() as u64);
        let (under, table) = (String::new(), String::new());
        let grid = Grid {
            arena: self,
            cells: vec![Cell { rules: self.rules, lineup: &lineup, under, table }],
            setting: CellOptions { own_measures, matches: all, rescore: false },
            length: Length { all, per_wall, unit: "matches", option: "--games" },
            plan: &Plan::default(),
            identity: Identity::new("run", &[]),
            observer,
        };
        let empty = Stats::new(&lineup, GameMeasures::under(self.rules).with(own_measures));
        let Outcome { totals, decisions, threads, .. } = grid.play(&OneCell, empty)?;
        Ok(Played { decisions, threads, ..Played::new(self.rules, lineup, totals.sums, self.seed) })
    }

    fn recorded(&self, options: &RecordOptions, observer: &dyn Observer) -> Result<Played, Error> {
        let (lineup, own_measures) = (self.lineup()?, self.own_measures([self.rules])?);
        let job = Settings { own_measures, to_end: true, ..self.settings(&lineup, observer) }.job()?;
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
}

impl DataSets {
    /// Writes the list, and has each arena record in its folder.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn start<'a>(
        &self,
        sets: impl IntoIterator<Item = (String, Arena<'a>)>,
    ) -> Result<Vec<Arena<'a>>, Error> {
        let DataSets { options: SetOptions { out, tables, part_size }, list } = self;
        list.write()?;
        let records = |(folder, arena): (String, Arena<'a>)| {
            let (tables, part_size) = (tables.clone(), *part_size);
            arena.record(RecordOptions {
                tables,
                part_size,
                resume: true,
                ..RecordOptions::new(out.join(folder))
            })
        };
        Ok(sets.into_iter().map(records).collect())
    }
}

/// The statistics of the only cell.
struct OneCell;

impl WallSums for OneCell {
    type Sums = Stats;

    fn add(&self, stats: &mut Stats, cells: &[&WallCounts]) {
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
