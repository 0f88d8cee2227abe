//! Targets of a hand: a big fan that (almost) alone reaches the minimum, and the distance to it.

use super::chances::Sort;
use crate::live::Live;
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind};
use hyakuman_yangzhou::fan::Fan;
use hyakuman_yangzhou::kernels;
use hyakuman_yangzhou::score::Scorer;

/// Maximum number of targets: see [`all`].
pub(super) const MOST: usize = 96;

/// Small fans that a closed hand of sequences usually has: 門清, 平胡, and one for the wait, the draw or the pair.
const USUAL_SMALL: u16 = 3;

/// Fans that a hand has besides those of its target.
const BESIDES: f32 = 0.5;
/// How much more often a useful tile counts that can be called with pon, with chi.
const PON: f32 = 1.44;
const CHI: f32 = 0.6;
/// Useful tiles that count for each step outside the sequences of a target: these hold it up.
const OTHERS_A_STEP: f32 = 7.0;

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
    worth: f32,
    /// What its chances are like.
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
        targets.extend(coloured(scorer, suit));
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
    let minimum = scorer.scale().lowest_minimum() as f32;
    targets.retain(|target| target.worth >= minimum);
    targets.iter_mut().for_each(|target| target.worth += BESIDES);
    targets
}

/// One suit, with honors or without, of triplets or with a straight: the two fans and, where there are bonuses, that for both.
fn coloured(scorer: &Scorer, suit: u8) -> [Target; 4] {
    let both = |a: Fan, b: Fan, bonus: Fan| {
        let bonus = if scorer.scale().has_bonuses() { scorer.scale().worth(bonus) } else { 0 };
        (scorer.scale().worth(a) + scorer.scale().worth(b) + bonus) as f32
    };
    let (pure, mixed) = (KindSet::suit(suit), KindSet::suit(suit) | KindSet::HONORS);
    let of_triplets = |fan, bonus, kinds| {
        triplets(Target { worth: both(fan, Fan::Duiduihu, bonus), ..colour(scorer, fan, kinds) })
    };
    let runs = [0, 3, 6].map(|rank| Kind::of(9 * suit + rank));
    let straight = |fan, bonus, kinds| Target {
        worth: both(fan, Fan::Yitiaolong, bonus),
        kinds,
        ..of_runs(scorer, Fan::Yitiaolong, &runs)
    };
    [
        of_triplets(Fan::Hunyise, Fan::Hunduidui, mixed),
        of_triplets(Fan::Qingyise, Fan::Qingduidui, pure),
        straight(Fan::Hunyise, Fan::Hunlong, mixed),
        straight(Fan::Qingyise, Fan::Qinglong, pure),
    ]
}

fn colour(scorer: &Scorer, fan: Fan, kinds: KindSet) -> Target {
    let worth = scorer.scale().worth(fan) as f32;
    Target { runs: ArrayVec::new(), kinds, triplets: false, closed: false, worth, sort: Sort::Colour }
}

fn triplets(target: Target) -> Target {
    Target { triplets: true, sort: Sort::Triplets, ..target }
}

fn of_runs(scorer: &Scorer, fan: Fan, runs: &[Kind]) -> Target {
    let (worth, minimum) = (scorer.scale().worth(fan), scorer.scale().lowest_minimum());
    let closed = worth < minimum;
    let worth = worth + if closed { USUAL_SMALL } else { 0 };
    Target {
        runs: runs.iter().copied().collect(),
        closed,
        worth: worth as f32,
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
        Some(Plan {
            core,
            kinds: self.kinds,
            triplets: self.triplets,
            sets,
            closed: self.closed,
            worth: self.worth,
            sort: self.sort,
        })
    }
}

impl Plan {
    #[inline]
    pub(super) fn shanten(&self, hand: &Hand) -> i8 {
        if self.triplets {
            let (pairs, triplets) =
                ((hand.at_least(2) & self.kinds).len(), (hand.at_least(3) & self.kinds).len());
            let sets = triplets + self.sets as u32;
            let others = (pairs - triplets).min(5 - sets.min(5));
            return 8 - 2 * sets.min(4) as i8 - others as i8;
        }
        let (rest, missing) = self.split(hand);
        missing as i8 + kernels::shanten(&rest, self.sets)
    }

    /// The live tiles that lower the shanten for this target, those that can be called counted more than once.
    #[inline]
    pub(super) fn tiles(&self, hand: &Hand, live: &Live) -> f32 {
        if self.triplets {
            return self.pairs_and_singles(hand, live);
        }
        let (rest, _) = self.split(hand);
        let others = kernels::ukeire(&rest, self.sets) & self.kinds;
        let pon = others & hand.at_least(2);
        let chi = others & (completes(rest.kinds()) - pon);
        let others = self.counted(live, others, pon, chi);
        if self.sort != Sort::Runs {
            return others;
        }
        let steps = kernels::shanten(&rest, self.sets) + 1;
        let lacking = (1..=4).fold(KindSet::EMPTY, |set, n| set | (self.core.at_least(n) - hand.at_least(n)));
        if lacking.meets(live.fewer_than(1)) || steps > 0 && others == 0.0 {
            return 0.0;
        }
        let chi = lacking & completes(hand.kinds() & self.core.kinds());
        self.counted(live, lacking, KindSet::EMPTY, chi) + others.min(OTHERS_A_STEP * steps as f32)
    }

    /// Copies of these kinds, with the parts of them that can be called.
    #[inline]
    fn counted(&self, live: &Live, kinds: KindSet, pon: KindSet, chi: KindSet) -> f32 {
        let called = PON * live.count(pon) as f32 + CHI * live.count(chi) as f32;
        live.count(kinds) as f32 + if self.closed { 0.0 } else { called }
    }

    /// [`Plan::tiles`] of triplets: the pairs, and as long as there are too few of these single tiles.
    #[inline]
    fn pairs_and_singles(&self, hand: &Hand, live: &Live) -> f32 {
        let pairs = hand.at_least(2) & self.kinds;
        let open = pairs - hand.at_least(3);
        let short = pairs.len() + (self.sets as u32) < 5;
        let singles = if short { hand.kinds() & (self.kinds - hand.at_least(2)) } else { KindSet::EMPTY };
        self.counted(live, open | singles, open, KindSet::EMPTY)
    }

    /// The tiles outside the core, and the number of missing tiles of the core.
    #[inline]
    fn split(&self, hand: &Hand) -> (Hand, u32) {
        let mut rest = hand.only(self.kinds);
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
