//! What came of a kyoku, and of the match.

use super::place::{Place, at_the_end};
use super::{WIDTH, change, in_turn, points, rule, tiles, wind};
use crate::model::{DrawKind, Limit, LogDraw, LogEnd, LogEvent, LogKyoku, LogPoints, LogResult, LogWin};
use crate::yaku::LogYaku;
use hyakuman_core::eval::{Full, Sanma, Tables};
use hyakuman_core::{KindSet, Seat, Tile};

/// The end of a kyoku and the scores after it.
pub(super) fn end(kyoku: &LogKyoku, names: &[String]) -> String {
    let places = at_the_end(kyoku);
    let won = |wins: &[LogWin]| wins.iter().map(|win| one_win(kyoku, win, &places)).collect::<String>();
    let mut text = match &kyoku.end {
        LogEnd::Wins(wins) => won(wins),
        LogEnd::Draw(draw) => won(&draw.wins) + &one_draw(kyoku, draw, &places, names),
        LogEnd::Unfinished => return "The log stops here.\n".to_owned(),
    };
    let after = scores_after(kyoku);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (seat, wind) in in_turn(kyoku) {
        let score = after[seat.index()];
        let line = format!(
            "  {wind:<6}{:<width$}  {:>8}  {}",
            names[seat.index()],
            points(score),
            change(score - kyoku.scores[seat.index()])
        );
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn one_win(kyoku: &LogKyoku, win: &LogWin, places: &[Place]) -> String {
    let who = wind(kyoku, win.winner);
    let how = match win.from == win.winner {
        true => "tsumo".to_owned(),
        false => format!("ron on {}", wind(kyoku, win.from)),
    };
    let pao = win.pao.map_or(String::new(), |seat| format!(", {} is liable (pao)", wind(kyoku, seat)));
    let mut place = places[win.winner.index()].clone();
    if let Some(tile) = win.tile.filter(|_| win.from == win.winner) {
        place.take(tile);
    }
    let mut text = format!("{who} wins by {how}: {}{pao}\n", value(win));
    text += &format!("  {}\n", place.text(win.tile));
    text + &yaku(kyoku, win)
}

/// `30 fu 4 han, 2,000-3,900 points`, `haneman (6 han), 12,000 points`, `yakuman, 32,000 points`.
fn value(win: &LogWin) -> String {
    let (han, fu) = (win.han.unwrap_or_default(), win.fu.unwrap_or_default());
    let limit = match win.limit {
        Some(Limit::Mangan) => "mangan",
        Some(Limit::Haneman) => "haneman",
        Some(Limit::Baiman) => "baiman",
        Some(Limit::Sanbaiman) => "sanbaiman",
        Some(Limit::Yakuman) if win.han.is_some() => "counted yakuman",
        Some(Limit::Yakuman) => "yakuman",
        Some(Limit::None) | None => "",
    };
    let head = match (limit, win.han) {
        ("", _) => format!("{fu} fu {han} han"),
        (limit, Some(han)) => format!("{limit} ({han} han)"),
        (limit, None) => limit.to_owned(),
    };
    let amount = match win.points {
        Some(LogPoints::Sum(sum)) => format!(", {} points", points(sum)),
        Some(LogPoints::Each(each)) => format!(", {} points from each", points(each)),
        Some(LogPoints::Split { child, dealer }) => format!(", {}-{} points", points(child), points(dealer)),
        None => String::new(),
    };
    head + &amount
}

/// The yaku with their han, as many lines as it takes.
fn yaku(kyoku: &LogKyoku, win: &LogWin) -> String {
    let counted = win.han.is_some();
    let mut words: Vec<String> = Vec::new();
    for (yaku, han) in &win.yaku {
        words.push(if counted { format!("{} {han}", name(*yaku)) } else { name(*yaku).to_owned() });
    }
    let ura = ura(kyoku, win.winner);
    if kyoku.events.contains(&LogEvent::RiichiAccepted(win.winner)) && !ura.is_empty() {
        words.push(format!("(ura indicators {})", tiles(ura)));
    }
    wrapped(&words, ", ")
}

/// The ura indicators under those that were open when a seat won.
fn ura(kyoku: &LogKyoku, winner: Seat) -> &[Tile] {
    let won = kyoku.events.iter().position(|event| *event == LogEvent::Win(winner));
    let after = &kyoku.events[won.unwrap_or(kyoku.events.len())..];
    let later = after.iter().filter(|event| matches!(event, LogEvent::NewDora(_))).count();
    let open = kyoku.indicators.len().saturating_sub(later);
    &kyoku.ura[..open.min(kyoku.ura.len())]
}

/// Pieces on lines that are not too long, indented.
pub(super) fn wrapped(pieces: &[String], between: &str) -> String {
    let mut lines = vec![String::from("  ")];
    for (i, piece) in pieces.iter().enumerate() {
        let last = lines.last_mut().expect("there is a line");
        let comma = if i + 1 < pieces.len() && !pieces[i + 1].starts_with('(') { between } else { " " };
        if last.chars().count() + piece.chars().count() + comma.len() > WIDTH {
            lines.push(format!("  {piece}{comma}"));
        } else {
            last.push_str(&format!("{piece}{comma}"));
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The name of a yaku, or of a sort of dora.
fn name(yaku: LogYaku) -> &'static str {
    match (yaku.yaku(), yaku) {
        (Some(yaku), _) => yaku.info().name,
        (None, LogYaku::DORA) => "Dora",
        (None, LogYaku::URA) => "Ura dora",
        (None, _) => "Red five",
    }
}

fn one_draw(kyoku: &LogKyoku, draw: &LogDraw, places: &[Place], names: &[String]) -> String {
    let what = match draw.kind {
        None => "Draw",
        Some(DrawKind::Exhaustive) => "Exhaustive draw",
        Some(DrawKind::Nagashi) => "Exhaustive draw with nagashi mangan",
        Some(DrawKind::Kyuushu) => "Abortive draw: nine terminals and honors (kyuushu kyuuhai)",
        Some(DrawKind::Suufon) => "Abortive draw: four winds (suufon renda)",
        Some(DrawKind::Suucha) => "Abortive draw: four riichi (suucha riichi)",
        Some(DrawKind::Suukan) => "Abortive draw: four kans (suukaikan)",
        Some(DrawKind::Sanchahou) => "Abortive draw: three rons (sanchahou)",
    };
    let shown = draw.shown.as_deref().unwrap_or_default();
    let mut text = format!("{what}\n");
    for (seat, wind) in in_turn(kyoku).filter(|(seat, _)| shown.contains(seat)) {
        let place = &places[seat.index()];
        let waits = waits(place, names.len());
        let waits = if waits.is_empty() { waits } else { format!("  waits {waits}") };
        text += &format!("  {wind:<6}{}{waits}\n", place.text(None));
    }
    text
}

/// What a hand waits for, if it is tenpai.
fn waits(place: &Place, seats: usize) -> String {
    let waits = match place.concealed() {
        Some(hand) if hand.kinds().is_empty() => KindSet::EMPTY,
        Some(hand) if seats == 3 => Tables::get().waits::<Sanma>(&hand, place.sets()),
        Some(hand) => Tables::get().waits::<Full>(&hand, place.sets()),
        None => KindSet::EMPTY,
    };
    waits.into_iter().map(|kind| kind.to_string()).collect::<Vec<_>>().join(" ")
}

/// The scores when the kyoku was settled. A log that does not tell the scores before a win has sticks of 1,000.
fn scores_after(kyoku: &LogKyoku) -> Vec<i32> {
    const STICK: i32 = 1_000;
    let mut scores = kyoku.scores.clone();
    for event in &kyoku.events {
        if let LogEvent::RiichiAccepted(seat) = event {
            scores[seat.index()] -= STICK;
        }
    }
    let mut add = |before: &Option<Vec<i32>>, deltas: &Option<Vec<i32>>| {
        scores = before.clone().unwrap_or_else(|| scores.clone());
        let deltas = deltas.iter().flatten();
        scores.iter_mut().zip(deltas).for_each(|(score, delta)| *score += delta);
    };
    match &kyoku.end {
        LogEnd::Wins(wins) => wins.iter().for_each(|win| add(&win.scores_before, &win.deltas)),
        LogEnd::Draw(draw) => add(&draw.scores_before, &draw.deltas),
        LogEnd::Unfinished => {}
    }
    scores
}

/// The final result, first place first; equal scores in the order of their points, then of their seats.
pub(super) fn result(result: &LogResult, names: &[String]) -> String {
    let tenths = |seat: Seat| result.tenths.as_ref().map(|tenths| tenths[seat.index()]);
    let mut seats: Vec<Seat> = Seat::all(names.len()).collect();
    seats.sort_by_key(|&seat| (-result.scores[seat.index()], -tenths(seat).unwrap_or_default()));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let mut text = rule("Result");
    for (place, &seat) in ["1st", "2nd", "3rd", "4th"].iter().zip(&seats) {
        let rank = tenths(seat).map_or(String::new(), |n| format!("{:>+8.1}", n as f64 / 10.0));
        let score = points(result.scores[seat.index()]);
        text += &format!("  {place}  {:<width$}  {score:>8}  {rank}\n", names[seat.index()]);
    }
    text
}
