//! A kyoku as a watcher has it: the position after every step.

use crate::show::board::mark;
use crate::show::{Board, Change, Covered, Place, SeatBoard, Seen, Shown};
use crate::viewer::encode::{difference, fields, letter, step_letter};
use hyakuman_core::game::{KyokuEnd, Revealed, WinRecord};
use hyakuman_core::{Seat, Tile};
use serde_json::{Value, json};

/// A kyoku so far.
#[derive(Clone, Default)]
pub(super) struct Kyoku {
    pub(super) viewer: Option<Seat>,
    pub(super) place: Place,
    /// Changes before the first decision, at which the board becomes known.
    pub(super) waiting: Vec<Seen>,
    pub(super) board: Board,
    pub(super) steps: Vec<Step>,
    pub(super) wins: usize,
    /// Tiles passed on before the first draw: giver, receiver, tile if it is seen.
    pub(super) exchanged: Vec<(Seat, Seat, Option<Tile>)>,
    pub(super) ura: Vec<Tile>,
    pub(super) end: Option<Value>,
}

/// The position after a step, and what was decided there.
#[derive(Clone)]
pub(super) struct Step {
    pub(super) letter: char,
    pub(super) seat: Option<Seat>,
    pub(super) board: Board,
    /// Those that are told.
    pub(super) decisions: Vec<Value>,
    /// Whether any seat decided here.
    pub(super) decided: bool,
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
    pub(super) fn begin<G: Shown>(&mut self, engine: &Board, place: Place) {
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
        self.board.house.clone_from(&engine.house);
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

    pub(super) fn follow<G: Shown>(&mut self, seen: &Seen) {
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

    pub(super) fn step(&mut self, letter: char, seat: Option<Seat>) {
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
    pub(super) fn correct(&mut self, mut engine: Board) -> bool {
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
        self.mark_dora(&engine);
        self.pay(&engine);
        self.board = engine;
        self.amend();
        differs
    }

    /// Takes over what has changed since the last decision: indicators, dora, draws left, what counts besides the scores.
    pub(super) fn settle(&mut self, engine: &Board) {
        self.board.indicators.clone_from(&engine.indicators);
        self.mark_dora(engine);
        self.board.left = engine.left;
        self.board.house.clone_from(&engine.house);
        self.board.dora.clone_from(&engine.dora);
    }

    /// Opens the hands that the end of the kyoku shows: those of its winners, where the rules say so of the seats that are tenpai, in Toppan
    /// all.
    pub(super) fn reveal(&mut self, engine: &Board, end: &KyokuEnd<'_>, revealed: &Revealed) {
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

    /// Takes over the kinds that are dora, from the step with the last indicator on.
    fn mark_dora(&mut self, engine: &Board) {
        let steps = self.steps.iter_mut().map(|step| &mut step.board).rev();
        for board in [&mut self.board]
            .into_iter()
            .chain(steps.take_while(|board| board.indicators == engine.indicators))
        {
            board.dora_kinds = engine.dora_kinds;
        }
    }

    /// A win after which the kyoku goes on is paid at once: the steps since then get the engine's scores and sticks.
    pub(super) fn pay(&mut self, engine: &Board) {
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

    pub(super) fn data<G: Shown>(&self) -> Value {
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
