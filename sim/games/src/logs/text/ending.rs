//! The result of a kyoku and of the match.

use super::place::{at_the_end, tiles, winning_tiles};
use super::transcript::{End, KyokuTranscript, Transcript, Victory};
use super::{WIDTH, change, columns, padded, points, rule, widest};
use crate::logs::model::LogResult;
use crate::show::Board;
use crate::show::board::hand_of;
use hyakuman_core::{KindSet, Seat};

/// The end of a kyoku and the scores after it.
pub(super) fn end(transcript: &Transcript, kyoku_transcript: &KyokuTranscript, names: &[String]) -> String {
    let board = at_the_end(kyoku_transcript);
    let won =
        |wins: &[Victory]| wins.iter().map(|win| one_win(kyoku_transcript, win, &board)).collect::<String>();
    let mut text = match &kyoku_transcript.end {
        End::Wins(wins) => won(wins),
        End::Draw { wins, what, shown } => {
            won(wins) + &format!("{what}\n") + &hands(transcript, kyoku_transcript, shown, &board)
        }
        End::Unfinished => return "The log stops here.\n".to_owned(),
    };
    let width = widest(names);
    for (seat, wind) in kyoku_transcript.in_turn() {
        let score = kyoku_transcript.after[seat.index()];
        let line = format!(
            "  {wind:<6}{}  {:>8}  {}",
            padded(&names[seat.index()], width),
            points(score),
            change(score - kyoku_transcript.scores[seat.index()])
        );
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn one_win(kyoku_transcript: &KyokuTranscript, win: &Victory, board: &Board) -> String {
    let how = match win.from {
        None => "tsumo".to_owned(),
        Some(from) => format!("ron on {}", kyoku_transcript.wind(from)),
    };
    let mut text = format!("{} wins by {how}: {}\n", kyoku_transcript.wind(win.winner), win.value);
    let seat = &board.seats[win.winner.index()];
    text += &format!("  {}\n", winning_tiles(seat, win.tile, win.from.is_none()));
    text + &wrapped(&win.yaku, ", ")
}

/// Pieces on indented lines of limited width.
pub(super) fn wrapped(pieces: &[String], between: &str) -> String {
    let mut lines = vec![String::from("  ")];
    for (i, piece) in pieces.iter().enumerate() {
        let last = lines.last_mut().expect("there is a line");
        let comma = if i + 1 < pieces.len() && !pieces[i + 1].starts_with('(') { between } else { " " };
        if columns(last) + columns(piece) + comma.len() > WIDTH {
            lines.push(format!("  {piece}{comma}"));
        } else {
            last.push_str(&format!("{piece}{comma}"));
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The hands that are shown, with their waits.
fn hands(
    transcript: &Transcript,
    kyoku_transcript: &KyokuTranscript,
    shown: &[Seat],
    board: &Board,
) -> String {
    let (mut text, kernels) = (String::new(), transcript.kernels);
    for (seat, wind) in kyoku_transcript.in_turn().filter(|(seat, _)| shown.contains(seat)) {
        let seat = &board.seats[seat.index()];
        let waits = match hand_of(seat.tiles()).filter(|hand| !hand.kinds().is_empty()) {
            Some(hand) if (kernels.shanten)(&hand, seat.melds.len() as u8) == 0 => {
                (kernels.waits)(&hand, seat.melds.len() as u8)
            }
            _ => KindSet::EMPTY,
        };
        let waits: Vec<String> = waits.into_iter().map(|kind| kind.to_string()).collect();
        let waits = if waits.is_empty() { String::new() } else { format!("  waits {}", waits.join(" ")) };
        text += &format!("  {wind:<6}{}{waits}\n", tiles(seat));
    }
    text
}

/// The final result, in order of placement; equal scores in order of rank points, then of seats.
pub(super) fn result(result: &LogResult, names: &[String]) -> String {
    let rank = |seat: Seat| result.thousandths.as_ref().map(|rank| rank[seat.index()]);
    let mut seats: Vec<Seat> = Seat::all(names.len()).collect();
    seats.sort_by_key(|&seat| (-result.scores[seat.index()], -rank(seat).unwrap_or_default()));
    let width = widest(names);
    let mut text = rule("Result");
    for (place, &seat) in ["1st", "2nd", "3rd", "4th"].iter().zip(&seats) {
        let rank = rank(seat).map_or(String::new(), |n| format!("{:>+8.1}", f64::from(n) / 1_000.0));
        let score = points(result.scores[seat.index()]);
        text += &format!("  {place}  {}  {score:>8}  {rank}\n", padded(&names[seat.index()], width));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_points_are_rounded() {
        let thousandths = Some(vec![45_000, 12_390, -50, -57_340]);
        let result = LogResult { scores: vec![40_000, 30_000, 20_000, 10_000], thousandths };
        let text = super::result(&result, &["A", "B", "C", "D"].map(str::to_owned));
        let shown: Vec<&str> =
            text.lines().filter_map(|line| line.split("00  ").nth(1)).map(str::trim).collect();
        assert_eq!(shown, ["+45.0", "+12.4", "-0.1", "-57.3"], "{text}");
    }
}
