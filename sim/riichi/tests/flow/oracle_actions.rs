//! The oracle on legal actions: on a seat's turn, after a call, and on a tile that another seat shows.

use super::oracle::{How, Oracle, Place, Shown, kinds};
use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind, Seat, Tile, eval};
use hyakuman_riichi::Action;
use hyakuman_riichi::rules::{Kita, KitaAfterRiichi, Kuikae, OpenRiichi, RiichiAnkan};
use hyakuman_riichi::score::{DoraCount, Win, WinFlags, value};

impl<const N: usize> Oracle<N> {
    pub(crate) fn calls(&self, seat: Seat, shown: &Shown<N>) -> Vec<Action> {
        let place = &self.seats[seat.index()];
        if shown.how != How::Discard || self.remaining == 0 || self.four_kans() || place.riichi {
            return vec![];
        }
        let mut actions = Vec::new();
        let same: Vec<Tile> =
            place.hand.iter().copied().filter(|tile| tile.kind() == shown.tile.kind()).collect();
        let reds = same.iter().filter(|tile| tile.is_red()).count();
        for own in 0..=2 {
            if own <= reds
                && 2 - own <= same.len() - reds
                && place.hand.iter().any(|t| t.kind() != shown.tile.kind())
            {
                actions.push(Action::Pon { reds: own as u8 });
            }
        }
        if same.len() == 3 && self.kans < self.rules.max_kans {
            actions.push(Action::Daiminkan);
        }
        if self.rules.chii && shown.by.after(1, N) == seat {
            actions.extend(self.chis(place, shown.tile.kind()));
        }
        actions
    }

    fn chis(&self, place: &Place, called: Kind) -> Vec<Action> {
        let mut actions = Vec::new();
        for side in ChiSide::ALL {
            let Some([a, b]) = own_kinds(side, called) else { continue };
            for red in [false, true] {
                let mut rest = place.hand.clone();
                let mut take = |kind: Kind| {
                    let red = red && kind.is_five();
                    let found = rest.iter().position(|tile| tile.kind() == kind && tile.is_red() == red);
                    found.map(|place| rest.swap_remove(place))
                };
                let taken = take(a).is_some() && take(b).is_some();
                let banned = self.banned(called, Some([a, b]));
                let is_five = a.is_five() || b.is_five();
                if taken && (is_five || !red) && rest.iter().any(|tile| !banned.has(tile.kind())) {
                    actions.push(Action::Chi { side, red });
                }
            }
        }
        actions
    }

    /// The kinds that may not be discarded after a call: the called kind, and the one that makes a run with the same two.
    fn banned(&self, called: Kind, own: Option<[Kind; 2]>) -> KindSet {
        let suji = match (self.rules.kuikae, own) {
            (Kuikae::Free, _) => return KindSet::EMPTY,
            (Kuikae::BanSameAndSuji, Some(own)) => own,
            _ => return KindSet::of(called),
        };
        let fits = |kind: &Kind| ChiSide::ALL.into_iter().any(|side| own_kinds(side, *kind) == Some(suji));
        Kind::all().filter(fits).chain([called]).collect()
    }

    pub(crate) fn after_call(&self, seat: Seat, meld: Meld) -> Vec<u8> {
        let own = [meld.tiles()[1].kind(), meld.tiles()[2].kind()];
        let mut own = own;
        own.sort();
        let run = (meld.kind() == MeldKind::Chi).then_some(own);
        let banned = self.banned(meld.tiles()[0].kind(), run);
        let hand = &self.seats[seat.index()].hand;
        let mut codes: Vec<u8> = hand
            .iter()
            .filter(|tile| !banned.has(tile.kind()))
            .map(|&tile| Action::Discard(tile).code())
            .collect();
        if self.rules.kita_after_pon && self.norths_may_go(seat, None) {
            codes.push(Action::NUKI_NORTH.code());
        }
        codes.sort();
        codes.dedup();
        codes
    }

    /// The actions of a seat that has drawn.
    pub(crate) fn turn(&self, seat: Seat, tile: Tile) -> Vec<u8> {
        let place = &self.seats[seat.index()];
        let mut actions = vec![Action::Tsumogiri];
        let flags = self
            .flags(seat)
            .with_if(WinFlags::RINSHAN, self.rinshan)
            .with_if(WinFlags::HAITEI, self.remaining == 0 && !self.rinshan);
        if self.waits_of(seat).has(tile.kind()) && self.is_worth_something(seat, tile, true, flags) {
            actions.push(Action::Tsumo);
        }
        actions.extend(self.own_kans(seat, tile).into_iter().map(Action::Kan));
        actions.extend(self.norths_may_go(seat, Some(tile)).then_some(Action::NUKI_NORTH));
        if !place.riichi {
            actions.extend(place.hand.iter().map(|&tile| Action::Discard(tile)));
            let riichis = self.riichis(seat, tile);
            let opens = self.rules.open_riichi != OpenRiichi::Off && !riichis.is_empty();
            actions.extend(riichis);
            actions.extend(opens.then_some(Action::OpenRiichi));
            let kinds: KindSet = place.hand.iter().chain([&tile]).map(|tile| tile.kind()).collect();
            let first = place.discards == 0 && !self.called;
            if first && self.rules.abort_kyuushu && (kinds & KindSet::YAOCHU).len() >= 9 {
                actions.push(Action::Kyuushu);
            }
        }
        let mut codes: Vec<u8> = actions.into_iter().map(Action::code).collect();
        codes.sort();
        codes.dedup();
        codes
    }

    fn own_kans(&self, seat: Seat, tile: Tile) -> Vec<Kind> {
        let place = &self.seats[seat.index()];
        if self.remaining == 0 || self.kans >= self.rules.max_kans {
            return vec![];
        }
        let hand = place.counts().with(tile.kind());
        let is_pon = |kind: &Kind| {
            hand.count(*kind) == 1
                && place.melds.iter().any(|meld| meld.kind() == MeldKind::Pon && meld.low() == *kind)
        };
        let kans = Kind::all().filter(|kind| hand.count(*kind) == 4 || is_pon(kind));
        kans.filter(|&kind| !place.riichi || self.leaves_waits(seat, tile.kind(), kind)).collect()
    }

    /// Whether the seat may set a north aside.
    fn norths_may_go(&self, seat: Seat, drawn: Option<Tile>) -> bool {
        let place = &self.seats[seat.index()];
        let north = |tile: &Tile| tile.kind() == Kind::NORTH;
        let (drew, held) = (drawn.is_some_and(|tile| north(&tile)), place.hand.iter().any(north));
        let in_riichi = match self.rules.kita_after_riichi {
            KitaAfterRiichi::No => false,
            KitaAfterRiichi::DrawnOnly => drew,
            KitaAfterRiichi::Any => {
                let mut hand = place.counts();
                drawn.into_iter().for_each(|tile| hand.add(tile.kind()));
                held && !self.waits(&hand.without(Kind::NORTH), &place.melds).is_empty() || drew
            }
        };
        self.rules.kita == Kita::Nukidora
            && (drew || held)
            && self.remaining >= self.rules.kita_min_remaining
            && (!place.riichi || in_riichi)
    }

    /// Whether a kan in riichi is legal: of the drawn kind, which is no wait, and the waits stay the same.
    fn leaves_waits(&self, seat: Seat, drawn: Kind, kind: Kind) -> bool {
        let place = &self.seats[seat.index()];
        let (before, mut hand) = (self.waits_of(seat), place.counts());
        if drawn != kind || before.has(kind) || self.rules.riichi_ankan == RiichiAnkan::Forbidden {
            return false;
        }
        (0..3).for_each(|_| hand.remove(kind));
        let after: Vec<Meld> = place.melds.iter().copied().chain([Meld::ankan([kind.tile(); 4])]).collect();
        self.waits(&hand, &after) == before
    }

    pub(crate) fn riichis(&self, seat: Seat, drawn: Tile) -> Vec<Action> {
        let place = &self.seats[seat.index()];
        let affordable = self.scores[seat.index()] >= self.rules.riichi_min_score;
        if !place.closed() || !affordable || self.remaining < self.rules.riichi_min_remaining {
            return vec![];
        }
        let full = place.counts().with(drawn.kind());
        let ready = |tile: Tile| {
            let hand = full.without(tile.kind());
            let waits = self.waits(&hand, &place.melds);
            let river = place.river | KindSet::of(tile.kind());
            !waits.is_empty() && (self.rules.furiten_riichi || !river.meets(waits))
        };
        let mut actions: Vec<Action> =
            place.hand.iter().copied().filter(|&tile| ready(tile)).map(Action::Riichi).collect();
        actions.extend(ready(drawn).then_some(Action::RiichiTsumogiri));
        actions
    }

    /// The kinds that complete the hand, of which the closed part (or the whole hand) does not hold four.
    pub(crate) fn waits(&self, hand: &Hand, melds: &[Meld]) -> KindSet {
        let exposed = |kind| match self.rules.karaten_melds {
            true => melds.iter().map(|meld| meld.count(kind)).sum(),
            false => 0,
        };
        let completes = |&kind: &Kind| {
            hand.count(kind) < 4
                && hand.count(kind) + exposed(kind) < 4
                && eval::is_agari(&hand.with(kind), melds.len() as u8)
        };
        kinds::<N>().into_iter().filter(completes).collect()
    }

    pub(crate) fn waits_of(&self, seat: Seat) -> KindSet {
        let place = &self.seats[seat.index()];
        self.waits(&place.counts(), &place.melds)
    }

    /// Whether the tile completes the hand in a way that can win.
    pub(crate) fn completes(&self, seat: Seat, shown: &Shown<N>) -> bool {
        let place = &self.seats[seat.index()];
        let hand = place.counts();
        if shown.how == How::Ankan {
            let kokushi = place.melds.is_empty() && eval::is_kokushi(&hand.with(shown.tile.kind()));
            return self.rules.kokushi_robs_ankan && kokushi;
        }
        if shown.how == How::Nuki && !self.rules.kita_ron {
            return false;
        }
        self.waits_of(seat).has(shown.tile.kind())
    }

    pub(crate) fn may_ron(&self, seat: Seat, shown: &Shown<N>) -> bool {
        let place = &self.seats[seat.index()];
        if !self.completes(seat, shown) || place.passed || place.locked {
            return false;
        }
        let houtei = self.remaining == 0 && shown.how == How::Discard;
        let chankan = match shown.how {
            How::Discard => false,
            How::Kakan | How::Ankan => true,
            How::Nuki => self.rules.kita_ron_chankan,
        };
        let discard = shown.how == How::Discard;
        let flags = self
            .flags(seat)
            .with_if(WinFlags::HOUTEI, houtei)
            .with_if(WinFlags::CHANKAN, chankan)
            .with_if(WinFlags::SASHIKOMI, place.opens && !self.seats[shown.by.index()].riichi)
            .with_if(WinFlags::RIICHI_TILE, discard && self.seats[shown.by.index()].declared)
            .with(shown.after);
        !place.river.meets(self.waits_of(seat)) && self.is_worth_something(seat, shown.tile, false, flags)
    }

    fn flags(&self, seat: Seat) -> WinFlags {
        let place = &self.seats[seat.index()];
        WinFlags::NONE
            .with_if(WinFlags::RIICHI, place.riichi)
            .with_if(WinFlags::DOUBLE_RIICHI, place.riichi && place.double)
            .with_if(WinFlags::OPEN_RIICHI, place.riichi && place.opens)
            .with_if(WinFlags::IPPATSU, place.ippatsu)
            .with_if(WinFlags::FIRST_TURN, place.discards == 0 && !self.called)
    }

    fn is_worth_something(&self, seat: Seat, tile: Tile, tsumo: bool, flags: WinFlags) -> bool {
        let place = &self.seats[seat.index()];
        let win = Win {
            hand: &place.counts().with(tile.kind()),
            melds: &place.melds,
            tile: tile.kind(),
            tsumo,
            seat_wind: Kind::wind((seat.index() + N - self.match_state.kyoku as usize % N) as u8 % N as u8),
            round_wind: Kind::wind((self.match_state.kyoku / N as u32) as u8),
            flags,
            dora: self.dora(place, tile),
            course: Default::default(),
        };
        value(&self.rules, &win).is_some()
    }

    /// The dora that everybody can see.
    fn dora(&self, place: &Place, winning: Tile) -> DoraCount {
        let melded = place.melds.iter().flat_map(|meld| meld.tiles());
        let tiles: Vec<Tile> = place.hand.iter().chain(melded).copied().chain([winning]).collect();
        let dora = |(at, indicator): (usize, &Tile)| {
            let first = at < self.rules.initial_indicators as usize;
            let counts = if first { self.rules.dora_omote } else { self.rules.dora_kan };
            let kind = after_indicator(indicator.kind(), self.rules.dora_wrap_1m9m);
            let norths = if kind == Kind::NORTH { place.norths } else { 0 };
            if counts { tiles.iter().filter(|tile| tile.kind() == kind).count() as u8 + norths } else { 0 }
        };
        DoraCount {
            dora: self.indicators.iter().enumerate().map(dora).sum(),
            aka: tiles.iter().filter(|tile| tile.is_red()).count() as u8,
            nuki: place.norths,
            ..DoraCount::default()
        }
    }
}

/// The kind after an indicator: of a suit, of the winds, of the dragons.
fn after_indicator(kind: Kind, ones_and_nines_only: bool) -> Kind {
    let (first, size) = match kind.code() {
        code @ ..27 => (code / 9 * 9, 9),
        ..31 => (27, 4),
        _ => (31, 3),
    };
    let steps = if ones_and_nines_only && kind.code() == 0 { 8 } else { 1 };
    Kind::of(first + (kind.code() - first + steps) % size)
}

/// The two kinds that make a run with `called` on this side; ordered.
fn own_kinds(side: ChiSide, called: Kind) -> Option<[Kind; 2]> {
    if called.is_honor() {
        return None;
    }
    let (rank, code) = (called.rank() as i8, called.code() as i8);
    let [a, b]: [i8; 2] = match side {
        ChiSide::Low => [1, 2],
        ChiSide::Middle => [-1, 1],
        ChiSide::High => [-2, -1],
    };
    let inside = |step: i8| (0..9).contains(&(rank + step));
    (inside(a) && inside(b)).then(|| [Kind::of((code + a) as u8), Kind::of((code + b) as u8)])
}
