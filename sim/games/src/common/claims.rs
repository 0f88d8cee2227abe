//! Claims on one tile, given by several seats without seeing each other: which of them come first.

use super::codes::{PASS, RON};
use crate::game::Answers;
use hyakuman_core::{Seat, SeatSet};

/// Who wins with the tile, and which call comes first, with its seat: a pass by the seat on `turn` where nobody calls.
#[inline]
pub fn sorted(answers: Answers, turn: Seat) -> (SeatSet, (u8, Seat)) {
    let (mut wins, mut first) = (SeatSet::EMPTY, (PASS, turn));
    for (seat, code) in answers.given().filter_map(|seat| Some((seat, answers.get(seat)?))) {
        if code == RON {
            wins.insert(seat);
        }
        first = first.max((code, seat));
    }
    (wins, first)
}
