//! `ukeire` at Yangzhou mahjong: the fastest four sets and a pair of any value. It makes no calls or kans, because it
//! knows nothing of fan; a hand that happens to reach the minimum wins.

use super::Ukeire;
use crate::discard::Order;
use crate::discard_view::DiscardView;
use crate::exchange::least;
use crate::live::Live;
use hyakuman_core::RelSeat;
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::legal::Discards;
use hyakuman_core::game::{ActionMask, Agent};
use hyakuman_yangzhou::{View, Yangzhou, kernels};

impl Agent<Yangzhou> for Ukeire {
    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let decided = legal.win().or_else(|| legal.pass());
        decided.unwrap_or_else(|| discard(view, legal.discards(DiscardView::drawn(view))))
    }
}

/// Of the discards that keep the shanten, those that leave the most live tiles, and of these the least valuable.
fn discard(view: &View<'_>, discards: Discards) -> u8 {
    let (hand, legal) = (view.full_hand(), discards.kinds());
    let keep = view.keep() & legal;
    let live = Live::new(&hand, view.seen());
    let melds = view.melds(RelSeat::SELF).len() as u8;
    let draws = |kind| kernels::ukeire(&hand.without(kind), melds);
    let most = least(if keep.is_empty() { legal } else { keep }, |kind| u32::MAX - live.count(draws(kind)));
    discards.of(Order::new(view, discards).least(most))
}
