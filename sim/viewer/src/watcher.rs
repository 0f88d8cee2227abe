//! Follows a match and keeps the board after every step.
//!
//! Between two decisions the board is changed by events; at each decision the engine's own position replaces it. A watcher of one
//! seat gets both as that seat sees them: what is hidden from it never comes into the data.

use crate::encode::{action, difference, fields, letter, letters, step_letter};
use crate::{Heading, Opinions, advice};
use hyakuman_core::excerpt::escaped;
use hyakuman_core::{Seat, Tile};
use hyakuman_game::{ActionMask, EndReason, KyokuEnd, KyokuResult, MatchEnd, Revealed, Sink, WinRecord};
use hyakuman_show::board::mark;
use hyakuman_show::{Board, Change, Covered, Place, SeatBoard, Seen, Shown, Won};
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
    result: Value,
    /// Boards that events led to and that were not the engine's: for tests.
    pub(crate) corrections: u32,
}

/// A kyoku so far.
#[derive(Clone, Default)]
struct Kyoku {
    viewer: Option<Seat>,
    place: Place,
    /// Changes before the first decision, at which the board becomes known.
    waiting: Vec<Seen>,
    board: Board,
    steps: Vec<Step>,
    wins: usize,
    /// Tiles passed on before the first draw: giver, receiver, tile if it is seen.
    exchanged: Vec<(Seat, Seat, Option<Tile>)>,
    ura: Vec<Tile>,
    end: Option<Value>,
}

/// The position after a step, and what was decided there.
#[derive(Clone)]
struct Step {
    letter: char,
    seat: Option<Seat>,
    board: Board,
    /// Those that are told.
    decisions: Vec<Value>,
    /// Whether any seat decided here.
    decided: bool,
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

    /// The end of the match as the page takes it.
    pub fn result(&self) -> &Value {
        &self.result
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
    const DECISIONS: bool = true;

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
        if let Some(kyoku) = self.kyoku.last_mut().filter(|kyoku| kyoku.viewer.is_some()) {
            kyoku.reveal(&game.board(), end, &game.revealed(end));
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

/// Puts the tile of a tsumo beside the hand.
fn set_apart(seat: &mut SeatBoard, win: Option<&WinRecord>) {
    let Some(win) = win.filter(|win| win.from.is_none() && seat.toppan.is_none()) else { return };
    let tile = Tile::of(win.tile);
    if seat.drawn.is_none() && seat.hand.len() % 3 == 2 {
        let won = seat.hand.iter().position(|&held| held == tile);
        won.map(|at| seat.hand.remove(at));
    }
    seat.drawn = Some(tile);
}

/// The seats whose discards are all terminals and honors, none of them called.
pub(crate) fn nagashi(board: &Board) -> Vec<usize> {
    let counts = |&(tile, marks): &(Tile, u8)| tile.kind().is_yaochu() && marks & mark::CALLED == 0;
    let seats = board.seats.iter().enumerate().filter(|(_, seat)| !seat.won && seat.river.iter().all(counts));
    seats.map(|(number, _)| number).collect()
}

impl Kyoku {
    /// The first decision: the board as it was dealt, and the changes since.
    fn begin<G: Shown>(&mut self, engine: &Board, place: Place) {
        let waiting = std::mem::take(&mut self.waiting);
        let draws = waiting.iter().filter(|seen| step_letter(seen) == Some('D')).count();
        self.place = place;
        self.board = Board {
            left: engine.left + draws as u32,
            sticks: engine.sticks,
            stick: engine.stick,
            ..Board::default()
        };
        self.board.dora.clone_from(&engine.dora);
        self.board.dora_kinds = engine.dora_kinds;
        for (hand, seat) in G::dealt(engine).into_iter().zip(&engine.seats) {
            let mut dealt = SeatBoard { hand, score: seat.score, ..Default::default() };
            dealt.toppan = seat.toppan.as_ref().map(|_| Default::default());
            dealt.covered = if dealt.toppan.is_some() { 0 } else { seat.covered };
            self.board.seats.push(dealt);
        }
        if G::KERNELS.is_none() {
            self.board.indicators.clone_from(&engine.indicators);
        }
        let first = waiting.iter().position(|seen| step_letter(seen).is_some()).unwrap_or(waiting.len());
        waiting[..first].iter().for_each(|seen| self.change(seen));
        self.step('S', None);
        waiting[first..].iter().for_each(|seen| self.follow::<G>(seen));
    }

    fn change(&mut self, seen: &Seen) {
        match seen {
            Seen::Open(change) => self.board.apply(change),
            Seen::Covered(covered) => self.board.apply_covered(*covered),
        }
    }

    fn follow<G: Shown>(&mut self, seen: &Seen) {
        self.change(seen);
        G::complete(&mut self.board, self.place);
        self.viewer.into_iter().for_each(|viewer| self.board.cover(viewer));
        match *seen {
            Seen::Open(Change::Handed { from, to, tile }) => self.exchanged.push((from, to, Some(tile))),
            Seen::Covered(Covered::Handed { from, to }) => self.exchanged.push((from, to, None)),
            _ => {}
        }
        let letter = step_letter(seen);
        let same = letter == Some('H')
            && self.steps.last().is_some_and(|step| step.letter == 'H' && step.decisions.is_empty());
        match letter.filter(|_| !same) {
            Some(letter) => self.step(letter, seen.seat()),
            None => self.amend(),
        }
        self.wins += usize::from(letter == Some('W'));
    }

    fn step(&mut self, letter: char, seat: Option<Seat>) {
        self.steps.push(Step {
            letter,
            seat,
            board: self.board.clone(),
            decisions: Vec::new(),
            decided: false,
        });
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
                let covered = (seat.covered, seat.drawn_covered);
                (
                    covered,
                    seat.hand.clone(),
                    seat.drawn,
                    seat.river.clone(),
                    seat.melds.clone(),
                    seat.aside.clone(),
                )
            };
            board.seats.iter().map(of).collect::<Vec<_>>()
        };
        let differs = tiles(&engine) != tiles(&self.board);
        engine.robbable = self.board.robbable;
        engine.undone = self.board.undone;
        for step in self.steps.iter_mut().rev().take_while(|step| step.board.indicators == engine.indicators)
        {
            step.board.dora_kinds = engine.dora_kinds; // from the step with the last indicator on
        }
        self.pay(&engine);
        self.board = engine;
        self.amend();
        differs
    }

    /// Opens the hands that the end of the kyoku shows: those of its winners, where the rules say so of the seats that are tenpai, in Toppan
    /// all.
    fn reveal(&mut self, engine: &Board, end: &KyokuEnd<'_>, revealed: &Revealed) {
        if let Some(viewer) = self.viewer.map(Seat::index) {
            self.board.seats[viewer].furiten = engine.seats[viewer].furiten;
        }
        for (number, (seat, held)) in self.board.seats.iter_mut().zip(&engine.seats).enumerate() {
            let win = end.wins.iter().find(|win| win.winner.index() == number);
            let shown = win.is_some() || !revealed.hands[number].is_empty();
            if !shown && held.toppan.is_none() || seat.covered == 0 {
                continue;
            }
            (seat.hand, seat.drawn) = (held.hand.clone(), held.drawn);
            (seat.covered, seat.drawn_covered) = (0, false);
            seat.toppan.clone_from(&held.toppan);
            set_apart(seat, win);
        }
    }

    /// A win after which the kyoku goes on is paid at once: the steps since then get the engine's scores and sticks.
    fn pay(&mut self, engine: &Board) {
        let undecided = self.steps.iter().rev().take_while(|step| !step.decided).count();
        let first = self.steps.len() - undecided;
        let Some(win) = self.steps[first..].iter().position(|step| step.letter == 'W') else { return };
        let boards = self.steps[first + win..].iter_mut().map(|step| &mut step.board);
        for board in boards.chain([&mut self.board]) {
            board.sticks = engine.sticks;
            for (seat, paid) in board.seats.iter_mut().zip(&engine.seats) {
                seat.score = paid.score;
            }
        }
    }

    /// What a seat passed on: `[giver, receiver, tiles]`.
    fn given(&self, seat: Seat) -> Option<Value> {
        let given = || self.exchanged.iter().filter(|(from, _, _)| *from == seat);
        let (from, to, _) = given().next()?;
        let tiles: String = given().map(|&(_, _, tile)| tile.map_or('-', letter)).collect();
        Some(json!([from.index(), to.index(), tiles]))
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
