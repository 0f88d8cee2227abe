//! A document as one HTML page.

use super::{Block, Cell, Document, Draw, Drawn, Fact, Row, Section, Table};
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
        Block::Plots(text) => note(text),
        Block::Section(Section { heading, blocks, .. }) => section(heading, &self::blocks(blocks)),
    };
    blocks.iter().map(html).collect()
}

impl Table {
    /// The plots and the table; nothing without rows. It can be scrolled where it is wider than the screen.
    pub(crate) fn html(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let head = |head: &String| format!("<th scope=\"col\">{}</th>", text(head));
        let heads: String = self.heads.iter().map(head).collect();
        let rows: String = self.rows.iter().map(row).collect();
        let (plots, class) = (self.plots(), if self.words { " class=\"words\"" } else { "" });
        format!(
            "{plots}<div class=\"scroll\" tabindex=\"0\"><table{class}>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }

    /// A plot for each unit.
    fn plots(&self) -> String {
        let Draw::Strips { column, caption, last } = self.draw else { return String::new() };
        let mut units: Vec<(&str, Vec<(String, Cell)>)> = Vec::new();
        for Row { label, cells, .. } in &self.rows {
            let Some(Drawn { unit, .. }) = cells[column].drawn else { continue };
            let at = units.iter().position(|&(known, _)| known == unit);
            let at = at.unwrap_or(units.len());
            units.extend((at == units.len()).then(|| (unit, Vec::new())));
            units[at].1.push((label.clone(), cells[column].clone()));
        }
        let plot = |(unit, rows): (&str, _)| {
            let caption = if unit.is_empty() { caption.to_owned() } else { format!("{caption}, {unit}") };
            Strips { caption, last, bars: false, line: Some(0.0), rows }.html()
        };
        units.into_iter().map(plot).collect()
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
