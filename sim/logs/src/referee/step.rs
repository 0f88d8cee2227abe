//! One event, in a form that log and engine share.

use crate::model::{Format, LogEvent, LogKyoku};
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{Meld, MeldKind, Seat, Tile};
use hyakuman_riichi::Event;
use std::fmt;

/// A step of play. Equal events are equal steps.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Draw(Seat, Tile),
    Discard {
        seat: Seat,
        tile: Tile,
        tsumogiri: bool,
        riichi: bool,
    },
    /// A riichi stick is paid.
    Paid(Seat),
    /// Chi, pon, daiminkan, ankan.
    Call(Seat, Meld),
    Kakan(Seat, Tile),
    Nuki(Seat),
    Dora(Tile),
}

/// The steps of a log. Indicators and sticks are included only if the format records their time; otherwise the reader
/// inferred it.
pub(super) fn of_log(kyoku: &LogKyoku, format: Format) -> Vec<Step> {
    let mut steps = Vec::with_capacity(kyoku.events.len());
    let mut declared = None;
    for event in &kyoku.events {
        let step = match *event {
            LogEvent::Draw(seat, tile) => Step::Draw(seat, tile),
            LogEvent::Discard { seat, tile, tsumogiri } => {
                Step::Discard { seat, tile, tsumogiri, riichi: declared.take() == Some(seat) }
            }
            LogEvent::Riichi(seat) => {
                declared = Some(seat);
                continue;
            }
            LogEvent::RiichiAccepted(seat) => Step::Paid(seat),
            LogEvent::Call(seat, meld) => Step::Call(seat, meld),
            LogEvent::Kakan(seat, tile) => Step::Kakan(seat, tile),
            LogEvent::Nuki(seat) => Step::Nuki(seat),
            LogEvent::NewDora(tile) => Step::Dora(tile),
            LogEvent::Handed { .. } | LogEvent::KanUndone(..) | LogEvent::Win(_) => continue,
        };
        if step.is_timed_in(format) {
            steps.push(step);
        }
    }
    steps
}

/// The step of an engine event, if it has one.
pub(super) fn of_engine(event: &Event) -> Option<Step> {
    Some(match *event {
        Event::Draw { seat, tile, .. } => Step::Draw(seat, tile?),
        Event::Discard { seat, tile, tsumogiri, riichi } => Step::Discard { seat, tile, tsumogiri, riichi },
        Event::Riichi { seat } => Step::Paid(seat),
        Event::Meld { seat, meld } if meld.kind() == MeldKind::Kakan => Step::Kakan(seat, meld.tiles()[3]),
        Event::Meld { seat, meld } => Step::Call(seat, meld),
        Event::Nuki { seat, .. } => Step::Nuki(seat),
        Event::Dora { tile } => Step::Dora(tile),
        Event::Deal { .. } | Event::Handed { .. } | Event::Win { .. } | Event::Ryuukyoku { .. } => {
            return None;
        }
    })
}

impl Step {
    /// Whether this format records when such a step happens.
    pub(super) fn is_timed_in(self, format: Format) -> bool {
        match self {
            Step::Dora(_) => matches!(format, Format::Mjlog | Format::Record),
            Step::Paid(_) => format != Format::Tenhou6,
            _ => true,
        }
    }

    /// Whether a seat chooses it. Sticks and indicators are automatic.
    pub(super) fn is_act(self) -> bool {
        !matches!(self, Step::Paid(_) | Step::Dora(_))
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        match (*self, *other) {
            (Step::Draw(a, b), Step::Draw(c, d)) | (Step::Kakan(a, b), Step::Kakan(c, d)) => (a, b) == (c, d),
            (
                Step::Discard { seat: a, tile: b, tsumogiri: c, riichi: d },
                Step::Discard { seat, tile, tsumogiri, riichi },
            ) => (a, b, c, d) == (seat, tile, tsumogiri, riichi),
            (Step::Paid(a), Step::Paid(b)) | (Step::Nuki(a), Step::Nuki(b)) => a == b,
            (Step::Dora(a), Step::Dora(b)) => a == b,
            (Step::Call(a, b), Step::Call(c, d)) => a == c && same_meld(&b, &d),
            _ => false,
        }
    }
}

/// Whether the melds are equal, with the owner's tiles in any order.
fn same_meld(a: &Meld, b: &Meld) -> bool {
    let sorted = |meld: &Meld| {
        let mut tiles = meld.tiles().to_vec();
        tiles.sort_unstable();
        tiles
    };
    (a.kind(), a.from(), a.low(), sorted(a)) == (b.kind(), b.from(), b.low(), sorted(b))
        && (a.kind() == MeldKind::Ankan || a.called() == b.called())
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Step::Draw(seat, tile) => write!(f, "{seat:?} draws {tile}"),
            Step::Discard { seat, tile, tsumogiri, riichi } => {
                let from = if tsumogiri { "as drawn" } else { "from the hand" };
                write!(f, "{seat:?} discards {tile} {from}{}", if riichi { " with riichi" } else { "" })
            }
            Step::Paid(seat) => write!(f, "{seat:?} pays a riichi stick"),
            Step::Call(seat, meld) => {
                let name = match meld.kind() {
                    MeldKind::Chi => "chi",
                    MeldKind::Pon => "pon",
                    MeldKind::Ankan => "ankan",
                    _ => "daiminkan",
                };
                write!(f, "{seat:?} calls {name} {}", format_tiles(meld.tiles()))
            }
            Step::Kakan(seat, tile) => write!(f, "{seat:?} adds {tile} to a pon"),
            Step::Nuki(seat) => write!(f, "{seat:?} sets a north aside"),
            Step::Dora(tile) => write!(f, "the indicator {tile} opens"),
        }
    }
}
