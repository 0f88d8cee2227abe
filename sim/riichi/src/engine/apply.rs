//! The loop that plays on to the next decision, and the actions of the seat on turn.

use super::event::{Event, Offer};
use super::seat::RiichiState;
use super::state::{Match, Next, Phase};
use crate::action::Action;
use crate::rules::MinkanDora;
use crate::variant::Variant;
use hyakuman_core::common::codes::{RIICHI, RIICHI_TSUMOGIRI, TSUMOGIRI};
use hyakuman_core::common::river::Discard;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Answers, KyokuResult};
use hyakuman_core::{Kind, KindSet, Meld, MeldKind, Seat, SeatSet, Tile};

impl<const N: usize, V: Variant> Match<N, V> {
    /// Plays the answers and then everything up to the next decision. `apply` alone calls it, also for the first deal: with a second caller
    /// the compiler would no longer inline what is called once.
    #[inline(always)]
    pub(crate) fn play_on(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) {
        reporter.move_on(&self.history);
        let next = match self.phase {
            Phase::Turn => Next::Act(answers.code(self.kyoku.turn)),
            _ => self.answered(answers, reporter),
        };
        self.run(next, reporter);
    }

    /// Plays the answers to any decision other than that of the seat on turn.
    #[inline(never)]
    fn answered(&mut self, answers: Answers, reporter: &mut Reporter<'_, Self>) -> Next {
        match self.phase {
            Phase::Claim(offer) => self.resolve(offer, answers),
            Phase::Exchange => self.picked(answers),
            Phase::Yame => self.answer_yame(answers, reporter),
            Phase::Start => Next::Deal,
            Phase::Turn | Phase::Over => Next::Wait,
        }
    }

    /// The loop of a match: deal, draw, turn, claims, and again. The most frequent steps are tested first and in their
    /// order, so that an ordinary turn takes one pass.
    #[inline(always)]
    pub(super) fn run(&mut self, mut next: Next, reporter: &mut Reporter<'_, Self>) {
        loop {
            if let Next::Act(code) = next {
                next = self.act(code);
            }
            if let Next::Draw(seat) = next {
                next = self.draw(seat);
            }
            next = match next {
                Next::Wait => return reporter.catch_up(&self.history),
                Next::Act(_) | Next::Draw(_) => next,
                Next::Deal if !reporter.wants_next_kyoku() => self.stop(),
                Next::Deal => self.deal(reporter),
                Next::DrawRinshan(seat) => self.draw_rinshan(seat),
                Next::Win(winners) => self.end_by_win(winners, reporter),
                Next::Draws(result) => self.end_by_draw(result, reporter),
            }
        }
    }

    /// The seat on turn acts; nearly always it discards.
    #[inline]
    fn act(&mut self, code: u8) -> Next {
        let (discard, riichi) = match code {
            ..=TSUMOGIRI => (code, false),
            RIICHI..=RIICHI_TSUMOGIRI => (code - RIICHI, true),
            _ => return self.act_otherwise(code),
        };
        let tsumogiri = discard == TSUMOGIRI;
        // Without a branch: it would be unpredictable.
        let drawn = self.kyoku.drawn.map_or(TSUMOGIRI, Tile::code);
        let tile = Tile::of(if tsumogiri { drawn } else { discard });
        self.discard(tile, tsumogiri, riichi)
    }

    /// The seat on turn does something other than discard.
    #[inline(never)]
    fn act_otherwise(&mut self, code: u8) -> Next {
        match Action::from_code(code).expect("a code of the mask") {
            Action::Kan(kind) => self.declare_kan(kind),
            Action::Nuki(number) => self.declare_nuki(V::NUKI_TILES[number as usize]),
            Action::OpenRiichi => {
                self.note(Event::OpenRiichi { seat: self.kyoku.turn });
                self.offer_opening()
            }
            Action::Tsumo => Next::Win(SeatSet::of(self.kyoku.turn)),
            Action::Kyuushu => Next::Draws(KyokuResult::Kyuushu),
            other => unreachable!("{other} is no action of one's own turn"),
        }
    }

    /// A discard: pending indicators are turned up, the tile goes to the river and is offered to the others. The drawn tile
    /// goes into the hand first, so that tsumogiri needs no case of its own.
    #[inline]
    fn discard(&mut self, tile: Tile, tsumogiri: bool, riichi: bool) -> Next {
        self.turn_up_pending();
        let kyoku = &mut self.kyoku;
        let (seat, kind) = (kyoku.turn, tile.kind());
        let player = &mut kyoku.players[seat.index()];
        if riichi {
            kyoku.declared.insert(seat);
            player.riichi = RiichiState::Declared;
            player.double_riichi = player.river.is_empty() && !kyoku.called;
            if std::mem::take(&mut kyoku.opening) {
                kyoku.face_up.insert(seat);
            }
        }
        player.ippatsu = false;
        player.nagashi &= kind.is_yaochu();
        player.furiten.on_discard(kind);
        player.river.push(Discard { tile, tsumogiri, riichi, called: false });
        kyoku.seen.add(kind);
        kyoku.since_riichi.iter_mut().for_each(|kinds| kinds.insert(kind));
        kyoku.fed_kan = false;
        kyoku.forbidden = KindSet::EMPTY;
        if let Some(drawn) = kyoku.drawn.take() {
            player.put(drawn);
        }
        player.take(tile);
        self.find_waits(seat, tsumogiri);
        self.note(Event::Discard { seat, tile, tsumogiri, riichi });
        self.offer(Offer::Discard(tile))
    }

    /// A kan on one's own turn: it may be robbed before the replacement is drawn.
    fn declare_kan(&mut self, kind: Kind) -> Next {
        let seat = self.kyoku.turn;
        self.kyoku.fed_kan = false;
        if self.rules.minkan_dora == MinkanDora::AtDiscardOrNextKanDecl {
            self.turn_up_pending();
        }
        let player = &mut self.kyoku.players[seat.index()];
        if let Some(drawn) = self.kyoku.drawn.take() {
            player.put(drawn);
        }
        match player.melds.iter().position(|meld| meld.kind() == MeldKind::Pon && meld.low() == kind) {
            Some(pon) => self.declare_kakan(seat, pon),
            None => self.declare_ankan(seat, kind),
        }
    }

    fn declare_kakan(&mut self, seat: Seat, pon: usize) -> Next {
        let player = &mut self.kyoku.players[seat.index()];
        let kind = player.melds[pon].low();
        player.pons.remove(kind);
        let tile = player.take_kind(kind, player.reds_of(kind) > 0);
        player.melds[pon] = player.melds[pon].with_added(tile);
        let meld = player.melds[pon];
        self.kyoku.seen.add(kind);
        self.find_waits(seat, false);
        self.note(Event::Meld { seat, meld });
        self.offer(Offer::Kakan(tile))
    }

    fn declare_ankan(&mut self, seat: Seat, kind: Kind) -> Next {
        let player = &mut self.kyoku.players[seat.index()];
        let tiles = std::array::from_fn(|_| player.take_kind(kind, player.reds_of(kind) > 0));
        let meld = Meld::ankan(tiles);
        player.melds.push(meld);
        (0..4).for_each(|_| self.kyoku.seen.add(kind));
        self.find_waits(seat, false);
        self.note(Event::Meld { seat, meld });
        if self.rules.kokushi_robs_ankan {
            return self.offer(Offer::Ankan(kind));
        }
        self.complete_kan(seat, true)
    }

    /// A kan was not robbed: it ends ippatsu and first turns, its indicator is turned up or becomes pending, and the
    /// replacement is drawn.
    pub(super) fn complete_kan(&mut self, seat: Seat, concealed: bool) -> Next {
        self.interrupt();
        self.kyoku.kans += 1;
        self.turn_up_pending();
        if self.rules.dora_kan {
            self.kyoku.remaining -= V::LIVE_PER_INDICATOR;
            if concealed || self.rules.minkan_dora == MinkanDora::Immediate {
                self.turn_up_dora();
            } else {
                self.kyoku.pending_dora += 1;
            }
        }
        Next::DrawRinshan(seat)
    }

    /// Ends every ippatsu and first turn: after a call, a kan, or a win after which the kyoku continues.
    pub(super) fn interrupt(&mut self) {
        self.kyoku.called = true;
        self.kyoku.players.iter_mut().for_each(|player| player.ippatsu = false);
    }
}
