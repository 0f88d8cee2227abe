//! A row of the table `decisions`: everything a view shows, in columns of fixed width. Seats are absolute.

use super::held::MOST_TILES;
use super::indicators::CLASSES;
use super::state::{Course, SEATS};
use super::view::{Question, View};
use hyakuman_common::columns;
use hyakuman_common::public_cells::NONE;
use hyakuman_core::column::{CellType, ChangeRate, Column, Rows};
use hyakuman_core::{RelSeat, Seat, Tile};

/// The byte for a tile that the seat cannot see.
const HIDDEN: u8 = 254;
/// Bytes of all tiles held.
const TILES: usize = SEATS * MOST_TILES;

use ChangeRate::{Often, Rarely};

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = &[
    Column::new(
        "question",
        CellType::U8,
        Often,
        "code",
        "what is asked: 0 bet, 1 hit, stay or win, 2 deal again or pass the deal on",
    ),
    columns::KYOKU,
    Column::new("repeat", CellType::U16, Rarely, "count", "how many hands this dealer has dealt before in this term"),
    Column::new("honba", CellType::U16, Rarely, "count", "hands this dealer has ended by staying or winning"),
    columns::SCORES[0],
    columns::SCORES[1],
    columns::SCORES[2],
    columns::SCORES[3],
    Column::new(
        "sum",
        CellType::U8,
        Often,
        "half points",
        "the best sum of the own tiles: at most 21, the own wind worth 20 or 1; the smallest sum where all are more",
    )
    .own(),
    Column::new(
        "dealer_shows",
        CellType::U8,
        Often,
        "half points",
        "sum of the tiles the dealer shows: a child stays only with more than this and 1",
    ),
    Column::new(
        "tiles",
        CellType::Bytes(TILES as u16),
        Often,
        "tile",
        "for each seat 22 bytes: its tiles in the order drawn, the first of them hidden until it is shown",
    )
    .or("255 where there is no tile, 254 for one the seat cannot see"),
    Column::new("bets", CellType::Bytes(SEATS as u16), Often, "half points", "for each seat its bet")
        .or("255 for the dealer and who has not bet yet"),
    Column::new(
        "courses",
        CellType::Bytes(SEATS as u16),
        Often,
        "code",
        "for each seat how far it has come: 0 it may still draw, 1 stayed, 2 won by a yaku, 3 bust",
    ),
    Column::new(
        "extras",
        CellType::Bytes(SEATS as u16),
        Rarely,
        "tile",
        "for each seat the tile turned up for its toppan hand",
    )
    .or("255"),
    Column::new(
        "indicators",
        CellType::Bytes(Tile::COUNT as u16),
        Often,
        "count",
        "how many indicators of each tile count for everybody, those turned up among them",
    ),
    Column::new(
        "dora",
        CellType::Bytes(CLASSES as u16),
        Often,
        "count",
        "how often each number from 1 to 9, the winds and the dragons are dora for everybody",
    ),
    Column::new(
        "gone",
        CellType::Bytes(Tile::COUNT as u16),
        Rarely,
        "count",
        "how many of each tile were drawn in earlier hands from the same wall; 0 unless the wall goes on",
    ),
];

/// Fills a row.
pub(super) fn write_row(view: &View<'_>, out: &mut Rows) {
    write_situation(view, out);
    let [tiles, bets, courses, extras, indicators, dora, gone] = out.next_columns();
    tiles.push_copy(&all_tiles(view));
    bets.push_copy(&by_seat(view, |of| view.bet(of).map_or(NONE, |bet| bet as u8)));
    courses.push_copy(&by_seat(view, |of| course(view.course(of))));
    extras.push_copy(&by_seat(view, |of| view.extra(of).map_or(NONE, Tile::code)));
    indicators.push_copy(view.indicators().counts());
    dora.push_copy(view.indicators().dora());
    let mut counts = [0; Tile::COUNT];
    view.gone().for_each(|tile| counts[tile.index()] += 1);
    gone.push_copy(&counts);
}

fn write_situation(view: &View<'_>, out: &mut Rows) {
    let [question, kyoku, repeat, honba, scores @ .., sum, shows] = out.next_columns::<{ 6 + SEATS }>();
    question.push([match view.question() {
        Question::Bet => 0,
        Question::Turn => 1,
        Question::Choice => 2,
        Question::Nothing => NONE,
    }]);
    kyoku.push([view.match_state().kyoku as u8]);
    repeat.push((view.match_state().repeat as u16).to_le_bytes());
    honba.push((view.match_state().honba as u16).to_le_bytes());
    for of in (0..SEATS).map(|steps| RelSeat::new(steps as u8)) {
        scores[of.seat(view.seat(), SEATS).index()].push(view.score(of).to_le_bytes());
    }
    sum.push([view.held().best(view.seat_wind(RelSeat::SELF))]);
    shows.push([view.dealer_shows()]);
}

/// One byte for each seat, in absolute order.
fn by_seat(view: &View<'_>, byte: impl Fn(RelSeat) -> u8) -> [u8; SEATS] {
    std::array::from_fn(|seat| byte(Seat::new(seat as u8).seen_from(view.seat(), SEATS)))
}

fn all_tiles(view: &View<'_>) -> [u8; TILES] {
    let mut cells = [NONE; TILES];
    for (seat, places) in cells.chunks_exact_mut(MOST_TILES).enumerate() {
        let of = Seat::new(seat as u8).seen_from(view.seat(), SEATS);
        if view.count(of) > 0 {
            places[0] = view.first(of).map_or(HIDDEN, Tile::code);
        }
        places[1..].iter_mut().zip(view.open(of)).for_each(|(place, tile)| *place = tile.code());
    }
    cells
}

fn course(course: Course) -> u8 {
    match course {
        Course::Open => 0,
        Course::Stayed => 1,
        Course::Won => 2,
        Course::Bust => 3,
    }
}
