//! `ukeire`: lowest shanten, then the most unseen copies of tiles that lower it. Declares riichi when it can, calls
//! if a yaku is left, and takes every win.
//!
//! | question | file |
//! | --- | --- |
//! | which discard | `discard.rs` |
//! | call or let pass | `calls.rs` |
//! | fold against a riichi | `fold.rs` |
//! | the kinds an open hand may contain to have a yaku | `plan.rs` |
//! | Yangzhou mahjong, without knowledge of fan | `yangzhou.rs` |

mod calls;
mod discard;
mod fold;
pub(crate) mod plan;
mod yangzhou;

use crate::{exchange, own_turn};
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::{ActionMask, Agent};
use hyakuman_core::{Hand, KindSet, RelSeat};
use hyakuman_riichi::legal::RiichiActions;
use hyakuman_riichi::{Action, Match, Question, RiichiState, Variant, View};

/// The options of the agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Calls chi and pon if the hand keeps a yaku.
    pub calls: bool,
    /// Declares riichi as soon as it can.
    pub riichi: bool,
    /// Folds if another seat is in riichi and the hand is far from tenpai: see `far`.
    pub fold: bool,
    /// Minimum shanten that counts as far: 1 is every hand that is not tenpai.
    pub far: i8,
    /// Maximum shanten after the first call for a flush.
    pub flush: i8,
}

impl Default for Options {
    fn default() -> Self {
        Options { calls: true, riichi: true, fold: true, far: 1, flush: 3 }
    }
}

/// Maximises the number of live tiles that lower the shanten.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ukeire {
    options: Options,
}

impl Ukeire {
    /// An agent with these options.
    pub fn new(options: Options) -> Ukeire {
        Ukeire { options }
    }
}

impl<const N: usize, V: Variant> Agent<Match<N, V>> for Ukeire {
    #[inline]
    fn act(&mut self, view: &View<'_, N, V>, legal: &ActionMask) -> u8 {
        if let Some(win) = legal.win() {
            return win;
        }
        match view.question() {
            Question::Claim(offer, _) if self.options.calls => {
                calls::claim(view, legal, offer.kind(), self.options.flush)
            }
            Question::Claim(..) => Action::Pass.code(),
            Question::Turn(_) => self.turn(view, legal).unwrap_or_else(|| legal.nth(0)),
            Question::Exchange => exchange::pick(view, legal.exchange(), true),
            Question::Yame => Action::Stop.code(),
            Question::Nothing => legal.nth(0),
        }
    }
}

impl Ukeire {
    /// The own turn without a win; `None` if nothing can be discarded.
    #[inline]
    fn turn<const N: usize, V: Variant>(&self, view: &View<'_, N, V>, legal: &ActionMask) -> Option<u8> {
        if own_turn::is_offered(legal)
            && let Some(code) = own_turn::choose(view, legal, || plan::of_view(view, &view.full_hand()).kinds)
        {
            return Some(code);
        }
        if view.riichi(RelSeat::SELF) == RiichiState::Accepted {
            return Some(Action::Tsumogiri.code());
        }
        self.discard(view, legal)
    }
}

/// The concealed tiles that fit the plan.
#[inline]
fn on_plan(hand: &Hand, kinds: KindSet) -> Hand {
    if hand.kinds().is_subset_of(kinds) { *hand } else { hand.only(kinds) }
}
