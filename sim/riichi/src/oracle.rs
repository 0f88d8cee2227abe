//! A row of the table `oracle`: what the deciding seat cannot see.

use super::engine::{Match, SeatState};
use super::variant::Variant;
use hyakuman_core::column::ChangeRate::{Often, Rarely};
use hyakuman_core::column::{Cell, CellType, Column, Rows};
use hyakuman_core::common::columns::{self, HAND_TILES, hand_cell};
use hyakuman_core::common::public_cells::NONE;
use hyakuman_core::{KindSet, Seat, Tile, eval};

/// Seats a row has room for; a table of three leaves the last one empty.
const SEATS: usize = 4;
/// Most live draws of a kyoku, without a dead wall.
const DRAWS: usize = 84;
/// Most replacement tiles of a kyoku.
const RINSHAN: usize = 8;
const INDICATORS: usize = 5;
const RON_POINTS: usize = SEATS * Tile::COUNT * 4;

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = &[
    columns::HANDS,
    columns::HANDS_SHANTEN,
    columns::HANDS_WAITS,
    Column::new("furitens", CellType::U8, Rarely, "seats", "who is barred from winning by ron: bit i is seat i").hidden(),
    Column::new(
        RON_POINTS_COLUMN,
        CellType::Bytes(RON_POINTS as u16),
        Rarely,
        "points",
        "for each seat but the deciding one, and each tile from 0 to 36, what a ron on it would be worth if the deciding \
         seat discarded it now: four bytes each, the lowest first; without ura dora, honba, sticks, and local yaku of the \
         way it is discarded",
    )
    .hidden()
    .or("0 where it cannot win: no wait, no yaku, furiten"),
    Column::new("draws", CellType::Bytes(DRAWS as u16), Often, "tile", "the live draws to come, in order")
        .hidden()
        .or("255 behind the last one"),
    Column::new("rinshan_draws", CellType::Bytes(RINSHAN as u16), Rarely, "tile", "the replacement tiles to come, in order")
        .hidden()
        .or("255 behind the last one"),
    Column::new(
        "all_indicators",
        CellType::Bytes(INDICATORS as u16),
        Rarely,
        "tile",
        "the dora indicators in order, turned up or not, as many as may be turned up",
    )
    .hidden()
    .or("255 behind the last one"),
    Column::new("ura", CellType::Bytes(INDICATORS as u16), Rarely, "tile", "the ura dora indicators beneath them")
        .hidden()
        .or("255 behind the last one"),
];

/// The column that depends on the deciding seat.
const RON_POINTS_COLUMN: &str = "ron_points";

/// The cells of a row but `ron_points`: what is hidden at a table, by absolute seat, whoever decides. Only who has the [`Match`] gets
/// them; an agent has a [`View`](crate::View), from which there is no way to it:
///
/// ```compile_fail,E0308
/// fn peek(view: &hyakuman_riichi::View<'_>) -> hyakuman_riichi::HiddenCells {
///     hyakuman_riichi::HiddenCells::of::<4, hyakuman_riichi::Standard>(view)
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HiddenCells {
    /// The column `hands`.
    pub hands: [u8; SEATS * HAND_TILES],
    /// The column `hands_shanten`: signed bytes.
    pub shanten: [u8; SEATS],
    /// The column `hands_waits`.
    pub waits: [u8; SEATS * 8],
    /// The column `furitens`.
    pub furitens: u8,
    /// The column `draws`.
    pub draws: [u8; DRAWS],
    /// The column `rinshan_draws`.
    pub rinshan_draws: [u8; RINSHAN],
    /// The column `all_indicators`.
    pub indicators: [u8; INDICATORS],
    /// The column `ura`.
    pub ura: [u8; INDICATORS],
}

impl HiddenCells {
    /// The columns, in the order of the fields.
    pub fn columns() -> impl Iterator<Item = &'static Column> {
        COLUMNS.iter().filter(|column| column.name != RON_POINTS_COLUMN)
    }

    /// What is hidden now.
    pub fn of<const N: usize, V: Variant>(game: &Match<N, V>) -> HiddenCells {
        let kyoku = &game.kyoku;
        let tile = |place| kyoku.wall.tile(place, &game.faces);
        let len = kyoku.wall.len();
        let live = (kyoku.live as usize..).take(kyoku.remaining as usize);
        let rinshan = kyoku.rinshan as usize..game.rules.rinshan_tiles as usize;
        let indicators = || 0..game.most_indicators();
        HiddenCells {
            draws: cells(live.map(|i| tile(V::live_place(len, i)))),
            rinshan_draws: cells(rinshan.map(|i| tile(V::rinshan_place(len, i)))),
            indicators: cells(indicators().map(|i| game.indicator(i))),
            ura: cells(indicators().map(|i| game.ura_indicator(i))),
            ..hands(game)
        }
    }

    /// The cells of a row of a file, of which the [`HiddenCells::columns`] are given.
    pub fn read(columns: &[&[u8]], row: usize) -> HiddenCells {
        HiddenCells {
            hands: *<&[u8; _]>::read(columns[0], row),
            shanten: *<&[u8; _]>::read(columns[1], row),
            waits: *<&[u8; _]>::read(columns[2], row),
            furitens: u8::read(columns[3], row),
            draws: *<&[u8; _]>::read(columns[4], row),
            rinshan_draws: *<&[u8; _]>::read(columns[5], row),
            indicators: *<&[u8; _]>::read(columns[6], row),
            ura: *<&[u8; _]>::read(columns[7], row),
        }
    }
}

/// Fills the row of a decision of `seat`.
pub(super) fn write_row<const N: usize, V: Variant>(game: &Match<N, V>, seat: Seat, out: &mut Rows) {
    let hidden = HiddenCells::of(game);
    out.bytes(&hidden.hands);
    out.bytes(&hidden.shanten);
    out.bytes(&hidden.waits);
    out.u8(hidden.furitens);
    out.bytes(&ron_points(game, seat));
    out.bytes(&hidden.draws);
    out.bytes(&hidden.rinshan_draws);
    out.bytes(&hidden.indicators);
    out.bytes(&hidden.ura);
}

/// Hands, their shanten and waits, and who is furiten.
fn hands<const N: usize, V: Variant>(game: &Match<N, V>) -> HiddenCells {
    let (mut hands, mut shanten, mut waits) = ([NONE; SEATS * HAND_TILES], [0; SEATS], [0; SEATS * 8]);
    let mut furitens = 0;
    for seat in Seat::all(N) {
        let (at, player) = (seat.index(), &game.kyoku.players[seat.index()]);
        let (mut hand, mut reds) = (player.hand, player.reds);
        let drawn = game.kyoku.drawn.filter(|_| seat == game.kyoku.turn);
        for &tile in drawn.iter().chain(game.kyoku.exchange.waiting(seat)) {
            hand.add(tile.kind());
            if tile.is_red() {
                reds[tile.kind().suit() as usize] += 1;
            }
        }
        hands[at * HAND_TILES..][..HAND_TILES].copy_from_slice(&hand_cell(&hand, reds)[..HAND_TILES]);
        shanten[at] = eval::shanten::<V::Kinds<N>>(&hand, player.melds.len() as u8) as u8;
        waits[at * 8..][..8].copy_from_slice(&waits_of(player).bits().to_le_bytes());
        furitens |= (player.furiten.bars(player.waits) as u8) << at;
    }
    let (draws, rinshan_draws) = ([NONE; DRAWS], [NONE; RINSHAN]);
    let (indicators, ura) = ([NONE; INDICATORS], [NONE; INDICATORS]);
    HiddenCells { hands, shanten, waits, furitens, draws, rinshan_draws, indicators, ura }
}

/// The kinds that complete the hand of a seat; none after a call, while it has a tile too many.
fn waits_of(player: &SeatState) -> KindSet {
    if player.hand.len() % 3 == 1 { player.waits } else { KindSet::EMPTY }
}

/// What each tile would cost if `seat` discarded it now.
fn ron_points<const N: usize, V: Variant>(game: &Match<N, V>, seat: Seat) -> [u8; RON_POINTS] {
    let mut cell = [0; RON_POINTS];
    let may_win = |other: &Seat| *other != seat && game.kyoku.active.has(*other);
    for other in Seat::all(N).filter(may_win) {
        for kind in waits_of(&game.kyoku.players[other.index()]) {
            let red = kind.is_five() && game.rules.red_fives[kind.suit() as usize] > 0;
            let red = red.then(|| Tile::red_five(kind.suit()));
            for tile in [kind.tile()].into_iter().chain(red) {
                let at = 4 * (other.index() * Tile::COUNT + tile.index());
                cell[at..at + 4].copy_from_slice(&game.points_of_discard(other, tile).to_le_bytes());
            }
        }
    }
    cell
}

/// Tiles as a cell of fixed size.
fn cells<const LEN: usize>(tiles: impl Iterator<Item = Tile>) -> [u8; LEN] {
    let mut cell = [NONE; LEN];
    cell.iter_mut().zip(tiles).for_each(|(cell, tile)| *cell = tile.code());
    cell
}
