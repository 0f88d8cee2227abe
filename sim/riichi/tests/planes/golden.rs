//! The tensors of some matches, pinned: the channels of a set never change.

use crate::planes::played::play;
use hyakuman_riichi::planes::Planes;
use hyakuman_riichi::presets;
use std::sync::Arc;

/// One line per ruleset: its name, and a hash of the tensors of one match for each set of planes. A new ruleset needs none.
const GOLDEN: &str = include_str!("golden.txt");

#[test]
fn tensors_are_pinned() {
    let lines: String = GOLDEN.lines().map(|line| now(line.split(' ').next().unwrap())).collect();
    assert!(
        lines == GOLDEN,
        "tensors changed: a change of channels needs new planes with a new name. Now:\n{lines}"
    );
}

/// The line of a ruleset.
fn now(id: &str) -> String {
    let preset = presets::PRESETS.iter().find(|preset| preset.id == id).expect("a ruleset");
    let rules = Arc::new((preset.rules)());
    let [one, two] = match rules.players {
        3 => hashes(&play::<3>(&rules, 1).tensors),
        _ => hashes(&play::<4>(&rules, 1).tensors),
    };
    format!("{id} {one:016x} {two:016x}\n")
}

fn hashes(tensors: &[[Vec<u8>; 2]]) -> [u64; 2] {
    Planes::ALL.map(|planes| fnv(tensors.iter().flat_map(|tensors| &tensors[planes as usize])))
}

/// The hash FNV-1a.
fn fnv<'a>(bytes: impl Iterator<Item = &'a u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
