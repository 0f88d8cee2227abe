//! Infers, by Tenhou's rules, what the lists do not have: when riichi sticks were paid and when indicators opened.

use super::result;
use crate::model::{LogEnd, LogEvent};
use hyakuman_core::Tile;

/// The events with both added. A stick follows the declaring discard, unless a ron or an abortive draw cancelled it. An
/// indicator opens at once for a concealed kan, and before the discard or the next kan's replacement for other kans.
pub(super) fn with_unsaid(events: Vec<LogEvent>, indicators: &[Tile], end: &LogEnd) -> Vec<LogEvent> {
    let mut out =
        Unsaid { events: Vec::with_capacity(events.len()), closed: indicators.iter().skip(1), owed: 0 };
    let mut declared = None;
    for event in events {
        match event {
            LogEvent::Riichi(seat) => {
                out.open_owed();
                declared = Some(seat);
            }
            LogEvent::Discard { .. } => out.open_owed(),
            _ => out.events.extend(declared.take().map(LogEvent::RiichiAccepted)),
        }
        out.events.push(event);
        if event.takes_rinshan() {
            out.open_owed();
            match event {
                LogEvent::Call(_, meld) if !meld.is_open() => out.open(),
                LogEvent::Nuki(_) => {}
                _ => out.owed += 1,
            }
        }
    }
    out.events.extend(declared.filter(|&seat| result::accepts(end, seat)).map(LogEvent::RiichiAccepted));
    out.events
}

struct Unsaid<'a> {
    events: Vec<LogEvent>,
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
        self.events.extend(self.closed.next().map(|&tile| LogEvent::NewDora(tile)));
    }
}
