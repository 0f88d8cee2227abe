//! Checks common to all families.

use super::request::{By, Request, Wind};
use hyakuman_core::{Kind, Meld, Tile};

/// There are fourteen tiles; a meld counts as three.
pub(super) fn count(request: &Request, melds: &[Meld]) -> Result<(), String> {
    match request.hand.len() + 1 + 3 * melds.len() {
        14 => Ok(()),
        count => Err(format!("expected 14 tiles, found {count}: hand + win + 3 for each meld")),
    }
}

/// There are at most four of a kind.
pub(super) fn copies(tiles: impl Iterator<Item = Tile>) -> Result<(), String> {
    let mut copies = [0_u32; Kind::COUNT];
    tiles.for_each(|tile| copies[tile.kind().index()] += 1);
    match Kind::all().find(|kind| copies[kind.index()] > 4) {
        Some(kind) => Err(format!("there are {} copies of `{kind}`, more than four", copies[kind.index()])),
        None => Ok(()),
    }
}

/// The seats exist.
pub(super) fn seats(request: &Request, players: u8) -> Result<(), String> {
    let beyond = |wind: Wind| wind as u8 >= players;
    match beyond(request.seat) || request.from.is_some_and(beyond) {
        true => Err("with three players nobody sits at N".to_owned()),
        false => Ok(()),
    }
}

/// Riichi needs a closed hand, and ippatsu and an open riichi need riichi.
pub(super) fn riichi(request: &Request, melds: &[Meld]) -> Result<(), String> {
    let lacks_it = [("ippatsu", request.ippatsu), ("an open riichi", request.open_riichi)];
    if let Some((what, _)) = lacks_it.iter().find(|(_, given)| *given && request.riichi == 0) {
        return Err(format!("{what} without riichi"));
    }
    match request.riichi > 0 && melds.iter().any(Meld::is_open) {
        true => Err("riichi with an open meld".to_owned()),
        false => Ok(()),
    }
}

/// A ron has a discarder other than the winner.
pub(super) fn discarder(request: &Request) -> Result<(), String> {
    match (&request.by, request.from) {
        (By::Ron, None) => Err("a ron needs `from`, the wind of the discarder".to_owned()),
        (By::Ron, Some(from)) if from == request.seat => Err("`from` is the winner's own seat".to_owned()),
        _ => Ok(()),
    }
}
