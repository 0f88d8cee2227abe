//! What open hands show, against a second reading from the tiles of their sets.

use crate::view::support::{Check, in_every_ruleset};
use hyakuman_core::game::Game;
use hyakuman_core::{Kind, Meld, MeldKind, RelSeat, Seat};
use hyakuman_riichi::shown::Sign;
use hyakuman_riichi::{Match, Variant, View};

#[test]
fn signs_agree_with_a_second_reading() {
    let mut signs = Signs([0; Sign::COUNT]);
    in_every_ruleset(20, &mut signs);
    for (sign, found) in Sign::ALL.into_iter().zip(signs.0) {
        assert!(found > 0, "{sign} never occurred");
    }
}

/// How often each sign was found.
struct Signs([u64; Sign::COUNT]);

impl Check for Signs {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        let view = game.view(seat);
        for of in view.others().filter(|&of| view.open(of)) {
            let shown = view.shown(of);
            for kind in Kind::all() {
                let sign = sign(&view, of, kind);
                assert_eq!(shown.of(kind), sign, "{kind}, {:?}", view.melds(of));
                self.0[sign as usize] += 1;
            }
            let is_flush = shown.sign() == Sign::Flush;
            assert_eq!(shown.off_flush().len(), if is_flush { 18 } else { 0 });
            let drawn = (0..=view.river(of).len()).rev().find(|&last| {
                view.river(of).iter().skip(view.river(of).len() - last).all(|discard| discard.tsumogiri)
            });
            assert_eq!(view.drawn_in_a_row(of), drawn.unwrap());
        }
    }
}

/// What the sets say about a kind.
fn sign<const N: usize, V: Variant>(view: &View<'_, N, V>, of: RelSeat, kind: Kind) -> Sign {
    let melds = view.melds(of);
    let kinds: Vec<Kind> = melds.iter().flat_map(Meld::tiles).map(|tile| tile.kind()).collect();
    for suit in 0..3 {
        let in_suit = |kind: Kind| !kind.is_honor() && kind.suit() == suit;
        let river = view.river(of);
        let discarded = river.iter().filter(|discard| in_suit(discard.tile.kind())).count();
        let collects = kinds.iter().all(|&kind| in_suit(kind) || kind.is_honor());
        let few = (discarded as f64) < river.len() as f64 / 6.0;
        if melds.len() > 1 && collects && kinds.iter().any(|&kind| in_suit(kind)) && few {
            return if in_suit(kind) || kind.is_honor() { Sign::Flush } else { Sign::OffFlush };
        }
    }
    if view.rules().kuitan && !kinds.iter().any(|kind| kind.is_yaochu()) {
        return Sign::Simples;
    }
    let is_valued =
        |meld: &Meld| meld.kind() != MeldKind::Chi && view.value_honors(of).has(meld.tiles()[0].kind());
    if melds.iter().any(is_valued) { Sign::Value } else { Sign::Hidden }
}
