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

mod detail;
mod end;
mod fields;
mod head;
mod kept;
mod record;
mod round;
mod yaku;

use crate::logs::error::LogError;
use crate::logs::model::{Damage, Format, LogMatch, RIICHI_STICK};
use crate::logs::objects::{Objects, Shape};
use crate::logs::{MAX_MATCHES, MAX_RECORD_BYTES, detect, too_many};
use fields::Fields;
use hyakuman_core::excerpt::excerpt;
use kept::Kept;
use record::{Record, Source};
use round::Round;
use serde_json::Value;

/// How matches stand in a text: objects, or lists of records.
const MATCHES: Shape =
    Shape { most: MAX_RECORD_BYTES, what: "a match", next: "\n{", is_object: detect::is_records };

/// The record that begins a kyoku.
const START: &str = "RecordNewRound";

/// Records that change nothing.
const IGNORED: [&str; 1] = ["RecordMJStart"];

/// Reads one or more matches, each independently: after a damaged one, reading continues at the next line that begins
/// with `{`. Records that stand alone are a match together. Returns at least one match or error.
pub fn read(text: &str) -> Vec<Result<LogMatch, LogError>> {
    let (mut objects, mut matches, mut alone) = (Objects::new(text, MATCHES), Vec::new(), Alone::default());
    while let Some((line, value)) = objects.next::<Kept>() {
        if matches.len() >= MAX_MATCHES {
            matches.push(Err(too_many().within(format!("line {line}"))));
            return matches;
        }
        match value {
            Ok(Kept(value)) if Record::is(&value) => matches.extend(alone.record(line, &value)),
            value => {
                matches.extend(alone.over());
                matches.push(value.and_then(|Kept(value)| one(&value, line)));
            }
        }
    }
    matches.extend(alone.over());
    if matches.is_empty() { vec![Err(LogError::new("", "the log is empty"))] } else { matches }
}

/// The match whose records stand alone, and their number.
#[derive(Default)]
struct Alone {
    reader: Reader,
    records: usize,
}

impl Alone {
    /// Takes a record; returns the match before it, if it begins another.
    fn record(&mut self, line: usize, value: &Value) -> Option<Result<LogMatch, LogError>> {
        let record = Record::of(value);
        let starts = record.as_ref().is_ok_and(|record| record.is_some_and(Record::is_start));
        let before = if starts && !self.reader.rounds.is_empty() { self.over() } else { None };
        self.records += 1;
        self.reader.take(record, |name| format!("line {line}{name}"));
        before
    }

    /// The match, if there is one.
    fn over(&mut self) -> Option<Result<LogMatch, LogError>> {
        let Alone { reader, records } = std::mem::take(self);
        (records > 0).then(|| reader.finish(Fields(&Value::Null)))
    }
}

/// The match on a line.
fn one(value: &Value, line: usize) -> Result<LogMatch, LogError> {
    let place = |e: LogError| e.within(format!("line {line}"));
    let source = Source::of(value).map_err(place)?;
    let mut reader = Reader { stick: head::stick(source.head), ..Reader::default() };
    for number in 0..source.entries.len() {
        reader.take(source.record(number), |name| format!("record {}{name}", number + 1));
    }
    reader.finish(source.head).map(|log| log.within(format!("line {line}"))).map_err(place)
}

#[derive(Default)]
struct Reader {
    rounds: Vec<Round>,
    ended: bool,
    damage: Damage,
    /// The points of a riichi stick, if they are not the usual ones.
    stick: Option<i32>,
    /// Whether records are skipped up to the next kyoku.
    skips: bool,
}

impl Reader {
    /// Reads a record; what cannot be read ends its kyoku. `place` is where it is, with its name.
    fn take(&mut self, record: Result<Option<Record>, LogError>, place: impl Fn(&str) -> String) {
        let name = record.as_ref().map_or(None, |record| record.map(|record| record.name));
        if self.skips && name != Some(START) {
            return self.pass(name);
        }
        self.skips = false;
        let read = match record {
            Ok(None) => return,
            Ok(Some(record)) => {
                let place = |e: LogError| e.within(place(&format!(" ({})", excerpt(record.name))));
                self.record(record).map_err(|e| place(e).within(self.place(record.name)))
            }
            Err(error) => Err(error.within(place(""))),
        };
        if let Err(error) = read {
            self.skips = true;
            self.damage.add(error);
            self.pass(name);
        }
    }

    /// Passes over what is not read. Where it is of a kyoku, and none is being read, that kyoku is missing.
    fn pass(&mut self, name: Option<&str>) {
        let is_of_kyoku = name.is_some_and(|name| !IGNORED.contains(&name));
        let is_outside = name == Some(START) || self.rounds.last().is_none_or(Round::has_ended);
        if is_of_kyoku && is_outside {
            self.damage.gap(self.rounds.len());
        }
    }

    fn record(&mut self, record: Record) -> Result<(), LogError> {
        match record.name {
            START => {
                let round = Round::new(record.data, self.stick.unwrap_or(RIICHI_STICK))?;
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

    /// The kyoku of a record, for messages.
    fn place(&self, name: &str) -> String {
        let round = self.rounds.last().filter(|_| name != START);
        round.map_or(String::new(), |round| format!("kyoku {}", round.log.name))
    }

    fn finish(self, head: Fields) -> Result<LogMatch, LogError> {
        let Some(seats) = self.rounds.last().map(Round::seats) else {
            let none = || LogError::new("", "no kyoku: no `RecordNewRound` among the records");
            return Err(self.damage.errors.into_iter().next().unwrap_or_else(none));
        };
        let in_head = |e: LogError| e.within("`head`");
        let (rules, result) = (
            head::rules(head, seats, self.rounds.iter().find_map(Round::red_fives)).map_err(in_head)?,
            head::result(head, seats).map_err(in_head)?,
        );
        let reference = head.text("uuid").map_err(in_head)?;
        let kyoku = self.rounds.into_iter().map(|round| round.close(&rules)).collect();
        let log = LogMatch {
            reference: Some(reference.to_owned()).filter(|reference| !reference.is_empty()),
            date: head::date(head).map_err(in_head)?,
            players: head::players(head, seats).map_err(in_head)?,
            ended: self.ended || result.is_some(),
            result,
            ..LogMatch::of(Format::MahjongSoul, rules, kyoku, self.damage)
        };
        log.readable()
    }
}
