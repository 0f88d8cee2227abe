//! A kyoku as one seat sees it, in a form that the engine can play: the tiles that the seat does not see (`?`) are made up, in
//! agreement with all that the other seats showed.
//!
//! Every hidden tile that is dealt or drawn is a slot. A tile that its seat shows, in a discard or a call, takes a slot of that seat
//! from before; slots that are left over get the tiles that nothing shows, in any order.

use super::event::{self, Event};
use super::{Reader, word_of};
use crate::logs::error::LogError;
use crate::logs::model::LogMatch;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::wall::Faces;
use hyakuman_core::{Kind, Rng, Tile};
use hyakuman_riichi::RiichiRules;
use serde_json::{Value, json};

/// The log of a kyoku that has not ended, from its `start_kyoku` on. Other `deal`s give other hidden tiles.
///
/// # Errors
/// An event cannot be read; a seat shows a tile that it cannot have, or there are too many copies of one.
pub fn read_seen(events: &[Value], rules: &RiichiRules, deal: u64) -> Result<LogMatch, LogError> {
    let mut events = events.to_vec();
    let mut hands = Hands::default();
    for (at, event) in events.iter().enumerate() {
        let what = event["type"].as_str().unwrap_or_default();
        let place = || format!("event {} of the kyoku, `{}`", at + 1, excerpt(what));
        hands.event(at, what, Event { value: event }, rules).map_err(|error| error.within(place()))?;
    }
    hands.deal_rest(rules, deal)?;
    hands.write(&mut events);
    let mut reader = Reader::default();
    events.iter().try_for_each(|value| reader.event(Event { value }))?;
    reader.finish().unwrap_or_else(|| Err(LogError::new("", "no `start_kyoku`")))
}

/// The number, in the log, of the first dealer of a match, by a `start_kyoku` of it.
pub fn first_dealer(start_kyoku: &Value, seats: usize) -> Option<usize> {
    let number = |key: &str| Some(start_kyoku.get(key)?.as_u64()? as usize);
    Some((number("oya")? + seats).checked_sub(number("kyoku")?.checked_sub(1)?)? % seats)
}

/// Where a tile is written.
#[derive(Clone, Copy, Debug)]
enum TilePlace {
    /// In the hand of a seat.
    Dealt(usize, usize),
    /// In an event.
    Drawn(usize),
}

/// A tile that was dealt or drawn.
#[derive(Clone, Copy, Debug)]
struct Slot {
    place: TilePlace,
    /// As far as it is known.
    tile: Option<Tile>,
}

/// Which tiles of a seat a move may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Drawn,
    Held,
    Both,
}

/// All tiles that were dealt and drawn. Seats are numbered as in the log.
#[derive(Default)]
struct Hands {
    slots: Vec<Slot>,
    /// By seat the slots of the tiles in hand, without the one just drawn.
    held: [Vec<usize>; 4],
    drawn: [Option<usize>; 4],
    indicators: Vec<Tile>,
}

impl Hands {
    fn event(&mut self, at: usize, what: &str, event: Event, rules: &RiichiRules) -> Result<(), LogError> {
        let seats = rules.players as usize;
        if what == "start_kyoku" {
            self.indicators.push(event.tile("dora_marker")?);
            return self.start(event.list("tehais")?, seats);
        }
        if what == "dora" {
            self.indicators.push(event.tile("dora_marker")?);
            return Ok(());
        }
        let seat = event.number("actor", 0..=seats as u64 - 1)? as usize;
        match what {
            "tsumo" => {
                let tile = shown(event.value.get("pai").unwrap_or(&Value::Null))?;
                self.drawn[seat] = Some(self.slots.len());
                self.slots.push(Slot { place: TilePlace::Drawn(at), tile });
                return Ok(());
            }
            "dahai" => {
                let tile = event.tile("pai")?;
                self.show(seat, tile, self.discarded_from(seat, tile, event.value["tsumogiri"].as_bool()))?;
            }
            "chi" | "pon" | "daiminkan" => self.show_all(seat, event.list("consumed")?, From::Held)?,
            "ankan" => self.show_all(seat, event.list("consumed")?, From::Both)?,
            "kakan" => self.show(seat, event.tile("pai")?, From::Both)?,
            "nukidora" | "kita" => self.show(seat, Kind::NORTH.tile(), From::Both)?,
            _ => return Ok(()),
        }
        self.held[seat].extend(self.drawn[seat].take());
        Ok(())
    }

    fn start(&mut self, hands: &[Value], seats: usize) -> Result<(), LogError> {
        if hands.len() < seats {
            let problem = format!("`tehais` has {} hands, the rules are for {seats} players", hands.len());
            return Err(LogError::new("", problem));
        }
        for (seat, hand) in hands.iter().enumerate().take(seats) {
            let hand = hand.as_array().filter(|hand| hand.len() == 13);
            let hand = hand.ok_or_else(|| LogError::new("", "`tehais` must have hands of 13 tiles"))?;
            for (at, tile) in hand.iter().enumerate() {
                self.held[seat].push(self.slots.len());
                self.slots.push(Slot { place: TilePlace::Dealt(seat, at), tile: shown(tile)? });
            }
        }
        Ok(())
    }

    fn show_all(&mut self, seat: usize, tiles: &[Value], from: From) -> Result<(), LogError> {
        tiles.iter().try_for_each(|tile| self.show(seat, event::tile(tile)?, from))
    }

    /// A seat shows a tile: it leaves its hand, rather from a slot that is known to be this tile.
    fn show(&mut self, seat: usize, tile: Tile, from: From) -> Result<(), LogError> {
        let drawn = self.drawn[seat].filter(|_| from != From::Held);
        let held = self.held[seat].iter().copied().filter(|_| from != From::Drawn);
        let able: Vec<usize> = drawn.into_iter().chain(held).collect();
        let find = |wanted: Option<Tile>| able.iter().copied().find(|&slot| self.slots[slot].tile == wanted);
        let Some(slot) = find(Some(tile)).or_else(|| find(None)) else {
            return Err(LogError::new("", format!("seat {seat} does not have the tile {}", word_of(tile))));
        };
        self.slots[slot].tile = Some(tile);
        self.held[seat].retain(|&held| held != slot);
        self.drawn[seat] = self.drawn[seat].filter(|&drawn| drawn != slot);
        Ok(())
    }

    /// Where a discard comes from. Programs do not always mark the tile just drawn, but it is the one if no other can be.
    fn discarded_from(&self, seat: usize, tile: Tile, tsumogiri: Option<bool>) -> From {
        let may_be = |slot: usize| self.slots[slot].tile.is_none_or(|known| known == tile);
        let is_drawn = self.drawn[seat].is_some_and(|slot| self.slots[slot].tile == Some(tile));
        match tsumogiri {
            Some(true) => From::Drawn,
            None if is_drawn => From::Drawn,
            _ if is_drawn && !self.held[seat].iter().any(|&slot| may_be(slot)) => From::Drawn,
            _ => From::Held,
        }
    }

    /// Fills the slots that are left over.
    fn deal_rest(&mut self, rules: &RiichiRules, deal: u64) -> Result<(), LogError> {
        let faces = Faces::new(rules.red_fives);
        let ids = (0..136_u8).filter(|id| rules.players == 4 || !(4..32).contains(id));
        let mut rest: Vec<Tile> = ids.map(|id| faces.tile(id)).collect();
        let known = self.slots.iter().filter_map(|slot| slot.tile);
        for tile in known.chain(self.indicators.iter().copied()) {
            let copy = rest.iter().position(|&other| other == tile);
            let problem = || LogError::new("", format!("too many copies of the tile {}", word_of(tile)));
            rest.swap_remove(copy.ok_or_else(problem)?);
        }
        Rng::from_seed(deal).shuffle(&mut rest);
        for slot in self.slots.iter_mut().filter(|slot| slot.tile.is_none()) {
            slot.tile = rest.pop();
        }
        Ok(())
    }

    fn write(&self, events: &mut [Value]) {
        for Slot { place, tile } in &self.slots {
            let word = json!(tile.map(word_of));
            match *place {
                TilePlace::Dealt(seat, at) => events[0]["tehais"][seat][at] = word,
                TilePlace::Drawn(event) => events[event]["pai"] = word,
            }
        }
    }
}

/// A tile, if it is shown.
fn shown(value: &Value) -> Result<Option<Tile>, LogError> {
    if value == "?" { Ok(None) } else { event::tile(value).map(Some) }
}
