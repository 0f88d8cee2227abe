//! The events of a kyoku as a bot reads them, in the form that the engine plays. Programs differ in what they say: the riichi stick comes
//! late or never, `tsumogiri` is missing or false for a tile that was only drawn, a list has no entry for a hidden hand.

use hyakuman_games::logs::mjai::lines::typed_first;
use hyakuman_games::logs::mjai::tile_of;
use serde_json::{Map, Value, json};

/// Most events of a kyoku: more than twice what there can be.
const MOST_EVENTS: usize = 1_000;

/// Most bytes of an event: more than ten times what a `start_kyoku` needs.
const MOST_BYTES: usize = 16 << 10;

/// The keys that have a meaning.
const KEYS: [&str; 14] = [
    "type",
    "actor",
    "target",
    "pai",
    "consumed",
    "tsumogiri",
    "dora_marker",
    "bakaze",
    "kyoku",
    "honba",
    "kyotaku",
    "oya",
    "scores",
    "tehais",
];

/// A kyoku so far. Seats have the numbers of the events, tiles their words.
#[derive(Default)]
pub(super) struct Course {
    events: Vec<Value>,
    seats: [SeatTiles; 4],
    /// The seat that has declared riichi, and whether its discard has come.
    declared: Option<(u64, bool)>,
    /// The last discard: its seat and its tile.
    offered: Option<(Value, Value)>,
    /// The place of the last event that somebody may answer: `dora` is none.
    last: Option<usize>,
}

/// What is known of the tiles of a seat.
#[derive(Default)]
struct SeatTiles {
    /// Without the tile just drawn; `None`: hidden.
    held: Option<Vec<String>>,
    drawn: Option<String>,
    in_riichi: bool,
}

impl Course {
    pub(super) fn start(event: &Value) -> Course {
        let (mut event, mut course) = (kept(event), Course::default());
        let dealer = event["kyoku"].as_u64().map(|kyoku| kyoku.saturating_sub(1));
        for (key, value) in [("honba", json!(0)), ("kyotaku", json!(0)), ("oya", json!(dealer))] {
            fill(&mut event, key, value);
        }
        let hands = event["tehais"].as_array_mut().into_iter().flatten();
        for (hand, seat) in hands.zip(&mut course.seats) {
            if hand.as_array().is_none_or(Vec::is_empty) {
                *hand = Value::from(vec!["?"; 13]);
            }
            seat.held = words(hand).filter(|hand| !hand.iter().any(|tile| tile == "?"));
        }
        course.add(event);
        course
    }

    /// Sets the scores at its start, if that does not say them.
    pub(super) fn set_scores(&mut self, scores: &[i64]) {
        self.events.first_mut().into_iter().for_each(|start| fill(start, "scores", json!(scores)));
    }

    /// Whether its start is known.
    pub(super) fn is_started(&self) -> bool {
        self.events.first().is_some_and(|first| first["type"] == "start_kyoku")
    }

    pub(super) fn push(&mut self, kind: &str, event: &Value) -> Result<(), String> {
        let mut event = kept(event);
        if event.to_string().len() > MOST_BYTES {
            *self = Course::default();
            return Err(format!("an event of more than {} KiB", MOST_BYTES >> 10));
        }
        let is_full = self.events.len() >= MOST_EVENTS;
        if is_full {
            *self = Course::default();
        }
        self.pay_stick(kind);
        match kind {
            "tsumo" => self.draw(&mut event),
            "dahai" => self.discard(&mut event),
            "chi" | "pon" | "daiminkan" => self.call(&mut event),
            "ankan" | "kakan" | "nukidora" | "kita" => self.set_aside(kind, &event),
            "reach" => self.declared = self.declared.or(event["actor"].as_u64().map(|seat| (seat, false))),
            _ => {}
        }
        if kind != "reach_accepted" {
            self.add(event);
        }
        if is_full { Err(format!("the kyoku has more than {MOST_EVENTS} events")) } else { Ok(()) }
    }

    pub(super) fn events(&self) -> &[Value] {
        &self.events
    }

    /// The last event that somebody may answer, and those before it.
    pub(super) fn last(&self) -> Option<(&Value, &[Value])> {
        self.last.map(|last| (&self.events[last], &self.events[..last]))
    }

    /// A move after the last event that is legal whatever else happened, if the seat has to move: the tile just drawn, or after a call
    /// one that no rule forbids. A tile that is drawn in the open is that of the seat where it is not known.
    pub(super) fn safe_move(&self, own: Option<usize>) -> Option<String> {
        let (last, _) = self.last()?;
        let seat = last["actor"].as_u64()? as usize;
        if own.is_some_and(|own| own != seat) {
            return None;
        }
        let (tile, drawn) = match last["type"].as_str()? {
            "tsumo" | "reach" => (self.seats.get(seat)?.drawn.clone()?, true),
            "chi" | "pon" if own.is_some() => (self.after_call(seat, &last["pai"])?, false),
            _ => return None,
        };
        let discard = json!({"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": drawn});
        (tile != "?").then(|| typed_first(&discard).trim_end().to_owned())
    }

    fn add(&mut self, event: Value) {
        if event["type"] != "dora" {
            self.last = Some(self.events.len());
        }
        self.events.push(event);
    }

    /// The stick of a riichi is paid when its discard has passed, whatever the program says of it and when.
    fn pay_stick(&mut self, next: &str) {
        let passes = matches!(next, "tsumo" | "chi" | "pon" | "daiminkan");
        if let Some((seat, true)) = self.declared.filter(|_| passes) {
            self.declared = None;
            self.add(json!({"type": "reach_accepted", "actor": seat}));
        }
    }

    fn hand(&mut self, event: &Value) -> Option<&mut SeatTiles> {
        self.seats.get_mut(event["actor"].as_u64()? as usize)
    }

    fn draw(&mut self, event: &mut Value) {
        fill(event, "pai", json!("?"));
        let tile = event["pai"].as_str().unwrap_or("?").to_owned();
        self.hand(event).into_iter().for_each(|hand| hand.drawn = Some(tile.clone()));
    }

    fn discard(&mut self, event: &mut Value) {
        self.offered = Some((event["actor"].clone(), event["pai"].clone()));
        let declares = self.declared.is_some_and(|(seat, _)| event["actor"] == seat);
        let tile = event["pai"].as_str().unwrap_or_default().to_owned();
        let marked = event["tsumogiri"].as_bool();
        let Some(hand) = self.hand(event) else { return };
        let is_drawn = hand.discards_drawn(&tile, marked);
        hand.in_riichi |= declares;
        hand.take_drawn();
        hand.remove(&tile);
        event["tsumogiri"] = json!(is_drawn);
        if let Some((_, discarded)) = self.declared.as_mut().filter(|_| declares) {
            *discarded = true;
        }
    }

    fn call(&mut self, event: &mut Value) {
        let (target, tile) = self.offered.clone().unwrap_or_default();
        fill(event, "target", target);
        fill(event, "pai", tile);
        let tiles = words(&event["consumed"]).unwrap_or_default();
        let Some(hand) = self.hand(event) else { return };
        tiles.iter().for_each(|tile| hand.remove(tile));
    }

    /// A kan of the seat's own tiles, or a nuki.
    fn set_aside(&mut self, kind: &str, event: &Value) {
        let tiles = match kind {
            "ankan" => words(&event["consumed"]).unwrap_or_default(),
            "kakan" => event["pai"].as_str().map(str::to_owned).into_iter().collect(),
            _ => vec!["N".to_owned()],
        };
        let Some(hand) = self.hand(event) else { return };
        hand.take_drawn();
        tiles.iter().for_each(|tile| hand.remove(tile));
    }

    /// A tile of the hand that kuikae does not forbid: neither the tile called nor one that would make the same sequence.
    fn after_call(&self, seat: usize, called: &Value) -> Option<String> {
        let hand = self.seats.get(seat)?.held.as_ref()?;
        let called = tile_of(called.as_str()?)?.kind();
        let is_free = |tile: &&String| {
            tile_of(tile).map(|tile| tile.kind()).is_some_and(|kind| {
                let apart = kind.code().abs_diff(called.code());
                apart != 0 && (apart != 3 || kind.suit() != called.suit())
            })
        };
        hand.iter().rev().find(is_free).cloned()
    }
}

impl SeatTiles {
    /// Whether a discard is the tile just drawn. A tile that is only there as the drawn one is that, and every discard in riichi.
    fn discards_drawn(&self, tile: &str, marked: Option<bool>) -> bool {
        let Some(drawn) = &self.drawn else { return false };
        match &self.held {
            Some(held) if held.iter().any(|own| own == tile) => drawn == tile && marked.unwrap_or(true),
            Some(_) => true,
            None => self.in_riichi || marked.unwrap_or_default(),
        }
    }

    fn take_drawn(&mut self) {
        let drawn = self.drawn.take();
        self.held.iter_mut().for_each(|held| held.extend(drawn.clone()));
    }

    fn remove(&mut self, tile: &str) {
        let Some(held) = &mut self.held else { return };
        if let Some(at) = held.iter().position(|own| own == tile) {
            held.remove(at);
        }
    }
}

/// An event with the keys that have a meaning.
fn kept(event: &Value) -> Value {
    let of = |key: &str| Some((key.to_owned(), event.get(key)?.clone()));
    Value::Object(KEYS.into_iter().filter_map(of).collect::<Map<_, _>>())
}

/// Sets a key that is missing.
fn fill(event: &mut Value, key: &str, value: Value) {
    if event[key].is_null() {
        event[key] = value;
    }
}

/// Words of tiles.
fn words(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|word| word.as_str().map(str::to_owned)).collect()
}
