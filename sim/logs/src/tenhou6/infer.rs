//! What the lists do not say: when riichi sticks were paid and when indicators opened, by Tenhou's rules.

use super::result;
use crate::model::{LogEnd, LogEvent};
use hyakuman_core::Tile;

/// The events with both added: a stick after the declaring discard, unless a ron or an abortive draw took it; the
/// indicator of a concealed kan at once, of another kan before the discard or the next kan's replacement.
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
    /// Indicators that have still to open.
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
