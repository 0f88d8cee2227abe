//! Players with special habits, so that rare events happen, and a match among them.

use hyakuman_core::game::rows::{About, MatchId, Table, TableRecorder};
use hyakuman_core::game::sink::Both;
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, playout};
use hyakuman_core::{KindSet, MatchSeed, Rng, Seat, eval};
use hyakuman_games::logs::{LogMatch, Recorder};
use hyakuman_riichi::{Action, Riichi, RiichiRules, View};
use std::sync::Arc;

/// A player that makes rare events happen.
pub(crate) struct Player {
    rng: Rng,
    habit: Habit,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Habit {
    /// Any legal action.
    Random,
    /// Towards tenpai, closed, with riichi, kans and every win.
    Riichi,
    /// Towards tenpai with every call it can make.
    Caller,
    /// Discards what it drew.
    Tsumogiri,
    /// Discards terminals and honors first, never calls or wins, for nagashi; equal winds at the start.
    Nagashi,
}

impl Player {
    pub(crate) fn new(habit: Habit) -> Player {
        Player { rng: Rng::from_seed(0), habit }
    }

    /// The action of the habit other than a discard, if any.
    fn special(&mut self, legal: &ActionMask) -> Option<u8> {
        let wanted = |code: u8| match (self.habit, Action::from_code(code)?) {
            (Habit::Nagashi | Habit::Tsumogiri, Action::Pass | Action::Continue) => Some(0),
            (Habit::Tsumogiri, Action::Tsumogiri) => Some(0),
            (Habit::Nagashi | Habit::Tsumogiri, _) => None,
            (_, Action::Tsumo | Action::Ron) => Some(0),
            (_, Action::Kan(_)) | (Habit::Riichi, Action::Nuki(_)) => Some(1),
            (_, Action::Kyuushu) => Some(2),
            (_, Action::Riichi(_) | Action::RiichiTsumogiri) => Some(3),
            (Habit::Caller, Action::Daiminkan) => Some(4),
            (Habit::Caller, Action::Pon { .. }) => Some(5),
            (Habit::Caller, Action::Chi { .. }) => Some(6),
            (_, Action::Pass | Action::Continue) => Some(7),
            _ => None,
        };
        legal.iter().filter(|&code| wanted(code).is_some()).min_by_key(|&code| wanted(code))
    }

    /// The best discard by the habit; random among equals.
    fn discard<const N: usize>(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        let melds = view.melds(hyakuman_core::RelSeat::SELF).len() as u8;
        let full = view.full_hand();
        let mut cost = |code: u8| {
            let kind = match Action::from_code(code) {
                Some(Action::Discard(tile)) => tile.kind(),
                _ => view.drawn().expect("a tile was drawn").kind(),
            };
            let cost = match self.habit {
                Habit::Random | Habit::Tsumogiri => 0,
                Habit::Nagashi if KindSet::of(hyakuman_core::Kind::WEST).has(kind) => -2,
                Habit::Nagashi => -(kind.is_yaochu() as i32),
                _ => eval::shanten::<hyakuman_core::eval::Full>(&full.without(kind), melds) as i32,
            };
            (cost, self.rng.below(1_000))
        };
        let discards = legal.iter().filter(|&code| code <= Action::Tsumogiri.code());
        let priced: Vec<_> = discards.map(|code| (cost(code), code)).collect();
        priced.into_iter().min().expect("one may discard").1
    }
}

impl<const N: usize> Agent<Riichi<N>> for Player {
    fn begin(&mut self, _: &Arc<RiichiRules>, _: Seat, seed: AgentSeed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
        if matches!(self.habit, Habit::Random) || legal.has(Action::Stop.code()) {
            return legal.nth(self.rng.below(legal.len()));
        }
        match self.special(legal) {
            Some(code) => code,
            None => self.discard(view, legal),
        }
    }
}

/// The habits of the players of four tables.
pub(crate) const TABLES: [[Habit; 4]; 4] = {
    use Habit::{Caller, Nagashi, Random, Riichi};
    [
        [Riichi, Riichi, Riichi, Riichi],
        [Caller, Riichi, Caller, Riichi],
        [Nagashi, Nagashi, Nagashi, Nagashi],
        [Random, Caller, Riichi, Random],
    ]
};

/// A match as its seed and actions, and as recorded while it was played.
pub(crate) fn play<const N: usize>(rules: &Arc<RiichiRules>, number: u64) -> (MatchSeed, Vec<u8>, LogMatch) {
    let mut players = TABLES[number as usize % TABLES.len()].map(Player::new);
    let seed = MatchSeed { seed: 7, number };
    let about = About::default();
    let mut book = TableRecorder::<Riichi<N>>::new(&Arc::new(about), &[Table::Replays]);
    book.begin(MatchId { number, seed, agents: [0; 4] });
    let mut recorder = Recorder::<N>::new(rules);
    playout::play(rules, seed, &mut players[..N], &mut Both::new(&mut book, &mut recorder)).unwrap();
    let actions = book.rows(Table::Replays).unwrap().cells(3).bytes().to_vec();
    (seed, actions, recorder.log())
}
