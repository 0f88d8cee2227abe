//! Experiments: tables of agents play the same walls under rulesets, and any estimand is estimated.
//!
//! Every wall is played in every *cell*, that is by every table under every ruleset. An [`Estimand`] is a value: a rate in a cell, the
//! difference of two rates, the difference of two differences. [`mod@crate::compare`] and [`mod@crate::contest`] play the same grids for their own sums.
//!
//! ```
//! use hyakuman_agents::Roster;
//! use hyakuman_arena::experiment::{Experiment, Seats, Table};
//! use hyakuman_arena::{Quiet, Rate, Rules};
//!
//! let (tenhou, kuitan) = (Rules::preset("tenhou-east")?, "kuitan=false");
//! let rulesets = [("tenhou", tenhou.clone()), (kuitan, tenhou.set(kuitan)?)];
//! let tables = vec![
//!     Table::new("strong", "ukeire", Seats::Rotated),
//!     Table::new("mixed", "ukeire,shanten,shanten,shanten", Seats::Rotated),
//! ];
//! let call = |table| Rate::new("call").under(kuitan).at(table) - Rate::new("call").at(table);
//! let experiment = Experiment { walls: 64, ..Experiment::new(rulesets, tables) }
//!     .ask(call("strong"))
//!     .ask(call("mixed") - call("strong"));
//! let found = experiment.play(&Roster::built_in(), &Quiet)?;
//! let fewer = found.findings[0].judged.effect.difference.unwrap();
//! assert!(fewer.value < -0.1 && fewer.excludes_zero(), "without open tanyao fewer hands are opened");
//! # Ok::<(), hyakuman_arena::Error>(())
//! ```

pub(crate) mod asked;
mod check;
mod recorded;

use crate::arena::Arena;
use crate::contest::tables::necklaces;
use crate::error::{Error, Within};
use crate::estimand::{Estimand, Judged, Rate};
use crate::grid::{Cell, CellOptions, Grid, Identity, Length};
use crate::lineup::Lineup;
use crate::observer::Observer;
use asked::Answers;
use hyakuman_agents::{Roster, Spec};
use hyakuman_analysis::{Adjustment, Equivalence, Level, Measure};
use hyakuman_games::registry::AnyRules;

pub use crate::grid::{Ending, Half, LOOK, PATIENCE, Plan, Stop};

/// Most cells of an experiment.
pub const MOST_CELLS: usize = 256;

/// Rulesets, tables, estimands, and how much is played.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The rulesets by name, all of one game; the first is the base.
    pub rulesets: Vec<(String, AnyRules)>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The estimands.
    pub asked: Vec<Estimand>,
    /// Bounds below which a difference does not matter, by the place in [`Experiment::asked`].
    pub equal_within: Vec<(usize, Half)>,
    /// Measures of one's own ([`Arena::measures`]).
    pub measures: Vec<String>,
    /// Walls that are played at most. Every one is whole.
    pub walls: u64,
    /// The random seed of the walls.
    pub seed: u64,
    /// Threads; `None` for one per processor. The result is the same for any number.
    pub threads: Option<u64>,
    /// Whether a cell that differs from an earlier one in final points only is re-scored where that is exact.
    pub rescore: bool,
    /// When it is over. [`Stop::Until`] watches every estimand of its measure.
    pub plan: Plan,
}

/// Agents that play together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The agents, as [`Arena::agents`] takes them: one for every seat, or as many as seats.
    pub agents: String,
    /// Who sits where.
    pub seats: Seats,
    /// The agents under each ruleset, where they differ; empty otherwise.
    pub under: Vec<String>,
}

/// In which orders the agents of a table sit; each is a match on every wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seats {
    /// As they are named.
    Fixed,
    /// In every different rotation of that.
    Rotated,
    /// In every different order.
    All,
}

/// What an experiment found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was asked, in its order.
    pub findings: Vec<Finding>,
    /// When the intervals hold, and of how many differences at once.
    pub level: Level,
    /// How the p values are adjusted for looking at several differences.
    pub adjustment: Adjustment,
    /// Walls played in every cell.
    pub walls: u64,
    /// Matches on them, in all cells.
    pub matches: u64,
    /// Decisions of all players, in all cells that were played.
    pub decisions: i64,
    /// Decisions made now, without those of a state that was continued.
    pub decisions_of_run: i64,
    /// Why it is over.
    pub ending: Ending,
    /// The cells that were re-scored: ruleset and table by their places.
    pub rescored: Vec<[usize; 2]>,
    /// Number of threads used.
    pub threads: usize,
}

/// An estimate.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Of what, as it was asked.
    pub asked: Estimand,
    /// The same with full names: those of the players, and of rulesets and tables if there are several.
    pub estimand: Estimand,
    /// The measure.
    pub measure: &'static Measure,
    /// The estimate: of a rate the base, of a difference everything, of a difference of differences only the difference.
    pub judged: Judged,
    /// Whether it is larger than its bound; `None` without one.
    pub equivalence: Option<Equivalence>,
}

impl Table {
    /// A table.
    pub fn new(name: impl Into<String>, agents: impl Into<String>, seats: Seats) -> Table {
        Table { name: name.into(), agents: agents.into(), seats, under: Vec::new() }
    }
}

impl Seats {
    /// All ways.
    pub const ALL: [Seats; 3] = [Seats::Fixed, Seats::Rotated, Seats::All];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Seats::Fixed => "fixed",
            Seats::Rotated => "rotate",
            Seats::All => "all",
        }
    }
}

impl Experiment {
    /// A thousand walls with seed 1, without estimands.
    pub fn new(
        rulesets: impl IntoIterator<Item = (impl Into<String>, impl Into<AnyRules>)>,
        tables: Vec<Table>,
    ) -> Experiment {
        let rulesets = rulesets.into_iter().map(|(name, rules)| (name.into(), rules.into()));
        Experiment {
            rulesets: rulesets.collect(),
            tables,
            asked: Vec::new(),
            equal_within: Vec::new(),
            measures: Vec::new(),
            walls: 1_000,
            seed: 1,
            threads: None,
            rescore: true,
            plan: Plan::default(),
        }
    }

    /// With one more estimand.
    #[must_use]
    pub fn ask(mut self, estimand: impl Into<Estimand>) -> Experiment {
        self.asked.push(estimand.into());
        self
    }

    /// With everything that the cells say of a measure: its rate in each of them; what each ruleset does to it at each table, and at every table but the
    /// first beyond what it does there.
    #[must_use]
    pub fn ask_all(mut self, measure: &str) -> Experiment {
        let rate = |rules: usize, table: usize| {
            Rate::new(measure).under(&self.rulesets[rules].0).at(&self.tables[table].name)
        };
        let change = |rules, table| rate(rules, table) - rate(0, table);
        let (rulesets, tables) = (self.rulesets.len(), self.tables.len());
        let each =
            |first| (first..rulesets).flat_map(move |rules| (0..tables).map(move |table| (rules, table)));
        let rates = each(0).map(|(rules, table)| rate(rules, table).into());
        let changes = each(1).map(|(rules, table)| change(rules, table).into());
        let beyond = each(1).filter(|(_, table)| *table > 0);
        let beyond = beyond.map(|(rules, table)| change(rules, table) - change(rules, 0));
        let asked: Vec<Estimand> = rates.chain(changes).chain(beyond).collect();
        self.asked.extend(asked);
        self
    }

    /// The place in [`Experiment::asked`] of what is the same there: a rate without the name of its ruleset or table is of the first.
    pub fn place(&self, estimand: &Estimand) -> Option<usize> {
        let is_same = |(a, b): (&Rate, &Rate)| {
            let is_there = self.rules_of(a) == self.rules_of(b) && self.table_of(a) == self.table_of(b);
            a.measure == b.measure && is_there
        };
        let wanted = estimand.rates();
        let is_wanted = |asked: &Estimand| {
            let rates = asked.rates();
            rates.len() == wanted.len() && rates.into_iter().zip(wanted.iter().copied()).all(is_same)
        };
        self.asked.iter().position(is_wanted)
    }

    /// The name of the ruleset of a rate.
    pub fn rules_of<'a>(&'a self, rate: &'a Rate) -> &'a str {
        rate.rules.as_deref().unwrap_or_else(|| self.rulesets.first().map_or("", |(name, _)| name))
    }

    /// The name of the table of a rate.
    pub fn table_of<'a>(&'a self, rate: &'a Rate) -> &'a str {
        rate.table.as_deref().unwrap_or_else(|| self.tables.first().map_or("", |table| &table.name))
    }

    /// Checks everything before anything is played; the matches of each table on a wall under one ruleset.
    ///
    /// # Errors
    /// Those of [`Experiment::play`] before it plays.
    pub fn check(&self, roster: &Roster) -> Result<Vec<u64>, Error> {
        self.check_with(None, roster)
    }

    /// The same; also that `figure`, if there is one, has the unit of every measure asked for.
    pub(crate) fn check_with(&self, figure: Option<Half>, roster: &Roster) -> Result<Vec<u64>, Error> {
        let seated = self.seated(roster)?;
        let arena = self.arena(&self.rulesets[0].1, roster);
        let own_measures = arena.own_measures(self.rulesets.iter().map(|(_, rules)| rules))?;
        let answers = Answers::new(self, arena.rules, &seated, own_measures)?;
        figure.map_or(Ok(()), |figure| answers.check_figure(figure))?;
        let matches = |table| {
            let places = seated.iter().filter(|place| place.rules == 0 && place.table == table);
            places.map(|place| place.lineup.rotations() as u64).sum()
        };
        Ok((0..self.tables.len()).map(matches).collect())
    }

    /// Plays the walls, or adds the states of all shards, and estimates every estimand.
    ///
    /// # Errors
    /// Rulesets, tables or estimands do not fit together (one sentence names which); the state file is that of another experiment or
    /// cannot be used; otherwise the errors of [`Arena::play`].
    pub fn play(&self, roster: &Roster, observer: &dyn Observer) -> Result<Found, Error> {
        let seated = self.seated(roster)?;
        let arena = self.arena(&self.rulesets[0].1, roster);
        let own_measures = arena.own_measures(self.rulesets.iter().map(|(_, rules)| rules))?;
        let answers = Answers::new(self, arena.rules, &seated, own_measures)?;
        let grid = Grid {
            arena: &arena,
            cells: seated.iter().map(|place| self.cell(place)).collect(),
            setting: CellOptions { own_measures, matches: u64::MAX, rescore: self.rescore },
            length: self.length(),
            plan: &self.plan,
            identity: self.identity(roster, &seated, &answers),
            observer,
        };
        let played = grid.play(&answers, answers.empty())?;
        answers.found(played, &seated)
    }

    /// The settings of a run under one of the rulesets.
    fn arena<'a>(&'a self, rules: &'a AnyRules, roster: &'a Roster) -> Arena<'a> {
        Arena::new(rules, roster).seed(self.seed).threads(self.threads).measures(&self.measures)
    }

    /// The cells of the grid, ruleset by ruleset and table by table, checked.
    fn seated(&self, roster: &Roster) -> Result<Vec<TablePlace>, Error> {
        check::experiment(self)?;
        let mut seated = Vec::new();
        for (rules, (_, of_cell)) in self.rulesets.iter().enumerate() {
            let arena = self.arena(of_cell, roster);
            for (table, of_table) in self.tables.iter().enumerate() {
                let lineups =
                    of_table.lineups(&arena, rules).within(|| format!("table {}", of_table.name))?;
                let is_one = lineups.len() == 1;
                let place =
                    |(order, lineup)| TablePlace { rules, table, order: (!is_one).then_some(order), lineup };
                seated.extend((1..).zip(lineups).map(place));
            }
        }
        Ok(seated)
    }

    fn cell<'a>(&'a self, place: &'a TablePlace) -> Cell<'a> {
        let ((under, rules), table) = (&self.rulesets[place.rules], &self.tables[place.table].name);
        let under = if self.rulesets.len() == 1 { String::new() } else { format!("under {under}") };
        let table = if self.tables.len() == 1 { String::new() } else { format!("table {table}") };
        Cell { rules, lineup: &place.lineup, under, table }
    }

    pub(crate) fn length(&self) -> Length {
        Length { all: self.walls, per_wall: 1, unit: "walls", option: "walls" }
    }

    /// Names do not matter: estimands refer to rulesets and tables by their places.
    fn identity(&self, roster: &Roster, seated: &[TablePlace], answers: &Answers<'_>) -> Identity {
        let rules: Vec<_> = self.rulesets.iter().map(|(name, rules)| (&**name, rules)).collect();
        let is_named = |place: &&TablePlace| {
            let is_of_all = place.rules == 0 || !self.tables[place.table].under.is_empty();
            is_of_all && place.order.is_none_or(|order| order == 1)
        };
        let firsts = seated.iter().filter(is_named);
        let table = |place: &TablePlace| {
            format!("{} ({})", place.lineup.names().join(","), self.tables[place.table].seats.name())
        };
        let identity = Identity::new("experiment", &rules)
            .with("tables", firsts.map(table))
            .with("seed", [self.seed])
            .with("measures", &self.measures)
            .with("asked", answers.keys());
        identity.by_content(roster, seated.iter().flat_map(|place| place.lineup.agents()))
    }
}

/// A cell of the grid: a table under a ruleset, by their places, in one of the orders in which it sits.
struct TablePlace {
    rules: usize,
    table: usize,
    /// From 1; `None` of a table that sits in one.
    order: Option<usize>,
    lineup: Lineup,
}

impl Table {
    /// Its seatings under a ruleset: rotations of each of these.
    fn lineups(&self, arena: &Arena<'_>, rules: usize) -> Result<Vec<Lineup>, Error> {
        let agents = self.under.get(rules).unwrap_or(&self.agents);
        let lineup = arena.clone().rotate(self.seats != Seats::Fixed).agents(agents)?.lineup()?;
        if self.seats != Seats::All {
            return Ok(vec![lineup]);
        }
        let agents = lineup.agents();
        let seats = |agent: &Spec| lineup.named().iter().filter(|named| *named == agent).count();
        let seats: Vec<usize> = agents.iter().map(seats).collect();
        let seating = |order: Vec<usize>| {
            let named: Vec<Spec> = order.into_iter().map(|agent| agents[agent].clone()).collect();
            let count = named.len();
            Lineup::new(named, count, arena.rules.id(), true)
        };
        necklaces(&seats).into_iter().map(seating).collect()
    }
}
