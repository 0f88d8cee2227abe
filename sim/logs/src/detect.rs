//! Which format the JSON of a text is.

use crate::MAX_RECORD_BYTES;
use crate::model::Format;
use crate::objects::{Objects, Shape};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// How many objects are looked at: those before the first of a known format may be damaged.
const MOST_HEADS: usize = 1_000;

/// The format of the first object that is of a known one. Where there is none, an object is taken for tenhou.net/6, whose reader says
/// what it lacks; `None` if there is no object.
pub(crate) fn format(text: &str) -> Option<Format> {
    let shape = Shape { most: MAX_RECORD_BYTES, what: "an object", next: "\n", is_object: |_| false };
    let (mut objects, mut found) = (Objects::new(text, shape), text.trim_start().starts_with('{'));
    for _ in 0..MOST_HEADS {
        let Some((_, head)) = objects.next::<Head>() else { break };
        if let Some(format) = head.as_ref().ok().and_then(Head::format) {
            return Some(format);
        }
        found |= head.is_ok();
    }
    let damaged = text.contains("RecordNewRound\"").then_some(Format::MahjongSoul);
    damaged.or(found.then_some(Format::Tenhou6))
}

/// Whether a list is the records of a match of Mahjong Soul: its first element is one.
pub(crate) fn is_records(list: &str) -> bool {
    let first = list[1..].trim_start();
    let mut heads = serde_json::Deserializer::from_str(first).into_iter::<Head>();
    first.starts_with('{') && heads.next().is_some_and(|head| head.is_ok_and(|head| head.is_record()))
}

/// Which fields an object has. Nothing else is kept, so that a long object takes no memory.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "type")]
    kind: Option<Field>,
    log: Option<Field>,
    name: Option<Field>,
    result: Option<Field>,
    head: Option<Field>,
    data: Option<Field>,
    mjslog: Option<Field>,
}

impl Head {
    fn format(&self) -> Option<Format> {
        let is_text = matches!(self.kind, Some(Field::Text | Field::Record));
        let is_match =
            self.mjslog.is_some() || self.log.is_none() && self.head.is_some() && self.data.is_some();
        Some(match () {
            () if is_text => Format::Mjai,
            () if is_match || self.is_record() => Format::MahjongSoul,
            () if self.log.is_some() => Format::Tenhou6,
            () => return None,
        })
    }

    /// Whether it is a record of Mahjong Soul, or what led to one.
    fn is_record(&self) -> bool {
        self.name == Some(Field::Record) || self.result.is_some() && self.log.is_none() && self.head.is_none()
    }
}

/// What a field is.
#[derive(PartialEq)]
enum Field {
    Text,
    /// The name of a record of Mahjong Soul, as `.lq.RecordHule`.
    Record,
    Other,
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Field, D::Error> {
        deserializer.deserialize_any(Look)
    }
}

struct Look;

impl<'de> Visitor<'de> for Look {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Field, E> {
        let name = text.rsplit('.').next().unwrap_or(text);
        Ok(if name.starts_with("Record") { Field::Record } else { Field::Text })
    }

    fn visit_bool<E>(self, _: bool) -> Result<Field, E> {
        Ok(Field::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Field, E> {
        Ok(Field::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Field, E> {
        Ok(Field::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Field, E> {
        Ok(Field::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Field, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Field::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Field, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Field::Other)
    }
}
