//! What the pages list is what there is: yaku, rulesets, agents, the labels of the text output.

use hyakuman::games::registry::rulesets;
use hyakuman::games::riichi::DangerClass;
use hyakuman::games::riichi::yaku::YAKU;
use hyakuman_analysis::figures::label;
use hyakuman_analysis::play::{MATCH_RATES, player_rates};
use std::collections::BTreeSet;
use std::process::Command;

/// docs/output.md has the name of each yaku of riichi mahjong, with its han where it is no yakuman.
#[test]
fn every_yaku_is_on_the_page_of_the_output() {
    let page = include_str!("../docs/output.md");
    for info in &YAKU {
        let name = format!("`{}` {}", info.slug, info.kanji);
        assert!(page.contains(&name), "docs/output.md does not list the yaku {name}");
    }
}

#[test]
fn every_ruleset_is_on_its_page() {
    let page = include_str!("../docs/rulesets.md");
    for listing in rulesets() {
        let id = format!("`{}`", listing.id);
        assert!(page.contains(&id), "docs/rulesets.md has no line for the ruleset {id}");
    }
}

#[test]
fn every_agent_is_on_its_page() {
    let page = include_str!("../docs/agents.md");
    for entry in hyakuman::roster().entries() {
        let line = format!("| `{}` | ", entry.name);
        assert!(page.contains(&line), "docs/agents.md has no line for the agent `{}`", entry.name);
    }
}

/// docs/output.md says which key of the JSON each measure of the text is.
#[test]
fn every_measure_is_on_the_page_of_the_output_by_its_label() {
    let page = include_str!("../docs/output.md");
    for measure in MATCH_RATES.iter().chain(player_rates(4)) {
        let row = format!("| `{}` | `{}` |", label(measure), measure.name);
        assert!(page.contains(&row), "docs/output.md has no cells {row}");
    }
}

/// Commands whose text has labels: together every table there is.
const WITH_LABELS: [&str; 7] = [
    "run --agents ukeire,random,ukeire,random --games 80 --metrics",
    "compare --vary tobi=[Off,AtOrBelow0] --primary kyoku,won --pairs --details --agents ukeire,random,ukeire,random --games 80",
    "match ukeire random --walls 10",
    "match ukeire random shanten --walls 10",
    "calibrate --games 4",
    "calibrate --games 4 --danger",
    "tune value --steps 1 --walls 10 --held-out 10 --vary risk=0.5..2",
];

/// Every label that a command prints in front of a row or above a column is on docs/output.md, as it is printed.
#[test]
fn every_label_of_the_text_is_on_the_page_of_the_output() {
    let page = include_str!("../docs/output.md");
    let mut missing = BTreeSet::new();
    for line in WITH_LABELS {
        let output = Command::new(env!("CARGO_BIN_EXE_hyakuman")).args(line.split(' ')).output().expect(line);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let unknown = labels(&text).filter(|label| !page.contains(&format!("`{label}`")));
        missing.extend(unknown.map(str::to_owned));
    }
    assert!(missing.is_empty(), "docs/output.md has no `label` for: {missing:#?}");
}

/// The cells of tables that are words: labels of rows and heads of columns, without what is in front of them (`seat 0: `, `A `).
fn labels(text: &str) -> impl Iterator<Item = &str> {
    let rows = text.lines().filter(|line| line.trim_start().contains("  ") && !line.contains("(rules hash "));
    let cells = rows.flat_map(|line| line.split("  ")).map(str::trim).map(without_whose);
    let cells = cells.flat_map(|cell| if is_group(cell) { cell.split(", ").collect() } else { vec![cell] });
    let is_label = |cell: &&str| {
        cell.starts_with(|first: char| first.is_alphabetic() || first == '%') || cell.ends_with(" %")
    };
    cells.filter(is_label).filter(|cell| !is_name(cell) && !is_value(cell))
}

/// A label without the seat, agent or letter of whose it is.
fn without_whose(cell: &str) -> &str {
    match cell.split_once(": ") {
        Some((whose, label)) if is_name(whose) => label,
        _ => ["A ", "B ", "C "].iter().find_map(|letter| cell.strip_prefix(letter)).unwrap_or(cell),
    }
}

/// Whether it is a group of decisions: `closed, tenpai, under riichi`.
fn is_group(cell: &str) -> bool {
    ["closed, ", "open, ", "declares riichi, ", "riichi, dealer", "silent, dealer"]
        .iter()
        .any(|start| cell.starts_with(start))
}

/// Whether a cell that begins with a letter is a value, a class of values or a change of a rule.
fn is_value(cell: &str) -> bool {
    let of_number = |words: &str| {
        cell.strip_prefix(words).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let is_class = (of_number("below ") || of_number("from ")) && !cell.ends_with('%');
    is_class
        || cell.starts_with("p ")
        || cell.starts_with("few (")
        || cell.contains('=')
        || cell.starts_with("- ")
}

/// Whether a cell is the name of an agent, an option, a seat, a yaku or a danger class.
fn is_name(cell: &str) -> bool {
    let agent = hyakuman::roster().entries().iter().any(|entry| cell == entry.name);
    let yaku = YAKU.iter().any(|info| info.slug.replace('_', " ") == cell);
    let class = DangerClass::ALL.iter().any(|class| class.name() == cell);
    let seat = cell.strip_prefix("seat ").is_some_and(|seat| seat.parse::<u8>().is_ok());
    agent || yaku || class || seat || ["A", "B", "C", "risk"].contains(&cell)
}
