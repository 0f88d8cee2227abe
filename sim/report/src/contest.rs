//! A match between agents: what was played, the tables, and what was found besides them.

mod found;

use crate::apart::{ahead_label, chances_of};
use crate::document::{Block, Cell, Document, Draw, Fact, Printer, Table, plain};
use crate::head::{self, deal_sets, matches};
use hyakuman_analysis::figures::{grouped, label, shown, shown_effect};
use hyakuman_analysis::{Effect, Estimate, Mark, Measure, Measures, Unit};
use hyakuman_arena::Contest;
use hyakuman_arena::contest::tables::TableKind;
use hyakuman_arena::contest::{OtherRules, PairResult, PairedEstimate, TableResult, letter};
use hyakuman_arena::measures::{EDGE, is_metric};
use hyakuman_core::game::ruleset::Described;

const PLOTS: &str = "Dots are differences, lines their 95 % intervals, dashed where too few walls changed to judge (few). The last column \
    is the number of walls on which the agents differ.";

const LESS: &str = "the first agent less the second";

const CHANGED: &str = "walls changed";

/// The results under each ruleset, the differences between the rulesets, and what was found besides.
pub fn document(contest: &Contest, rules: &Described, seed: u64) -> Document {
    let title = match &contest.agents[..] {
        [first, second] => format!("{first} against {second}"),
        agents => format!("{} agents under {}", agents.len(), rules.id),
    };
    let mut blocks = vec![Block::Facts(facts(contest, rules, seed))];
    blocks.extend(results(contest, "", None));
    for OtherRules { name, rules, contest, .. } in &contest.others {
        let described = format!("{} (rules hash {})", rules.title, rules.hash_text());
        let under = format!("under {name}");
        let fact = Fact::new(&under, vec![described]);
        blocks.extend(results(contest, &format!(" {under}"), Some(fact)));
    }
    blocks.push(Block::under("Under other rules", interactions(contest, &rules.id)));
    blocks.push(Block::under("Besides the numbers", found::notes(contest)));
    blocks.extend([Block::Reading(found::reading(contest)), Block::Plots(PLOTS.to_owned())]);
    Document { title, blocks }
}

/// Who played what.
fn facts(contest: &Contest, rules: &Described, seed: u64) -> Vec<Fact> {
    let on_each = format!("{} on each", matches(contest.matches_per_wall));
    let played = vec![deal_sets(contest.walls), on_each, matches(contest.matches), format!("seed {seed}")];
    let agents = contest.agents.iter().enumerate();
    let agents = agents.map(|(at, agent)| Fact::bare("agent", vec![format!("{}  {agent}", letter(at))]));
    head::of_rules(rules).into_iter().chain([Fact::bare("played", played)]).chain(agents).collect()
}

/// What was found under a ruleset, which is named in the headings. How every two agents play is on pages, in the text only of two.
fn results(contest: &Contest, under: &str, facts: Option<Fact>) -> [Block; 2] {
    let mut blocks: Vec<Block> = facts.map(|fact| Block::Facts(vec![fact])).into_iter().collect();
    blocks.push(Block::Only(Printer::PAGES, vec![Block::Table(differences(contest))]));
    blocks.extend(tables(contest).into_iter().map(Block::Table));
    let play = |pair| Block::under(names(pair), vec![Block::Table(play(contest, pair))]);
    let printers = if contest.pairs.len() > 1 { Printer::PAGES } else { Printer::ALL };
    let play = vec![Block::Only(printers, contest.pairs.iter().map(play).collect())];
    let heading = format!("Rank points per match{under}");
    [Block::under(heading, blocks), Block::under(format!("How they play{under}"), play)]
}

/// The differences of the pairs in rank points, which HTML draws.
fn differences(contest: &Contest) -> Table {
    let row = |pair: &PairResult| {
        let PairedEstimate { estimate, walls_changed, .. } = pair.difference;
        let walls = grouped(walls_changed as f64, 0);
        let mut cell = Cell::rate(Unit::Thousandths, Some(estimate));
        cell.drawn.iter_mut().for_each(|drawn| drawn.last.clone_from(&walls));
        (names(pair), vec![cell, plain(walls)])
    };
    let draw = Draw::Figures { captions: vec![format!("{LESS}, rank points")], last: CHANGED };
    let heads = ["difference", "rank points", CHANGED];
    Table { draw, ..Table::new(heads, contest.pairs.iter().map(row)) }
}

/// Every table of results but those of play: of one table with all agents, of two agents or of the pairs.
fn tables(contest: &Contest) -> Vec<Table> {
    let of_all = contest.tables.iter().filter(|table| table.kind == TableKind::All);
    let of_all = of_all.map(|table| players(contest, table));
    let others = if contest.agents.len() == 2 {
        vec![tables_of_two(contest)]
    } else {
        vec![ratings(contest), pairs(contest)]
    };
    of_all.chain(others).collect()
}

/// The differences and edges under each other ruleset less those under the first, which is called `base`; nothing of one ruleset.
fn interactions(contest: &Contest, base: &str) -> Vec<Block> {
    let table = |what: &str, cell: &dyn Fn(&OtherRules, usize) -> Cell| {
        let heads = contest.others.iter().map(|other| other.name.clone());
        let row = |(at, pair): (usize, &PairResult)| {
            (names(pair), contest.others.iter().map(|other| cell(other, at)).collect())
        };
        let rows = contest.pairs.iter().enumerate().map(row);
        Block::Table(Table::new([format!("{what} under {base}")].into_iter().chain(heads), rows))
    };
    if contest.others.is_empty() {
        return Vec::new();
    }
    vec![
        table("rank points, less those", &|other, at| difference(other.interactions[at])),
        table("edge, less that", &|other, at| {
            let difference = other.edges[at];
            Cell::effect(EDGE.unit, &Effect { base: None, variant: None, difference }, Mark::Unclear)
        }),
    ]
}

/// Two agents: `A - B`.
fn names(pair: &PairResult) -> String {
    let [first, second] = pair.agents.map(letter);
    format!("{first} - {second}")
}

/// Two agents: a column per table, and of several one for all of them.
fn tables_of_two(contest: &Contest) -> Table {
    let (tables, pair) = (&contest.tables, &contest.pairs[0]);
    let several = tables.len() > 1;
    let kinds = tables.iter().map(|table| table.kind.to_string());
    let heads = [String::new()].into_iter().chain(kinds).chain(several.then(|| "all tables".to_owned()));
    let row = |label: &str, of_table: &dyn Fn(&TableResult) -> Cell, all: Cell| {
        (label.to_owned(), tables.iter().filter(|_| several).map(of_table).chain([all]).collect())
    };
    let number = |number: u64| plain(grouped(number as f64, 0));
    let of_table = |table: &TableResult| table.difference.map_or(Cell::default(), difference);
    let none = |_: &TableResult| Cell::default();
    let mut rows = vec![
        row("matches", &|table| number(contest.walls * table.seatings), number(contest.matches)),
        row("A - B rank points", &of_table, difference(pair.difference)),
        row("A - B Elo", &none, points(pair.elo)),
        row("A - B edge", &none, edge(pair)),
        row(&format!("A {}", ahead_label()), &none, chances_of(pair.edge, 1)),
    ];
    for place in 0..2 {
        let players = tables.iter().map(|table| &table.players[place]);
        rows.extend(rates(contest, &format!("{} ", letter(place)), players));
    }
    Table::new(heads, rows)
}

/// How two agents play, over all tables: rates of the first, of the second, and the difference.
fn play(contest: &Contest, pair: &PairResult) -> Table {
    let [first, second] = pair.agents.map(|agent| letter(agent).to_string());
    let tables = if contest.tables.len() == 1 { "one table" } else { "all tables" };
    let row = |(measure, effect): (&Measure, Effect)| {
        let [of_second, of_first, ..] = shown_effect(measure.unit, &effect);
        let mut cell = Cell::effect(measure.unit, &effect, Mark::of(effect.difference.as_ref(), None));
        // Plain numbers count different things: they have no axis together.
        cell.drawn = cell.drawn.filter(|drawn| !drawn.unit.is_empty());
        (label(measure), vec![plain(of_first), plain(of_second), cell])
    };
    let basic = pair.play.effects_at(contest.level()).filter(|(measure, _)| !is_metric(measure));
    let heads = [format!("play, {tables}"), first, second, names(pair)];
    let draw = Draw::Strips { column: 2, caption: LESS, last: CHANGED };
    Table { draw, ..Table::new(heads, basic.map(row)) }
}

/// All agents at one table: a column per agent.
fn players(contest: &Contest, table: &TableResult) -> Table {
    let heads = table.agents.iter().map(|&agent| letter(agent).to_string());
    let heads = ["one table".to_owned()].into_iter().chain(heads);
    Table::new(heads, rates(contest, "", table.players.iter()))
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
    let mut kinds: Vec<TableKind> = Vec::new();
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
        let own = |kind: &TableKind| {
            contest.tables.iter().find(|table| table.kind == *kind && table.agents == pair.agents)
        };
        let of_table =
            |kind| own(kind).and_then(|table| table.difference).map_or(Cell::default(), difference);
        let superiority = is_known
            .then(|| pair.superiority.map_or(Cell::default(), |chance| plain(found::percent(chance))));
        let cells = kinds.iter().map(of_table).chain([difference(pair.difference)]).chain(superiority);
        let cells = cells.chain([edge(pair), chances_of(pair.edge, 1)]).collect();
        (names(pair), cells)
    });
    Table::new(["difference in rank points".to_owned()].into_iter().chain(heads), rows)
}

/// The rates of players, a column for each.
fn rates<'a>(
    contest: &Contest,
    whose: &str,
    players: impl Iterator<Item = &'a Measures>,
) -> Vec<(String, Vec<Cell>)> {
    let mut rows: Vec<(String, Vec<Cell>)> = Vec::new();
    for measures in players {
        for (at, (measure, found)) in measures.estimates_with(contest.validity).enumerate() {
            if at == rows.len() {
                rows.push((format!("{whose}{}", label(measure)), Vec::new()));
            }
            rows[at].1.push(shown(measure.unit, found).into());
        }
    }
    rows
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
