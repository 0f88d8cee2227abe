//! A match as one HTML page that plays it in a browser: no network, no other files.
//!
//! ```text
//! replay or log -> engine -> Watcher (a Sink): a board after every step -> JSON of what changed -> page
//! ```
//!
//! What lies on the table and how it changes is `show`. Read in this order: `watcher` (follows a match), `advice` (what a seat could do), `opinion` (what an agent thinks of it), `encode` (the JSON), `page` (the HTML), `written` (a match in this and other formats). The script in `page/` draws the boards; it
//! knows no rules. Every position, value and payment comes from the engine.

mod advice;
mod encode;
mod opinion;
mod page;
#[cfg(test)]
mod tests;
mod watcher;
mod written;

pub use crate::logs::{Extent, Format};
pub use opinion::{Opinion, Opinions, SeatTotals, evaluation};
pub use page::{page, play_page};
pub use watcher::Watcher;
pub use written::{PlayedMatch, formats, unsupported};

use crate::logs::referee::{self, Verdict};
use crate::logs::{LogError, LogMatch};
use crate::show::Shown;
use hyakuman_core::game::rows::ReplayError;
use hyakuman_riichi::{Riichi, RiichiRules};
use serde_json::Value;
use std::sync::Arc;

/// What is written above a match. It may come from outside: the page escapes it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heading {
    /// The title, in one line.
    pub title: String,
    /// Names of the players by seat; a missing or empty name is shown as the number of the seat.
    pub names: Vec<String>,
    /// The ruleset, with the changes to it.
    pub rules: String,
    /// Something the reader should know, for example where a log and the engine disagree. May be empty.
    pub note: String,
}

/// The data of a match that was played, as [`page()`] takes it, with what an agent thinks of the decisions. Of a match that is not over, what
/// has to be decided now is shown without an answer; the page opens there.
fn of_played<G: Shown>(
    rules: &Arc<G::Rules>,
    extent: Extent<'_>,
    actions: &[u8],
    heading: &Heading,
    opinions: Option<&Opinions>,
) -> Result<Value, ReplayError> {
    let mut watcher = Watcher::<G>::new(rules);
    watcher.opinions = opinions;
    let table = extent.replay::<G>(rules, actions, &mut watcher)?;
    let open = table.filter(|table| !table.pending().is_empty());
    open.iter().for_each(|table| table.pending().for_each(|seat| watcher.asked(table.game(), seat)));
    let mut data = watcher.data(heading);
    if open.is_some() {
        data["last"] = true.into();
    }
    Ok(data)
}

/// The data of a match from a log, as [`page()`] takes it, with what an agent thinks of the decisions, and how far log and engine agree. A kyoku
/// in which they disagree stops there.
///
/// # Errors
/// The rules are for another number of players, or the points at the start of the log are impossible under them.
pub fn of_log(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    heading: &Heading,
    opinions: Option<&Opinions>,
) -> Result<(Value, Verdict), LogError> {
    match log.rules.seats {
        3 => of_seats::<3>(log, rules, heading, opinions),
        _ => of_seats::<4>(log, rules, heading, opinions),
    }
}

fn of_seats<const N: usize>(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
    heading: &Heading,
    opinions: Option<&Opinions>,
) -> Result<(Value, Verdict), LogError> {
    let mut watcher = Watcher::<Riichi<N>>::new(rules);
    watcher.opinions = opinions;
    let verdict = referee::watch::<N>(log, rules, &mut watcher)?;
    Ok((watcher.data(heading), verdict))
}
