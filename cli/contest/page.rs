//! The text output. All but its last line is the same each time the match is repeated.

use super::Report;
use crate::figures::{deal_sets, grouped, label, matches, paragraph, ranged, shown, shown_effect};
use crate::run::report::write_rules;
use anyhow::Result;
use hyakuman_analysis::figures::{few_of_rates, walls_needed as needed};
use hyakuman_analysis::paired::FEWEST_CHANGED;
use hyakuman_analysis::resolution::POWER;
use hyakuman_analysis::sequential::{Decision, FEWEST, Look, SequentialTest, TRUNCATION};
use hyakuman_analysis::{Effect, Estimate, FEWEST_CLUSTERS, Measure, Measures, Unit, Validity};
use hyakuman_arena::contest::tables::Kind;
use hyakuman_arena::contest::{ContestResolution, Ending, PairResult, PairedEstimate, TableResult, letter};
use hyakuman_arena::measures::is_metric;
use hyakuman_arena::{Contest, Plan};
use hyakuman_report::table::{Cell, Table, plain};
use std::io::Write;

/// Writes the text.
pub(super) fn write(report: &Report<'_>, out: &mut impl Write) -> Result<()> {
    let Report { rules, seed, plan, contest, timing } = report;
    write_rules(rules, out)?;
    let (walls, on_each) = (deal_sets(contest.walls), matches(contest.matches_per_wall));
    writeln!(out, "{walls}, {on_each} on each, {}, seed {seed}", matches(contest.matches))?;
    for (agent, spec) in contest.agents.iter().enumerate() {
        writeln!(out, "{}  {spec}", letter(agent))?;
    }
    for table in contest.tables.iter().filter(|table| table.kind == Kind::All) {
        writeln!(out, "\n{}", players(contest, table))?;
    }
    if contest.agents.len() == 2 {
        writeln!(out, "\n{}\n\n{}", tables_of_two(contest), play(contest, &contest.pairs[0]))?;
    } else {
        writeln!(out, "\n{}\n\n{}", ratings(contest), pairs(contest))?;
    }
    if let Some(sentence) = superiority(contest) {
        writeln!(out, "\n{sentence}")?;
    }
    if let Some(found) = &contest.resolution {
        writeln!(out, "\n{}", resolution(found, contest))?;
    }
    if let Some(sentence) = ending(contest) {
        writeln!(out, "\n{sentence}")?;
    }
    if let (Plan::Test { test, .. }, Some(look)) = (plan, contest.test) {
        writeln!(out, "\n{}", verdict(test, &look, contest))?;
    }
    writeln!(out, "\n{}", explanation(contest.validity))?;
    timing.write(contest.decisions, out)
}

fn walls(number: u64) -> String {
    if number == 1 { "1 wall".to_owned() } else { format!("{} walls", grouped(number as f64, 0)) }
}

/// Two agents: a column per table and one for all of them.
fn tables_of_two(contest: &Contest) -> Table {
    let tables = &contest.tables;
    let mut heads: Vec<String> =
        [String::new()].into_iter().chain(tables.iter().map(|table| table.kind.to_string())).collect();
    let counts = tables.iter().map(|table| contest.walls * table.seatings);
    let mut rows =
        vec![("matches".to_owned(), counts.chain([contest.matches]).map(count).collect::<Vec<_>>())];
    let all = contest.pairs[0].difference;
    let differences = tables.iter().filter_map(|table| table.difference).chain([all]);
    rows.push(("A - B rank points".to_owned(), differences.map(difference).collect()));
    heads.push("all tables".to_owned());
    if tables.len() == 1 {
        heads.pop();
        rows.iter_mut().for_each(|(_, cells)| cells.truncate(1));
    }
    for place in 0..2 {
        let columns: Vec<Vec<Cell>> =
            tables.iter().map(|table| rates(contest, &table.players[place])).collect();
        for (at, name) in labels(&tables[0].players[0]).into_iter().enumerate() {
            let cells = columns.iter().map(|column| column[at].clone()).collect();
            rows.push((format!("{} {name}", letter(place)), cells));
        }
    }
    Table { heads, rows }
}

/// How two agents play, over all tables.
fn play(contest: &Contest, pair: &PairResult) -> Table {
    let [first, second] = pair.agents.map(letter);
    let tables = if contest.tables.len() == 1 { "one table" } else { "all tables" };
    let heads =
        [format!("play, {tables}"), first.to_string(), second.to_string(), format!("{first} - {second}")];
    let basic = pair.play.effects_at(contest.level()).filter(|(measure, _)| !is_metric(measure));
    let row = |(measure, effect): (&Measure, Effect)| {
        let [of_second, of_first, difference, interval] = shown_effect(measure.unit, &effect);
        (label(measure), vec![plain(of_first), plain(of_second), [difference, interval]])
    };
    Table { heads: heads.into(), rows: basic.map(row).collect() }
}

/// How sure it is that one of two agents is better.
fn superiority(contest: &Contest) -> Option<String> {
    let [pair] = &contest.pairs[..] else { return None };
    let chance = pair.superiority?;
    let [first, second] = pair.agents.map(letter);
    let (better, worse, chance) =
        if chance >= 0.5 { (first, second, chance) } else { (second, first, 1.0 - chance) };
    Some(paragraph(&format!(
        "Likelihood that {better} is better than {worse}: {} % (before the match any difference was as likely as any other)",
        percent(chance)
    )))
}

/// A likelihood without the percent sign; not 0 or 100, which none is.
fn percent(chance: f64) -> String {
    format!("{:.1}", (100.0 * chance).clamp(0.1, 99.9))
}

/// All agents at one table: a column per agent.
fn players(contest: &Contest, table: &TableResult) -> Table {
    let heads = table.agents.iter().map(|&agent| letter(agent).to_string());
    let columns: Vec<Vec<Cell>> = table.players.iter().map(|player| rates(contest, player)).collect();
    let rows = labels(&table.players[0]).into_iter().enumerate();
    let rows = rows.map(|(at, name)| (name, columns.iter().map(|column| column[at].clone()).collect()));
    Table::new(["one table".to_owned()].into_iter().chain(heads), rows)
}

/// The rating table, best first.
fn ratings(contest: &Contest) -> Table {
    let row = |agent: usize| {
        let next = contest.next_by_rating(agent).map(|next| contest.rating_difference(agent, next));
        let next = next.map_or(Cell::default(), |found| points(Some(found)));
        (
            format!("{}  {}", letter(agent), contest.agents[agent]),
            vec![points(Some(contest.ratings[agent])), next],
        )
    };
    Table::new(["rating", "rank points", "above the next"], contest.by_rating().into_iter().map(row))
}

/// The differences of every two agents: a column per kind of table, and one for all of them.
fn pairs(contest: &Contest) -> Table {
    let mut kinds: Vec<Kind> = Vec::new();
    for table in contest.tables.iter().filter(|table| table.difference.is_some()) {
        if !kinds.contains(&table.kind) {
            kinds.push(table.kind);
        }
    }
    let all = if kinds.is_empty() { "one table" } else { "all tables" };
    let is_known = contest.pairs.iter().any(|pair| pair.superiority.is_some());
    let heads = kinds.iter().map(ToString::to_string).chain([all.to_owned()]);
    let heads = heads.chain(is_known.then(|| "likelihood %".to_owned()));
    let rows = contest.pairs.iter().map(|pair| {
        let own = |kind: &Kind| {
            contest.tables.iter().find(|table| table.kind == *kind && table.agents == pair.agents)
        };
        let of_table =
            |kind| own(kind).and_then(|table| table.difference).map_or(Cell::default(), difference);
        let superiority =
            is_known.then(|| pair.superiority.map_or(Cell::default(), |chance| plain(percent(chance))));
        let cells = kinds.iter().map(of_table).chain([difference(pair.difference)]).chain(superiority);
        let cells = cells.collect();
        (format!("{} - {}", letter(pair.agents[0]), letter(pair.agents[1])), cells)
    });
    Table::new(["difference in rank points".to_owned()].into_iter().chain(heads), rows)
}

fn labels(measures: &Measures) -> Vec<String> {
    measures.table().iter().map(label).collect()
}

fn rates(contest: &Contest, measures: &Measures) -> Vec<Cell> {
    measures.estimates_with(contest.validity).map(|(measure, found)| shown(measure.unit, found)).collect()
}

fn points(estimate: Option<Estimate>) -> Cell {
    shown(Unit::Thousandths, estimate)
}

fn difference(PairedEstimate { estimate, walls_changed, .. }: PairedEstimate) -> Cell {
    if walls_changed == 0 { plain("the same") } else { points(Some(estimate)) }
}

fn count(number: u64) -> Cell {
    plain(grouped(number as f64, 0))
}

/// How many walls it takes to tell two agents apart.
fn resolution(found: &ContestResolution, contest: &Contest) -> String {
    let ContestResolution { deviation, effect, walls_needed, walls_for_one } = found;
    let on_each = matches(contest.matches_per_wall);
    let why = match effect.interval {
        None if contest.validity == Validity::Anytime => {
            " No intervals: the result chose the number of walls"
        }
        None => " No interval is shown for fewer than ten walls, or if all are alike",
        Some(_) => "",
    };
    let [observed, one] = [walls_needed, walls_for_one].map(needed);
    let (deviation, effect, power) = (ranged(deviation, 2), ranged(effect, 3), 100.0 * POWER);
    paragraph(&format!(
        "Walls needed to detect a difference (power {power} %, two-sided test at 5 %): {observed} for the observed one, {one} for 1 \
         rank point per match. Standard deviation per wall of {on_each}: {deviation}; effect size {effect}.{why}"
    ))
}

/// Why it is over, where that is not the plan or a test.
fn ending(contest: &Contest) -> Option<String> {
    match contest.ending {
        Ending::Precision => Some(format!("The intervals are narrow enough after {}", walls(contest.walls))),
        Ending::Time => Some(format!("The time was over after {}", walls(contest.walls))),
        Ending::Walls | Ending::Test(_) => None,
    }
}

/// What the test found.
fn verdict(test: &SequentialTest, look: &Look, contest: &Contest) -> String {
    let ([h0, h1], [alpha, beta]) =
        (test.hypotheses(), test.error_rates().map(|rate| format!("{} %", 100.0 * rate)));
    let ([low, high], llr, walls) = (test.bounds(), look.llr, walls(contest.walls));
    let head = format!("test of A - B: H0 {h0} or less, H1 {h1} or more rank points per match");
    let how = if look.truncated {
        format!(
            "by the sign of the LLR ({llr:.2}), undecided at {TRUNCATION} times the walls of a test of fixed size"
        )
    } else {
        format!("with LLR {llr:.2} (bounds {low:.2} and {high:.2})")
    };
    match look.decision {
        Some(Decision::H1) => format!(
            "{head}\nH1 accepted after {walls}, {how}:\nA is better than B by more than {h0}. If H0 is true, the test says so with a probability of at most {alpha}{}",
            wider(contest, h0)
        ),
        Some(Decision::H0) => format!(
            "{head}\nH0 accepted after {walls}, {how}:\nA is better than B by less than {h1}, or not better. If H1 is true, the test says so with a probability of at most {beta}"
        ),
        None => format!("{head}\nundecided after {walls}, {how}{}", undecided(contest)),
    }
}

/// Says why the interval has H0 although the test accepts H1.
fn wider(contest: &Contest, h0: f64) -> &'static str {
    match contest.pairs[0].difference.estimate.bounds() {
        Some([low, _]) if low <= h0 => {
            "\nThe interval of A - B reaches H0 all the same: it is wider, because it holds whenever the test stops"
        }
        _ => "",
    }
}

/// Why a test has no decision.
fn undecided(contest: &Contest) -> String {
    let changed = contest.pairs[0].difference.walls_changed;
    if changed < FEWEST {
        return format!(
            ": the agents had different results on {}, a decision needs {FEWEST}",
            walls(changed)
        );
    }
    ": give a larger --max-walls".to_owned()
}

/// How to read the intervals.
fn explanation(validity: Validity) -> String {
    let interval = match validity {
        Validity::Fixed => "confidence interval",
        Validity::Anytime => "interval that covers whenever one stops",
    };
    let (fewest, changed) = match validity {
        Validity::Fixed => (FEWEST_CLUSTERS, FEWEST_CHANGED),
        Validity::Anytime => (FEWEST, FEWEST),
    };
    paragraph(&format!(
        "Rank points are per match; ± is half of the 95 % {interval}, with walls taken as independent; -a +b are its halves if they \
         differ. No interval is shown for fewer than {fewest} walls, if two agents differ on fewer than {changed}, or if all walls have \
         the same value; {}, of a difference on fewer than {changed} walls on which two agents differ",
        few_of_rates()
    ))
}
