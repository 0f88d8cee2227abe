//! Whether to call: only what brings the hand nearer and leaves it a yaku.

use super::on_plan;
use super::plan::{self, Exposed, Plan};
use crate::eval;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_games::riichi::{Action, View};
use hyakuman_games::table::calls::ChiSide;

const PASS: u8 = Action::Pass.code();

/// Farthest from tenpai the first call may leave a hand: for all simples, for a flush, for a triplet of value.
const TANYAO_SHANTEN: i8 = 2;
const FLUSH_SHANTEN: i8 = 3;
const VALUE_SHANTEN: i8 = 6;

/// Tiles of a hand that must be part of a plan already, so that a call can leave it so near: of fourteen tiles a
/// hand of shanten `n` lacks `n + 1`, and one is called.
const fn least_tiles(shanten: i8) -> u32 {
    14 - (shanten as u32 + 1) - 1
}

/// One way to call a tile.
#[derive(Clone, Copy, Debug)]
struct Call {
    code: u8,
    /// What it takes from the hand.
    own: [Kind; 2],
    /// The kinds of the set.
    kinds: KindSet,
}

/// Calls a discard, or lets it pass.
#[inline]
pub(super) fn claim<const N: usize>(view: &View<'_, N>, word: u64, kind: Kind) -> u8 {
    if view.open(RelSeat::SELF) || may_open(view, view.hand(), kind) { weigh(view, word, kind) } else { PASS }
}

/// Could a closed hand open with this kind at all? Most cannot, and are not looked at further.
#[inline]
fn may_open<const N: usize>(view: &View<'_, N>, hand: &Hand, kind: Kind) -> bool {
    let tanyao = || {
        !kind.is_yaochu()
            && hand.count_in(KindSet::YAOCHU) <= 13 - least_tiles(TANYAO_SHANTEN)
            && view.rules().kuitan
    };
    let flush = || {
        let kinds = plan::flush_of(hand, KindSet::of(kind));
        kinds.is_some_and(|kinds| hand.count_in(kinds) >= least_tiles(FLUSH_SHANTEN))
    };
    plan::value_kinds(view).has(kind) || tanyao() || flush()
}

/// The call that brings the hand nearest, with the most live tiles to draw, if one brings it nearer.
fn weigh<const N: usize>(view: &View<'_, N>, word: u64, kind: Kind) -> u8 {
    let hand = view.hand();
    let (melds, open) = (view.melds(RelSeat::SELF), view.open(RelSeat::SELF));
    let exposed = Exposed::of(melds);
    let shanten = |hand: &Hand, melds| eval::shanten::<N>(view.tables(), hand, melds);
    let melds = melds.len() as u8;
    let before = shanten(&on_plan(hand, plan::of_view(view, hand).kinds), melds);
    let mut best = (i8::MAX, 0, PASS);
    for call in calls(word, kind) {
        let rest = hand.without(call.own[0]).without(call.own[1]);
        let exposed = exposed.with(call.kinds, call.kinds.len() == 1);
        let Some(plan) = plan::with_exposed(view, &rest, exposed) else { continue };
        let rest = on_plan(&rest, plan.kinds);
        let after = shanten(&rest, melds + 1);
        let before =
            if !open && plan.is_flush() { shanten(&on_plan(hand, plan.kinds), melds) } else { before };
        if after < before && (open || after <= limit(plan)) {
            let draws = eval::ukeire::<N>(view.tables(), &rest, melds + 1) & plan.kinds;
            best = best.min((after, -(view.unseen(draws) as i32), call.code));
        }
    }
    best.2
}

/// How far from tenpai a first call may leave a hand with this plan.
fn limit(plan: Plan) -> i8 {
    if plan.kinds == KindSet::ALL {
        VALUE_SHANTEN
    } else if plan.is_flush() {
        FLUSH_SHANTEN
    } else {
        TANYAO_SHANTEN
    }
}

/// The calls of a mask, but for kans; those that use a red five first.
fn calls(word: u64, kind: Kind) -> impl Iterator<Item = Call> {
    let chi = move |n: u8| {
        let side = ChiSide::ALL[n as usize % 3];
        let (own, low) = (side.own(kind)?, side.low(kind)?);
        let code = Action::Chi { side, red: n >= 3 }.code();
        Some(Call { code, own, kinds: KindSet::from_bits(7 << low.code()) })
    };
    let pon = move |reds: u8| {
        let code = Action::Pon { reds }.code();
        Some(Call { code, own: [kind; 2], kinds: KindSet::of(kind) })
    };
    let all = (0..3).rev().filter_map(pon).chain((0..6).rev().filter_map(chi));
    all.filter(move |call| word >> call.code & 1 != 0)
}
