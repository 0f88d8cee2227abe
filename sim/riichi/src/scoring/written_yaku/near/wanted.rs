//! Groups that a hand lacks tiles of, by sets of kinds.

use super::super::pattern::{Demand, Way, sort};
use super::Held;
use hyakuman_core::{Kind, KindSet};

/// Ranks 1 to 7 of the suits, where sequences start.
const STARTS: KindSet = KindSet::from_bits(0x7F | 0x7F << 9 | 0x7F << 18);

/// A number of groups of which each is one of some.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Wanted {
    pub(super) count: u32,
    /// Lowest kinds of the sequences that it may be.
    runs: KindSet,
    pairs: KindSet,
    triplets: KindSet,
    kans: KindSet,
    /// Whether called groups do not count.
    hidden: bool,
}

impl Wanted {
    /// The groups of a demand of a seat with these winds.
    pub(super) fn of(demand: &Demand, winds: [Kind; 2]) -> Wanted {
        let hidden = demand.ways.iter().all(|way| way.concealed);
        let mut wanted = Wanted { count: demand.count.into(), hidden, ..Wanted::default() };
        demand.ways.iter().for_each(|way| wanted.add(way, winds));
        // A triplet is a pair and more, and a kan a triplet: each kind counts once.
        wanted.triplets = wanted.triplets - wanted.pairs;
        wanted.kans = wanted.kans - wanted.pairs - wanted.triplets;
        wanted
    }

    /// So many kans.
    pub(super) fn kans(count: u32) -> Wanted {
        Wanted { count, kans: KindSet::ALL, ..Wanted::default() }
    }

    fn add(&mut self, way: &Way, winds: [Kind; 2]) {
        let [of, with] = [way.of, way.with].map(|kinds| kinds.for_winds(winds));
        let fits = |kinds: KindSet| kinds.is_subset_of(of) && kinds.meets(with);
        let run = |low: Kind| KindSet::from_bits(KindSet::of(low).bits() * 0b111);
        if way.sorts & sort::RUN != 0 {
            self.runs |= (way.low & STARTS).into_iter().filter(|&low| fits(run(low))).collect::<KindSet>();
        }
        let same = match way.sorts & !sort::RUN {
            0 => return,
            sort::KAN => &mut self.kans,
            sorts if sorts & sort::PAIR != 0 => &mut self.pairs,
            _ => &mut self.triplets,
        };
        *same |= way.low.into_iter().filter(|&low| fits(KindSet::of(low))).collect::<KindSet>();
    }

    /// Whether its groups are those of another one, as many or not.
    pub(super) fn is_like(&self, other: &Wanted) -> bool {
        Wanted { count: other.count, ..*self } == *other
    }

    /// Whether every hand of these kinds, four sets and a pair, has them.
    pub(super) fn is_nothing(&self, allowed: KindSet) -> bool {
        let is_pair = self.count == 1 && allowed.is_subset_of(self.pairs);
        let sequences = runs(allowed, 0);
        let (is_run, same) = (sequences.is_subset_of(self.runs), self.pairs | self.triplets);
        let is_set = self.count <= 4 && is_run && allowed.is_subset_of(same);
        let is_group = self.count <= 5 && is_run && allowed.is_subset_of(self.pairs);
        !self.hidden && (is_pair || is_set || is_group)
    }

    /// The tiles of each kind that it takes, if it allows but one group.
    pub(super) fn tiles(&self) -> Option<(KindSet, u32)> {
        let Wanted { runs, pairs, triplets, kans, .. } = *self;
        let options = [(runs, self.count), (pairs, 2), (triplets, 3), (kans, 4)];
        if self.hidden || self.options() != 1 || runs.is_empty() && self.count > 1 {
            return None;
        }
        let &(kinds, copies) = options.iter().find(|(kinds, _)| !kinds.is_empty())?;
        Some((if runs.is_empty() { kinds } else { KindSet::from_bits(kinds.bits() * 0b111) }, copies))
    }

    /// The kinds and the size of its groups, if these are of one size and no sequences.
    pub(super) fn same(&self) -> Option<(KindSet, usize)> {
        let sizes = [(self.pairs, 2), (self.triplets, 3), (self.kans, 4)];
        let mut sizes = sizes.into_iter().filter(|(kinds, _)| !kinds.is_empty());
        let first = sizes.next().filter(|_| self.runs.is_empty() && !self.hidden)?;
        sizes.next().is_none().then_some(first)
    }

    /// The kinds of its groups.
    pub(super) fn kinds(&self) -> KindSet {
        KindSet::from_bits(self.runs.bits() | self.runs.bits() << 1 | self.runs.bits() << 2)
            | self.pairs
            | self.triplets
            | self.kans
    }

    /// How many different groups each of those that it wants may be.
    pub(super) fn options(&self) -> u32 {
        [self.runs, self.pairs, self.triplets, self.kans].map(KindSet::len).iter().sum()
    }

    /// The tiles that lack to the groups which the hand is nearest to.
    #[inline]
    pub(super) fn lacks(&self, held: &Held) -> u32 {
        let planes = if self.hidden { &held.hidden } else { &held.at_least };
        if self.count == 1 {
            return (0..4).find(|&tiles| !self.lows_within(planes, tiles as usize).is_empty()).unwrap_or(4);
        }
        let mut lacks = 0;
        for tiles in 0..4 {
            let more = self.count.saturating_sub(self.within(planes, tiles));
            if more == 0 {
                break;
            }
            lacks += more;
        }
        lacks
    }

    /// Whether a discard makes a hand lack one tile more at most.
    pub(super) fn is_single(&self) -> bool {
        self.count == 1 && !self.hidden
    }

    /// The kinds of which a discard makes a hand lack more; of those that are not single, the kinds of which it may.
    pub(super) fn needs(&self, held: &Held) -> KindSet {
        if !self.is_single() {
            return self.kinds();
        }
        let (lacks, [one, two, three, four]) = (self.lacks(held) as usize, held.at_least);
        let (single, mut needs) = (one - two, self.kinds());
        let exact = [KindSet::EMPTY, single, two - three, three - four, four];
        for (kinds, size) in [(self.pairs, 2), (self.triplets, 3), (self.kans, 4)] {
            let copies = size - lacks.min(size);
            let held = copies.checked_sub(1).map_or(KindSet::ALL, |at| held.at_least[at]);
            for kind in kinds & held {
                needs &= KindSet::of(kind) & exact[copies];
                if needs.is_empty() {
                    return needs;
                }
            }
        }
        for low in runs(one, lacks) & self.runs {
            needs &= KindSet::from_bits(KindSet::of(low).bits() * 0b111) & single;
            if needs.is_empty() {
                break;
            }
        }
        needs
    }

    /// The lowest kinds of the groups that lack at most so many tiles.
    #[inline(always)]
    fn lows_within(&self, planes: &[KindSet; 4], tiles: usize) -> KindSet {
        let of_size = |kinds: KindSet, size: usize| match size.checked_sub(tiles + 1) {
            Some(copies) => kinds & planes[copies],
            None => kinds,
        };
        let same = of_size(self.pairs, 2) | of_size(self.triplets, 3) | of_size(self.kans, 4);
        same | runs(planes[0], tiles) & self.runs
    }

    /// The groups that lack at most so many tiles.
    #[inline]
    fn within(&self, planes: &[KindSet; 4], tiles: usize) -> u32 {
        let of_size = |kinds: KindSet, size: usize| match size.checked_sub(tiles + 1) {
            Some(copies) => (kinds & planes[copies]).len(),
            None => kinds.len(),
        };
        let mut groups = of_size(self.pairs, 2) + of_size(self.triplets, 3);
        if !self.kans.is_empty() {
            groups += of_size(self.kans, 4);
        }
        if !self.runs.is_empty() {
            let copies = planes.iter().take(self.count as usize);
            groups += copies.map(|&plane| (runs(plane, tiles) & self.runs).len()).sum::<u32>();
        }
        groups
    }
}

/// The lowest kinds of sequences that lack at most so many tiles of these.
#[inline]
fn runs(held: KindSet, tiles: usize) -> KindSet {
    let [one, two, three] = [0, 1, 2].map(|step| held.bits() >> step);
    let lows = match tiles {
        0 => one & two & three,
        1 => one & two | one & three | two & three,
        2 => one | two | three,
        _ => return STARTS,
    };
    KindSet::from_bits(lows & STARTS.bits())
}
