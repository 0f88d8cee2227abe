//! What every legal action is worth.

use super::danger::Danger;
use super::{Discard, Fan, Judge, own_melds};
use hyakuman_core::game::{ActionMask, Candidate, Evaluation, ValueUnit};
use hyakuman_core::{Hand, Kind, Meld, RelSeat};
use hyakuman_yangzhou::score::Way;
use hyakuman_yangzhou::{Action, Offer, Question, View};

impl Fan {
    pub(super) fn weigh_all(&self, view: &View<'_>, legal: &ActionMask) -> Evaluation {
        let candidates = match view.question() {
            Question::Claim(offer, _) => self.weigh_claim(view, legal, offer),
            _ => self.weigh_turn(view, legal),
        };
        Evaluation::new(ValueUnit::Points, candidates)
    }

    fn weigh_turn(&self, view: &View<'_>, legal: &ActionMask) -> Vec<Candidate> {
        let hand = view.full_hand();
        let judge = self.judge(view, own_melds(view), &hand);
        let discards: Vec<Discard> = judge.discards(&hand, view.forbidden(), &Danger::of(view)).collect();
        let best = discards.iter().map(|discard| discard.value).fold(f32::MIN, f32::max);
        let discard = |code, kind| {
            let found = discards.iter().find(|discard| discard.kind == kind)?;
            Some(Candidate { loss: Some(found.cost), ..Candidate::new(code, found.value) })
        };
        let candidate = |code| match Action::from_code(code)? {
            Action::Tsumo => Some(judge.won(code, &hand.without(view.drawn()?), view.drawn()?, Way::Tsumo)),
            Action::Kan(kind) if hand.count(kind) < 4 => Some(Candidate::new(code, best)),
            Action::Kan(kind) => Some(Candidate::new(code, self.after_kan(view, &hand, kind))),
            Action::Tsumogiri => discard(code, view.drawn()?),
            Action::Discard(kind) => discard(code, kind),
            _ => None,
        };
        legal.iter().filter_map(candidate).collect()
    }

    fn weigh_claim(&self, view: &View<'_>, legal: &ActionMask, offer: Offer) -> Vec<Candidate> {
        let offered = offer.kind();
        let way = if matches!(offer, Offer::Discard(_)) { Way::Ron } else { Way::RobbedKan };
        let (hand, judge) = (view.hand(), self.judge(view, own_melds(view), view.hand()));
        let calls: Vec<(u8, Discard)> = self.calls(view, legal, offered).collect();
        let candidate = |code| match Action::from_code(code) {
            Some(Action::Ron) => judge.won(code, hand, offered, way),
            Some(Action::Daiminkan) => Candidate::new(code, self.after_open_kan(view, offered)),
            _ => match calls.iter().find(|(call, _)| *call == code) {
                Some((_, then)) => Candidate { then: Some(then.kind), ..Candidate::new(code, then.value) },
                None => Candidate::new(code, judge.value(hand)),
            },
        };
        legal.iter().map(candidate).collect()
    }

    /// The value of the hand after a kan with a discard.
    fn after_open_kan(&self, view: &View<'_>, kind: Kind) -> f32 {
        let rest = (0..3).fold(*view.hand(), |rest, _| rest.without(kind));
        let mut melds = own_melds(view);
        melds.push(Meld::daiminkan(kind.tile(), [kind.tile(); 3], RelSeat::new(1)));
        self.judge(view, melds, &rest).value(&rest)
    }
}

impl Judge<'_> {
    /// A win of these tiles with this one: each seat pays the value, or the one that discarded it twice the value.
    fn won(&self, code: u8, hand: &Hand, tile: Kind, way: Way) -> Candidate {
        let value = self.pays(hand, tile, way).unwrap_or(0.0) * if way == Way::Tsumo { 3.0 } else { 2.0 };
        Candidate { win: Some(1.0), ..Candidate::new(code, value) }
    }
}
