//! The records in a file, whatever is around them.

use super::fields::Fields;
use crate::logs::error::LogError;
use serde_json::Value;

/// Where the list of records is: the names of the parts around it, and how many there may be.
const AROUND: [&str; 5] = ["data", "records", "actions", "record", "mjslog"];
const MOST_AROUND: usize = 4;

/// The head of a match, by the names it has in files.
const HEADS: [&str; 2] = ["head", "mjshead"];

/// A match in a file.
pub(super) struct Source<'a> {
    pub(super) head: Fields<'a>,
    pub(super) entries: &'a [Value],
    /// The names of the records, where they stand apart from them.
    names: Option<&'a [Value]>,
}

impl<'a> Source<'a> {
    /// The list of records of `value`, or of a part of it, with the innermost head around it.
    pub(super) fn of(value: &'a Value) -> Result<Source<'a>, LogError> {
        let (mut head, mut part) = (Fields(&Value::Null), value);
        for _ in 0..=MOST_AROUND {
            if let Value::Array(entries) = part {
                let names = value.get("mjslog").map(|_| Fields(value).list("mjsrecordtypes")).transpose()?;
                return Ok(Source { head, entries, names });
            }
            let found = HEADS.iter().map(|key| Fields(part).part(key)).find(|head| head.0.is_object());
            head = found.unwrap_or(head);
            let is_filled = |value: &&Value| value.as_array().is_none_or(|list| !list.is_empty());
            let inner = AROUND.iter().filter_map(|key| Fields(part).get(key)).find(is_filled);
            part = match inner {
                Some(Value::String(_)) => {
                    let problem = "a text: the records are still encoded; save them decoded";
                    return Err(LogError::new("`data`", problem));
                }
                Some(inner) => inner,
                None => break,
            };
        }
        let problem = "no list of records; expected it in `data`, `actions` or `records`, or alone";
        Err(LogError::new("", problem))
    }

    /// The record of an entry; none if it is what a player entered.
    pub(super) fn record(&self, number: usize) -> Result<Option<Record<'a>>, LogError> {
        let entry = &self.entries[number];
        match self.names {
            None => Record::of(entry),
            Some(names) => {
                let said = names.get(number).and_then(Value::as_str).unwrap_or_default();
                let said = Some(unqualified(said)).filter(|name| name.starts_with("Record"));
                let data = Fields(entry);
                Ok(Some(Record { name: said.unwrap_or_else(|| by_fields(data)), data }))
            }
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    /// Without the name of the package, as `RecordHule`.
    pub(super) name: &'a str,
    pub(super) data: Fields<'a>,
}

impl<'a> Record<'a> {
    /// Whether a value is a record, or what holds one.
    pub(super) fn is(value: &Value) -> bool {
        let name = Fields(value).get("name").and_then(Value::as_str).unwrap_or_default();
        unqualified(name).starts_with("Record") || Fields(value).get("result").is_some_and(Record::is)
    }

    /// The record of an entry, which is the record or has it in `result`; none if it is what a player entered.
    pub(super) fn of(entry: &'a Value) -> Result<Option<Record<'a>>, LogError> {
        let entry = Fields(entry);
        let is_record = |entry: &Fields| entry.get("name").is_some();
        let Some(record) = [entry, entry.part("result")].into_iter().find(is_record) else {
            let encoded = entry.get("result").and_then(Value::as_str).is_some_and(|text| !text.is_empty());
            let problem = "a text, expected an object: the records are still encoded; save them decoded";
            return if encoded { Err(LogError::new("`result`", problem)) } else { Ok(None) };
        };
        let name = unqualified(record.text("name")?);
        match record.get("data") {
            Some(data) if !data.is_object() => {
                let problem = "not an object: the records are still encoded; save them decoded";
                Err(LogError::new("`data`", problem))
            }
            data => Ok(Some(Record { name, data: Fields(data.unwrap_or(&Value::Null)) })),
        }
    }

    /// Whether a match begins with it.
    pub(super) fn is_start(self) -> bool {
        let zero = |key| self.data.number(key, 999).is_ok_and(|number| number == 0);
        self.name == "RecordNewRound" && ["chang", "ju", "ben"].into_iter().all(zero)
    }
}

/// A name without the package in front of it.
fn unqualified(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The name of a record by the fields that only such records have, for files without names.
fn by_fields(data: Fields) -> &'static str {
    const TYPICAL: [(&str, &str); 10] = [
        ("tiles0", "RecordNewRound"),
        ("hules", "RecordHule"),
        ("players", "RecordNoTile"),
        ("froms", "RecordChiPengGang"),
        ("left_tile_count", "RecordDealTile"),
        ("is_liqi", "RecordDiscardTile"),
        ("tile", "RecordDiscardTile"),
        ("tiles", "RecordAnGangAddGang"),
        ("type", "RecordLiuJu"),
        ("seat", "RecordBaBei"),
    ];
    let has = |key: &str| data.get(key).is_some();
    match data.get("tiles") {
        Some(Value::Array(_)) if !has("froms") => "RecordLiuJu",
        _ => TYPICAL.iter().find(|(key, _)| has(key)).map_or("RecordMJStart", |(_, name)| name),
    }
}
