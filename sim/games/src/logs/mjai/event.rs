//! The fields of an event.

use super::words::tile_of;
use crate::logs::error::LogError;
use hyakuman_core::Tile;
use hyakuman_core::excerpt::excerpt;
use serde_json::Value;

#[derive(Clone, Copy)]
pub(super) struct Event<'a> {
    pub(super) value: &'a Value,
}

impl<'a> Event<'a> {
    /// Whether there is a field that is not null.
    pub(super) fn has(self, key: &str) -> bool {
        self.value.get(key).is_some_and(|value| !value.is_null())
    }

    pub(super) fn text(self, key: &str) -> Result<&'a str, LogError> {
        let text = self.value.get(key).and_then(Value::as_str);
        text.ok_or_else(|| LogError::new("", format!("`{key}` is missing or not text")))
    }

    pub(super) fn list(self, key: &str) -> Result<&'a [Value], LogError> {
        let list = self.value.get(key).and_then(Value::as_array);
        list.map(Vec::as_slice).ok_or_else(|| LogError::new("", format!("`{key}` is missing or not a list")))
    }

    pub(super) fn number(self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, LogError> {
        let number = self.value.get(key).and_then(Value::as_u64).filter(|n| range.contains(n));
        number.ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            LogError::new("", format!("`{key}` is missing or not a whole number from {low} to {high}"))
        })
    }

    /// A number above 0 and below `bound`, if there is one.
    pub(super) fn positive(self, key: &str, bound: u64) -> Option<u64> {
        self.value.get(key).and_then(Value::as_u64).filter(|n| (1..bound).contains(n))
    }

    pub(super) fn tile(self, key: &str) -> Result<Tile, LogError> {
        tile(self.value.get(key).unwrap_or(&Value::Null)).map_err(|e| e.within(format!("`{key}`")))
    }

    pub(super) fn tiles(self, key: &str) -> Result<Vec<Tile>, LogError> {
        self.list(key)?.iter().map(tile).collect::<Result<_, _>>().map_err(|e| e.within(format!("`{key}`")))
    }
}

pub(super) fn tile(value: &Value) -> Result<Tile, LogError> {
    let text = value.as_str().unwrap_or_default();
    if text == "?" {
        return Err(LogError::new("", "a hidden tile `?`: only logs that show all hands can be replayed"));
    }
    tile_of(text).ok_or_else(|| {
        let found = excerpt(&value.to_string());
        LogError::new("", format!("{found} is not a tile: 1m to 9s, 5mr 5pr 5sr, E S W N P F C"))
    })
}
