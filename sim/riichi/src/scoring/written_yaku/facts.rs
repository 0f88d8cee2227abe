//! What the conditions of a yaku of a rules file look at: a win, and one reading of it.

use super::pattern::{MOST_GROUPS, add, sort};
use super::words::{Form, WaitWord};
use crate::rules::RiichiRules;
use crate::scoring::fu::Wait;
use crate::scoring::score::{Win, WinFlags};
use crate::variant::StandardKinds;
use arrayvec::ArrayVec;
use hyakuman_core::common::places::Places;
use hyakuman_core::eval::{self, Shape};
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind};

/// What all readings of a win share.
pub(crate) struct Facts<'a> {
    pub(super) win: &'a Win<'a>,
    /// The kinds of which concealed tiles and melds together have at least one, two, three and four.
    pub(super) at_least: [KindSet; 4],
    /// Its kinds, and north where norths set aside count as tiles of the hand (`uumensai_counts_kita`).
    pub(super) kinds: KindSet,
    pub(super) closed: bool,
    pub(super) called: u8,
    pub(super) players: u8,
    pub(super) discard_after_kan: bool,
    /// Whether nothing rare happened ([`super::words::Circumstance::is_rare`]).
    pub(super) is_ordinary: bool,
}

/// A set of a reading, or its pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// What it is: a bit of [`sort`].
    pub(super) sort: u8,
    pub(super) low: KindSet,
    pub(super) kinds: KindSet,
    pub(super) concealed: bool,
    pub(super) exposed: bool,
}

/// One reading of a hand, completed in one way.
pub(crate) struct Reading<'a> {
    pub(super) form: Form,
    /// Lowest kinds of the sequences that it has at least once, twice, three and four times.
    pub(super) runs: [KindSet; 4],
    /// Triplets and kans.
    pub(super) triplets: KindSet,
    pub(super) pairs: KindSet,
    /// How the winning tile completes it: bit `n` for the `n`-th [`WaitWord`].
    pub(super) waits: u8,
    /// The concealed part of four sets and a pair, with the triplet that a ron completed.
    standard: Option<(&'a Win<'a>, &'a Shape, KindSet)>,
}

impl<'a> Facts<'a> {
    pub(crate) fn of(rules: &RiichiRules, win: &'a Win<'a>) -> Facts<'a> {
        let at_least = at_least(win.hand, win.melds);
        let called = win.melds.iter().filter(|meld| meld.is_open()).count() as u8;
        let north = rules.uumensai_counts_kita && win.dora.nuki > 0;
        let after = |flag| win.flags.has(flag);
        let rare = win.flags.without(WinFlags::RIICHI).without(WinFlags::IPPATSU);
        Facts {
            win,
            kinds: at_least[0] | if north { KindSet::of(Kind::NORTH) } else { KindSet::EMPTY },
            at_least,
            closed: called == 0,
            called,
            players: rules.players,
            discard_after_kan: after(WinFlags::AFTER_KAN)
                || rules.kanburi_after_kita && after(WinFlags::AFTER_NUKI),
            is_ordinary: rare == WinFlags::NONE,
        }
    }

    /// The number of tiles of these kinds, copies included.
    pub(super) fn count_in(&self, kinds: KindSet) -> u32 {
        self.at_least.iter().map(|&held| (held & kinds).len()).sum()
    }

    pub(super) fn sum_of_ranks(&self) -> u32 {
        let held = self.at_least.into_iter().flat_map(|held| held - KindSet::HONORS);
        held.map(|kind| u32::from(kind.rank()) + 1).sum()
    }

    /// The number of kinds that would have completed the hand.
    pub(super) fn waits(&self) -> u32 {
        let (hand, melds) = (self.win.hand.without(self.win.tile), self.win.melds.len() as u8);
        let waits = if self.players == 3 {
            eval::waits::<StandardKinds<3>>(&hand, melds)
        } else {
            eval::waits::<StandardKinds<4>>(&hand, melds)
        };
        waits.len()
    }
}

/// The kinds of which concealed tiles and melds together have at least one, two, three and four.
pub(super) fn at_least(hand: &Hand, melds: &[Meld]) -> [KindSet; 4] {
    let mut at_least = [1, 2, 3, 4].map(|n| hand.at_least(n));
    for meld in melds {
        match meld.kind() {
            MeldKind::Chi => add(&mut at_least, meld.kinds()),
            _ => (0..meld.tiles().len()).for_each(|_| add(&mut at_least, meld.kinds())),
        }
    }
    at_least
}

impl<'a> Reading<'a> {
    /// Four sets and a pair, completed with `tile` in this way.
    #[inline]
    pub(crate) fn standard(win: &'a Win<'a>, shape: &'a Shape, tile: Kind, wait: Wait) -> Reading<'a> {
        let opened = if wait == Wait::Shanpon && !win.tsumo { KindSet::of(tile) } else { KindSet::EMPTY };
        let (mut runs, mut triplets) = (shape.runs, shape.triplets);
        for meld in win.melds {
            match meld.kind() {
                MeldKind::Chi => add(&mut runs, KindSet::of(meld.low())),
                _ => triplets |= KindSet::of(meld.low()),
            }
        }
        let (pairs, waits) = (shape.pair, waits(shape, tile, wait));
        let standard = Some((win, shape, opened));
        Reading { form: Form::Standard, runs, triplets, pairs, waits, standard }
    }

    pub(crate) fn seven_pairs(kinds: KindSet) -> Reading<'a> {
        let waits = 1 << WaitWord::Pair as u8;
        Reading { form: Form::SevenPairs, pairs: kinds, waits, ..Reading::orphans() }
    }

    pub(crate) fn orphans() -> Reading<'a> {
        let none = KindSet::EMPTY;
        Reading {
            form: Form::Orphans,
            runs: [none; 4],
            triplets: none,
            pairs: none,
            waits: 0,
            standard: None,
        }
    }

    /// Four sets and a pair, or seven pairs; none of thirteen orphans.
    pub(super) fn groups(&self) -> ArrayVec<Group, MOST_GROUPS> {
        let pairs = self.pairs.into_iter().map(|kind| Group::of(sort::PAIR, KindSet::of(kind), true));
        let mut groups: ArrayVec<Group, MOST_GROUPS> = pairs.collect();
        let Some((win, shape, opened)) = self.standard else { return groups };
        let triplets = shape.triplets.into_iter().map(KindSet::of);
        groups.extend(triplets.map(|kind| Group::of(sort::TRIPLET, kind, kind != opened)));
        let runs = shape.runs.iter().flat_map(|&runs| runs).map(KindSet::of);
        groups.extend(runs.map(|low| Group::of(sort::RUN, low, true)));
        groups.extend(win.melds.iter().map(Group::of_meld));
        groups
    }
}

impl Group {
    fn of(sort: u8, low: KindSet, concealed: bool) -> Group {
        let kinds = if sort == sort::RUN { KindSet::from_bits(low.bits() * 0b111) } else { low };
        Group { sort, low, kinds, concealed, exposed: false }
    }

    fn of_meld(meld: &Meld) -> Group {
        let sort = match meld.kind() {
            MeldKind::Chi => sort::RUN,
            MeldKind::Pon => sort::TRIPLET,
            MeldKind::Daiminkan | MeldKind::Kakan | MeldKind::Ankan => sort::KAN,
        };
        Group { exposed: meld.is_open(), ..Group::of(sort, KindSet::of(meld.low()), !meld.is_open()) }
    }
}

/// How a tile completes a reading, as bits of [`WaitWord`]. Of a closed and an edge wait, which have the same fu, both may hold.
fn waits(shape: &Shape, tile: Kind, wait: Wait) -> u8 {
    let bit = |word: WaitWord| 1 << word as u8;
    match wait {
        Wait::Ryanmen => bit(WaitWord::TwoSided),
        Wait::Shanpon => bit(WaitWord::BothSided),
        Wait::Tanki => bit(WaitWord::Pair),
        Wait::Closed => {
            let Places { middle, edge, .. } = Places::of(shape, tile);
            (middle as u8) << WaitWord::Closed as u8 | (edge as u8) << WaitWord::Edge as u8
        }
    }
}
