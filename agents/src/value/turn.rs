//! Which discard, with riichi or in silence.

use super::han::Setting;
use super::plan::{NONE, Plan, plans};
use super::position::{Position, Prospect};
use super::threats::{Danger, Threats};
use crate::discard::Order;
use arrayvec::ArrayVec;
use hyakuman_common::LegalActions;
use hyakuman_core::{Hand, Kind, KindSet, eval};
use hyakuman_game::ActionMask;
use hyakuman_riichi::variant::StandardKinds;

/// A discard that was weighed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub kind: Kind,
    pub riichi: bool,
    /// What it is worth, its danger included.
    pub points: f32,
    /// What playing on after it is worth.
    pub prospect: Prospect,
    pub danger: Danger,
}

/// The discards of a decision.
pub(crate) struct Discards<'a, 'v, const N: usize> {
    pub position: &'a Position<'a, 'v, N>,
    pub threats: &'a Threats,
    pub setting: &'a Setting,
    /// The kinds that may be discarded, and those that may be with riichi.
    pub legal: KindSet,
    pub riichi: KindSet,
    /// Whether all are weighed, also those that the agent does not look at in play.
    pub all: bool,
}

/// A discard to be weighed, and what it leaves.
struct Candidate {
    kind: Kind,
    hand: Hand,
    shanten: i8,
    draws: KindSet,
    /// Whether it keeps the shanten.
    keeps: bool,
    /// What the hand is worth without looking ahead, where that could be done.
    shallow: Option<f32>,
}

/// Part of what a hand is worth that a discard has set back while no other seat is in riichi: the tables are too hopeful of it. Chosen
/// for the most points of an agent that takes the best of all discards, against three `ukeire` (60,000 matches: 0.7 gives 6.98 ± 0.28
/// rank points a match, 0.5 7.90, 0.4 8.14, 0.3 8.18, 0 8.12).
pub(crate) const STEP_BACK: f32 = 0.4;

impl<'a, 'v, const N: usize> Discards<'a, 'v, N> {
    /// Those of the own turn.
    pub(crate) fn of(
        position: &'a Position<'a, 'v, N>,
        threats: &'a Threats,
        setting: &'a Setting,
        legal: &ActionMask,
    ) -> Self {
        let drawn = position.view.drawn();
        let (legal, riichi) = (legal.discards(drawn).kinds(), legal.riichi(drawn).kinds());
        Discards { position, threats, setting, legal, riichi, all: false }
    }

    /// The best discard of a hand of 3n+2 tiles, the least valuable of equal ones; none if nothing may be discarded.
    pub(crate) fn best(&self, hand: &Hand, order: &Order) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        self.each(hand, order, &mut |choice| {
            if best.is_none_or(|best| choice.points > best.points) {
                best = Some(choice);
            }
        });
        best
    }

    /// Weighs the discards: with each plan of the hand, least valuable tiles first.
    pub(crate) fn each(&self, hand: &Hand, order: &Order, take: &mut impl FnMut(Choice)) {
        let plans = plans(self.setting, hand);
        let none = [NONE];
        for plan in if plans.is_empty() { &none[..] } else { &plans } {
            self.with_plan(hand, plan, order, take);
        }
    }

    /// Where nothing threatens only the discards that keep the shanten are weighed.
    fn with_plan(&self, hand: &Hand, plan: &Plan, order: &Order, take: &mut impl FnMut(Choice)) {
        let (candidates, may_fold) = self.candidates(hand, plan, order);
        let shallow = candidates.iter().filter_map(|candidate| candidate.shallow);
        let least = self.position.rates.prune * shallow.fold(f32::NEG_INFINITY, f32::max);
        for candidate in &candidates {
            let is_near = candidate.shallow.is_none_or(|points| points >= least);
            if is_near || may_fold {
                let deep = is_near && candidate.keeps || self.all && self.threats.riichi == 0;
                self.weigh(candidate, plan, if deep { self.position.depth } else { 0 }, take);
            }
        }
    }

    /// The discards, and whether the hand may fold: then they are all discards, otherwise those that keep the shanten.
    fn candidates(&self, hand: &Hand, plan: &Plan, order: &Order) -> (ArrayVec<Candidate, 14>, bool) {
        let position = self.position;
        let part = hand.only(plan.kinds);
        let analysis = eval::analysis::<StandardKinds<N>>(&part, self.setting.melds());
        // Tiles that do not serve the plan go first.
        let spare = self.legal - part.kinds();
        let keep = if spare.is_empty() { analysis.keep() & self.legal } else { spare };
        let wary = position.rates.wary * position.stakes.slope();
        let may_fold = self.all || self.threats.riichi > 0 || self.threats.exceed(position.rates, keep, wary);
        let mut rest = if may_fold || keep.is_empty() { self.legal } else { keep };
        let mut candidates = ArrayVec::new();
        while !rest.is_empty() {
            let kind = order.least(rest);
            rest.remove(kind);
            let keeps = keep.has(kind);
            let shanten = analysis.shanten() + !keeps as i8;
            let (hand, draws) = if part.kinds().has(kind) {
                (part.without(kind), analysis.draws_without(kind))
            } else {
                (part, eval::ukeire::<StandardKinds<N>>(&part, self.setting.melds()))
            };
            let draws = draws & plan.kinds;
            let is_deep = keeps && (1..=position.depth).contains(&shanten);
            let shallow = is_deep.then(|| position.far(&hand, self.setting, plan, shanten, draws).points);
            candidates.push(Candidate { kind, hand, shanten, draws, keeps, shallow });
        }
        (candidates, may_fold)
    }

    /// While another seat is in riichi, playing on is worth at least 0, because the hand may fold.
    fn weigh(&self, candidate: &Candidate, plan: &Plan, depth: i8, take: &mut impl FnMut(Choice)) {
        let &Candidate { kind, ref hand, shanten, draws, .. } = candidate;
        let (position, setting) = (self.position, self.setting);
        let danger = self.threats.danger(position.rates, kind);
        let fold = if self.threats.riichi > 0 { 0.0 } else { f32::NEG_INFINITY };
        let steps_back = !candidate.keeps && self.threats.riichi == 0;
        let part = if steps_back { STEP_BACK } else { 1.0 };
        let mut consider = |prospect: Prospect, riichi: bool| {
            let prospect = Prospect { points: part * prospect.points, win: part * prospect.win, ..prospect };
            let points = (1.0 - danger.chance) * prospect.points.max(fold) - danger.loss;
            take(Choice { kind, riichi, points, prospect, danger });
        };
        if shanten > 0 {
            return consider(position.of_draws(hand, setting, plan, shanten, draws, depth), false);
        }
        let mut tenpai = |riichi| {
            consider(position.beyond(hand, position.tenpai_as(hand, setting, draws, riichi)), riichi)
        };
        tenpai(false);
        if self.riichi.has(kind) {
            tenpai(true);
        }
    }
}
