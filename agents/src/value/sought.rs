//! Yaku of a rules file, and local yaku, which are written like one: the han that they may add to a hand, by the tiles that it lacks.
//! Without such yaku everything is 0.

use super::rates::Rates;
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat};
use hyakuman_riichi::View;
use hyakuman_riichi::own::{Held, OwnYaku, OwnYakuList, OwnYakuSet, Worth};

/// The written yaku that the viewer may build.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought {
    /// Those of the rules file, then the local ones.
    lists: [OwnYakuList; 2],
    played: Set,
    /// Those that one can build towards.
    built: Set,
    winds: [Kind; 2],
    /// The part of the han that counts, by the tiles that lack.
    parts: [f32; 4],
}

/// Some of the yaku: those of the rules file in the lower half.
pub(super) type Set = u128;

impl Sought {
    pub(super) fn of<const N: usize>(view: &View<'_, N>, rates: &Rates) -> Sought {
        let (parts, winds) = (rates.near, [view.seat_wind(RelSeat::SELF), view.match_state().round_wind()]);
        let (local, of_local) = view.rules().written_local_yaku();
        let lists = [view.rules().yaku, local];
        let played = joined([lists[0].set_of(|_| true), of_local]);
        if parts == [0.0; 4] || played == 0 {
            return Sought { lists: [OwnYakuList::NONE; 2], played: 0, built: 0, winds, parts };
        }
        let built = played & joined(lists.map(|list| list.set_of(OwnYaku::is_built_towards)));
        Sought { lists, played, built, winds, parts }
    }

    /// Han of a tenpai hand that wins on one of these waits: of yaku, and those that count like dora.
    #[inline]
    pub(super) fn at_tenpai(&self, hand: &Hand, melds: &[Meld], waits: KindSet) -> [f32; 2] {
        if self.played == 0 || waits.is_empty() { [0.0; 2] } else { self.of_waits(hand, melds, waits) }
    }

    #[inline(never)]
    fn of_waits(&self, hand: &Hand, melds: &[Meld], waits: KindSet) -> [f32; 2] {
        let mut han = [0.0; 2];
        let near = self.played & self.within(&Held::new(hand, melds, self.winds), 1);
        for wait in waits {
            let held = Held::new(&hand.with(wait), melds, self.winds);
            let has = |yaku: &&OwnYaku| yaku.lacks(&held) == Some(0) && yaku.may_be_won_on(wait, self.winds);
            for yaku in self.of_set(near).filter(has) {
                han[usize::from(!yaku.counts)] += han_of(yaku, melds) / waits.len() as f32;
            }
        }
        han
    }

    /// Those that a hand is near to.
    #[inline]
    pub(super) fn near(&self, hand: &Hand, melds: &[Meld]) -> Set {
        if self.built == 0 { 0 } else { self.near_of(hand, melds) }
    }

    #[inline(never)]
    fn near_of(&self, hand: &Hand, melds: &[Meld]) -> Set {
        self.built & self.within(&Held::new(hand, melds, self.winds), self.parts.len() as u32 - 1)
    }

    /// Those of which the hand lacks at most so many tiles.
    fn within(&self, held: &Held, most: u32) -> Set {
        joined(self.lists.map(|list| list.near(held, most)))
    }

    /// Han that these may add to a hand: less the more tiles lack.
    pub(super) fn han(&self, near: Set, hand: &Hand, melds: &[Meld]) -> f32 {
        self.parts(near, hand, melds).map(|(yaku, part)| part * han_of(yaku, melds)).sum()
    }

    /// How sure it is that an open hand gets one of these with which it may win.
    pub(super) fn sure(&self, near: Set, hand: &Hand, melds: &[Meld]) -> f32 {
        let parts = self.parts(near, hand, melds).filter(|(yaku, _)| yaku.counts);
        parts.map(|(_, part)| part).fold(0.0, f32::max)
    }

    /// Each of these with the part of it that counts.
    fn parts(&self, near: Set, hand: &Hand, melds: &[Meld]) -> impl Iterator<Item = (&'static OwnYaku, f32)> {
        let (held, parts) = (Held::new(hand, melds, self.winds), self.parts);
        self.of_set(near).filter_map(move |yaku| {
            let lacks = yaku.lacks(&held)?;
            Some((yaku, *parts.get(lacks as usize)?))
        })
    }

    fn of_set(&self, set: Set) -> impl Iterator<Item = &'static OwnYaku> + use<> {
        let [of_file, local] = self.lists;
        of_file.of_set(set as OwnYakuSet).chain(local.of_set((set >> OwnYakuSet::BITS) as OwnYakuSet))
    }
}

fn joined([of_file, local]: [OwnYakuSet; 2]) -> Set {
    Set::from(of_file) | Set::from(local) << OwnYakuSet::BITS
}

/// Han of a yaku in a hand with these melds.
fn han_of(yaku: &OwnYaku, melds: &[Meld]) -> f32 {
    match yaku.worth {
        Worth::Yakuman(times) => 13.0 * f32::from(times),
        worth => worth.han(!melds.iter().any(Meld::is_open)) as f32,
    }
}
