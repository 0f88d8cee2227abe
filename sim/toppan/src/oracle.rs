//! A row of the table `oracle`: what the deciding seat cannot see.

use super::state::{SEATS, Toppan};
use hyakuman_core::Seat;
use hyakuman_core::column::ChangeRate::Often;
use hyakuman_core::column::{CellType, Column, Rows};
use hyakuman_core::common::public_cells::NONE;
use hyakuman_core::wall::MAX_TILES;

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = &[
    Column::new("first_tiles", CellType::Bytes(SEATS as u16), Often, "tile", "for each seat its first tile")
        .hidden()
        .or("255 before it has one"),
    Column::new("draws", CellType::Bytes(MAX_TILES as u16), Often, "tile", "the tiles to be drawn, in order")
        .hidden()
        .or("255 behind the last one"),
];

/// Fills a row.
pub(super) fn write_row(game: &Toppan, out: &mut Rows) {
    let first =
        |seat: Seat| game.kyoku.players[seat.index()].held.tiles().first().map_or(NONE, |tile| tile.code());
    out.bytes::<SEATS>(&std::array::from_fn(|seat| first(Seat::new(seat as u8))));
    let mut draws = [NONE; MAX_TILES];
    let wall = game.kyoku.front as usize..game.live().end;
    let tile = |place| game.kyoku.wall.tile(place, &game.terms.faces).code();
    draws.iter_mut().zip(wall).for_each(|(cell, place)| *cell = tile(place));
    out.bytes(&draws);
}
