//! Cases of single rules as text: lines of the file of cases of a family.
//!
//! | line | meaning |
//! | --- | --- |
//! | `refused PRESET FIELD=VALUE .. : TEXT` | these changes are refused, with a sentence that has this text |
//! | `idle PRESET [FIELD=VALUE ..] \| FIELD A B` | a warning says that the rule does nothing under these rules: matches are the same under both values |

use crate::game::ruleset::{FieldDoc, Limit, Ruleset, Shape, Source};

/// The lines of a file that begin with this word, without it.
pub fn lines<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = &'a str> {
    let begins = move |line: &'a str| line.strip_prefix(word)?.strip_prefix(' ');
    text.lines().filter_map(begins).map(str::trim)
}

/// Checks the lines `refused` of a file: each is refused as it says, and together they show everything that a rule demands (`fits` and `needs` of
/// its declaration) at work. No rule takes a number that its documentation does not name.
///
/// # Panics
/// It is not so.
pub fn check_refusals<R: Ruleset>(text: &str) {
    let found: Vec<String> = lines(text, "refused").map(refusal::<R>).collect();
    let is_shown = |limit: &&Limit<R>| {
        let (rule, [because, accepted]) = (format!("`{}` = ", limit.fields[0]), signs(limit));
        found.iter().any(|message| [&rule, &because, &accepted].iter().all(|part| message.contains(*part)))
    };
    let missing = R::LIMITS.iter().filter(|limit| !is_shown(limit));
    let missing: Vec<_> = missing.map(|limit| (limit.fields[0], signs(limit).concat())).collect();
    assert!(missing.is_empty(), "no line `refused` shows that these rules demand it: {missing:#?}");
    R::FIELDS.iter().for_each(refuses_extremes::<R>);
}

/// What a sentence about a contradiction has: why, or else what is accepted.
fn signs<R: Ruleset>(limit: &Limit<R>) -> [String; 2] {
    let domain = || R::FIELDS.iter().find(|doc| doc.name == limit.fields[0]).map_or("", |doc| doc.domain);
    let accepted = limit.accepted.first().map_or_else(domain, |accepted| accepted.1);
    match limit.why.is_empty() {
        true => [String::new(), format!("; accepted: {accepted}")],
        false => [limit.why.to_owned(), String::new()],
    }
}

/// The message for a line.
fn refusal<R: Ruleset>(line: &str) -> String {
    let (sets, expected) = line.split_once(" : ").unwrap_or_else(|| panic!("no ` : ` in `{line}`"));
    let mut words = sets.split_whitespace();
    let mut source = Source::preset(words.next().unwrap_or_default());
    words.for_each(|set| source.set(set).unwrap_or_else(|error| panic!("{line}: {error}")));
    let message = match source.load::<R>() {
        Ok(_) => panic!("accepted: {line}"),
        Err(error) => error.to_string(),
    };
    assert!(message.contains(expected), "{line}\n found: {message}");
    message
}

/// A number at the end of its type is refused, unless the documentation has no end there.
fn refuses_extremes<R: Ruleset>(field: &FieldDoc) {
    let (shape, len) = match field.shape {
        Shape::OrNone(shape) => (*shape, 0),
        Shape::List { item, len } => (*item, len),
        shape => (shape, 0),
    };
    let Shape::Whole { least, most } = shape else { return };
    let end = most.to_string();
    let is_open = ["or more", "at least", &end].iter().any(|words| field.domain.contains(words));
    let ends = [Some(most).filter(|_| !is_open), Some(least).filter(|&least| least < 0)];
    for end in ends.into_iter().flatten() {
        let value =
            if len == 0 { end.to_string() } else { format!("[{}]", vec![end.to_string(); len].join(",")) };
        let mut source = Source::preset(R::PRESETS[0].id);
        source.set(&format!("{}={value}", field.name)).expect("a number");
        let refused = source.load::<R>().is_err();
        assert!(refused, "`{}` = {value} is accepted, which is not {}", field.name, field.domain);
    }
}
