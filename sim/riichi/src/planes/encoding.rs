//! How decisions of a live game become tensors.

use crate::planes::{DecisionRow, EncodeCache, Encoder, OraclePlanes, Planes};
use crate::{HiddenCells, Riichi};
use hyakuman_core::game::{ActionMask, Game};
use hyakuman_core::{Seat, Tile};

/// How decisions of the game `G` become tensors and compact actions.
pub struct Encoding<G: Game> {
    /// The tile that a seat has just drawn, which compact actions need.
    pub drawn: fn(&G::View<'_>) -> Option<Tile>,
    /// Writes what a seat sees.
    pub planes: WritePlanes<G>,
    /// Writes what a seat cannot see.
    pub oracle: WriteOracle<G>,
}

/// Writes a view with its legal actions as a tensor of [`Planes::bytes`] bytes. The two caches are new, or were used for earlier decisions of
/// the match; the tensor is the same in both cases.
pub type WritePlanes<G> =
    fn(Planes, &mut EncodeCache, &mut <G as Game>::RowCache, &<G as Game>::View<'_>, &ActionMask, &mut [u8]);

/// Writes what a seat cannot see as a tensor of [`OraclePlanes::bytes`] bytes.
pub type WriteOracle<G> = fn(OraclePlanes, &G, Seat, &mut [u8]);

impl<const N: usize> Encoding<Riichi<N>> {
    /// That of riichi.
    pub const RIICHI: Self = Encoding {
        drawn: |view| view.drawn(),
        planes: |planes, kept, row_cache, view, legal, tensor| {
            let row = DecisionRow::of_view(row_cache, view, legal);
            Encoder::new(planes, view.rules()).encode_with(kept, &row, tensor);
        },
        oracle: |planes, game, seat, tensor| planes.encode(&HiddenCells::of(game), N, seat, tensor),
    };
}
