//! The sorts of decisions that a correction knows. Each has numbers of its own.

use hyakuman_common::LegalActions;
use hyakuman_core::RelSeat;
use hyakuman_game::{ActionMask, Candidate};
use hyakuman_riichi::legal::RiichiActions;
use hyakuman_riichi::{Question, RiichiState, Variant, View};

hyakuman_core::named! {
    /// A sort of decision, and of another action than the agent's.
    #[repr(u8)]
    pub enum Sort {
        /// To call a tile or to pass.
        Call = "call",
        /// The same while another seat is in riichi.
        CallUnderRiichi = "call-under-riichi",
        /// A discard where riichi may be declared.
        Riichi = "riichi",
        /// The same while another seat is in riichi.
        RiichiUnderRiichi = "riichi-under-riichi",
        /// Another discard.
        Discard = "discard",
        /// The same while another seat is in riichi.
        DiscardUnderRiichi = "discard-under-riichi",
        /// A discard that sets the hand back, while nobody is in riichi.
        Fold = "fold",
    }
}

impl Sort {
    /// Of a decision; `None` where nothing is corrected: a win, an abort, the own riichi, an exchange, the end of the match.
    pub(super) fn of<const N: usize, V: Variant>(view: &View<'_, N, V>, legal: &ActionMask) -> Option<Sort> {
        if legal.win().is_some() || legal.kyuushu().is_some() || view.riichi(RelSeat::SELF) != RiichiState::No
        {
            return None;
        }
        let threat = view.others().any(|seat| view.riichi(seat) != RiichiState::No && !view.has_won(seat));
        let sorts = match view.question() {
            Question::Claim(..) => [Sort::Call, Sort::CallUnderRiichi],
            Question::Turn(_) if !legal.riichi(view.drawn()).is_empty() => {
                [Sort::Riichi, Sort::RiichiUnderRiichi]
            }
            Question::Turn(_) => [Sort::Discard, Sort::DiscardUnderRiichi],
            _ => return None,
        };
        Some(sorts[usize::from(threat)])
    }

    /// Of an action beside the choice of the agent in a decision of this sort.
    pub(super) fn of_other(self, choice: &Candidate, other: &Candidate) -> Sort {
        match (self, choice.shanten, other.shanten) {
            (Sort::Discard, Some(now), Some(then)) if then > now => Sort::Fold,
            _ => self,
        }
    }

    /// How often it is labelled.
    pub(super) fn weight(self) -> f32 {
        match self {
            Sort::Call | Sort::Riichi | Sort::RiichiUnderRiichi => 1.0,
            Sort::CallUnderRiichi => 0.6,
            Sort::DiscardUnderRiichi => 0.5,
            Sort::Discard | Sort::Fold => 0.25,
        }
    }

    /// Thousands of points by which an action may be worth less than the choice and still be looked at, and times what the choice is worth.
    pub(super) fn reach(self) -> (f32, f32) {
        match self {
            Sort::Call | Sort::CallUnderRiichi => (3.0, 0.0),
            Sort::Riichi | Sort::RiichiUnderRiichi => (1.5, 0.4),
            Sort::Discard => (0.4, 0.4),
            Sort::DiscardUnderRiichi | Sort::Fold => (0.9, 0.6),
        }
    }
}
