//! The text of a case: its variants, and its lines as words.

use crate::game::ruleset::{Ruleset, Source};
use std::sync::Arc;

/// One case of a file.
pub struct Case<R> {
    /// Its name, such as `LF01`.
    pub id: String,
    /// The rules it is played under.
    pub variants: Vec<CaseVariant<R>>,
    /// The field of the rules that the variants differ in, where the case is about one.
    pub field: Option<String>,
    /// Its lines: deal, moves, expectations.
    pub(super) lines: Vec<Line>,
}

/// The rules of one variant of a case.
pub struct CaseVariant<R> {
    /// Its label, as in `@LABEL`.
    pub label: String,
    /// The rules.
    pub rules: Arc<R>,
}

/// One line of a case.
pub(super) struct Line {
    /// Number in the file, from 1.
    pub(super) number: usize,
    /// The variants to which it applies; empty for all.
    labels: Vec<String>,
    /// Its words.
    pub(super) words: Vec<String>,
}

impl<R> Case<R> {
    /// Whether it has both variants and expects different things of them.
    fn separates(&self, a: &str, b: &str) -> bool {
        let has = |label: &str| self.variants.iter().any(|own| own.label == label);
        has(a) && has(b) && self.lines.iter().any(|line| line.is_for(a) != line.is_for(b))
    }

    /// Checks that every label is that of a variant.
    fn check_labels(&self) {
        for line in &self.lines {
            for label in &line.labels {
                let known = self.variants.iter().any(|variant| &variant.label == label);
                assert!(known, "line {}: {} has no variant {label}", line.number, self.id);
            }
        }
    }
}

impl Line {
    /// Reads `[@LABELS] WORDS`.
    fn new(number: usize, mut words: Vec<String>) -> Line {
        let labels = match words[0].strip_prefix('@') {
            Some(labels) => labels.split('|').map(String::from).collect(),
            None => return Line { number, labels: vec![], words },
        };
        words.remove(0);
        Line { number, labels, words }
    }

    /// Whether the line applies to this variant.
    pub(super) fn is_for(&self, label: &str) -> bool {
        self.labels.is_empty() || self.labels.iter().any(|own| own == label)
    }
}

/// Lines about a rule that belong to no case.
const OTHER_LINES: [&str; 3] = ["values", "refused", "idle"];

/// The cases of a file.
///
/// # Panics
/// A line is not understood.
pub fn parse<R: Ruleset>(text: &str) -> Vec<Case<R>> {
    let mut cases: Vec<Case<R>> = Vec::new();
    let mut base_of_file = vec![R::PRESETS[0].id.to_string()];
    let mut base = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<String> = line.split_whitespace().map(String::from).collect();
        match (words.first().map_or("", String::as_str), cases.last_mut()) {
            ("", _) => {}
            (first, _) if OTHER_LINES.contains(&first) => {}
            ("case", _) => {
                base = base_of_file.clone();
                cases.push(Case { id: words[1].clone(), variants: vec![], field: None, lines: vec![] });
            }
            ("base", None) => base_of_file = words.split_off(1),
            ("base", _) => base = words.split_off(1),
            (_, None) => panic!("line {number}: no case yet"),
            ("rules", Some(case)) => case.variants.push(variant(&words[1], &words[2..], number)),
            ("vary", Some(case)) => vary(case, &base, &words[1..], number),
            (_, Some(case)) => case.lines.push(Line::new(number, words)),
        }
    }
    for case in &mut cases {
        if case.variants.is_empty() {
            case.variants.push(variant("A", &base_of_file, 0));
        }
        case.check_labels();
    }
    cases
}

/// One variant for each value of a field.
fn vary<R: Ruleset>(case: &mut Case<R>, base: &[String], words: &[String], line: usize) {
    let (field, values) = words.split_first().expect("vary FIELD VALUES");
    case.field = Some(field.clone());
    for value in values {
        let mut parts = value.split('+');
        let label = parts.next().unwrap_or_default();
        let mut source = base.to_vec();
        source.push(format!("{field}={label}"));
        source.extend(parts.map(String::from));
        case.variants.push(variant(label, &source, line));
    }
}

fn variant<R: Ruleset>(label: &str, words: &[String], line: usize) -> CaseVariant<R> {
    let mut source = Source::preset(&words[0]);
    for assignment in &words[1..] {
        source.set(assignment).unwrap_or_else(|error| panic!("line {line}: {error}"));
    }
    let loaded = source.load::<R>().unwrap_or_else(|error| panic!("line {line}: {error}"));
    CaseVariant { label: label.into(), rules: Arc::new(loaded.rules) }
}

/// Checks that each rule has cases in which any two of its values differ, but for those that are changed in `rows`: lines `FIELD=VALUE` of
/// other cases.
///
/// # Panics
/// It is not so.
pub fn check_fields<R: Ruleset>(cases: &[Case<R>], rows: &str) {
    for field in R::FIELDS.iter().filter(|field| !rows.contains(&format!("{}=", field.name))) {
        let of_field = || cases.iter().filter(|case| case.field.as_deref() == Some(field.name));
        let mut values: Vec<&str> =
            of_field().flat_map(|case| &case.variants).map(|variant| variant.label.as_str()).collect();
        values.sort();
        values.dedup();
        assert!(values.len() >= 2, "no case for `{}`", field.name);
        for (i, a) in values.iter().enumerate() {
            for b in &values[i + 1..] {
                assert!(of_field().any(|case| case.separates(a, b)), "`{}`: {a} and {b}", field.name);
            }
        }
    }
}
