//! What was found for a question, and every rate and difference of a study as one Parquet file.

use super::{Part, Question, Study};
use crate::estimand::{Estimand, Rate};
use crate::experiment::{Finding, Found};
use hyakuman_analysis::multiple::adjusted;
use hyakuman_analysis::{Adjustment, Level, Mark};
use hyakuman_record::flat::{self, Cells};
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
    let is_primary = |finding: &Finding| {
        let is_difference = !matches!(finding.asked, Estimand::Rate(_));
        is_difference && question.primary.contains(&finding.asked.rates()[0].measure)
    };
    let weights: Vec<f64> = findings.iter().map(|finding| f64::from(u8::from(is_primary(finding)))).collect();
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

/// Every rate and difference of a study as a Parquet file: a row for each estimand of each part.
///
/// # Errors
/// None but bugs.
pub fn write_results(study: &Study, answers: &[Answered]) -> io::Result<Vec<u8>> {
    let all = || answers.iter().flat_map(|answered| answered.findings().map(move |found| (answered, found)));
    let rows: Vec<Row> = all()
        .map(|(answered, (part, found, finding))| row(&answered.question, part, found, finding))
        .collect();
    let texts = |of: fn(&Row) -> &str| Cells::Texts(rows.iter().map(|row| of(row).to_owned()).collect());
    let counts = |of: fn(&Row) -> Option<i64>| Cells::Counts(rows.iter().map(of).collect());
    let numbers = |of: fn(&Row) -> Option<f64>| Cells::Numbers(rows.iter().map(of).collect());
    let columns = [
        ("question", texts(|row| &row.question)),
        ("repeat", counts(|row| Some(row.repeat))),
        ("kind", texts(|row| row.kind)),
        ("measure", texts(|row| &row.measure)),
        ("ruleset", texts(|row| &row.variant[0])),
        ("table", texts(|row| &row.variant[1])),
        ("base_ruleset", texts(|row| &row.base[0])),
        ("base_table", texts(|row| &row.base[1])),
        ("value", numbers(|row| row.value)),
        ("low", numbers(|row| row.bounds.map(|[low, _]| low))),
        ("high", numbers(|row| row.bounds.map(|[_, high]| high))),
        ("few", counts(|row| Some(i64::from(row.is_few)))),
        ("p", numbers(|row| row.p)),
        ("p_adjusted", numbers(|row| row.adjusted)),
        ("walls", counts(|row| Some(row.walls))),
        ("walls_changed", counts(|row| row.changed)),
        ("rules_hash", texts(|row| &row.hash)),
        ("seed", counts(|row| Some(row.seed))),
    ];
    flat::parquet(
        &columns,
        &[(RESULTS_OF.to_owned(), study.name.clone()), ("title".to_owned(), study.title.clone())],
    )
}

/// An estimand with its estimate.
struct Row {
    question: String,
    repeat: i64,
    kind: &'static str,
    measure: String,
    /// Ruleset and table; of a difference those of the variant, of a difference of differences those of the second.
    variant: [String; 2],
    base: [String; 2],
    value: Option<f64>,
    bounds: Option<[f64; 2]>,
    is_few: bool,
    p: Option<f64>,
    adjusted: Option<f64>,
    walls: i64,
    changed: Option<i64>,
    hash: String,
    seed: i64,
}

fn row(question: &Question, part: &Part, found: &Found, finding: &Finding) -> Row {
    let (experiment, asked) = (&part.experiment, finding.asked.rates());
    let cell = |rate: &Rate| [experiment.rules_of(rate).to_owned(), experiment.table_of(rate).to_owned()];
    let variant = cell(asked[asked.len() - 1]);
    let (kind, base) = match asked[..] {
        [_] => ("rate", [String::new(), String::new()]),
        [base, _] => ("effect", cell(base)),
        _ => ("beyond", cell(asked[0])),
    };
    let (rate, difference) = (finding.judged.effect.base, finding.judged.effect.difference);
    let is_rate = kind == "rate";
    let rules = experiment.rulesets.iter().find(|(name, _)| *name == variant[0]);
    Row {
        question: question.name.clone(),
        repeat: part.repeat as i64,
        kind,
        measure: finding.estimand.rates()[0].measure.clone(),
        value: (if is_rate { rate.map(|found| found.value) } else { difference.map(|found| found.value) })
            .filter(|value| value.is_finite()),
        bounds: if is_rate {
            rate.and_then(|found| found.bounds())
        } else {
            difference.and_then(|found| found.interval)
        },
        is_few: if is_rate {
            rate.is_some_and(|found| found.few)
        } else {
            difference.is_some_and(|found| found.few())
        },
        p: difference.and_then(|found| found.p).filter(|_| !is_rate),
        adjusted: finding.judged.adjusted,
        walls: found.walls as i64,
        changed: difference.map(|found| found.clusters_changed as i64),
        hash: rules.map_or_else(String::new, |(_, rules)| rules.describe().hash_text()),
        seed: experiment.seed as i64,
        variant,
        base,
    }
}
