//! `decisions`: one row per decision: what the seat saw, could do and did, and the outcome.

use super::house::{self, House};
use super::{Logged, MatchId, Origin};
use crate::column::ChangeRate::{Often, Rarely, Steadily};
use crate::column::{CellType, Column, Rows};
use crate::game::{ActionMask, Game, GameFacts, HouseRules, KyokuEnd, MAX_SEATS, MatchEnd};
use crate::{Seat, SeatSet};

/// Before the columns of the family.
const HEAD: [Column; 5] = [
    super::MATCH,
    super::KYOKU_NUMBER,
    Column::new("step", CellType::I32, Steadily, "number", "which decision of the match, from 0"),
    super::SEAT,
    Column::new("agent", CellType::U8, Rarely, "number", "its agent, by the list in manifest.json"),
];

/// After the columns of the family.
const TAIL: [Column; 7] = [
    Column::new(
        "legal",
        CellType::Bytes(32),
        Often,
        "set",
        "what the seat may do: action c is bit c % 8 of byte c / 8; at least two actions",
    )
    .own(),
    Column::new("action", CellType::U8, Often, "code", "what it did").own(),
    Column::new(
        "kyoku_delta",
        CellType::I32,
        Often,
        "points",
        "change of its score in the kyoku, sticks put down included",
    )
    .label(),
    Column::new("won", CellType::Bool, Rarely, "flag", "it won the kyoku").label(),
    Column::new("dealt_in", CellType::Bool, Rarely, "flag", "it dealt in in the kyoku").label(),
    Column::new("placement", CellType::U8, Often, "place", "its placement in the match, 1 for the first")
        .label(),
    Column::new(
        "rank_points",
        CellType::I32,
        Often,
        "thousandths",
        "its result of the match with uma and oka: 45200 is +45.2",
    )
    .label(),
];

/// The last column, of matches read from logs.
const ANSWER_KNOWN: Column = Column::new(
    "answer_known",
    CellType::Bool,
    Rarely,
    "flag",
    "the log shows the answer; if not, the answer of another seat hides it, and `action` is a pass",
)
.label();

/// Number of columns of [`TAIL`] that are known only after the kyoku or match: its last ones.
const LABELS: usize = 5;

pub(super) fn columns(game: &GameFacts, origin: Origin, house: HouseRules) -> Vec<Column> {
    let of_logs = if origin == Origin::Logs { &[ANSWER_KNOWN][..] } else { &[] };
    [&HEAD[..], game.columns, &TAIL[..], &house::of_decisions(house, game.seats), of_logs].concat()
}

/// Positions of the columns of [`HEAD`] that are filled when the match is over, because they are the same for many rows.
const MATCH: usize = 0;
const KYOKU_NUMBER: usize = 1;
const STEP: usize = 2;
const SEAT: usize = 3;
const AGENT: usize = 4;

/// The outcome of a kyoku, by seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    deltas: [i32; MAX_SEATS],
    won: SeatSet,
    dealt_in: SeatSet,
}

impl Labels {
    /// Of a finished kyoku.
    pub(super) fn of(end: &KyokuEnd<'_>) -> Labels {
        let won = end.wins.iter().map(|win| win.winner).collect();
        let dealt_in = end.wins.iter().filter_map(|win| win.from).collect();
        Labels { deltas: end.deltas, won, dealt_in }
    }
}

/// A decision when the seat has chosen.
pub(super) struct Seen<'a> {
    /// Which kyoku of the match.
    pub number: usize,
    pub seat: Seat,
    pub legal: &'a ActionMask,
    pub action: u8,
    pub origin: Origin,
    pub house: House<'a>,
}

/// Writes the cells of a row that are known when the seat has chosen.
#[inline]
pub(super) fn write_seen<G: Game>(rows: &mut Rows, seen: &Seen<'_>, row_cache: &mut G::RowCache, game: &G) {
    seen.write_head(rows);
    G::write_row(row_cache, &game.view(seen.seat), rows);
    seen.write_tail(rows);
}

/// Before and behind the cells of the game; generic over nothing, so compiled here.
impl Seen<'_> {
    fn write_head(&self, rows: &mut Rows) {
        rows.skip(1);
        rows.u16(self.number as u16);
        rows.skip(1);
        rows.u8(self.seat.index() as u8);
        rows.skip(1);
    }

    fn write_tail(&self, rows: &mut Rows) {
        rows.bytes(&self.legal.bytes());
        rows.u8(self.action);
        rows.skip(LABELS);
        self.house.write_decision(rows);
        rows.skip((self.origin == Origin::Logs) as usize);
        rows.end_row();
    }
}

/// Fills the missing cells of the last `count` rows, which are those of the finished match, of a game with so many columns.
pub(super) fn write_rest(
    rows: &mut Rows,
    (columns, count): (usize, usize),
    id: &MatchId,
    ended: &[Labels],
    end: &MatchEnd,
) {
    let first = rows.len() - count;
    rows.cells_mut(MATCH).extend((0..count).map(|_| (id.number as i64).to_le_bytes()));
    rows.cells_mut(STEP).extend((0..count).map(|step| (step as i32).to_le_bytes()));
    let (seen, agent) = rows.split_at_mut(AGENT);
    agent[0].extend(seen[SEAT].bytes()[first..].iter().map(|&seat| [id.agents[seat as usize]]));
    let (seen, labels) = rows.split_at_mut(HEAD.len() + columns + TAIL.len() - LABELS);
    let (numbers, _) = seen[KYOKU_NUMBER].bytes()[2 * first..].as_chunks::<2>();
    let seats = &seen[SEAT].bytes()[first..];
    let of = |(number, seat): (&[u8; 2], &u8)| (&ended[u16::from_le_bytes(*number) as usize], *seat as usize);
    let decisions = || numbers.iter().zip(seats).map(of);
    let has = |set: SeatSet, seat: usize| [set.has(Seat::new(seat as u8)) as u8];
    labels[0].extend(decisions().map(|(kyoku, seat)| kyoku.deltas[seat].to_le_bytes()));
    labels[1].extend(decisions().map(|(kyoku, seat)| has(kyoku.won, seat)));
    labels[2].extend(decisions().map(|(kyoku, seat)| has(kyoku.dealt_in, seat)));
    labels[3].extend(decisions().map(|(_, seat)| [end.place(seat)]));
    labels[4].extend(decisions().map(|(_, seat)| end.rank_points[seat].to_le_bytes()));
}

/// Fills the last cell of the rows of a finished match, of which a log says this.
pub(super) fn write_known(rows: &mut Rows, count: usize, logged: Option<&Logged>) {
    if let Some(logged) = logged {
        let cells = rows.cells_mut(rows.columns() - 1);
        cells.extend((0..count).map(|step| [logged.shows_answer(step) as u8]));
    }
}
