//! Yaku of a rules file, and local yaku, which are written like one: the han that they may add to a hand, by the tiles that it lacks.
//! Without such yaku everything is 0.

use super::rates::Rates;
use hyakuman_core::{Hand, KindSet, Meld, RelSeat};
use hyakuman_riichi::View;
use hyakuman_riichi::written_yaku::{Goal, Goals, Held, Worth, WrittenYakuSet};
use std::cell::{Cell, OnceCell};

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
    /// The last hand that was looked at: plans and discards ask for the same one.
    last: Cell<Option<(Hand, Near)>>,
}

/// Some of the yaku: those of the rules file in the lower half.
pub(super) type Set = u128;

/// Yaku that a hand is near to.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Near {
    pub(super) set: Set,
    /// Those of them that it may have at tenpai, a tile nearer.
    at_tenpai: Set,
    /// Han that they may add to it.
    pub(super) han: f32,
    /// Kinds of which a discard may change that.
    pub(super) needs: KindSet,
    /// How sure it is that an open hand gets one of them with which it may win.
    pub(super) sure: f32,
}

/// Those that hands of one decision may be near to: of the hand that decides they lack a tile more at most.
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
        let (parts, among, last) = (rates.near, OnceCell::new(), Cell::new(None));
        if parts == [0.0; 4] || of_file.is_empty() && of_local == 0 {
            return Sought { goals: None, local: 0, parts, hand: Hand::EMPTY, among, last };
        }
        let winds = [view.seat_wind(RelSeat::SELF), view.match_state().round_wind()];
        let goals = [of_file.goals(winds), if of_local == 0 { Goals::NONE } else { local.goals(winds) }];
        Sought { goals: Some(goals), local: of_local, parts, hand: view.full_hand(), among, last }
    }

    /// Notes that a meld has changed the hand: what it may get from then on is not known.
    pub(super) fn meld(&mut self) {
        self.among = OnceCell::from(Among { near: Set::MAX, at_tenpai: Set::MAX });
        self.last.set(None);
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
        let (held, mut one_away, mut han) = (Held::new(hand, melds), 0, [0.0; 2]);
        let mut add = |goal: &Goal, wins: u32| {
            han[usize::from(!goal.yaku.counts)] += han_of(goal, &held) * wins as f32 / waits.len() as f32;
        };
        self.each(&held, self.among(melds).at_tenpai, 1, |bit, goal, lacks| match lacks {
            0 => add(goal, (waits & goal.winning).len()),
            _ => one_away |= bit,
        });
        if one_away != 0 {
            for wait in waits {
                let won = Held::new(&hand.with(wait), melds);
                self.each(&won, one_away, 0, |_, goal, _| add(goal, goal.winning.has(wait) as u32));
            }
        }
        han
    }

    /// Those that a hand is near to.
    #[inline]
    pub(super) fn near(&self, hand: &Hand, melds: &[Meld]) -> Near {
        if self.goals.is_none() || self.among(melds).near == 0 {
            return Near::default();
        }
        self.near_of(hand, melds)
    }

    #[inline(never)]
    fn near_of(&self, hand: &Hand, melds: &[Meld]) -> Near {
        let among = self.among(melds).near;
        match self.last.get() {
            Some((last, near)) if last == *hand => near,
            _ => self.find(hand, melds, among),
        }
    }

    fn find(&self, hand: &Hand, melds: &[Meld], among: Set) -> Near {
        let (held, mut near) = (Held::new(hand, melds), Near::default());
        self.each(&held, among, NEAR, |bit, goal, lacks| {
            let part = self.parts[lacks as usize];
            near.set |= bit;
            near.at_tenpai |= if lacks < NEAR { bit } else { 0 };
            near.han += part * han_of(goal, &held);
            near.needs |= goal.needs(&held, lacks);
            near.sure = f32::max(near.sure, if goal.yaku.counts { part * chance(goal, &held) } else { 0.0 });
        });
        self.last.set(Some((*hand, near)));
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

    #[inline]
    fn among(&self, melds: &[Meld]) -> &Among {
        self.among.get_or_init(|| self.found_among(melds))
    }

    #[inline(never)]
    fn found_among(&self, melds: &[Meld]) -> Among {
        let near = self.find(&self.hand, melds, Set::MAX);
        Among { near: near.set, at_tenpai: near.at_tenpai }
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
