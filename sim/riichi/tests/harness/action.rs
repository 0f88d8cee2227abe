//! The words of an action, and the codes that they can mean at a decision.

use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::notation::{parse_tile, parse_tiles};
use hyakuman_core::{Seat, Tile};
use hyakuman_riichi::{Action, Match, Variant};

/// An action as written.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    name: &'a str,
    tiles: Vec<Tile>,
}

impl<'a> Words<'a> {
    /// Reads `chi 46m`; the tile after `on` is returned beside it.
    pub(crate) fn read(words: &'a [String]) -> Result<(Words<'a>, Option<Tile>), String> {
        let name = words.first().ok_or("an action is missing")?.as_str();
        let on = match words.iter().position(|word| word == "on") {
            Some(i) => Some(words.get(i + 1).and_then(|word| parse_tile(word)).ok_or("on which tile?")?),
            None => None,
        };
        let tiles = match words.get(1).filter(|word| *word != "on") {
            Some(text) => parse_tiles(text).map_err(|error| error.to_string())?,
            None => vec![],
        };
        Ok((Words { name, tiles }, on))
    }

    /// Whether it is a claim on a tile that another seat shows.
    pub(crate) fn is_claim(&self) -> bool {
        matches!(self.name, "ron" | "chi" | "pon" | "pass") || self.name == "kan" && self.tiles.is_empty()
    }

    /// The codes of this action: from the hand before those of the drawn tile.
    pub(crate) fn codes<const N: usize, V: Variant>(
        &self,
        game: &Match<N, V>,
        seat: Seat,
        shown: Option<Tile>,
    ) -> Result<Vec<u8>, String> {
        let (turn, drawn) = game.turn();
        let tile = self.tiles.first().copied();
        let drew = tile.is_some() && turn == seat && drawn == tile;
        let actions = match (self.name, tile) {
            ("discard", Some(tile)) => also(Action::Discard(tile), drew, Action::Tsumogiri),
            ("riichi", Some(tile)) => also(Action::Riichi(tile), drew, Action::RiichiTsumogiri),
            ("riichi", None) => every_riichi(),
            ("open", None) => vec![Action::OpenRiichi],
            ("kan", Some(tile)) => vec![Action::Kan(tile.kind())],
            ("kan", None) => vec![Action::Daiminkan],
            ("chi", Some(_)) => vec![self.chi(shown.ok_or("nothing to chi")?)?],
            ("chi", None) => {
                all(&ChiSide::ALL, |side| [Action::Chi { side, red: false }, Action::Chi { side, red: true }])
            }
            ("pon", Some(_)) => vec![Action::Pon { reds: self.reds() }],
            ("pon", None) => (0..3).map(|reds| Action::Pon { reds }).collect(),
            ("give", Some(tile)) => vec![Action::Exchange(tile)],
            ("tsumo", _) => vec![Action::Tsumo],
            ("ron", _) => vec![Action::Ron],
            ("pass", _) => vec![Action::Pass],
            ("nuki", Some(tile)) => vec![nuki::<V>(tile)?],
            ("nuki", None) => vec![Action::NUKI_NORTH],
            ("kyuushu", _) => vec![Action::Kyuushu],
            ("stop", _) => vec![Action::Stop],
            ("continue", _) => vec![Action::Continue],
            _ => return Err(format!("`{}` is no action, or lacks its tile", self.name)),
        };
        Ok(actions.into_iter().map(Action::code).collect())
    }

    fn reds(&self) -> u8 {
        self.tiles.iter().filter(|tile| tile.is_red()).count() as u8
    }

    /// The chi with these two tiles of one's own.
    fn chi(&self, called: Tile) -> Result<Action, String> {
        let mut own: Vec<_> = self.tiles.iter().map(|tile| tile.kind()).collect();
        own.sort();
        let side = ChiSide::ALL
            .into_iter()
            .find(|side| side.own(called.kind()).is_some_and(|needs| needs[..] == own));
        // Two tiles that make no run with the called one are an error in any case.
        side.map(|side| Action::Chi { side, red: self.reds() > 0 }).ok_or(format!("no run with {called}"))
    }
}

/// Set this tile aside.
fn nuki<V: Variant>(tile: Tile) -> Result<Action, String> {
    let number = V::NUKI_TILES.iter().position(|&other| other == tile);
    number.map(|number| Action::Nuki(number as u8)).ok_or(format!("{tile} cannot be set aside"))
}

fn also(action: Action, holds: bool, other: Action) -> Vec<Action> {
    if holds { vec![action, other] } else { vec![action] }
}

fn every_riichi() -> Vec<Action> {
    (0..37).map(|code| Action::Riichi(Tile::of(code))).chain([Action::RiichiTsumogiri]).collect()
}

fn all<T: Copy>(items: &[T], actions: impl Fn(T) -> [Action; 2]) -> Vec<Action> {
    items.iter().flat_map(|&item| actions(item)).collect()
}
