//! The text output. All but its last line is the same each time the run is repeated.

use super::{Report, metrics, write_rules};
use crate::figures::{deal_sets, grouped, listed, matches, paragraph, wrapped};
use crate::number;
use anyhow::Result;
use hyakuman_analysis::figures::few_of_rates;
use hyakuman_analysis::{FEWEST_CLUSTERS, Measures};
use hyakuman_arena::measures::PlayerCount;
use hyakuman_record::Shard;
use hyakuman_report::document::{Table, plain};
use hyakuman_report::rates::{self, Place, Player};
use std::io::Write;

/// Writes the text.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { rules, stats, .. } = report;
    head(report, out)?;
    if report.games == 0 {
        writeln!(out, "\nno parts of the data set are of this shard")?;
        return Ok(write!(out, "{}", report.timing.line(stats.decisions()))?);
    }
    let (agents, seats) = (rates::by_agent(report.lineup, stats), rates::by_seat(stats));
    let table = [(String::new(), &stats.matches)];
    let places = [report.places(&agents, agents.len() == 1), report.places(&table, false)];
    write_agents(report, &agents, &places[0], out)?;
    let of_seats = report.places(&seats, false);
    write_rows(out, &with_results("by seat, 0 deals first", &seats), [Place::Row].iter().chain(&of_seats))?;
    write_rows(out, &of_matches(&table, &places[1]), places[1].iter())?;
    if report.metrics {
        metrics::write(report, out)?;
    }
    write_left_out(out, [agents[0].1, &stats.matches], &places)?;
    writeln!(out, "\n{}", paragraph(&explanation(rules.family)))?;
    Ok(write!(out, "{}", report.timing.line(stats.decisions()))?)
}

/// What was played.
fn head(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { rules, lineup, seed, shard, .. } = report;
    let seating = lineup.seating();
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
    Ok(writeln!(out, "agents: {}", listed(&report.lineup.names()))?)
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
fn write_left_out(out: &mut impl Write, tables: [&Measures; 2], places: &[Vec<Place>; 2]) -> Result<()> {
    for (heading, place) in
        [("constant, as a single agent plays every seat:", Place::Constant), ("never:", Place::Never)]
    {
        let mut names = Vec::new();
        for (measures, places) in tables.iter().zip(places) {
            let there = measures.table().iter().zip(places).filter(|(_, there)| **there == place);
            names.extend(there.map(|(measure, _)| measure.label.to_owned()));
        }
        if !names.is_empty() {
            writeln!(out, "{}", wrapped(heading, names.into_iter()))?;
        }
    }
    Ok(())
}

/// The rates of the agents and, behind rank points, how clearly they lead.
fn write_agents(
    report: &Report<'_>,
    agents: &[Player<'_>],
    places: &[Place],
    out: &mut impl Write,
) -> Result<()> {
    let (mut table, mut places) = (with_results("by agent", agents), places.to_vec());
    let (edges, at) = (rates::edges(report.lineup, report.stats), rates::up_to_rank_points(agents[0].1));
    places.splice(at..at, edges.iter().map(|_| Place::Row));
    table.rows.splice(at + 1..at + 1, edges);
    write_rows(out, &table, [Place::Row].iter().chain(&places))
}

/// A table of players, of which the first row says how many results each has.
fn with_results(title: &str, players: &[Player<'_>]) -> Table {
    let mut table = rates::table(title, players);
    let results = |(_, measures): &Player<'_>| measures.total(PlayerCount::Matches as usize);
    let cells = players.iter().map(|player| plain(grouped(results(player) as f64, 0)));
    table.rows.insert(0, ("results".to_owned(), cells.collect::<Vec<_>>()).into());
    table
}

/// The rates of whole matches. The labels are as wide as those of the rows that are shown.
fn of_matches(players: &[Player<'_>], places: &[Place]) -> Table {
    let mut table = rates::table("table", players);
    let hidden = table.rows.iter_mut().zip(places).filter(|(_, place)| **place != Place::Row);
    hidden.for_each(|(row, _)| row.label.clear());
    table
}

/// Writes the rows of a table that have their place there; the others count in the widths of its columns.
fn write_rows<'a>(
    out: &mut impl Write,
    table: &Table,
    places: impl Iterator<Item = &'a Place>,
) -> Result<()> {
    writeln!(out)?;
    let text = table.to_string();
    let shown = [Place::Row].iter().chain(places);
    for (line, _) in text.lines().zip(shown).filter(|(_, place)| **place == Place::Row) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
