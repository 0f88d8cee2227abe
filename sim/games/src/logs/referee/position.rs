//! The table at the point where a log stops.

use super::kyoku::{Course, Reader, Tape, match_state};
use super::{Report, points};
use crate::logs::error::LogError;
use crate::logs::model::LogMatch;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Answers, Game};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_riichi::{Action, Event, Riichi, RiichiRules, RiichiState};
use std::sync::Arc;

/// The table at the point where a log stops.
pub struct Position<const N: usize> {
    /// The match; ahead of the log if it does not wait there.
    pub game: Riichi<N>,
    /// Whether it waits for a choice where the log stops.
    pub waits: bool,
    /// What happened first after the log, because there was no choice.
    pub ahead: Option<Event>,
}

/// Plays the last kyoku of a log, which has not ended, as far as it goes. `deals`: kyoku dealt before it. Another seat than `seat` may
/// declare riichi whatever its tiles are: they may be made up ([`read_seen`](crate::logs::mjai::read_seen)).
///
/// # Errors
/// There is no kyoku; the rules do not allow what happens in it, or are for other scores.
pub fn position<const N: usize>(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    seat: Seat,
    deals: u32,
) -> Result<Position<N>, LogError> {
    let index = log.kyoku.len().checked_sub(1).filter(|_| log.rules.seats == N);
    let index = index.ok_or_else(|| LogError::new("", format!("no kyoku of {N} players")))?;
    let kyoku = &log.kyoku[index];
    let mut report = Report { kyoku: kyoku.name, found: Vec::new() };
    points::compare(rules, kyoku, &mut report);
    if let Some(wrong) = report.found.first() {
        return Err(LogError::new("", wrong.to_string()));
    }
    let (wall, mut sink) = (log.wall_by(index, rules)?, ());
    let mut tape = Tape::<N>::new(&mut sink);
    let state = MatchState { deals, ..match_state(kyoku) };
    let mut game = Riichi::<N>::start_at(rules, Walls::Scripted([wall].into()), state, &mut tape);
    let (mut reader, mut waits) = (Reader::new(rules, kyoku, log.format), false);
    while let Course::On = reader.follow(&mut tape, &mut report) {
        let Some(answers) = reader.answers(&game, &mut report) else {
            waits = true;
            break;
        };
        if may_have_declared(&game, seat, &answers) {
            game.apply(answers, &mut Reporter::of(&mut tape));
        } else if let Err(illegal) = game.try_apply(answers, &mut tape) {
            return Err(LogError::new(format!("kyoku {}", kyoku.name), illegal.to_string()));
        }
    }
    match report.found.first() {
        Some(wrong) => Err(LogError::new("", wrong.to_string())),
        None => Ok(Position { game, waits, ahead: reader.ahead }),
    }
}

/// Whether the answers are the riichi of another seat that is forbidden by its tiles alone.
fn may_have_declared<const N: usize>(game: &Riichi<N>, seat: Seat, answers: &Answers) -> bool {
    let (turn, _) = game.turn();
    let plain = match answers.get(turn).and_then(Action::from_code) {
        Some(Action::Riichi(tile)) => Action::Discard(tile),
        Some(Action::RiichiTsumogiri) => Action::Tsumogiri,
        _ => return false,
    };
    let (view, rules) = (game.view(turn), game.rules());
    turn != seat
        && game.legal(turn).has(plain.code())
        && view.riichi(RelSeat::SELF) == RiichiState::No
        && !view.open(RelSeat::SELF)
        && view.score(RelSeat::SELF) >= rules.riichi_min_score
        && view.remaining() >= u32::from(rules.riichi_min_remaining)
}
