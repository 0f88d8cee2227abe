//! What the pages list is what there is: yaku, rulesets, agents, the labels of the text output.

use hyakuman::games::registry::rulesets;
use hyakuman::games::riichi::yaku::YAKU;
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

/// Commands whose text has labels: together every table there is.
const WITH_LABELS: [&str; 8] = [
    "run --agents ukeire,random,ukeire,random --games 80 --metrics",
    "run --rules toppan --games 8 --metrics",
    "compare --vary tobi=[Off,AtOrBelow0] --primary kyoku,won --pairs --details --agents ukeire,random,ukeire,random --games 80",
    "match ukeire random --walls 10",
    "match ukeire random shanten --walls 10",
    "calibrate --games 4",
    "calibrate --games 4 --danger",
    "tune value --steps 1 --walls 10 --held-out 10 --vary risk=0.5..2",
];

/// Every label that a command prints in front of a row or above a column is explained in docs/output.md, as it is printed.
#[test]
fn every_label_of_the_text_is_on_the_page_of_the_output() {
    let page = include_str!("../docs/output.md");
    let mut missing = BTreeSet::new();
    for line in WITH_LABELS {
        let output = Command::new(env!("CARGO_BIN_EXE_hyakuman")).args(line.split(' ')).output().expect(line);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        missing
            .extend(labels(&text).filter(|label| !page.contains(&format!("`{label}`"))).map(str::to_owned));
    }
    assert!(missing.is_empty(), "docs/output.md has no `label` for: {missing:#?}");
}

/// The cells of tables that are words: labels of rows and heads of columns, without names of agents, arms, seats and yaku.
fn labels(text: &str) -> impl Iterator<Item = &str> {
    let rows = text.lines().filter(|line| line.trim_start().contains("  "));
    let cells = rows.flat_map(|line| line.split("  ")).map(str::trim);
    let whose = |cell: &str| {
        cell.split_once(": ").is_some_and(|(whose, _)| whose.starts_with("seat ") || is_name(whose))
    };
    let cells =
        cells.map(move |cell| if whose(cell) { cell.split_once(": ").expect("a colon").1 } else { cell });
    let is_label = |cell: &str| {
        cell.starts_with(|first: char| first.is_alphabetic() || first == '%') || cell.ends_with(" %")
    };
    let is_value = |cell: &str| cell.starts_with("p ") || cell.contains('=') || cell.starts_with("few (");
    cells.filter(move |cell| is_label(cell) && !is_value(cell) && !is_name(cell))
}

/// Whether a cell is the name of an agent, a seat or a yaku.
fn is_name(cell: &str) -> bool {
    let agent = hyakuman::roster().entries().iter().any(|entry| cell == entry.name);
    let yaku = YAKU.iter().any(|info| info.slug.replace('_', " ") == cell);
    agent || yaku || cell.strip_prefix("seat ").is_some_and(|seat| seat.parse::<u8>().is_ok())
}
