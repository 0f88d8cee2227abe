//! The ways in which an open hand can have a yaku.

use super::far::near_runs;
use super::han::{MIDDLE, Setting};
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, KindSet};

/// One way: the hand wins with these kinds only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The kinds that the hand may contain.
    pub kinds: KindSet,
    /// The yaku that it counts on.
    pub yaku: PlanYaku,
    /// How sure it is to have that yaku when it is complete.
    pub sure: f32,
}

/// What makes a hand win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlanYaku {
    /// It has a yaku, or is closed.
    Any,
    /// All simples.
    Tanyao,
    /// One suit, with honors or without.
    Flush,
    /// A straight, or the same sequence in three suits.
    Runs,
    /// Triplets only.
    Triplets,
    /// A terminal or an honor in every set.
    Outside,
    /// One of the rules file.
    Own,
    /// Nothing: it can only be tenpai at a draw.
    None,
}

/// The plan of a hand without a yaku.
pub(crate) const NONE: Plan = Plan { kinds: KindSet::ALL, yaku: PlanYaku::None, sure: 0.0 };

/// Fewest tiles of a flush, melds included, for it to be a plan.
const FLUSH: u32 = 8;
/// Fewest tiles of sets with a terminal or an honor, melds included, for them to be a plan.
const OUTSIDE: u32 = 10;
/// A plan is surer than this.
const LEAST_SURE: f32 = 0.2;
/// Fewest triplets and pairs, melds included, for triplets to be a plan.
const TRIPLETS: u32 = 4;

/// The plans of a hand: one for a closed hand, or one with a triplet of value; none if no yaku is in reach.
pub(crate) fn plans(setting: &Setting, hand: &Hand) -> ArrayVec<Plan, 8> {
    let mut plans = ArrayVec::new();
    if !setting.open || (setting.sets.triplets | hand.at_least(3)).meets(setting.value) {
        plans.push(Plan { kinds: KindSet::ALL, yaku: PlanYaku::Any, sure: 1.0 });
        return plans;
    }
    if setting.kuitan && !setting.sets.exposed.meets(KindSet::YAOCHU) {
        plans.push(Plan { kinds: !KindSet::YAOCHU, yaku: PlanYaku::Tanyao, sure: 1.0 });
    }
    for kinds in [0, 1, 2].map(|suit| KindSet::suit(suit) | KindSet::HONORS) {
        let tiles = hand.count_in(kinds) + 3 * setting.melds() as u32;
        if setting.sets.exposed.is_subset_of(kinds) && tiles >= FLUSH {
            plans.push(Plan { kinds, yaku: PlanYaku::Flush, sure: 1.0 });
        }
    }
    plans.extend(built(setting, hand));
    let sure = setting.sought.near(hand).sure;
    if sure > LEAST_SURE {
        plans.push(Plan { kinds: KindSet::ALL, yaku: PlanYaku::Own, sure });
    }
    plans
}

/// The plans of yaku that its sets may build.
fn built(setting: &Setting, hand: &Hand) -> impl Iterator<Item = Plan> {
    let ([runs, triplets, outside], pairs) = (setting.plans, hand.at_least(2));
    let melds = setting.melds() as u32;
    let has_pairs = setting.sets.runs.is_empty() && pairs.len() + melds >= TRIPLETS;
    let is_outside = setting.melds_are_outside() && hand.count_in(!MIDDLE) + 3 * melds >= OUTSIDE;
    let plans = [
        Plan { kinds: KindSet::ALL, yaku: PlanYaku::Runs, sure: runs * near_runs(setting, hand.kinds()) },
        Plan { kinds: pairs, yaku: PlanYaku::Triplets, sure: if has_pairs { triplets } else { 0.0 } },
        Plan { kinds: !MIDDLE, yaku: PlanYaku::Outside, sure: if is_outside { outside } else { 0.0 } },
    ];
    plans.into_iter().filter(|plan| plan.sure > LEAST_SURE)
}
