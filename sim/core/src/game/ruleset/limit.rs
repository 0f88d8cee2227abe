//! What a rule demands of itself and of others.

use super::{Conflict, Ruleset, value_text};

/// What a rule demands: values that it may have, or how it goes with other rules.
#[derive(Clone, Copy, Debug)]
pub struct Limit<R: 'static> {
    /// The rule, then those that it depends on.
    pub fields: &'static [&'static str],
    /// Whether the rules meet it.
    pub fits: fn(&R) -> bool,
    /// Why they contradict each other otherwise; empty if what is accepted explains it.
    pub why: &'static str,
    /// For each rule whose change may mend it, what is accepted while the others stay as they are; none: what the documentation of the
    /// rule says.
    pub accepted: &'static [(&'static str, &'static str)],
}

impl<R: Ruleset> Limit<R> {
    /// What contradicts it.
    pub fn conflict(&self, rules: &R) -> Conflict {
        let table = rules.to_table();
        let domain = R::FIELDS.iter().filter(|doc| self.accepted.is_empty() && doc.name == self.fields[0]);
        let domain = domain.map(|doc| (doc.name, doc.domain));
        let accepted = self.accepted.iter().copied().chain(domain);
        Conflict {
            fields: self.fields,
            values: self.fields.iter().map(|&name| (name, value_text(&table[name]))).collect(),
            why: self.why,
            accepted: accepted.map(|(name, accepted)| (name, accepted.to_owned())).collect(),
        }
    }
}

/// Every limit of the family that the rules do not meet.
pub fn beyond<R: Ruleset>(rules: &R) -> Vec<Conflict> {
    R::LIMITS.iter().filter(|limit| !(limit.fits)(rules)).map(|limit| limit.conflict(rules)).collect()
}
