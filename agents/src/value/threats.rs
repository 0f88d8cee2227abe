//! How likely a discard is to be ronned by each other seat, and what that would cost.

use super::han::points;
use super::rates::{Rates, TURNS};
use super::stakes::Stakes;
use arrayvec::ArrayVec;
use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_riichi::danger::DangerClasses;
use hyakuman_riichi::{RiichiState, View};

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
    /// Chance that it is tenpai, over 100: [`Rates::danger`] is in percent.
    tenpai: f32,
    /// Its discards in threes, as an index of tables.
    turn: usize,
    /// Points that a deal-in costs.
    loss: f32,
    /// The suit with the honors that it collects.
    flush: KindSet,
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
/// Times the chance and the loss, for a dora.
const DORA: f32 = 1.25;
/// Times the chance, for a tile of the suit that a seat collects, and for another.
const FLUSH: [f32; 2] = [1.6, 0.3];

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
            threats.riichi += in_riichi as usize;
            let turn = (view.river(seat).len().saturating_sub(1) / 3).min(TURNS - 1);
            let sets = view.melds(seat).len();
            let tenpai = if in_riichi { 1.0 } else { rates.tenpai[sets][turn] / 100.0 };
            threats.silent += if in_riichi { 0.0 } else { tenpai };
            if in_riichi || all && tenpai > LEAST_TENPAI {
                let flush = if in_riichi { KindSet::EMPTY } else { flush_of(view, seat) };
                let loss = stakes.loss(seat, loss(view, rates, seat, flush));
                let (classes, tenpai) = (view.danger(seat), tenpai / 100.0);
                threats.of.push(Threat { classes, tenpai, turn, loss, flush });
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
        let dora = if self.dora.has(kind) { DORA } else { 1.0 };
        for threat in &self.of {
            let percent = rates.danger[threat.classes.index_of(kind)][threat.turn];
            let mut chance = threat.tenpai * percent * dora;
            if threat.classes.one_chance().has(kind) {
                chance *= ONE_CHANCE;
            }
            if !threat.flush.is_empty() {
                chance *= FLUSH[!threat.flush.has(kind) as usize];
            }
            let here = (1.0 - danger.chance) * chance;
            danger.loss += here * threat.loss * dora;
            danger.chance += here;
        }
        danger
    }
}

/// Points that a deal-in to a seat costs on average.
fn loss<const N: usize>(view: &View<'_, N>, rates: &Rates, seat: RelSeat, flush: KindSet) -> f32 {
    let dealer = if view.dealer() == seat { 1.45 } else { 1.0 };
    let [riichi, silent] = rates.loss;
    if view.riichi(seat) != RiichiState::No {
        let kans = view.melds(seat).iter().filter(|meld| meld.is_kan()).count();
        let ippatsu = if view.ippatsu(seat) { 1.25 } else { 1.0 };
        return riichi * dealer * ippatsu * 1.2_f32.powi(kans as i32);
    }
    if !view.open(seat) {
        return silent * dealer;
    }
    let more = if flush.is_empty() { 0.0 } else { 1.5 };
    points(1.6 + view.visible_dora(seat) as f32 + more) * dealer
}

/// The suit and honors of a seat whose sets, two or more, are of one suit, and which discards little of it.
fn flush_of<const N: usize>(view: &View<'_, N>, seat: RelSeat) -> KindSet {
    let (melds, river) = (view.melds(seat), view.river(seat));
    let kinds = melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds()) - KindSet::HONORS;
    let mut suits = [0, 1, 2].into_iter().map(KindSet::suit);
    let Some(suit) = suits.find(|&suit| !kinds.is_empty() && kinds.is_subset_of(suit)) else {
        return KindSet::EMPTY;
    };
    let discarded = river.iter().filter(|discard| suit.has(discard.tile.kind())).count();
    if melds.len() >= 2 && 6 * discarded < river.len() { suit | KindSet::HONORS } else { KindSet::EMPTY }
}
