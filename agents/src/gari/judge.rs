//! What a hand is worth, and which discard is best: expected final points.

use super::chances::Chances;
use super::stakes::Stakes;
use super::threats::Threats;
use crate::chance::Chance;
use crate::discard::Order;
use crate::eval::is_one_suit;
use crate::live::Live;
use crate::ukeire::plan::Plan;
use crate::value::STEP_BACK;
use hyakuman_core::eval::HandAnalysis;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat, eval};
use hyakuman_riichi::toutenkou::{Kinds, View};

/// How often a winning tile counts, the own draw and the discarders together: closed, open, furiten; and how much more often
/// an honor does.
const CLOSED: f32 = 2.0;
const OPEN: f32 = 2.2;
const FURITEN: f32 = 1.0;
const HONOR: f32 = 0.5;
/// How much more often an accepted tile counts that an open hand can pon.
const PON: f32 = 1.5;
/// Points of a closed hand besides its tiles, of a live pair of value, and of having received no gari tile so far.
const MENZEN: f32 = 1.0;
const PAIR: f32 = 0.35;
const KARASU: f32 = 8.0;
/// Points that tanyao and a flush add to a hand short of tenpai, by tiles that do not fit; a flush in parts of its own points.
const TANYAO: [f32; 5] = [0.9, 0.5, 0.2, 0.05, 0.0];
const FLUSH: [f32; 4] = [1.0, 0.5, 0.2, 0.0];

/// The basis of all values at one decision.
pub(super) struct Judge<'a> {
    view: &'a View<'a>,
    live: Live,
    /// Own draws left.
    draws: usize,
    threats: Threats,
    stakes: Stakes,
    dora: KindSet,
    /// Red fives among the concealed tiles, by suit.
    reds: [u8; 3],
    /// Kinds whose triplet is a yaku.
    value: KindSet,
    /// Points that a win has whatever the concealed tiles are.
    sure: f32,
    /// Points for having received no gari tile, if the hand stays closed.
    karasu: f32,
}

/// A hand with its melds.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    pub(super) hand: &'a Hand,
    pub(super) melds: u8,
    pub(super) open: bool,
    pub(super) plan: Plan,
    /// Kinds of the melds.
    pub(super) exposed: KindSet,
    /// Kinds of the triplets and kans among them.
    pub(super) triplets: KindSet,
}

/// What becomes of 3n+1 tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) shanten: i8,
    pub(super) chance: Chance,
    /// The points of a win, without those of a ron.
    points: f32,
}

/// A discard that was weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discard {
    pub(super) kind: Kind,
    /// The chance that another seat wins on it, and what that costs.
    pub(super) dealt_in: f32,
    pub(super) loss: f32,
    /// After it.
    pub(super) outlook: Outlook,
}

impl<'a> Judge<'a> {
    /// For the viewer; `karasu`: whether it has received no gari tile.
    pub(super) fn new(view: &'a View<'a>, stakes: Stakes, karasu: bool) -> Judge<'a> {
        let winds = KindSet::of(view.seat_wind(RelSeat::SELF)) | KindSet::of(view.match_state().round_wind());
        let kans = view.melds(RelSeat::SELF).iter().filter(|meld| meld.is_kan());
        let kans: u32 = kans.map(|meld| if meld.is_open() { 2 } else { 4 }).sum();
        let base = view.variant_rules().base_points as u32 + (view.dealer() == RelSeat::SELF) as u32;
        Judge {
            view,
            live: Live::new(&view.full_hand(), view.seen()),
            draws: view.own_draws_left() as usize,
            threats: Threats::new(view),
            stakes,
            dora: view.dora(),
            reds: view.full_reds(),
            value: KindSet::DRAGONS | winds,
            sure: (view.visible_dora(RelSeat::SELF) + base + kans) as f32,
            karasu: if karasu { KARASU } else { 0.0 },
        }
    }

    /// The best discard of 3n+2 tiles and its expected gain, the least valuable of equal ones; `None` if nothing may be discarded.
    pub(super) fn best_discard(&self, form: &Form<'_>, legal: KindSet, order: &Order) -> Option<(Kind, f32)> {
        let part = form.hand.only(form.plan.kinds);
        let mut search = Search::new(self, form, &part, legal);
        let keep = search.keep;
        let mut first = keep - self.twins(form, keep, order);
        while !first.is_empty() {
            search.weigh(take(&mut first, order));
        }
        let calm = self.threats.is_empty() && !keep.is_empty();
        let mut rest = if calm { KindSet::EMPTY } else { legal - keep };
        while !rest.is_empty() {
            search.weigh(take(&mut rest, order));
        }
        search.best
    }

    /// All discards of 3n+2 tiles, also those that set the hand back.
    pub(super) fn discards(&self, form: &Form<'_>, legal: KindSet) -> Vec<Discard> {
        let part = form.hand.only(form.plan.kinds);
        let search = Search::new(self, form, &part, legal);
        legal.into_iter().map(|kind| search.discard(kind)).collect()
    }

    /// What 3n+1 tiles are worth, and what becomes of them.
    pub(super) fn outlook(&self, form: &Form<'_>) -> Outlook {
        let part = form.hand.only(form.plan.kinds);
        let shanten = eval::shanten::<Kinds>(&part, form.melds);
        let draws = eval::ukeire::<Kinds>(&part, form.melds) & form.plan.kinds;
        self.outlook_of(form, shanten, draws, KindSet::EMPTY)
    }

    #[inline]
    fn outlook_of(&self, form: &Form<'_>, shanten: i8, draws: KindSet, discard: KindSet) -> Outlook {
        let chance = self.chance(form, shanten, draws, discard);
        Outlook { shanten, chance, points: self.points(form, shanten, draws) }
    }

    /// What it is worth to go on, with so many points less than the hand has.
    #[inline]
    pub(super) fn worth(&self, outlook: &Outlook, less: f32) -> f32 {
        let Outlook { chance, points, .. } = *outlook;
        chance.win * self.stakes.win(points - less) + chance.tenpai * self.stakes.tenpai
    }

    /// What it is worth to win with this complete hand.
    pub(super) fn won(&self, form: &Form<'_>) -> f32 {
        self.stakes.win(self.points(form, 0, KindSet::EMPTY))
    }

    /// The same with points that the hand has besides its tiles, and an own draw more.
    pub(super) fn with_draw(&self, points: f32) -> Judge<'a> {
        let (sure, draws, threats) = (self.sure + points, self.draws + 1, Threats::new(self.view));
        Judge { sure, draws, threats, ..*self }
    }

    /// Lone honors beside the least valuable one, if nobody is in riichi: they all leave the same draws.
    #[inline]
    fn twins(&self, form: &Form<'_>, keep: KindSet, order: &Order) -> KindSet {
        let lone = (keep - form.hand.at_least(2)) & (KindSet::HONORS - form.triplets);
        let none = lone.is_empty() || !self.threats.is_empty();
        if none { KindSet::EMPTY } else { lone - KindSet::of(order.least(lone)) }
    }

    /// What becomes of 3n+1 tiles that these draws bring nearer, after this discard.
    #[inline]
    fn chance(&self, form: &Form<'_>, shanten: i8, draws: KindSet, discard: KindSet) -> Chance {
        let live = self.live.count(draws) as f32;
        let tiles = if shanten <= 0 {
            let furiten = draws.meets(self.view.discarded(RelSeat::SELF) | discard);
            let honors = self.live.count(draws & KindSet::HONORS) as f32;
            (live + HONOR * honors)
                * if furiten {
                    FURITEN
                } else if form.open {
                    OPEN
                } else {
                    CLOSED
                }
        } else if form.open {
            live + PON * self.live.count(draws & form.hand.at_least(2)) as f32
        } else {
            live
        };
        Chances::get().of(!self.threats.is_empty(), shanten, tiles, self.draws)
    }

    /// The points that 3n+1 tiles may win with, without those of a ron.
    #[inline]
    fn points(&self, form: &Form<'_>, shanten: i8, draws: KindSet) -> f32 {
        let hand = form.hand;
        let (pairs, triplets) = (hand.at_least(2), hand.at_least(3));
        let dora = hand.count_in(self.dora) as f32 + self.reds(hand);
        let value = ((triplets | form.triplets) & self.value).len() as f32;
        let pairs = ((pairs - triplets) & self.value).len() as f32;
        let closed = if form.open { 0.5 * self.karasu } else { self.karasu + MENZEN };
        let yaku = tanyao(form, shanten, draws) + flushes(form, shanten, draws);
        self.sure + dora + value + PAIR * pairs + closed + yaku
    }

    /// Red fives among these concealed tiles.
    #[inline]
    fn reds(&self, hand: &Hand) -> f32 {
        (0..3).map(|suit| self.reds[suit].min(hand.count(Kind::of(9 * suit as u8 + 4))) as f32).sum()
    }
}

/// The points of tanyao that 3n+1 tiles have at tenpai, or may have.
#[inline]
fn tanyao(form: &Form<'_>, shanten: i8, draws: KindSet) -> f32 {
    let off = form.hand.count_in(KindSet::YAOCHU) as usize;
    if form.exposed.meets(KindSet::YAOCHU) {
        0.0
    } else if shanten <= 0 {
        (off == 0 && !draws.meets(KindSet::YAOCHU)) as u8 as f32
    } else {
        TANYAO[off.min(4)]
    }
}

/// The points of a flush of dots or bamboo that 3n+1 tiles have at tenpai, or may have.
#[inline]
fn flushes(form: &Form<'_>, shanten: i8, draws: KindSet) -> f32 {
    let kinds = form.hand.kinds() | form.exposed;
    let full = 3.0 - form.open as u8 as f32 + if kinds.meets(KindSet::HONORS) { 0.0 } else { 3.0 };
    let of_suit = |suit: u8| {
        let flush = KindSet::suit(suit) | KindSet::HONORS;
        let off = form.hand.count_in(!flush) as usize;
        match shanten {
            _ if !form.exposed.is_subset_of(flush) => 0.0,
            ..=0 => full * (off == 0 && draws.is_subset_of(flush)) as u8 as f32,
            _ => full * FLUSH[off.min(3)],
        }
    };
    of_suit(1) + of_suit(2)
}

/// Removes and returns the least valuable kind.
#[inline]
fn take(kinds: &mut KindSet, order: &Order) -> Kind {
    let kind = order.least(*kinds);
    kinds.remove(kind);
    kind
}

/// The discards of a hand, and the search for the best one.
struct Search<'s, 'a> {
    judge: &'s Judge<'a>,
    form: &'s Form<'s>,
    /// Of the tiles that fit the plan.
    analysis: HandAnalysis<'s, Kinds>,
    /// The discards that keep the shanten.
    keep: KindSet,
    /// The draws of the hand if a tile goes that does not fit the plan.
    spare: KindSet,
    /// The draws that help before a discard: no discard that keeps the shanten leaves others.
    draws: KindSet,
    best: Option<(Kind, f32)>,
    /// The most that going on is worth after any discard so far.
    most: f32,
}

impl<'s, 'a> Search<'s, 'a> {
    /// `part`: the tiles that fit the plan.
    #[inline]
    fn new(judge: &'s Judge<'a>, form: &'s Form<'s>, part: &'s Hand, legal: KindSet) -> Search<'s, 'a> {
        let analysis = eval::analysis::<Kinds>(part, form.melds);
        let off = legal - form.plan.kinds;
        let (keep, spare) = match off.is_empty() {
            true => (analysis.keep() & (legal - form.plan.fixed), KindSet::EMPTY),
            false => (off, eval::ukeire::<Kinds>(part, form.melds)),
        };
        let draws = if is_one_suit(part) { KindSet::ALL } else { analysis.draws() | spare };
        Search { judge, form, analysis, keep, spare, draws, best: None, most: 0.0 }
    }

    /// Weighs a discard, if it can be better than the best one.
    #[inline]
    fn weigh(&mut self, kind: Kind) {
        let (judge, keeps) = (self.judge, self.keep.has(kind));
        let (dealt_in, loss) = judge.threats.danger(kind, &judge.stakes);
        let total = |going_on: f32| (1.0 - dealt_in) * going_on - loss;
        let beaten = |going_on: f32| self.best.is_some_and(|(_, points)| total(going_on) <= points);
        let worth = |draws: KindSet| judge.worth(&self.outlook(kind, draws), 0.0);
        let hopeless = match keeps {
            true => self.shanten(kind) > 0 && beaten(worth(self.draws - KindSet::of(kind))),
            false => beaten(self.most),
        };
        if hopeless {
            return;
        }
        let going_on = if self.form.plan.fixed.has(kind) { 0.0 } else { worth(self.draws_without(kind)) };
        if !beaten(going_on) {
            self.best = Some((kind, total(going_on)));
        }
        self.most = self.most.max(going_on);
    }

    fn discard(&self, kind: Kind) -> Discard {
        let (dealt_in, loss) = self.judge.threats.danger(kind, &self.judge.stakes);
        let mut outlook = self.outlook(kind, self.draws_without(kind));
        let part = match self.keep.has(kind) {
            _ if self.form.plan.fixed.has(kind) => 0.0,
            false if self.judge.threats.is_empty() => STEP_BACK,
            _ => 1.0,
        };
        outlook.chance = outlook.chance.times(part);
        Discard { kind, dealt_in, loss, outlook }
    }

    /// Shanten after a discard, by the plan.
    #[inline]
    fn shanten(&self, kind: Kind) -> i8 {
        self.analysis.shanten() + (self.form.plan.kinds.has(kind) && !self.keep.has(kind)) as i8
    }

    #[inline]
    fn draws_without(&self, kind: Kind) -> KindSet {
        if self.form.plan.kinds.has(kind) { self.analysis.draws_without(kind) } else { self.spare }
    }

    /// What becomes of the hand after a discard, if these draws bring it nearer.
    #[inline]
    fn outlook(&self, kind: Kind, draws: KindSet) -> Outlook {
        let form = Form { hand: &self.form.hand.without(kind), ..*self.form };
        let draws = draws & self.form.plan.kinds;
        self.judge.outlook_of(&form, self.shanten(kind), draws, KindSet::of(kind))
    }
}
