//! Matches of this program are written, read and replayed without a disagreement under the rules that they name, whatever these are; rules that a
//! format cannot represent are refused by name.

use crate::logs::common;
#[path = "../../../riichi/tests/flow/drawn.rs"]
mod drawn;

use common::players::play;
use drawn::Variation;
use hyakuman_core::game::ruleset::{Ruleset, Source};
use hyakuman_games::logs::model::Format;
use hyakuman_games::logs::referee::{judge, judge_by_its_rules};
use hyakuman_games::logs::{LogMatch, mjai, read, tenhou6, unsupported_field};
use hyakuman_riichi::RiichiRules;
use hyakuman_riichi::rules::{ChipSet, OpenRiichi};
use std::sync::Arc;

/// Number of random rule sets; HYAKUMAN_RULE_VARIATIONS overrides it.
const VARIATIONS: usize = 200;

/// Matches per rule set, each at another table of players.
const MATCHES: u64 = 3;

/// A format, its name, and how a match is written in it.
type Writer = (&'static str, Format, fn(&LogMatch) -> String);

const FORMATS: [Writer; 2] =
    [("mjai", Format::Mjai, mjai::write), ("tenhou6", Format::Tenhou6, tenhou6::write)];

/// The disagreements when a written match is replayed.
fn disagreements(text: &str, rules: &Arc<RiichiRules>) -> Vec<String> {
    let mut logs = read(text.as_bytes());
    assert_eq!(logs.len(), 1);
    let verdict = logs.remove(0).and_then(|log| judge(&log, rules));
    match verdict {
        Ok(verdict) => verdict.disagreements.iter().map(ToString::to_string).collect(),
        Err(error) => vec![error.to_string()],
    }
}

/// The disagreements when a written match is replayed under the rules that it names; they must be these.
fn disagreements_by_its_rules(text: &str, rules: &RiichiRules) -> Vec<String> {
    let log = read(text.as_bytes()).remove(0).unwrap_or_else(|e| panic!("{e}"));
    let (source, verdict) = judge_by_its_rules(&log, &[]).unwrap_or_else(|e| panic!("{e}"));
    let named = source.source(&[]).and_then(|source| source.load::<RiichiRules>()).expect("rules");
    assert_eq!((&named.rules, source.warning), (rules, None));
    verdict.disagreements.iter().map(ToString::to_string).collect()
}

/// Writes some matches under these rules in every format that supports them; returns how many formats do.
fn check<const N: usize>(name: &str, rules: &Arc<RiichiRules>, first: u64) -> usize {
    let formats: Vec<_> =
        FORMATS.into_iter().filter(|&(_, format, _)| unsupported_field(rules, format).is_none()).collect();
    for number in first..first + MATCHES {
        if formats.is_empty() {
            break;
        }
        let log = play::<N>(rules, number).2;
        for (format, _, write) in &formats {
            let found = disagreements_by_its_rules(&write(&log), rules);
            assert!(found.is_empty(), "{name}, match {number}, {format}: {found:#?}");
        }
    }
    formats.len()
}

#[test]
fn every_preset_is_replayed_or_refused() {
    for preset in RiichiRules::PRESETS {
        let rules = Arc::new((preset.rules)());
        let counts = if rules.players == 3 {
            check::<3>(preset.id, &rules, 0)
        } else {
            check::<4>(preset.id, &rules, 0)
        };
        assert_eq!(counts, if preset.id == "shura" { 0 } else { 2 }, "{}", preset.id);
    }
    let shura = (RiichiRules::preset("shura").expect("a preset").rules)();
    assert_eq!(unsupported_field(&shura, Format::Mjai), Some("wins_per_hand"));
    let wareme = RiichiRules { wareme: true, ..hyakuman_riichi::presets::tenhou() };
    assert_eq!(unsupported_field(&wareme, Format::Tenhou6), Some("wareme"));
    for yaku in
        ["han=1,has='p'", "yakuman=2,has='p'", "limit='mangan',has='p'", "han=1,has='p',counts_as_yaku=false"]
    {
        let own = Arc::new(rules_with_a_yaku(yaku));
        assert_eq!(check::<4>(yaku, &own, 0), 2);
    }
}

/// Rules with a yaku that many wins have. Its name has what a name in tenhou.net/6 is followed by.
fn rules_with_a_yaku(worth: &str) -> RiichiRules {
    let mut source = Source::preset("tenhou");
    source.set(&format!("yaku=[{{name='Pinzu (1飜)',{worth}}}]")).expect("a rule");
    source.load::<RiichiRules>().expect("rules that fit").rules
}

/// The names of such yaku are read, and those of other rules than the ones that a log is replayed under are told.
#[test]
fn yaku_of_the_rules_are_written_by_name() {
    let own = Arc::new(rules_with_a_yaku("han=1,has='p'"));
    let text = tenhou6::write(&play::<4>(&own, 0).2);
    assert!(text.contains("Pinzu (1飜)(1飜)"), "{text}");
    let found = disagreements(&text.replace("Pinzu", "Manzu"), &own);
    assert!(found.iter().any(|line| line.contains("manzu_1") && line.contains("pinzu_1")), "{found:#?}");
    let foreign = disagreements(&text, &Arc::new(hyakuman_riichi::presets::tenhou()));
    assert!(
        foreign.iter().any(|line| line.contains("yaku of the rules") && line.contains("pinzu_1")),
        "{foreign:#?}"
    );
}

/// The same without rules that no log represents, of which a third of the variations would otherwise be free.
fn without_house_rules(rules: &RiichiRules) -> RiichiRules {
    RiichiRules {
        wareme: false,
        yakitori: 0,
        chips: ChipSet::EMPTY,
        max_kyoku: None,
        open_riichi: OpenRiichi::Off,
        ..rules.clone()
    }
}

/// Draws rule sets until enough of them could be written, and replays each.
fn check_variations<const N: usize>(enough: usize) {
    let mut counts = [0; 3];
    for number in 0.. {
        let Variation { rules, source } = Variation::draw::<N>(number);
        let rules = Arc::new(without_house_rules(&rules));
        counts[check::<N>(&format!("variation {number}: {source}"), &rules, number)] += 1;
        if counts[2] >= enough {
            break;
        }
    }
    assert!(counts[0] + counts[1] < 4 * counts[2], "many can be written: {counts:?}");
}

fn variations() -> usize {
    let source = std::env::var("HYAKUMAN_RULE_VARIATIONS").ok().and_then(|n| n.parse().ok());
    source.unwrap_or(VARIATIONS)
}

#[test]
fn rules_drawn_at_random_are_replayed() {
    check_variations::<4>(variations() / 2);
}

#[test]
fn rules_of_three_players_are_replayed() {
    check_variations::<3>(variations() / 2);
}
