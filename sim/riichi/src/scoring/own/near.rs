//! How far a hand that is not complete is from the yaku of a rules file: the tiles that it lacks, as an estimate for agents.
//!
//! Of groups that are not given by their tiles each is looked at by itself, so a tile may count for two of them. `every`, `wait`, numbers, thirteen orphans and what is known
//! at the win only are not estimated: such a yaku is never near.

use super::facts::at_least;
use super::pattern::{Case, Conditions, Demand, Way, add, sort};
use super::words::{Circumstance, Form};
use super::{OwnYaku, OwnYakuList, OwnYakuSet};
use hyakuman_core::{Hand, Kind, KindSet, Meld};

/// What the estimate looks at.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The kinds that the hand has at least once, twice, three and four times, melds included.
    at_least: [KindSet; 4],
    /// The kinds of its melds.
    melded: KindSet,
    has_melds: bool,
    /// Called melds.
    called: u32,
    is_closed: bool,
    /// Of the seat and of the round.
    winds: [Kind; 2],
}

impl Held {
    /// A hand with these concealed tiles and melds, of a seat with this wind in a round of that.
    pub fn new(hand: &Hand, melds: &[Meld], [seat, round]: [Kind; 2]) -> Held {
        let melded = melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds());
        let called = melds.iter().filter(|meld| meld.is_open()).count() as u32;
        let at_least = at_least(hand, melds);
        let is_closed = called == 0;
        Held { at_least, melded, has_melds: !melds.is_empty(), called, is_closed, winds: [seat, round] }
    }

    fn tiles_in(&self, kinds: KindSet) -> u32 {
        self.at_least.iter().map(|&held| (held & kinds).len()).sum()
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
        let ways = self.is_in_reach(held).then_some(&self.conditions.cases)?;
        ways.iter().filter_map(|case| case.lacks(held, self)).min()
    }

    /// Whether it demands groups, or that the hand has some kinds only: tiles of it that a hand has are of use to the end. A hand that has
    /// a tile of each of some kinds may have to part with it.
    pub fn is_built(&self) -> bool {
        self.conditions.cases.iter().any(|case| !case.groups.is_empty() || case.only.is_some())
    }

    /// Whether the hand may still get it, as far as its tiles do not decide it.
    fn is_in_reach(&self, held: &Held) -> bool {
        let Conditions { flags, numbers, forms, .. } = &self.conditions;
        let form = |form: Form| forms >> form as u8 & 1 != 0;
        self.worth.fits(held.is_closed)
            && numbers.is_empty()
            && (form(Form::Standard) || form(Form::SevenPairs) && !held.has_melds)
            && flags.iter().all(|&(flag, wanted)| flag.holds_before_win(held) == Some(wanted))
    }

    fn is_of_pairs(&self) -> bool {
        self.conditions.forms >> Form::Standard as u8 & 1 == 0
    }
}

impl Circumstance {
    /// Whether it holds, if that is known before the win. A closed hand is taken to declare riichi.
    fn holds_before_win(self, held: &Held) -> Option<bool> {
        let [seat, round] = held.winds;
        match self {
            Circumstance::Closed | Circumstance::Riichi => Some(held.is_closed),
            Circumstance::Open => Some(!held.is_closed),
            Circumstance::Dealer => Some(seat == Kind::EAST),
            Circumstance::EastRound => Some(round == Kind::EAST),
            Circumstance::SouthRound => Some(round == Kind::SOUTH),
            Circumstance::WestRound => Some(round == Kind::WEST),
            _ => None,
        }
    }
}

impl Case {
    /// The tiles that the hand has to get, to call or to part with, whatever is most; none if a meld is in the way.
    fn lacks(&self, held: &Held, yaku: &OwnYaku) -> Option<u32> {
        let only = self.only.map_or(KindSet::ALL, |only| only.for_winds(held.winds));
        let allowed = only - self.none.for_winds(held.winds);
        if !held.melded.is_subset_of(allowed) || !self.every.is_empty() {
            return None;
        }
        let lacks = |wanted: &[KindSet; 4]| {
            wanted.iter().zip(&held.at_least).map(|(&wanted, &held)| (wanted - held).len()).sum::<u32>()
        };
        let classes =
            self.classes.iter().filter(|class| !held.at_least[0].meets(class.for_winds(held.winds)));
        let (mut of_groups, mut groups) = ([KindSet::EMPTY; 4], 0);
        for demand in &self.groups {
            match demand.tiles() {
                Some((kinds, times)) => (0..times).for_each(|_| add(&mut of_groups, kinds)),
                None => groups += demand.lacks(held),
            }
        }
        let pairs = if yaku.is_of_pairs() { 7u32.saturating_sub(held.at_least[1].len()) } else { 0 };
        // One tile of 14 goes anyway.
        let all = held.tiles_in(KindSet::ALL);
        let outside = held.tiles_in(!allowed).saturating_sub(all.saturating_sub(13));
        let gets = lacks(&self.tiles).max(lacks(&of_groups) + groups) + classes.count() as u32;
        let calls = u32::from(self.called()).saturating_sub(held.called);
        Some(gets.max(pairs).max(outside).max(calls))
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
