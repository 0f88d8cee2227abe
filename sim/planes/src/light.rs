//! The encoder of [`Planes::Light`].

use crate::actions;
use crate::channels::Planes;
use crate::encode::{RuleFacts, absolute, decay, rank, score, score_gap};
use crate::river::River;
use crate::row::DecisionRow;
use crate::sight::{Sight, sets, tiles};
use hyakuman_core::{Kind, KindSet, Tile};
use hyakuman_games::common::dora::dora_of;

/// The first channel of a group.
macro_rules! first {
    ($name:literal) => {
        const { Planes::Light.first($name) }
    };
}

type Tensor<'a> = crate::encode::Tensor<'a, { Planes::Light.count() }>;

/// Fills a tensor of zeros.
pub(crate) fn encode(row: &DecisionRow<'_>, rules: &RuleFacts, out: &mut Tensor<'_>) {
    let mut sight = Sight::without_discards(row);
    river(row, &mut sight, out);
    own(row, &sight, out);
    open(row, rules, out);
    numbers(row, out);
}

fn own(row: &DecisionRow<'_>, sight: &Sight, out: &mut Tensor<'_>) {
    out.at_least(first!("hand"), &sight.held);
    for suit in (0..3).filter(|&suit| sight.reds[suit] > 0) {
        out.set(first!("hand_red"), Tile::red_five(suit as u8).kind(), 1);
    }
    tiles(&[row.drawn]).for_each(|tile| out.set(first!("drawn"), tile.kind(), 1));
    tiles(&[row.offered]).for_each(|tile| out.set(first!("offered"), tile.kind(), 1));
    out.copy(first!("unseen"), KindSet::ALL, &sight.unseen);
    out.copy(first!("ukeire"), KindSet::from_bits(row.ukeire_kinds), &sight.unseen);
    out.set_all(first!("keep"), KindSet::from_bits(row.keeping), 1);
    out.set_all(first!("can_discard"), actions::discards(row), 1);
    out.set_all(first!("can_riichi"), actions::riichi(row), 1);
    out.set_all(first!("can_kan"), actions::kans(row), 1);
}

fn river(row: &DecisionRow<'_>, sight: &mut Sight, out: &mut Tensor<'_>) {
    let discards = River::of(row);
    let mut safe = discards.passed();
    for discard in discards.all() {
        sight.discard(&discard);
        safe[discard.by].insert(discard.tile.kind());
        out.count(first!("river") + discard.by, discard.tile.kind());
        out.set(first!("river_age") + discard.by, discard.tile.kind(), decay(discard.age));
    }
    (1..4).for_each(|seat| out.set_all(first!("safe") + seat - 1, safe[seat], 1));
}

fn open(row: &DecisionRow<'_>, rules: &RuleFacts, out: &mut Tensor<'_>) {
    for set in sets(row) {
        set.tiles.iter().for_each(|&code| out.count(first!("meld") + set.by, Tile::of(code).kind()));
    }
    for seat in 0..row.seats {
        for _ in 0..row.nuki[absolute(row, seat)] {
            out.count(first!("meld") + seat, Kind::NORTH);
        }
        let points = row.scores[absolute(row, seat)];
        out.flag(first!("riichi") + seat, row.riichi[absolute(row, seat)] & 3 != 0);
        out.fill(first!("score_100k") + seat, score(points, 100_000));
        if seat > 0 {
            out.fill(first!("score_gap") + seat - 1, score_gap(row, seat));
        }
    }
    for tile in tiles(&row.indicators) {
        out.count(first!("dora"), dora_of(tile.kind(), rules.dora_wrap_1m9m));
    }
}

fn numbers(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    let round = row.kyoku / row.seats as u8;
    out.set(first!("wind_round"), Kind::wind(round % 4), 1);
    out.set(first!("wind_own"), Kind::wind(((row.seats - row.dealer()) % row.seats) as u8), 1);
    out.fill(first!("shanten"), (row.shanten + 1) as u8);
    out.fill(first!("remaining"), row.remaining);
    out.fill(first!("honba"), row.honba.min(10) as u8);
    out.fill(first!("sticks"), row.kyotaku.min(10) as u8);
    out.fill(first!("rank"), rank(row) as u8 + 1);
    out.fill(first!("round"), round);
    out.flag(first!("dealer"), row.dealer() == 0);
    out.flag(first!("claim"), row.offered != 255);
    out.flag(first!("furiten"), row.furiten);
    if row.offered_by != 255 {
        out.fill(first!("offered_by"), row.relative(row.offered_by) as u8);
    }
}
