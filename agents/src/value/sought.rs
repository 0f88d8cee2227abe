//! Yaku of a rules file, and local yaku, which are written like one: the han that they may add to a hand, by the tiles that it lacks.
//! Without such yaku everything is 0.

use super::rates::Rates;
use hyakuman_core::{Hand, KindSet, Meld, RelSeat};
use hyakuman_riichi::View;
use hyakuman_riichi::written_yaku::{Goal, Goals, Held, Worth, WrittenYakuSet};
use std::cell::OnceCell;

/// The written yaku that the viewer may build.
#[derive(Clone, Debug)]
pub(crate) struct Sought {
    /// Those of the rules file, then the local ones; none if there are none.
    goals: Option<[Goals; 2]>,
    /// The local ones that are played.
    local: WrittenYakuSet,
    /// The part of the han that counts, by the tiles that lack.
    parts: [f32; 4],
    /// The hand that decides.
    hand: Hand,
    among: OnceCell<Among>,
}

/// Some of the yaku: those of the rules file in the lower half.
pub(super) type Set = u128;

/// Yaku that a hand is near to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) set: Set,
    /// Han that they may add to it.
    pub(super) han: f32,
    /// Kinds of which a discard may change that.
    pub(super) needs: KindSet,
}

/// Those that hands of one decision may be near to, and those that they may have at tenpai: of the hand that decides they lack a tile more at most.
#[derive(Clone, Copy, Debug)]
struct Among {
    near: Set,
    at_tenpai: Set,
}

/// Most tiles that lack of a yaku that counts.
const NEAR: u32 = 3;

impl Sought {
    pub(super) fn of<const N: usize>(view: &View<'_, N>, rates: &Rates) -> Sought {
        let (of_file, (local, of_local)) = (view.rules().yaku, view.rules().written_local_yaku());
        let (parts, among) = (rates.near, OnceCell::new());
        if parts == [0.0; 4] || of_file.is_empty() && of_local == 0 {
            return Sought { goals: None, local: 0, parts, hand: Hand::EMPTY, among };
        }
        let winds = [view.seat_wind(RelSeat::SELF), view.match_state().round_wind()];
        let goals = [of_file.goals(winds), if of_local == 0 { Goals::NONE } else { local.goals(winds) }];
        Sought { goals: Some(goals), local: of_local, parts, hand: view.full_hand(), among }
    }

    /// Notes that a meld has changed the hand: what it may get from then on is not known.
    pub(super) fn meld(&mut self) {
        self.among = OnceCell::from(Among { near: Set::MAX, at_tenpai: Set::MAX });
    }

    /// Han of a tenpai hand that wins on one of these waits: of yaku, and those that count like dora.
    #[inline]
    pub(super) fn at_tenpai(&self, hand: &Hand, melds: &[Meld], waits: KindSet) -> [f32; 2] {
        if self.goals.is_none() || self.among(melds).at_tenpai == 0 {
            return [0.0; 2];
        }
        self.of_waits(hand, melds, waits)
    }

    #[inline(never)]
    fn of_waits(&self, hand: &Hand, melds: &[Meld], waits: KindSet) -> [f32; 2] {
        let (mut near, mut han) = (0, [0.0; 2]);
        self.each(&Held::new(hand, melds), self.among(melds).at_tenpai, 1, |bit, _, _| near |= bit);
        if near == 0 {
            return han;
        }
        for wait in waits {
            let held = Held::new(&hand.with(wait), melds);
            self.each(&held, near, 0, |_, goal, _| {
                if goal.winning.has(wait) {
                    han[usize::from(!goal.yaku.counts)] += han_of(goal, &held) / waits.len() as f32;
                }
            });
        }
        han
    }

    /// Those that a hand is near to.
    #[inline]
    pub(super) fn near(&self, hand: &Hand, melds: &[Meld]) -> Near {
        if self.goals.is_none() || self.among(melds).near == 0 {
            return Near { set: 0, han: 0.0, needs: KindSet::EMPTY };
        }
        self.near_of(hand, melds)
    }

    #[inline(never)]
    fn near_of(&self, hand: &Hand, melds: &[Meld]) -> Near {
        let (held, mut near) = (Held::new(hand, melds), Near { set: 0, han: 0.0, needs: KindSet::EMPTY });
        self.each(&held, self.among(melds).near, NEAR, |bit, goal, lacks| {
            near.set |= bit;
            near.han += self.parts[lacks as usize] * han_of(goal, &held);
            near.needs |= goal.needs(&held, lacks);
        });
        near
    }

    /// Han that these may add to a hand.
    #[inline(never)]
    pub(super) fn han(&self, set: Set, hand: &Hand, melds: &[Meld]) -> f32 {
        let (held, mut han) = (Held::new(hand, melds), 0.0);
        self.each(&held, set, NEAR, |_, goal, lacks| {
            han += self.parts[lacks as usize] * han_of(goal, &held);
        });
        han
    }

    /// How sure it is that an open hand gets one of them with which it may win.
    pub(super) fn sure(&self, hand: &Hand, melds: &[Meld]) -> f32 {
        let (held, mut sure) = (Held::new(hand, melds), 0.0);
        if self.goals.is_some() {
            self.each(&held, self.among(melds).near, NEAR, |_, goal, lacks| {
                if goal.yaku.counts {
                    sure = f32::max(sure, self.parts[lacks as usize] * chance(goal, &held));
                }
            });
        }
        sure
    }

    #[inline]
    fn among(&self, melds: &[Meld]) -> &Among {
        self.among.get_or_init(|| self.found_among(melds))
    }

    #[inline(never)]
    fn found_among(&self, melds: &[Meld]) -> Among {
        let mut among = Among { near: 0, at_tenpai: 0 };
        self.each(&Held::new(&self.hand, melds), Set::MAX, NEAR, |bit, _, lacks| {
            among.near |= bit;
            among.at_tenpai |= if lacks < NEAR { bit } else { 0 };
        });
        among
    }

    /// Each of these of which the hand lacks at most so many tiles, with the tiles.
    #[inline]
    fn each(&self, held: &Held, among: Set, most: u32, mut take: impl FnMut(Set, &Goal, u32)) {
        let Some([of_file, local]) = self.goals else { return };
        let is_closed = held.is_closed();
        let of_file_among = among as WrittenYakuSet & of_file.possible(is_closed);
        of_file.each_near(held, of_file_among, most, |number, goal, lacks| take(1 << number, goal, lacks));
        let local_among =
            (among >> WrittenYakuSet::BITS) as WrittenYakuSet & self.local & local.possible(is_closed);
        local.each_near(held, local_among, most, |number, goal, lacks| {
            take(1 << (number + WrittenYakuSet::BITS), goal, lacks)
        });
    }
}

fn chance(goal: &Goal, held: &Held) -> f32 {
    goal.chance[usize::from(held.is_closed())]
}

/// Han of a yaku in such a hand, as likely as it has it.
fn han_of(goal: &Goal, held: &Held) -> f32 {
    chance(goal, held)
        * match goal.yaku.worth {
            Worth::Yakuman(times) => 13.0 * f32::from(times),
            worth => worth.han(held.is_closed()) as f32,
        }
}
