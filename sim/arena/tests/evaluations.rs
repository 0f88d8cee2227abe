//! The table `evaluations`: what an agent thinks of every recorded decision.

use crate::import::columns;
use hyakuman_agents::Roster;
use hyakuman_arena::{Arena, Error, Expansion, Quiet, RecordOptions, VerifyOptions, expand, verify};
use hyakuman_core::game::rows::Table;
use hyakuman_games::registry::load_preset;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn record(out: &Path, ruleset: &str, agents: &str, evaluate: &str) -> Result<(), Error> {
    let (rules, roster) = (load_preset(ruleset).unwrap(), Roster::built_in());
    let tables = vec![Table::Decisions, Table::Replays, Table::Evaluations];
    let options = RecordOptions {
        tables,
        evaluate: Some(evaluate.into()),
        part_size: Some(4),
        ..RecordOptions::new(out)
    };
    Arena::new(&rules, &roster).agents(agents)?.games(8).seed(3).record(options).play(&Quiet).map(drop)
}

/// Every legal action of a decision has a row, one of them is the choice, and what the agent itself played is its choice.
#[test]
fn every_legal_action_is_valued() {
    for (ruleset, agent) in
        [("tenhou", "value"), ("tenhou-sanma", "value"), ("toutenkou", "gari"), ("yangzhou-7", "fan")]
    {
        let dir = TempDir::new().unwrap();
        let out = dir.path().join("set");
        record(&out, ruleset, agent, agent).unwrap();
        let (decisions, evaluations) = (columns(&out, Table::Decisions), columns(&out, Table::Evaluations));
        let mut valued: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (row, key) in evaluations["match"].iter().zip(&evaluations["step"]).enumerate() {
            valued.entry(key).or_default().push(row);
        }
        let mut compared = 0;
        for (row, key) in decisions["match"].iter().zip(&decisions["step"]).enumerate() {
            let Some(rows) = valued.get(&key) else { continue };
            let legal: u32 = decisions["legal"][row].iter().map(|byte| byte.count_ones()).sum();
            let chosen: Vec<_> = rows.iter().filter(|row| evaluations["choice"][**row] == [1]).collect();
            assert_eq!((rows.len() as u32, chosen.len()), (legal, 1), "{ruleset}");
            assert_eq!(evaluations["action"][*chosen[0]], decisions["action"][row], "{ruleset}");
            assert!(rows.iter().enumerate().all(|(order, row)| evaluations["order"][*row] == [order as u8]));
            compared += 1;
        }
        assert!(
            compared == valued.len() && compared * 10 > decisions["match"].len() * 9,
            "{ruleset}: {compared}"
        );
    }
}

#[test]
fn expand_and_verify_make_the_same_table() {
    let (dir, roster) = (TempDir::new().unwrap(), Roster::built_in());
    let [set, more] = ["set", "more"].map(|name| dir.path().join(name));
    record(&set, "tenhou", "ukeire", "placement").unwrap();
    let tables = [Table::Decisions, Table::Replays];
    let expansion = Expansion {
        dir: &set,
        tables: &tables,
        out: &more,
        resume: false,
        evaluate: Some("placement"),
        threads: None,
    };
    expand(&expansion, &roster, &Quiet).unwrap();
    for part in ["part-000000.parquet", "part-000001.parquet"] {
        let [one, other] = [&set, &more].map(|dir| fs::read(dir.join("evaluations").join(part)).unwrap());
        assert!(one == other, "{part}");
    }
    let options = VerifyOptions { all: true, ..VerifyOptions::default() };
    let verdict = verify(&set, &options, &roster, &Quiet).unwrap();
    assert!(verdict.findings.is_empty() && verdict.notes.is_empty(), "{verdict:?}");
}

#[test]
fn an_agent_without_opinions_is_refused() {
    let dir = TempDir::new().unwrap();
    let error = record(&dir.path().join("set"), "tenhou", "ukeire", "random").unwrap_err();
    assert_eq!(error.to_string(), "the agent random values no actions of this game");
    let error = record(&dir.path().join("other"), "yangzhou-7", "ukeire", "value").unwrap_err();
    assert!(error.to_string().contains("value"), "{error}");
}
