//! The loop that plays on to the next decision, and the actions of the seat on turn.

use super::action::Action;
use super::state::{Event, Offer, Phase, Yangzhou};
use hyakuman_core::common::river::Discard;
use hyakuman_core::game::Answers;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::{Kind, KindSet, Meld, MeldKind, Seat, SeatSet};

/// The next step of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Deal a kyoku.
    Deal,
    /// The seat draws from the front of the wall.
    Draw(Seat),
    /// The seat draws a replacement tile.
    DrawReplacement(Seat),
    /// The seat on turn makes this action.
    Act(u8),
    /// The kyoku ends by wins of these seats (own draw: the seat on turn).
    Win(SeatSet),
    /// The wall ran out.
    Exhausted,
    /// Stop: a seat has to decide, or the match is over.
    Wait,
}

impl Yangzhou {
    /// Plays the answers and then everything up to the next decision.
    #[inline(always)]
    pub(super) fn play_on(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) {
        reporter.move_on(&self.history);
        let next = match self.phase {
            Phase::Turn => Next::Act(answers.get(self.kyoku.turn).expect("the seat on turn answers")),
            Phase::Claim(offer) => self.resolve(offer, answers),
            Phase::Start => Next::Deal,
            Phase::Over => Next::Wait,
        };
        self.run(next, reporter);
    }

    /// The loop of a match: deal, draw, turn, claims, and again.
    #[inline(always)]
    pub(super) fn run(&mut self, mut next: Next, reporter: &mut Reporter<'_, Self>) {
        loop {
            next = match next {
                Next::Wait => return reporter.catch_up(&self.history),
                Next::Act(code) => self.act(code),
                Next::Draw(seat) => self.draw(seat),
                Next::Deal => self.deal(reporter),
                Next::DrawReplacement(seat) => self.draw_replacement(seat),
                Next::Win(winners) => self.end_by_win(winners, reporter),
                Next::Exhausted => self.end_by_draw(reporter),
            }
        }
    }

    /// The seat on turn acts; nearly always it discards.
    #[inline]
    fn act(&mut self, code: u8) -> Next {
        let (tile, tsumogiri) = match Action::from_code(code).expect("a code of the mask") {
            Action::Discard(kind) => (kind, false),
            Action::Tsumogiri => (self.kyoku.drawn.expect("a drawn tile"), true),
            Action::Kan(kind) => return self.declare_kan(kind),
            Action::Tsumo => return Next::Win(SeatSet::of(self.kyoku.turn)),
            other => unreachable!("{other} is no action of one's own turn"),
        };
        self.discard(tile, tsumogiri)
    }

    /// A discard: the tile goes to the river and is offered to the others.
    #[inline]
    fn discard(&mut self, tile: Kind, tsumogiri: bool) -> Next {
        let seat = self.kyoku.turn;
        self.decline_win(seat);
        self.kyoku.seen.add(tile);
        self.kyoku.forbidden = KindSet::EMPTY;
        let player = &mut self.kyoku.players[seat.index()];
        player.hand.remove(tile);
        player.river.push(Discard { tile: tile.tile(), tsumogiri, riichi: false, called: false });
        self.find_waits(seat, tsumogiri);
        self.note(Event::Discard { seat, tile, tsumogiri });
        self.offer(Offer::Discard(tile))
    }

    /// The seat does not win on its turn, which may miss a chance to win (Y-3.2, Y-3.3). The drawn tile goes into the hand.
    #[inline]
    fn decline_win(&mut self, seat: Seat) {
        let exempt = self.player(seat).is_naked() && self.rules.naked_wait_exempt;
        let missed = self.rules.miss_own_draw && !exempt && self.could_tsumo(seat);
        let player = &mut self.kyoku.players[seat.index()];
        player.missed = missed;
        if let Some(drawn) = self.kyoku.drawn.take() {
            player.hand.add(drawn);
        }
    }

    /// A kan on one's own turn: it may be robbed before the replacement is drawn.
    fn declare_kan(&mut self, kind: Kind) -> Next {
        let seat = self.kyoku.turn;
        self.decline_win(seat);
        let player = &mut self.kyoku.players[seat.index()];
        match player.melds.iter().position(|meld| meld.kind() == MeldKind::Pon && meld.low() == kind) {
            Some(pon) => self.declare_kakan(seat, pon),
            None => self.declare_ankan(seat, kind),
        }
    }

    fn declare_kakan(&mut self, seat: Seat, pon: usize) -> Next {
        let player = &mut self.kyoku.players[seat.index()];
        let kind = player.melds[pon].low();
        player.pons.remove(kind);
        player.hand.remove(kind);
        player.melds[pon] = player.melds[pon].with_added(kind.tile());
        let meld = player.melds[pon];
        self.kyoku.seen.add(kind);
        self.find_waits(seat, false);
        self.note(Event::Meld { seat, meld });
        self.offer(Offer::Kakan(kind))
    }

    fn declare_ankan(&mut self, seat: Seat, kind: Kind) -> Next {
        let player = &mut self.kyoku.players[seat.index()];
        let meld = Meld::ankan([kind.tile(); 4]);
        player.melds.push(meld);
        for _ in 0..4 {
            player.hand.remove(kind);
            self.kyoku.seen.add(kind);
        }
        self.find_waits(seat, false);
        self.note(Event::Meld { seat, meld });
        if self.rules.rob_concealed_kong {
            return self.offer(Offer::Ankan(kind));
        }
        Next::DrawReplacement(seat)
    }
}
