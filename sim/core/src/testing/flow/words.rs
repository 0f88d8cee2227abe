//! The words of an action.

use crate::common::calls::ChiSide;
use crate::notation::{parse_tile, parse_tiles};
use crate::{Kind, Tile};

/// An action as written.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    /// The first word.
    pub name: &'a str,
    /// The second word, if there is one.
    pub value: Option<&'a str>,
}

impl<'a> Words<'a> {
    /// Reads `chi 46m`; the tile after `on` is returned beside it.
    pub(super) fn read(words: &'a [String]) -> Result<(Words<'a>, Option<Tile>), String> {
        let name = words.first().ok_or("an action is missing")?.as_str();
        let on = match words.iter().position(|word| word == "on") {
            Some(i) => Some(words.get(i + 1).and_then(|word| parse_tile(word)).ok_or("on which tile?")?),
            None => None,
        };
        let value = words.get(1).map(String::as_str).filter(|&word| word != "on");
        Ok((Words { name, value }, on))
    }

    /// The tiles that it names.
    ///
    /// # Errors
    /// These are no tiles.
    pub fn tiles(&self) -> Result<Vec<Tile>, String> {
        self.value.map_or(Ok(vec![]), |text| parse_tiles(text).map_err(|error| error.to_string()))
    }

    /// Whether it is a claim on a tile that another seat shows.
    pub fn is_claim(&self) -> bool {
        matches!(self.name, "ron" | "chi" | "pon" | "pass") || self.name == "kan" && self.value.is_none()
    }

    /// How this kind is called for a chi with the two tiles that it names.
    ///
    /// # Errors
    /// They make no run with it.
    pub fn chi(&self, called: Kind) -> Result<ChiSide, String> {
        let mut own: Vec<Kind> = self.tiles()?.iter().map(|tile| tile.kind()).collect();
        own.sort();
        let side =
            ChiSide::ALL.into_iter().find(|side| side.own(called).is_some_and(|needs| needs[..] == own));
        // Two tiles that make no run with the called one are an error in any case.
        side.ok_or(format!("no run with {called}"))
    }

    /// The error for words that mean nothing.
    ///
    /// # Errors
    /// Always.
    pub fn unknown<T>(&self) -> Result<T, String> {
        Err(format!("`{}` is no action, or lacks its tile", self.name))
    }
}
