//! The records of a match of Mahjong Soul, as programs save them: decoded from protobuf to JSON, with the field names of the
//! protocol.
//!
//! ```text
//! {"head":{"uuid":…,"start_time":…,"config":…,"accounts":[…],"result":…},
//!  "data":{"name":".lq.GameDetailRecords","data":{"actions":[{"type":1,"result":record},…]}}}
//! record = {"name":".lq.RecordDiscardTile","data":{"seat":0,"tile":"0p","moqie":true,…}}
//! ```
//!
//! `data` may also be, or hold in `records`, the list of records, and the list may be all there is. Tiles are `1m` to `7z`, red fives `0m`
//! `0p` `0s`; seat 0 is the first dealer.
//!
//! | record | meaning |
//! | --- | --- |
//! | `RecordNewRound` | `chang` wind, `ju` dealer, `ben` honba, `liqibang` sticks; hands `tiles0…3`, the dealer's with the first draw at its end; `paishan`, the wall |
//! | `RecordDealTile` | a draw; `liqi`, here and in the next two: the stick of the riichi before it is paid |
//! | `RecordChiPengGang` | `type` 0 chi, 1 pon, 2 daiminkan of the tile that is not from `seat` by `froms` |
//! | `RecordLiuJu` | an abortive draw by `type` |
//! | `RecordDiscardTile` | `is_liqi` declares riichi, `moqie` is tsumogiri |
//! | `RecordAnGangAddGang` | `type` 2 kakan, 3 ankan |
//! | `RecordBaBei` | a north is set aside |
//! | `RecordHule`, `RecordNoTile` | wins; the wall ran out; `gameend` if it is the end of the match |
//!
//! `doras` are all indicators open at that moment. Sources: the definition of the protocol, programs that read it, for facts only.

mod end;
mod fields;
mod head;
mod kept;
mod round;
mod yaku;

use crate::error::LogError;
use crate::model::{Format, LogMatch};
use crate::{MAX_RECORD_BYTES, objects};
use fields::Fields;
use hyakuman_core::excerpt::excerpt;
use kept::Kept;
use round::Round;
use serde_json::Value;

/// Where the list of records is: the names of the parts around it, and how many there may be.
const AROUND: [&str; 4] = ["data", "records", "actions", "record"];
const MOST_AROUND: usize = 4;

/// Records that change nothing.
const IGNORED: [&str; 1] = ["RecordMJStart"];

/// Reads one or more matches, each independently: after a damaged one, reading continues at the next line that begins
/// with `{`. Returns at least one match or error.
pub fn read(text: &str) -> Vec<Result<LogMatch, LogError>> {
    objects::read(text, MAX_RECORD_BYTES, |Kept(value)| one(value))
}

fn one(value: &Value) -> Result<LogMatch, LogError> {
    let Some(list) = list(value, MOST_AROUND) else {
        let problem = "no list of records; expected it in `data`, `actions` or `records`, or alone";
        return Err(LogError::new("", problem));
    };
    let mut reader = Reader::default();
    for (number, entry) in (1..).zip(list) {
        let place = |e: LogError| e.within(format!("record {number}"));
        let Some(record) = Record::of(entry).map_err(place)? else { continue };
        let name = excerpt(record.name);
        reader.record(record).map_err(|e| e.within(format!("{}record {number} ({name})", reader.place())))?;
    }
    reader.finish(Fields(value).part("head")).map_err(|e| e.within("`head`"))
}

/// The list of records: of `value`, or of a part of it.
fn list(value: &Value, around: usize) -> Option<&[Value]> {
    match value {
        Value::Array(list) => Some(list).filter(|list| !list.is_empty()).map(Vec::as_slice),
        Value::Object(parts) if around > 0 => {
            AROUND.iter().find_map(|key| list(parts.get(*key)?, around - 1))
        }
        _ => None,
    }
}

/// A record.
#[derive(Clone, Copy)]
struct Record<'a> {
    /// Without the name of the package, as `RecordHule`.
    name: &'a str,
    data: Fields<'a>,
}

impl<'a> Record<'a> {
    /// The record of an entry, which is the record or has it in `result`; none if it is what a player entered.
    fn of(entry: &'a Value) -> Result<Option<Record<'a>>, LogError> {
        let entry = Fields(entry);
        let is_record = |entry: &Fields| entry.get("name").is_some();
        let Some(record) = [entry, entry.part("result")].into_iter().find(is_record) else {
            let encoded = entry.get("result").and_then(Value::as_str).is_some_and(|text| !text.is_empty());
            let problem = "a text, expected an object: the records are still encoded; save them decoded";
            return if encoded { Err(LogError::new("`result`", problem)) } else { Ok(None) };
        };
        let name = record.text("name")?;
        let name = name.rsplit('.').next().unwrap_or(name);
        match record.get("data") {
            Some(data) if !data.is_object() => {
                let problem = "not an object: the records are still encoded; save them decoded";
                Err(LogError::new("`data`", problem))
            }
            data => Ok(Some(Record { name, data: Fields(data.unwrap_or(&Value::Null)) })),
        }
    }
}

#[derive(Default)]
struct Reader {
    rounds: Vec<Round>,
    ended: bool,
}

impl Reader {
    fn record(&mut self, record: Record) -> Result<(), LogError> {
        match record.name {
            "RecordNewRound" => {
                let round = Round::new(record.data)?;
                if let Some(last) = self.rounds.last().filter(|last| last.seats() != round.seats()) {
                    let problem = format!("{} hands, the kyoku before had {}", round.seats(), last.seats());
                    return Err(LogError::new("", problem));
                }
                self.rounds.push(round);
            }
            name if IGNORED.contains(&name) => {}
            _ => {
                let outside = || LogError::new("", "outside a kyoku: `RecordNewRound` must come before it");
                let round = self.rounds.last_mut().filter(|round| !round.has_ended()).ok_or_else(outside)?;
                self.ended |= round.record(record)?;
            }
        }
        Ok(())
    }

    /// The kyoku being read, for messages.
    fn place(&self) -> String {
        self.rounds.last().map_or(String::new(), |round| format!("kyoku {}, ", round.log.name))
    }

    fn finish(self, head: Fields) -> Result<LogMatch, LogError> {
        let Some(seats) = self.rounds.last().map(Round::seats) else {
            return Err(LogError::new("", "no kyoku: no `RecordNewRound` among the records"));
        };
        let (rules, result) = (head::rules(head, seats)?, head::result(head, seats)?);
        let reference = head.text("uuid")?;
        Ok(LogMatch {
            damage: Vec::new(),
            format: Format::MahjongSoul,
            reference: Some(reference.to_owned()).filter(|reference| !reference.is_empty()),
            date: head::date(head)?,
            players: head::players(head, seats)?,
            kyoku: self.rounds.into_iter().map(|round| round.close(&rules)).collect(),
            rules,
            ended: self.ended || result.is_some(),
            result,
        })
    }
}
