//! The page for people. All but its last line is the same for every run.

use super::Report;
use crate::run::report::figures::{decimals, games, grouped, label, listed, read_as, shown_halves, wrapped};
use crate::run::report::{FEWEST_WALLS, interval};
use anyhow::Result;
use hyakuman_analysis::{Effect, Estimate, Measure, PairedMeasures, Unit};
use hyakuman_games::ruleset::{Described, differences, value_text};
use std::io::Write;

/// What is told of every seat; the rest is in the JSON.
const OF_A_SEAT: [&str; 2] = ["placement", "rank_points"];

/// A label and its four columns: base, variant, difference, half of its interval.
type Line = [String; 5];

/// Writes the page.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { base, variant, play, effects, lineup, .. } = report;
    write_rules(out, base, variant)?;
    let games = games(play.games);
    writeln!(out, "{games} of each on the same walls, seed {}, seating {}", play.seed, play.seating.name())?;
    writeln!(out, "agents: {}", listed(&report.names()))?;
    let means_something = |measure: &Measure| !report.foreign.contains(&measure.name);
    block(out, "table", &lines(&effects.table, &means_something))?;
    for (agent, measures) in lineup.agents().iter().zip(&effects.agents) {
        block(out, &agent.to_string(), &lines(measures, &means_something))?;
    }
    for (seat, measures) in effects.seats.iter().enumerate() {
        let told = |measure: &Measure| OF_A_SEAT.contains(&measure.name);
        block(out, &format!("seat {seat}"), &lines(measures, &told))?;
    }
    writeln!(
        out,
        "\nthe difference is variant less base, of shares in percentage points; ± is half of its 95 % interval, which\n\
         knows that the walls are the same. It is missing where fewer than {FEWEST_WALLS} walls have something to count,\n\
         or where the change does the same on all of them. Seat 0 deals first"
    )?;
    report.timing.write(effects.decisions, out)
}

/// The two sets of rules, and how they differ.
fn write_rules(out: &mut impl Write, base: &Described, variant: &Described) -> Result<()> {
    for (role, Described { id, title, hash, .. }) in [("base", base), ("variant", variant)] {
        writeln!(out, "{role:<8} {id}: {title} (rules hash {hash:016x})")?;
    }
    let found = differences(base, variant).unwrap_or_default();
    let told = found.iter().map(|rule| {
        let [a, b] = [&rule.a, &rule.b].map(value_text);
        format!("{} = {b} (base: {a})", rule.field)
    });
    Ok(writeln!(out, "{}", wrapped("the variant has", told))?)
}

/// The lines of a table of measures; what happens neither without nor with the change has none.
fn lines(measures: &PairedMeasures, told: &impl Fn(&Measure) -> bool) -> Vec<Line> {
    let rows = measures.effects().filter(|(measure, effect)| told(measure) && happens(measure, effect));
    rows.map(|(measure, effect)| line(measure, &effect)).collect()
}

fn happens(measure: &Measure, Effect { base, variant, .. }: &Effect) -> bool {
    let found = [base, variant].into_iter().flatten().any(|estimate| estimate.value != 0.0);
    measure.unit != Unit::Share || found
}

/// The difference with two digits of its interval, the rates with as many decimals.
fn line(measure: &Measure, Effect { base, variant, difference }: &Effect) -> Line {
    let (scale, usual) = read_as(measure.unit);
    let half = difference.as_ref().and_then(interval).map(|[low, high]| (high - low) / 2.0 * scale);
    let places = half.map_or(usual, decimals);
    let shown = |estimate: &Option<Estimate>, signed: bool| {
        let Some(estimate) = estimate else { return "-".to_owned() };
        let sign = if signed && estimate.value > 0.0 { "+" } else { "" };
        format!("{sign}{}", grouped(estimate.value * scale, places))
    };
    let signed = measure.unit == Unit::Thousandths;
    let half = half.map_or(String::new(), |half| shown_halves([half, half], places));
    [label(measure), shown(base, signed), shown(variant, signed), shown(difference, true), half]
}

/// Writes lines under a heading, the columns under each other.
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
