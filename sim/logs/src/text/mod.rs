//! A match as text for people: per kyoku the hands, the course go-round by go-round, and what came of it.
//!
//! ```text
//! write: caption, then for each kyoku   head and hands, the course (course), the end (ending), the final result
//! place: what lies before a seat, for the hands at the end
//! ```

mod course;
mod ending;
mod place;

use crate::model::{Caption, LogEvent, LogKyoku, LogMatch};
use hyakuman_core::{Seat, Tile};

/// Columns of the page.
const WIDTH: usize = 100;

/// The longest name that is written in full.
const NAME: usize = 40;

const LEGEND: &str = "\
3m→9p draws 3m, discards 9p    9p→ discards the 9p just drawn    chi 2s(34s)→1z calls 2s with 34s
riichi behind the discard that declares it    [4p] opens the dora indicator 4p    0m 0p 0s red fives
1z 2z 3z 4z east to north, 5z 6z 7z white, green, red
";

/// Where tiles are passed on, or a kyoku goes on after a win.
const MORE: &str = "ron, 4p tsumo: a win, after which the others may play on\n";

/// The match, at most 100 columns wide. A player without a name has the number of his seat only.
pub fn write(log: &LogMatch, caption: &Caption) -> String {
    let names = names(log, caption);
    let mut page = String::new();
    if !caption.title.is_empty() {
        page += &format!("{}\n\n", caption.title);
    }
    page += LEGEND;
    let more = |event: &LogEvent| matches!(event, LogEvent::Handed { .. } | LogEvent::Win(_));
    if log.kyoku.iter().flat_map(|kyoku| &kyoku.events).any(more) {
        page += MORE;
    }
    for kyoku in &log.kyoku {
        page += &format!("\n{}", one_kyoku(kyoku, &names));
    }
    if let Some(result) = &log.result {
        page += &format!("\n{}", ending::result(result, &names));
    }
    page
}

/// What the players are called: name and seat.
fn names(log: &LogMatch, caption: &Caption) -> Vec<String> {
    let name = |seat: usize| match caption.names.get(seat) {
        Some(name) if name.chars().count() > NAME => {
            format!("{}… (seat {seat})", name.chars().take(NAME - 1).collect::<String>())
        }
        Some(name) if !name.is_empty() => format!("{name} (seat {seat})"),
        _ => format!("seat {seat}"),
    };
    (0..log.rules.seats).map(name).collect()
}

fn one_kyoku(kyoku: &LogKyoku, names: &[String]) -> String {
    let mut text = rule(&heading(kyoku));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (seat, wind) in in_turn(kyoku) {
        let (name, score) = (&names[seat.index()], points(kyoku.scores[seat.index()]));
        let hand = place::sorted(&kyoku.hands[seat.index()]);
        text += &format!("{wind:<6}{name:<width$}  {score:>8}  {hand}\n");
    }
    text + &exchange(kyoku)
        + "\n"
        + &course::head(kyoku.hands.len())
        + &course::rows(kyoku)
        + "\n"
        + &ending::end(kyoku, names)
}

/// What was passed on before the first draw: `East 19m3z to South, …`.
fn exchange(kyoku: &LogKyoku) -> String {
    let mut pieces = Vec::new();
    for (giver, name) in in_turn(kyoku) {
        let given = kyoku.events.iter().filter_map(|event| match *event {
            LogEvent::Handed { from, to, tile } if from == giver => Some((to, tile)),
            _ => None,
        });
        let (to, tiles): (Vec<Seat>, Vec<Tile>) = given.unzip();
        pieces
            .extend(to.first().map(|&to| format!("{name} {} to {}", place::sorted(&tiles), wind(kyoku, to))));
    }
    if pieces.is_empty() { String::new() } else { format!("Exchange\n{}", ending::wrapped(&pieces, ", ")) }
}

/// `East 1, honba 2, 1 riichi stick, dora indicator 4p`: the indicators that are open from the start.
fn heading(kyoku: &LogKyoku) -> String {
    let wind = WINDS[kyoku.name.wind as usize % 4];
    let sticks = match kyoku.kyotaku {
        1 => "1 riichi stick".to_owned(),
        n => format!("{n} riichi sticks"),
    };
    let opened = kyoku.events.iter().filter(|event| matches!(event, LogEvent::NewDora(_)));
    let dealt = kyoku.indicators.len().saturating_sub(opened.count());
    let dora = match tiles(&kyoku.indicators[..dealt]) {
        text if text.is_empty() => text,
        text => format!(", dora indicator {text}"),
    };
    format!("{wind} {}, honba {}, {sticks}{dora}", kyoku.name.number + 1, kyoku.name.honba)
}

/// Names of the winds.
const WINDS: [&str; 4] = ["East", "South", "West", "North"];

/// The seats from the dealer on, with their winds.
fn in_turn(kyoku: &LogKyoku) -> impl Iterator<Item = (Seat, &'static str)> {
    let (dealer, seats) = (kyoku.dealer, kyoku.hands.len());
    (0..seats as u8).map(move |steps| (dealer.after(steps, seats), WINDS[steps as usize]))
}

/// The wind of a seat.
fn wind(kyoku: &LogKyoku, seat: Seat) -> &'static str {
    WINDS[seat.seen_from(kyoku.dealer, kyoku.hands.len()).steps() as usize]
}

/// A line with a heading in it.
fn rule(heading: &str) -> String {
    let rest = WIDTH.saturating_sub(heading.chars().count() + 4);
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

    #[test]
    fn points_have_commas() {
        let rows = [(0, "0"), (900, "900"), (1_000, "1,000"), (-12_300, "-12,300"), (1_234_500, "1,234,500")];
        for (number, text) in rows {
            assert_eq!(points(number), text);
        }
        assert_eq!((change(0), change(300), change(-300)), ("".into(), "+300".into(), "-300".into()));
    }
}
