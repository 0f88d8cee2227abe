//! Slow and simple reference implementations of the kernels, without tables or shared code.

use hyakuman_core::eval::Shape;
use hyakuman_core::{Hand, Kind, KindCounts, KindSet};

/// Tiles missing, indexed by what has been built before a kind: sequences that need this kind and the next, sequences
/// that need this kind only, sets, pair.
type Missing = [[[[u8; 2]; 5]; 5]; 5];

/// More than any hand can miss.
const FAR: u8 = 99;

/// Shanten of the standard form by dynamic programming over the kinds: the fewest missing tiles over all targets.
pub(crate) fn shanten_standard(hand: &Hand, melds: usize, kinds: KindSet) -> i8 {
    let mut missing: Missing = [[[[FAR; 2]; 5]; 5]; 5];
    missing[0][0][0][0] = 0;
    for kind in Kind::all() {
        missing = next(&missing, kind, hand.count(kind), kinds);
    }
    missing[0][0][4 - melds][1] as i8 - 1
}

/// Advances one kind: chooses the number of sequences that start here, a triplet, the pair.
fn next(missing: &Missing, kind: Kind, held: u8, kinds: KindSet) -> Missing {
    let mut next: Missing = [[[[FAR; 2]; 5]; 5]; 5];
    for code in 0..5 * 5 * 5 * 2 {
        let [two, one, sets, pair] = [code % 5, code / 5 % 5, code / 25 % 5, code / 125];
        let price = missing[two][one][sets][pair];
        if price == FAR {
            continue;
        }
        for [runs, triplet, new_pair] in (0..20).map(|code| [code % 5, code / 5 % 2, code / 10]) {
            let (sets_then, pair_then) = (sets + runs + triplet, pair + new_pair);
            let taken = two + one + runs + 3 * triplet + 2 * new_pair;
            let possible = runs == 0 || starts_run(kind, kinds);
            if sets_then > 4 || pair_then > 1 || taken > 4 || !possible || taken > 0 && !kinds.has(kind) {
                continue;
            }
            let place = &mut next[runs][two][sets_then][pair_then];
            *place = (price + (taken as u8).saturating_sub(held)).min(*place);
        }
    }
    next
}

/// Whether a sequence can start at this kind.
fn starts_run(kind: Kind, kinds: KindSet) -> bool {
    !kind.is_honor() && kind.rank() < 7 && (0..3).all(|i| kinds.has(Kind::of(kind.code() + i)))
}

/// Shanten over all forms.
pub(crate) fn shanten(hand: &Hand, melds: usize, kinds: KindSet) -> i8 {
    let standard = shanten_standard(hand, melds, kinds);
    if melds > 0 {
        return standard;
    }
    let held: Vec<Kind> = kinds.into_iter().filter(|&kind| hand.count(kind) > 0).collect();
    let pairs = held.iter().filter(|&&kind| hand.count(kind) > 1).count() as i8;
    let chiitoi = 6 - pairs + (7 - held.len() as i8).max(0);
    let orphans: Vec<&Kind> = held.iter().filter(|kind| kind.is_yaochu()).collect();
    let orphan_pair = orphans.iter().any(|&&kind| hand.count(kind) > 1);
    standard.min(chiitoi).min(13 - orphans.len() as i8 - orphan_pair as i8)
}

/// All decompositions of a hand into sets and one pair, each once.
pub(crate) fn shapes(hand: &Hand) -> Vec<Shape> {
    let mut found = Vec::new();
    take(&mut hand.counts(), Shape::default(), &mut found);
    found
}

/// Takes the lowest remaining tile into a pair, a triplet or a sequence, in every way.
fn take(counts: &mut KindCounts, shape: Shape, found: &mut Vec<Shape>) {
    let Some(k) = counts.iter().position(|&copies| copies > 0) else {
        if !shape.pair.is_empty() && !found.contains(&shape) {
            found.push(shape);
        }
        return;
    };
    let kind = Kind::of(k as u8);
    if counts[k] >= 2 && shape.pair.is_empty() {
        with(counts, &[k, k], |rest| take(rest, Shape { pair: KindSet::of(kind), ..shape }, found));
    }
    if counts[k] >= 3 {
        let triplets = shape.triplets | KindSet::of(kind);
        with(counts, &[k, k, k], |rest| take(rest, Shape { triplets, ..shape }, found));
    }
    if starts_run(kind, KindSet::ALL) && counts[k + 1] > 0 && counts[k + 2] > 0 {
        let mut runs = shape.runs;
        let same = runs.iter().take_while(|plane| plane.has(kind)).count();
        runs[same].insert(kind);
        with(counts, &[k, k + 1, k + 2], |rest| take(rest, Shape { runs, ..shape }, found));
    }
}

/// Calls `then` with some tiles removed.
fn with(counts: &mut KindCounts, tiles: &[usize], then: impl FnOnce(&mut KindCounts)) {
    tiles.iter().for_each(|&k| counts[k] -= 1);
    then(counts);
    tiles.iter().for_each(|&k| counts[k] += 1);
}
