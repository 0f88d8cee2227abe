//! Tables of values with their intervals, for the page and for text.

use crate::html;
use std::fmt;

/// A value and its interval as texts ([`hyakuman_analysis::figures::shown`]).
pub type Cell = [String; 2];

/// Heads of the columns, and rows of a label with a cell for each other column.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The first is that of the labels.
    pub heads: Vec<String>,
    /// Labels and cells.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// A cell without an interval.
pub fn plain(value: impl Into<String>) -> Cell {
    [value.into(), String::new()]
}

impl Table {
    /// A table of these rows.
    pub fn new<H: Into<String>>(
        heads: impl IntoIterator<Item = H>,
        rows: impl IntoIterator<Item = (String, Vec<Cell>)>,
    ) -> Table {
        let heads = heads.into_iter().map(H::into).collect();
        Table { heads, rows: rows.into_iter().collect() }
    }

    /// The table; nothing without rows. It can be scrolled where it is wider than the screen.
    pub(crate) fn html(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let head = |head: &String| format!("<th scope=\"col\">{}</th>", html::text(head));
        let heads: String = self.heads.iter().map(head).collect();
        let rows: String = self.rows.iter().map(row).collect();
        format!(
            "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }
}

impl Table {
    /// The same for cells of words, which a narrow screen breaks into lines instead of hiding them.
    pub(crate) fn html_in_words(&self) -> String {
        self.html().replacen("<table>", "<table class=\"words\">", 1)
    }
}

/// Lines of text: the heads, then the rows. The last line has no end.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = (self.heads[0].clone(), self.heads[1..].iter().map(plain).collect());
        let rows = || [&top].into_iter().chain(&self.rows);
        let chars = |text: &String| text.chars().count();
        let width = |column: usize, part: usize| {
            rows()
                .filter_map(|(_, cells)| cells.get(column))
                .map(|cell| chars(&cell[part]))
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<[usize; 2]> =
            (0..top.1.len()).map(|column| [0, 1].map(|part| width(column, part))).collect();
        let first = rows().map(|(label, _)| chars(label)).max().unwrap_or(0);
        for (at, (label, cells)) in rows().enumerate() {
            let cell = |([value, interval], [first, second]): (&Cell, &[usize; 2])| {
                format!("  {value:>first$}{interval:<second$}")
            };
            let line = format!("{label:<first$}{}", cells.iter().zip(&widths).map(cell).collect::<String>());
            write!(f, "{}{}", if at == 0 { "" } else { "\n" }, line.trim_end())?;
        }
        Ok(())
    }
}

fn row((label, cells): &(String, Vec<Cell>)) -> String {
    let cells: String = cells.iter().map(cell).collect();
    format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", html::text(label))
}

fn cell([value, interval]: &Cell) -> String {
    format!(
        "<td class=\"number\">{}<span class=\"interval\">{}</span></td>",
        html::text(value.trim()),
        html::text(interval)
    )
}
