//! The command with an agent that makes forecasts.

use super::run_with;
use crate::agents::{AgentsArgs, AgentsCommand};
use crate::args::{Cli, Command};
use clap::Parser;
use hyakuman_agents::{AgentEntry, Random, Roster};
use hyakuman_core::Seat;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Candidate, Evaluation, ValueUnit};
use hyakuman_riichi::{Riichi, RiichiRules, View};
use serde_json::Value;
use std::sync::Arc;

/// Random play, in two groups by turn, with the same forecast always.
struct Says {
    player: Random,
    decisions: u16,
}

impl Agent<Riichi<4>> for Says {
    fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
        self.decisions = 0;
        Agent::<Riichi<4>>::begin(&mut self.player, rules, seat, seed);
    }

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        self.decisions += 1;
        Agent::<Riichi<4>>::act(&mut self.player, view, legal)
    }

    fn evaluate(&mut self, _: &View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        let candidate = |action| Candidate {
            group: Some(self.decisions % 2),
            win: Some(0.5),
            deal_in: Some(0.001),
            places: Some([0.25; 4]),
            ..Candidate::new(action, 0.0)
        };
        Some(Evaluation::new(ValueUnit::Logit, legal.iter().map(candidate).collect()))
    }

    fn groups(&self) -> Vec<String> {
        vec!["even".to_owned(), "odd".to_owned()]
    }
}

fn output(line: &str) -> String {
    let cli = Cli::try_parse_from(line.split_whitespace()).expect(line);
    let Command::Agents(AgentsArgs { command: AgentsCommand::Calibrate(args) }) = cli.command else {
        panic!("another command")
    };
    let mut roster = Roster::built_in();
    let entry = AgentEntry::new("says");
    roster.insert(entry.scalar::<Riichi<4>, _>(|_| Says { player: Random::default(), decisions: 0 }));
    let mut out = Vec::new();
    run_with(&args, &roster, &mut out).expect(line);
    String::from_utf8(out).expect("UTF-8")
}

const LINE: &str = "hyakuman agents calibrate --agents says,random,random,random --games 100 --threads";

#[test]
fn the_page_marks_what_is_off() {
    let pages = [1, 2].map(|threads| output(&format!("{LINE} {threads} --details")));
    let [one, two] = pages.each_ref().map(|page| page.rsplit_once("\n±").expect(page).0);
    assert_eq!(one, two);
    assert!(one.contains("\nforecasts of says: "), "{one}");
    let after = one.split_once("\nwin: the seat wins the kyoku\n").expect(one).1;
    let (win, deal_in) = after.split_once("\n\ndeal-in: ").expect(one);
    let lines: Vec<&str> = win.lines().collect();
    assert!(lines[0].starts_with("group") && lines.len() == 7, "{win}");
    for (at, group) in [(1, "all groups"), (3, "even"), (5, "odd")] {
        assert!(lines[at].starts_with(group) && lines[at].contains(" * "), "{win}");
        assert!(lines[at + 1].contains("  50-55  ") && lines[at + 1].ends_with(" *"), "{win}");
    }
    assert!(deal_in.contains("  0-1  ") && !one.contains("\ntenpai: "), "{deal_in}");
    let totals = output(&format!("{LINE} 2"));
    let short = one.lines().filter(|line| !line.starts_with("      "));
    let short = short.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let totals = totals.rsplit_once("\n±").expect("an explanation").0;
    assert!(short.eq(totals.lines().map(|line| line.split_whitespace().collect::<Vec<_>>())), "{totals}");
}

/// docs/output.md has every key of the JSON.
#[test]
fn every_key_is_documented() {
    fn keys(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(key, value)| {
                found.push(key.clone());
                keys(value, found);
            }),
            Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
            _ => {}
        }
    }
    let documented = include_str!("../../../docs/output.md");
    let is_own = |section: &&str| section.lines().next().is_some_and(|head| head.ends_with("calibrate`"));
    let section = documented.split("\n## ").find(is_own).expect("a section");
    for line in ["2 --json", "2 --json --danger"] {
        let (mut found, object) = (Vec::new(), serde_json::from_str(&output(&format!("{LINE} {line}"))));
        keys(&object.expect("JSON"), &mut found);
        for key in found {
            let own = |name: &str| section.contains(&format!("`{name}`"));
            let of_run =
                ["threads", "seconds", "games_per_second", "decisions_per_second"].contains(&key.as_str());
            assert!(own(&key) || of_run, "docs/output.md, `calibrate`: `{key}`");
        }
    }
}

#[test]
fn json_has_totals_and_buckets() {
    let object: Value = serde_json::from_str(&output(&format!("{LINE} 2 --json"))).expect("JSON");
    let quantities = object["quantities"].as_array().expect("a list");
    let names: Vec<_> = quantities.iter().map(|quantity| &quantity["quantity"]).collect();
    assert_eq!(names, ["win", "deal_in", "first", "second", "third", "fourth"]);
    let groups = quantities[0]["groups"].as_array().expect("a list");
    let names: Vec<_> = groups.iter().map(|group| &group["group"]).collect();
    assert_eq!(names, [&Value::Null, &Value::from("even"), &Value::from("odd")]);
    assert_eq!(groups[0]["decisions"], object["forecasts"]);
    assert_eq!(groups[0]["off"], true);
    assert_eq!(
        (&groups[0]["buckets"][0]["from"], &groups[0]["buckets"][0]["to"]),
        (&0.5.into(), &0.55.into())
    );
    assert_eq!(quantities[1]["groups"][0]["buckets"][0]["from"], 0.0);
}
