//! mjai: one JSON object per line and event, as in the protocol of that name.
//!
//! Tiles are `1m`…`9s`, red fives `5mr` `5pr` `5sr`, honors `E S W N P F C`. Seats are numbers; `oya` is the dealer.
//! Several matches may follow one another, each starting with `start_game`; each is read independently. The protocol
//! does not have the length of the match (unless `kyoku_first` is present: 4 means an east game) or open tanyao, which
//! is assumed to be allowed. Three-player dialects with `nukidora` (or `kita`) are read, with three hands, or four of
//! which one is hidden or empty.

pub mod lines;
mod seen;
mod words;
mod write;

pub use seen::{first_dealer, read_seen};
pub use words::{tile_of, word_of};
pub use write::{seen_by, write, write_with};

use crate::error::LogError;
use crate::model::{
    self, DrawKind, Format, GameSort, KyokuName, LogDraw, LogEnd, LogKyoku, LogMatch, LogPoints, LogResult,
    LogRules, LogWin, NamedRules, SeedWall,
};
use crate::origin::LogPlayers;
use crate::{MAX_MATCH_BYTES, MAX_MATCHES, too_many};
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::{Kind, RelSeat, Seat, Tile};
use hyakuman_show::Change;
use serde_json::Value;

/// Events that are not part of the game.
const IGNORED: [&str; 5] = ["none", "hello", "error", "log", "end_kyoku"];

/// Words for draws; the first of each kind is the one written. Words are compared without underscores, spaces and
/// doubled vowels.
const REASONS: [(&str, DrawKind); 16] = [
    ("fanpai", DrawKind::Exhaustive),
    ("exhaustivedraw", DrawKind::Exhaustive),
    ("nagashimangan", DrawKind::Nagashi),
    ("kyushukyuhai", DrawKind::Kyuushu),
    ("sufonrenta", DrawKind::Suufon),
    ("sufonrenda", DrawKind::Suufon),
    ("sufurenta", DrawKind::Suufon),
    ("sufurenda", DrawKind::Suufon),
    ("suchareach", DrawKind::Suucha),
    ("sucharichi", DrawKind::Suucha),
    ("sukaikan", DrawKind::Suukan),
    ("sukansanra", DrawKind::Suukan),
    ("sukansansen", DrawKind::Suukan),
    ("sanchaho", DrawKind::Sanchahou),
    ("sanchahou", DrawKind::Sanchahou),
    ("sanchahora", DrawKind::Sanchahou),
];

/// How the reason begins where a program breaks a kyoku off because a player failed (`error`, `Error: Illegal Action by
/// Player 1`). Such a kyoku has no end.
const BROKEN_OFF: &str = "error";

/// Reads one or more matches, each independently: if a line cannot be read, the rest of its match is skipped, up to the
/// next `start_game`. Returns at least one match or error.
pub fn read(text: &str) -> Vec<Result<LogMatch, LogError>> {
    let mut matches: Vec<Result<Reader, LogError>> = Vec::new();
    for (i, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        line(i + 1, text, &mut matches);
        if matches.len() > MAX_MATCHES {
            matches.pop();
            matches.push(Err(too_many().within(format!("line {}", i + 1))));
            break;
        }
    }
    let has_kyoku =
        |one: &Result<Reader, LogError>| one.as_ref().map_or(true, |reader| !reader.kyoku.is_empty());
    matches.retain(has_kyoku);
    if matches.is_empty() {
        return vec![Err(LogError::new("", "the log has no kyoku: no `start_kyoku` in it"))];
    }
    matches.into_iter().map(|one| one.map(Reader::finish)).collect()
}

/// Reads one line into the last match, or starts a new one.
fn line(number: usize, text: &str, matches: &mut Vec<Result<Reader, LogError>>) {
    if matches.last().is_some_and(Result::is_err) && !text.contains("start_game") {
        return; // skip the rest of an unreadable match
    }
    let value = parse(number, text);
    let starts = value.as_ref().is_ok_and(|value: &Value| value["type"] == "start_game");
    let is_over = |one: &Result<Reader, LogError>| one.as_ref().is_ok_and(|reader| reader.ended);
    if starts || matches.last().is_none_or(is_over) {
        matches.push(Ok(Reader::default()));
    }
    let Some(last) = matches.last_mut() else { return };
    let Ok(reader) = last else { return };
    let read = value.and_then(|value| {
        let read = reader.line(&Event { value: &value });
        read.map_err(|e| e.within(format!("line {number}{}", reader.place())))
    });
    if let Err(error) = read {
        *last = Err(error);
    }
}

/// Parses the object on a line.
fn parse(number: usize, text: &str) -> Result<Value, LogError> {
    if text.len() > MAX_MATCH_BYTES {
        let problem = "the line is longer than 1 MiB, the limit for an event";
        return Err(LogError::new(format!("line {number}"), problem));
    }
    serde_json::from_str(text).map_err(|e| LogError::json(&e, number))
}

/// Reads one match.
#[derive(Default)]
struct Reader {
    seats: usize,
    /// The number of the first dealer in the log.
    first: usize,
    east_only: Option<bool>,
    red_fives: Option<bool>,
    saw_red: bool,
    kyoku: Vec<LogKyoku>,
    discarded: Option<(Seat, Tile)>,
    /// The seat that has declared riichi and has not discarded yet.
    declared: Option<Seat>,
    ended: bool,
    result: Option<LogResult>,
    /// In the numbering of the log.
    players: LogPlayers,
}

impl Reader {
    fn line(&mut self, event: &Event) -> Result<(), LogError> {
        self.event(event.text("type")?, event)
    }

    /// The current kyoku, for messages.
    fn place(&self) -> String {
        self.kyoku.last().map_or(String::new(), |kyoku| format!(", kyoku {}", kyoku.name))
    }

    fn event(&mut self, kind: &str, event: &Event) -> Result<(), LogError> {
        match kind {
            "start_game" => self.start_game(event),
            "start_kyoku" => self.start_kyoku(event),
            "end_game" => self.end_game(event),
            "hora" => self.hora(event),
            "ryukyoku" => self.ryukyoku(event),
            _ if IGNORED.contains(&kind) => Ok(()),
            _ => self.play(kind, event),
        }
    }

    fn start_game(&mut self, event: &Event) -> Result<(), LogError> {
        self.east_only = event.value.get("kyoku_first").and_then(Value::as_u64).map(|first| first == 4);
        self.red_fives = event.value.get("aka_flag").and_then(Value::as_bool);
        self.players = LogPlayers::of(event.value.get("names"), None, None);
        Ok(())
    }

    fn start_kyoku(&mut self, event: &Event) -> Result<(), LogError> {
        let hands = event.list("tehais")?;
        let number = self.seat_all(event, hands)?;
        let hands = self.by_seat(hands, "tehais")?;
        let hands = hands.iter().map(|hand| self.hand(hand)).collect::<Result<_, _>>()?;
        let wind = event.tile("bakaze")?.kind().code().wrapping_sub(27);
        if wind > 3 {
            return Err(LogError::new("", "`bakaze` is not a wind; expected E, S, W or N"));
        }
        (self.discarded, self.declared) = (None, None);
        let log = LogKyoku {
            name: KyokuName { wind, number, honba: event.number("honba", 0..=999)? as u32 },
            dealer: Seat::new(number),
            kyotaku: event.number("kyotaku", 0..=999)? as u32,
            scores: self.points(event, "scores")?,
            hands,
            indicators: vec![self.tile(event, "dora_marker")?],
            ura: Vec::new(),
            events: Vec::new(),
            end: LogEnd::Unfinished,
            seed_wall: SeedWall::Absent,
        };
        self.kyoku.push(log);
        Ok(())
    }

    /// Determines the number of players and the first dealer, which must be equal in every kyoku. Returns the number
    /// of the kyoku within its wind.
    fn seat_all(&mut self, event: &Event, hands: &[Value]) -> Result<u8, LogError> {
        let is_hidden =
            |hand: &Value| hand.as_array().is_some_and(|hand| hand.iter().all(|tile| tile == "?"));
        let seats = if hands.len() == 3 || hands.get(3).is_some_and(is_hidden) { 3 } else { 4 };
        let number = event.number("kyoku", 1..=seats as u64)? as usize - 1;
        let oya = event.number("oya", 0..=seats as u64 - 1)? as usize;
        let first = (oya + seats - number) % seats;
        if !self.kyoku.is_empty() && (seats, first) != (self.seats, self.first) {
            let problem = "the seats do not match the kyoku before: check `kyoku`, `oya`, `tehais`";
            return Err(LogError::new("", problem));
        }
        (self.seats, self.first) = (seats, first);
        Ok(number as u8)
    }

    /// A draw, discard, call, riichi or new indicator.
    fn play(&mut self, kind: &str, event: &Event) -> Result<(), LogError> {
        let log = self.kyoku.last().filter(|log| log.end == LogEnd::Unfinished);
        if log.is_none() {
            return Err(LogError::new(
                "",
                format!("`{}` outside a kyoku: `start_kyoku` must come before it", excerpt(kind)),
            ));
        }
        let happened = match kind {
            "tsumo" => Change::Draw(self.seat(event, "actor")?, self.tile(event, "pai")?),
            "dahai" => self.dahai(event)?,
            "chi" | "pon" | "daiminkan" | "ankan" => self.call(kind, event)?,
            "kakan" => Change::Kakan(self.seat(event, "actor")?, self.tile(event, "pai")?),
            "nukidora" | "kita" => Change::Nuki(self.seat(event, "actor")?, Kind::NORTH.tile()),
            "reach" => {
                self.declared = Some(self.seat(event, "actor")?);
                return Ok(());
            }
            "reach_accepted" => Change::Stick(self.seat(event, "actor")?),
            "dora" => Change::Dora(self.tile(event, "dora_marker")?),
            _ => return Err(LogError::new("", format!("unknown event `{}`", excerpt(kind)))),
        };
        let log = self.kyoku.last_mut().ok_or_else(|| LogError::new("", "no kyoku"))?;
        if let Change::Dora(tile) = happened {
            log.indicators.push(tile);
        }
        log.events.push(happened);
        Ok(())
    }

    fn dahai(&mut self, event: &Event) -> Result<Change, LogError> {
        let (seat, tile) = (self.seat(event, "actor")?, self.tile(event, "pai")?);
        let tsumogiri = event.value.get("tsumogiri").and_then(Value::as_bool);
        let tsumogiri =
            tsumogiri.ok_or_else(|| LogError::new("", "`tsumogiri` is missing: true or false"))?;
        self.discarded = Some((seat, tile));
        Ok(Change::Discard { seat, tile, tsumogiri, riichi: self.declared.take() == Some(seat) })
    }

    fn call(&mut self, kind: &str, event: &Event) -> Result<Change, LogError> {
        let seat = self.seat(event, "actor")?;
        let own: Vec<Tile> =
            event.list("consumed")?.iter().map(|v| self.known(v)).collect::<Result<_, _>>()?;
        let meld = match (kind, &own[..]) {
            ("ankan", &[a, b, c, d]) => model::ankan([a, b, c, d]),
            ("chi", &[a, b]) => {
                let (called, _) = self.called(event, seat)?;
                model::chi(called, [a, b], self.seats)
            }
            ("pon", &[a, b]) => {
                let (called, from) = self.called(event, seat)?;
                model::pon(called, [a, b], from)
            }
            ("daiminkan", &[a, b, c]) => {
                let (called, from) = self.called(event, seat)?;
                model::daiminkan(called, [a, b, c], from)
            }
            _ => None,
        };
        let problem =
            || LogError::new("", format!("these tiles are not a {kind}: check `pai` and `consumed`"));
        Ok(Change::Call(seat, meld.ok_or_else(problem)?))
    }

    /// The called tile and its relative seat; it must be the last discard.
    fn called(&mut self, event: &Event, caller: Seat) -> Result<(Tile, RelSeat), LogError> {
        let (tile, from) = (self.tile(event, "pai")?, self.seat(event, "target")?);
        if self.discarded != Some((from, tile)) || from == caller {
            let problem =
                format!("{tile} of {from:?} is called, but the last discard was {:?}", self.discarded);
            return Err(LogError::new("", problem));
        }
        Ok((tile, from.seen_from(caller, self.seats)))
    }

    fn hora(&mut self, event: &Event) -> Result<(), LogError> {
        let positive = |key: &str| event.value.get(key).and_then(Value::as_u64).filter(|&n| n < 10_000_000);
        let win = LogWin {
            winner: self.seat(event, "actor")?,
            from: self.seat(event, "target")?,
            pao: None,
            tile: if event.has("pai") { Some(self.tile(event, "pai")?) } else { None },
            fu: positive("fu").map(|fu| fu as u32),
            han: positive("fan").map(|fan| fan as u32),
            limit: None,
            points: positive("hora_points").map(|points| LogPoints::Sum(points as i32)),
            yaku: Vec::new(),
            own_yaku: Vec::new(),
            scores_before: None,
            deltas: self.deltas(event)?,
        };
        let ura = ["ura_markers", "uradora_markers"].into_iter().find(|key| event.has(key));
        let ura: Vec<Tile> = match ura {
            Some(key) => event.list(key)?.iter().map(|v| self.known(v)).collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        let log = self.kyoku.last_mut().ok_or_else(|| LogError::new("", "a win before any `start_kyoku`"))?;
        log.add_win(win, ura)
    }

    fn ryukyoku(&mut self, event: &Event) -> Result<(), LogError> {
        let kind = match event.value.get("reason").and_then(Value::as_str) {
            None => None,
            Some(reason) if plain_word(reason).starts_with(BROKEN_OFF) => return Ok(()),
            Some(reason) => {
                let plain = plain_word(reason);
                let known = REASONS.iter().find(|(word, _)| *word == plain);
                let problem = || LogError::new("", format!("unknown reason `{}` of a draw", excerpt(reason)));
                Some(known.ok_or_else(problem)?.1)
            }
        };
        let draw =
            LogDraw { wins: Vec::new(), kind, deltas: self.deltas(event)?, scores_before: None, shown: None };
        let log = self.kyoku.last_mut().filter(|log| log.end == LogEnd::Unfinished);
        log.ok_or_else(|| LogError::new("", "a draw outside a kyoku"))?.end = LogEnd::Draw(draw);
        Ok(())
    }

    fn end_game(&mut self, event: &Event) -> Result<(), LogError> {
        self.ended = true;
        if event.has("scores") && !self.kyoku.is_empty() {
            self.result = Some(LogResult { scores: self.points(event, "scores")?, thousandths: None });
        }
        Ok(())
    }

    fn finish(self) -> LogMatch {
        let red = self.red_fives.unwrap_or(self.saw_red) as u8;
        let rules = LogRules {
            seats: self.seats,
            east_only: self.east_only,
            red_fives: [if self.seats == 3 { 0 } else { red }, red, red],
            kuitan: true,
            riichi_stick: model::RIICHI_STICK,
            display: String::new(),
            sort: GameSort::Ordinary,
            named: NamedRules::default(),
        };
        LogMatch {
            damage: Vec::new(),
            format: Format::Mjai,
            reference: None,
            date: None,
            players: self.players.from(self.first, self.seats),
            rules,
            kyoku: self.kyoku,
            ended: self.ended,
            result: self.result,
        }
    }

    fn seat(&self, event: &Event, key: &str) -> Result<Seat, LogError> {
        let seats = self.seats.max(1);
        let number = event.number(key, 0..=seats as u64 - 1)? as usize;
        Ok(Seat::new(((number + seats - self.first) % seats) as u8))
    }

    fn tile(&mut self, event: &Event, key: &str) -> Result<Tile, LogError> {
        let tile = event.tile(key)?;
        self.saw_red |= tile.is_red();
        Ok(tile)
    }

    fn known(&mut self, value: &Value) -> Result<Tile, LogError> {
        let tile = tile(value)?;
        self.saw_red |= tile.is_red();
        Ok(tile)
    }

    fn hand(&mut self, value: &Value) -> Result<Vec<Tile>, LogError> {
        let hand = value.as_array().map_or(&[][..], Vec::as_slice);
        if hand.len() != 13 {
            return Err(LogError::new("", format!("a hand of {} tiles, expected 13", hand.len())));
        }
        hand.iter().map(|value| self.known(value)).collect()
    }

    fn deltas(&self, event: &Event) -> Result<Option<Vec<i32>>, LogError> {
        if event.has("deltas") { self.points(event, "deltas").map(Some) } else { Ok(None) }
    }

    fn points(&self, event: &Event, key: &str) -> Result<Vec<i32>, LogError> {
        let list = self.by_seat(event.list(key)?, key)?;
        let point = |n: &&Value| n.as_i64().filter(|n| n.abs() < 100_000_000).map(|n| n as i32);
        let points: Option<Vec<i32>> = list.iter().map(point).collect();
        points.ok_or_else(|| LogError::new("", format!("`{key}` must be whole numbers of points")))
    }

    /// The entries of a list in the order of the log, reordered by seat. A game of three may have a fourth entry.
    fn by_seat<'a>(&self, list: &'a [Value], key: &str) -> Result<Vec<&'a Value>, LogError> {
        if list.len() != self.seats && list.len() != 4 {
            let problem = format!("`{key}` has {} entries, expected {}", list.len(), self.seats);
            return Err(LogError::new("", problem));
        }
        Ok((0..self.seats).map(|seat| &list[(seat + self.first) % self.seats]).collect())
    }
}

/// One event.
struct Event<'a> {
    value: &'a Value,
}

impl<'a> Event<'a> {
    fn has(&self, key: &str) -> bool {
        self.value.get(key).is_some_and(|value| !value.is_null())
    }

    fn text(&self, key: &str) -> Result<&'a str, LogError> {
        let text = self.value.get(key).and_then(Value::as_str);
        text.ok_or_else(|| LogError::new("", format!("`{key}` is missing or not text")))
    }

    fn list(&self, key: &str) -> Result<&'a [Value], LogError> {
        let list = self.value.get(key).and_then(Value::as_array);
        list.map(Vec::as_slice).ok_or_else(|| LogError::new("", format!("`{key}` is missing or not a list")))
    }

    fn number(&self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, LogError> {
        let number = self.value.get(key).and_then(Value::as_u64).filter(|n| range.contains(n));
        number.ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            LogError::new("", format!("`{key}` is missing or not a whole number from {low} to {high}"))
        })
    }

    fn tile(&self, key: &str) -> Result<Tile, LogError> {
        tile(self.value.get(key).unwrap_or(&Value::Null)).map_err(|e| e.within(format!("`{key}`")))
    }
}

fn tile(value: &Value) -> Result<Tile, LogError> {
    let text = value.as_str().unwrap_or_default();
    if text == "?" {
        return Err(LogError::new("", "a hidden tile `?`: only logs that show all hands can be replayed"));
    }
    tile_of(text).ok_or_else(|| {
        let found = excerpt(&value.to_string());
        LogError::new("", format!("{found} is not a tile: 1m to 9s, 5mr 5pr 5sr, E S W N P F C"))
    })
}

/// A word in the form of [`REASONS`]: letters only, lower case, doubled vowels reduced.
fn plain_word(reason: &str) -> String {
    let mut word = String::new();
    for c in reason.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase) {
        if !("aiueo".contains(c) && word.ends_with(c)) {
            word.push(c);
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::{REASONS, plain_word};

    #[test]
    fn words_for_draws_in_many_spellings() {
        for word in [
            "kyushu_kyuhai",
            "Kyuushu Kyuuhai",
            "suufon_renda",
            "suukan sanra",
            "sanchahou",
            "fanpai",
            "exhaustive_draw",
            "sufuurenta",
            "suucha_riichi",
            "suukansansen",
            "sanchaho", // of RiichiEnv
        ] {
            let plain = plain_word(word);
            assert!(REASONS.iter().any(|(known, _)| *known == plain), "{word} is {plain}");
        }
        assert_eq!(plain_word("no-such"), "nosuch");
        assert!(
            REASONS.iter().all(|(word, _)| plain_word(word) == *word),
            "words are listed as they are compared"
        );
    }
}
