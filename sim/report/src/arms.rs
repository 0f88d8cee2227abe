//! The arms of a comparison: their names, what they change, what the agents know of it.

use hyakuman_agents::{Knowledge, Spec};
use hyakuman_arena::compare::{ArmResult, Changes, Compared};
use hyakuman_core::game::ruleset::{Difference, value_text};

/// Most characters of a value in a list of changes.
const VALUE: usize = 60;

/// The base and every arm with its number: by name, without the words that all arms have, in at most so many characters. No two are the
/// same.
pub(crate) fn labels(compared: &Compared, most: usize) -> Vec<String> {
    let names: Vec<Vec<String>> = compared.arms.iter().map(words).collect();
    let arms = short_names(&names, most.saturating_sub(3)).into_iter().enumerate();
    ["base".to_owned()].into_iter().chain(arms.map(|(at, name)| format!("{:>2} {name}", at + 1))).collect()
}

/// The name of an arm that is not made of its changes; `None` if it is.
pub(crate) fn given_name(arm: &ArmResult) -> Option<&str> {
    let first = words(arm).into_iter().next()?;
    (!first.contains('=') && first != arm.rules.id).then_some(&arm.name)
}

/// The rules in which an arm differs from the base, each with both values.
pub(crate) fn changes(arm: &ArmResult) -> impl Iterator<Item = String> {
    arm.changes.differences.iter().map(|Difference { field, a, b }| {
        let [a, b] = [a, b].map(brief);
        format!("{field} = {b} (base: {a})")
    })
}

/// How each agent plays by the rules that differ in some arm: `exactly: kuitan; not at all: uma`.
pub(crate) fn knowledge(agents: &[Spec], arms: &[&Changes]) -> Vec<(String, String)> {
    let known = known(arms);
    let levels = |at: usize| {
        let rules = |level: Knowledge| -> Vec<&str> {
            known.iter().filter(|(_, agents)| agents[at] == level).map(|(rule, _)| rule.as_str()).collect()
        };
        let levels = Knowledge::ALL.into_iter().map(|level| (level, rules(level)));
        let levels = levels.filter(|(_, rules)| !rules.is_empty());
        levels
            .map(|(level, rules)| format!("{}: {}", level.words(), rules.join(", ")))
            .collect::<Vec<_>>()
            .join("; ")
    };
    if known.is_empty() {
        Vec::new()
    } else {
        agents.iter().enumerate().map(|(at, agent)| (agent.to_string(), levels(at))).collect()
    }
}

/// What is said of each agent by [`knowledge`] as sentences: those of whom the same is said together.
pub(crate) fn played_by(levels: &[(String, String)]) -> Vec<String> {
    let said = together(levels.iter().map(|(agent, text)| (&**agent, text.clone())));
    let sentence = |(text, agents): (String, Vec<&str>)| {
        let plays = if agents.len() == 1 { "plays" } else { "play" };
        format!("{} {plays} by the changes {text}", agents.join(", "))
    };
    said.into_iter().map(sentence).collect()
}

/// What is said of each, once, with those of whom it is said.
pub(crate) fn together<'a>(all: impl Iterator<Item = (&'a str, String)>) -> Vec<(String, Vec<&'a str>)> {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for (of, text) in all {
        match said.iter_mut().find(|(other, _)| *other == text) {
            Some((_, all)) if all.contains(&of) => {}
            Some((_, all)) => all.push(of),
            None => said.push((text, vec![of])),
        }
    }
    said
}

/// The rules that differ in some arm, each once, with what the agents know of it; with the arms where they know it of some only.
fn known<'a>(arms: &[&'a Changes]) -> Vec<(String, &'a [Knowledge])> {
    let mut rules: Vec<(&'static str, &[Knowledge], Vec<&str>)> = Vec::new();
    for arm in arms {
        for (rule, agents) in arm.knowledge() {
            match rules.iter_mut().find(|(other, of, _)| *other == rule && *of == agents) {
                Some((.., arms)) => arms.push(&arm.arm),
                None => rules.push((rule, agents, vec![&arm.arm])),
            }
        }
    }
    let is_alone = |rule: &str| rules.iter().filter(|(other, ..)| *other == rule).count() == 1;
    let name = |rule: &str, arms: &[&str]| match (is_alone(rule), arms) {
        (true, _) => rule.to_owned(),
        (_, [arm]) => format!("{rule} (arm {arm})"),
        _ => format!("{rule} (arms {})", arms.join(" ")),
    };
    rules.iter().map(|(rule, agents, arms)| (name(rule, arms), *agents)).collect()
}

/// A value in a few words: of a list of tables their number and names, as of the yaku of a file.
fn brief(value: &hyakuman_core::game::ruleset::toml::Value) -> String {
    let names = names_of(value);
    match names.is_empty() {
        true => value_text(value),
        false => shortened(&format!("{}: {}", names.len(), names.join(", ")), VALUE),
    }
}

fn names_of(value: &hyakuman_core::game::ruleset::toml::Value) -> Vec<&str> {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(|item| item.get("name")?.as_str()).collect()
}

/// The words of the name of an arm: it is parted at spaces outside of brackets and quotes. A list of tables is one by its names.
fn words(arm: &ArmResult) -> Vec<String> {
    let (mut words, mut depth, mut quote) = (vec![String::new()], 0_i32, None);
    for letter in arm.name.chars() {
        match (quote, letter) {
            (Some(open), _) => quote = Some(open).filter(|&open| open != letter),
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth -= 1,
            _ => {}
        }
        match letter == ' ' && quote.is_none() && depth <= 0 {
            true => words.push(String::new()),
            false => words.last_mut().expect("a word").push(letter),
        }
    }
    words.into_iter().filter(|word| !word.is_empty()).map(|word| by_names(word, arm)).collect()
}

/// A change to a list of tables, by their names.
fn by_names(word: String, arm: &ArmResult) -> String {
    let Some((key, _)) = word.split_once('=') else { return word };
    let names = arm.changes.differences.iter().find(|rule| rule.field == key.trim());
    let names = names.map_or(Vec::new(), |rule| names_of(&rule.b));
    if names.is_empty() { word } else { format!("{}={}", key.trim(), names.join(",")) }
}

/// Names of at most so many characters that differ from each other, from the words of each.
fn short_names(names: &[Vec<String>], most: usize) -> Vec<String> {
    let with = |word: &String| names.iter().filter(|name| name.contains(word)).count();
    let short = |name: &Vec<String>| {
        let mut words: Vec<&String> = name.iter().filter(|word| with(word) < names.len()).collect();
        if words.is_empty() {
            words.extend(name);
        }
        let whole = words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        if whole.chars().count() > most {
            words.sort_by_key(|word| with(word)); // what few have comes first
        }
        words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
    };
    let long: Vec<String> = names.iter().map(short).collect();
    let shown = |name: &String| shortened(name, most);
    let cut = |name: &String| {
        let like = long.iter().filter(|other| *other != name && shown(other) == shown(name));
        let same = like.map(|other| common_start(name, other)).max();
        same.map_or_else(|| shown(name), |same| shortened(&format!("…{}", &name[same..]), most))
    };
    long.iter().map(cut).collect()
}

/// The number of bytes with which both texts begin.
fn common_start(one: &str, other: &str) -> usize {
    let pairs = one.char_indices().zip(other.chars());
    pairs.take_while(|((_, a), b)| a == b).last().map_or(0, |((at, a), _)| at + a.len_utf8())
}

/// The first characters of a long text.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        let names: Vec<Vec<String>> =
            names.iter().map(|name| name.split(' ').map(str::to_owned).collect()).collect();
        short_names(&names, 24)
    }

    #[test]
    fn short_names_differ() {
        let one = names(&["kuitan=false tobi=Off", "kuitan=false tobi=Below0"]);
        assert_eq!(one, ["tobi=Off", "tobi=Below0"]);
        let many = names(&[
            "kuitan=false",
            "start_points=30000 reference_points=30000 uma=[10,5,-5,-10]",
            "start_points=30000 reference_points=30000 uma=[30,10,-10,-30]",
        ]);
        assert_eq!(many, ["kuitan=false", "uma=[10,5,-5,-10] start…", "uma=[30,10,-10,-30] sta…"]);
        let long = names(&["yaku=Uumensai,Sanrenkou,Kanburi", "yaku=Uumensai,Sanrenkou,Ishi"]);
        assert_eq!(long, ["…Kanburi", "…Ishi"]);
        assert_eq!(names(&["mleague"]), ["mleague"]);
    }
}
