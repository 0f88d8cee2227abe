//! Writes a decision as an observation.

use crate::options::Observation;
use hyakuman_core::column::Rows;
use hyakuman_core::{Seat, Tile};
use hyakuman_game::{Decision, Game};
use hyakuman_planes::{DecisionRow, EncodeCache, Encoder, OraclePlanes, Planes};
use hyakuman_riichi::{HiddenCells, Riichi, View};

/// Writes observations of a game. Reuses its memory.
pub(crate) trait Encode<G: Game>: Send {
    /// Writes a decision at the table with this index in the group; `out` has the size of an observation.
    fn encode(
        &mut self,
        decision: &Decision<'_, '_, G>,
        table: usize,
        cache: &mut G::RowCache,
        out: &mut [u8],
    );
}

/// What depends on the game of an environment.
pub(crate) struct Presenter<G: Game> {
    /// Bytes of an observation.
    pub bytes: usize,
    /// An encoder, for each thread.
    pub encoder: Box<dyn Fn() -> Box<dyn Encode<G>> + Send + Sync>,
    /// The tile that a seat has just drawn, if its actions are compact.
    pub drawn: fn(&G::View<'_>) -> Option<Tile>,
}

impl<G: Game> Presenter<G> {
    /// For any game: rows, or nothing.
    ///
    /// # Errors
    /// One sentence: the game has no planes.
    pub(crate) fn plain(observation: Observation) -> Result<Presenter<G>, String> {
        let nothing = |_: &G::View<'_>| None;
        match observation {
            Observation::None => {
                Ok(Presenter { bytes: 0, encoder: Box::new(|| Box::new(Nothing)), drawn: nothing })
            }
            Observation::Row => {
                let bytes = widths::<G>().iter().sum::<usize>() + 1 + 32;
                let encoder = || Box::new(Row::new::<G>()) as Box<dyn Encode<G>>;
                Ok(Presenter { bytes, encoder: Box::new(encoder), drawn: nothing })
            }
            Observation::Planes(planes) => {
                Err(format!("{planes} are for riichi; {} has the observations rows and None", G::FAMILY))
            }
        }
    }
}

impl<const N: usize> Presenter<Riichi<N>> {
    /// For riichi.
    ///
    /// # Errors
    /// None; the same type as [`Presenter::plain`].
    pub(crate) fn riichi(observation: Observation) -> Result<Self, String> {
        let drawn = |view: &View<'_, N>| view.drawn();
        let Observation::Planes(planes) = observation else {
            return Ok(Presenter { drawn, ..Presenter::plain(observation)? });
        };
        let encoder = move || Box::new(Tensor { planes, kept: Vec::new() }) as Box<dyn Encode<Riichi<N>>>;
        Ok(Presenter { bytes: Planes::bytes(planes), encoder: Box::new(encoder), drawn })
    }
}

/// Writes what a seat cannot see, for critics. No part of a [`Presenter`], which agents have, too: it reads the game, not a view.
pub(crate) type WriteOracle<G> = fn(&G, Seat, &mut [u8]);

/// The planes of [`WriteOracle`].
pub(crate) const ORACLE: OraclePlanes = OraclePlanes::V1;

/// For riichi.
pub(crate) fn write_oracle<const N: usize>(game: &Riichi<N>, seat: Seat, out: &mut [u8]) {
    ORACLE.encode(&HiddenCells::of(game), N, seat, out);
}

/// Writes nothing.
struct Nothing;

impl<G: Game> Encode<G> for Nothing {
    fn encode(&mut self, _: &Decision<'_, '_, G>, _: usize, _: &mut G::RowCache, _: &mut [u8]) {}
}

/// Writes the cells of a row one after another.
struct Row {
    rows: Rows,
    widths: Vec<usize>,
}

/// Bytes of each cell. Cells of decisions have fixed sizes.
fn widths<G: Game>() -> Vec<usize> {
    G::COLUMNS.iter().map(|column| column.cell_type.bytes().expect("a fixed size")).collect()
}

impl Row {
    fn new<G: Game>() -> Row {
        Row { rows: Rows::new(G::COLUMNS.len()), widths: widths::<G>() }
    }
}

impl<G: Game> Encode<G> for Row {
    fn encode(&mut self, decision: &Decision<'_, '_, G>, _: usize, cache: &mut G::RowCache, out: &mut [u8]) {
        self.rows.clear();
        G::write_row(cache, decision.view, &mut self.rows);
        self.rows.end_row();
        let mut rest = out;
        for (column, &width) in self.widths.iter().enumerate() {
            let (cell, behind) = rest.split_at_mut(width);
            cell.copy_from_slice(self.rows.cells(column).bytes());
            rest = behind;
        }
        rest[0] = decision.seed.seat.index() as u8;
        rest[1..].copy_from_slice(&decision.legal.bytes());
    }
}

/// Writes a tensor.
struct Tensor {
    planes: Planes,
    /// By table.
    kept: Vec<EncodeCache>,
}

impl<const N: usize> Encode<Riichi<N>> for Tensor {
    fn encode(
        &mut self,
        decision: &Decision<'_, '_, Riichi<N>>,
        table: usize,
        cache: &mut <Riichi<N> as Game>::RowCache,
        out: &mut [u8],
    ) {
        if table >= self.kept.len() {
            self.kept.resize_with(table + 1, EncodeCache::default);
        }
        let row = DecisionRow::of_view(cache, decision.view, decision.legal);
        Encoder::new(self.planes, decision.view.rules()).encode_with(&mut self.kept[table], &row, out);
    }
}
