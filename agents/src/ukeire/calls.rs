//! Decides on calls: only those that lower the shanten and leave a yaku.

use super::on_plan;
use super::plan::{self, Exposed, Plan};
use crate::eval;
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_riichi::{Action, Variant, View};

const PASS: u8 = Action::Pass.code();
/// Maximum shanten after the first call, for all simples or a triplet with a yaku. For a flush it is an option.
const TANYAO_SHANTEN: i8 = 2;
const VALUE_SHANTEN: i8 = 6;

/// Minimum number of tiles of a hand that fit a plan for a call to leave this shanten: of fourteen tiles a hand of
/// shanten `n` lacks `n + 1`, and one is called.
const fn least_tiles(shanten: i8) -> u32 {
    14 - (shanten as u32 + 1) - 1
}

/// The values that a call has to improve on.
#[derive(Clone, Copy, Debug)]
struct Before {
    /// Shanten of the hand, or of its part that fits the plan if it is open; `i8::MIN` if the tile would not lower it.
    any: i8,
    /// The same for a call towards a flush.
    flush: i8,
}

/// Calls a discard, or passes. Most tiles do not lower the shanten and need no further checks.
#[inline]
pub(super) fn claim<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    legal: &ActionMask,
    kind: Kind,
    flush_limit: i8,
) -> u8 {
    let hand = view.hand();
    let before = if view.open(RelSeat::SELF) {
        let any = lowered(view, kind, plan::of_view(view, hand).kinds);
        Before { any, flush: any }
    } else {
        let flush = plan::flush_of(hand, KindSet::of(kind)).filter(|&kinds| has(hand, kinds, flush_limit));
        let tanyao = !kind.is_yaochu() && has(hand, !KindSet::YAOCHU, TANYAO_SHANTEN) && view.rules().kuitan;
        let any = (tanyao || plan::value_kinds(view).has(kind)).then_some(KindSet::ALL);
        let [any, flush] =
            [any, flush].map(|kinds| kinds.map_or(i8::MIN, |kinds| lowered(view, kind, kinds)));
        Before { any, flush }
    };
    if before.any.max(before.flush) == i8::MIN {
        PASS
    } else {
        nearest(view, legal, kind, before, flush_limit)
    }
}

/// Whether a closed hand has enough of these kinds for a call to leave this shanten.
#[inline]
fn has(hand: &Hand, kinds: KindSet, shanten: i8) -> bool {
    hand.count_in(kinds) >= least_tiles(shanten)
}

/// Shanten of the hand's tiles of these kinds, if drawing the tile would lower it: a bound for any call.
#[inline]
fn lowered<const N: usize, V: Variant>(view: &View<'_, N, V>, kind: Kind, kinds: KindSet) -> i8 {
    let (part, melds) = (on_plan(view.hand(), kinds), view.melds(RelSeat::SELF).len() as u8);
    let shanten = eval::shanten::<N, V>(&part, melds);
    let lowers = kinds.has(kind) && eval::shanten::<N, V>(&part.with(kind), melds) < shanten;
    if lowers { shanten } else { i8::MIN }
}

/// The call that leaves the lowest shanten, then the most live tiles; `None` if none lowers the shanten.
fn nearest<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    legal: &ActionMask,
    kind: Kind,
    before: Before,
    flush_limit: i8,
) -> u8 {
    let (exposed, open) = (Exposed::of(view.melds(RelSeat::SELF)), view.open(RelSeat::SELF));
    let melds = view.melds(RelSeat::SELF).len() as u8 + 1;
    let mut best = (i8::MAX, 0, PASS);
    for call in legal.calls(kind) {
        let rest = view.hand().without(call.own[0]).without(call.own[1]);
        let exposed = exposed.with(call.kinds, call.kinds.len() == 1);
        let Some(plan) = plan::with_exposed(view, &rest, exposed) else { continue };
        let rest = on_plan(&rest, plan.kinds);
        let after = eval::shanten::<N, V>(&rest, melds);
        let nearer = after < if plan.is_flush() { before.flush } else { before.any };
        if nearer && (open || after <= limit(plan, flush_limit)) {
            let draws = eval::ukeire::<N, V>(&rest, melds) & plan.kinds;
            best = best.min((after, -(view.unseen(draws) as i32), call.code));
        }
    }
    best.2
}

/// Maximum shanten after a first call with this plan.
fn limit(plan: Plan, flush: i8) -> i8 {
    if plan.kinds == KindSet::ALL {
        VALUE_SHANTEN
    } else if plan.is_flush() {
        flush
    } else {
        TANYAO_SHANTEN
    }
}
