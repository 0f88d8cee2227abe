//! What the pages list, and messages advise, is what there is: yaku, rulesets, agents, options, the labels of the text output.

use crate::cli::commands;
use assert_cmd::Command;
use hyakuman::agents::AgentEntry;
use hyakuman::registry::rulesets;
use hyakuman::riichi::shown::Sign;
use hyakuman::riichi::yaku::{YAKU, YakuInfo};
use hyakuman::riichi::{DangerClass, Riichi, RiichiRules, written_yaku};
use hyakuman_arena::measures::measures_as_markdown;
use hyakuman_arena::own_measures::words_as_markdown;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_core::game::{GameFacts, HouseRules};
use hyakuman_core::testing::written;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// docs/output.md has the name of each yaku of riichi mahjong but local ones, with its han where it is no yakuman.
#[test]
fn every_yaku_is_on_the_page_of_the_output() {
    let page = include_str!("../docs/output.md").replace('(', "");
    let entry = |info: &YakuInfo| match (info.closed, info.open) {
        _ if info.yakuman => format!("`{}` {}", info.slug, info.kanji),
        (closed, 0) => format!("`{}` {} {closed}", info.slug, info.kanji),
        (closed, open) => format!("`{}` {} {closed}/{open}", info.slug, info.kanji),
    };
    let entries = YAKU.iter().filter(|info| info.clause != "R-8.1").map(entry);
    let missing: Vec<String> = entries.filter(|entry| !page.contains(entry)).collect();
    assert!(missing.is_empty(), "docs/output.md does not list the yaku {missing:#?}");
}

/// Parts of pages that the program writes: words of yaku of a rules file, rows and columns of measures of one's own, measures, agents.
#[test]
fn pages_are_written() {
    let words = words_as_markdown(&GameFacts::of::<Riichi<4>>());
    written::part("docs/own-rules.md", "words", &written_yaku::words_as_markdown());
    written::part("docs/measures.md", "rows and columns", &words);
    written::part("docs/metrics.md", "measures", &measures_as_markdown());
    written::part("docs/agents.md", "agents", &agents());
}

/// Rules that logs do not show, and rules with columns of their own.
#[test]
fn rules_with_a_page_of_their_own_are_on_it() {
    let [output, records] = [include_str!("../docs/output.md"), include_str!("../docs/records.md")];
    let unlogged = RiichiRules::FIELDS.iter().filter(|field| !field.in_logs).map(|field| field.name);
    for (page, text, rule) in unlogged
        .map(|rule| ("output", output, rule))
        .chain(HouseRules::EACH.iter().map(|(rule, _)| ("records", records, *rule)))
    {
        assert!(text.contains(&format!("`{rule}`")), "docs/{page}.md does not name the rule `{rule}`");
    }
}

/// The table of the agents.
fn agents() -> String {
    let mut families: Vec<_> = rulesets().iter().map(|ruleset| ruleset.family).collect();
    families.dedup();
    let row = |entry: &AgentEntry| {
        let games = families.iter().copied().filter(|family| entry.plays(family)).collect::<Vec<_>>();
        let options = entry.options.iter().map(|option| format!("`{}`", option.name)).collect::<Vec<_>>();
        format!("| `{}` | {} | {} | {} |\n", entry.name, games.join(", "), entry.about, options.join(", "))
    };
    let rows: String = hyakuman::roster().entries().iter().map(row).collect();
    format!("| agent | games | what it does | options |\n| --- | --- | --- | --- |\n{rows}")
}

/// The options that a text names.
fn options(text: &str) -> BTreeSet<String> {
    let names = text.match_indices("--").map(|(at, _)| {
        let word = text[at..].chars().take_while(|&c| c == '-' || c.is_ascii_lowercase());
        word.collect::<String>().trim_end_matches('-').to_owned()
    });
    names.filter(|name| name.len() > 2).collect()
}

/// The sources of a folder, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_test = |path: &PathBuf| ["tests", "benches", "examples"].iter().any(|name| path.ends_with(name));
    let inside = folders.iter().filter(|folder| !is_test(folder)).flat_map(|folder| sources(folder));
    let is_source = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    inside.chain(files.into_iter().filter(is_source).filter(|path| !path.ends_with("tests.rs"))).collect()
}

/// Every option that a message of the program names is one of its commands.
#[test]
fn messages_advise_options_that_exist() {
    let mut known = options("--release --features --config --test"); // of cargo
    for command in commands("").iter().map(String::as_str).chain([""]) {
        known.extend(options(&help(command)));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in ["cli", "sim", "agents", "analysis"].iter().flat_map(|folder| sources(&root.join(folder))) {
        let text = std::fs::read_to_string(&path).expect("a source");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let unknown: Vec<String> = options(&lines.join("\n")).difference(&known).cloned().collect();
        assert!(unknown.is_empty(), "{} names {unknown:?}, which no command has", path.display());
    }
}

/// Every option of a command line in a page is in the help of its command.
#[test]
fn every_option_on_a_page_exists() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let pages = std::fs::read_dir(docs).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|name| name == "md"));
    let (commands, mut helps) = (commands(""), BTreeMap::new());
    for page in pages.chain([Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")]) {
        let text = std::fs::read_to_string(&page).unwrap().replace("\\\n", " ");
        for line in text.lines().filter_map(|line| line.strip_prefix("hyakuman ")) {
            let line = line.split(" # ").next().unwrap();
            let help = helps.entry(command(line, &commands)).or_insert_with_key(|command| help(command));
            for option in line.split_whitespace().filter(|word| word.starts_with("--")) {
                let known = help.split_whitespace().any(|word| word.trim_end_matches(']') == option);
                assert!(known, "{}: hyakuman {line}: there is no {option}", page.display());
            }
        }
    }
    assert!(helps.len() > 10, "only {} commands were found on the pages", helps.len());
}

/// The command of a line; nothing for that of a command that does not exist.
fn command<'a>(line: &str, commands: &'a [String]) -> &'a str {
    let begins = |command: &&str| {
        line.strip_prefix(command).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ';']))
    };
    commands.iter().map(String::as_str).filter(begins).max_by_key(|command| command.len()).unwrap_or("")
}

fn help(command: &str) -> String {
    let mut program = Command::cargo_bin("hyakuman").unwrap();
    let done = program.args(command.split_whitespace()).arg("--help").output().unwrap();
    assert!(done.status.success(), "hyakuman {command} --help fails");
    String::from_utf8(done.stdout).unwrap()
}

/// Commands whose text has labels: together every table there is.
const WITH_LABELS: [&str; 7] = [
    "run --agents ukeire,random,ukeire,random --games 80 --metrics",
    "compare --vary tobi=[Off,AtOrBelow0] --primary kyoku,won --pairs --details --agents ukeire,random,ukeire,random --games 80",
    "match ukeire random --walls 10",
    "match ukeire random shanten --walls 10",
    "agents calibrate --games 4",
    "agents calibrate --games 4 --danger",
    "agents places --rules tenhou-east --agents shanten --games 100 --out /dev/null",
];

/// Every label that a command prints in front of a row or above a column is on docs/output.md or docs/metrics.md, as it is printed.
#[test]
fn every_label_of_the_text_is_on_a_page() {
    let pages = concat!(include_str!("../docs/output.md"), include_str!("../docs/metrics.md"));
    let mut missing = BTreeSet::new();
    for line in WITH_LABELS {
        let output = Command::cargo_bin("hyakuman").unwrap().args(line.split(' ')).output().expect(line);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let unknown = labels(&text).filter(|label| !pages.contains(&format!("`{label}`")));
        missing.extend(unknown.map(str::to_owned));
    }
    assert!(missing.is_empty(), "no page has a `label` for: {missing:#?}");
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
        || cell.starts_with("fewer than ")
        || cell.contains('=')
        || cell.starts_with("- ")
}

/// Whether a cell is the name of an agent, an option, a seat, a yaku, a danger class or a sign of an open hand.
fn is_name(cell: &str) -> bool {
    let agent = hyakuman::roster().entries().iter().any(|entry| cell == entry.name);
    let yaku = YAKU.iter().any(|info| info.slug.replace('_', " ") == cell);
    let class = DangerClass::ALL.iter().any(|class| class.name() == cell);
    let seat = cell.strip_prefix("seat ").is_some_and(|seat| seat.parse::<u8>().is_ok());
    let sign = Sign::ALL.iter().any(|sign| sign.name() == cell);
    agent || yaku || class || sign || seat || ["A", "B", "C"].contains(&cell)
}

/// A file beside tests/main.rs that is no module of it would not be run.
#[test]
fn every_test_file_is_in_its_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = ["sim/riichi", "sim/yangzhou", "sim/toppan", "sim/games"];
    for package in [".", "agents", "sim/arena", "sim/core"].into_iter().chain(games) {
        let folder = root.join(package).join("tests");
        let main = std::fs::read_to_string(folder.join("main.rs")).unwrap();
        for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            let listed = name == "main" || main.lines().any(|line| line == format!("mod {name};"));
            assert!(
                file.extension() != Some(OsStr::new("rs")) || listed,
                "{} is not in main.rs",
                file.display()
            );
        }
    }
}
