//! The value of a win: yaku, fu, han and points, over all readings of the hand.
//!
//! `closed` are complete closed hands won by tsumo. `played` are wins from Tenhou hanchan with melds, riichi and dora;
//! each must get the value that the game paid for it. `yangzhou` are those closed hands that are four sets and a pair,
//! valued under Yangzhou rules.

#[allow(dead_code, reason = "shared with the other benches")]
mod hands;
#[allow(dead_code, reason = "shared with the other benches")]
mod report;
mod wins;

use hyakuman_core::Kind;
use hyakuman_riichi::presets;
use hyakuman_riichi::score::{DoraCount, Win, WinFlags, value};
use hyakuman_yangzhou::score::Scorer;
use report::Report;

fn main() {
    let mut report = Report::new();
    closed(&mut report);
    yangzhou(&mut report);
    played(&mut report);
    summary(&report);
    report.finish();
}

/// Closed hands completed by a single player.
fn closed(report: &mut Report) {
    let rules = presets::tenhou();
    let hands = hands::complete();
    report.time("score/closed", hands.len(), || {
        let points = hands.iter().map(|(hand, tile)| {
            let win = Win {
                hand,
                melds: &[],
                tile: *tile,
                tsumo: true,
                seat_wind: Kind::EAST,
                round_wind: Kind::EAST,
                flags: WinFlags::NONE,
                dora: DoraCount::default(),
                course: Default::default(),
            };
            value(&rules, &win).map_or(0, |value| value.base as u64)
        });
        points.sum()
    });
}

/// The same hands in Yangzhou, which has only the standard form.
fn yangzhou(report: &mut Report) {
    let scorer = Scorer::new(&hyakuman_yangzhou::presets::yangzhou());
    let hands = hands::complete();
    report.time("score/yangzhou", hands.len(), || {
        let fan = hands.iter().map(|(hand, tile)| {
            let win = hyakuman_yangzhou::score::Win {
                hand,
                melds: &[],
                tile: *tile,
                way: hyakuman_yangzhou::score::Way::Tsumo,
                seat_wind: Kind::EAST,
                round_wind: Kind::EAST,
            };
            scorer.best(&win).map_or(0, |value| value.total as u64)
        });
        fan.sum()
    });
}

/// Wins from games.
fn played(report: &mut Report) {
    let rules = presets::tenhou();
    let wins = wins::of_hanchan(&rules, 400);
    let wrong = wins.iter().filter(|won| {
        let value = value(&rules, &won.win()).expect("a win");
        (value.han.into(), value.fu, value.yakuman) != (won.paid.han, won.paid.fu, won.paid.yakuman)
            || value.yaku.bits() != won.paid.yaku
    });
    if !report.expect("score/other-than-paid", wrong.count() as u64) {
        return;
    }
    // The wins depend on the agents, so their sum is not a constant; each was checked above.
    let base_points = || {
        let values = wins.iter().map(|won| value(&rules, &won.win()));
        values.map(|value| value.map_or(0, |value| value.base as u64)).sum()
    };
    report.time_pass("score/played", base_points(), wins.len(), base_points);
}

#[allow(clippy::print_stdout, reason = "the result of the bench")]
fn summary(report: &Report) {
    for (name, seconds) in report.all() {
        println!("{name:<32} {:>12.1} ns", seconds * 1e9);
    }
}
