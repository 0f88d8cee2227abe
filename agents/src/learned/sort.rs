//! The sorts of decisions that a correction knows. Each has numbers of its own.

use crate::corrigible::Reach;
use crate::threat::is_threatened;
use hyakuman_core::RelSeat;
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::ActionMask;
use hyakuman_riichi::legal::RiichiActions;
use hyakuman_riichi::{Question, RiichiState, Variant, View};

/// Most other actions that are looked at in a decision.
pub(super) const MOST_OTHERS: usize = 3;

hyakuman_core::named! {
    /// A sort of decision.
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
        /// Another discard, among those that keep the shanten.
        Discard = "discard",
        /// A discard while another seat is in riichi.
        DiscardUnderRiichi = "discard-under-riichi",
    }
}

impl Sort {
    /// Of a decision; `None` where nothing is corrected: a win, an abort, the own riichi, an exchange, the end of the match.
    pub(crate) fn of<const N: usize, V: Variant>(view: &View<'_, N, V>, legal: &ActionMask) -> Option<Sort> {
        if legal.win().is_some() || legal.kyuushu().is_some() || view.riichi(RelSeat::SELF) != RiichiState::No
        {
            return None;
        }
        let threat = is_threatened(view);
        let may_declare = !legal.riichi(view.drawn()).is_empty();
        match view.question() {
            Question::Claim(..) => Some(if threat { Sort::CallUnderRiichi } else { Sort::Call }),
            Question::Turn(_) if may_declare => {
                Some(if threat { Sort::RiichiUnderRiichi } else { Sort::Riichi })
            }
            Question::Turn(_) => Some(if threat { Sort::DiscardUnderRiichi } else { Sort::Discard }),
            _ => None,
        }
    }

    /// How often it is labelled.
    pub(super) fn weight(self) -> f32 {
        match self {
            Sort::Call | Sort::Riichi | Sort::RiichiUnderRiichi => 1.0,
            Sort::CallUnderRiichi => 0.6,
            Sort::Discard | Sort::DiscardUnderRiichi => 0.5,
        }
    }

    /// What other actions are looked at. Beyond it less than a twentieth of what corrections expect to gain was found.
    pub(super) fn reach(self) -> Reach {
        let (difference, part) = match self {
            Sort::Call => (1.0, 0.0),
            Sort::CallUnderRiichi => (0.9, 0.0),
            Sort::Riichi | Sort::RiichiUnderRiichi => (1.0, 0.25),
            Sort::Discard => (0.11, 0.04),
            Sort::DiscardUnderRiichi => (0.35, 0.2),
        };
        Reach { difference, part }
    }

    /// Most other actions that are looked at in a decision, of [`MOST_OTHERS`]: the next best by the agent.
    pub(super) fn most_others(self) -> usize {
        match self {
            Sort::Call | Sort::CallUnderRiichi => 2,
            _ => MOST_OTHERS,
        }
    }
}
