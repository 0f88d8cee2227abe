//! The metrics in the text output (docs/metrics.md).

use super::Report;
use super::figures::{grouped, paragraph, shown, words};
use super::page::Cells;
use anyhow::Result;
use hyakuman_analysis::results::in_rank_points;
use hyakuman_analysis::{Estimate, Measure, Measures, Unit};
use std::io::Write;

/// A label, and the cells of its row.
type Row = (String, Vec<[String; 2]>);

/// Writes the sections that only the metrics have.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let metrics = &report.stats.metrics;
    let first = |(measure, estimate): (&Measure, Option<Estimate>)| {
        (words(measure.name), vec![shown(measure.unit, estimate)])
    };
    let lead = |(measure, estimate): (&Measure, Option<Estimate>)| {
        let matches = grouped(metrics.comebacks.total(measure.per) as f64, 0);
        (words(measure.name), vec![shown(measure.unit, estimate), [matches, String::new()]])
    };
    let leads = metrics.comebacks.estimates().filter(|(_, estimate)| estimate.is_some()).map(lead);
    write_rows(out, "comebacks by lead", &["%", "of matches"], &leads.collect::<Vec<_>>())?;
    write_rows(
        out,
        "value of a win",
        &["% of wins", "points"],
        &values(&metrics.win_share, &metrics.win_points),
    )?;
    let mut yaku: Vec<_> = metrics.yaku.estimates().filter(|(_, estimate)| happens(estimate)).collect();
    yaku.sort_by(|(_, a), (_, b)| value(b).total_cmp(&value(a)));
    write_rows(out, "yaku", &["% of wins"], &yaku.into_iter().map(first).collect::<Vec<_>>())?;
    write_rows(out, "results", &["variance of rank points"], &results(report))?;
    write_luck(report, out)
}

/// The classes that happened.
fn values(shares: &Measures, points: &Measures) -> Vec<Row> {
    let classes = shares.estimates().zip(points.estimates()).filter(|((_, share), _)| happens(share));
    let row = |((measure, share), (of_points, points)): ((&Measure, _), (&Measure, _))| {
        (words(measure.name), vec![shown(measure.unit, share), shown(of_points.unit, points)])
    };
    classes.map(row).collect()
}

/// The variance of the results of each agent and of all.
fn results(report: &Report<'_>) -> Vec<Row> {
    let results = &report.stats.metrics.results;
    let row = |name: String, variance: Option<Estimate>| {
        (name, vec![shown(Unit::Number, variance.map(in_rank_points))])
    };
    let agents = report.lineup.agents().iter().enumerate();
    let mut rows: Vec<Row> =
        agents.map(|(at, agent)| row(agent.to_string(), results.variance(0, at))).collect();
    if rows.len() > 1 {
        rows.push(row("all".to_owned(), results.total_variance(0)));
    }
    rows
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

/// Writes rows under a title and the heads of their columns.
fn write_rows(out: &mut impl Write, title: &str, heads: &[&str], rows: &[Row]) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let chars = |text: &str| text.chars().count();
    let width = rows.iter().map(|(label, _)| chars(label)).chain([chars(title)]).max().unwrap_or(0);
    let columns: Vec<Cells> = (0..heads.len())
        .map(|column| {
            let cells = rows.iter().map(|(_, cells)| cells[column].clone());
            Cells::of([[heads[column].to_owned(), String::new()]].into_iter().chain(cells).collect())
        })
        .collect();
    writeln!(out)?;
    for (at, label) in [title].into_iter().chain(rows.iter().map(|(label, _)| label.as_str())).enumerate() {
        let cells: String = columns.iter().map(|column| format!("  {}", column.cell(at))).collect();
        writeln!(out, "{label:<width$}{}", cells.trim_end())?;
    }
    Ok(())
}

fn happens(estimate: &Option<Estimate>) -> bool {
    value(estimate) > 0.0
}

fn value(estimate: &Option<Estimate>) -> f64 {
    estimate.map_or(0.0, |found| found.value)
}
