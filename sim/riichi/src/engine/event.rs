//! What happens in a kyoku, and the tile that others may claim.

use arrayvec::ArrayVec;
use hyakuman_core::{Kind, Meld, Seat, Tile};

/// Most events of a kyoku: a draw and a discard for each of 70 tiles, calls, riichi, indicators, the exchange, and a margin.
pub(crate) const MAX_EVENTS: usize = 224;

pub(crate) type History = ArrayVec<Event, MAX_EVENTS>;

/// Something that happened. A pass is none: nobody learns who could have claimed a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The tiles were dealt and the first indicators turned up. Public.
    Deal {
        /// Index of the kyoku in the match.
        kyoku: u8,
        /// Counter of repeats.
        honba: u16,
        /// Sticks on the table.
        kyotaku: u16,
    },
    /// A tile was passed on in the exchange. The two seats are public; only they see the tile.
    Handed {
        /// Who gave it.
        from: Seat,
        /// Who got it.
        to: Seat,
        /// The tile; hidden from the others.
        tile: Option<Tile>,
    },
    /// A draw. Only its owner sees the tile.
    Draw {
        /// Who drew.
        seat: Seat,
        /// The tile; hidden from the others.
        tile: Option<Tile>,
        /// From the dead wall (嶺上)?
        rinshan: bool,
    },
    /// A discard. Public.
    Discard {
        /// Who discarded.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// The one just drawn?
        tsumogiri: bool,
        /// Riichi declared with it?
        riichi: bool,
    },
    /// The riichi declared with the next discard is an open one: the hand lies open from then on. Public.
    OpenRiichi {
        /// Whose.
        seat: Seat,
    },
    /// A riichi stick was paid. Public.
    Riichi {
        /// Whose.
        seat: Seat,
    },
    /// A call or a kan was declared. Public.
    Meld {
        /// Who made it.
        seat: Seat,
        /// The set.
        meld: Meld,
    },
    /// A tile was set aside. Public.
    Nuki {
        /// Who did it.
        seat: Seat,
        /// The tile: a north in riichi mahjong.
        tile: Tile,
    },
    /// A dora indicator was turned up. Public.
    Dora {
        /// The indicator.
        tile: Tile,
    },
    /// A win. Public.
    Win {
        /// Who won.
        seat: Seat,
        /// Who dealt in; none by own draw.
        from: Option<Seat>,
        /// The winning tile.
        tile: Tile,
    },
    /// The kyoku ended without a win. Public.
    Ryuukyoku {
        /// How.
        result: hyakuman_core::game::KyokuResult,
    },
}

impl Event {
    /// The event as this seat may see it: tiles that others drew, or passed on among themselves, are hidden.
    #[inline]
    pub(crate) fn seen_by(self, viewer: Seat) -> Event {
        match self {
            Event::Draw { seat, rinshan, .. } if seat != viewer => Event::Draw { seat, tile: None, rinshan },
            Event::Handed { from, to, .. } if from != viewer && to != viewer => {
                Event::Handed { from, to, tile: None }
            }
            public => public,
        }
    }
}

/// A tile the others may claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A discard.
    Discard(Tile),
    /// The tile added to a pon; only ron.
    Kakan(Tile),
    /// A concealed kan; only ron by thirteen orphans, where the rules allow it.
    Ankan(Kind),
    /// A tile set aside; only ron, where the rules allow it.
    Nuki(Tile),
}

impl Offer {
    /// The kind on offer.
    #[inline]
    pub fn kind(self) -> Kind {
        match self {
            Offer::Discard(tile) | Offer::Kakan(tile) | Offer::Nuki(tile) => tile.kind(),
            Offer::Ankan(kind) => kind,
        }
    }

    /// The tile on offer; of a concealed kan a plain one.
    #[inline]
    pub fn tile(self) -> Tile {
        match self {
            Offer::Discard(tile) | Offer::Kakan(tile) | Offer::Nuki(tile) => tile,
            Offer::Ankan(kind) => kind.tile(),
        }
    }
}
