//! What a match counts besides the scores, and what that is in final points (RULES.md to
//!

use crate::rules::{Chip, RiichiRules};
use hyakuman_core::game::{HouseCounts, HouseRules, MAX_SEATS, WinRecord};
use hyakuman_core::{Seat, SeatSet};

/// The counts of a match with `N` seats since it began, or since the first kyoku of its record.
#[derive(Clone, Debug)]
pub(crate) struct House<const N: usize> {
    /// By seat the prizes for those it made bust, less those it paid.
    prizes: [i32; N],
    /// The seats that have won.
    pub(crate) winners: SeatSet,
    /// By seat the chips it got, less those it paid.
    pub(crate) chips: [i32; N],
    /// For each win of the present kyoku the chips that each who pays gives for it.
    pub(super) chips_of_wins: [u8; 3],
}

/// What chips are paid for besides what is recorded of a win.
pub(super) struct ChipHand {
    /// It was won within one uninterrupted turn of the riichi.
    pub(super) ippatsu: bool,
    /// It has a called tile.
    pub(super) open: bool,
    /// Which win of the kyoku it is, from 0.
    pub(super) number: usize,
}

impl<const N: usize> House<N> {
    /// Nothing counted.
    pub(super) const NOTHING: Self =
        House { prizes: [0; N], winners: SeatSet::EMPTY, chips: [0; N], chips_of_wins: [0; 3] };

    /// All of it, without what the kyoku has.
    pub(crate) fn counts(&self) -> HouseCounts {
        let wide = |counts: &[i32; N]| std::array::from_fn(|seat| counts.get(seat).copied().unwrap_or(0));
        HouseCounts {
            chips: wide(&self.chips),
            chips_of_wins: self.chips_of_wins,
            prizes: wide(&self.prizes),
            winners: self.winners,
            ..HouseCounts::default()
        }
    }

    /// A seat won, which made these seats bust.
    pub(super) fn note_win(&mut self, winner: Seat, bust: impl Iterator<Item = Seat>) {
        self.winners.insert(winner);
        for seat in bust {
            self.prizes[seat.index()] -= 1;
            self.prizes[winner.index()] += 1;
        }
    }

    /// Chips for a win; `playing` are the seats that had not won before, the winner included.
    pub(super) fn note_chips(
        &mut self,
        rules: &RiichiRules,
        win: &WinRecord,
        hand: &ChipHand,
        playing: SeatSet,
    ) {
        if rules.chips.is_empty() {
            return;
        }
        let chips = chips_from_each(rules, win, hand);
        self.chips_of_wins[hand.number] = chips as u8;
        let payers = win.from.map_or(playing, SeatSet::of);
        for payer in payers.filter(|&seat| seat != win.winner) {
            self.chips[payer.index()] -= chips;
            self.chips[win.winner.index()] += chips;
        }
    }

    /// What is added to the final points of each seat, in thousandths. The sum is 0.
    pub(super) fn final_points(&self, rules: &RiichiRules) -> [i32; MAX_SEATS] {
        let of_seat = |seat: usize| {
            let whole = self.prizes[seat] * rules.tobi_prize + self.fees(seat) * rules.yakitori;
            1_000 * whole + self.chips[seat] * rules.chip_value
        };
        std::array::from_fn(|seat| if seat < N { of_seat(seat) } else { 0 })
    }

    /// How many seats pay this one for having won nothing, less how many it pays.
    fn fees(&self, seat: usize) -> i32 {
        let winners = self.winners.len() as i32;
        if self.winners.has(Seat::new(seat as u8)) { N as i32 - winners } else { -winners }
    }
}

/// The chips that the discarder, or at a tsumo each other seat, pays for a win.
fn chips_from_each(rules: &RiichiRules, win: &WinRecord, hand: &ChipHand) -> i32 {
    let [_, ura, red, _] = win.dora.map(i32::from);
    let chips = &rules.chips;
    let reds = chips.has(Chip::RedFives) || chips.has(Chip::ClosedRedFives) && !hand.open;
    let of_yakuman = if win.from.is_some() { 10 } else { 5 };
    let paid = [
        (reds, red),
        (chips.has(Chip::Ippatsu) && hand.ippatsu, 1),
        (chips.has(Chip::Ura), ura),
        (chips.has(Chip::Yakuman) && win.yakuman > 0, of_yakuman),
    ];
    paid.into_iter().map(|(holds, chips)| if holds { chips } else { 0 }).sum()
}

/// [`RiichiRules::house`] of rules as a table; a rule that it lacks is off.
pub fn house_rules(rules: &toml::Table) -> HouseRules {
    let is_set = |name: &str| match rules.get(name) {
        Some(toml::Value::Array(list)) => !list.is_empty(),
        Some(value) => {
            value.as_bool().unwrap_or(false)
                || value.as_integer().is_some_and(|points| points > 0)
                || value.as_str().is_some_and(|word| word != "Off")
        }
        None => false,
    };
    HouseRules {
        chips: is_set("chips"),
        yakitori: is_set("yakitori"),
        prizes: is_set("tobi_prize"),
        wareme: is_set("wareme"),
        open_riichi: is_set("open_riichi"),
    }
}
