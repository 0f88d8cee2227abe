//! All readings of a win, and the best one.

use super::{Scale, Win, WinFlags, han_without_dora, total_multiple, yakuman_of};
use crate::rules::{Kita, RiichiRules};
use crate::scoring::fu::{self, FuCase, Wait};
use crate::scoring::yaku::sets::{self, Sets};
use crate::scoring::yaku::{Yaku, YakuSet, circumstance, local, tiles};
use hyakuman_common::places::Places;
use hyakuman_core::eval::{self, Shape};
use hyakuman_core::{Kind, KindSet, Meld, MeldKind};

/// One win while its readings are tried.
pub(super) struct Readings<'a, S> {
    rules: &'a RiichiRules,
    scale: S,
    win: &'a Win<'a>,
    exposed: Exposed,
    /// The local yaku that are played.
    local: YakuSet,
    /// The yaku that every reading has, by circumstances and tiles.
    common: YakuSet,
    best: Best,
}

/// The best reading so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Best {
    /// Its value on the scale, by which readings are compared. 0 if there is none.
    rank: u64,
    /// Its yaku.
    pub(super) yaku: YakuSet,
    /// Its fu.
    pub(super) fu: u32,
}

impl<'a, S: Scale> Readings<'a, S> {
    /// Tries every reading.
    #[inline]
    pub(super) fn of(rules: &'a RiichiRules, win: &'a Win<'a>, scale: S) -> Readings<'a, S> {
        let exposed = Exposed::of(win.melds);
        let closed = !exposed.open;
        let circumstances = circumstance::yaku(rules, win, closed);
        let kinds = win.hand.kinds() | exposed.kinds;
        let tiles = tiles::yaku(kinds, closed || rules.kuitan);
        let mut common = circumstances.or(tiles);
        let local = local::played(rules);
        if !local.is_empty() {
            common = local::common(rules, common, win, kinds, local);
        }
        let mut readings = Readings { rules, scale, win, exposed, local, common, best: Best::default() };
        if rules.tenhou_best_of_14 && circumstances.has(Yaku::Tenhou) {
            win.hand.kinds().into_iter().for_each(|tile| readings.won_with(tile));
        } else {
            readings.won_with(win.tile);
        }
        readings
    }

    /// The best reading with enough yaku to win.
    #[inline]
    pub(super) fn best(&self) -> Option<Best> {
        (self.best.rank > 0).then_some(self.best)
    }

    /// Every reading with `tile` as the winning one.
    #[inline]
    fn won_with(&mut self, tile: Kind) {
        if self.win.melds.is_empty() {
            self.whole_hand_forms(tile);
        }
        for shape in eval::shapes(self.win.hand) {
            self.standard(&shape, tile);
        }
    }

    /// Seven pairs and thirteen orphans.
    #[inline]
    fn whole_hand_forms(&mut self, tile: Kind) {
        let hand = self.win.hand;
        if eval::is_chiitoi(hand) {
            self.consider(self.common.or(YakuSet::of(&[Yaku::Chiitoitsu])), fu::CHIITOITSU);
        }
        if hand.kinds() == KindSet::YAOCHU && eval::is_kokushi(hand) {
            let all_thirteen = hand.count(tile) == 2;
            let kokushi = if all_thirteen { Yaku::Kokushi13 } else { Yaku::Kokushi };
            self.consider(self.common.or(YakuSet::of(&[kokushi])), 0);
        }
    }

    /// A reading as four sets and a pair, completed in each way that the winning tile allows.
    #[inline]
    fn standard(&mut self, shape: &Shape, tile: Kind) {
        let win = self.win;
        let sets = Sets {
            pair: shape.pair,
            runs: shape.runs[0] | self.exposed.runs,
            twins: [shape.runs[1], shape.runs[3]],
            triplets: shape.triplets | self.exposed.triplets,
            kans: self.exposed.kans,
            closed: !self.exposed.open,
        };
        let mut yaku = self.common.or(sets::yaku(&sets, win.seat_wind, win.round_wind));
        yaku.add(Yaku::North, sets.triplets.has(Kind::NORTH) && self.rules.kita == Kita::Yakuhai);
        if win.melds.is_empty() {
            yaku = yaku.or(tiles::chuuren(win.hand, tile));
        }
        if !self.local.is_empty() {
            yaku = local::of_shape(yaku, shape, win, self.local);
        }
        let pair_fu = fu::pair(self.rules, shape.pair, win.seat_wind, win.round_wind);
        let reading = Reading {
            yaku,
            concealed: shape.triplets.len() + self.exposed.ankans,
            flat: sets.triplets.is_empty() && pair_fu == 0 && sets.closed,
            fu: self.exposed.fu + pair_fu + fu::concealed_triplets(shape.triplets),
        };
        let mut waits = waits(shape, tile);
        while waits != 0 {
            self.completed(&reading, WAITS[waits.trailing_zeros() as usize & 3], tile);
            waits &= waits - 1;
        }
    }

    /// A reading completed in one way.
    #[inline]
    fn completed(&mut self, reading: &Reading, wait: Wait, tile: Kind) {
        let Win { tsumo, flags, .. } = *self.win;
        let opened = wait == Wait::Shanpon && !tsumo;
        let pinfu = reading.flat && wait == Wait::Ryanmen && (!tsumo || self.rules.pinfu_tsumo);
        let case = FuCase {
            sets: reading.fu - if opened { fu::opened_triplet(tile) } else { 0 },
            wait,
            closed: !self.exposed.open,
            pinfu,
            tsumo,
            rinshan: flags.has(WinFlags::RINSHAN),
        };
        let concealed = reading.concealed - opened as u32;
        let yaku = reading.yaku.or(sets::of_wait(concealed, pinfu, wait == Wait::Tanki));
        self.consider(yaku, fu::total(self.rules, &case));
    }

    /// Keeps a reading that has enough yaku to win and is better than the best so far.
    #[inline]
    fn consider(&mut self, yaku: YakuSet, fu: u32) {
        let yakuman = yaku.and(yakuman_of(self.rules));
        let rank = if yakuman.is_empty() { self.rank(yaku, fu) } else { self.limit_rank(yakuman) };
        if rank > self.best.rank {
            self.best = Best { rank, yaku, fu };
        }
    }

    /// The rank of an ordinary hand, 0 where it lacks the yaku to win.
    #[inline]
    fn rank(&self, yaku: YakuSet, fu: u32) -> u64 {
        let yaku_han = han_without_dora(yaku, !self.exposed.open);
        if yaku_han < (self.rules.han_shibari as u32).max(1) {
            return 0;
        }
        self.scale.ordinary(yaku_han + self.win.dora.total(), fu)
    }

    #[cold]
    fn limit_rank(&self, yakuman: YakuSet) -> u64 {
        self.scale.yakuman(total_multiple(self.rules, yakuman))
    }
}

/// The melds of a hand as planes.
#[derive(Default)]
struct Exposed {
    kinds: KindSet,
    runs: KindSet,
    triplets: KindSet,
    ankans: u32,
    kans: u8,
    fu: u32,
    open: bool,
}

impl Exposed {
    #[inline]
    fn of(melds: &[Meld]) -> Exposed {
        let mut exposed = Exposed::default();
        for meld in melds {
            let low = KindSet::of(meld.low());
            match meld.kind() {
                MeldKind::Chi => exposed.runs |= low,
                _ => exposed.triplets |= low,
            }
            exposed.kinds |= meld.kinds();
            exposed.ankans += !meld.is_open() as u32;
            exposed.kans += meld.is_kan() as u8;
            exposed.fu += fu::meld(meld);
            exposed.open |= meld.is_open();
        }
        exposed
    }
}

/// A reading before it is known how the winning tile completed it.
struct Reading {
    yaku: YakuSet,
    /// Concealed triplets and kans; a ron may open one.
    concealed: u32,
    /// Whether it is closed and has only sequences and a pair without fu: pinfu if the wait is two-sided.
    flat: bool,
    /// Fu of sets and pair; a ron may open a triplet.
    fu: u32,
}

/// The waits by their bit in [`waits`].
const WAITS: [Wait; 4] = [Wait::Ryanmen, Wait::Closed, Wait::Shanpon, Wait::Tanki];

/// The ways in which `tile` may have completed the shape: bit `i` for `WAITS[i]`.
#[inline]
fn waits(shape: &Shape, tile: Kind) -> u32 {
    let Places { open, middle, edge, triplet, pair } = Places::of(shape, tile);
    open as u32 | ((middle | edge) as u32) << 1 | (triplet as u32) << 2 | (pair as u32) << 3
}
