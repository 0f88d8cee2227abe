//! The metrics in the text output (docs/metrics.md).

use super::Report;
use crate::figures::{grouped, paragraph, shown, words};
use anyhow::Result;
use hyakuman_analysis::Unit;
use hyakuman_report::document::{Table, plain};
use hyakuman_report::rates::{self, Rate};
use std::io::Write;

/// Writes the sections that only the metrics have.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let stats = report.stats;
    let comebacks = &stats.metrics.comebacks;
    let lead = |(measure, estimate): Rate| {
        let matches = plain(grouped(comebacks.total(measure.per) as f64, 0));
        (words(measure.name), vec![shown(measure.unit, estimate).into(), matches])
    };
    let leads = comebacks.estimates().filter(|(_, estimate)| estimate.is_some()).map(lead);
    let yaku = rates::yaku(stats).into_iter();
    let yaku = yaku.map(|(measure, share)| (words(measure.name), vec![shown(measure.unit, share)]));
    let tables = [
        Table::new(["comebacks by lead", "%", "of matches"], leads),
        rates::win_values(stats),
        Table::new(["yaku", "% of wins"], yaku),
        rates::variances(report.lineup, stats),
    ];
    for table in tables.iter().filter(|table| !table.rows.is_empty()) {
        writeln!(out, "\n{table}")?;
    }
    write_luck(report, out)
}

fn write_luck(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    match report.stats.metrics.results.luck(0) {
        Some(luck) => {
            let [value, half] = shown(Unit::Share, Some(luck));
            writeln!(out, "luck share {value} %{half}: what the means of these agents do not explain")?;
        }
        None => writeln!(out, "no luck share: it takes two different agents")?,
    }
    if report.inapplicable.contains(&"riichi_points") {
        return Ok(());
    }
    let text = "score changes: good hands are chosen for riichi; they do not measure the value of a riichi or a call";
    Ok(writeln!(out, "{}", paragraph(text))?)
}
