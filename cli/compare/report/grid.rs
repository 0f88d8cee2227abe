//! A table of differences: a row per arm, a column per measure, split into several where it is too wide.

use anyhow::Result;
use hyakuman_report::arms::shortened;
use std::io::Write;

/// Characters in a line.
const WIDTH: usize = 100;

/// Most characters of a row's label.
pub(super) const LABEL: usize = 34;

/// A mark, a value, and its interval.
pub(super) type Cell = [String; 3];

/// Cells under heads, with a label in front of each row.
pub(super) struct Grid {
    pub title: String,
    pub columns: Vec<Column>,
    pub labels: Vec<String>,
}

/// A column: its head, and a cell for each row.
pub(super) struct Column {
    pub head: String,
    pub cells: Vec<Cell>,
}

impl Grid {
    /// Writes the columns that fit side by side, then the others below.
    pub(super) fn write(&self, out: &mut impl Write) -> Result<()> {
        let labels: Vec<String> = self.labels.iter().map(|label| shortened(label, LABEL)).collect();
        let first = labels.iter().chain([&self.title]).map(|label| chars(label)).max().unwrap_or(0);
        let mut rest = &self.columns[..];
        while !rest.is_empty() {
            let widths = rest.iter().scan(first, |sum, column| {
                *sum += column.width();
                Some(*sum)
            });
            let fitting = widths.take_while(|&width| width <= WIDTH).count().max(1);
            let (columns, others) = rest.split_at(fitting);
            self.write_columns(columns, &labels, first, out)?;
            rest = others;
        }
        Ok(())
    }

    fn write_columns(
        &self,
        columns: &[Column],
        labels: &[String],
        first: usize,
        out: &mut impl Write,
    ) -> Result<()> {
        writeln!(out)?;
        let heads: String = columns.iter().map(Column::heading).collect();
        writeln!(out, "{}", format!("{:<first$}{heads}", self.title).trim_end())?;
        for (row, label) in labels.iter().enumerate() {
            let cells: String = columns.iter().map(|column| column.cell(row)).collect();
            writeln!(out, "{}", format!("{label:<first$}{cells}").trim_end())?;
        }
        Ok(())
    }
}

impl Column {
    /// The widths of values and intervals.
    fn widths(&self) -> [usize; 2] {
        [1, 2].map(|part| self.cells.iter().map(|cell| chars(&cell[part])).max().unwrap_or(0))
    }

    /// With two spaces in front, and the mark.
    fn width(&self) -> usize {
        4 + self.widths().iter().sum::<usize>().max(chars(&self.head))
    }

    fn heading(&self) -> String {
        let width = self.width() - 4;
        format!("    {:<width$}", self.head)
    }

    fn cell(&self, row: usize) -> String {
        let ([value, half], width) = (self.widths(), self.width() - 4);
        let [mark, number, interval] = &self.cells[row];
        let text = format!("{number:>value$}{interval:<half$}");
        format!("  {mark:<1} {text:<width$}")
    }
}

fn chars(text: &str) -> usize {
    text.chars().count()
}
