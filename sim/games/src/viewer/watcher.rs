//! Follows a match and keeps the board after every step.
//!
//! Between two decisions the board is changed by events; at each decision the engine's own position replaces it. A watcher of one
//! seat gets both as that seat sees them: what is hidden from it never comes into the data.

mod kyoku;

pub(crate) use kyoku::nagashi;

use crate::show::{Board, Seen, Shown, Won};
use crate::viewer::encode::{action, letter, letters};
use crate::viewer::{Heading, Opinions, advice};
use hyakuman_core::excerpt::escaped;
use hyakuman_core::game::{ActionMask, EndReason, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use hyakuman_core::{Seat, Tile};
use kyoku::Kyoku;
use serde_json::{Value, json};
use std::sync::Arc;

/// Watches one match.
#[derive(Clone)]
pub struct Watcher<'a, G: Shown> {
    rules: Arc<G::Rules>,
    /// The seat that it watches for; without one it sees everything.
    viewer: Option<Seat>,
    /// What an agent thinks of the decisions.
    pub(crate) opinions: Option<&'a Opinions>,
    /// Decisions so far.
    asked: usize,
    kyoku: Vec<Kyoku>,
    /// The end of the match as the page takes it.
    pub result: Value,
    /// Boards that events led to and that were not the engine's: for tests.
    pub(crate) corrections: u32,
}

impl<G: Shown> Watcher<'_, G> {
    /// Of a match under these rules.
    pub(crate) fn new(rules: &Arc<G::Rules>) -> Self {
        let (kyoku, result) = (Vec::new(), Value::Null);
        Watcher {
            rules: Arc::clone(rules),
            viewer: None,
            opinions: None,
            asked: 0,
            kyoku,
            result,
            corrections: 0,
        }
    }

    /// Of a match under these rules, as this seat sees it.
    pub fn of_seat(rules: &Arc<G::Rules>, seat: Seat) -> Self {
        Watcher { viewer: Some(seat), ..Watcher::new(rules) }
    }

    /// Takes over the position at a decision. One seat takes over at its own decisions only: that another seat decides, about a claim
    /// for example, would tell of its tiles. Payments are taken over at any, because it does not matter when.
    pub fn look(&mut self, game: &G) {
        let (board, decides) = (self.board(game), self.viewer.is_none_or(|seat| game.deciders().has(seat)));
        let Some(kyoku) = self.kyoku.last_mut().filter(|kyoku| kyoku.end.is_none()) else { return };
        let begins = kyoku.steps.is_empty();
        if begins {
            kyoku.begin::<G>(&board, game.place());
        }
        match begins || decides {
            true => self.corrections += kyoku.correct(board) as u32,
            false => kyoku.pay(&board),
        }
    }

    /// The position as far as it is seen.
    fn board(&self, game: &G) -> Board {
        let mut board = game.board();
        self.viewer.into_iter().for_each(|viewer| board.cover(viewer));
        board
    }

    /// What a seat that has to decide could do, as a decision of the page without an answer.
    pub fn question(&self, game: &G, seat: Seat) -> Value {
        advice::decision(game, seat, &game.board().seats[seat.index()], game.legal(seat), None, None)
    }

    /// The kyoku from this one on, with their numbers, as the page takes them. One without a decision is left out.
    pub fn kyoku_from(&self, first: usize) -> Vec<(usize, Value)> {
        let begun = self.kyoku.iter().filter(|kyoku| !kyoku.steps.is_empty());
        begun.enumerate().skip(first).map(|(number, kyoku)| (number, kyoku.data::<G>())).collect()
    }

    /// The match so far, as the page takes it. A kyoku without a decision is left out.
    pub fn data(&self, heading: &Heading) -> Value {
        let names: Vec<String> = heading.names.iter().map(|name| escaped(name)).collect();
        let kyoku = self.kyoku.iter().filter(|kyoku| !kyoku.steps.is_empty());
        let mut data = json!({
            "family": G::FAMILY,
            "seats": G::SEATS,
            "unit": G::UNITS_PER_POINT,
            "actions": (0..=u8::MAX).map(|code| G::action(code).map(action)).collect::<Vec<_>>(),
            "title": escaped(&heading.title),
            "names": names,
            "rules": escaped(&heading.rules),
            "note": heading.note,
            "kyoku": kyoku.map(Kyoku::data::<G>).collect::<Vec<_>>(),
            "result": self.result,
        });
        if let Some(opinions) = self.opinions {
            data["review"] = opinions.heading();
        }
        data
    }

    /// A decision that has not been answered yet.
    pub(crate) fn asked(&mut self, game: &G, seat: Seat) {
        self.decided(game, seat, game.legal(seat), None);
    }

    fn decided(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: Option<u8>) {
        let opinion = self.opinions.and_then(|opinions| opinions.cell(self.asked));
        self.asked += 1;
        self.look(game);
        let Some(kyoku) = self.kyoku.last_mut() else { return };
        if kyoku.end.is_none() {
            kyoku.ura = game.ura();
        }
        if self.viewer.is_some_and(|viewer| viewer != seat) {
            return;
        }
        kyoku.steps.iter_mut().last().into_iter().for_each(|step| step.decided = true);
        let decision = advice::decision(game, seat, &kyoku.board.seats[seat.index()], legal, action, opinion);
        if let Some(step) = kyoku.steps.last_mut() {
            step.decisions.push(decision);
        }
    }

    fn win(&self, end: &KyokuEnd<'_>, win: &WinRecord) -> Value {
        let board = &self.kyoku.last().expect("a kyoku has begun").board;
        let won = Won::of::<G>(end, win, board);
        let items = G::items(&self.rules, &won);
        let [honba, sticks] = G::extras(win);
        json!({
            "b": honba,
            "k": sticks,
            "w": win.winner.index(),
            "f": win.from.map(Seat::index),
            "t": letter(Tile::of(win.tile)).to_string(),
            "h": win.han,
            "u": win.fu,
            "m": win.yakuman,
            "p": win.points,
            "c": G::WIN_CLASSES[G::win_class(&self.rules, win)],
            "y": items.iter().map(|item| json!([item.name, item.kanji, item.value])).collect::<Vec<_>>(),
            "d": win.deltas[..G::SEATS],
        })
    }
}

impl<G: Shown> Sink<G> for Watcher<'_, G> {
    fn kyoku_start(&mut self) {
        self.kyoku.push(Kyoku { viewer: self.viewer, ..Kyoku::default() });
    }

    fn event(&mut self, event: &G::Event) {
        let Some(seen) = Seen::of::<G>(&self.rules, event, self.viewer) else { return };
        let Some(kyoku) = self.kyoku.last_mut().filter(|kyoku| kyoku.end.is_none()) else { return };
        match kyoku.steps.is_empty() {
            true => kyoku.waiting.push(seen),
            false => kyoku.follow::<G>(&seen),
        }
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.decided(game, seat, legal, Some(action));
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        let board = game.board();
        if let Some(kyoku) = self.kyoku.last_mut().filter(|kyoku| !kyoku.steps.is_empty()) {
            kyoku.settle(&board);
            if kyoku.viewer.is_some() {
                kyoku.reveal(&board, end, &game.revealed(end));
            }
        }
        self.kyoku_end(end);
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let Some(kyoku) = self.kyoku.last() else { return };
        let wins: Vec<Value> = match kyoku.steps.is_empty() {
            true => return,
            false => end.wins.iter().map(|win| self.win(end, win)).collect(),
        };
        let riichi_won = end.wins.iter().any(|win| end.riichi.has(win.winner));
        let kyoku = self.kyoku.last_mut().expect("a kyoku has begun");
        while kyoku.steps.len() > 1 && kyoku.steps.last().is_some_and(|step| step.letter == 'W') {
            kyoku.steps.pop(); // the end of the kyoku shows these wins
        }
        for (number, seat) in kyoku.board.seats.iter_mut().enumerate() {
            seat.score = end.before[number] + end.deltas[number];
            seat.won |= end.wins.iter().any(|win| win.winner.index() == number);
            seat.toppan.iter_mut().for_each(|toppan| toppan.shown = true);
        }
        kyoku.step('E', None);
        kyoku.end = Some(json!({
            "r": end.result.name(),
            "d": end.deltas[..G::SEATS],
            "w": wins,
            "u": if riichi_won { letters(kyoku.ura.iter().copied()) } else { String::new() },
            "t": end.tenpai.map(Seat::index).filter(|&seat| kyoku.board.seats[seat].covered == 0).collect::<Vec<_>>(),
            "n": if end.result == KyokuResult::Nagashi { nagashi(&kyoku.board) } else { Vec::new() },
        }));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        if end.reason == EndReason::Unfinished {
            return;
        }
        self.result = json!({
            "s": end.scores[..G::SEATS],
            "p": end.placement[..G::SEATS],
            "r": end.rank_points[..G::SEATS],
            "e": end.reason.name(),
        });
    }
}
