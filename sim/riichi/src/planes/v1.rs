//! The encoder of [`Planes::V1`].

use crate::planes::actions;
use crate::planes::channels::Planes;
use crate::planes::melds::Melds;
use crate::planes::river::{Plane, River, decay};
use crate::planes::row::{DecisionRow, tiles};
use crate::planes::sight::{Copies, Sight};
use crate::planes::tensor::{EncodeCache, RuleFacts, rank, score, score_gap};
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::dora::dora_of;
use hyakuman_core::eval::{self, TileSet};
use hyakuman_core::{Kind, Tile};

/// The first channel of a group.
macro_rules! first {
    ($name:literal) => {
        const { Planes::V1.first($name) }
    };
}

type Tensor<'a> = crate::planes::tensor::Tensor<'a, { Planes::V1.count() }>;

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
    question(row, out);
    melds(row, &kept.melds, out);
    indicators(row, &kept.river, rules, out);
    legal(row, out);
    seats(row, out);
    place(row, rules, out);
    exchange(row, out);
    hand(row, &sight, out);
    let copies = sight.unseen(row.seats);
    unseen(rules, &sight, &copies, out);
    progress::<S>(row, &copies, out);
}

fn hand(row: &DecisionRow<'_>, sight: &Sight, out: &mut Tensor<'_>) {
    out.at_least(first!("hand"), &sight.held);
    for suit in (0..3).filter(|&suit| sight.reds[suit] > 0) {
        out.set(first!("hand_red"), Tile::red_five(suit as u8).kind(), 1);
    }
    tile(row.cells.drawn, first!("drawn"), first!("drawn_red"), out);
}

/// Sets the cell of a tile, and that of its channel for red fives.
fn tile(code: u8, channel: usize, red: usize, out: &mut Tensor<'_>) {
    for tile in tiles(&[code]) {
        out.set(channel, tile.kind(), 1);
        if tile.is_red() {
            out.set(red, tile.kind(), 1);
        }
    }
}

fn question(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    tile(row.cells.offered, first!("offered"), first!("offered_red"), out);
    if row.cells.offered_by != 255 {
        out.fill(first!("offered_by") + row.relative(row.cells.offered_by) - 1, 1);
    }
    if row.cells.question < 7 {
        out.fill(first!("question") + row.cells.question as usize, 1);
    }
}

fn river(row: &DecisionRow<'_>, river: &River, out: &mut Tensor<'_>) {
    for seat in 0..row.seats {
        let discards = river.of(row, seat);
        out.copy_planes(first!("river") + 3 * seat, &discards.thirds);
        out.copy_planes(first!("river_hand") + 3 * seat, &discards.thirds_from_hand);
        out.copy_planes(first!("river_age") + seat, &[discards.age]);
        out.copy_planes(first!("river_hand_age") + seat, &[discards.age_from_hand]);
        out.copy_planes(first!("river_red") + seat, &[discards.red]);
        out.copy_planes(first!("safe") + seat, &[river.safe(row, seat)]);
        if let Some(kind) = discards.last_from_hand {
            out.set(first!("last_from_hand") + seat, kind, 1);
        }
        if let Some(tile) = river.riichi_tile(row, row.absolute(seat)) {
            out.set(first!("riichi_tile") + seat, tile.kind(), 1);
        }
    }
}

fn melds(row: &DecisionRow<'_>, melds: &Melds, out: &mut Tensor<'_>) {
    for by in 0..row.seats {
        let sets = melds.of(row, by);
        if sets.any {
            out.copy_planes(first!("meld") + 4 * by, &sets.at_least);
            out.copy_planes(first!("meld_red") + by, &[sets.red]);
            out.copy_planes(first!("meld_kan") + by, &[sets.kan]);
            out.copy_planes(first!("meld_chi") + by, &[sets.chi]);
            out.copy_planes(first!("meld_from") + 3 * by, &sets.from);
            out.copy_planes(first!("after_call") + by, &[sets.after[0]]);
            out.copy_planes(first!("after_kan") + by, &[sets.after[1]]);
            out.flag(first!("open") + by, sets.open);
        }
    }
    if row.seats == 3 {
        (0..3).for_each(|seat| out.set(first!("nuki") + seat, Kind::NORTH, row.nuki[row.absolute(seat)]));
    }
}

fn indicators(row: &DecisionRow<'_>, river: &River, rules: &RuleFacts, out: &mut Tensor<'_>) {
    let discards = river.made;
    let mut count = 0;
    for (tile, &at) in tiles(&row.cells.indicators).zip(&row.cells.indicators_at) {
        count += 1;
        out.count(first!("indicator"), tile.kind());
        out.set(first!("indicator_age"), tile.kind(), decay(discards - at as usize));
        out.count(first!("dora"), dora_of(tile.kind(), rules.dora_wrap_1m9m));
        if tile.is_red() {
            out.set(first!("indicator_red"), tile.kind(), 1);
        }
    }
    out.fill(first!("indicators"), count);
}

fn unseen(rules: &RuleFacts, sight: &Sight, copies: &Plane, out: &mut Tensor<'_>) {
    out.at_least(first!("unseen"), copies);
    for suit in (0..3).filter(|&suit| rules.red_fives[suit] > 0 && !sight.red_seen[suit]) {
        out.set(first!("unseen_red"), Tile::red_five(suit as u8).kind(), 1);
    }
}

/// Shanten, waits, ukeire and discards.
fn progress<S: TileSet>(row: &DecisionRow<'_>, unseen: &Plane, out: &mut Tensor<'_>) {
    out.fill(first!("shanten") + (row.cells.shanten + 1).clamp(0, 7) as usize, 1);
    let ukeire = row.ukeire_kinds;
    let drawn = tiles(&[row.cells.drawn]).next();
    let lowered = drawn.is_some_and(|tile| ukeire.has(tile.kind()));
    let is_tenpai = row.cells.shanten + lowered as i8 == 0;
    out.copy(first!("ukeire"), ukeire, unseen);
    if is_tenpai {
        out.copy(first!("waits"), ukeire, unseen);
    }
    if row.is_turn() {
        discards::<S>(row, unseen, lowered, out);
    }
    out.flag(first!("furiten"), row.cells.furiten);
}

/// The discards that keep the shanten, and the ukeire after each of them.
fn discards<S: TileSet>(row: &DecisionRow<'_>, unseen: &Plane, lowered: bool, out: &mut Tensor<'_>) {
    let analysis = eval::analysis::<S>(&row.full_hand, row.own_melds());
    let keep = analysis.keep();
    out.set_all(first!("keep"), keep);
    if lowered {
        out.set_all(first!("lower"), keep);
    }
    let unseen = Copies::of(unseen);
    for discard in keep {
        let copies = unseen.of_kinds(analysis.draws_without(discard));
        out.set(first!("ukeire_after"), discard, copies.min(80) as u8);
    }
}

fn legal(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    out.set_all(first!("can_discard"), actions::discards(row));
    for (channel, kinds) in
        [(first!("can_riichi"), actions::riichi(row)), (first!("can_kan"), row.legal.kans())]
    {
        if !kinds.is_empty() {
            out.set_all(channel, kinds);
        }
    }
    for (number, legal) in actions::calls(&row.legal).into_iter().enumerate() {
        out.flag(first!("can") + number, legal);
    }
}

fn seats(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    for seat in 0..row.seats {
        let (flags, points) = (row.cells.riichi[row.absolute(seat)], row.cells.scores()[row.absolute(seat)]);
        out.flag(first!("riichi") + seat, flags & 3 != 0);
        out.flag(first!("ippatsu") + seat, flags & 8 != 0);
        out.flag(first!("double_riichi") + seat, flags & 4 != 0);
        out.fill(first!("score_100k") + seat, score::<100_000>(points));
        out.fill(first!("score_30k") + seat, score::<30_000>(points));
        if seat > 0 {
            out.flag(first!("has_won") + seat - 1, row.cells.has_won >> row.absolute(seat) & 1 != 0);
            out.fill(first!("score_gap") + seat - 1, score_gap(row, seat));
        }
    }
    out.fill(first!("rank") + rank(row), 1);
}

/// Which kyoku of the match this is.
fn place(row: &DecisionRow<'_>, rules: &RuleFacts, out: &mut Tensor<'_>) {
    let seats = row.seats as u8;
    let (round, number) = (row.cells.kyoku / seats, row.cells.kyoku % seats);
    out.set(first!("wind_round"), Kind::wind(round % 4), 1);
    let own = (row.seats - row.dealer()) % row.seats;
    out.set(first!("wind_own"), Kind::wind(own as u8), 1);
    out.fill(first!("dealer") + row.dealer(), 1);
    out.fill(first!("round") + round.min(2) as usize, 1);
    out.fill(first!("kyoku") + number as usize, 1);
    out.fill(first!("honba"), row.cells.honba.min(10) as u8);
    out.fill(first!("sticks"), row.cells.kyotaku.min(10) as u8);
    out.fill(first!("remaining"), row.cells.remaining);
    out.flag(
        first!("last_kyoku"),
        u32::from(row.cells.kyoku) + 1 >= u32::from(rules.rounds) * u32::from(seats),
    );
    out.flag(first!("east_only"), rules.rounds == 1);
}

/// Tiles passed on before the first draw.
fn exchange(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    tiles(&row.cells.given).for_each(|tile| out.count(first!("given"), tile.kind()));
    tiles(&row.cells.received).for_each(|tile| out.count(first!("received"), tile.kind()));
    if row.cells.given_to != 255 {
        out.fill(first!("given_to") + row.relative(row.cells.given_to) - 1, 1);
    }
    if row.cells.received_from != 255 {
        out.fill(first!("received_from") + row.relative(row.cells.received_from) - 1, 1);
    }
}
