//! What lasts from kyoku to kyoku: the scores, and the place in the match.

use crate::game::{KnownDeals, KyokuEnd, KyokuResult, MAX_SEATS};
use crate::seed::DealKey;
use crate::{Kind, Seat, SeatSet};
use std::cmp::Ordering;

/// Scores and place in the match, with `N` seats. Public. A family leaves at 0 what it does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchState<const N: usize> {
    /// Score by seat, in the units of the game's `SCORE_UNIT`.
    pub scores: [i32; N],
    /// Index of the kyoku in the match: prevailing winds passed times seats, plus the seat of the dealer.
    pub kyoku: u32,
    /// How often this kyoku was played before.
    pub repeat: u32,
    /// Honba (本場). In Toppan the number of kyoku that the dealer has ended by staying or winning (延続点).
    pub honba: u32,
    /// Riichi sticks on the table (供託).
    pub kyotaku: u32,
    /// Number of kyoku dealt so far, repeats and this one included.
    pub deals: u32,
}

impl<const N: usize> MatchState<N> {
    /// The state at the start of a match, with the score `start` for every seat.
    pub fn first(start: i32) -> Self {
        MatchState { scores: [start; N], kyoku: 0, repeat: 0, honba: 0, kyotaku: 0, deals: 0 }
    }

    /// The state before the first of these deals.
    pub fn of_deals(deals: &KnownDeals) -> Self {
        let scores = std::array::from_fn(|seat| deals.scores[seat]);
        let KnownDeals { kyoku, honba, kyotaku, .. } = *deals;
        MatchState { scores, kyoku, repeat: 0, honba, kyotaku, deals: 0 }
    }

    /// The seat of the dealer.
    #[inline]
    pub fn dealer(&self) -> Seat {
        Seat::new((self.kyoku % N as u32) as u8)
    }

    /// The prevailing wind; after north comes east again.
    #[inline]
    pub fn round_wind(&self) -> Kind {
        Kind::wind((self.kyoku / N as u32) as u8)
    }

    /// The wind of a seat.
    #[inline]
    pub fn seat_wind(&self, seat: Seat) -> Kind {
        Kind::wind(seat.seen_from(self.dealer(), N).steps())
    }

    /// The key of the random streams of this kyoku.
    #[inline]
    pub fn deal_key(&self) -> DealKey {
        DealKey { kyoku: self.kyoku, repeat: self.repeat }
    }

    /// What every family reports of a kyoku that has been settled, and that began with these scores; the rest is empty.
    pub fn settled(&self, before: &[i32; N]) -> KyokuEnd<'static> {
        let mut deltas = [0; N];
        for seat in 0..N {
            deltas[seat] = self.scores[seat] - before[seat];
        }
        KyokuEnd {
            kyoku: self.kyoku,
            repeat: self.repeat,
            honba: self.honba,
            kyotaku: 0,
            before: widen(before),
            deltas: widen(&deltas),
            result: KyokuResult::Win,
            wins: &[],
            draws: 0,
            riichi: SeatSet::EMPTY,
            declared: SeatSet::EMPTY,
            open: SeatSet::EMPTY,
            tenpai: SeatSet::EMPTY,
        }
    }

    /// Checks that the scores and `on_table`, the value of the sticks on the table, sum to `start` for every seat.
    ///
    /// # Errors
    /// A sentence with the sum and what it should be.
    pub fn check_sum(&self, start: i32, on_table: i32, unit: &str) -> Result<(), String> {
        let (sum, expected) = (self.scores.iter().sum::<i32>() + on_table, start * N as i32);
        if sum == expected {
            return Ok(());
        }
        Err(format!("{sum} {unit} at the table instead of {expected}"))
    }
}

/// Placement by seat, 0 for the first, and for a seat that the game does not have. `tied(a, b)` says whether seat `a` is
/// placed before seat `b` where their scores are equal.
pub fn placement<const N: usize>(scores: &[i32; N], tied: impl Fn(usize, usize) -> bool) -> [u8; MAX_SEATS] {
    let before = |a: usize, b: usize| match scores[a].cmp(&scores[b]) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => tied(a, b),
    };
    let ahead_of = |seat| (0..N).filter(|&other| before(other, seat)).count() as u8;
    std::array::from_fn(|seat| if seat < N { ahead_of(seat) } else { 0 })
}

/// Values by seat in an array of [`MAX_SEATS`]; 0 for seats that the game does not have.
pub fn widen(values: &[i32]) -> [i32; MAX_SEATS] {
    std::array::from_fn(|seat| values.get(seat).copied().unwrap_or(0))
}
