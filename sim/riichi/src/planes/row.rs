//! A row of the table `decisions` of riichi mahjong, by its cells.
//!
//! The columns are found by name, once: in a [`RowReader`]. Cells that mean seats are absolute, as in the file.

use crate::planes::channels::KINDS;
use crate::{RowCache, RowCells, View, ViewRow, kernels};
use hyakuman_core::column::{Cell, Columns};
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, KindSet, Tile};
use std::fmt;

/// Seats a row has room for.
const SEATS: usize = 4;

/// The tiles of a cell, up to the first byte for no tile.
#[inline]
pub(crate) fn tiles(cell: &[u8]) -> impl Iterator<Item = Tile> {
    cell.iter().take_while(|&&code| code != 255).map(|&code| Tile::of(code))
}

/// A row as an encoder reads it.
#[derive(Clone, Copy, Debug)]
pub struct DecisionRow<'a> {
    /// Number of seats, 3 or 4.
    pub seats: usize,
    /// The deciding seat.
    pub seat: u8,
    /// The cells of its view.
    pub cells: RowCells<'a>,
    /// Norths each seat has set aside; all 0 with four players.
    pub nuki: [u8; SEATS],
    /// The legal actions.
    pub legal: ActionMask,
    /// The kinds that bring the concealed tiles without the one just drawn nearer; none of 3n+2 tiles. From the hand, no cell.
    pub ukeire_kinds: KindSet,
    /// The concealed tiles with the one just drawn. From the cells, no cell of its own.
    pub full_hand: Hand,
}

impl<'a> DecisionRow<'a> {
    /// The absolute seat of a relative one.
    #[inline]
    pub(crate) fn absolute(&self, relative: usize) -> usize {
        let seat = self.seat as usize + relative;
        if seat >= self.seats { seat - self.seats } else { seat }
    }

    /// The row of a decision in a live game: what its seat sees, and its legal actions. `row_cache` is new, or was used for earlier
    /// rows of this match, which saves work.
    #[inline]
    pub fn of_view<const N: usize>(
        row_cache: &'a mut RowCache,
        view: &View<'_, N>,
        legal: &ActionMask,
    ) -> DecisionRow<'a> {
        let ViewRow { cells, ukeire_kinds, nuki } = ViewRow::of(row_cache, view);
        DecisionRow {
            seats: N,
            seat: view.seat().index() as u8,
            cells,
            nuki: if N == 3 { nuki.map(|tiles| tiles.len()) } else { [0; SEATS] },
            legal: *legal,
            ukeire_kinds,
            full_hand: view.full_hand(),
        }
    }

    /// A seat as the deciding seat sees it: 0 itself, 1 the next.
    #[inline]
    pub(crate) fn relative(&self, seat: u8) -> usize {
        let steps = seat as usize + self.seats - self.seat as usize;
        if steps >= self.seats { steps - self.seats } else { steps }
    }

    /// Number of own sets.
    #[inline]
    pub(crate) fn own_melds(&self) -> u8 {
        let own = 4 * self.seat as usize;
        (own..own + 4).filter(|set| self.cells.melds[5 * set] != 0).count() as u8
    }

    /// The row with what follows from its hand. That takes nanoseconds; in columns it took a quarter of the bytes and of the time of the writer.
    fn evaluated<const N: usize>(self) -> DecisionRow<'a> {
        let melds = self.own_melds();
        let mut counts = [0; KINDS];
        tiles(self.cells.hand).for_each(|tile| counts[tile.kind().index()] += 1);
        let mut hand = Hand::from_counts(&counts);
        let waiting = hand.len() % 3 == 1;
        let ukeire_kinds = if waiting { kernels::ukeire::<N>(&hand, melds) } else { KindSet::EMPTY };
        tiles(&[self.cells.drawn]).for_each(|tile| hand.add(tile.kind()));
        DecisionRow { ukeire_kinds, full_hand: hand, ..self }
    }

    /// The own turn: a discard may be chosen.
    #[inline]
    pub(crate) fn is_turn(&self) -> bool {
        self.cells.question == 0
    }

    /// The tile just drawn.
    #[inline]
    pub fn drawn(&self) -> Option<Tile> {
        Tile::new(self.cells.drawn)
    }

    /// The seat of the dealer, relative.
    #[inline]
    pub fn dealer(&self) -> usize {
        self.relative(self.cells.kyoku % self.seats as u8)
    }
}

/// A column that the rows lack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingColumn(pub &'static str);

impl fmt::Display for MissingColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0;
        write!(
            f,
            "the rows have no column `{name}`: planes need all columns of `decisions`, as version {} writes them",
            env!("CARGO_PKG_VERSION")
        )
    }
}

impl std::error::Error for MissingColumn {}

/// The columns beside those of [`RowCells`]: the first behind them, by its place.
const OTHERS: [&str; 3] = ["seat", "legal", NUKI];
/// Only of three players.
const NUKI: &str = "nuki";

/// The columns that a reader needs, for this number of seats.
pub(crate) fn columns_read(seats: usize) -> impl Iterator<Item = &'static str> {
    let others = OTHERS.into_iter().filter(move |name| !(seats == 4 && *name == NUKI));
    RowCells::COLUMNS.iter().map(|column| column.name).chain(others)
}

/// Reads rows of a table whose columns are at known places.
#[derive(Clone, Debug)]
pub struct RowReader {
    seats: usize,
    /// The place of each of [`columns_read`].
    places: Vec<usize>,
}

impl RowReader {
    /// A reader of rows of `decisions` of a game with this number of seats, whose columns have these names.
    ///
    /// # Errors
    /// A column is missing.
    pub fn new<'a>(
        seats: usize,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<RowReader, MissingColumn> {
        let names: Vec<&str> = names.into_iter().collect();
        let place =
            |read: &'static str| names.iter().position(|name| *name == read).ok_or(MissingColumn(read));
        Ok(RowReader { seats, places: columns_read(seats).map(place).collect::<Result<_, _>>()? })
    }

    /// The row with this index.
    #[inline]
    pub fn row<'a>(&self, columns: &'a (impl Columns + ?Sized), index: usize) -> DecisionRow<'a> {
        let others = &self.places[RowCells::COLUMNS.len()..];
        let row = DecisionRow {
            seats: self.seats,
            seat: Cell::read(columns.column(others[0]), index),
            cells: RowCells::read(columns, &self.places, index),
            nuki: others.get(2).map_or([0; SEATS], |&nuki| Cell::read(columns.column(nuki), index)),
            legal: ActionMask::from_bytes(Cell::read(columns.column(others[1]), index)),
            ukeire_kinds: KindSet::EMPTY,
            full_hand: Hand::EMPTY,
        };
        if self.seats == 3 { row.evaluated::<3>() } else { row.evaluated::<4>() }
    }
}
