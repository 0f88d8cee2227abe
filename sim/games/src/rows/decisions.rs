//! `decisions`: what a seat saw, what it could do, what it did; and afterwards what came of it.

use super::MatchId;
use crate::game::{ActionMask, Game, KyokuEnd, MAX_SEATS, MatchEnd};
use hyakuman_core::column::Pace::{Lively, Steady};
use hyakuman_core::column::{Column, Rows, Width};
use hyakuman_core::{Seat, SeatSet};

/// Before the columns of the family.
const HEAD: [Column; 5] = [
    Column::new("match", Width::I64, Lively, "number", "number of the match in the run, from 0"),
    Column::new(
        "deal",
        Width::U16,
        Steady,
        "number",
        "which deal of the match, from 0; with `match` the key of table kyoku",
    ),
    Column::new("step", Width::I32, Lively, "number", "which decision of the match, from 0"),
    Column::new("seat", Width::U8, Lively, "seat", "seat that decides, 0 the first dealer"),
    Column::new("agent", Width::U8, Steady, "number", "its agent, by the list in manifest.json"),
];

/// Behind the columns of the family.
const TAIL: [Column; 7] = [
    Column::new(
        "legal",
        Width::Bytes(32),
        Lively,
        "set",
        "what the seat may do: action c is bit c % 8 of byte c / 8; at least two actions",
    )
    .own(),
    Column::new("action", Width::U8, Lively, "code", "what it did").own(),
    Column::new(
        "kyoku_delta",
        Width::I32,
        Lively,
        "points",
        "change of its score in the kyoku, sticks put down included",
    )
    .label(),
    Column::new("won", Width::Bool, Steady, "flag", "it won the kyoku").label(),
    Column::new("dealt_in", Width::Bool, Steady, "flag", "it dealt in in the kyoku").label(),
    Column::new("placement", Width::U8, Lively, "place", "its placement in the match, 1 for the first")
        .label(),
    Column::new(
        "rank_points",
        Width::I32,
        Lively,
        "thousandths",
        "its result of the match with uma and oka: 45200 is +45.2",
    )
    .label(),
];

/// Columns of [`TAIL`] that are known only afterwards.
const LABELS: usize = 5;

/// All columns for a game.
pub(super) fn columns<G: Game>() -> Vec<Column> {
    [&HEAD[..], G::COLUMNS, &TAIL[..]].concat()
}

/// Which decision it is.
pub(super) struct Head<'a> {
    pub(super) id: &'a MatchId,
    pub(super) deal: usize,
    pub(super) step: u32,
    pub(super) seat: Seat,
}

/// What came of a deal, by seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    deltas: [i32; MAX_SEATS],
    won: SeatSet,
    dealt_in: SeatSet,
}

impl Labels {
    /// Of a deal that is over.
    pub(super) fn of(end: &KyokuEnd<'_>) -> Labels {
        let won = end.wins.iter().map(|win| win.winner).collect();
        let dealt_in = end.wins.iter().filter_map(|win| win.from).collect();
        Labels { deltas: end.deltas, won, dealt_in }
    }
}

/// Writes a row as far as it is known when the seat has chosen.
#[inline]
pub(super) fn write_seen<G: Game>(
    rows: &mut Rows,
    head: Head<'_>,
    scribe: &mut G::Scribe,
    game: &G,
    legal: &ActionMask,
    action: u8,
) {
    let Head { id, deal, step, seat } = head;
    rows.i64(id.number as i64);
    rows.u16(deal as u16);
    rows.i32(step as i32);
    rows.u8(seat.index() as u8);
    rows.u8(id.agents[seat.index()]);
    G::write_row(scribe, &game.view(seat), rows);
    rows.bytes(&legal.bytes());
    rows.u8(action);
    rows.skip(LABELS);
    rows.end_row();
}

/// Fills the labels of the last so many rows, those of the match that is over.
pub(super) fn write_labels<G: Game>(rows: &mut Rows, count: usize, deals: &[Labels], end: &MatchEnd) {
    let first = rows.len() - count;
    let of = |rows: &Rows, row: usize| {
        let deal = &rows.cells(1).bytes()[2 * row..];
        let deal = &deals[u16::from_le_bytes([deal[0], deal[1]]) as usize];
        (deal, rows.cells(3).bytes()[row] as usize)
    };
    let labels = HEAD.len() + G::COLUMNS.len() + TAIL.len() - LABELS;
    for row in first..rows.len() {
        let (deal, seat) = of(rows, row);
        let has = |set: SeatSet| [set.has(Seat::new(seat as u8)) as u8];
        rows.cells_mut(labels).push(deal.deltas[seat].to_le_bytes());
        rows.cells_mut(labels + 1).push(has(deal.won));
        rows.cells_mut(labels + 2).push(has(deal.dealt_in));
        rows.cells_mut(labels + 3).push([end.placement[seat] + 1]);
        rows.cells_mut(labels + 4).push(end.rank_points[seat].to_le_bytes());
    }
}
