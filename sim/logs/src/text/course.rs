//! The course of a kyoku: one row for each go-round, one column for each seat, the dealer's first.

use super::WIDTH;
use super::place::{name, sorted};
use super::story::{Chapter, Step, WINDS};
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{Kind, Meld, MeldKind, Seat, Tile};

/// Columns of the row's number, a space behind it included.
const NUMBER: usize = 4;

/// The rows.
pub(super) fn rows(chapter: &Chapter) -> String {
    let seats = chapter.scores.len();
    let mut rows = Rows { text: String::new(), row: String::new(), next: 0, number: 0, seats };
    for (seat, words) in Turns::of(chapter).0 {
        rows.add(seat.seen_from(chapter.dealer, seats).steps() as usize, &words.join(" "));
    }
    rows.finish()
}

/// Names above the columns.
pub(super) fn head(seats: usize) -> String {
    let winds = WINDS.into_iter().take(seats);
    let width = (WIDTH - NUMBER) / seats;
    let names: String = winds.map(|wind| format!("{wind:<width$}")).collect();
    format!("{:NUMBER$}{}\n", "", names.trim_end())
}

/// What each seat did from the moment it took a tile until another seat did: `3m→9p`, `chi 2s(34s)→1z riichi`.
struct Turns(Vec<(Seat, Vec<String>)>);

/// What has happened of a turn and has no word yet.
#[derive(Default)]
struct Open {
    drawn: Option<Tile>,
    declared: Option<&'static str>,
}

impl Turns {
    fn of(chapter: &Chapter) -> Turns {
        let (mut turns, mut open) = (Turns(Vec::new()), Open::default());
        for step in chapter.steps.iter().filter(|step| !matches!(step, Step::Handed { .. })) {
            let seat = step.seat().or(turns.0.last().map(|turn| turn.0)).unwrap_or(chapter.dealer);
            let begins = matches!(step, Step::Draw(..) | Step::Call(..) | Step::Act(..));
            if turns.0.last().is_none_or(|turn| begins && turn.0 != seat) {
                turns.settle(&mut open);
                turns.0.push((seat, Vec::new()));
            }
            if let Step::Draw(_, tile) = step {
                turns.settle(&mut open);
                open.drawn = Some(*tile);
            } else if let Some((_, words)) = turns.0.last_mut() {
                add(words, step, &mut open);
            }
        }
        turns.settle(&mut open);
        turns
    }

    /// A tile that was drawn and of which nothing more is said: the last of the kyoku.
    fn settle(&mut self, open: &mut Open) {
        let Open { drawn, declared } = std::mem::take(open);
        if let Some((_, words)) = self.0.last_mut() {
            words.extend(drawn.map(|tile| tile.to_string()));
            words.extend(declared.map(str::to_owned));
        }
    }
}

/// Adds what happened to the words of a turn.
fn add(words: &mut Vec<String>, step: &Step, open: &mut Open) {
    let drawn = &mut open.drawn;
    let mut before = || drawn.take().map(|tile| tile.to_string());
    match step {
        Step::Discard { tile, tsumogiri: true, .. } => {
            drawn.take();
            discard(words, format!("{tile}→"), open.declared.take());
        }
        Step::Discard { tile, .. } => {
            let text = format!("{}→{tile}", before().unwrap_or_default());
            discard(words, text, open.declared.take());
        }
        Step::Declare(_, word) => open.declared = Some(word),
        Step::Call(_, meld) => {
            words.extend(before());
            words.push(call(meld));
        }
        Step::Kakan(_, tile) => {
            words.extend(before());
            words.push(format!("kakan {tile}"));
        }
        Step::Aside(_, tile) => {
            words.extend(before());
            words.push(if tile.kind() == Kind::NORTH { "nuki".into() } else { format!("nuki {tile}") });
        }
        Step::Act(_, word) => {
            words.extend(before());
            words.push(word.clone());
        }
        Step::Note(word) => words.push(word.clone()),
        Step::Draw(..) | Step::Handed { .. } | Step::KanUndone(..) => {}
    }
}

/// Adds a discard; what is declared with it goes behind it, and what a call took stays with it.
fn discard(words: &mut Vec<String>, text: String, declared: Option<&str>) {
    match words.last_mut().filter(|word| text.starts_with('→') && word.ends_with(')')) {
        Some(call) => call.push_str(&text),
        None => words.push(text),
    }
    words.extend(declared.map(str::to_owned));
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
