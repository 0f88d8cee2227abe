//! Reads JSON objects key by key. Error messages name the key and what is expected.

use hyakuman_core::excerpt::excerpt;
use hyakuman_core::notation::parse_tiles;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::{Map, Value};
use std::fmt;

/// The message for tiles where an object is expected.
const NOTATION: &str = "these are tiles, but a win is a JSON object with the winning tile and how it was won: \
    {\"hand\":\"234m067p234s33s55z\",\"win\":\"5z\",\"by\":\"tsumo\",\"seat\":\"S\",\"round\":\"E\"}";

/// An object whose keys are taken out one by one.
pub(super) struct Object(Map<String, Value>);

impl Object {
    pub(super) fn parse(text: &str) -> Result<Object, String> {
        if parse_tiles(text).is_ok() {
            return Err(NOTATION.to_owned());
        }
        let Strict(value) = serde_json::from_str(text.trim()).map_err(|error| describe(&error))?;
        let found = brief(&value);
        Object::of(value).ok_or_else(|| format!("this is not a JSON object `{{...}}`: {found}"))
    }

    /// The value as an object, if it is one.
    pub(super) fn of(value: Value) -> Option<Object> {
        match value {
            Value::Object(map) => Some(Object(map)),
            _ => None,
        }
    }

    /// Checks that every key is one of these.
    pub(super) fn check_keys(&self, keys: &[&str]) -> Result<(), String> {
        match self.0.keys().find(|key| !keys.contains(&key.as_str())) {
            Some(key) => Err(format!("there is no key `{}`; the keys are {}", excerpt(key), keys.join(", "))),
            None => Ok(()),
        }
    }

    /// The value of a required key; `what` says what it must be.
    pub(super) fn needed<T>(
        &mut self,
        key: &str,
        what: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<T, String> {
        let missing = || format!("`{key}` is missing; it must be {what}");
        self.optional(key, what, read)?.ok_or_else(missing)
    }

    /// The value of an optional key; `what` says what it must be.
    pub(super) fn optional<T>(
        &mut self,
        key: &str,
        what: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(value) = self.0.remove(key) else { return Ok(None) };
        let wrong = || format!("`{key}` must be {what}, found {}", brief(&value));
        read(&value).ok_or_else(wrong).map(Some)
    }

    /// The flag at `key`, false if absent.
    pub(super) fn flag(&mut self, key: &str) -> Result<bool, String> {
        Ok(self.optional(key, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    /// The whole number at `key`, 0 if absent.
    pub(super) fn number<T: TryFrom<u64> + Default>(&mut self, key: &str, most: u64) -> Result<T, String> {
        let read = |value: &Value| T::try_from(value.as_u64().filter(|&number| number <= most)?).ok();
        Ok(self.optional(key, &format!("a whole number from 0 to {most}"), read)?.unwrap_or_default())
    }
}

/// A value for a message: an excerpt, or `a list` or `an object` for long ones.
pub(super) fn brief(value: &Value) -> String {
    let text = value.to_string();
    match value {
        Value::Array(_) if text.len() > 40 => "a list".to_owned(),
        Value::Object(_) if text.len() > 40 => "an object".to_owned(),
        _ => excerpt(&text),
    }
}

/// The message for a syntax error.
fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let cause = text.split(" at line ").next().unwrap_or_default();
    let place = match error.line() {
        0 | 1 => format!("column {}", error.column()),
        line => format!("line {line}, column {}", error.column()),
    };
    match error.classify() {
        Category::Data => cause.to_owned(),
        Category::Eof => "this is not a JSON object: it ends too early".to_owned(),
        _ if cause.starts_with("trailing characters") => {
            format!("this is not one JSON object: there is more text at {place}")
        }
        _ => format!("this is not a JSON object: the text at {place} does not fit"),
    }
}

/// A value in which no object has a key twice.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Strict(value))) = object.next_entry::<String, Strict>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("`{}` is given twice", excerpt(&key))));
            }
            map.insert(key, value);
        }
        Ok(map.into())
    }
}
