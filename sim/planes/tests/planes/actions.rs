//! Compact actions stand for every legal action code, and back.

use crate::played::{choose, seed};
use hyakuman_core::Rng;
use hyakuman_game::Game;
use hyakuman_game::playout::MatchInProgress;
use hyakuman_planes::{ActionSpace, DecisionRow};
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

fn check<const N: usize>(rules: &Arc<RiichiRules>, met: &mut HashSet<usize>) {
    for number in 0..40 {
        let mut rng = Rng::from_seed(number);
        let mut table = MatchInProgress::<Riichi<N>>::start(rules, seed(number), &mut ());
        while let Some(seat) = table.pending().next() {
            let mut row_cache = RowCache::default();
            let (view, legal) = (table.game().view(seat), table.game().legal(seat));
            let row = DecisionRow::of_view(&mut row_cache, &view, legal);
            ActionSpace::ALL.into_iter().for_each(|space| both_ways(space, &row));
            let action = choose(table.game(), seat, &mut rng);
            met.insert(ActionSpace::OneStep.output(action, row.cells.drawn).expect("an output"));
            table.answer(seat, action, &mut ()).expect("a legal action");
        }
    }
}

/// Each legal code has a legal output, whose code does the same; each legal output has a legal code with that output.
fn both_ways(space: ActionSpace, row: &DecisionRow<'_>) {
    let legal = space.legal(row);
    for code in row.legal.iter() {
        let output = space.output(code, row.cells.drawn).expect("an output");
        assert!(legal[output]);
        let codes: Vec<u8> = match space.code(output, row) {
            Some(code) => vec![code],
            None => space.second(output, row).map(|(_, code)| code).collect(),
        };
        assert!(
            codes.iter().any(|&back| same(back, code, row.cells.drawn)),
            "{space:?} {output}: {code} and {codes:?}"
        );
    }
    for output in (0..space.count()).filter(|&output| legal[output]) {
        let codes: Vec<u8> =
            space.code(output, row).into_iter().chain(space.second(output, row).map(|s| s.1)).collect();
        assert!(!codes.is_empty());
        assert!(
            codes
                .iter()
                .all(|&code| row.legal.has(code) && space.output(code, row.cells.drawn) == Some(output))
        );
    }
    assert!((space.count()..legal.len()).all(|output| !legal[output]));
}

/// Whether two codes do the same, but for which of two equal tiles goes.
fn same(a: u8, b: u8, drawn: u8) -> bool {
    let plain = |code: u8| match Action::from_code(code) {
        Some(Action::Tsumogiri) => drawn,
        Some(Action::RiichiTsumogiri) => 64 + drawn,
        _ => code,
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
        let legal = space.legal(&row);
        for output in (0..300).filter(|&output| legal.get(output) != Some(&true)) {
            assert_eq!(space.code(output, &row), None, "{space:?} {output}");
        }
    }
}

#[test]
fn the_sizes_are_pinned() {
    assert_eq!(ActionSpace::ALL.map(ActionSpace::count), [124, 55]);
    assert_eq!(ActionSpace::of_count(55), Some(ActionSpace::Short));
    assert_eq!(ActionSpace::of_count(46), None);
}
