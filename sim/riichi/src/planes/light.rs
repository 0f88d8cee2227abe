//! The encoder of [`Planes::Light`].

use crate::planes::actions;
use crate::planes::channels::Planes;
use crate::planes::melds::Melds;
use crate::planes::river::River;
use crate::planes::row::{DecisionRow, tiles};
use crate::planes::sight::Sight;
use crate::planes::tensor::{EncodeCache, RuleFacts, rank, score, score_gap};
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::dora::dora_of;
use hyakuman_core::eval::{self, TileSet};
use hyakuman_core::{Kind, KindSet, Tile};

/// The first channel of a group.
macro_rules! first {
    ($name:literal) => {
        const { Planes::Light.first($name) }
    };
}

type Tensor<'a> = crate::planes::tensor::Tensor<'a, { Planes::Light.count() }>;

/// Fills a tensor of zeros.
pub(crate) fn encode<S: TileSet>(
    row: &DecisionRow<'_>,
    kept: &EncodeCache,
    rules: &RuleFacts,
    out: &mut Tensor<'_>,
) {
    let mut sight = Sight::of(kept);
    sight.add(row);
    river(row, &kept.river, out);
    open(row, &kept.melds, rules, out);
    numbers(row, out);
    own::<S>(row, &sight, out);
}

fn own<S: TileSet>(row: &DecisionRow<'_>, sight: &Sight, out: &mut Tensor<'_>) {
    out.at_least(first!("hand"), &sight.held);
    for suit in (0..3).filter(|&suit| sight.reds[suit] > 0) {
        out.set(first!("hand_red"), Tile::red_five(suit as u8).kind(), 1);
    }
    tiles(&[row.cells.drawn]).for_each(|tile| out.set(first!("drawn"), tile.kind(), 1));
    tiles(&[row.cells.offered]).for_each(|tile| out.set(first!("offered"), tile.kind(), 1));
    let unseen = sight.unseen(row.seats);
    out.copy_planes(first!("unseen"), &[unseen]);
    out.copy(first!("ukeire"), row.ukeire_kinds, &unseen);
    out.set_all(first!("keep"), keep::<S>(row));
    out.set_all(first!("can_discard"), actions::discards(row));
    out.set_all(first!("can_riichi"), actions::riichi(row));
    out.set_all(first!("can_kan"), row.legal.kans());
}

/// The discards that keep the shanten, in the own turn.
fn keep<S: TileSet>(row: &DecisionRow<'_>) -> KindSet {
    if row.is_turn() { eval::keep::<S>(&row.full_hand, row.own_melds()) } else { KindSet::EMPTY }
}

fn river(row: &DecisionRow<'_>, river: &River, out: &mut Tensor<'_>) {
    for seat in 0..row.seats {
        let discards = river.of(row, seat);
        out.copy_planes(first!("river") + seat, &[discards.count]);
        out.copy_planes(first!("river_age") + seat, &[discards.age]);
        if seat > 0 {
            out.copy_planes(first!("safe") + seat - 1, &[river.safe(row, seat)]);
        }
    }
}

fn open(row: &DecisionRow<'_>, melds: &Melds, rules: &RuleFacts, out: &mut Tensor<'_>) {
    for seat in 0..row.seats {
        out.copy_planes(first!("meld") + seat, &[melds.of(row, seat).count]);
        for _ in 0..row.nuki[row.absolute(seat)] {
            out.count(first!("meld") + seat, Kind::NORTH);
        }
        let points = row.cells.scores()[row.absolute(seat)];
        out.flag(first!("riichi") + seat, row.cells.riichi[row.absolute(seat)] & 3 != 0);
        out.fill(first!("score_100k") + seat, score::<100_000>(points));
        if seat > 0 {
            out.fill(first!("score_gap") + seat - 1, score_gap(row, seat));
        }
    }
    for tile in tiles(&row.cells.indicators) {
        out.count(first!("dora"), dora_of(tile.kind(), rules.dora_wrap_1m9m));
    }
}

fn numbers(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    let round = row.cells.kyoku / row.seats as u8;
    out.set(first!("wind_round"), Kind::wind(round % 4), 1);
    out.set(first!("wind_own"), Kind::wind(((row.seats - row.dealer()) % row.seats) as u8), 1);
    out.fill(first!("shanten"), (row.cells.shanten + 1) as u8);
    out.fill(first!("remaining"), row.cells.remaining);
    out.fill(first!("honba"), row.cells.honba.min(10) as u8);
    out.fill(first!("sticks"), row.cells.kyotaku.min(10) as u8);
    out.fill(first!("rank"), rank(row) as u8 + 1);
    out.fill(first!("round"), round);
    out.flag(first!("dealer"), row.dealer() == 0);
    out.flag(first!("claim"), row.cells.offered != 255);
    out.flag(first!("furiten"), row.cells.furiten);
    if row.cells.offered_by != 255 {
        out.fill(first!("offered_by"), row.relative(row.cells.offered_by) as u8);
    }
}
