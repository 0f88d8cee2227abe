//! How dangerous a discard is against one seat, as a class that tables of deal-in rates can be indexed with.
//!
//! The classes are those of the literature: suji, walls (壁) and, for honors, the copies that are unseen. A two-sided wait
//! (両面) on a kind has two neighbours of it in the hand: 23 or 56 for a 4. It is impossible
//!
//! - by suji (筋), if the kind at its other end, 1 or 7, is safe: the seat could not win with that wait;
//! - by a wall, if the viewer sees all four copies of one of the neighbours.
//!
//! All kinds are classified at once, with bit operations on sets of kinds: [`super::View::danger`].

use hyakuman_core::{Hand, Kind, KindSet};

/// Ranks 1 to 3 of the suits.
const LOW: u64 = 0b111 * 0x0004_0201;
/// Ranks 4 to 6.
const MIDDLE: u64 = LOW << 3;
/// Ranks 7 to 9.
const HIGH: u64 = LOW << 6;

/// The ranks of a suit, as bits 0 to 8, in every suit.
const fn ranks(bits: u64) -> u64 {
    bits * 0x0004_0201
}

hyakuman_core::named! {
    /// How dangerous a kind is against a seat. The numbers are stable: tables may be indexed with them.
    #[repr(u8)]
    pub enum DangerClass {
        /// The seat cannot win on it by ron ([`super::View::safe_against`]).
        Safe = "safe",
        /// A 5 of which both two-sided waits are possible.
        NoSuji5 = "no-suji-5",
        /// A 4 or 6 of which both two-sided waits are possible.
        NoSuji46 = "no-suji-46",
        /// A 3 or 7 of which the two-sided wait is possible.
        NoSuji37 = "no-suji-37",
        /// A 2 or 8 of which the two-sided wait is possible.
        NoSuji28 = "no-suji-28",
        /// A 1 or 9 of which the two-sided wait is possible.
        NoSuji19 = "no-suji-19",
        /// A 5 of which one of the two-sided waits is impossible, by suji or by a wall.
        HalfSuji5 = "half-suji-5",
        /// A 4 or 6 of which one of the two-sided waits is impossible, by suji or by a wall.
        HalfSuji46 = "half-suji-46",
        /// A 3 or 7 that is suji.
        Suji37 = "suji-37",
        /// A 2 or 8 that is suji.
        Suji28 = "suji-28",
        /// A 1 or 9 that is suji.
        Suji19 = "suji-19",
        /// A 5 that is suji on both sides.
        Suji5 = "suji-5",
        /// A 4 or 6 that is suji on both sides.
        Suji46 = "suji-46",
        /// A kind of a suit of which all two-sided waits are impossible, not all of them by suji. A 1m and 9m of three-player
        /// mahjong, and a kind that is not in play, belong here too.
        Walled = "walled",
        /// A dragon, or a wind that is a yaku for the seat, of which three or more copies are unseen.
        ValueHonor3 = "value-honor-3",
        /// The same with two unseen copies.
        ValueHonor2 = "value-honor-2",
        /// The same with one unseen copy or none.
        ValueHonor1 = "value-honor-1",
        /// A wind that is no yaku for the seat, of which three or more copies are unseen.
        GuestWind3 = "guest-wind-3",
        /// The same with two unseen copies.
        GuestWind2 = "guest-wind-2",
        /// The same with one unseen copy or none.
        GuestWind1 = "guest-wind-1",
    }
}

impl DangerClass {
    /// The class with this number, which must be one of a class.
    #[inline]
    const fn of_digits(number: usize) -> DangerClass {
        /// Padded, so that no bounds check is needed.
        const PADDED: [DangerClass; 32] = {
            let mut padded = [DangerClass::Safe; 32];
            let mut i = 0;
            while i < DangerClass::COUNT {
                padded[i] = DangerClass::ALL[i];
                i += 1;
            }
            padded
        };
        PADDED[number & 31]
    }
}

/// The danger class of every kind against one seat: the number of the class in five binary digits, each of which is the set
/// of kinds that have it. Made by [`super::View::danger`].
///
/// A kind of which the viewer sees all four copies has the class that suji, walls and copies give it, like any other kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DangerClasses {
    digits: [KindSet; 5],
    one_chance: KindSet,
}

impl DangerClasses {
    /// The class of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> DangerClass {
        DangerClass::of_digits(self.index_of(kind))
    }

    /// The number of the class of a kind, 0 to 19, as an index of tables.
    #[inline]
    pub fn index_of(&self, kind: Kind) -> usize {
        let digit = |i: usize| (self.digits[i].bits() >> kind.code() & 1) << i;
        (digit(0) | digit(1) | digit(2) | digit(3) | digit(4)) as usize
    }

    /// The kinds of a class, those not in play among them.
    #[inline]
    pub fn of_class(&self, class: DangerClass) -> KindSet {
        let has = |i: usize| if class as usize >> i & 1 == 1 { self.digits[i] } else { !self.digits[i] };
        has(0) & has(1) & has(2) & has(3) & has(4)
    }

    /// The kinds of which two-sided waits are possible, but only with a neighbour that has a single unseen copy, on each
    /// side that is not impossible (ワンチャンス).
    #[inline]
    pub fn one_chance(&self) -> KindSet {
        self.one_chance
    }

    /// The classes for a seat that cannot win on the kinds `safe`, and for which the kinds `valued` are yaku.
    #[inline]
    pub(super) fn new(safe: KindSet, valued: KindSet, unseen: &Unseen) -> DangerClasses {
        let rest = !safe.bits();
        let sides = Sides::new(safe, unseen);
        let (suits, honors) = ((LOW | MIDDLE | HIGH) & rest, KindSet::HONORS.bits() & rest);
        let half = (sides.open_above ^ sides.open_below) & MIDDLE & suits;
        let closed = suits & !sides.open();
        let suji = suji_of(safe).bits() & closed;
        let (value, guest) = (valued.bits() & honors, honors & !valued.bits());
        let [one, two] = [1, 2].map(|copies| unseen.at_most[copies].bits());
        let states = States {
            no_suji: sides.open() & suits & !half,
            half,
            suji,
            walled: closed & !suji,
            value: [value & !two, value & two & !one, value & one],
            guest: [guest & !two, guest & two & !one, guest & one],
        };
        let digits = [
            states.digit::<0>(),
            states.digit::<1>(),
            states.digit::<2>(),
            states.digit::<3>(),
            states.digit::<4>(),
        ];
        DangerClasses { digits, one_chance: KindSet::from_bits(sides.one_chance(unseen) & rest) }
    }
}

/// The kinds in each state; the class follows from the state and, in a suit, from the rank.
struct States {
    no_suji: u64,
    half: u64,
    suji: u64,
    walled: u64,
    /// Three or more copies unseen, two, at most one.
    value: [u64; 3],
    guest: [u64; 3],
}

impl States {
    /// The kinds whose class has the binary digit `I`. The masks are constants, so that most terms vanish.
    #[inline(always)]
    fn digit<const I: usize>(&self) -> KindSet {
        use DangerClass::*;
        let suits = self.no_suji & const { NO_SUJI.digit(I) }
            | self.half & const { HALF_SUJI.digit(I) }
            | self.suji & const { SUJI.digit(I) }
            | self.walled & const { all_if(Walled, I) };
        let [value3, value2, value1] = self.value;
        let [guest3, guest2, guest1] = self.guest;
        let honors = value3 & const { all_if(ValueHonor3, I) }
            | value2 & const { all_if(ValueHonor2, I) }
            | value1 & const { all_if(ValueHonor1, I) }
            | guest3 & const { all_if(GuestWind3, I) }
            | guest2 & const { all_if(GuestWind2, I) }
            | guest1 & const { all_if(GuestWind1, I) };
        KindSet::from_bits(suits | honors)
    }
}

/// The classes of one state by rank: of a 5, of 4 and 6, of 3 and 7, of 2 and 8, of 1 and 9.
struct ByRank([DangerClass; 5]);

const NO_SUJI: ByRank = {
    use DangerClass::*;
    ByRank([NoSuji5, NoSuji46, NoSuji37, NoSuji28, NoSuji19])
};
/// Only 4 to 6 have two sides.
const HALF_SUJI: ByRank = {
    use DangerClass::*;
    ByRank([HalfSuji5, HalfSuji46, Safe, Safe, Safe])
};
const SUJI: ByRank = {
    use DangerClass::*;
    ByRank([Suji5, Suji46, Suji37, Suji28, Suji19])
};

impl ByRank {
    /// The kinds of the suits whose class has a binary digit.
    const fn digit(&self, digit: usize) -> u64 {
        let (mut kinds, mut distance) = (0, 0);
        while distance < 5 {
            let both = 0b1_0000 << distance | 0b1_0000 >> distance;
            kinds |= ranks(both) & all_if(self.0[distance], digit);
            distance += 1;
        }
        kinds
    }
}

/// All bits if the number of the class has this binary digit, else none.
const fn all_if(class: DangerClass, digit: usize) -> u64 {
    (class as u64 >> digit & 1).wrapping_neg()
}

/// The kinds whose two-sided wait is possible with the neighbours above them (ranks 1 to 6), and with those below (4 to 9).
struct Sides {
    open_above: u64,
    open_below: u64,
}

impl Sides {
    #[inline]
    fn new(safe: KindSet, unseen: &Unseen) -> Sides {
        let (safe, gone) = (safe.bits(), unseen.at_most[0].bits());
        Sides {
            open_above: (LOW | MIDDLE) & !(safe >> 3 | gone >> 1 | gone >> 2),
            open_below: (MIDDLE | HIGH) & !(safe << 3 | gone << 1 | gone << 2),
        }
    }

    /// The kinds of which some two-sided wait is possible.
    #[inline]
    fn open(&self) -> u64 {
        self.open_above | self.open_below
    }

    /// Those of which every possible one needs the last copy of a kind.
    #[inline]
    fn one_chance(&self, unseen: &Unseen) -> u64 {
        let scarce = unseen.at_most[1].bits();
        let (above, below) = (scarce >> 1 | scarce >> 2, scarce << 1 | scarce << 2);
        self.open() & (!self.open_above | above) & (!self.open_below | below)
    }
}

/// The copies of each kind that a viewer cannot see.
pub(super) struct Unseen {
    /// At index `n`, the kinds of which at most `n` copies are unseen.
    at_most: [KindSet; 3],
}

impl Unseen {
    /// The copies that are neither in the viewer's hand nor visible on the table, of the kinds in play.
    #[inline]
    pub(super) fn new(hand: &Hand, seen: &Hand, in_play: KindSet) -> Unseen {
        let [a, b] = [hand, seen].map(|hand| [1, 2, 3, 4].map(|copies| hand.at_least(copies)));
        let four = a[3] | a[2] & b[0] | a[1] & b[1] | a[0] & b[2] | b[3];
        let three = a[2] | a[1] & b[0] | a[0] & b[1] | b[2];
        let two = a[1] | a[0] & b[0] | b[1];
        Unseen { at_most: [four, three, two].map(|kinds| kinds | !in_play) }
    }
}

/// The kinds whose two-sided waits all include one of these: 1 to 3 by the kind three above, 7 to 9 by the one three
/// below, 4 to 6 by both.
#[inline]
pub fn suji_of(gone: KindSet) -> KindSet {
    let (below, above) = (gone.bits() << 3, gone.bits() >> 3);
    KindSet::from_bits(above & LOW | below & HIGH | above & below & MIDDLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::notation::{parse_tile, parse_tiles};

    fn kinds(text: &str) -> KindSet {
        parse_tiles(text).unwrap().iter().map(|tile| tile.kind()).collect()
    }

    fn hand(text: &str) -> Hand {
        parse_tiles(text).unwrap().iter().fold(Hand::EMPTY, |hand, tile| hand.with(tile.kind()))
    }

    #[test]
    fn suji_as_defined() {
        for (gone, suji) in
            [("4m", "17m"), ("17p", "4p"), ("5s", "28s"), ("1z", ""), ("36m", "39m"), ("456p", "123789p")]
        {
            assert_eq!(suji_of(kinds(gone)), kinds(suji), "{gone}");
        }
    }

    #[test]
    fn numbers_and_names_are_those_of_the_list() {
        let mut names = std::collections::HashSet::new();
        for (number, class) in DangerClass::ALL.into_iter().enumerate() {
            assert_eq!(class as usize, number);
            assert!(names.insert(class.name()), "{} twice", class.name());
        }
    }

    /// Safe kinds, tiles that the viewer holds, tiles on the table, a kind and its class. East and south are yaku.
    #[test]
    fn classes_by_suji_walls_and_copies() {
        let rows = [
            ("", "", "", "5m", "no-suji-5"),
            ("", "", "", "6s", "no-suji-46"),
            ("", "", "", "3m", "no-suji-37"),
            ("", "", "", "8p", "no-suji-28"),
            ("", "", "", "9p", "no-suji-19"),
            ("2m", "", "", "5m", "half-suji-5"),
            ("7p", "", "", "4p", "half-suji-46"),
            ("6s", "", "", "3s", "suji-37"),
            ("5s", "", "", "8s", "suji-28"),
            ("6s", "", "", "9s", "suji-19"),
            ("28m", "", "", "5m", "suji-5"),
            ("17m", "", "", "4m", "suji-46"),
            ("5m", "", "", "5m", "safe"),
            // A wall is what hand and table show together.
            ("", "33m", "33m", "1m", "walled"),
            ("", "33m", "3m", "1m", "no-suji-19"),
            ("", "333m", "3m", "2m", "walled"),
            ("", "3333m", "", "4m", "half-suji-46"),
            ("", "3333m", "", "5m", "half-suji-5"),
            ("", "3333m", "7777m", "5m", "walled"),
            ("1m", "", "5555m", "4m", "walled"),
            // Suji comes before walls.
            ("4m", "", "2222m", "1m", "suji-19"),
            ("17m", "", "5555m", "4m", "suji-46"),
            // The far neighbour of an edge wait makes no wall: 89 waits for 7 alone.
            ("", "", "9999m", "7m", "no-suji-37"),
            ("", "", "5555m", "7m", "walled"),
            // The next suit is no neighbour.
            ("9m", "1111p", "", "8m", "no-suji-28"),
            ("", "1111p", "9999m", "1s", "no-suji-19"),
            ("", "5z", "", "5z", "value-honor-3"),
            ("", "5z", "5z", "5z", "value-honor-2"),
            ("", "55z", "5z", "5z", "value-honor-1"),
            ("", "5555z", "", "5z", "value-honor-1"),
            ("", "", "", "1z", "value-honor-3"),
            ("", "2z", "2z", "2z", "value-honor-2"),
            ("", "", "", "3z", "guest-wind-3"),
            ("", "44z", "", "4z", "guest-wind-2"),
            ("", "4z", "44z", "4z", "guest-wind-1"),
            ("3z", "", "3z", "3z", "safe"),
        ];
        for (safe, own, seen, kind, class) in rows {
            let unseen = Unseen::new(&hand(own), &hand(seen), KindSet::ALL);
            let classes = DangerClasses::new(kinds(safe), kinds("12567z"), &unseen);
            let kind = parse_tile(kind).unwrap().kind();
            assert_eq!(classes.of(kind).name(), class, "{kind}: safe {safe}, own {own}, seen {seen}");
            assert!(classes.of_class(classes.of(kind)).has(kind));
        }
    }

    /// Safe kinds, visible tiles, and the kinds of manzu with one chance.
    #[test]
    fn one_chance_is_the_last_copy_on_each_open_side() {
        let rows = [
            ("", "", ""),
            ("", "333m", "12m"),
            ("", "3333m", ""),
            ("2m", "777m", "5m89m"),
            ("2m8m", "777m", "9m"),
            ("", "333777m", "125m89m"),
            ("1m", "333777m", "25m89m"),
            ("", "3333777m", "589m"),
        ];
        for (safe, seen, expected) in rows {
            let unseen = Unseen::new(&Hand::EMPTY, &hand(seen), KindSet::ALL);
            let classes = DangerClasses::new(kinds(safe), KindSet::DRAGONS, &unseen);
            assert_eq!(classes.one_chance(), kinds(expected), "safe {safe}, seen {seen}");
        }
    }

    #[test]
    fn three_players_have_no_two_sided_waits_on_manzu() {
        let unseen = Unseen::new(&Hand::EMPTY, &Hand::EMPTY, KindSet::SANMA);
        let classes = DangerClasses::new(kinds("9m"), KindSet::DRAGONS, &unseen);
        assert_eq!(classes.of(Kind::of(0)), DangerClass::Walled);
        assert_eq!(classes.of(Kind::of(8)), DangerClass::Safe);
        assert_eq!(classes.of_class(DangerClass::Walled) & KindSet::SANMA, kinds("1m"));
    }
}
