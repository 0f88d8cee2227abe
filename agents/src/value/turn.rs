//! Which discard, with riichi or in silence.

use super::han::Setting;
use super::plan::{NONE, Plan, plans};
use super::position::{Position, Prospect, Win, Wins};
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
    /// Whether it is none of the tiles that serve the plan.
    is_spare: bool,
    shanten: i8,
    draws: KindSet,
    /// Whether it keeps the shanten.
    keeps: bool,
    win: Win,
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
        let part = hand.only(plan.kinds);
        let analysis = eval::analysis::<StandardKinds<N>>(&part, self.setting.melds());
        // Tiles that do not serve the plan go first.
        let spare = self.legal - part.kinds();
        let keep = if spare.is_empty() { analysis.keep() & self.legal } else { spare };
        let may_fold = self.may_fold(keep);
        let kinds = if may_fold || keep.is_empty() { self.legal } else { keep };
        let draws = if spare.is_empty() { KindSet::EMPTY } else { analysis.draws() };
        let wins = Wins::new(self.position, self.setting, &part, plan);
        let mut candidates: ArrayVec<_, 14> = ArrayVec::new();
        candidates.extend(order.all(kinds).map(|kind| {
            let (keeps, is_spare) = (keep.has(kind), spare.has(kind));
            let shanten = analysis.shanten() + !keeps as i8;
            let draws = plan.kinds & if is_spare { draws } else { analysis.draws_without(kind) };
            let win = if is_spare { wins.own } else { wins.after(kind) };
            Candidate { kind, is_spare, shanten, draws, keeps, win }
        }));
        if (1..=self.position.depth).contains(&analysis.shanten()) {
            return self.look_ahead(&part, &candidates, plan, may_fold, take);
        }
        for candidate in &candidates {
            self.weigh(&part, candidate, plan, candidate.keeps, take);
        }
    }

    /// Whether the hand may fold: then all discards are weighed.
    fn may_fold(&self, keep: KindSet) -> bool {
        let Position { rates, stakes, .. } = self.position;
        self.all || self.threats.riichi > 0 || self.threats.exceed(rates, keep, rates.wary * stakes.slope())
    }

    /// Looks ahead after the discards that are nearly the best without that.
    fn look_ahead(
        &self,
        part: &Hand,
        candidates: &ArrayVec<Candidate, 14>,
        plan: &Plan,
        may_fold: bool,
        take: &mut impl FnMut(Choice),
    ) {
        let shallow = |candidate: &Candidate| {
            let pairs = candidate.hand(part).at_least(2);
            let Candidate { shanten, draws, win, .. } = candidate;
            self.position.far(pairs, self.setting, plan, *shanten, *draws, win.worth).points
        };
        let shallow = candidates.iter().map(|candidate| candidate.keeps.then(|| shallow(candidate)));
        let shallow: ArrayVec<_, 14> = shallow.collect();
        let most = shallow.iter().flatten().copied().fold(f32::NEG_INFINITY, f32::max);
        let least = self.position.rates.prune * most;
        for (candidate, shallow) in candidates.iter().zip(shallow) {
            let is_near = shallow.is_none_or(|points| points >= least);
            if is_near || may_fold {
                self.weigh(part, candidate, plan, is_near && candidate.keeps, take);
            }
        }
    }

    /// While another seat is in riichi, playing on is worth at least 0, because the hand may fold. `deep`: the draws may be looked at
    /// one by one.
    #[inline(always)]
    fn weigh(
        &self,
        part: &Hand,
        candidate: &Candidate,
        plan: &Plan,
        deep: bool,
        take: &mut impl FnMut(Choice),
    ) {
        let &Candidate { kind, shanten, .. } = candidate;
        let danger = self.threats.danger(self.position.rates, kind);
        let fold = if self.threats.riichi > 0 { 0.0 } else { f32::NEG_INFINITY };
        let steps_back = !candidate.keeps && self.threats.riichi == 0;
        let times = if steps_back { STEP_BACK } else { 1.0 };
        let riichi = shanten <= 0 && self.riichi.has(kind);
        for riichi in if riichi { &[false, true][..] } else { &[false] } {
            let prospect = self.prospect(part, candidate, plan, deep, *riichi);
            let prospect =
                Prospect { points: times * prospect.points, win: times * prospect.win, ..prospect };
            let points = (1.0 - danger.chance) * prospect.points.max(fold) - danger.loss;
            take(Choice { kind, riichi: *riichi, points, prospect, danger });
        }
    }

    /// What playing on after a discard is worth.
    #[inline(always)]
    fn prospect(
        &self,
        part: &Hand,
        candidate: &Candidate,
        plan: &Plan,
        deep: bool,
        riichi: bool,
    ) -> Prospect {
        let (position, setting) = (self.position, self.setting);
        let &Candidate { shanten, draws, win, .. } = candidate;
        let deep = deep || self.all && self.threats.riichi == 0;
        let prospect = if shanten <= 0 {
            position.tenpai_as(&candidate.hand(part), setting, draws, riichi)
        } else if deep && position.looks_ahead(plan, shanten) {
            position.ahead(&candidate.hand(part), setting, plan, shanten, draws, win)
        } else {
            position.far(candidate.hand(part).at_least(2), setting, plan, shanten, draws, win.worth)
        };
        position.beyond(&candidate.hand(part), prospect)
    }
}

impl Candidate {
    /// What is left of the tiles that serve the plan.
    #[inline]
    fn hand(&self, part: &Hand) -> Hand {
        if self.is_spare { *part } else { part.without(self.kind) }
    }
}
