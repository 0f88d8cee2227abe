//! A document as text of at most [`LINE`] characters in a line; tables are as wide as they are.

use super::{Block, Cell, Document, Fact, Row, Section, Table, plain};
use std::fmt;

/// Characters in a line of text.
pub const LINE: usize = 100;

impl Document {
    /// The text. `details`: whether it has the rows that are details.
    pub fn text(&self, details: bool) -> String {
        let text = blocks(&self.blocks, details);
        if text.is_empty() { text } else { text + "\n" }
    }
}

/// An empty line is between two blocks.
fn blocks(blocks: &[Block], details: bool) -> String {
    let text = |block: &Block| match block {
        Block::Facts(facts) => facts.iter().map(Fact::text).collect::<Vec<_>>().join("\n"),
        Block::Table(table) => table.text(details),
        Block::Note(text) | Block::Reading(text) => paragraph(text),
        Block::Plots(_) => String::new(),
        Block::Section(Section { detail: true, .. }) if !details => String::new(),
        Block::Section(Section { heading, in_text, blocks: inner, .. }) => match self::blocks(inner, details)
        {
            inner if *in_text && !inner.is_empty() => format!("{heading}\n{inner}"),
            inner => inner,
        },
    };
    blocks.iter().map(text).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

impl Fact {
    /// In lines of at most [`LINE`] characters, unless it is without its name.
    pub fn text(&self) -> String {
        match self.bare {
            true => self.items.join(", "),
            false => wrapped(&format!("{}:", self.name), self.items.iter().cloned()),
        }
    }
}

impl Table {
    /// Lines: the heads, then the rows. The last line has no end.
    fn text(&self, details: bool) -> String {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| details || !row.detail).collect();
        if rows.is_empty() {
            return String::new();
        }
        let labels = || self.heads.iter().take(1).chain(rows.iter().map(|row| &row.label));
        let first = widest(labels());
        let mut lines: Vec<String> = labels().map(|label| format!("{label:<first$}")).collect();
        for (column, head) in self.heads[1..].iter().enumerate() {
            let cells: Vec<Option<&Cell>> = rows.iter().map(|row| row.cells.get(column)).collect();
            add_column(&mut lines, &plain(head), &cells);
        }
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }
}

/// Adds the cells of a column, the first of which is its head, to the lines of a table.
fn add_column(lines: &mut [String], head: &Cell, cells: &[Option<&Cell>]) {
    let cells = || [Some(head)].into_iter().chain(cells.iter().copied());
    let value = widest(cells().flatten().map(|cell| &cell.value));
    let interval = widest(cells().flatten().map(|cell| &cell.interval));
    let more = widest(cells().flatten().map(|cell| &cell.more));
    for (line, cell) in lines.iter_mut().zip(cells()) {
        let text =
            |cell: &Cell| format!("  {:>value$}{:<interval$}{:<more$}", cell.value, cell.interval, cell.more);
        *line += &cell.map_or(String::new(), text);
    }
}

/// The most characters of a text.
fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

/// The text with all rows.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(true))
    }
}

/// A heading and a list, in lines of at most [`LINE`] characters. An item that is longer is broken at its spaces.
pub fn wrapped(heading: &str, items: impl Iterator<Item = String>) -> String {
    let mut text = heading.to_owned();
    let mut column = heading.chars().count();
    for (i, item) in items.enumerate() {
        let length = item.chars().count() + 1;
        text.push_str(if i > 0 { "," } else { "" });
        column += usize::from(i > 0);
        if length >= LINE {
            let broken = hanging("  ", &item, 4, LINE - 1);
            column = broken.lines().last().map_or(0, |line| line.chars().count());
            text.push('\n');
            text.push_str(&broken);
            continue;
        }
        if column + length >= LINE {
            text.push_str("\n ");
            column = 1;
        }
        text.push(' ');
        text.push_str(&item);
        column += length;
    }
    text
}

/// A paragraph in lines of at most [`LINE`] characters; lines of its own stay as they are.
pub fn paragraph(text: &str) -> String {
    if text.contains('\n') { text.to_owned() } else { hanging("", text, 0, LINE) }
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
    fn details_and_sections_of_pages_are_left_out() {
        let rows = [("one", false), ("a detail", true)];
        let rows = rows.map(|(label, detail)| Row { detail, ..(label.to_owned(), vec![plain("1")]).into() });
        let table =
            Table { heads: vec![String::new(), "number".to_owned()], rows: rows.into(), ..Table::default() };
        let fact = Fact { name: "rules".to_owned(), items: vec!["tenhou".to_owned()], bare: true };
        let facts = vec![fact, Fact::new("agents", vec!["value".to_owned(), "gari".to_owned()])];
        let of_pages =
            Section { detail: true, blocks: vec![Block::Note("a page".to_owned())], ..Section::default() };
        let numbers = Block::under("a heading of pages", vec![Block::titled("numbers", table)]);
        let blocks = vec![Block::Facts(facts), Block::Section(of_pages), numbers];
        let document = Document { title: "title".to_owned(), blocks };
        let head = "tenhou\nagents: value, gari\n\nnumbers\n";
        assert_eq!(document.text(false), format!("{head}     number\none       1\n"));
        assert_eq!(
            document.text(true),
            format!(
                "{}          number\none            1\na detail       1\n",
                head.replace("\n\n", "\n\na page\n\n")
            )
        );
        assert_eq!(Document { blocks: Vec::new(), ..document }.text(true), "");
    }

    #[test]
    fn lists_are_wrapped() {
        let items = |n: usize| (0..n).map(|i| format!("a_rule_{i:03} = {i}"));
        assert_eq!(wrapped("differs:", items(2)), "differs: a_rule_000 = 0, a_rule_001 = 1");
        let text = wrapped("differs:", items(40));
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.len() <= LINE), "{text}");
        assert_eq!(text.replace("\n ", ""), wrapped_not(items(40)));
    }

    #[test]
    fn a_long_item_is_broken_at_its_spaces() {
        let long = format!("a = [{}]", vec!["word"; 40].join(", "));
        let text = wrapped("differs:", [long, "b = 1".to_owned()].into_iter());
        assert!(text.starts_with("differs:\n  a = [word, ") && text.ends_with("], b = 1"), "{text}");
        assert!(text.lines().count() > 2 && text.lines().all(|line| line.len() <= LINE), "{text}");
    }

    fn wrapped_not(items: impl Iterator<Item = String>) -> String {
        format!("differs: {}", items.collect::<Vec<_>>().join(", "))
    }

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
