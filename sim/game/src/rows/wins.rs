//! `wins`: one row per win.

use super::house::{self, House};
use super::{MATCH, MatchId, by_seat, seat_names};
use crate::{Game, HouseRules, KyokuEnd, WinRecord};
use hyakuman_core::Seat;
use hyakuman_core::column::ChangeRate::{Often, Rarely};
use hyakuman_core::column::{CellType, Column, Rows};

/// The columns with this number of seats.
pub(super) fn columns(seats: usize, house: HouseRules) -> Vec<Column> {
    let number = |name, meaning| Column::new(name, CellType::U8, Rarely, "han", meaning);
    let mut columns = vec![
        MATCH,
        Column::new(
            "kyoku_number",
            CellType::U16,
            Often,
            "number",
            "which kyoku of the match in order of play, from 0, repeats counted",
        ),
        Column::new(
            "order",
            CellType::U8,
            Rarely,
            "number",
            "which win of the kyoku, from 0: the nearest after the discarder first",
        ),
        Column::new("winner", CellType::U8, Often, "seat", "who won"),
        Column::new("from", CellType::U8, Often, "seat", "who dealt in").or("255: a win by the own draw"),
        Column::new("tile", CellType::U8, Often, "tile", "the winning tile"),
        Column::new("han", CellType::U16, Often, "han", "han, dora included; fan where they are what counts")
            .or("0 for a yakuman"),
        Column::new("fu", CellType::U8, Often, "fu", "fu").or("0 where the hand has none"),
        Column::new("yakuman", CellType::U8, Rarely, "count", "total multiple of yakuman, 0 for none"),
        Column::new("yaku", CellType::U64, Often, "set", "the yaku: bit n is the yaku of number n"),
        Column::new(
            "yaku_names",
            CellType::Text,
            Often,
            "words",
            "the same as words, a space between two; then the yaku that the rules define themselves",
        ),
        number("dora", "han of dora"),
        number("ura", "han of dora under the riichi indicators"),
        number("aka", "han of red fives"),
        number("nuki", "han of tiles set aside"),
        Column::new("points", CellType::I32, Often, "points", "value without honba and sticks"),
    ];
    let deltas = seat_names!("delta").map(|name| {
        let meaning = "change of score of the seat by this win, honba and sticks included";
        Column::new(name, CellType::I32, Often, "points", meaning)
    });
    columns.extend(by_seat(deltas, seats));
    columns.extend(house::of_wins(house));
    columns
}

/// Writes the wins of a finished kyoku; `number` is its zero-based number in the match.
pub(super) fn write<G: Game>(
    rows: &mut Rows,
    id: &MatchId,
    own: &[&'static str],
    number: usize,
    end: &KyokuEnd<'_>,
    house: &House<'_>,
) {
    for (order, win) in end.wins.iter().enumerate() {
        rows.i64(id.number as i64);
        rows.u16(number as u16);
        rows.u8(order as u8);
        write_win::<G>(rows, own, win);
        house.write_win(rows, order);
        rows.end_row();
    }
}

fn write_win<G: Game>(rows: &mut Rows, own: &[&'static str], win: &WinRecord) {
    rows.u8(win.winner.index() as u8);
    rows.u8(win.from.map_or(255, |seat| Seat::index(seat) as u8));
    rows.u8(win.tile);
    rows.u16(win.han);
    rows.u8(win.fu);
    rows.u8(win.yakuman);
    rows.u64(win.yaku);
    rows.words(G::each_yaku_name(own, win));
    win.dora.into_iter().for_each(|han| rows.u8(han));
    rows.i32(win.points);
    (0..G::SEATS).for_each(|seat| rows.i32(win.deltas[seat]));
}
