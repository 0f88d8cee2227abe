//! What a decision is about.

use hyakuman_core::Seat;
use hyakuman_core::game::{ActionMask, Game};
use hyakuman_games::show::Board;

hyakuman_core::named! {
    /// What a decision is about: the first of these that holds. Each has its name in JSON and text.
    pub enum Sort {
        /// To win or not.
        Win = "win",
        /// To call a discard or not.
        Call = "call",
        /// To declare riichi or not.
        Riichi = "riichi",
        /// To make a kan on the own turn or not.
        Kan = "kan",
        /// Anything else that is no discard: to set a tile aside or not, which tile to pass on, to stop the match or not.
        Other = "other",
        /// Which tile to discard while another seat is in riichi: to fold or not.
        Fold = "fold",
        /// Which tile to discard.
        Discard = "discard",
    }
}

impl Sort {
    pub(super) fn of<G: Game>(legal: &ActionMask, board: &Board, seat: Seat) -> Sort {
        let names: Vec<String> = legal.iter().map(G::action_name).collect();
        let offers = |words: &[&str]| {
            names.iter().any(|name| words.contains(&name.split(' ').next().unwrap_or_default()))
        };
        match () {
            () if offers(&["tsumo", "ron"]) => Sort::Win,
            () if offers(&["pass"]) => Sort::Call,
            () if offers(&["riichi"]) => Sort::Riichi,
            () if offers(&["kan"]) => Sort::Kan,
            () if offers(&["set", "give", "stop"]) => Sort::Other,
            () if faces_riichi(board, seat) => Sort::Fold,
            () => Sort::Discard,
        }
    }
}

/// Whether another seat is in riichi and still plays.
fn faces_riichi(board: &Board, own: Seat) -> bool {
    let others = board.seats.iter().enumerate().filter(|(seat, _)| *seat != own.index());
    others.into_iter().any(|(_, seat)| seat.riichi && !seat.won)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_games::show::SeatBoard;
    use hyakuman_riichi::Riichi;

    /// The sort of a decision of seat 1 that offers discards and these actions.
    fn sort(actions: &[u8], change: impl FnOnce(&mut [SeatBoard])) -> Sort {
        let mut legal = ActionMask::default();
        [0, 9, 30].iter().chain(actions).for_each(|&code| legal.insert(code));
        let mut board = Board { seats: vec![SeatBoard::default(); 4], ..Board::default() };
        change(&mut board.seats);
        Sort::of::<Riichi<4>>(&legal, &board, Seat::new(1))
    }

    /// Codes: 38 passes, 40 wins, 64 declares riichi, 128 makes a kan, 52 sets a north aside, 54 stops the match, 192 passes on a tile.
    #[test]
    fn what_is_on_offer_comes_before_who_is_in_riichi() {
        let in_riichi = |seats: &mut [SeatBoard]| seats[3].riichi = true;
        let cases = [
            (vec![38, 40], Sort::Win),
            (vec![38], Sort::Call),
            (vec![64, 128], Sort::Riichi),
            (vec![52, 128], Sort::Kan),
            (vec![52], Sort::Other),
            (vec![54], Sort::Other),
            (vec![192], Sort::Other),
            (vec![], Sort::Fold),
        ];
        for (actions, expected) in cases {
            assert_eq!(sort(&actions, in_riichi), expected, "{actions:?}");
        }
    }

    #[test]
    fn a_fold_is_against_another_seat_that_still_plays() {
        assert_eq!(sort(&[], |_| {}), Sort::Discard);
        assert_eq!(sort(&[], |seats| seats[1].riichi = true), Sort::Discard);
        assert_eq!(sort(&[], |seats| seats[0].riichi = true), Sort::Fold);
        assert_eq!(sort(&[], |seats| (seats[0].riichi, seats[0].won) = (true, true)), Sort::Discard);
    }
}
