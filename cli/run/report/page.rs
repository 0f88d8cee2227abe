//! The text output. All but its last line is the same each time the run is repeated.

use super::figures::{deal_sets, grouped, label, listed, matches, paragraph, shown, wrapped};
use super::{Player, Report, metrics, write_rules};
use crate::number;
use anyhow::Result;
use hyakuman_analysis::figures::few_of_rates;
use hyakuman_analysis::{FEWEST_CLUSTERS, Measure, Measures, Unit};
use hyakuman_arena::measures::{PlayerCount, is_constant_in_self_play, is_metric};
use hyakuman_record::Shard;
use std::io::Write;

/// Writes the text.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { rules, stats, .. } = report;
    head(report, out)?;
    if report.games == 0 {
        writeln!(out, "\nno parts of the data set are of this shard")?;
        return report.timing.write(stats.decisions(), out);
    }
    table(out, "by agent", &report.by_agent(), &places_of_agents(report))?;
    let seats: Vec<&Measures> = stats.seats.iter().collect();
    table(out, "by seat, 0 deals first", &report.by_seat(), &places(&seats, report))?;
    matches_as_a_whole(report, out)?;
    if report.metrics {
        metrics::write(report, out)?;
    }
    write_left_out(out, report)?;
    writeln!(out, "\n{}", paragraph(&explanation(rules.family)))?;
    report.timing.write(stats.decisions(), out)
}

/// What was played.
fn head(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { rules, lineup, seed, seating, shard, .. } = report;
    let of_shard = if *shard == Shard::WHOLE { String::new() } else { format!(" of shard {shard}") };
    let walls = report.games.div_ceil(lineup.rotations() as u64);
    let rotations = match lineup.rotations() {
        1 => String::new(),
        rotations => format!(" in {rotations} rotations of each"),
    };
    write_rules(rules, out)?;
    let games = matches(report.games);
    writeln!(out, "{games}{of_shard} on {}{rotations}, seed {seed}, seating {seating}", deal_sets(walls))?;
    if let Some(note) = unfinished_wall(report) {
        writeln!(out, "{note}")?;
    }
    Ok(writeln!(out, "agents: {}", listed(&report.names()))?)
}

/// The rates of whole matches.
fn matches_as_a_whole(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let stats = &report.stats.matches;
    writeln!(out, "\ntable")?;
    let cells = Cells::new(stats);
    let rows = labels(stats).into_iter().enumerate().zip(places(&[stats], report));
    let rows: Vec<(usize, String)> =
        rows.filter(|(_, place)| *place == Place::Row).map(|(row, _)| row).collect();
    let width = rows.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
    for (i, label) in rows {
        writeln!(out, "{label:<width$}  {}", cells.cell(i).trim_end())?;
    }
    Ok(())
}

/// How to read the numbers.
fn explanation(family: &str) -> String {
    let unit = if family == "riichi" { "thousands of points" } else { "points" };
    format!(
        "A result is a match of one seat. Rank points: the result of a match with uma and oka, in {unit}. Shares of an agent or a seat \
         are of hands (a kyoku as one seat plays it) or of results, those of the table of kyoku or matches. ± is half of the 95 % \
         confidence interval, with walls taken as independent; -a +b are its halves if they differ. No interval is shown if fewer \
         than {FEWEST_CLUSTERS} walls contribute or all have the same rate; that of a share of 0 or 100 % has one side; {}",
        few_of_rates()
    )
}

/// Says that the last wall was not played in every rotation.
fn unfinished_wall(report: &Report<'_>) -> Option<String> {
    let (games, rotations) = (report.games, report.lineup.rotations() as u64);
    let over = if report.shard == Shard::WHOLE { games % rotations } else { 0 };
    let lacks = number::counted(rotations - over, "rotation");
    (over > 0).then(|| format!("note: {games} is not a multiple of {rotations}: the last wall lacks {lacks}"))
}

/// Names the measures without a row: those that are constant when a single agent plays every seat, and events that never
/// happened, perhaps because the rules do not allow them.
fn write_left_out(out: &mut impl Write, report: &Report<'_>) -> Result<()> {
    let agents = (&report.stats.agents[0], places_of_agents(report));
    let table = (&report.stats.matches, places(&[&report.stats.matches], report));
    for (heading, place) in
        [("constant, as a single agent plays every seat:", Place::Constant), ("never:", Place::Never)]
    {
        let mut names = Vec::new();
        for (measures, places) in [&agents, &table] {
            let there = measures.table().iter().zip(places).filter(|(_, there)| **there == place);
            names.extend(there.map(|(measure, _)| measure.label.to_owned()));
        }
        if !names.is_empty() {
            writeln!(out, "{}", wrapped(heading, names.into_iter()))?;
        }
    }
    Ok(())
}

/// Where a measure appears in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// In its own row.
    Row,
    /// In the list of measures with nothing to count.
    Never,
    /// In the list of measures that are constant when a single agent plays every seat.
    Constant,
    /// Not at all: it does not apply to this game.
    Nowhere,
}

/// Where each measure of a table appears.
fn places(columns: &[&Measures], report: &Report<'_>) -> Vec<Place> {
    let counted = |measure: &Measure| columns.iter().any(|column| column.total(measure.of) > 0);
    let place = |measure: &Measure| match measure.unit {
        _ if report.inapplicable.contains(&measure.name) => Place::Nowhere,
        _ if !report.metrics && is_metric(measure) => Place::Nowhere,
        Unit::Share if !counted(measure) => Place::Never,
        _ => Place::Row,
    };
    columns.iter().take(1).flat_map(|column| column.table()).map(place).collect()
}

/// Where each measure of the agents appears.
fn places_of_agents(report: &Report<'_>) -> Vec<Place> {
    let agents: Vec<&Measures> = report.stats.agents.iter().collect();
    let mut places = places(&agents, report);
    if let [alone] = agents[..] {
        for ((measure, estimate), place) in alone.estimates().zip(&mut places) {
            let constant = *place == Place::Row && is_constant_in_self_play(measure, estimate.as_ref());
            *place = if constant { Place::Constant } else { *place };
        }
    }
    places
}

/// One table: a column per player, a row per measure.
fn table(out: &mut impl Write, title: &str, players: &[Player<'_>], places: &[Place]) -> Result<()> {
    let columns: Vec<Cells> = players.iter().map(Cells::of_player).collect();
    let labels: Vec<String> = players.first().map_or(Vec::new(), |player| labels(player.measures));
    let width = labels.iter().map(String::len).chain([title.len()]).max().unwrap_or(0);
    writeln!(out)?;
    let shown = [Place::Row; 2].into_iter().chain(places.iter().copied());
    let heads = [title, "results"].into_iter();
    let rows = heads.chain(labels.iter().map(String::as_str)).enumerate().zip(shown);
    for ((i, label), _) in rows.filter(|(_, place)| *place == Place::Row) {
        let cells: String = columns.iter().map(|column| format!("  {}", column.cell(i))).collect();
        writeln!(out, "{label:<width$}{}", cells.trim_end())?;
    }
    Ok(())
}

/// Estimates as text: values aligned in one column, intervals in another.
pub(super) struct Cells(Vec<[String; 2]>);

impl Cells {
    /// The column of a player: name and results, then the estimates.
    fn of_player(player: &Player<'_>) -> Cells {
        let results = grouped(player.measures.total(PlayerCount::Matches as usize) as f64, 0);
        let mut cells = vec![[player.name.clone(), String::new()], [results, String::new()]];
        cells.extend(Cells::new(player.measures).0);
        Cells(cells)
    }

    pub(super) fn new(measures: &Measures) -> Cells {
        Cells(measures.estimates().map(|(measure, estimate)| shown(measure.unit, estimate)).collect())
    }

    /// Cells of these values and intervals.
    pub(super) fn of(cells: Vec<[String; 2]>) -> Cells {
        Cells(cells)
    }

    /// The text of a cell.
    pub(super) fn cell(&self, row: usize) -> String {
        let ([value, half], [first, second]) = (&self.0[row], [0, 1].map(|part| self.width(part)));
        format!("{value:>first$}{half:<second$}")
    }

    fn width(&self, part: usize) -> usize {
        self.0.iter().map(|cell| cell[part].chars().count()).max().unwrap_or(0)
    }
}

/// The labels of measures, with units.
fn labels(measures: &Measures) -> Vec<String> {
    measures.table().iter().map(label).collect()
}
