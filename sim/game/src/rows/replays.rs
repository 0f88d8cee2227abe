//! `replays`: one row per match: its actions. Also plays a match again from them.

use super::{MATCH, MatchId, ORIGIN};
use crate::playout::MatchInProgress;
use crate::sink::{Erased, Sink};
use crate::{Game, Illegal};
use hyakuman_core::MatchSeed;
use hyakuman_core::column::ChangeRate::Often;
use hyakuman_core::column::{CellType, Column, Rows};
use std::fmt;
use std::sync::Arc;

/// The columns.
pub(super) fn columns() -> Vec<Column> {
    vec![
        MATCH,
        ORIGIN[0],
        ORIGIN[1],
        Column::new(
            "actions",
            CellType::Blob,
            Often,
            "code",
            "the action of every decision in order, one byte each; seats that answer one discard in order of seat",
        ),
    ]
}

/// Writes a match.
pub(super) fn write(rows: &mut Rows, id: &MatchId, actions: &[u8]) {
    rows.i64(id.number as i64);
    rows.i64(id.seed.number as i64);
    rows.u64(id.seed.seed);
    rows.varying(actions);
    rows.end_row();
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

/// Plays a recorded match again.
///
/// # Errors
/// The actions are not those of a match with this seed under these rules.
pub fn replay<G: Game>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    actions: &[u8],
    sink: &mut impl Sink<G>,
) -> Result<(), ReplayError> {
    replay_for(rules, seed, actions, &mut Erased(sink))
}

/// [`replay`], compiled once for all sinks: a virtual call per event is cheap compared with the play.
fn replay_for<G: Game>(
    rules: &Arc<G::Rules>,
    seed: MatchSeed,
    actions: &[u8],
    sink: &mut Erased<'_, G>,
) -> Result<(), ReplayError> {
    let mut table = MatchInProgress::<G>::start(rules, seed, sink);
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
