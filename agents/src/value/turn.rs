//! The own turn: which discard, with riichi or in silence, or what else.

use super::han::Setting;
use super::plan::{NONE, Plan, plans};
use super::prospect::{Position, Prospect};
use super::threats::{Danger, Threats};
use arrayvec::ArrayVec;
use crate::discard::{Order, RIICHI, code_of, kinds_of};
use hyakuman_core::{Hand, Kind, KindSet};
use hyakuman_games::riichi::variant::StandardKinds;

/// A discard that was weighed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub kind: Kind,
    pub riichi: bool,
    /// What it is worth, the danger of the discard included.
    pub points: f32,
    pub prospect: Prospect,
    pub danger: Danger,
}

/// A discard to be weighed, with what it leaves.
struct Candidate {
    kind: Kind,
    hand: Hand,
    draws: KindSet,
    shanten: i8,
    /// Without looking ahead; not a number where that is not done.
    points: f32,
}

/// Weighs the discards of a decision.
pub(crate) struct Discards<'a, 'v, const N: usize> {
    pub position: &'a Position<'a, 'v, N>,
    pub threats: &'a Threats,
    pub setting: &'a Setting,
    /// The kinds that may be discarded, and those with riichi.
    pub legal: KindSet,
    pub riichi: KindSet,
}

impl<const N: usize> Discards<'_, '_, N> {
    /// The best discard of a hand of 3n+2 tiles, the least valuable of equal ones; `None` if nothing may be discarded.
    pub(crate) fn best(&self, hand: &Hand, order: &Order) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        let plans = plans(self.setting, hand, |kind| self.position.live(kind));
        for plan in &plans {
            self.with_plan(hand, plan, order, &mut best);
        }
        if best.is_none() && !self.legal.is_empty() {
            self.with_plan(hand, &NONE, order, &mut best);
        }
        best
    }

    fn with_plan(&self, hand: &Hand, plan: &Plan, order: &Order, best: &mut Option<Choice>) {
        let position = self.position;
        let part = position.part(hand, plan);
        let melds = self.setting.melds + plan.pair.is_some() as u8;
        let held = plan.pair.is_some() as i8;
        let analysis = position.tables().analysis::<StandardKinds<N>>(&part, melds);
        let spare = self.legal - part.kinds();
        let shanten = analysis.shanten() + held;
        let keep = if spare.is_empty() { analysis.keep() & self.legal } else { spare };
        let mut rest = if self.threats.riichi == 0 && !keep.is_empty() { keep } else { self.legal };
        let mut candidates: ArrayVec<Candidate, 14> = ArrayVec::new();
        let mut most = f32::NEG_INFINITY;
        while !rest.is_empty() {
            let kind = order.least(rest);
            rest.remove(kind);
            let (hand, draws, shanten) = if part.kinds().has(kind) {
                let loses = !spare.is_empty() || !analysis.keep().has(kind);
                (part.without(kind), analysis.draws_without(kind), shanten + loses as i8)
            } else {
                (part, position.tables().ukeire::<StandardKinds<N>>(&part, melds), shanten)
            };
            let draws = draws & plan.kinds;
            let deep = keep.has(kind) && (1..=position.depth).contains(&shanten);
            let points = if deep { position.far(&hand, self.setting, plan, shanten, draws).points } else { 0.0 };
            if deep {
                most = most.max(points);
            }
            candidates.push(Candidate { kind, hand, draws, shanten, points: if deep { points } else { f32::NAN } });
        }
        for candidate in &candidates {
            let near = candidate.points >= most * position.rates.prune;
            let depth = if near { position.depth } else { 0 };
            if candidate.points.is_nan() || near || self.threats.riichi > 0 {
                self.weigh(candidate.kind, &candidate.hand, plan, candidate.shanten, candidate.draws, depth, best);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn weigh(&self, kind: Kind, after: &Hand, plan: &Plan, shanten: i8, draws: KindSet, depth: i8, best: &mut Option<Choice>) {
        let (position, setting) = (self.position, self.setting);
        let danger = self.threats.danger(position.rates, kind);
        let floor = if self.threats.riichi > 0 { 0.0 } else { f32::NEG_INFINITY };
        let mut consider = |prospect: Prospect, riichi: bool| {
            let points = (1.0 - danger.chance) * prospect.points.max(floor) - danger.loss;
            if best.is_none_or(|best| points > best.points) {
                *best = Some(Choice { kind, riichi, points, prospect, danger });
            }
        };
        if shanten > 0 {
            return consider(position.of_draws(after, setting, plan, shanten, draws, depth), false);
        }
        if !(super::dbg(5) && self.riichi.has(kind)) {
            consider(position.waiting_as(after, setting, plan, draws, false), false);
        }
        if self.riichi.has(kind) {
            consider(position.waiting_as(after, setting, plan, draws, true), true);
        }
    }
}

/// The code of a discard.
pub(crate) fn code<const N: usize>(position: &Position<'_, '_, N>, words: &[u64; 4], choice: &Choice) -> u8 {
    match choice.riichi {
        true => RIICHI + code_of(words[1], position.view, choice.kind),
        false => code_of(words[0], position.view, choice.kind),
    }
}

/// The kinds that may be discarded, and those with riichi.
pub(crate) fn legal<const N: usize>(position: &Position<'_, '_, N>, words: &[u64; 4]) -> [KindSet; 2] {
    [words[0], words[1]].map(|word| kinds_of(word, position.view))
}
