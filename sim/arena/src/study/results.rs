//! What was found for a question, and every rate and difference of a study as one Parquet file.

use super::{Part, Question, Study};
use crate::estimand::{Estimand, Rate};
use crate::experiment::{Finding, Found};
use hyakuman_analysis::multiple::adjusted;
use hyakuman_analysis::{Adjustment, Difference, Estimate, Level, Mark};
use hyakuman_record::flat::{self, Cells};
use hyakuman_registry::AnyRules;
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
}

impl Answered {
    /// What was found in so many parts.
    pub fn new(question: Question, mut parts: Vec<(Part, Found)>, of: usize) -> Answered {
        for repeat in 0..question.repeats {
            let of_repeat = parts.iter_mut().filter(|(part, _)| part.repeat == repeat);
            adjust(&question, of_repeat.map(|(_, found)| found));
        }
        Answered { question, parts, of }
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
        ("kind", texts(|row| row.kind().to_owned())),
        ("measure", texts(|row| row.finding.estimand.rates()[0].measure.clone())),
        ("ruleset", texts(|row| row.rules(row.variant()).0.clone())),
        ("table", texts(|row| row.part.experiment.table_of(row.variant()).to_owned())),
        ("base_ruleset", texts(|row| row.base().map_or_else(String::new, |base| row.rules(base).0.clone()))),
        (
            "base_table",
            texts(|row| row.base().map_or("", |base| row.part.experiment.table_of(base)).to_owned()),
        ),
        ("value", numbers(|row| row.value().filter(|value| value.is_finite()))),
        ("low", numbers(|row| row.bounds().map(|[low, _]| low))),
        ("high", numbers(|row| row.bounds().map(|[_, high]| high))),
        ("few", counts(|row| Some(i64::from(row.is_few())))),
        ("p", numbers(|row| row.difference()?.p)),
        ("p_adjusted", numbers(|row| row.finding.judged.adjusted)),
        ("walls", counts(|row| Some(row.found.walls as i64))),
        ("walls_changed", counts(|row| Some(row.difference()?.clusters_changed as i64))),
        ("rules_hash", texts(|row| row.rules(row.variant()).1.describe().hash_text())),
        ("seed", counts(|row| Some(row.part.experiment.seed as i64))),
        ("primary", counts(|row| Some(i64::from(row.question.is_judged(row.finding))))),
        ("mark", texts(|row| row.difference().map_or_else(String::new, |_| name(row.finding.judged.mark)))),
        ("bound", numbers(|row| Some(row.finding.equivalence?.bound))),
        (
            "verdict",
            texts(|row| row.finding.equivalence.map_or_else(String::new, |found| name(found.verdict))),
        ),
        ("verdict_low", numbers(|row| Some(row.finding.equivalence?.interval?[0]))),
        ("verdict_high", numbers(|row| Some(row.finding.equivalence?.interval?[1]))),
    ]
}

/// The name of what is shown, as in JSON.
fn name(shown: impl Serialize) -> String {
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

    /// The rate; of a difference that of the variant, of a difference of differences that of the second.
    fn variant(&self) -> &'a Rate {
        self.finding.asked.rates().pop().expect("a rate")
    }

    /// What is taken off.
    fn base(&self) -> Option<&'a Rate> {
        let rates = self.finding.asked.rates();
        (rates.len() > 1).then(|| rates[0])
    }

    fn rules(&self, rate: &'a Rate) -> &'a (String, AnyRules) {
        let experiment = &self.part.experiment;
        let name = experiment.rules_of(rate);
        experiment.rulesets.iter().find(|(other, _)| other == name).expect("a ruleset of the experiment")
    }

    fn difference(&self) -> Option<Difference> {
        self.finding.judged.effect.difference
    }

    /// The estimate of a rate; of a difference there is none here.
    fn rate(&self) -> Option<Estimate> {
        self.finding.judged.effect.base.filter(|_| self.base().is_none())
    }

    fn value(&self) -> Option<f64> {
        self.rate().map(|found| found.value).or_else(|| Some(self.difference()?.value))
    }

    fn bounds(&self) -> Option<[f64; 2]> {
        self.rate().and_then(|found| found.bounds()).or_else(|| self.difference()?.interval)
    }

    fn is_few(&self) -> bool {
        self.rate().is_some_and(|found| found.few) || self.difference().is_some_and(|found| found.few())
    }
}
