//! Tables of estimates.

use crate::html;

/// A value and its interval as texts ([`hyakuman_analysis::figures::shown`]).
pub(crate) type Cell = [String; 2];

/// Heads of the columns, and rows of a label with a cell for each other column.
pub(crate) struct Table {
    /// The first is that of the labels.
    pub heads: Vec<String>,
    pub rows: Vec<(String, Vec<Cell>)>,
}

impl Table {
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

fn row((label, cells): &(String, Vec<Cell>)) -> String {
    let cells: String = cells.iter().map(cell).collect();
    format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", html::text(label))
}

fn cell([value, interval]: &Cell) -> String {
    format!(
        "<td class=\"number\">{}<span class=\"interval\">{}</span></td>",
        html::text(value),
        html::text(interval)
    )
}
