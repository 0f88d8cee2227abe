//! A hand with a plan, and what its discards leave.

use super::plan::Plan;
use super::position::{Prospect, Win, Wins};
use super::turn::Discards;
use crate::eval::is_one_suit;
use hyakuman_core::eval::{self, HandAnalysis};
use hyakuman_core::{Hand, Kind, KindSet};
use hyakuman_riichi::variant::StandardKinds;
use std::cell::OnceCell;

/// A part of a hand: what its discards have in common.
pub(super) struct Planned<'a, 'v, const N: usize> {
    pub part: Part<'a, N>,
    /// What brings it nearer.
    draws: KindSet,
    pub wins: Wins<'a, 'v, N>,
    /// Points of its shapes.
    pub shapes: f32,
    /// What playing on is worth at most, by the tables, if that is known: after a discard that keeps the shanten, and after another one.
    pub most: [Option<f32>; 2],
    /// What playing on after a spare tile is worth, whichever it is.
    after_spare: OnceCell<Prospect>,
}

/// A discard to be weighed, and what it leaves.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub kind: Kind,
    /// Whether it is none of the tiles that serve the plan.
    pub is_spare: bool,
    pub shanten: i8,
    pub draws: KindSet,
}

impl Candidate {
    /// What is left of the tiles that serve the plan.
    #[inline]
    pub(super) fn hand<const N: usize>(&self, part: &Part<'_, N>) -> Hand {
        if self.is_spare { *part.hand } else { part.hand.without(self.kind) }
    }
}

/// The part of a hand that serves a plan, and which discards keep its shanten.
pub(super) struct Part<'a, const N: usize> {
    pub plan: &'a Plan,
    /// The tiles that serve the plan.
    pub hand: &'a Hand,
    pub analysis: HandAnalysis<'a, StandardKinds<N>>,
    /// Legal discards that do not serve it: they go first.
    spare: KindSet,
    /// Legal discards that keep the shanten.
    pub keep: KindSet,
}

impl<'a, const N: usize> Part<'a, N> {
    #[inline(always)]
    pub(super) fn new(discards: &Discards<'_, '_, N>, plan: &'a Plan, hand: &'a Hand) -> Self {
        let analysis = eval::analysis::<StandardKinds<N>>(hand, discards.setting.melds());
        let spare = discards.legal - hand.kinds();
        let keep = if spare.is_empty() { analysis.keep() & discards.legal } else { spare };
        Part { plan, hand, analysis, spare, keep }
    }

    /// Whether what all its draws make of it is an upper bound: a discard takes away draws, and perhaps pairs.
    fn is_bounded(&self, discards: &Discards<'_, '_, N>) -> bool {
        let shanten = self.analysis.shanten();
        let by_tables = shanten > 0 && !discards.looks_ahead(shanten) && self.plan.sure == 1.0;
        by_tables && discards.position.bounds.acceptance && !is_one_suit(self.hand)
    }

    /// Points of playing on with all these draws.
    fn by_draws(&self, discards: &Discards<'_, '_, N>, draws: KindSet, shapes: f32, worth: f32) -> f32 {
        let (position, shanten) = (discards.position, self.analysis.shanten());
        let chances = position.chances(self.hand.at_least(2), discards.setting, self.plan, shanten, draws);
        position.with_shapes(shapes, position.by_tables(chances, shanten, worth)).points
    }

    /// An upper bound after a discard that raises the shanten: as if every tile brought the hand nearer.
    fn set_back(&self, discards: &Discards<'_, '_, N>, shapes: f32, worth: f32) -> f32 {
        let (position, shanten) = (discards.position, self.analysis.shanten() + 1);
        let curves = &position.curves[discards.setting.open as usize];
        let chances = curves.far(shanten, f32::INFINITY, position.draws);
        position.with_shapes(shapes, position.by_tables(chances, shanten, worth)).points
    }
}

impl<'a, 'v, const N: usize> Planned<'a, 'v, N> {
    #[inline(always)]
    pub(super) fn new(discards: &Discards<'a, 'v, N>, part: Part<'a, N>) -> Self {
        let (position, setting) = (discards.position, discards.setting);
        let (wins, shapes) = (Wins::new(position, setting, part.hand, part.plan), position.shapes(part.hand));
        let most = wins.most.filter(|_| part.is_bounded(discards));
        let needs_draws = !part.spare.is_empty() || most.is_some();
        let draws = if needs_draws { part.plan.kinds & part.analysis.draws() } else { KindSet::EMPTY };
        let keeping = most.map(|worth| part.by_draws(discards, draws, shapes, worth));
        let may_fold = discards.threats.riichi > 0 && part.analysis.shanten() >= 0;
        let most = wins.most.filter(|_| may_fold && position.bounds.acceptance);
        let most = [keeping, most.map(|worth| part.set_back(discards, shapes, worth))];
        Planned { part, draws, wins, shapes, most, after_spare: OnceCell::new() }
    }

    #[inline(always)]
    pub(super) fn candidate(&self, kind: Kind) -> Candidate {
        let Part { plan, analysis, spare, keep, .. } = &self.part;
        let is_spare = spare.has(kind);
        let draws = if is_spare { self.draws } else { plan.kinds & analysis.draws_without(kind) };
        let shanten = analysis.shanten() + !keep.has(kind) as i8;
        Candidate { kind, is_spare, shanten, draws }
    }

    /// What follows a discard; after spare tiles it is found once.
    #[inline(always)]
    pub(super) fn once(&self, candidate: &Candidate, find: impl FnOnce() -> Prospect) -> Prospect {
        if candidate.is_spare { *self.after_spare.get_or_init(find) } else { find() }
    }

    /// The win after a discard.
    #[inline(always)]
    pub(super) fn win(&self, candidate: &Candidate) -> Win {
        if candidate.is_spare { self.wins.own } else { self.wins.after(candidate.kind) }
    }
}
