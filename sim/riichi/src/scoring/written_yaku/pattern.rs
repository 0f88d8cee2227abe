//! The conditions of a yaku of a rules file, compiled: variables are replaced by every suit and rank that they may stand for.

use super::claims::{Claim, follows};
use super::facts::{Facts, Group, Reading};
use super::words::{Circumstance, Form, Quantity};
use arrayvec::ArrayVec;
use hyakuman_core::{Kind, KindSet};
use std::cmp::Ordering;

/// The sorts of groups as bits.
pub(crate) mod sort {
    pub(crate) const RUN: u8 = 1;
    pub(crate) const TRIPLET: u8 = 1 << 1;
    pub(crate) const KAN: u8 = 1 << 2;
    pub(crate) const PAIR: u8 = 1 << 3;
    /// A sequence, triplet or kan.
    pub(crate) const SET: u8 = RUN | TRIPLET | KAN;
}

/// Most groups of a reading: seven pairs.
pub(super) const MOST_GROUPS: usize = 7;

/// Everything that one yaku demands.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    /// Circumstances, with what each has to be.
    pub(super) flags: Vec<Claim>,
    pub(super) numbers: Vec<(Quantity, &'static [Ordering], u32)>,
    /// Whether [`Conditions::hold_in`] has anything to look at.
    pub(super) of_reading: bool,
    /// Whether the cases have demands on the whole hand beside the kinds that are `needed`.
    of_whole: bool,
    /// Called melds that the hand has to have.
    called: u8,
    /// What each case demands, as far as sets of kinds say it; in the order of the cases.
    planes: Vec<Planes>,
    /// Kinds of which the whole hand has to have all of one set at least [`Conditions::copies`] times; empty if there are no such.
    needed: Vec<KindSet>,
    copies: usize,
    /// The size of the smallest of these sets.
    least_kinds: u32,
    /// The forms that it may have, as bits of [`super::words::Form`].
    pub(super) forms: u8,
    /// The ways in which it may be completed, as bits of [`super::words::WaitWord`].
    pub(super) waits: u8,
    /// One for each way in which the variables can be replaced; one of them has to hold.
    pub(super) cases: Vec<Case>,
}

/// The demands on the tiles, without variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Case {
    /// The whole hand has only these.
    pub(super) only: Option<Kinds>,
    /// It has a tile of each of these.
    pub(super) classes: Vec<Kinds>,
    /// It has these tiles at least once, twice, three and four times.
    pub(super) tiles: [KindSet; 4],
    /// It has none of these.
    pub(super) none: Kinds,
    /// The winning tile is one of these.
    pub(super) winning: Option<Kinds>,
    /// Each matches a group of its own.
    pub(super) groups: Vec<Demand>,
    /// Each group matches one of these, if there are any.
    pub(super) every: Vec<Demand>,
}

/// Kinds, of which some may depend on the winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Kinds {
    pub(super) fixed: KindSet,
    pub(super) seat_wind: bool,
    pub(super) round_wind: bool,
}

/// What one group has to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Demand {
    /// How many groups have to be like this.
    pub(super) count: u8,
    /// One of these has to hold.
    pub(super) ways: Vec<Way>,
}

/// One way to meet a [`Demand`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    /// Bits of [`sort`].
    pub(super) sorts: u8,
    /// The lowest kind is one of these.
    pub(super) low: KindSet,
    /// All its kinds are among these.
    pub(super) of: Kinds,
    /// One of its kinds is among these.
    pub(super) with: Kinds,
    pub(super) concealed: bool,
    pub(super) exposed: bool,
}

impl Conditions {
    /// Whether the conditions hold that all readings of a win share. The others are looked at in [`Conditions::hold_in`].
    pub(super) fn hold_for(&self, facts: &Facts<'_>) -> bool {
        let fits = |&(number, orders, than): &(Quantity, &[Ordering], u32)| {
            orders.contains(&number.of_win(facts).cmp(&than))
        };
        self.flags.iter().all(|&(flag, wanted)| flag.holds(facts) == wanted)
            && self.has_needed(facts)
            && facts.called >= self.called
            && self.numbers.iter().all(fits)
            && (!self.of_whole || self.cases.iter().any(|case| case.holds_for(facts)))
    }

    #[inline]
    fn has_needed(&self, facts: &Facts<'_>) -> bool {
        let Some(at) = self.copies.checked_sub(1) else { return true };
        let held = facts.at_least[at];
        held.len() >= self.least_kinds && self.needed.iter().any(|needed| needed.is_subset_of(held))
    }

    /// What they say of the circumstances: those that are demanded, and that all forms but four sets and a pair are closed.
    pub(super) fn claims(&self) -> Vec<Claim> {
        let is_standard = self.forms >> Form::Standard as u8 & 1 != 0;
        let closed = (self.forms != 0 && !is_standard).then_some((Circumstance::Closed, true));
        self.flags.iter().copied().chain(closed).collect()
    }

    /// Whether they demand a closed hand.
    pub(super) fn is_closed(&self) -> bool {
        follows(&self.claims(), (Circumstance::Closed, true))
    }

    /// Whether they demand an open hand.
    pub(super) fn is_open(&self) -> bool {
        follows(&self.claims(), (Circumstance::Closed, false))
    }

    /// Whether they demand that something rare happened.
    pub(super) fn demand_rare(&self) -> bool {
        self.flags.iter().any(|&(flag, wanted)| wanted && flag.is_rare())
    }

    /// Whether the conditions hold in this reading of a win for which [`Conditions::hold_for`] holds.
    pub(super) fn hold_in(&self, facts: &Facts<'_>, reading: &Reading) -> bool {
        let wait_fits = self.waits == ALL_WAITS || self.waits & reading.waits != 0;
        let holds = |(planes, case): (&Planes, &Case)| {
            planes.are_in(reading)
                && (!self.of_whole || case.holds_for(facts))
                && (planes.say_all || case.holds_in(facts, &reading.groups()))
        };
        self.forms >> reading.form as u8 & 1 != 0
            && wait_fits
            && self.planes.iter().zip(&self.cases).any(holds)
    }
}

impl Conditions {
    /// Prepares what is looked at first.
    pub(super) fn prepared(mut self) -> Conditions {
        let is_of_reading = |case: &Case| !case.groups.is_empty() || !case.every.is_empty();
        self.of_reading =
            self.forms != ALL_FORMS || self.waits != ALL_WAITS || self.cases.iter().any(is_of_reading);
        self = self.with_needed();
        self.of_whole = self.cases.iter().any(Case::is_of_whole);
        self.called = self.cases.iter().map(Case::called).min().unwrap_or(0);
        self.planes = self.cases.iter().map(Planes::of).collect();
        self
    }

    /// With what the hand needs most copies of, as they are rarest.
    fn with_needed(mut self) -> Conditions {
        let needed: Vec<[KindSet; 4]> = self.cases.iter().map(Case::needed).collect();
        let is_of_all = |copies: &usize| needed.iter().all(|tiles| !tiles[copies - 1].is_empty());
        if let Some(copies) = (1..=4).rev().find(is_of_all) {
            self.needed = needed.iter().map(|tiles| tiles[copies - 1]).collect();
            self.needed.sort_by_key(|kinds| kinds.bits());
            self.needed.dedup();
            self.copies = copies;
            self.least_kinds = self.needed.iter().map(|kinds| kinds.len()).min().unwrap_or(0);
        }
        self
    }
}

/// The groups that a case demands, as far as sets of kinds say it.
#[derive(Clone, Debug)]
struct Planes {
    /// Lowest kinds of sequences that it demands at least once, twice, three and four times.
    runs: [KindSet; 4],
    triplets: KindSet,
    pairs: KindSet,
    /// Whether the case demands nothing else of the groups.
    say_all: bool,
}

impl Planes {
    fn of(case: &Case) -> Planes {
        let none = KindSet::EMPTY;
        let mut planes =
            Planes { runs: [none; 4], triplets: none, pairs: none, say_all: case.every.is_empty() };
        for demand in &case.groups {
            match demand.lone() {
                Some(Way { sorts: sort::RUN, low, .. }) => {
                    (0..demand.count).for_each(|_| add(&mut planes.runs, low));
                }
                Some(Way { sorts: sort::PAIR, low, .. }) => planes.pairs |= low,
                Some(Way { sorts, low, .. }) if sorts == sort::TRIPLET | sort::KAN => planes.triplets |= low,
                _ => planes.say_all = false,
            }
        }
        planes
    }

    #[inline]
    fn are_in(&self, reading: &Reading) -> bool {
        self.runs[0].is_subset_of(reading.runs[0])
            && self.triplets.is_subset_of(reading.triplets)
            && self.pairs.is_subset_of(reading.pairs)
            && self.runs.iter().zip(&reading.runs).all(|(wanted, held)| wanted.is_subset_of(*held))
    }
}

/// Groups that follow from what a case demands of the whole hand and of every group, for agents, which read groups: `has = "m p s wind dragon"`
/// is built towards as five of them.
impl Case {
    /// A group for each tile and class of `has`, and each of these classes, without those that a group of another one, or of `groups`, may have too.
    pub(super) fn groups_of_has(&self, is_of_sets: bool, classes: &[Kinds]) -> Vec<Demand> {
        let sorts = if is_of_sets { sort::SET | sort::PAIR } else { sort::PAIR };
        // Four of an honor are in no other group.
        let kans = if is_of_sets { self.tiles[3] & KindSet::HONORS } else { KindSet::EMPTY };
        let of_tile = |kind: Kind| {
            let with = Kinds { fixed: KindSet::of(kind), ..Kinds::default() };
            (if kans.has(kind) { sort::KAN } else { sorts }, with)
        };
        let mut taken = self.groups.iter().map(Demand::kinds).fold(KindSet::EMPTY, |all, kinds| all | kinds);
        let mut demands = Vec::new();
        let classes = self.classes.iter().chain(classes).map(|&with| (sorts, with));
        for (sorts, with) in classes.chain(self.tiles[0].into_iter().map(of_tile)) {
            let way =
                Way { sorts, low: KindSet::ALL, of: Kinds::ALL, with, concealed: false, exposed: false };
            let kinds = way.reach();
            if !with.at_most().meets(taken) {
                taken |= kinds;
                let low = way.lows();
                demands.push(Demand { count: 1, ways: vec![Way { low, ..way }] });
            }
        }
        demands
    }

    /// Four sets and a pair, or seven pairs, of those that `every` allows.
    pub(super) fn groups_of_every(&self, is_of_sets: bool) -> Vec<Demand> {
        let of = |count, sorts| {
            let ways = self.every.iter().flat_map(|demand| &demand.ways);
            let ways = ways.map(|way| Way { sorts: way.sorts & sorts, ..*way });
            let ways = ways.filter(|way| way.sorts != 0).map(|way| Way { low: way.lows(), ..way });
            Demand { count, ways: ways.collect() }
        };
        match (self.every.is_empty(), is_of_sets) {
            (true, _) => Vec::new(),
            (false, true) => vec![of(4, sort::SET), of(1, sort::PAIR)],
            (false, false) => vec![of(7, sort::PAIR)],
        }
    }
}

/// Adds one of each of these kinds to sets of those that there are at least once, twice, three and four times.
#[inline]
pub(super) fn add(at_least: &mut [KindSet; 4], kinds: KindSet) {
    for n in (1..4).rev() {
        at_least[n] |= at_least[n - 1] & kinds;
    }
    at_least[0] |= kinds;
}

/// Takes one of each of these kinds, of which there is at least one, out of such sets.
#[inline]
pub(super) fn remove(at_least: &mut [KindSet; 4], mut kinds: KindSet) {
    for at_least in at_least.iter_mut().rev() {
        (*at_least, kinds) = (*at_least - kinds, kinds - *at_least);
    }
}

impl Demand {
    /// The kinds of its groups, whatever the winds are.
    pub(super) fn kinds(&self) -> KindSet {
        self.ways.iter().fold(KindSet::EMPTY, |kinds, way| kinds | way.reach())
    }

    /// The way of a demand for groups of one kind, however they came about.
    fn lone(&self) -> Option<Way> {
        let [way] = self.ways[..] else { return None };
        let any = way.of == Kinds::ALL && way.with == Kinds::ALL && !way.concealed && !way.exposed;
        (any && way.low.len() == 1).then_some(way)
    }
}

impl Case {
    fn is_of_whole(&self) -> bool {
        let tiles = self.tiles[0].is_empty() && self.classes.is_empty() && self.none == Kinds::default();
        self.only.is_some() || self.winning.is_some() || !tiles
    }

    /// Called melds that a hand must have.
    pub(super) fn called(&self) -> u8 {
        number_of(&self.groups, |way| way.exposed)
    }

    /// Tiles that a hand must have: the kinds of which it has at least one, two, three and four.
    pub(super) fn needed(&self) -> [KindSet; 4] {
        let mut needed = [KindSet::EMPTY; 4];
        for demand in &self.groups {
            let Some(way) = demand.lone() else { continue };
            (0..demand.count * way.least_copies()).for_each(|_| add(&mut needed, way.kinds()));
        }
        std::array::from_fn(|n| needed[n] | self.tiles[n])
    }
}

/// The groups of these demands that can only be like this.
pub(super) fn number_of(demands: &[Demand], is: impl Fn(&Way) -> bool) -> u8 {
    let are = demands.iter().filter(|demand| !demand.ways.is_empty() && demand.ways.iter().all(&is));
    are.map(|demand| demand.count).sum()
}

impl Way {
    /// The kinds of its groups, each with its lowest one, as far as `low` and `sorts` decide.
    fn groups_from(&self) -> impl Iterator<Item = (Kind, KindSet)> + use<> {
        let Way { sorts, low, .. } = *self;
        low.into_iter().flat_map(move |low| {
            let same = (sorts & !sort::RUN != 0).then_some(KindSet::of(low));
            let run = sorts & sort::RUN != 0 && !low.is_honor() && low.rank() < 7;
            let run = run.then(|| KindSet::from_bits(KindSet::of(low).bits() * 0b111));
            same.into_iter().chain(run).map(move |kinds| (low, kinds))
        })
    }

    /// Its groups that fit, whatever the winds are.
    pub(super) fn fitting(&self) -> impl Iterator<Item = (Kind, KindSet)> + use<> {
        let (of, with) = (self.of.at_most(), self.with.at_most());
        self.groups_from().filter(move |(_, kinds)| kinds.is_subset_of(of) && kinds.meets(with))
    }

    /// The kinds of its groups.
    fn reach(&self) -> KindSet {
        self.fitting().fold(KindSet::EMPTY, |all, (_, kinds)| all | kinds)
    }

    /// The lowest kinds of its groups.
    fn lows(&self) -> KindSet {
        self.fitting().map(|(low, _)| low).collect()
    }

    /// The least number of tiles of each of its [`Way::kinds`] in a group.
    pub(super) fn least_copies(&self) -> u8 {
        let by_sort = [(sort::RUN, 1), (sort::PAIR, 2), (sort::TRIPLET, 3)];
        by_sort.into_iter().find(|(sort, _)| self.sorts & sort != 0).map_or(4, |(_, copies)| copies)
    }

    /// The kinds of the group with the lowest kind, if there is but one.
    pub(super) fn kinds(&self) -> KindSet {
        if self.sorts == sort::RUN { KindSet::from_bits(self.low.bits() * 0b111) } else { self.low }
    }
}

pub(super) const ALL_FORMS: u8 = u8::MAX;

/// Any way of completing a hand, also that of thirteen orphans, which has no name.
pub(super) const ALL_WAITS: u8 = u8::MAX;

impl Case {
    fn holds_for(&self, facts: &Facts<'_>) -> bool {
        let kinds = facts.kinds;
        let is_held = |(tiles, held): (&KindSet, &KindSet)| tiles.is_subset_of(*held);
        self.only.is_none_or(|only| kinds.is_subset_of(only.of(facts)))
            && self.tiles.iter().zip(&facts.at_least).all(is_held)
            && self.classes.iter().all(|class| kinds.meets(class.of(facts)))
            && !kinds.meets(self.none.of(facts))
            && self.winning.is_none_or(|winning| winning.of(facts).has(facts.win.tile))
    }

    fn holds_in(&self, facts: &Facts<'_>, groups: &[Group]) -> bool {
        let one_of = |group: &Group| self.every.iter().any(|demand| demand.is_met(facts, group));
        (self.every.is_empty() || !groups.is_empty() && groups.iter().all(one_of))
            && self.groups_match(facts, groups)
    }

    /// Whether each demand has as many groups of its own as it wants.
    fn groups_match(&self, facts: &Facts<'_>, groups: &[Group]) -> bool {
        let mut wanted: ArrayVec<u8, MOST_GROUPS> = ArrayVec::new();
        for demand in &self.groups {
            let fits = groups.iter().enumerate().filter(|(_, group)| demand.is_met(facts, group));
            let fits = fits.fold(0u8, |fits, (at, _)| fits | 1 << at);
            if fits.count_ones() < u32::from(demand.count) {
                return false;
            }
            wanted.extend(std::iter::repeat_n(fits, demand.count.into()));
        }
        can_choose(&wanted, 0)
    }
}

/// Whether one can choose a bit of each, all different and none of `taken`.
fn can_choose(wanted: &[u8], taken: u8) -> bool {
    let Some((&first, rest)) = wanted.split_first() else { return true };
    let mut free = first & !taken;
    while free != 0 {
        let bit = free & free.wrapping_neg();
        if can_choose(rest, taken | bit) {
            return true;
        }
        free ^= bit;
    }
    false
}

impl Demand {
    fn is_met(&self, facts: &Facts<'_>, group: &Group) -> bool {
        self.ways.iter().any(|way| way.is_met(facts, group))
    }
}

impl Way {
    fn is_met(&self, facts: &Facts<'_>, group: &Group) -> bool {
        self.sorts & group.sort != 0
            && group.low.is_subset_of(self.low)
            && (!self.concealed || group.concealed)
            && (!self.exposed || group.exposed)
            && group.kinds.is_subset_of(self.of.of(facts))
            && group.kinds.meets(self.with.of(facts))
    }
}

impl Kinds {
    pub(super) const ALL: Kinds = Kinds { fixed: KindSet::ALL, seat_wind: false, round_wind: false };

    /// These kinds for this win.
    #[inline]
    fn of(self, facts: &Facts<'_>) -> KindSet {
        self.for_winds([facts.win.seat_wind, facts.win.round_wind])
    }

    /// These kinds for a winner with this wind, under this prevailing wind.
    #[inline]
    pub(super) fn for_winds(self, [seat, round]: [Kind; 2]) -> KindSet {
        let wind = |counts, wind| if counts { KindSet::of(wind) } else { KindSet::EMPTY };
        self.fixed | wind(self.seat_wind, seat) | wind(self.round_wind, round)
    }

    /// Everything that may be among them, whatever the winds are.
    pub(super) fn at_most(self) -> KindSet {
        let winds = self.seat_wind || self.round_wind;
        self.fixed | if winds { KindSet::WINDS } else { KindSet::EMPTY }
    }

    pub(super) fn or(self, other: Kinds) -> Kinds {
        Kinds {
            fixed: self.fixed | other.fixed,
            seat_wind: self.seat_wind || other.seat_wind,
            round_wind: self.round_wind || other.round_wind,
        }
    }
}
