//! The end of a kyoku in mjlog: `AGARI`, `RYUUKYOKU`, and `owari`, the end of the match.

use super::Players;
use super::element::{Element, by_seat, without_chips};
use crate::logs::error::LogError;
use crate::logs::model::{DrawKind, Limit, LogDraw, LogKyoku, LogPoints, LogResult, LogWin};
use crate::logs::yaku::LogYaku;
use hyakuman_core::wall::Faces;
use hyakuman_core::{Seat, Tile};

/// A win, and the indicators in its element.
pub(super) struct Agari {
    win: LogWin,
    indicators: Vec<Tile>,
    ura: Vec<Tile>,
}

type YakuHan = Vec<(LogYaku, u32)>;

/// `ten="fu,points,limit"`, `yaku="number,han,…"` or `yakuman="number,…"`, `sc="score,change,…"`.
pub(super) fn agari(element: &Element, table: Players, faces: &Faces) -> Result<Agari, LogError> {
    let seat = |name| element.number(name, table.seats).map(|number| table.seat(number));
    let [fu, points, limit] = element.array("ten")?;
    let (before, deltas) = element.point_pairs("sc", table)?;
    let (yaku, han) = yaku(element)?;
    let tiles = |name| -> Result<Vec<Tile>, LogError> {
        let ids = if element.has(name) { element.tiles(name)? } else { Vec::new() };
        Ok(ids.into_iter().map(|id| faces.tile(id)).collect())
    };
    let win = LogWin {
        pao: if element.has("paoWho") { Some(seat("paoWho")?) } else { None },
        tile: Some(faces.tile(element.tile("machi")?)),
        fu: Some(fu),
        han,
        limit: Some(limit_of(limit)?),
        points: Some(LogPoints::Sum(points.min(1 << 24) as i32)),
        yaku,
        scores_before: Some(before),
        deltas: Some(deltas),
        ..LogWin::of(seat("who")?, seat("fromWho")?)
    };
    Ok(Agari { win, indicators: tiles("doraHai")?, ura: tiles("doraHaiUra")? })
}

/// Yaku with their han, and the total han; `None` for yakuman.
fn yaku(element: &Element) -> Result<(YakuHan, Option<u32>), LogError> {
    let named = |number: u32| {
        let problem = || format!("there is no yaku {number}; they are 0 to 54");
        LogYaku::from_number(number).ok_or_else(|| LogError::new("", problem()))
    };
    if element.has("yakuman") {
        let list: Vec<u32> = element.list("yakuman")?;
        let yaku =
            list.into_iter().map(|number| Ok((named(number)?, 13))).collect::<Result<_, LogError>>()?;
        return Ok((yaku, None));
    }
    let list: Vec<u32> = element.list("yaku")?;
    let mut yaku = Vec::new();
    for pair in list.chunks(2) {
        let &[number, han] = pair else {
            return Err(LogError::new("", "yaku must be pairs of number and han"));
        };
        if han > 100 {
            return Err(LogError::new("", format!("yaku {number} with {han} han")));
        }
        yaku.push((named(number)?, han));
    }
    let han = yaku.iter().map(|&(_, han)| han).sum();
    Ok((yaku, Some(han)))
}

fn limit_of(number: u32) -> Result<Limit, LogError> {
    let problem = || format!("there is no limit {number}; they are 0 to 5");
    Limit::ALL.get(number as usize).copied().ok_or_else(|| LogError::new("", problem()))
}

/// Adds a win to the end of a kyoku; its indicators must be those opened in the kyoku.
pub(super) fn add_win(log: &mut LogKyoku, agari: Agari) -> Result<(), LogError> {
    let Agari { win, indicators, ura } = agari;
    if !indicators.is_empty() && indicators != log.indicators {
        let problem = format!("doraHai shows {indicators:?}, the kyoku opened {:?}", log.indicators);
        return Err(LogError::new("", problem));
    }
    if ura.len() > log.indicators.len() {
        let problem = format!("{} ura indicators for {} open ones", ura.len(), log.indicators.len());
        return Err(LogError::new("", problem));
    }
    log.add_win(win, ura)
}

/// A draw: `type` names an abortive draw or nagashi mangan, `hai0…3` are the hands shown.
pub(super) fn ryuukyoku(element: &Element, table: Players) -> Result<LogDraw, LogError> {
    let kind = if element.has("type") { draw_kind(element.text("type")?)? } else { DrawKind::Exhaustive };
    let (before, deltas) = element.point_pairs("sc", table)?;
    let shown = |seat: &Seat| element.has(["hai0", "hai1", "hai2", "hai3"][table.number(seat.index())]);
    Ok(LogDraw {
        kind: Some(kind),
        deltas: Some(deltas),
        scores_before: Some(before),
        shown: Some(Seat::all(table.seats).filter(shown).collect()),
        ..LogDraw::default()
    })
}

fn draw_kind(word: &str) -> Result<DrawKind, LogError> {
    Ok(match word {
        "nm" => DrawKind::Nagashi,
        "yao9" => DrawKind::Kyuushu,
        "kaze4" => DrawKind::Suufon,
        "reach4" => DrawKind::Suucha,
        "kan4" => DrawKind::Suukan,
        "ron3" => DrawKind::Sanchahou,
        _ => {
            let problem = format!("type=\"{word}\", expected one of nm yao9 kaze4 reach4 kan4 ron3");
            return Err(LogError::new("", problem));
        }
    })
}

/// `owari="score,points,…"`: score in hundreds, points with one decimal; chips may follow.
pub(super) fn owari(element: &Element, table: Players) -> Result<LogResult, LogError> {
    let mut list: Vec<f64> = element.list("owari")?;
    without_chips(&mut list, table);
    if list.iter().any(|number| number.is_nan() || number.abs() > 1e5) {
        return Err(LogError::new("", "owari has a number that is not a score"));
    }
    let half = |skip: usize, unit: f64| -> Vec<i32> {
        list.iter().skip(skip).step_by(2).map(|&number| (number * unit).round() as i32).collect()
    };
    let scores = by_seat(&half(0, 100.0), "owari", table)?;
    Ok(LogResult { scores, thousandths: Some(by_seat(&half(1, 1_000.0), "owari", table)?) })
}
