//! Wraps text to the width of the terminal.

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

/// `head` followed by `text`, in lines of at most `width` columns; lines after the first are indented by `indent`.
/// Breaks at spaces and after `|`.
pub fn hanging(head: &str, text: &str, indent: usize, width: usize) -> String {
    let mut lines = head.to_owned();
    let mut column = head.chars().count();
    for piece in text.split_inclusive([' ', '|']) {
        let length = piece.trim_end().chars().count();
        if column + length > width && column > indent {
            lines.truncate(lines.trim_end().len());
            lines.push('\n');
            lines.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        }
        lines.push_str(piece);
        column += piece.chars().count();
    }
    lines.truncate(lines.trim_end().len());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_later_ones_are_indented() {
        assert_eq!(hanging("a  ", "one two", 4, 20), "a  one two");
        assert_eq!(hanging("a  ", "one two three", 3, 10), "a  one two\n   three");
        assert_eq!(hanging("  ", "x=1|2|3|4: numbers", 4, 9), "  x=1|2|\n    3|4:\n    numbers");
    }

    #[test]
    fn a_word_that_is_too_long_stands_alone() {
        assert_eq!(hanging("a ", "incomprehensible b", 2, 10), "a incomprehensible\n  b");
        assert_eq!(hanging("", "", 2, 10), "");
    }
}
