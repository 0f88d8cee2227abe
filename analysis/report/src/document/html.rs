//! A document as one HTML page.

use super::{Block, Cell, Document, Draw, Fact, Link, Row, Section, Table, prose};
use crate::html::{facts, note, page, paragraph, section, text};
use crate::strips::Strips;

impl Document {
    /// The page: HTML that is well-formed XML, in UTF-8.
    pub fn html(&self) -> String {
        page(&self.title, &blocks(&self.blocks))
    }
}

fn blocks(blocks: &[Block]) -> Vec<String> {
    let html = |block: &Block| match block {
        Block::Facts(list) => facts(
            &list.iter().map(|Fact { name, items, .. }| (&**name, items.join(", "))).collect::<Vec<_>>(),
        ),
        Block::Table(table) => table.html(),
        Block::Note(text) => paragraph(text),
        Block::Reading(text) => section("How to read this page", &[note(text)]),
        Block::Prose(text) => prose::html(text),
        Block::Plot(plot) => plot.strips().html(),
        Block::List(items) => list(items.iter().map(|item| text(item))),
        Block::Contents(links) => list(links.iter().map(link)),
        Block::Section(Section { heading, blocks, .. }) => section(heading, &self::blocks(blocks)),
    };
    blocks.iter().map(html).collect()
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("<li>{item}</li>\n")).collect();
    if items.is_empty() { items } else { format!("<ul>\n{items}</ul>\n") }
}

fn link(Link { title, file, text: says }: &Link) -> String {
    let says = list(says.iter().map(|says| text(says)));
    format!("<a href=\"{}.html\">{}</a>{says}", text(file), text(title))
}

impl Table {
    /// The plot and the table; nothing without rows. It can be scrolled where it is wider than the screen.
    pub(crate) fn html(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let head = |head: &String| format!("<th scope=\"col\">{}</th>", text(head));
        let heads: String = self.heads.iter().map(head).collect();
        let rows: String = self.rows.iter().map(row).collect();
        let (plot, class) = (self.plot(), if self.words { " class=\"words\"" } else { "" });
        format!(
            "{plot}<div class=\"scroll\" tabindex=\"0\"><table{class}>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }

    fn plot(&self) -> String {
        let Draw::Strips { column, caption } = self.draw else { return String::new() };
        let rows = self.rows.iter().map(|row| (row.label.clone(), row.cells[column].clone())).collect();
        Strips { caption: caption.to_owned(), last: "", bars: false, line: Some(0.0), rows }.html()
    }
}

fn row(Row { label, cells, .. }: &Row) -> String {
    let cells: String = cells.iter().map(cell).collect();
    format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", text(label))
}

fn cell(Cell { value, interval, more, .. }: &Cell) -> String {
    let (value, interval) = (text(value.trim()), text(interval) + &text(more));
    format!("<td class=\"number\">{value}<span class=\"interval\">{interval}</span></td>")
}
