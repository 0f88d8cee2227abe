//! Targets of a hand: a big fan that (almost) alone reaches the minimum, and the distance to it.

use crate::eval::only;
use arrayvec::ArrayVec;
use hyakuman_core::eval::LookupTables;
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind};
use hyakuman_games::yangzhou::fan::Fan;
use hyakuman_games::yangzhou::kernels;
use hyakuman_games::yangzhou::score::Scorer;

/// Maximum number of targets: see [`all`].
pub(super) const MOST: usize = 64;

/// Small fans that a closed hand of sequences usually has: 門清, 平胡, and one for the wait, the draw or the pair.
const USUAL_SMALL: u16 = 3;

/// A way to reach the minimum.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The sequences it needs, by lowest kind.
    runs: ArrayVec<Kind, 4>,
    /// The kinds it may contain.
    kinds: KindSet,
    /// Whether it has triplets only.
    triplets: bool,
    /// Whether it reaches the minimum only without calls.
    closed: bool,
    /// Its value.
    worth: f32,
}

/// A target for a hand with given exposed sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Concealed tiles of its sequences.
    core: Hand,
    kinds: KindSet,
    triplets: bool,
    /// Sets that do not have to come from the other tiles: exposed ones, and those of the core.
    sets: u8,
    pub(super) worth: f32,
}

/// Every target that reaches the minimum under these rules.
pub(super) fn all(scorer: &Scorer) -> Vec<Target> {
    let mut targets = Vec::new();
    for suit in 0..3u8 {
        let kind = |rank: u8| Kind::of(9 * suit + rank);
        let other = |rank: u8| Kind::of(9 * ((suit + 1) % 3) + rank);
        targets.push(colour(scorer, Fan::Hunyise, KindSet::suit(suit) | KindSet::HONORS));
        targets.push(colour(scorer, Fan::Qingyise, KindSet::suit(suit)));
        targets.push(of_runs(scorer, Fan::Yitiaolong, &[0, 3, 6].map(kind)));
        targets.push(of_runs(scorer, Fan::Shuangpiao, &[kind(0), kind(6), other(0), other(6)]));
        for rank in 0..4 {
            let runs = [kind(rank), kind(rank + 3), other(rank), other(rank + 3)];
            targets.push(of_runs(scorer, Fan::ShuanglianShuangxi, &runs));
        }
        for rank in 0..7 {
            targets.push(of_runs(scorer, Fan::Yiban, &[kind(rank); 2]));
        }
    }
    for rank in 0..7 {
        targets.push(of_runs(scorer, Fan::Sanfutong, &[0, 9, 18].map(|suit| Kind::of(suit + rank))));
    }
    targets.push(Target { triplets: true, ..colour(scorer, Fan::Duiduihu, KindSet::ALL) });
    let minimum = scorer.scale().minimum() as f32;
    targets.retain(|target| target.worth >= minimum);
    targets
}

fn colour(scorer: &Scorer, fan: Fan, kinds: KindSet) -> Target {
    let worth = scorer.scale().worth(fan) as f32;
    Target { runs: ArrayVec::new(), kinds, triplets: false, closed: false, worth }
}

fn of_runs(scorer: &Scorer, fan: Fan, runs: &[Kind]) -> Target {
    let (worth, minimum) = (scorer.scale().worth(fan), scorer.scale().minimum());
    let closed = worth < minimum;
    let worth = worth + if closed { USUAL_SMALL } else { 0 };
    Target {
        runs: runs.iter().copied().collect(),
        closed,
        worth: worth as f32,
        ..colour(scorer, fan, KindSet::ALL)
    }
}

impl Target {
    /// The target for a hand with these exposed sets; `None` if they make it impossible.
    pub(super) fn plan(&self, melds: &[Meld]) -> Option<Plan> {
        let mut runs = self.runs.clone();
        let mut others = 0;
        for meld in melds {
            let chi = meld.kind() == MeldKind::Chi;
            if !meld.kinds().is_subset_of(self.kinds) || self.triplets && chi || self.closed && meld.is_open()
            {
                return None;
            }
            match runs.iter().position(|&low| chi && low == meld.low()) {
                Some(place) => drop(runs.remove(place)),
                None => others += 1,
            }
        }
        if others + self.runs.len() > 4 {
            return None;
        }
        let mut core = Hand::EMPTY;
        for low in &runs {
            (0..3).for_each(|step| core.add(Kind::of(low.code() + step)));
        }
        let sets = (self.runs.len() + others) as u8;
        Some(Plan { core, kinds: self.kinds, triplets: self.triplets, sets, worth: self.worth })
    }
}

impl Plan {
    /// Shanten for this target.
    #[inline]
    pub(super) fn shanten(&self, tables: &LookupTables, hand: &Hand) -> i8 {
        if self.triplets {
            let (pairs, triplets) = (hand.at_least(2).len(), hand.at_least(3).len());
            let sets = triplets + self.sets as u32;
            let others = (pairs - triplets).min(5 - sets.min(5));
            return 8 - 2 * sets.min(4) as i8 - others as i8;
        }
        let (rest, missing) = self.split(hand);
        missing as i8 + kernels::shanten(tables, &rest, self.sets)
    }

    /// The draws that lower the shanten for this target.
    #[inline]
    pub(super) fn useful(&self, tables: &LookupTables, hand: &Hand) -> KindSet {
        if self.triplets {
            let pairs = hand.at_least(2) - hand.at_least(3);
            let short = hand.at_least(2).len() + (self.sets as u32) < 5;
            return if short { pairs | (hand.kinds() - hand.at_least(3)) } else { pairs };
        }
        let (rest, _) = self.split(hand);
        let lacking = (1..=4).fold(KindSet::EMPTY, |set, n| set | (self.core.at_least(n) - hand.at_least(n)));
        lacking | kernels::ukeire(tables, &rest, self.sets) & self.kinds
    }

    /// The tiles outside the core, and the number of missing tiles of the core.
    #[inline]
    fn split(&self, hand: &Hand) -> (Hand, u32) {
        let mut rest = if self.kinds == KindSet::ALL { *hand } else { only(hand, self.kinds) };
        let mut missing = 0;
        for n in 1..=4 {
            let needed = self.core.at_least(n);
            missing += (needed - hand.at_least(n)).len();
            (needed & hand.at_least(n)).into_iter().for_each(|kind| rest.remove(kind));
        }
        (rest, missing)
    }
}
