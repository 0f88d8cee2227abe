//! Riichi sticks in the changes of score.
//!
//! Some programs that write mjai include the sticks paid in a kyoku in the deltas at its end, others do not. The sum of
//! the deltas shows which; here they are removed.

use crate::logs::model::{Format, LogEnd, LogKyoku, LogMatch};
use crate::show::Change;
use hyakuman_core::Seat;
use std::borrow::Cow;

/// The match with sticks removed from the deltas at the end of each kyoku; `stick` is their value in points.
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
        .filter_map(|event| if let Change::Stick(seat) = event { Some(*seat) } else { None })
        .collect();
    let own = stick * paid.len() as i32;
    let on_table = stick * log.kyotaku as i32 + own;
    let (mut deltas, taken): (Vec<&mut Vec<i32>>, &[i32]) = match &mut log.end {
        LogEnd::Wins(wins) => (wins.iter_mut().filter_map(|win| win.deltas.as_mut()).collect(), &[on_table]),
        // Nobody takes the sticks, except by some rules the winner of nagashi mangan.
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
