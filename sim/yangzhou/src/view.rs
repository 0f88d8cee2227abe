//! What one seat may see. Agents get nothing else of the engine.
//!
//! A view borrows the match and shows only the hidden tiles of its own seat: nothing here returns the wall, another hand, or
//! whether another seat missed a chance. Seats are relative: [`RelSeat::SELF`] is the viewer.

use super::rules::YangzhouRules;
use super::score::Scorer;
use super::state::{Event, Offer, Phase, SEATS, SeatState, Yangzhou};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::river::River;
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat, Seat};

/// The table as one seat sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Yangzhou,
    seat: Seat,
}

/// What the viewer has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// It is the viewer's turn, with the tile drawn; none after a call.
    Turn(Option<Kind>),
    /// Whether to claim this tile of that seat.
    Claim(Offer, RelSeat),
    /// Nothing.
    Nothing,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Yangzhou, seat: Seat) -> Self {
        View { game, seat }
    }

    /// What the viewer has to decide.
    #[inline]
    pub fn question(&self) -> Question {
        match self.game.phase {
            _ if !self.game.deciders.has(self.seat) => Question::Nothing,
            Phase::Turn => Question::Turn(self.game.kyoku.drawn),
            Phase::Claim(offer) => Question::Claim(offer, self.game.kyoku.turn.seen_from(self.seat, SEATS)),
            Phase::Start | Phase::Over => Question::Nothing,
        }
    }

    /// The viewer's seat.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules of the match.
    #[inline]
    pub fn rules(&self) -> &'a YangzhouRules {
        &self.game.rules
    }

    /// The values of hands under these rules.
    #[inline]
    pub fn scorer(&self) -> &'a Scorer {
        &self.game.scorer
    }

    /// The viewer's concealed tiles without the one just drawn.
    #[inline]
    pub fn hand(&self) -> &'a Hand {
        &self.me().hand
    }

    /// The concealed tiles with the one just drawn.
    #[inline]
    pub fn full_hand(&self) -> Hand {
        match self.drawn() {
            Some(kind) => self.me().hand.with(kind),
            None => self.me().hand,
        }
    }

    /// The tile the viewer has just drawn.
    #[inline]
    pub fn drawn(&self) -> Option<Kind> {
        if self.game.kyoku.turn == self.seat { self.game.kyoku.drawn } else { None }
    }

    /// The kinds that complete the viewer's hand by shape, whatever its value. Valid while it holds 3n+1 tiles without the
    /// drawn one.
    #[inline]
    pub fn waits(&self) -> KindSet {
        self.me().waits
    }

    /// Whether the viewer has missed a chance to win since its last turn, and may not win with the tile of another seat.
    #[inline]
    pub fn missed(&self) -> bool {
        self.me().missed
    }

    /// Kinds the viewer may not discard now, because of swap-calling.
    #[inline]
    pub fn forbidden(&self) -> KindSet {
        if self.game.kyoku.turn == self.seat { self.game.kyoku.forbidden } else { KindSet::EMPTY }
    }

    /// Exposed sets of a seat.
    #[inline]
    pub fn melds(&self, of: RelSeat) -> &'a [Meld] {
        &self.player(of).melds
    }

    /// Discards of a seat, those called away among them.
    #[inline]
    pub fn river(&self, of: RelSeat) -> &'a River {
        &self.player(of).river
    }

    /// Whether the seat has called a tile.
    #[inline]
    pub fn open(&self, of: RelSeat) -> bool {
        self.player(of).open
    }

    /// Scores, and which kyoku of the match this is. Seats are absolute in it.
    #[inline]
    pub fn match_state(&self) -> &'a MatchState<SEATS> {
        &self.game.match_state
    }

    /// Score of a seat.
    #[inline]
    pub fn score(&self, of: RelSeat) -> i32 {
        self.game.match_state.scores[of.seat(self.seat, SEATS).index()]
    }

    /// The seat of the dealer.
    #[inline]
    pub fn dealer(&self) -> RelSeat {
        self.game.match_state.dealer().seen_from(self.seat, SEATS)
    }

    /// Wind of a seat.
    #[inline]
    pub fn seat_wind(&self, of: RelSeat) -> Kind {
        self.game.match_state.seat_wind(of.seat(self.seat, SEATS))
    }

    /// Tiles left in the wall.
    #[inline]
    pub fn remaining(&self) -> u32 {
        self.game.kyoku.remaining() as u32
    }

    /// All public tiles: discards and melds.
    #[inline]
    pub fn seen(&self) -> &'a Hand {
        &self.game.kyoku.seen
    }

    /// The events of this kyoku so far. Tiles that other seats drew are hidden.
    pub fn events(&self) -> impl ExactSizeIterator<Item = Event> + 'a {
        self.events_from(0)
    }

    /// The events of this kyoku from the `first` one on.
    pub fn events_from(&self, first: usize) -> impl ExactSizeIterator<Item = Event> + 'a {
        let own = self.seat;
        self.game.history[first..].iter().map(move |event| event.seen_by(own))
    }

    #[inline]
    fn me(&self) -> &'a SeatState {
        &self.game.kyoku.players[self.seat.index()]
    }

    #[inline]
    fn player(&self, of: RelSeat) -> &'a SeatState {
        &self.game.kyoku.players[of.seat(self.seat, SEATS).index()]
    }
}
