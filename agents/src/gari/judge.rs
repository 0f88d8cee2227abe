//! What a hand is worth, and which discard is best: expected final points.

use super::chances::{Chance, Chances};
use super::stakes::Stakes;
use crate::fan::chances::k;
use crate::live::Live;
use crate::ukeire::plan::Plan;
use arrayvec::ArrayVec;
use hyakuman_core::{Hand, Kind, KindSet, RelSeat};
use hyakuman_games::riichi::RiichiState;
use hyakuman_games::riichi::danger::DangerClasses;
use hyakuman_games::toutenkou::{Kinds, View};

/// Percent that a tile of a class is in the wait of a seat in riichi, by discards in its river in threes.
const DANGER: [[f32; 6]; 20] = [
    [0.0; 6],
    [7.1, 8.6, 10.1, 12.3, 15.2, 18.5],
    [7.0, 8.6, 10.1, 12.1, 14.6, 17.5],
    [7.2, 8.1, 9.4, 11.0, 13.4, 16.6],
    [5.3, 6.0, 6.9, 8.4, 10.5, 13.4],
    [3.5, 4.0, 4.8, 6.0, 7.8, 10.3],
    [4.9, 6.6, 7.8, 9.3, 11.6, 14.8],
    [5.1, 5.9, 7.1, 8.6, 10.7, 13.7],
    [4.3, 5.0, 5.7, 6.8, 8.3, 10.4],
    [1.6, 2.2, 2.7, 3.5, 4.4, 5.8],
    [1.0, 1.1, 1.2, 1.6, 2.0, 2.6],
    [2.7, 3.9, 4.7, 5.8, 6.7, 8.3],
    [1.2, 3.1, 3.6, 4.6, 5.8, 7.0],
    [2.6, 2.3, 2.7, 3.3, 4.5, 6.1],
    [1.0, 1.9, 2.4, 3.2, 4.9, 6.9],
    [0.3, 0.4, 0.6, 0.9, 1.4, 2.3],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.1],
    [1.5, 1.8, 2.3, 3.4, 4.8, 6.1],
    [0.6, 0.6, 0.8, 1.3, 2.2, 3.9],
    [0.0; 6],
];

/// What one seat in riichi threatens.
struct Threat {
    seat: RelSeat,
    classes: DangerClasses,
    turn: usize,
}

/// The basis of all values at one decision.
pub(super) struct Judge<'a> {
    view: &'a View<'a>,
    live: Live,
    /// Own draws left.
    draws: usize,
    threats: ArrayVec<Threat, 2>,
    stakes: Stakes,
    dora: KindSet,
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

impl<'a> Judge<'a> {
    pub(super) fn new(view: &'a View<'a>, stakes: Stakes, karasu: bool) -> Judge<'a> {
        let mut threats = ArrayVec::new();
        for seat in view.others() {
            if view.riichi(seat) == RiichiState::Accepted {
                let turn = (view.river(seat).len().max(1) - 1) / 3;
                threats.push(Threat { seat, classes: view.danger(seat), turn: turn.min(5) });
            }
        }
        let rules = view.variant_rules();
        let kans = view.melds(RelSeat::SELF).iter().filter(|meld| meld.is_kan());
        let kans: u32 = kans.map(|meld| if meld.is_open() { 2 } else { 4 }).sum();
        let sure = view.visible_dora(RelSeat::SELF) + rules.base_points as u32 + kans + (view.dealer() == RelSeat::SELF) as u32;
        let value = KindSet::DRAGONS | KindSet::of(view.seat_wind(RelSeat::SELF)) | KindSet::of(view.match_state().round_wind());
        let draws = view.own_draws_left() as usize;
        Judge {
            view,
            live: Live::new(&view.full_hand(), view.seen()),
            draws,
            threats,
            stakes,
            dora: view.dora(),
            value,
            sure: sure as f32,
            karasu: if karasu { k(47, 8.0) } else { 0.0 },
        }
    }

    /// Whether another seat is in riichi.
    pub(super) fn threatened(&self) -> bool {
        !self.threats.is_empty()
    }

    /// The best discard of 3n+2 tiles, and its expected gain.
    #[inline(always)]
    pub(super) fn best_discard(&self, form: &Form<'_>, legal: KindSet, order: impl Fn(KindSet) -> Kind) -> Option<(Kind, f32)> {
        let part = form.hand.only(form.plan.kinds);
        let analysis = self.view.tables().analysis::<Kinds>(&part, form.melds);
        let off = legal - form.plan.kinds;
        let keep = if off.is_empty() { analysis.keep() & (legal - form.plan.fixed) } else { off };
        let spare = if off.is_empty() { KindSet::EMPTY } else { self.view.tables().ukeire::<Kinds>(&part, form.melds) };
        let most = self.stakes.win(self.points(form, 1, KindSet::EMPTY) + 1.0).max(0.0);
        let (mut best, mut best_attack): (Option<(Kind, f32)>, f32) = (None, f32::MIN);
        let mut weigh = |kind: Kind, is_kept: bool| {
            let (chance, loss) = self.danger(kind);
            let beaten = |attack: f32| best.is_some_and(|(_, points)| (1.0 - chance) * attack - loss <= points);
            if !is_kept && beaten(best_attack.max(0.0)) {
                return;
            }
            let (draws, shanten) = if form.plan.kinds.has(kind) {
                (analysis.draws_without(kind), analysis.shanten() + !is_kept as i8)
            } else {
                (spare, analysis.shanten())
            };
            let after = Form { hand: &form.hand.without(kind), ..*form };
            let draws = draws & form.plan.kinds;
            let course = self.chance(&after, shanten, draws, Some(kind));
            let tenpai = k(53, 1.0) * course.tenpai * self.stakes.tenpai;
            if beaten(course.win * most + tenpai) {
                return;
            }
            let dead = form.plan.fixed.has(kind);
            let attack = if dead { 0.0 } else { course.win * self.stakes.win(self.points(&after, shanten, draws)) + tenpai };
            let points = (1.0 - chance) * attack - loss;
            if best.is_none_or(|(_, most)| points > most) {
                best = Some((kind, points));
            }
            best_attack = best_attack.max(attack);
        };
        each(keep, &order, |kind| weigh(kind, true));
        if self.threatened() || keep.is_empty() {
            each(legal - keep, &order, |kind| weigh(kind, false));
        }
        best
    }

    /// The expected gain of 3n+1 tiles.
    pub(super) fn of_hand(&self, form: &Form<'_>) -> f32 {
        let part = form.hand.only(form.plan.kinds);
        let shanten = self.view.tables().shanten::<Kinds>(&part, form.melds);
        let draws = self.view.tables().ukeire::<Kinds>(&part, form.melds) & form.plan.kinds;
        let course = self.chance(form, shanten, draws, None);
        course.win * self.stakes.win(self.points(form, shanten, draws)) + k(53, 1.0) * course.tenpai * self.stakes.tenpai
    }

    /// What becomes of 3n+1 tiles.
    #[inline]
    fn chance(&self, form: &Form<'_>, shanten: i8, draws: KindSet, discard: Option<Kind>) -> Chance {
        let live = self.live.count(draws) as f32;
        let tiles = if shanten <= 0 {
            let furiten = draws.meets(self.view.discarded(RelSeat::SELF) | discard.map_or(KindSet::EMPTY, KindSet::of));
            let honors = self.live.count(draws & KindSet::HONORS) as f32 * k(48, 0.5);
            (live + honors) * if furiten { k(49, 1.0) } else if form.open { k(50, 2.2) } else { k(51, 2.0) }
        } else if form.open {
            live + k(52, 1.0) * self.live.count(draws & form.hand.at_least(2)) as f32
        } else {
            live
        };
        Chances::get().of(self.threatened(), shanten, tiles, self.draws)
    }

    /// The points that a hand may win with, without those of a ron.
    #[inline]
    fn points(&self, form: &Form<'_>, shanten: i8, draws: KindSet) -> f32 {
        let hand = form.hand;
        let (pairs, triplets) = (hand.at_least(2), hand.at_least(3));
        let mut points = self.sure + hand.count_in(self.dora) as f32 + self.reds(hand);
        points += ((triplets | form.triplets) & self.value).len() as f32;
        points += ((pairs - triplets) & self.value).len() as f32 * k(54, 0.35);
        let off = hand.count_in(KindSet::YAOCHU) as usize;
        if !form.exposed.meets(KindSet::YAOCHU) {
            points += if shanten <= 0 { (off == 0 && !draws.meets(KindSet::YAOCHU)) as u8 as f32 } else { [0.9, 0.5, 0.2, 0.05, 0.0][off.min(4)] };
        }
        let kinds = hand.kinds() | form.exposed;
        for suit in 1..3 {
            let flush = KindSet::suit(suit) | KindSet::HONORS;
            if form.exposed.is_subset_of(flush) {
                let off = (hand.kinds() - flush).len().max(hand.count_in(!flush)) as usize;
                let full = if form.open { 2.0 } else { 3.0 } + if kinds.meets(KindSet::HONORS) { 0.0 } else { 3.0 };
                points += full * if shanten <= 0 { (off == 0 && draws.is_subset_of(flush)) as u8 as f32 } else { [1.0, 0.5, 0.2, 0.0][off.min(3)] };
            }
        }
        points + if form.open { 0.5 * self.karasu } else { self.karasu + k(55, 2.0) }
    }

    #[inline]
    fn reds(&self, hand: &Hand) -> f32 {
        let reds = self.view.full_reds();
        (0..3).map(|suit| reds[suit].min(hand.count(Kind::of(9 * suit as u8 + 4))) as f32).sum()
    }

    /// The chance that somebody wins on a discard, and the expected loss.
    #[inline]
    fn danger(&self, kind: Kind) -> (f32, f32) {
        let (mut chance, mut loss) = (0.0, 0.0);
        for threat in &self.threats {
            let wins = k(56, 1.0) * DANGER[threat.classes.index_of(kind)][threat.turn] / 100.0;
            loss += (1.0 - chance) * wins * self.stakes.deal_in(threat.seat);
            chance += (1.0 - chance) * wins;
        }
        (chance, loss)
    }
}

/// Calls `visit` with these kinds in order.
#[inline(always)]
fn each(mut kinds: KindSet, order: &impl Fn(KindSet) -> Kind, mut visit: impl FnMut(Kind)) {
    while !kinds.is_empty() {
        let kind = order(kinds);
        kinds.remove(kind);
        visit(kind);
    }
}
