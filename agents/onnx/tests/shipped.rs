//! The network that comes with the program.
#![cfg(feature = "runtime")]

use hyakuman_agents::agent_file;
use hyakuman_arena::{Arena, Quiet, Rules};
use hyakuman_games::registry::rulesets;
use hyakuman_onnx::roster;
use hyakuman_riichi::Riichi;
use rten_onnx::onnx::{ModelProto, StringStringEntryProto};
use std::path::Path;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/shipped/net.onnx");

/// Matches on one wall, and what can be known of them.
fn played(rules: &Rules, in_play: usize, threads: u64) -> String {
    let roster = roster();
    let arena = Arena::new(rules, &roster).agents("net,ukeire,random,net:sample=true").unwrap().games(4);
    arena.threads(threads).matches_in_play(in_play).play(&Quiet).unwrap().stats.to_text()
}

/// Two kyoku of each.
#[test]
fn it_plays_every_riichi_ruleset_of_four_players() {
    let (mut four, mut three) = (0, 0);
    for listing in rulesets().iter().filter(|listing| listing.family == "riichi") {
        let rules = Rules::preset(listing.id).unwrap().set("max_kyoku=2").unwrap();
        let roster = roster();
        let alone = Arena::new(&rules, &roster).agents("net");
        let error = alone.and_then(|arena| arena.games(1).play(&Quiet)).err().map(|error| error.to_string());
        if let Some(error) = error {
            assert!(error.contains("\"net\" does not play riichi with 3 seats"), "{error}");
            three += 1;
        } else {
            four += 1;
        }
    }
    assert!(four > 3 && three > 0, "{four} and {three} rulesets");
}

#[test]
fn it_plays_the_same_matches_in_any_batches() {
    let rules = Rules::preset("tenhou-east").unwrap();
    assert!(played(&rules, 64, 1) == played(&rules, 3, 2));
}

#[test]
fn its_page_has_its_hash_and_it_is_small() {
    let (bytes, page) = (agent_file::read(Path::new(FILE)).unwrap(), include_str!("../../../docs/net.md"));
    assert!(bytes.len() <= 4_000_000, "{} bytes", bytes.len());
    let (_, hash) = page.split_once("SHA-256 `").expect("the hash in docs/net.md");
    agent_file::check_hash(Path::new(FILE), &bytes, hash.split_once('`').expect("its end").0).unwrap();
}

/// What is written in the file says the same as the page.
#[test]
fn its_card_is_on_its_page() {
    let (bytes, page) = (agent_file::read(Path::new(FILE)).unwrap(), include_str!("../../../docs/net.md"));
    let props = ModelProto::parse_buf(&bytes).unwrap().metadata_props;
    for name in ["data", "steps", "agreement", "strength"] {
        let is_named =
            |prop: &&StringStringEntryProto| prop.key.as_deref() == Some(&format!("hyakuman.{name}"));
        let value = props.iter().find(is_named).and_then(|prop| prop.value.as_deref()).expect("metadata");
        assert!(value.split("; ").all(|part| page.contains(part)), "docs/net.md lacks {name}: {value}");
    }
}

#[test]
fn the_file_is_the_agent_onnx_with_its_path() {
    let roster = roster();
    let spec = roster.spec(&format!("onnx:net={FILE}")).unwrap();
    assert!(roster.agent::<Riichi<4>>(&spec).is_ok());
}
