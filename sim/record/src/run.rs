//! What determines the bytes of a data set: the identity of its run, which `run.json` holds.

use crate::bounded;
use crate::error::{RecordError, damaged};
use crate::plan::{MOST_MATCHES_OF_A_PART, MOST_PARTS, Plan};
use crate::schema::FORMAT;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// The identity of a run; `run.json` holds it from the start, the manifest repeats it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Version of the format.
    pub format: String,
    /// The recipe of the run.
    #[serde(deserialize_with = "bounded::value")]
    pub identity: Value,
    /// Matches, numbered from 0.
    pub matches: u64,
    /// Matches per part.
    pub part_size: u64,
    /// Number of parts.
    pub parts: u64,
    /// Names of the tables.
    pub tables: Vec<String>,
}

impl Run {
    pub(crate) fn new(plan: &Plan) -> Run {
        Run {
            format: FORMAT.to_owned(),
            identity: plan.identity.clone(),
            matches: plan.matches,
            part_size: plan.part_size,
            parts: plan.parts(),
            tables: plan.tables.iter().map(|table| table.name.clone()).collect(),
        }
    }

    /// Checks a file, which may come from anywhere.
    pub(crate) fn check(&self, path: &Path) -> Result<(), RecordError> {
        self.problem().map_or(Ok(()), |what| Err(damaged(path, what)))
    }

    /// Why its numbers and table names are not safe to work with, as the rest of a sentence; `None` if they are.
    pub(crate) fn problem(&self) -> Option<String> {
        let Run { matches, part_size, parts, .. } = *self;
        if !(1..=MOST_MATCHES_OF_A_PART).contains(&part_size) {
            let most = MOST_MATCHES_OF_A_PART;
            return Some(format!("has part_size {part_size}, expected a number from 1 to {most}"));
        }
        let whole = matches.div_ceil(part_size);
        if whole != parts {
            return Some(format!("has {parts} parts, but its matches make {whole}"));
        }
        if parts > MOST_PARTS {
            return Some(format!("has {parts} parts, more than {MOST_PARTS}"));
        }
        let named = |table: &&String| self.tables.iter().filter(|other| other == table).count();
        let invalid = self.tables.iter().find(|table| !is_table_name(table) || named(table) > 1);
        invalid.map(|table| format!("has the invalid table name {table:?}"))
    }

    /// The first difference of two runs: the key, the value of this run, and that of the other.
    pub(crate) fn difference(&self, other: &Run) -> Option<(String, String, String)> {
        let own = [
            ("format", self.format.clone().into(), other.format.clone().into()),
            ("part size", self.part_size.into(), other.part_size.into()),
            ("tables", self.tables.clone().into(), other.tables.clone().into()),
            // Last, because a run that differs in nothing else may be extended.
            (MATCHES, self.matches.into(), other.matches.into()),
        ];
        difference("", &self.identity, &other.identity).or_else(|| {
            own.into_iter().find(|(_, a, b): &(_, Value, Value)| a != b).map(|(key, a, b)| texts(key, &a, &b))
        })
    }
}

/// The key of [`Run::difference`] for the number of matches.
pub(crate) const MATCHES: &str = "matches";

/// Whether it is a plain name that cannot lead to another folder.
fn is_table_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    !name.is_empty() && name != "parts" && name.bytes().all(plain)
}

/// The first difference of two values; descends into objects but not lists.
fn difference(key: &str, a: &Value, b: &Value) -> Option<(String, String, String)> {
    let (Value::Object(left), Value::Object(right)) = (a, b) else {
        return (a != b).then(|| texts(key, a, b));
    };
    let inside = |name: &String| if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
    let keys = left.keys().chain(right.keys());
    keys.filter_map(|name| difference(&inside(name), at_key(left, name), at_key(right, name))).next()
}

fn at_key<'a>(object: &'a serde_json::Map<String, Value>, key: &str) -> &'a Value {
    object.get(key).unwrap_or(&Value::Null)
}

fn texts(key: &str, a: &Value, b: &Value) -> (String, String, String) {
    let text = |value: &Value| match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    (key.to_owned(), text(a), text(b))
}
