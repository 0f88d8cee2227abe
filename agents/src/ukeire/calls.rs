//! Whether to call: only what brings the hand nearer and leaves it a yaku.

use super::plan::{self, Exposed, Plan};
use super::{Ukeire, on_plan};
use crate::eval;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat, Tile};
use hyakuman_games::riichi::{Action, View};
use hyakuman_games::table::calls::ChiSide;

const PASS: u8 = Action::Pass.code();

/// Farthest from tenpai a first call may leave the hand, where it is not a triplet of value.
const FIRST_CALL: i8 = 2;
/// The same for a triplet of value.
const VALUE_CALL: i8 = 6;
/// The same for a flush.
const FLUSH_CALL: i8 = 3;
/// Tiles of the flush a closed hand must have to open for it.
const FLUSH_TILES: u32 = 9;

/// What is known of a hand that waits for discards, until the hand changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memo {
    hand: Hand,
    /// Shanten of what is on the plan.
    shanten: i8,
    /// The kinds that would lower it.
    wanted: KindSet,
    /// For a closed hand that could be a flush: its kinds, its shanten as one.
    flush: Option<(KindSet, i8)>,
}

impl Default for Memo {
    fn default() -> Self {
        Memo { hand: Hand::EMPTY, shanten: 0, wanted: KindSet::EMPTY, flush: None }
    }
}

/// One way to call a tile.
#[derive(Clone, Copy, Debug)]
struct Call {
    code: u8,
    own: [Kind; 2],
    kinds: KindSet,
}

impl Ukeire {
    /// A discard may be called (there is no win).
    #[inline]
    pub(super) fn claim<const N: usize>(
        &mut self,
        view: &View<'_, N>,
        word: u64,
        tile: Tile,
        _from: RelSeat,
    ) -> u8 {
        if !self.options.calls {
            return PASS;
        }
        let hand = view.hand();
        if self.memo.hand != *hand {
            self.memo = Memo::of(view, hand);
        }
        if !self.memo.wanted.has(tile.kind()) {
            return PASS;
        }
        self.weigh(view, word, tile.kind())
    }

    /// The tile would bring the hand nearer: is there a call that does, and is worth it?
    fn weigh<const N: usize>(&self, view: &View<'_, N>, word: u64, kind: Kind) -> u8 {
        let melds = view.melds(RelSeat::SELF).len() as u8 + 1;
        let open = view.open(RelSeat::SELF);
        let exposed = Exposed::of(view.melds(RelSeat::SELF));
        let mut best = (self.memo.shanten, 0, PASS);
        for call in calls(word, kind) {
            let hand = view.hand().without(call.own[0]).without(call.own[1]);
            let mut exposed = exposed;
            exposed.add(call.kinds, call.kinds.len() == 1);
            let Some(plan) = plan::with_exposed(view, &hand, exposed) else { continue };
            let rest = on_plan(&hand, plan.kinds);
            let after = eval::shanten::<N>(view.tables(), &rest, melds);
            if after >= self.before(plan) || !open && after > limit(plan, exposed.triplets) {
                continue;
            }
            let draws = eval::ukeire::<N>(view.tables(), &rest, melds) & plan.kinds;
            let rank = (after, -(view.unseen(draws) as i32), call.code);
            if best.2 == PASS || rank < best {
                best = rank;
            }
        }
        best.2
    }

    /// Shanten before the call, for a hand with this plan after it.
    fn before(&self, plan: Plan) -> i8 {
        match self.memo.flush {
            Some((kinds, shanten)) if kinds == plan.kinds => shanten,
            _ => self.memo.shanten,
        }
    }
}

/// How far from tenpai a first call may leave a hand with this plan.
fn limit(plan: Plan, triplets: KindSet) -> i8 {
    if plan.kinds == KindSet::ALL && triplets.meets(KindSet::HONORS) {
        VALUE_CALL
    } else if plan.kinds.meets(KindSet::HONORS) {
        FLUSH_CALL
    } else {
        FIRST_CALL
    }
}

impl Memo {
    #[inline]
    fn of<const N: usize>(view: &View<'_, N>, hand: &Hand) -> Memo {
        let (tables, melds) = (view.tables(), view.melds(RelSeat::SELF).len() as u8);
        let plan = plan::of_view(view, hand);
        let rest = on_plan(hand, plan.kinds);
        let shanten = eval::shanten::<N>(tables, &rest, melds);
        let mut wanted = eval::ukeire::<N>(tables, &rest, melds) & plan.kinds;
        let mut flush = None;
        if !view.open(RelSeat::SELF)
            && let Some(kinds) = plan::flush_of(hand, KindSet::EMPTY)
            && hand.count_in(kinds) >= FLUSH_TILES
        {
            let rest = on_plan(hand, kinds);
            flush = Some((kinds, eval::shanten::<N>(tables, &rest, melds)));
            wanted |= eval::ukeire::<N>(tables, &rest, melds) & kinds;
        }
        Memo { hand: *hand, shanten, wanted, flush }
    }
}

/// The calls of a mask, but for kans.
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
