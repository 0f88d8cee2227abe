//! Indicators that a log does not show.
//!
//! Some programs that write mjai leave out the indicators that kans open. The tiles at their places are then any that explain how the
//! kyoku ended, as other tiles that nothing shows are any of those left.

use super::{Report, end, follow, kyoku};
use crate::logs::model::{Format, LogKyoku, LogMatch};
use crate::show::Change;
use hyakuman_core::{Kind, Tile};
use hyakuman_riichi::RiichiRules;
use std::borrow::Cow;
use std::sync::Arc;

/// Most indicators of a kyoku that are looked for; of more, any tiles do.
const MOST: usize = 2;

/// Most kyoku of a match in which they are looked for.
const MOST_KYOKU: usize = 20;

/// The match with an indicator for each kan, where those that it shows do not explain the end of a kyoku.
pub(super) fn added<'a, const N: usize>(
    log: Cow<'a, LogMatch>,
    rules: &Arc<RiichiRules>,
) -> Cow<'a, LogMatch> {
    let mut log = log;
    let is_open = |index: &usize| log.format == Format::Mjai && unshown(&log.kyoku[*index]) > 0;
    let differs = |index: &usize| explains_end::<N>(&log, *index, rules) == Some(false);
    let differing: Vec<usize> =
        (0..log.kyoku.len()).filter(is_open).filter(differs).take(MOST_KYOKU).collect();
    for index in differing {
        let shown = log.kyoku[index].indicators.clone();
        let mut tried = log.clone().into_owned();
        let explains = candidates(unshown(&log.kyoku[index]).min(MOST)).any(|more| {
            tried.kyoku[index].indicators = [&shown[..], &more].concat();
            explains_end::<N>(&tried, index, rules) == Some(true)
        });
        if explains {
            log = Cow::Owned(tried);
        }
    }
    log
}

/// How many indicators may have been opened that are not shown.
fn unshown(kyoku: &LogKyoku) -> usize {
    let is_kan = |event: &&Change| event.takes_rinshan() && !matches!(event, Change::Nuki(..));
    let kans = kyoku.events.iter().filter(is_kan).count();
    (kans + 1).saturating_sub(kyoku.indicators.len())
}

/// Up to so many tiles, one of them first.
fn candidates(most: usize) -> impl Iterator<Item = Vec<Tile>> {
    let kinds = || (0..Kind::COUNT as u8).map(|code| Kind::of(code).tile());
    let pairs =
        kinds().filter(move |_| most > 1).flat_map(move |one| kinds().map(move |other| vec![one, other]));
    kinds().map(|one| vec![one]).chain(pairs)
}

/// Whether log and engine agree at the end of a kyoku; `None` if they do not reach it together.
fn explains_end<const N: usize>(log: &LogMatch, index: usize, rules: &Arc<RiichiRules>) -> Option<bool> {
    let mut report = Report { kyoku: log.kyoku[index].name, found: Vec::new() };
    let wall = log.wall_by(index, rules).ok()?;
    let ended = kyoku::play::<N>(rules, log, index, wall, &mut report, &mut ())?;
    end::compare::<N>(rules, &log.kyoku[index], &ended, &mut report);
    follow::compare::<N>(log, index, &ended, &mut report);
    Some(report.found.is_empty())
}
