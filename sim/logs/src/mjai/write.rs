//! Writes a match as mjai lines.

use super::word_of as pai;
use crate::model::{Caption, LogEnd, LogEvent, LogKyoku, LogMatch, LogWin};
use crate::referee::sum;
use hyakuman_core::{Kind, MeldKind, Seat, Tile};
use serde_json::{Value, json};

/// [`write_with`] without title and names.
pub fn write(log: &LogMatch) -> String {
    write_with(log, &Caption::default())
}

/// Writes the match as mjai lines, from `start_game` to `end_game` (omitted if the match did not end). A player without
/// a name gets the number of the seat.
pub fn write_with(log: &LogMatch, caption: &Caption) -> String {
    let name = |seat: usize| caption.names.get(seat).cloned().unwrap_or_else(|| seat.to_string());
    let names: Vec<String> = (0..log.rules.seats).map(name).collect();
    let mut lines = vec![json!({"type": "start_game", "names": names})];
    if let Some(east_only) = log.rules.east_only {
        lines[0]["kyoku_first"] = json!(if east_only { 4 } else { 0 });
    }
    lines[0]["aka_flag"] = json!(log.rules.red_fives.iter().any(|&n| n > 0));
    for kyoku in &log.kyoku {
        one_kyoku(kyoku, &mut lines);
    }
    if log.ended {
        lines.push(json!({"type": "end_game"}));
        if let Some(result) = &log.result {
            lines.last_mut().expect("just pushed")["scores"] = json!(result.scores);
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// These mjai lines as a seat sees them: the tiles that the others were dealt and drew are `?`.
pub fn seen_by(lines: &str, seat: Seat) -> String {
    let hidden = |line: &str| {
        let Ok(mut line) = serde_json::from_str::<Value>(line) else { return String::new() };
        match line["type"].as_str() {
            Some("tsumo") if line["actor"] != json!(seat.index()) => line["pai"] = json!("?"),
            Some("start_kyoku") => {
                let hands = line["tehais"].as_array_mut().into_iter().flatten().enumerate();
                for (_, hand) in hands.filter(|&(owner, _)| owner != seat.index()) {
                    hand.as_array_mut().into_iter().flatten().for_each(|tile| *tile = json!("?"));
                }
            }
            _ => {}
        }
        format!("{line}\n")
    };
    lines.lines().map(hidden).collect()
}

fn one_kyoku(kyoku: &LogKyoku, lines: &mut Vec<Value>) {
    lines.push(json!({
        "type": "start_kyoku", "bakaze": pai(Kind::wind(kyoku.name.wind).tile()),
        "dora_marker": kyoku.indicators.first().map(|&tile| pai(tile)),
        "kyoku": kyoku.name.number + 1, "honba": kyoku.name.honba, "kyotaku": kyoku.kyotaku,
        "oya": kyoku.dealer.index(), "scores": kyoku.scores,
        "tehais": kyoku.hands.iter().map(|hand| pais(hand)).collect::<Vec<_>>(),
    }));
    let opened = kyoku.events.iter().filter(|event| matches!(event, LogEvent::NewDora(_))).count();
    for &tile in kyoku.indicators[..kyoku.indicators.len().saturating_sub(opened)].iter().skip(1) {
        lines.push(json!({"type": "dora", "dora_marker": pai(tile)}));
    }
    let mut discarder = kyoku.dealer;
    let mut pons: Vec<(Seat, Vec<Tile>)> = Vec::new();
    for event in &kyoku.events {
        match *event {
            LogEvent::Discard { seat, .. } => discarder = seat,
            LogEvent::Call(seat, meld) if meld.kind() == MeldKind::Pon => {
                pons.push((seat, meld.tiles().to_vec()))
            }
            _ => {}
        }
        lines.extend(one_event(event, discarder, &pons));
    }
    end(kyoku, lines);
}

fn one_event(event: &LogEvent, discarder: Seat, pons: &[(Seat, Vec<Tile>)]) -> Option<Value> {
    let actor = event.seat().map(Seat::index);
    Some(match *event {
        LogEvent::Draw(_, tile) => json!({"type": "tsumo", "actor": actor, "pai": pai(tile)}),
        LogEvent::Discard { tile, tsumogiri, .. } => {
            json!({"type": "dahai", "actor": actor, "pai": pai(tile), "tsumogiri": tsumogiri})
        }
        LogEvent::Riichi(_) => json!({"type": "reach", "actor": actor}),
        LogEvent::RiichiAccepted(_) => json!({"type": "reach_accepted", "actor": actor}),
        LogEvent::Call(_, meld) if meld.kind() == MeldKind::Ankan => {
            json!({"type": "ankan", "actor": actor, "consumed": pais(meld.tiles())})
        }
        LogEvent::Call(_, meld) => {
            let kind = match meld.kind() {
                MeldKind::Chi => "chi",
                MeldKind::Pon => "pon",
                _ => "daiminkan",
            };
            let (called, own) = (meld.tiles()[0], &meld.tiles()[1..]);
            json!({"type": kind, "actor": actor, "target": discarder.index(), "pai": pai(called), "consumed": pais(own)})
        }
        LogEvent::Kakan(seat, tile) => {
            let pon = pons.iter().find(|(owner, tiles)| *owner == seat && tiles[0].kind() == tile.kind());
            let consumed = pon.map(|(_, tiles)| pais(tiles)).unwrap_or_default();
            json!({"type": "kakan", "actor": actor, "pai": pai(tile), "consumed": consumed})
        }
        LogEvent::Nuki(_) => json!({"type": "nukidora", "actor": actor, "pai": "N"}),
        LogEvent::NewDora(tile) => json!({"type": "dora", "dora_marker": pai(tile)}),
        LogEvent::Handed { .. } | LogEvent::KanUndone(..) | LogEvent::Win(_) => return None,
    })
}

fn end(kyoku: &LogKyoku, lines: &mut Vec<Value>) {
    match &kyoku.end {
        LogEnd::Wins(wins) => {
            lines.extend(wins.iter().map(|win| hora(kyoku, win)));
        }
        LogEnd::Draw(draw) => {
            let mut line = json!({"type": "ryukyoku"});
            if let Some(kind) = draw.kind {
                line["reason"] =
                    json!(super::REASONS.iter().find(|&&(_, k)| k == kind).map(|&(reason, _)| reason));
            }
            if let Some(deltas) = &draw.deltas {
                line["deltas"] = json!(deltas);
            }
            lines.push(line);
        }
        LogEnd::Unfinished => return,
    }
    lines.push(json!({"type": "end_kyoku"}));
}

/// A win. Ura indicators are written only if the winner was in riichi.
fn hora(kyoku: &LogKyoku, win: &LogWin) -> Value {
    let riichi = kyoku.events.contains(&LogEvent::RiichiAccepted(win.winner));
    let ura = if riichi { pais(&kyoku.ura) } else { Vec::new() };
    let (actor, target) = (win.winner.index(), win.from.index());
    let mut line = json!({"type": "hora", "actor": actor, "target": target, "ura_markers": ura});
    let points = win.points.map(|points| sum(points, kyoku.hands.len() as i32, win.winner == kyoku.dealer));
    let fields = [
        ("pai", win.tile.map(|tile| json!(pai(tile)))),
        ("fan", win.han.map(Value::from)),
        ("fu", win.fu.filter(|_| win.han.is_some()).map(Value::from)),
        ("hora_points", points.map(Value::from)),
        ("deltas", win.deltas.as_ref().map(|deltas| json!(deltas))),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            line[key] = value;
        }
    }
    line
}

fn pais(tiles: &[Tile]) -> Vec<&'static str> {
    tiles.iter().map(|&tile| pai(tile)).collect()
}
