//! How likely another seat is tenpai, and which kinds it then wins on: by its discards, and by what its sets show.

use super::rates::{Rates, TURNS};
use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_riichi::danger::DangerClasses;
use hyakuman_riichi::shown::Sign;
use hyakuman_riichi::{RiichiState, Variant, View};

/// What one seat threatens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    classes: DangerClasses,
    /// Its discards in threes, as an index of tables.
    turn: usize,
    /// Times [`Rates::danger`], for a simple, a terminal and an honor; then the same outside the flush that its sets show.
    shown: [[f32; 3]; 2],
    off_flush: KindSet,
    /// Times the danger of a dora.
    dora: f32,
}

/// Times the chance, where two-sided waits need a neighbour with one unseen copy.
const ONE_CHANCE: f32 = 0.75;

impl Reading {
    /// Of a seat, by what the viewer sees.
    pub(crate) fn new<const N: usize, V: Variant>(
        view: &View<'_, N, V>,
        rates: &Rates,
        seat: RelSeat,
    ) -> Self {
        let (classes, turn) = (view.danger(seat), turn(view, seat));
        if view.riichi(seat) != RiichiState::No || !view.open(seat) {
            let (shown, off_flush) = ([[1.0; 3]; 2], KindSet::EMPTY);
            return Reading { classes, turn, shown, off_flush, dora: rates.dora[0] };
        }
        let by_sets = view.shown(seat);
        let shown = [by_sets.sign(), Sign::OffFlush].map(|sign| rates.shown[sign as usize]);
        Reading { classes, turn, shown, off_flush: by_sets.off_flush(), dora: rates.dora[1] }
    }

    /// Percent that a kind is ronned by the seat if it is tenpai.
    #[inline]
    pub(crate) fn danger(&self, rates: &Rates, kind: Kind, is_dora: bool) -> f32 {
        let sort = KindSet::YAOCHU.has(kind) as usize + KindSet::HONORS.has(kind) as usize;
        let percent = rates.danger[self.classes.index_of(kind)][self.turn];
        let mut percent = percent * self.shown[self.off_flush.has(kind) as usize][sort];
        if is_dora {
            percent *= self.dora;
        }
        if self.classes.one_chance().has(kind) { ONE_CHANCE * percent } else { percent }
    }

    /// The suit with the honors that the seat seems to collect.
    pub(crate) fn flush(&self) -> KindSet {
        if self.off_flush.is_empty() { KindSet::EMPTY } else { !self.off_flush }
    }
}

/// The chance that a seat is tenpai: always in riichi.
#[inline]
pub(crate) fn tenpai<const N: usize, V: Variant>(view: &View<'_, N, V>, rates: &Rates, seat: RelSeat) -> f32 {
    if view.riichi(seat) != RiichiState::No {
        return 1.0;
    }
    let percent = rates.tenpai[view.melds(seat).len()][turn(view, seat)];
    if !view.open(seat) {
        return percent / 100.0;
    }
    let drawn = view.drawn_in_a_row(seat).min(rates.drawn.len() - 1);
    (percent * rates.drawn[drawn] / 100.0).min(1.0)
}

fn turn<const N: usize, V: Variant>(view: &View<'_, N, V>, seat: RelSeat) -> usize {
    (view.river(seat).len().saturating_sub(1) / 3).min(TURNS - 1)
}
