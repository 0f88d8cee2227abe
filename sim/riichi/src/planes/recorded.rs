//! Rows of a data set as tensors, legal actions and answers, many at once.

use crate::planes::row::columns_read;
use crate::planes::{ActionSpace, Encoder, OraclePlanes, Planes, RowReader, expand};
use crate::{HiddenCells, Riichi, RiichiRules};
use hyakuman_core::Seat;
use hyakuman_core::column::Column;
use hyakuman_core::game::Game;

/// The column of the action that was chosen.
const ACTION: &str = "action";

/// Reads rows of the table `decisions` of a data set.
#[derive(Clone, Debug)]
pub struct RecordedRows {
    encoder: Encoder,
    reader: RowReader,
    /// Name of each column, and the size of its cells in bytes. The last one is [`ACTION`].
    columns: Vec<(&'static str, usize)>,
}

/// What is written, a row each. A slice may be empty: then it is not written.
#[derive(Default, Debug)]
pub struct Tensors<'a> {
    /// The planes, [`Planes::bytes`] a row.
    pub obs: &'a mut [u8],
    /// 1 for each legal compact action, otherwise 0; [`RecordedRows::ACTIONS`] a row.
    pub mask: &'a mut [u8],
    /// The compact action that was chosen.
    pub action: &'a mut [u8],
}

impl RecordedRows {
    /// Number of compact actions.
    pub const ACTIONS: usize = ActionSpace::OneStep.count();

    /// A reader of rows of matches under these rules.
    pub fn new(planes: Planes, rules: &RiichiRules) -> RecordedRows {
        let seats = rules.players as usize;
        let widths = if seats == 3 { widths::<3>() } else { widths::<4>() };
        let reader = RowReader::new(seats, widths.iter().map(|column| column.0)).expect("every column");
        RecordedRows { encoder: Encoder::new(planes, rules), reader, columns: widths }
    }

    /// Name of each column that is read, and the size of its cells in bytes, in the order in which they are passed.
    pub fn columns(&self) -> &[(&'static str, usize)] {
        &self.columns
    }

    /// Writes the rows with these indices. `columns` has the cells of each of [`RecordedRows::columns`], one after another,
    /// little-endian; that of actions may be empty where none are written.
    ///
    /// # Errors
    /// One sentence: columns or slices have other sizes, there is no such row, or a row has an action that is not legal.
    pub fn write(&self, columns: &[&[u8]], rows: &[u32], out: Tensors<'_>) -> Result<(), String> {
        self.check(columns, rows, !out.action.is_empty())?;
        let Tensors { obs, mask, action } = out;
        let size = self.encoder.planes().bytes();
        let fits = |slice: &[u8], width| slice.is_empty() || slice.len() == rows.len() * width;
        if !(fits(obs, size) && fits(mask, Self::ACTIONS) && fits(action, 1)) {
            return Err(format!("the arrays are not those of {} rows", rows.len()));
        }
        let (mut obs, mut mask) = (obs.chunks_exact_mut(size), mask.chunks_exact_mut(Self::ACTIONS));
        let mut action = action.iter_mut();
        for &index in rows {
            let row = self.reader.row(columns, index as usize);
            if let Some(tensor) = obs.next() {
                self.encoder.encode(&row, tensor);
            }
            let (space, drawn) = (ActionSpace::OneStep, row.drawn());
            let legal = space.legal(&row.legal, drawn);
            if let Some(mask) = mask.next() {
                expand(&legal, mask);
            }
            if let Some(action) = action.next() {
                let code = columns[self.columns.len() - 1][index as usize];
                let answer = space.output(code, drawn).filter(|&output| legal.has(output));
                *action = answer.ok_or_else(|| illegal(index, code))?;
            }
        }
        Ok(())
    }

    fn check(&self, columns: &[&[u8]], rows: &[u32], actions: bool) -> Result<(), String> {
        let read = self.columns.len() - usize::from(!actions);
        if columns.len() != self.columns.len() {
            return Err(format!("{} columns are needed, not {}", self.columns.len(), columns.len()));
        }
        have_rows(&self.columns[..read], columns, rows)
    }
}

/// Reads rows of the table `oracle` of a data set.
#[derive(Clone, Debug)]
pub struct RecordedOracle {
    planes: OraclePlanes,
    seats: usize,
    /// As in [`RecordedRows`]; the first is the deciding seat.
    columns: Vec<(&'static str, usize)>,
}

impl RecordedOracle {
    /// A reader of rows of matches under these rules.
    pub fn new(planes: OraclePlanes, rules: &RiichiRules) -> RecordedOracle {
        let size = |column: &Column| (column.name, column.cell_type.bytes().expect("a fixed size"));
        let columns = [("seat", 1)].into_iter().chain(HiddenCells::columns().map(size)).collect();
        RecordedOracle { planes, seats: rules.players as usize, columns }
    }

    /// [`RecordedRows::columns`].
    pub fn columns(&self) -> &[(&'static str, usize)] {
        &self.columns
    }

    /// Writes the tensors of the rows with these indices, [`OraclePlanes::bytes`] each.
    ///
    /// # Errors
    /// One sentence: columns or `out` have other sizes, there is no such row, or a seat is none.
    pub fn write(&self, columns: &[&[u8]], rows: &[u32], out: &mut [u8]) -> Result<(), String> {
        if columns.len() != self.columns.len() || out.len() != rows.len() * self.planes.bytes() {
            return Err(format!("the columns or the array are not those of {} rows", rows.len()));
        }
        have_rows(&self.columns, columns, rows)?;
        for (&row, tensor) in rows.iter().zip(out.chunks_exact_mut(self.planes.bytes())) {
            let (seat, hidden) = (columns[0][row as usize], HiddenCells::read(&columns[1..], row as usize));
            if usize::from(seat) >= self.seats {
                return Err(format!("row {row} is of seat {seat}, which there is not"));
            }
            self.planes.encode(&hidden, self.seats, Seat::new(seat), tensor);
        }
        Ok(())
    }
}

/// An error if a column lacks one of the rows.
fn have_rows(needed: &[(&'static str, usize)], columns: &[&[u8]], rows: &[u32]) -> Result<(), String> {
    let count = rows.iter().max().map_or(0, |&last| last as usize + 1);
    let short = needed.iter().zip(columns).find(|((_, width), cells)| cells.len() < count * width);
    short.map_or(Ok(()), |((name, _), _)| Err(format!("the column {name} has fewer than {count} rows")))
}

#[cold]
fn illegal(row: u32, code: u8) -> String {
    format!(
        "row {row} has the action {code}, which is not legal there: `hyakuman data verify` checks data sets"
    )
}

/// The columns with their sizes.
fn widths<const N: usize>() -> Vec<(&'static str, usize)> {
    let size = |name| {
        let column = <Riichi<N> as Game>::COLUMNS.iter().find(|column| column.name == name);
        column.map(|column| column.cell_type.bytes().expect("a fixed size"))
    };
    let read = columns_read(N).map(|name| {
        let of_all_games = if name == "legal" { 32 } else { 1 };
        (name, size(name).unwrap_or(of_all_games))
    });
    read.chain([(ACTION, 1)]).collect()
}
