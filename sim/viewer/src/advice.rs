//! What a seat could do, what it did, and what its hand was worth then.

use crate::board::SeatBoard;
use crate::encode::{hand_of, letter, letters_of_kinds};
use crate::family::{Kernels, Shown};
use hyakuman_core::eval::LookupTables;
use hyakuman_core::{Hand, Kind, Seat};
use hyakuman_games::ActionMask;
use serde_json::{Value, json};

/// Codes of discards that all games of draws and discards share: from the hand, as drawn, and both with riichi.
const TSUMOGIRI: u8 = 37;
const RIICHI: u8 = 64;
const RIICHI_TSUMOGIRI: u8 = 101;

/// A decision: `[seat, legal codes as hexadecimal, chosen code or null, hands]`. The hands are words such as `A213BCD`: the tile
/// discarded (`-` for a hand as it is, where the seat cannot discard), shanten plus one, the number of unseen tiles that
/// lower it, and their kinds (`=` for those of the word before). There is a word for every discard that keeps the lowest
/// shanten and for the chosen one, best first.
pub(crate) fn decision<G: Shown>(
    game: &G,
    seat: Seat,
    board: &SeatBoard,
    legal: &ActionMask,
    action: Option<u8>,
) -> Value {
    let codes: String = legal.iter().map(|code| format!("{code:02x}")).collect();
    let hands = G::KERNELS.map_or(String::new(), |kernels| hands(game, kernels, seat, board, legal, action));
    json!([seat.index(), codes, action, hands])
}

/// One hand that a decision leads to.
struct After {
    discard: Option<Kind>,
    shanten: i8,
    unseen: u32,
    kinds: String,
}

fn hands<G: Shown>(
    game: &G,
    kernels: Kernels,
    seat: Seat,
    board: &SeatBoard,
    legal: &ActionMask,
    action: Option<u8>,
) -> String {
    let tiles: Vec<_> = board.hand.iter().copied().chain(board.drawn).collect();
    let Some(hand) = hand_of(&tiles) else { return String::new() };
    let melds = board.melds.len() as u8;
    if hand.len() + 3 * u32::from(melds) < 13 {
        return String::new(); // tiles are being exchanged
    }
    let after = |rest: &Hand, discard| {
        let tables = LookupTables::get();
        let kinds = (kernels.ukeire)(tables, rest, melds);
        let shanten = (kernels.shanten)(tables, rest, melds);
        After { discard, shanten, unseen: game.unseen(seat, kinds), kinds: letters_of_kinds(kinds) }
    };
    let mut found = match hand.len() % 3 {
        1 => vec![after(&hand, None)],
        _ => {
            let of = |code| discarded(code, board);
            let chosen = action.and_then(of);
            let discards = legal.iter().filter_map(of).collect::<hyakuman_core::KindSet>();
            let all: Vec<After> =
                discards.into_iter().map(|kind| after(&hand.without(kind), Some(kind))).collect();
            let least = all.iter().map(|after| after.shanten).min();
            let counts = |after: &After| Some(after.shanten) == least || after.discard == chosen;
            all.into_iter().filter(counts).collect()
        }
    };
    found.sort_by_key(|after| (after.shanten, std::cmp::Reverse(after.unseen)));
    let before = [""].into_iter().chain(found.iter().map(|after| &after.kinds[..]));
    let words: Vec<String> = found.iter().zip(before).map(|(after, before)| word(after, before)).collect();
    words.join(" ")
}

fn word(after: &After, before: &str) -> String {
    let After { discard, shanten, unseen, kinds } = after;
    let discard = discard.map_or('-', |kind| letter(kind.tile()));
    let kinds = if kinds == before { "=" } else { kinds };
    format!("{discard}{}{unseen}{kinds}", shanten + 1)
}

/// The kind that an action discards, if it is a discard.
fn discarded(code: u8, board: &SeatBoard) -> Option<Kind> {
    let tile = match code {
        TSUMOGIRI | RIICHI_TSUMOGIRI => board.drawn?,
        0..TSUMOGIRI => hyakuman_core::Tile::of(code),
        RIICHI..RIICHI_TSUMOGIRI => hyakuman_core::Tile::of(code - RIICHI),
        _ => return None,
    };
    Some(tile.kind())
}
