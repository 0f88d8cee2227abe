//! mjai: one JSON object per event, as in the protocol of that name, usually one a line.
//!
//! Tiles are `1m`…`9s`, red fives `5mr` `5pr` `5sr`, honors `E S W N P F C`. Seats are numbers; `oya` is the dealer.
//! Several matches may follow one another, each starting with `start_game`; each is read independently. The protocol
//! does not have the length of the match (unless `kyoku_first` is present: 4 means an east game) or open tanyao, which
//! is assumed to be allowed. Three-player dialects with `nukidora` (or `kita`) are read, with three hands, or four of
//! which one is hidden or empty.
//!
//! Servers leave out what follows from the rest, which is added: `scores` of a `start_kyoku`, `deltas`, `reach_accepted`, `tsumogiri`,
//! `target` and `pai` of a call.

mod event;
mod kyoku;
pub mod lines;
mod seen;
mod table;
mod words;
mod write;

pub use seen::{first_dealer, read_seen};
pub use words::{tile_of, word_of};
pub use write::{seen_by, write, write_with};

use crate::logs::error::LogError;
use crate::logs::model::{
    self, Damage, Format, GameSort, LogEnd, LogKyoku, LogMatch, LogResult, LogRules, NamedRules,
};
use crate::logs::objects::{Objects, Shape};
use crate::logs::origin::{self, LogPlayers};
use crate::logs::{MAX_MATCH_BYTES, MAX_MATCHES, too_many};
use crate::show::Change;
use event::Event;
use hyakuman_core::excerpt::excerpt;
use kyoku::Kyoku;
use serde_json::Value;
use table::Table;

/// Events that are not part of the game.
const IGNORED: [&str; 8] =
    ["none", "hello", "error", "log", "join", "request_action", "action_ack", "validation_result"];

/// How events stand in a text: in lines, in lists, or one after another.
const EVENTS: Shape = Shape { most: MAX_MATCH_BYTES, what: "an event", next: "\n", is_object: |_| false };

/// Points at the start of a match with four and with three players, if it does not say them.
const START: [i32; 2] = [25_000, 35_000];

/// Reads one or more matches, each independently: what cannot be read ends its kyoku, and reading continues with the next
/// `start_kyoku`. Returns at least one match or error.
pub fn read(text: &str) -> Vec<Result<LogMatch, LogError>> {
    let (mut objects, mut matches) = (Objects::new(text, EVENTS), vec![Reader::default()]);
    let mut last = None;
    while let Some((line, value)) = objects.next::<Value>() {
        if matches.last().is_some_and(|reader| reader.is_over(value.as_ref().unwrap_or(&Value::Null))) {
            if matches.len() == MAX_MATCHES {
                last = Some(too_many().within(format!("line {line}")));
                break;
            }
            matches.push(Reader::default());
        }
        matches.last_mut().into_iter().for_each(|reader| reader.take(line, &value));
    }
    let read = matches.into_iter().filter_map(Reader::finish);
    let read: Vec<_> = read.chain(last.map(Err)).collect();
    if read.is_empty() {
        return vec![Err(LogError::new("", "the log has no kyoku: no `start_kyoku` in it"))];
    }
    read
}

/// Reads one match.
#[derive(Default)]
struct Reader {
    /// Whether anything was read.
    begun: bool,
    table: Option<Table>,
    east_only: Option<bool>,
    red_fives: Option<bool>,
    /// The kyoku that are over.
    kyoku: Vec<LogKyoku>,
    open: Option<Kyoku>,
    /// The scores after them, if they are known.
    scores: Option<Vec<i32>>,
    ended: bool,
    result: Option<LogResult>,
    /// In the numbering of the log.
    players: LogPlayers,
    reference: Option<String>,
    damage: Damage,
    /// Whether events are skipped up to the next start.
    skips: bool,
    named: NamedRules,
}

impl Reader {
    /// Whether an event belongs to the next match.
    fn is_over(&self, event: &Value) -> bool {
        match event["type"].as_str() {
            Some("start_game") => self.begun,
            Some("start_kyoku") if event["bakaze"] == "E" && event["kyoku"] == 1 && event["honba"] == 0 => {
                self.ended || self.open.is_some() || !self.kyoku.is_empty()
            }
            _ => self.ended,
        }
    }

    /// Reads an event, or what stands in its place.
    fn take(&mut self, line: usize, value: &Result<Value, LogError>) {
        self.begun = true;
        let starts = |value: &Value| {
            ["start_game", "start_kyoku", "end_game"].iter().any(|kind| value["type"] == *kind)
        };
        if self.skips && !value.as_ref().is_ok_and(starts) {
            return self.pass(value);
        }
        self.skips = false;
        let read = match value {
            Ok(value) => {
                self.event(Event { value }).map_err(|e| e.within(format!("line {line}{}", self.place())))
            }
            Err(error) => Err(error.clone()),
        };
        if let Err(error) = read {
            self.open.iter_mut().for_each(|kyoku| kyoku.log.end = LogEnd::Unfinished);
            self.close();
            (self.skips, self.scores) = (true, None);
            self.damage.add(error);
            self.pass(value);
        }
    }

    /// Passes over what is not read. A start or a draw that is in none of the kyoku shows that one is missing.
    fn pass(&mut self, value: &Result<Value, LogError>) {
        let is_of_kyoku = value
            .as_ref()
            .is_ok_and(|value| ["start_kyoku", "tsumo"].iter().any(|kind| value["type"] == *kind));
        if is_of_kyoku && self.kyoku.last().is_none_or(LogKyoku::has_ended) {
            self.damage.gap(self.kyoku.len());
        }
    }

    /// The current kyoku, for messages.
    fn place(&self) -> String {
        self.open.as_ref().map_or(String::new(), |kyoku| format!(", kyoku {}", kyoku.log.name))
    }

    fn event(&mut self, event: Event) -> Result<(), LogError> {
        match event.text("type")? {
            "start_game" => self.start_game(event),
            "start_kyoku" => return self.start_kyoku(event),
            "end_kyoku" => self.close(),
            "end_game" => return self.end_game(event),
            kind if IGNORED.contains(&kind) => {}
            kind => {
                let is_open =
                    |kyoku: &&mut Kyoku| !kyoku.log.has_ended() || kind == "hora" || kind == "ryukyoku";
                let kyoku = self.open.as_mut().filter(is_open).ok_or_else(|| {
                    let problem =
                        format!("`{}` outside a kyoku: `start_kyoku` must come before it", excerpt(kind));
                    LogError::new("", problem)
                })?;
                return match kind {
                    "hora" => kyoku.hora(event),
                    "ryukyoku" => kyoku.ryukyoku(event),
                    _ => kyoku.play(kind, event),
                };
            }
        }
        Ok(())
    }

    fn start_game(&mut self, event: Event) {
        self.east_only = event.value.get("kyoku_first").and_then(Value::as_u64).map(|first| first == 4);
        self.red_fives = event.value.get("aka_flag").and_then(Value::as_bool);
        self.players = LogPlayers::of(event.value.get("names"), None, None);
        self.reference = event.value.get("uri").and_then(Value::as_str).and_then(origin::reference_in);
        self.named = event.value.get(NamedRules::KEY).map(NamedRules::read).unwrap_or_default();
    }

    fn start_kyoku(&mut self, event: Event) -> Result<(), LogError> {
        self.close();
        let (table, number) = Table::of(event)?;
        if self.table.is_some_and(|known| known != table) {
            let problem = "the seats do not match the kyoku before: check `kyoku`, `oya`, `tehais`";
            return Err(LogError::new("", problem));
        }
        let is_first = self.kyoku.is_empty() && self.damage.errors.is_empty();
        let at_start = || is_first.then(|| vec![START[4 - table.seats]; table.seats]);
        let kyoku = Kyoku::new(event, (table, number), self.scores.take().or_else(at_start))?;
        (self.table, self.open) = (Some(table), Some(kyoku));
        Ok(())
    }

    /// The kyoku is over.
    fn close(&mut self) {
        if let Some(kyoku) = self.open.take() {
            let (log, scores) = (kyoku.log, kyoku.scores);
            self.scores = scores.filter(|_| log.has_ended());
            self.kyoku.push(log);
        }
    }

    fn end_game(&mut self, event: Event) -> Result<(), LogError> {
        self.close();
        self.ended = true;
        if let Some(table) = self.table {
            let scores = table.points(event, "scores")?;
            self.result = scores.map(|scores| LogResult { scores, thousandths: None });
        }
        Ok(())
    }

    /// The match, or why there is none; nothing if there was nothing of a match.
    fn finish(mut self) -> Option<Result<LogMatch, LogError>> {
        self.close();
        let Some(table) = self.table.filter(|_| !self.kyoku.is_empty()) else {
            return self.damage.errors.into_iter().next().map(Err);
        };
        let red = self.red_fives.unwrap_or_else(|| self.kyoku.iter().any(has_red)) as u8;
        let rules = LogRules {
            seats: table.seats,
            east_only: self.east_only,
            red_fives: [if table.seats == 3 { 0 } else { red }, red, red],
            kuitan: true,
            riichi_stick: model::RIICHI_STICK,
            display: String::new(),
            sort: GameSort::Ordinary,
            named: self.named,
        };
        let log = LogMatch {
            format: Format::Mjai,
            date: self.reference.as_deref().and_then(origin::tenhou_date),
            reference: self.reference,
            players: self.players.from(table.first, table.seats),
            rules,
            kyoku: self.kyoku,
            ended: self.ended,
            result: self.result,
            damage: self.damage.errors,
            gaps: self.damage.gaps,
        };
        Some(log.readable())
    }
}

/// Whether a red five was dealt, drawn or turned.
fn has_red(kyoku: &LogKyoku) -> bool {
    let drawn = kyoku.events.iter().filter_map(|event| match event {
        Change::Draw(_, tile) => Some(tile),
        _ => None,
    });
    let turned = kyoku.indicators.iter().chain(&kyoku.ura);
    kyoku.hands.iter().flatten().chain(drawn).chain(turned).any(|tile| tile.is_red())
}
