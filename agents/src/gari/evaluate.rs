//! What every legal action is worth: final points, compared with a kyoku that others win.

use super::judge::{Discard, Form, Judge, Outlook};
use super::{Gari, form, nearer, with_set};
use crate::corrigible::{Corrigible, Reach};
use crate::value::STEP_BACK;
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::{ActionMask, Agent, Candidate, Evaluation, ValueUnit};
use hyakuman_core::{Kind, KindSet, Tile};
use hyakuman_riichi::toutenkou::{self, Toutenkou, View};
use hyakuman_riichi::{Action, Question, Variant};

/// Points of a concealed kan and of another one, of a gari tile set aside, of a red five, and of riichi.
const ANKAN: f32 = 4.0;
const KAN: f32 = 2.0;
const GARI: f32 = 1.0;
const RED: f32 = 1.0;
const RIICHI: f32 = 1.0;

impl Gari {
    pub(super) fn weigh_all(&mut self, view: &View<'_>, legal: &ActionMask) -> Option<Evaluation> {
        let judge = self.judge(view);
        let candidates = match view.question() {
            Question::Turn(_) => turn(&judge, view, legal),
            Question::Claim(offer, _) => claim(&judge, view, legal, offer.kind()),
            _ => return None,
        };
        Some(Evaluation::new(ValueUnit::RankPoints, candidates))
    }
}

impl Corrigible<Toutenkou> for Gari {
    fn weigh(
        &mut self,
        view: &View<'_>,
        legal: &ActionMask,
        _: Reach,
        candidates: &mut Vec<Candidate>,
    ) -> Option<(ValueUnit, u8)> {
        let evaluation = self.weigh_all(view, legal)?;
        candidates.extend(evaluation.candidates);
        Some((evaluation.unit, self.act(view, legal)))
    }
}

fn turn(judge: &Judge<'_>, view: &View<'_>, legal: &ActionMask) -> Vec<Candidate> {
    let (hand, drawn) = (view.full_hand(), view.drawn());
    let (form, riichi) = (form(view, &hand), legal.riichi(drawn).kinds());
    let discards = judge.discards(&form, legal.discards(drawn).kinds() | riichi);
    let discard = |code: u8, tile: Tile, silent: bool| {
        let costs_red =
            tile.is_red() && hand.count(tile.kind()) > view.full_reds()[tile.kind().suit() as usize];
        let less = RED * costs_red as u8 as f32 + RIICHI * (silent && riichi.has(tile.kind())) as u8 as f32;
        let found = discards.iter().find(|discard| discard.kind == tile.kind())?;
        Some(of_discard(code, judge, found, less))
    };
    let candidate = |code| match Action::from_code(code)? {
        Action::Tsumo => Some(won(code, judge, &form)),
        Action::Discard(tile) => discard(code, tile, true),
        Action::Tsumogiri => discard(code, drawn?, true),
        Action::Riichi(tile) => discard(code, tile, false),
        Action::RiichiTsumogiri => discard(code, drawn?, false),
        Action::Nuki(place) => {
            Some(after_nuki(code, judge, view, toutenkou::Gari::NUKI_TILES[place as usize]))
        }
        Action::Kan(kind) => Some(after_kan(code, judge, view, kind)),
        _ => Some(hopeless(code)), // another kyoku instead
    };
    legal.iter().filter_map(candidate).collect()
}

/// A gari tile is set aside: it still counts as dora, and another tile is drawn.
fn after_nuki(code: u8, judge: &Judge<'_>, view: &View<'_>, tile: Tile) -> Candidate {
    let hand = view.full_hand().without(tile.kind());
    let dora = view.dora().has(tile.kind()) as u8 + tile.is_red() as u8;
    of_outlook(code, &judge.with_draw(GARI + dora as f32), &form(view, &hand))
}

/// A kan on the own turn.
fn after_kan(code: u8, judge: &Judge<'_>, view: &View<'_>, kind: Kind) -> Candidate {
    let hand = view.full_hand();
    if hand.count(kind) < 4 {
        return of_outlook(code, &judge.with_draw(KAN), &form(view, &hand.without(kind)));
    }
    let (rest, now) = (hand.only(!KindSet::of(kind)), form(view, &hand));
    let [exposed, triplets] = [now.exposed, now.triplets].map(|kinds| kinds | KindSet::of(kind));
    let after = Form { hand: &rest, melds: now.melds + 1, exposed, triplets, ..now };
    of_outlook(code, &judge.with_draw(ANKAN), &after)
}

fn claim(judge: &Judge<'_>, view: &View<'_>, legal: &ActionMask, offered: Kind) -> Vec<Candidate> {
    let candidate = |code| match Action::from_code(code) {
        Some(Action::Ron) => won(code, judge, &form(view, &view.hand().with(offered))),
        Some(Action::Daiminkan) => {
            let rest = view.hand().only(!KindSet::of(offered));
            let judge = judge.with_draw(KAN);
            with_set(view, &rest, offered).map_or(hopeless(code), |after| of_outlook(code, &judge, &after))
        }
        Some(Action::Pon { .. }) => after_pon(code, judge, view, offered).unwrap_or(hopeless(code)),
        _ => of_outlook(code, judge, &form(view, view.hand())),
    };
    legal.iter().map(candidate).collect()
}

/// The best discard after a pon; none if the hand would have no yaku. A pon that does not bring the hand nearer counts as one that sets
/// it back.
fn after_pon(code: u8, judge: &Judge<'_>, view: &View<'_>, offered: Kind) -> Option<Candidate> {
    let rest = view.hand().without(offered).without(offered);
    let discards = judge.discards(&with_set(view, &rest, offered)?, view.legal_after_call(code));
    let part = if nearer(&form(view, view.hand()), offered).is_some() { 1.0 } else { STEP_BACK };
    let weighed = discards.into_iter().map(|mut discard| {
        discard.outlook.chance = discard.outlook.chance.times(part);
        Candidate { then: Some(discard.kind), ..of_discard(code, judge, &discard, 0.0) }
    });
    weighed.reduce(|best, next| if next.value > best.value { next } else { best })
}

/// A discard of a hand with so many points less.
fn of_discard(code: u8, judge: &Judge<'_>, discard: &Discard, less: f32) -> Candidate {
    let Discard { dealt_in, loss, outlook: Outlook { shanten, chance, .. }, .. } = *discard;
    let value = (1.0 - dealt_in) * judge.worth(&discard.outlook, less) - loss;
    Candidate {
        win: Some((1.0 - dealt_in) * chance.win),
        deal_in: Some(dealt_in),
        tenpai: Some((1.0 - dealt_in) * chance.tenpai),
        loss: Some(loss),
        shanten: Some(shanten),
        ..Candidate::new(code, value)
    }
}

/// Going on with a hand before a draw.
fn of_outlook(code: u8, judge: &Judge<'_>, form: &Form<'_>) -> Candidate {
    let outlook = judge.outlook(form);
    let discard = Discard { kind: Kind::EAST, dealt_in: 0.0, loss: 0.0, outlook };
    of_discard(code, judge, &discard, 0.0)
}

/// A hand without a yaku.
fn hopeless(code: u8) -> Candidate {
    Candidate { win: Some(0.0), ..Candidate::new(code, 0.0) }
}

fn won(code: u8, judge: &Judge<'_>, form: &Form<'_>) -> Candidate {
    Candidate { win: Some(1.0), ..Candidate::new(code, judge.won(form)) }
}
