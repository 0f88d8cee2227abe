//! JSON of which only the fields that are read are kept, so that the rest takes no memory.

use super::detail;
use super::head::EVENT_RULES;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};
use std::cell::Cell;
use std::fmt;

/// Maximum number of values kept of a match; real ones have up to 60,000. One takes up to 700 bytes.
const MOST_VALUES: usize = 250_000;

/// The fields that are read. Some programs write them as `isLiqi`: case and underscores do not count.
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    // The match.
    "head", "mjshead", "data", "records", "actions", "record", "mjslog", "mjsrecordtypes", "result", "name", "type", "uuid", "start_time", "end_time", "config",
    "mode", "detail_rule", "meta", "mode_id", "room_id", "contest_uid", "accounts", "robots",
    "nickname", "level", "level3", "id", "players", "part_point_1", "total_point",
    // Records.
    "chang", "ju", "ben", "liqibang", "scores", "tiles0", "tiles1", "tiles2", "tiles3", "dora", "doras", "paishan", "seat",
    "tile", "tiles", "is_liqi", "is_wliqi", "moqie", "liqi", "failed", "froms", "hules", "hu_tile", "zimo", "li_doras",
    "yiman", "count", "fans", "val", "fu", "title_id", "point_rong", "point_zimo_qin", "point_zimo_xian", "old_scores",
    "delta_scores", "gameend", "liujumanguan", "tingpai", "left_tile_count",
];

/// A JSON value with the kept fields under the names above.
pub(super) struct Kept(pub(super) Value);

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kept, D::Error> {
        Keep { left: &Cell::new(MOST_VALUES), is_rules: false }.deserialize(deserializer).map(Kept)
    }
}

/// Keeps a value; holds how many more may be kept.
#[derive(Clone, Copy)]
struct Keep<'a> {
    left: &'a Cell<usize>,
    /// Whether it is a list of rules, all of which are kept.
    is_rules: bool,
}

impl Keep<'_> {
    /// The name under which a field is kept, if it is.
    fn name(self, key: &str) -> Option<String> {
        if self.is_rules {
            let known = EVENT_RULES.iter().copied().find(|field| is_same(field, key));
            return Some(known.or_else(|| detail::known(key, is_same)).unwrap_or(key).to_owned());
        }
        FIELDS.iter().find(|field| is_same(field, key)).map(|field| (*field).to_owned())
    }
}

impl<'de> DeserializeSeed<'de> for Keep<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let problem = || D::Error::custom(format!("more than {MOST_VALUES} values, the limit for a match"));
        self.left.set(self.left.get().checked_sub(1).ok_or_else(problem)?);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keep<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut kept = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            kept.push(value);
        }
        Ok(kept.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut kept = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            match self.name(&key) {
                Some(name) => {
                    let keep = Keep { is_rules: self.is_rules || name == "detail_rule", ..self };
                    kept.insert(name, map.next_value_seed(keep)?);
                }
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(kept.into())
    }
}

fn is_same(field: &str, key: &str) -> bool {
    letters(field).eq(letters(key))
}

fn letters(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|&byte| byte != b'_').map(|byte| byte.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_fields_are_kept() {
        let text = r#"{"isLiqi":true,"operations":[{"seat":0},[1]],"hules":[{"pointRong":1e3,"hand":["1m"]}],"is_liqi_":null}"#;
        let Kept(kept) = serde_json::from_str(text).expect("JSON");
        assert_eq!(kept.to_string(), r#"{"hules":[{"point_rong":1000.0}],"is_liqi":null}"#);
        assert_eq!(["isliqi", "isLiqis", "is_liq"].map(|key| is_same("is_liqi", key)), [true, false, false]);
    }

    #[test]
    fn the_number_of_values_is_limited() {
        let list = |count: usize| format!("[{}0]", "0,".repeat(count - 1));
        assert!(serde_json::from_str::<Kept>(&list(MOST_VALUES - 1)).is_ok());
        let error = serde_json::from_str::<Kept>(&list(MOST_VALUES)).map(|_| ()).expect_err("too many");
        assert!(error.is_data() && error.to_string().starts_with("more than 250000 values"), "{error}");
        assert!(
            serde_json::from_str::<Kept>(&format!("{{\"operations\":{}}}", list(2 * MOST_VALUES))).is_ok()
        );
    }
}
