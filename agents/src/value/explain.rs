//! What the agent weighs, for people to read.

use super::claim::Offered;
use super::han::Setting;
use super::kan::Kan;
use super::turn::{Choice, Discards};
use super::{Value, code};
use crate::discard::Order;
use hyakuman_common::LegalActions;
use hyakuman_core::Kind;
use hyakuman_game::ActionMask;
use hyakuman_riichi::{Action, Question, View};

/// An action that [`Value`] weighs, and the numbers behind it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed {
    /// The code of the action.
    pub action: u8,
    /// The discard after a call.
    pub discard: Option<Kind>,
    /// What the action is worth, in points: what the agent compares.
    pub points: f32,
    /// What playing on after it is worth, in points.
    pub going_on: f32,
    /// Chance to win the kyoku, as the agent computes it.
    pub win: f32,
    /// Shanten after the action, by the plan of the hand.
    pub shanten: i8,
    /// Chance that the discard deals in.
    pub deal_in: f32,
    /// Expected loss of the discard, in points.
    pub loss: f32,
}

impl Weighed {
    fn of(action: u8, discard: Option<Kind>, choice: &Choice) -> Weighed {
        let Choice { points, prospect, danger, .. } = *choice;
        Weighed {
            action,
            discard,
            points,
            going_on: prospect.points,
            win: prospect.win,
            shanten: prospect.shanten,
            deal_in: danger.chance,
            loss: danger.loss,
        }
    }
}

impl Value {
    /// The discards and kans, or the calls and to pass, that the agent weighs in this decision, the best first; nothing where it weighs
    /// nothing, such as for a win. A discard is there once for each plan of the hand.
    pub fn weigh<const N: usize>(&self, view: &View<'_, N>, legal: &ActionMask) -> Vec<Weighed> {
        let mut weighed = match view.question() {
            Question::Turn(_) => self.weigh_discards(view, legal),
            Question::Claim(offer, from) => {
                self.weigh_calls(view, Offered { tile: offer.tile(), from, legal })
            }
            _ => Vec::new(),
        };
        weighed.sort_by(|a, b| b.points.total_cmp(&a.points));
        weighed
    }

    fn weigh_discards<const N: usize>(&self, view: &View<'_, N>, legal: &ActionMask) -> Vec<Weighed> {
        let threats = self.threats(view, true);
        let (position, setting) = (self.position(view, &threats), Setting::of(view));
        let discards = Discards::of(&position, &threats, &setting, legal);
        let order = Order::new(view, legal.discards(view.drawn()));
        let mut weighed = Vec::new();
        discards.each(&view.full_hand(), &order, &mut |choice| {
            weighed.push((choice, Weighed::of(code(view, legal, &choice), None, &choice)));
        });
        let all = weighed.iter().map(|(choice, _)| *choice);
        let best = all.reduce(|best, next| if next.points > best.points { next } else { best });
        let kan = |kan: Kan, discard: &Choice| {
            let choice = Choice { points: kan.points, prospect: kan.prospect, ..*discard };
            Weighed::of(Action::Kan(kan.kind).code(), None, &choice)
        };
        let kinds = legal.kans();
        let kans = best.iter().flat_map(|best| position.kans(&setting, kinds, best).map(|it| kan(it, best)));
        weighed.iter().map(|(_, weighed)| *weighed).chain(kans).collect()
    }

    fn weigh_calls<const N: usize>(&self, view: &View<'_, N>, offered: Offered<'_>) -> Vec<Weighed> {
        let threats = self.threats(view, false);
        let position = self.position(view, &threats);
        let setting = Setting::of(view);
        let passing = position.passing(&setting);
        let pass = Weighed {
            action: Action::Pass.code(),
            discard: None,
            points: passing.points.max(0.0),
            going_on: passing.points,
            win: passing.win,
            shanten: passing.shanten,
            deal_in: 0.0,
            loss: 0.0,
        };
        let calls = position.calls(&threats, &setting, offered);
        let of = |call: super::claim::Call| Weighed::of(call.code, Some(call.discard.kind), &call.discard);
        std::iter::once(pass).chain(calls.map(of)).collect()
    }
}
