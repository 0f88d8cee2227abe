//! The columns of what rules count besides the scores. They are in data sets of such rules only, the last ones of their table.

use super::{by_seat, seat_names};
use crate::{HouseCounts, HouseRules, MAX_SEATS};
use hyakuman_core::Seat;
use hyakuman_core::column::ChangeRate::{Often, Rarely};
use hyakuman_core::column::{CellType, Column, Rows};

/// Of `matches`.
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

/// Of `kyoku`.
pub(super) fn of_kyoku(house: HouseRules, seats: usize) -> Vec<Column> {
    let mut columns = Vec::new();
    if house.chips {
        let meaning = "chips that the seat got in the kyoku, less those it paid";
        columns.extend(counts(seat_names!("chips"), meaning, seats));
    }
    columns.extend(house.wareme.then_some(WAREME));
    columns
}

/// Of `wins`.
pub(super) fn of_wins(house: HouseRules) -> Vec<Column> {
    let meaning =
        "chips for the win, from each who pays them: the discarder, or at a tsumo every other player";
    Vec::from_iter(house.chips.then(|| Column::new("chips", CellType::U8, Rarely, "count", meaning)))
}

/// Of `decisions`.
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
    columns
}

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
    let meaning = "the seat has won no kyoku of the match";
    let column = |name| Column::new(name, CellType::Bool, Rarely, "flag", meaning);
    by_seat(seat_names!("winless").map(column), seats)
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
