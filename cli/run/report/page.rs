//! The page for people. All but its last line is the same for every run.

use super::{FEWEST_WALLS, Player, PlayerName, Report, Timing, interval};
use anyhow::Result;
use hyakuman_analysis::play::PlayerCount;
use hyakuman_analysis::{Estimate, Measure, Measures, Unit};
use hyakuman_games::ruleset::value_text;
use hyakuman_record::Shard;
use std::io::Write;

/// Characters in a line of a list.
const LINE: usize = 100;

/// Writes the page.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { rules, lineup, seed, seating, shard, stats, .. } = report;
    let of_shard = if *shard == Shard::WHOLE { String::new() } else { format!(" of shard {shard}") };
    let shifts = match lineup.shifts() {
        1 => String::new(),
        shifts => format!(", {shifts} shifts of each wall"),
    };
    let games = match report.games {
        1 => "1 game".to_owned(),
        games => format!("{} games", grouped(games as f64, 0)),
    };
    writeln!(out, "{}: {} (rules hash {:016x})", rules.id, rules.title, rules.hash)?;
    if let Some(base) = rules.base {
        let told = report.differences().map(|row| format!("{} = {}", row.field.name, value_text(&row.value)));
        writeln!(out, "{}", wrapped(&format!("differs from {base}:"), told))?;
    }
    writeln!(out, "{games}{of_shard}, seed {seed}, seating {seating}{shifts}")?;
    writeln!(out, "agents: {}", listed(&report.names()))?;
    table(out, "by agent", &report.by_agent(), report.foreign)?;
    table(out, "by seat, 0 deals first", &report.by_seat(), report.foreign)?;
    writeln!(out, "\ntable")?;
    let cells = Cells::new(&stats.table);
    let rows = labels(&stats.table).into_iter().enumerate().zip(places(&[&stats.table], report.foreign));
    for ((i, label), _) in rows.filter(|(_, place)| *place == Place::Row) {
        writeln!(out, "{label:<22}  {}", cells.cell(i).trim_end())?;
    }
    write_never(out, report)?;
    writeln!(
        out,
        "\n± is half of the 95 % interval, walls taken as independent of each other; -a +b are its halves where\n\
         they differ; there is none where fewer than {FEWEST_WALLS} walls count something, or all have the same rate"
    )?;
    write_timing(report, out)
}

/// Names with commas between them; with bars where a name has commas of its own.
fn listed(names: &[String]) -> String {
    let options = names.iter().any(|name| name.contains(':'));
    names.join(if options { " | " } else { ", " })
}

/// A list behind a heading, in lines of [`LINE`] characters where the items allow it.
fn wrapped(heading: &str, items: impl Iterator<Item = String>) -> String {
    let mut text = heading.to_owned();
    let mut column = heading.chars().count();
    for (i, item) in items.enumerate() {
        let length = item.chars().count() + 1;
        text.push_str(if i > 0 { "," } else { "" });
        column += usize::from(i > 0);
        if column + length >= LINE {
            text.push_str("\n ");
            column = 1;
        }
        text.push(' ');
        text.push_str(&item);
        column += length;
    }
    text
}

/// Writes the one line that depends on the machine.
fn write_timing(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Timing { threads, seconds, games_per_second, decisions_per_second } = report.timing;
    let (games, decisions) = (grouped(games_per_second, 0), grouped(decisions_per_second, 0));
    let threads = if threads == 1 { "1 thread".into() } else { format!("{threads} threads") };
    let total = grouped(report.stats.decisions() as f64, 0);
    writeln!(
        out,
        "{total} decisions in {seconds:.2} s on {threads}: {games} games/s, {decisions} decisions/s"
    )?;
    Ok(())
}

/// Writes what has no row: a share of nothing, of something that the rules may not even know.
fn write_never(out: &mut impl Write, report: &Report<'_>) -> Result<()> {
    let agents: Vec<&Measures> = report.stats.agents.iter().collect();
    let mut never = never_of(&agents, report.foreign);
    never.extend(never_of(&[&report.stats.table], report.foreign));
    if never.is_empty() { Ok(()) } else { Ok(writeln!(out, "{}", wrapped("never:", never.into_iter()))?) }
}

fn never_of(columns: &[&Measures], foreign: &[&str]) -> Vec<String> {
    let measures = columns.iter().take(1).flat_map(|column| column.estimates());
    let rows = measures.zip(places(columns, foreign)).filter(|(_, place)| *place == Place::Never);
    rows.map(|((measure, _), _)| measure.label.to_owned()).collect()
}

/// Where a measure stands on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// In a row of its own.
    Row,
    /// Among those of which there was nothing to count.
    Never,
    /// Nowhere: it means nothing in this game.
    Nowhere,
}

/// Where each measure of a table stands.
fn places(columns: &[&Measures], foreign: &[&str]) -> Vec<Place> {
    let counted = |measure: &Measure| columns.iter().any(|column| column.total(measure.of) > 0);
    let place = |measure: &Measure| match measure.unit {
        _ if foreign.contains(&measure.name) => Place::Nowhere,
        Unit::Share if !counted(measure) => Place::Never,
        _ => Place::Row,
    };
    let measures = columns.iter().take(1).flat_map(|column| column.estimates());
    measures.map(|(measure, _)| place(measure)).collect()
}

/// One table: a column for each player, a row for each measure that has one.
fn table(out: &mut impl Write, title: &str, players: &[Player<'_>], foreign: &[&str]) -> Result<()> {
    let columns: Vec<Cells> = players.iter().map(Cells::of_player).collect();
    let labels: Vec<String> = players.first().map_or(Vec::new(), |player| labels(player.measures));
    let width = labels.iter().map(String::len).chain([title.len()]).max().unwrap_or(0);
    writeln!(out)?;
    let measures: Vec<&Measures> = players.iter().map(|player| player.measures).collect();
    let shown = [Place::Row; 2].into_iter().chain(places(&measures, foreign));
    let heads = [title, "games"].into_iter();
    let rows = heads.chain(labels.iter().map(String::as_str)).enumerate().zip(shown);
    for ((i, label), _) in rows.filter(|(_, place)| *place == Place::Row) {
        let cells: String = columns.iter().map(|column| format!("  {}", column.cell(i))).collect();
        writeln!(out, "{label:<width$}{}", cells.trim_end())?;
    }
    Ok(())
}

/// Estimates as people read them: values under each other, intervals under each other.
struct Cells(Vec<[String; 2]>);

impl Cells {
    /// The column of a player: name and games above the estimates, and where the values stand.
    fn of_player(player: &Player<'_>) -> Cells {
        let games = grouped(player.measures.total(PlayerCount::Matches as usize) as f64, 0);
        let mut cells = vec![[player.name.shown(), String::new()], [games, String::new()]];
        cells.extend(Cells::new(player.measures).0);
        Cells(cells)
    }

    fn new(measures: &Measures) -> Cells {
        Cells(measures.estimates().map(|(measure, estimate)| shown(measure.unit, estimate)).collect())
    }

    fn cell(&self, row: usize) -> String {
        let ([value, half], [first, second]) = (&self.0[row], [0, 1].map(|part| self.width(part)));
        format!("{value:>first$}{half:<second$}")
    }

    fn width(&self, part: usize) -> usize {
        self.0.iter().map(|cell| cell[part].chars().count()).max().unwrap_or(0)
    }
}

/// Names for people, with units.
fn labels(measures: &Measures) -> Vec<String> {
    let unit = |measure: &Measure| if measure.unit == Unit::Share { " %" } else { "" };
    measures.estimates().map(|(measure, _)| format!("{}{}", measure.label, unit(measure))).collect()
}

/// An estimate as people read it: the value, and its interval behind it. Two digits of the interval are shown, and as
/// many decimals of the value.
fn shown(unit: Unit, estimate: Option<Estimate>) -> [String; 2] {
    let Some(estimate) = estimate else { return ["-".into(), String::new()] };
    let value = estimate.value;
    let (scale, usual) = match unit {
        Unit::Share => (100.0, 2),
        Unit::Number => (1.0, 3),
        Unit::Points => (1.0, 0),
        Unit::Thousandths => (1.0, 2),
    };
    let halves = interval(&estimate).map(|[low, high]| [value - low, high - value].map(|half| half * scale));
    let decimals = halves.map_or(usual, |[below, above]| decimals(below.min(above)));
    let halves = halves.map_or(String::new(), |halves| shown_halves(halves, decimals));
    let sign = if unit == Unit::Thousandths && value > 0.0 { "+" } else { "" };
    [format!("{sign}{}", grouped(value * scale, decimals)), halves]
}

/// How many decimals show two digits of a number.
fn decimals(number: f64) -> usize {
    (1.0 - number.log10().floor()).clamp(0.0, 6.0) as usize
}

/// ` ± half`, or ` -below +above` where they differ by more than the last digit. Of two that do not, the larger.
fn shown_halves([below, above]: [f64; 2], decimals: usize) -> String {
    let last_digit = 0.1_f64.powi(decimals as i32);
    if (above - below).abs() <= last_digit {
        return format!(" ± {}", grouped(below.max(above), decimals));
    }
    format!(" -{} +{}", grouped(below, decimals), grouped(above, decimals))
}

/// A number with so many decimals and commas between thousands.
fn grouped(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let zero = text.chars().all(|c| matches!(c, '0' | '.'));
    let sign = if value < 0.0 && !zero { "-" } else { "" };
    format!("{sign}{grouped}{rest}")
}

impl PlayerName {
    fn shown(&self) -> String {
        match self {
            PlayerName::Agent(name) => name.clone(),
            PlayerName::Seat(seat) => format!("seat {seat}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (value, decimals, text) in [
            (0.0, 0, "0"),
            (999.0, 0, "999"),
            (1_000.4, 0, "1,000"),
            (-1_234_567.89, 1, "-1,234,567.9"),
            (-0.001, 2, "0.00"),
            (123_456.0, 3, "123,456.000"),
        ] {
            assert_eq!(grouped(value, decimals), text);
        }
    }

    #[test]
    fn estimates_are_shown_in_their_unit() {
        let interval = |value, bounds| Some(Estimate { value, interval: bounds, clusters: 10 });
        let estimate = |value, half| interval(value, Some([value - half, value + half]));
        for (unit, estimate, text) in [
            (Unit::Share, estimate(0.213_46, 0.0012), ["21.35", " ± 0.12"]),
            (Unit::Share, estimate(0.21345, 0.000_012), ["21.3450", " ± 0.0012"]),
            (Unit::Share, interval(0.21346, Some([0.21226, 0.21474])), ["21.35", " ± 0.13"]),
            (Unit::Share, interval(0.000_1, Some([0.000_014, 0.000_71])), ["0.0100", " -0.0086 +0.0610"]),
            (Unit::Share, interval(0.999_9, Some([0.999_29, 0.999_986])), ["99.9900", " -0.0610 +0.0086"]),
            (Unit::Number, interval(2.5, None), ["2.500", ""]),
            (Unit::Points, estimate(5_647.2, 12.4), ["5,647", " ± 12"]),
            (Unit::Points, estimate(5_647.2, 1_234.0), ["5,647", " ± 1,234"]),
            (Unit::Thousandths, estimate(12.341, 0.5), ["+12.34", " ± 0.50"]),
            (Unit::Thousandths, estimate(-12.341, 0.5), ["-12.34", " ± 0.50"]),
            (Unit::Share, None, ["-", ""]),
        ] {
            assert_eq!(shown(unit, estimate), text);
        }
        let few = Estimate { value: 0.5, interval: Some([0.2, 0.8]), clusters: 9 };
        assert_eq!(shown(Unit::Share, Some(few)), ["50.00", ""]);
    }

    #[test]
    fn lists_are_wrapped() {
        let items = |n: usize| (0..n).map(|i| format!("a_rule_{i:03} = {i}"));
        assert_eq!(wrapped("differs:", items(2)), "differs: a_rule_000 = 0, a_rule_001 = 1");
        let text = wrapped("differs:", items(40));
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.len() <= LINE), "{text}");
        assert_eq!(text.replace("\n ", ""), wrapped_not(items(40)));
    }

    fn wrapped_not(items: impl Iterator<Item = String>) -> String {
        format!("differs: {}", items.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn agents_with_options_are_told_apart() {
        let listed = |names: [&str; 2]| listed(&names.map(str::to_owned));
        assert_eq!(listed(["random", "ukeire"]), "random, ukeire");
        assert_eq!(
            listed(["ukeire:calls=false,fold=false", "random"]),
            "ukeire:calls=false,fold=false | random"
        );
    }
}
