//! Claims on one tile: who can make one, and which come first of those that several seats make without seeing each other.

use super::codes::{PASS, RON};
use crate::game::Answers;
use crate::{Kind, KindSet, Seat, SeatSet};

/// The seats that could claim a tile of this kind from `from`. `claims` has by seat the kinds it could claim from any other
/// seat; `run` is whether the next seat could call it for a sequence.
#[inline]
pub fn able<const N: usize>(claims: &[KindSet; N], from: Seat, kind: Kind, run: bool) -> SeatSet {
    let mut able = (run as u8) << from.after(1, N).index();
    for steps in 1..N as u8 {
        let seat = from.after(steps, N).index();
        able |= (claims[seat].has(kind) as u8) << seat;
    }
    SeatSet::from_bits(able)
}

/// Of these answers the seats that win, and the call that comes first with its seat; a pass by the seat on `turn` where
/// nobody calls.
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
