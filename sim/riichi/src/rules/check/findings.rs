//! The contradictions found, and the text of what would be accepted.

use crate::rules::RiichiRules;
use hyakuman_core::game::ruleset::{AsTable, Conflict, value_text};

/// The contradictions found so far in the rules.
pub(super) struct Findings<'a> {
    rules: &'a RiichiRules,
    pub(super) conflicts: Vec<Conflict>,
}

/// A field and what would be accepted for it if all others stay; none if nothing would.
pub(super) type Way = (&'static str, Option<String>);

impl<'a> Findings<'a> {
    /// No contradiction yet.
    pub(super) fn of(rules: &'a RiichiRules) -> Findings<'a> {
        Findings { rules, conflicts: Vec::new() }
    }

    /// Several rules that contradict each other if not `ok`: `why`, and every single change that would be accepted.
    pub(super) fn require<const N: usize>(
        &mut self,
        ok: bool,
        fields: &'static [&'static str],
        why: &'static str,
        ways: [Way; N],
    ) {
        if !ok {
            let accepted =
                ways.into_iter().filter_map(|(field, accepted)| Some((field, accepted?))).collect();
            let value = |&field: &&'static str| (field, value_text(&self.rules.to_table()[field]));
            let values = fields.iter().map(value).collect();
            self.conflicts.push(Conflict { fields, values, why, accepted });
        }
    }
}

/// Words or numbers that are accepted.
pub(super) fn word(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Whole numbers that are accepted.
pub(super) fn range(least: impl Into<i64>, most: impl Into<i64>) -> Option<String> {
    let (least, most) = (least.into(), most.into());
    match most - least {
        ..0 => None,
        0 => Some(least.to_string()),
        _ => Some(format!("{least} to {most}")),
    }
}

/// Points that are accepted: multiples of `unit` in a range, of which `least` is one.
pub(super) fn points_range(unit: i64, least: impl Into<i64>, most: impl Into<i64>) -> Option<String> {
    let (least, most) = (least.into(), most.into());
    let most = most - most.rem_euclid(unit);
    match most - least {
        0 => Some(least.to_string()),
        _ => range(least, most).map(|range| format!("a multiple of {unit}, {range}")),
    }
}
