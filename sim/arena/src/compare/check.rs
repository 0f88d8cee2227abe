//! What is refused before anything is played.

use super::{Arm, CompareOptions, MOST_ARMS, Seated};
use crate::error::{Error, given};
use crate::grid::Stop;
use crate::lineup::Lineup;
use hyakuman_games::registry::AnyRules;
use std::mem;

/// Checks that every arm is different.
pub(super) fn arms(base: &AnyRules, arms: &[Arm]) -> Result<(), Error> {
    let count = arms.len();
    if !(1..=MOST_ARMS).contains(&count) {
        return Err(Error::Usage(format!("a comparison needs 1 to {MOST_ARMS} arms; {}", given(count))));
    }
    let (of_base, described) = (base.describe(), arms.iter().map(|arm| arm.rules.describe()));
    let mut hashes: Vec<u64> = Vec::new();
    for (arm, described) in arms.iter().zip(described) {
        if described.family == of_base.family && described.hash == of_base.hash {
            return Err(Error::Usage(same_as_base(arm, base, count)));
        }
        if let Some(earlier) = hashes.iter().position(|&hash| hash == described.hash) {
            let [arm, earlier] = [&arm.name, &arms[earlier].name];
            return Err(Error::Usage(format!(
                "the arms {earlier} and {arm} have the same rules: name one of them"
            )));
        }
        hashes.push(described.hash);
    }
    Ok(())
}

fn same_as_base(arm: &Arm, base: &AnyRules, count: usize) -> String {
    let base = base.id();
    if count == 1 {
        return format!("the variant has the same rules as {base}: name another --variant, or change a rule");
    }
    format!("the arm {} has the same rules as {base}: leave it out, the base is played anyway", arm.name)
}

/// Checks that the agents of an arm are seated as those of the base.
pub(super) fn seating(base: &Lineup, arm: &Lineup, name: &str) -> Result<(), Error> {
    if arm.is_seated_like(base) {
        return Ok(());
    }
    let [own, base] = [arm, base].map(|lineup| lineup.names().join(" | "));
    Err(Error::Usage(format!(
        "under {name} the agents are {own}, under the base {base}: the same seats must have equal agents under both"
    )))
}

/// Checks that the options fit together.
pub(super) fn options(options: &CompareOptions) -> Result<(), Error> {
    let CompareOptions { arms, pairs, plan, .. } = options;
    if *pairs && arms.len() == 1 {
        let sentence = "one arm has no pairs: name several arms, or leave out --pairs";
        return Err(Error::Usage(sentence.into()));
    }
    if matches!(plan.stop, Stop::Test(_)) {
        let sentence = "a sequential test is of two agents: play a match between them";
        return Err(Error::Usage(sentence.into()));
    }
    if plan.stop == Stop::Verdict && options.equal_within.is_empty() {
        let sentence = "--until verdict waits for verdicts: name at least one --equal-within MEASURE=BOUND";
        return Err(Error::Usage(sentence.into()));
    }
    if !options.tables.is_empty() && arms.iter().any(|arm| arm.agents.is_some()) {
        let sentence = "agents adapted to each ruleset play at one table: name no other";
        return Err(Error::Usage(sentence.into()));
    }
    plan.check("matches", "--until and --for")
}

/// Checks that a table has other agents than those before it.
pub(super) fn another_table<'a>(
    mut before: impl Iterator<Item = &'a Lineup>,
    lineup: &Lineup,
) -> Result<(), Error> {
    let names = lineup.names().join(",");
    match before.any(|other| other.named() == lineup.named()) {
        true => Err(Error::Usage(format!("the table {names} is named twice: name each table once"))),
        false => Ok(()),
    }
}

/// Checks that the primary measures of a table are those of the first one: effects on them are compared.
pub(super) fn same_measures(first: &Seated<'_>, table: &Seated<'_>) -> Result<(), Error> {
    let mut both = first.primary.iter().zip(&table.primary);
    let differ = both.find(|(a, b)| {
        a.measure != b.measure || mem::discriminant(&a.subject) != mem::discriminant(&b.subject)
    });
    differ.map_or(Ok(()), |(first, there)| {
        let names = table.lineup.names().join(",");
        Err(Error::Usage(format!(
            "table {names}: {there} there is not {first} of the first table: name the measure of a seat, such as seat0.rank_points, or of the table"
        )))
    })
}

pub(super) fn different_games(base: &AnyRules, arm: &Arm) -> Error {
    let (arm, base) = (&arm.name, base.id());
    Error::Usage(format!(
        "{arm} is not the same game as {base}: only rulesets of one family and number of seats can be compared"
    ))
}
