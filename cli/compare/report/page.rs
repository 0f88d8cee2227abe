//! The page for people. All but its last line is the same for every run.

use super::Report;
use crate::run::report::figures::{games, label, listed, shown_effect, wrapped};
use crate::run::report::is_constant_in_self_play;
use anyhow::Result;
use hyakuman_analysis::paired::{ENOUGH_CHANGED, FEWEST_CHANGED};
use hyakuman_analysis::{Effect, Measure, PairedMeasures, Unit};
use hyakuman_games::ruleset::{Described, differences, value_text};
use std::io::Write;

/// What is told of every seat; the rest is in the JSON.
const OF_A_SEAT: [&str; 2] = ["placement", "rank_points"];

/// A label and its columns: base, variant, difference, and its interval.
type Line = [String; 5];

/// Writes the page.
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
        let told = |measure: &Measure, _: &Effect| OF_A_SEAT.contains(&measure.name);
        block(out, &format!("seat {seat}"), &lines(measures, &told))?;
    }
    writeln!(out, "\n{}", explanation())?;
    report.timing.write(effects.decisions, out)
}

/// How to read the differences.
fn explanation() -> String {
    format!(
        "the difference is variant less base, of shares in percentage points; ± is half of its 95% interval, -a +b are its\n\
         halves where they differ. \"few\" are the walls on which the change made or took away such events: below {ENOUGH_CHANGED} of\n\
         them the interval is wide, and no effect is shown. \"the same\": on no wall did it matter. There is no interval where\n\
         an average changes on fewer than {FEWEST_CHANGED} walls, or by the same on all. Seat 0 deals first"
    )
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
fn lines(measures: &PairedMeasures, told: &impl Fn(&Measure, &Effect) -> bool) -> Vec<Line> {
    let rows =
        measures.effects().filter(|(measure, effect)| told(measure, effect) && happens(measure, effect));
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

/// Is this measure of an agent in all seats the same however it plays, with the change as without it?
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
