//! Wraps text to the width of the terminal.

pub use hyakuman_report::document::text::hanging;

use std::io;

/// Columns where standard output is not a terminal.
const ELSEWHERE: usize = 100;

/// Narrower terminals are treated as this wide.
const LEAST: usize = 40;

/// Columns of the terminal on standard output; 100 if it is not a terminal.
pub fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    terminal.map_or(ELSEWHERE, |(width, _)| usize::from(width.0).max(LEAST))
}
