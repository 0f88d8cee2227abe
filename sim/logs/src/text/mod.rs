//! A match as text for people: per kyoku the hands, the course go-round by go-round, and what came of it.
//!
//! ```text
//! story: a match as it is to be read, whatever the game
//! page: caption, then for each kyoku   head and hands, the course (course), the end (ending), the final result
//! place: what lies before a seat, for the hands at the end
//! toppan: a game without discards, on a page of its own
//! log: a log of riichi mahjong as a story;  tell: a match of any other game, played again, as one
//! ```
//!
//! A family that is to be read implements [`Transcribe`] in a file beside [`yangzhou`](self), and the page follows.

mod course;
mod ending;
mod log;
mod place;
mod toppan;
mod toutenkou;
mod transcribe;
mod transcript;
mod yangzhou;

pub use toppan::toppan_page;
pub use transcribe::{Transcribe, Won, transcribe};
pub use transcript::{End, KyokuTranscript, Step, Transcript, Victory};

use crate::model::{Caption, LogMatch};
use hyakuman_core::excerpt::escaped;
use hyakuman_core::{Seat, Tile};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of the page.
const WIDTH: usize = 100;

/// Columns of the widest name that is written in full.
const NAME: usize = 40;

/// A log, at most 100 columns wide. A player without a name has the number of his seat only.
pub fn write(log: &LogMatch, caption: &Caption) -> String {
    page(&log::transcript(log), caption)
}

/// A match, at most 100 columns wide. A player without a name has the number of his seat only.
pub fn page(transcript: &Transcript, caption: &Caption) -> String {
    let names = names(transcript.seats, caption);
    let mut page = title(caption) + transcript.legend;
    for kyoku_transcript in &transcript.kyoku {
        page += &format!("\n{}", one_kyoku(transcript, kyoku_transcript, &names));
    }
    if let Some(result) = &transcript.result {
        page += &format!("\n{}", ending::result(result, &names));
    }
    page
}

/// What stands above the legend, if anything: data from outside, so what does not print is escaped.
fn title(caption: &Caption) -> String {
    if caption.title.is_empty() { String::new() } else { escaped(&caption.title) + "\n\n" }
}

/// What the players are called: name and seat. A name is data from outside, so what does not print is escaped.
fn names(seats: usize, caption: &Caption) -> Vec<String> {
    let name = |seat: usize| match caption.names.get(seat) {
        Some(name) if !name.is_empty() => format!("{} (seat {seat})", shortened(escaped(name))),
        _ => format!("seat {seat}"),
    };
    (0..seats).map(name).collect()
}

/// A name of at most 40 columns, one that is wider with its end cut off.
fn shortened(name: String) -> String {
    match cut(&name, NAME - 1) {
        Some(end) if columns(&name) > NAME => format!("{}…", &name[..end]),
        _ => name,
    }
}

/// Where a text that is wider than so many columns has to be cut: behind one character at least.
fn cut(text: &str, width: usize) -> Option<usize> {
    let mut used = 0;
    text.char_indices().find_map(|(at, c)| {
        used += c.width().unwrap_or_default();
        (used > width && at > 0).then_some(at)
    })
}

/// How many columns of the page a text takes: two for each full-width character.
fn columns(text: &str) -> usize {
    text.width()
}

/// A text with spaces behind it, so that it takes so many columns.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// How many columns the widest of these texts takes.
fn widest(texts: &[String]) -> usize {
    texts.iter().map(|text| columns(text)).max().unwrap_or_default()
}

fn one_kyoku(transcript: &Transcript, kyoku_transcript: &KyokuTranscript, names: &[String]) -> String {
    let mut text = rule(&kyoku_transcript.heading);
    let width = widest(names);
    for (seat, wind) in kyoku_transcript.in_turn() {
        let (name, score) =
            (padded(&names[seat.index()], width), points(kyoku_transcript.scores[seat.index()]));
        let hand = place::sorted(&kyoku_transcript.hands[seat.index()]);
        text += &format!("{wind:<6}{name}  {score:>8}  {hand}\n");
    }
    let course = course::head(transcript.seats) + &course::rows(kyoku_transcript);
    text + &exchange(kyoku_transcript)
        + "\n"
        + &course
        + "\n"
        + &ending::end(transcript, kyoku_transcript, names)
}

/// What was passed on before the first draw: `East 19m3z to South, …`.
fn exchange(kyoku_transcript: &KyokuTranscript) -> String {
    let mut pieces = Vec::new();
    for (giver, wind) in kyoku_transcript.in_turn() {
        let given = kyoku_transcript.steps.iter().filter_map(|step| match *step {
            Step::Handed { from, to, tile } if from == giver => Some((to, tile)),
            _ => None,
        });
        let (to, tiles): (Vec<Seat>, Vec<Tile>) = given.unzip();
        let piece = |&to: &Seat| format!("{wind} {} to {}", place::sorted(&tiles), kyoku_transcript.wind(to));
        pieces.extend(to.first().map(piece));
    }
    if pieces.is_empty() { String::new() } else { format!("Exchange\n{}", ending::wrapped(&pieces, ", ")) }
}

/// A line with a heading in it.
fn rule(heading: &str) -> String {
    let rest = WIDTH.saturating_sub(columns(heading) + 4);
    format!("── {heading} {}\n", "─".repeat(rest))
}

/// Tiles one by one: `4p 0s`.
fn tiles(tiles: &[Tile]) -> String {
    tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
}

/// `25,000`, `-1,200`.
fn points(points: i32) -> String {
    let digits = points.unsigned_abs().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if points < 0 { format!("-{text}") } else { text }
}

/// A change of points: `+8,000`, `-1,300`; nothing for none.
fn change(change: i32) -> String {
    match change {
        0 => String::new(),
        1.. => format!("+{}", points(change)),
        _ => points(change),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption(title: &str, names: [&str; 3]) -> Caption {
        Caption { title: title.to_owned(), names: names.map(str::to_owned).to_vec() }
    }

    /// Titles and names come from files: nothing of them steers the terminal.
    #[test]
    fn names_and_titles_print() {
        let caption = caption("Match 1 of a\u{1b}]0;x\u{7}", ["a\u{1b}[31m", "b\nc", "d"]);
        assert_eq!(title(&caption), "Match 1 of a\\u{1b}]0;x\\u{7}\n\n");
        assert_eq!(names(3, &caption), ["a\\u{1b}[31m (seat 0)", "b\\nc (seat 1)", "d (seat 2)"]);
    }

    #[test]
    fn full_width_names_are_padded_and_cut_by_columns() {
        let names = names(3, &caption("", [&"百".repeat(20), &"百".repeat(21), "万"]));
        assert_eq!(names[0], format!("{} (seat 0)", "百".repeat(20)));
        assert_eq!(names[1], format!("{}… (seat 1)", "百".repeat(19)));
        let width = widest(&names);
        assert!(names.iter().all(|name| columns(&padded(name, width)) == 49), "{names:?}");
    }

    #[test]
    fn points_have_commas() {
        let rows = [(0, "0"), (900, "900"), (1_000, "1,000"), (-12_300, "-12,300"), (1_234_500, "1,234,500")];
        for (number, text) in rows {
            assert_eq!(points(number), text);
        }
        assert_eq!((change(0), change(300), change(-300)), ("".into(), "+300".into(), "-300".into()));
    }
}
