//! Follows a match and keeps the board after every step.
//!
//! Between two decisions the board is changed by events; at each decision the engine's own position replaces it.

use crate::encode::{action, difference, fields, letter, letters, step_letter};
use crate::{Heading, Opinions, advice};
use hyakuman_core::excerpt::escaped;
use hyakuman_core::{Seat, Tile};
use hyakuman_game::{ActionMask, EndReason, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use hyakuman_show::board::mark;
use hyakuman_show::{Board, Change, Place, SeatBoard, Shown, Won};
use serde_json::{Value, json};
use std::sync::Arc;

/// Watches one match.
pub(crate) struct Watcher<'a, G: Shown> {
    rules: Arc<G::Rules>,
    /// What an agent thinks of the decisions.
    pub(crate) opinions: Option<&'a Opinions>,
    /// Decisions so far.
    asked: usize,
    kyoku: Vec<Kyoku>,
    result: Value,
    /// Boards that events led to and that were not the engine's: for tests.
    pub(crate) corrections: u32,
}

/// A kyoku so far.
#[derive(Default)]
struct Kyoku {
    place: Place,
    /// Changes before the first decision, at which the board becomes known.
    waiting: Vec<Change>,
    board: Board,
    steps: Vec<Step>,
    wins: usize,
    /// Tiles passed on before the first draw: giver, receiver, tile.
    exchanged: Vec<(Seat, Seat, Tile)>,
    ura: Vec<Tile>,
    end: Option<Value>,
}

/// The position after a step, and what was decided there.
struct Step {
    letter: char,
    seat: Option<Seat>,
    board: Board,
    decisions: Vec<Value>,
}

impl<G: Shown> Watcher<'_, G> {
    /// Of a match under these rules.
    pub(crate) fn new(rules: &Arc<G::Rules>) -> Self {
        let (kyoku, result) = (Vec::new(), Value::Null);
        Watcher { rules: Arc::clone(rules), opinions: None, asked: 0, kyoku, result, corrections: 0 }
    }

    /// The match so far, as the page takes it. A kyoku without a decision is left out.
    pub(crate) fn data(&self, heading: &Heading) -> Value {
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
        let Some(kyoku) = self.kyoku.last_mut() else { return };
        if kyoku.end.is_none() {
            if kyoku.steps.is_empty() {
                kyoku.begin(game);
            }
            self.corrections += kyoku.correct(game.board()) as u32;
            kyoku.ura = game.ura();
        }
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
    const DECISIONS: bool = true;

    fn kyoku_start(&mut self) {
        self.kyoku.push(Kyoku::default());
    }

    fn event(&mut self, event: &G::Event) {
        let Some(change) = G::change(&self.rules, event) else { return };
        let Some(kyoku) = self.kyoku.last_mut().filter(|kyoku| kyoku.end.is_none()) else { return };
        match kyoku.steps.is_empty() {
            true => kyoku.waiting.push(change),
            false => kyoku.follow::<G>(&change),
        }
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        self.decided(game, seat, legal, Some(action));
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
            "t": end.tenpai.map(Seat::index).collect::<Vec<_>>(),
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

/// The seats whose discards are all terminals and honors, none of them called.
pub(crate) fn nagashi(board: &Board) -> Vec<usize> {
    let counts = |&(tile, marks): &(Tile, u8)| tile.kind().is_yaochu() && marks & mark::CALLED == 0;
    let seats = board.seats.iter().enumerate().filter(|(_, seat)| !seat.won && seat.river.iter().all(counts));
    seats.map(|(number, _)| number).collect()
}

impl Kyoku {
    /// The first decision: the board as it was dealt, and the changes since.
    fn begin<G: Shown>(&mut self, game: &G) {
        let engine = game.board();
        let waiting = std::mem::take(&mut self.waiting);
        let draws = waiting.iter().filter(|change| matches!(change, Change::Draw(..))).count();
        self.place = game.place();
        self.board = Board {
            left: engine.left + draws as u32,
            sticks: engine.sticks,
            stick: engine.stick,
            ..Board::default()
        };
        self.board.dora.clone_from(&engine.dora);
        self.board.dora_kinds = engine.dora_kinds;
        for (hand, seat) in G::dealt(&engine).into_iter().zip(&engine.seats) {
            let mut dealt = SeatBoard { hand, score: seat.score, ..Default::default() };
            dealt.toppan = seat.toppan.as_ref().map(|_| Default::default());
            self.board.seats.push(dealt);
        }
        if G::KERNELS.is_none() {
            self.board.indicators.clone_from(&engine.indicators);
        }
        let first = waiting.iter().position(|change| step_letter(change).is_some()).unwrap_or(waiting.len());
        waiting[..first].iter().for_each(|change| self.board.apply(change));
        self.step('S', None);
        waiting[first..].iter().for_each(|change| self.follow::<G>(change));
    }

    fn follow<G: Shown>(&mut self, change: &Change) {
        self.board.apply(change);
        G::complete(&mut self.board, self.place);
        if let Change::Handed { from, to, tile } = *change {
            self.exchanged.push((from, to, tile));
        }
        let same = matches!(change, Change::Handed { .. })
            && self.steps.last().is_some_and(|step| step.letter == 'H' && step.decisions.is_empty());
        match step_letter(change).filter(|_| !same) {
            Some(letter) => self.step(letter, change.seat()),
            None => self.amend(),
        }
        self.wins += usize::from(matches!(change, Change::Win { .. }));
    }

    fn step(&mut self, letter: char, seat: Option<Seat>) {
        self.steps.push(Step { letter, seat, board: self.board.clone(), decisions: Vec::new() });
    }

    /// Makes the board that of the last step, unless something was decided there already.
    fn amend(&mut self) {
        if let Some(step) = self.steps.last_mut().filter(|step| step.decisions.is_empty()) {
            step.board.clone_from(&self.board);
        }
    }

    /// Takes over the engine's position. Returns whether tiles or marks of a seat differ from it.
    fn correct(&mut self, mut engine: Board) -> bool {
        for (seat, before) in engine.seats.iter_mut().zip(&self.board.seats) {
            if before.won {
                let score = seat.score;
                *seat = before.clone(); // a winner's tiles stay as they were
                seat.score = score;
            }
            seat.robbed = before.robbed;
            for (discard, &(_, marks)) in seat.river.iter_mut().zip(&before.river) {
                discard.1 |= marks & mark::WON;
            }
        }
        let tiles = |board: &Board| {
            let of = |seat: &SeatBoard| {
                (seat.hand.clone(), seat.drawn, seat.river.clone(), seat.melds.clone(), seat.aside.clone())
            };
            board.seats.iter().map(of).collect::<Vec<_>>()
        };
        let differs = tiles(&engine) != tiles(&self.board);
        engine.robbable = self.board.robbable;
        engine.undone = self.board.undone;
        self.board = engine;
        self.amend();
        self.pay();
        differs
    }

    /// A win after which the kyoku goes on is paid at once: the steps since then get the engine's scores and sticks.
    fn pay(&mut self) {
        let undecided = self.steps.iter().rev().take_while(|step| step.decisions.is_empty()).count();
        let first = self.steps.len() - undecided;
        let Some(win) = self.steps[first..].iter().position(|step| step.letter == 'W') else { return };
        for step in &mut self.steps[first + win..] {
            step.board.sticks = self.board.sticks;
            for (seat, paid) in step.board.seats.iter_mut().zip(&self.board.seats) {
                seat.score = paid.score;
            }
        }
    }

    /// What a seat passed on: `[giver, receiver, tiles]`.
    fn given(&self, seat: Seat) -> Option<Value> {
        let given = || self.exchanged.iter().filter(|(from, _, _)| *from == seat);
        let (from, to, _) = given().next()?;
        Some(json!([from.index(), to.index(), letters(given().map(|&(_, _, tile)| tile))]))
    }

    fn data<G: Shown>(&self) -> Value {
        let mut before = serde_json::Map::new();
        let mut steps = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let after = fields(&step.board, G::KERNELS);
            let mut cell = vec![json!(step.letter), json!(step.seat.map(Seat::index))];
            cell.push(Value::Object(difference(&before, &after)));
            if !step.decisions.is_empty() {
                cell.push(json!(step.decisions));
            }
            steps.push(Value::Array(cell));
            before.extend(after);
        }
        let Place { kyoku, repeat, honba, scores } = self.place;
        let scores = &scores[..G::SEATS];
        let seats = Seat::all(G::SEATS).filter_map(|seat| self.given(seat));
        let mut data = json!({ "i": kyoku, "r": repeat, "h": honba, "b": scores, "s": steps, "e": self.end });
        if !self.exchanged.is_empty() {
            data["x"] = seats.collect();
        }
        data
    }
}
