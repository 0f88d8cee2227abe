//! How likely a discard is to be ronned by each other seat, and what that would cost.

use super::rates::Rates;
use super::reading::{Reading, tenpai};
use super::stakes::Stakes;
use arrayvec::ArrayVec;
use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_riichi::rules::OpenRiichi;
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
    /// The kinds on which an open hand can win, and the points that this costs.
    open: (KindSet, f32),
}

/// What one seat threatens.
#[derive(Clone, Copy, Debug)]
struct Threat {
    reading: Reading,
    /// Chance that it is tenpai, over 100: readings are in percent.
    tenpai: f32,
    /// Points that a deal-in costs.
    loss: f32,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Danger {
    /// Chance that another seat wins on it.
    pub chance: f32,
    /// Expected loss, in points.
    pub loss: f32,
}

/// The dangers of some kinds.
pub(crate) struct Dangers {
    known: KindSet,
    of: [Danger; 34],
}

impl Dangers {
    /// Finds those of these kinds.
    #[inline]
    pub(crate) fn find(&mut self, threats: &Threats, rates: &Rates, kinds: KindSet) {
        for kind in kinds - self.known {
            self.of[kind.index()] = threats.danger(rates, kind);
        }
        self.known |= kinds;
    }

    /// Of a kind that is known.
    #[inline]
    pub(crate) fn of(&self, kind: Kind) -> Danger {
        self.of[kind.index()]
    }
}

/// Chance to be tenpai from which a seat that is not in riichi counts.
const LEAST_TENPAI: f32 = 0.04;
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
        let open = (view.open_waits(), 0.0);
        let mut threats = Threats { of: ArrayVec::new(), riichi: 0, silent: 0.0, dora: view.dora(), open };
        for seat in view.others().filter(|&seat| !view.has_won(seat)) {
            let (in_riichi, tenpai) = (view.riichi(seat) != RiichiState::No, tenpai(view, rates, seat));
            threats.riichi += in_riichi as usize;
            threats.silent += if in_riichi { 0.0 } else { tenpai };
            if view.face_up(seat) {
                threats.open.1 = threats.open.1.max(stakes.loss(seat, open_loss(view, rates, seat)));
            } else if in_riichi || all && tenpai > LEAST_TENPAI {
                let loss = stakes.loss(seat, loss(view, rates, seat));
                let reading = Reading::new(view, rates, seat);
                threats.of.push(Threat { reading, tenpai: tenpai / 100.0, loss });
            }
        }
        threats
    }

    /// The dangers of discards, of which none is known yet.
    pub(crate) fn dangers(&self) -> Dangers {
        let known = if self.of.is_empty() && self.open.0.is_empty() { KindSet::ALL } else { KindSet::EMPTY };
        Dangers { known, of: [Danger::default(); 34] }
    }

    #[inline]
    pub(crate) fn danger(&self, rates: &Rates, kind: Kind) -> Danger {
        let (waits, loss) = self.open;
        if waits.has(kind) {
            return Danger { chance: 1.0, loss };
        }
        let mut danger = Danger::default();
        let is_dora = self.dora.has(kind);
        let dora = if is_dora { DORA } else { 1.0 };
        for threat in &self.of {
            let chance = threat.tenpai * threat.reading.danger(rates, kind, is_dora);
            let here = (1.0 - danger.chance) * chance;
            danger.loss += here * threat.loss * dora;
            danger.chance += here;
        }
        danger
    }
}

/// Points that a deal-in to an open hand costs.
#[cold]
fn open_loss<const N: usize>(view: &View<'_, N>, rates: &Rates, seat: RelSeat) -> f32 {
    let yakuman = if view.dealer() == seat { 48_000.0 } else { 32_000.0 };
    if view.rules().open_riichi == OpenRiichi::Yakuman { yakuman } else { loss(view, rates, seat) }
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
