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

impl PartialEq for Goals {
    /// Whether they are the same list, of the same winds.
    fn eq(&self, other: &Goals) -> bool {
        std::ptr::eq(self.0, other.0)
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
    /// Courses that need given tiles only.
    pub(super) of_tiles: Vec<[KindSet; 4]>,
    /// Those of them that differ only in where they start.
    pub(super) shifted: Vec<Shifted>,
    /// What no course needs less than.
    pub(super) bound: Bound,
    /// Whether a hand that has it is open.
    pub(super) is_open: bool,
    /// Whether that is all: one course of four sets and a pair, without a rest and without numbers.
    pub(super) is_plain: bool,
}

/// One way to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Course {
    pub(super) bound: Bound,
    pub(super) rest: Option<Box<Rest>>,
}

/// Courses that need only tiles, the same ones but for where they start.
#[derive(Debug)]
pub(super) struct Shifted {
    /// Of the one that starts at the lowest kind.
    pub(super) tiles: [KindSet; 4],
    pub(super) starts: KindSet,
}

/// What a hand needs at least: in each plane so many of these kinds, tiles of a class, only allowed kinds, called melds and kans.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bound {
    pub(super) kinds: [KindSet; 4],
    pub(super) least: [u32; 4],
    /// A class, and so many tiles of it.
    pub(super) class: KindSet,
    pub(super) of_class: u32,
    pub(super) allowed: KindSet,
    pub(super) called: u32,
    pub(super) kans: u32,
    /// Whether it needs nothing but the kinds.
    pub(super) is_of_tiles: bool,
}

/// What a course needs besides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Rest {
    /// Tiles that it has, wherever they are.
    pub(super) tiles: [KindSet; 4],
    /// Classes of which it has a tile.
    pub(super) classes: Vec<KindSet>,
    /// The tiles of groups of which each kind is given, and the other groups.
    pub(super) of_groups: [KindSet; 4],
    pub(super) groups: Vec<Wanted>,
    /// What all its groups are together.
    pub(super) every: Vec<Wanted>,
    /// Whether a tile counts once in each of these lists: a discard adds one at most to what lacks.
    pub(super) is_apart: bool,
}

impl Goal {
    /// The tiles that the hand lacks; none if they are more than `most`, or the hand cannot get it any more.
    #[inline]
    pub fn lacks(&self, held: &Held, most: u32) -> Option<u32> {
        match self.bound.lacks(held, most) {
            bound if bound > most => None,
            bound if self.is_plain => Some(bound),
            _ => self.lacks_within(held, most),
        }
    }

    fn lacks_within(&self, held: &Held, most: u32) -> Option<u32> {
        let mut least = most + 1;
        for shifted in &self.shifted {
            least = least.min(shifted.nearest(held).0);
        }
        for tiles in &self.of_tiles {
            least = least.min(held.lacks(tiles));
        }
        if !self.is_standard() && least <= most {
            least = least.max(self.lacks_of_form(held, KindSet::ALL)).min(most + 1);
        }
        for course in &self.courses {
            let mut tiles = course.bound.lacks(held, least);
            if tiles < least && !self.is_standard() {
                tiles = tiles.max(self.lacks_of_form(held, course.bound.allowed));
            }
            if tiles < least {
                least = least.min(self.lacks_of(course, tiles, held, least));
            }
        }
        (least <= most).then_some(least)
    }

    /// The tiles that lack of a course, at least so many; `least` or more if it is not the nearest.
    #[inline(always)]
    pub(super) fn lacks_of(&self, course: &Course, tiles: u32, held: &Held, least: u32) -> u32 {
        let of_rest = course.rest.as_ref().map_or(0, |rest| rest.lacks(held, least));
        let tiles = tiles.max(of_rest);
        if self.numbers.is_empty() || tiles >= least {
            return tiles;
        }
        let allowed = course.bound.allowed;
        let numbers = self.numbers.iter().map(|number| number.lacks(held, allowed).unwrap_or(least));
        numbers.fold(tiles, u32::max)
    }

    /// Whether a hand like this one is closed when it has the yaku.
    #[inline]
    pub fn is_closed(&self, held: &Held) -> bool {
        held.is_closed() && !self.is_open
    }

    /// Whether it is a yaku of hands of four sets and a pair.
    #[inline]
    pub(super) fn is_standard(&self) -> bool {
        self.forms >> Form::Standard as u8 & 1 != 0
    }

    /// The tiles that the hand lacks of the nearest form without four sets, of these kinds.
    fn lacks_of_form(&self, held: &Held, allowed: KindSet) -> u32 {
        if held.melds > 0 {
            return Bound::NEVER;
        }
        let has = |form: Form| self.forms >> form as u8 & 1 != 0;
        let pairs = has(Form::SevenPairs).then(|| {
            let [kinds, pairs] = [0, 1].map(|n| (held.at_least[n] & allowed).len());
            7u32.saturating_sub(pairs) + 7u32.saturating_sub(kinds)
        });
        let orphans = has(Form::Orphans).then(|| {
            let [once, twice] = [0, 1].map(|n| held.at_least[n] & allowed & KindSet::YAOCHU);
            13 - once.len() + u32::from(twice.is_empty())
        });
        pairs.into_iter().chain(orphans).min().unwrap_or(Bound::NEVER)
    }
}

impl Bound {
    /// More tiles than a hand ever lacks: a meld is in the way.
    const NEVER: u32 = 99;

    /// The tiles that the hand has to get, to call or to part with, whatever is most; more than `most` if they are.
    #[inline(always)]
    pub(super) fn lacks(&self, held: &Held, most: u32) -> u32 {
        let mut tiles = 0;
        for at in 0..4 {
            if self.least[at] == 0 {
                break;
            }
            tiles += self.least[at].saturating_sub((self.kinds[at] & held.at_least[at]).len());
        }
        if tiles > most || self.is_of_tiles { tiles } else { tiles.max(self.lacks_beside(held)) }
    }

    /// What is to be called or to be parted with, and what lacks of the class.
    #[inline]
    fn lacks_beside(&self, held: &Held) -> u32 {
        if !held.melded.is_subset_of(self.allowed) {
            return Bound::NEVER;
        }
        let outside = held.tiles_in(!self.allowed).saturating_sub(held.spare);
        let of_melds = self.called.saturating_sub(held.called).max(self.kans.saturating_sub(held.kans));
        let tiles = outside.max(of_melds);
        match self.of_class {
            0 => tiles,
            of_class => tiles.max(of_class.saturating_sub(held.tiles_in(self.class))),
        }
    }
}

impl Shifted {
    /// The tiles that lack of the nearest of them, and where these start.
    pub(super) fn nearest(&self, held: &Held) -> (u32, u64) {
        // By start, the digits of the number of tiles that lack: a tile of a plane is added for all starts at once.
        let mut digits = [0_u64; 4];
        for (tiles, held) in self.tiles.iter().zip(&held.at_least) {
            let mut left = tiles.bits();
            while left != 0 {
                let mut carry = !(held.bits() >> left.trailing_zeros());
                left &= left - 1;
                for digit in &mut digits {
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            }
        }
        let (mut starts, mut lacks) = (self.starts.bits(), 0);
        for digit in digits.into_iter().rev() {
            let fewer = starts & !digit;
            lacks = 2 * lacks + u32::from(fewer == 0);
            starts = if fewer == 0 { starts } else { fewer };
        }
        (lacks, starts)
    }

    /// Whether the digits count all its tiles.
    pub(super) fn fits(&self) -> bool {
        self.tiles.map(KindSet::len).iter().sum::<u32>() < 16
    }
}

impl Rest {
    /// The tiles that the hand has to get, whatever is most; `least` or more if it is as many.
    #[inline]
    fn lacks(&self, held: &Held, least: u32) -> u32 {
        let mut groups = held.lacks(&self.of_groups);
        for wanted in &self.groups {
            if groups >= least {
                return groups;
            }
            groups += wanted.lacks(held);
        }
        let mut every = 0;
        for wanted in &self.every {
            every += wanted.lacks(held);
        }
        groups.max(self.lacks_of_classes(held)).max(every).max(held.lacks(&self.tiles))
    }

    #[inline]
    pub(super) fn lacks_of_classes(&self, held: &Held) -> u32 {
        self.classes.iter().map(|&class| u32::from(!held.kinds().meets(class))).sum()
    }
}
