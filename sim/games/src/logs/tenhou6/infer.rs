//! Infers, by Tenhou's rules, what the lists do not have: when riichi sticks were paid and when indicators opened.

use super::result;
use crate::logs::model::LogEnd;
use crate::show::Change;
use hyakuman_core::Tile;

/// The events with both added. A stick follows the declaring discard, unless a ron or an abortive draw cancelled it. An
/// indicator opens at once for a concealed kan, and before the discard or the next kan's replacement for other kans.
pub(super) fn with_unsaid(events: Vec<Change>, indicators: &[Tile], end: &LogEnd) -> Vec<Change> {
    let mut out =
        Unsaid { events: Vec::with_capacity(events.len()), closed: indicators.iter().skip(1), owed: 0 };
    let mut declared = None;
    for event in events {
        match event {
            Change::Discard { seat, riichi, .. } => {
                out.open_owed();
                declared = riichi.then_some(seat);
            }
            _ => out.events.extend(declared.take().map(Change::Stick)),
        }
        out.events.push(event);
        if event.takes_rinshan() {
            out.open_owed();
            match event {
                Change::Call(_, meld) if !meld.is_open() => out.open(),
                Change::Nuki(..) => {}
                _ => out.owed += 1,
            }
        }
    }
    out.events.extend(declared.filter(|&seat| result::accepts(end, seat)).map(Change::Stick));
    out.events
}

struct Unsaid<'a> {
    events: Vec<Change>,
    /// Indicators not yet opened.
    closed: std::iter::Skip<std::slice::Iter<'a, Tile>>,
    owed: u32,
}

impl Unsaid<'_> {
    fn open_owed(&mut self) {
        while self.owed > 0 {
            self.owed -= 1;
            self.open();
        }
    }

    fn open(&mut self) {
        self.events.extend(self.closed.next().map(|&tile| Change::Dora(tile)));
    }
}
