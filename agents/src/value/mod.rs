//! `value`: every decision is the one with the most expected points.
//!
//! | question | file |
//! | --- | --- |
//! | which discard, riichi or silence | `turn.rs`, `planned.rs` |
//! | a kan | `kan.rs` |
//! | call or let pass | `claim.rs` |
//! | what playing on is worth | `position.rs`, `tenpai.rs`, `ahead.rs` |
//! | what follows each draw | `next_hands.rs` |
//! | what rollouts say beyond that | `beyond.rs` |
//! | which discards need not be weighed | `bounds.rs` |
//! | how likely it is to win, by draws left | `curves.rs` |
//! | how many han it may have | `han.rs`, `far.rs` |
//! | which yaku an open hand can have | `plan.rs` |
//! | yaku of a rules file | `sought.rs`, `last_yaku.rs` |
//! | what other seats show, and what a discard risks | `reading.rs`, `threats.rs` |
//! | whether to take a win | `win.rs` |
//! | what points are worth | `stakes.rs`, `outcomes.rs` |
//! | the fitted numbers | `rates.rs`, `four.txt`, `three.txt` |
//! | how the named styles differ from them | `style.rs` |
//! | its chances, corrected by what happened | `forecast.rs` |
//! | what every legal action is worth | `evaluate.rs` |
//!
//! docs/value.md has the formulas and their sources.

mod ahead;
mod beyond;
mod bounds;
mod claim;
mod curves;
mod evaluate;
mod far;
mod forecast;
mod han;
mod kan;
mod last_yaku;
mod next_hands;
pub(crate) mod outcomes;
mod plan;
mod planned;
mod position;
mod rates;
pub(crate) mod reading;
mod sought;
pub(crate) mod stakes;
mod style;
mod tenpai;
mod threats;
mod turn;
mod win;

pub(crate) use rates::Rates;
pub(crate) use style::{STYLE_NAMES, Style};
pub(crate) use turn::STEP_BACK;

use crate::discard::Order;
use crate::{exchange, own_turn};
use bounds::Bounds;
use claim::Offered;
use curves::Curves;
use han::Setting;
use hyakuman_core::common::LegalActions;
use hyakuman_core::game::{ActionMask, Agent, Evaluation};
use hyakuman_core::{Kind, KindSet, RelSeat};
use hyakuman_riichi::legal::RiichiActions;
use hyakuman_riichi::{Action, Question, Riichi, RiichiState, View};
use last_yaku::LastYaku;
use next_hands::LastHands;
use position::Position;
use stakes::Stakes;
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};
use threats::Threats;
use turn::{Choice, Discards};

/// Maximises expected points.
#[derive(Clone)]
pub struct Value {
    /// Shanten up to which draws are looked at one by one.
    depth: i8,
    fitted: Arc<Fitted>,
    last_hands: RefCell<LastHands>,
    last_yaku: RefCell<LastYaku>,
    /// What points are worth.
    pub(crate) stakes: Stakes,
}

/// The fitted numbers and what follows from them.
struct Fitted {
    rates: Rates,
    /// By seats in riichi (0, 1, 2 or more), of closed and of open hands.
    curves: Arc<[[Curves; 2]; 3]>,
    bounds: Bounds,
}

impl Fitted {
    fn new(rates: Rates) -> Arc<Fitted> {
        let curves = [0, 1, 2].map(|threats| [false, true].map(|open| Curves::new(&rates, threats, open)));
        Fitted::with(rates, Arc::new(curves))
    }

    fn with(rates: Rates, curves: Arc<[[Curves; 2]; 3]>) -> Arc<Fitted> {
        let bounds = Bounds::of(&rates, curves.as_flattened());
        Arc::new(Fitted { rates, curves, bounds })
    }
}

impl Value {
    /// An agent for this number of players, with the numbers that come with the program. `depth`: shanten up to which every draw
    /// is looked at with the best discard after it, 0 to 2.
    pub fn new(players: usize, depth: i8) -> Value {
        static THREE: LazyLock<Arc<Fitted>> = LazyLock::new(|| Fitted::new(Rates::of(3)));
        static FOUR: LazyLock<Arc<Fitted>> = LazyLock::new(|| Fitted::new(Rates::of(4)));
        let fitted = if players == 3 { &THREE } else { &FOUR };
        Value::of(Arc::clone(fitted), depth)
    }

    /// The same with the numbers in a text such as `agents/src/value/four.txt`.
    ///
    /// # Errors
    /// A sentence that names the line or what is missing.
    pub fn with_rates(text: &str, depth: i8) -> Result<Value, String> {
        Ok(Value::of(Fitted::new(Rates::parse(text)?), depth))
    }
}

impl Value {
    fn of(fitted: Arc<Fitted>, depth: i8) -> Value {
        Value {
            depth,
            fitted,
            last_hands: RefCell::default(),
            last_yaku: RefCell::default(),
            stakes: Stakes::POINTS,
        }
    }

    /// The same in another style.
    pub(crate) fn styled(self, style: &Style) -> Value {
        if *style == Style::FITTED {
            return self;
        }
        let Fitted { rates, curves, .. } = &*self.fitted;
        Value {
            fitted: Fitted::with(rates.styled(style), Arc::clone(curves)),
            last_yaku: RefCell::default(),
            ..self
        }
    }
}

impl<const N: usize> Agent<Riichi<N>> for Value {
    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        if let Some(win) = legal.win()
            && self.takes_win(view, legal)
        {
            return win;
        }
        match view.question() {
            Question::Claim(offer, from) => {
                let offered = Offered { tile: offer.tile(), from, legal };
                self.claim(view, offered).unwrap_or(Action::Pass.code())
            }
            Question::Turn(_) => self.turn(view, legal).unwrap_or_else(|| legal.nth(0)),
            Question::Exchange => exchange::pick(view, legal.exchange(), true),
            Question::Yame => Action::Stop.code(),
            Question::Nothing => legal.nth(0),
        }
    }

    fn evaluate(&mut self, view: &View<'_, N>, legal: &ActionMask) -> Option<Evaluation> {
        self.weigh_all(view, legal)
    }

    fn groups(&self) -> Vec<String> {
        forecast::groups()
    }
}

impl Value {
    /// `all`: also those of seats that are not in riichi.
    fn threats<const N: usize>(&self, view: &View<'_, N>, all: bool) -> Threats {
        Threats::new(view, &self.fitted.rates, &self.stakes, all)
    }

    /// The code of a call, if one is worth more than to pass.
    fn claim<const N: usize>(&self, view: &View<'_, N>, offered: Offered) -> Option<u8> {
        let threats = self.threats(view, false);
        Some(Position::new(self, view, &threats).claim(&threats, &Setting::of(self, view), offered)?.code)
    }

    /// The own turn without a win; none if nothing can be discarded.
    fn turn<const N: usize>(&self, view: &View<'_, N>, legal: &ActionMask) -> Option<u8> {
        if own_turn::is_offered(legal)
            && let Some(code) = own_turn::choose(view, legal, || kans(view))
        {
            return Some(code);
        }
        if view.riichi(RelSeat::SELF) == RiichiState::Accepted {
            return Some(Action::Tsumogiri.code());
        }
        self.discard_or_kan(view, legal)
    }

    fn discard_or_kan<const N: usize>(&self, view: &View<'_, N>, legal: &ActionMask) -> Option<u8> {
        let threats = self.threats(view, true);
        let position = Position::new(self, view, &threats);
        let setting = Setting::of(self, view);
        let only_which = legal.kans().is_empty();
        let discards = Discards { only_which, ..Discards::of(&position, &threats, &setting, legal) };
        let choice = discards.best(&view.full_hand(), &Order::new(view, legal.discards(view.drawn())))?;
        if !legal.kans().is_empty()
            && let Some(kan) = position.kan(&setting, legal.kans(), &choice)
        {
            return Some(Action::Kan(kan.kind).code());
        }
        let open = legal.open_riichi().filter(|_| choice.riichi && loses_no_ron(view, choice.kind));
        Some(open.unwrap_or_else(|| code(view, legal, &choice)))
    }
}

/// The code of a discard.
fn code<const N: usize>(view: &View<'_, N>, legal: &ActionMask, choice: &Choice) -> u8 {
    let drawn = view.drawn();
    if choice.riichi { legal.riichi(drawn) } else { legal.discards(drawn) }.of(choice.kind)
}

/// Whether a riichi with this discard would win by ron no less if the hand lay open: it is furiten, or all others are in riichi and cannot choose
/// what they discard. Then an open riichi is a han more at no cost.
#[cold]
fn loses_no_ron<const N: usize>(view: &View<'_, N>, discard: Kind) -> bool {
    let hand = view.full_hand().without(discard);
    let waits = hyakuman_riichi::kernels::ukeire::<N>(&hand, view.melds(RelSeat::SELF).len() as u8);
    let furiten = waits.meets(view.discarded(RelSeat::SELF) | KindSet::of(discard));
    let bound = |seat| view.has_won(seat) || view.riichi(seat) == RiichiState::Accepted;
    furiten || view.others().all(bound)
}

/// The kinds of which a kan is made without weighing it: all once the viewer is in riichi.
fn kans<const N: usize>(view: &View<'_, N>) -> KindSet {
    if view.riichi(RelSeat::SELF) == RiichiState::Accepted { KindSet::ALL } else { KindSet::EMPTY }
}
