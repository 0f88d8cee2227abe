//! Rules that fit together, but of which one does nothing, or not what it seems to say.

use super::load::{Entry, Source};
use super::{Problem, Ruleset, value_text};
use toml::{Table, Value};

/// A rule that is accepted and does not do what it seems to say.
#[derive(Clone, Copy, Debug)]
pub struct Warning<R: 'static> {
    /// The rule.
    pub rule: &'static str,
    /// When it is so, and what is played.
    pub reason: &'static Reason<R>,
}

/// Why a rule does not do what it seems to say.
#[derive(Clone, Copy, Debug)]
pub struct Reason<R: 'static> {
    /// Whether it is so under these rules.
    pub when: fn(&R) -> bool,
    /// What is played, after "`rule` = value ".
    pub says: &'static str,
    /// Rules whose change brings it about although the rule concerned has the value of the base. Usually none: a rule of
    /// the base that a change leaves unused is no surprise.
    pub causes: &'static [&'static str],
}

/// Declares reasons that several rules have: `NAME if CONDITION => "has no effect: .." by cause, cause;`. Without causes the rules have no effect
/// if they are written, and the text names what makes them so.
#[macro_export]
macro_rules! reasons {
    ($rules:ident, $r:ident: $($name:ident if $when:expr => $says:literal $(by $($cause:ident),+)?;)+) => {
        $(pub(super) const $name: $crate::game::ruleset::Reason<$rules> = $crate::game::ruleset::Reason {
            when: |$r| $when,
            says: $says,
            causes: &[$($(stringify!($cause)),+)?],
        };)+
    };
}

impl Source {
    /// What these rules do not do although it is written. `base` are the rules of the preset; a preset itself has no warnings,
    /// nor has a data set.
    pub(super) fn warnings<R: Ruleset>(&self, rules: &R, base: &Table) -> Vec<Problem> {
        let table = rules.to_table();
        let apply = R::WARNINGS.iter().filter(|warning| (warning.reason.when)(rules));
        let told = apply.filter_map(|&Warning { rule: name, reason }| {
            let entry = self.written::<R>(name, base).or_else(|| {
                reason
                    .causes
                    .iter()
                    .filter_map(|cause| self.written::<R>(cause, base))
                    .max_by_key(|entry| entry.at)
            })?;
            let message = format!("`{name}` = {} {}", value_text(&table[name]), reason.says);
            (!asks_nothing(&table[name])).then(|| (entry.at, Problem { place: entry.place.clone(), message }))
        });
        let mut told: Vec<_> = told.collect();
        let is_preset = || R::PRESETS.iter().any(|preset| (preset.rules)() == *rules);
        if told.is_empty() || self.complete || is_preset() {
            return Vec::new();
        }
        told.sort_by_key(|(at, _)| *at);
        told.into_iter().map(|(_, problem)| problem).collect()
    }

    /// Where a rule was written. A file that lists every rule, as `rules show` prints it, writes those that differ from the base.
    fn written<R: Ruleset>(&self, name: &str, base: &Table) -> Option<&Entry> {
        let listed = |name: &str| self.entries.iter().rfind(|entry| entry.key == name);
        let all = || R::FIELDS.iter().all(|field| listed(field.name).is_some());
        listed(name).filter(|entry| base[name] != entry.value || !all())
    }
}

/// Whether a value switches its rule off, so that nothing is expected of it.
fn asks_nothing(value: &Value) -> bool {
    super::shape::says_no(value) || value.as_array().is_some_and(Vec::is_empty)
}
