//! How a kyoku begins, and how tiles leave the wall (RULES.md Y-1).

use super::apply::Next;
use super::rules::YangzhouRules;
use super::score::Scorer;
use super::state::{Event, History, KyokuState, Phase, SEATS, SeatState, Yangzhou};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::{Walls, dealt};
use hyakuman_core::game::ActionMask;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::{Hand, Kind, KindSet, Seat, SeatSet, Wall};
use std::sync::Arc;

impl Yangzhou {
    /// A match before the deal of the kyoku that `match_state` is at.
    pub(super) fn seated(rules: &Arc<YangzhouRules>, walls: Walls, match_state: MatchState<SEATS>) -> Self {
        let ordered = Wall::ordered(KindSet::ALL);
        Yangzhou {
            rules: Arc::clone(rules),
            scorer: Arc::new(Scorer::new(rules)),
            walls,
            kyoku: KyokuState::empty(ordered.clone()),
            ordered,
            match_state,
            history: History::new(),
            phase: Phase::Start,
            deciders: SeatSet::EMPTY,
            legal: [ActionMask::EMPTY; SEATS],
        }
    }

    /// Deals a kyoku; the dealer draws the fourteenth tile next.
    #[inline(never)]
    pub(super) fn deal(&mut self, reporter: &mut Reporter<'_, Self>) -> Next {
        let MatchState { kyoku, repeat, scores, .. } = self.match_state;
        let wall = self.walls.wall(&self.ordered, &self.match_state);
        self.match_state.deals += 1;
        self.kyoku = KyokuState::empty(wall);
        reporter.catch_up(&self.history);
        self.history.clear();
        self.kyoku.before = scores;
        self.kyoku.turn = self.match_state.dealer();
        self.deal_hands();
        reporter.kyoku_start();
        self.note(Event::Deal { kyoku: kyoku as u8, repeat: repeat as u16 });
        Next::Draw(self.match_state.dealer())
    }

    /// Deals the hands from the front of the wall.
    fn deal_hands(&mut self) {
        let dealer = self.match_state.dealer();
        for turn in 0..SEATS {
            let seat = dealer.after(turn as u8, SEATS);
            dealt(SEATS, turn).for_each(|place| self.put(seat, place));
        }
        self.kyoku.front = 13 * SEATS as u8;
        Seat::all(SEATS).for_each(|seat| self.find_waits(seat, false));
    }

    fn put(&mut self, seat: Seat, place: usize) {
        let kind = self.at(place);
        self.kyoku.players[seat.index()].hand.add(kind);
    }

    /// The tile at an index of the wall.
    #[inline]
    pub(super) fn at(&self, place: usize) -> Kind {
        Kind::of(self.kyoku.wall.ids()[place] / 4)
    }

    /// The seat draws from the front of the wall.
    #[inline]
    pub(super) fn draw(&mut self, seat: Seat) -> Next {
        let kind = self.at(self.kyoku.front as usize);
        self.kyoku.front += 1;
        self.drew(seat, kind, false)
    }

    /// The seat draws a replacement tile from the tail.
    #[inline(never)]
    pub(super) fn draw_replacement(&mut self, seat: Seat) -> Next {
        let kind = self.at(self.kyoku.wall.len() - 1 - self.kyoku.replaced as usize);
        self.kyoku.replaced += 1;
        self.drew(seat, kind, true)
    }

    /// A turn begins: a missed chance no longer counts (Y-3.2).
    #[inline]
    fn drew(&mut self, seat: Seat, kind: Kind, replacement: bool) -> Next {
        let kyoku = &mut self.kyoku;
        kyoku.turn = seat;
        kyoku.drawn = Some(kind);
        kyoku.drawn_replacement = replacement;
        kyoku.players[seat.index()].missed = false;
        self.note(Event::Draw { seat, tile: Some(kind), replacement });
        self.offer_turn()
    }

    /// Records an event. The reporter passes it on.
    #[inline]
    pub(super) fn note(&mut self, event: Event) {
        self.history.push(event);
    }

    /// Updates the waits of a seat and what it could claim, after a draw and a discard, a call, or a kan. `same` says that the
    /// hand is the same as before. It must hold 3n+1 tiles.
    #[inline]
    pub(super) fn find_waits(&mut self, seat: Seat, same: bool) {
        let player = &mut self.kyoku.players[seat.index()];
        player.far -= 1;
        // A hand that is too far from tenpai has no waits, and had none before.
        if (player.far <= 0) & !same {
            self.update_waits(seat);
        }
        let player = &self.kyoku.players[seat.index()];
        self.kyoku.claims[seat.index()] = player.waits | player.hand.at_least(2);
    }

    #[inline(never)]
    fn update_waits(&mut self, seat: Seat) {
        let player = &mut self.kyoku.players[seat.index()];
        (player.far, player.waits) =
            super::kernels::shanten_and_waits(&player.hand, player.melds.len() as u8);
    }
}

impl KyokuState {
    /// The state before the deal, with this wall.
    fn empty(wall: Wall) -> Self {
        KyokuState {
            wall,
            players: std::array::from_fn(|_| SeatState::new()),
            before: [0; SEATS],
            front: 0,
            replaced: 0,
            turn: Seat::new(0),
            drawn: None,
            drawn_replacement: false,
            forbidden: KindSet::EMPTY,
            claims: [KindSet::EMPTY; SEATS],
            seen: Hand::EMPTY,
        }
    }
}
