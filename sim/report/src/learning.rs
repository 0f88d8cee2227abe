//! Labels of a data set, and adapted agents.

use crate::document::{Block, Cell, Document, Draw, Fact, Printer, Table, plain};
use crate::head;
use hyakuman_analysis::Unit;
use hyakuman_analysis::figures::grouped;
use hyakuman_arena::Lineup;
use hyakuman_arena::adapt::{Adapted, Checked, FEWEST_LABELS, LabelledSort};
use hyakuman_core::game::ruleset::Described;

/// The labels by sort of decision; `None` while other shards of the data set are not done: then the text is empty.
pub fn labels(
    sorts: Option<&[LabelledSort]>,
    rules: &Described,
    matches: u64,
    seed: u64,
    lineup: &Lineup,
) -> Document {
    let row = |LabelledSort { sort, labels, mean, spread }: &LabelledSort| {
        let mean = Cell::rate(Unit::Thousandths, *mean);
        (sort.clone(), vec![plain(whole(*labels)), mean, plain(format!("{spread:.2}"))])
    };
    let draw = Draw::Strips { column: 1, caption: "advantage of the other action, 95 % intervals", last: "" };
    let heads = ["sort", "labels", "advantage", "spread"];
    let table = Table { draw, ..Table::new(heads, sorts.unwrap_or_default().iter().map(row)) };
    let reading = "± is half of the 95 % confidence interval of the mean advantage, with matches taken as independent; spread is the \
         standard deviation of one label";
    let reading = sorts.map(|_| Block::Reading(reading.to_owned()));
    let head = on_pages(head::played(rules, matches, seed, lineup));
    let blocks = [head, Block::Table(table)].into_iter().chain(reading).collect();
    Document { title: format!("Labels: {}", rules.id), blocks }
}

/// An adapted agent: what held-out labels and the match say.
pub fn adapted(adapted: &Adapted, rules: &Described, seed: u64) -> Document {
    let Adapted { agent, base, plan, labels, gain, matches, .. } = adapted;
    let verdict = match adapted.is_stronger() {
        true => agent.clone(),
        false => format!("keep {base}: {agent} is {}", adapted.verdict()),
    };
    let (steps, games, labels) = (plan.steps, whole(plan.games), whole(*labels));
    let noun = if steps == 1 { "step" } else { "steps" };
    let fitted =
        format!("{steps} {noun} of {games} matches, {labels} labels fitted; in brackets: 95% intervals");
    let interval = gain.bounds().map_or_else(String::new, |[low, high]| format!(" [{low:+.2}, {high:+.2}]"));
    let gained = format!(
        "one against {base}: {:+.2}{interval} rank points a match, {} matches: {}",
        gain.value,
        whole(*matches),
        adapted.verdict()
    );
    let left_out = adapted.left_out();
    let left_out = (!left_out.is_empty()).then(|| {
        format!("not corrected, fewer than {} labels: {}", whole(FEWEST_LABELS), left_out.join(", "))
    });
    let head = on_pages([head::of_rules(rules), vec![Fact::new("seed", vec![seed.to_string()])]].concat());
    let notes = left_out.into_iter().chain([gained]).map(Block::Note);
    let found = Block::Note(format!("{verdict}\n{fitted}"));
    let blocks = [head, found, Block::Table(checked(adapted))].into_iter().chain(notes).collect();
    Document { title: format!("{base} adapted to {}", rules.id), blocks }
}

fn checked(adapted: &Adapted) -> Table {
    let row = |(sort, checked): (&String, &Checked)| {
        let Checked { labels, slope, taken, expected, gained } = checked;
        let cells = vec![
            plain(whole(*labels)),
            Cell::rate(Unit::Number, *slope),
            plain(format!("{:.1}%", 100.0 * taken)),
            plain(format!("{expected:+.2}")),
            Cell::rate(Unit::Thousandths, *gained),
        ];
        (sort.clone(), cells)
    };
    let draw = Draw::Strips { column: 4, caption: "gained on held-out labels, 95 % intervals", last: "" };
    let heads = ["held-out labels", "labels", "slope", "taken", "expected", "gained"];
    Table { draw, ..Table::new(heads, adapted.checked.iter().map(row)) }
}

fn on_pages(facts: Vec<Fact>) -> Block {
    Block::Only(Printer::PAGES, vec![Block::under("What was played", vec![Block::Facts(facts)])])
}

/// A count with its digits in groups.
fn whole(number: u64) -> String {
    grouped(number as f64, 0)
}
