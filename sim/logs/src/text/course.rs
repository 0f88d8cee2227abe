//! The course of a kyoku: one row for each go-round, one column for each seat, the dealer's first.

use super::WIDTH;
use super::place::{name, sorted};
use crate::model::{LogEvent, LogKyoku};
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{Meld, MeldKind, Seat, Tile};

/// Columns of the row's number, a space behind it included.
const NUMBER: usize = 4;

/// The rows.
pub(super) fn rows(kyoku: &LogKyoku) -> String {
    let seats = kyoku.hands.len();
    let mut rows = Rows { text: String::new(), row: String::new(), next: 0, number: 0, seats };
    for (seat, words) in turns(kyoku) {
        rows.add(seat.seen_from(kyoku.dealer, seats).steps() as usize, &words);
    }
    rows.finish()
}

/// Names above the columns.
pub(super) fn head(seats: usize) -> String {
    let winds = ["East", "South", "West", "North"].into_iter().take(seats);
    let width = (WIDTH - NUMBER) / seats;
    let names: String = winds.map(|wind| format!("{wind:<width$}")).collect();
    format!("{:NUMBER$}{}\n", "", names.trim_end())
}

/// What each seat did from the moment it took a tile until another seat did: `3m→9p`, `chi 2s(34s)→1z riichi`.
fn turns(kyoku: &LogKyoku) -> Vec<(Seat, String)> {
    let mut turns: Vec<(Seat, Vec<String>)> = Vec::new();
    let mut drawn = None;
    for event in kyoku.events.iter().filter(|event| !matches!(event, LogEvent::Handed { .. })) {
        let seat = event.seat().or(turns.last().map(|turn| turn.0)).unwrap_or(kyoku.dealer);
        let begins = matches!(event, LogEvent::Draw(..) | LogEvent::Call(..) | LogEvent::Win(_));
        if turns.last().is_none_or(|turn| begins && turn.0 != seat) {
            settle(&mut turns, &mut drawn);
            turns.push((seat, Vec::new()));
        }
        if let LogEvent::Draw(_, tile) = event {
            settle(&mut turns, &mut drawn);
            drawn = Some(*tile);
            continue;
        }
        let Some((_, words)) = turns.last_mut() else { continue };
        add(words, event, &mut drawn);
    }
    settle(&mut turns, &mut drawn);
    turns.into_iter().map(|(seat, words)| (seat, words.join(" "))).collect()
}

/// A tile that was drawn and of which nothing more is said: the last of the kyoku.
fn settle(turns: &mut [(Seat, Vec<String>)], drawn: &mut Option<Tile>) {
    if let (Some(tile), Some((_, words))) = (drawn.take(), turns.last_mut()) {
        words.push(tile.to_string());
    }
}

/// Adds what happened to the words of a turn.
fn add(words: &mut Vec<String>, event: &LogEvent, drawn: &mut Option<Tile>) {
    let mut before = || drawn.take().map(|tile| tile.to_string());
    match event {
        LogEvent::Discard { tile, tsumogiri: true, .. } => {
            drawn.take();
            discard(words, format!("{tile}→"));
        }
        LogEvent::Discard { tile, .. } => {
            let text = format!("{}→{tile}", before().unwrap_or_default());
            discard(words, text);
        }
        LogEvent::Riichi(_) => words.push(RIICHI.to_owned()),
        LogEvent::Call(_, meld) => {
            words.extend(before());
            words.push(call(meld));
        }
        LogEvent::Kakan(_, tile) => {
            words.extend(before());
            words.push(format!("kakan {tile}"));
        }
        LogEvent::Nuki(_) => {
            words.extend(before());
            words.push("nuki".to_owned());
        }
        LogEvent::NewDora(tile) => words.push(format!("[{tile}]")),
        LogEvent::Win(_) => words.push(before().map_or("ron".to_owned(), |tile| format!("{tile} tsumo"))),
        LogEvent::RiichiAccepted(_) | LogEvent::Draw(..) | LogEvent::Handed { .. } => {}
    }
}

/// Stands behind the discard that declares it.
const RIICHI: &str = "riichi";

/// Adds a discard; riichi declared with it goes behind it, and what a call took stays with it.
fn discard(words: &mut Vec<String>, text: String) {
    let riichi = words.pop_if(|word| word == RIICHI);
    match words.last_mut().filter(|word| text.starts_with('→') && word.ends_with(')')) {
        Some(call) => call.push_str(&text),
        None => words.push(text),
    }
    words.extend(riichi);
}

fn call(meld: &Meld) -> String {
    let name = name(meld.kind());
    match meld.kind() {
        MeldKind::Ankan => format!("{name} {}", sorted(meld.tiles())),
        _ => format!("{name} {}({})", meld.tiles()[0], format_tiles(&meld.tiles()[1..])),
    }
}

/// Rows being filled.
struct Rows {
    text: String,
    row: String,
    /// The first column of the row that is free.
    next: usize,
    number: usize,
    seats: usize,
}

impl Rows {
    fn add(&mut self, column: usize, words: &str) {
        let (width, length) = ((WIDTH - NUMBER) / self.seats, words.chars().count());
        let start = (NUMBER + column * width).min(WIDTH.saturating_sub(length)).max(NUMBER);
        let from = start.max(self.row.chars().count() + 2);
        if self.row.is_empty() || column < self.next || from + length > WIDTH {
            self.end_row();
            self.number += usize::from(self.next == 0 || column < self.next);
            self.row = format!("{:>2}", self.number);
            self.row = pad(&self.row, start);
        } else {
            self.row = pad(&self.row, from);
        }
        self.row.push_str(words);
        self.next = column + 1;
    }

    fn end_row(&mut self) {
        if !self.row.is_empty() {
            self.text.push_str(self.row.trim_end());
            self.text.push('\n');
        }
    }

    fn finish(mut self) -> String {
        self.end_row();
        self.text
    }
}

/// A text with spaces behind it.
fn pad(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}
