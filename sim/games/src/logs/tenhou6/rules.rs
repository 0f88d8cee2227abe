//! The rules of a log of tenhou.net/6.
//!
//! `rule` is an object with a text (`disp`: the room and its rules) and numbers of red fives, or for lobbies with rules of their own a
//! list of texts, of which the third is the game type of mjlog; such lobbies have a list `csrule` besides.

use super::fives;
use crate::logs::error::LogError;
use crate::logs::mjlog::{csrule, game_type};
use crate::logs::model::{self, GameSort, LogRules, NamedRules};
use crate::logs::origin;
use hyakuman_core::excerpt::excerpt;
use serde_json::Value;

/// The rules of a match with these kyoku.
pub(super) fn read(value: &Value, kyoku: &[Value]) -> Result<LogRules, LogError> {
    let rule = value.get("rule").unwrap_or(&Value::Null);
    let mut rules = match game_type(rule)? {
        Some(bits) => game_type::rules(bits).map_err(|e| e.within("`rule`"))?,
        None => of_words(rule, kyoku)?,
    };
    let csrule = texts(value.get("csrule"));
    if !csrule.is_empty() {
        rules.named = csrule::read(&csrule, rules.seats);
    } else if let Some(named) = rule.get(NamedRules::KEY) {
        rules.named = NamedRules::read(named);
    }
    Ok(rules)
}

/// The texts of a list, or of a text with commas.
fn texts(value: Option<&Value>) -> Vec<&str> {
    match value {
        Some(Value::String(text)) => text.split(',').collect(),
        Some(Value::Array(list)) => list.iter().map(|text| text.as_str().unwrap_or_default()).collect(),
        _ => Vec::new(),
    }
}

/// The game type in a `rule` that is a list.
fn game_type(rule: &Value) -> Result<Option<u32>, LogError> {
    let texts = texts(Some(rule));
    let Some(text) = texts.get(2) else { return Ok(None) };
    let bits = u32::from_str_radix(text.trim(), 16).ok().filter(|&bits| bits < 1 << 16);
    bits.map(Some).ok_or_else(|| {
        LogError::new("rule[2]", format!("`{}`, expected a game type, a hexadecimal number", excerpt(text)))
    })
}

/// Rules from the text `disp` and the counts of red fives. Rooms of Mahjong Soul have open tanyao, and their names may be English.
/// Without a text the tiles show whether there are red fives.
fn of_words(rule: &Value, kyoku: &[Value]) -> Result<LogRules, LogError> {
    let display = rule.get("disp").and_then(Value::as_str).unwrap_or_default();
    let sort = sort(display)?;
    let (parlour, soul) = (sort == GameSort::Parlour, model::is_mahjongsoul(display));
    let seats = if is_of_three(display, soul) || kyoku.first().is_some_and(has_three) { 3 } else { 4 };
    let has = |word: &str| display.contains(word);
    let usual = match display {
        "" => fives::shows_red(kyoku),
        _ if soul && !has("赤") => model::is_soul_ranked(display) && !has("Aka Nashi") || has(" Red"),
        _ => parlour || has("赤"),
    };
    Ok(LogRules {
        seats,
        east_only: match (has("東") || has("东") || has("East"), has("南") || has("South")) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        },
        red_fives: red_fives(rule, seats, usual && !has("No Red"))?,
        kuitan: parlour || soul || display.is_empty() || has("喰"),
        riichi_stick: model::RIICHI_STICK,
        display: origin::bounded_text(display),
        sort,
        named: NamedRules::default(),
    })
}

/// Whether the text says that there are three players: 三, at Mahjong Soul also a 3 in front.
fn is_of_three(display: &str, soul: bool) -> bool {
    display.contains('三') || soul && (display.starts_with('3') || display.contains("3-Player"))
}

/// Whether a kyoku has lists of three seats, or the hand of the fourth is empty.
fn has_three(kyoku: &Value) -> bool {
    let Some(parts) = kyoku.as_array() else { return false };
    parts.len() <= 14 || parts.get(13).and_then(Value::as_array).is_some_and(Vec::is_empty)
}

/// The counts of red fives (`aka51` m, `aka52` p, `aka53` s, or `aka` for all), or the usual ones.
fn red_fives(rule: &Value, seats: usize, usual: bool) -> Result<[u8; 3], LogError> {
    let count = |key: &str| match rule.get(key) {
        None => Ok(None),
        Some(n) => n.as_u64().filter(|&n| n <= 4).map(|n| Some(n as u8)).ok_or_else(|| {
            LogError::new(
                format!("rule.{key}"),
                format!("{}, expected a number of red fives from 0 to 4", excerpt(&n.to_string())),
            )
        }),
    };
    let all = count("aka")?.unwrap_or(usual as u8);
    let mut red_fives = [count("aka51")?, count("aka52")?, count("aka53")?].map(|n| n.unwrap_or(all));
    if seats == 3 {
        red_fives[0] = 0;
    }
    Ok(red_fives)
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
