//! What a seat may do. Forced moves never get here: the loop in [`super::apply`] makes them.

use super::action::{Action, KAN, RIICHI};
use super::apply::Next;
use super::rules::{Kuikae, RiichiAnkan};
use super::state::{Offer, Phase, Player, Riichi, RiichiState};
use crate::game::ActionMask;
use crate::table::calls::{ChiSide, chi_sides, makes_run, swap_call};
use hyakuman_core::{Hand, Kind, KindSet, Seat, SeatSet, Tile};

const TSUMOGIRI: u64 = 1 << Action::Tsumogiri.code();
const PASS: u64 = 1 << Action::Pass.code();
const TSUMO: u64 = 1 << Action::Tsumo.code();
const RON: u64 = 1 << Action::Ron.code();
const KYUUSHU: u64 = 1 << Action::Kyuushu.code();
const DAIMINKAN: u64 = 1 << Action::Daiminkan.code();

/// How many different terminals and honors abort a kyoku.
const KYUUSHU_KINDS: u32 = 9;

impl<const N: usize> Riichi<N> {
    /// The seat on turn chooses; a single legal action is made at once.
    pub(super) fn offer_turn(&mut self) -> Next {
        let seat = self.kyoku.turn;
        let words = match self.kyoku.drawn {
            Some(tile) if self.player(seat).riichi == RiichiState::Accepted => self.riichi_turn(seat, tile),
            Some(tile) => self.free_turn(seat, tile),
            None => [self.player(seat).faces() & !faces_of(self.kyoku.forbidden), 0, 0, 0],
        };
        let mask = ActionMask::from_words(words);
        if words[0].is_power_of_two() && mask.len() == 1 {
            return Next::Act(mask.nth(0));
        }
        self.phase = Phase::Turn;
        self.deciders = SeatSet::of(seat);
        self.legal[seat.index()] = mask;
        Next::Wait
    }

    /// After a draw, not in riichi: any discard, riichi, kan, win, nine terminals.
    fn free_turn(&self, seat: Seat, tile: Tile) -> [u64; 4] {
        let player = self.player(seat);
        let mut words = [player.faces() | TSUMOGIRI, 0, 0, 0];
        words[0] |= self.tsumo_offer(seat, tile) | self.kyuushu_offer(player, tile);
        words[1] = self.riichi_offer(seat, tile);
        words[2] = self.own_kans(seat, tile).bits() << (KAN % 64);
        words
    }

    /// After a draw in riichi: win, a kan that changes nothing, or discard what was drawn.
    fn riichi_turn(&self, seat: Seat, tile: Tile) -> [u64; 4] {
        let kans = if self.player(seat).hand.at_least(3).has(tile.kind()) {
            self.own_kans(seat, tile).bits()
        } else {
            0
        };
        [TSUMOGIRI | self.tsumo_offer(seat, tile), 0, kans << (KAN % 64), 0]
    }

    #[inline]
    fn tsumo_offer(&self, seat: Seat, tile: Tile) -> u64 {
        if self.player(seat).waits.has(tile.kind()) && self.may_tsumo(seat, tile) { TSUMO } else { 0 }
    }

    #[inline]
    fn kyuushu_offer(&self, player: &Player, tile: Tile) -> u64 {
        if !player.river.is_empty() || self.kyoku.called || !self.rules.abort_kyuushu {
            return 0;
        }
        let kinds = (player.hand.kinds() | KindSet::of(tile.kind())) & KindSet::YAOCHU;
        if kinds.len() >= KYUUSHU_KINDS { KYUUSHU } else { 0 }
    }

    /// The discards that may declare riichi, as word 1 of the mask.
    #[inline]
    fn riichi_offer(&self, seat: Seat, tile: Tile) -> u64 {
        let player = self.player(seat);
        if player.far > 1 && self.rules.karaten_closed4
            || player.open
            || self.standing.scores[seat.index()] < self.rules.riichi_min_score
            || self.kyoku.remaining < self.rules.riichi_min_remaining
        {
            return 0;
        }
        let kinds = self.riichi_kinds(player, tile);
        if kinds.is_empty() {
            return 0;
        }
        let tsumogiri = kinds.has(tile.kind()) as u64;
        (player.faces() & faces_of(kinds)) << (RIICHI % 64)
            | tsumogiri << (Action::RiichiTsumogiri.code() % 64)
    }

    /// The kinds whose discard leaves a hand that may be in riichi.
    fn riichi_kinds(&self, player: &Player, tile: Tile) -> KindSet {
        let (hand, melds) = (player.hand.with(tile.kind()), player.melds.len() as u8);
        let candidates = match self.shanten(&hand, melds) {
            _ if !self.rules.karaten_closed4 => hand.kinds(),
            -1 => hand.kinds(),
            0 => self.keep(&hand, melds),
            _ => return KindSet::EMPTY,
        };
        candidates.into_iter().filter(|&kind| self.riichi_waits(player, &hand.without(kind), kind)).collect()
    }

    /// Is the hand after this discard tenpai, and its waits such as riichi needs?
    fn riichi_waits(&self, player: &Player, hand: &Hand, discard: Kind) -> bool {
        let waits = self.waits_of(hand, player.melds.len() as u8);
        let furiten = || (player.furiten.river() | KindSet::of(discard)).meets(waits);
        !waits.is_empty()
            && (self.rules.furiten_riichi || !furiten())
            && (self.rules.karaten_riichi || self.some_alive(hand, discard, waits))
    }

    /// Is some copy of a wait out of the player's sight?
    fn some_alive(&self, hand: &Hand, discard: Kind, waits: KindSet) -> bool {
        let seen = |kind| hand.count(kind) + (kind == discard) as u8 + self.kyoku.seen.count(kind);
        waits.into_iter().any(|kind| seen(kind) < 4)
    }

    /// The kinds the seat on turn may make a kan of; mostly none.
    #[inline]
    fn own_kans(&self, seat: Seat, tile: Tile) -> KindSet {
        let player = self.player(seat);
        let drawn = KindSet::of(tile.kind());
        let quads = player.hand.at_least(4) | player.hand.at_least(3) & drawn;
        let kans = quads | player.pons & (player.hand.kinds() | drawn);
        if kans.is_empty() { kans } else { self.allowed_kans(seat, tile, quads, kans) }
    }

    /// Those of them that the rules allow now.
    #[inline(never)]
    fn allowed_kans(&self, seat: Seat, tile: Tile, quads: KindSet, kans: KindSet) -> KindSet {
        let player = self.player(seat);
        let drawn = KindSet::of(tile.kind());
        if self.kyoku.remaining == 0 || self.kyoku.kans >= self.rules.max_kans {
            return KindSet::EMPTY;
        }
        if player.riichi == RiichiState::Accepted {
            return if self.may_kan_in_riichi(player, tile.kind()) { quads & drawn } else { KindSet::EMPTY };
        }
        kans
    }

    /// A kan in riichi: of the tile drawn, not a wait, and the waits stay what they are.
    fn may_kan_in_riichi(&self, player: &Player, kind: Kind) -> bool {
        let melds = player.melds.len() as u8;
        let rest = player.hand.without(kind).without(kind).without(kind);
        let same_waits = !player.waits.has(kind) && self.waits_of(&rest, melds + 1) == player.waits;
        same_waits
            && match self.rules.riichi_ankan {
                RiichiAnkan::WaitsOnly => true,
                RiichiAnkan::Strict => self.always_triplet(player, kind),
                RiichiAnkan::Forbidden => false,
            }
    }

    /// Is `kind` a triplet in every reading of every completion of the hand?
    fn always_triplet(&self, player: &Player, kind: Kind) -> bool {
        player
            .waits
            .into_iter()
            .all(|wait| self.tables.shapes(&player.hand.with(wait)).all(|shape| shape.triplets.has(kind)))
    }

    /// Finds who may claim the tile on offer, and how; often nobody.
    #[inline]
    pub(super) fn find_claims(&mut self, offer: Offer) {
        let (from, kind) = (self.kyoku.turn, offer.kind());
        self.deciders = SeatSet::EMPTY;
        self.kyoku.woken = SeatSet::EMPTY;
        self.phase = Phase::Claim(offer);
        let mut claims = KindSet::EMPTY;
        for steps in 1..N as u8 {
            claims |= self.kyoku.claims[from.after(steps, N).index()];
        }
        if claims.has(kind) || self.may_run(from.after(1, N), kind) {
            self.ask_others(offer);
        }
    }

    /// Has the next seat two tiles that make a sequence with this kind?
    #[inline]
    fn may_run(&self, next: Seat, kind: Kind) -> bool {
        N == 4 && self.rules.chii && makes_run(&self.player(next).hand, kind)
    }

    /// Somebody has a wait on the tile on offer, or tiles to call it with.
    #[inline(never)]
    fn ask_others(&mut self, offer: Offer) {
        let (from, kind) = (self.kyoku.turn, offer.kind());
        let calls = matches!(offer, Offer::Discard(_)) && self.kyoku.remaining > 0 && !self.suukan();
        for steps in 1..N as u8 {
            let seat = from.after(steps, N);
            let player = self.player(seat);
            let calls = calls && player.riichi == RiichiState::No;
            let wakes = player.waits.has(kind);
            let pairs = calls && player.hand.at_least(2).has(kind);
            let runs = calls && steps == 1 && self.may_run(seat, kind);
            if wakes | pairs | runs {
                self.offer_claim(seat, offer, wakes, pairs, runs);
            }
        }
    }

    /// What one seat may claim; it becomes a decider if there is anything.
    fn offer_claim(&mut self, seat: Seat, offer: Offer, wakes: bool, pairs: bool, runs: bool) {
        let mut word = 0;
        if wakes && self.wakes_on(seat, offer) {
            self.kyoku.woken.insert(seat);
            word |= if self.may_ron(seat, offer) { RON } else { 0 };
        }
        word |= if pairs { self.pon_offer(seat, offer.kind()) } else { 0 };
        word |= if runs { self.chi_offer(seat, offer.kind()) } else { 0 };
        if word != 0 {
            self.legal[seat.index()] = ActionMask::from_words([word | PASS, 0, 0, 0]);
            self.deciders.insert(seat);
        }
    }

    /// Does a tile shown in this way count as a winning tile at all? A concealed kan only for thirteen orphans.
    fn wakes_on(&self, seat: Seat, offer: Offer) -> bool {
        match offer {
            Offer::Ankan(kind) => {
                let player = self.player(seat);
                player.melds.is_empty() && self.tables.is_kokushi(&player.hand.with(kind))
            }
            _ => true,
        }
    }

    /// Pon with each choice of red fives, and a kan of the discard.
    fn pon_offer(&self, seat: Seat, kind: Kind) -> u64 {
        let player = self.player(seat);
        let (reds, plain) = (player.reds_of(kind), player.hand.count(kind) - player.reds_of(kind));
        let mut word = 0;
        for own in 0..=2u8 {
            if own <= reds && 2 - own <= plain {
                word |= 1 << Action::Pon { reds: own }.code();
            }
        }
        if self.rules.kuikae != Kuikae::Free && player.hand.kinds() == KindSet::of(kind) {
            word = 0; // nothing else to discard afterwards
        }
        if player.hand.at_least(3).has(kind) && self.kyoku.kans < self.rules.max_kans {
            word |= DAIMINKAN;
        }
        word
    }

    /// Chi on each side, with and without a red five of one's own.
    fn chi_offer(&self, seat: Seat, called: Kind) -> u64 {
        let player = self.player(seat);
        let mut word = 0;
        for side in chi_sides(&player.hand, called) {
            let Some([a, b]) = side.own(called) else { continue };
            let banned = self.swap_call(side, called);
            if (player.hand.without(a).without(b).kinds() - banned).is_empty() {
                continue; // nothing could be discarded afterwards
            }
            let five = if a.is_five() { a } else { b };
            let reds = player.reds_of(five);
            if reds > 0 {
                word |= 1 << Action::Chi { side, red: true }.code();
            }
            if reds < player.hand.count(five) {
                word |= 1 << Action::Chi { side, red: false }.code();
            }
        }
        word
    }

    /// What may not be discarded after this chi.
    pub(super) fn swap_call(&self, side: ChiSide, called: Kind) -> KindSet {
        match self.rules.kuikae {
            Kuikae::Free => KindSet::EMPTY,
            Kuikae::BanSame => swap_call(side, called, false),
            Kuikae::BanSameAndSuji => swap_call(side, called, true),
        }
    }

    #[inline]
    pub(super) fn player(&self, seat: Seat) -> &Player {
        &self.kyoku.players[seat.index()]
    }
}

/// The faces of these kinds as the low 37 bits: each kind, and the red fives of its fives.
#[inline]
fn faces_of(kinds: KindSet) -> u64 {
    let bits = kinds.bits();
    bits | (bits >> 4 & 1) << 34 | (bits >> 13 & 1) << 35 | (bits >> 22 & 1) << 36
}
