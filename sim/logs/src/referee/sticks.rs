//! Riichi sticks among the changes of score.
//!
//! Some programs that write mjai count the sticks put down in a kyoku among the deltas of its end, others leave them where
//! they were paid. The sum of the deltas tells which; here they are left out.

use crate::model::{Format, LogEnd, LogEvent, LogKyoku, LogMatch};
use hyakuman_core::Seat;
use std::borrow::Cow;

/// The match with the sticks of a kyoku left out of the deltas of its end; a stick is worth so many points.
pub(super) fn left_out(log: &LogMatch, stick: i32) -> Cow<'_, LogMatch> {
    if log.format != Format::Mjai {
        return Cow::Borrowed(log);
    }
    let mut log = log.clone();
    log.kyoku.iter_mut().for_each(|kyoku| leave_out(kyoku, stick));
    Cow::Owned(log)
}

fn leave_out(log: &mut LogKyoku, stick: i32) {
    let paid: Vec<Seat> = log
        .events
        .iter()
        .filter_map(|event| if let LogEvent::RiichiAccepted(seat) = event { Some(*seat) } else { None })
        .collect();
    let own = stick * paid.len() as i32;
    let on_table = stick * log.kyotaku as i32 + own;
    let (mut deltas, taken): (Vec<&mut Vec<i32>>, &[i32]) = match &mut log.end {
        LogEnd::Wins(wins) => (wins.iter_mut().filter_map(|win| win.deltas.as_mut()).collect(), &[on_table]),
        // Nobody takes them, or by some rules whoever has nagashi.
        LogEnd::Draw(draw) => (draw.deltas.iter_mut().collect(), &[0, on_table]),
        LogEnd::Unfinished => return,
    };
    let stated: i32 = deltas.iter().flat_map(|deltas| deltas.iter()).sum();
    if taken.contains(&stated) {
        return;
    }
    if let Some(first) = deltas.first_mut().filter(|_| taken.contains(&(stated + own))) {
        paid.iter().for_each(|seat| first[seat.index()] += stick);
    }
}
