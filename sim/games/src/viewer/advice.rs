//! What a seat could do, what it did, and what its hand was worth then.

use crate::show::board::hand_of;
use crate::show::{Kernels, SeatBoard, Shown};
use crate::viewer::encode::{letter, letters_of_kinds};
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, Kind, KindSet, Seat};
use serde_json::{Value, json};

/// A decision: `[seat, legal codes as hexadecimal, chosen code or null, hands]`, then the opinion of an agent where there is one. The hands are words such as `A213BCD`, best
/// first, one for every kind that the seat can discard: the tile (`-` for a hand as it is, where the seat cannot discard),
/// shanten plus one, the number of unseen tiles that lower it, and their kinds.
pub(crate) fn decision<G: Shown>(
    game: &G,
    seat: Seat,
    board: &SeatBoard,
    legal: &ActionMask,
    action: Option<u8>,
    opinion: Option<Value>,
) -> Value {
    let codes: String = legal.iter().map(|code| format!("{code:02x}")).collect();
    let mut hands = G::KERNELS.map_or(Vec::new(), |kernels| hands(game, kernels, seat, board, legal));
    hands.sort_by_key(|after| (after.shanten, std::cmp::Reverse(after.unseen)));
    let words: Vec<String> = hands.iter().map(word).collect();
    let mut cell = vec![json!(seat.index()), json!(codes), json!(action), json!(words.join(" "))];
    cell.extend(opinion);
    Value::Array(cell)
}

/// One hand that a decision leads to.
struct After {
    discard: Option<Kind>,
    shanten: i8,
    unseen: u32,
    kinds: KindSet,
}

fn hands<G: Shown>(
    game: &G,
    kernels: Kernels,
    seat: Seat,
    board: &SeatBoard,
    legal: &ActionMask,
) -> Vec<After> {
    let Some(hand) = hand_of(board.tiles()) else { return Vec::new() };
    let melds = board.melds.len() as u8;
    if hand.len() + 3 * u32::from(melds) < 13 {
        return Vec::new(); // tiles are being exchanged
    }
    let after = |rest: &Hand, discard| {
        let kinds = (kernels.ukeire)(rest, melds);
        let shanten = (kernels.shanten)(rest, melds);
        After { discard, shanten, unseen: game.unseen(seat, kinds), kinds }
    };
    if hand.len() % 3 == 1 {
        return vec![after(&hand, None)];
    }
    let discards = legal.discards(board.drawn).kinds() | legal.riichi(board.drawn).kinds();
    discards.into_iter().map(|kind| after(&hand.without(kind), Some(kind))).collect()
}

fn word(after: &After) -> String {
    let discard = after.discard.map_or('-', |kind| letter(kind.tile()));
    format!("{discard}{}{}{}", after.shanten + 1, after.unseen, letters_of_kinds(after.kinds))
}
