//! Yaku of a rules file: the han that they may add to a hand, by the tiles that it lacks. Without such yaku everything is 0.

use super::rates::Rates;
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat};
use hyakuman_riichi::View;
use hyakuman_riichi::own::{Held, OwnYaku, OwnYakuList, OwnYakuSet, Worth};

/// The yaku of the rules file that the viewer may build.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought {
    yaku: OwnYakuList,
    /// Those of which the hand can keep what it has.
    built: OwnYakuSet,
    winds: [Kind; 2],
    /// The part of the han that counts, by the tiles that lack.
    parts: [f32; 4],
}

impl Sought {
    pub(super) fn of<const N: usize>(view: &View<'_, N>, rates: &Rates) -> Sought {
        let parts = rates.near;
        let yaku = if parts == [0.0; 4] { OwnYakuList::NONE } else { view.rules().yaku };
        let built = yaku.set_of(OwnYaku::is_built);
        Sought { yaku, built, winds: [view.seat_wind(RelSeat::SELF), view.match_state().round_wind()], parts }
    }

    /// Han of a tenpai hand that wins on one of these waits: of yaku, and those that count like dora.
    #[inline]
    pub(super) fn at_tenpai(&self, hand: &Hand, melds: &[Meld], waits: KindSet) -> [f32; 2] {
        if self.yaku.is_empty() || waits.is_empty() { [0.0; 2] } else { self.of_waits(hand, melds, waits) }
    }

    #[inline(never)]
    fn of_waits(&self, hand: &Hand, melds: &[Meld], waits: KindSet) -> [f32; 2] {
        let mut han = [0.0; 2];
        let near = self.yaku.near(&Held::new(hand, melds, self.winds), 1);
        for wait in waits {
            let held = Held::new(&hand.with(wait), melds, self.winds);
            for yaku in self.yaku.of_set(near).filter(|yaku| yaku.lacks(&held) == Some(0)) {
                han[usize::from(!yaku.counts)] += han_of(yaku, melds) / waits.len() as f32;
            }
        }
        han
    }

    /// Those that a hand is near to.
    #[inline]
    pub(super) fn near(&self, hand: &Hand, melds: &[Meld]) -> OwnYakuSet {
        if self.yaku.is_empty() { 0 } else { self.near_of(hand, melds) }
    }

    #[inline(never)]
    fn near_of(&self, hand: &Hand, melds: &[Meld]) -> OwnYakuSet {
        let near = self.yaku.near(&Held::new(hand, melds, self.winds), self.parts.len() as u32 - 1);
        near & self.built
    }

    /// Han that these may add to a hand: less the more tiles lack.
    pub(super) fn han(&self, near: OwnYakuSet, hand: &Hand, melds: &[Meld]) -> f32 {
        self.parts(near, hand, melds).map(|(yaku, part)| part * han_of(yaku, melds)).sum()
    }

    /// How sure it is that an open hand gets one of these with which it may win.
    pub(super) fn sure(&self, near: OwnYakuSet, hand: &Hand, melds: &[Meld]) -> f32 {
        let parts = self.parts(near, hand, melds).filter(|(yaku, _)| yaku.counts);
        parts.map(|(_, part)| part).fold(0.0, f32::max)
    }

    /// Each of these with the part of it that counts.
    fn parts(
        &self,
        near: OwnYakuSet,
        hand: &Hand,
        melds: &[Meld],
    ) -> impl Iterator<Item = (&'static OwnYaku, f32)> {
        let (held, parts) = (Held::new(hand, melds, self.winds), self.parts);
        self.yaku.of_set(near).filter_map(move |yaku| {
            let lacks = yaku.lacks(&held)?;
            Some((yaku, *parts.get(lacks as usize)?))
        })
    }
}

/// Han of a yaku in a hand with these melds.
fn han_of(yaku: &OwnYaku, melds: &[Meld]) -> f32 {
    match yaku.worth {
        Worth::Yakuman(times) => 13.0 * f32::from(times),
        worth => worth.han(!melds.iter().any(Meld::is_open)) as f32,
    }
}
