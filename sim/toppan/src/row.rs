//! A row of the table `decisions`: everything a view shows, in columns of fixed width. Seats are absolute.

use super::held::MOST_TILES;
use super::indicators::CLASSES;
use super::state::{Course, SEATS};
use super::view::{Question, View};
use hyakuman_core::column::{Column, Rows, often, rarely};
use hyakuman_core::common::columns;
use hyakuman_core::common::public_cells::NONE;
use hyakuman_core::{RelSeat, Seat, Tile, row_cells};

/// The byte for a tile that the seat cannot see.
const HIDDEN: u8 = 254;
/// Bytes of all tiles held.
const TILES: usize = SEATS * MOST_TILES;

/// The columns, in the order [`write_row`] fills them.
pub(super) const COLUMNS: &[Column] = Row::COLUMNS;

row_cells! {
    struct Row {
        /// what is asked: 0 bet, 1 hit, stay or win, 2 deal again or pass the deal on
        question: u8 = often("code");
        kyoku: u8 = columns::KYOKU;
        /// how many hands this dealer has dealt before in this term
        repeat: u16 = rarely("count");
        /// hands this dealer has ended by staying or winning
        honba: u16 = rarely("count");
        score_0: i32 = columns::SCORES[0];
        score_1: i32 = columns::SCORES[1];
        score_2: i32 = columns::SCORES[2];
        score_3: i32 = columns::SCORES[3];
        /// the best sum of the own tiles: at most 21, the own wind worth 20 or 1; the smallest sum where all are more
        sum: u8 = often("half points").own();
        /// sum of the tiles the dealer shows: a child stays only with more than this and 1
        dealer_shows: u8 = often("half points");
        /// for each seat 22 bytes: its tiles in the order drawn, the first of them hidden until it is shown
        tiles: [u8; TILES] = often("tile").or("255 where there is no tile, 254 for one the seat cannot see");
        /// for each seat its bet
        bets: [u8; SEATS] = often("half points").or("255 for the dealer and who has not bet yet");
        /// for each seat how far it has come: 0 it may still draw, 1 stayed, 2 won by a yaku, 3 bust
        courses: [u8; SEATS] = often("code");
        /// for each seat the tile turned up for its toppan hand
        extras: [u8; SEATS] = rarely("tile").or("255");
        /// how many indicators of each tile count for everybody, those turned up among them
        indicators: &'a [u8; Tile::COUNT] = often("count");
        /// how often each number from 1 to 9, the winds and the dragons are dora for everybody
        dora: &'a [u8; CLASSES] = often("count");
        /// how many of each tile were drawn in earlier hands from the same wall; 0 unless the wall goes on
        gone: [u8; Tile::COUNT] = rarely("count");
    }
}

/// Fills a row.
pub(super) fn write_row(view: &View<'_>, out: &mut Rows) {
    let [score_0, score_1, score_2, score_3] = by_seat(view, |of| view.score(of));
    let row = Row {
        question: question(view),
        kyoku: view.match_state().kyoku as u8,
        repeat: view.match_state().repeat as u16,
        honba: view.match_state().honba as u16,
        score_0,
        score_1,
        score_2,
        score_3,
        sum: view.held().best(view.seat_wind(RelSeat::SELF)),
        dealer_shows: view.dealer_shows(),
        tiles: all_tiles(view),
        bets: by_seat(view, |of| view.bet(of).map_or(NONE, |bet| bet as u8)),
        courses: by_seat(view, |of| course(view.course(of))),
        extras: by_seat(view, |of| view.extra(of).map_or(NONE, Tile::code)),
        indicators: view.indicators().counts(),
        dora: view.indicators().dora(),
        gone: gone(view),
    };
    row.write(out);
}

fn question(view: &View<'_>) -> u8 {
    match view.question() {
        Question::Bet => 0,
        Question::Turn => 1,
        Question::Choice => 2,
        Question::Nothing => NONE,
    }
}

fn gone(view: &View<'_>) -> [u8; Tile::COUNT] {
    let mut counts = [0; Tile::COUNT];
    view.gone().for_each(|tile| counts[tile.index()] += 1);
    counts
}

/// A value for each seat, in absolute order.
fn by_seat<T>(view: &View<'_>, value: impl Fn(RelSeat) -> T) -> [T; SEATS] {
    std::array::from_fn(|seat| value(Seat::new(seat as u8).seen_from(view.seat(), SEATS)))
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
