//! All readings of a win, and the best one.

use super::{Added, Scale, Win, WinFlags, han_without_dora, total_multiple, yakuman_of};
use crate::rules::{Kita, RiichiRules};
use crate::scoring::fu::{self, FuCase, Wait};
use crate::scoring::written_yaku::{Facts, Reading as Read, WrittenYakuSet};
use crate::scoring::yaku::sets::{self, Sets};
use crate::scoring::yaku::{Yaku, YakuSet, circumstance, local, tiles};
use hyakuman_core::common::places::Places;
use hyakuman_core::eval::{self, Shape};
use hyakuman_core::{Kind, KindSet, Meld, MeldKind};

/// One win while its readings are tried.
pub(super) struct Readings<'a, S> {
    rules: &'a RiichiRules,
    scale: S,
    win: &'a Win<'a>,
    exposed: Exposed,
    /// The yaku of files that it may have, if there are any.
    written: Option<Written<'a>>,
    /// The yaku that every reading has, by circumstances and tiles.
    common: YakuSet,
    best: Best,
}

/// The best reading so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Best {
    /// Its value on the scale, by which readings are compared. 0 if there is none.
    pub(super) rank: u64,
    pub(super) yaku: YakuSet,
    /// Its yaku of the rules file.
    pub(super) own_yaku: WrittenYakuSet,
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
        let common = circumstances.or(tiles);
        let written = if rules.has_written_yaku() { Written::of(rules, win) } else { None };
        let mut readings = Readings { rules, scale, win, exposed, written, common, best: Best::default() };
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
            let reading = || Read::seven_pairs(hand.kinds());
            self.consider(self.common.or(YakuSet::of(&[Yaku::Chiitoitsu])), fu::CHIITOITSU, reading);
        }
        if hand.kinds() == KindSet::YAOCHU && eval::is_kokushi(hand) {
            let all_thirteen = hand.count(tile) == 2;
            let kokushi = if all_thirteen { Yaku::Kokushi13 } else { Yaku::Kokushi };
            self.consider(self.common.or(YakuSet::of(&[kokushi])), 0, Read::orphans);
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
        let pair_fu = fu::pair(self.rules, shape.pair, win.seat_wind, win.round_wind);
        let reading = Reading {
            yaku,
            concealed: shape.triplets.len() + self.exposed.ankans,
            flat: sets.triplets.is_empty() && pair_fu == 0 && sets.closed,
            fu: self.exposed.fu + pair_fu + fu::concealed_triplets(shape.triplets),
        };
        let mut waits = waits(shape, tile);
        while waits != 0 {
            self.completed(shape, &reading, WAITS[waits.trailing_zeros() as usize & 3], tile);
            waits &= waits - 1;
        }
    }

    /// A reading completed in one way.
    #[inline]
    fn completed(&mut self, shape: &Shape, reading: &Reading, wait: Wait, tile: Kind) {
        let win = self.win;
        let Win { tsumo, flags, .. } = *win;
        let opened = wait == Wait::Shanpon && !tsumo;
        let pinfu = reading.flat
            && wait == Wait::Ryanmen
            && (!tsumo || self.rules.pinfu_tsumo)
            && !self.rules.without_yaku.has(Yaku::Pinfu);
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
        self.consider(yaku, fu::total(self.rules, &case), || Read::standard(win, shape, tile, wait));
    }

    /// Keeps a reading that has enough yaku to win and is better than the best so far. `reading` is how yaku of files see it.
    #[inline]
    fn consider<'r>(&mut self, yaku: YakuSet, fu: u32, reading: impl FnOnce() -> Read<'r>) {
        let yaku = yaku.without(self.rules.without_yaku.0);
        if let Some(written) = &self.written {
            let (yaku, own_yaku) = written.added_to(self.rules, yaku, reading);
            return self.consider_written(yaku, own_yaku, fu);
        }
        let yakuman = yaku.and(yakuman_of(self.rules));
        let none = Added::default();
        let rank =
            if yakuman.is_empty() { self.rank(yaku, &none, fu) } else { self.limit_rank(yakuman, &none) };
        if rank > self.best.rank {
            self.best = Best { rank, yaku, own_yaku: 0, fu };
        }
    }

    /// The same with yaku of files.
    #[cold]
    fn consider_written(&mut self, yaku: YakuSet, own_yaku: WrittenYakuSet, fu: u32) {
        let yakuman = yaku.and(yakuman_of(self.rules));
        let added = self.rules.yaku.added(own_yaku, !self.exposed.open);
        let rank = match yakuman.is_empty() && added.yakuman == 0 {
            true => self.rank(yaku, &added, fu),
            false => self.limit_rank(yakuman, &added),
        };
        if rank > self.best.rank {
            self.best = Best { rank, yaku, own_yaku, fu };
        }
    }

    /// The rank of an ordinary hand, 0 where it lacks the yaku to win.
    #[inline]
    fn rank(&self, yaku: YakuSet, added: &Added, fu: u32) -> u64 {
        let yaku_han = han_without_dora(yaku, !self.exposed.open) + added.yaku_han;
        if yaku_han.max(added.least_han) < (self.rules.han_shibari as u32).max(1) {
            return 0;
        }
        let han = yaku_han + added.bonus_han + self.win.dora.total();
        self.scale.ordinary(han.max(added.least_han), fu)
    }

    #[cold]
    fn limit_rank(&self, yakuman: YakuSet, added: &Added) -> u64 {
        self.scale.yakuman(total_multiple(self.rules, yakuman, added))
    }
}

impl Best {
    /// What its yaku of the rules file add to its value.
    #[inline]
    pub(super) fn added(&self, rules: &RiichiRules, closed: bool) -> Added {
        if self.own_yaku == 0 { Added::default() } else { rules.yaku.added(self.own_yaku, closed) }
    }
}

/// The yaku of files that a win may have: local ones, and those of the rules file.
struct Written<'a> {
    facts: Facts<'a>,
    local: WrittenYakuSet,
    of_file: WrittenYakuSet,
    /// Whether one of them depends on the reading.
    look_at_readings: bool,
}

impl<'a> Written<'a> {
    /// None if it has none.
    #[inline(never)]
    fn of(rules: &RiichiRules, win: &'a Win<'a>) -> Option<Written<'a>> {
        let facts = Facts::of(rules, win);
        let played = rules.local_yaku.bits().into();
        let local = if played == 0 { 0 } else { local::CONDITIONS.possible(&facts, played) };
        let of_file = rules.yaku.possible(&facts, rules.yaku.every());
        if local | of_file == 0 {
            return None;
        }
        let look_at_readings =
            local::CONDITIONS.look_at_readings(local) || rules.yaku.look_at_readings(of_file);
        Some(Written { facts, local, of_file, look_at_readings })
    }

    /// The yaku of a reading with the local ones, without those that are replaced; and its yaku of the rules file.
    #[cold]
    fn added_to<'r>(
        &self,
        rules: &RiichiRules,
        mut yaku: YakuSet,
        reading: impl FnOnce() -> Read<'r>,
    ) -> (YakuSet, WrittenYakuSet) {
        let reading = self.look_at_readings.then(reading);
        let reading = reading.as_ref();
        if self.local != 0 {
            let held = local::CONDITIONS.held(&self.facts, reading, self.local, yaku);
            let (replaced, _) = local::CONDITIONS.replaced(held);
            yaku = yaku.without(replaced).or(local::numbered(held));
        }
        if self.of_file == 0 {
            return (yaku, 0);
        }
        let held = rules.yaku.held(&self.facts, reading, self.of_file, yaku);
        let (replaced, replaced_of_file) = rules.yaku.replaced(held);
        let yaku = yaku.without(replaced);
        let others = yaku.and(yakuman_of(rules)).len();
        (yaku, rules.yaku.without_lone_yakuman(held & !replaced_of_file, others))
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
