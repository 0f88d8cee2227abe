//! The fields of a record. Many programs leave out fields with the value 0, false or an empty list, so these are the values of
//! missing fields.

use crate::logs::error::LogError;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::notation::parse_tile;
use hyakuman_core::{Seat, Tile};
use serde_json::Value;

/// A record, or a part of one.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Value);

impl<'a> Fields<'a> {
    /// A field; null is missing.
    pub(super) fn get(self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// The fields of a part; none if it is missing.
    pub(super) fn part(self, key: &str) -> Fields<'a> {
        Fields(self.0.get(key).unwrap_or(&Value::Null))
    }

    /// The value of a field by `read`, which takes the right type only.
    fn as_type<T: Default>(
        self,
        key: &str,
        right: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<T, LogError> {
        let Some(value) = self.get(key) else { return Ok(T::default()) };
        read(value).ok_or_else(|| {
            let found = excerpt(&value.to_string()).to_string();
            LogError::new(format!("`{key}`"), format!("{found}, expected {right}"))
        })
    }

    /// A number up to `most`.
    pub(super) fn number(self, key: &str, most: u32) -> Result<u32, LogError> {
        let read = |value: &Value| value.as_u64().filter(|&n| n <= most.into()).map(|n| n as u32);
        self.as_type(key, &format!("a whole number from 0 to {most}"), read)
    }

    /// A number of points.
    pub(super) fn signed(self, key: &str) -> Result<i32, LogError> {
        self.as_type(key, "a whole number of points", point)
    }

    /// A number that is not 0, if given.
    pub(super) fn positive(self, key: &str, most: u32) -> Result<Option<u32>, LogError> {
        self.number(key, most).map(|number| Some(number).filter(|&number| number > 0))
    }

    pub(super) fn flag(self, key: &str) -> Result<bool, LogError> {
        self.as_type(key, "true or false", Value::as_bool)
    }

    /// Yes or no, also as a number, if given.
    pub(super) fn switch(self, key: &str) -> Result<Option<bool>, LogError> {
        let read = |value: &Value| value.as_bool().or(value.as_u64().map(|number| number > 0)).map(Some);
        self.as_type(key, "true or false, or a number", read)
    }

    pub(super) fn text(self, key: &str) -> Result<&'a str, LogError> {
        self.as_type(key, "a text", Value::as_str)
    }

    pub(super) fn seat(self, key: &str, seats: usize) -> Result<Seat, LogError> {
        self.number(key, seats as u32 - 1).map(|seat| Seat::new(seat as u8))
    }

    pub(super) fn list(self, key: &str) -> Result<&'a [Value], LogError> {
        self.as_type(key, "a list", |value| value.as_array().map(Vec::as_slice))
    }

    /// The parts in a list.
    pub(super) fn parts(self, key: &str) -> Result<impl Iterator<Item = Fields<'a>> + Clone, LogError> {
        self.list(key).map(|list| list.iter().map(Fields))
    }

    /// The tile of a required field.
    pub(super) fn tile(self, key: &str) -> Result<Tile, LogError> {
        self.tile_if_given(key)?.ok_or_else(|| LogError::new(format!("`{key}`"), "missing, expected a tile"))
    }

    pub(super) fn tile_if_given(self, key: &str) -> Result<Option<Tile>, LogError> {
        self.as_type(key, TILE, |value| value.as_str().and_then(parse_tile).map(Some))
    }

    pub(super) fn tiles(self, key: &str) -> Result<Vec<Tile>, LogError> {
        let tile = |value: &Value| value.as_str().and_then(parse_tile);
        self.as_type(key, &format!("a list of tiles, each {TILE}"), |value| {
            value.as_array()?.iter().map(tile).collect()
        })
    }

    /// Points by seat; `None` if there are none. A game of three may have a fourth entry.
    pub(super) fn points(self, key: &str, seats: usize) -> Result<Option<Vec<i32>>, LogError> {
        self.as_type(key, &format!("a whole number of points for each of {seats} seats"), |value| {
            let list = value.as_array()?;
            match list.len() {
                0 => Some(None),
                entries if entries < seats || entries > 4 => None,
                _ => list.iter().take(seats).map(point).collect::<Option<Vec<i32>>>().map(Some),
            }
        })
    }
}

fn point(value: &Value) -> Option<i32> {
    value.as_i64().filter(|n| n.unsigned_abs() < 100_000_000).map(|n| n as i32)
}

const TILE: &str = "a tile from 1m to 7z, red fives 0m 0p 0s";
