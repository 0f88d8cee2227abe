//! Rules that a log names one by one.

use crate::logs::model::LogMatch;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::{AsTable, Preset, Ruleset, Source, value_text};
use hyakuman_riichi::RiichiRules;
use serde_json::{Value, json};
use std::fmt;

/// How many rules that are not supported a warning names.
const MOST_NAMED: usize = 12;

/// How many changes to a ruleset are read from a log.
const MOST_SETS: usize = 128;

/// How many of them may contradict the others; after that no more are tried at a time.
const MOST_REFUSED: usize = 8;

/// Rules that a log names one by one, and those that it names and this program does not have. Readers of all formats fill it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NamedRules {
    /// The ruleset of this program that all others differ from, in its own logs; otherwise it is that of the site.
    pub preset: Option<String>,
    /// Changes to the ruleset, `key=value`; of a key the last counts. They may change a rule to what it is already.
    pub sets: Vec<String>,
    /// What is set and not supported, each as the log or its site names it. People are warned of it.
    pub unsupported: Vec<String>,
}

impl NamedRules {
    /// The key of [`NamedRules::to_json`] in written logs, which other programs ignore: of `rule` in tenhou.net/6, of `start_game` in mjai.
    pub(crate) const KEY: &str = "hyakuman";

    /// Adds a rule with its value as a rules file has it: `uma`, `[15, 5, -5, -15]`; names without quotation marks.
    pub(crate) fn set(&mut self, key: &str, value: impl fmt::Display) {
        self.sets.push(format!("{key}={value}"));
    }

    /// Adds what is set and not supported.
    pub(crate) fn unsupported(&mut self, what: impl Into<String>) {
        self.unsupported.push(what.into());
    }

    /// All rules of a match of this program: the nearest ruleset, and what differs from it.
    pub(crate) fn of(rules: &RiichiRules) -> NamedRules {
        let presets = || {
            let all = RiichiRules::PRESETS.iter().map(|preset| (preset.id, (preset.rules)()));
            all.filter(|(_, preset)| preset.players == rules.players)
        };
        let same = presets().find(|(_, preset)| preset == rules).map(|(id, _)| (id, Vec::new()));
        let nearest = || presets().map(|(id, preset)| (id, differences(&preset, rules)));
        let nearest = same.or_else(|| nearest().min_by_key(|(_, sets)| sets.len()));
        let (preset, sets) = nearest.map_or((None, Vec::new()), |(id, sets)| (Some(id.to_owned()), sets));
        NamedRules { preset, sets, unsupported: Vec::new() }
    }

    /// What a written log says of them, an object with `ruleset` and `set`; `None` if there is nothing to say.
    pub(crate) fn to_json(&self) -> Option<Value> {
        let said = self.preset.is_some() || !self.sets.is_empty();
        said.then(|| json!({"ruleset": self.preset, "set": self.sets}))
    }

    /// Reads [`NamedRules::to_json`]. A ruleset that does not exist is not supported, with all changes to it.
    pub(crate) fn read(value: &Value) -> NamedRules {
        let mut named = NamedRules::default();
        let preset = value.get("ruleset").and_then(Value::as_str);
        if let Some(unknown) = preset.filter(|name| RiichiRules::preset(name).is_none()) {
            named.unsupported(format!("the ruleset `{}`", excerpt(unknown)));
            return named;
        }
        let sets = value.get("set").and_then(Value::as_array).into_iter().flatten();
        named.preset = preset.map(str::to_owned);
        named.sets = sets.filter_map(Value::as_str).take(MOST_SETS).map(str::to_owned).collect();
        named
    }

    /// The preset with these rules, and those that do not fit: they contradict the others, or do not exist.
    pub(crate) fn applied(&self, preset: &Preset<RiichiRules>) -> (RiichiRules, Vec<String>) {
        let load = |fits: &[bool]| {
            let mut source = Source::preset(preset.id);
            let mut fitting = self.sets.iter().zip(fits).filter(|(_, fits)| **fits);
            fitting.try_for_each(|(set, _)| source.set(set))?;
            source.load::<RiichiRules>().map(|loaded| loaded.rules)
        };
        let mut fits = vec![true; self.sets.len()];
        if let Ok(rules) = load(&fits) {
            return (rules, Vec::new());
        }
        fits.fill(false);
        // What contradicts the preset alone may fit with a later one: `renchan=None` with `agari_yame=Off`.
        while self.fit_more(&mut fits, |fits| load(fits).is_ok()) {}
        let refused = self.sets.iter().zip(&fits).filter(|(_, fits)| !**fits);
        let refused = refused.map(|(set, _)| format!("`{set}`")).collect();
        (load(&fits).unwrap_or_else(|_| (preset.rules)()), refused)
    }

    /// Adds each change that is accepted with those that fit already; whether there are any.
    fn fit_more(&self, fits: &mut [bool], accepted: impl Fn(&[bool]) -> bool) -> bool {
        let (mut more, mut refused) = (false, 0);
        for at in 0..fits.len() {
            if !fits[at] && refused < MOST_REFUSED {
                fits[at] = true;
                fits[at] = accepted(fits);
                more |= fits[at];
                refused += usize::from(!fits[at]);
            }
        }
        more
    }
}

/// The warning that a log sets rules that are not supported, `refused` among them.
pub(crate) fn warning(log: &LogMatch, refused: &[String]) -> Option<String> {
    let all = [&log.rules.named.unsupported[..], refused].concat();
    let mut shown: Vec<String> = all.iter().take(MOST_NAMED).map(|what| excerpt(what).to_string()).collect();
    shown.extend((all.len() > MOST_NAMED).then(|| "…".to_owned()));
    let shown = shown.join(", ");
    (!all.is_empty())
        .then(|| format!("the log sets rules that are not supported: {shown}; it is replayed without them"))
}

/// What differs from a preset, as `key=value`.
pub(crate) fn differences(preset: &RiichiRules, found: &RiichiRules) -> Vec<String> {
    let (preset, found) = (preset.to_table(), found.to_table());
    let differing = found.iter().filter(|(key, value)| preset.get(key.as_str()) != Some(*value));
    differing.map(|(key, value)| format!("{key}={}", value_text(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_alone_fits_with_a_later_one() {
        let preset = RiichiRules::preset("tenhou").expect("a preset");
        let sets = [
            "renchan=None",
            "unknown=1",
            "dora_kan=false",
            "agari_yame=Off",
            "tenpai_yame=Off",
            "dora_kan_ura=false",
        ];
        let named = NamedRules { sets: sets.map(str::to_owned).into(), ..NamedRules::default() };
        let (rules, refused) = named.applied(preset);
        assert_eq!(refused, ["`unknown=1`"]);
        let found = differences(&(preset.rules)(), &rules);
        assert_eq!(found.len(), sets.len() - 1, "{found:?}");
    }
}
