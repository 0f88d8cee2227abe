//! The legal actions of a seat. A single legal action is not offered: the loop in [`super::apply`] makes it.

use super::event::Offer;
use super::seat::{RiichiState, SeatState};
use super::state::{Match, Next, Phase};
use crate::action::{Action, OPEN_RIICHI, faces_of};
use crate::rules::{Kuikae, OpenRiichi, RiichiAnkan};
use crate::variant::Variant;
use hyakuman_core::common::calls::{ChiSide, makes_run, may_chi, own_kans, swap_call};
use hyakuman_core::common::claims;
use hyakuman_core::common::codes::{KAN, RIICHI};
use hyakuman_core::game::ActionMask;
use hyakuman_core::{Hand, Kind, KindSet, Meld, Seat, SeatSet, Tile, eval};

const TSUMOGIRI: u64 = 1 << Action::Tsumogiri.code();
const PASS: u64 = 1 << Action::Pass.code();
const TSUMO: u64 = 1 << Action::Tsumo.code();
const RON: u64 = 1 << Action::Ron.code();
const KYUUSHU: u64 = 1 << Action::Kyuushu.code();
const DAIMINKAN: u64 = 1 << Action::Daiminkan.code();

/// How many different terminals and honors abort a kyoku.
const KYUUSHU_KINDS: u32 = 9;

impl<const N: usize, V: Variant> Match<N, V> {
    /// Finds the legal actions of the seat on turn; a single one is made at once.
    #[inline(always)]
    pub(super) fn offer_turn(&mut self) -> Next {
        let seat = self.kyoku.turn;
        match self.kyoku.drawn {
            Some(tile) if self.player(seat).riichi != RiichiState::Accepted => {
                self.offer_free_turn(seat, tile)
            }
            drawn => self.offer_bound_turn(seat, drawn),
        }
    }

    /// [`Match::offer_turn`] after a call or in riichi.
    #[inline(never)]
    fn offer_bound_turn(&mut self, seat: Seat, drawn: Option<Tile>) -> Next {
        let words = match drawn {
            Some(tile) => self.riichi_turn(seat, tile),
            None => {
                let player = self.player(seat);
                let word = player.faces() & !faces_of(self.kyoku.forbidden);
                [word | self.bound_nuki_offer(player, None), 0, 0, 0]
            }
        };
        let mask = ActionMask::from_words(words);
        if mask.len() == 1 { Next::Act(mask.nth(0)) } else { self.offer_mask(seat, mask) }
    }

    /// [`Match::offer_turn`] after a draw, not in riichi. There is always more than one action.
    #[inline]
    fn offer_free_turn(&mut self, seat: Seat, tile: Tile) -> Next {
        let riichi = self.riichi_offer(seat, tile);
        let player = self.player(seat);
        let win = self.tsumo_offer(seat, tile);
        let word = player.faces()
            | TSUMOGIRI
            | win
            | self.kyuushu_offer(player, tile)
            | self.nuki_offer(player, tile);
        let kans = self.own_kans(seat, tile).bits() << (KAN % 64);
        self.offer_mask(seat, ActionMask::from_words([word, riichi, kans, 0]))
    }

    /// Always inlined: a mask passed in memory would be read in one piece right after it was written in four, which stalls
    /// the processor.
    #[inline(always)]
    fn offer_mask(&mut self, seat: Seat, mask: ActionMask) -> Next {
        self.phase = Phase::Turn;
        self.deciders = SeatSet::of(seat);
        self.legal[seat.index()] = mask;
        Next::Wait
    }

    /// The actions after a draw in riichi: win, a kan that leaves the waits as they are, or discard the drawn tile.
    fn riichi_turn(&self, seat: Seat, tile: Tile) -> [u64; 4] {
        let player = self.player(seat);
        let kans =
            if player.hand.at_least(3).has(tile.kind()) { self.own_kans(seat, tile).bits() } else { 0 };
        let nuki = self.bound_nuki_offer(player, Some(tile));
        [TSUMOGIRI | self.tsumo_offer(seat, tile) | nuki, 0, kans << (KAN % 64), 0]
    }

    #[inline]
    fn tsumo_offer(&self, seat: Seat, tile: Tile) -> u64 {
        if self.player(seat).waits.has(tile.kind()) && self.may_tsumo(seat, tile) { TSUMO } else { 0 }
    }

    #[inline]
    fn kyuushu_offer(&self, player: &SeatState, tile: Tile) -> u64 {
        if !player.river.is_empty() || self.kyoku.called || !self.rules.abort_kyuushu {
            return 0;
        }
        let kinds = (player.hand.kinds() | KindSet::of(tile.kind())) & KindSet::YAOCHU;
        if kinds.len() >= KYUUSHU_KINDS { KYUUSHU } else { 0 }
    }

    /// After the announcement of an open riichi: only the discards that declare riichi are left.
    #[cold]
    pub(super) fn offer_opening(&mut self) -> Next {
        let (seat, tile) = (self.kyoku.turn, self.kyoku.drawn.expect("riichi follows a draw"));
        self.kyoku.opening = true;
        let mask = ActionMask::from_words([0, self.riichi_discards(seat, tile), 0, 0]);
        if mask.len() == 1 { Next::Act(mask.nth(0)) } else { self.offer_mask(seat, mask) }
    }

    /// Riichi, as word 1 of the mask: the discards that may declare it, and the announcement that it is an open one.
    #[inline]
    fn riichi_offer(&self, seat: Seat, tile: Tile) -> u64 {
        if self.player(seat).shanten > 1 { 0 } else { self.riichi_words(seat, tile) }
    }

    /// [`Match::riichi_offer`] for a hand of at most 1-shanten before the draw.
    #[inline(never)]
    fn riichi_words(&self, seat: Seat, tile: Tile) -> u64 {
        let discards = self.riichi_discards(seat, tile);
        let open = discards != 0 && self.rules.open_riichi != OpenRiichi::Off;
        discards | (open as u64) << (OPEN_RIICHI % 64)
    }

    /// The discards that may declare riichi, as a part of word 1 of the mask.
    #[inline]
    fn riichi_discards(&self, seat: Seat, tile: Tile) -> u64 {
        let player = self.player(seat);
        let (hand, melds) = (player.hand.with(tile.kind()), player.melds.len() as u8);
        let shanten = self.shanten(&hand, melds);
        if shanten > 0 && self.rules.karaten_closed4
            || player.open
            || self.match_state.scores[seat.index()] < self.rules.riichi_min_score
            || self.kyoku.remaining < self.rules.riichi_min_remaining
        {
            return 0;
        }
        let kinds = self.riichi_kinds(player, &hand, shanten);
        let tsumogiri = kinds.has(tile.kind()) as u64;
        (player.faces() & faces_of(kinds)) << (RIICHI % 64)
            | tsumogiri << (Action::RiichiTsumogiri.code() % 64)
    }

    /// The kinds whose discard leaves a hand that may be in riichi.
    fn riichi_kinds(&self, player: &SeatState, hand: &Hand, shanten: i8) -> KindSet {
        let tenpai = shanten == 0 && self.rules.karaten_closed4;
        let candidates =
            if tenpai { eval::keep::<V::Kinds<N>>(hand, player.melds.len() as u8) } else { hand.kinds() };
        candidates.into_iter().filter(|&kind| self.riichi_waits(player, &hand.without(kind), kind)).collect()
    }

    /// Whether the hand after this discard is tenpai with waits that the rules accept for riichi.
    fn riichi_waits(&self, player: &SeatState, hand: &Hand, discard: Kind) -> bool {
        let waits = self.but_held(self.waits_of(hand, player.melds.len() as u8), hand, &player.melds);
        let furiten = || (player.furiten.river() | KindSet::of(discard)).meets(waits);
        !waits.is_empty()
            && (self.rules.furiten_riichi || !furiten())
            && (self.rules.karaten_riichi || self.some_alive(hand, discard, waits))
    }

    /// Whether the player cannot see every copy of its waits.
    fn some_alive(&self, hand: &Hand, discard: Kind, waits: KindSet) -> bool {
        let seen = |kind| hand.count(kind) + (kind == discard) as u8 + self.kyoku.seen.count(kind);
        waits.into_iter().any(|kind| seen(kind) < 4)
    }

    /// The kinds the seat on turn may make a kan of; mostly none.
    #[inline]
    fn own_kans(&self, seat: Seat, tile: Tile) -> KindSet {
        let player = self.player(seat);
        let (quads, kans) = own_kans(&player.hand, player.pons, tile.kind());
        if kans.is_empty() { kans } else { self.allowed_kans(seat, tile, quads, kans) }
    }

    /// Those of these kans that the rules allow now.
    #[inline(never)]
    fn allowed_kans(&self, seat: Seat, tile: Tile, quads: KindSet, kans: KindSet) -> KindSet {
        let player = self.player(seat);
        let drawn = KindSet::of(tile.kind());
        if !self.may_kan() {
            return KindSet::EMPTY;
        }
        if player.riichi == RiichiState::Accepted {
            return if self.may_kan_in_riichi(player, tile.kind()) { quads & drawn } else { KindSet::EMPTY };
        }
        kans
    }

    /// Whether there is a replacement tile for a kan, and fewer kans than the rules allow.
    #[inline]
    fn may_kan(&self) -> bool {
        self.kyoku.remaining >= V::kan_needs(&self.rules.0) && self.kyoku.kans < self.rules.max_kans
    }

    /// Whether a seat in riichi may make a kan of the drawn tile: it is no wait, and leaves the waits unchanged.
    fn may_kan_in_riichi(&self, player: &SeatState, kind: Kind) -> bool {
        let melds = player.melds.len() as u8;
        let rest = player.hand.without(kind).without(kind).without(kind);
        let mut exposed = player.melds.clone();
        exposed.push(Meld::ankan([kind.tile(); 4]));
        let waits = self.but_held(self.waits_of(&rest, melds + 1), &rest, &exposed);
        let same_waits = !player.waits.has(kind) && waits == player.waits;
        same_waits
            && match self.rules.riichi_ankan {
                RiichiAnkan::WaitsOnly => true,
                RiichiAnkan::Strict => self.always_triplet(player, kind),
                RiichiAnkan::Forbidden => false,
            }
    }

    /// Whether `kind` is a triplet in every reading of every completion of the hand.
    fn always_triplet(&self, player: &SeatState, kind: Kind) -> bool {
        player
            .waits
            .into_iter()
            .all(|wait| eval::shapes(&player.hand.with(wait)).all(|shape| shape.triplets.has(kind)))
    }

    /// Finds the claims that the others can make on the tile on offer; often there are none.
    #[inline]
    pub(super) fn find_claims(&mut self, offer: Offer) {
        let (from, kind) = (self.kyoku.turn, offer.kind());
        self.deciders = SeatSet::EMPTY;
        self.kyoku.waiting = SeatSet::EMPTY;
        self.phase = Phase::Claim(offer);
        let next = from.after(1, N);
        let run = self.rules.chii && makes_run(&self.player(next).hand, kind);
        let able = claims::able(&self.kyoku.claims, from, kind, run).bits() & self.kyoku.active.bits();
        if able != 0 {
            self.offer_claims(offer, SeatSet::from_bits(able));
        }
    }

    /// Offers a tile to seats that wait for it or have tiles to call it with.
    #[inline(never)]
    fn offer_claims(&mut self, offer: Offer, able: SeatSet) {
        let calls = matches!(offer, Offer::Discard(_)) && self.kyoku.remaining > 0 && !self.suukan();
        able.for_each(|seat| self.offer_claim(seat, offer, calls));
    }

    /// Finds the claims of one seat, which becomes a decider if it has any.
    fn offer_claim(&mut self, seat: Seat, offer: Offer, calls: bool) {
        let (player, kind) = (self.player(seat), offer.kind());
        let calls = calls && player.riichi == RiichiState::No;
        let mut word = 0;
        if calls && player.hand.at_least(2).has(kind) {
            word |= self.pon_offer(seat, kind);
        }
        if calls && self.rules.chii && seat == self.kyoku.turn.after(1, N) && makes_run(&player.hand, kind) {
            word |= self.chi_offer(seat, kind);
        }
        if player.waits.has(kind) && self.is_winning_tile(seat, offer) {
            self.kyoku.waiting.insert(seat);
            word |= if self.may_ron(seat, offer) { RON } else { 0 };
        }
        if word != 0 {
            self.legal[seat.index()] = ActionMask::from_words([word | PASS, 0, 0, 0]);
            self.deciders.insert(seat);
        }
    }

    /// Whether a tile on offer in this way can be won on at all: that of a concealed kan only by thirteen orphans.
    fn is_winning_tile(&self, seat: Seat, offer: Offer) -> bool {
        match offer {
            Offer::Ankan(kind) => {
                let player = self.player(seat);
                player.melds.is_empty() && eval::is_kokushi(&player.hand.with(kind))
            }
            _ => true,
        }
    }

    /// Pon with each choice of red fives, and daiminkan. After a pon a discard is always possible: a hand of 3n+1 tiles with
    /// two of the called kind holds another kind.
    fn pon_offer(&self, seat: Seat, kind: Kind) -> u64 {
        let player = self.player(seat);
        let (reds, plain) = (player.reds_of(kind), player.hand.count(kind) - player.reds_of(kind));
        let mut word = 0;
        for own in 0..=2u8 {
            word |= ((own <= reds && 2 - own <= plain) as u64) << Action::Pon { reds: own }.code();
        }
        if player.hand.at_least(3).has(kind) && self.may_kan() {
            word |= DAIMINKAN;
        }
        word
    }

    /// Chi on each side, with and without a red five of one's own.
    fn chi_offer(&self, seat: Seat, called: Kind) -> u64 {
        let player = self.player(seat);
        let only_red = player.only_red();
        let mut word = 0;
        for side in ChiSide::ALL {
            let own = side.own_kinds(called);
            let makes = may_chi(&player.hand, side, called, self.swap_call(side, called));
            let (red, plain) = (makes & own.meets(player.red_kinds), makes & !own.meets(only_red));
            word |= (red as u64) << Action::Chi { side, red: true }.code();
            word |= (plain as u64) << Action::Chi { side, red: false }.code();
        }
        word
    }

    /// The kinds that may not be discarded after this chi.
    #[inline]
    pub(crate) fn swap_call(&self, side: ChiSide, called: Kind) -> KindSet {
        match self.rules.kuikae {
            Kuikae::Free => KindSet::EMPTY,
            Kuikae::BanSame => swap_call(side, called, false),
            Kuikae::BanSameAndSuji => swap_call(side, called, true),
        }
    }

    /// The kinds that may not be discarded after a pon.
    #[inline]
    pub(crate) fn swap_pon(&self, called: Kind) -> KindSet {
        if self.rules.kuikae == Kuikae::Free { KindSet::EMPTY } else { KindSet::of(called) }
    }
}
