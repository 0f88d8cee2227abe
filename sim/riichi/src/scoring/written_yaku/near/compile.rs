//! Makes goals of yaku, the same of yaku that say the same in other words.

use super::super::WrittenYaku;
use super::super::pattern::{Case, Conditions, Demand, add, sort};
use super::super::words::{Form, Quantity};
use super::bounds;
use super::goal::{Bound, Course, Goal, Rest, Shifted};
use super::numbers::Number;
use super::wanted::Wanted;
use hyakuman_core::{Kind, KindSet};
use std::collections::HashSet;

/// Numbers as sets of kinds and groups, as far as these say it.
struct Counted {
    /// The suits and honors that the hand may have: one of these sets.
    allowed: Vec<KindSet>,
    kans: u32,
    called: u32,
    rest: Vec<Number>,
}

impl Goal {
    /// A yaku for a seat with this wind in a round of that.
    pub(super) fn of(yaku: &'static WrittenYaku, winds: [Kind; 2]) -> Goal {
        let conditions = &yaku.conditions;
        let chance = |is_closed| {
            if yaku.worth.fits(is_closed) { conditions.chance(is_closed, Some(winds)) } else { 0.0 }
        };
        let counted = Counted::of(conditions);
        let mut known = HashSet::new();
        let of_case = |case: &'static Case| {
            let counted = &counted;
            counted.allowed.iter().map(move |&allowed| Course::of(case, allowed, counted, winds))
        };
        let all = conditions.cases.iter().flat_map(of_case);
        let mut courses: Vec<Course> = all.filter(|course| known.insert(course.clone())).collect();
        let fits = |case: &Case| case.winning.map_or(KindSet::ALL, |winning| winning.for_winds(winds));
        let is_standard = conditions.forms >> Form::Standard as u8 & 1 != 0;
        let is_plain = matches!(&courses[..], [course] if course.rest.is_none());
        let is_plain = is_plain && is_standard && counted.rest.is_empty();
        let bound = Bound::of(&courses);
        let shifted = if counted.rest.is_empty() { Shifted::taken_from(&mut courses) } else { Vec::new() };
        Goal {
            yaku,
            chance: [chance(false), chance(true)],
            winning: conditions.cases.iter().fold(KindSet::EMPTY, |all, case| all | fits(case)),
            forms: conditions.forms,
            numbers: counted.rest,
            courses,
            shifted,
            bound,
            is_plain,
        }
    }
}

impl Counted {
    fn of(conditions: &Conditions) -> Counted {
        let mut counted = Counted { allowed: vec![KindSet::ALL], kans: 0, called: 0, rest: Vec::new() };
        for &(of, orders, than) in &conditions.numbers {
            counted.add(of, bounds(orders, than));
        }
        counted
    }

    fn add(&mut self, of: Quantity, [least, most]: [u32; 2]) {
        match of {
            Quantity::Suits => self.limit(&of_suits(most)),
            Quantity::Honors if most == 0 => self.limit(&[!KindSet::HONORS]),
            Quantity::Terminals if most == 0 => self.limit(&[KindSet::HONORS | !KindSet::YAOCHU]),
            Quantity::Kans => self.kans = self.kans.max(least),
            Quantity::Called => self.called = self.called.max(least),
            _ => {}
        }
        // One of a class follows from `Implied`.
        let is_of_class = !of.classes(least).is_empty() && (of == Quantity::Suits || least == 1);
        let is_of_melds = matches!(of, Quantity::Kans | Quantity::Called);
        let least =
            if is_of_class || is_of_melds || of == Quantity::Suits && most == least { 0 } else { least };
        let most = if of == Quantity::Suits || most == 0 && !is_of_melds && of != Quantity::Melds {
            u32::MAX
        } else {
            most
        };
        if of.is_of_tiles() && (least > 0 || most < u32::MAX) {
            self.rest.push(Number { of, least, most });
        }
    }

    fn limit(&mut self, to: &[KindSet]) {
        self.allowed =
            self.allowed.iter().flat_map(|&allowed| to.iter().map(move |&to| allowed & to)).collect();
    }
}

/// The kinds of hands with at most so many suits.
fn of_suits(most: u32) -> Vec<KindSet> {
    let with = |suits: u32| {
        let suits = [0, 1, 2].into_iter().filter(|suit| suits >> suit & 1 != 0);
        suits.fold(KindSet::HONORS, |kinds, suit| kinds | KindSet::suit(suit))
    };
    (0u32..8).filter(|suits| suits.count_ones() == most.min(3)).map(with).collect()
}

impl Course {
    /// A case of a yaku, within these kinds.
    fn of(case: &Case, allowed: KindSet, counted: &Counted, winds: [Kind; 2]) -> Course {
        let only = case.only.map_or(KindSet::ALL, |only| only.for_winds(winds));
        let allowed =
            (only - case.none.for_winds(winds)) & allowed & case.implied.kinds.unwrap_or(KindSet::ALL);
        let is_kan = |demand: &&Demand| demand.ways.iter().all(|way| way.sorts == sort::KAN);
        let kans: u32 = case.groups.iter().filter(is_kan).map(|demand| u32::from(demand.count)).sum();
        let mut rest = Rest::of(case, allowed, winds);
        if counted.kans > kans {
            rest.groups.push(Wanted::kans(counted.kans - kans));
        }
        let kinds = if rest.of_groups[0].is_empty() { rest.tiles } else { rest.of_groups };
        let (called, kans) = (counted.called.max(case.called().into()), counted.kans.max(kans));
        let bound = Bound {
            kinds,
            least: kinds.map(KindSet::len),
            allowed,
            called,
            kans,
            is_of_tiles: allowed == KindSet::ALL && called + kans == 0,
        };
        Course { bound, rest: (!rest.is_nothing_beside(&kinds)).then(|| Box::new(rest)) }
    }
}

impl Shifted {
    /// Fewest courses that are looked at together.
    const FEWEST: usize = 3;

    /// Takes those courses that are alike.
    fn taken_from(courses: &mut Vec<Course>) -> Vec<Shifted> {
        let mut all: Vec<Shifted> = Vec::new();
        for (tiles, start) in courses.iter().filter_map(Course::shift) {
            match all.iter_mut().find(|shifted| shifted.tiles == tiles) {
                Some(shifted) => shifted.starts.insert(start),
                None => all.push(Shifted { tiles, starts: KindSet::of(start) }),
            }
        }
        all.retain(|shifted| shifted.starts.len() as usize >= Shifted::FEWEST);
        debug_assert!(all.iter().all(Shifted::fits), "more tiles than four digits count");
        let is_taken = |(tiles, _)| all.iter().any(|shifted| shifted.tiles == tiles);
        courses.retain(|course| !course.shift().is_some_and(is_taken));
        all
    }
}

impl Course {
    /// The lowest kind, and the tiles as if that were the lowest of all; none if it needs anything besides tiles.
    fn shift(&self) -> Option<([KindSet; 4], Kind)> {
        let Bound { kinds, is_of_tiles, .. } = self.bound;
        let start = kinds[0].first().filter(|_| is_of_tiles && self.rest.is_none())?;
        let lowest = |kinds: KindSet| KindSet::from_bits(kinds.bits() >> start.code());
        Some((kinds.map(lowest), start))
    }
}

impl Rest {
    fn of(case: &Case, allowed: KindSet, winds: [Kind; 2]) -> Rest {
        let mut rest = Rest {
            tiles: case.tiles,
            classes: case.classes.iter().map(|class| class.for_winds(winds)).collect(),
            of_groups: [KindSet::EMPTY; 4],
            groups: Vec::new(),
            every: wanted(&case.implied.of_every, allowed, winds),
        };
        let groups = case.groups.iter().chain(&case.implied.of_has).cloned().collect::<Vec<_>>();
        wanted(&groups, allowed, winds).into_iter().for_each(|wanted| rest.add(wanted));
        rest
    }

    /// Whether a hand with the tiles of these planes has it.
    fn is_nothing_beside(&self, planes: &[KindSet; 4]) -> bool {
        let is_among = |tiles: &[KindSet; 4]| tiles == planes || tiles[0].is_empty();
        let has_no_groups = self.groups.is_empty() && self.every.is_empty();
        has_no_groups && self.classes.is_empty() && is_among(&self.tiles) && is_among(&self.of_groups)
    }

    fn add(&mut self, wanted: Wanted) {
        match wanted.tiles() {
            Some((kinds, copies)) => (0..copies).for_each(|_| add(&mut self.of_groups, kinds)),
            None => self.groups.push(wanted),
        }
    }
}

/// The groups of these demands, those that are alike together, without what every hand of these kinds has.
fn wanted(demands: &[Demand], allowed: KindSet, winds: [Kind; 2]) -> Vec<Wanted> {
    let mut all: Vec<Wanted> = Vec::new();
    for one in demands.iter().map(|demand| Wanted::of(demand, winds)) {
        match all.iter_mut().find(|other| other.is_like(&one)) {
            Some(other) => other.count += one.count,
            None => all.push(one),
        }
    }
    all.retain(|wanted| !wanted.is_nothing(allowed));
    // What a hand most likely lacks first: most hands are known to be far after a few.
    all.sort_by_key(Wanted::options);
    all
}

impl Bound {
    /// What none of these needs less than.
    fn of(courses: &[Course]) -> Bound {
        let bounds = || courses.iter().map(|course| &course.bound);
        let all = |kinds: &dyn Fn(&Bound) -> KindSet| {
            bounds().fold(KindSet::EMPTY, |all, bound| all | kinds(bound))
        };
        let least = |of: &dyn Fn(&Bound) -> u32| bounds().map(of).min().unwrap_or(0);
        Bound {
            kinds: [0, 1, 2, 3].map(|at| all(&|bound| bound.kinds[at])),
            least: [0, 1, 2, 3].map(|at| least(&|bound| bound.least[at])),
            allowed: all(&|bound| bound.allowed),
            called: least(&|bound| bound.called),
            kans: least(&|bound| bound.kans),
            is_of_tiles: bounds().all(|bound| bound.is_of_tiles),
        }
    }
}
