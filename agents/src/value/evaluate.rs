//! What every legal action is worth, also those that the agent would not look at in play.

use super::Value;
use super::claim::{AfterCall, Offered};
use super::forecast;
use super::han::Setting;
use super::plan::plans;
use super::position::{Position, Prospect};
use super::threats::{Danger, Threats};
use super::turn::{Choice, Discards};
use super::win::points_of_win;
use crate::corrigible::{Corrigible, Reach, best};
use crate::discard::Order;
use crate::own_turn;
use arrayvec::ArrayVec;
use hyakuman_core::common::{LegalActions, legal};
use hyakuman_core::game::{ActionMask, Candidate, Evaluation, ValueUnit};
use hyakuman_core::{Kind, Meld, RelSeat, Tile};
use hyakuman_riichi::{Action, Question, Riichi, RiichiState, View};

/// Points of a win that is a yakuman because it is the first draw.
const FIRST_DRAW: f32 = 32_000.0;

/// Most discards of a hand, each also with riichi.
const MOST_CHOICES: usize = 2 * 14;
/// Calls of an offered tile: chi of three sides, with a red five or without; pon with up to two red fives.
const MOST_CALLS: usize = 3 * 2 + 3;

/// What a decision compares.
struct Weighing<'a, 'v, const N: usize> {
    position: &'a Position<'a, 'v, N>,
    threats: &'a Threats,
    setting: &'a Setting<'a>,
    legal: &'a ActionMask,
}

impl Value {
    /// What each legal action is worth; `None` where points are not compared: for the tiles of an exchange, and whether to stop.
    pub(super) fn weigh_all<const N: usize>(
        &self,
        view: &View<'_, N>,
        legal: &ActionMask,
    ) -> Option<Evaluation> {
        let mut candidates = Vec::new();
        let weighed = self.weigh_into(view, legal, None, &mut candidates);
        weighed.then(|| Evaluation::new(ValueUnit::Points, candidates))
    }

    /// Adds legal actions with what they are worth, all or those that are compared in play and in reach; `false` where points are not
    /// compared.
    fn weigh_into<const N: usize>(
        &self,
        view: &View<'_, N>,
        legal: &ActionMask,
        in_play: Option<Reach>,
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        let claims = matches!(view.question(), Question::Claim(..));
        let threats = self.threats(view, !claims);
        let position = Position::new(self, view, &threats);
        let setting = Setting::of(self, view);
        let weighing = Weighing { position: &position, threats: &threats, setting: &setting, legal };
        match view.question() {
            Question::Turn(_) => match in_play {
                None => weighing.turn(candidates),
                Some(reach) => weighing.turn_in_play(reach, candidates),
            },
            Question::Claim(offer, from) => {
                weighing.claim(Offered { tile: offer.tile(), from, legal }, in_play, candidates)
            }
            _ => return false,
        }
        true
    }
}

impl<const N: usize> Corrigible<Riichi<N>> for Value {
    /// Of discards, without a riichi on the table, only those that keep the shanten.
    fn weigh(
        &mut self,
        view: &View<'_, N>,
        legal: &ActionMask,
        reach: Reach,
        candidates: &mut Vec<Candidate>,
    ) -> Option<(ValueUnit, u8)> {
        self.weigh_into(view, legal, Some(reach), candidates);
        Some((ValueUnit::Points, best(candidates)?))
    }
}

impl<const N: usize> Weighing<'_, '_, N> {
    fn turn(&self, candidates: &mut Vec<Candidate>) {
        let discards = self.discards(self.setting, None);
        let best = best_of(&discards);
        let candidate = |code| self.discard(code, &discards).or_else(|| self.without_discard(code, best));
        candidates.extend(self.legal.iter().filter_map(candidate));
    }

    /// The same actions as [`Value::act`] compares: of a red five and a plain one only the plain one.
    fn turn_in_play(&self, reach: Reach, candidates: &mut Vec<Candidate>) {
        let (legal, drawn) = (self.legal, self.position.view.drawn());
        let [silent, riichi] = [legal.discards(drawn), legal.riichi(drawn)];
        let discards = self.discards(self.setting, Some(reach));
        let best = best_of(&discards);
        let code = |choice: &Choice| if choice.riichi { riichi } else { silent }.of(choice.kind);
        let candidate = |choice: &Choice| self.of_choice(code(choice), choice, self.setting.open);
        let least = best.map_or(0.0, |best| reach.least_points(best.points));
        candidates.extend(discards.iter().filter(|choice| choice.points >= least).map(candidate));
        if own_turn::is_offered(legal) || legal.win().is_some() {
            candidates.extend(legal.iter().filter_map(|code| self.without_discard(code, best)));
        }
    }

    /// An action of the own turn that discards nothing; the tile after it is the best one.
    fn without_discard(&self, code: u8, best: Option<&Choice>) -> Option<Candidate> {
        match Action::from_code(code)? {
            Action::Tsumo => Some(self.win(code)),
            Action::Kan(kind) => Some(self.after_kan(code, kind, best?)),
            Action::Nuki(_) => Some(self.after_nuki(code, best?)),
            Action::Kyuushu => Some(Candidate { win: Some(0.0), ..Candidate::new(code, 0.0) }),
            _ => None,
        }
    }

    /// The best way to go on after each discard, in silence and with riichi, also after those that set the hand back. With a reach only those that are
    /// compared in play; those out of it may be missing, or have an upper bound for a value.
    fn discards(&self, setting: &Setting, reach: Option<Reach>) -> ArrayVec<Choice, MOST_CHOICES> {
        let Weighing { position, threats, legal, .. } = *self;
        let discards = Discards {
            all: reach.is_none(),
            only_which: self.is_only_which(reach),
            reach,
            ..Discards::of(position, threats, setting, legal)
        };
        let order = Order::new(position.view, legal.discards(position.view.drawn()));
        let mut each: ArrayVec<Choice, MOST_CHOICES> = ArrayVec::new();
        let mut best = f32::NEG_INFINITY;
        discards.each(&position.view.full_hand(), &order, &mut |choice| {
            let is_it = |known: &&mut Choice| (known.kind, known.riichi) == (choice.kind, choice.riichi);
            match each.iter_mut().find(is_it) {
                Some(known) if known.points >= choice.points => {}
                Some(known) => *known = choice,
                None => each.push(choice),
            }
            best = best.max(choice.points);
            reach.map_or(f32::NEG_INFINITY, |reach| reach.least_points(best))
        });
        each
    }

    /// Whether a discard that is the only one in play is not weighed, as it is compared with nothing.
    fn is_only_which(&self, reach: Option<Reach>) -> bool {
        reach.is_some() && !own_turn::is_offered(self.legal) && self.legal.win().is_none()
    }

    fn discard(&self, code: u8, discards: &[Choice]) -> Option<Candidate> {
        let view = self.position.view;
        let (tile, riichi) = match Action::from_code(code)? {
            Action::Discard(tile) => (tile, false),
            Action::Tsumogiri => (view.drawn()?, false),
            Action::Riichi(tile) => (tile, true),
            Action::RiichiTsumogiri => (view.drawn()?, true),
            _ => return None,
        };
        let is_it = |choice: &&Choice| (choice.kind, choice.riichi) == (tile.kind(), riichi);
        if self.costs_a_red(tile) {
            let without = self.discards(&self.setting.without_red(tile.kind()), None);
            return without.iter().find(is_it).map(|choice| self.of_choice(code, choice, self.setting.open));
        }
        let choice = discards.iter().find(is_it)?;
        if view.riichi(RelSeat::SELF) == RiichiState::Accepted {
            return Some(self.in_riichi(code, choice));
        }
        Some(self.of_choice(code, choice, self.setting.open))
    }

    /// Whether it is a red five of which the hand keeps a plain one.
    fn costs_a_red(&self, tile: Tile) -> bool {
        let held = self.position.view.full_hand().count(tile.kind());
        tile.is_red() && held > self.setting.reds_in_hand(tile.kind())
    }

    /// The tile just drawn goes, as it must.
    fn in_riichi(&self, code: u8, choice: &Choice) -> Candidate {
        let position = self.position;
        let hand = position.view.full_hand().without(choice.kind);
        let waits = hyakuman_riichi::kernels::ukeire::<N>(&hand, self.setting.melds());
        let prospect = position.tenpai_as(&hand, self.setting, waits, true);
        let points = prospect.points + (1.0 - prospect.win) * position.stick();
        let points = (1.0 - choice.danger.chance) * points - choice.danger.loss;
        let choice = Choice { points, prospect, riichi: true, ..*choice };
        Candidate { group: None, ..self.of_choice(code, &choice, false) }
    }

    fn after_kan(&self, code: u8, kind: Kind, discard: &Choice) -> Candidate {
        let kan = self.position.after_kan(self.setting, kind, discard);
        let choice = Choice { points: kan.points, prospect: kan.prospect, riichi: false, ..*discard };
        Candidate { group: None, ..self.of_choice(code, &choice, self.setting.open) }
    }

    /// A north is set aside: a dora more, and another draw.
    fn after_nuki(&self, code: u8, discard: &Choice) -> Candidate {
        let (hand, setting) = (self.position.view.full_hand().without(Kind::NORTH), self.setting.with_nuki());
        let prospect = self.position.one_draw_more().of_hand(&hand, &setting);
        let points = (1.0 - discard.danger.chance) * prospect.points - discard.danger.loss;
        let choice = Choice { points, prospect, riichi: false, ..*discard };
        Candidate { group: None, ..self.of_choice(code, &choice, self.setting.open) }
    }

    fn claim(&self, offered: Offered<'_>, in_play: Option<Reach>, candidates: &mut Vec<Candidate>) {
        let passing = self.position.passing(self.setting);
        let calls = self.calls(offered, passing.points.max(0.0), in_play);
        let candidate = |code| match Action::from_code(code) {
            Some(Action::Ron) => Some(self.win(code)),
            Some(Action::Daiminkan) => Some(self.after_open_kan(code, offered)),
            Some(Action::Chi { .. } | Action::Pon { .. }) => {
                calls.iter().find(|call| call.action == code).cloned()
            }
            _ => Some(Candidate {
                value: passing.points.max(0.0),
                ..self.of_prospect(code, passing, self.setting.open)
            }),
        };
        candidates.extend(self.legal.iter().filter_map(candidate));
    }

    /// The calls, in play without those out of reach.
    fn calls(
        &self,
        offered: Offered<'_>,
        passing: f32,
        in_play: Option<Reach>,
    ) -> ArrayVec<Candidate, MOST_CALLS> {
        let (position, kind, open) = (self.position, offered.tile.kind(), self.position.rates.open);
        let nearer = position.nearer(self.setting, kind);
        let mut best = passing;
        let candidate = |call: legal::Call| {
            let above = in_play.map_or(f32::NEG_INFINITY, |reach| reach.least_points(best) / open);
            match position.after_call(self.threats, self.setting, offered, &call, nearer, above) {
                AfterCall::NoYaku => Some(without_yaku(call.code)),
                AfterCall::Less => None,
                AfterCall::Discard(discard) => {
                    let value = open * discard.points;
                    best = best.max(value);
                    let then = Some(discard.kind);
                    Some(Candidate { value, then, ..self.of_choice(call.code, &discard, true) })
                }
            }
        };
        offered.legal.calls(kind).filter_map(candidate).collect()
    }

    /// A kan with a discard: another draw, and what a kan brings to all.
    fn after_open_kan(&self, code: u8, offered: Offered<'_>) -> Candidate {
        let (kind, position) = (offered.tile.kind(), self.position);
        let reds = self.setting.reds_in_hand(kind);
        let own =
            std::array::from_fn(
                |i| if i < reds as usize { Tile::red_five(kind.suit()) } else { kind.tile() },
            );
        let rest = (0..3).fold(*position.view.hand(), |rest, _| rest.without(kind));
        let setting = self.setting.with(&Meld::daiminkan(offered.tile, own, offered.from), reds, &rest);
        if plans(&setting, &rest).is_empty() {
            return without_yaku(code);
        }
        let prospect = position.one_draw_more().of_hand(&rest, &setting);
        let points = position.after_a_kan(&prospect);
        self.of_prospect(code, Prospect { points, ..prospect }, true)
    }

    fn win(&self, code: u8) -> Candidate {
        let position = self.position;
        let points = points_of_win(position.view).unwrap_or(FIRST_DRAW);
        let value = position.stakes.win(points, position.pot, position.rates.win_bonus);
        Candidate { win: Some(1.0), deal_in: Some(0.0), ..Candidate::new(code, value) }
    }

    /// Going on after a discard.
    fn of_choice(&self, code: u8, choice: &Choice, open: bool) -> Candidate {
        let Choice { points, prospect, danger, riichi, .. } = *choice;
        let group = forecast::group(prospect.shanten, riichi, open, self.threats.riichi > 0);
        let win = (1.0 - danger.chance) * prospect.win;
        Candidate {
            win: Some(forecast::corrected(win, &self.position.rates.forecast[group])),
            deal_in: Some(danger.chance),
            loss: Some(danger.loss),
            shanten: Some(prospect.shanten),
            group: Some(group as u16),
            ..Candidate::new(code, points)
        }
    }

    /// Going on without a discard.
    fn of_prospect(&self, code: u8, prospect: Prospect, open: bool) -> Candidate {
        let (kind, danger, points) = (Kind::EAST, Danger::default(), prospect.points);
        let choice = Choice { kind, riichi: false, points, prospect, danger };
        Candidate { loss: None, group: None, ..self.of_choice(code, &choice, open) }
    }
}

fn best_of(discards: &[Choice]) -> Option<&Choice> {
    discards.iter().reduce(|best, next| if next.points > best.points { next } else { best })
}

/// A hand that cannot win.
fn without_yaku(code: u8) -> Candidate {
    Candidate { win: Some(0.0), deal_in: Some(0.0), ..Candidate::new(code, 0.0) }
}
