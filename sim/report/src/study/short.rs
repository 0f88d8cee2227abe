//! What was found of the primary measures of a question, in sentences.

use crate::arms::together;
use hyakuman_analysis::figures::{label, plain, read_as, shown as shown_rate, shown_effect};
use hyakuman_analysis::{Effect, Mark, Unit, equivalence};
use hyakuman_arena::experiment::{Ending, Finding, Found, Stop};
use hyakuman_arena::study::Answered;

/// Tables of which each has its own words.
const MOST_TABLES: usize = 4;

/// A sentence for each arm and primary measure; without arms, for each primary measure.
pub(crate) fn sentences(answered: &Answered) -> Vec<String> {
    let question = &answered.question;
    if !answered.is_whole() {
        return vec![format!("{} of {} parts are played", answered.parts.len(), answered.of)];
    }
    let arms = question.rulesets.iter().skip(1);
    let of_arm = arms.flat_map(|(arm, _)| {
        question.primary.iter().filter_map(move |measure| of_arm(answered, arm, measure))
    });
    let of_base = question.primary.iter().filter(|_| question.rulesets.len() == 1);
    let of_base = of_base.filter_map(|measure| of_base_alone(answered, measure));
    of_arm.chain(of_base).chain(unfinished(answered)).collect()
}

/// What an arm does to a measure at each table.
fn of_arm(answered: &Answered, arm: &str, measure: &str) -> Option<String> {
    let found: Vec<(&str, &Finding)> = effects(answered, arm, measure).collect();
    let first = found.first()?.1;
    let head = head(measure, first);
    let agree = if found.len() > 1 && is_one_effect(&found) { ", all tables agree" } else { "" };
    let effect = at_each(&found, shown);
    let bounds: Vec<(&str, &Finding)> =
        found.into_iter().filter(|(_, finding)| finding.equivalence.is_some()).collect();
    let bounds = if bounds.is_empty() { String::new() } else { format!("; {}", at_each(&bounds, verdict)) };
    // The name of a share does not say what its differences are counted in.
    let unit = if first.measure.unit == Unit::Share { " (percentage points)" } else { "" };
    Some(format!("{arm}, {head}{unit}: {effect}{agree}{bounds}"))
}

/// A measure at each table.
fn of_base_alone(answered: &Answered, measure: &str) -> Option<String> {
    let tables = answered.question.tables.iter().map(|seated| &*seated.table.name);
    let found: Vec<(&str, &Finding)> =
        tables.filter_map(|table| Some((table, rate(answered, table, measure)?))).collect();
    let value = |finding: &Finding| shown_rate(finding.measure.unit, finding.judged.effect.base).concat();
    Some(format!("{}: {}", head(measure, found.first()?.1), at_each(&found, value)))
}

/// Whether every table shows an effect of the same sign.
fn is_one_effect(found: &[(&str, &Finding)]) -> bool {
    let is_shown = found.iter().all(|(_, finding)| finding.judged.mark == Mark::Adjusted);
    let above = found.iter().filter(|(_, finding)| value(finding).is_some_and(|value| value > 0.0)).count();
    is_shown && (above == 0 || above == found.len())
}

/// What is said of each table, together where it is the same; of many that differ the lowest and the highest.
fn at_each(found: &[(&str, &Finding)], say: impl Fn(&Finding) -> String) -> String {
    let said = together(found.iter().map(|(table, finding)| (*table, say(finding))));
    match &said[..] {
        [(text, _)] if found.len() == 1 => text.clone(),
        [(text, _)] => format!("{text} at every table"),
        _ if said.len() > MOST_TABLES => lowest_and_highest(found, say),
        _ => said
            .iter()
            .map(|(text, tables)| format!("{text} at {}", tables.join(" and ")))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn lowest_and_highest(found: &[(&str, &Finding)], say: impl Fn(&Finding) -> String) -> String {
    let value = |finding: &Finding| value(finding).or(finding.judged.effect.base.map(|rate| rate.value));
    let mut known: Vec<_> =
        found.iter().filter_map(|(table, finding)| Some((value(finding)?, *table, *finding))).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ends = known.first().into_iter().chain(known.last());
    ends.map(|(_, table, finding)| format!("{} at {table}", say(finding))).collect::<Vec<_>>().join(" to ")
}

/// The effects of an arm on a measure, by table, of the first time that the question was played.
pub(super) fn effects<'a>(
    answered: &'a Answered,
    arm: &'a str,
    measure: &'a str,
) -> impl Iterator<Item = (&'a str, &'a Finding)> {
    let tables = answered.question.tables.iter().map(|seated| &*seated.table.name);
    tables.filter_map(move |table| Some((table, effect(answered, 0, arm, table, measure)?)))
}

/// The effect of an arm on a measure at a table, one of the times that the question was played.
pub(super) fn effect<'a>(
    answered: &'a Answered,
    repeat: u64,
    arm: &str,
    table: &str,
    measure: &str,
) -> Option<&'a Finding> {
    find(answered, repeat, 2, [arm, table, measure])
}

/// A rate under the base, the first time that the question was played.
pub(super) fn rate<'a>(answered: &'a Answered, table: &str, measure: &str) -> Option<&'a Finding> {
    find(answered, 0, 1, [&answered.question.rulesets[0].0, table, measure])
}

/// What was found of a difference of two rates, or of one, with this ruleset, table and measure at the end.
fn find<'a>(answered: &'a Answered, repeat: u64, rates: usize, wanted: [&str; 3]) -> Option<&'a Finding> {
    let found = answered.findings().find(|(part, _, finding)| {
        let (experiment, asked) = (&part.experiment, finding.asked.rates());
        let last = asked[asked.len() - 1];
        let is_wanted = [experiment.rules_of(last), experiment.table_of(last), &last.measure] == wanted;
        part.repeat == repeat && asked.len() == rates && is_wanted
    });
    found.map(|(_, _, finding)| finding)
}

/// The head of a column: the label of a measure, with the player that the file names.
pub(super) fn head(measure: &str, finding: &Finding) -> String {
    match measure.rsplit_once('.') {
        None | Some(("first", _)) => label(finding.measure),
        Some(("players", _)) => format!("{} of all players", label(finding.measure)),
        Some((player, _)) => format!("{} of {player}", label(finding.measure)),
    }
}

fn value(finding: &Finding) -> Option<f64> {
    finding.judged.effect.difference.map(|found| found.value)
}

/// A difference, and what it does not show.
fn shown(finding: &Finding) -> String {
    let Effect { difference, .. } = &finding.judged.effect;
    let [_, _, value, interval] = shown_effect(finding.measure.unit, &finding.judged.effect);
    match finding.judged.mark {
        _ if difference.is_none() => "nothing to compare".to_owned(),
        Mark::Same => value,
        Mark::Adjusted => value + &interval,
        Mark::Few => format!("too few walls changed to judge ({value})"),
        Mark::Unadjusted | Mark::Unclear => format!("no effect shown ({value}{interval})"),
    }
}

/// What is known of a bound.
fn verdict(finding: &Finding) -> String {
    let [words, _] = finding
        .equivalence
        .as_ref()
        .map_or_else(Default::default, |known| equivalence::shown(finding.measure.unit, known));
    words
}

/// What is not known so precisely as it was to be.
fn unfinished(answered: &Answered) -> Option<String> {
    let Stop::Until { measure, half } = &answered.question.stop else { return None };
    let open = |found: &&Found| found.ending == Ending::All;
    let is_open = answered.parts.iter().any(|(_, found)| open(&found));
    let finding = answered.findings().find(|(_, _, finding)| finding.asked.rates()[0].measure == *measure)?.2;
    let wanted = plain(half.value() * read_as(finding.measure.unit).0);
    is_open.then(|| {
        format!(
            "not known yet: ± {wanted} of {} was wanted, and all walls are played",
            label(finding.measure)
        )
    })
}
