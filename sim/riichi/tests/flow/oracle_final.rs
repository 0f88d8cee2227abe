//! The oracle on what is added to the final points: prizes, fees and chips.

use super::oracle::Oracle;
use hyakuman_core::game::{MAX_SEATS, WinRecord};
use hyakuman_core::{Seat, SeatSet};
use hyakuman_riichi::rank_points;
use hyakuman_riichi::rules::{Chip, Tobi};

/// What was counted in the match so far.
pub(crate) struct Counted<const N: usize> {
    won: SeatSet,
    /// Won and lost thousandths.
    added: [i32; N],
}

impl<const N: usize> Counted<N> {
    pub(crate) const NOTHING: Self = Counted { won: SeatSet::EMPTY, added: [0; N] };

    fn moves(&mut self, from: usize, to: usize, thousandths: i32) {
        self.added[from] -= thousandths;
        self.added[to] += thousandths;
    }
}

impl<const N: usize> Oracle<N> {
    /// Counts a win that has been paid; before, the scores were these.
    pub(crate) fn count_win(&mut self, record: &WinRecord, before: &[i32; N]) {
        let winner = record.winner.index();
        self.counted.won = self.counted.won.into_iter().chain([record.winner]).collect();
        let low = |score: i32| match self.rules.tobi {
            Tobi::Off => false,
            Tobi::Below0 => score < 0,
            Tobi::AtOrBelow0 => score <= 0,
        };
        for seat in (0..N).filter(|&seat| low(self.scores[seat]) && !low(before[seat])) {
            self.counted.moves(seat, winner, 1_000 * self.rules.tobi_prize);
        }
        let chips = self.chips_of(record) * self.rules.chip_value;
        let payers = match record.from {
            Some(from) => vec![from],
            None => self.active(),
        };
        for payer in payers {
            self.counted.moves(payer.index(), winner, chips);
        }
    }

    /// The chips that each payer pays.
    fn chips_of(&self, record: &WinRecord) -> i32 {
        let place = &self.seats[record.winner.index()];
        let of = |chip| match chip {
            Chip::RedFives => record.dora[2].into(),
            Chip::ClosedRedFives if place.closed() => record.dora[2].into(),
            Chip::ClosedRedFives => 0,
            Chip::Ippatsu => i32::from(place.ippatsu),
            Chip::Ura => record.dora[1].into(),
            Chip::Yakuman if record.yakuman == 0 => 0,
            Chip::Yakuman if record.from.is_none() => 5,
            Chip::Yakuman => 10,
        };
        self.rules.chips.iter().map(of).sum()
    }

    /// The final points of a match with these scores.
    pub(crate) fn final_points(&self, scores: &[i32; N]) -> [i32; MAX_SEATS] {
        let mut points = rank_points(&self.rules, scores);
        let has_won = |seat: usize| self.counted.won.has(Seat::new(seat as u8));
        for (payer, payee) in (0..N).flat_map(|a| (0..N).map(move |b| (a, b))) {
            if !has_won(payer) && has_won(payee) {
                points[payer] -= 1_000 * self.rules.yakitori;
                points[payee] += 1_000 * self.rules.yakitori;
            }
        }
        (0..N).for_each(|seat| points[seat] += self.counted.added[seat]);
        points
    }
}
