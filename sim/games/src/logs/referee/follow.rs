//! Compares what follows a kyoku: the next one, or the end of the match with its final points.

use super::Report;
use super::kyoku::{Ended, match_state};
use crate::logs::model::{KyokuName, LogMatch};
use hyakuman_core::common::match_state::MatchState;

/// Compares what follows kyoku `index` in the engine and in the log.
pub(super) fn compare<const N: usize>(log: &LogMatch, index: usize, ended: &Ended<N>, report: &mut Report) {
    let next = log.kyoku.get(index + 1);
    match (next, &ended.match_end) {
        (Some(next), None) => compare_standing(&match_state(next), &ended.next, report),
        (Some(next), Some(_)) => report.add(None, "what follows", next.name, "the end of the match"),
        (None, None) if log.ended => {
            report.add(None, "what follows", "the end of the match", name(&ended.next));
        }
        (None, Some(end)) if log.ended => {
            let Some(result) = &log.result else { return };
            report.compare("final scores", &result.scores[..], &end.scores[..N]);
            if let Some(points) = &result.thousandths {
                report.compare("final points in thousandths", &points[..], &end.rank_points[..N]);
            }
        }
        (None, _) => {}
    }
}

fn compare_standing<const N: usize>(theirs: &MatchState<N>, ours: &MatchState<N>, report: &mut Report) {
    report.compare("next kyoku", name(theirs), name(ours));
    report.compare("sticks on the table", theirs.kyotaku, ours.kyotaku);
    report.compare("scores before the next kyoku", theirs.scores, ours.scores);
}

fn name<const N: usize>(match_state: &MatchState<N>) -> String {
    let (wind, number) = (match_state.kyoku / N as u32, match_state.kyoku % N as u32);
    KyokuName { wind: wind as u8, number: number as u8, honba: match_state.honba }.to_string()
}
