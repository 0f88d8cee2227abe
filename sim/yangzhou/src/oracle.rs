//! A row of the table `oracle`: what the deciding seat cannot see.

use super::kernels;
use super::state::{SEATS, Yangzhou};
use hyakuman_core::Seat;
use hyakuman_core::column::ChangeRate::Often;
use hyakuman_core::column::{CellType, Column, Rows};
use hyakuman_core::common::columns::{self, HAND_TILES, hand_cell};
use hyakuman_core::common::public_cells::NONE;

/// Most draws of a kyoku.
const DRAWS: usize = 84;

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = &[
    columns::HANDS,
    columns::HANDS_SHANTEN,
    columns::HANDS_WAITS,
    Column::new(
        "draws",
        CellType::Bytes(DRAWS as u16),
        Often,
        "tile",
        "the wall: draws come from its front, replacement tiles from its end",
    )
    .hidden()
    .or("255 behind the last one"),
];

/// Fills a row.
pub(super) fn write_row(game: &Yangzhou, out: &mut Rows) {
    let (mut hands, mut shanten, mut waits) = ([NONE; SEATS * HAND_TILES], [0; SEATS], [0; SEATS * 8]);
    let kyoku = &game.kyoku;
    for seat in Seat::all(SEATS) {
        let (at, player) = (seat.index(), &kyoku.players[seat.index()]);
        let drawn = kyoku.drawn.filter(|_| seat == kyoku.turn);
        let hand = drawn.map_or(player.hand, |kind| player.hand.with(kind));
        hands[at * HAND_TILES..][..HAND_TILES].copy_from_slice(&hand_cell(&hand, [0; 3])[..HAND_TILES]);
        shanten[at] = kernels::shanten(&hand, player.melds.len() as u8) as u8;
        if player.hand.len() % 3 == 1 {
            waits[at * 8..][..8].copy_from_slice(&player.waits.bits().to_le_bytes());
        }
    }
    out.bytes(&hands);
    out.bytes(&shanten);
    out.bytes(&waits);
    let wall = kyoku.front as usize..kyoku.wall.len() - kyoku.replaced as usize;
    let mut draws = [NONE; DRAWS];
    draws.iter_mut().zip(wall).for_each(|(cell, place)| *cell = game.at(place).code());
    out.bytes(&draws);
}
