//! A document as one HTML page.

use super::{Block, Cell, Document, Draw, Drawn, Fact, Link, Printer, Row, Section, Table, plots, prose};
use crate::document::strips::Strips;
use crate::html::{facts, note, page, paragraph, text};

impl Document {
    /// The page: HTML that is well-formed XML, which tests can read, in UTF-8.
    pub fn html(&self) -> String {
        page(&self.title, &blocks(&self.blocks, 2))
    }
}

/// `level`: that of their headings.
fn blocks(blocks: &[Block], level: usize) -> String {
    let html = |block: &Block| match block {
        Block::Facts(list) => facts(&list.iter().map(Fact::on_pages).collect::<Vec<_>>()),
        Block::Table(table) => table.html(),
        Block::Note(text) => paragraph(text),
        Block::Paragraphs(texts) => texts.iter().map(|text| paragraph(text)).collect(),
        Block::Reading(text) => section("How to read this page", level, false, &note(text)),
        Block::Plots(text) => note(text),
        Block::Prose(text) => prose::html(text),
        Block::Plot(plot) => plot.strips().html(),
        Block::List(items) => list(items.iter().map(|item| text(item))),
        Block::Contents(links) => list(links.iter().map(link)),
        Block::Section(Section { heading, folded, blocks, .. }) => {
            section(heading, level, *folded, &self::blocks(blocks, level + 1))
        }
        Block::Only(printers, blocks) if printers.contains(&Printer::Html) => self::blocks(blocks, level),
        Block::Only(..) => String::new(),
    };
    blocks.iter().map(html).collect()
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("<li>{item}</li>\n")).collect();
    if items.is_empty() { items } else { format!("<ul>\n{items}</ul>\n") }
}

fn link(Link { title, file, text: says }: &Link) -> String {
    let says = list(says.iter().map(|says| text(says)));
    match file {
        Some(file) => format!("<a href=\"{}.html\">{}</a>{says}", text(file), text(title)),
        None => text(title) + &says,
    }
}

fn section(heading: &str, level: usize, folded: bool, content: &str) -> String {
    let heading = format!("<h{level}>{}</h{level}>", text(heading));
    match folded {
        _ if content.is_empty() => String::new(),
        true => format!("<details>\n<summary>{heading}</summary>\n{content}</details>\n"),
        false => format!("<section>\n{heading}\n{content}</section>\n"),
    }
}

impl Table {
    /// The plots and the table; nothing without rows. It can be scrolled where it is wider than the screen.
    pub(crate) fn html(&self) -> String {
        if self.is_empty() {
            return String::new();
        }
        let plots = self.plots();
        if matches!(self.draw, Draw::Figures { .. } | Draw::Bars { alone: true, .. }) {
            return plots;
        }
        let head = |head: &String| format!("<th scope=\"col\">{}</th>", text(head));
        let heads: String = self.heads.iter().map(head).collect();
        let rows: String = self.rows.iter().map(row).collect();
        let class = if self.words { " class=\"words\"" } else { "" };
        format!(
            "{plots}<div class=\"scroll\" tabindex=\"0\"><table{class}>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }

    fn plots(&self) -> String {
        match &self.draw {
            Draw::No => String::new(),
            Draw::Strips { column, caption, last } => self.by_unit(*column, caption, last),
            Draw::Bars { caption, .. } => plots::bars(self, caption),
            Draw::Players { shares, value } => plots::players(self, shares, *value),
            Draw::Lines { caption, each, places } => plots::lines(self, caption, *each, places),
            Draw::Figures { captions, last } => {
                let columns = captions.iter().enumerate();
                columns.map(|(column, caption)| strips(caption, last, column, &self.rows)).collect()
            }
        }
    }

    /// A plot for each unit. Plain numbers count different things, so each has one.
    fn by_unit(&self, column: usize, caption: &str, last: &'static str) -> String {
        let mut units: Vec<(&str, Vec<&Row>)> = Vec::new();
        for row in &self.rows {
            let Some(Drawn { unit, .. }) = row.cells[column].drawn else { continue };
            let at = units.iter().position(|&(known, _)| known == unit && !unit.is_empty());
            let at = at.unwrap_or(units.len());
            units.extend((at == units.len()).then(|| (unit, Vec::new())));
            units[at].1.push(row);
        }
        let plot = |(unit, rows): (&str, Vec<&Row>)| {
            let unit = if unit.is_empty() { String::new() } else { format!(", {unit}") };
            strips(&format!("{caption}{unit}"), last, column, rows)
        };
        units.into_iter().map(plot).collect()
    }
}

/// Cells of a column as strips around zero.
fn strips<'a>(
    caption: &str,
    last: &'static str,
    column: usize,
    rows: impl IntoIterator<Item = &'a Row>,
) -> String {
    let rows = rows.into_iter().map(|row| (row.label.clone(), row.cells[column].clone())).collect();
    Strips { caption: caption.to_owned(), last, bars: false, line: Some(0.0), rows }.html()
}

fn row(Row { label, cells, .. }: &Row) -> String {
    let cells: String = cells.iter().map(cell).collect();
    format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", text(label.trim()))
}

fn cell(cell: &Cell) -> String {
    let [value, interval] = cell.shown().map(|part| text(&part));
    format!("<td class=\"number\">{value}<span class=\"interval\">{interval}</span></td>")
}
