//! Compact actions stand for every legal action code, and back.

use crate::planes::played::{choose, seed};
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::{ActionMask, Game};
use hyakuman_core::{Rng, Tile};
use hyakuman_riichi::planes::{ActionSpace, DecisionRow, expand};
use hyakuman_riichi::{Action, Riichi, RiichiRules, RowCache, presets};
use std::collections::HashSet;
use std::sync::Arc;

#[test]
fn every_legal_action_has_an_output_and_back() {
    let mut met = HashSet::new();
    for preset in presets::PRESETS {
        let rules = Arc::new((preset.rules)());
        match rules.players {
            3 => check::<3>(&rules, &mut met),
            _ => check::<4>(&rules, &mut met),
        }
    }
    let missing: Vec<_> = (0..124).filter(|output| !met.contains(output)).collect();
    assert!(missing.len() < 8, "outputs that no decision had: {missing:?}");
}

fn check<const N: usize>(rules: &Arc<RiichiRules>, met: &mut HashSet<u8>) {
    for number in 0..40 {
        let mut rng = Rng::from_seed(number);
        let mut table = MatchInProgress::<Riichi<N>>::start(rules, seed(number), &mut ());
        while let Some(seat) = table.pending().next() {
            let mut row_cache = RowCache::default();
            let (view, legal) = (table.game().view(seat), table.game().legal(seat));
            let row = DecisionRow::of_view(&mut row_cache, &view, legal);
            ActionSpace::ALL.into_iter().for_each(|space| both_ways(space, &row));
            let action = choose(table.game(), seat, &mut rng);
            met.insert(ActionSpace::OneStep.output(action, row.drawn()).expect("an output"));
            table.answer(seat, action, &mut ()).expect("a legal action");
        }
    }
}

/// Each legal code has a legal output, whose code does the same; each legal output has a legal code with that output.
fn both_ways(space: ActionSpace, row: &DecisionRow<'_>) {
    let (drawn, outputs) = (row.drawn(), space.legal(&row.legal, row.drawn()));
    for code in row.legal.iter() {
        let [output, second] = [space.output(code, drawn), space.second(code, drawn)];
        let output = output.filter(|&output| outputs.has(output)).expect("a legal output");
        let back = space.code(output, second, &row.legal, drawn).expect("a code");
        assert!(same(back, code, drawn), "{space:?} {output} {second:?}: {code} and {back}");
    }
    for output in outputs.iter() {
        assert!(output < space.count() as u8, "{space:?} {output}");
        let after = space.legal_after(output, &row.legal, drawn);
        let seconds: Vec<_> = if after.is_empty() { vec![None] } else { after.iter().map(Some).collect() };
        for second in seconds {
            let code = space.code(output, second, &row.legal, drawn).expect("a code");
            assert_eq!((space.output(code, drawn), space.second(code, drawn)), (Some(output), second));
        }
    }
}

/// Whether two codes do the same, but for which of two equal tiles goes.
fn same(a: u8, b: u8, drawn: Option<Tile>) -> bool {
    let plain = |code: u8| match (Action::from_code(code), drawn) {
        (Some(Action::Tsumogiri), Some(tile)) => Some(Action::Discard(tile)),
        (Some(Action::RiichiTsumogiri), Some(tile)) => Some(Action::Riichi(tile)),
        (action, _) => action,
    };
    plain(a) == plain(b)
}

#[test]
fn an_illegal_output_has_no_code() {
    let rules = Arc::new(presets::tenhou());
    let game = Riichi::<4>::start(&rules, seed(1), &mut ());
    let seat = game.deciders().next().expect("a decider");
    let mut row_cache = RowCache::default();
    let row = DecisionRow::of_view(&mut row_cache, &game.view(seat), game.legal(seat));
    for space in ActionSpace::ALL {
        let legal = space.legal(&row.legal, row.drawn());
        for output in (0..=255).filter(|&output| !legal.has(output)) {
            assert_eq!(space.code(output, None, &row.legal, row.drawn()), None, "{space:?} {output}");
        }
    }
}

#[test]
fn the_sizes_are_pinned() {
    assert_eq!(ActionSpace::ALL.map(ActionSpace::count), [124, 55]);
    assert_eq!(ActionSpace::of_count(55), Some(ActionSpace::Short));
    assert_eq!(ActionSpace::of_count(46), None);
}

#[test]
fn every_set_is_expanded() {
    for (seed, length) in [(1u64, 124), (2, 256), (3, 55), (4, 8)] {
        let words = [1, 3, 5, 7].map(|odd: u64| (seed + odd).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let set = ActionMask::from_words(words);
        let mut out = vec![9; length];
        expand(&set, &mut out);
        assert!((0..length).all(|i| out[i] == u8::from(set.has(i as u8))), "{length}");
    }
}
