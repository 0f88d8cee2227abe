//! How likely a discard is to be ronned by seats in riichi, and what it would cost. Open hands are left out: with them the
//! agent is no better against `ukeire`.

use super::stakes::Stakes;
use arrayvec::ArrayVec;
use hyakuman_core::{Kind, RelSeat};
use hyakuman_riichi::RiichiState;
use hyakuman_riichi::danger::DangerClasses;
use hyakuman_riichi::toutenkou::View;

/// Percent that a tile of a class is in the wait of a seat in riichi, by discards in its river in threes: those of riichi
/// mahjong, measured with four `ukeire`.
const DANGER: [[f32; 6]; 20] = [
    [0.0; 6],
    [7.1, 8.6, 10.1, 12.3, 15.2, 18.5],
    [7.0, 8.6, 10.1, 12.1, 14.6, 17.5],
    [7.2, 8.1, 9.4, 11.0, 13.4, 16.6],
    [5.3, 6.0, 6.9, 8.4, 10.5, 13.4],
    [3.5, 4.0, 4.8, 6.0, 7.8, 10.3],
    [4.9, 6.6, 7.8, 9.3, 11.6, 14.8],
    [5.1, 5.9, 7.1, 8.6, 10.7, 13.7],
    [4.3, 5.0, 5.7, 6.8, 8.3, 10.4],
    [1.6, 2.2, 2.7, 3.5, 4.4, 5.8],
    [1.0, 1.1, 1.2, 1.6, 2.0, 2.6],
    [2.7, 3.9, 4.7, 5.8, 6.7, 8.3],
    [1.2, 3.1, 3.6, 4.6, 5.8, 7.0],
    [2.6, 2.3, 2.7, 3.3, 4.5, 6.1],
    [1.0, 1.9, 2.4, 3.2, 4.9, 6.9],
    [0.3, 0.4, 0.6, 0.9, 1.4, 2.3],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.1],
    [1.5, 1.8, 2.3, 3.4, 4.8, 6.1],
    [0.6, 0.6, 0.8, 1.3, 2.2, 3.9],
    [0.0; 6],
];

/// The seats in riichi.
pub(super) struct Threats(ArrayVec<Threat, 2>);

/// What one seat threatens.
struct Threat {
    seat: RelSeat,
    classes: DangerClasses,
    /// Thirds of its discards.
    turn: usize,
}

impl Threats {
    /// As the viewer sees them.
    pub(super) fn new(view: &View<'_>) -> Threats {
        let seats = view.others().filter(|&seat| view.riichi(seat) == RiichiState::Accepted);
        let threats = seats.map(|seat| {
            let turn = (view.river(seat).len().max(1) - 1) / 3;
            Threat { seat, classes: view.danger(seat), turn: turn.min(5) }
        });
        Threats(threats.collect())
    }

    /// Whether no other seat is in riichi.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The chance that another seat wins on a discard, and the expected loss.
    #[inline]
    pub(super) fn danger(&self, kind: Kind, stakes: &Stakes) -> (f32, f32) {
        let (mut chance, mut loss) = (0.0, 0.0);
        for threat in &self.0 {
            let wins = DANGER[threat.classes.index_of(kind)][threat.turn] / 100.0;
            loss += (1.0 - chance) * wins * stakes.deal_in[threat.seat.steps() as usize];
            chance += (1.0 - chance) * wins;
        }
        (chance, loss)
    }
}
