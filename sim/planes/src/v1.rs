//! The encoder of [`Planes::V1`].

use crate::actions::{self, Calls};
use crate::channels::Planes;
use crate::encode::{RuleFacts, absolute, decay, rank, score, score_gap};
use crate::river::{River, made};
use crate::row::DecisionRow;
use crate::sight::{Sight, sets, tiles};
use hyakuman_core::eval::{LookupTables, TileSet};
use hyakuman_core::{Hand, Kind, KindSet, Tile};
use hyakuman_games::common::dora::dora_of;

/// The first channel of a group.
macro_rules! first {
    ($name:literal) => {
        const { Planes::V1.first($name) }
    };
}

type Tensor<'a> = crate::encode::Tensor<'a, { Planes::V1.count() }>;

/// Fills a tensor of zeros.
pub(crate) fn encode<S: TileSet>(row: &DecisionRow<'_>, rules: &RuleFacts, out: &mut Tensor<'_>) {
    let mut sight = Sight::without_discards(row);
    let discards = River::of(row);
    river(row, discards, &mut sight, out);
    hand(row, &sight, out);
    question(row, out);
    melds(row, discards, out);
    indicators(row, rules, out);
    unseen(rules, &sight, out);
    progress::<S>(row, &sight, out);
    legal(row, out);
    seats(row, out);
    place(row, rules, out);
    exchange(row, out);
}

fn hand(row: &DecisionRow<'_>, sight: &Sight, out: &mut Tensor<'_>) {
    out.at_least(first!("hand"), &sight.held);
    for suit in (0..3).filter(|&suit| sight.reds[suit] > 0) {
        out.set(first!("hand_red"), Tile::red_five(suit as u8).kind(), 1);
    }
    tile(row.drawn, first!("drawn"), first!("drawn_red"), out);
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
    tile(row.offered, first!("offered"), first!("offered_red"), out);
    if row.offered_by != 255 {
        out.fill(first!("offered_by") + row.relative(row.offered_by) - 1, 1);
    }
    if row.question < 7 {
        out.fill(first!("question") + row.question as usize, 1);
    }
}

fn river(row: &DecisionRow<'_>, river: River<'_>, sight: &mut Sight, out: &mut Tensor<'_>) {
    let (mut safe, mut last_from_hand) = (river.passed(), [None; 4]);
    for discard in river.all() {
        sight.discard(&discard);
        let (by, kind, from_hand) = (discard.by, discard.tile.kind(), discard.from_hand);
        safe[by].insert(kind);
        let (third, age) = (3 * by + (discard.order / 6).min(2), decay(discard.age));
        out.set(first!("river") + third, kind, 1);
        out.set(first!("river_age") + by, kind, age);
        out.set_if(from_hand, first!("river_hand") + third, kind, 1);
        out.set_if(from_hand, first!("river_hand_age") + by, kind, age);
        last_from_hand[by] = if from_hand { Some(kind) } else { last_from_hand[by] };
        if discard.tile.is_red() {
            out.set(first!("river_red") + by, kind, 1);
        }
    }
    for seat in 0..4 {
        out.set_all(first!("safe") + seat, safe[seat], 1);
        if let Some(kind) = last_from_hand[seat] {
            out.set(first!("last_from_hand") + seat, kind, 1);
        }
        if let Some(tile) = river.tile_of(seat, row.riichi_at[absolute(row, seat)] as usize) {
            out.set(first!("riichi_tile") + seat, tile.kind(), 1);
        }
    }
}

fn melds(row: &DecisionRow<'_>, river: River<'_>, out: &mut Tensor<'_>) {
    for set in sets(row) {
        let by = set.by;
        if let Some(discard) = river.tile_of(by, set.at) {
            let after = if set.sort <= 2 { first!("after_call") } else { first!("after_kan") };
            out.set(after + by, discard.kind(), 1);
        }
        for tile in set.tiles.iter().map(|&code| Tile::of(code)) {
            out.one_more(first!("meld") + 4 * by, tile.kind());
            if tile.is_red() {
                out.set(first!("meld_red") + by, tile.kind(), 1);
            }
        }
        let called = Tile::of(set.tiles[0]).kind();
        match set.sort {
            5 => out.set(first!("meld_kan") + by, called, 2),
            3 | 4 => out.set(first!("meld_kan") + by, called, 1),
            _ => {}
        }
        if set.sort == 1 {
            let low = set.tiles.iter().map(|&code| Tile::of(code).kind()).min_by_key(|kind| kind.code());
            out.count(first!("meld_chi") + by, low.expect("three tiles"));
        }
        if set.sort != 5 {
            let feeder = (set.from + row.seats - by) % row.seats;
            out.count(first!("meld_from") + 3 * by + feeder - 1, called);
        }
    }
    if row.seats == 3 {
        (0..3).for_each(|seat| out.set(first!("nuki") + seat, Kind::NORTH, row.nuki[absolute(row, seat)]));
    }
}

fn indicators(row: &DecisionRow<'_>, rules: &RuleFacts, out: &mut Tensor<'_>) {
    let discards = made(row);
    let mut count = 0;
    for (tile, &at) in tiles(&row.indicators).zip(&row.indicators_at) {
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

fn unseen(rules: &RuleFacts, sight: &Sight, out: &mut Tensor<'_>) {
    out.at_least(first!("unseen"), &sight.unseen);
    for suit in (0..3).filter(|&suit| rules.red_fives[suit] > 0 && !sight.red_seen[suit]) {
        out.set(first!("unseen_red"), Tile::red_five(suit as u8).kind(), 1);
    }
}

/// Shanten, waits, ukeire and discards.
fn progress<S: TileSet>(row: &DecisionRow<'_>, sight: &Sight, out: &mut Tensor<'_>) {
    out.fill(first!("shanten") + (row.shanten + 1).clamp(0, 7) as usize, 1);
    let (ukeire, keep) = (KindSet::from_bits(row.ukeire_kinds), KindSet::from_bits(row.keeping));
    let drawn = tiles(&[row.drawn]).next();
    let lowered = drawn.is_some_and(|tile| ukeire.has(tile.kind()));
    let is_tenpai = row.shanten + lowered as i8 == 0;
    out.copy(first!("ukeire"), ukeire, &sight.unseen);
    if is_tenpai {
        out.copy(first!("waits"), ukeire, &sight.unseen);
    }
    out.set_all(first!("keep"), keep, 1);
    if lowered {
        out.set_all(first!("lower"), keep, 1);
    }
    after::<S>(row, sight, keep, out);
    out.flag(first!("furiten"), row.furiten);
}

/// The ukeire after each discard that keeps the shanten.
fn after<S: TileSet>(row: &DecisionRow<'_>, sight: &Sight, keep: KindSet, out: &mut Tensor<'_>) {
    if keep.is_empty() {
        return;
    }
    let own = 4 * row.seat as usize;
    let melds = (own..own + 4).filter(|set| row.melds[5 * set] != 0).count() as u8;
    let hand = Hand::from_counts(&sight.held);
    let analysis = LookupTables::get().analysis::<S>(&hand, melds);
    let unseen = Hand::from_counts(&sight.unseen); // it counts the copies of a set of kinds at once
    for discard in keep {
        let copies = unseen.count_in(analysis.draws_without(discard));
        out.set(first!("ukeire_after"), discard, copies.min(80) as u8);
    }
}

fn legal(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    out.set_all(first!("can_discard"), actions::discards(row), 1);
    out.set_all(first!("can_riichi"), actions::riichi(row), 1);
    out.set_all(first!("can_kan"), actions::kans(row), 1);
    for (number, legal) in Calls::of(row).0.into_iter().enumerate() {
        out.flag(first!("can") + number, legal);
    }
}

fn seats(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    for seat in 0..row.seats {
        let (flags, points) = (row.riichi[absolute(row, seat)], row.scores[absolute(row, seat)]);
        out.flag(first!("riichi") + seat, flags & 3 != 0);
        out.flag(first!("ippatsu") + seat, flags & 8 != 0);
        out.flag(first!("double_riichi") + seat, flags & 4 != 0);
        out.fill(first!("score_100k") + seat, score(points, 100_000));
        out.fill(first!("score_30k") + seat, score(points, 30_000));
        if seat > 0 {
            out.flag(first!("has_won") + seat - 1, row.has_won >> absolute(row, seat) & 1 != 0);
            out.fill(first!("score_gap") + seat - 1, score_gap(row, seat));
        }
    }
    let open = sets(row).filter(|set| set.sort != 5).fold(0, |open, set| open | 1 << set.by);
    (0..4).for_each(|seat| out.flag(first!("open") + seat, open >> seat & 1 != 0));
    out.fill(first!("rank") + rank(row), 1);
}

/// Which kyoku of the match this is.
fn place(row: &DecisionRow<'_>, rules: &RuleFacts, out: &mut Tensor<'_>) {
    let seats = row.seats as u8;
    let (round, number) = (row.kyoku / seats, row.kyoku % seats);
    out.set(first!("wind_round"), Kind::wind(round % 4), 1);
    let own = (row.seats - row.dealer()) % row.seats;
    out.set(first!("wind_own"), Kind::wind(own as u8), 1);
    out.fill(first!("dealer") + row.dealer(), 1);
    out.fill(first!("round") + round.min(2) as usize, 1);
    out.fill(first!("kyoku") + number as usize, 1);
    out.fill(first!("honba"), row.honba.min(10) as u8);
    out.fill(first!("sticks"), row.kyotaku.min(10) as u8);
    out.fill(first!("remaining"), row.remaining);
    out.flag(first!("last_kyoku"), u32::from(row.kyoku) + 1 >= u32::from(rules.rounds) * u32::from(seats));
    out.flag(first!("east_only"), rules.rounds == 1);
}

/// Tiles passed on before the first draw.
fn exchange(row: &DecisionRow<'_>, out: &mut Tensor<'_>) {
    tiles(&row.given).for_each(|tile| out.count(first!("given"), tile.kind()));
    tiles(&row.received).for_each(|tile| out.count(first!("received"), tile.kind()));
    if row.given_to != 255 {
        out.fill(first!("given_to") + row.relative(row.given_to) - 1, 1);
    }
    if row.received_from != 255 {
        out.fill(first!("received_from") + row.relative(row.received_from) - 1, 1);
    }
}
