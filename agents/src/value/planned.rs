//! A hand with a plan, and what its discards leave.

use super::plan::Plan;
use super::position::{Prospect, Win, Wins};
use super::turn::Discards;
use crate::eval::is_one_suit;
use hyakuman_core::eval::{self, HandAnalysis};
use hyakuman_core::{Hand, Kind, KindSet};
use hyakuman_riichi::variant::StandardKinds;
use std::cell::OnceCell;

/// A hand with a plan: what its discards have in common.
pub(super) struct Planned<'a, 'v, const N: usize> {
    pub plan: &'a Plan,
    /// The tiles that serve the plan.
    pub part: &'a Hand,
    pub analysis: HandAnalysis<'a, StandardKinds<N>>,
    /// Legal discards that do not serve it: they go first.
    pub spare: KindSet,
    /// Legal discards that keep the shanten.
    pub keep: KindSet,
    /// What brings it nearer.
    pub draws: KindSet,
    pub wins: Wins<'a, 'v, N>,
    /// Points of its shapes.
    pub shapes: f32,
    /// What playing on is worth at most, by the tables, if that is known: after a discard that keeps the shanten, and after another one.
    pub most: [Option<f32>; 2],
    /// What playing on after a spare tile is worth, whichever it is.
    pub after_spare: OnceCell<Prospect>,
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
    pub(super) fn hand(&self, part: &Hand) -> Hand {
        if self.is_spare { *part } else { part.without(self.kind) }
    }
}

/// The discards of a part of a hand that keep its shanten.
pub(super) struct Kept<'a, const N: usize> {
    pub analysis: HandAnalysis<'a, StandardKinds<N>>,
    spare: KindSet,
    pub keep: KindSet,
}

impl<'a, const N: usize> Kept<'a, N> {
    #[inline(always)]
    pub(super) fn new(discards: &Discards<'_, '_, N>, part: &'a Hand) -> Self {
        let analysis = eval::analysis::<StandardKinds<N>>(part, discards.setting.melds());
        let spare = discards.legal - part.kinds();
        let keep = if spare.is_empty() { analysis.keep() & discards.legal } else { spare };
        Kept { analysis, spare, keep }
    }
}

impl<'a, 'v, const N: usize> Planned<'a, 'v, N> {
    #[inline(always)]
    pub(super) fn new(
        discards: &Discards<'a, 'v, N>,
        part: &'a Hand,
        plan: &'a Plan,
        kept: Kept<'a, N>,
    ) -> Self {
        let (position, setting) = (discards.position, discards.setting);
        let Kept { analysis, spare, keep } = kept;
        let (wins, shapes) = (Wins::new(position, setting, part, plan), position.shapes(part));
        let mut planned = Planned {
            plan,
            part,
            analysis,
            spare,
            keep,
            draws: KindSet::EMPTY,
            wins,
            shapes,
            most: [None; 2],
            after_spare: OnceCell::new(),
        };
        let most = planned.wins.most.filter(|_| planned.is_bounded(discards));
        if !spare.is_empty() || most.is_some() {
            planned.draws = plan.kinds & planned.analysis.draws();
        }
        planned.most[0] = most.map(|worth| planned.by_all_draws(discards, worth));
        let may_fold = discards.threats.riichi > 0 && planned.analysis.shanten() >= 0;
        let most = planned.wins.most.filter(|_| may_fold && position.bounds.acceptance);
        planned.most[1] = most.map(|worth| planned.set_back(discards, worth));
        planned
    }

    /// Whether what all its draws make of it is an upper bound: a discard takes away draws, and perhaps pairs.
    fn is_bounded(&self, discards: &Discards<'a, 'v, N>) -> bool {
        let shanten = self.analysis.shanten();
        let by_tables = shanten > 0 && !discards.looks_ahead(shanten) && self.plan.sure == 1.0;
        by_tables && discards.position.bounds.acceptance && !is_one_suit(self.part)
    }

    fn by_all_draws(&self, discards: &Discards<'a, 'v, N>, worth: f32) -> f32 {
        let (position, shanten) = (discards.position, self.analysis.shanten());
        let chances =
            position.chances(self.part.at_least(2), discards.setting, self.plan, shanten, self.draws);
        position.with_shapes(self.shapes, position.by_tables(chances, shanten, worth)).points
    }

    /// An upper bound after a discard that raises the shanten: as if every tile brought the hand nearer.
    fn set_back(&self, discards: &Discards<'a, 'v, N>, worth: f32) -> f32 {
        let (position, shanten) = (discards.position, self.analysis.shanten() + 1);
        let curves = &position.curves[discards.setting.open as usize];
        let chances = curves.far(shanten, f32::INFINITY, position.draws);
        position.with_shapes(self.shapes, position.by_tables(chances, shanten, worth)).points
    }

    #[inline(always)]
    pub(super) fn candidate(&self, kind: Kind) -> Candidate {
        let is_spare = self.spare.has(kind);
        let draws = if is_spare { self.draws } else { self.plan.kinds & self.analysis.draws_without(kind) };
        let shanten = self.analysis.shanten() + !self.keep.has(kind) as i8;
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
