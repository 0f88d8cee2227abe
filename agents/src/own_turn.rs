//! What agents of the riichi engine may do on their own turn besides winning and discarding: abort, set a tile aside, make a
//! kan.

use crate::eval;
use crate::nuki::sets_aside;
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, KindSet, RelSeat};
use hyakuman_riichi::legal::RiichiActions;
use hyakuman_riichi::{Action, Variant, View};

/// Minimum shanten for aborting.
const HOPELESS: i8 = 3;
/// Shanten from which a north is set aside even if the hand could use it.
const FAR_FROM_TENPAI: i8 = 2;

/// Whether a mask has one of these actions.
#[inline]
pub(crate) fn is_offered(legal: &ActionMask) -> bool {
    legal.kyuushu().is_some() | !legal.nuki().is_empty() | !legal.kans().is_empty()
}

/// Aborts with a hand far from tenpai, sets a north aside, or makes a kan of one of the kinds that `kans` gives.
#[cold]
pub(crate) fn choose<const N: usize, V: Variant>(
    view: &View<'_, N, V>,
    legal: &ActionMask,
    kans: impl FnOnce() -> KindSet,
) -> Option<u8> {
    let shanten = || {
        let melds = view.melds(RelSeat::SELF).len() as u8;
        eval::shanten::<N, V>(&view.full_hand(), melds)
    };
    if let Some(code) = legal.kyuushu().filter(|_| shanten() >= HOPELESS) {
        return Some(code);
    }
    if !legal.nuki().is_empty()
        && let Some(code) = sets_aside(view, legal.nuki(), FAR_FROM_TENPAI)
    {
        return Some(code);
    }
    let kinds = legal.kans();
    if kinds.is_empty() { None } else { kan(view, kinds & kans()) }
}

/// A kan of one of these kinds that does not raise the shanten.
pub(crate) fn kan<const N: usize, V: Variant>(view: &View<'_, N, V>, kinds: KindSet) -> Option<u8> {
    if kinds.is_empty() {
        return None;
    }
    let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
    let shanten = |hand: &Hand, melds| eval::shanten::<N, V>(hand, melds);
    let before = shanten(&hand, melds);
    let keeps = |&kind: &_| {
        let is_new = hand.count(kind) == 4;
        shanten(&hand.only(!KindSet::of(kind)), melds + is_new as u8) <= before
    };
    kinds.into_iter().find(keeps).map(|kind| Action::Kan(kind).code())
}
