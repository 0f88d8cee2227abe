//! How likely a discard is to be ronned by each other seat, and what that would cost.

use super::rates::{Rates, TURNS};
use super::stakes::Stakes;
use arrayvec::ArrayVec;
use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_riichi::danger::DangerClasses;
use hyakuman_riichi::shown::Sign;
use hyakuman_riichi::{RiichiState, Variant, View};

/// What the other seats threaten.
#[derive(Clone, Debug)]
pub(crate) struct Threats {
    of: ArrayVec<Threat, 3>,
    /// Seats in riichi.
    pub riichi: usize,
    /// Sum of the chances of the other seats to be tenpai without riichi.
    pub silent: f32,
    dora: KindSet,
}

/// What one seat threatens.
#[derive(Clone, Copy, Debug)]
struct Threat {
    classes: DangerClasses,
    /// Its discards in threes, as an index of tables.
    turn: usize,
    /// Points that a deal-in costs.
    loss: f32,
    /// Times [`Rates::danger`], which is in percent, for a simple, a terminal and an honor: by the chance that the seat is tenpai and by
    /// what its sets show. Then the same outside the flush that they show.
    times: [[f32; 3]; 2],
    off_flush: KindSet,
    /// Times the chance of a dora.
    dora: f32,
}

/// The danger of one discard.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Danger {
    /// Chance that another seat wins on it.
    pub chance: f32,
    /// Expected loss, in points.
    pub loss: f32,
}

/// Chance to be tenpai from which a seat that is not in riichi counts.
const LEAST_TENPAI: f32 = 0.04;
/// Times the chance, where two-sided waits need a neighbour with one unseen copy.
const ONE_CHANCE: f32 = 0.75;
/// Times the loss, for a dora.
const DORA: f32 = 1.25;

impl Threats {
    /// As the viewer sees them. `all`: also those of seats that are not in riichi.
    pub(crate) fn new<const N: usize>(
        view: &View<'_, N>,
        rates: &Rates,
        stakes: &Stakes,
        all: bool,
    ) -> Threats {
        let mut threats = Threats { of: ArrayVec::new(), riichi: 0, silent: 0.0, dora: view.dora() };
        for seat in view.others().filter(|&seat| !view.has_won(seat)) {
            let in_riichi = view.riichi(seat) != RiichiState::No;
            let tenpai = if in_riichi { 1.0 } else { tenpai(view, rates, seat) };
            threats.riichi += in_riichi as usize;
            threats.silent += if in_riichi { 0.0 } else { tenpai };
            if in_riichi || all && tenpai > LEAST_TENPAI {
                threats.of.push(Threat::new(view, rates, stakes, seat, tenpai));
            }
        }
        threats
    }

    /// Whether discarding one of these kinds is expected to cost more than this many points.
    pub(crate) fn exceed(&self, rates: &Rates, kinds: KindSet, points: f32) -> bool {
        !self.of.is_empty() && kinds.into_iter().any(|kind| self.danger(rates, kind).loss > points)
    }

    /// The danger of discarding a kind.
    #[inline]
    pub(crate) fn danger(&self, rates: &Rates, kind: Kind) -> Danger {
        let mut danger = Danger::default();
        let is_dora = self.dora.has(kind);
        let sort = KindSet::YAOCHU.has(kind) as usize + KindSet::HONORS.has(kind) as usize;
        for threat in &self.of {
            let percent = rates.danger[threat.classes.index_of(kind)][threat.turn];
            let mut chance = percent * threat.times[threat.off_flush.has(kind) as usize][sort];
            if is_dora {
                chance *= threat.dora;
            }
            if threat.classes.one_chance().has(kind) {
                chance *= ONE_CHANCE;
            }
            let here = (1.0 - danger.chance) * chance;
            danger.loss += here * if is_dora { DORA * threat.loss } else { threat.loss };
            danger.chance += here;
        }
        danger
    }
}

impl Threat {
    /// Of a seat that is tenpai with this chance.
    fn new<const N: usize>(
        view: &View<'_, N>,
        rates: &Rates,
        stakes: &Stakes,
        seat: RelSeat,
        tenpai: f32,
    ) -> Threat {
        let classes = view.danger(seat);
        let loss = stakes.loss(seat, loss(view, rates, seat));
        let turn = turn(view, seat);
        let chance = tenpai / 100.0;
        if view.riichi(seat) != RiichiState::No || !view.open(seat) {
            let (times, off_flush) = ([[chance; 3]; 2], KindSet::EMPTY);
            return Threat { classes, turn, loss, times, off_flush, dora: rates.dora[0] };
        }
        let shown = view.shown(seat);
        let times = |sign: Sign| rates.shown[sign as usize].map(|times| chance * times);
        let times = [times(shown.sign()), times(Sign::OffFlush)];
        Threat { classes, turn, loss, times, off_flush: shown.off_flush(), dora: rates.dora[1] }
    }
}

/// The discards of a seat in threes, as an index of tables.
fn turn<const N: usize, V: Variant>(view: &View<'_, N, V>, seat: RelSeat) -> usize {
    (view.river(seat).len().saturating_sub(1) / 3).min(TURNS - 1)
}

/// The chance that a seat without riichi is tenpai.
pub(crate) fn tenpai<const N: usize, V: Variant>(view: &View<'_, N, V>, rates: &Rates, seat: RelSeat) -> f32 {
    let sets = view.melds(seat).len();
    let drawn = if view.open(seat) {
        view.drawn_in_a_row(seat).min(rates.drawn.len() - 1)
    } else {
        return rates.tenpai[0][turn(view, seat)] / 100.0;
    };
    (rates.tenpai[sets][turn(view, seat)] / 100.0 * rates.drawn[drawn]).min(1.0)
}

/// Points that a deal-in to a seat costs on average.
fn loss<const N: usize>(view: &View<'_, N>, rates: &Rates, seat: RelSeat) -> f32 {
    let dealer = if view.dealer() == seat { 1.5 } else { 1.0 };
    let [riichi, silent] = rates.loss;
    if view.riichi(seat) != RiichiState::No {
        let kans = view.melds(seat).iter().filter(|meld| meld.is_kan()).count();
        let ippatsu = if view.ippatsu(seat) { 1.25 } else { 1.0 };
        return riichi * dealer * ippatsu * 1.2_f32.powi(kans as i32);
    }
    if !view.open(seat) {
        return silent * dealer;
    }
    rates.open_loss[(view.visible_dora(seat) as usize).min(3)] * dealer
}
