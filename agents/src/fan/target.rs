//! Targets of a hand: a big fan that (almost) alone reaches the minimum, and the distance to it.

use super::chances::{Sort, k};
use crate::eval::only;
use crate::live::Live;
use arrayvec::ArrayVec;
use hyakuman_core::eval::LookupTables;
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind};
use hyakuman_games::yangzhou::fan::Fan;
use hyakuman_games::yangzhou::kernels;
use hyakuman_games::yangzhou::score::Scorer;

/// Maximum number of targets: see [`all`].
pub(super) const MOST: usize = 96;

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
    sort: Sort,
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
    closed: bool,
    pub(super) worth: f32,
    pub(super) sort: Sort,
}

/// Every target that reaches the minimum under these rules.
pub(super) fn all(scorer: &Scorer) -> Vec<Target> {
    let mut targets = Vec::new();
    for suit in 0..3u8 {
        let kind = |rank: u8| Kind::of(9 * suit + rank);
        let other = |rank: u8| Kind::of(9 * ((suit + 1) % 3) + rank);
        targets.push(colour(scorer, Fan::Hunyise, KindSet::suit(suit) | KindSet::HONORS));
        targets.push(colour(scorer, Fan::Qingyise, KindSet::suit(suit)));
        let worth = |fan| scorer.scale().worth(fan) as f32;
        let bonus = |fan| if scorer.scale().minimum() == 18 { worth(fan) } else { 0.0 };
        for (fan, with_triplets, with_straight, kinds) in [
            (Fan::Hunyise, Fan::Hunduidui, Fan::Hunlong, KindSet::suit(suit) | KindSet::HONORS),
            (Fan::Qingyise, Fan::Qingduidui, Fan::Qinglong, KindSet::suit(suit)),
        ] {
            let both = worth(fan) + worth(Fan::Duiduihu) + bonus(with_triplets);
            targets.push(triplets(Target { worth: both, ..colour(scorer, fan, kinds) }));
            let both = worth(fan) + worth(Fan::Yitiaolong) + bonus(with_straight);
            let straight = of_runs(scorer, Fan::Yitiaolong, &[0, 3, 6].map(kind));
            targets.push(Target { worth: both, kinds, ..straight });
        }
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
    for (fan, kinds) in [(Fan::Duiduihu, KindSet::ALL), (Fan::Fengqing, KindSet::HONORS)] {
        targets.push(triplets(colour(scorer, fan, kinds)));
    }
    let minimum = scorer.scale().minimum() as f32;
    targets.retain(|target| target.worth >= minimum);
    for target in &mut targets { target.worth += k(0, 0.5); }
    targets
}

fn colour(scorer: &Scorer, fan: Fan, kinds: KindSet) -> Target {
    let worth = scorer.scale().worth(fan) as f32;
    Target { runs: ArrayVec::new(), kinds, triplets: false, closed: false, worth, sort: Sort::Colour }
}

fn triplets(target: Target) -> Target {
    Target { triplets: true, sort: Sort::Triplets, ..target }
}

fn of_runs(scorer: &Scorer, fan: Fan, runs: &[Kind]) -> Target {
    let (worth, minimum) = (scorer.scale().worth(fan), scorer.scale().minimum());
    let closed = worth < minimum;
    let worth = worth + if closed { USUAL_SMALL } else { 0 };
    Target {
        runs: runs.iter().copied().collect(),
        closed,
        worth: worth as f32 - if closed { k(1, 0.0) } else { 0.0 },
        sort: Sort::Runs,
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
        Some(Plan { core, kinds: self.kinds, triplets: self.triplets, sets, closed: self.closed, worth: self.worth, sort: self.sort })
    }
}

impl Plan {
    /// Shanten for this target.
    #[inline]
    pub(super) fn shanten(&self, tables: &LookupTables, hand: &Hand) -> i8 {
        if self.triplets {
            let (pairs, triplets) = ((hand.at_least(2) & self.kinds).len(), (hand.at_least(3) & self.kinds).len());
            let sets = triplets + self.sets as u32;
            let others = (pairs - triplets).min(5 - sets.min(5));
            return 8 - 2 * sets.min(4) as i8 - others as i8;
        }
        let (rest, missing) = self.split(hand);
        missing as i8 + kernels::shanten(tables, &rest, self.sets)
    }

    /// The live tiles that lower the shanten for this target, those that can be called counted more than once.
    #[inline]
    pub(super) fn tiles(&self, tables: &LookupTables, hand: &Hand, live: &Live) -> f32 {
        if self.triplets {
            let pairs = hand.at_least(2) & self.kinds;
            let open = pairs - hand.at_least(3);
            let short = pairs.len() + (self.sets as u32) < 5;
            let singles = if short { hand.kinds() & self.kinds - hand.at_least(2) } else { KindSet::EMPTY };
            return (1.0 + k(2, 1.44)) * live.count(open) as f32 + live.count(singles) as f32;
        }
        let (rest, missing) = self.split(hand);
        let others = kernels::ukeire(tables, &rest, self.sets) & self.kinds;
        let pon = others & hand.at_least(2);
        let chi = others & completes(rest.kinds()) - pon;
        let calls = if self.closed { 0.0 } else { k(2, 1.44) * live.count(pon) as f32 + k(3, 0.6) * live.count(chi) as f32 };
        let rest_tiles = live.count(others) as f32 + calls;
        if self.sort != Sort::Runs {
            return rest_tiles;
        }
        let steps = kernels::shanten(tables, &rest, self.sets) + 1;
        let chi = if self.closed { KindSet::EMPTY } else { completes(hand.kinds() & self.core.kinds()) };
        let lacking = (1..=4).fold(KindSet::EMPTY, |set, n| set | (self.core.at_least(n) - hand.at_least(n)));
        if lacking.meets(live.fewer_than(1)) || rest_tiles == 0.0 && steps > 0 {
            return 0.0;
        }
        let _ = missing;
        let core = live.count(lacking) as f32 + k(3, 0.6) * live.count(lacking & chi) as f32;
        core + rest_tiles.min(k(24, 7.0) * steps as f32)
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

/// The kinds that complete a sequence with two of these.
#[inline]
fn completes(kinds: KindSet) -> KindSet {
    const SUITS: u64 = (1 << 27) - 1;
    /// Every rank but 1, and every rank but 1 and 2.
    const ABOVE: [u64; 2] = [0x1FE * 0x0004_0201, 0x1FC * 0x0004_0201];
    /// Every rank but 9, and every rank but 8 and 9.
    const BELOW: [u64; 2] = [0x0FF * 0x0004_0201, 0x07F * 0x0004_0201];
    let bits = kinds.bits() & SUITS;
    let [up, up2] = [bits << 1 & ABOVE[0], bits << 2 & ABOVE[1]];
    let [down, down2] = [bits >> 1 & BELOW[0], bits >> 2 & BELOW[1]];
    KindSet::from_bits(up & up2 | up & down | down & down2)
}
