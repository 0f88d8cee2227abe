//! `gari`: plays Toutenkou by its scoring. It plays like [`Ukeire`], except:
//!
//! * Setting a gari tile aside gives a point, perhaps a dora and a part of a set of four, and a draw. It does so if the
//!   shanten stays the same, or if the hand is not tenpai yet. A concealed kan is four points and a draw, an open one
//!   two.
//! * All others pay a tsumo in full, and noten costs as much as a hand. So only a hand far from tenpai folds against a
//!   riichi, and near the end a pon only for tenpai is worth it.
//! * A flush is worth only two or three points here, not a mangan, so no call breaks up a hand for it.
//! * A hand that has received no gari tile for long may become karasu, worth as much as most hands together and half of
//!   that when open: it stays closed.

mod chances;
mod judge;
mod stakes;

use crate::discard::{Order, RIICHI, code_of, kinds_of};
use crate::eval;
use crate::nuki::{NUKI, sets_aside};
use crate::ukeire::plan::{self, Exposed, Plan};
use crate::ukeire::{Options, Ukeire};
use crate::fan::chances::k;
use judge::{Form, Judge};
use stakes::Stakes;
use hyakuman_core::{KindSet, RelSeat, Seat};
use hyakuman_games::riichi::{Action, Question, RiichiState};
use hyakuman_games::toutenkou::{self, GARI, Toutenkou, ToutenkouRules, View};
use hyakuman_games::{ActionMask, Agent, AgentSeed};
use std::sync::Arc;

const WIN: u64 = 1 << Action::Tsumo.code() | 1 << Action::Ron.code();
const DAIMINKAN: u8 = Action::Daiminkan.code();

/// Shanten from which a gari tile is set aside even if the hand could use it.
const PULL_FAR: i8 = 1;
/// Discards after which a hand that never received a gari tile stays closed for karasu.
const KARASU_AFTER: usize = 8;
/// Live tiles left at which the agent calls for tenpai only.
const LATE: u32 = 6;

/// Plays Toutenkou by its scoring.
#[derive(Clone, Copy, Debug)]
pub struct Gari {
    ukeire: Ukeire,
    stakes: Option<Stakes>,
}

impl Default for Gari {
    fn default() -> Self {
        Gari { ukeire: Ukeire::new(Options { far: 2, flush: 1, ..Options::default() }), stakes: None }
    }
}

impl Agent<Toutenkou> for Gari {
    fn begin(&mut self, _rules: &Arc<ToutenkouRules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let [word, _, kans, _] = legal.words();
        let special = match view.question() {
            _ if word & WIN != 0 => None,
            Question::Turn(_) => pull(view, word).or_else(|| kan(view, kans)).or_else(|| self.turn(view, &legal.words())),
            Question::Claim(..) if k(57, 0.0) > 0.0 => claim(view, word),
            Question::Claim(..) => Some(self.claim(view, word)),
            _ => None,
        };
        special.unwrap_or_else(|| Agent::<Toutenkou>::act(&mut self.ukeire, view, legal))
    }
}

impl Gari {
    fn judge<'a>(&mut self, view: &'a View<'a>) -> Judge<'a> {
        Judge::new(view, Stakes::renew(&mut self.stakes, view), !received(view).meets(GARI))
    }

    /// The discard, with riichi if it can be declared.
    fn turn(&mut self, view: &View<'_>, words: &[u64; 4]) -> Option<u8> {
        let [word, riichi, ..] = *words;
        let legal = kinds_of(word, view);
        if legal.is_empty() || view.riichi(RelSeat::SELF) == RiichiState::Accepted {
            return None;
        }
        let hand = view.full_hand();
        let judge = self.judge(view);
        let order = Order::new(view, word);
        let (kind, _) = judge.best_discard(&form(view, &hand), legal, |kinds| order.least(kinds))?;
        let declares = kinds_of(riichi, view).has(kind) && riichi != 0;
        Some(if declares { RIICHI + code_of(riichi, view, kind) } else { code_of(word, view, kind) })
    }

    /// The reaction to a discard: a call if it gains.
    fn claim(&mut self, view: &View<'_>, word: u64) -> u8 {
        let Question::Claim(offer, _) = view.question() else { return Action::Pass.code() };
        let (hand, kind) = (view.hand(), offer.kind());
        let pon = (0..3).map(|reds| Action::Pon { reds }.code()).rfind(|code| word >> code & 1 != 0);
        let Some(pon) = pon else { return Action::Pass.code() };
        let now = form(view, hand);
        let part = hand.only(now.plan.kinds);
        if !now.plan.kinds.has(kind) || shanten(view, &part.with(kind), now.melds) >= shanten(view, &part, now.melds) {
            return Action::Pass.code();
        }
        let judge = self.judge(view);
        let mut best = (Action::Pass.code(), judge.of_hand(&now) * k(58, 1.0) + k(59, 0.0));
        let rest = hand.without(kind).without(kind);
        let exposed = Exposed::of(view.melds(RelSeat::SELF)).with(KindSet::of(kind), true);
        let order = Order::new(view, 0);
        if let Some(plan) = plan::with_exposed(view, &rest, exposed) {
            let form = Form { hand: &rest, melds: now.melds + 1, open: true, plan, exposed: exposed.kinds, triplets: exposed.triplets };
            if let Some((_, value)) = judge.best_discard(&form, view.legal_after_call(pon), |kinds| order.least(kinds))
                && value > best.1
            {
                best = (pon, value);
            }
        }
        if best.0 == pon && now.open && word >> DAIMINKAN & 1 != 0 && shanten(view, &rest.without(kind), now.melds + 1) <= shanten(view, hand, now.melds) {
            return DAIMINKAN;
        }
        best.0
    }
}

/// The hand of the viewer with its melds.
fn form<'a>(view: &View<'_>, hand: &'a hyakuman_core::Hand) -> Form<'a> {
    let exposed = Exposed::of(view.melds(RelSeat::SELF));
    let open = view.open(RelSeat::SELF);
    let plan = if open { plan::with_exposed(view, hand, exposed).unwrap_or(Plan::ANY) } else { Plan::ANY };
    Form { hand, melds: melds(view), open, plan, exposed: exposed.kinds, triplets: exposed.triplets }
}

/// A gari tile to set aside.
fn pull(view: &View<'_>, word: u64) -> Option<u8> {
    if word & NUKI != 0 { sets_aside(view, word, PULL_FAR) } else { None }
}

/// A kan on the own turn that does not raise the shanten.
fn kan(view: &View<'_>, kans: u64) -> Option<u8> {
    if kans == 0 {
        return None;
    }
    let (hand, melds) = (view.full_hand(), melds(view));
    let before = shanten(view, &hand, melds);
    let after = |kind| {
        let rest = eval::only(&hand, !KindSet::of(kind));
        shanten(view, &rest, melds + (hand.count(kind) == 4) as u8)
    };
    let kind = KindSet::from_bits(kans).into_iter().find(|&kind| after(kind) <= before)?;
    Some(Action::Kan(kind).code())
}

/// The reaction to a discard where it differs from `ukeire`.
fn claim(view: &View<'_>, word: u64) -> Option<u8> {
    let Question::Claim(offer, _) = view.question() else { return None };
    let open = view.open(RelSeat::SELF);
    if !open && view.river(RelSeat::SELF).len() >= KARASU_AFTER && !received(view).meets(GARI) {
        return Some(Action::Pass.code());
    }
    let (hand, melds, kind) = (view.hand(), melds(view), offer.kind());
    let (called, before) = (hand.without(kind).without(kind), shanten(view, hand, melds));
    if open && word >> DAIMINKAN & 1 != 0 && shanten(view, &called.without(kind), melds + 1) <= before {
        return Some(DAIMINKAN);
    }
    let pon = (0..3).map(|reds| Action::Pon { reds }.code()).find(|code| word >> code & 1 != 0)?;
    let late = view.remaining() <= LATE && before == 1 && shanten(view, &called, melds + 1) == 0;
    late.then_some(pon)
}

/// Every kind that the viewer has received: those it has and those it let go.
fn received(view: &View<'_>) -> KindSet {
    let melds = view.melds(RelSeat::SELF).iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds());
    let nuki_tiles: KindSet = view.nuki(RelSeat::SELF).tiles().map(|tile| tile.kind()).collect();
    view.full_hand().kinds() | melds | nuki_tiles | view.discarded(RelSeat::SELF)
}

fn melds(view: &View<'_>) -> u8 {
    view.melds(RelSeat::SELF).len() as u8
}

fn shanten(view: &View<'_>, hand: &hyakuman_core::Hand, melds: u8) -> i8 {
    eval::shanten::<3, toutenkou::Gari>(view.tables(), hand, melds)
}
