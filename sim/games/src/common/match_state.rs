//! What lasts from deal to deal: the scores, and which deal of the match it is.

use crate::game::{KyokuEnd, KyokuResult, MAX_SEATS};
use hyakuman_core::seed::DealKey;
use hyakuman_core::{Kind, Seat, SeatSet};
use std::cmp::Ordering;

/// Scores and place in the match, with `N` seats. Public. What a game does not have stays 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchState<const N: usize> {
    /// Score by seat, in the units of the game's `SCORE_UNIT`.
    pub scores: [i32; N],
    /// Absolute index of the kyoku: winds passed times seats, plus the dealer.
    pub kyoku: u32,
    /// How many deals of this kyoku came before.
    pub repeat: u32,
    /// Counter on the table of repeats (本場); of hands the dealer has ended by staying or winning in Toppan (延続点).
    pub honba: u32,
    /// Riichi sticks on the table (供託).
    pub kyotaku: u32,
    /// Deals so far, this one included.
    pub deals: u32,
}

impl<const N: usize> MatchState<N> {
    /// The standing at the start of a match, with so much for everybody.
    pub fn first(start: i32) -> Self {
        MatchState { scores: [start; N], kyoku: 0, repeat: 0, honba: 0, kyotaku: 0, deals: 0 }
    }

    /// Who deals.
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

    /// What the chance of the deal depends on.
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
            open: SeatSet::EMPTY,
            tenpai: SeatSet::EMPTY,
        }
    }

    /// Checks that no point was made or lost since all had `start`, of which so much lies on the table.
    pub fn check_sum(&self, start: i32, on_table: i32, unit: &str) -> Result<(), String> {
        let (sum, expected) = (self.scores.iter().sum::<i32>() + on_table, start * N as i32);
        if sum == expected {
            return Ok(());
        }
        Err(format!("{sum} {unit} at the table instead of {expected}"))
    }
}

/// Placement by seat, 0 for the first and for seats there are not; `tied` says whether the first of two equal ones is
/// placed before the other.
pub fn placement<const N: usize>(scores: &[i32; N], tied: impl Fn(usize, usize) -> bool) -> [u8; MAX_SEATS] {
    let before = |a: usize, b: usize| match scores[a].cmp(&scores[b]) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => tied(a, b),
    };
    let ahead_of = |seat| (0..N).filter(|&other| before(other, seat)).count() as u8;
    std::array::from_fn(|seat| if seat < N { ahead_of(seat) } else { 0 })
}

/// Values by seat at the width of records; seats that do not exist are 0.
pub fn widen(values: &[i32]) -> [i32; MAX_SEATS] {
    std::array::from_fn(|seat| values.get(seat).copied().unwrap_or(0))
}
