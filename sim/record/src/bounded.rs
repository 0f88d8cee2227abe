//! JSON whose form this crate does not know, read with a bound: as values it takes many times the memory of its text.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// Most bytes. A recipe, with every rule, has about four thousand, sums of statistics twenty thousand.
const MOST: usize = 512 << 10;

/// Reads a value, for `deserialize_with`, from text.
pub(crate) fn value<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    let text = Box::<RawValue>::deserialize(from)?;
    match text.get().len() {
        ..=MOST => serde_json::from_str(text.get()).map_err(D::Error::custom),
        length => Err(D::Error::custom(format_args!("a value has {length} bytes, more than {MOST}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Value, serde_json::Error> {
        value(&mut serde_json::Deserializer::from_str(text))
    }

    #[test]
    fn a_value_is_read_as_it_is() {
        let text = r#"{"a":[1,-2,0.5,null,true,"x",{}],"b":18446744073709551615}"#;
        let wanted: Value = serde_json::from_str(text).unwrap();
        assert_eq!([read(text).unwrap(), value(wanted.clone()).unwrap()], [wanted.clone(), wanted]);
        assert!(read(&"[".repeat(1_000)).is_err());
    }

    #[test]
    fn large_values_are_refused() {
        let list = |count| format!("[{}0]", "0,".repeat(count));
        assert!(read(&list(262_142)).is_ok());
        let error = read(&list(262_143)).unwrap_err().to_string();
        assert!(error.starts_with("a value has 524289 bytes, more than 524288"), "{error}");
    }
}
