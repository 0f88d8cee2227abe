//! A row of the table `decisions`: everything a view shows, in columns of fixed width.
//!
//! Seats are absolute, so that consecutive rows of a kyoku differ little and compress well. Public cells change seldom
//! and are the same for every seat: a [`RowCache`] keeps them from row to row and reads only the events since. It also
//! keeps the evaluation of each hand, which is often the same as in the seat's last row.
//!
//! One fact about the past is in the events but in no row: when each tile of the hand was drawn.

mod cells;
mod row_cache;

pub use cells::{RowCells, ViewRow};
pub use row_cache::RowCache;

use super::variant::Variant;
use super::view::View;
use hyakuman_core::column::{Column, Rows};
use std::marker::PhantomData;

/// Seats a row has room for; a table of three leaves the last one empty.
const SEATS: usize = 4;
/// Most wins in a kyoku.
const WINS: usize = 3;

/// The columns of a game of `N` players: three set tiles aside.
pub(super) const fn columns<const N: usize, V: Variant>() -> &'static [Column] {
    if N == 3 { &OfThree::<V>::COLUMNS } else { RowCells::COLUMNS }
}

struct OfThree<V>(PhantomData<V>);

impl<V: Variant> OfThree<V> {
    const COLUMNS: [Column; RowCells::COLUMNS.len() + 1] = {
        let mut columns = [V::NUKI; RowCells::COLUMNS.len() + 1];
        let mut i = 0;
        while i < RowCells::COLUMNS.len() {
            columns[i] = RowCells::COLUMNS[i];
            i += 1;
        }
        columns
    };
}

#[inline]
pub(super) fn write_row<const N: usize, V: Variant>(
    row_cache: &mut RowCache,
    view: &View<'_, N, V>,
    out: &mut Rows,
) {
    let row = ViewRow::of(row_cache, view);
    row.cells.write(out);
    if N == 3 {
        V::write_nuki(&row.nuki, out);
    }
}
