//! A wall that deals the tiles of a case.

use hyakuman_core::eval::TileSet;
use hyakuman_core::notation::{parse_tile, parse_tiles};
use hyakuman_core::wall::Faces;
use hyakuman_core::{Kind, KindSet, Tile, Wall};
use hyakuman_riichi::Variant;

/// The places that the case fills.
pub(crate) struct Layout<'a, V: Variant> {
    rules: &'a V::Rules,
    hands: [Option<Vec<Tile>>; 4],
    seats: usize,
    places: Vec<Option<Tile>>,
    dealer: usize,
}

impl<'a, V: Variant> Layout<'a, V> {
    /// No place filled.
    pub(crate) fn new(rules: &'a V::Rules, dealer: usize) -> Layout<'a, V> {
        let seats = V::riichi(rules).players as usize;
        let places = vec![None; 4 * kinds::<V>(seats).len() as usize];
        Layout { rules, hands: [const { None }; 4], seats, places, dealer }
    }

    /// Reads a line of the deal; `false` if it is another line.
    pub(crate) fn line(&mut self, words: &[String]) -> Result<bool, String> {
        let rest = &words[1..];
        let (seats, rules, len) = (self.seats, self.rules, self.places.len());
        let live = |i| V::live_place(len, 13 * seats + i);
        match words[0].as_str() {
            "hand" => {
                let tiles = parse_tiles(&rest[1]).map_err(|error| error.to_string())?;
                if tiles.len() != 13 {
                    return Err(format!("{} tiles in a hand", tiles.len()));
                }
                self.hands[seat(&rest[0])?] = Some(tiles);
            }
            "draws" => self.put(rest, live)?,
            "drawn" => {
                let steps = (seat(&rest[0])? + seats - self.dealer) % seats;
                self.put(&rest[1..], |i| live(steps + seats * i))?;
            }
            "draw" => {
                let place: usize = rest[0].parse().map_err(|_| "draw N TILE")?;
                self.put(&rest[1..], |i| live(place - 1 + i))?;
            }
            "place" => {
                let place: usize = rest[0].parse().map_err(|_| "place N TILE")?;
                self.put(&rest[1..], |_| place)?;
            }
            "rinshan" => self.put(rest, |i| V::rinshan_place(len, i))?,
            "dora" => self.put(rest, |i| V::indicator_places(rules, len, i)[0])?,
            "ura" => self.put(rest, |i| V::indicator_places(rules, len, i)[1])?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn put(&mut self, tiles: &[String], place: impl Fn(usize) -> usize) -> Result<(), String> {
        let mut places = std::mem::take(&mut self.places);
        for (i, text) in tiles.iter().enumerate().filter(|(_, text)| *text != "_") {
            let tile = parse_tile(text).ok_or(format!("`{text}` is no tile"))?;
            if places[place(i)].replace(tile).is_some() {
                return Err(format!("place {} is given twice", place(i)));
            }
        }
        self.places = places;
        Ok(())
    }

    /// The wall: the tiles of the case, and filler that makes no set and no dora.
    pub(crate) fn wall(mut self) -> Result<Wall, String> {
        let (seats, tiles) = (self.seats, self.places.len());
        let dealt = |steps, i| V::live_place(tiles, dealt(seats, steps, i));
        let mut pool = Pool::<V>::new(self.rules);
        let mut ids = vec![None; tiles];
        for steps in 0..seats {
            if let Some(hand) = self.hands[(self.dealer + steps) % seats].take() {
                for (i, tile) in hand.into_iter().enumerate() {
                    ids[dealt(steps, i)] = Some(pool.take(tile)?);
                }
            }
        }
        for (id, tile) in ids.iter_mut().zip(&self.places) {
            if let Some(tile) = tile {
                *id = Some(pool.take(*tile)?);
            }
        }
        pool.named = Kind::all().filter(|kind| pool.copies(*kind) < 4).collect();
        for steps in (0..seats).filter(|&steps| ids[dealt(steps, 0)].is_none()).collect::<Vec<_>>() {
            for (i, id) in pool.loose_hand().into_iter().enumerate() {
                ids[dealt(steps, i)] = Some(id);
            }
        }
        let mut indicators: Vec<usize> =
            (0..5).flat_map(|i| V::indicator_places(self.rules, tiles, i)).collect();
        indicators.sort();
        for place in indicators {
            ids[place] = ids[place].or_else(|| Some(pool.indicator()));
        }
        for id in &mut ids {
            *id = id.or_else(|| Some(pool.any()));
        }
        let ids: Vec<u8> = ids.into_iter().map(|id| id.expect("filled")).collect();
        Wall::from_ids(&ids).ok_or("a tile is used twice".into())
    }
}

/// The seat a word names.
pub(crate) fn seat(word: &str) -> Result<usize, String> {
    word.parse().ok().filter(|&seat| seat < 4).ok_or(format!("`{word}` is no seat"))
}

/// How many tiles are dealt before the `i`-th one of the seat `steps` after the dealer.
fn dealt(seats: usize, steps: usize, i: usize) -> usize {
    if i < 12 { i / 4 * 4 * seats + steps * 4 + i % 4 } else { 12 * seats + steps }
}

/// The kinds in play for this number of players.
fn kinds<V: Variant>(seats: usize) -> KindSet {
    if seats == 3 { V::Kinds::<3>::KINDS } else { V::Kinds::<4>::KINDS }
}

/// The tiles that have no place yet.
struct Pool<'a, V: Variant> {
    rules: &'a V::Rules,
    left: Vec<u8>,
    faces: Faces,
    /// Kinds that the case names, which filler indicators should not make dora.
    named: Vec<Kind>,
}

impl<'a, V: Variant> Pool<'a, V> {
    fn new(rules: &'a V::Rules) -> Pool<'a, V> {
        let riichi = V::riichi(rules);
        let left = Wall::ordered(kinds::<V>(riichi.players as usize)).ids().to_vec();
        Pool { rules, left, faces: Faces::new(riichi.red_fives), named: vec![] }
    }

    fn copies(&self, kind: Kind) -> usize {
        self.left.iter().filter(|&&id| self.faces.tile(id).kind() == kind).count()
    }

    /// The tile, or a plain five for a red one if the rules have none, and the reverse.
    fn take(&mut self, tile: Tile) -> Result<u8, String> {
        let find =
            |wanted: &dyn Fn(Tile) -> bool| self.left.iter().position(|&id| wanted(self.faces.tile(id)));
        let place = find(&|other| other == tile).or_else(|| find(&|other| other.kind() == tile.kind()));
        place.map(|place| self.left.remove(place)).ok_or(format!("more than four {tile}"))
    }

    /// Thirteen tiles without pairs or neighbours.
    fn loose_hand(&mut self) -> Vec<u8> {
        let mut hand: Vec<u8> = Vec::new();
        for kind in Kind::all() {
            let near = |&id: &u8| {
                let other = self.faces.tile(id).kind();
                other.suit() == kind.suit() && other.code().abs_diff(kind.code()) < 3
            };
            if hand.len() < 13 && (kind.is_honor() || !hand.iter().any(near)) && self.copies(kind) > 1 {
                hand.push(self.take(kind.tile()).expect("counted"));
            }
        }
        while hand.len() < 13 {
            hand.push(self.left.swap_remove(self.left.len() / 2));
        }
        hand
    }

    /// A tile that makes no dora of a kind in play, if one is left.
    fn indicator(&mut self) -> u8 {
        let dora = |id| V::dora_of(self.rules, self.faces.tile(id).kind());
        let harmless = |&id: &u8| !dora(id).is_some_and(|dora| self.named.contains(&dora));
        let place = self.left.iter().position(harmless).unwrap_or(0);
        self.left.remove(place)
    }

    /// A tile for a place that the case does not name; consecutive ones are far apart.
    fn any(&mut self) -> u8 {
        self.left.swap_remove(37 % self.left.len())
    }
}
