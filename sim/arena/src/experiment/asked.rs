//! The estimands of an experiment in the cells of its grid, and their estimates.

use super::{Experiment, Finding, Found, TablePlace};
use crate::counts::WallCounts;
use crate::error::{Error, Within};
use crate::estimand::{Asked, Estimand, EstimandSums, InCells, Known, Rate, Target, judge_weighted};
use crate::grid::{GridSums, Half, Outcome, Stop, WallSums, Width, open, until_so_far, verdicts_so_far};
use crate::lineup::Lineup;
use crate::measures::{EDGE, LUCK_SHARE};
use crate::metrics::GameMeasures;
use crate::own_measures::{self, OwnMeasures};
use hyakuman_analysis::{Additive, Adjustment, Effect, Equivalence, Level, Number, Validity};
use hyakuman_games::registry::AnyRules;
use std::collections::HashSet;

/// In front of a measure of all players together.
const PLAYERS: &str = "players.";

/// In front of a measure of the table, or of the agent that it names first. Without it that of the first table is meant, everywhere.
pub(crate) const FIRST: &str = "first.";

/// The estimands of an experiment, resolved.
pub(super) struct Answers<'a> {
    experiment: &'a Experiment,
    questions: Vec<Question>,
    level: Level,
}

/// An estimand, resolved.
struct Question {
    /// Its rates: one, two or four.
    keys: Vec<Key>,
    asked: Asked,
    /// Whether [`Stop::Until`] waits for it.
    is_watched: bool,
    /// The bound below which it does not matter, in the unit of the measure; a share is 0 to 1.
    bound: Option<f64>,
}

/// A measure by its full name, and the places of its ruleset and table.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    measure: String,
    rules: usize,
    table: usize,
}

/// The sums of every question.
#[derive(Clone, Debug)]
pub(super) struct ExperimentSums(Vec<EstimandSums>);

impl Additive for ExperimentSums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.0.iter_mut().for_each(|sums| sums.each(visit));
    }
}

impl<'a> Answers<'a> {
    /// Finds the estimands in these cells of a game with these rules.
    pub(super) fn new(
        experiment: &'a Experiment,
        rules: &AnyRules,
        seated: &[TablePlace],
        own_measures: Option<OwnMeasures>,
    ) -> Result<Answers<'a>, Error> {
        let cells =
            InGrid { experiment, rules, seated, measures: GameMeasures::default().with(own_measures) };
        let mut questions: Vec<Question> = Vec::new();
        let mut seen = HashSet::new();
        for (at, estimand) in experiment.asked.iter().enumerate() {
            let question = cells.question(at, estimand).within(|| estimand)?;
            if !seen.insert(question.keys.clone()) {
                return Err(Error::Usage(format!("{estimand} is asked for twice: ask once")));
            }
            questions.push(question);
        }
        if let Stop::Until { measure, .. } = &experiment.plan.stop
            && !questions.iter().any(|question| question.is_watched)
        {
            return Err(Error::Usage(format!(
                "it ends by the intervals of {}, which is not measured: measure it, or name another measure",
                measure.strip_prefix(FIRST).unwrap_or(measure)
            )));
        }
        let differences = questions.iter().filter(|question| !question.asked.is_rate()).count();
        let level = experiment.plan.level(differences);
        Ok(Answers { experiment, questions, level })
    }

    /// Checks that a figure is in the unit of every estimand.
    pub(super) fn check_figure(&self, figure: Half) -> Result<(), Error> {
        let mut asked = self.experiment.asked.iter().zip(&self.questions);
        asked.try_for_each(|(estimand, question)| {
            let measure = &*estimand.rates()[0].measure;
            let name = measure.strip_prefix(FIRST).unwrap_or(measure);
            question.asked.target().check_unit(figure, name, "a figure", f64::INFINITY)
        })
    }

    /// Each estimand as a state identifies it: `ukeire.win (2.1) less ukeire.win (1.1)`, with ruleset and table from 1.
    pub(super) fn keys(&self) -> impl Iterator<Item = String> {
        let key = |Key { measure, rules, table }: &Key| format!("{measure} ({}.{})", rules + 1, table + 1);
        let keys =
            move |question: &Question| question.keys.iter().rev().map(key).collect::<Vec<_>>().join(" less ");
        self.questions.iter().map(keys)
    }

    /// An estimand with full names.
    fn named(&self, question: &Question) -> Estimand {
        let Experiment { rulesets, tables, .. } = self.experiment;
        let rate = |Key { measure, rules, table }: &Key| Rate {
            measure: measure.clone(),
            rules: (rulesets.len() > 1).then(|| rulesets[*rules].0.clone()),
            table: (tables.len() > 1).then(|| tables[*table].name.clone()),
        };
        Estimand::of_rates(question.keys.iter().map(rate).collect()).expect("one, two or four rates")
    }

    /// No walls.
    pub(super) fn empty(&self) -> ExperimentSums {
        ExperimentSums(self.questions.iter().map(|question| question.asked.sums()).collect())
    }

    /// What was found in these cells.
    pub(super) fn found(
        &self,
        played: Outcome<ExperimentSums>,
        seated: &[TablePlace],
    ) -> Result<Found, Error> {
        let GridSums { walls, decisions, ref sums, .. } = played.totals;
        own_measures::check_sums(sums.0.iter().find_map(EstimandSums::inexact))?;
        let effects = self.effects(sums, self.level).map(|(_, effect)| effect);
        // Only differences share the chance of a false claim.
        let is_difference = |question: &Question| f64::from(u8::from(!question.asked.is_rate()));
        let weights: Vec<f64> = self.questions.iter().map(is_difference).collect();
        let judged = judge_weighted(vec![effects.collect()], &weights, self.level).remove(0);
        let mut verdicts = self.verdicts(sums, self.level.validity()).into_iter();
        let found = |((asked, question), judged): ((&Estimand, &Question), _)| Finding {
            asked: asked.clone(),
            estimand: self.named(question),
            measure: question.asked.target().measure,
            judged,
            equivalence: question.bound.and_then(|_| verdicts.next()),
        };
        let asked = self.experiment.asked.iter().zip(&self.questions);
        let rescored = seated.iter().zip(&played.rescored).filter(|(_, rescored)| **rescored);
        let mut rescored: Vec<_> = rescored.map(|(place, _)| [place.rules, place.table]).collect();
        rescored.dedup();
        let matches: u64 = seated.iter().map(|place| place.lineup.rotations() as u64).sum();
        Ok(Found {
            findings: asked.zip(judged).map(found).collect(),
            level: self.level,
            adjustment: Adjustment::of(self.level, 1),
            walls,
            matches: walls * matches,
            decisions,
            decisions_of_run: played.decisions,
            ending: played.ending,
            rescored,
            threads: played.threads,
        })
    }

    fn effects<'b>(
        &'b self,
        sums: &'b ExperimentSums,
        level: Level,
    ) -> impl Iterator<Item = (&'b Question, Effect)> + 'b {
        let all = self.questions.iter().zip(&sums.0);
        all.map(move |(question, sums)| (question, question.asked.effect(sums, level)))
    }

    fn verdicts(&self, sums: &ExperimentSums, validity: Validity) -> Vec<Equivalence> {
        let count = self.experiment.equal_within.len();
        let verdict = |(question, sums): (&Question, &EstimandSums)| {
            let bound = question.bound?;
            Some(question.asked.equivalence(sums, bound, validity, count))
        };
        self.questions.iter().zip(&sums.0).filter_map(verdict).collect()
    }

    fn widths<'b>(&'b self, sums: &'b ExperimentSums) -> impl Iterator<Item = Width> + 'b {
        let width = |(question, effect): (&Question, Effect)| match question.asked.is_rate() {
            true => Width::of_rate(effect.base.as_ref()),
            false => Width::of(effect.difference.as_ref()),
        };
        self.effects(sums, self.level).filter(|(question, _)| question.is_watched).map(width)
    }
}

impl WallSums for Answers<'_> {
    type Sums = ExperimentSums;

    fn add(&self, sums: &mut ExperimentSums, cells: &[&WallCounts]) {
        let all = self.questions.iter().zip(&mut sums.0);
        all.for_each(|(question, sums)| question.asked.add(sums, cells));
    }

    fn widest(&self, totals: &GridSums<ExperimentSums>) -> Width {
        Width::widest(totals.walls, self.widths(&totals.sums))
    }

    fn open(&self, totals: &GridSums<ExperimentSums>) -> (Vec<Equivalence>, usize) {
        open(totals.walls, self.verdicts(&totals.sums, Validity::Anytime))
    }

    fn so_far(&self, totals: &GridSums<ExperimentSums>) -> String {
        match &self.experiment.plan.stop {
            Stop::Verdict => verdicts_so_far(self.open(totals)),
            stop => {
                let mut watched = self.questions.iter().filter(|question| question.is_watched);
                let watched = watched.next().map(|question| question.asked.target().measure);
                until_so_far(stop, &self.widest(totals), watched)
            }
        }
    }
}

/// Where estimands are looked up.
struct InGrid<'a> {
    experiment: &'a Experiment,
    rules: &'a AnyRules,
    seated: &'a [TablePlace],
    measures: GameMeasures,
}

impl InGrid<'_> {
    fn question(&self, at: usize, estimand: &Estimand) -> Result<Question, Error> {
        let rates = estimand.rates();
        let found = rates.iter().map(|rate| self.rate(rate)).collect::<Result<Vec<_>, _>>()?;
        let (keys, cells): (Vec<Key>, Vec<InCells>) = found.into_iter().unzip();
        let measures: Vec<_> = cells.iter().map(|rate| rate.cells[0].1.measure).collect();
        if let Some(other) = measures.iter().position(|measure| *measure != measures[0]) {
            let [first, other] = [&keys[other].measure, &keys[0].measure];
            return Err(Error::Usage(format!("{first} and {other}: a difference is of one measure")));
        }
        if let Some(pair) = keys.chunks(2).find(|pair| pair.len() == 2 && pair[0] == pair[1]) {
            return Err(Error::Usage(format!("{} less itself: name two players or cells", pair[0].measure)));
        }
        let target = cells[0].cells[0].1.clone();
        let bound = self.bound(at, &target, estimand)?;
        let is_watched = self.is_watched(&rates, &keys, &target)?;
        let asked = Asked::new(cells, self.rules.facts().units_per_point);
        Ok(Question { keys, asked, is_watched, bound })
    }

    /// A rate, and its cells.
    fn rate(&self, rate: &Rate) -> Result<(Key, InCells), Error> {
        let Experiment { rulesets, tables, .. } = self.experiment;
        let rules = place("ruleset", &rate.rules, rulesets.iter().map(|(name, _)| &**name))?;
        let table = place("table", &rate.table, tables.iter().map(|table| &*table.name))?;
        let read = |name: &str, lineup: &Lineup| {
            let inapplicable = self.rules.facts().inapplicable_rates;
            Target::read(name, &Known { lineup, measures: self.measures, inapplicable })
        };
        let is_of_cell = |place: &&TablePlace| place.rules == rules && place.table == table;
        let lineup = &self.seated.iter().find(is_of_cell).expect("a cell").lineup;
        let agents = lineup.agents();
        let (measure, measures) = match rate.measure.strip_prefix(PLAYERS) {
            Some(word) => {
                let of_each = agents.iter().map(|agent| format!("{agent}.{word}")).collect();
                (rate.measure.clone(), of_each)
            }
            None => {
                let first = if rate.measure.contains('.') { lineup } else { &self.seated[0].lineup };
                let word = rate.measure.strip_prefix(FIRST).unwrap_or(&rate.measure);
                let name = read(word, first)?.full_name(first);
                (name.clone(), vec![name])
            }
        };
        let mut found = InCells { cells: Vec::new(), matches: 0, agents: agents.len() };
        for (cell, place) in self.seated.iter().enumerate().filter(|(_, place)| is_of_cell(place)) {
            for name in &measures {
                let target = read(name, &place.lineup)?;
                self.check_target(&target, place, measures.len() > 1)?;
                found.matches += target.matches_of(&place.lineup);
                found.cells.push((cell, target));
            }
        }
        Ok((Key { measure, rules, table }, found))
    }

    /// Checks that a measure can be added up over orders of seats, or over players.
    fn check_target(&self, target: &Target, place: &TablePlace, is_of_all: bool) -> Result<(), Error> {
        let is_luck = target.measure.name == LUCK_SHARE.name;
        let sentence = match () {
            () if place.order.is_some() && is_luck => {
                "the luck share is that of one seating and its rotations: seat the table so"
            }
            () if is_of_all && (target.is_result() || target.measure.name == EDGE.name) => {
                "results of all players together are the same under all rules: name a player"
            }
            () => return Ok(()),
        };
        Err(Error::Usage(sentence.into()))
    }

    /// The bound of the estimand at this place.
    fn bound(&self, at: usize, target: &Target, estimand: &Estimand) -> Result<Option<f64>, Error> {
        let bounds = &self.experiment.equal_within;
        let Some((_, bound)) = bounds.iter().find(|(place, _)| *place == at) else { return Ok(None) };
        if matches!(estimand, Estimand::Rate(_)) {
            return Err(Error::Usage("a rate has no bound: give one to a difference".into()));
        }
        target.check_unit(*bound, &target.to_string(), "a bound", 100.0)?;
        Ok(Some(bound.value()))
    }

    /// Whether the experiment ends by it.
    fn is_watched(&self, rates: &[&Rate], keys: &[Key], target: &Target) -> Result<bool, Error> {
        let Stop::Until { measure, half } = &self.experiment.plan.stop else { return Ok(false) };
        let is_watched = rates.iter().any(|rate| rate.measure == *measure)
            || keys.iter().any(|key| key.measure == *measure);
        if is_watched {
            target.check_unit(*half, measure, "half of its interval", 50.0)?;
        }
        Ok(is_watched)
    }
}

/// The place of a name; the first without one.
fn place<'a>(
    what: &str,
    name: &Option<String>,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, Error> {
    let Some(name) = name else { return Ok(0) };
    known.clone().position(|other| other == name).ok_or_else(|| {
        let known = known.collect::<Vec<_>>().join(", ");
        Error::Usage(format!("there is no {what} {name:?}: choose from {known}"))
    })
}
