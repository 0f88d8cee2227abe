//! How far a hand that is not complete is from the yaku of a rules file: the tiles that it lacks, as an estimate for agents.
//!
//! `goal` is a yaku compiled for that and for the winds of a seat, `compile` makes it, `needs` says which discards make a hand lack more, `wanted` is a
//! group or several that are alike, `numbers` what is counted over all tiles, `chance` how likely the circumstances are. Of groups that are not given by
//! their tiles each is looked at by itself, so a tile may count for two of them.

mod chance;
mod compile;
mod goal;
mod needs;
mod numbers;
mod wanted;

pub(super) use goal::CompiledGoals;
pub use goal::{Goal, Goals};
pub use needs::Needs;

use super::facts::at_least;
use super::pattern::{add, remove};
use super::words::Circumstance;
use super::{WrittenYaku, WrittenYakuList};
use hyakuman_core::{Hand, Kind, KindSet, Meld};

/// What the estimate looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The kinds that the hand has at least once, twice, three and four times, melds included.
    at_least: [KindSet; 4],
    /// The same without called melds.
    hidden: [KindSet; 4],
    /// The kinds of its melds.
    melded: KindSet,
    melds: u32,
    /// Called melds, and kans.
    called: u32,
    kans: u32,
    /// Concealed tiles.
    concealed: u32,
    /// One more tile than between turns: one of 14 goes anyway.
    spare: u32,
}

/// Melds, as the estimate looks at them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Melded {
    /// The kinds of which they have at least one, two, three and four tiles.
    at_least: [KindSet; 4],
    /// Those of concealed kans.
    hidden: KindSet,
    melds: u32,
    called: u32,
    kans: u32,
}

impl Melded {
    /// No melds.
    pub const NONE: Melded =
        Melded { at_least: [KindSet::EMPTY; 4], hidden: KindSet::EMPTY, melds: 0, called: 0, kans: 0 };

    /// These melds.
    pub fn new(melds: &[Meld]) -> Melded {
        let count = |is: fn(&Meld) -> bool| melds.iter().filter(|meld| is(meld)).count() as u32;
        let hidden = melds.iter().filter(|meld| !meld.is_open());
        Melded {
            at_least: at_least(&Hand::EMPTY, melds),
            hidden: hidden.fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds()),
            melds: melds.len() as u32,
            called: count(Meld::is_open),
            kans: count(Meld::is_kan),
        }
    }
}

impl Held {
    /// A hand with these concealed tiles and melds.
    #[inline]
    pub fn new(hand: &Hand, melded: &Melded) -> Held {
        let [h1, h2, h3, h4] = [1, 2, 3, 4].map(|n| hand.at_least(n));
        let [m1, m2, m3, m4] = melded.at_least;
        let held = Held {
            at_least: [
                h1 | m1,
                h2 | m2 | h1 & m1,
                h3 | m3 | h2 & m1 | h1 & m2,
                h4 | m4 | h3 & m1 | h2 & m2 | h1 & m3,
            ],
            hidden: [h1, h2, h3, h4].map(|kinds| kinds | melded.hidden),
            melded: m1,
            melds: melded.melds,
            called: melded.called,
            kans: melded.kans,
            concealed: 0,
            spare: 0,
        };
        held.with_concealed(hand.len())
    }

    #[inline]
    fn with_concealed(self, concealed: u32) -> Held {
        Held { concealed, spare: u32::from(concealed % 3 == 2), ..self }
    }

    /// With one more concealed tile.
    #[inline]
    #[must_use]
    pub fn with(mut self, kind: Kind) -> Held {
        add(&mut self.at_least, KindSet::of(kind));
        add(&mut self.hidden, KindSet::of(kind));
        self.with_concealed(self.concealed + 1)
    }

    /// Without one of its concealed tiles.
    #[inline]
    #[must_use]
    pub fn without(mut self, kind: Kind) -> Held {
        remove(&mut self.at_least, KindSet::of(kind));
        remove(&mut self.hidden, KindSet::of(kind));
        self.with_concealed(self.concealed - 1)
    }

    /// Whether nothing was called.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.called == 0
    }

    #[inline]
    fn tiles_in(&self, kinds: KindSet) -> u32 {
        self.at_least.iter().map(|&held| (held & kinds).len()).sum()
    }

    #[inline]
    fn kinds(&self) -> KindSet {
        self.at_least[0]
    }

    /// The tiles that lack to these.
    #[inline]
    fn lacks(&self, wanted: &[KindSet; 4]) -> u32 {
        let planes = wanted.iter().zip(&self.at_least).take_while(|(wanted, _)| !wanted.is_empty());
        planes.map(|(&wanted, &held)| (wanted - held).len()).sum()
    }

    /// The kinds of these of which the hand has no more copies than are wanted.
    #[inline]
    fn needs(&self, wanted: &[KindSet; 4]) -> KindSet {
        let [_, two, three, four] = self.at_least;
        let more = [two, three, four, KindSet::EMPTY];
        let planes = (0..4).take_while(|&at| !wanted[at].is_empty());
        planes.fold(KindSet::EMPTY, |needs, at| needs | ((wanted[at] & self.at_least[at]) - more[at]))
    }
}

impl WrittenYakuList {
    /// The yaku for agents that build towards them, of a seat with this wind in a round of that.
    pub fn goals(&self, [seat, round]: [Kind; 2]) -> Goals {
        let Some(compiled) = self.0 else { return Goals::NONE };
        let number = |wind: Kind| usize::from(wind.code() - Kind::EAST.code());
        let place = &compiled.goals[4 * number(seat) + number(round)];
        Goals::new(place.get_or_init(|| CompiledGoals::of(&compiled.yaku, [seat, round])))
    }
}

impl WrittenYaku {
    /// Whether agents that build towards yaku can build towards this one: what it demands beside tiles is not too rare.
    pub fn is_built_towards(&self) -> bool {
        self.unforeseen().next().is_none()
    }

    /// The words of what it demands that is too rare to be built towards.
    pub fn unforeseen(&self) -> impl Iterator<Item = &'static str> {
        self.conditions.rare()
    }
}

impl Circumstance {
    /// Whether it holds of a seat with these winds, if that decides it.
    fn of_winds(self, [seat, round]: [Kind; 2]) -> Option<bool> {
        Some(match self {
            Circumstance::Dealer => seat == Kind::EAST,
            Circumstance::EastRound => round == Kind::EAST,
            Circumstance::SouthRound => round == Kind::SOUTH,
            Circumstance::WestRound => round == Kind::WEST,
            _ => return None,
        })
    }
}
