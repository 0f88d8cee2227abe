//! Rules drawn at random: for every rule the values worth trying, and only rules that do not contradict each other.

use hyakuman_core::Rng;
use hyakuman_core::game::ruleset::{Ruleset, Source};
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::rules::LocalYakuSet;
use std::sync::{Arc, LazyLock};

/// The values to draw are those of its cases (`vary FIELD ..`), and others (`values FIELD ..`); `+` joins rules that are only valid together.
const KNOBS: &str = include_str!("knobs.txt");

/// One ruleset, and the text that gives it on the command line.
pub(crate) struct Variation {
    pub(crate) rules: Arc<RiichiRules>,
    pub(crate) source: String,
}

impl Variation {
    /// Draws a value for about half of the rules, in random order, and keeps those that are valid.
    pub(crate) fn draw<const N: usize>(number: u64) -> Variation {
        let mut rng = Rng::from_seed(number);
        let base = bases::<N>();
        let base = base[rng.below(base.len() as u32) as usize];
        let mut fields: Vec<&Vec<String>> = values::<N>().iter().collect();
        let mut sets: Vec<String> = Vec::new();
        while !fields.is_empty() {
            let words = fields.swap_remove(rng.below(fields.len() as u32) as usize);
            let value = &words[1 + rng.below(words.len() as u32 - 1) as usize];
            let before = sets.len();
            sets.extend(self::sets(&words[0], value));
            if rng.below(2) == 0 || load(base, &sets).is_none() {
                sets.truncate(before);
            }
        }
        let rules = Arc::new(load(base, &sets).expect("every step fitted"));
        Variation { rules, source: format!("{base} {}", sets.join(" ")) }
    }
}

/// The rulesets that drawn rules differ from.
fn bases<const N: usize>() -> &'static [&'static str] {
    match N {
        3 => &["tenhou-sanma", "mahjongsoul-sanma", "tenhou-sanma-east"],
        _ => &["tenhou", "mahjongsoul", "tenhou-east", "shura"],
    }
}

/// The rules, each with the values to draw for this number of players. A value that contradicts those drawn before it is dropped.
pub(crate) fn values<const N: usize>() -> &'static [Vec<String>] {
    static OF_FOUR: LazyLock<Vec<Vec<String>>> = LazyLock::new(all_values::<4>);
    static OF_THREE: LazyLock<Vec<Vec<String>>> = LazyLock::new(all_values::<3>);
    if N == 3 { &OF_THREE } else { &OF_FOUR }
}

fn all_values<const N: usize>() -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> =
        RiichiRules::FIELDS.iter().map(|field| vec![field.name.to_owned()]).collect();
    let mut of_case = String::new(); // What its values may need, joined.
    for line in KNOBS.lines() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("case"), _) => of_case.clear(),
            (Some("base"), _) => of_case = words.map(|set| format!("+{set}")).collect(),
            (Some("vary" | "values"), Some(name)) => {
                let rule = all.iter_mut().find(|rule| rule[0] == name).unwrap_or_else(|| panic!("{line}"));
                for value in words {
                    let ways = [value.to_owned(), format!("{value}{of_case}")];
                    let fits = |value: &String| {
                        bases::<N>().iter().any(|base| load(base, &sets(name, value)).is_some())
                    };
                    rule.extend(ways.into_iter().find(fits).filter(|value| !rule.contains(value)));
                }
            }
            _ => {}
        }
    }
    all.iter_mut().filter(|rule| rule[0] == "local_yaku").for_each(|rule| rule.extend(local_yaku()));
    all.retain(|rule| rule.len() > 1);
    all
}

/// A value of a rule, and those of the rules that are joined to it.
fn sets(name: &str, value: &str) -> Vec<String> {
    format!("{name}={value}").split('+').map(String::from).collect()
}

/// Lists of four local yaku that together have all.
fn local_yaku() -> Vec<String> {
    let names: Vec<String> = LocalYakuSet::ALL.iter().map(|local| format!("{local:?}")).collect();
    names.chunks(4).map(|names| format!("[{}]", names.join(","))).collect()
}

pub(crate) fn load(base: &str, sets: &[String]) -> Option<RiichiRules> {
    let mut source = Source::preset(base);
    sets.iter().for_each(|set| source.set(set).expect("key=value"));
    source.load().map(|loaded| loaded.rules).ok()
}
