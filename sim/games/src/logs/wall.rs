//! Rebuilds the wall of a kyoku: from the seed if the log has one, otherwise from the tiles in the log.
//!
//! ```text
//! w[0] ... deal 4-4-4-1 from the dealer | live draws ->   dora, ura pairs   <- rinshan w[N-1]
//! ```
//! Positions that no draw or indicator shows are filled with the remaining tiles, in order of number. The rules
//! determine which tiles are red and where the dead wall begins (`Layout`).

use crate::logs::error::LogError;
use crate::logs::model::{LogKyoku, LogMatch, LogRules, SeedWall};
use crate::show::Change;
use hyakuman_core::wall::{Faces, Wall};
use hyakuman_core::{Kind, Tile};
use hyakuman_riichi::RiichiRules;

impl LogMatch {
    /// The wall of a kyoku in canonical order, with the tiles and the dead wall of the site.
    ///
    /// # Errors
    /// The log shows a tile that the wall of its seed does not have at that position, or too many copies of a tile.
    pub fn wall(&self, kyoku: usize) -> Result<Wall, LogError> {
        self.wall_in(kyoku, &Layout::of_site(&self.rules))
    }

    /// The same with the tiles and the dead wall of these rules, whatever the rules in the log.
    pub(crate) fn wall_by(&self, kyoku: usize, rules: &RiichiRules) -> Result<Wall, LogError> {
        self.wall_in(kyoku, &Layout::of(rules))
    }

    fn wall_in(&self, kyoku: usize, layout: &Layout) -> Result<Wall, LogError> {
        let log = &self.kyoku[kyoku];
        wall(log, layout).map_err(|e| e.within(format!("kyoku {}", log.name)))
    }
}

/// The tiles of a wall, and where its parts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Layout {
    seats: usize,
    red_fives: [u8; 3],
    /// Replacement tiles at the end, after the indicators.
    rinshan: usize,
    /// Tiles that are never drawn.
    reserved: usize,
}

impl Layout {
    fn of(rules: &RiichiRules) -> Layout {
        let (rinshan, reserved) = (rules.rinshan_tiles.into(), rules.reserved_undrawn.into());
        Layout { seats: rules.players.into(), red_fives: rules.red_fives, rinshan, reserved }
    }

    fn of_site(rules: &LogRules) -> Layout {
        let rinshan = if rules.seats == 4 { 4 } else { 8 };
        Layout { seats: rules.seats, red_fives: rules.red_fives, rinshan, reserved: 14 }
    }

    /// Whether the dead wall has the size that it has at the site of the seed.
    fn fits_seed(&self) -> bool {
        self.rinshan == if self.seats == 4 { 4 } else { 8 }
    }
}

fn wall(log: &LogKyoku, layout: &Layout) -> Result<Wall, LogError> {
    let places = known_places(log, layout)?;
    let faces = Faces::new(layout.red_fives);
    let ids = match &log.seed_wall {
        SeedWall::Wall(ids) if layout.fits_seed() => {
            agree(ids, &places, &faces)?;
            ids.clone()
        }
        SeedWall::Absent | SeedWall::Wall(_) => fill(&places, &faces, layout.seats)?,
        SeedWall::Unmatched => {
            return Err(LogError::new("", "the hands are not those that the seed of the log deals"));
        }
    };
    Wall::from_ids(&ids).ok_or_else(|| LogError::new("", "a tile is in the wall twice"))
}

/// The faces that the log shows, by place in the wall.
struct Places {
    tiles: Vec<Option<Tile>>,
}

impl Places {
    fn put(&mut self, place: usize, tile: Tile, what: impl Fn() -> String) -> Result<(), LogError> {
        match self.tiles[place].replace(tile) {
            Some(other) if other != tile => {
                Err(LogError::new(what(), format!("{tile}, but that place of the wall held {other} before")))
            }
            _ => Ok(()),
        }
    }
}

fn known_places(log: &LogKyoku, layout: &Layout) -> Result<Vec<Option<Tile>>, LogError> {
    let mut places = Places { tiles: vec![None; if layout.seats == 4 { 136 } else { 108 }] };
    deal(log, layout.seats, &mut places)?;
    draws(log, layout, &mut places)?;
    indicators(log, layout, &mut places)?;
    Ok(places.tiles)
}

/// Four, four, four and one tile to each seat from the dealer on.
fn deal(log: &LogKyoku, seats: usize, places: &mut Places) -> Result<(), LogError> {
    for turn in 0..seats {
        let seat = log.dealer.after(turn as u8, seats);
        let hand = &log.hands[seat.index()];
        if hand.len() != 13 {
            let problem = format!("{} tiles, expected 13", hand.len());
            return Err(LogError::new(format!("hand of {seat:?}"), problem));
        }
        for (i, &tile) in hand.iter().enumerate() {
            let place = if i < 12 { i / 4 * 4 * seats + turn * 4 + i % 4 } else { 12 * seats + turn };
            places.put(place, tile, || format!("hand of {seat:?}"))?;
        }
    }
    Ok(())
}

fn draws(log: &LogKyoku, layout: &Layout, places: &mut Places) -> Result<(), LogError> {
    let (n, seats, most_rinshan) = (places.tiles.len(), layout.seats, layout.rinshan);
    let (mut live, mut rinshan, mut after_kan) = (0, 0, false);
    for event in &log.events {
        if let Change::Draw(_, tile) = *event {
            let number = live + rinshan + 1;
            let most = n - 13 * seats - layout.reserved;
            if number > most || (after_kan && rinshan == most_rinshan) {
                let problem =
                    format!("one draw too many: the wall has {most}, {most_rinshan} of them rinshan");
                return Err(LogError::new(format!("draw {number}"), problem));
            }
            let place = if after_kan { n - 1 - rinshan } else { 13 * seats + live };
            places.put(place, tile, || format!("draw {number}"))?;
            *(if after_kan { &mut rinshan } else { &mut live }) += 1;
        }
        if !matches!(event, Change::Dora(_)) {
            after_kan = event.takes_rinshan();
        }
    }
    Ok(())
}

fn indicators(log: &LogKyoku, layout: &Layout, places: &mut Places) -> Result<(), LogError> {
    let first = places.tiles.len() - 1 - layout.rinshan;
    for (name, tiles, first) in [("dora", &log.indicators, first), ("ura", &log.ura, first - 1)] {
        if tiles.len() > 5 {
            return Err(LogError::new("", format!("{} {name} indicators, five is the most", tiles.len())));
        }
        for (i, &tile) in tiles.iter().enumerate() {
            places.put(first - 2 * i, tile, || format!("{name} indicator {}", i + 1))?;
        }
    }
    Ok(())
}

fn agree(ids: &[u8], places: &[Option<Tile>], faces: &Faces) -> Result<(), LogError> {
    for (place, (&id, known)) in ids.iter().zip(places).enumerate() {
        if let Some(tile) = known.filter(|&tile| tile != faces.tile(id)) {
            let problem = format!("the log shows {tile}, the wall of its seed has {}", faces.tile(id));
            return Err(LogError::new(format!("place {place} of the wall"), problem));
        }
    }
    Ok(())
}

/// Physical tiles for the faces shown, and what is left for the other places.
fn fill(places: &[Option<Tile>], faces: &Faces, seats: usize) -> Result<Vec<u8>, LogError> {
    let mut left: Vec<Vec<u8>> = vec![Vec::new(); Tile::COUNT];
    for id in (0..136).rev().filter(|&id| seats == 4 || !(4..32).contains(&id)) {
        left[faces.tile(id).index()].push(id);
    }
    let mut ids = vec![None; places.len()];
    for (id, tile) in ids.iter_mut().zip(places) {
        if let Some(tile) = *tile {
            *id = Some(left[tile.index()].pop().ok_or_else(|| too_many(tile, faces, seats))?);
        }
    }
    let mut rest: Vec<u8> = left.into_iter().flatten().collect();
    rest.sort_unstable_by(|a, b| b.cmp(a));
    Ok(ids.into_iter().map(|id| id.or_else(|| rest.pop()).unwrap_or_default()).collect())
}

/// Physical tiles for a whole wall of faces, if it is a set of tiles.
pub(crate) fn ids_of(tiles: &[Tile], red_fives: [u8; 3], seats: usize) -> Option<Vec<u8>> {
    let known: Vec<Option<Tile>> = tiles.iter().copied().map(Some).collect();
    fill(&known, &Faces::new(red_fives), seats).ok()
}

fn too_many(tile: Tile, faces: &Faces, seats: usize) -> LogError {
    let kind: Kind = tile.kind();
    let foreign = seats == 3 && (1..=7).contains(&kind.code());
    let has = (0..136).filter(|&id| faces.tile(id) == tile && !foreign).count();
    LogError::new("", format!("the log shows {} copies of {tile}, the set has {has}", has + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::model::KyokuName;
    use hyakuman_core::notation::parse_tiles;
    use hyakuman_core::{Meld, Seat};

    fn kyoku(hands: [&str; 4]) -> LogKyoku {
        LogKyoku {
            scores: vec![25_000; 4],
            hands: hands.map(|hand| parse_tiles(hand).unwrap()).to_vec(),
            indicators: parse_tiles("9s8s").unwrap(),
            ura: parse_tiles("7s6s").unwrap(),
            ..LogKyoku::of(KyokuName { wind: 0, number: 1, honba: 0 })
        }
    }

    const LAYOUT: Layout = Layout { seats: 4, red_fives: [1; 3], rinshan: 4, reserved: 14 };

    fn text(wall: &Wall, places: &[usize]) -> String {
        let faces = Faces::new([1; 3]);
        places.iter().map(|&place| wall.tile(place, &faces).to_string()).collect()
    }

    const HANDS: [&str; 4] = ["1111222233334m", "1111222233334p", "0555666677778m", "0555666677778p"];

    #[test]
    fn canonical_places() {
        let mut log = kyoku(HANDS);
        let seat = Seat::new(1);
        let [east, four, six] = ["1z", "4m", "6z"].map(|t| parse_tiles(t).unwrap()[0]);
        log.events = vec![
            Change::Draw(seat, east),
            Change::Call(seat, Meld::ankan([east; 4])),
            Change::Dora(six),
            Change::Draw(seat, four),
        ];
        let wall = wall(&log, &LAYOUT).unwrap();
        assert_eq!(text(&wall, &[0, 4, 8, 12, 48, 49, 50, 51, 52]), "1p0m0p1m4p8m8p4m1z");
        assert_eq!(text(&wall, &[135, 131, 130, 129, 128]), "4m9s7s8s6s");
    }

    #[test]
    fn a_fifth_copy_is_named() {
        let mut log = kyoku(HANDS);
        log.events = vec![Change::Draw(Seat::new(1), parse_tiles("0m").unwrap()[0])];
        let error = wall(&log, &LAYOUT).unwrap_err().to_string();
        assert_eq!(error, "the log shows 2 copies of 0m, the set has 1");
    }

    #[test]
    fn a_seed_that_contradicts_the_log_is_named() {
        let mut log = kyoku(HANDS);
        let ids = wall(&log, &LAYOUT).unwrap().ids().to_vec();
        log.seed_wall = SeedWall::Wall(ids);
        assert!(wall(&log, &LAYOUT).is_ok());
        log.events = vec![Change::Draw(Seat::new(1), parse_tiles("7z").unwrap()[0])];
        let error = wall(&log, &LAYOUT).unwrap_err().to_string();
        assert!(
            error.starts_with("place 52 of the wall: the log shows 7z, the wall of its seed has"),
            "{error}"
        );
    }
}
