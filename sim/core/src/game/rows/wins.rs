//! `wins`: one row per win.

use super::house::{self, House};
use super::{MATCH, MatchId, by_seat, seat_names, table};
use crate::Seat;
use crate::column::CellType::{I32, Text, U8, U16, U64};
use crate::column::ChangeRate::{Often, Rarely};
use crate::column::{Column, Rows};
use crate::game::{Game, HouseRules, KyokuEnd, WinRecord};

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
        write_win::<G>(rows, id, own, (number, order), win, house);
    }
}

/// What the column `yaku_names` says. Yaku that the rules define have no numbers in it: they would mean another yaku under each ruleset.
const YAKU_NAMES: &str =
    "the same as words, a space between two; then the yaku that the rules define themselves";
/// What the columns `delta` say.
const DELTA: &str = "change of score of the seat by this win, honba and sticks included";

const fn han(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, U8, Rarely, "han", meaning)
}

table! {
    /// The columns with this number of seats.
    pub(super) fn columns(seats: usize, house: HouseRules);
    /// Writes a win of a kyoku, both by number.
    fn write_win<G>(
        rows, id: &MatchId, own: &[&'static str], (number, order): (usize, usize), win: &WinRecord, house: &House<'_>
    );

    [MATCH] => rows.i64(id.number as i64);
    [Column::new("kyoku_number", U16, Often, "number", "which kyoku of the match in order of play, from 0, repeats counted")]
        => rows.u16(number as u16);
    [Column::new("order", U8, Rarely, "number", "which win of the kyoku, from 0: the nearest after the discarder first")]
        => rows.u8(order as u8);
    [Column::new("winner", U8, Often, "seat", "who won")] => rows.u8(win.winner.index() as u8);
    [Column::new("from", U8, Often, "seat", "who dealt in").or("255: a win by the own draw")]
        => rows.u8(win.from.map_or(255, |seat| Seat::index(seat) as u8));
    [Column::new("tile", U8, Often, "tile", "the winning tile")] => rows.u8(win.tile);
    [Column::new("han", U16, Often, "han", "han, dora included; fan where they are what counts").or("0 for a yakuman")]
        => rows.u16(win.han);
    [Column::new("fu", U8, Often, "fu", "fu").or("0 where the hand has none")] => rows.u8(win.fu);
    [Column::new("yakuman", U8, Rarely, "count", "total multiple of yakuman, 0 for none")] => rows.u8(win.yakuman);
    [Column::new("yaku", U64, Often, "set", "the yaku: bit n is the yaku of number n")] => rows.u64(win.yaku);
    [Column::new("yaku_names", Text, Often, "words", YAKU_NAMES)] => rows.words(G::each_yaku_name(own, win));
    [
        han("dora", "han of dora"),
        han("ura", "han of dora under the riichi indicators"),
        han("aka", "han of red fives"),
        han("nuki", "han of tiles set aside"),
    ] => win.dora.into_iter().for_each(|han| rows.u8(han));
    [Column::new("points", I32, Often, "points", "value without honba and sticks")] => rows.i32(win.points);
    by_seat(seat_names!("delta").map(|name| Column::new(name, I32, Often, "points", DELTA)), seats)
        => (0..G::SEATS).for_each(|seat| rows.i32(win.deltas[seat]));
    house::of_wins(house) => house.write_win(rows, order);
}
