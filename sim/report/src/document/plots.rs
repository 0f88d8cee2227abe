//! Plots of a table.

use super::{Cell, Row, Table};
use crate::document::lines::Lines;
use crate::document::stack::Stack;
use crate::document::strips::Strips;
use std::ops::Range;

/// A bar for each row.
pub(super) fn bars(table: &Table, caption: &str) -> String {
    let rows = table.rows.iter().map(|row| (row.label.clone(), row.cells[0].clone())).collect();
    Strips { caption: caption.to_owned(), last: "", bars: true, line: None, rows }.html()
}

/// Bars divided into shares, and strips: of each column one.
pub(super) fn players(table: &Table, shares: &Range<usize>, value: usize) -> String {
    let (players, shares) = (table.heads[1..].iter().cloned(), &table.rows[shares.clone()]);
    let share = |cell: &Cell| cell.drawn.as_ref().map_or(0.0, |drawn| drawn.value / 100.0);
    let bar = |(at, player)| (player, shares.iter().map(|row| share(&row.cells[at])).collect());
    let parts = shares.iter().map(|row| row.label.trim_end_matches(" %").to_owned()).collect();
    let caption = "share of matches in each place".to_owned();
    let stack = Stack { caption, parts, rows: players.clone().enumerate().map(bar).collect() };
    let Row { label, cells, .. } = &table.rows[value];
    let (caption, rows) = (format!("{label} per match, 95 % intervals"), players.zip(cells.iter().cloned()));
    let strips = Strips { caption, last: "", bars: false, line: Some(0.0), rows: rows.collect() };
    stack.html() + &strips.html()
}

/// A line for each column with values: in one plot, or each in its own with its head before the caption.
pub(super) fn lines(table: &Table, caption: &str, each: bool, places: &[(f64, String)]) -> String {
    let point = |(at, row): (f64, &Row), column: usize| Some((at, row.cells.get(column)?.drawn.clone()?));
    let line = |(column, head): (usize, &String)| {
        let rows = places.iter().map(|(at, _)| *at).zip(&table.rows);
        let points: Vec<_> = rows.filter_map(|row| point(row, column)).collect();
        (!points.is_empty()).then(|| (head.clone(), points))
    };
    let series: Vec<_> = table.heads[1..].iter().enumerate().filter_map(line).collect();
    if !each {
        return Lines { caption: caption.to_owned(), places, series }.html();
    }
    let alone = |line: crate::document::lines::Series| {
        Lines { caption: format!("{} {caption}", line.0), places, series: vec![line] }.html()
    };
    series.into_iter().map(alone).collect()
}
