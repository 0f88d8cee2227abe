//! Which discard, with riichi or in silence.

use super::ahead::Before;
use super::han::Setting;
use super::plan::{NONE, Plan, plans};
use super::planned::{Candidate, Part, Planned};
use super::position::{Position, Prospect};
use super::threats::{Danger, Dangers, Threats};
use crate::chance::Chance;
use crate::corrigible::Reach;
use crate::discard::Order;
use arrayvec::ArrayVec;
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, Kind, KindSet};

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

impl Choice {
    /// The only one, which was not weighed.
    fn only(kind: Kind) -> Choice {
        Choice { kind, riichi: false, points: 0.0, prospect: Prospect::default(), danger: Danger::default() }
    }
}

/// The discards of a decision.
pub(crate) struct Discards<'a, 'v, const N: usize> {
    pub position: &'a Position<'a, 'v, N>,
    pub threats: &'a Threats,
    pub setting: &'a Setting<'a>,
    /// The kinds that may be discarded, and those that may be with riichi.
    pub legal: KindSet,
    pub riichi: KindSet,
    /// Whether all are weighed, also those that the agent does not look at in play.
    pub all: bool,
    /// Whether it matters only which is the best, not what it is worth.
    pub only_which: bool,
    /// By how much others than the best may be worth less and still matter.
    pub reach: Option<Reach>,
    /// A discard that is not worth more than this need not be found.
    pub above: f32,
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
        setting: &'a Setting<'a>,
        legal: &ActionMask,
    ) -> Self {
        let drawn = position.view.drawn();
        let (legal, riichi) = (legal.discards(drawn).kinds(), legal.riichi(drawn).kinds());
        let legal = if position.view.opening() { riichi } else { legal };
        Discards {
            position,
            threats,
            setting,
            legal,
            riichi,
            all: false,
            only_which: false,
            reach: None,
            above: f32::NEG_INFINITY,
        }
    }

    /// The best discard of a hand of 3n+2 tiles, the least valuable of equal ones; none if none matters.
    pub(crate) fn best(&self, hand: &Hand, order: &Order) -> Option<Choice> {
        let (mut best, mut least) = (None, self.above);
        self.each(hand, order, &mut |choice| {
            if choice.points > least {
                (best, least) = (Some(choice), choice.points);
            }
            least
        });
        best
    }

    /// Weighs the discards: with each plan of the hand, least valuable tiles first. `take` says what a choice must be worth more than to
    /// count from then on.
    pub(crate) fn each(&self, hand: &Hand, order: &Order, take: &mut impl FnMut(Choice) -> f32) {
        let plans = plans(self.setting, hand);
        let none = [NONE];
        let mut dangers = self.threats.dangers();
        let mut least = self.above;
        let plans = if plans.is_empty() { &none[..] } else { &plans };
        let discards = Discards { only_which: self.only_which && plans.len() == 1, ..*self };
        for plan in plans {
            least = discards.with_plan(hand, plan, &mut dangers, order, least, take);
        }
    }

    /// Where nothing threatens only the discards that keep the shanten are weighed.
    fn with_plan(
        &self,
        hand: &Hand,
        plan: &Plan,
        dangers: &mut Dangers,
        order: &Order,
        mut least: f32,
        take: &mut impl FnMut(Choice) -> f32,
    ) -> f32 {
        let hand = &hand.only(plan.kinds);
        let part = Part::new(self, plan, hand);
        let (keep, shanten) = (part.keep, part.analysis.shanten());
        let may_fold = self.may_fold(keep, dangers);
        if self.only_which && !may_fold && keep.len() == 1 && shanten > 0 {
            return keep.first().map_or(least, |kind| take(Choice::only(kind)));
        }
        let planned = Planned::new(self, part);
        let kinds = if may_fold || keep.is_empty() { self.legal } else { keep };
        dangers.find(self.threats, self.position.rates, kinds);
        least = least.max(self.below_folding(kinds, dangers));
        if self.looks_ahead(shanten) {
            let keeping = order.all(kinds & keep);
            least = self.look_ahead(&planned, dangers, keeping, may_fold, least, take);
            return self.each_of(&planned, dangers, order.all(kinds - keep), least, take);
        }
        self.each_of(&planned, dangers, order.all(kinds), least, take)
    }

    /// A little less than what matters beside folding with the safest of these, if the hand may fold and not all are weighed.
    fn below_folding(&self, kinds: KindSet, dangers: &Dangers) -> f32 {
        let kinds = if self.all || self.threats.riichi == 0 { KindSet::EMPTY } else { kinds };
        let folding = kinds.into_iter().map(|kind| self.points(0.0, dangers.of(kind)));
        self.least(folding.fold(f32::NEG_INFINITY, f32::max)).next_down()
    }

    /// What a discard has to be worth to matter beside one of these points.
    fn least(&self, points: f32) -> f32 {
        self.reach.map_or(points, |reach| reach.least_points(points))
    }

    /// Weighs these, but for those that are certainly worth less.
    #[inline(always)]
    fn each_of(
        &self,
        planned: &Planned<'_, '_, N>,
        dangers: &Dangers,
        kinds: impl Iterator<Item = Kind>,
        mut least: f32,
        take: &mut impl FnMut(Choice) -> f32,
    ) -> f32 {
        for kind in kinds {
            let (danger, keeps) = (dangers.of(kind), planned.part.keep.has(kind));
            if !planned.most[!keeps as usize].is_some_and(|most| self.points(most, danger) <= least) {
                least = self.weigh(planned, &planned.candidate(kind), danger, keeps, least, take).max(least);
            }
        }
        least
    }

    /// Whether the draws of hands with this shanten are looked at one by one, after the best discards.
    pub(super) fn looks_ahead(&self, shanten: i8) -> bool {
        (1..=self.position.depth).contains(&shanten)
    }

    /// Whether the hand may fold: then all discards are weighed.
    fn may_fold(&self, keep: KindSet, dangers: &mut Dangers) -> bool {
        let Position { rates, stakes, .. } = self.position;
        if self.all || self.threats.riichi > 0 {
            return true;
        }
        dangers.find(self.threats, rates, keep);
        let wary = rates.wary * stakes.slope;
        keep.into_iter().any(|kind| dangers.of(kind).loss > wary)
    }

    /// Of those that keep the shanten: looks ahead after the discards that are nearly the best without that.
    fn look_ahead(
        &self,
        planned: &Planned<'_, '_, N>,
        dangers: &Dangers,
        kinds: impl Iterator<Item = Kind>,
        may_fold: bool,
        mut least: f32,
        take: &mut impl FnMut(Choice) -> f32,
    ) -> f32 {
        let mut candidates: ArrayVec<(Candidate, f32), 14> = ArrayVec::new();
        candidates.extend(kinds.map(|kind| {
            let candidate = planned.candidate(kind);
            (candidate, self.shallow(planned, &candidate))
        }));
        // The likely best first: then others need not be looked at to the end.
        let Some(first) = highest(&candidates) else { return least };
        let near = self.position.rates.prune * candidates[first].1;
        if self.only_which
            && !may_fold
            && candidates.iter().filter(|&&(_, shallow)| shallow >= near).count() == 1
        {
            return take(Choice::only(candidates[first].0.kind));
        }
        candidates[..=first].rotate_right(1);
        for &(candidate, shallow) in &candidates {
            let deep = shallow >= near;
            if deep || may_fold {
                let danger = dangers.of(candidate.kind);
                least = self.weigh(planned, &candidate, danger, deep, least, take).max(least);
            }
        }
        least
    }

    /// What playing on is worth, by the tables alone.
    fn shallow(&self, planned: &Planned<'_, '_, N>, candidate: &Candidate) -> f32 {
        let chances = self.chances(planned, candidate);
        self.position.by_tables(chances, candidate.shanten, planned.win(candidate).worth).points
    }

    /// What a discard is worth. While another seat is in riichi, playing on is worth at least 0, because the hand may fold.
    #[inline(always)]
    fn points(&self, playing_on: f32, danger: Danger) -> f32 {
        let fold = if self.threats.riichi > 0 { 0.0 } else { f32::NEG_INFINITY };
        (1.0 - danger.chance) * playing_on.max(fold) - danger.loss
    }

    /// `deep`: the draws may be looked at one by one.
    #[inline(always)]
    fn weigh(
        &self,
        planned: &Planned<'_, '_, N>,
        candidate: &Candidate,
        danger: Danger,
        deep: bool,
        mut least: f32,
        take: &mut impl FnMut(Choice) -> f32,
    ) -> f32 {
        let (&Candidate { kind, shanten, .. }, is_calm) = (candidate, self.threats.riichi == 0);
        let times = if is_calm && !planned.part.keep.has(kind) { STEP_BACK } else { 1.0 };
        let mut taken = |prospect: Prospect, riichi: bool| {
            let prospect =
                Prospect { points: times * prospect.points, win: times * prospect.win, ..prospect };
            take(Choice { kind, riichi, points: self.points(prospect.points, danger), prospect, danger })
        };
        if shanten <= 0 {
            for riichi in self.ways(kind) {
                least = taken(planned.once(candidate, || self.tenpai(planned, candidate, *riichi)), *riichi);
            }
            return least;
        }
        if (deep || self.all && is_calm) && self.position.looks_ahead(planned.part.plan, shanten) {
            let matters = |prospect: f32| self.points(times * prospect, danger) > least;
            let prospect = planned.once(candidate, || self.ahead(planned, candidate, &matters));
            return taken(prospect, false);
        }
        let (chances, position) = (self.chances(planned, candidate), self.position);
        let by_tables =
            |worth, shapes| position.with_shapes(shapes, position.by_tables(chances, shanten, worth));
        let is_less = |worth| self.points(times * by_tables(worth, planned.shapes).points, danger) <= least;
        if planned.wins.most.is_some_and(is_less) {
            return least;
        }
        let shapes = position.shapes(&candidate.hand(&planned.part));
        taken(by_tables(planned.win(candidate).worth, shapes), false)
    }

    /// In silence, with riichi.
    #[inline(always)]
    fn ways(&self, kind: Kind) -> &'static [bool] {
        match self.riichi.has(kind) {
            true if self.position.view.opening() => &[true],
            true => &[false, true],
            false => &[false],
        }
    }

    #[inline]
    fn tenpai(&self, planned: &Planned<'_, '_, N>, candidate: &Candidate, riichi: bool) -> Prospect {
        let hand = candidate.hand(&planned.part);
        let prospect = self.position.tenpai_as(&hand, self.setting, candidate.draws, riichi);
        self.position.with_shapes(0.0, prospect)
    }

    #[inline]
    fn ahead(
        &self,
        planned: &Planned<'_, '_, N>,
        candidate: &Candidate,
        matters: &impl Fn(f32) -> bool,
    ) -> Prospect {
        let hand = &candidate.hand(&planned.part);
        let before =
            Before { hand, setting: self.setting, plan: planned.part.plan, win: planned.win(candidate) };
        let (&Candidate { shanten, draws, .. }, shapes) = (candidate, self.position.shapes(hand));
        let beyond = |points| self.position.with_shapes(shapes, Prospect { points, win: 0.0, shanten });
        let is_bounded =
            planned.wins.most.is_some() && self.position.bounds.acceptance && !candidate.is_spare;
        let matters = |points| !is_bounded || matters(beyond(points).points);
        let prospect = self.position.ahead(&before, shanten, draws, &matters);
        self.position.with_shapes(shapes, prospect)
    }

    #[inline(always)]
    fn chances(&self, planned: &Planned<'_, '_, N>, candidate: &Candidate) -> Chance {
        let pairs = candidate.hand(&planned.part).at_least(2);
        self.position.chances(pairs, self.setting, planned.part.plan, candidate.shanten, candidate.draws)
    }
}

/// The place of the candidate that is worth the most by the tables, the first of equal ones.
fn highest(candidates: &[(Candidate, f32)]) -> Option<usize> {
    let places = 0..candidates.len();
    places.reduce(|best, next| if candidates[next].1 > candidates[best].1 { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::super::Value;
    use super::*;
    use hyakuman_core::MatchSeed;
    use hyakuman_core::game::Agent;
    use hyakuman_core::game::playout::play;
    use hyakuman_riichi::{Question, Riichi, View, presets};
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// Plays as `value`, and weighs all discards that it weighs some of.
    struct Checked {
        value: Value,
        left_out: usize,
    }

    impl Agent<Riichi> for Checked {
        fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
            if matches!(view.question(), Question::Turn(_))
                && !legal.discards(view.drawn()).kinds().is_empty()
            {
                self.left_out += check(&self.value, view, legal);
            }
            self.value.act(view, legal)
        }
    }

    /// How many discards are left out.
    fn check(value: &Value, view: &View<'_>, legal: &ActionMask) -> usize {
        let threats = value.threats(view, true);
        let (position, setting) = (Position::new(value, view, &threats), Setting::of(value, view));
        let discards = Discards::of(&position, &threats, &setting, legal);
        let (hand, order) = (view.full_hand(), Order::new(view, legal.discards(view.drawn())));
        check_written_yaku(&setting, &Setting::of(value, view), &hand);
        let (mut all, mut some): (Vec<Choice>, usize) = (Vec::new(), 0);
        discards.each(&hand, &order, &mut |choice| {
            all.push(choice);
            f32::NEG_INFINITY
        });
        let mut most = f32::NEG_INFINITY;
        discards.each(&hand, &order, &mut |choice| {
            some += 1;
            most = most.max(choice.points);
            most
        });
        let best =
            all.iter().copied().reduce(|best, next| if next.points > best.points { next } else { best });
        let chosen = |choice: Option<Choice>| {
            choice.map(|choice| (choice.kind, choice.riichi, choice.points.to_bits()))
        };
        assert_eq!(chosen(discards.best(&hand, &order)), chosen(best), "{hand:?}");
        let which = Discards { only_which: true, ..discards }.best(&hand, &order);
        assert_eq!(which.map(|choice| choice.kind), best.map(|choice| choice.kind), "{hand:?}");
        check_reach(&discards, &hand, &order);
        all.len() - some
    }

    /// With a reach all that are in it are found, each with what it is worth.
    fn check_reach(discards: &Discards<'_, '_, 4>, hand: &Hand, order: &Order) {
        let reach = Reach { difference: 0.35, part: 0.2 };
        let each = |discards: Discards<'_, '_, 4>| {
            let (mut found, mut best): (Vec<Choice>, f32) = (Vec::new(), f32::NEG_INFINITY);
            discards.each(hand, order, &mut |choice| {
                found.push(choice);
                best = best.max(choice.points);
                discards.reach.map_or(f32::NEG_INFINITY, |reach| reach.least_points(best))
            });
            found.retain(|choice| choice.points > reach.least_points(best));
            found.into_iter().map(|choice| (choice.kind, choice.riichi, choice.points.to_bits())).collect()
        };
        let all: BTreeSet<_> = each(Discards { all: discards.threats.riichi > 0, ..*discards });
        assert_eq!(each(Discards { reach: Some(reach), ..*discards }), all, "{hand:?}");
    }

    /// What a discard leaves of written yaku is what the hand after it has.
    fn check_written_yaku(setting: &Setting, other: &Setting, hand: &Hand) {
        for kind in hand.kinds() {
            let near = setting.sought.near(hand);
            let after = other.sought.near(&hand.without(kind)).han;
            let known =
                if near.needs.has(kind) { setting.sought.han_without(hand, &near, kind) } else { near.han };
            assert!((known - after).abs() < 1e-5, "{hand:?} without {kind}: {known}, not {after}");
        }
    }

    #[test]
    fn the_best_of_some_discards_is_the_best_of_all() {
        for (depth, matches) in [(0, 6), (2, 2)] {
            let agent = || Checked { value: Value::new(4, depth), left_out: 0 };
            let mut agents = [agent(), agent(), agent(), agent()];
            for number in 0..matches {
                let seed = MatchSeed { seed: 5, number };
                for rules in [presets::tenhou(), presets::mahjongsoul_local()] {
                    play(&Arc::new(rules), seed, &mut agents, &mut ()).expect("legal actions only");
                }
            }
            assert!(
                agents.iter().all(|agent| agent.left_out > 100),
                "{:?}",
                agents.map(|agent| agent.left_out)
            );
        }
    }
}
