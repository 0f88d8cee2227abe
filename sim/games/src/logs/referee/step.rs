//! What of a log and of the engine is compared, and when two steps are the same.

use crate::logs::model::{Format, LogKyoku};
use crate::show::Change;
use hyakuman_core::{Meld, MeldKind};

/// The steps of a log that are compared. Indicators and sticks are among them only if the format records their time; otherwise
/// the reader inferred it.
pub(super) fn of_log(kyoku: &LogKyoku, format: Format) -> Vec<Change> {
    kyoku.events.iter().copied().filter(|step| is_compared(step, format)).collect()
}

/// Whether this format records such a step and when it happens.
pub(super) fn is_compared(step: &Change, format: Format) -> bool {
    match step {
        Change::Dora(_) => matches!(format, Format::Mjlog | Format::Record),
        Change::Stick(_) => format != Format::Tenhou6,
        Change::Handed { .. } | Change::Win { .. } => false,
        _ => true,
    }
}

/// Whether a seat chooses it. Sticks and indicators are automatic.
pub(super) fn is_act(step: &Change) -> bool {
    !matches!(step, Change::Stick(_) | Change::Dora(_))
}

/// Whether a step of the log and one of the engine are equal, with the owner's tiles of a call in any order. A discard of the drawn
/// tile need not be marked.
pub(super) fn same(log: &Change, engine: &Change) -> bool {
    match (*log, *engine) {
        (Change::Call(a, one), Change::Call(b, other)) => a == b && same_meld(&one, &other),
        (Change::Discard { tsumogiri: false, .. }, Change::Discard { seat, tile, riichi, .. }) => {
            *log == Change::Discard { seat, tile, tsumogiri: false, riichi }
        }
        _ => log == engine,
    }
}

fn same_meld(a: &Meld, b: &Meld) -> bool {
    let sorted = |meld: &Meld| {
        let mut tiles = meld.tiles().to_vec();
        tiles.sort_unstable();
        tiles
    };
    (a.kind(), a.from(), a.low(), sorted(a)) == (b.kind(), b.from(), b.low(), sorted(b))
        && (a.kind() == MeldKind::Ankan || a.called() == b.called())
}
