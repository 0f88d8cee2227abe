//! The columns of what rules count besides the scores. They are in data sets of such rules only, the last ones of their table.

use super::{by_seat, seat_names};
use crate::column::ChangeRate::{Often, Rarely};
use crate::column::{CellType, Column, Rows};
use crate::game::{HouseCounts, HouseRules, MAX_SEATS};
use crate::{Seat, Tile};
use arrayvec::ArrayVec;

pub(super) fn of_matches(house: HouseRules, seats: usize) -> Vec<Column> {
    let mut columns = Vec::new();
    if house.chips {
        columns.extend(counts(seat_names!("chips"), "chips that the seat got, less those it paid", seats));
    }
    if house.yakitori {
        columns.extend(winless(seats));
    }
    if house.prizes {
        let meaning = "prizes that the seat got for players made bust, less those it paid";
        columns.extend(counts(seat_names!("prizes"), meaning, seats));
    }
    columns
}

pub(super) fn of_kyoku(house: HouseRules, seats: usize) -> Vec<Column> {
    let mut columns = Vec::new();
    if house.chips {
        let meaning = "chips that the seat got in the kyoku, less those it paid";
        columns.extend(counts(seat_names!("chips"), meaning, seats));
    }
    columns.extend(house.wareme.then_some(WAREME));
    if house.open_riichi {
        let meaning = "the seat declared riichi and laid its hand open";
        columns.extend(flags(seat_names!("open_riichi"), meaning, seats));
    }
    columns
}

pub(super) fn of_wins(house: HouseRules) -> Vec<Column> {
    let meaning =
        "chips for the win, from each who pays them: the discarder, or at a tsumo every other player";
    Vec::from_iter(house.chips.then(|| Column::new("chips", CellType::U8, Rarely, "count", meaning)))
}

pub(super) fn of_decisions(house: HouseRules, seats: usize) -> Vec<Column> {
    let mut columns = Vec::new();
    if house.chips {
        let meaning = "chips that the seat has got in the match so far, less those it paid";
        columns.extend(counts(seat_names!("chips"), meaning, seats));
    }
    if house.yakitori {
        columns.extend(winless(seats));
    }
    columns.extend(house.wareme.then_some(WAREME));
    if house.open_riichi {
        let column = |name| {
            let meaning = "tiles of the hand of the seat that lies open, without the one just drawn";
            Column::new(name, CellType::Bytes(OPEN_TILES as u16), Rarely, "tile", meaning)
                .or("255 behind the last one")
        };
        columns.extend(by_seat(seat_names!("open_hand").map(column), seats));
    }
    columns
}

/// Tiles of a hand without the one just drawn.
const OPEN_TILES: usize = 13;

const WAREME: Column =
    Column::new("wareme", CellType::U8, Often, "seat", "the seat that pays and is paid double for wins");

fn counts(
    names: [&'static str; MAX_SEATS],
    meaning: &'static str,
    seats: usize,
) -> impl Iterator<Item = Column> {
    by_seat(names.map(|name| Column::new(name, CellType::I32, Rarely, "count", meaning)), seats)
}

fn winless(seats: usize) -> impl Iterator<Item = Column> {
    flags(seat_names!("winless"), "the seat has won no kyoku of the match", seats)
}

fn flags(
    names: [&'static str; MAX_SEATS],
    meaning: &'static str,
    seats: usize,
) -> impl Iterator<Item = Column> {
    by_seat(names.map(|name| Column::new(name, CellType::Bool, Rarely, "flag", meaning)), seats)
}

/// What is written, of rules that have it.
pub(super) struct House<'a> {
    pub rules: HouseRules,
    pub counts: &'a HouseCounts,
    pub seats: usize,
}

impl House<'_> {
    /// The cells of `matches`.
    pub(super) fn write_match(&self, rows: &mut Rows) {
        self.write_chips(rows, &self.counts.chips);
        self.write_winless(rows);
        if self.rules.prizes {
            self.counts.prizes[..self.seats].iter().for_each(|&prizes| rows.i32(prizes));
        }
    }

    /// The cells of `kyoku`, before which there were so many chips.
    pub(super) fn write_kyoku(&self, rows: &mut Rows, before: &[i32; MAX_SEATS]) {
        self.write_chips(rows, &std::array::from_fn(|seat| self.counts.chips[seat] - before[seat]));
        self.write_wareme(rows);
        if self.rules.open_riichi {
            self.open_hands().for_each(|hand| rows.bool(!hand.is_empty()));
        }
    }

    /// The cell of `wins` of this win of the kyoku.
    pub(super) fn write_win(&self, rows: &mut Rows, order: usize) {
        if self.rules.chips {
            rows.u8(self.counts.chips_of_wins.get(order).copied().unwrap_or(0));
        }
    }

    /// The cells of `decisions`.
    pub(super) fn write_decision(&self, rows: &mut Rows) {
        self.write_chips(rows, &self.counts.chips);
        self.write_winless(rows);
        self.write_wareme(rows);
        if self.rules.open_riichi {
            let cell = |hand: &ArrayVec<Tile, OPEN_TILES>| {
                std::array::from_fn::<u8, OPEN_TILES, _>(|i| hand.get(i).map_or(u8::MAX, |tile| tile.code()))
            };
            self.open_hands().for_each(|hand| rows.bytes(&cell(hand)));
        }
    }

    fn open_hands(&self) -> impl Iterator<Item = &ArrayVec<Tile, OPEN_TILES>> {
        self.counts.open_hands[..self.seats].iter()
    }

    fn write_chips(&self, rows: &mut Rows, chips: &[i32; MAX_SEATS]) {
        if self.rules.chips {
            chips[..self.seats].iter().for_each(|&chips| rows.i32(chips));
        }
    }

    fn write_winless(&self, rows: &mut Rows) {
        if self.rules.yakitori {
            Seat::all(self.seats).for_each(|seat| rows.bool(!self.counts.winners.has(seat)));
        }
    }

    fn write_wareme(&self, rows: &mut Rows) {
        if self.rules.wareme {
            rows.u8(self.counts.wareme.map_or(255, |seat| seat.index() as u8));
        }
    }
}
