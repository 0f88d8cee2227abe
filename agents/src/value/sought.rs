//! Yaku of a rules file, and local yaku, which are written like one: the han that they may add to a hand, by the tiles that it lacks.
//! Without such yaku everything is 0.

use super::last_yaku::{Key, LastYaku};
use super::rates::Rates;
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat};
use hyakuman_riichi::View;
use hyakuman_riichi::written_yaku::{Goal, Goals, Held, Melded, Needs, Worth, WrittenYakuSet};
use std::cell::{OnceCell, RefCell};

/// The written yaku that the viewer may build.
#[derive(Clone, Debug)]
pub(crate) struct Sought<'a> {
    /// Those of the rules file, then the local ones; none if there are none.
    goals: Option<[Goals; 2]>,
    /// The local ones that are played.
    local: WrittenYakuSet,
    /// The part of the han that counts, by the tiles that lack.
    parts: [f32; 4],
    /// The hand that decides.
    hand: Hand,
    melded: Melded,
    among: OnceCell<Among>,
    last: &'a RefCell<LastYaku>,
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
    /// The place where the hand is kept.
    pub(super) at: u8,
}

/// A hand, what it is near to, and the first eight of these yaku.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) key: Key,
    pub(super) held: Held,
    pub(super) near: Near,
    pub(super) first: ArrayVec<Known, 8>,
    /// The others.
    pub(super) others: Set,
}

/// A yaku that a hand is near to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    needs: Needs,
    han: f32,
    /// Han if one tile more lacks.
    less: f32,
    number: u8,
}

/// Those that hands of one decision may be near to: of the hand that decides they lack a tile more at most.
#[derive(Clone, Copy, Debug)]
struct Among {
    near: Set,
    at_tenpai: Set,
}

/// Most tiles that lack of a yaku that counts.
const NEAR: u32 = 3;
/// Steps that a han is rounded to.
const STEPS: f32 = 4_096.0;

impl Near {
    /// Nothing, kept at a place.
    pub(super) fn at(at: u8) -> Near {
        Near { at, ..Near::default() }
    }
}

impl<'a> Sought<'a> {
    #[inline]
    pub(super) fn of<const N: usize>(
        view: &View<'_, N>,
        rates: &Rates,
        last: &'a RefCell<LastYaku>,
    ) -> Sought<'a> {
        let (of_file, (local, of_local)) = (view.rules().yaku, view.rules().written_local_yaku());
        let is_none = rates.near == [0.0; 4] || of_file.is_empty() && of_local == 0;
        let goals = (!is_none).then(|| {
            let winds = [view.seat_wind(RelSeat::SELF), view.match_state().round_wind()];
            let goals = [of_file.goals(winds), if of_local == 0 { Goals::NONE } else { local.goals(winds) }];
            last.borrow_mut().start((goals, of_local));
            goals
        });
        Sought {
            goals,
            local: of_local,
            parts: rates.near,
            hand: view.full_hand(),
            melded: if is_none { Melded::NONE } else { Melded::new(view.melds(RelSeat::SELF)) },
            among: OnceCell::new(),
            last,
        }
    }

    /// Notes that a meld has left this hand.
    pub(super) fn meld(&mut self, melds: &[Meld], rest: &Hand) {
        if self.goals.is_some() {
            (self.melded, self.hand, self.among) = (Melded::new(melds), *rest, OnceCell::new());
        }
    }

    /// Han of a tenpai hand that wins on one of these waits: of yaku, and those that count like dora.
    #[inline]
    pub(super) fn at_tenpai(&self, hand: &Hand, waits: KindSet) -> [f32; 2] {
        match self.goals.is_some() && self.among().at_tenpai != 0 {
            true => self.of_waits(hand, waits),
            false => [0.0; 2],
        }
    }

    #[inline(never)]
    fn of_waits(&self, hand: &Hand, waits: KindSet) -> [f32; 2] {
        let key = self.key(hand, self.among().at_tenpai);
        let known = self.last.borrow().tenpai(&key, waits);
        known.unwrap_or_else(|| {
            let han = self.find_of_waits(hand, waits);
            self.last.borrow_mut().keep_tenpai(&key, waits, han);
            han
        })
    }

    #[inline(never)]
    fn find_of_waits(&self, hand: &Hand, waits: KindSet) -> [f32; 2] {
        let (held, mut one_away, mut han) = (Held::new(hand, &self.melded), 0, [0.0; 2]);
        let mut add = |goal: &Goal, wins: u32| {
            han[usize::from(!goal.yaku.counts)] += part_of(goal, &held, wins as f32 / waits.len() as f32);
        };
        self.each(&held, self.among().at_tenpai, 1, |bit, goal, lacks| match lacks {
            0 => add(goal, (waits & goal.winning).len()),
            _ => one_away |= bit,
        });
        if one_away != 0 {
            for wait in waits {
                let won = held.with(wait);
                self.each(&won, one_away, 0, |_, goal, _| add(goal, goal.winning.has(wait) as u32));
            }
        }
        han
    }

    /// Those that a hand is near to.
    #[inline]
    pub(super) fn near(&self, hand: &Hand) -> Near {
        match self.goals.is_some() && self.among().near != 0 {
            true => self.known_or_found(&self.near_key(hand)),
            false => Near::default(),
        }
    }

    #[inline(never)]
    fn known_or_found(&self, key: &Key) -> Near {
        let known = self.last.borrow().near(key).map(|last| last.near);
        known.unwrap_or_else(|| self.find(key))
    }

    fn near_key(&self, hand: &Hand) -> Key {
        self.key(hand, if *hand == self.hand { Set::MAX } else { self.among().near })
    }

    fn key(&self, hand: &Hand, among: Set) -> Key {
        Key { hand: *hand, melded: self.melded, among }
    }

    fn find(&self, key: &Key) -> Near {
        let mut last = self.last.borrow_mut();
        let Last { held, near, first, others, .. } = last.keep(key, Held::new(&key.hand, &key.melded));
        self.each(held, key.among, NEAR, |bit, goal, lacks| {
            let part = self.parts[lacks as usize];
            let known = Known {
                needs: goal.needs(held, lacks),
                han: part_of(goal, held, part),
                less: self.parts.get(lacks as usize + 1).map_or(0.0, |&part| part_of(goal, held, part)),
                number: bit.trailing_zeros() as u8,
            };
            near.set |= bit;
            near.at_tenpai |= if lacks < NEAR { bit } else { 0 };
            near.han += known.han;
            near.needs |= known.needs.any();
            near.sure = f32::max(near.sure, if goal.yaku.counts { part * chance(goal, held) } else { 0.0 });
            *others |= if first.try_push(known).is_ok() { 0 } else { bit };
        });
        *near
    }

    /// Han that those that a hand is near to may add to it without a tile of this kind.
    #[inline(never)]
    pub(super) fn han_without(&self, hand: &Hand, near: &Near, kind: Kind) -> f32 {
        let last = self.last.borrow();
        let Some(last) = last.of(near, hand, &self.melded) else {
            return self.han(near.set, &Held::new(hand, &self.melded).without(kind));
        };
        let (mut han, mut others) = (0.0, last.others);
        for known in &last.first {
            let is_less = known.needs.one.has(kind);
            han += if is_less { known.less } else { known.han };
            if known.needs.perhaps.has(kind) {
                han -= known.han;
                others |= 1 << known.number;
            }
        }
        if others == 0 { han } else { han + self.han(others, &last.held.without(kind)) }
    }

    /// Han that these may add to a hand.
    fn han(&self, set: Set, held: &Held) -> f32 {
        let mut han = 0.0;
        self.each(held, set, NEAR, |_, goal, lacks| {
            han += part_of(goal, held, self.parts[lacks as usize]);
        });
        han
    }

    #[inline]
    fn among(&self) -> &Among {
        self.among.get_or_init(|| self.found_among())
    }

    #[inline(never)]
    fn found_among(&self) -> Among {
        let near = self.known_or_found(&self.key(&self.hand, Set::MAX));
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
    goal.chance[usize::from(goal.is_closed(held))]
}

/// A part of the han of a yaku in such a hand, times the chance that it has it. Rounded, so that the sum of several is the same in any order.
fn part_of(goal: &Goal, held: &Held, part: f32) -> f32 {
    let han = match goal.yaku.worth {
        Worth::Yakuman(times) => 13.0 * f32::from(times),
        worth => worth.han(goal.is_closed(held)) as f32,
    };
    (part * chance(goal, held) * han * STEPS).round_ties_even() / STEPS
}
