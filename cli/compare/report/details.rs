//! Every measure of an arm.

use super::Report;
use crate::run::report::figures::{label, shown_effect};
use anyhow::Result;
use hyakuman_analysis::{Effect, Mark, Measure, PairedMeasures};
use hyakuman_arena::compare::{ArmResult, Subject};
use hyakuman_arena::measures::is_effect_constant_in_self_play;
use std::io::Write;

/// The measures shown for every seat; the JSON has all.
const OF_A_SEAT: [&str; 2] = ["placement", "rank_points"];

/// A label and its columns: base, variant, difference, and its interval.
type Line = [String; 5];

/// Writes the measures of an arm: of the table, of every agent, of every seat.
pub(super) fn write(report: &Report<'_>, arm: &ArmResult, out: &mut impl Write) -> Result<()> {
    let (compared, effects) = (report.compared, &arm.effects);
    let lines = |subject, measures: &PairedMeasures, shown: &dyn Fn(&Measure, &Effect) -> bool| {
        lines(report, arm, subject, measures, shown)
    };
    let means_something = |measure: &Measure, _: &Effect| !compared.inapplicable.contains(&measure.name);
    block(out, "table", &lines(Subject::Table, &effects.matches, &means_something))?;
    let self_play = compared.lineup.agents().len() == 1;
    let varies = |measure: &Measure, effect: &Effect| {
        means_something(measure, effect) && !(self_play && is_effect_constant_in_self_play(measure, effect))
    };
    for (at, (agent, measures)) in compared.lineup.agents().iter().zip(&effects.agents).enumerate() {
        block(out, &agent.to_string(), &lines(Subject::Agent(at), measures, &varies))?;
    }
    for (seat, measures) in effects.seats.iter().enumerate() {
        let shown = |measure: &Measure, _: &Effect| OF_A_SEAT.contains(&measure.name);
        block(out, &format!("seat {seat}"), &lines(Subject::Seat(seat), measures, &shown))?;
    }
    Ok(())
}

/// The lines of a table of measures, without events that happened under neither ruleset.
fn lines(
    report: &Report<'_>,
    arm: &ArmResult,
    subject: Subject,
    measures: &PairedMeasures,
    shown: &dyn Fn(&Measure, &Effect) -> bool,
) -> Vec<Line> {
    let rows = measures
        .effects_at(report.compared.level)
        .filter(|(measure, effect)| shown(measure, effect) && effect.happens(measure));
    let line = |(measure, effect): (&'static Measure, Effect)| {
        let [base, variant, difference, interval] = shown_effect(measure.unit, &effect);
        let declared = report.compared.judged(arm, subject, measure).and_then(|judged| judged.adjusted);
        let sign = Mark::of(effect.difference.as_ref(), declared).sign();
        [label(measure), base, variant, format!("{sign} {difference}"), interval]
    };
    rows.map(line).collect()
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
