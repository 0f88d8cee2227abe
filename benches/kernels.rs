//! The kernels that a game uses: shanten, keep, ukeire, waits, the choice of a discard.
//!
//! 65,536 hands per pass; the result is nanoseconds per call. The answer of a pass is a sum over all hands. The
//! `xiangting` crate, an independent library, computes the same in the same run and must give the same sums.

#[allow(dead_code, reason = "shared with the other benches")]
mod hands;
#[allow(dead_code, reason = "shared with the other benches")]
mod report;

use hyakuman_core::eval::{self, Full};
use hyakuman_core::{Hand, Kind, KindCounts, KindSet};
use report::Report;
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_unnecessary_tiles};

fn main() {
    let mut report = Report::new();
    let (random, midgame, near) = (hands::random(), hands::midgame(), hands::near());
    for (mix, hands) in [("random", &random), ("midgame", &midgame), ("near", &near)] {
        on_fourteen(&mut report, mix, hands);
    }
    on_thirteen(&mut report);
    by_xiangting(&mut report, &midgame);
    summary(&report);
    report.finish();
}

/// Kernels for 14 tiles.
fn on_fourteen(report: &mut Report, mix: &str, hands: &[Hand]) {
    let counts: Vec<KindCounts> = hands.iter().map(Hand::counts).collect();
    let name = |question: &str| format!("{question}/{mix}");
    report.time(&name("shanten"), hands.len(), || sum(hands, shanten));
    report.time_as(&name("shanten-from-counts"), &name("shanten"), hands.len(), || {
        sum(&counts, |counts| shanten(&Hand::from_counts(counts)))
    });
    report.time(&name("shanten-after-move"), hands.len(), || sum(hands, |hand| shanten(&moved(hand))));
    report.time(&name("keep"), hands.len(), || sum(hands, |hand| eval::keep::<Full>(hand, 0).bits()));
    report.time(&name("discard-by-ukeire"), hands.len(), || sum(hands, best_discard));
}

/// Kernels for 13 tiles.
fn on_thirteen(report: &mut Report) {
    let (midgame, tenpai) = (hands::thirteen(), hands::tenpai());
    report
        .time("ukeire/midgame", midgame.len(), || sum(&midgame, |hand| eval::ukeire::<Full>(hand, 0).bits()));
    report.time("waits/midgame", midgame.len(), || sum(&midgame, |hand| eval::waits::<Full>(hand, 0).bits()));
    report.time("waits/tenpai", tenpai.len(), || sum(&tenpai, |hand| eval::waits::<Full>(hand, 0).bits()));
}

/// The same with `xiangting`.
fn by_xiangting(report: &mut Report, hands: &[Hand]) {
    let four = PlayerCount::Four;
    let counts: Vec<KindCounts> = hands.iter().map(Hand::counts).collect();
    let thirteen: Vec<KindCounts> = hands::thirteen().iter().map(Hand::counts).collect();
    report.time_as("xiangting/shanten", "shanten/midgame", counts.len(), || {
        sum(&counts, |counts| xiangting::calculate_replacement_number(counts, four).expect("a hand") as u64)
    });
    report.time_as("xiangting/keep", "keep/midgame", counts.len(), || {
        sum(&counts, |counts| calculate_unnecessary_tiles(counts, four).expect("a hand").1)
    });
    report.time_as("xiangting/ukeire", "ukeire/midgame", thirteen.len(), || {
        sum(&thirteen, |counts| calculate_necessary_tiles(counts, four).expect("a hand").1)
    });
    report.time_as("xiangting/discard-by-ukeire", "discard-by-ukeire/midgame", counts.len(), || {
        sum(&counts, xiangting_discard)
    });
}

/// The sum of the answers, with wrapping addition.
#[inline]
fn sum<T>(items: &[T], mut ask: impl FnMut(&T) -> u64) -> u64 {
    items.iter().fold(0, |sum, item| sum.wrapping_add(ask(item)))
}

/// Shanten plus one, so that it is not negative.
#[inline]
fn shanten(hand: &Hand) -> u64 {
    (eval::shanten::<Full>(hand, 0) + 1) as u64
}

/// The hand with one tile of its lowest kind replaced by the kind after its highest, if possible.
#[inline]
fn moved(hand: &Hand) -> Hand {
    let (kinds, room) = (hand.kinds(), KindSet::ALL - hand.at_least(4));
    let (Some(lowest), Some(free)) = (kinds.first(), room.first()) else { return *hand };
    hand.without(lowest).with(free)
}

/// The discard with the lowest shanten, then the most ukeire outside the hand, as `count * 64 + kind`.
#[inline]
fn best_discard(hand: &Hand) -> u64 {
    let mut best = 0;
    for kind in eval::keep::<Full>(hand, 0) {
        let ukeire = eval::ukeire::<Full>(&hand.without(kind), 0);
        let live = 4 * ukeire.len() - hand.count_in(ukeire);
        best = best.max((live as u64) << 6 | kind.code() as u64);
    }
    best
}

/// [`best_discard`] with `xiangting`: the candidates, then the ukeire of each.
fn xiangting_discard(counts: &KindCounts) -> u64 {
    let (_, discards) = calculate_unnecessary_tiles(counts, PlayerCount::Four).expect("a hand");
    let choices = KindSet::from_bits(discards).into_iter().map(|kind: Kind| {
        let mut left = *counts;
        left[kind.index()] -= 1;
        let (_, ukeire) = calculate_necessary_tiles(&left, PlayerCount::Four).expect("a hand");
        let live: u64 =
            KindSet::from_bits(ukeire).into_iter().map(|kind| 4 - counts[kind.index()] as u64).sum();
        live << 6 | kind.code() as u64
    });
    choices.max().expect("some discard is best")
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report) {
    for (name, seconds) in report.all() {
        let peer = name.split_once('/').and_then(|(question, mix)| {
            (mix == "midgame").then(|| report.seconds(&format!("xiangting/{question}")))?
        });
        let ratio = peer.map_or(String::new(), |peer| format!("   {:.0} times xiangting", peer / seconds));
        println!("{name:<32} {:>12.1} ns{ratio}", seconds * 1e9);
    }
}
