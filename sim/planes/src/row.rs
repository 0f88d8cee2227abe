//! A row of the table `decisions` of riichi mahjong, by its cells.
//!
//! The columns are found by name, once: in a [`RowReader`]. Cells that mean seats are absolute, as in the file.

use crate::channels::KINDS;
use crate::sight::tiles;
use hyakuman_common::public_cells::{DISCARDERS, DISCARDS, MELDS, MELDS_AT};
use hyakuman_core::column::Rows;
use hyakuman_core::{Hand, KindSet, RelSeat};
use hyakuman_game::ActionMask;
use hyakuman_riichi::rules::MAX_EXCHANGE_TILES;
use hyakuman_riichi::{Question, RowCache, RowCells, View, kernels};
use std::fmt;

/// Most concealed tiles without the one drawn.
const HAND_TILES: usize = 14;
/// Seats a row has room for.
const SEATS: usize = 4;
/// Most wins in a kyoku.
const WINS: usize = 3;

/// The cells of a row that an encoder reads, with the meaning they have in the table `decisions` (docs/records.md).
#[derive(Clone, Copy, Debug)]
pub struct DecisionRow<'a> {
    /// Number of seats, 3 or 4.
    pub seats: usize,
    /// The deciding seat.
    pub seat: u8,
    /// What is asked, 0 to 6.
    pub question: u8,
    /// Winds passed times seats, plus the seat of the dealer.
    pub kyoku: u8,
    /// Honba on the table.
    pub honba: u16,
    /// Riichi sticks on the table.
    pub kyotaku: u16,
    /// Draws left.
    pub remaining: u8,
    /// Scores in points.
    pub scores: [i32; SEATS],
    /// The tile just drawn, or 255.
    pub drawn: u8,
    /// The tile that may be claimed, or 255.
    pub offered: u8,
    /// Its seat, or 255.
    pub offered_by: u8,
    /// The concealed tiles without the one drawn, by kind.
    pub hand: &'a [u8; HAND_TILES],
    /// Shanten with the tile drawn.
    pub shanten: i8,
    /// Whether the seat is furiten.
    pub furiten: bool,
    /// All discards in order.
    pub discards: &'a [u8; DISCARDS],
    /// Who made each of them.
    pub discarders: &'a [u8; DISCARDERS],
    /// All sets.
    pub melds: &'a [u8; MELDS],
    /// Which discard of each seat declared riichi.
    pub riichi_at: [u8; SEATS],
    /// Flags of each seat's riichi.
    pub riichi: [u8; SEATS],
    /// Dora indicators.
    pub indicators: [u8; 5],
    /// Seats that have won already, a bit each.
    pub has_won: u8,
    /// The tiles they won with.
    pub won_tiles: [u8; WINS],
    /// Tiles passed on.
    pub given: [u8; MAX_EXCHANGE_TILES],
    /// Who got them, or 255.
    pub given_to: u8,
    /// Tiles received.
    pub received: [u8; MAX_EXCHANGE_TILES],
    /// Whose they were, or 255.
    pub received_from: u8,
    /// The kinds that bring the concealed tiles without the one just drawn nearer; none of 3n+2 tiles. From the hand, no cell.
    pub ukeire_kinds: KindSet,
    /// On the own turn the kinds whose discard keeps the shanten, otherwise none. From the hand, no cell.
    pub keeping: KindSet,
    /// When each set was declared.
    pub melds_at: &'a [u8; MELDS_AT],
    /// When each indicator was turned up.
    pub indicators_at: [u8; 5],
    /// Norths each seat has set aside; all 0 with four players.
    pub nuki: [u8; SEATS],
    /// The legal actions.
    pub legal: ActionMask,
}

/// Columns of a table: the cells of each one after another, little-endian, without padding.
pub trait Columns {
    /// All cells of the column at this place.
    fn column(&self, place: usize) -> &[u8];
}

impl Columns for Rows {
    #[inline]
    fn column(&self, place: usize) -> &[u8] {
        self.cells(place).bytes()
    }
}

impl Columns for [&[u8]] {
    #[inline]
    fn column(&self, place: usize) -> &[u8] {
        self[place]
    }
}

impl<'a> DecisionRow<'a> {
    /// The row of a decision in a live game: what its seat sees, and its legal actions. `row_cache` is new, or was used for earlier
    /// rows of this match, which saves work.
    #[inline]
    pub fn of_view<const N: usize>(
        row_cache: &'a mut RowCache,
        view: &View<'_, N>,
        legal: &ActionMask,
    ) -> DecisionRow<'a> {
        let cells = RowCells::of(row_cache, view);
        let melds = view.melds(RelSeat::SELF).len() as u8;
        DecisionRow {
            seats: N,
            seat: view.seat().index() as u8,
            question: cells.question,
            kyoku: cells.kyoku,
            honba: cells.honba,
            kyotaku: cells.kyotaku,
            remaining: cells.remaining,
            scores: cells.scores,
            drawn: cells.drawn,
            offered: cells.offered,
            offered_by: cells.offered_by,
            hand: cells.hand,
            shanten: cells.shanten,
            furiten: cells.furiten,
            discards: &cells.public.discards,
            discarders: &cells.public.discarders,
            melds: &cells.public.melds,
            riichi_at: cells.riichi_at,
            riichi: cells.riichi,
            indicators: cells.indicators,
            has_won: cells.has_won,
            won_tiles: cells.won_tiles,
            given: cells.given,
            given_to: cells.given_to,
            received: cells.received,
            received_from: cells.received_from,
            ukeire_kinds: cells.ukeire_kinds,
            keeping: match view.question() {
                Question::Turn(_) => kernels::keep::<N>(&view.full_hand(), melds),
                _ => KindSet::EMPTY,
            },
            melds_at: &cells.public.melds_at,
            indicators_at: cells.indicators_at,
            nuki: if N == 3 { cells.nuki.map(|tiles| tiles.len()) } else { [0; SEATS] },
            legal: *legal,
        }
    }

    /// A seat as the deciding seat sees it: 0 itself, 1 the next.
    #[inline]
    pub fn relative(&self, seat: u8) -> usize {
        let steps = seat as usize + self.seats - self.seat as usize;
        if steps >= self.seats { steps - self.seats } else { steps }
    }

    /// Number of own sets.
    #[inline]
    pub(crate) fn own_melds(&self) -> u8 {
        let own = 4 * self.seat as usize;
        (own..own + 4).filter(|set| self.melds[5 * set] != 0).count() as u8
    }

    /// The row with what follows from its hand.
    fn evaluated<const N: usize>(self) -> DecisionRow<'a> {
        let melds = self.own_melds();
        let mut counts = [0; KINDS];
        tiles(self.hand).for_each(|tile| counts[tile.kind().index()] += 1);
        let mut hand = Hand::from_counts(&counts);
        let waiting = hand.len() % 3 == 1;
        let ukeire_kinds = if waiting { kernels::ukeire::<N>(&hand, melds) } else { KindSet::EMPTY };
        tiles(&[self.drawn]).for_each(|tile| hand.add(tile.kind()));
        let own_turn = self.question == 0;
        let keeping = if own_turn { kernels::keep::<N>(&hand, melds) } else { KindSet::EMPTY };
        DecisionRow { ukeire_kinds, keeping, ..self }
    }

    /// The seat of the dealer, relative.
    #[inline]
    pub fn dealer(&self) -> usize {
        self.relative(self.kyoku % self.seats as u8)
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

/// Names the columns that are read; each variant is its index in [`NAMES`].
macro_rules! columns {
    ($($column:ident $name:literal),* $(,)?) => {
        #[derive(Clone, Copy)]
        enum Column {
            $($column),*
        }
        const NAMES: &[&str] = &[$($name),*];
    };
}

columns! {
    Question "question", Kyoku "kyoku", Honba "honba", Kyotaku "kyotaku", Remaining "remaining", Score0 "score_0",
    Score1 "score_1", Score2 "score_2", Score3 "score_3", Drawn "drawn", Offered "offered", OfferedBy "offered_by",
    Hand "hand", Shanten "shanten", Furiten "furiten", Discards "discards", Discarders "discarders", Melds "melds",
    RiichiAt "riichi_at", Riichi "riichi", Indicators "indicators", HasWon "has_won", WonTiles "won_tiles",
    Given "given", GivenTo "given_to", Received "received", ReceivedFrom "received_from",
    MeldsAt "melds_at", IndicatorsAt "indicators_at",
    Nuki "nuki", Seat "seat", Legal "legal",
}

/// The columns that a reader needs, for this number of seats.
pub fn columns_read(seats: usize) -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied().filter(move |name| !(seats == 4 && *name == NAMES[Column::Nuki as usize]))
}

/// Reads rows of a table whose columns are at known places.
#[derive(Clone, Debug)]
pub struct RowReader {
    seats: usize,
    /// For each of [`NAMES`] its place; `usize::MAX` for a column that such rows do not have.
    places: [usize; NAMES.len()],
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
        let mut places = [usize::MAX; NAMES.len()];
        for (place, name) in names.into_iter().enumerate() {
            if let Some(column) = NAMES.iter().position(|known| *known == name) {
                places[column] = place;
            }
        }
        let is_missing = |&column: &usize| {
            places[column] == usize::MAX && !(column == Column::Nuki as usize && seats == 4)
        };
        match (0..NAMES.len()).find(is_missing) {
            Some(column) => Err(MissingColumn(NAMES[column])),
            None => Ok(RowReader { seats, places }),
        }
    }

    /// The row with this index.
    #[inline]
    pub fn row<'a>(&self, rows: &'a (impl Columns + ?Sized), index: usize) -> DecisionRow<'a> {
        let byte = |column| self.cell::<1>(rows, index, column)[0];
        let score = |column| i32::from_le_bytes(*self.cell(rows, index, column));
        let count = |column| u16::from_le_bytes(*self.cell(rows, index, column));
        let row = DecisionRow {
            seats: self.seats,
            seat: byte(Column::Seat),
            question: byte(Column::Question),
            kyoku: byte(Column::Kyoku),
            honba: count(Column::Honba),
            kyotaku: count(Column::Kyotaku),
            remaining: byte(Column::Remaining),
            scores: [Column::Score0, Column::Score1, Column::Score2, Column::Score3].map(score),
            drawn: byte(Column::Drawn),
            offered: byte(Column::Offered),
            offered_by: byte(Column::OfferedBy),
            hand: self.cell(rows, index, Column::Hand),
            shanten: byte(Column::Shanten) as i8,
            furiten: byte(Column::Furiten) != 0,
            discards: self.cell(rows, index, Column::Discards),
            discarders: self.cell(rows, index, Column::Discarders),
            melds: self.cell(rows, index, Column::Melds),
            riichi_at: *self.cell(rows, index, Column::RiichiAt),
            riichi: *self.cell(rows, index, Column::Riichi),
            indicators: *self.cell(rows, index, Column::Indicators),
            has_won: byte(Column::HasWon),
            won_tiles: *self.cell(rows, index, Column::WonTiles),
            given: *self.cell(rows, index, Column::Given),
            given_to: byte(Column::GivenTo),
            received: *self.cell(rows, index, Column::Received),
            received_from: byte(Column::ReceivedFrom),
            ukeire_kinds: KindSet::EMPTY,
            keeping: KindSet::EMPTY,
            melds_at: self.cell(rows, index, Column::MeldsAt),
            indicators_at: *self.cell(rows, index, Column::IndicatorsAt),
            nuki: if self.seats == 3 { *self.cell(rows, index, Column::Nuki) } else { [0; SEATS] },
            legal: ActionMask::from_bytes(self.cell(rows, index, Column::Legal)),
        };
        if self.seats == 3 { row.evaluated::<3>() } else { row.evaluated::<4>() }
    }

    #[inline]
    fn cell<'a, const LEN: usize>(
        &self,
        rows: &'a (impl Columns + ?Sized),
        index: usize,
        column: Column,
    ) -> &'a [u8; LEN] {
        let bytes = rows.column(self.places[column as usize]);
        bytes[index * LEN..].first_chunk().expect("a cell of the width of its column")
    }
}
