//! What one seat may see. Agents get nothing else of the engine.
//!
//! A view borrows the match and shows only the hidden tiles of its own seat: nothing here returns the wall, another hand,
//! or another seat's furiten. Seats are relative: [`RelSeat::SELF`] is the viewer.

use super::danger::{DangerClasses, Unseen};
use super::engine::{Event, Match, Offer, Phase, RiichiState, SeatState};
use super::nuki_tiles::NukiTiles;
use super::rules::{Kita, RiichiRules};
use super::variant::{Standard, Variant};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::river::River;
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat, Seat, SeatSet, Tile};
use std::borrow::Cow;

/// The match as one seat sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, const N: usize = 4, V: Variant = Standard> {
    pub(super) game: &'a Match<N, V>,
    pub(super) seat: Seat,
}

/// What the viewer has to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// It is the viewer's turn, with the tile drawn; none after a call.
    Turn(Option<Tile>),
    /// Whether to claim this tile of that seat.
    Claim(Offer, RelSeat),
    /// Which tile to pass on, before the first draw.
    Exchange,
    /// Whether to stop the match.
    Yame,
    /// Nothing.
    Nothing,
}

impl<'a, const N: usize, V: Variant> View<'a, N, V> {
    pub(super) fn new(game: &'a Match<N, V>, seat: Seat) -> Self {
        View { game, seat }
    }

    /// What the viewer has to decide.
    #[inline]
    pub fn question(&self) -> Question {
        if !self.game.deciders.has(self.seat) {
            return Question::Nothing;
        }
        match self.game.phase {
            Phase::Turn => Question::Turn(self.game.kyoku.drawn),
            Phase::Claim(offer) => Question::Claim(offer, self.rel(self.game.kyoku.turn)),
            Phase::Exchange => Question::Exchange,
            Phase::Yame => Question::Yame,
            Phase::Start | Phase::Over => Question::Nothing,
        }
    }

    /// The viewer's seat.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules that every variant shares; in riichi mahjong all rules.
    #[inline]
    pub fn rules(&self) -> &'a RiichiRules {
        &self.game.rules
    }

    /// The rules of the variant.
    #[inline]
    pub fn variant_rules(&self) -> &'a V::Rules {
        &self.game.rules.0
    }

    /// The viewer's concealed tiles without the one just drawn; red fives count as fives.
    #[inline]
    pub fn hand(&self) -> &'a Hand {
        &self.me().hand
    }

    /// The concealed tiles with the one just drawn.
    #[inline]
    pub fn full_hand(&self) -> Hand {
        match self.drawn() {
            Some(tile) => self.me().hand.with(tile.kind()),
            None => self.me().hand,
        }
    }

    /// How many of the viewer's concealed tiles are red fives, by suit, without the tile just drawn.
    #[inline]
    pub fn reds(&self) -> [u8; 3] {
        self.me().reds
    }

    /// The viewer's concealed tiles without the one just drawn, in order of kind.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + 'a {
        self.me().tiles()
    }

    /// The tile the viewer has just drawn.
    #[inline]
    pub fn drawn(&self) -> Option<Tile> {
        if self.game.kyoku.turn == self.seat { self.game.kyoku.drawn } else { None }
    }

    /// The kinds that complete the viewer's hand by shape. Valid while it holds 3n+1 tiles without the drawn one.
    #[inline]
    pub fn waits(&self) -> KindSet {
        self.me().waits
    }

    /// Whether the viewer is barred from winning by ron.
    #[inline]
    pub fn furiten(&self) -> bool {
        self.me().furiten.bars(self.me().waits)
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

    /// Tiles a seat has set aside.
    #[inline]
    pub fn nuki(&self, of: RelSeat) -> NukiTiles {
        self.player(of).nuki
    }

    /// Discards of a seat, those called away among them.
    #[inline]
    pub fn river(&self, of: RelSeat) -> &'a River {
        &self.player(of).river
    }

    /// The kinds a seat has discarded: it can win by ron with none of its waits among them.
    #[inline]
    pub fn discarded(&self, of: RelSeat) -> KindSet {
        self.player(of).furiten.river()
    }

    /// The kinds on which a seat certainly cannot win by ron (現物): its own discards and, if it is in riichi, every discard
    /// of any seat since. If its hand lies open, all but its waits.
    #[inline]
    pub fn safe_against(&self, of: RelSeat) -> KindSet {
        let since = self.game.kyoku.since_riichi[of.seat(self.seat, N).index()];
        let passed = if self.riichi(of) == RiichiState::Accepted { since } else { KindSet::EMPTY };
        let open =
            if self.face_up(of) { !self.game.open_waits(of.seat(self.seat, N)) } else { KindSet::EMPTY };
        self.discarded(of) | passed | open
    }

    /// How dangerous each kind is against a seat, by what the viewer sees. Dragons, the prevailing wind and the seat's own
    /// wind are value honors, and so is north where the rule `kita` makes it a yaku.
    #[inline]
    pub fn danger(&self, of: RelSeat) -> DangerClasses {
        let unseen = Unseen::new(&self.full_hand(), &self.seen_or_open(), Match::<N, V>::kinds());
        DangerClasses::new(self.safe_against(of), self.value_honors(of), &unseen)
    }

    /// The honors that are a yaku for a seat: dragons, the prevailing wind, its own wind, and north where the rule `kita` says
    /// so.
    #[inline]
    pub fn value_honors(&self, of: RelSeat) -> KindSet {
        let north =
            if self.rules().kita == Kita::Yakuhai { KindSet::of(Kind::NORTH) } else { KindSet::EMPTY };
        let winds = KindSet::of(self.seat_wind(of)) | KindSet::of(self.game.match_state.round_wind());
        KindSet::DRAGONS | winds | north
    }

    /// The state of a seat's riichi.
    #[inline]
    pub fn riichi(&self, of: RelSeat) -> RiichiState {
        self.player(of).riichi
    }

    /// Whether a seat's hand lies open, after an open riichi (rule `open_riichi`).
    #[inline]
    pub fn face_up(&self, of: RelSeat) -> bool {
        self.game.kyoku.face_up.has(of.seat(self.seat, N))
    }

    /// The concealed tiles of a seat whose hand lies open, without the one just drawn, in order of kind.
    pub fn open_hand(&self, of: RelSeat) -> Option<impl Iterator<Item = Tile> + 'a> {
        self.face_up(of).then(|| self.player(of).tiles())
    }

    /// The kinds on which the open hands of others can win by ron.
    #[inline]
    pub fn open_waits(&self) -> KindSet {
        if self.sees_open_hand() { self.waits_of(self.open_to_see()) } else { KindSet::EMPTY }
    }

    /// Whether the hand of another seat lies open.
    #[inline]
    pub fn sees_open_hand(&self) -> bool {
        !self.open_to_see().is_empty()
    }

    /// Whether the viewer has announced an open riichi, and a discard that declares it is next.
    #[inline]
    pub fn opening(&self) -> bool {
        self.game.kyoku.opening && self.game.kyoku.turn == self.seat
    }

    /// Whether it was declared with the first discard, before any call.
    #[inline]
    pub fn double_riichi(&self, of: RelSeat) -> bool {
        self.player(of).double_riichi
    }

    /// Whether a win of that seat now would be within one uninterrupted turn of its riichi.
    #[inline]
    pub fn ippatsu(&self, of: RelSeat) -> bool {
        self.player(of).ippatsu
    }

    /// Whether the seat has called a tile.
    #[inline]
    pub fn open(&self, of: RelSeat) -> bool {
        self.player(of).open
    }

    /// Whether the seat has won already, in a kyoku that continues without it.
    #[inline]
    pub fn has_won(&self, of: RelSeat) -> bool {
        !self.game.kyoku.active.has(of.seat(self.seat, N))
    }

    /// The tiles, in order of time, with which seats won in a kyoku that continues: those they drew, and those of robbed
    /// kans. A discard that was won on stays in its river.
    pub fn won_tiles(&self) -> &'a [Tile] {
        &self.game.kyoku.won_tiles
    }

    /// The tiles the viewer has picked to pass on, or has passed on, in order.
    pub fn given(&self) -> &'a [Tile] {
        &self.game.kyoku.exchange.given[self.seat.index()]
    }

    /// The seat that received them; none before every seat has picked.
    pub fn given_to(&self) -> Option<RelSeat> {
        self.game.kyoku.exchange.to.map(|to| self.rel(to[self.seat.index()]))
    }

    /// The tiles passed on to the viewer.
    pub fn received(&self) -> &'a [Tile] {
        let exchange = &self.game.kyoku.exchange;
        exchange.giver(self.seat).map_or(&[], |giver| &exchange.given[giver.index()])
    }

    /// The seat that passed them on.
    pub fn received_from(&self) -> Option<RelSeat> {
        self.game.kyoku.exchange.giver(self.seat).map(|giver| self.rel(giver))
    }

    /// The seat that is liable for a yakuman of a seat (包).
    pub fn liable(&self, of: RelSeat) -> Option<RelSeat> {
        self.player(of).pao.map(|pao| self.rel(pao.feeder))
    }

    /// Scores, and which kyoku of the match this is. Seats are absolute in it.
    #[inline]
    pub fn match_state(&self) -> &'a MatchState<N> {
        &self.game.match_state
    }

    /// Score of a seat, in points.
    #[inline]
    pub fn score(&self, of: RelSeat) -> i32 {
        self.game.match_state.scores[of.seat(self.seat, N).index()]
    }

    /// The seat of the dealer.
    #[inline]
    pub fn dealer(&self) -> RelSeat {
        self.rel(self.game.match_state.dealer())
    }

    /// The seat that pays and is paid double for wins (rule `wareme`).
    #[inline]
    pub fn wareme(&self) -> Option<RelSeat> {
        self.game.kyoku.wareme.map(|seat| self.rel(seat))
    }

    /// Chips that a seat has got in the match, less those it paid (rule `chips`).
    #[inline]
    pub fn chips(&self, of: RelSeat) -> i32 {
        self.game.house.chips[of.seat(self.seat, N).index()]
    }

    /// Whether a seat has won a kyoku of the match: it pays no fee of rule `yakitori`.
    #[inline]
    pub fn has_won_before(&self, of: RelSeat) -> bool {
        self.game.house.winners.has(of.seat(self.seat, N))
    }

    /// Wind of a seat.
    #[inline]
    pub fn seat_wind(&self, of: RelSeat) -> Kind {
        self.game.match_state.seat_wind(of.seat(self.seat, N))
    }

    /// Draws left.
    #[inline]
    pub fn remaining(&self) -> u32 {
        self.game.kyoku.remaining as u32
    }

    /// Dora indicators turned up.
    pub fn indicators(&self) -> impl Iterator<Item = Tile> + 'a {
        let game = self.game;
        (0..game.kyoku.indicators as usize).map(|i| game.indicator(i))
    }

    /// The kinds that are dora.
    #[inline]
    pub fn dora(&self) -> KindSet {
        let of = |tile: Tile| V::dora_of(&self.game.rules.0, tile.kind()).map_or(KindSet::EMPTY, KindSet::of);
        self.indicators().fold(KindSet::EMPTY, |dora, tile| dora | of(tile))
    }

    /// Every tile that all seats can see: discards, exposed sets, tiles set aside, indicators, winning tiles. Hands that lie
    /// open are left out.
    #[inline]
    pub fn seen(&self) -> &'a Hand {
        &self.game.kyoku.seen
    }

    /// Copies of these kinds that the viewer cannot see: not in its hand, not just drawn, not on the table, not in an open
    /// hand.
    #[inline]
    pub fn unseen(&self, kinds: KindSet) -> u32 {
        let kinds = kinds & Match::<N, V>::kinds();
        4 * kinds.len() - self.full_hand().count_in(kinds) - self.seen_or_open().count_in(kinds)
    }

    /// [`View::seen`] with the open hands of others.
    #[inline]
    pub(super) fn seen_or_open(&self) -> Cow<'a, Hand> {
        match self.sees_open_hand() {
            true => Cow::Owned(self.seen_with(self.open_to_see())),
            false => Cow::Borrowed(self.seen()),
        }
    }

    #[cold]
    fn seen_with(&self, open: SeatSet) -> Hand {
        let tiles = open.flat_map(|seat| self.game.player(seat).tiles());
        tiles.fold(*self.seen(), |seen, tile| seen.with(tile.kind()))
    }

    #[cold]
    fn waits_of(&self, open: SeatSet) -> KindSet {
        open.fold(KindSet::EMPTY, |waits, seat| waits | self.game.open_waits(seat))
    }

    /// The others whose hands lie open.
    #[inline]
    fn open_to_see(&self) -> SeatSet {
        self.game.kyoku.face_up.without(SeatSet::of(self.seat))
    }

    /// The events of this kyoku so far. Tiles that other seats drew or passed on among themselves are hidden.
    pub fn events(&self) -> impl ExactSizeIterator<Item = Event> + 'a {
        self.events_from(0)
    }

    /// The events of this kyoku from the `first` one on.
    pub fn events_from(&self, first: usize) -> impl ExactSizeIterator<Item = Event> + 'a {
        let own = self.seat;
        self.game.history[first..].iter().map(move |event| event.seen_by(own))
    }

    /// The other seats in turn order.
    pub fn others(&self) -> impl Iterator<Item = RelSeat> {
        (1..N as u8).map(RelSeat::new)
    }

    #[inline]
    fn rel(&self, seat: Seat) -> RelSeat {
        seat.seen_from(self.seat, N)
    }

    #[inline]
    fn me(&self) -> &'a SeatState {
        &self.game.kyoku.players[self.seat.index()]
    }

    #[inline]
    pub(super) fn player(&self, of: RelSeat) -> &'a SeatState {
        &self.game.kyoku.players[of.seat(self.seat, N).index()]
    }
}
