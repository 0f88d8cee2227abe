//! Whose riichi threatens.

use hyakuman_core::RelSeat;
use hyakuman_riichi::{RiichiState, Variant, View};

/// Whether a seat is in riichi and still plays: in a kyoku that goes on after a win, a winner does not win again.
#[inline]
pub(crate) fn threatens<const N: usize, V: Variant>(view: &View<'_, N, V>, of: RelSeat) -> bool {
    view.riichi(of) != RiichiState::No && !view.has_won(of)
}

/// Whether another seat does.
#[inline]
pub(crate) fn is_threatened<const N: usize, V: Variant>(view: &View<'_, N, V>) -> bool {
    view.others().any(|seat| threatens(view, seat))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Ukeire;
    use hyakuman_core::game::playout::MatchInProgress;
    use hyakuman_core::game::{ActionMask, Agent, Game};
    use hyakuman_core::{MatchSeed, Seat};
    use hyakuman_riichi::{Riichi, presets};
    use std::sync::Arc;

    /// Calls `look` at the decisions of seat 0 in two matches in which play goes on after wins; `true`: the only seats in riichi have won.
    pub(crate) fn after_wins(mut look: impl FnMut(&View<'_, 4>, &ActionMask, bool)) {
        let (rules, mut seen) = (Arc::new(presets::shura()), 0);
        for number in 0..2 {
            let seed = MatchSeed { seed: 1, number };
            let mut table = MatchInProgress::<Riichi>::start(&rules, seed, &mut ());
            while let Some(seat) = table.pending().next() {
                let (view, legal) = (table.game().view(seat), table.game().legal(seat));
                let riichi = view.others().any(|seat| view.riichi(seat) != RiichiState::No);
                let only_winners = riichi && !is_threatened(&view);
                if seat == Seat::new(0) {
                    seen += u32::from(only_winners);
                    look(&view, legal, only_winners);
                }
                let action = Agent::<Riichi>::act(&mut Ukeire::default(), &view, legal);
                table.answer(seat, action, &mut ()).expect("legal");
            }
        }
        assert!(seen > 5, "{seen} decisions");
    }
}
