//! What was found for a question, and every rate and difference of a study as one Parquet file.

use super::{Part, Question, Seated, Study};
use crate::arena::Arena;
use crate::compare::{Changes, Note, not_built_towards, on_rules};
use crate::estimand::{Estimand, Rate};
use crate::experiment::{Finding, Found};
use hyakuman_agents::{Roster, Spec};
use hyakuman_analysis::multiple::adjusted;
use hyakuman_analysis::{Adjustment, Difference, Level, Mark};
use hyakuman_record::flat::{self, Cells};
use serde::Serialize;
use serde_json::json;
use std::io;

/// A question with what was found.
#[derive(Debug)]
pub struct Answered {
    /// The question.
    pub question: Question,
    /// Its parts that are done. P values are adjusted over the primary measures of the whole question, each time that it is played; those of
    /// other measures have none.
    pub parts: Vec<(Part, Found)>,
    /// The number of all parts.
    pub of: usize,
    /// What the agents know of the changes, at each table whose agents do not learn them.
    pub known: Vec<AtTable>,
}

/// What the agents of a table know of what the arms change.
#[derive(Debug)]
pub struct AtTable {
    /// The name of the table.
    pub table: String,
    /// Its different agents.
    pub agents: Vec<Spec>,
    /// What each arm changes.
    pub arms: Vec<Changes>,
    /// Remarks on that, as those of a comparison.
    pub notes: Vec<Note>,
}

impl Answered {
    /// What was found in so many parts.
    pub fn new(question: Question, mut parts: Vec<(Part, Found)>, of: usize, roster: &Roster) -> Answered {
        for repeat in 0..question.repeats {
            let of_repeat = parts.iter_mut().filter(|(part, _)| part.repeat == repeat);
            adjust(&question, of_repeat.map(|(_, found)| found));
        }
        Answered { known: question.known(roster), question, parts, of }
    }

    /// Whether all of it is done.
    pub fn is_whole(&self) -> bool {
        self.parts.len() == self.of
    }

    /// Everything that was found, with the part.
    pub fn findings(&self) -> impl Iterator<Item = (&Part, &Found, &Finding)> {
        self.parts
            .iter()
            .flat_map(|(part, found)| found.findings.iter().map(move |finding| (part, found, finding)))
    }
}

impl Question {
    fn known(&self, roster: &Roster) -> Vec<AtTable> {
        let ((_, base), arms) = self.rulesets.split_first().expect("a base");
        let unbuilt = not_built_towards(base, arms.iter().map(|(_, rules)| rules));
        let family = base.describe().family;
        let has_rank_points = self.measures.iter().any(|measure| measure.ends_with("rank_points"));
        let is_due = |note: &Note| has_rank_points || !matches!(note, Note::Unit { .. });
        let at_table = |Seated { table, .. }: &Seated| {
            let lineup =
                Arena::new(base, roster).agents(&table.agents).and_then(|arena| arena.lineup()).ok()?;
            let agents = lineup.agents().to_vec();
            let changes =
                |(arm, rules): &(String, _)| Changes::new(arm.clone(), [base, rules], &agents, roster);
            let arms: Vec<Changes> = arms.iter().map(changes).collect();
            let mut notes = on_rules(family, &arms.iter().collect::<Vec<_>>(), unbuilt.clone());
            notes.retain(is_due);
            Some(AtTable { table: table.name.clone(), agents, arms, notes })
        };
        self.tables.iter().filter(|seated| seated.adapt.is_none()).filter_map(at_table).collect()
    }
}

/// Adjusts the p values of the primary measures over all of what was found at once.
fn adjust<'a>(question: &Question, all: impl Iterator<Item = &'a mut Found>) {
    let mut findings: Vec<&mut Finding> = all.flat_map(|found| &mut found.findings).collect();
    let is_adjusted =
        |finding: &Finding| !matches!(finding.asked, Estimand::Rate(_)) && question.is_judged(finding);
    let weights: Vec<f64> =
        findings.iter().map(|finding| f64::from(u8::from(is_adjusted(finding)))).collect();
    let p = |finding: &&mut Finding| finding.judged.effect.difference.and_then(|found| found.p);
    let p: Vec<Option<f64>> = findings.iter().map(p).collect();
    let p = adjusted(&[p], &weights, Adjustment::of(Level::Fixed, 1)).remove(0);
    for ((finding, p), weight) in findings.iter_mut().zip(p).zip(weights) {
        let judged = &mut finding.judged;
        judged.adjusted = p.filter(|_| weight > 0.0);
        judged.mark = Mark::of(judged.effect.difference.as_ref(), judged.adjusted);
    }
}

/// The key of the name of the study in the metadata of the file.
pub const RESULTS_OF: &str = "hyakuman study";

/// Every rate and difference of a study as a Parquet file: a row for each estimand of each part. docs/study.md has the columns.
///
/// # Errors
/// None but bugs.
pub fn write_results(study: &Study, answers: &[Answered]) -> io::Result<Vec<u8>> {
    let about = [(RESULTS_OF.to_owned(), study.name.clone()), ("title".to_owned(), study.title.clone())];
    flat::parquet(&columns(answers), &about)
}

pub(super) fn columns(answers: &[Answered]) -> [(&'static str, Cells); 24] {
    let rows: Vec<Row<'_>> = answers.iter().flat_map(Row::of).collect();
    let texts = |of: fn(&Row<'_>) -> String| Cells::Texts(rows.iter().map(of).collect());
    let counts = |of: fn(&Row<'_>) -> Option<i64>| Cells::Counts(rows.iter().map(of).collect());
    let numbers = |of: fn(&Row<'_>) -> Option<f64>| Cells::Numbers(rows.iter().map(of).collect());
    [
        ("question", texts(|row| row.question.name.clone())),
        ("repeat", counts(|row| Some(row.part.repeat as i64))),
        ("kind", texts(|row| row.kind().into())),
        ("measure", texts(|row| row.finding.estimand.rates()[0].measure.clone())),
        ("ruleset", texts(|row| row.variant()[0].into())),
        ("table", texts(|row| row.variant()[1].into())),
        ("base_ruleset", texts(|row| row.base()[0].into())),
        ("base_table", texts(|row| row.base()[1].into())),
        ("value", numbers(|row| Some(row.estimate()?.0).filter(|value| value.is_finite()))),
        ("low", numbers(|row| Some(row.estimate()?.1?[0]))),
        ("high", numbers(|row| Some(row.estimate()?.1?[1]))),
        ("few", counts(|row| Some(row.estimate().is_some_and(|found| found.2).into()))),
        ("p", numbers(|row| row.difference()?.p)),
        ("p_adjusted", numbers(|row| row.finding.judged.adjusted)),
        ("walls", counts(|row| Some(row.found.walls as i64))),
        ("walls_changed", counts(|row| Some(row.difference()?.clusters_changed as i64))),
        ("rules_hash", texts(|row| row.rules_hash())),
        ("seed", counts(|row| Some(row.part.experiment.seed as i64))),
        ("primary", counts(|row| Some(row.question.is_judged(row.finding).into()))),
        ("mark", texts(|row| name(row.difference().map(|_| row.finding.judged.mark)))),
        ("bound", numbers(|row| Some(row.finding.equivalence?.bound))),
        ("verdict", texts(|row| name(row.finding.equivalence.map(|found| found.verdict)))),
        ("verdict_low", numbers(|row| Some(row.finding.equivalence?.interval?[0]))),
        ("verdict_high", numbers(|row| Some(row.finding.equivalence?.interval?[1]))),
    ]
}

/// The name of what is shown, as in JSON; empty for nothing.
fn name(shown: Option<impl Serialize>) -> String {
    json!(shown).as_str().unwrap_or_default().to_owned()
}

/// An estimand with its estimate.
struct Row<'a> {
    question: &'a Question,
    part: &'a Part,
    found: &'a Found,
    finding: &'a Finding,
}

impl<'a> Row<'a> {
    fn of(answered: &'a Answered) -> impl Iterator<Item = Row<'a>> {
        let question = &answered.question;
        answered.findings().map(move |(part, found, finding)| Row { question, part, found, finding })
    }

    fn kind(&self) -> &'static str {
        match self.finding.asked {
            Estimand::Rate(_) => "rate",
            Estimand::Difference(_) => "effect",
            Estimand::Interaction(..) => "beyond",
        }
    }

    /// Ruleset and table: of a difference those of the variant, of a difference of differences those of the second.
    fn variant(&self) -> [&str; 2] {
        self.cell(self.finding.asked.rates().pop())
    }

    /// Those that are taken off.
    fn base(&self) -> [&str; 2] {
        let rates = self.finding.asked.rates();
        self.cell((rates.len() > 1).then(|| rates[0]))
    }

    fn cell(&self, rate: Option<&'a Rate>) -> [&str; 2] {
        let experiment = &self.part.experiment;
        rate.map_or([""; 2], |rate| [experiment.rules_of(rate), experiment.table_of(rate)])
    }

    fn rules_hash(&self) -> String {
        let (name, mut rulesets) = (self.variant()[0], self.part.experiment.rulesets.iter());
        let rules = rulesets.find(|(other, _)| other == name);
        rules.map_or_else(String::new, |(_, rules)| rules.describe().hash_text())
    }

    fn difference(&self) -> Option<Difference> {
        self.finding.judged.effect.difference
    }

    /// The estimate, its interval, and whether it is of too few events or walls.
    fn estimate(&self) -> Option<(f64, Option<[f64; 2]>, bool)> {
        let of_difference = |found: Difference| (found.value, found.interval, found.few());
        match self.finding.asked {
            Estimand::Rate(_) => {
                self.finding.judged.effect.base.map(|found| (found.value, found.bounds(), found.few))
            }
            _ => self.difference().map(of_difference),
        }
    }
}
