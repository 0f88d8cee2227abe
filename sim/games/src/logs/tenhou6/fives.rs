//! Red fives in the lists of a kyoku, before these are read.

use serde_json::Value;
use std::borrow::Cow;

/// Codes of the red fives.
const RED: std::ops::RangeInclusive<u64> = 51..=53;

/// Entries of a kyoku that are not lists of tiles: its number, the scores; and the last one, its result.
const FIRST_TILES: usize = 2;

/// Whether a hand, a draw or a discard is a red five.
pub(super) fn shows_red(kyoku: &[Value]) -> bool {
    kyoku
        .iter()
        .filter_map(Value::as_array)
        .any(|parts| tiles(parts).iter().any(|part| has_red(part, [true; 3])))
}

/// The entries with tiles.
fn tiles(parts: &[Value]) -> &[Value] {
    let end = parts.len().saturating_sub(usize::from(parts.len() % 3 == 2)).max(FIRST_TILES);
    parts.get(FIRST_TILES..end).unwrap_or_default()
}

/// The kyoku with plain fives for the red ones of suits that have none: lobbies without red fives number their tiles as others do.
pub(super) fn plain(kyoku: &Value, red_fives: [u8; 3]) -> Cow<'_, Value> {
    let suits = red_fives.map(|count| count == 0);
    let Some(parts) = kyoku.as_array() else { return Cow::Borrowed(kyoku) };
    if !tiles(parts).iter().any(|part| has_red(part, suits)) {
        return Cow::Borrowed(kyoku);
    }
    let end = FIRST_TILES + tiles(parts).len();
    let part = |(i, part): (usize, &Value)| match (FIRST_TILES..end).contains(&i) {
        true => without_red(part, suits),
        false => part.clone(),
    };
    Cow::Owned(parts.iter().enumerate().map(part).collect())
}

/// Whether it has a red five of one of these suits.
fn has_red(value: &Value, suits: [bool; 3]) -> bool {
    match value {
        Value::Array(list) => list.iter().any(|value| has_red(value, suits)),
        Value::Number(_) => value.as_u64().is_some_and(|code| is_red(code, suits)),
        Value::String(text) => pairs(text).any(|pair| pair.parse().is_ok_and(|code| is_red(code, suits))),
        _ => false,
    }
}

fn without_red(value: &Value, suits: [bool; 3]) -> Value {
    let plain = |code: u64| if is_red(code, suits) { (code - 50) * 10 + 5 } else { code };
    match value {
        Value::Array(list) => list.iter().map(|value| without_red(value, suits)).collect(),
        Value::Number(_) => value.as_u64().map_or(value.clone(), |code| plain(code).into()),
        Value::String(text) => {
            let pair = |pair: &str| pair.parse().map_or(pair.to_owned(), |code| plain(code).to_string());
            Value::String(pairs(text).map(pair).collect())
        }
        other => other.clone(),
    }
}

fn is_red(code: u64, suits: [bool; 3]) -> bool {
    RED.contains(&code) && suits[(code - RED.start()) as usize]
}

/// The codes of two digits in the text of a call or a riichi, and what is between them.
fn pairs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let digits = rest.get(..2).filter(|pair| pair.bytes().all(|byte| byte.is_ascii_digit()));
        let next = digits.or_else(|| rest.chars().next().map(|c| &rest[..c.len_utf8()]))?;
        rest = &rest[next.len()..];
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn red_fives_of_other_suits_stay() {
        let kyoku = json!([
            [51, 52, 53],
            [51],
            [52],
            [],
            [51, 15],
            ["51p1515", "c145116"],
            ["r53", 60, "1515a1551"],
            [],
            [],
            [],
            ["和了"]
        ]);
        let plain = plain(&kyoku, [0, 1, 0]);
        let right = json!([
            [51, 52, 53],
            [51],
            [52],
            [],
            [15, 15],
            ["15p1515", "c141516"],
            ["r35", 60, "1515a1515"],
            [],
            [],
            [],
            ["和了"]
        ]);
        assert_eq!(*plain, right);
        assert!(shows_red(&[kyoku]));
        let none = json!([[51, 52, 53], [53], [12], [], [11, 15], ["c141316"], ["r60", 0], ["不明"]]);
        assert!(
            !shows_red(std::slice::from_ref(&none))
                && matches!(super::plain(&none, [0; 3]), Cow::Borrowed(_))
        );
    }
}
