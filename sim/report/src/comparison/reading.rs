//! How a comparison ended, and how to read it, in sentences.

use crate::effects::{SHORT, name};
use hyakuman_analysis::few::{ENOUGH_CHANGED, FEWEST_CHANGED};
use hyakuman_analysis::figures::{decimals, few_of_rates, grouped, read_as};
use hyakuman_analysis::{Adjustment, Level, anytime, equivalence};
use hyakuman_arena::compare::Compared;
use hyakuman_arena::estimand::Target;
use hyakuman_arena::{Ending, Stop};

/// How to read the tables "at table 2 less at table 1".
const INTERACTIONS: &str = "At another table less at table 1: what the arm does there less what it does at table 1, on the same walls; a measure of a player is \
    that of the agent named first. Above zero the arm raises the measure more there. Its p is adjusted over these differences. docs/compare.md";

/// Why it stopped, if that was not fixed.
pub(super) fn stopped(compared: &Compared, stop: &Stop) -> Option<String> {
    let (walls, matches) = (grouped(compared.walls as f64, 0), compared.matches);
    match (stop, compared.ending) {
        (_, Ending::Time(time)) => Some(format!(
            "stopped after {} s at {walls} walls: how many depends on the machine. The same result: --games {matches} --anytime",
            time.as_secs()
        )),
        (Stop::Verdict, Ending::Verdict) => {
            Some(format!("stopped after {walls} walls: every verdict is known"))
        }
        (Stop::Verdict, _) => {
            Some(format!("not every verdict is known after {walls} walls: give more --max-games"))
        }
        (Stop::Until { measure, half }, ending) => {
            let target = Target::read(measure, &compared.known()).ok()?;
            let (scale, _) = read_as(target.measure.unit);
            let wanted = format!("± {} for {}", scale * half.value(), name(compared, &target, SHORT));
            Some(match ending {
                Ending::Precision => format!("stopped after {walls} walls: {wanted} is reached in every arm"),
                Ending::Same => format!(
                    "stopped after {walls} walls: {} is the same on all of them{}",
                    name(compared, &target, SHORT),
                    missed(compared, ": at most ", " of walls change it")
                ),
                _ => format!("{wanted} is not reached after {walls} walls: give more --max-games"),
            })
        }
        _ => None,
    }
}

/// How to read the differences.
pub(super) fn reading(compared: &Compared, stop: &Stop) -> Vec<String> {
    let interval = match compared.level {
        Level::Fixed => "± is half of its 95 % confidence interval".to_owned(),
        Level::Anytime { differences: 1 } => {
            "± is half of a 95 % interval that holds however often one looks".to_owned()
        }
        Level::Anytime { .. } => {
            format!(
                "± is half of a 95 % interval that holds however often one looks, for all {} together",
                every_arm(compared)
            )
        }
    };
    let few = match compared.level {
        Level::Fixed => format!(
            "\"few\": too few walls to judge. Fewer than {ENOUGH_CHANGED} gained or lost such events, and the interval contains zero; or an \
             average changed on fewer than {FEWEST_CHANGED}, and has none, as if it changed by the same amount on all.{}",
            waits(stop)
        ),
        Level::Anytime { .. } => format!(
            "\"few\": too few walls to judge, fewer than {} that changed, or gained or lost such events. There is no interval then, nor if a \
             measure changed by the same amount on all.",
            anytime::FEWEST
        ),
    };
    let differences = [
        format!(
            "Differences are variant minus base, in percentage points for shares; {interval}, -a +b are its halves if they differ. {few} \"the same\" or –: no \
             difference on any wall{}; {}. Seat 0 deals first.",
            missed(compared, ", so that at most ", " of walls have one"),
            few_of_rates()
        ),
        marks(compared),
    ];
    let interactions = (!compared.others.is_empty()).then(|| INTERACTIONS.to_owned());
    differences.into_iter().chain(equal_within(compared)).chain(apart(compared)).chain(interactions).collect()
}

/// What may have been missed where no wall changed, between these words; nothing after too few walls.
fn missed(compared: &Compared, before: &str, after: &str) -> String {
    let most = compared.level.most_missed(compared.walls).map(|share| 100.0 * share);
    most.map_or(String::new(), |percent| {
        format!("{before}{} %{after} (95 %)", grouped(percent, decimals(percent)))
    })
}

/// Why the intervals may be narrower than asked for.
fn waits(stop: &Stop) -> String {
    match stop {
        Stop::Until { .. } => format!(
            " --until waits until every arm changed {} walls: with an arm that changes few that takes more of them than the width asked for.",
            anytime::FEWEST
        ),
        _ => String::new(),
    }
}

/// What the verdicts say.
fn equal_within(compared: &Compared) -> Option<String> {
    let count = compared.bounds.len() * compared.arms.len();
    let found = compared.arms[0].equivalence.first()?;
    Some(equivalence::explanation(found, count, compared.level.validity()) + ".")
}

/// What the columns of the agents apart say.
fn apart(compared: &Compared) -> Option<String> {
    let rotations = compared.lineup.rotations();
    let luck = "The luck share is the part of the variance of rank points that the means of these agents do not explain. Ahead: the chance of an agent \
                to have more rank points a match than the mean of the others after so many matches, by its edge, the lead in a match in standard \
                deviations of it.";
    match compared.lineup.agents().len() {
        1 => None,
        2 => Some(format!(
            "Agents apart: the effect is the mean difference between the two on a wall of {rotations} matches, in standard deviations of it \
             (the arms: less that of the base), then the walls that show it with a probability of 90 %. {luck} docs/metrics.md has both."
        )),
        _ => Some(format!("Agents apart: {luck} docs/metrics.md")),
    }
}

/// What the marks say.
fn marks(compared: &Compared) -> String {
    let names: Vec<String> = compared.primary.iter().map(ToString::to_string).collect();
    let (arms, method) = (every_arm(compared), compared.adjustment);
    let of_measures = if names.len() == 1 { String::new() } else { format!(" and {} measures", names.len()) };
    let how = match (method, names.len()) {
        (Adjustment::Holm, 1) => "needs no adjustment, as there is one".to_owned(),
        (Adjustment::Holm, measures) => {
            let alone = Target::weights(&compared.primary).iter().all(|&weight| weight == 1.0);
            let seats = if alone { "" } else { "; the seats count as one" };
            format!("is adjusted for {measures} measures (Holm{seats})")
        }
        (Adjustment::BenjaminiHochberg, _) => {
            format!("is adjusted for {arms}{of_measures} (Benjamini-Hochberg)")
        }
        (Adjustment::Bonferroni, _) => format!("is adjusted for {arms}{of_measures} (Bonferroni)"),
    };
    let by_chance = match compared.level {
        Level::Fixed => "about 1 in 20 measures with no real effect gets this mark by chance",
        Level::Anytime { .. } => {
            "at most 1 in 20 measures with no real effect gets this mark by chance, however often one looks"
        }
    };
    format!(
        "p of a primary measure ({}) {how}. ● its p is at most 5 %. ○ only the interval of this one difference, which is not adjusted, \
         excludes zero: {by_chance}.",
        names.join(", ")
    )
}

/// `2 arms`, `1 arm at 2 tables`.
fn every_arm(compared: &Compared) -> String {
    let (arms, tables) = (compared.arms.len(), 1 + compared.others.len());
    let arms = if arms == 1 { "1 arm".to_owned() } else { format!("{arms} arms") };
    if tables == 1 { arms } else { format!("{arms} at {tables} tables") }
}
