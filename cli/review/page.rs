//! The review of a match as a page for the browser.

use super::one::{Report, Subject};
use anyhow::Result;
use hyakuman_analysis::Estimate;
use hyakuman_arena::review::{Reviewed, Totals};
use hyakuman_core::Seat;
use hyakuman_riichi::Riichi;
use hyakuman_viewer::{Heading, Opinion, Opinions, SeatTotals, page, reviewed_log, reviewed_replay};

/// The page.
///
/// # Errors
/// The match cannot be played again; it was when it was reviewed.
pub(super) fn html(subject: &Subject, report: &Report) -> Result<String> {
    let (names, rules, note) = (report.names.clone(), report.rules.clone(), report.note.clone());
    let heading = Heading { title: subject.title(), names, rules, note };
    let opinions = opinions(report);
    let data = match subject {
        Subject::Log { log, rules, .. } => reviewed_log(log, rules, &heading, &opinions)?.0,
        Subject::Recorded { set, replay, .. } => {
            let (rules, deals, actions) = (set.rules(), replay.deals(), &replay.actions);
            match rules.players {
                3 => reviewed_replay::<Riichi<3>>(rules, deals, actions, &heading, &opinions)?,
                _ => reviewed_replay::<Riichi<4>>(rules, deals, actions, &heading, &opinions)?,
            }
        }
    };
    Ok(page(&data))
}

fn opinions(report: &Report) -> Opinions {
    let seats = report.review.seats().into_iter().map(|seat| of_seat(report, seat));
    let decisions = report.review.decisions.iter().map(|reviewed| (reviewed.number, opinion(reviewed)));
    Opinions {
        agent: report.agent.to_string(),
        unit: report.unit,
        seats: seats.collect(),
        decisions: decisions.collect(),
    }
}

fn of_seat(report: &Report, seat: Seat) -> SeatTotals {
    let totals = Totals::of(report.review.of_seat(seat));
    SeatTotals { seat, decisions: totals.decisions, same: totals.same, mean_loss: totals.mean_loss() }
}

/// A loss in rollouts, and how far its interval reaches.
fn rounded(loss: Estimate) -> [f32; 2] {
    let half = loss.bounds().map_or(0.0, |[low, high]| (high - low) / 2.0);
    [loss.value, half].map(|number| number as f32)
}

fn opinion(reviewed: &Reviewed) -> Opinion {
    let candidates = reviewed.evaluation.as_ref().map_or(&[][..], |evaluation| &evaluation.candidates);
    Opinion {
        choice: reviewed.choice,
        agrees: reviewed.agrees(),
        loss: reviewed.loss(),
        candidates: candidates.to_vec(),
        rollouts: reviewed.loss_in_rollouts().map(rounded),
    }
}
