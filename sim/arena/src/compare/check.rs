//! What is refused before anything is played.

use super::{Arm, CompareOptions, MOST_ARMS};
use crate::error::{Error, given};
use crate::experiment::Stop;
use crate::lineup::Lineup;
use hyakuman_registry::AnyRules;

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
    let CompareOptions { arms, pairs, stop, .. } = options;
    if *pairs && arms.len() == 1 {
        let sentence = "one arm has no pairs: name several arms, or leave out --pairs";
        return Err(Error::Usage(sentence.into()));
    }
    if *stop == Stop::Verdict && options.equal_within.is_empty() {
        let sentence = "--until verdict waits for verdicts: name at least one --equal-within MEASURE=BOUND";
        return Err(Error::Usage(sentence.into()));
    }
    options.kept().check(stop, "matches", "--until and --for")
}

pub(super) fn different_games(base: &AnyRules, arm: &Arm) -> Error {
    let (arm, base) = (&arm.name, base.id());
    Error::Usage(format!(
        "{arm} is not the same game as {base}: only rulesets of one family and number of seats can be compared"
    ))
}
