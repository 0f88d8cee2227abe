//! The text output. All but its last line is the same each time the comparison is repeated.

use super::grid::{Cell, Column, Grid, LABEL};
use super::{Report, equal};
use crate::figures::{self, grouped, label, listed, matches, p_text, shown, shown_effect, wrapped};
use anyhow::Result;
use hyakuman_analysis::figures::{decimals, few_of_rates, read_as};
use hyakuman_analysis::paired::{ENOUGH_CHANGED, FEWEST_CHANGED};
use hyakuman_analysis::{Adjustment, Effect, Level, Mark, Unit, anytime};
use hyakuman_arena::compare::{ArmResult, Compared, OtherTable};
use hyakuman_arena::estimand::{Judged, Subject, Target};
use hyakuman_arena::{Ending, Stop};
use hyakuman_game::ruleset::Described;
use hyakuman_record::Shard;
use hyakuman_report::apart;
use hyakuman_report::arms::{self, shortened};
use hyakuman_report::effects::{self, Found};
use std::io::Write;

/// How to read the tables "at table 2 less at table 1".
const INTERACTIONS: &str = "At another table less at table 1: what the arm does there less what it does at table 1, on the same walls; a measure of a player is \
    that of the agent named first. Above zero the arm raises the measure more there. Its p is adjusted over these differences. docs/compare.md";

/// Writes the text.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let (compared, play) = (report.compared, report.play);
    write_rules(compared, out)?;
    let games = matches(compared.matches);
    let shard = report.options.plan.shard;
    let shard = if shard == Shard::WHOLE { String::new() } else { format!(", shard {shard}") };
    let (seed, seating) = (play.common.seed, play.seating.name());
    writeln!(
        out,
        "{games} of each on the same {}, seed {seed}, seating {seating}{shard}",
        figures::deal_sets(compared.walls)
    )?;
    writeln!(out, "agents: {}", listed(&report.compared.lineup.names()))?;
    if let Some(line) = stopped(report) {
        paragraph(&line, out)?;
    }
    arms::knowledge_lines(compared).iter().try_for_each(|line| paragraph(line, out))?;
    for note in &compared.notes {
        paragraph(&format!("note: {note}"), out)?;
    }
    writeln!(out, "\nIn a table of arms the base comes first, then the differences from it.")?;
    write_found(report, out)?;
    for (number, other) in (2..).zip(&compared.others) {
        write_other(report, number, other, out)?;
    }
    writeln!(out)?;
    explanation(report).iter().try_for_each(|text| paragraph(text, out))?;
    Ok(write!(out, "{}", report.timing.line(compared.decisions))?)
}

/// What was found at a table of agents.
fn write_found(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let compared = report.compared;
    primary(compared).write(out)?;
    if let Some(grid) = equal::grid(compared) {
        grid.write(out)?;
    }
    if compared.arms.len() > 1 || !report.details {
        others(report).write(out)?;
    }
    if !compared.pairs.is_empty() {
        pairs(compared).write(out)?;
    }
    write_arms(report, out)?;
    agents_apart(compared).map_or(Ok(()), |grid| grid.write(out))
}

/// What was found at another table, and how the effects differ from those at the first.
fn write_other(
    report: &Report<'_>,
    number: usize,
    OtherTable { compared, interactions }: &OtherTable,
    out: &mut impl Write,
) -> Result<()> {
    writeln!(out, "\ntable {number}: {}, {}", listed(&compared.lineup.names()), matches(compared.matches))?;
    arms::knowledge_lines(compared).iter().try_for_each(|line| paragraph(line, out))?;
    for note in compared.notes.iter().filter(|note| !report.compared.notes.contains(note)) {
        paragraph(&format!("note: {note}"), out)?;
    }
    let column = |(at, target): (usize, &Target)| {
        let judged: Vec<&Judged> = interactions.iter().map(|arm| &arm[at]).collect();
        Column { head: head(report.compared, target), cells: judged_cells(target, &judged) }
    };
    write_found(&Report { compared, ..*report }, out)?;
    let columns = report.compared.primary.iter().enumerate().map(column).collect();
    let title = format!("at table {number} less at table 1");
    Grid { title, columns, labels: labels(compared).split_off(1) }.write(out)
}

/// Writes every measure of each arm, if that is wanted; in any case the yaku of its rules.
fn write_arms(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let compared = report.compared;
    let alone = compared.arms.len() == 1;
    for (label, arm) in labels(compared).iter().skip(1).zip(&compared.arms) {
        let label = format!("arm {}", label.trim_start());
        if report.details && !alone {
            writeln!(out, "\n{label}")?;
        }
        if report.details {
            write_details(compared, arm, out)?;
        }
        let of = if report.details { String::new() } else { format!("{label}: ") };
        let yaku = effects::yaku(compared, arm);
        if !yaku.is_empty() {
            writeln!(out, "\n{}", effects::table(&format!("{of}yaku, % of wins"), yaku.into_iter()))?;
        }
    }
    Ok(())
}

/// Writes the measures of an arm: of the table, of every agent, of every seat.
fn write_details(compared: &Compared, arm: &ArmResult, out: &mut impl Write) -> Result<()> {
    let found = effects::found(compared, arm);
    let agents = compared.lineup.agents().iter().enumerate();
    let agents = agents.map(|(at, agent)| (agent.to_string(), Subject::Agent(at)));
    let seats = (0..arm.effects.seats.len()).map(|seat| (format!("seat {seat}"), Subject::Seat(seat)));
    for (title, subject) in [("table".to_owned(), Subject::Table)].into_iter().chain(agents).chain(seats) {
        let row = |found: &Found| (label(found.measure), found.cells());
        let rows = found.iter().filter(|found| found.subject == subject).map(row);
        writeln!(out, "\n{}", effects::table(&title, rows))?;
    }
    Ok(())
}

/// The base, the arms, and how they differ.
fn write_rules(compared: &Compared, out: &mut impl Write) -> Result<()> {
    write_ruleset("base", &compared.base, out)?;
    if let [arm] = &compared.arms[..] {
        write_ruleset("variant", &arm.rules, out)?;
        let name = arms::given_name(arm).unwrap_or("the variant");
        return Ok(writeln!(out, "{}", wrapped(&format!("{name} has"), arms::changes(arm)))?);
    }
    for (number, arm) in compared.arms.iter().enumerate() {
        let id = Some(&arm.rules.id[..]).filter(|id| *id != compared.base.id);
        let name = arms::given_name(arm).or(id).map_or(String::new(), |name| format!(" {name}:"));
        let head = format!("arm {:<4}{name}", number + 1);
        writeln!(out, "{}", wrapped(head.trim_end(), arms::changes(arm)))?;
    }
    Ok(())
}

fn write_ruleset(role: &str, rules: &Described, out: &mut impl Write) -> Result<()> {
    let (Described { id, title, .. }, hash) = (rules, rules.hash_text());
    Ok(writeln!(out, "{role:<8} {id}: {title} (rules hash {hash})")?)
}

/// Why it stopped, if that was not fixed.
pub(super) fn stopped(report: &Report<'_>) -> Option<String> {
    let Report { compared, options, .. } = report;
    let (walls, matches) = (grouped(compared.walls as f64, 0), compared.matches);
    match (&options.plan.stop, compared.ending) {
        (_, Ending::Time(time)) => Some(format!(
            "stopped after {} s at {walls} walls: how many depends on the machine. The same result: --games {matches} --anytime",
            time.as_secs()
        )),
        (Stop::Verdict, Ending::Verdict) => {
            Some(format!("stopped after {walls} walls: every verdict is known"))
        }
        (Stop::Verdict, _) => {
            Some(format!("not every verdict is known after {walls} walls: give more --max-games"))
        }
        (Stop::Until { measure, half }, ending) => {
            let target = Target::read(measure, &compared.known()).ok()?;
            let (scale, _) = read_as(target.measure.unit);
            let wanted = format!("± {} for {}", scale * half.value(), head(compared, &target));
            Some(match ending {
                Ending::Precision => format!("stopped after {walls} walls: {wanted} is reached in every arm"),
                Ending::Same => format!(
                    "stopped after {walls} walls: {} is the same on all of them{}",
                    head(compared, &target),
                    missed(compared, ": at most ", " of walls change it")
                ),
                _ => format!("{wanted} is not reached after {walls} walls: give more --max-games"),
            })
        }
        _ => None,
    }
}

/// Rows are the base and the arms, columns the primary measures, each with its adjusted p value.
fn primary(compared: &Compared) -> Grid {
    let column = |(at, target): (usize, &Target)| {
        let base = compared.arms[0].primary[at].effect;
        let arms: Vec<&Judged> = compared.arms.iter().map(|arm| &arm.primary[at]).collect();
        let cells = [base_cell(target, &base)].into_iter().chain(judged_cells(target, &arms)).collect();
        Column { head: head(compared, target), cells }
    };
    let columns = compared.primary.iter().enumerate().map(column).collect();
    Grid { title: "primary".into(), columns, labels: labels(compared) }
}

/// The same for the usual measures that were not declared.
fn others(report: &Report<'_>) -> Grid {
    let compared = report.compared;
    let column = |target: Target| {
        let effects = compared.arms.iter().map(|arm| target.effect(&arm.effects, compared.level));
        let effects: Vec<Effect> = effects.collect();
        let cells =
            effects.iter().map(|effect| cell(&target, effect, Mark::of(effect.difference.as_ref(), None)));
        let cells = [base_cell(&target, &effects[0])].into_iter().chain(cells).collect();
        Column { head: head(compared, &target), cells }
    };
    let columns = effects::usual(compared).map(column).collect();
    Grid { title: "exploratory".into(), columns, labels: labels(compared) }
}

/// Rows are every two arms: the second less the first.
fn pairs(compared: &Compared) -> Grid {
    let column = |(at, target): (usize, &Target)| {
        let judged: Vec<&Judged> = compared.pairs.iter().map(|pair| &pair.primary[at]).collect();
        Column { head: head(compared, target), cells: judged_cells(target, &judged) }
    };
    let label = |arms: [usize; 2]| format!("{} less {}", arms[1] + 1, arms[0] + 1);
    Grid {
        title: "pairs of arms".into(),
        columns: compared.primary.iter().enumerate().map(column).collect(),
        labels: compared.pairs.iter().map(|pair| label(pair.arms)).collect(),
    }
}

/// How clearly the agents differ under each ruleset; `None` of one agent.
fn agents_apart(compared: &Compared) -> Option<Grid> {
    let column = |apart::Column { head, cells }| Column {
        head,
        cells: cells.into_iter().map(|cell| [String::new(), cell.value, cell.interval]).collect(),
    };
    let columns: Vec<Column> = apart::columns(compared).into_iter().map(column).collect();
    (!columns.is_empty()).then(|| Grid { title: "agents apart".into(), columns, labels: labels(compared) })
}

pub(super) fn labels(compared: &Compared) -> Vec<String> {
    arms::labels(compared, LABEL)
}

/// The head of a column.
pub(super) fn head(compared: &Compared, target: &Target) -> String {
    effects::name(compared, target.subject, target.measure, |agent| shortened(&agent, 16))
}

fn base_cell(target: &Target, effect: &Effect) -> Cell {
    let [value, interval] = shown(target.measure.unit, effect.base);
    [String::new(), value, interval]
}

/// The cells of a primary measure: behind each interval its adjusted p value, if it has one.
fn judged_cells(target: &Target, judged: &[&Judged]) -> Vec<Cell> {
    let cells = judged.iter().map(|judged| cell(target, &judged.effect, judged.mark));
    let mut cells: Vec<Cell> = cells.collect();
    let width = cells.iter().map(|[_, _, interval]| interval.chars().count()).max().unwrap_or(0);
    for ([_, _, interval], judged) in cells.iter_mut().zip(judged) {
        if let Some(p) = judged.adjusted {
            *interval = format!("{interval:<width$}  p {}", p_text(p));
        }
    }
    cells
}

fn cell(target: &Target, effect: &Effect, mark: Mark) -> Cell {
    let [_, _, difference, interval] = shown_effect(target.measure.unit, effect);
    let difference = if mark == Mark::Same { "–".to_owned() } else { difference };
    let interval = interval.split("  few").next().unwrap_or_default().to_owned();
    let interval = if mark == Mark::Few { interval + " few" } else { interval };
    [mark.sign().to_string().trim().to_owned(), difference, interval]
}

/// How to read the differences.
pub(super) fn explanation(report: &Report<'_>) -> Vec<String> {
    let compared = report.compared;
    let shares =
        compared.primary.iter().any(|target| target.measure.unit == Unit::Share) || compared.arms.len() > 1;
    let points = if shares || compared.arms.len() == 1 { ", in percentage points for shares" } else { "" };
    let interval = match compared.level {
        Level::Fixed => "± is half of its 95 % confidence interval".to_owned(),
        Level::Anytime { differences: 1 } => {
            "± is half of a 95 % interval that holds however often one looks".to_owned()
        }
        Level::Anytime { .. } => {
            format!(
                "± is half of a 95 % interval that holds however often one looks, for all {} together",
                every_arm(compared)
            )
        }
    };
    let few = match compared.level {
        Level::Fixed => format!(
            "\"few\": too few walls to judge. Fewer than {ENOUGH_CHANGED} gained or lost such events, and the interval contains zero; or an \
             average changed on fewer than {FEWEST_CHANGED}, and has none, as if it changed by the same amount on all.{}",
            waits(&report.options.plan.stop)
        ),
        Level::Anytime { .. } => format!(
            "\"few\": too few walls to judge, fewer than {} that changed, or gained or lost such events. There is no interval then, nor if a \
             measure changed by the same amount on all.",
            anytime::FEWEST
        ),
    };
    let differences = [
        format!(
            "Differences are variant minus base{points}; {interval}, -a +b are its halves if they differ. {few} \"the same\" or –: no \
             difference on any wall{}; {}. Seat 0 deals first.",
            missed(compared, ", so that at most ", " of walls have one"),
            few_of_rates()
        ),
        marks(compared),
    ];
    let interactions = (!compared.others.is_empty()).then(|| INTERACTIONS.to_owned());
    differences
        .into_iter()
        .chain(equal::explanation(compared))
        .chain(apart(compared))
        .chain(interactions)
        .collect()
}

/// What may have been missed where no wall changed, between these words; nothing after too few walls.
fn missed(compared: &Compared, before: &str, after: &str) -> String {
    let most = compared.level.most_missed(compared.walls).map(|share| 100.0 * share);
    most.map_or(String::new(), |percent| {
        format!("{before}{} %{after} (95 %)", grouped(percent, decimals(percent)))
    })
}

/// Why the intervals may be narrower than asked for.
fn waits(stop: &Stop) -> String {
    match stop {
        Stop::Until { .. } => format!(
            " --until waits until every arm changed {} walls: with an arm that changes few that takes more of them than the width asked for.",
            anytime::FEWEST
        ),
        _ => String::new(),
    }
}

/// What the columns of the agents apart say.
fn apart(compared: &Compared) -> Option<String> {
    let rotations = compared.lineup.rotations();
    let luck = "The luck share is the part of the variance of rank points that the means of these agents do not explain. Ahead: the chance of an agent \
                to have more rank points a match than the mean of the others after so many matches, by its edge, the lead in a match in standard \
                deviations of it.";
    match compared.lineup.agents().len() {
        1 => None,
        2 => Some(format!(
            "Agents apart: the effect is the mean difference between the two on a wall of {rotations} matches, in standard deviations of it \
             (the arms: less that of the base), then the walls that show it with a probability of 90 %. {luck} docs/metrics.md has both."
        )),
        _ => Some(format!("Agents apart: {luck} docs/metrics.md")),
    }
}

/// What the marks say.
fn marks(compared: &Compared) -> String {
    let names: Vec<String> = compared.primary.iter().map(ToString::to_string).collect();
    let (arms, method) = (every_arm(compared), compared.adjustment);
    let of_measures = if names.len() == 1 { String::new() } else { format!(" and {} measures", names.len()) };
    let how = match (method, names.len()) {
        (Adjustment::Holm, 1) => "needs no adjustment, as there is one".to_owned(),
        (Adjustment::Holm, measures) => {
            let alone = Target::weights(&compared.primary).iter().all(|&weight| weight == 1.0);
            let seats = if alone { "" } else { "; the seats count as one" };
            format!("is adjusted for {measures} measures (Holm{seats})")
        }
        (Adjustment::BenjaminiHochberg, _) => {
            format!("is adjusted for {arms}{of_measures} (Benjamini-Hochberg)")
        }
        (Adjustment::Bonferroni, _) => format!("is adjusted for {arms}{of_measures} (Bonferroni)"),
    };
    let by_chance = match compared.level {
        Level::Fixed => "about 1 in 20 measures with no real effect gets this mark by chance",
        Level::Anytime { .. } => {
            "at most 1 in 20 measures with no real effect gets this mark by chance, however often one looks"
        }
    };
    format!(
        "p of a primary measure ({}) {how}. ● its p is at most 5 %. ○ only the interval of this one difference, which is not adjusted, \
         excludes zero: {by_chance}.",
        names.join(", ")
    )
}

/// `2 arms`, `1 arm at 2 tables`.
fn every_arm(compared: &Compared) -> String {
    let (arms, tables) = (compared.arms.len(), 1 + compared.others.len());
    let arms = if arms == 1 { "1 arm".to_owned() } else { format!("{arms} arms") };
    if tables == 1 { arms } else { format!("{arms} at {tables} tables") }
}

fn paragraph(text: &str, out: &mut impl Write) -> Result<()> {
    Ok(writeln!(out, "{}", figures::paragraph(text))?)
}
