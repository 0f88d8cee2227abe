//! The match as a file, once it is over.

use crate::play::refusal::Refusal;
use hyakuman_games::registry::AnyRules;
use hyakuman_games::viewer::{Format, Heading, PlayedMatch, formats, unsupported};

/// The formats of matches under these rules, by name.
pub(crate) fn supported(rules: &AnyRules) -> Vec<&'static str> {
    names(rules, |format| unsupported(rules, format).is_none())
}

/// The type of a file and its text.
pub(crate) fn file(
    format: &str,
    played: &PlayedMatch<'_>,
    heading: &Heading,
) -> Result<(&'static str, String), Refusal> {
    let known = formats(played.rules).into_iter().find(|known| known.name() == format);
    let Some(format) = known else {
        return Err(Refusal::NoFormat(names(played.rules, |_| true)));
    };
    if let Some(rule) = unsupported(played.rules, format) {
        return Err(Refusal::NoMatches(rule));
    }
    let sort = match format {
        Format::Html => "text/html; charset=utf-8",
        Format::Tenhou6 => "application/json",
        Format::Mjai | Format::Text => "text/plain; charset=utf-8",
    };
    played.written(format, heading).map(|text| (sort, text)).map_err(|_| Refusal::NoFile)
}

fn names(rules: &AnyRules, is_meant: impl Fn(Format) -> bool) -> Vec<&'static str> {
    let meant = formats(rules).into_iter().filter(|format| is_meant(*format));
    let mut names: Vec<_> = meant.map(Format::name).collect();
    names.sort_unstable();
    names
}
