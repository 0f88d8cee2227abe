//! Which discards make a hand lack more of a yaku.

use super::Held;
use super::goal::{Bound, Course, Goal, Rest, Shifted};
use super::numbers::Number;
use super::wanted::Wanted;
use hyakuman_core::KindSet;

/// The kinds of which a discard makes a hand lack more tiles of a yaku. After a discard of any other kind it lacks as many as before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Needs {
    /// It lacks one tile more.
    pub one: KindSet,
    /// It may lack more.
    pub perhaps: KindSet,
}

impl Needs {
    pub(super) const NONE: Needs = Needs::one(KindSet::EMPTY);

    pub(super) const fn one(one: KindSet) -> Needs {
        Needs { one, perhaps: KindSet::EMPTY }
    }

    pub(super) const fn perhaps(perhaps: KindSet) -> Needs {
        Needs { one: KindSet::EMPTY, perhaps }
    }

    /// Of a yaku that takes two things: the hand lacks as many tiles as of the one that is farther away.
    fn of_both(self, other: Needs) -> Needs {
        let perhaps = self.perhaps | other.perhaps;
        Needs { one: (self.one | other.one) - perhaps, perhaps }
    }

    /// Of a yaku that takes one of two things, both as near.
    fn of_either(self, other: Needs) -> Needs {
        let any = self.any() & other.any();
        let perhaps = any & (self.perhaps | other.perhaps);
        Needs { one: any - perhaps, perhaps }
    }

    /// All of them.
    pub fn any(self) -> KindSet {
        self.one | self.perhaps
    }
}

impl Goal {
    /// What a discard does to a hand that lacks so many tiles. Without a spare tile what lies outside and numbers may change by any.
    pub fn needs(&self, held: &Held, lacks: u32) -> Needs {
        let is_of_tiles = self.bound.is_of_tiles && self.numbers.is_empty();
        if !self.is_standard() || held.spare == 0 && !is_of_tiles {
            return Needs::perhaps(KindSet::ALL);
        }
        if let ([course], [], []) = (&self.courses[..], &self.of_tiles[..], &self.shifted[..]) {
            return self.needs_of(course, held, lacks);
        }
        let mut needs = Needs::one(KindSet::ALL);
        for shifted in &self.shifted {
            needs = needs.of_either(Needs::one(shifted.needs(held, lacks)));
        }
        for tiles in self.of_tiles.iter().filter(|tiles| held.lacks(tiles) == lacks) {
            needs = needs.of_either(Needs::one(held.needs(tiles)));
        }
        for course in &self.courses {
            if needs.any().is_empty() {
                break;
            }
            let tiles = course.bound.lacks(held, lacks);
            if tiles <= lacks && self.lacks_of(course, tiles, held, lacks + 1) <= lacks {
                needs = needs.of_either(self.needs_of(course, held, lacks));
            }
        }
        needs
    }

    /// The same of one of its courses.
    #[inline]
    fn needs_of(&self, course: &Course, held: &Held, lacks: u32) -> Needs {
        let of_bound = Needs::one(course.bound.needs(held, lacks));
        let of_rest = course.rest.as_ref().map_or(Needs::NONE, |rest| rest.needs(held, lacks));
        let of_number = |number: &Number| number.needs(held, lacks, course.bound.allowed);
        self.numbers.iter().map(of_number).fold(of_bound.of_both(of_rest), Needs::of_both)
    }
}

impl Shifted {
    /// What all the nearest of them need; every kind if none is that near.
    fn needs(&self, held: &Held, lacks: u32) -> KindSet {
        let (tiles, mut starts) = self.nearest(held);
        let mut needs = KindSet::ALL;
        while tiles <= lacks && starts != 0 && !needs.is_empty() {
            needs &= held
                .needs(&self.tiles.map(|tiles| KindSet::from_bits(tiles.bits() << starts.trailing_zeros())));
            starts &= starts - 1;
        }
        needs
    }
}

impl Bound {
    /// Without the class, which is a number, too.
    #[inline]
    fn needs(&self, held: &Held, lacks: u32) -> KindSet {
        let (mut tiles, mut needs) = (0, KindSet::EMPTY);
        for at in (0..4).take_while(|&at| self.least[at] > 0) {
            let has = self.kinds[at] & held.at_least[at];
            tiles += self.least[at].saturating_sub(has.len());
            if has.len() <= self.least[at] {
                needs |= has - held.at_least.get(at + 1).copied().unwrap_or_default();
            }
        }
        if tiles != lacks {
            needs = KindSet::EMPTY;
        }
        let is_over = !self.is_of_tiles && held.tiles_in(!self.allowed) > lacks;
        if is_over { needs | self.allowed } else { needs }
    }
}

impl Rest {
    fn needs(&self, held: &Held, lacks: u32) -> Needs {
        let counts = |tiles: u32| tiles == lacks || !self.is_apart;
        let of_groups = |given: &[KindSet; 4], groups: &[Wanted]| {
            let tiles = groups.iter().fold(held.lacks(given), |tiles, wanted| tiles + wanted.lacks(held));
            let needs = || groups.iter().fold(held.needs(given), |needs, wanted| needs | wanted.needs(held));
            if counts(tiles) { needs() } else { KindSet::EMPTY }
        };
        let mut needs =
            of_groups(&self.of_groups, &self.groups) | of_groups(&[KindSet::EMPTY; 4], &self.every);
        if counts(held.lacks(&self.tiles)) {
            needs |= held.needs(&self.tiles);
        }
        if !self.classes.is_empty() && counts(self.lacks_of_classes(held)) {
            let single = self.classes.iter().filter(|class| held.tiles_in(**class) == 1);
            needs = single.fold(needs, |needs, &class| needs | class);
        }
        if self.is_apart { Needs::one(needs) } else { Needs::perhaps(needs) }
    }
}
