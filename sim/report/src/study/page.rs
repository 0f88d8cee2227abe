//! The page of a question.

use super::INDEX;
use super::folder::plot_file;
use super::short::{effect, effects, head, rate, sentences};
use crate::arms::{knowledge, played_by, together};
use crate::document::{Block, Cell, Document, Fact, Link, Plot, Section, Table, plain};
use hyakuman_analysis::equivalence;
use hyakuman_analysis::figures::{grouped, shown, unit_words};
use hyakuman_arena::Estimand;
use hyakuman_arena::experiment::{Finding, Stop};
use hyakuman_arena::study::{Answered, AtTable, Part, Question, Seated, Source};
use hyakuman_games::registry::AnyRules;

/// The page, and its plots.
pub(super) fn document(answered: &Answered) -> (Document, Vec<Plot>) {
    let question = &answered.question;
    let plots: Vec<Plot> = question.primary.iter().filter_map(|measure| plot(answered, measure)).collect();
    let mut blocks = vec![Block::Prose(question.asks.clone()), Block::List(sentences(answered))];
    blocks.extend(plots.iter().cloned().map(Block::Plot));
    let table = if question.beside.is_empty() { rates(answered) } else { beside(answered) };
    blocks.push(Block::Table(table));
    blocks.push(Block::titled("Large enough to matter?", verdicts(answered)));
    blocks.push(Block::titled("Differences between tables", beyond(answered)));
    blocks.push(Block::titled("Again on other walls", again(answered)));
    let depends = vec![Block::Prose(question.depends.clone()), Block::List(known(answered))];
    blocks.push(section("What it depends on", depends));
    let more = Link {
        title: "How to read this page, and all questions".to_owned(),
        file: Some(INDEX.to_owned()),
        text: Vec::new(),
    };
    blocks.push(section("What was played", vec![Block::Facts(facts(answered)), Block::Contents(vec![more])]));
    (Document { title: question.title.clone(), blocks }, plots)
}

pub(super) fn section(heading: &str, blocks: Vec<Block>) -> Block {
    Block::Section(Section { heading: heading.to_owned(), in_text: true, blocks, ..Section::default() })
}

/// A row for each ruleset and table: rates under the base, what the arms change.
fn rates(answered: &Answered) -> Table {
    let Question { rulesets, tables, measures, .. } = &answered.question;
    let cell = |rules: usize, table: &str, measure: &str| match rules {
        0 => rate_cell(answered, table, measure),
        _ => effect(answered, 0, &rulesets[rules].0, table, measure).map(difference),
    };
    let row = |rules: usize, table: &str| {
        let rescored = if is_rescored(answered, rules, table) { " (re-scored)" } else { "" };
        let cells = measures.iter().map(|measure| cell(rules, table, measure).unwrap_or_default());
        (place(&answered.question, &rulesets[rules].0, table) + rescored, cells.collect::<Vec<Cell>>())
    };
    let each =
        (0..rulesets.len()).flat_map(|rules| tables.iter().map(move |seated| (rules, &*seated.table.name)));
    let first = if rulesets.len() > 1 { "base, then changes" } else { "" };
    let heads = [first.to_owned()].into_iter().chain(heads(answered));
    Table::new(heads, each.map(|(rules, table)| row(rules, table)).collect::<Vec<_>>())
}

fn rate_cell(answered: &Answered, table: &str, measure: &str) -> Option<Cell> {
    let found = rate(answered, table, measure)?;
    Some(shown(found.measure.unit, found.judged.effect.base).into())
}

/// A row for each measure: its rate at each table, then what is known of it from elsewhere.
fn beside(answered: &Answered) -> Table {
    let Question { rulesets, tables, measures, beside, .. } = &answered.question;
    let figure = |source: &Source, measure: &str| {
        let (_, figure) = source.figures.iter().find(|(of, _)| of == measure)?;
        Some(plain(grouped(figure.value, figure.decimals)))
    };
    let row = |(measure, head): (&String, String)| {
        let played = tables.iter().map(|seated| rate_cell(answered, &seated.table.name, measure));
        let cells = played.chain(beside.iter().map(|source| figure(source, measure)));
        (head, cells.map(Option::unwrap_or_default).collect::<Vec<Cell>>())
    };
    let rows: Vec<_> = measures.iter().zip(heads(answered)).map(row).collect();
    let played = tables.iter().map(|seated| place(&answered.question, &rulesets[0].0, &seated.table.name));
    let sources = beside.iter().map(|source| source.name.clone());
    Table::new([String::new()].into_iter().chain(played).chain(sources), rows)
}

/// Ruleset and table, if there are several.
fn place(question: &Question, ruleset: &str, table: &str) -> String {
    match (question.rulesets.len(), question.tables.len()) {
        (_, 1) => ruleset.to_owned(),
        (1, _) => table.to_owned(),
        _ => format!("{ruleset}, {table}"),
    }
}

fn heads(answered: &Answered) -> impl Iterator<Item = String> + '_ {
    let of = |measure: &String| {
        let found = answered.findings().find(|(_, _, finding)| finding.asked.rates()[0].measure == *measure);
        found.map_or_else(|| measure.clone(), |(_, _, finding)| head(measure, finding))
    };
    answered.question.measures.iter().map(of)
}

fn is_rescored(answered: &Answered, rules: usize, table: &str) -> bool {
    answered.parts.iter().any(|(part, found)| {
        let tables = &part.experiment.tables;
        found.rescored.iter().any(|[of, at]| *of == rules && tables[*at].name == table)
    })
}

/// A difference with its mark.
fn difference(finding: &Finding) -> Cell {
    let judged = &finding.judged;
    let cell = Cell::effect(finding.measure.unit, &judged.effect, judged.mark);
    Cell { mark: judged.mark.sign().to_string().trim().to_owned(), ..cell }
}

/// What the arms change in a measure, or the measure at each table where there are no arms; nothing if there is nothing to see.
fn plot(answered: &Answered, measure: &str) -> Option<Plot> {
    let question = &answered.question;
    let (found, line) = match question.rulesets.len() {
        1 => (rates_of(answered, measure), None),
        _ => (effects_of(answered, measure), Some(0.0)),
    };
    let unit = unit_words(found.first()?.1.measure.unit);
    let unit = if unit.is_empty() { String::new() } else { format!(", {unit}") };
    let head = head(measure, found.first()?.1);
    let caption = if line.is_some() { format!("change in {head}{unit}") } else { head };
    let cell = |finding: &Finding| match line {
        None => Cell::rate(finding.measure.unit, finding.judged.effect.base),
        Some(_) => difference(finding),
    };
    let rows: Vec<(String, Cell)> =
        found.into_iter().map(|(label, finding)| (label, cell(finding))).collect();
    let number = question.primary.iter().position(|primary| primary == measure).map_or(1, |at| at + 1);
    let file = plot_file(&question.name, number);
    let looks = rows.iter().filter_map(|(_, cell)| Some(cell.drawn.as_ref()?.interval.is_some()));
    let is_drawn = looks.filter(|has_interval| *has_interval).count() > usize::from(line.is_none());
    is_drawn.then_some(Plot { caption, file, line, rows })
}

/// What each arm changes in a measure at each table.
fn effects_of<'a>(answered: &'a Answered, measure: &'a str) -> Vec<(String, &'a Finding)> {
    let arms = answered.question.rulesets.iter().skip(1);
    let all = arms.flat_map(|(arm, _)| effects(answered, arm, measure).map(move |found| (arm, found)));
    all.map(|(arm, (table, finding))| (place(&answered.question, arm, table), finding)).collect()
}

/// A measure at each table.
fn rates_of<'a>(answered: &'a Answered, measure: &str) -> Vec<(String, &'a Finding)> {
    let tables = answered.question.tables.iter().map(|seated| &seated.table.name);
    tables.filter_map(|table| Some((table.clone(), rate(answered, table, measure)?))).collect()
}

/// The verdicts on the bounds.
fn verdicts(answered: &Answered) -> Table {
    let row = |(part, _, finding): (&Part, _, &Finding)| {
        let [words, interval] = equivalence::shown(finding.measure.unit, finding.equivalence.as_ref()?);
        (part.repeat == 0)
            .then(|| (whole_label(answered, part, finding), vec![plain(words), plain(interval)]))
    };
    let rows: Vec<_> = answered.findings().filter_map(row).collect();
    Table { words: true, ..Table::new(["", "verdict", "interval"], rows) }
}

/// The arm, the table and the measure of a finding: `closed, fast: call %`.
fn whole_label(answered: &Answered, part: &Part, finding: &Finding) -> String {
    let rates = finding.asked.rates();
    let variant = rates[rates.len() - 1];
    let (rules, table) = (part.experiment.rules_of(variant), part.experiment.table_of(variant));
    format!("{}: {}", place(&answered.question, rules, table), head(&variant.measure, finding))
}

/// What the arms do to the primary measures at other tables beyond what they do at the first.
fn beyond(answered: &Answered) -> Table {
    let row = |(part, _, finding): (&Part, _, &Finding)| {
        let is_shown = part.repeat == 0
            && matches!(finding.asked, Estimand::Interaction(..))
            && answered.question.is_judged(finding);
        let first = &part.experiment.tables[0].name;
        let label = || format!("{}, more than at {first}", whole_label(answered, part, finding));
        is_shown.then(|| (label(), vec![difference(finding)]))
    };
    Table::new(["", "difference"], answered.findings().filter_map(row).collect::<Vec<(String, Vec<Cell>)>>())
}

/// The primary measures each time that the question was played.
fn again(answered: &Answered) -> Table {
    let Question { rulesets, tables, primary, repeats, .. } = &answered.question;
    if *repeats == 1 {
        return Table::default();
    }
    let arms = || {
        rulesets
            .iter()
            .skip(1)
            .flat_map(|(arm, _)| tables.iter().map(move |seated| (arm, &*seated.table.name)))
    };
    let row = |measure: &String, arm: &str, table: &str| {
        let times = (0..*repeats).map(|repeat| effect(answered, repeat, arm, table, measure));
        let times: Vec<Option<&Finding>> = times.collect();
        let label = format!(
            "{}: {}",
            place(&answered.question, arm, table),
            head(measure, times.iter().flatten().next()?)
        );
        Some((
            label,
            times
                .into_iter()
                .map(|found| found.map_or_else(Cell::default, difference))
                .collect::<Vec<Cell>>(),
        ))
    };
    let rows =
        primary.iter().flat_map(|measure| arms().filter_map(move |(arm, table)| row(measure, arm, table)));
    let rows: Vec<_> = rows.collect();
    let heads = [String::new()].into_iter().chain((1..=*repeats).map(|number| format!("walls {number}")));
    Table::new(heads, rows)
}

/// What the agents know of the changes, those who know the same together; then each note once, with its tables if it is not of all.
fn known(answered: &Answered) -> Vec<String> {
    let (mut levels, mut notes) = (Vec::new(), Vec::new());
    for AtTable { table, agents, arms, notes: of_table } in &answered.known {
        levels.extend(knowledge(agents, &arms.iter().collect::<Vec<_>>()));
        notes.extend(of_table.iter().map(|note| (&**table, note.to_string())));
    }
    let is_of_all = |tables: &[&str]| tables.len() == answered.question.tables.len();
    let of_tables =
        |(text, tables): (String, Vec<&str>)| match is_of_all(&tables) || !text.contains("this table") {
            true => text,
            false => format!("{}: {text}", tables.join(", ")),
        };
    played_by(&levels).into_iter().chain(together(notes.into_iter()).into_iter().map(of_tables)).collect()
}

/// What was played.
fn facts(answered: &Answered) -> Vec<Fact> {
    let question = &answered.question;
    let (base, rules) = &question.rulesets[0];
    let hash = |rules: &AnyRules| format!("rules hash {}", rules.describe().hash_text());
    let mut facts = vec![Fact::new("base", vec![format!("{base} ({})", hash(rules))])];
    let arms = question.rulesets.iter().skip(1).zip(&question.changes);
    facts.extend(arms.map(|((name, rules), change)| {
        Fact::new(format!("arm {name}"), vec![format!("{change} ({})", hash(rules))])
    }));
    facts.extend(question.tables.iter().map(|seated| seated_fact(answered, seated)));
    facts.extend(
        question
            .own_measures
            .iter()
            .filter_map(|own| own.split_once(" = "))
            .map(|(name, own)| Fact::new(name, vec![own.to_owned()])),
    );
    let sources: Vec<_> = question.beside.iter().map(|source| source.name.clone()).collect();
    facts.extend((!sources.is_empty()).then(|| Fact::new("not played, but given", sources)));
    let until = match &question.stop {
        Stop::Until { measure, half } => Some(format!("{} ± {half}", measure.trim_start_matches("first."))),
        Stop::Verdict => Some("every verdict; intervals hold at every look, and are wider for it".to_owned()),
        _ => None,
    };
    facts.extend(until.map(|until| Fact::new("until", vec![until])));
    let mut seeds: Vec<String> =
        answered.parts.iter().map(|(part, _)| part.experiment.seed.to_string()).collect();
    seeds.dedup();
    facts.push(Fact::new("seed", seeds));
    facts
}

/// A table with its agents, and how much it played.
fn seated_fact(answered: &Answered, seated: &Seated) -> Fact {
    let part = answered
        .parts
        .iter()
        .find(|(part, _)| part.experiment.tables.iter().any(|table| table.name == seated.table.name));
    let walls = part.map_or(seated.walls, |(_, found)| found.walls);
    let number = |number: u64| grouped(number as f64, 0);
    let each = if answered.question.rulesets.len() > 1 { " under each ruleset" } else { "" };
    let played = format!("{} matches on {} walls{each}", number(walls * seated.matches), number(walls));
    let is_share = part.is_some_and(|(part, _)| part.experiment.walls < seated.walls);
    let share = is_share.then(|| format!("a first look: of {} walls", number(seated.walls)));
    let adapt =
        seated.adapt.map(|[matches, _]| format!("learned each ruleset from {} matches", number(2 * matches)));
    let more = [Some(played), share, adapt].into_iter().flatten().collect::<Vec<_>>().join("; ");
    let agents = seated.table.agents.replace(',', ", ");
    Fact::new(format!("table {}", seated.table.name), vec![format!("{agents} ({more})")])
}

/// How to read the pages.
pub(super) const READING: &str = "± is half of the 95 % confidence interval, clustered by wall: rulesets and tables play the same walls. Under the base are rates, under \
    the arms what they change. ● shows an effect on a primary measure, with p values adjusted for all of them on a page (Holm); ○ has an interval that \
    excludes zero, and is not adjusted: of twenty without any effect one is so by chance. A measure that names no player is that of the agent named first \
    at a table. (re-scored): the matches of the base with other final points, which these agents do not look at. few: too few events or walls to judge, with their number. -a +b: an interval \
    whose halves differ. the same: no difference on any wall. The interval of a verdict is that of two one-sided tests";
