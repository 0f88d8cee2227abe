//! The review of a match as a page for the browser.

use super::one::Subject;
use anyhow::Result;
use hyakuman::play::opinions;
use hyakuman_games::viewer::{Extent, Heading, PlayedMatch, of_log, page};
use hyakuman_report::review::OfMatch;

pub(super) fn html(subject: &Subject, found: &OfMatch) -> Result<String> {
    let (names, rules, note) = (found.names.clone(), found.rules.clone(), found.note.clone());
    let heading = Heading { title: subject.title(), names, rules, note };
    let opinions = opinions(&found.review, &found.agent.to_string(), found.unit);
    Ok(match subject {
        Subject::Log { log, rules, .. } => page(&of_log(log, rules, &heading, Some(&opinions))?.0),
        Subject::Recorded { set, replay, .. } => {
            let (deals, actions) = (&replay.deals(), &replay.actions[..]);
            let played = PlayedMatch { rules: &set.rules, extent: Extent::Whole(deals), actions };
            played.page(&heading, Some(&opinions))?
        }
    })
}
