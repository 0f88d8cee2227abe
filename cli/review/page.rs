//! The review of a match as a page for the browser.

use super::one::{Report, Subject};
use anyhow::Result;
use hyakuman_play::opinions;
use hyakuman_riichi::Riichi;
use hyakuman_viewer::{Heading, page, reviewed_log, reviewed_replay};

/// The page.
///
/// # Errors
/// The match cannot be played again; it was when it was reviewed.
pub(super) fn html(subject: &Subject, report: &Report) -> Result<String> {
    let (names, rules, note) = (report.names.clone(), report.rules.clone(), report.note.clone());
    let heading = Heading { title: subject.title(), names, rules, note };
    let opinions = opinions(&report.review, &report.agent.to_string(), report.unit);
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
