//! `replays`: one row per match: its actions, and of a log what was dealt. Also plays a match again from them.

use super::{Logged, MATCH, MatchId, ORIGIN, Origin, seat_names, table};
use crate::Seat;
use crate::column::CellType::{Blob, I32, U8, U16};
use crate::column::ChangeRate::Often;
use crate::column::{CellType, Column, Rows};
use crate::game::outcome::MAX_SEATS;
use crate::game::playout::MatchInProgress;
use crate::game::sink::Sink;
use crate::game::{ActionMask, Deals, EndReason, Game, Illegal, KyokuEnd, MatchEnd};
use std::fmt;
use std::sync::Arc;

/// What the columns `walls` say.
const WALLS: &str = "the wall of each kyoku in order, all of the same length: physical tiles, one byte each, of which tile n is of kind n / 4; \
     where the log does not show a tile, any of those left";
/// What the columns `hidden_answers` say.
const HIDDEN: &str = "decisions of which the log does not show the answer: decision n is bit n % 8 of byte n / 8; their action is a pass";
/// What the columns `actions` say.
const ACTIONS: &str =
    "the action of every decision in order, one byte each; seats that answer one discard in order of seat";

/// A column of what a log says, in data sets of logs only.
fn logged(
    origin: Origin,
    name: &'static str,
    cell_type: CellType,
    unit: &'static str,
    meaning: &'static str,
) -> Option<Column> {
    (origin == Origin::Logs).then(|| Column::new(name, cell_type, Often, unit, meaning))
}

table! {
    /// The columns of [`Table::Replays`](super::Table::Replays).
    pub fn replay_columns(origin: Origin);
    /// Writes a match.
    pub(super) fn write(rows, id: &MatchId, actions: &[u8], log: Option<&Logged>);

    [MATCH] => rows.i64(id.number as i64);
    [ORIGIN[0]] => rows.i64(id.seed.number as i64);
    [ORIGIN[1]] => rows.u64(id.seed.seed);
    [Column::new("actions", Blob, Often, "code", ACTIONS)] => rows.varying(actions);
    logged(origin, "first_kyoku", U8, "count", "first kyoku of the log: winds passed times seats, plus the seat of the dealer")
        => log.iter().for_each(|log| rows.u8(log.deals.kyoku as u8));
    logged(origin, "first_honba", U16, "count", "honba before it")
        => log.iter().for_each(|log| rows.u16(log.deals.honba as u16));
    logged(origin, "first_kyotaku", U16, "count", "riichi sticks on the table before it")
        => log.iter().for_each(|log| rows.u16(log.deals.kyotaku as u16));
    seat_names!("first_score").map(|name| logged(origin, name, I32, "points", "score of the seat before the first kyoku of the log"))
        .into_iter().flatten()
        => log.iter().flat_map(|log| log.deals.scores).for_each(|score| rows.i32(score));
    logged(origin, "kyoku_played", U16, "count", "kyoku of the log that are in the data set")
        => log.iter().for_each(|log| rows.u16(log.deals.walls.len() as u16));
    logged(origin, "walls", Blob, "tile", WALLS) => if let Some(log) = log {
        rows.varying(&log.deals.walls.iter().flat_map(|wall| wall.ids()).copied().collect::<Vec<_>>());
    };
    logged(origin, "hidden_answers", Blob, "set", HIDDEN) => log.iter().for_each(|log| rows.varying(&log.hidden));
}

/// Why a recorded match cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// A recorded action may not be done.
    Illegal {
        /// Zero-based index of the decision.
        step: usize,
        /// What is wrong with it.
        illegal: Illegal,
    },
    /// The tiles or the scores are not those of a match under these rules.
    Deals,
    /// The actions end before the match.
    TooFew {
        /// Number of actions in the record.
        actions: usize,
    },
    /// The match ends before the actions.
    TooMany {
        /// Number of actions the match needs.
        needed: usize,
        /// Number of actions in the record.
        actions: usize,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Illegal { step, illegal } => write!(f, "decision {step} is illegal: {illegal}"),
            ReplayError::Deals => f.write_str("what was dealt is not of a match under these rules"),
            ReplayError::TooFew { actions } => {
                write!(f, "the match is not over after its {actions} recorded actions")
            }
            ReplayError::TooMany { needed, actions } => {
                write!(f, "the match is over after {needed} of its {actions} recorded actions")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays a recorded match again. If its record stops before the end of the match, the sink gets a [`MatchEnd`] that says so.
///
/// # Errors
/// The actions are not those of a match with these deals under these rules.
pub fn replay<G: Game>(
    rules: &Arc<G::Rules>,
    deals: impl Into<Deals>,
    actions: &[u8],
    sink: &mut dyn Sink<G>,
) -> Result<(), ReplayError> {
    let deals = deals.into();
    match &deals {
        Deals::Keyed(_) => play_actions(rules, &deals, actions, sink),
        Deals::Known(known) => {
            let mut known = Known { sink, left: known.walls.len(), last: None, over: false, beyond: 0 };
            let played = play_actions(rules, &deals, actions, &mut known);
            known.finish(played, actions.len())
        }
    }
}

/// Plays the actions on these deals.
fn play_actions<G: Game>(
    rules: &Arc<G::Rules>,
    deals: &Deals,
    actions: &[u8],
    sink: &mut dyn Sink<G>,
) -> Result<(), ReplayError> {
    let mut table = MatchInProgress::<G>::start_with(rules, deals, sink).ok_or(ReplayError::Deals)?;
    let mut step = 0;
    while let Some(seat) = table.pending().next() {
        let &action = actions.get(step).ok_or(ReplayError::TooFew { actions: actions.len() })?;
        table.answer(seat, action, sink).map_err(|illegal| ReplayError::Illegal { step, illegal })?;
        step += 1;
    }
    match actions.len() {
        actions if actions == step => Ok(()),
        actions => Err(ReplayError::TooMany { needed: step, actions }),
    }
}

/// Passes on the kyoku whose walls are known. The game deals on after them.
struct Known<'a, G: Game> {
    sink: &'a mut dyn Sink<G>,
    /// Kyoku that have not ended.
    left: usize,
    /// The state after the last kyoku that ended.
    last: Option<MatchEnd>,
    /// Whether the match is over, or goes on with walls that are not known.
    over: bool,
    /// Decisions after that.
    beyond: usize,
}

impl<G: Game> Known<'_, G> {
    /// The result; of a record that stops early, the sink gets the end of the match.
    fn finish(self, played: Result<(), ReplayError>, actions: usize) -> Result<(), ReplayError> {
        match (played, self.last) {
            _ if self.beyond > 0 => Err(ReplayError::TooMany { needed: actions - self.beyond, actions }),
            (Ok(()), _) if self.left > 0 => Err(ReplayError::Deals),
            (Err(ReplayError::TooFew { .. }), Some(end)) if self.left == 0 => {
                self.sink.match_end(&end);
                Ok(())
            }
            (played, _) => played,
        }
    }
}

impl<G: Game> Sink<G> for Known<'_, G> {
    fn event(&mut self, event: &G::Event) {
        if !self.over {
            self.sink.event(event);
        }
    }

    fn decision(&mut self, game: &G, seat: Seat, legal: &ActionMask, action: u8) {
        if self.over {
            self.beyond += 1;
            return;
        }
        self.sink.decision(game, seat, legal, action);
        self.sink.decided(&std::array::from_fn(|other| u32::from(other == seat.index())));
    }

    fn kyoku_start(&mut self) {
        self.over |= self.left == 0;
        if !self.over {
            self.sink.kyoku_start();
        }
    }

    fn settled(&mut self, game: &G, end: &KyokuEnd<'_>) {
        if !self.over {
            self.left = self.left.saturating_sub(1);
            self.last = Some(unfinished(end, self.last.map_or(0, |last| last.kyoku) + 1));
            self.sink.settled(game, end);
        }
    }

    fn match_end(&mut self, end: &MatchEnd) {
        if !self.over {
            self.sink.match_end(end);
        }
    }
}

/// The end of a match of which nothing is known after this kyoku.
fn unfinished(end: &KyokuEnd<'_>, kyoku: u32) -> MatchEnd {
    MatchEnd {
        scores: std::array::from_fn(|seat| end.before[seat] + end.deltas[seat]),
        placement: [0; MAX_SEATS],
        rank_points: [0; MAX_SEATS],
        reason: EndReason::Unfinished,
        kyoku,
    }
}
