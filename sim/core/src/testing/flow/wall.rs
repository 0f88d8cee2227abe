//! A wall that deals the tiles of a case.

use super::{Engine, RulesOf};
use crate::notation::{parse_tile, parse_tiles};
use crate::wall::Faces;
use crate::{Kind, Tile, Wall};

/// The places that the case fills.
pub(super) struct Layout<'a, const N: usize, E: Engine<N> + ?Sized> {
    rules: &'a RulesOf<N, E>,
    dealer: usize,
    hands: [Option<Hand>; N],
    places: Vec<Option<Tile>>,
}

/// A starting hand as written.
struct Hand {
    tiles: Vec<Tile>,
    /// Whether it has others too.
    is_part: bool,
}

impl<'a, const N: usize, E: Engine<N>> Layout<'a, N, E> {
    /// No place filled.
    pub(super) fn new(rules: &'a RulesOf<N, E>, dealer: usize) -> Self {
        let places = vec![None; 4 * E::kinds().len() as usize];
        Layout { rules, dealer, hands: [const { None }; N], places }
    }

    /// Reads a line of the deal; `false` if it is another line.
    pub(super) fn line(&mut self, words: &[String]) -> Result<bool, String> {
        let (rules, len, rest) = (self.rules, self.places.len(), &words[1..]);
        let draw = |i| E::place(rules, len, "draws", N * E::HAND + i);
        match words[0].as_str() {
            "hand" => self.hands[seat(&rest[0])?] = Some(Hand::read::<N, E>(&rest[1..])?),
            "draws" => self.put(rest, draw)?,
            "drawn" => {
                let steps = (seat(&rest[0])? + N - self.dealer) % N;
                self.put(&rest[1..], |i| draw(steps + N * i))?;
            }
            "draw" => {
                let number: usize = rest[0].parse().map_err(|_| "draw N TILE")?;
                self.put(&rest[1..], |i| draw(number - 1 + i))?;
            }
            "place" => {
                let place: usize = rest[0].parse().map_err(|_| "place N TILE")?;
                self.put(&rest[1..], |_| Some(place))?;
            }
            line if E::place(rules, len, line, 0).is_some() => {
                self.put(rest, |i| E::place(rules, len, line, i))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn put(&mut self, tiles: &[String], place: impl Fn(usize) -> Option<usize>) -> Result<(), String> {
        for (i, text) in tiles.iter().enumerate().filter(|(_, text)| *text != "_") {
            let tile = parse_tile(text).ok_or(format!("`{text}` is no tile"))?;
            let place = place(i).filter(|&place| place < self.places.len());
            let place = place.ok_or(format!("no place for {tile}"))?;
            if self.places[place].replace(tile).is_some() {
                return Err(format!("place {place} is given twice"));
            }
        }
        Ok(())
    }

    /// The wall: the tiles of the case, and filler that makes no set and no dora.
    pub(super) fn wall(mut self) -> Result<Wall, String> {
        let mut pool = Pool::<N, E>::new(self.rules);
        let mut ids = vec![None; self.places.len()];
        let hands: Vec<_> = (0..N).map(|steps| self.hands[(self.dealer + steps) % N].take()).collect();
        let mut dealt = Vec::new();
        for hand in &hands {
            let tiles = hand.iter().flat_map(|hand| &hand.tiles);
            dealt.push(tiles.map(|&tile| pool.take(tile)).collect::<Result<Vec<u8>, String>>()?);
        }
        for (id, tile) in ids.iter_mut().zip(&self.places) {
            *id = tile.map(|tile| pool.take(tile)).transpose()?;
        }
        pool.named = Kind::all().filter(|kind| pool.copies(*kind) < 4).collect();
        for (steps, (hand, mut tiles)) in hands.iter().zip(dealt).enumerate() {
            if hand.as_ref().is_none_or(|hand| hand.is_part) {
                pool.fill(&mut tiles);
            }
            for (i, id) in tiles.into_iter().enumerate() {
                ids[self.dealt(steps, i)] = Some(id);
            }
        }
        for place in self.indicators() {
            ids[place] = ids[place].or_else(|| Some(pool.indicator()));
        }
        let ids: Vec<u8> = ids.into_iter().map(|id| id.unwrap_or_else(|| pool.any())).collect();
        Wall::from_ids(&ids).ok_or("a tile is used twice".into())
    }

    /// The place of the `i`-th tile dealt to the seat so many steps after the dealer.
    fn dealt(&self, steps: usize, i: usize) -> usize {
        let i = if i < 12 { i / 4 * 4 * N + steps * 4 + i % 4 } else { 12 * N + steps };
        E::place(self.rules, self.places.len(), "draws", i).expect("a place")
    }

    /// The places of indicators, in order.
    fn indicators(&self) -> Vec<usize> {
        let place = |line, i| E::place(self.rules, self.places.len(), line, i);
        let mut places: Vec<usize> =
            ["dora", "ura"].iter().flat_map(|line| (0..5).filter_map(|i| place(line, i))).collect();
        places.sort();
        places
    }
}

impl Hand {
    /// `TILES [..]`.
    fn read<const N: usize, E: Engine<N>>(words: &[String]) -> Result<Hand, String> {
        let tiles = parse_tiles(&words[0]).map_err(|error| error.to_string())?;
        let is_part = words.get(1).is_some_and(|word| word == "..");
        if tiles.len() > E::HAND || !is_part && tiles.len() < E::HAND {
            return Err(format!("{} tiles in a hand", tiles.len()));
        }
        Ok(Hand { tiles, is_part })
    }
}

/// The seat a word names.
pub(super) fn seat(word: &str) -> Result<usize, String> {
    word.parse().ok().filter(|&seat| seat < 4).ok_or(format!("`{word}` is no seat"))
}

/// The tiles that have no place yet.
struct Pool<'a, const N: usize, E: Engine<N> + ?Sized> {
    rules: &'a RulesOf<N, E>,
    left: Vec<u8>,
    faces: Faces,
    /// Kinds that the case names, which filler indicators should not make dora.
    named: Vec<Kind>,
}

impl<'a, const N: usize, E: Engine<N>> Pool<'a, N, E> {
    fn new(rules: &'a RulesOf<N, E>) -> Self {
        let left = Wall::ordered(E::kinds()).ids().to_vec();
        Pool { rules, left, faces: E::faces(rules), named: vec![] }
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

    /// Fills a hand with tiles that make no pairs or neighbours.
    fn fill(&mut self, hand: &mut Vec<u8>) {
        for kind in Kind::all() {
            let is_near = |&id: &u8| {
                let other = self.faces.tile(id).kind();
                let distance = other.code().abs_diff(kind.code());
                other.suit() == kind.suit() && distance < if kind.is_honor() { 1 } else { 3 }
            };
            if hand.len() < E::HAND && !hand.iter().any(is_near) && self.copies(kind) > 1 {
                hand.push(self.take(kind.tile()).expect("counted"));
            }
        }
        while hand.len() < E::HAND {
            hand.push(self.left.swap_remove(self.left.len() / 2));
        }
    }

    /// A tile that makes no dora of a kind in play, if one is left.
    fn indicator(&mut self) -> u8 {
        let dora = |id| E::dora_of(self.rules, self.faces.tile(id).kind());
        let harmless = |&id: &u8| !dora(id).is_some_and(|dora| self.named.contains(&dora));
        let place = self.left.iter().position(harmless).unwrap_or(0);
        self.left.remove(place)
    }

    /// A tile for a place that the case does not name; consecutive ones are far apart.
    fn any(&mut self) -> u8 {
        self.left.swap_remove(37 % self.left.len())
    }
}
