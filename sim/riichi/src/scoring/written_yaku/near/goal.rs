//! A yaku as something to build towards: how many tiles a hand lacks of it, most yaku refused by a few bit operations.

use super::super::words::Form;
use super::super::{WrittenYaku, WrittenYakuSet};
use super::Held;
use super::numbers::Number;
use super::wanted::Wanted;
use hyakuman_core::{Kind, KindSet};

/// The yaku of a list, for a seat under a prevailing wind.
#[derive(Clone, Copy, Debug)]
pub struct Goals(&'static CompiledGoals);

/// The same, as long as the program runs.
#[derive(Debug)]
pub(in super::super) struct CompiledGoals {
    all: Vec<Goal>,
    /// Those that an open and a closed hand may have.
    possible: [WrittenYakuSet; 2],
}

impl CompiledGoals {
    pub(super) fn of(yaku: &'static [WrittenYaku], winds: [Kind; 2]) -> CompiledGoals {
        let all: Vec<Goal> = yaku.iter().map(|yaku| Goal::of(yaku, winds)).collect();
        let may = |closed: usize| {
            (0u32..).zip(&all).map(move |(at, goal)| u64::from(goal.chance[closed] > 0.0) << at)
        };
        CompiledGoals { possible: [may(0).sum(), may(1).sum()], all }
    }
}

impl Goals {
    /// No yaku.
    pub const NONE: Goals = {
        static NONE: CompiledGoals = CompiledGoals { all: Vec::new(), possible: [0; 2] };
        Goals(&NONE)
    };

    pub(super) fn new(compiled: &'static CompiledGoals) -> Goals {
        Goals(compiled)
    }

    /// Those that a closed or an open hand may have, if that is not too rare.
    #[inline]
    pub fn possible(self, is_closed: bool) -> WrittenYakuSet {
        self.0.possible[usize::from(is_closed)]
    }

    /// Each of a set of which a hand lacks at most so many tiles, with its number in the list and the tiles.
    #[inline]
    pub fn each_near(
        self,
        held: &Held,
        among: WrittenYakuSet,
        most: u32,
        mut take: impl FnMut(u32, &Goal, u32),
    ) {
        let mut left = among;
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            let goal = &self.0.all[number as usize];
            if let Some(lacks) = goal.lacks(held, most) {
                take(number, goal, lacks);
            }
        }
    }
}

/// One yaku, for a seat under a prevailing wind.
#[derive(Debug)]
pub struct Goal {
    /// The yaku.
    pub yaku: &'static WrittenYaku,
    /// How likely a hand that is otherwise complete has it, by what is known at the win only: if it is open, and if it is closed. 0 where it cannot have it.
    pub chance: [f32; 2],
    /// The winning tile may be one of these.
    pub winning: KindSet,
    pub(super) forms: u8,
    pub(super) numbers: Vec<Number>,
    pub(super) courses: Vec<Course>,
    pub(super) bound: Bound,
}

/// One way to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Course {
    /// Tiles that the hand must have: the kinds of which it has at least one, two, three and four.
    pub(super) planes: [KindSet; 4],
    /// What it needs besides.
    pub(super) rest: Option<Box<Rest>>,
}

/// What a course needs besides tiles of which each kind is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Rest {
    /// The hand has only these.
    pub(super) allowed: KindSet,
    /// Tiles that it has, wherever they are.
    pub(super) tiles: [KindSet; 4],
    /// Classes of which it has a tile.
    pub(super) classes: Vec<KindSet>,
    /// The tiles of groups of which each kind is given, and the other groups.
    pub(super) of_groups: [KindSet; 4],
    pub(super) groups: Vec<Wanted>,
    /// What all its groups are together.
    pub(super) every: Vec<Wanted>,
    /// Called melds and kans.
    pub(super) called: u32,
    pub(super) kans: u32,
}

/// What no course needs less than: in each plane so many of these kinds.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Bound {
    pub(super) kinds: [KindSet; 4],
    pub(super) least: [u32; 4],
}

impl Bound {
    #[inline]
    fn lacks(&self, held: &Held) -> u32 {
        let lacks = |at: usize| self.least[at].saturating_sub((self.kinds[at] & held.at_least[at]).len());
        lacks(0) + lacks(1) + lacks(2) + lacks(3)
    }
}

impl Goal {
    /// The tiles that the hand lacks; none if they are more than `most`, or the hand cannot get it any more.
    #[inline]
    pub fn lacks(&self, held: &Held, most: u32) -> Option<u32> {
        if self.bound.lacks(held) > most {
            return None;
        }
        self.lacks_within(held, most)
    }

    fn lacks_within(&self, held: &Held, most: u32) -> Option<u32> {
        let of_form = self.lacks_of_form(held)?;
        let mut least = most + 1;
        for course in &self.courses {
            let tiles = held.lacks(&course.planes).max(of_form);
            if tiles < least {
                least = least.min(self.lacks_of_rest(course, tiles, held, least));
            }
        }
        (least <= most).then_some(least)
    }

    /// Kinds of which a hand that lacks so many tiles, and has one more than between turns, may not discard without lacking more. Without them it lacks
    /// as many.
    pub fn needs(&self, held: &Held, lacks: u32) -> KindSet {
        if self.forms >> Form::Standard as u8 & 1 == 0 || held.spare == 0 {
            return KindSet::ALL;
        }
        let is_nearest = |course: &&Course| {
            let tiles = held.lacks(&course.planes);
            tiles <= lacks && self.lacks_of_rest(course, tiles, held, lacks + 1) <= lacks
        };
        let of_course =
            self.courses.iter().find(is_nearest).map_or(KindSet::ALL, |course| course.needs(held));
        self.numbers.iter().fold(of_course, |needs, number| needs | number.needs(held))
    }

    /// The tiles that lack of a course, at least so many; `least` or more if it is not the nearest.
    #[inline]
    fn lacks_of_rest(&self, course: &Course, tiles: u32, held: &Held, least: u32) -> u32 {
        let tiles = match &course.rest {
            None => tiles,
            Some(rest) => tiles.max(rest.lacks(held, least).unwrap_or(least)),
        };
        if self.numbers.is_empty() || tiles >= least {
            return tiles;
        }
        let allowed = course.rest.as_ref().map_or(KindSet::ALL, |rest| rest.allowed);
        let numbers = self.numbers.iter().map(|number| number.lacks(held, allowed).unwrap_or(least));
        numbers.fold(tiles, u32::max)
    }

    /// The tiles that the hand lacks of the nearest form; none if its melds do not fit.
    #[inline]
    fn lacks_of_form(&self, held: &Held) -> Option<u32> {
        if self.forms >> Form::Standard as u8 & 1 != 0 {
            return Some(0);
        }
        if held.melds > 0 {
            return None;
        }
        let has = |form: Form| self.forms >> form as u8 & 1 != 0;
        let pairs = has(Form::SevenPairs).then(|| {
            let [kinds, pairs] = [0, 1].map(|n| held.at_least[n].len());
            7u32.saturating_sub(pairs) + 7u32.saturating_sub(kinds)
        });
        let orphans = has(Form::Orphans).then(|| {
            let [once, twice] = [0, 1].map(|n| held.at_least[n] & KindSet::YAOCHU);
            13 - once.len() + u32::from(twice.is_empty())
        });
        pairs.into_iter().chain(orphans).min()
    }
}

impl Course {
    /// The kinds of which a discard may make it farther.
    fn needs(&self, held: &Held) -> KindSet {
        self.rest.as_ref().map_or_else(|| held.needs(&self.planes), |rest| rest.needs(held))
    }
}

impl Rest {
    /// The kinds of which a discard may make it farther.
    fn needs(&self, held: &Held) -> KindSet {
        let mut needs = held.needs(&self.tiles) | held.needs(&self.of_groups);
        for wanted in self.groups.iter().chain(&self.every) {
            needs |= wanted.needs(held);
        }
        for &class in self.classes.iter().filter(|class| held.tiles_in(**class) == 1) {
            needs |= class;
        }
        needs | if held.tiles_in(!self.allowed) > 0 { self.allowed } else { KindSet::EMPTY }
    }

    /// The tiles that the hand has to get, to call or to part with, whatever is most; none if a meld is in the way, or it is `least` or more.
    fn lacks(&self, held: &Held, least: u32) -> Option<u32> {
        if !held.melded.is_subset_of(self.allowed) {
            return None;
        }
        let outside = held.tiles_in(!self.allowed).saturating_sub(held.spare);
        let calls = self.called.saturating_sub(held.called).max(self.kans.saturating_sub(held.kans));
        let classes = self.classes.iter().filter(|class| !held.kinds().meets(**class)).count() as u32;
        let first = outside.max(calls).max(classes).max(held.lacks(&self.tiles));
        if first >= least {
            return None;
        }
        let mut groups = held.lacks(&self.of_groups);
        for wanted in &self.groups {
            groups += wanted.lacks(held);
            if groups >= least {
                return None;
            }
        }
        let every = self.every.iter().map(|wanted| wanted.lacks(held)).sum();
        Some(first.max(groups).max(every))
    }
}
