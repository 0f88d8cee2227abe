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
    /// More courses, by what they have in common.
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

/// What a hand needs at least: in each plane so many of these kinds, only allowed kinds, called melds and kans.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bound {
    pub(super) kinds: [KindSet; 4],
    pub(super) least: [u32; 4],
    pub(super) allowed: KindSet,
    pub(super) called: u32,
    pub(super) kans: u32,
    /// Whether all kinds are allowed, and no call or kan is needed.
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
            least = least.min(shifted.nearest(held).0.max(self.lacks_of_form(held, KindSet::ALL)));
        }
        for course in &self.courses {
            let of_form = self.lacks_of_form(held, course.bound.allowed);
            let tiles = course.bound.lacks(held, least).max(of_form);
            if tiles < least {
                least = least.min(self.lacks_of(course, tiles, held, least));
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
        if self.is_plain {
            return self.bound.needs(held);
        }
        let nearest = |shifted: &Shifted| {
            let (tiles, start) = shifted.nearest(held);
            (tiles <= lacks).then(|| held.needs(&shifted.tiles(start)))
        };
        if let Some(needs) = self.shifted.iter().find_map(nearest) {
            return needs;
        }
        let is_nearest = |course: &&Course| {
            let tiles = course.bound.lacks(held, lacks);
            tiles <= lacks && self.lacks_of(course, tiles, held, lacks + 1) <= lacks
        };
        let of_course =
            self.courses.iter().find(is_nearest).map_or(KindSet::ALL, |course| course.needs(held));
        self.numbers.iter().fold(of_course, |needs, number| needs | number.needs(held))
    }

    /// The tiles that lack of a course, at least so many; `least` or more if it is not the nearest.
    #[inline(always)]
    fn lacks_of(&self, course: &Course, tiles: u32, held: &Held, least: u32) -> u32 {
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

    /// The tiles that the hand lacks of the nearest form, of these kinds.
    #[inline]
    fn lacks_of_form(&self, held: &Held, allowed: KindSet) -> u32 {
        if self.forms >> Form::Standard as u8 & 1 != 0 {
            return 0;
        }
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

impl Course {
    /// The kinds of which a discard may make it farther.
    fn needs(&self, held: &Held) -> KindSet {
        let rest = self.rest.as_ref().map_or(KindSet::EMPTY, |rest| rest.needs(held));
        self.bound.needs(held) | rest
    }
}

impl Bound {
    /// More tiles than a hand ever lacks: a meld is in the way.
    const NEVER: u32 = 99;

    /// The tiles that the hand has to get, to call or to part with, whatever is most; more than `most` if they are.
    #[inline]
    fn lacks(&self, held: &Held, most: u32) -> u32 {
        let mut tiles = 0;
        for at in 0..4 {
            if self.least[at] == 0 {
                break;
            }
            tiles += self.least[at].saturating_sub((self.kinds[at] & held.at_least[at]).len());
        }
        if tiles > most || self.is_of_tiles { tiles } else { tiles.max(self.lacks_beside(held)) }
    }

    /// What is to be called or to be parted with.
    #[inline]
    fn lacks_beside(&self, held: &Held) -> u32 {
        if !held.melded.is_subset_of(self.allowed) {
            return Bound::NEVER;
        }
        let outside = held.tiles_in(!self.allowed).saturating_sub(held.spare);
        outside.max(self.called.saturating_sub(held.called)).max(self.kans.saturating_sub(held.kans))
    }

    /// The kinds of which a discard may make a course with this bound farther.
    fn needs(&self, held: &Held) -> KindSet {
        let is_outside = held.tiles_in(!self.allowed) > 0;
        held.needs(&self.kinds) | if is_outside { self.allowed } else { KindSet::EMPTY }
    }
}

impl Shifted {
    /// The tiles that lack of the nearest of them, and where that one starts.
    fn nearest(&self, held: &Held) -> (u32, u32) {
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
        (lacks, starts.trailing_zeros())
    }

    /// Whether the digits count all its tiles.
    pub(super) fn fits(&self) -> bool {
        self.tiles.map(KindSet::len).iter().sum::<u32>() < 16
    }

    /// The tiles of the one that starts there.
    fn tiles(&self, start: u32) -> [KindSet; 4] {
        self.tiles.map(|tiles| KindSet::from_bits(tiles.bits() << start))
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
        needs
    }

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
        let (mut classes, mut every) = (0, 0);
        for &class in &self.classes {
            classes += u32::from(!held.kinds().meets(class));
        }
        for wanted in &self.every {
            every += wanted.lacks(held);
        }
        groups.max(classes).max(every).max(held.lacks(&self.tiles))
    }
}
