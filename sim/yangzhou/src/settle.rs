//! Payments (RULES.md Y-5.4).

use super::state::SEATS;
use hyakuman_core::Seat;

/// Multiple of the value that a discarder pays, alone.
const DISCARDER: i32 = 2;
/// Multiple of the value that each of the others pays for a tsumo.
const EACH: i32 = 1;

/// The changes of score by a hand worth `total` fan.
pub fn win_deltas(total: u16, winner: Seat, from: Option<Seat>) -> [i32; SEATS] {
    let total = total as i32;
    let mut deltas = [0; SEATS];
    match from {
        Some(from) => deltas[from.index()] = -DISCARDER * total,
        None => {
            deltas = [-EACH * total; SEATS];
            deltas[winner.index()] = 0;
        }
    }
    deltas[winner.index()] = -deltas.iter().sum::<i32>();
    deltas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discarder_pays_double_and_a_draw_is_paid_by_all() {
        let [a, b] = [1, 3].map(Seat::new);
        assert_eq!(win_deltas(19, a, Some(b)), [0, 38, 0, -38]);
        assert_eq!(win_deltas(23, b, None), [-23, -23, -23, 69]);
    }
}
