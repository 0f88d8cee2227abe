//! Batch work for `hyakuman/runs.py`: runs, comparisons, matches between agents. Results are returned as JSON.

mod json;

use crate::error;
use crate::players::{Player, Raised, roster_with};
use crate::rules::Rules;
use hyakuman_arena::compare::EqualWithin;
use hyakuman_arena::datasets::import::{ImportOptions, Names};
use hyakuman_arena::experiment::{Experiment, Half, Seats, Table};
use hyakuman_arena::{
    Arena, Arm, CompareOptions, ContestOptions, ContestSets, Error, Estimand, Observer, Plan, Rate,
    RecordOptions, SetOptions, Stop,
};
use hyakuman_core::game::rows;
use hyakuman_games::registry::AnyRules;
use hyakuman_record::Shard;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How often a long call lets Python handle signals and shows its progress.
const LOOK: Duration = Duration::from_millis(50);

/// What is played: agents, number of matches, seed, rotation, threads, measures of one's own.
pub(crate) type Play = (Vec<String>, u64, u64, bool, u64, Vec<String>);

/// What is recorded: tables, folder, whether to continue, shard, matches of a part, who values decisions.
pub(crate) type Record = (Vec<String>, String, bool, (u64, u64), Option<u64>, Option<String>);

/// When it is over and where it is kept: the arguments of these names.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PlanHow {
    until: Option<String>,
    anytime: bool,
    state: Option<String>,
    /// From 1, of how many.
    shard: (u64, u64),
    merge: Vec<String>,
}

impl PlanHow {
    /// The plan; `read` reads `until`.
    fn plan(self, read: fn(&str) -> Result<Stop, String>) -> PyResult<Plan> {
        let PlanHow { until, anytime, state, shard: (index, of), merge } = self;
        let stop = until.map_or(Ok(Stop::All), |text| read(&text));
        Ok(Plan {
            stop: stop.map_err(|sentence| error::value(format!("until: {sentence}")))?,
            anytime,
            state: state.map(Into::into),
            shard: Shard::new(index, of).map_err(error::value)?,
            merge: merge.into_iter().map(Into::into).collect(),
        })
    }
}

/// How rulesets are compared: the arguments of `hyakuman.compare` of these names.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct CompareHow {
    primary: Vec<String>,
    /// Agents of each further table, separated by commas.
    tables: Vec<String>,
    /// Measures with their bounds, `kyoku=0.05`.
    equal_within: Vec<String>,
    pairs: bool,
    plan: PlanHow,
}

/// How agents meet: the arguments of `hyakuman.match` of these names.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ContestHow {
    tables: Option<String>,
    gauntlet: bool,
    equal_within: Option<f64>,
    plan: PlanHow,
}

/// A measure, and the names of a ruleset and a table.
type RateIn = (String, Option<String>, Option<String>);

/// Tables and estimands: the arguments of `hyakuman.experiment` of these names.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ExperimentHow {
    /// Names, and the agents separated by commas.
    tables: Vec<(String, String)>,
    seats: String,
    primary: Vec<String>,
    /// Of each estimand its rates: one, base and variant, or those of the first difference and of the second.
    ask: Vec<Vec<RateIn>>,
    equal_within: Vec<(Vec<RateIn>, String)>,
    measures: Vec<String>,
    walls: u64,
    seed: u64,
    threads: u64,
    rescore: bool,
    plan: PlanHow,
}

/// Plays matches, and records them.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    rules: &Rules,
    play: Play,
    record: Option<Record>,
    players: Vec<Player>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let record = record.map(record_options).transpose()?;
    let (roster, raised) = roster_with(players)?;
    let work = |observer: &Progress| {
        let played = arena(rules, &roster, &play)?.record(record).play(observer)?;
        Ok(json::played(&played, roster.remarks()))
    };
    watched(py, progress, &raised, work)
}

/// Plays the same walls under the rules and others.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    rules: &Rules,
    variants: Vec<(String, PyRef<'_, Rules>)>,
    play: Play,
    how: CompareHow,
    players: Vec<Player>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let arms = variants.iter().map(|(name, rules)| Arm::new(name, &rules.0)).collect();
    let options = compare_options(arms, how)?;
    let (roster, raised) = roster_with(players)?;
    let work = |observer: &Progress| {
        let compared = arena(rules, &roster, &play)?.compare(&options, observer)?;
        Ok(json::compared(&compared))
    };
    watched(py, progress, &raised, work)
}

/// What is recorded as several data sets: tables, folder, matches of a part.
type SetsRecord = (Vec<String>, String, Option<u64>);

/// Plays agents against each other on the same walls, and records the matches.
#[pyfunction]
pub(crate) fn contest(
    py: Python<'_>,
    rulesets: Vec<(String, PyRef<'_, Rules>)>,
    play: Play,
    how: ContestHow,
    record: Option<SetsRecord>,
    players: Vec<Player>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let [(_, base), others @ ..] = &rulesets[..] else { return Err(error::value("there are no rules")) };
    let others = others.iter().map(|(name, rules)| (name.clone(), (*rules.0).clone())).collect();
    let options = ContestOptions { rulesets: others, ..contest_options(how, play.1)? };
    let base: &Rules = base;
    let (roster, raised) = roster_with(players)?;
    let sets = record.map(set_options).transpose()?;
    let work = |observer: &Progress| {
        let arena = arena(base, &roster, &play)?;
        let sets = sets.map(|sets| ContestSets::prepare(&arena, &options, sets)).transpose()?;
        let record = |walls| match &sets {
            Some(sets) => record_all(sets.arenas(&arena, &options, walls)?, observer),
            None => Ok(()),
        };
        // Folders that cannot be continued are noticed before a result is found that would be lost.
        let is_fixed = options.plan.stop == Stop::All;
        if is_fixed { record(options.walls) } else { Ok(()) }?;
        let contest = arena.contest(&options, observer)?;
        if is_fixed { Ok(()) } else { record(contest.walls) }?;
        Ok(json::contest(&contest))
    };
    watched(py, progress, &raised, work)
}

/// Plays tables under rulesets on the same walls, and records the matches.
#[pyfunction]
pub(crate) fn experiment(
    py: Python<'_>,
    rulesets: Vec<(String, PyRef<'_, Rules>)>,
    how: ExperimentHow,
    record: Option<SetsRecord>,
    players: Vec<Player>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let rulesets = rulesets.iter().map(|(name, rules)| (name, (*rules.0).clone()));
    let experiment = of_experiment(rulesets, how)?;
    let (roster, raised) = roster_with(players)?;
    let sets = record.map(set_options).transpose()?;
    let work = |observer: &Progress| {
        let sets = sets.map(|sets| experiment.data_sets(&roster, sets)).transpose()?;
        let record = |walls| match &sets {
            Some(sets) => record_all(experiment.recorded(&roster, sets, walls)?, observer),
            None => Ok(()),
        };
        // Folders that cannot be continued are noticed before a result is found that would be lost.
        let is_fixed = experiment.plan.stop == Stop::All;
        if is_fixed { record(experiment.walls) } else { Ok(()) }?;
        let found = experiment.play(&roster, observer)?;
        if is_fixed { Ok(()) } else { record(found.walls) }?;
        Ok(hyakuman_report::json::experiment(&experiment, &found).to_string())
    };
    watched(py, progress, &raised, work)
}

/// Plays the matches of several data sets, and records them.
fn record_all(arenas: Vec<Arena<'_>>, observer: &Progress) -> Result<(), Error> {
    for arena in arenas {
        observer.done.store(0, Ordering::Relaxed);
        arena.play(observer)?;
    }
    observer.done.store(0, Ordering::Relaxed);
    Ok(())
}

/// Reads logs into data sets.
#[pyfunction]
pub(crate) fn import_logs(
    py: Python<'_>,
    paths: Vec<String>,
    rules: Option<&Rules>,
    record: Record,
    names: &str,
    how: (bool, u64, Vec<String>),
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let rules = match rules.map(|rules| &*rules.0) {
        None => None,
        Some(AnyRules::Riichi(loaded)) => Some(loaded.clone()),
        Some(other) => {
            return Err(error::value(format!("logs are of riichi mahjong, not of {}", other.id())));
        }
    };
    let ((tables, out, resume, _, part_size, evaluate), (strict, threads, set)) = (record, how);
    let mut tables = tables_of(&tables)?;
    tables.push(rows::Table::Sources);
    let names = Names::ALL.into_iter().find(|known| known.name() == names).expect("checked");
    let threads = (threads > 0).then_some(threads);
    let paths = paths.into_iter().map(Into::into).collect();
    let options = ImportOptions {
        rules,
        set,
        names,
        tables,
        resume,
        part_size,
        strict,
        evaluate,
        threads,
        ..ImportOptions::new(paths, out)
    };
    let (roster, raised) = roster_with(Vec::new())?;
    let work = |observer: &Progress| {
        let survey = options.survey(observer)?;
        observer.done.store(0, Ordering::Relaxed);
        options.write(&survey, &roster, observer)?;
        Ok(hyakuman_report::json::import(&options, &survey).to_string())
    };
    watched(py, progress, &raised, work)
}

pub(crate) fn arena<'a>(
    rules: &'a Rules,
    roster: &'a hyakuman_agents::Roster,
    (agents, games, seed, rotate, threads, measures): &Play,
) -> Result<Arena<'a>, Error> {
    let arena = Arena::new(&rules.0, roster).games(*games).seed(*seed).rotate(*rotate);
    let arena = arena.threads((*threads > 0).then_some(*threads)).measures(measures);
    agents.iter().try_for_each(|agent| roster.spec(agent).map(drop))?;
    arena.agents(&agents.join(","))
}

fn set_options((tables, out, part_size): SetsRecord) -> PyResult<SetOptions> {
    Ok(SetOptions { out: out.into(), tables: tables_of(&tables)?, part_size })
}

pub(crate) fn record_options(
    (tables, out, resume, (index, of), part_size, evaluate): Record,
) -> PyResult<RecordOptions> {
    let tables = tables_of(&tables)?;
    let shard = Shard::new(index, of).map_err(error::value)?;
    Ok(RecordOptions { tables, resume, shard, part_size, evaluate, ..RecordOptions::new(out) })
}

/// Tables of a run in their fixed order, each once.
fn tables_of(names: &[String]) -> PyResult<Vec<rows::Table>> {
    let unknown = |name: &str| {
        let known = rows::Table::OF_RUN.map(rows::Table::name).join(", ");
        error::value(format!("there is no table {name:?}: choose from {known}"))
    };
    let read = |name: &String| {
        let table = rows::Table::from_name(name).filter(|table| rows::Table::OF_RUN.contains(table));
        table.ok_or_else(|| unknown(name))
    };
    let mut tables: Vec<rows::Table> = names.iter().map(read).collect::<PyResult<_>>()?;
    if tables.contains(&rows::Table::Kyoku) {
        tables.push(rows::Table::Wins);
    }
    tables.sort();
    tables.dedup();
    Ok(tables)
}

fn contest_options(how: ContestHow, walls: u64) -> PyResult<ContestOptions> {
    let ContestHow { tables, gauntlet, equal_within, plan } = how;
    let plan = plan.plan(ContestOptions::read_until)?;
    Ok(ContestOptions { tables, gauntlet, equal_within, plan, ..ContestOptions::walls(walls) })
}

fn of_experiment<'a>(
    rulesets: impl Iterator<Item = (&'a String, AnyRules)>,
    how: ExperimentHow,
) -> PyResult<Experiment> {
    let known = Seats::ALL.into_iter().find(|seats| seats.name() == how.seats);
    let seats = known.ok_or_else(|| {
        let known = Seats::ALL.map(Seats::name).join(", ");
        error::value(format!("seats={:?}: choose from {known}", how.seats))
    })?;
    let tables = how.tables.into_iter().map(|(name, agents)| Table::new(name, agents, seats));
    let experiment = Experiment::new(rulesets, tables.collect());
    let mut experiment = how.primary.iter().fold(experiment, |all, measure| all.ask_all(measure));
    for asked in how.ask {
        experiment.asked.push(estimand(asked)?);
    }
    let bound = |(asked, bound): (Vec<RateIn>, String)| {
        let wanted = estimand(asked)?;
        let at = experiment.place(&wanted).ok_or_else(|| format!("{wanted} is not asked: ask for it"));
        let bound = at.and_then(|at| Ok((at, Half::read(&bound)?)));
        bound.map_err(|sentence| error::value(format!("equal_within: {sentence}")))
    };
    let equal_within = how.equal_within.into_iter().map(bound).collect::<PyResult<_>>()?;
    Ok(Experiment {
        equal_within,
        measures: how.measures,
        walls: how.walls,
        seed: how.seed,
        threads: (how.threads > 0).then_some(how.threads),
        rescore: how.rescore,
        plan: how.plan.plan(Stop::until)?,
        ..experiment
    })
}

/// An estimand from its one, two or four rates.
fn estimand(rates: Vec<RateIn>) -> PyResult<Estimand> {
    let rates = rates.into_iter().map(|(measure, rules, table)| Rate { measure, rules, table });
    Estimand::of_rates(rates.collect()).ok_or_else(|| error::value("one, two or four rates are asked"))
}

fn compare_options(arms: Vec<Arm>, how: CompareHow) -> PyResult<CompareOptions> {
    let CompareHow { primary, tables, equal_within, pairs, plan } = how;
    let equal_within = equal_within.iter().map(|text| EqualWithin::read(text)).collect::<Result<_, _>>();
    let equal_within = equal_within.map_err(|sentence| error::value(format!("equal_within: {sentence}")))?;
    let plan = plan.plan(Stop::until)?;
    Ok(CompareOptions { primary, tables, equal_within, pairs, plan, ..CompareOptions::new(arms) })
}

/// Plays on another thread, while this one lets Python handle signals and calls `progress(done, of)`. An exception of either
/// stops the work and is raised.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    players: &Raised,
    work: impl FnOnce(&Progress) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let observer = Progress::default();
    let mut raised = None;
    let outcome = py.detach(|| {
        thread::scope(|scope| {
            let player = scope.spawn(|| work(&observer));
            while !player.is_finished() {
                thread::sleep(LOOK.min(observer.pause()));
                if raised.is_none() {
                    raised = Python::attach(|py| observer.report(py, progress.as_ref())).err();
                }
                observer.stop.fetch_or(raised.is_some(), Ordering::Relaxed);
            }
            player.join()
        })
    });
    match (raised, outcome) {
        (Some(raised), _) => Err(raised),
        (None, Ok(outcome)) => {
            observer.report(py, progress.as_ref())?;
            outcome.map_err(|error| players.or(error))
        }
        (None, Err(_)) => Err(error::runtime("the work ended by an internal error")),
    }
}

/// The progress of the work.
#[derive(Default)]
pub(crate) struct Progress {
    matches: AtomicU64,
    done: AtomicU64,
    looks: AtomicU64,
    stop: AtomicBool,
}

impl Observer for Progress {
    fn start(&self, matches: u64) {
        self.matches.store(matches, Ordering::Relaxed);
    }

    fn done(&self, matches: u64) {
        self.done.fetch_add(matches, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Progress {
    /// How long to wait before the next look: short at first, for short work.
    fn pause(&self) -> Duration {
        Duration::from_millis(1 << self.looks.fetch_add(1, Ordering::Relaxed).min(6))
    }

    fn report(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        py.check_signals()?;
        let (done, of) = (self.done.load(Ordering::Relaxed), self.matches.load(Ordering::Relaxed));
        progress.map_or(Ok(()), |progress| progress.call1(py, (done, of)).map(drop))
    }
}
