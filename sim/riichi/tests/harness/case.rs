//! The text of a case: its variants, and its lines as words.

use hyakuman_core::game::ruleset::{Ruleset, Source};
use hyakuman_riichi::Variant;
use std::sync::Arc;

/// One case of a file.
pub(crate) struct Case<V: Variant> {
    /// Its name, such as `LF01`.
    pub(crate) id: String,
    /// The rules it is played under.
    pub(crate) variants: Vec<CaseVariant<V>>,
    /// The field of the rules that the variants differ in, where the case is about one.
    pub(crate) field: Option<String>,
    /// Its lines: deal, moves, expectations.
    pub(crate) lines: Vec<Line>,
}

/// The rules of one variant of a case.
pub(crate) struct CaseVariant<V: Variant> {
    /// Its label, as in `@LABEL`.
    pub(crate) label: String,
    /// The rules.
    pub(crate) rules: Arc<V::Rules>,
}

/// One line of a case.
pub(crate) struct Line {
    /// Number in the file, from 1.
    pub(crate) number: usize,
    /// The variants to which it applies; empty for all.
    pub(crate) labels: Vec<String>,
    /// Its words.
    pub(crate) words: Vec<String>,
}

impl<V: Variant> Case<V> {
    /// The labels of its variants.
    #[allow(dead_code, reason = "asked by the tests of single rules only")]
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.label.as_str())
    }

    /// Whether it has both variants and expects different things of them.
    #[allow(dead_code, reason = "asked by the tests of single rules only")]
    pub(crate) fn separates(&self, a: &str, b: &str) -> bool {
        let has = |label: &str| self.labels().any(|own| own == label);
        has(a) && has(b) && self.lines.iter().any(|line| line.is_for(a) != line.is_for(b))
    }
}

impl Line {
    /// Whether the line applies to this variant.
    pub(crate) fn is_for(&self, label: &str) -> bool {
        self.labels.is_empty() || self.labels.iter().any(|own| own == label)
    }
}

/// Lines about a rule that belong to no case.
const OTHER_LINES: [&str; 3] = ["values", "refused", "idle"];

/// The cases of a file.
///
/// # Panics
/// A line is not understood.
pub(crate) fn parse<V: Variant>(text: &str) -> Vec<Case<V>> {
    let mut cases: Vec<Case<V>> = Vec::new();
    let preset = V::Rules::PRESETS[0].id.to_string();
    let mut base = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let mut words: Vec<String> = line.split_whitespace().map(String::from).collect();
        let Some(first) = words.first().cloned() else { continue };
        if OTHER_LINES.contains(&first.as_str()) {
            continue;
        }
        if first == "case" {
            base = vec![preset.clone()];
            cases.push(Case { id: words[1].clone(), variants: vec![], field: None, lines: vec![] });
            continue;
        }
        let case = cases.last_mut().unwrap_or_else(|| panic!("line {}: no case yet", i + 1));
        match first.as_str() {
            "base" => base = words.split_off(1),
            "rules" => {
                case.variants.push(CaseVariant { label: words[1].clone(), rules: load::<V>(&words[2..], i) })
            }
            "vary" => vary(case, &base, &words[1..], i),
            _ => {
                let labels = match first.strip_prefix('@') {
                    Some(labels) => {
                        words.remove(0);
                        labels.split('|').map(String::from).collect()
                    }
                    None => vec![],
                };
                case.lines.push(Line { number: i + 1, labels, words });
            }
        }
    }
    for case in &mut cases {
        if case.variants.is_empty() {
            case.variants
                .push(CaseVariant { label: "A".into(), rules: load::<V>(std::slice::from_ref(&preset), 0) });
        }
        check_labels(case);
    }
    cases
}

/// One variant for each value of a field.
fn vary<V: Variant>(case: &mut Case<V>, base: &[String], words: &[String], line: usize) {
    let (field, values) = words.split_first().expect("vary FIELD VALUES");
    case.field = Some(field.clone());
    for value in values {
        let mut parts = value.split('+');
        let label = parts.next().unwrap_or_default().to_string();
        let mut source = base.to_vec();
        source.push(format!("{field}={label}"));
        source.extend(parts.map(String::from));
        case.variants.push(CaseVariant { label, rules: load::<V>(&source, line) });
    }
}

fn load<V: Variant>(words: &[String], line: usize) -> Arc<V::Rules> {
    let fail = |error: String| -> ! { panic!("line {}: {error}", line + 1) };
    let mut source = Source::preset(&words[0]);
    for assignment in &words[1..] {
        source.set(assignment).unwrap_or_else(|error| fail(error.to_string()));
    }
    match source.load::<V::Rules>() {
        Ok(loaded) => Arc::new(loaded.rules),
        Err(error) => fail(error.to_string()),
    }
}

/// Checks that every label is that of a variant.
fn check_labels<V: Variant>(case: &Case<V>) {
    for line in &case.lines {
        for label in &line.labels {
            let known = case.variants.iter().any(|variant| &variant.label == label);
            assert!(known, "line {}: {} has no variant {label}", line.number, case.id);
        }
    }
}
