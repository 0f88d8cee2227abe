//! From the state of a kyoku to the scorer: whether a seat may win, and the value of its win.

use super::event::{Event, Offer};
use super::seat::{RiichiState, SeatState};
use super::state::Match;
use crate::scoring::score::{Course, DoraCount, Win, WinFlags, value};
use crate::scoring::settle::Payment;
use crate::variant::{Held, Variant};
use crate::yaku::Yaku;
use hyakuman_core::{Hand, Kind, KindSet, Seat, Tile};

impl<const N: usize, V: Variant> Match<N, V> {
    /// May the seat win with the tile it drew? The shape is complete.
    pub(super) fn may_tsumo(&self, seat: Seat, tile: Tile) -> bool {
        self.has_yaku(seat, tile, true, self.tsumo_flags(seat))
    }

    /// May the seat win with the tile on offer? The shape is complete.
    pub(super) fn may_ron(&self, seat: Seat, offer: Offer) -> bool {
        let player = self.player(seat);
        !player.furiten.bars(player.waits)
            && self.has_yaku(seat, offer.tile(), false, self.ron_flags(seat, offer))
    }

    /// What a seat would get by ron, without ura dora, honba, sticks and the doubling of a wareme, if the seat on turn discarded this tile, one
    /// of its waits, now; 0 where it may not win.
    pub(crate) fn points_of_discard(&self, seat: Seat, tile: Tile) -> i32 {
        let player = self.player(seat);
        let flags = self
            .flags(seat)
            .with_if(WinFlags::HOUTEI, self.kyoku.remaining == 0)
            .with_if(WinFlags::SASHIKOMI, self.is_sashikomi(seat));
        let impossible = player.hand.count(tile.kind()) == 4 || player.furiten.bars(player.waits);
        if impossible || !self.has_yaku(seat, tile, false, flags) {
            return 0;
        }
        let hand = player.hand.with(tile.kind());
        let dora = DoraCount { ura: 0, ..self.dora_count(seat, tile) };
        let win = Win { dora, ..self.win(seat, &hand, tile.kind(), false, flags) };
        let value = V::value(&self.rules.0, &win, &self.held(seat));
        value.map_or(0, |value| V::Value::full(value.base(), self.match_state.dealer() == seat))
    }

    /// Those of the kinds `among` on which a seat would win by ron if another seat discarded one now: it waits on them, with a
    /// yaku, and is not furiten. Hidden from the others: for records and statistics.
    pub fn ron_kinds(&self, seat: Seat, among: KindSet) -> KindSet {
        let player = self.player(seat);
        let waits = self.waits(seat) & among;
        if waits.is_empty() || !self.kyoku.active.has(seat) || player.furiten.bars(player.waits) {
            return KindSet::EMPTY;
        }
        let flags = self.flags(seat).with_if(WinFlags::HOUTEI, self.kyoku.remaining == 0);
        let wins =
            |kind: &Kind| player.hand.count(*kind) < 4 && self.has_yaku(seat, kind.tile(), false, flags);
        waits.into_iter().filter(wins).collect()
    }

    /// Whether the hand has enough yaku to win; without 後付け an open hand needs a yaku on each of its waits.
    fn has_yaku(&self, seat: Seat, tile: Tile, tsumo: bool, flags: WinFlags) -> bool {
        self.wins_with(seat, tile, tsumo, flags)
            && (self.rules.atozuke || !self.player(seat).open || self.all_waits_have_yaku(seat))
    }

    fn all_waits_have_yaku(&self, seat: Seat) -> bool {
        self.player(seat).waits.into_iter().all(|wait| self.wait_has_yaku(seat, wait))
    }

    /// Whether a ron on this wait would have a yaku without any circumstances but riichi.
    pub(super) fn wait_has_yaku(&self, seat: Seat, wait: Kind) -> bool {
        let riichi = self.player(seat).riichi == RiichiState::Accepted;
        let flags = WinFlags::NONE.with_if(WinFlags::RIICHI, riichi);
        self.player(seat).hand.count(wait) < 4 && self.wins_with(seat, wait.tile(), false, flags)
    }

    /// Whether the hand, which this tile completes, has enough yaku to win.
    fn wins_with(&self, seat: Seat, tile: Tile, tsumo: bool, flags: WinFlags) -> bool {
        let menzen_tsumo =
            tsumo && !self.player(seat).open && !self.rules.without_yaku.has(Yaku::MenzenTsumo);
        if self.rules.han_shibari <= 1 && (menzen_tsumo || flags.has(WinFlags::RIICHI)) {
            return true;
        }
        let hand = self.player(seat).hand.with(tile.kind());
        let win = self.win(seat, &hand, tile.kind(), tsumo, flags);
        // A yaku of the rules file may depend on dora, as far as they are known before the win.
        let dora = match self.rules.yaku.is_empty() {
            true => win.dora,
            false => DoraCount { ura: 0, ..self.dora_count(seat, tile) },
        };
        value(&self.rules, &Win { dora, ..win }).is_some()
    }

    /// The value of the hand with this tile. It must be a legal win.
    pub(super) fn value(&self, seat: Seat, tile: Tile, tsumo: bool, flags: WinFlags) -> V::Value {
        let hand = self.player(seat).hand.with(tile.kind());
        let dora = self.dora_count(seat, tile);
        let win = Win { dora, ..self.win(seat, &hand, tile.kind(), tsumo, flags) };
        V::value(&self.rules.0, &win, &self.held(seat)).expect("a legal win")
    }

    /// A win without dora, except the number of tiles set aside, on which a yaku may depend (uumensai, R-8.1).
    fn win<'a>(&'a self, seat: Seat, hand: &'a Hand, tile: Kind, tsumo: bool, flags: WinFlags) -> Win<'a> {
        Win {
            hand,
            melds: &self.player(seat).melds,
            tile,
            tsumo,
            seat_wind: self.match_state.seat_wind(seat),
            round_wind: self.match_state.round_wind(),
            flags,
            dora: DoraCount { nuki: self.player(seat).nuki.len(), ..DoraCount::default() },
            course: if self.rules.yaku.is_empty() { Course::default() } else { self.course(seat) },
        }
    }

    /// What happened before a win of the seat, for yaku of the rules file.
    #[cold]
    pub(crate) fn course(&self, seat: Seat) -> Course {
        let player = self.player(seat);
        let turn = self.kyoku.turn;
        Course {
            discards: player.river.len() as u8,
            outside_only: player.furiten.river().is_subset_of(KindSet::YAOCHU),
            left: self.kyoku.remaining,
            honba: self.match_state.honba.min(u16::MAX.into()) as u16,
            from: (turn != seat).then(|| turn.seen_from(seat, N)),
        }
    }

    /// What a seat has and had besides the winning hand. Every tile it ever got is in its hand, in its melds, discarded or
    /// set aside.
    fn held(&self, seat: Seat) -> Held {
        let player = self.player(seat);
        let melds = player.melds.iter().fold(KindSet::EMPTY, |kinds, meld| kinds | meld.kinds());
        let nuki_tiles: KindSet = player.nuki.tiles().map(Tile::kind).collect();
        let drawn = self.kyoku.drawn.filter(|_| seat == self.kyoku.turn);
        let drawn = drawn.map_or(KindSet::EMPTY, |tile| KindSet::of(tile.kind()));
        let ever = player.hand.kinds() | player.furiten.river() | melds | nuki_tiles | drawn;
        Held { nuki_tiles: player.nuki, ever }
    }

    pub(super) fn tsumo_flags(&self, seat: Seat) -> WinFlags {
        let rinshan = self.kyoku.drawn_rinshan;
        self.flags(seat)
            .with_if(WinFlags::RINSHAN, rinshan)
            .with_if(WinFlags::HAITEI, self.kyoku.remaining == 0 && !rinshan)
    }

    pub(super) fn ron_flags(&self, seat: Seat, offer: Offer) -> WinFlags {
        let discard = matches!(offer, Offer::Discard(_));
        let chankan = match offer {
            Offer::Discard(_) => false,
            Offer::Kakan(_) | Offer::Ankan(_) => true,
            Offer::Nuki(_) => self.rules.kita_ron_chankan,
        };
        let flags = self
            .flags(seat)
            .with_if(WinFlags::HOUTEI, discard && self.kyoku.remaining == 0)
            .with_if(WinFlags::CHANKAN, chankan)
            .with_if(WinFlags::SASHIKOMI, self.is_sashikomi(seat));
        if discard && self.rules.has_written_yaku() { flags.with(self.discard_flags()) } else { flags }
    }

    /// Whether a ron of the seat now would be a sashikomi: its hand lies open, and the seat on turn is not in riichi.
    #[inline]
    fn is_sashikomi(&self, seat: Seat) -> bool {
        self.kyoku.face_up.has(seat) && self.player(self.kyoku.turn).riichi != RiichiState::Accepted
    }

    /// How the tile on offer was discarded, for yaku that are written in files.
    #[cold]
    fn discard_flags(&self) -> WinFlags {
        let riichi = self.player(self.kyoku.turn).riichi == RiichiState::Declared;
        let replaced = self.replaced();
        WinFlags::NONE
            .with_if(WinFlags::RIICHI_TILE, riichi)
            .with_if(WinFlags::AFTER_KAN, matches!(replaced, Some(Event::Meld { .. })))
            .with_if(WinFlags::AFTER_NUKI, matches!(replaced, Some(Event::Nuki { .. })))
    }

    /// The kan, or north set aside, whose replacement was drawn just before the last discard, if there was one.
    fn replaced(&self) -> Option<&Event> {
        // Indicators may be turned up in between, and a robbed kan may hold.
        let between = |event: &&Event| matches!(event, Event::Dora { .. } | Event::Win { .. });
        let mut before = self.history.iter().rev().filter(|event| !between(event));
        let discard = matches!(before.next(), Some(Event::Discard { .. }));
        let replacement = matches!(before.next(), Some(Event::Draw { rinshan: true, .. }));
        if discard && replacement { before.next() } else { None }
    }

    fn flags(&self, seat: Seat) -> WinFlags {
        let player = self.player(seat);
        let riichi = player.riichi == RiichiState::Accepted;
        WinFlags::NONE
            .with_if(WinFlags::RIICHI, riichi)
            .with_if(WinFlags::DOUBLE_RIICHI, riichi && player.double_riichi)
            .with_if(WinFlags::OPEN_RIICHI, self.kyoku.face_up.has(seat))
            .with_if(WinFlags::IPPATSU, player.ippatsu)
            .with_if(WinFlags::FIRST_TURN, player.river.is_empty() && !self.kyoku.called)
    }

    /// Dora of a winning hand with its winning tile.
    fn dora_count(&self, seat: Seat, tile: Tile) -> DoraCount {
        let player = self.player(seat);
        let hand = player.hand.with(tile.kind());
        let riichi = player.riichi == RiichiState::Accepted;
        let mut count = DoraCount { aka: aka(player, tile), nuki: player.nuki.len(), ..DoraCount::default() };
        for i in 0..self.kyoku.indicators as usize {
            let (open, hidden) = self.rules.indicator_counts(i);
            if open {
                count.dora += self.copies(player, &hand, self.indicator(i));
            }
            if hidden && riichi {
                count.ura += self.copies(player, &hand, self.ura_indicator(i));
            }
        }
        count
    }

    /// Copies of an indicator's dora in hand and melds and among the tiles set aside.
    fn copies(&self, player: &SeatState, hand: &Hand, indicator: Tile) -> u8 {
        let Some(dora) = V::dora_of(&self.rules.0, indicator.kind()) else { return 0 };
        let melds = player.melds.iter().map(|meld| meld.count(dora)).sum::<u8>();
        hand.count(dora) + player.nuki.of(dora) + melds
    }
}

/// Red fives in hand and melds, set aside, and of the winning tile.
fn aka(player: &SeatState, tile: Tile) -> u8 {
    let melds: u8 = player.melds.iter().map(|meld| meld.reds()).sum();
    player.reds.iter().sum::<u8>() + melds + player.nuki.reds() + tile.is_red() as u8
}
