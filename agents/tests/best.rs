//! `ukeire` against an exhaustive search: no discard leaves a lower shanten, and none with the same shanten leaves more
//! live tiles.

use hyakuman_agents::{Ukeire, ukeire};
use hyakuman_core::eval::Full;
use hyakuman_core::game::{ActionMask, Agent, playout};
use hyakuman_core::{Hand, Kind, MatchSeed, RelSeat, eval};
use hyakuman_riichi::{Action, Question, Riichi, View, presets};
use std::sync::Arc;

/// Plays as `ukeire` and checks its discards.
struct Checked {
    agent: Ukeire,
    checks: u32,
}

impl Agent<Riichi<4>> for Checked {
    fn act(&mut self, view: &View<'_, 4>, legal: &ActionMask) -> u8 {
        let code = Agent::<Riichi<4>>::act(&mut self.agent, view, legal);
        let discarded = match Action::from_code(code) {
            Some(Action::Discard(tile)) => tile.kind(),
            Some(Action::Tsumogiri) => view.drawn().unwrap().kind(),
            _ => return code,
        };
        if matches!(view.question(), Question::Turn(_)) && legal.words()[1] == 0 {
            self.checks += 1;
            let best = view.full_hand().kinds().into_iter().map(|kind| value_of(view, kind)).max();
            assert_eq!(Some(value_of(view, discarded)), best, "{:?} without {discarded}", view.full_hand());
        }
        code
    }
}

/// Shanten, then live tiles, after a discard; every kind is tried.
fn value_of(view: &View<'_, 4>, discard: Kind) -> (i8, u32) {
    let melds = view.melds(RelSeat::SELF).len() as u8;
    let rest = view.full_hand().without(discard);
    let shanten = |hand: &Hand| eval::shanten::<Full>(hand, melds);
    let helps = |&kind: &Kind| rest.count(kind) < 4 && shanten(&rest.with(kind)) < shanten(&rest);
    let live = |kind: Kind| (4 - view.full_hand().count(kind) - view.seen().count(kind)) as u32;
    (-shanten(&rest), Kind::all().filter(helps).map(live).sum())
}

#[test]
fn no_discard_is_better() {
    let rules = Arc::new(presets::tenhou());
    let options = ukeire::Options { calls: false, fold: false, ..Default::default() };
    let mut agents: Vec<_> = (0..4).map(|_| Checked { agent: Ukeire::new(options), checks: 0 }).collect();
    for number in 0..40 {
        playout::play(&rules, MatchSeed { seed: 9, number }, &mut agents, &mut ()).unwrap();
    }
    assert!(agents.iter().all(|agent| agent.checks > 3_000), "too few checks");
}
