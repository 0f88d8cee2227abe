//! What is asked of an experiment, in the cells of its grid, and the answers.

use super::{Experiment, Finding, Found};
use crate::arena::Arena;
use crate::error::{Error, Within};
use crate::estimand::{Asked, Estimand, InCells, Known, Rate, Sums, Target, judge_weighted};
use crate::grid::{Half, Outcome, Stop, Totals, WallSums, Width, open, verdicts_so_far};
use crate::lineup::Lineup;
use crate::measures::LUCK_SHARE;
use crate::metrics::GameMeasures;
use crate::own::{self, OwnMeasures};
use crate::stats::Cluster;
use hyakuman_analysis::figures::read_as;
use hyakuman_analysis::{Additive, Adjustment, Effect, Equivalence, Level, Number, Validity};

/// Answers to what is asked.
pub(super) struct Answers<'a> {
    experiment: &'a Experiment,
    questions: Vec<Question>,
    level: Level,
}

/// Something that is asked.
struct Question {
    asked: Asked,
    /// Whether [`Stop::Until`] waits for it.
    is_watched: bool,
    /// The bound below which it does not matter, in the unit of the measure; a share is 0 to 1.
    bound: Option<f64>,
}

/// The sums of every question.
#[derive(Clone, Debug)]
pub(super) struct AllSums(Vec<Sums>);

impl Additive for AllSums {
    fn each(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.0.iter_mut().for_each(|sums| sums.each(visit));
    }
}

impl<'a> Answers<'a> {
    /// Finds what is asked in the cells: under each ruleset each of these seatings of each table.
    ///
    /// # Errors
    /// There is no such ruleset, table or measure; what is subtracted is not of one measure; a bound is in another unit; nothing is asked of what ends the
    /// experiment.
    pub(super) fn new(
        experiment: &'a Experiment,
        arena: &Arena<'_>,
        seated: &[Vec<Lineup>],
        own: Option<OwnMeasures>,
    ) -> Result<Answers<'a>, Error> {
        let cells = InGrid { experiment, arena, seated, measures: GameMeasures::default().with(own) };
        let question = |(at, estimand): (usize, &Estimand)| {
            cells.question(at, estimand).within(|| format!("asked: {estimand}"))
        };
        let asked = experiment.asked.iter().enumerate();
        let questions: Vec<Question> = asked.map(question).collect::<Result<_, _>>()?;
        if let Stop::Until { measure, .. } = &experiment.plan.stop
            && !questions.iter().any(|question| question.is_watched)
        {
            return Err(Error::Usage(format!(
                "it ends by the intervals of {measure}, of which nothing is asked: ask for it, or name what is asked"
            )));
        }
        let differences = questions.iter().filter(|question| !question.asked.is_rate()).count();
        let level = experiment.plan.level(differences);
        Ok(Answers { experiment, questions, level })
    }

    /// No walls.
    pub(super) fn empty(&self) -> AllSums {
        AllSums(self.questions.iter().map(|question| question.asked.sums()).collect())
    }

    /// What was found, with so many matches on a wall.
    ///
    /// # Errors
    /// Sums are out of range.
    pub(super) fn found(
        &self,
        played: Outcome<AllSums>,
        matches: u64,
        rescored: Vec<[usize; 2]>,
    ) -> Result<Found, Error> {
        let Totals { walls, decisions, ref sums, .. } = played.totals;
        own::check_sums(sums.0.iter().find_map(Sums::inexact))?;
        let effects = self.effects(sums, self.level).map(|(_, effect)| effect);
        // Only differences share the chance of a false claim.
        let is_difference = |question: &Question| f64::from(u8::from(!question.asked.is_rate()));
        let weights: Vec<f64> = self.questions.iter().map(is_difference).collect();
        let judged = judge_weighted(vec![effects.collect()], &weights, self.level).remove(0);
        let mut verdicts = self.verdicts(sums, self.level.validity()).into_iter();
        let found = |((estimand, question), judged): ((&Estimand, &Question), _)| Finding {
            estimand: estimand.clone(),
            judged,
            equivalence: question.bound.and_then(|_| verdicts.next()),
        };
        let asked = self.experiment.asked.iter().zip(&self.questions);
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
        sums: &'b AllSums,
        level: Level,
    ) -> impl Iterator<Item = (&'b Question, Effect)> + 'b {
        let all = self.questions.iter().zip(&sums.0);
        all.map(move |(question, sums)| (question, question.asked.effect(sums, level)))
    }

    /// The verdicts on all bounds.
    fn verdicts(&self, sums: &AllSums, validity: Validity) -> Vec<Equivalence> {
        let count = self.experiment.equal_within.len();
        let verdict = |(question, sums): (&Question, &Sums)| {
            let bound = question.bound?;
            Some(question.asked.equivalence(sums, bound, validity, count))
        };
        self.questions.iter().zip(&sums.0).filter_map(verdict).collect()
    }

    fn widths<'b>(&'b self, sums: &'b AllSums) -> impl Iterator<Item = Width> + 'b {
        let width = |(question, effect): (&Question, Effect)| match question.asked.is_rate() {
            true => Width::of_rate(effect.base.as_ref()),
            false => Width::of(effect.difference.as_ref()),
        };
        self.effects(sums, self.level).filter(|(question, _)| question.is_watched).map(width)
    }
}

impl WallSums for Answers<'_> {
    type Sums = AllSums;

    fn add(&self, sums: &mut AllSums, cells: &[&Cluster]) {
        let all = self.questions.iter().zip(&mut sums.0);
        all.for_each(|(question, sums)| question.asked.add(sums, cells));
    }

    fn widest(&self, totals: &Totals<AllSums>) -> Width {
        Width::widest(totals.walls, self.widths(&totals.sums))
    }

    fn open(&self, totals: &Totals<AllSums>) -> (Vec<Equivalence>, usize) {
        open(totals.walls, self.verdicts(&totals.sums, Validity::Anytime))
    }

    fn so_far(&self, totals: &Totals<AllSums>) -> String {
        match &self.experiment.plan.stop {
            Stop::Verdict => verdicts_so_far(self.open(totals)),
            Stop::Until { measure, half } => {
                let watched = self.questions.iter().find(|question| question.is_watched);
                let scale = watched.map_or(1.0, |question| read_as(question.asked.target().measure.unit).0);
                let [found, wanted] = [self.widest(totals).half(), half.value()].map(|half| half * scale);
                format!("{measure} ± {found:.4}, wanted ± {wanted}")
            }
            _ => String::new(),
        }
    }
}

/// Where to look for what is asked.
struct InGrid<'a> {
    experiment: &'a Experiment,
    arena: &'a Arena<'a>,
    /// The seatings of each table.
    seated: &'a [Vec<Lineup>],
    measures: GameMeasures,
}

impl InGrid<'_> {
    fn question(&self, at: usize, estimand: &Estimand) -> Result<Question, Error> {
        let rates = estimand.rates();
        let found = rates.iter().map(|rate| self.rate(rate)).collect::<Result<Vec<_>, _>>()?;
        for (first, second) in found.iter().zip(&found[1..]) {
            let [first, second] = [first, second].map(|rate| &rate.cells[0]);
            if first.1.measure != second.1.measure {
                let [first, second] = [first, second].map(|(_, target)| target.measure.name);
                return Err(Error::Usage(format!("{first} and {second}: a difference is of one measure")));
            }
        }
        if let Some(rate) = found.chunks(2).position(|pair| pair.len() == 2 && pair[0].cells == pair[1].cells)
        {
            return Err(Error::Usage(format!("{} less itself: name two players or cells", rates[2 * rate])));
        }
        let (target, facts) = (&found[0].cells[0].1, self.arena.rules.facts());
        let bound = self.bound(at, target)?;
        if bound.is_some() && found.len() == 1 {
            return Err(Error::Usage("a rate has no bound: give one to a difference".into()));
        }
        let is_watched = self.is_watched(&rates, target)?;
        Ok(Question { asked: Asked::new(found, facts.units_per_point), is_watched, bound })
    }

    /// The cells of a rate.
    fn rate(&self, rate: &Rate) -> Result<InCells, Error> {
        let Experiment { rulesets, tables, .. } = self.experiment;
        let rules = place("ruleset", &rate.rules, rulesets.iter().map(|(name, _)| &**name))?;
        let table = place("table", &rate.table, tables.iter().map(|table| &*table.name))?;
        let lineups = &self.seated[table];
        let read = |name: &str, lineup| {
            let inapplicable = self.arena.rules.facts().inapplicable_rates;
            Target::read(name, &Known { lineup, measures: self.measures, inapplicable })
        };
        let first = read(&rate.measure, &lineups[0])?;
        if lineups.len() > 1 && first.measure.name == LUCK_SHARE.name {
            return Err(Error::Usage(
                "the luck share is that of one seating and its rotations: seat the table so".into(),
            ));
        }
        let cells_of = |lineups: &[Vec<Lineup>]| lineups.iter().map(Vec::len).sum::<usize>();
        let start = rules * cells_of(self.seated) + cells_of(&self.seated[..table]);
        // Other seatings name another agent first.
        let name = first.to_string();
        let cell =
            |(cell, lineup)| Ok((cell, if cell == start { first.clone() } else { read(&name, lineup)? }));
        let cells: Vec<(usize, Target)> = (start..).zip(lineups).map(cell).collect::<Result<_, Error>>()?;
        let matches = cells.iter().zip(lineups).map(|((_, target), lineup)| target.matches_of(lineup)).sum();
        Ok(InCells { cells, matches, agents: lineups[0].agents().len() })
    }

    /// The bound of what is asked at this place.
    fn bound(&self, at: usize, target: &Target) -> Result<Option<f64>, Error> {
        let bounds = &self.experiment.equal_within;
        let Some((_, bound)) = bounds.iter().find(|(place, _)| *place == at) else { return Ok(None) };
        target.check_unit(*bound, &target.to_string(), "a bound", 100.0)?;
        Ok(Some(bound.value()))
    }

    /// Whether the experiment ends by it.
    fn is_watched(&self, rates: &[&Rate], target: &Target) -> Result<bool, Error> {
        let Stop::Until { measure, half } = &self.experiment.plan.stop else { return Ok(false) };
        let is_watched = rates.iter().any(|rate| rate.measure == *measure) || target.to_string() == *measure;
        if is_watched {
            check_half(target, *half, measure)?;
        }
        Ok(is_watched)
    }
}

fn check_half(target: &Target, half: Half, measure: &str) -> Result<(), Error> {
    target.check_unit(half, measure, "half of its interval", 50.0)
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
