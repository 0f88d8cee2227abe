//! A match as text for people: per kyoku the hands, the course turn by turn, and the result.
//!
//! ```text
//! transcript: a match of any game in the form that is written
//! page: caption, then for each kyoku   head and hands, the course (course), the end (ending), the final result
//! place: the tiles of a seat, for the hands at the end
//! toppan: a game without discards, with its own layout
//! log: converts a log of riichi mahjong;  transcribe: follows a match of any other game
//! ```
//!
//! To be written as text, a family implements [`Transcribe`] in a file like that of [`yangzhou`](self).

mod course;
mod ending;
mod log;
mod place;
mod toppan;
mod toutenkou;
mod transcribe;
mod transcript;
mod yangzhou;

pub(crate) use toppan::toppan_page;
pub use transcribe::Transcribe;
pub(crate) use transcribe::Transcriber;
pub use transcript::{End, KyokuTranscript, Transcript, Victory};

use crate::logs::model::{Caption, LogMatch};
use crate::show::Change;
use hyakuman_core::excerpt::escaped;
use hyakuman_core::{Seat, Tile};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Width of the text in columns.
const WIDTH: usize = 100;

/// Width of the longest name that is not shortened.
const NAME: usize = 40;

/// A log as text, at most 100 columns wide. A player without a name is shown by seat number only.
pub fn write(log: &LogMatch, caption: &Caption) -> String {
    page(&log::transcript(log), caption)
}

/// A transcript as text, at most 100 columns wide. A player without a name is shown by seat number only.
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

/// The title line, if any; escaped because it comes from outside.
fn title(caption: &Caption) -> String {
    if caption.title.is_empty() { String::new() } else { escaped(&caption.title) + "\n\n" }
}

/// The players' names and seats. Names are escaped because they come from outside.
fn names(seats: usize, caption: &Caption) -> Vec<String> {
    let name = |seat: usize| match caption.names.get(seat) {
        Some(name) if !name.is_empty() => format!("{} (seat {seat})", shortened(escaped(name))),
        _ => format!("seat {seat}"),
    };
    (0..seats).map(name).collect()
}

/// A name cut to at most 40 columns.
fn shortened(name: String) -> String {
    match cut(&name, NAME - 1) {
        Some(end) if columns(&name) > NAME => format!("{}…", &name[..end]),
        _ => name,
    }
}

/// Where to cut a text that is wider than `width` columns: after at least one character.
fn cut(text: &str, width: usize) -> Option<usize> {
    let mut used = 0;
    text.char_indices().find_map(|(at, c)| {
        used += c.width().unwrap_or_default();
        (used > width && at > 0).then_some(at)
    })
}

/// The width of a text in columns: two for each full-width character.
fn columns(text: &str) -> usize {
    text.width()
}

/// A text padded with spaces to this width.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// The width of the widest text.
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

/// The tiles passed before the first draw: `East 19m3z to South, …`.
fn exchange(kyoku_transcript: &KyokuTranscript) -> String {
    let mut pieces = Vec::new();
    for (giver, wind) in kyoku_transcript.in_turn() {
        let given = kyoku_transcript.steps.iter().filter_map(|step| match *step {
            Change::Handed { from, to, tile } if from == giver => Some((to, tile)),
            _ => None,
        });
        let (to, tiles): (Vec<Seat>, Vec<Tile>) = given.unzip();
        let piece = |&to: &Seat| format!("{wind} {} to {}", place::sorted(&tiles), kyoku_transcript.wind(to));
        pieces.extend(to.first().map(piece));
    }
    if pieces.is_empty() { String::new() } else { format!("Exchange\n{}", ending::wrapped(&pieces, ", ")) }
}

/// A separator line with a heading.
fn rule(heading: &str) -> String {
    let rest = WIDTH.saturating_sub(columns(heading) + 4);
    format!("── {heading} {}\n", "─".repeat(rest))
}

/// Tiles separated by spaces: `4p 0s`.
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

/// A change of points: `+8,000`, `-1,300`; empty for 0.
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

    /// Titles and names come from files: they are escaped.
    #[test]
    fn names_and_titles_are_escaped() {
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
