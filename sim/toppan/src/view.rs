//! What one seat may see. Agents get nothing else of the engine.
//!
//! A view borrows the match and shows only the hidden tile of its own seat: nothing here returns the wall or the hidden
//! tile of another seat. Seats are relative: [`RelSeat::SELF`] is the viewer. Points are half points.

use super::indicators::Indicators;
use super::rules::ToppanRules;
use super::state::{Course, Event, Phase, SEATS, SeatState, Toppan};
use super::terms::Terms;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::{Kind, RelSeat, Seat, Tile};

/// The table as one seat sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Toppan,
    seat: Seat,
}

/// What the viewer has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// How much to bet.
    Bet,
    /// Hit, stay or win.
    Turn,
    /// Deal again, or pass the deal on.
    Choice,
    /// Nothing.
    Nothing,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Toppan, seat: Seat) -> Self {
        View { game, seat }
    }

    /// What the viewer has to decide.
    #[inline]
    pub fn question(&self) -> Question {
        match self.game.phase {
            _ if !self.game.deciders.has(self.seat) => Question::Nothing,
            Phase::Bet => Question::Bet,
            Phase::Turn => Question::Turn,
            Phase::Choice => Question::Choice,
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
    pub fn rules(&self) -> &'a ToppanRules {
        &self.game.rules
    }

    /// The rules in the form that the engine reads: the scorer, bets and limits in half points.
    #[inline]
    pub fn terms(&self) -> &'a Terms {
        &self.game.terms
    }

    /// The viewer's tiles in the order drawn.
    #[inline]
    pub fn held(&self) -> &'a super::Held {
        &self.player(RelSeat::SELF).held
    }

    /// The first tile of a seat, if the viewer sees it.
    #[inline]
    pub fn first(&self, of: RelSeat) -> Option<Tile> {
        let player = self.player(of);
        if of == RelSeat::SELF || player.shown { player.held.tiles().first().copied() } else { None }
    }

    /// How many tiles a seat has.
    #[inline]
    pub fn count(&self, of: RelSeat) -> usize {
        self.player(of).held.tiles().len()
    }

    /// The tiles of a seat after its first one, in the order drawn.
    #[inline]
    pub fn open(&self, of: RelSeat) -> &'a [Tile] {
        self.player(of).held.tiles().get(1..).unwrap_or(&[])
    }

    /// The bet of a child, in half points.
    #[inline]
    pub fn bet(&self, of: RelSeat) -> Option<i32> {
        self.player(of).bet.map(|bet| self.game.terms.bets[bet as usize])
    }

    /// The state of a seat's turn.
    #[inline]
    pub fn course(&self, of: RelSeat) -> Course {
        self.player(of).course
    }

    /// The tile turned up for the toppan hand of a seat.
    #[inline]
    pub fn extra(&self, of: RelSeat) -> Option<Tile> {
        self.player(of).extra
    }

    /// The indicators that count for every seat, those turned up included.
    #[inline]
    pub fn indicators(&self) -> &'a Indicators {
        &self.game.kyoku.indicators
    }

    /// The sum of the tiles that the dealer shows, in half points.
    #[inline]
    pub fn dealer_shows(&self) -> u8 {
        self.game.dealer_shows()
    }

    /// Scores, and which kyoku of the match this is. Seats are absolute in it.
    #[inline]
    pub fn match_state(&self) -> &'a MatchState<SEATS> {
        &self.game.match_state
    }

    /// Score of a seat, in half points.
    #[inline]
    pub fn score(&self, of: RelSeat) -> i32 {
        self.game.match_state.scores[self.fixed(of)]
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

    /// Tiles drawn in earlier kyoku from the same wall; none unless the rules continue a wall.
    pub fn gone(&self) -> impl Iterator<Item = Tile> + 'a {
        let state = &self.game.kyoku;
        state.wall.ids()[..state.start as usize].iter().map(|&id| self.game.terms.faces.tile(id))
    }

    /// The events of this kyoku so far. First tiles that other seats drew are hidden until they are shown.
    pub fn events(&self) -> impl ExactSizeIterator<Item = Event> + 'a {
        let own = self.seat;
        let hidden = self.game.rules.first_tile_child_hidden;
        let dealer = self.game.match_state.dealer();
        self.game.history.iter().map(move |event| match *event {
            Event::Draw { seat, .. } if !hidden && seat != dealer => *event,
            _ => event.seen_by(own),
        })
    }

    #[inline]
    fn fixed(&self, of: RelSeat) -> usize {
        of.seat(self.seat, SEATS).index()
    }

    #[inline]
    fn player(&self, of: RelSeat) -> &'a SeatState {
        &self.game.kyoku.players[self.fixed(of)]
    }
}
