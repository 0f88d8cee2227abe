//! Makes goals of yaku, the same of yaku that say the same in other words.

use super::super::WrittenYaku;
use super::super::pattern::{Case, Demand, Kinds, Way, add, number_of, sort};
use super::super::words::{Form, Quantity};
use super::goal::{Bound, Course, Goal, Rest, Shifted};
use super::numbers::Number;
use super::wanted::Wanted;
use hyakuman_core::{Kind, KindSet};
use std::collections::HashSet;

/// Numbers as sets of kinds and groups, as far as these say it.
struct Counted {
    /// The hand is one of these.
    hands: Vec<OfSuits>,
    kans: u32,
    called: u32,
    rest: Vec<Number>,
}

/// Hands of these kinds, with a tile of each of these classes.
#[derive(Clone)]
struct OfSuits {
    allowed: KindSet,
    classes: Vec<KindSet>,
}

impl Goal {
    /// A yaku for a seat with this wind in a round of that.
    pub(super) fn of(yaku: &'static WrittenYaku, winds: [Kind; 2]) -> Goal {
        let conditions = &yaku.conditions;
        let counted = Counted::of(yaku);
        let is_standard = conditions.forms >> Form::Standard as u8 & 1 != 0;
        let mut known = HashSet::new();
        let of_case = |case: &'static Case| {
            let counted = &counted;
            let of = move |hand| Course::of(case, hand, counted, winds, is_standard);
            counted.hands.iter().map(of)
        };
        let all = conditions.cases.iter().flat_map(of_case);
        let mut courses: Vec<Course> = all.filter(|course| known.insert(course.clone())).collect();
        let is_plain = matches!(&courses[..], [course] if course.rest.is_none());
        let bound = Bound::of(&courses);
        let (is_plain, is_open) = (is_plain && is_standard && counted.rest.is_empty(), bound.called > 0);
        let chance = |is_closed| {
            if yaku.worth.fits(is_closed) { conditions.chance(is_closed, Some(winds)) } else { 0.0 }
        };
        let fits = |case: &Case| case.winning.map_or(KindSet::ALL, |winning| winning.for_winds(winds));
        let is_of_tiles = counted.rest.is_empty() && !is_plain;
        let shifted = if is_of_tiles { Shifted::taken_from(&mut courses) } else { Vec::new() };
        let of_tiles = courses.extract_if(.., |course| is_of_tiles && course.needs_only_tiles());
        let of_tiles = of_tiles.map(|course| course.bound.kinds).collect();
        Goal {
            yaku,
            chance: [chance(false), chance(!is_open)],
            winning: conditions.cases.iter().fold(KindSet::EMPTY, |all, case| all | fits(case)),
            forms: conditions.forms,
            numbers: counted.rest,
            courses,
            of_tiles,
            shifted,
            bound,
            is_open,
            is_plain,
        }
    }
}

impl Counted {
    fn of(yaku: &WrittenYaku) -> Counted {
        let is_open = yaku.conditions.is_open() || yaku.worth.fits(false) && !yaku.worth.fits(true);
        let hands = vec![OfSuits { allowed: KindSet::ALL, classes: Vec::new() }];
        let mut counted = Counted { hands, kans: 0, called: is_open.into(), rest: Vec::new() };
        let is_closed = is_closed(yaku);
        for (of, range) in yaku.conditions.asked() {
            // All melds of a closed hand are kans.
            let of = if of == Quantity::Melds && is_closed { Quantity::Kans } else { of };
            counted.add(of, range);
        }
        counted
    }

    fn add(&mut self, of: Quantity, [least, most]: [u32; 2]) {
        match of {
            Quantity::Suits => return self.limit(&of_suits(least, most)),
            Quantity::Honors if most == 0 => self.limit_to(!KindSet::HONORS),
            Quantity::Terminals if most == 0 => self.limit_to(KindSet::HONORS | !KindSet::YAOCHU),
            Quantity::Sum if most == 0 => self.limit_to(KindSet::HONORS),
            Quantity::Kans => self.kans = self.kans.max(least),
            Quantity::Called => self.called = self.called.max(least),
            _ => {}
        }
        for class in of.classes(least) {
            self.hands.iter_mut().for_each(|hand| hand.classes.push(class.kinds()));
        }
        let is_of_melds = matches!(of, Quantity::Kans | Quantity::Called);
        let is_of_class = least == 1 && !of.classes(least).is_empty();
        let least = if is_of_class || is_of_melds { 0 } else { least };
        let is_limit = most == 0 && !is_of_melds && of != Quantity::Melds;
        let most = if is_limit { u32::MAX } else { most };
        if of.is_of_tiles() && (least > 0 || most < u32::MAX) {
            self.rest.push(Number { of, least, most });
        }
    }

    /// A class of which it needs so many tiles.
    fn class(&self, allowed: KindSet) -> (KindSet, u32) {
        let class = |number: &Number| Some((number.class()?, number.least));
        let classes = self.rest.iter().filter_map(class).filter(|(class, _)| allowed.meets(*class));
        classes.max_by_key(|&(_, least)| least).unwrap_or((KindSet::EMPTY, 0))
    }

    fn limit_to(&mut self, allowed: KindSet) {
        self.limit(&[OfSuits { allowed, classes: Vec::new() }]);
    }

    fn limit(&mut self, to: &[OfSuits]) {
        let both = |hand: &OfSuits, to: &OfSuits| OfSuits {
            allowed: hand.allowed & to.allowed,
            classes: hand.classes.iter().chain(&to.classes).copied().collect(),
        };
        self.hands = self.hands.iter().flat_map(|hand| to.iter().map(move |to| both(hand, to))).collect();
    }
}

/// Whether only a closed hand has it.
fn is_closed(yaku: &WrittenYaku) -> bool {
    let is_not_called = yaku.conditions.asked().any(|(of, [_, most])| of == Quantity::Called && most == 0);
    is_not_called || yaku.conditions.is_closed() || !yaku.worth.fits(false)
}

/// The hands with at least and at most so many suits.
fn of_suits(least: u32, most: u32) -> Vec<OfSuits> {
    let sets = |count: u32| (0u32..8).filter(move |suits| suits.count_ones() == count.min(3));
    let each = |suits: u32| (0..3).filter(move |suit| suits >> suit & 1 != 0).map(KindSet::suit);
    let kinds = move |suits: u32| each(suits).fold(KindSet::EMPTY, |kinds, suit| kinds | suit);
    let hand = move |among: u32, has: u32| OfSuits {
        allowed: kinds(among) | KindSet::HONORS,
        // A tile of one suit, whichever that is: one class.
        classes: if least == 1 { vec![kinds(among)] } else { each(has).collect() },
    };
    let least_sets =
        move |among: u32| sets(if least == 1 { 0 } else { least }).filter(move |has| has & !among == 0);
    sets(most).flat_map(|among| least_sets(among).map(move |has| hand(among, has))).collect()
}

impl Course {
    /// A case of a yaku, in such a hand.
    fn of(case: &Case, hand: &OfSuits, counted: &Counted, winds: [Kind; 2], is_standard: bool) -> Course {
        let every = case.groups_of_every(is_standard);
        let only = case.only.map_or(KindSet::ALL, |only| only.for_winds(winds));
        let of_groups = case.kinds_of_groups(&every, winds, is_standard);
        let allowed = (only - case.none.for_winds(winds)) & hand.allowed & of_groups;
        let groups = case.groups_with(hand, is_standard);
        let number = |is: fn(&Way) -> bool| u32::from(number_of(&groups, is).max(number_of(&every, is)));
        let kans = number(|way| way.sorts == sort::KAN);
        let mut rest = Rest::of(case, &groups, &every, allowed, winds);
        if counted.kans > kans {
            rest.groups.push(Wanted::kans(counted.kans - kans));
        }
        let (kinds, least) = rest.take_kinds();
        rest.is_apart = rest.are_apart();
        let (called, kans) = (counted.called.max(number(|way| way.exposed)), counted.kans.max(kans));
        let (class, of_class) = counted.class(allowed);
        let bound = Bound {
            kinds,
            least,
            class,
            of_class,
            allowed,
            called,
            kans,
            is_of_tiles: allowed == KindSet::ALL && called + kans + of_class == 0,
        };
        Course { bound, rest: (!rest.is_nothing_beside(&kinds)).then(|| Box::new(rest)) }
    }

    /// Whether it needs these tiles and nothing else.
    fn needs_only_tiles(&self) -> bool {
        let Bound { kinds, least, is_of_tiles, .. } = self.bound;
        is_of_tiles && self.rest.is_none() && least == kinds.map(KindSet::len)
    }
}

impl Case {
    /// Its groups with those that it has for such a hand and for its winning tile.
    fn groups_with(&self, hand: &OfSuits, is_standard: bool) -> Vec<Demand> {
        let class = |&fixed: &KindSet| Kinds { fixed, ..Kinds::default() };
        let classes: Vec<Kinds> = hand.classes.iter().map(class).chain(self.winning).collect();
        self.groups.iter().cloned().chain(self.groups_of_has(is_standard, &classes)).collect()
    }

    /// The kinds of a hand of which `every`, or the groups of a whole hand, say each group.
    fn kinds_of_groups(&self, every: &[Demand], winds: [Kind; 2], is_standard: bool) -> KindSet {
        let kinds = |demands: &[Demand]| {
            let each = demands.iter().map(|demand| Wanted::of(demand, winds).kinds());
            each.fold(KindSet::EMPTY, |all, kinds| all | kinds)
        };
        let are_all = number_of(&self.groups, |_| true) >= if is_standard { 5 } else { 7 };
        let of_groups = if are_all { kinds(&self.groups) } else { KindSet::ALL };
        if every.is_empty() { of_groups } else { of_groups & kinds(every) }
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
        let kinds = self.bound.kinds;
        let start = kinds[0].first().filter(|_| self.needs_only_tiles())?;
        let lowest = |kinds: KindSet| KindSet::from_bits(kinds.bits() >> start.code());
        Some((kinds.map(lowest), start))
    }
}

impl Rest {
    fn of(case: &Case, groups: &[Demand], every: &[Demand], allowed: KindSet, winds: [Kind; 2]) -> Rest {
        let mut rest = Rest {
            tiles: case.tiles,
            classes: case.classes.iter().map(|class| class.for_winds(winds)).collect(),
            of_groups: [KindSet::EMPTY; 4],
            groups: Vec::new(),
            every: wanted(every, allowed, winds),
            is_apart: false,
        };
        wanted(groups, allowed, winds).into_iter().for_each(|wanted| rest.add(wanted));
        rest
    }

    /// Kinds of which a hand needs so many in each plane: given tiles, or else groups of one size. These are all that is looked at of the groups if there
    /// are no others.
    fn take_kinds(&mut self) -> ([KindSet; 4], [u32; 4]) {
        let given = if self.of_groups[0].is_empty() { self.tiles } else { self.of_groups };
        let same = self.groups.iter().find_map(|one| Some((one.count, one.same()?)));
        let Some((count, (kinds, size))) = same.filter(|_| given[0].is_empty()) else {
            return (given, given.map(KindSet::len));
        };
        if self.groups.len() == 1 {
            self.groups.clear();
        }
        let planes = [0, 1, 2, 3].map(|at| if at < size { (kinds, count) } else { (KindSet::EMPTY, 0) });
        (planes.map(|(kinds, _)| kinds), planes.map(|(_, count)| count))
    }

    /// Whether a hand with the tiles of these planes has it.
    fn is_nothing_beside(&self, planes: &[KindSet; 4]) -> bool {
        let is_among = |tiles: &[KindSet; 4]| tiles == planes || tiles[0].is_empty();
        let has_no_groups = self.groups.is_empty() && self.every.is_empty();
        has_no_groups && self.classes.is_empty() && is_among(&self.tiles) && is_among(&self.of_groups)
    }

    /// Whether a tile counts once in each of its lists.
    fn are_apart(&self) -> bool {
        let of = |all: &[Wanted]| all.iter().map(Wanted::kinds).collect::<Vec<_>>();
        let groups = [of(&self.groups), vec![self.of_groups[0]]].concat();
        let are_apart = |sets: &[KindSet]| {
            let all = sets.iter().fold(KindSet::EMPTY, |all, &kinds| all | kinds);
            sets.iter().map(|kinds| kinds.len()).sum::<u32>() == all.len()
        };
        let are_single = self.groups.iter().chain(&self.every).all(Wanted::is_single);
        are_single && are_apart(&groups) && are_apart(&of(&self.every)) && are_apart(&self.classes)
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
            class: all(&|bound| bound.class),
            of_class: least(&|bound| bound.of_class),
            allowed: all(&|bound| bound.allowed),
            called: least(&|bound| bound.called),
            kans: least(&|bound| bound.kans),
            is_of_tiles: bounds().all(|bound| bound.is_of_tiles),
        }
    }
}
