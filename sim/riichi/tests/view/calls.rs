//! What may be discarded after a call, against the engine.

use crate::view::support::{Check, after, in_every_ruleset, play};
use hyakuman_core::game::{Game, Sink};
use hyakuman_core::{KindSet, Seat, Tile};
use hyakuman_riichi::rules::Kuikae;
use hyakuman_riichi::{Event, Match, RiichiRules, Standard, Variant, presets};
use std::sync::Arc;

#[test]
fn discards_after_a_call_are_those_the_engine_offers() {
    let mut calls = Calls::default();
    in_every_ruleset(4, &mut calls);
    for kuikae in [Kuikae::Free, Kuikae::BanSame, Kuikae::BanSameAndSuji] {
        play::<4, Standard>(&Arc::new(RiichiRules { kuikae, ..presets::tenhou() }), 20, &mut calls);
    }
    let Calls { calls, restricted, forced, kans } = calls;
    assert!(
        calls > 2_000 && restricted > 200 && forced > 3 && kans > 10,
        "{calls} {restricted} {forced} {kans}"
    );
}

#[derive(Default)]
struct Calls {
    calls: u32,
    restricted: u32,
    forced: u32,
    kans: u32,
}

impl Check for Calls {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        let (view, legal) = (game.view(seat), *game.legal(seat));
        for code in 0..=u8::MAX {
            let found = view.legal_after_call(code);
            if !(42..=51).contains(&code) || !legal.has(code) {
                continue;
            }
            let mut events = Events(Vec::new());
            let next = after(game, seat, code, &mut events);
            let Some(offered) = events.forced(seat).or_else(|| offered(&next, seat)) else { continue };
            assert_eq!(found, offered, "{}, {:?}", Match::<N, V>::action_name(code), view.hand());
            self.calls += 1;
            self.restricted += !next.view(seat).forbidden().is_empty() as u32;
            self.forced += events.forced(seat).is_some() as u32;
            self.kans += next.turn().1.is_some() as u32;
        }
    }
}

/// The kinds that the seat on turn may discard from its hand; none if the kyoku ended.
fn offered<const N: usize, V: Variant>(game: &Match<N, V>, seat: Seat) -> Option<KindSet> {
    let discards = (0..37).filter(|&code| game.legal(seat).has(code)).map(|code| Tile::of(code).kind());
    (game.turn().0 == seat && game.deciders().has(seat)).then(|| discards.collect())
}

struct Events(Vec<Event>);

impl Events {
    /// The discard that follows the call at once, because no other action is legal.
    fn forced(&self, seat: Seat) -> Option<KindSet> {
        let call =
            self.0.iter().position(|event| matches!(event, Event::Meld { seat: by, .. } if *by == seat))?;
        match self.0.get(call + 1)? {
            Event::Discard { tile, .. } => Some(KindSet::of(tile.kind())),
            _ => None,
        }
    }
}

impl<const N: usize, V: Variant> Sink<Match<N, V>> for Events {
    fn event(&mut self, event: &Event) {
        self.0.push(*event);
    }
}
