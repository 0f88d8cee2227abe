//! The JSON of tenhou.net/6: per kyoku the starting hands, and per seat a list of draws and a list of discards.
//!
//! ```text
//! {"rule":{"disp":"鳳南喰赤","aka51":1,…},"log":[kyoku,…],"sc":[score,points,…],"ref":…,
//!  "name":[…],"dan":["七段",…],"rate":[2118.9,…]}
//! kyoku = [[kyoku,honba,sticks],[scores],[indicators],[ura], hand,draws,discards (per seat)…, result]
//! ```
//! The order of play across seats is not recorded; `walk` reconstructs it, and `infer` adds automatic events.

mod entry;
mod fives;
mod infer;
mod result;
mod rules;
mod walk;
mod write;

pub use write::{write, write_with};

use crate::logs::error::LogError;
use crate::logs::model::{Damage, Format, KyokuName, LogEnd, LogKyoku, LogMatch, LogResult, LogRules};
use crate::logs::origin::{self, LogPlayers};
use crate::logs::{MAX_MATCH_BYTES, objects};
use crate::show::Change;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::{Seat, Tile};
use serde_json::Value;

/// Reads one or more objects, each independently: after a damaged one, reading continues at the next line that begins
/// with `{`. Returns at least one match or error.
pub fn read(text: &str) -> Vec<Result<LogMatch, LogError>> {
    objects::read(text, MAX_MATCH_BYTES, one)
}

fn one(value: &Value) -> Result<LogMatch, LogError> {
    let kyoku = list(value.get("log").unwrap_or(&Value::Null), "`log`")?;
    let rules = rules::read(value, kyoku)?;
    if kyoku.is_empty() {
        return Err(LogError::new("`log`", "the list is empty, a match has at least one kyoku"));
    }
    let (kyoku, damage) = read_kyoku(kyoku, &rules);
    let sc = value.get("sc").filter(|sc| sc.as_array().is_none_or(|list| !list.is_empty()));
    let result = sc.map(|sc| final_result(sc, rules.seats)).transpose()?;
    let reference = value.get("ref").and_then(Value::as_str).filter(|name| !name.is_empty());
    let log = LogMatch {
        date: reference.and_then(origin::tenhou_date),
        reference: reference.map(str::to_owned),
        players: LogPlayers::of(value.get("name"), value.get("dan"), value.get("rate")).from(0, rules.seats),
        ended: result.is_some(),
        result,
        ..LogMatch::of(Format::Tenhou6, rules, kyoku, damage)
    };
    log.readable()
}

/// The kyoku that can be read.
fn read_kyoku(values: &[Value], rules: &LogRules) -> (Vec<LogKyoku>, Damage) {
    let (mut kyoku, mut damage) = (Vec::new(), Damage::default());
    for (i, value) in values.iter().enumerate() {
        let bad = match one_kyoku(value, rules) {
            Ok((read, bad)) => {
                kyoku.push(read);
                bad
            }
            Err(error) => {
                damage.gap(kyoku.len());
                Some(error)
            }
        };
        bad.into_iter().for_each(|error| damage.add(error.within(format!("log[{i}]"))));
    }
    (kyoku, damage)
}

/// A kyoku, and what is wrong with its course or end if that cannot be read.
fn one_kyoku(value: &Value, rules: &LogRules) -> Result<(LogKyoku, Option<LogError>), LogError> {
    let value = fives::plain(value, rules.red_fives);
    let parts = list(&value, "the kyoku")?;
    let (seats, columns) = (rules.seats, if parts.len() <= 14 { 3 } else { 4 });
    if parts.len() < 4 + 3 * columns || columns < seats {
        let problem = format!("{} entries, expected {}", parts.len(), 5 + 3 * seats.max(columns));
        return Err(LogError::new("", problem));
    }
    let [index, honba, kyotaku] = head(&parts[0])?;
    let name = KyokuName { wind: (index / 4) as u8, number: (index % 4) as u8, honba };
    if name.wind > 3 || name.number as usize >= seats {
        let problem =
            format!("there is no kyoku {index} for {seats} seats (4 times the wind, plus the dealer)");
        return Err(LogError::new("[0]", problem));
    }
    let place = format!("kyoku {name}");
    let end = match parts.get(4 + 3 * columns) {
        Some(end) => result::read(end, &result::Place { seats, name, own: rules.named.preset.is_some() }),
        None => Ok(LogEnd::Unfinished),
    };
    let (end, bad_end) = end.map_or_else(|error| (LogEnd::Unfinished, Some(error)), |end| (end, None));
    let seats = &parts[..4 + 3 * seats];
    let (events, end, bad) = match course(seats, name, &end) {
        Ok(events) => (events, end, bad_end),
        Err(error) => (Vec::new(), LogEnd::Unfinished, Some(error)),
    };
    let log = dealt(seats, name, kyotaku).map_err(|e| e.within(&place))?;
    Ok((LogKyoku { events, end, ..log }, bad.map(|e| e.within(&place))))
}

/// What happens in a kyoku: `parts` are the entries up to the last seat's.
fn course(parts: &[Value], name: KyokuName, end: &LogEnd) -> Result<Vec<Change>, LogError> {
    let seats = parts[4..].len() / 3;
    let lists = |(seat, own): (usize, &[Value])| {
        let lists = entry::lists(&own[1], &own[2], Seat::new(seat as u8), seats);
        lists.map_err(|e| e.within(format!("seat {seat}")))
    };
    let lists = parts[4..].chunks(3).enumerate().map(lists).collect::<Result<Vec<_>, _>>()?;
    let events = walk::walk(&lists, Seat::new(name.number))?;
    Ok(infer::with_unsaid(events, &tiles(&parts[2], "indicators")?, end))
}

/// A kyoku before its first draw.
fn dealt(parts: &[Value], name: KyokuName, kyotaku: u32) -> Result<LogKyoku, LogError> {
    let hands = parts[4..].chunks(3).enumerate();
    let hands = hands.map(|(seat, own)| hand(&own[0]).map_err(|e| e.within(format!("seat {seat}"))));
    Ok(LogKyoku {
        kyotaku,
        hands: hands.collect::<Result<_, _>>()?,
        scores: points(&parts[1], parts[4..].len() / 3, "scores")?,
        indicators: tiles(&parts[2], "indicators")?,
        ura: tiles(&parts[3], "ura indicators")?,
        ..LogKyoku::of(name)
    })
}

fn head(value: &Value) -> Result<[u32; 3], LogError> {
    let head = list(value, "[0]")?.iter().map(|n| n.as_u64().filter(|&n| n < 1000).map(|n| n as u32));
    let head: Option<Vec<u32>> = head.collect();
    head.and_then(|head| head.try_into().ok())
        .ok_or_else(|| LogError::new("[0]", "expected three small numbers: kyoku, honba, sticks"))
}

fn hand(value: &Value) -> Result<Vec<Tile>, LogError> {
    let tiles = tiles(value, "hand")?;
    let problem = || format!("{} tiles, expected 13", tiles.len());
    if tiles.len() == 13 { Ok(tiles) } else { Err(LogError::new("hand", problem())) }
}

fn tiles(value: &Value, what: &str) -> Result<Vec<Tile>, LogError> {
    entry::each(value, what, |value| entry::tile(value.as_u64().ok_or_else(|| not_a_tile(value))?))
}

fn not_a_tile(value: &Value) -> LogError {
    let value = excerpt(&value.to_string());
    LogError::new(
        "",
        format!("{value} is not a tile: 11-19 m, 21-29 p, 31-39 s, 41-47 honors, 51-53 red fives"),
    )
}

/// Points by seat; a game of three may have a fourth entry.
fn points(value: &Value, seats: usize, what: &str) -> Result<Vec<i32>, LogError> {
    let list = list(value, what)?;
    let point = |n: &Value| n.as_i64().filter(|n| n.abs() < 100_000_000).map(|n| n as i32);
    let points: Option<Vec<i32>> = list.iter().take(seats).map(point).collect();
    points.filter(|points| points.len() == seats && list.len() <= 4).ok_or_else(|| {
        LogError::new(what, format!("expected {}: one whole number of points per seat", seats))
    })
}

fn final_result(value: &Value, seats: usize) -> Result<LogResult, LogError> {
    let list = list(value, "sc")?;
    let number = |n: &Value| n.as_f64().filter(|n| n.abs() < 1e8);
    let numbers: Option<Vec<f64>> = list.iter().map(number).collect();
    let numbers =
        numbers.filter(|numbers| numbers.len() == 2 * seats || numbers.len() == 8).ok_or_else(|| {
            LogError::new(
                "sc",
                format!("expected {} numbers: final score and points of each seat", 2 * seats),
            )
        })?;
    let half = |skip: usize, unit: f64| -> Vec<i32> {
        numbers.iter().skip(skip).step_by(2).take(seats).map(|n| (n * unit).round() as i32).collect()
    };
    Ok(LogResult { scores: half(0, 1.0), thousandths: Some(half(1, 1_000.0)) })
}

fn list<'a>(value: &'a Value, what: &str) -> Result<&'a Vec<Value>, LogError> {
    value.as_array().ok_or_else(|| LogError::new(what, "missing or not a list"))
}
