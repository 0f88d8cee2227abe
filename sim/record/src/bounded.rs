//! JSON whose form this crate does not know, read with a bound: a list of numbers takes sixteen times the memory of its text.

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// Most values, each element of a list or object counted. A recipe, with every rule, has about a hundred.
const MOST: usize = 10_000;

/// Reads a value, for `deserialize_with`.
///
/// # Errors
/// It has more than 10,000 values, or cannot be read.
pub(crate) fn value<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    Bounded(&mut 0).deserialize(from)
}

/// Counts the values read so far.
struct Bounded<'a>(&'a mut usize);

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        *self.0 += 1;
        if *self.0 > MOST {
            return Err(D::Error::custom(format_args!("there are more than {MOST} values")));
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element_seed(Bounded(self.0))? {
            list.push(value);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = from.next_key()? {
            object.insert(key, from.next_value_seed(Bounded(self.0))?);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_is() {
        let text = r#"{"a":[1,-2,0.5,null,true,"x",{}],"b":18446744073709551615}"#;
        let read = value(&mut serde_json::Deserializer::from_str(text)).unwrap();
        assert_eq!(read, serde_json::from_str::<Value>(text).unwrap());
    }

    #[test]
    fn many_values_are_refused() {
        for (text, count) in [("[0,", 10_001), ("{\"a\":[0,", 9_999), ("[[0,", 10_000)] {
            let close = match text {
                "[0," => "0]",
                "{\"a\":[0," => "0]}",
                _ => "0]]",
            };
            let text = text.to_owned() + &"0,".repeat(count) + close;
            let error = value(&mut serde_json::Deserializer::from_str(&text)).unwrap_err().to_string();
            assert!(error.starts_with("there are more than 10000 values"), "{error}");
        }
    }
}
