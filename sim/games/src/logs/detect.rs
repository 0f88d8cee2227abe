//! Which format the JSON of a text is.

use crate::logs::MAX_RECORD_BYTES;
use crate::logs::model::Format;
use crate::logs::objects::{Objects, Shape};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

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
struct Head<'a> {
    #[serde(rename = "type", borrow)]
    kind: Option<&'a RawValue>,
    log: Option<IgnoredAny>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    result: Option<IgnoredAny>,
    head: Option<IgnoredAny>,
    data: Option<IgnoredAny>,
    mjslog: Option<IgnoredAny>,
}

impl Head<'_> {
    fn format(&self) -> Option<Format> {
        let is_match =
            self.mjslog.is_some() || self.log.is_none() && self.head.is_some() && self.data.is_some();
        Some(match () {
            () if text(self.kind).is_some() => Format::Mjai,
            () if is_match || self.is_record() => Format::MahjongSoul,
            () if self.log.is_some() => Format::Tenhou6,
            () => return None,
        })
    }

    /// Whether it is a record of Mahjong Soul, named as `.lq.RecordHule`, or what led to one.
    fn is_record(&self) -> bool {
        let is_name = |name: String| name.rsplit('.').next().is_some_and(|name| name.starts_with("Record"));
        text(self.name).is_some_and(is_name)
            || self.result.is_some() && self.log.is_none() && self.head.is_none()
    }
}

fn text(field: Option<&RawValue>) -> Option<String> {
    serde_json::from_str(field?.get()).ok()
}
