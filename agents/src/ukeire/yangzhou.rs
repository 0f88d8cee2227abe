//! `ukeire` at Yangzhou mahjong: the fastest four sets and a pair of any value. It makes no calls or kans, because it
//! knows nothing of fan; a hand that happens to reach the minimum wins.

use super::{RON, TSUMO, Ukeire};
use crate::discard::{Order, code_of, kinds_of};
use crate::discard_view::DiscardView;
use crate::exchange::least;
use crate::live::Live;
use hyakuman_core::{RelSeat, Seat};
use hyakuman_games::yangzhou::{Action, Question, View, Yangzhou, YangzhouRules, kernels};
use hyakuman_games::{ActionMask, Agent, AgentSeed};
use std::sync::Arc;

impl Agent<Yangzhou> for Ukeire {
    fn begin(&mut self, _rules: &Arc<YangzhouRules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let [word, ..] = legal.words();
        match view.question() {
            _ if word & TSUMO != 0 => Action::Tsumo.code(),
            _ if word & RON != 0 => Action::Ron.code(),
            Question::Claim(..) => Action::Pass.code(),
            Question::Turn(_) | Question::Nothing => discard(view, word),
        }
    }
}

/// Of the discards that keep the shanten, those that leave the most live tiles, and of these the least valuable.
fn discard(view: &View<'_>, word: u64) -> u8 {
    let (hand, legal) = (view.full_hand(), kinds_of(word, view));
    let keep = view.keep() & legal;
    let live = Live::new(&hand, view.seen());
    let melds = view.melds(RelSeat::SELF).len() as u8;
    let draws = |kind| kernels::ukeire(&hand.without(kind), melds);
    let most = least(if keep.is_empty() { legal } else { keep }, |kind| u32::MAX - live.count(draws(kind)));
    code_of(word, view, Order::new(view, word).least(most))
}
