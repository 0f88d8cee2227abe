//! How far a hand that is not complete is from the yaku of a rules file: the tiles that it lacks, as an estimate for agents.
//!
//! Of groups that are not given by their tiles each is looked at by itself, so a tile may count for two of them. What is known at the win only is not
//! estimated, nor is how the hand is completed: a yaku that demands it is never near, and no agent builds towards it.

use super::facts::at_least;
use super::pattern::{ALL_WAITS, Case, Conditions, Demand, Kinds, Way, add, sort};
use super::words::{Circumstance, Form, Quantity};
use super::{OwnYaku, OwnYakuList, OwnYakuSet};
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet, Meld};
use std::cmp::Ordering;

/// What the estimate looks at.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The kinds that the hand has at least once, twice, three and four times, melds included.
    at_least: [KindSet; 4],
    melded: KindSet,
    melds: u32,
    /// Called melds, and kans.
    called: u32,
    kans: u32,
    is_closed: bool,
    /// One more tile than between turns: one of 14 goes anyway.
    spare: u32,
    /// Of the seat and of the round.
    winds: [Kind; 2],
}

impl Held {
    /// A hand with these concealed tiles and melds, of a seat with this wind in a round of that.
    pub fn new(hand: &Hand, melds: &[Meld], [seat, round]: [Kind; 2]) -> Held {
        let count = |is: fn(&Meld) -> bool| melds.iter().filter(|meld| is(meld)).count() as u32;
        let called = count(Meld::is_open);
        Held {
            at_least: at_least(hand, melds),
            melded: melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds()),
            melds: melds.len() as u32,
            called,
            kans: count(Meld::is_kan),
            is_closed: called == 0,
            spare: u32::from(hand.len() % 3 == 2),
            winds: [seat, round],
        }
    }

    fn tiles_in(&self, kinds: KindSet) -> u32 {
        self.at_least.iter().map(|&held| (held & kinds).len()).sum()
    }

    fn kinds(&self) -> KindSet {
        self.at_least[0]
    }
}

impl OwnYakuList {
    /// The yaku of which the hand lacks at most so many tiles.
    pub fn near(&self, held: &Held, most: u32) -> OwnYakuSet {
        self.set_of(|yaku| yaku.lacks(held).is_some_and(|tiles| tiles <= most))
    }
}

impl OwnYaku {
    /// The tiles that the hand lacks; none if that is not estimated, or the hand cannot get it any more.
    pub fn lacks(&self, held: &Held) -> Option<u32> {
        let of_form = self.lacks_of_form(held).filter(|_| self.is_in_reach(held))?;
        let numbers = &self.conditions.numbers;
        let of_case = |case: &Case| {
            let mut numbers = numbers
                .iter()
                .map(|&(number, orders, than)| number.lacks(held, case.allowed(held), bounds(orders, than)));
            let most = numbers.try_fold(of_form, |most, lacks| Some(most.max(lacks?)))?;
            Some(case.lacks(held)?.max(most))
        };
        self.conditions.cases.iter().filter_map(of_case).min()
    }

    /// Whether agents that build towards yaku can build towards this one: nothing that it demands is known at the win only.
    pub fn is_built_towards(&self) -> bool {
        self.unforeseen().next().is_none()
    }

    /// The words of what it demands that is known at the win only.
    pub fn unforeseen(&self) -> impl Iterator<Item = &'static str> {
        let Conditions { flags, numbers, waits, .. } = &self.conditions;
        let flags = flags.iter().filter(|(flag, _)| !flag.is_foreseen()).map(|(flag, _)| flag.word());
        let numbers =
            numbers.iter().filter(|(number, ..)| !number.is_of_tiles()).map(|(number, ..)| number.word());
        flags.chain(numbers).chain((*waits != ALL_WAITS).then_some("wait"))
    }

    /// Whether it allows that this tile completes a hand.
    pub fn may_be_won_on(&self, tile: Kind, winds: [Kind; 2]) -> bool {
        let fits = |winning: Kinds| winning.for_winds(winds).has(tile);
        self.conditions.cases.iter().any(|case| case.winning.is_none_or(fits))
    }

    /// Whether the hand may still get it, as far as its tiles do not decide it.
    fn is_in_reach(&self, held: &Held) -> bool {
        let Conditions { flags, numbers, waits, .. } = &self.conditions;
        self.worth.fits(held.is_closed)
            && *waits == ALL_WAITS
            && numbers.iter().all(|(number, ..)| number.is_of_tiles())
            && flags.iter().all(|&(flag, wanted)| flag.holds_before_win(held) == Some(wanted))
    }

    /// The tiles that the hand lacks of the nearest form; none if its melds do not fit.
    fn lacks_of_form(&self, held: &Held) -> Option<u32> {
        let lacks = |form: &Form| match form {
            Form::Standard => Some(0),
            _ if held.melds > 0 => None,
            Form::SevenPairs => Some(7u32.saturating_sub(held.at_least[1].len())),
            Form::Orphans => {
                let [once, twice] = [0, 1].map(|n| held.at_least[n] & KindSet::YAOCHU);
                Some(13 - once.len() + u32::from(twice.is_empty()))
            }
        };
        let forms = Form::ALL.iter().filter(|&&form| self.conditions.forms >> form as u8 & 1 != 0);
        forms.filter_map(lacks).min()
    }
}

impl Circumstance {
    /// Whether it holds, if that is known before the win.
    fn holds_before_win(self, held: &Held) -> Option<bool> {
        let [seat, round] = held.winds;
        let holds = match self {
            Circumstance::Closed | Circumstance::Riichi => held.is_closed,
            Circumstance::Open => !held.is_closed,
            Circumstance::Dealer => seat == Kind::EAST,
            Circumstance::EastRound => round == Kind::EAST,
            Circumstance::SouthRound => round == Kind::SOUTH,
            Circumstance::WestRound => round == Kind::WEST,
            _ => return None,
        };
        self.is_foreseen().then_some(holds)
    }
}

/// The least and the greatest number that compares like this.
pub(super) fn bounds(orders: &[Ordering], than: u32) -> [u32; 2] {
    let accepts = |order| orders.contains(&order);
    let equal = accepts(Ordering::Equal);
    let least = if accepts(Ordering::Less) { 0 } else { than + u32::from(!equal) };
    let most = if accepts(Ordering::Greater) { u32::MAX } else { than.saturating_sub(u32::from(!equal)) };
    [least, most]
}

/// More tiles than are ever near.
const FAR: u32 = 14;

impl Quantity {
    /// The tiles that a hand of these kinds has to get or to part with for a number between these; none if a meld is in the way.
    fn lacks(self, held: &Held, allowed: KindSet, [least, most]: [u32; 2]) -> Option<u32> {
        let calls = |now: u32| (now <= most).then(|| least.saturating_sub(now));
        match self {
            Quantity::Called => calls(held.called),
            Quantity::Melds => calls(held.melds),
            Quantity::Kans => {
                let kans = Demand { count: least.min(4) as u8, ways: vec![Way::any(sort::KAN)] };
                calls(held.kans).map(|lacks| if lacks == 0 { 0 } else { kans.lacks(held).max(lacks) })
            }
            Quantity::Kinds => {
                let kinds = held.kinds().len();
                Some(least.saturating_sub(kinds).max(kinds.saturating_sub(most).saturating_sub(held.spare)))
            }
            Quantity::Suits => lacks_suits(held, [least, most]),
            Quantity::Honors | Quantity::Terminals | Quantity::Sum => {
                Some(lacks_sum(held, allowed, [least, most], |kind| self.of_tile(kind)))
            }
            _ => None,
        }
    }
}

fn lacks_suits(held: &Held, [least, most]: [u32; 2]) -> Option<u32> {
    let suits = [0, 1, 2].map(KindSet::suit);
    let mut tiles = suits.map(|suit| held.tiles_in(suit));
    tiles.sort_unstable();
    let count = |kinds: KindSet| suits.iter().filter(|&&suit| kinds.meets(suit)).count() as u32;
    let now = count(held.kinds());
    let gone: u32 = tiles.iter().filter(|&&tiles| tiles > 0).take(now.saturating_sub(most) as usize).sum();
    let parts = gone.saturating_sub(held.spare);
    (count(held.melded) <= most).then(|| least.saturating_sub(now).max(parts))
}

/// The tiles to get and to part with until the sum over all tiles may lie between these.
fn lacks_sum(held: &Held, allowed: KindSet, [least, most]: [u32; 2], of: impl Fn(Kind) -> u32) -> u32 {
    let each = || held.at_least.iter().flat_map(|&kinds| kinds);
    let sum: u32 = each().map(&of).sum();
    let mut loose: ArrayVec<u32, 40> = each().filter(|kind| !held.melded.has(*kind)).map(&of).collect();
    loose.sort_unstable();
    let (low, high) =
        allowed.into_iter().map(&of).fold((u32::MAX, 0), |(low, high), of| (low.min(of), high.max(of)));
    let reaches_least = |&gets: &u32| {
        let goes = gets.saturating_sub(1 - held.spare) as usize;
        sum + gets * high >= least + loose.iter().take(goes).sum::<u32>()
    };
    let reaches_most = |&parts: &u32| {
        let goes = (parts + held.spare) as usize;
        sum + parts * low.min(high) <= most.saturating_add(loose.iter().rev().take(goes).sum::<u32>())
    };
    let first = |reaches: &dyn Fn(&u32) -> bool| (0..FAR).find(reaches).unwrap_or(FAR);
    first(&reaches_least).max(first(&reaches_most))
}

impl Case {
    /// The kinds that a hand with it may have.
    fn allowed(&self, held: &Held) -> KindSet {
        let only = self.only.map_or(KindSet::ALL, |only| only.for_winds(held.winds));
        (only - self.none.for_winds(held.winds)) & self.implied.kinds.unwrap_or(KindSet::ALL)
    }

    /// The tiles that the hand has to get, to call or to part with, whatever is most; none if a meld is in the way.
    fn lacks(&self, held: &Held) -> Option<u32> {
        let allowed = self.allowed(held);
        if !held.melded.is_subset_of(allowed) {
            return None;
        }
        let classes = self.classes.iter().filter(|class| !held.kinds().meets(class.for_winds(held.winds)));
        let outside = held.tiles_in(!allowed).saturating_sub(held.spare);
        let calls = u32::from(self.called()).saturating_sub(held.called);
        let gets = held.lacks(&self.tiles).max(classes.count() as u32).max(self.lacks_of_groups(held));
        Some(gets.max(outside).max(calls))
    }

    /// The tiles that lack to its groups.
    fn lacks_of_groups(&self, held: &Held) -> u32 {
        let (mut of_groups, mut groups) = ([KindSet::EMPTY; 4], 0);
        for demand in &self.groups {
            match demand.tiles() {
                Some((kinds, times)) => (0..times).for_each(|_| add(&mut of_groups, kinds)),
                None => groups += demand.lacks(held),
            }
        }
        let sum = |demands: &[Demand]| demands.iter().map(|demand| demand.lacks(held)).sum::<u32>();
        (held.lacks(&of_groups) + groups + sum(&self.implied.of_has)).max(sum(&self.implied.of_every))
    }
}

impl Held {
    /// The tiles that lack to these.
    fn lacks(&self, wanted: &[KindSet; 4]) -> u32 {
        wanted.iter().zip(&self.at_least).map(|(&wanted, &held)| (wanted - held).len()).sum()
    }
}

impl Demand {
    /// The kinds of groups that are given by their tiles, and how many of each they take.
    fn tiles(&self) -> Option<(KindSet, u8)> {
        let [way] = &self.ways[..] else { return None };
        let copies = match way.sorts {
            sort::RUN => self.count,
            sort::PAIR => 2,
            sort::KAN => 4,
            sorts if sorts == sort::TRIPLET | sort::KAN || sorts == sort::TRIPLET => 3,
            _ => return None,
        };
        (way.low.len() == 1).then_some((way.kinds(), copies))
    }

    /// The tiles that lack to the groups which the hand is nearest to.
    fn lacks(&self, held: &Held) -> u32 {
        // How many groups lack 0, 1, 2, 3 and 4 tiles.
        let mut groups = [0u32; 5];
        for way in &self.ways {
            way.count_groups(held, self.count, &mut groups);
        }
        let mut wanted = u32::from(self.count);
        (0..).zip(groups).fold(0, |sum, (lacking, groups)| {
            let taken = wanted.min(groups);
            wanted -= taken;
            sum + lacking * taken
        }) + 4 * wanted
    }
}

impl Way {
    /// A group of one of these sorts.
    fn any(sorts: u8) -> Way {
        let all = Kinds::ALL;
        Way { sorts, low: KindSet::ALL, of: all, with: all, concealed: false, exposed: false }
    }

    fn count_groups(&self, held: &Held, copies: u8, groups: &mut [u32; 5]) {
        let [of, with] = [self.of, self.with].map(|kinds| kinds.for_winds(held.winds));
        let fits = |kinds: KindSet| kinds.is_subset_of(of) && kinds.meets(with);
        for low in self.low {
            let one = KindSet::of(low);
            let run = KindSet::from_bits(one.bits() * 0b111);
            if self.sorts & sort::RUN != 0 && !low.is_honor() && low.rank() < 7 && fits(run) {
                let lacks = |held: &KindSet| (run - *held).len() as usize;
                held.at_least.iter().take(copies.into()).for_each(|held| groups[lacks(held)] += 1);
            }
            let size = match self.sorts & !sort::RUN {
                0 => continue,
                sort::KAN => 4,
                sort::PAIR => 2,
                sorts if sorts & sort::PAIR != 0 => 2,
                _ => 3,
            };
            if fits(one) {
                groups[size - held.at_least[..size].iter().filter(|held| held.has(low)).count()] += 1;
            }
        }
    }
}
