//! A document as a page of Markdown with tables, as GitHub and most editors read it. Texts are text: nothing in a name is markup.

use super::{Block, Document, Fact, Row, Section, Table};
use hyakuman_core::excerpt;

impl Document {
    /// The page, in UTF-8.
    pub fn markdown(&self) -> String {
        format!("# {}\n\n{}\n", text(&self.title), blocks(&self.blocks))
    }
}

fn blocks(blocks: &[Block]) -> String {
    let markdown = |block: &Block| match block {
        Block::Facts(facts) => facts.iter().map(fact).collect::<Vec<_>>().join("\n"),
        Block::Table(table) => self::table(table),
        Block::Note(text) => paragraph(text),
        Block::Reading(text) => section("How to read this page", &paragraph(text)),
        Block::Plots(_) => String::new(),
        Block::Section(Section { heading, blocks, .. }) => section(heading, &self::blocks(blocks)),
    };
    blocks.iter().map(markdown).filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn section(heading: &str, content: &str) -> String {
    if content.is_empty() { String::new() } else { format!("## {}\n\n{content}", text(heading)) }
}

fn fact(Fact { name, items, .. }: &Fact) -> String {
    format!("- {}: {}", line(name), text(&items.join(", ")))
}

/// Its lines stay lines.
fn paragraph(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\\\n")
}

fn table(Table { heads, rows, .. }: &Table) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let row = |Row { label, cells, .. }: &Row| {
        let cells = cells.iter().map(|cell| format!("{}{}{}", cell.value, cell.interval, cell.more));
        cells_of([label.clone()].into_iter().chain(cells))
    };
    let under = ["---"].into_iter().chain(heads[1..].iter().map(|_| "---:")).collect::<Vec<_>>();
    let top = [cells_of(heads.iter().cloned()), format!("| {} |", under.join(" | "))];
    top.into_iter().chain(rows.iter().map(row)).collect::<Vec<_>>().join("\n")
}

fn cells_of(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", cells.map(|cell| text(cell.trim())).collect::<Vec<_>>().join(" | "))
}

/// A text in a line: what would be markup has a backslash in front, as control characters have.
fn text(text: &str) -> String {
    let escape = |letter: char| {
        let slash = if "\\`*_[]<>|&~$#".contains(letter) { "\\" } else { "" };
        format!("{slash}{letter}")
    };
    excerpt::escaped(text).chars().map(escape).collect()
}

/// The same at the beginning of a line, where `- ` and `1.` are markup.
fn line(words: &str) -> String {
    let line = text(words.trim_start());
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.starts_with(['-', '+', '=', '.', ')']) {
        true => format!("{}\\{rest}", &line[..line.len() - rest.len()]),
        false => line,
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;

    #[test]
    fn names_cannot_become_markup() {
        let row = ("<b>|a_b|".to_owned(), vec![plain("`x`\n*1*")]);
        let note = Block::Note("- one\n2. [two](x)\n-3.5 & 4".to_owned());
        let blocks = vec![Block::titled("a # b", Table::new(["", "-1"], [row])), note];
        let page = Document { title: "![t](u)".to_owned(), blocks }.markdown();
        let lines = [
            r"# !\[t\](u)",
            "",
            r"## a \# b",
            "",
            "|  | -1 |",
            "| --- | ---: |",
            r"| \<b\>\|a\_b\| | \`x\`\\n\*1\* |",
            "",
            r"\- one\",
            r"2\. \[two\](x)\",
            r"\-3.5 \& 4",
            "",
        ];
        assert_eq!(page.lines().chain([""]).collect::<Vec<_>>(), lines);
    }
}
