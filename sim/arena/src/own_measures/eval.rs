//! Counts measures of one's own while a match is played: writes the rows that they are over, and runs their programs on them.

use super::OwnMeasures;
use super::compile::{Per, Program, STACK, Step};
use super::parse::BinaryOp;
use super::words::{Rows, WordPlace};
use crate::counts::Counts;
use crate::measures::{MatchCount, PlayerCount};
use hyakuman_analysis::measure::{BITS_OF_A_ROW, TOO_LARGE};
use hyakuman_core::column::Rows as Cells;
use hyakuman_core::game::rows::{About, MatchId, Origin, Table, TableRecorder};
use hyakuman_core::game::sink::Sink;
use hyakuman_core::game::{Game, KyokuEnd, MAX_SEATS, MatchEnd};
use hyakuman_core::{MatchSeed, Seat};
use std::fmt;
use std::sync::Arc;

/// Largest amount that a row counts, in the unit of its count: 128 times the largest that is expected.
const MOST: f64 = (1_u64 << (BITS_OF_A_ROW + 7)) as f64;

/// The tables that rows are made of.
const TABLES: [Table; 3] = [Table::Matches, Table::Kyoku, Table::Wins];

/// Counts one match after another.
pub(crate) struct Evaluator<G: Game> {
    measures: OwnMeasures,
    recorder: TableRecorder<G>,
}

/// The row that a program looks at.
#[derive(Clone, Copy)]
struct MeasuredRow<'a> {
    /// The rows of [`TABLES`].
    tables: [&'a Cells; 3],
    /// Of several wins which one; of the other tables there is one row.
    win: usize,
    /// The seat of the player; 0 for rows of the table.
    seat: usize,
    won: bool,
    dealt_in: bool,
    /// Of the match, when it is over.
    decisions: i64,
}

impl<G: Game> fmt::Debug for Evaluator<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.measures.fmt(f)
    }
}

impl<G: Game> Evaluator<G> {
    pub(crate) fn new(measures: OwnMeasures, rules: &G::Rules) -> Self {
        let about = About {
            ruleset: String::new(),
            rules_hash: String::new(),
            agents: vec![String::new()],
            own_yaku: G::own_yaku(rules),
            origin: Origin::Run,
            house: measures.0.house,
        };
        Evaluator { measures, recorder: TableRecorder::new(&Arc::new(about), &TABLES) }
    }

    /// Before another match.
    pub(crate) fn begin(&mut self) {
        let seed = MatchSeed { seed: 0, number: 0 };
        self.recorder.begin(MatchId { number: 0, seed, agents: [0; MAX_SEATS] });
        self.recorder.clear();
    }

    /// Counts a finished kyoku of a game.
    pub(crate) fn settled(&mut self, game: &G, end: &KyokuEnd<'_>, counts: &mut Counts) {
        self.recorder.settled(game, end);
        for (at, program) in self.measures.0.programs.iter().enumerate() {
            let row = |seat: usize, win: usize| MeasuredRow {
                tables: tables(&self.recorder),
                win,
                seat,
                won: end.wins.iter().any(|win| win.winner.index() == seat),
                dealt_in: end.wins.iter().any(|win| win.from.is_some_and(|from| Seat::index(from) == seat)),
                decisions: 0,
            };
            match program.rows {
                Rows::Hands => (0..G::SEATS).for_each(|seat| add(counts, at, program, &row(seat, 0))),
                Rows::Kyoku => add(counts, at, program, &row(0, 0)),
                Rows::Wins => {
                    let wins = end.wins.iter().enumerate();
                    wins.for_each(|(win, of)| add(counts, at, program, &row(of.winner.index(), win)));
                }
                Rows::Results | Rows::Matches => {}
            }
            divide::<G>(counts, at, program, [Per::Kyoku, Per::Hand]);
        }
        self.recorder.clear();
    }

    pub(crate) fn match_end(&mut self, end: &MatchEnd, counts: &mut Counts) {
        self.recorder.match_end(end);
        let decisions = counts.seats.iter().map(|seat| seat[PlayerCount::Decisions as usize]).sum();
        for (at, program) in self.measures.0.programs.iter().enumerate() {
            let tables = tables(&self.recorder);
            let row = |seat| MeasuredRow { tables, win: 0, seat, won: false, dealt_in: false, decisions };
            match program.rows {
                Rows::Results => (0..G::SEATS).for_each(|seat| add(counts, at, program, &row(seat))),
                Rows::Matches => add(counts, at, program, &row(0)),
                Rows::Hands | Rows::Wins | Rows::Kyoku => {}
            }
            divide::<G>(counts, at, program, [Per::Match; 2]);
        }
        self.recorder.clear();
    }
}

fn tables<G: Game>(recorder: &TableRecorder<G>) -> [&Cells; 3] {
    TABLES.map(|table| recorder.rows(table).expect("a table that is kept"))
}

/// The two counts of a measure.
fn counts_of<'a>(counts: &'a mut Counts, at: usize, program: &Program, seat: usize) -> &'a mut [i64] {
    match program.rows.is_of_a_player() {
        true => &mut counts.seats[seat][PlayerCount::LEN + 2 * at..][..2],
        false => &mut counts.table[MatchCount::LEN + 2 * at..][..2],
    }
}

/// Adds a row to a measure, if it counts.
fn add(counts: &mut Counts, at: usize, program: &Program, row: &MeasuredRow<'_>) {
    if !program.condition.is_empty() && run(&program.condition, row) != 1.0 {
        return;
    }
    let value = if program.value.is_empty() { 1.0 } else { run(&program.value, row) };
    if !value.is_finite() {
        return; // a division by zero
    }
    let (amount, of_measure) = ((value * program.scale).round(), counts_of(counts, at, program, row.seat));
    of_measure[0] += amount.clamp(-MOST, MOST) as i64;
    of_measure[1] += i64::from(program.per == Per::Row);
    if amount.abs() > MOST {
        of_measure[1] += TOO_LARGE; // found by `check_sums`
    }
}

/// Adds one to what the measure is divided by, if it is one of these.
fn divide<G: Game>(counts: &mut Counts, at: usize, program: &Program, ended: [Per; 2]) {
    if !ended.contains(&program.per) {
        return;
    }
    if program.rows.is_of_a_player() {
        (0..G::SEATS).for_each(|seat| counts_of(counts, at, program, seat)[1] += 1);
    } else {
        let hands = if program.per == Per::Hand { G::SEATS as i64 } else { 1 };
        counts_of(counts, at, program, 0)[1] += hands;
    }
}

/// The value of a row.
fn run(steps: &[Step], row: &MeasuredRow<'_>) -> f64 {
    let (mut stack, mut top) = ([0.0; STACK], 0);
    for step in steps {
        match step {
            Step::Negative => stack[top - 1] = -stack[top - 1],
            Step::Not => stack[top - 1] = 1.0 - stack[top - 1],
            Step::Binary(op) => {
                top -= 1;
                stack[top - 1] = combined(*op, stack[top - 1], stack[top]);
            }
            _ => {
                stack[top] = loaded(step, row);
                top += 1;
            }
        }
    }
    stack[0]
}

fn loaded(step: &Step, row: &MeasuredRow<'_>) -> f64 {
    let is = f64::from;
    match step {
        Step::Number(number) => *number,
        Step::Load(WordPlace::Seat) => row.seat as f64,
        Step::Load(WordPlace::Won) => is(row.won),
        Step::Load(WordPlace::DealtIn) => is(row.dealt_in),
        Step::Load(WordPlace::Tsumo) => is(row.is_tsumo()),
        Step::Load(WordPlace::Decisions) => row.decisions as f64,
        Step::Load(place) => row.number(place),
        Step::Is(place, text) => is(row.text(place) == text.as_bytes()),
        Step::Has(place, word) => {
            is(row.text(place).split(|&byte| byte == b' ').any(|one| one == word.as_bytes()))
        }
        Step::Negative | Step::Not | Step::Binary(_) => 0.0,
    }
}

fn combined(op: BinaryOp, a: f64, b: f64) -> f64 {
    let is = f64::from;
    match op {
        BinaryOp::Or => a.max(b),
        BinaryOp::And => a.min(b),
        BinaryOp::Equal => is(a == b),
        BinaryOp::Unequal => is(a != b),
        BinaryOp::Less => is(a < b),
        BinaryOp::AtMost => is(a <= b),
        BinaryOp::Greater => is(a > b),
        BinaryOp::AtLeast => is(a >= b),
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        BinaryOp::Has => 0.0,
    }
}

impl MeasuredRow<'_> {
    /// The table, column and row of a place.
    fn cell(&self, place: &WordPlace) -> Option<(&Cells, usize, usize)> {
        let WordPlace::Cell { table, column, by_seat, .. } = *place else { return None };
        let at = TABLES.iter().position(|known| *known == table)?;
        let row = if table == Table::Wins { self.win } else { 0 };
        Some((self.tables[at], column + if by_seat { self.seat } else { 0 }, row))
    }

    fn number(&self, place: &WordPlace) -> f64 {
        let WordPlace::Cell { cell_type, .. } = *place else { return 0.0 };
        let found =
            self.cell(place).and_then(|(table, column, row)| table.cells(column).number(cell_type, row));
        found.unwrap_or(0) as f64
    }

    fn text(&self, place: &WordPlace) -> &[u8] {
        self.cell(place).map_or(&[], |(table, column, row)| table.cells(column).varying(row))
    }

    fn is_tsumo(&self) -> bool {
        let [_, _, wins] = self.tables;
        wins.cells(FROM).bytes()[self.win] == NOBODY
    }
}

/// The column `from` of the table `wins`, and its value for a win by the own draw.
const FROM: usize = 4;
const NOBODY: u8 = 255;
