//! Which discard: shanten first, then live ukeire, then what is missed least.

use super::{Ukeire, fold, on_plan, plan};
use crate::discard::{RIICHI, code_of, kinds_of, least_missed};
use crate::eval;
use crate::live::Live;
use hyakuman_core::{Hand, KindSet, RelSeat};
use hyakuman_games::riichi::View;

impl Ukeire {
    /// The best discard, with riichi where it can be declared; none where nothing can be discarded.
    #[inline]
    pub(super) fn discard<const N: usize>(&self, view: &View<'_, N>, words: &[u64; 4]) -> Option<u8> {
        let [word, riichi, ..] = *words;
        let legal = kinds_of(word, view);
        if legal.is_empty() {
            return None;
        }
        let hand = view.full_hand();
        let plan = plan::of_view(view, &hand);
        let melds = view.melds(RelSeat::SELF).len() as u8;
        if self.options.fold && fold::threatened(view) {
            let shanten = eval::shanten::<N>(view.tables(), &on_plan(&hand, plan.kinds), melds);
            if let Some(kind) = fold::give_way(view, word, legal, &hand, shanten) {
                return Some(code_of(word, view, kind));
            }
        }
        let off = legal - plan.kinds;
        if !off.is_empty() {
            return Some(code_of(word, view, least_missed(view, word, off)));
        }
        let keep = eval::keep::<N>(view.tables(), &hand, melds) & legal;
        let candidates = if keep.is_empty() { legal } else { keep } - plan.fixed;
        let declare = self.options.riichi && riichi != 0;
        let (best, live) = most_live::<N>(view, &hand, melds, candidates, plan.kinds, declare);
        let best = if best.is_empty() { legal } else { best };
        if declare && live > 0 {
            let kind = least_missed(view, riichi, best);
            return Some(RIICHI + code_of(riichi, view, kind));
        }
        Some(code_of(word, view, least_missed(view, word, best)))
    }
}

/// The candidates that leave the most live tiles to draw, and how many. For a riichi a wait on one's own discards
/// counts for nothing.
#[inline]
fn most_live<const N: usize>(
    view: &View<'_, N>,
    hand: &Hand,
    melds: u8,
    candidates: KindSet,
    planned: KindSet,
    declare: bool,
) -> (KindSet, u32) {
    if candidates.len() < 2 && !declare {
        return (candidates, 0);
    }
    let live = Live::new(hand, view.seen());
    let discarded = if declare { view.discarded(RelSeat::SELF) } else { KindSet::EMPTY };
    let (mut best, mut most) = (KindSet::EMPTY, 0);
    for kind in candidates {
        let draws = eval::ukeire::<N>(view.tables(), &hand.without(kind), melds) & planned;
        let furiten = declare && draws.meets(discarded | KindSet::of(kind));
        let count = if furiten { 0 } else { live.count(draws) };
        if count > most {
            (best, most) = (KindSet::EMPTY, count);
        }
        if count == most {
            best.insert(kind);
        }
    }
    (best, most)
}
