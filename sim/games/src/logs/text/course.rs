//! The course of a kyoku: one row per turn of the table, one column per seat, the dealer's first.

use super::place::sorted;
use super::transcript::{KyokuTranscript, WINDS};
use super::{WIDTH, columns, cut, padded};
use crate::show::Change;
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{Kind, Meld, MeldKind, Seat, Tile};

/// Columns of the row number, including a space after it.
const NUMBER: usize = 4;

/// Minimum number of empty columns between two seats.
const GAP: usize = 2;

pub(super) fn rows(kyoku_transcript: &KyokuTranscript) -> String {
    let seats = kyoku_transcript.scores.len();
    let mut rows = Rows { text: String::new(), cells: Vec::new(), number: 0, seats };
    for (seat, words) in Turns::of(kyoku_transcript).0 {
        rows.add(seat.seen_from(kyoku_transcript.dealer, seats).steps() as usize, &words);
    }
    rows.finish()
}

/// The names above the columns.
pub(super) fn head(seats: usize) -> String {
    let winds = WINDS.into_iter().take(seats);
    let names: String = winds.map(|wind| padded(wind, column_width(seats))).collect();
    format!("{:NUMBER$}{}\n", "", names.trim_end())
}

/// What each seat did from taking a tile until another seat took one: `3m→9p`, `chi 2s(34s)→1z riichi`.
struct Turns(Vec<(Seat, Vec<String>)>);

impl Turns {
    fn of(kyoku_transcript: &KyokuTranscript) -> Turns {
        let (mut turns, mut drawn) = (Turns(Vec::new()), None);
        for step in kyoku_transcript.steps.iter().filter(|step| !matches!(step, Change::Handed { .. })) {
            let seat = step.seat().or(turns.0.last().map(|turn| turn.0)).unwrap_or(kyoku_transcript.dealer);
            let begins = matches!(step, Change::Draw(..) | Change::Call(..) | Change::Win { .. });
            if turns.0.last().is_none_or(|turn| begins && turn.0 != seat) {
                turns.settle(&mut drawn);
                turns.0.push((seat, Vec::new()));
            }
            if let Change::Draw(_, tile) = step {
                turns.settle(&mut drawn);
                drawn = Some(*tile);
            } else if let Some((_, words)) = turns.0.last_mut() {
                add(words, step, &mut drawn);
            }
        }
        turns.settle(&mut drawn);
        turns
    }

    /// Writes the last tile drawn in the kyoku, which no action followed.
    fn settle(&mut self, drawn: &mut Option<Tile>) {
        if let Some((_, words)) = self.0.last_mut() {
            words.extend(drawn.take().map(|tile| tile.to_string()));
        }
    }
}

/// Adds a step to the words of a turn; `drawn` is a tile that has not been written yet.
fn add(words: &mut Vec<String>, step: &Change, drawn: &mut Option<Tile>) {
    let mut before = || drawn.take().map(|tile| tile.to_string());
    let act = match step {
        Change::Discard { tile, tsumogiri, riichi, .. } => {
            let text = match (before(), tsumogiri) {
                (_, true) => format!("{tile}→"),
                (drawn, false) => format!("{}→{tile}", drawn.unwrap_or_default()),
            };
            return discard(words, text, *riichi);
        }
        Change::Dora(tile) => return words.push(format!("[{tile}]")),
        Change::Call(_, meld) => call(meld),
        Change::Kakan(_, tile) => format!("kakan {tile}"),
        Change::Nuki(_, tile) if tile.kind() == Kind::NORTH => "nuki".into(),
        Change::Nuki(_, tile) => format!("nuki {tile}"),
        Change::Win { .. } => "wins".to_owned(),
        _ => return,
    };
    words.extend(before());
    words.push(act);
}

/// Adds a discard; a declaration follows it, and a call's tiles stay attached to it.
fn discard(words: &mut Vec<String>, text: String, riichi: bool) {
    match words.last_mut().filter(|word| text.starts_with('→') && word.ends_with(')')) {
        Some(call) => call.push_str(&text),
        None => words.push(text),
    }
    words.extend(riichi.then(|| "riichi".to_owned()));
}

fn call(meld: &Meld) -> String {
    let name = meld.kind().name();
    match meld.kind() {
        MeldKind::Ankan => format!("{name} {}", sorted(meld.tiles())),
        _ => format!("{name} {}({})", meld.tiles()[0], format_tiles(&meld.tiles()[1..])),
    }
}

/// Rows being filled. A cell that is wider than its column continues below, in the same column.
struct Rows {
    text: String,
    /// The current row: the lines of each cell.
    cells: Vec<Vec<String>>,
    number: usize,
    seats: usize,
}

impl Rows {
    fn add(&mut self, column: usize, words: &[String]) {
        if column < self.cells.len() {
            self.end_row();
        }
        self.cells.resize(column, Vec::new());
        self.cells.push(lines(words, column_width(self.seats) - GAP));
    }

    fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        self.number += usize::from(height > 0);
        for line in 0..height {
            let number = if line == 0 { format!("{:>2}", self.number) } else { String::new() };
            let cell = |cell: &Vec<String>| {
                padded(cell.get(line).map_or("", String::as_str), column_width(self.seats))
            };
            let row = padded(&number, NUMBER) + &cells.iter().map(cell).collect::<String>();
            self.text.push_str(row.trim_end());
            self.text.push('\n');
        }
    }

    fn finish(mut self) -> String {
        self.end_row();
        self.text
    }
}

/// Width of a seat's column, including the gap to the next one.
fn column_width(seats: usize) -> usize {
    (WIDTH - NUMBER) / seats
}

/// Words on lines of at most `width` columns. A word wider than a line is broken.
fn lines(words: &[String], width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(word);
        } else if columns(last) + 1 + columns(word) <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.clone());
        }
        while let Some(end) = lines.last().and_then(|last| cut(last, width)) {
            let rest = lines.last_mut().expect("there is a line").split_off(end);
            lines.push(rest);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::text::transcript::End;
    use hyakuman_core::RelSeat;
    use hyakuman_core::notation::parse_tiles;

    /// The rows of a four-player kyoku with these steps.
    fn course(steps: Vec<Change>) -> Vec<String> {
        let kyoku_transcript = KyokuTranscript {
            heading: String::new(),
            dealer: Seat::new(0),
            scores: vec![0; 4],
            hands: vec![Vec::new(); 4],
            steps,
            end: End::Unfinished,
            after: vec![0; 4],
        };
        rows(&kyoku_transcript).lines().map(str::to_owned).collect()
    }

    fn tile(text: &str) -> Tile {
        parse_tiles(text).expect("a tile")[0]
    }

    fn tsumogiri(seat: u8, text: &str) -> [Change; 2] {
        let (seat, tile) = (Seat::new(seat), tile(text));
        [Change::Draw(seat, tile), Change::Discard { seat, tile, tsumogiri: true, riichi: false }]
    }

    /// A long kan of seat 1 is wider than its column; seat 2 stays in its own column.
    #[test]
    fn a_long_cell_stays_in_its_column() {
        let (south, five) = (Seat::new(1), tile("5p"));
        let kan = Meld::daiminkan(five, [five, five, tile("0p")], RelSeat::new(3));
        let discard = Change::Discard { seat: south, tile: tile("1z"), tsumogiri: false, riichi: false };
        let note = Change::Dora(tile("4p"));
        let kan = [Change::Call(south, kan), Change::Draw(south, tile("2m")), note, discard];
        let steps = [&tsumogiri(0, "5p")[..], &kan, &tsumogiri(2, "9s"), &tsumogiri(3, "9m")].concat();
        let rows = course(steps);
        let wanted = [
            " 1  5p→                     daiminkan 5p(550p)      9s→                     9m→",
            "                            [4p] 2m→1z",
        ];
        assert_eq!(rows, wanted);
    }

    /// Characters that are two columns wide count as two, and a word without spaces is broken.
    #[test]
    fn wide_characters_count_as_two_columns() {
        assert_eq!(lines(&["百万".repeat(8)], 22), ["百万百万百万百万百万百", "万百万百万"]);
        assert_eq!(lines(&["百".to_owned()], 1), ["百"], "a line has one character at least");
    }
}
