//! Converts a log of riichi mahjong to a transcript: names of values, yaku and draws.

use super::transcribe::kernels;
use super::transcript::{End, KyokuTranscript, Transcript, Victory, WINDS};
use super::{points, tiles};
use crate::logs::model::{DrawKind, Limit, LogEnd, LogKyoku, LogMatch, LogPoints, LogWin};
use crate::logs::yaku::LogYaku;
use crate::show::Change;
use hyakuman_core::{Seat, Tile};
use hyakuman_riichi::Riichi;

const LEGEND: &str = "\
3m→9p draws 3m, discards 9p    9p→ discards the 9p just drawn    chi 2s(34s)→1z calls 2s with 34s
riichi behind the discard that declares it    [4p] opens the dora indicator 4p    0m 0p 0s red fives
1z 2z 3z 4z east to north, 5z 6z 7z white, green, red
";

pub(super) fn transcript(log: &LogMatch) -> Transcript {
    let seats = log.rules.seats;
    Transcript {
        legend: LEGEND,
        seats,
        kyoku: log.kyoku.iter().map(|kyoku| kyoku_transcript(kyoku, log.rules.riichi_stick)).collect(),
        result: log.result.clone(),
        kernels: match seats {
            3 => kernels::<Riichi<3>>(),
            _ => kernels::<Riichi<4>>(),
        },
    }
}

fn kyoku_transcript(kyoku: &LogKyoku, stick: i32) -> KyokuTranscript {
    let mut kyoku_transcript = KyokuTranscript {
        heading: heading(kyoku),
        dealer: kyoku.dealer,
        scores: kyoku.scores.clone(),
        hands: kyoku.hands.clone(),
        steps: kyoku.events.clone(),
        end: End::Unfinished,
        after: scores_after(kyoku, stick),
    };
    let won = |wins: &[LogWin]| wins.iter().map(|win| victory(kyoku, &kyoku_transcript, win)).collect();
    kyoku_transcript.end = match &kyoku.end {
        LogEnd::Wins(wins) => End::Wins(won(wins)),
        LogEnd::Draw(draw) => End::Draw {
            wins: won(&draw.wins),
            what: draw.kind.map_or("Draw", DrawKind::name),
            shown: draw.shown.clone().unwrap_or_default(),
        },
        LogEnd::Unfinished => End::Unfinished,
    };
    kyoku_transcript
}

/// `East 1, honba 2, 1 riichi stick, dora indicator 4p`, with the initial indicators.
fn heading(kyoku: &LogKyoku) -> String {
    let wind = WINDS[kyoku.name.wind as usize % 4];
    let sticks = match kyoku.kyotaku {
        1 => "1 riichi stick".to_owned(),
        n => format!("{n} riichi sticks"),
    };
    let opened = kyoku.events.iter().filter(|event| matches!(event, Change::Dora(_)));
    let dealt = kyoku.indicators.len().saturating_sub(opened.count());
    let dora = match tiles(&kyoku.indicators[..dealt]) {
        text if text.is_empty() => text,
        text => format!(", dora indicator {text}"),
    };
    format!("{wind} {}, honba {}, {sticks}{dora}", kyoku.name.number + 1, kyoku.name.honba)
}

fn victory(kyoku: &LogKyoku, kyoku_transcript: &KyokuTranscript, win: &LogWin) -> Victory {
    let liable = |seat: Seat| format!(", {} is liable (pao)", kyoku_transcript.wind(seat));
    Victory {
        winner: win.winner,
        from: (win.from != win.winner).then_some(win.from),
        tile: win.tile,
        value: value(win) + &win.pao.map_or(String::new(), liable),
        yaku: yaku(kyoku, win),
    }
}

/// `4 han 30 fu, 2,000-3,900 points`, `haneman (6 han), 12,000 points`, `yakuman, 32,000 points`.
fn value(win: &LogWin) -> String {
    let (han, fu) = (win.han.unwrap_or_default(), win.fu.unwrap_or_default());
    let limit = match win.limit {
        Some(Limit::None) | None => "",
        Some(Limit::Yakuman) if win.han.is_some() => "counted yakuman",
        Some(limit) => limit.name(),
    };
    let head = match (limit, win.han) {
        ("", _) => format!("{han} han {fu} fu"),
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

/// The yaku with their han.
fn yaku(kyoku: &LogKyoku, win: &LogWin) -> Vec<String> {
    let counted = win.han.is_some();
    let mut words: Vec<String> = Vec::new();
    for (yaku, han) in &win.yaku {
        words.push(if counted { format!("{} {han}", name(*yaku)) } else { name(*yaku).to_owned() });
    }
    for yaku in &win.own_yaku {
        words.push(if counted { format!("{} {}", yaku.name, yaku.han) } else { yaku.name.to_string() });
    }
    let ura = ura(kyoku, win.winner);
    if kyoku.events.contains(&Change::Stick(win.winner)) && !ura.is_empty() {
        words.push(format!("(ura indicators {})", tiles(ura)));
    }
    words
}

/// The ura indicators under those that were open when a seat won.
fn ura(kyoku: &LogKyoku, winner: Seat) -> &[Tile] {
    let won =
        kyoku.events.iter().position(|event| matches!(*event, Change::Win { seat, .. } if seat == winner));
    let after = &kyoku.events[won.unwrap_or(kyoku.events.len())..];
    let later = after.iter().filter(|event| matches!(event, Change::Dora(_))).count();
    let open = kyoku.indicators.len().saturating_sub(later);
    &kyoku.ura[..open.min(kyoku.ura.len())]
}

/// The name of a yaku or type of dora.
fn name(yaku: LogYaku) -> &'static str {
    match (yaku.yaku(), yaku) {
        (Some(yaku), _) => yaku.info().name,
        (None, LogYaku::DORA) => "Dora",
        (None, LogYaku::URA) => "Ura dora",
        (None, _) => "Red five",
    }
}

/// The scores after the kyoku, as far as the log has them.
fn scores_after(kyoku: &LogKyoku, stick: i32) -> Vec<i32> {
    let mut scores = kyoku.scores.clone();
    for event in &kyoku.events {
        if let Change::Stick(seat) = event {
            scores[seat.index()] -= stick;
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
