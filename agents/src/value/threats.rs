//! How likely a discard is to be ronned by each other seat, and what it would cost.

use super::rates::{Rates, TURNS};
use arrayvec::ArrayVec;
use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_games::riichi::danger::DangerClasses;
use hyakuman_games::riichi::{RiichiState, View};

/// What the other seats threaten.
#[derive(Clone, Debug)]
pub(crate) struct Threats {
    of: ArrayVec<Threat, 3>,
    /// Seats in riichi.
    pub riichi: usize,
    dora: KindSet,
}

/// What one seat threatens.
#[derive(Clone, Copy, Debug)]
struct Threat {
    classes: DangerClasses,
    /// Chance that it is tenpai, over 100.
    tenpai: f32,
    /// Thirds of its discards, as an index of tables.
    turn: usize,
    /// Points that a deal-in costs.
    loss: f32,
    /// A suit with the honors that it collects.
    flush: KindSet,
    is_riichi: bool,
}

/// The danger of one discard.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Danger {
    /// Chance that somebody wins on it.
    pub chance: f32,
    /// Expected loss.
    pub loss: f32,
}

impl Threats {
    /// As the viewer sees them. `silent`: whether seats that are not in riichi count too.
    pub(crate) fn new<const N: usize>(view: &View<'_, N>, rates: &Rates, silent: bool) -> Threats {
        let mut threats = Threats { of: ArrayVec::new(), riichi: 0, dora: view.dora() };
        for seat in view.others().filter(|&seat| !view.has_won(seat)) {
            let is_riichi = view.riichi(seat) != RiichiState::No;
            threats.riichi += is_riichi as usize;
            let turn = (view.river(seat).len().max(1) - 1) / 3;
            let turn = turn.min(TURNS - 1);
            let sets = view.melds(seat).len();
            let tenpai = if is_riichi { 1.0 } else { rates.tenpai[sets][turn] / 100.0 };
            if is_riichi || silent && tenpai > 0.04 {
                let loss = loss(view, rates, seat, is_riichi);
                let flush = if is_riichi { KindSet::EMPTY } else { flush_of(view, seat) };
                threats.of.push(Threat { classes: view.danger(seat), tenpai, turn, loss, flush, is_riichi });
            }
        }
        threats
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The danger of discarding a kind.
    #[inline]
    pub(crate) fn danger(&self, rates: &Rates, kind: Kind) -> Danger {
        let mut danger = Danger::default();
        let dora = self.dora.has(kind);
        for threat in &self.of {
            let mut chance = threat.tenpai * rates.danger[threat.classes.index_of(kind)][threat.turn] / 100.0;
            if threat.classes.one_chance().has(kind) {
                chance *= 0.75;
            }
            let mut loss = threat.loss;
            if dora {
                (chance, loss) = (chance * 1.25, loss * 1.25);
            }
            if !threat.flush.is_empty() {
                chance *= if threat.flush.has(kind) { 1.6 } else { 0.3 };
            }
            danger.loss += (1.0 - danger.chance) * chance * loss;
            danger.chance += (1.0 - danger.chance) * chance;
        }
        danger
    }
}

fn loss<const N: usize>(view: &View<'_, N>, rates: &Rates, seat: RelSeat, is_riichi: bool) -> f32 {
    let dealer = if view.dealer() == seat { 1.45 } else { 1.0 };
    let kans = view.melds(seat).iter().filter(|meld| meld.is_kan()).count() as i32;
    if is_riichi {
        let ippatsu = if view.ippatsu(seat) { 1.25 } else { 1.0 };
        return rates.loss[0] * dealer * ippatsu * 1.2_f32.powi(kans);
    }
    if !view.open(seat) {
        return rates.loss[1] * dealer;
    }
    let visible = view.nuki(seat).len() as u32
        + view.melds(seat).iter().map(|meld| {
            meld.reds() as u32 + view.dora().into_iter().map(|kind| meld.count(kind) as u32).sum::<u32>()
        }).sum::<u32>();
    let flush = if flush_of(view, seat).is_empty() { 0.0 } else { 1.5 };
    super::han::points(1.6 + visible as f32 + flush) * dealer
}

/// The suit and honors of a seat whose sets, two or more, are of one suit, and which discards little of it.
fn flush_of<const N: usize>(view: &View<'_, N>, seat: RelSeat) -> KindSet {
    let melds = view.melds(seat);
    let kinds = melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds()) - KindSet::HONORS;
    let suits = [0, 1, 2].map(KindSet::suit);
    let Some(suit) = suits.into_iter().find(|&suit| !kinds.is_empty() && kinds.is_subset_of(suit)) else {
        return KindSet::EMPTY;
    };
    let river = view.river(seat);
    let of_suit = river.iter().filter(|discard| suit.has(discard.tile.kind())).count();
    if melds.len() >= 2 && 6 * of_suit < river.len() { suit | KindSet::HONORS } else { KindSet::EMPTY }
}
