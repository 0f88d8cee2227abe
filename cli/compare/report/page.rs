//! The text output. All but its last line is the same each time the comparison is repeated.

use super::Report;
use crate::run::report::figures::{games, label, listed, shown_effect, wrapped};
use crate::run::report::is_constant_in_self_play;
use anyhow::Result;
use hyakuman_analysis::paired::{ENOUGH_CHANGED, FEWEST_CHANGED};
use hyakuman_analysis::{Effect, Measure, PairedMeasures, Unit};
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
    block(out, "table", &lines(&effects.matches, &means_something))?;
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
    let line = |(measure, effect): (&Measure, Effect)| {
        let [base, variant, difference, interval] = shown_effect(measure.unit, &effect);
        [label(measure), base, variant, difference, interval]
    };
    rows.map(line).collect()
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
