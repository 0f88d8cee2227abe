//! The ways in which an open hand can have a yaku.

use super::han::Setting;
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet};

/// One way: the hand wins with these kinds only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The kinds the hand may contain.
    pub kinds: KindSet,
    /// A pair that has to become a triplet, because it is the only yaku.
    pub pair: Option<Kind>,
    /// The yaku it counts on.
    pub yaku: PlanYaku,
}

/// What makes an open hand win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlanYaku {
    /// It has one, or is closed.
    Any,
    Tanyao,
    Flush,
    /// A pair of value that has to become a triplet.
    Pair,
    /// Nothing does.
    None,
}

/// A plan without restriction.
pub(crate) const ANY: Plan = Plan { kinds: KindSet::ALL, pair: None, yaku: PlanYaku::Any };

/// No yaku is left: the hand can only be tenpai at a draw.
pub(crate) const NONE: Plan = Plan { kinds: KindSet::ALL, pair: None, yaku: PlanYaku::None };

/// Fewest tiles of a flush, melds included, for it to be a plan.
const FLUSH: u32 = 8;

/// The plans of a hand. A closed one needs none: riichi is a yaku.
pub(crate) fn plans(setting: &Setting, hand: &Hand, live: impl Fn(Kind) -> u32) -> ArrayVec<Plan, 8> {
    let mut plans = ArrayVec::new();
    let concealed = hand.at_least(3) & setting.value;
    if !setting.open || setting.triplets.meets(setting.value) || !concealed.is_empty() {
        plans.push(ANY);
        return plans;
    }
    if setting.kuitan && !setting.exposed.meets(KindSet::YAOCHU) {
        plans.push(Plan { kinds: !KindSet::YAOCHU, pair: None, yaku: PlanYaku::Tanyao });
    }
    for suit in 0..3 {
        let kinds = KindSet::suit(suit) | KindSet::HONORS;
        if setting.exposed.is_subset_of(kinds) && hand.count_in(kinds) + 3 * setting.melds as u32 >= FLUSH {
            plans.push(Plan { kinds, pair: None, yaku: PlanYaku::Flush });
        }
    }
    for pair in (hand.at_least(2) & setting.value).into_iter().filter(|&kind| live(kind) > 9) {
        plans.push(Plan { kinds: KindSet::ALL, pair: Some(pair), yaku: PlanYaku::Pair });
    }
    plans
}
