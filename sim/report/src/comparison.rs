//! A comparison of rules.

mod reading;

use crate::document::{Block, Cell, Document, Draw, Fact, Printer, Section, Table, plain};
use crate::effects::{self, DIFFERENCE, Found, SHORT, difference, name};
use crate::head::{deal_sets, described, listed, matches};
use crate::{apart, arms};
use hyakuman_analysis::figures::{p_text, shown, unit_words};
use hyakuman_analysis::{Effect, Equivalence, Mark, equivalence};
use hyakuman_arena::Plan;
use hyakuman_arena::compare::{ArmResult, Bounded, Changes, Compared, Note, OtherTable, PairResult};
use hyakuman_arena::estimand::{Judged, Subject, Target};
use hyakuman_core::game::ruleset::Described;

/// Most characters of the name of an arm.
const LABEL: usize = 34;

/// Most characters of the name of an arm in the title.
const IN_TITLE: usize = 64;

/// What a difference is.
const VARIANT: &str = "variant minus base";

/// The head of the last column of figures.
const CHANGED: &str = "walls changed";

const BASE_FIRST: &str = "In a table of arms the base comes first, then the differences from it.";

pub(crate) const LEGAL: &str = "Every agent plays what is legal. \"at tenpai only\": in what a hand that is tenpai or complete is worth. An effect of a rule that no \
    agent plays by is the one on players who ignore it.";

const DOTS: &str = "Dots are differences, lines their 95 % intervals, dashed where too few walls changed to judge (few). The last column \
    is the number of walls on which the change made a difference (for shares: on which it added or removed events). The numbers are those \
    of the text output and of --json.";

/// What was found, of a comparison played by this plan.
pub fn document(compared: &Compared, plan: &Plan, seed: u64) -> Document {
    let base = &compared.base.id;
    let title = match &compared.arms[..] {
        [_] => format!("{} compared with {base}", &arms::labels(compared, IN_TITLE)[1][3..]),
        arms => format!("{} rulesets compared with {base}", arms.len()),
    };
    let remarks = reading::stopped(compared, &plan.stop).into_iter().chain(remarks(compared, &[]));
    let head = [
        Block::Facts(facts(compared, plan, seed)),
        Block::Paragraphs(remarks.collect()),
        Block::Note(BASE_FIRST.to_owned()),
    ];
    let alone = compared.arms.len() == 1 && compared.others.is_empty();
    let others = (2..).zip(&compared.others).map(|(number, other)| at_table(compared, number, other));
    let reading = vec![
        Block::Paragraphs(reading::reading(compared, &plan.stop)),
        Block::Only(Printer::PAGES, vec![Block::Note(LEGAL.to_owned())]),
        Block::Plots(DOTS.to_owned()),
    ];
    let blocks = head.into_iter().chain(found(compared, alone)).chain(others);
    Document { title, blocks: blocks.chain([Block::under("How to read this page", reading)]).collect() }
}

/// The base, the arms and how they differ, then what was played.
fn facts(compared: &Compared, plan: &Plan, seed: u64) -> Vec<Fact> {
    let Compared { base, lineup, .. } = compared;
    let rules = |role: &str, rules: &Described| Fact::headed(format!("{role:<9}"), vec![described(rules)]);
    let mut facts = vec![rules("base", base)];
    if let [arm] = &compared.arms[..] {
        let name = arms::given_name(arm).unwrap_or("the variant");
        facts.push(rules("variant", &arm.rules));
        facts.push(Fact::headed(format!("{name} has"), arms::changes(arm).collect()));
    } else {
        facts.extend((1..).zip(&compared.arms).map(|(number, arm)| of_several(compared, number, arm)));
    }
    let walls = format!("{} of each on the same {}", matches(compared.matches), deal_sets(compared.walls));
    let mut items = vec![walls, format!("seed {seed}"), format!("seating {}", lineup.seating())];
    items.extend((plan.shard != Plan::default().shard).then(|| format!("shard {}", plan.shard)));
    facts.push(Fact::bare("played", items));
    facts.push(Fact::new("agents", vec![listed(&lineup.names())]));
    facts
}

fn of_several(compared: &Compared, number: usize, arm: &ArmResult) -> Fact {
    let id = Some(&arm.rules.id[..]).filter(|id| *id != compared.base.id);
    let name = arms::given_name(arm).or(id).map_or(String::new(), |name| format!(" {name}:"));
    Fact::headed(format!("arm {number:<4}{name}").trim_end(), arms::changes(arm).collect())
}

/// What the agents know of the changes, and the notes but these.
fn remarks(compared: &Compared, known: &[Note]) -> Vec<String> {
    let notes = compared.notes.iter().filter(|note| !known.contains(note));
    let changes: Vec<&Changes> = compared.arms.iter().map(|arm| &arm.changes).collect();
    let known = arms::played_by(&arms::knowledge(compared.lineup.agents(), &changes)).into_iter();
    known.chain(notes.map(|note| format!("note: {note}"))).collect()
}

/// What was found at another table, and how the effects differ from those at the first.
fn at_table(first: &Compared, number: usize, OtherTable { compared, interactions }: &OtherTable) -> Block {
    let played = vec![listed(&compared.lineup.names()), matches(compared.matches)];
    let rows = arms::labels(compared, LABEL).into_iter().skip(1).zip(interactions.iter().cloned());
    let title = format!("at table {number} less at table 1");
    let less = grid(first, [&title, "there minus at table 1"], &first.primary, None, rows.collect());
    let head = [
        Block::Facts(vec![Fact::new(format!("table {number}"), played)]),
        Block::Paragraphs(remarks(compared, &first.notes)),
    ];
    let less = Block::under("Effects there less those at table 1", vec![less]);
    let blocks = head.into_iter().chain(found(compared, false)).chain([less]);
    Block::under(format!("Table {number}"), blocks.collect())
}

/// What was found at a table of agents. `alone`: of one arm at the only table, whose details are always shown, and more than the usual measures.
fn found(compared: &Compared, alone: bool) -> Vec<Block> {
    let (labels, arms) = (arms::labels(compared, LABEL), &compared.arms);
    let usual: Vec<Target> = if alone { Vec::new() } else { effects::usual(compared).collect() };
    let of_arms = |title, targets: &[Target], judged: &dyn Fn(&ArmResult) -> Vec<Judged>| {
        let rows: Vec<_> = labels[1..].iter().cloned().zip(arms.iter().map(judged)).collect();
        let base = rows[0].1.iter().map(|judged| judged.effect).collect();
        grid(compared, [title, VARIANT], targets, Some(base), rows)
    };
    let unadjusted = |effect| Judged::new(effect, None, compared.level);
    let exploratory = |arm: &ArmResult| {
        let effects = usual.iter().map(|target| target.effect(&arm.effects, compared.level));
        effects.map(unadjusted).collect()
    };
    let label = |[first, second]: [usize; 2]| format!("{} less {}", second + 1, first + 1);
    let pair = |PairResult { arms, primary }: &PairResult| (label(*arms), primary.clone());
    let pairs = compared.pairs.iter().map(pair).collect();
    let pairs = grid(compared, ["pairs of arms", "second arm minus first"], &compared.primary, None, pairs);
    let details = labels[1..].iter().zip(arms).map(|(label, arm)| details(compared, label, arm, alone));
    let apart = vec![Block::Table(apart::table(compared, &labels))];
    vec![
        Block::under(
            "Primary measures",
            vec![of_arms("primary", &compared.primary, &|arm| arm.primary.clone())],
        ),
        Block::under("Equal within", vec![Block::Table(equal_within(compared, &labels))]),
        Block::under("Exploratory measures", vec![of_arms("exploratory", &usual, &exploratory)]),
        Block::under("Pairs of arms, primary measures", vec![pairs]),
        Block::Only(Printer::PAGES, vec![Block::under("Agents apart", apart.clone())]),
        Block::under("All measures", details.collect()),
        Block::Only(Printer::TEXT, apart),
    ]
}

/// Rows of differences in these measures, under the rates of the base of these effects. The titles are that of the table and that of a difference.
fn grid(
    compared: &Compared,
    [title, what]: [&str; 2],
    targets: &[Target],
    base: Option<Vec<Effect>>,
    rows: Vec<(String, Vec<Judged>)>,
) -> Block {
    let rate = |(target, effect): (&Target, Effect)| shown(target.measure.unit, effect.base).into();
    let base = base.map(|base| ("base".to_owned(), targets.iter().zip(base).map(rate).collect()));
    let caption = |(column, target): (usize, &Target)| {
        let (name, unit) = (name(compared, target, usize::MAX), unit_words(target.measure.unit));
        let is_adjusted = rows.iter().any(|(_, judged)| judged[column].adjusted.is_some());
        let p = if is_adjusted { ", p adjusted" } else { "" };
        let unit = if unit.is_empty() || name.ends_with(unit) { String::new() } else { format!(", {unit}") };
        format!("{name}, {what}{p}{unit}")
    };
    let draw = Draw::Figures { captions: targets.iter().enumerate().map(caption).collect(), last: CHANGED };
    let heads = targets.iter().map(|target| name(compared, target, SHORT));
    let heads = [title.to_owned()].into_iter().chain(heads);
    let cells = |judged: Vec<Judged>| targets.iter().zip(judged).map(judged_cell).collect();
    let rows: Vec<(String, Vec<Cell>)> =
        base.into_iter().chain(rows.into_iter().map(|(label, judged)| (label, cells(judged)))).collect();
    Block::Table(Table { draw, split: true, ..Table::new(heads, rows) })
}

/// A difference with its adjusted p value, if it has one.
fn judged_cell((target, judged): (&Target, Judged)) -> Cell {
    let cell = difference(target.measure.unit, &judged);
    let value = if judged.mark == Mark::Same { "–".to_owned() } else { cell.value };
    let more = judged.adjusted.map_or(String::new(), |p| format!("  p {}", p_text(p)));
    Cell { value, more, ..cell }
}

/// The verdicts on the bounds: rows are the arms, columns the measures.
fn equal_within(compared: &Compared, labels: &[String]) -> Table {
    let cell = |(bounded, found): (&Bounded, &Equivalence)| {
        let [value, interval] = equivalence::shown(bounded.target.measure.unit, found);
        let more = if interval.is_empty() { interval } else { format!("  {interval}") };
        Cell { more, ..plain(value) }
    };
    let cells = |arm: &ArmResult| compared.bounds.iter().zip(&arm.equivalence).map(cell).collect::<Vec<_>>();
    let heads = compared.bounds.iter().map(|bounded| name(compared, &bounded.target, SHORT));
    let heads = ["equal within".to_owned()].into_iter().chain(heads);
    let rows = labels[1..].iter().cloned().zip(compared.arms.iter().map(cells));
    Table { words: true, split: true, ..Table::new(heads, rows) }
}

/// Every measure of an arm; without details the text has the yaku of its rules alone.
fn details(compared: &Compared, label: &str, arm: &ArmResult, alone: bool) -> Block {
    let several = compared.arms.len() > 1;
    let title = format!("arm {}", label.trim());
    let found = effects::found(compared, arm);
    let tables = found.chunk_by(|a, b| a.subject == b.subject);
    let tables = tables.map(|found| Block::Table(of_subject(compared, found, alone))).collect();
    let metrics = &arm.effects.metrics;
    let on_pages = [
        ("comebacks by lead %", &metrics.comebacks),
        ("value of a win, % of wins", &metrics.win_share),
        ("value of a win, points", &metrics.win_points),
        ("yaku, % of wins", &metrics.yaku),
    ];
    let on_pages = on_pages.map(|(title, measures)| {
        Block::Table(effects::table(title, effects::unadjusted(compared, measures, |_| true)))
    });
    let yaku = |of: String| {
        vec![Block::Table(effects::table(&format!("{of}yaku, % of wins"), effects::yaku(compared, arm)))]
    };
    let brief = if alone { String::new() } else { format!("{title}: ") };
    let blocks = vec![
        Block::Only(&[Printer::Details], Vec::from_iter(several.then_some(Block::Note(title)))),
        Block::Only(if alone { Printer::ALL } else { Printer::DETAILS }, tables),
        Block::Only(Printer::PAGES, on_pages.into()),
        Block::Only(&[Printer::Text], yaku(brief)),
        Block::Only(&[Printer::Details], yaku(String::new())),
    ];
    let heading = label.trim().to_owned();
    Block::Section(Section { heading, folded: several, blocks, ..Section::default() })
}

/// The measures of the table, of an agent or of a seat. `drawn`: what changed is, but of a seat.
fn of_subject(compared: &Compared, found: &[Found], drawn: bool) -> Table {
    let by_unit = Draw::Strips { column: DIFFERENCE, caption: VARIANT, last: CHANGED };
    let (title, draw) = match found[0].subject {
        Subject::Table => ("table".to_owned(), by_unit),
        Subject::Agent(at) => (compared.lineup.agents()[at].to_string(), by_unit),
        Subject::Seat(seat) => (format!("seat {seat}"), Draw::No),
    };
    let draw = if drawn { draw } else { Draw::No };
    Table { draw, ..effects::table(&title, found.iter().map(Found::row)) }
}
