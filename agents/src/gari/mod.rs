//! `gari`: plays Toutenkou for the most expected final points.
//!
//! Every discard is weighed by the chance to win, the points of the hand, the chance to be tenpai at a draw, and under a riichi
//! the danger; a pon by the same measure before and after. The points count as what they do to the placement, which is worth
//! more here than the points themselves. Kept from its first version:
//!
//! * Setting a gari tile aside gives a point, perhaps a dora and a part of a set of four, and a draw. It does so if the
//!   shanten stays the same, or if the hand is not tenpai yet. A concealed kan is four points and a draw, an open one
//!   two.
//! * Riichi whenever it can. Wins and aborts are those of [`Ukeire`].
//!
//! | question | file |
//! | --- | --- |
//! | what a hand is worth, which discard | `judge.rs` |
//! | how likely it is to win, by draws left | `chances.rs` |
//! | what the outcomes are worth in final points | `stakes.rs` |
//! | what a discard risks | `threats.rs` |
//! | what every legal action is worth | `evaluate.rs` |

mod chances;
mod evaluate;
mod judge;
mod stakes;
mod threats;

use crate::discard::Order;
use crate::nuki::sets_aside;
use crate::ukeire::plan::{self, Exposed, Plan};
use crate::ukeire::{Options, Ukeire};
use crate::{eval, own_turn};
use chances::Chances;
use hyakuman_core::common::LegalActions;
use hyakuman_core::common::legal::Discards;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Evaluation};
use hyakuman_core::{Hand, Kind, KindSet, RelSeat, Seat};
use hyakuman_riichi::legal::RiichiActions;
use hyakuman_riichi::toutenkou::{self, GARI, Toutenkou, ToutenkouRules, View};
use hyakuman_riichi::{Action, Question, RiichiState};
use judge::{Form, Judge};
use stakes::Stakes;
use std::sync::Arc;

const PASS: u8 = Action::Pass.code();

/// Shanten from which a gari tile is set aside even if the hand could use it.
const PULL_FAR: i8 = 1;

/// Plays Toutenkou by expected final points.
#[derive(Clone, Copy, Debug)]
pub struct Gari {
    ukeire: Ukeire,
    /// Of the kyoku of the last decision.
    stakes: Option<Stakes>,
}

impl Default for Gari {
    fn default() -> Self {
        Gari { ukeire: Ukeire::new(Options::default()), stakes: None }
    }
}

impl Agent<Toutenkou> for Gari {
    fn begin(&mut self, _rules: &Arc<ToutenkouRules>, _seat: Seat, _seed: AgentSeed) {
        Chances::get();
        self.stakes = None;
    }

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let special = match view.question() {
            _ if legal.win().is_some() => None,
            Question::Turn(_) => pull(view, legal)
                .or_else(|| own_turn::kan(view, legal.kans()))
                .or_else(|| self.turn(view, legal)),
            Question::Claim(..) => Some(self.claim(view, legal)),
            _ => None,
        };
        special.unwrap_or_else(|| Agent::<Toutenkou>::act(&mut self.ukeire, view, legal))
    }

    fn evaluate(&mut self, view: &View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        self.weigh_all(view, legal)
    }
}

impl Gari {
    /// The basis of all values at this decision.
    fn judge<'a>(&mut self, view: &'a View<'a>) -> Judge<'a> {
        Judge::new(
            view,
            Stakes::renew(&mut self.stakes, view),
            view.nuki(RelSeat::SELF).is_empty() && !received(view).meets(GARI),
        )
    }

    /// The discard, with riichi if it can be declared; `None` where there is no choice, or the kyoku may be aborted.
    fn turn(&mut self, view: &View<'_>, legal: &ActionMask) -> Option<u8> {
        let (discards, riichi) = (legal.discards(view.drawn()), legal.riichi(view.drawn()));
        let forced = view.riichi(RelSeat::SELF) == RiichiState::Accepted;
        if forced || discards.is_empty() || legal.kyuushu().is_some() {
            return None;
        }
        let hand = view.full_hand();
        let (form, order) = (form(view, &hand), Order::new(view, discards));
        let (kind, _) = self.judge(view).best_discard(&form, discards.kinds(), &order)?;
        Some(if riichi.kinds().has(kind) { riichi.of(kind) } else { discards.of(kind) })
    }

    /// The reaction to a discard: a pon or an open kan if it brings the hand nearer and gains.
    fn claim(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let Question::Claim(offer, _) = view.question() else { return PASS };
        let pons = legal.calls(offer.kind()).filter(|call| call.kinds.len() == 1);
        let Some(pon) = pons.last().map(|call| call.code) else { return PASS };
        let (hand, kind, now) = (view.hand(), offer.kind(), form(view, view.hand()));
        let Some(before) = nearer(&now, kind) else { return PASS };
        let called = hand.without(kind).without(kind);
        let Some(after) = with_set(view, &called, kind) else { return PASS };
        let judge = self.judge(view);
        let best = judge.best_discard(&after, view.legal_after_call(pon), &Order::new(view, Discards::NONE));
        if best.is_none_or(|(_, gain)| gain <= judge.worth(&judge.outlook(&now), 0.0)) {
            return PASS;
        }
        let kan = legal.open_kan().filter(|_| now.open);
        kan.filter(|_| shanten(&called.without(kind), after.melds) <= before).unwrap_or(pon)
    }
}

/// The shanten of a hand, by its plan, which this tile would lower; `None` if it would not.
fn nearer(form: &Form<'_>, kind: Kind) -> Option<i8> {
    let part = form.hand.only(form.plan.kinds);
    let before = shanten(&part, form.melds);
    (form.plan.kinds.has(kind) && shanten(&part.with(kind), form.melds) < before).then_some(before)
}

/// The rest of the hand of the viewer after a call for a set of this kind; none if no yaku is within reach.
fn with_set<'a>(view: &View<'_>, hand: &'a Hand, kind: Kind) -> Option<Form<'a>> {
    let exposed = Exposed::of(view.melds(RelSeat::SELF)).with(KindSet::of(kind), true);
    let (plan, melds) = (plan::with_exposed(view, hand, exposed)?, melds(view) + 1);
    Some(Form { hand, melds, open: true, plan, exposed: exposed.kinds, triplets: exposed.triplets })
}

/// The hand of the viewer with its melds.
fn form<'a>(view: &View<'_>, hand: &'a Hand) -> Form<'a> {
    let exposed = Exposed::of(view.melds(RelSeat::SELF));
    let open = view.open(RelSeat::SELF);
    let plan = if open { plan::with_exposed(view, hand, exposed).unwrap_or(Plan::ANY) } else { Plan::ANY };
    Form { hand, melds: melds(view), open, plan, exposed: exposed.kinds, triplets: exposed.triplets }
}

/// A gari tile to set aside.
fn pull(view: &View<'_>, legal: &ActionMask) -> Option<u8> {
    if legal.nuki().is_empty() { None } else { sets_aside(view, legal.nuki(), PULL_FAR) }
}

/// Every kind that the viewer has received: those it has and those it discarded; without those it set aside.
fn received(view: &View<'_>) -> KindSet {
    let melds = view.melds(RelSeat::SELF).iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds());
    view.full_hand().kinds() | melds | view.discarded(RelSeat::SELF)
}

fn melds(view: &View<'_>) -> u8 {
    view.melds(RelSeat::SELF).len() as u8
}

fn shanten(hand: &Hand, melds: u8) -> i8 {
    eval::shanten::<3, toutenkou::Gari>(hand, melds)
}
