//! `value`: every decision is the one with the most expected points.
//!
//! | question | file |
//! | --- | --- |
//! | which discard, riichi or silence | `turn.rs` |
//! | call or let pass | `claim.rs` |
//! | what playing on is worth | `prospect.rs` |
//! | how likely it is to win, by draws left | `curves.rs` |
//! | how many han it may have | `han.rs` |
//! | which yaku an open hand can have | `plan.rs` |
//! | what a discard risks | `threats.rs` |
//! | the fitted numbers | `rates.rs` |

mod claim;
mod curves;
mod han;
mod plan;
mod prospect;
mod rates;
mod threats;
mod turn;

use crate::discard::Order;
use crate::live::Live;
use crate::nuki::{NUKI, sets_aside};
use crate::eval;
use curves::{Curves, DRAWS};
use han::Setting;
use hyakuman_core::{KindSet, RelSeat, Seat};
use hyakuman_games::riichi::{Action, Question, Riichi, RiichiRules, RiichiState, View};
use hyakuman_games::{ActionMask, Agent, AgentSeed, Forecast};
use prospect::Position;
use rates::Rates;
use std::sync::Arc;
use threats::Threats;
use turn::Discards;

const TSUMO: u64 = 1 << Action::Tsumo.code();
const RON: u64 = 1 << Action::Ron.code();
const KYUUSHU: u64 = 1 << Action::Kyuushu.code();
/// Minimum shanten for aborting with nine terminals and honors.
const HOPELESS: i8 = 3;
/// Shanten from which a north is set aside even if the hand could use it.
const FAR_FROM_TENPAI: i8 = 2;

/// The options of the agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Shanten up to which draws are looked at one by one: 0, 1 or 2.
    pub depth: i8,
}

/// Maximises expected points.
#[derive(Clone)]
pub struct Value {
    options: Options,
    rates: Arc<Rates>,
    /// By seats in riichi: 0, 1, 2 or more.
    curves: Arc<[[Curves; 2]; 3]>,
    forecast: Option<Forecast>,
}

impl Value {
    /// An agent with these options, for this number of players.
    pub fn new(options: Options, players: usize) -> Value {
        let rates = match std::env::var("RATES") {
            Ok(path) => Rates::parse(&std::fs::read_to_string(path).expect("rates")).expect("rates"),
            Err(_) => Rates::of(players),
        };
        let curves = [0, 1, 2].map(|threats| [false, true].map(|open| Curves::new(&rates, threats, open)));
        Value { options, rates: Arc::new(rates), curves: Arc::new(curves), forecast: None }
    }
}

impl<const N: usize> Agent<Riichi<N>> for Value {
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, _seed: AgentSeed) {}

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let words = legal.words();
        self.forecast = None;
        if words[0] & (TSUMO | RON) != 0 {
            return if words[0] & TSUMO != 0 { Action::Tsumo.code() } else { Action::Ron.code() };
        }
        match view.question() {
            Question::Claim(..) if dbg(1) => Agent::<Riichi<N>>::act(&mut crate::Ukeire::default(), view, legal),
            Question::Claim(offer, from) => self.claim(view, words[0], offer.tile(), from),
            Question::Turn(_) => self.turn(view, &words).unwrap_or_else(|| legal.nth(0)),
            Question::Exchange => crate::exchange::pick(view, words[3], true),
            Question::Yame => Action::Stop.code(),
            Question::Nothing => legal.nth(0),
        }
    }

    fn forecast(&self) -> Option<Forecast> {
        self.forecast
    }

    fn forecast_groups(&self) -> Vec<String> {
        GROUPS.iter().map(|name| name.to_string()).collect()
    }
}

/// The groups of forecasts: [`group`].
const GROUPS: [&str; 18] = [
    "closed, tenpai", "closed, 1-shanten", "closed, 2-shanten", "closed, 3-shanten or more",
    "open, tenpai", "open, 1-shanten", "open, 2-shanten", "open, 3-shanten or more",
    "closed, tenpai, under riichi", "closed, 1-shanten, under riichi", "closed, 2-shanten, under riichi", "closed, 3-shanten or more, under riichi",
    "open, tenpai, under riichi", "open, 1-shanten, under riichi", "open, 2-shanten, under riichi", "open, 3-shanten or more, under riichi",
    "riichi", "riichi, under riichi",
];

fn group(threatened: bool, open: bool, riichi: bool, shanten: i8) -> u16 {
    if riichi { 16 + threatened as u16 } else { 8 * threatened as u16 + 4 * open as u16 + shanten.clamp(0, 3) as u16 }
}

impl Value {
    fn position<'a, 'v, const N: usize>(&'a self, view: &'a View<'v, N>, threats: &Threats) -> Position<'a, 'v, N> {
        let state = view.match_state();
        let rules = view.rules();
        let closed = !view.open(RelSeat::SELF);
        Position {
            view,
            rates: &self.rates,
            curves: &self.curves[threats.riichi.min(2)],
            live: Live::new(&view.full_hand(), view.seen()),
            draws: (view.remaining() as usize / N).clamp(1, DRAWS - 1),
            can_riichi: closed && view.score(RelSeat::SELF) >= rules.riichi_min_score && view.remaining() >= rules.riichi_min_remaining as u32,
            pot: (state.kyotaku as i32 * rules.riichi_stick + state.honba as i32 * rules.honba_ron) as f32,
            share: if view.dealer() == RelSeat::SELF { 1.5 } else { 1.0 },
            depth: self.options.depth,
        }
    }

    fn claim<const N: usize>(&self, view: &View<'_, N>, word: u64, tile: hyakuman_core::Tile, from: RelSeat) -> u8 {
        let threats = Threats::new(view, &self.rates, false);
        let position = self.position(view, &threats);
        claim::claim(&position, &threats, &Setting::of(view), word, tile, from).0
    }

    fn turn<const N: usize>(&mut self, view: &View<'_, N>, words: &[u64; 4]) -> Option<u8> {
        let threats = Threats::new(view, &self.rates, !dbg(0));
        if dbg(3) && threats.riichi == 0 || dbg(4) && threats.riichi > 0 {
            return Some(Agent::<Riichi<N>>::act(&mut crate::Ukeire::default(), view, &ActionMask::from_words(*words)));
        }
        let special = words[0] & (KYUUSHU | NUKI) | words[2];
        if special != 0
            && let Some(code) = self.special(view, words, &threats)
        {
            return Some(code);
        }
        if view.riichi(RelSeat::SELF) == RiichiState::Accepted {
            return Some(Action::Tsumogiri.code());
        }
        let position = self.position(view, &threats);
        let [legal, riichi] = turn::legal(&position, words);
        let setting = Setting::of(view);
        let discards = Discards { position: &position, threats: &threats, setting: &setting, legal, riichi };
        let choice = discards.best(&view.full_hand(), &Order::new(view, words[0]))?;
        let code = turn::code(&position, words, &choice);
        self.forecast = Some(Forecast {
            group: if dbg(7) { position.draws as u16 + 24 * threats.riichi.min(2) as u16 } else { group(threats.riichi > 0, setting.open, choice.riichi, choice.prospect.shanten) },
            win: Some((1.0 - choice.danger.chance) * choice.prospect.win),
            deal_in: Some(if dbg(9) { (choice.prospect.worth - position.pot - self.rates.win_bonus) / 1e5 } else { choice.danger.chance }),
            ..Forecast::default()
        });
        Some(code)
    }

    /// Rare actions: an abort, a north to set aside, a kan.
    #[cold]
    fn special<const N: usize>(&self, view: &View<'_, N>, words: &[u64; 4], threats: &Threats) -> Option<u8> {
        let (hand, melds) = (view.full_hand(), view.melds(RelSeat::SELF).len() as u8);
        let shanten = eval::shanten::<N, hyakuman_games::riichi::Standard>(view.tables(), &hand, melds);
        if words[0] & KYUUSHU != 0 && shanten >= HOPELESS {
            return Some(Action::Kyuushu.code());
        }
        if words[0] & NUKI != 0
            && let Some(code) = sets_aside(view, words[0], FAR_FROM_TENPAI)
        {
            return Some(code);
        }
        let in_riichi = view.riichi(RelSeat::SELF) == RiichiState::Accepted;
        if threats.riichi > 0 && !in_riichi {
            return None;
        }
        KindSet::from_bits(words[2])
            .into_iter()
            .find(|&kind| {
                let rest = hand.only(!KindSet::of(kind));
                let added = hand.count(kind) < 4;
                eval::shanten::<N, hyakuman_games::riichi::Standard>(view.tables(), &rest, melds + !added as u8) <= shanten
            })
            .map(|kind| Action::Kan(kind).code())
    }
}

pub(crate) fn dbg(bit: u32) -> bool {
    static D: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    D.get_or_init(|| std::env::var("DBG").map_or(0, |s| s.parse().unwrap())) >> bit & 1 != 0
}
