//! A document as a page of Markdown with tables, as GitHub and most editors read it. Texts are text: nothing in a name is markup.

use super::{Block, Document, Fact, Link, Plot, Printer, Row, Section, Table};
use hyakuman_core::excerpt;

impl Document {
    /// The page, in UTF-8.
    pub fn markdown(&self) -> String {
        format!("# {}\n\n{}\n", text(&self.title), blocks(&self.blocks, 2))
    }
}

/// `level`: that of their headings.
fn blocks(blocks: &[Block], level: usize) -> String {
    let markdown = |block: &Block| match block {
        Block::Facts(facts) => facts.iter().map(fact).collect::<Vec<_>>().join("\n"),
        Block::Table(table) => self::table(table),
        Block::Note(text) => paragraph(text),
        Block::Paragraphs(texts) => texts.iter().map(|text| paragraph(text)).collect::<Vec<_>>().join("\n\n"),
        Block::Reading(text) => section("How to read this page", level, &paragraph(text)),
        Block::Plots(_) => String::new(),
        Block::Prose(text) => text.trim().to_owned(),
        Block::Plot(Plot { caption, file, .. }) => format!("![{}]({file})", self::text(caption)),
        Block::List(items) => {
            items.iter().map(|item| format!("- {}", line(item))).collect::<Vec<_>>().join("\n")
        }
        Block::Contents(links) => links.iter().map(link).collect::<Vec<_>>().join("\n"),
        Block::Section(Section { heading, blocks, .. }) => {
            section(heading, level, &self::blocks(blocks, level + 1))
        }
        Block::Only(printers, blocks) if printers.contains(&Printer::Markdown) => self::blocks(blocks, level),
        Block::Only(..) => String::new(),
    };
    blocks.iter().map(markdown).filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn section(heading: &str, level: usize, content: &str) -> String {
    let marks = "#".repeat(level);
    if content.is_empty() { String::new() } else { format!("{marks} {}\n\n{content}", text(heading)) }
}

fn link(Link { title, file, text: says }: &Link) -> String {
    let says: String = says.iter().map(|says| format!("\n  - {}", line(says))).collect();
    match file {
        Some(file) => format!("- [{}]({file}.md){says}", text(title)),
        None => format!("- {}{says}", line(title)),
    }
}

fn fact(fact: &Fact) -> String {
    let (name, items) = fact.on_pages();
    format!("- {}: {}", line(name), text(&items))
}

/// Its lines stay lines.
fn paragraph(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\\\n")
}

fn table(table: &Table) -> String {
    if table.is_empty() {
        return String::new();
    }
    let Table { heads, rows, .. } = table;
    let row = |Row { label, cells, .. }: &Row| {
        let cells = cells.iter().map(|cell| cell.shown().concat());
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
