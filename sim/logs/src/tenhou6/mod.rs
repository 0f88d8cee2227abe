//! The JSON of tenhou.net/6: per kyoku the starting hands, and per seat a list of draws and a list of discards.
//!
//! ```text
//! {"rule":{"disp":"鳳南喰赤","aka51":1,…},"log":[kyoku,…],"sc":[score,points,…],"ref":…,
//!  "name":[…],"dan":["七段",…],"rate":[2118.9,…]}
//! kyoku = [[kyoku,honba,sticks],[scores],[indicators],[ura], hand,draws,discards (per seat)…, result]
//! ```
//! The order of play across seats is not recorded; `walk` reconstructs it, and `infer` adds automatic events.

mod entry;
mod infer;
mod result;
mod walk;
mod write;

pub use write::{write, write_with};

use crate::error::LogError;
use crate::model::{
    self, Format, GameSort, KyokuName, LogEnd, LogKyoku, LogMatch, LogResult, LogRules, NamedRules, SeedWall,
};
use crate::origin::{self, LogPlayers};
use crate::{MAX_MATCH_BYTES, objects};
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
    let rules = rules(value, kyoku.first())?;
    let kyoku: Vec<LogKyoku> = kyoku
        .iter()
        .enumerate()
        .map(|(i, kyoku)| one_kyoku(kyoku, &rules).map_err(|e| e.within(format!("log[{i}]"))))
        .collect::<Result<_, LogError>>()?;
    if kyoku.is_empty() {
        return Err(LogError::new("`log`", "the list is empty, a match has at least one kyoku"));
    }
    let result = value.get("sc").map(|sc| final_result(sc, rules.seats)).transpose()?;
    let reference = value.get("ref").and_then(Value::as_str).filter(|name| !name.is_empty());
    Ok(LogMatch {
        damage: Vec::new(),
        format: Format::Tenhou6,
        date: reference.and_then(origin::tenhou_date),
        reference: reference.map(str::to_owned),
        players: LogPlayers::of(value.get("name"), value.get("dan"), value.get("rate")).from(0, rules.seats),
        rules,
        kyoku,
        ended: result.is_some(),
        result,
    })
}

/// Rules from the text `rule.disp` (三 three seats, 東 east only, 喰 open tanyao, 赤 red fives, see [`sort`]) and the
/// counts of red fives (`aka51` m, `aka52` p, `aka53` s, or `aka` for all). Parlour games omit 喰 and 赤.
fn rules(value: &Value, first: Option<&Value>) -> Result<LogRules, LogError> {
    let rule = value.get("rule").unwrap_or(&Value::Null);
    let display = rule.get("disp").and_then(Value::as_str).unwrap_or_default();
    let sort = sort(display)?;
    let short = first.and_then(Value::as_array).is_some_and(|kyoku| kyoku.len() <= 14);
    let seats = if display.contains('三') || short { 3 } else { 4 };
    let count = |key: &str| match rule.get(key) {
        None => Ok(None),
        Some(n) => n.as_u64().filter(|&n| n <= 4).map(|n| Some(n as u8)).ok_or_else(|| {
            LogError::new(
                format!("rule.{key}"),
                format!("{}, expected a number of red fives from 0 to 4", excerpt(&n.to_string())),
            )
        }),
    };
    let parlour = sort == GameSort::Parlour;
    let all = count("aka")?.unwrap_or((parlour || display.contains('赤')) as u8);
    let mut red_fives = [count("aka51")?, count("aka52")?, count("aka53")?].map(|n| n.unwrap_or(all));
    if seats == 3 {
        red_fives[0] = 0;
    }
    Ok(LogRules {
        seats,
        east_only: match (display.contains('東'), display.contains('南')) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        red_fives,
        kuitan: parlour || display.is_empty() || display.contains('喰'),
        riichi_stick: model::RIICHI_STICK,
        display: origin::bounded_text(display),
        sort,
        named: NamedRules::default(),
    })
}

/// The type of game from the text: 技 a skill game; 祝, or the table level 若 銀 琥 孔, a parlour game. Rooms of Mahjong
/// Soul may contain the same words.
fn sort(display: &str) -> Result<GameSort, LogError> {
    let has = |words: &str| words.chars().any(|word| display.contains(word));
    Ok(match () {
        _ if model::is_mahjongsoul(display) => GameSort::Ordinary,
        _ if display.contains("東天紅") => {
            let problem = "東天紅 is Toutenkou; only logs of riichi mahjong are read";
            return Err(LogError::new("rule.disp", problem));
        }
        _ if has("技") => GameSort::Skill,
        _ if has("祝若銀琥孔") => GameSort::Parlour,
        _ => GameSort::Ordinary,
    })
}

fn one_kyoku(value: &Value, rules: &LogRules) -> Result<LogKyoku, LogError> {
    let parts = list(value, "the kyoku")?;
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
    let end = parts.get(4 + 3 * columns);
    played(name, kyotaku, &parts[..4 + 3 * seats], end, seats).map_err(|e| e.within(format!("kyoku {name}")))
}

/// The events of a kyoku: `parts` are the entries up to the last seat's, `result` is the result if there is one.
fn played(
    name: KyokuName,
    kyotaku: u32,
    parts: &[Value],
    end: Option<&Value>,
    seats: usize,
) -> Result<LogKyoku, LogError> {
    let end = end.map_or(Ok(LogEnd::Unfinished), |end| result::read(end, seats))?;
    let (mut hands, mut lists) = (Vec::new(), Vec::new());
    for (seat, own) in parts[4..].chunks(3).enumerate() {
        let of = |e: LogError| e.within(format!("seat {seat}"));
        hands.push(hand(&own[0]).map_err(of)?);
        lists.push(entry::lists(&own[1], &own[2], Seat::new(seat as u8), seats).map_err(of)?);
    }
    let dealer = Seat::new(name.number);
    let indicators = tiles(&parts[2], "indicators")?;
    let events = infer::with_unsaid(walk::walk(&lists, dealer)?, &indicators, &end);
    let (scores, ura) = (points(&parts[1], seats, "scores")?, tiles(&parts[3], "ura indicators")?);
    let seed_wall = SeedWall::Absent;
    Ok(LogKyoku { name, dealer, kyotaku, scores, hands, indicators, ura, events, end, seed_wall })
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
