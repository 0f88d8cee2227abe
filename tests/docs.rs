//! What the pages list, and messages advise, is what there is: yaku, rulesets, agents, options.

use assert_cmd::Command;
use hyakuman::games::registry::rulesets;
use hyakuman::games::riichi::yaku::YAKU;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

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
    let is_test =
        |path: &PathBuf| ["tests", "benches", "examples", "test-bot"].iter().any(|name| path.ends_with(name));
    let inside = folders.iter().filter(|folder| !is_test(folder)).flat_map(|folder| sources(folder));
    let is_source = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    inside.chain(files.into_iter().filter(is_source).filter(|path| !path.ends_with("tests.rs"))).collect()
}

/// Every option that a message of the program names is one of its commands.
#[test]
fn messages_advise_options_that_exist() {
    let mut known = options("--release --features --config --test"); // of cargo
    known.extend(options(&help::<&str>(&[])));
    let page = help::<&str>(&[]);
    let (_, commands) = page.split_once("Commands:").expect("a list of commands");
    let commands = commands.split_once("Options:").expect("its end").0;
    let names =
        commands.lines().filter_map(|line| line.strip_prefix("  ")).filter_map(|line| line.split(' ').next());
    for name in names.filter(|name| !name.is_empty() && *name != "help") {
        known.extend(options(&help(&[name])));
    }
    for inside in [&["rules", "show"], &["agents", "check"]] {
        known.extend(options(&help(inside)));
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
    let mut helps = BTreeMap::new();
    for page in pages.chain([Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")]) {
        let text = std::fs::read_to_string(&page).unwrap().replace("\\\n", " ");
        for line in text.lines().filter_map(|line| line.strip_prefix("hyakuman ")) {
            let line = line.split(" # ").next().unwrap();
            let help = helps.entry(command(line)).or_insert_with_key(|words| help(words));
            for option in line.split_whitespace().filter(|word| word.starts_with("--")) {
                let known = help.split_whitespace().any(|word| word == option);
                assert!(known, "{}: hyakuman {line}: there is no {option}", page.display());
            }
        }
    }
    assert!(helps.len() > 10, "only {} commands were found on the pages", helps.len());
}

/// The command of a line, with its second word where it has one.
fn command(line: &str) -> Vec<String> {
    let words = line.split_whitespace().map(|word| word.trim_end_matches(';').to_owned());
    let nested = ["rules", "agents", "planes"].iter().any(|name| line.starts_with(name));
    words.take(if nested { 2 } else { 1 }).collect()
}

fn help<W: AsRef<OsStr> + Debug>(words: &[W]) -> String {
    let done = Command::cargo_bin("hyakuman").unwrap().args(words).arg("--help").output().unwrap();
    assert!(done.status.success(), "hyakuman {words:?} --help fails");
    String::from_utf8(done.stdout).unwrap()
}
