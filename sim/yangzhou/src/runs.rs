//! The fans that sequences make with each other: tests on bits, bit `k` for a sequence whose lowest kind is `k`.

use super::fan::{Fan, FanSet, Times};
use hyakuman_core::{Kind, KindSet};

/// The sequences of a hand: `runs[n - 1]` has those present at least `n` times, by lowest kind.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Runs([u64; 4]);

/// Sequences that start at the one of a suit.
const ONES: u64 = 1 | 1 << 9 | 1 << 18;
/// Sequences that another may follow in the suit: they start at one to four.
const FOLLOWED: u64 = 15 * ONES;
/// The first suit.
const SUIT: u64 = 0x1FF;

impl Runs {
    /// Adds a sequence.
    #[inline]
    pub(super) fn add(&mut self, low: Kind) {
        let bit = KindSet::of(low).bits();
        let [one, two, three, four] = &mut self.0;
        *four |= *three & bit;
        *three |= *two & bit;
        *two |= *one & bit;
        *one |= bit;
    }

    /// These and the sequences of a reading.
    #[inline]
    pub(super) fn with(mut self, runs: &[KindSet; 4]) -> Runs {
        if self.0[0] == 0 {
            return Runs(runs.map(KindSet::bits));
        }
        for plane in runs {
            plane.into_iter().for_each(|low| self.add(low));
        }
        self
    }
}

/// The fans of the sequences before exclusions, and `times` with how often the small ones count.
#[inline]
pub(super) fn fans_of_runs(runs: &Runs, once: bool, times: Times) -> (FanSet, Times) {
    let Runs([one, two, three, four]) = *runs;
    let mut set = FanSet::EMPTY;
    if one.count_ones() < 2 && two == 0 {
        return (set, times);
    }
    let (ends, next) = (one & one >> 6 & ONES, one & one >> 3 & FOLLOWED);
    let (a, b, c) = (one & SUIT, one >> 9 & SUIT, one >> 18 & SUIT);
    let same = (a & b).count_ones() + (a & c).count_ones() + (b & c).count_ones();
    let limit = if once { 1 } else { 15 };
    let times = times
        .with(Fan::Laoshao, ends.count_ones().min(limit))
        .with(Fan::Lianfu, next.count_ones().min(limit))
        .with(Fan::Qixiang, same.min(limit));
    set.add(Fan::Yitiaolong, ends & next != 0);
    set.add(Fan::Sanfutong, a & b & c != 0);
    set.add(Fan::Sifutong, a & b & c != 0 && two != 0);
    set.add(Fan::Shuangpiao, in_two_suits(ends));
    set.add(Fan::ShuanglianShuangxi, in_two_suits(next));
    if two != 0 {
        set = set.or(fans_of_twins(two, three, four));
    }
    (set, times)
}

/// The fans of identical sequences.
#[inline]
fn fans_of_twins(two: u64, three: u64, four: u64) -> FanSet {
    let mut set = FanSet::of(&[Fan::Yiban]);
    set.add(Fan::Tieban, three != 0);
    set.add(Fan::Gangban, four != 0);
    set.add(Fan::Shuangbanban, two.count_ones() == 2);
    set.add(Fan::ShuangbanShuangxi, in_two_suits(two));
    set.add(Fan::ShuangbanShuanglian, two & two >> 3 & FOLLOWED != 0);
    set.add(Fan::ShuangbanShuangpiao, two & two >> 6 & ONES != 0);
    set
}

/// Whether two suits have a sequence of the same numbers.
#[inline]
fn in_two_suits(starts: u64) -> bool {
    starts & (starts >> 9 | starts >> 18) != 0
}
