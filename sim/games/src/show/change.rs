//! What happens in a kyoku, step by step: the form that logs, text and pages share.

use crate::show::Shown;
use hyakuman_core::notation::format_tiles;
use hyakuman_core::{Meld, MeldKind, Seat, Tile};
use std::fmt;

/// One step of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A tile is passed to another seat before the first draw.
    Handed {
        /// The giver.
        from: Seat,
        /// The receiver.
        to: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A seat draws: in riichi mahjong from the dead wall if its last step was a kan or nuki, else from the live wall.
    Draw(Seat, Tile),
    /// A seat discards.
    Discard {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Whether it is the tile just drawn.
        tsumogiri: bool,
        /// Whether it declares riichi.
        riichi: bool,
    },
    /// A seat announces that it lays the hand open with the riichi that it declares next.
    OpenRiichi(Seat),
    /// A riichi is accepted and its stick paid.
    Stick(Seat),
    /// Chi, pon or daiminkan on the last discard, or an ankan.
    Call(Seat, Meld),
    /// A seat adds a tile to its pon (加槓).
    Kakan(Seat, Tile),
    /// A seat sets a tile aside (抜き).
    Nuki(Seat, Tile),
    /// An indicator is opened.
    Dora(Tile),
    /// A seat wins.
    Win {
        /// The winner.
        seat: Seat,
        /// The seat whose tile it wins with; none for the tile drawn.
        from: Option<Seat>,
        /// Whether a kan whose tile it is stands. Otherwise it is taken back when play goes on.
        kan_stands: bool,
    },
    /// Toppan: a bet in half points.
    Bet(Seat, i32),
    /// Toppan: the end of a turn, as [`crate::show::ToppanSeat::course`].
    Course(Seat, u8),
    /// Toppan: the first tile is shown.
    Show(Seat, Tile),
    /// Toppan: a tile is turned up for a hand.
    TurnUp(Seat, Tile),
}

/// A step of which a seat does not see the tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Covered {
    /// [`Change::Handed`] between two other seats.
    Handed {
        /// The giver.
        from: Seat,
        /// The receiver.
        to: Seat,
    },
    /// [`Change::Draw`] of another seat.
    Draw(Seat),
}

/// A step as one seat sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// All of it.
    Open(Change),
    /// Not the tile.
    Covered(Covered),
}

impl Seen {
    /// An event as this seat sees it ([`hyakuman_core::game::Game::seen_by`]), or all of it without a seat; `None` if it changes nothing on the table.
    pub fn of<G: Shown>(rules: &G::Rules, event: &G::Event, viewer: Option<Seat>) -> Option<Seen> {
        let Some(viewer) = viewer else { return G::change(rules, event).map(Seen::Open) };
        if let Some(change) = G::change(rules, &G::seen_by(event, viewer)) {
            return Some(Seen::Open(change));
        }
        match G::change(rules, event)? {
            Change::Handed { from, to, .. } => Some(Seen::Covered(Covered::Handed { from, to })),
            Change::Draw(seat, _) => Some(Seen::Covered(Covered::Draw(seat))),
            _ => None,
        }
    }

    /// The acting seat; `None` where it is none or two.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Seen::Open(change) => change.seat(),
            Seen::Covered(Covered::Draw(seat)) => Some(*seat),
            Seen::Covered(Covered::Handed { .. }) => None,
        }
    }
}

impl Change {
    /// The acting seat; `None` where it is none or two.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Change::Draw(seat, _)
            | Change::Discard { seat, .. }
            | Change::OpenRiichi(seat)
            | Change::Stick(seat)
            | Change::Call(seat, _)
            | Change::Kakan(seat, _)
            | Change::Nuki(seat, _)
            | Change::Win { seat, .. }
            | Change::Bet(seat, _)
            | Change::Course(seat, _)
            | Change::Show(seat, _)
            | Change::TurnUp(seat, _) => Some(seat),
            Change::Dora(_) | Change::Handed { .. } => None,
        }
    }

    /// The tile of a kan or set aside, which another seat may win with.
    pub fn robbable(&self) -> Option<(Seat, Tile)> {
        match *self {
            Change::Kakan(seat, tile) | Change::Nuki(seat, tile) => Some((seat, tile)),
            Change::Call(seat, meld) if meld.kind() == MeldKind::Ankan => Some((seat, meld.tiles()[0])),
            _ => None,
        }
    }

    /// Whether a draw from the dead wall follows, in riichi mahjong.
    pub fn takes_rinshan(&self) -> bool {
        matches!(self, Change::Kakan(..) | Change::Nuki(..))
            || matches!(self, Change::Call(_, meld) if meld.is_kan())
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Change::Handed { from, to, tile } => write!(f, "{from:?} passes {tile} to {to:?}"),
            Change::Draw(seat, tile) => write!(f, "{seat:?} draws {tile}"),
            Change::Discard { seat, tile, tsumogiri, riichi } => {
                let from = if tsumogiri { "as drawn" } else { "from the hand" };
                write!(f, "{seat:?} discards {tile} {from}{}", if riichi { " with riichi" } else { "" })
            }
            Change::OpenRiichi(seat) => write!(f, "{seat:?} lays the hand open"),
            Change::Stick(seat) => write!(f, "{seat:?} pays a riichi stick"),
            Change::Call(seat, meld) => {
                write!(f, "{seat:?} calls {} {}", meld.kind(), format_tiles(meld.tiles()))
            }
            Change::Kakan(seat, tile) => write!(f, "{seat:?} adds {tile} to a pon"),
            Change::Nuki(seat, tile) => write!(f, "{seat:?} sets {tile} aside"),
            Change::Dora(tile) => write!(f, "the indicator {tile} opens"),
            Change::Win { seat, .. } => write!(f, "{seat:?} wins"),
            Change::Bet(seat, amount) => write!(f, "{seat:?} bets {amount} half points"),
            Change::Course(seat, _) => write!(f, "{seat:?} ends its turn"),
            Change::Show(seat, _) => write!(f, "{seat:?} shows its first tile"),
            Change::TurnUp(seat, tile) => write!(f, "{tile} is turned up for {seat:?}"),
        }
    }
}
