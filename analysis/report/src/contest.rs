//! A match between agents: the tables that page and text show, and the page.

use crate::apart::{ahead_label, chances_of};
use crate::comparison::forest;
use crate::document::{Cell, Table, plain};
use crate::effects;
use crate::head::described;
use crate::html::{facts, note, page, paragraph, section};
use hyakuman_analysis::figures::{grouped, label, shown, shown_effect};
use hyakuman_analysis::{Difference, Effect, Estimate, Mark, Measure, Measures, Unit};
use hyakuman_arena::Contest;
use hyakuman_arena::contest::tables::Kind;
use hyakuman_arena::contest::{OtherRules, PairResult, PairedEstimate, TableResult, letter};
use hyakuman_arena::measures::{EDGE, is_metric};
use hyakuman_game::ruleset::Described;

/// A match to be shown as a page.
#[derive(Clone, Debug)]
pub struct ContestPage<'a> {
    /// The result.
    pub contest: &'a Contest,
    /// The rules.
    pub rules: &'a Described,
    /// Random seed.
    pub seed: u64,
    /// What was found besides the numbers, in paragraphs.
    pub found: Vec<String>,
    /// How to read the intervals.
    pub reading: String,
}

impl ContestPage<'_> {
    /// The page: HTML that is well-formed XML, in UTF-8.
    pub fn html(&self) -> String {
        let contest = self.contest;
        let title = match &contest.agents[..] {
            [first, second] => format!("{first} against {second}"),
            agents => format!("{} agents under {}", agents.len(), self.rules.id),
        };
        let found: String = self.found.iter().map(|text| paragraph(text)).collect();
        let tables: String = tables(contest).iter().map(Table::html).collect();
        page(
            &title,
            &[
                self.head(),
                section("Rank points per match", &[differences(contest), found, tables]),
                section("How they play", &[contest.pairs.iter().map(|pair| self.play(pair)).collect()]),
                contest.others.iter().map(|other| self.other(other)).collect(),
                section(
                    "Under other rules",
                    &[interactions(contest, &self.rules.id).iter().map(Table::html).collect()],
                ),
                section("How to read this page", &[paragraph(&self.reading), note(LAST)]),
            ],
        )
    }

    /// What was found under another ruleset.
    fn other(&self, OtherRules { name, rules, contest, .. }: &OtherRules) -> String {
        let tables: String = tables(contest).iter().map(Table::html).collect();
        let there = ContestPage { contest, rules, ..self.clone() };
        let play = contest.pairs.iter().map(|pair| there.play(pair)).collect();
        let rules = facts(&[("rules", described(rules))]);
        section(&format!("Rank points per match under {name}"), &[rules, differences(contest), tables])
            + &section(&format!("How they play under {name}"), &[play])
    }

    /// Who played what.
    fn head(&self) -> String {
        let Contest { agents, walls, matches, .. } = self.contest;
        let agents = agents.iter().enumerate().map(|(at, agent)| format!("{} {agent}", letter(at)));
        facts(&[
            ("rules", described(self.rules)),
            ("agents", agents.collect::<Vec<_>>().join(", ")),
            ("matches", grouped(*matches as f64, 0)),
            ("deal sets (walls)", grouped(*walls as f64, 0)),
            ("seed", self.seed.to_string()),
        ])
    }

    /// A plot of the differences of two agents for each unit, and the rates.
    fn play(&self, pair: &PairResult) -> String {
        let contest = self.contest;
        let less = format!("{} less {}", letter(pair.agents[0]), letter(pair.agents[1]));
        let plot = |unit| {
            let of_unit = basic(contest, pair).filter(|(measure, _)| measure.unit == unit);
            let row = |(measure, effect): (&Measure, Effect)| {
                let mark = Mark::of(effect.difference.as_ref(), None);
                (label(measure), effects::difference(unit, &effect, mark))
            };
            forest(&less, unit, of_unit.map(row).collect())
        };
        [Unit::Share, Unit::Points].map(plot).concat() + &play(contest, pair).html()
    }
}

const LAST: &str = "Dots are differences, lines their 95 % intervals, dashed where too few walls changed to judge (few). The last column \
    is the number of walls on which the agents differ. The numbers are those of the text output and of --json.";

/// The differences of the pairs in rank points.
fn differences(contest: &Contest) -> String {
    let row = |pair: &PairResult| {
        let PairedEstimate { estimate, walls_changed, .. } = pair.difference;
        let [first, second] = pair.agents.map(letter);
        let mut cell = Cell::rate(Unit::Thousandths, Some(estimate));
        cell.drawn.iter_mut().for_each(|drawn| drawn.last = grouped(walls_changed as f64, 0));
        (format!("{first} less {second}"), cell)
    };
    forest("the first agent less the second", Unit::Thousandths, contest.pairs.iter().map(row).collect())
}

/// Every table of results but those of play: of one table with all agents, of two agents or of the pairs.
pub fn tables(contest: &Contest) -> Vec<Table> {
    let of_all = contest.tables.iter().filter(|table| table.kind == Kind::All);
    let of_all = of_all.map(|table| players(contest, table));
    let others = if contest.agents.len() == 2 {
        vec![tables_of_two(contest)]
    } else {
        vec![ratings(contest), pairs(contest)]
    };
    of_all.chain(others).collect()
}

/// The differences and edges under each other ruleset less those under the first, which is called `base`; nothing of one ruleset.
pub fn interactions(contest: &Contest, base: &str) -> Vec<Table> {
    let table = |what: &str, cell: &dyn Fn(&OtherRules, usize) -> Cell| {
        let heads = contest.others.iter().map(|other| other.name.clone());
        let row = |(at, pair): (usize, &PairResult)| {
            let cells = contest.others.iter().map(|other| cell(other, at)).collect();
            (format!("{} - {}", letter(pair.agents[0]), letter(pair.agents[1])), cells)
        };
        let rows = contest.pairs.iter().enumerate().map(row);
        Table::new([format!("{what} under {base}")].into_iter().chain(heads), rows)
    };
    if contest.others.is_empty() {
        return Vec::new();
    }
    vec![
        table("rank points, less those", &|other, at| difference(other.interactions[at])),
        table("edge, less that", &|other, at| edge_less(other.edges[at])),
    ]
}

fn edge_less(difference: Option<Difference>) -> Cell {
    let [.., value, interval] = shown_effect(EDGE.unit, &Effect { base: None, variant: None, difference });
    [value, interval].into()
}

/// How two agents play: rates of the first, of the second, and the difference.
fn basic<'a>(
    contest: &Contest,
    pair: &'a PairResult,
) -> impl Iterator<Item = (&'static Measure, Effect)> + 'a {
    pair.play.effects_at(contest.level()).filter(|(measure, _)| !is_metric(measure))
}

/// Two agents: a column per table and one for all of them.
fn tables_of_two(contest: &Contest) -> Table {
    let tables = &contest.tables;
    let mut heads: Vec<String> =
        [String::new()].into_iter().chain(tables.iter().map(|table| table.kind.to_string())).collect();
    let counts = tables.iter().map(|table| contest.walls * table.seatings);
    let mut rows = vec![(
        "matches".to_owned(),
        counts.chain([contest.matches]).map(|number| plain(grouped(number as f64, 0))).collect::<Vec<_>>(),
    )];
    let all = contest.pairs[0].difference;
    let differences = tables.iter().filter_map(|table| table.difference).chain([all]);
    rows.push(("A - B rank points".to_owned(), differences.map(difference).collect()));
    let before = tables.iter().map(|_| Cell::default());
    let mut add = |name: String, cell| rows.push((name, before.clone().chain([cell]).collect()));
    add("A - B Elo".to_owned(), points(contest.pairs[0].elo));
    add("A - B edge".to_owned(), edge(&contest.pairs[0]));
    add(format!("A {}", ahead_label()), chances_of(contest.pairs[0].edge, 1));
    heads.push("all tables".to_owned());
    if tables.len() == 1 {
        heads.pop();
        let one = |cells: &mut Vec<Cell>| cells.drain(..cells.len() - 1).for_each(drop);
        rows.iter_mut().for_each(|(_, cells)| one(cells));
    }
    for place in 0..2 {
        let columns: Vec<Vec<Cell>> =
            tables.iter().map(|table| rates(contest, &table.players[place])).collect();
        for (at, name) in labels(&tables[0].players[0]).into_iter().enumerate() {
            let cells = columns.iter().map(|column| column[at].clone()).collect();
            rows.push((format!("{} {name}", letter(place)), cells));
        }
    }
    Table::new(heads, rows)
}

/// How two agents play, over all tables.
pub fn play(contest: &Contest, pair: &PairResult) -> Table {
    let [first, second] = pair.agents.map(letter);
    let tables = if contest.tables.len() == 1 { "one table" } else { "all tables" };
    let heads =
        [format!("play, {tables}"), first.to_string(), second.to_string(), format!("{first} - {second}")];
    let row = |(measure, effect): (&Measure, Effect)| {
        let [of_second, of_first, difference, interval] = shown_effect(measure.unit, &effect);
        (label(measure), vec![plain(of_first), plain(of_second), [difference, interval].into()])
    };
    Table::new(heads, basic(contest, pair).map(row))
}

/// A likelihood without the percent sign; not 0 or 100, which none is.
pub fn percent(chance: f64) -> String {
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
            vec![
                points(Some(contest.ratings[agent])),
                next,
                points(contest.elo.as_ref().map(|elo| elo[agent])),
            ],
        )
    };
    Table::new(["rating", "rank points", "above the next", "Elo"], contest.by_rating().into_iter().map(row))
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
    let heads = heads.chain([label(EDGE), ahead_label()]);
    let rows = contest.pairs.iter().map(|pair| {
        let own = |kind: &Kind| {
            contest.tables.iter().find(|table| table.kind == *kind && table.agents == pair.agents)
        };
        let of_table =
            |kind| own(kind).and_then(|table| table.difference).map_or(Cell::default(), difference);
        let superiority =
            is_known.then(|| pair.superiority.map_or(Cell::default(), |chance| plain(percent(chance))));
        let cells = kinds.iter().map(of_table).chain([difference(pair.difference)]).chain(superiority);
        let cells = cells.chain([edge(pair), chances_of(pair.edge, 1)]).collect();
        (format!("{} - {}", letter(pair.agents[0]), letter(pair.agents[1])), cells)
    });
    Table::new(["difference in rank points".to_owned()].into_iter().chain(heads), rows)
}

fn labels(measures: &Measures) -> Vec<String> {
    measures.table().iter().map(label).collect()
}

fn rates(contest: &Contest, measures: &Measures) -> Vec<Cell> {
    measures
        .estimates_with(contest.validity)
        .map(|(measure, found)| shown(measure.unit, found).into())
        .collect()
}

fn points(estimate: Option<Estimate>) -> Cell {
    shown(Unit::Thousandths, estimate).into()
}

/// How clearly the first of two agents leads.
fn edge(pair: &PairResult) -> Cell {
    if pair.difference.walls_changed == 0 { plain("the same") } else { shown(EDGE.unit, pair.edge).into() }
}

fn difference(PairedEstimate { estimate, walls_changed, .. }: PairedEstimate) -> Cell {
    if walls_changed == 0 { plain("the same") } else { points(Some(estimate)) }
}
