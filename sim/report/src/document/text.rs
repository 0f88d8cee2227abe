//! A document as text of at most 100 characters in a line; tables are as wide as they are.

use super::{Block, Cell, Document, Fact, Link, Printer, Row, Section, Table};
use std::fmt;

/// Characters in a line of text.
const LINE: usize = 100;

/// Longer heads begin where their cells begin, as those of words and of values with marks; others end where the values end.
const SHORT_HEAD: usize = 12;

impl Document {
    /// The text. `details`: whether it has the rows that are details.
    pub fn text(&self, details: bool) -> String {
        let text = blocks(&self.blocks, if details { Printer::Details } else { Printer::Text });
        if text.is_empty() { text } else { text + "\n" }
    }
}

/// An empty line is between two blocks.
fn blocks(blocks: &[Block], printer: Printer) -> String {
    let mut text = String::new();
    for block in blocks {
        let next = self::block(block, printer);
        text += match block {
            _ if next.is_empty() || text.is_empty() => "",
            Block::Paragraphs(_) => "\n",
            _ => "\n\n",
        };
        text += &next;
    }
    text
}

fn block(block: &Block, printer: Printer) -> String {
    match block {
        Block::Facts(facts) => facts.iter().map(Fact::text).collect::<Vec<_>>().join("\n"),
        Block::Table(table) => table.text(printer == Printer::Details),
        Block::Note(text) | Block::Reading(text) => paragraph(text),
        Block::Plots(_) => String::new(),
        Block::Prose(text) => paragraph(&text.trim().replace('\n', " ")),
        Block::List(items) => {
            items.iter().map(|item| hanging("- ", item, 2, LINE)).collect::<Vec<_>>().join("\n")
        }
        Block::Plot(_) => String::new(),
        Block::Contents(links) => links.iter().map(link).collect::<Vec<_>>().join("\n"),
        Block::Paragraphs(texts) => texts.iter().map(|text| paragraph(text)).collect::<Vec<_>>().join("\n"),
        Block::Section(Section { heading, in_text, blocks, .. }) => match self::blocks(blocks, printer) {
            inner if *in_text && !inner.is_empty() => format!("{heading}\n{inner}"),
            inner => inner,
        },
        Block::Only(printers, blocks) if printers.contains(&printer) => self::blocks(blocks, printer),
        Block::Only(..) => String::new(),
    }
}

fn link(link: &Link) -> String {
    let says = link.text.iter().map(|says| hanging("  - ", says, 4, LINE));
    [link.title.clone()].into_iter().chain(says).collect::<Vec<_>>().join("\n")
}

impl Fact {
    /// In lines of at most [`LINE`] characters, but for a name that is left out or ends with a space.
    fn text(&self) -> String {
        match (self.bare, self.name.ends_with(' ')) {
            (true, _) => self.items.join(", "),
            (false, true) => self.name.clone() + &self.items.join(", "),
            (false, false) => wrapped(&self.name, self.items.iter().cloned()),
        }
    }
}

impl Table {
    /// Lines: the heads, then the rows. The last line has no end.
    fn text(&self, details: bool) -> String {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| details || !row.detail).collect();
        if rows.is_empty() || self.is_empty() {
            return String::new();
        }
        let labels: Vec<&String> =
            self.heads.iter().take(1).chain(rows.iter().map(|row| &row.label)).collect();
        let first = widest(labels.iter().copied());
        let labels: Vec<String> = labels.iter().map(|label| format!("{label:<first$}")).collect();
        let cells = |at| rows.iter().map(|row| row.cells.get(at).cloned().unwrap_or_default()).collect();
        let heads = self.heads[1..].iter().enumerate();
        let columns: Vec<Vec<String>> = heads.map(|(at, head)| self.column(head, cells(at))).collect();
        let mut rest = &columns[..];
        let mut pieces = Vec::new();
        while !rest.is_empty() {
            let widths = rest.iter().scan(first, |sum, lines| {
                *sum += lines[0].chars().count();
                Some(*sum)
            });
            let fitting = widths.take_while(|&width| width <= LINE || !self.split).count().max(1);
            let (columns, others) = rest.split_at(fitting);
            pieces.push(side_by_side(&labels, columns));
            rest = others;
        }
        pieces.join("\n\n")
    }

    /// The head and the cells of a column, all as wide as the widest.
    fn column(&self, head: &str, cells: Vec<Cell>) -> Vec<String> {
        let widest_of = |part: fn(&Cell) -> &String| widest(cells.iter().map(part));
        let mark = if widest_of(|cell| &cell.mark) > 0 { 2 } else { 0 };
        let is_over_values = mark == 0 && !self.words && head.chars().count() <= SHORT_HEAD;
        let least = if is_over_values { head.chars().count() } else { 0 };
        let (value, interval) = (widest_of(|cell| &cell.value).max(least), widest_of(|cell| &cell.interval));
        let of_value = |text: &str| match self.words {
            true => format!("{text:<value$}"),
            false => format!("{text:>value$}"),
        };
        let line = |cell: &Cell| {
            let Cell { mark: sign, interval: halves, more, .. } = cell;
            format!("  {sign:<mark$}{}{halves:<interval$}{more}", of_value(&cell.value))
        };
        let top = if is_over_values { of_value(head) } else { head.to_owned() };
        let top = format!("  {:mark$}{top}", "");
        let lines: Vec<String> = [top].into_iter().chain(cells.iter().map(line)).collect();
        let width = widest(lines.iter());
        lines.iter().map(|line| format!("{line:<width$}")).collect()
    }
}

/// The lines of columns behind the labels of their rows; that of the heads is left out if all are empty.
fn side_by_side(labels: &[String], columns: &[Vec<String>]) -> String {
    let line = |(at, label): (usize, &String)| {
        let line: String =
            [label].into_iter().chain(columns.iter().map(|lines| &lines[at])).cloned().collect();
        line.trim_end().to_owned()
    };
    labels.iter().enumerate().map(line).skip_while(String::is_empty).collect::<Vec<_>>().join("\n")
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
fn wrapped(heading: &str, items: impl Iterator<Item = String>) -> String {
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
fn paragraph(text: &str) -> String {
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
    use super::super::plain;
    use super::*;

    /// Columns that do not fit are in a table below; marks have a place of their own where a column has some.
    #[test]
    fn wide_tables_are_split() {
        let cell = |mark: &str| Cell { mark: mark.to_owned(), more: "  p 1.00".to_owned(), ..plain("0.5") };
        let heads = ["", "short", "a head that is long"].map(str::to_owned);
        let rows = ["●", ""].map(|mark| ("row".repeat(25), vec![plain("1"), cell(mark)]).into());
        let table = Table { heads: heads.into(), rows: rows.into(), split: true, ..Table::default() };
        let label = "row".repeat(25);
        let first = format!("{:75}  short\n{label}      1\n{label}      1", "");
        let second =
            format!("{:75}    a head that is long\n{label}  ● 0.5  p 1.00\n{label}    0.5  p 1.00", "");
        assert_eq!(table.to_string(), format!("{first}\n\n{second}"));
    }

    #[test]
    fn details_and_sections_of_pages_are_left_out() {
        let rows = [("one", false), ("a detail", true)];
        let rows = rows.map(|(label, detail)| Row { detail, ..(label.to_owned(), vec![plain("1")]).into() });
        let table =
            Table { heads: vec![String::new(), "number".to_owned()], rows: rows.into(), ..Table::default() };
        let fact = Fact { name: "rules".to_owned(), items: vec!["tenhou".to_owned()], bare: true };
        let facts = vec![fact, Fact::new("agents", vec!["value".to_owned(), "gari".to_owned()])];
        let of_pages = Block::Only(Printer::PAGES, vec![Block::Note("a note".to_owned())]);
        let numbers = Block::under("a heading of pages", vec![Block::titled("numbers", table)]);
        let blocks = vec![Block::Facts(facts), of_pages, numbers];
        let document = Document { title: "title".to_owned(), blocks };
        let head = "tenhou\nagents: value, gari\n\nnumbers\n";
        assert_eq!(document.text(false), format!("{head}     number\none       1\n"));
        assert_eq!(
            document.text(true),
            format!("{head}          number\none            1\na detail       1\n")
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
