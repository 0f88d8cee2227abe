//! The text output. All but its last line is the same each time the comparison is repeated.

use super::Report;
use crate::run::report::figures::{decimals, games, grouped, label, listed, read_as, shown_halves, wrapped};
use crate::run::report::is_constant_in_self_play;
use anyhow::Result;
use hyakuman_analysis::paired::{ENOUGH_CHANGED, FEWEST_CHANGED};
use hyakuman_analysis::{Difference, Effect, Estimate, Measure, PairedMeasures, Unit};
use hyakuman_games::ruleset::{Described, differences, value_text};
use std::io::Write;

/// The measures shown for every seat; the JSON has all.
const OF_A_SEAT: [&str; 2] = ["placement", "rank_points"];

/// A label and its columns: base, variant, difference, and its interval.
type Line = [String; 5];

/// Writes the text.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { base, variant, play, effects, lineup, .. } = report;
    write_rules(out, base, variant)?;
    let games = games(play.games);
    writeln!(out, "{games} of each on the same walls, seed {}, seating {}", play.seed, play.seating.name())?;
    writeln!(out, "agents: {}", listed(&report.names()))?;
    let means_something = |measure: &Measure, _: &Effect| !report.inapplicable.contains(&measure.name);
    block(out, "table", &lines(&effects.table, &means_something))?;
    let self_play = lineup.agents().len() == 1;
    let varies = |measure: &Measure, effect: &Effect| {
        means_something(measure, effect) && !(self_play && is_constant(measure, effect))
    };
    for (agent, measures) in lineup.agents().iter().zip(&effects.agents) {
        block(out, &agent.to_string(), &lines(measures, &varies))?;
    }
    for (seat, measures) in effects.seats.iter().enumerate() {
        let shown = |measure: &Measure, _: &Effect| OF_A_SEAT.contains(&measure.name);
        block(out, &format!("seat {seat}"), &lines(measures, &shown))?;
    }
    writeln!(out, "\n{}", explanation())?;
    report.timing.write(effects.decisions, out)
}

/// How to read the differences.
fn explanation() -> String {
    format!(
        "difference: variant minus base, in percentage points for shares; ± is half of its 95 % confidence interval, -a +b are\n\
         its halves if they differ. \"few (n)\": the change added or removed such events on n walls; with fewer than {ENOUGH_CHANGED} the\n\
         interval is wide and shows no effect. \"the same\": no difference on any wall. No interval is shown if an average\n\
         changes on fewer than {FEWEST_CHANGED} walls, or by the same amount on all. Seat 0 deals first"
    )
}

/// The two sets of rules, and how they differ.
fn write_rules(out: &mut impl Write, base: &Described, variant: &Described) -> Result<()> {
    for (role, Described { id, title, hash, .. }) in [("base", base), ("variant", variant)] {
        writeln!(out, "{role:<8} {id}: {title} (rules hash {hash:016x})")?;
    }
    let found = differences(base, variant).unwrap_or_default();
    let changes = found.iter().map(|rule| {
        let [a, b] = [&rule.a, &rule.b].map(value_text);
        format!("{} = {b} (base: {a})", rule.field)
    });
    Ok(writeln!(out, "{}", wrapped("the variant has", changes))?)
}

/// The lines of a table of measures, without events that happened under neither ruleset.
fn lines(measures: &PairedMeasures, shown: &impl Fn(&Measure, &Effect) -> bool) -> Vec<Line> {
    let rows =
        measures.effects().filter(|(measure, effect)| shown(measure, effect) && happens(measure, effect));
    rows.map(|(measure, effect)| line(measure, &effect)).collect()
}

fn happens(measure: &Measure, Effect { base, variant, .. }: &Effect) -> bool {
    let found = [base, variant].into_iter().flatten().any(|estimate| estimate.value != 0.0);
    measure.unit != Unit::Share || found
}

/// Whether this measure is constant under both rulesets when a single agent plays every seat.
fn is_constant(measure: &Measure, Effect { base, variant, difference }: &Effect) -> bool {
    let constant = [base, variant].iter().all(|rate| is_constant_in_self_play(measure, rate.as_ref()));
    constant && difference.is_some_and(|difference| difference.same() || difference.value == 0.0)
}

/// The difference and its interval with two significant digits, and the rates with as many decimals.
fn line(measure: &Measure, Effect { base, variant, difference }: &Effect) -> Line {
    let (scale, usual) = read_as(measure.unit);
    let halves = difference.and_then(|found| {
        found.interval.map(|[low, high]| [found.value - low, high - found.value].map(|half| half * scale))
    });
    let places = halves.map_or(usual, |[below, above]| decimals(below.min(above)));
    let signed = measure.unit == Unit::Thousandths;
    let rate = |estimate: &Option<Estimate>| {
        estimate.map_or("-".to_owned(), |found| number(found.value * scale, places, signed))
    };
    let value = match difference {
        None => "-".to_owned(),
        Some(found) if found.same() => "the same".to_owned(),
        Some(found) => number(found.value * scale, places, true),
    };
    let halves = halves.map_or(String::new(), |halves| shown_halves(halves, places));
    [label(measure), rate(base), rate(variant), value, halves + &few(difference)]
}

fn number(value: f64, places: usize, signed: bool) -> String {
    let sign = if signed && value > 0.0 { "+" } else { "" };
    format!("{sign}{}", grouped(value, places))
}

/// The mark for events that changed on few walls, with the number of walls.
fn few(difference: &Option<Difference>) -> String {
    let few = difference.filter(Difference::few).and_then(|found| found.events_changed);
    few.map_or(String::new(), |walls| format!("  few ({walls})"))
}

/// Writes lines under a heading, with aligned columns.
fn block(out: &mut impl Write, title: &str, lines: &[Line]) -> Result<()> {
    let heads = [title, "base", "variant", "difference", ""].map(str::to_owned);
    let width = |column: usize| {
        let cells = lines.iter().chain([&heads]).map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths = [0, 1, 2, 3].map(width);
    writeln!(out)?;
    for [label, base, variant, difference, half] in [&heads].into_iter().chain(lines) {
        let [first, second, third, fourth] = widths;
        let line =
            format!("{label:<first$}  {base:>second$}  {variant:>third$}  {difference:>fourth$}{half}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
