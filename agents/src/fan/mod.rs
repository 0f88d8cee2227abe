//! `fan`: plays Yangzhou mahjong towards hands that reach the minimum value.
//!
//! A hand is valued by the expected payments of the targets it can still reach: their value times the chance to win with them,
//! by distance, live tiles that reduce it, and draws left (`chances.rs`). A tenpai hand is valued by the payments of its waits.
//! It calls if the hand is better afterwards by this measure, so only while a target at or above the minimum remains.

mod chances;
mod danger;
mod evaluate;
mod target;

use crate::live::Live;
use arrayvec::ArrayVec;
use chances::{Chances, Sort};
use danger::Danger;
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Evaluation};
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat, Seat};
use hyakuman_yangzhou::score::{Scorer, Way, Win};
use hyakuman_yangzhou::{Action, Question, View, Yangzhou, YangzhouRules, kernels};
use std::sync::Arc;
use target::{MOST, Plan, Target};

/// Weight of the plain shanten, for hands without value. Small compared with everything else.
const PLAIN: f32 = 1e-3;

/// Useful tiles by which targets are compared before they are counted, and the part of the best target from which on a target
/// is considered.
const USUAL_TILES: f32 = 30.0;
const WORTHLESS: f32 = 0.1;
/// Part of the value of the other targets that a hand has besides its best one.
const ALSO: f32 = 0.2;
/// How often a winning tile comes from others for each own draw of it.
const RONS: f32 = 3.0;
/// Payments of a win, in its value: by ron from one seat twice the value, by tsumo three times.
const MEAN: f32 = 2.33;

/// Builds hands with enough fan.
#[derive(Clone, Debug, Default)]
pub struct Fan {
    /// The targets under the rules of this match.
    targets: Vec<Target>,
}

impl Agent<Yangzhou> for Fan {
    fn begin(&mut self, rules: &Arc<YangzhouRules>, _seat: Seat, _seed: AgentSeed) {
        Chances::get();
        self.targets = target::all(&Scorer::new(rules));
    }

    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        if let Some(win) = legal.win() {
            return win;
        }
        match view.question() {
            Question::Claim(offer, _) => self.claim(view, legal, offer.kind()),
            _ => self.turn(view, legal),
        }
    }

    fn evaluate(&mut self, view: &View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        Some(self.weigh_all(view, legal))
    }
}

/// A discard, the value of the hand after it less its danger, and the danger.
#[derive(Clone, Copy)]
struct Discard {
    kind: Kind,
    value: f32,
    cost: f32,
}

/// The basis of all values at one decision.
struct Judge<'a> {
    view: &'a View<'a>,
    live: Live,
    melds: ArrayVec<Meld, 5>,
    plans: ArrayVec<Plan, MOST>,
    /// Own draws left.
    draws: usize,
}

impl Fan {
    /// The best discard or kan of the own turn.
    fn turn(&self, view: &View<'_>, legal: &ActionMask) -> u8 {
        let hand = view.full_hand();
        let judge = self.judge(view, own_melds(view), &hand);
        let Discard { kind, value, .. } = judge.best_discard(&hand, view.forbidden(), &Danger::of(view));
        let kan = legal.kans().into_iter().find(|&kind| self.after_kan(view, &hand, kind) > value);
        match kan {
            Some(kind) => Action::Kan(kind).code(),
            None if view.drawn() == Some(kind) => Action::Tsumogiri.code(),
            None => Action::Discard(kind).code(),
        }
    }

    /// The value of the hand after a concealed kan; an added kan does not change it.
    fn after_kan(&self, view: &View<'_>, hand: &Hand, kind: Kind) -> f32 {
        if hand.count(kind) < 4 {
            return 0.0;
        }
        let rest = (0..4).fold(*hand, |rest, _| rest.without(kind));
        let mut melds = own_melds(view);
        melds.push(Meld::ankan([kind.tile(); 4]));
        self.judge(view, melds, &rest).value(&rest)
    }

    /// The call that improves the hand, or none.
    fn claim(&self, view: &View<'_>, legal: &ActionMask, called: Kind) -> u8 {
        let now = self.judge(view, own_melds(view), view.hand());
        let mut best = (Action::Pass.code(), now.value(view.hand()));
        for (call, Discard { value, .. }) in self.calls(view, legal, called) {
            if value > best.1 {
                best = (call, value);
            }
        }
        best.0
    }

    /// The calls, each with the best discard after it.
    fn calls(
        &self,
        view: &View<'_>,
        legal: &ActionMask,
        called: Kind,
    ) -> impl Iterator<Item = (u8, Discard)> {
        legal.calls(called).map(move |call| {
            let own = call.own.map(Kind::tile);
            let meld = match call.kinds.len() {
                1 => Meld::pon(called.tile(), own, RelSeat::new(1)),
                _ => Meld::chi(called.tile(), own, RelSeat::new(3)),
            };
            let rest = view.hand().without(call.own[0]).without(call.own[1]);
            let mut melds = own_melds(view);
            melds.push(meld);
            let judge = self.judge(view, melds, &rest);
            (call.code, judge.best_discard(&rest, KindSet::EMPTY, &Danger::default()))
        })
    }

    /// The reachable targets of a hand with these exposed sets.
    fn judge<'a>(&self, view: &'a View<'a>, melds: ArrayVec<Meld, 5>, hand: &Hand) -> Judge<'a> {
        let (chances, draws) = (Chances::get(), view.remaining() as usize / 4);
        let mut far: ArrayVec<(Plan, f32), MOST> = ArrayVec::new();
        let mut most = 0f32;
        for plan in self.targets.iter().filter_map(|target| target.plan(&melds)) {
            let shanten = plan.shanten(hand);
            let bound = plan.worth * chances.win(plan.sort, shanten, USUAL_TILES, draws);
            most = most.max(bound);
            far.push((plan, bound));
        }
        let least = most * WORTHLESS;
        let plans = far.into_iter().filter(|(_, bound)| *bound > least).map(|(plan, _)| plan).collect();
        Judge { view, live: Live::new(hand, view.seen()), melds, plans, draws }
    }
}

fn own_melds(view: &View<'_>) -> ArrayVec<Meld, 5> {
    view.melds(RelSeat::SELF).iter().copied().collect()
}

impl Judge<'_> {
    /// The best discard; of equal ones the first.
    fn best_discard(&self, hand: &Hand, forbidden: KindSet, danger: &Danger) -> Discard {
        let discards = self.discards(hand, forbidden, danger);
        let best = discards.reduce(|best, next| if next.value > best.value { next } else { best });
        best.expect("a tile to discard")
    }

    fn discards(&self, hand: &Hand, forbidden: KindSet, danger: &Danger) -> impl Iterator<Item = Discard> {
        (hand.kinds() - forbidden).into_iter().map(move |kind| {
            let cost = danger.cost(kind, self.view);
            Discard { kind, value: self.value(&hand.without(kind)) - cost, cost }
        })
    }

    /// The value of a hand of 3n+1 tiles: its payments if tenpai, and its targets.
    fn value(&self, hand: &Hand) -> f32 {
        let chances = Chances::get();
        let (plain, waiting) = self.plain(hand);
        let (mut sum, mut most) = (waiting, waiting);
        for plan in &self.plans {
            let shanten = plan.shanten(hand);
            if shanten <= 0 {
                continue; // valued by the payments of its waits
            }
            let tiles = plan.tiles(hand, &self.live);
            let value = plan.worth * MEAN * chances.win(plan.sort, shanten, tiles, self.draws);
            sum += value;
            most = most.max(value);
        }
        most + ALSO * (sum - most) + plain
    }

    /// The plain shanten, and at tenpai the expected payments of the waits.
    fn plain(&self, hand: &Hand) -> (f32, f32) {
        let melds = self.melds.len() as u8;
        let shanten = kernels::shanten(hand, melds);
        let nearer = kernels::ukeire(hand, melds);
        let plain = PLAIN * 0.1f32.powi(shanten as i32) * (1.0 + 1e-3 * self.live.count(nearer) as f32);
        if shanten > 0 {
            return (plain, 0.0);
        }

        let (mut tiles, mut income) = (0.0, 0.0);
        for kind in nearer {
            let live = self.live.count(KindSet::of(kind)) as f32;
            let by_ron = self.pays(hand, kind, Way::Ron);
            if let Some(value) =
                by_ron.or_else(|| self.pays(hand, kind, Way::Tsumo)).filter(|value| *value > 0.0)
            {
                let ron = by_ron.is_some();
                tiles += live * (1.0 + if ron { RONS } else { 0.0 });
                income += live * value * (3.0 + if ron { 2.0 * RONS } else { 0.0 });
            }
        }
        if tiles == 0.0 {
            return (plain, 0.0);
        }
        (plain, Chances::get().win(Sort::Colour, 0, tiles, self.draws) * income / tiles)
    }

    /// The value of a win of these tiles with this one; `None` if it is not enough.
    fn pays(&self, hand: &Hand, kind: Kind, way: Way) -> Option<f32> {
        let win = Win {
            hand: &hand.with(kind),
            melds: &self.melds[..self.melds.len().min(4)],
            tile: kind,
            way,
            seat_wind: self.view.seat_wind(RelSeat::SELF),
            round_wind: self.view.match_state().round_wind(),
        };
        Some(self.view.scorer().value(&win)?.total as f32)
    }
}
