//! Whether to call a discard: what the hand is worth now against what it is worth after each call and its best discard.

use super::han::Setting;
use super::plan::plans;
use super::prospect::Position;
use super::threats::Threats;
use super::turn::Discards;
use crate::discard::Order;
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat, Tile};
use hyakuman_games::common::calls::ChiSide;
use hyakuman_games::riichi::Action;
use hyakuman_games::riichi::variant::StandardKinds;

const PASS: u8 = Action::Pass.code();
/// The codes of chi and pon, as bits of the first word of a mask.
const CALLS: u64 = {
    let (first, last) = (Action::Chi { side: ChiSide::Low, red: false }.code(), Action::Pon { reds: 2 }.code());
    (2 << last) - (1 << first)
};

/// The best call of a tile, or to pass.
pub(crate) fn claim<const N: usize>(position: &Position<'_, '_, N>, threats: &Threats, setting: &Setting, word: u64, tile: Tile, from: RelSeat) -> (u8, f32) {
    let (view, kind) = (position.view, tile.kind());
    if word & CALLS == 0 || !nearer(position, setting, kind) {
        return (PASS, 0.0);
    }
    let now = Position { draws: view.own_draws_left() as usize, ..*position }.of_hand(view.hand(), setting);
    let mut best = (PASS, now.points.max(0.0), now.win);
    let order = Order::new(view, 0);
    let mut left = word & CALLS;
    while left != 0 {
        let code = left.trailing_zeros() as u8;
        left &= left - 1;
        let Some((own, low)) = own_tiles(code, kind) else { continue };
        let rest = view.hand().without(own[0]).without(own[1]);
        let mut after = setting.clone();
        let called = called(code, tile, own, from);
        after = after.with(&called);
        for suit in 0..3 {
            let from_hand = called.reds() - (tile.is_red()) as u8;
            if from_hand > 0 && low.suit() == suit {
                after.reds[suit as usize] -= from_hand.min(after.reds[suit as usize]);
            }
        }
        if plans(&after, &rest, |kind| position.live(kind)).is_empty() {
            continue;
        }
        let legal = view.legal_after_call(code);
        let discards = Discards { position, threats, setting: &after, legal, riichi: KindSet::EMPTY };
        if let Some(choice) = discards.best(&rest, &order)
            && choice.points > best.1
        {
            best = (code, choice.points, choice.prospect.win);
        }
    }
    if super::dbg(6) && best.0 != PASS {
        let uke: u8 = hyakuman_games::Agent::<hyakuman_games::riichi::Riichi<N>>::act(&mut crate::Ukeire::default(), view, &hyakuman_games::ActionMask::from_words([word, 0, 0, 0]));
        if uke == PASS {
            eprintln!("t{} {:?} melds {:?} tile {tile} dora {:?} value {:?} pass {now:?} call {:?} points {:.0} win {:.2}", position.draws, view.hand(), view.melds(RelSeat::SELF).iter().map(|m| m.tiles().to_vec()).collect::<Vec<_>>(), view.dora(), setting.value, Action::from_code(best.0), best.1, best.2);
        }
    }
    (best.0, best.2)
}

/// Whether the tile could bring the hand, or its part for a flush or of simples, nearer.
fn nearer<const N: usize>(position: &Position<'_, '_, N>, setting: &Setting, kind: Kind) -> bool {
    let suit = if kind.is_honor() { KindSet::HONORS } else { KindSet::suit(kind.suit()) | KindSet::HONORS };
    let parts = [KindSet::ALL, !KindSet::YAOCHU, suit];
    let hand = position.view.hand();
    parts.into_iter().filter(|kinds| kinds.has(kind)).any(|kinds| {
        let part = hand.only(kinds);
        let shanten = |hand: &Hand| position.tables().shanten::<StandardKinds<N>>(hand, setting.melds);
        shanten(&part.with(kind)) < shanten(&part)
    })
}

/// The tiles from the hand, and the lowest kind of the set.
fn own_tiles(code: u8, kind: Kind) -> Option<([Kind; 2], Kind)> {
    match Action::from_code(code)? {
        Action::Chi { side, .. } => Some((side.own(kind)?, side.low(kind)?)),
        Action::Pon { .. } => Some(([kind; 2], kind)),
        _ => None,
    }
}

/// The meld that a call makes.
fn called(code: u8, tile: Tile, own: [Kind; 2], from: RelSeat) -> Meld {
    let red = |kind: Kind, red: bool| if red && kind.is_five() { Tile::red_five(kind.suit()) } else { kind.tile() };
    match Action::from_code(code) {
        Some(Action::Chi { red: with_red, .. }) => Meld::chi(tile, own.map(|kind| red(kind, with_red)), from),
        Some(Action::Pon { reds }) => Meld::pon(tile, [red(own[0], reds > 0), red(own[1], reds > 1)], from),
        _ => unreachable!("only chi and pon are weighed"),
    }
}

