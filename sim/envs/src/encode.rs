//! Writes a decision as an observation.

use crate::options::Observation;
use hyakuman_core::Tile;
use hyakuman_core::column::Rows;
use hyakuman_core::game::{Decision, Game};
use hyakuman_games::registry::Listed;
use hyakuman_riichi::planes::{Actions, EncodeCache, Encoding, OraclePlanes, Planes, WritePlanes};

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

type MakeEncoder<G> = Box<dyn Fn() -> Box<dyn Encode<G>> + Send + Sync>;

/// What depends on the game of an environment.
pub(crate) struct Presenter<G: Game> {
    /// Bytes of an observation.
    pub bytes: usize,
    /// An encoder, for each thread.
    pub encoder: MakeEncoder<G>,
    /// The tile that a seat has just drawn, if its actions are compact.
    pub drawn: fn(&G::View<'_>) -> Option<Tile>,
}

impl<G: Listed> Presenter<G> {
    /// What writes this observation of the game.
    pub(crate) fn of(observation: Observation) -> Result<Presenter<G>, String> {
        let drawn = G::ENCODING.map_or((|_| None) as fn(&G::View<'_>) -> _, |encoding| encoding.drawn);
        let (bytes, encoder): (usize, MakeEncoder<G>) = match (observation, G::ENCODING) {
            (Observation::None, _) => (0, Box::new(|| Box::new(Nothing))),
            (Observation::Row, _) => {
                let bytes = widths::<G>().iter().sum::<usize>() + 1 + 32;
                let rows = || Rows::new(G::COLUMNS.len());
                (bytes, Box::new(move || Box::new(RowWriter { rows: rows(), widths: widths::<G>() })))
            }
            (Observation::Planes(planes), Some(Encoding { planes: write, .. })) => {
                (planes.bytes(), Box::new(move || Box::new(Tensor::<G> { planes, write, kept: Vec::new() })))
            }
            (Observation::Planes(planes), None) => {
                let family = G::FAMILY;
                return Err(format!("{planes} are for riichi; {family} has the observations rows and None"));
            }
        };
        Ok(Presenter { bytes, encoder, drawn })
    }
}

/// The actions of a game if none are asked for.
pub(crate) fn default_actions<G: Listed>() -> Actions {
    if G::ENCODING.is_some() { Actions::Compact } else { Actions::Codes }
}

/// The planes of what a seat cannot see, for critics. No part of a [`Presenter`], which agents have, too: it reads the game, not a view.
pub(crate) const ORACLE: OraclePlanes = OraclePlanes::V1;

/// Writes nothing.
struct Nothing;

impl<G: Game> Encode<G> for Nothing {
    fn encode(&mut self, _: &Decision<'_, '_, G>, _: usize, _: &mut G::RowCache, _: &mut [u8]) {}
}

/// Writes the cells of a row one after another.
struct RowWriter {
    rows: Rows,
    widths: Vec<usize>,
}

/// Bytes of each cell. Cells of decisions have fixed sizes.
fn widths<G: Game>() -> Vec<usize> {
    G::COLUMNS.iter().map(|column| column.cell_type.bytes().expect("a fixed size")).collect()
}

impl<G: Game> Encode<G> for RowWriter {
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
struct Tensor<G: Game> {
    planes: Planes,
    write: WritePlanes<G>,
    /// By table.
    kept: Vec<EncodeCache>,
}

impl<G: Game> Encode<G> for Tensor<G> {
    fn encode(
        &mut self,
        decision: &Decision<'_, '_, G>,
        table: usize,
        cache: &mut G::RowCache,
        out: &mut [u8],
    ) {
        if table >= self.kept.len() {
            self.kept.resize_with(table + 1, EncodeCache::default);
        }
        (self.write)(self.planes, &mut self.kept[table], cache, decision.view, decision.legal, out);
    }
}
