//! A second, slow reading of what the rules allow, which follows a match by its events alone and works everything
//! out anew. At every moment somebody could be asked it must agree with the engine: who is asked, and for what.
//!
//! Taken as given: which tiles complete a hand, and what a hand is worth; both are tested elsewhere.

use hyakuman_core::eval::Tables;
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind, Seat, Tile};
use hyakuman_games::game::{ActionMask, WinRecord};
use hyakuman_games::riichi::rules::{FuritenClear, Kita, KitaAfterRiichi, Kuikae, RiichiAnkan};
use hyakuman_games::riichi::score::{DoraCount, Win, WinFlags, value};
use hyakuman_games::riichi::{Action, Event, Riichi, RiichiRules, Standing};
use hyakuman_games::table::calls::ChiSide;
use std::sync::Arc;

/// What the seats may do now; a seat with one action or none is not asked.
pub(crate) type Asked<const N: usize> = [Vec<u8>; N];

/// The table as its events tell it.
pub(crate) struct Oracle<const N: usize> {
    pub(crate) rules: Arc<RiichiRules>,
    tables: &'static Tables,
    pub(crate) standing: Standing<N>,
    pub(crate) scores: [i32; N],
    pub(crate) seats: [Place; N],
    pub(crate) remaining: u8,
    kans: u8,
    pub(crate) called: bool,
    rinshan: bool,
    /// Was or will the replacement be drawn for a north set aside?
    replaces_north: bool,
    shown: Option<Shown<N>>,
    /// Who discarded the tile that play goes on from.
    discarder: Option<Seat>,
    /// Who has won, in order of time.
    pub(crate) winners: Vec<Seat>,
    /// Wins that play has not gone on from yet.
    pub(crate) just_won: Option<JustWon<N>>,
    /// The tiles each seat picked for the exchange; none before the deal and after it.
    pub(crate) picks: Option<[Vec<Tile>; N]>,
    /// Who must draw next after a win, and from where.
    pub(crate) drawer: Option<(Seat, bool)>,
    /// Was its riichi accepted?
    pub(crate) new_riichi: bool,
    /// Could three seats have won on it?
    pub(crate) three_rons: bool,
    /// What the last event lets the seats do.
    pub(crate) asked: Asked<N>,
}

/// What a seat has.
#[derive(Default)]
pub(crate) struct Place {
    pub(crate) hand: Vec<Tile>,
    pub(crate) drawn: Option<Tile>,
    pub(crate) melds: Vec<Meld>,
    norths: u8,
    pub(crate) river: KindSet,
    pub(crate) discards: usize,
    pub(crate) riichi: bool,
    pub(crate) declared: bool,
    pub(crate) double: bool,
    ippatsu: bool,
    passed: bool,
    locked: bool,
    pub(crate) nagashi: bool,
}

/// How a tile is shown to the others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Discard,
    Kakan,
    Ankan,
    Nuki,
}

/// A tile the others may claim.
#[derive(Clone, Copy)]
pub(crate) struct Shown<const N: usize> {
    pub(crate) by: Seat,
    pub(crate) kind: Kind,
    pub(crate) how: How,
    /// Of a discard: does it follow a kan, or a north set aside, and its replacement?
    after: WinFlags,
    could_ron: [bool; N],
}

/// Wins with one tile.
pub(crate) struct JustWon<const N: usize> {
    /// What was won on; nothing for an own draw.
    pub(crate) on: Option<Shown<N>>,
    /// Who won, nearest first.
    pub(crate) seats: Vec<Seat>,
}

impl Place {
    fn closed(&self) -> bool {
        self.melds.iter().all(|meld| meld.kind() == MeldKind::Ankan)
    }

    fn counts(&self) -> Hand {
        let mut hand = Hand::EMPTY;
        self.hand.iter().for_each(|tile| hand.add(tile.kind()));
        hand
    }

    pub(crate) fn take(&mut self, tile: Tile) {
        let place = self.hand.iter().position(|&own| own == tile).expect("the seat has the tile");
        self.hand.swap_remove(place);
    }

    fn keep_drawn(&mut self) {
        self.hand.extend(self.drawn.take());
    }
}

impl<const N: usize> Oracle<N> {
    /// Knows nothing yet.
    pub(crate) fn new(rules: &Arc<RiichiRules>, game: &Riichi<N>) -> Oracle<N> {
        Oracle {
            rules: Arc::clone(rules),
            tables: Tables::get(),
            standing: *game.standing(),
            scores: [0; N],
            seats: std::array::from_fn(|_| Place::default()),
            remaining: 0,
            kans: 0,
            called: false,
            rinshan: false,
            replaces_north: false,
            shown: None,
            discarder: None,
            winners: vec![],
            just_won: None,
            picks: None,
            drawer: None,
            new_riichi: false,
            three_rons: false,
            asked: nothing(),
        }
    }

    /// Follows one event. `game` is asked for the hands after a deal, and for nothing else; `wins` are those of the kyoku.
    pub(crate) fn follow(
        &mut self,
        event: &Event,
        game: &Riichi<N>,
        wins: &[WinRecord],
    ) -> Result<(), String> {
        self.asked = nothing();
        let ends = matches!(event, Event::Win { .. } | Event::Ryuukyoku { .. });
        let shown = self.shown.take();
        if let Some(shown) = shown.filter(|_| !ends) {
            self.close(shown, &[]);
        }
        if !matches!(event, Event::Win { .. } | Event::Deal { .. })
            && let Some(won) = self.just_won.take()
        {
            self.go_on_after(won, event)?;
        }
        if !matches!(event, Event::Riichi { .. })
            && let Some(by) = self.discarder.take()
        {
            self.check_after_discard(by, event)?;
        }
        match *event {
            Event::Deal { .. } => self.deal(game),
            Event::Handed { from, to, tile } => self.handed(from, to, tile.expect("told in full")),
            Event::Draw { seat, tile, rinshan } => self.draw(seat, tile.expect("told in full"), rinshan)?,
            Event::Discard { seat, tile, riichi, .. } => self.discard(seat, tile, riichi),
            Event::Riichi { seat } => {
                let place = &mut self.seats[seat.index()];
                // None where a win has come between.
                let ronned = self.drawer.is_some();
                (place.riichi, place.ippatsu) = (true, self.rules.ippatsu && !ronned);
                self.scores[seat.index()] -= self.rules.riichi_stick;
                self.standing.kyotaku += 1;
                self.new_riichi = true;
            }
            Event::Meld { seat, meld } => self.meld(seat, meld),
            Event::Win { seat, from, .. } => self.win(seat, from, shown, wins)?,
            Event::Nuki { seat, .. } => self.nuki(seat),
            Event::Dora { .. } | Event::Ryuukyoku { .. } => {}
        }
        Ok(())
    }

    fn deal(&mut self, game: &Riichi<N>) {
        self.standing = *game.standing();
        self.scores = self.standing.scores;
        self.seats = std::array::from_fn(|_| Place::default());
        for seat in Seat::all(N) {
            let place = &mut self.seats[seat.index()];
            (place.hand, place.nagashi) = (game.tiles(seat).collect(), true);
        }
        self.remaining = 4 * kinds::<N>().len() as u8 - 13 * N as u8 - self.rules.reserved_undrawn;
        (self.kans, self.called) = (0, false);
        (self.winners, self.just_won, self.drawer) = (vec![], None, None);
        self.picks = (self.rules.exchange_tiles > 0).then(|| std::array::from_fn(|_| vec![]));
    }

    fn draw(&mut self, seat: Seat, tile: Tile, rinshan: bool) -> Result<(), String> {
        if self.drawer.take().is_some_and(|drawer| drawer != (seat, rinshan)) || self.has_won(seat) {
            return Err(format!("{seat:?} draws after a win"));
        }
        self.remaining -= 1;
        self.rinshan = rinshan;
        let place = &mut self.seats[seat.index()];
        place.drawn = Some(tile);
        place.passed &= self.rules.furiten_clear == FuritenClear::OwnDiscard;
        if self.picks.is_none() {
            self.asked[seat.index()] = self.turn(seat, tile);
        }
        Ok(())
    }

    fn discard(&mut self, seat: Seat, tile: Tile, riichi: bool) {
        let place = &mut self.seats[seat.index()];
        place.declared = riichi;
        place.double |= riichi && place.discards == 0 && !self.called;
        (place.ippatsu, place.passed) = (false, false);
        place.discards += 1;
        place.nagashi &= tile.kind().is_yaochu();
        place.river.insert(tile.kind());
        let after = match place.drawn {
            Some(_) if self.rinshan && self.replaces_north => WinFlags::AFTER_NUKI,
            Some(_) if self.rinshan => WinFlags::AFTER_KAN,
            _ => WinFlags::NONE,
        };
        self.replaces_north = false;
        place.keep_drawn();
        place.take(tile);
        self.new_riichi = false;
        self.discarder = Some(seat);
        self.show(seat, tile.kind(), How::Discard, after);
    }

    fn meld(&mut self, seat: Seat, meld: Meld) {
        let place = &mut self.seats[seat.index()];
        match meld.kind() {
            MeldKind::Kakan => {
                self.replaces_north = false;
                place.keep_drawn();
                place.take(meld.tiles()[3]);
                let pon =
                    place.melds.iter().position(|own| own.low() == meld.low() && own.kind() == MeldKind::Pon);
                place.melds[pon.expect("a pon to add to")] = meld;
                self.show(seat, meld.low(), How::Kakan, WinFlags::NONE);
            }
            MeldKind::Ankan => {
                self.replaces_north = false;
                place.keep_drawn();
                meld.tiles().iter().for_each(|&tile| place.take(tile));
                place.melds.push(meld);
                self.show(seat, meld.low(), How::Ankan, WinFlags::NONE);
            }
            _ => {
                meld.tiles()[1..].iter().for_each(|&tile| place.take(tile));
                place.melds.push(meld);
                self.seats[meld.from().seat(seat, N).index()].nagashi = false;
                self.interrupt();
                self.kans += meld.is_kan() as u8;
                if !meld.is_kan() {
                    self.asked[seat.index()] = self.after_call(seat, meld);
                }
            }
        }
    }

    fn nuki(&mut self, seat: Seat) {
        let place = &self.seats[seat.index()];
        let waits = self.waits(&place.counts(), &place.melds);
        let declined = place.riichi && place.drawn.is_some_and(|tile| waits.has(tile.kind()));
        let place = &mut self.seats[seat.index()];
        place.locked |= declined;
        place.keep_drawn();
        place.take(Kind::NORTH.tile());
        place.norths += 1;
        place.nagashi &= !self.rules.kita_breaks_nagashi;
        self.replaces_north = true;
        self.show(seat, Kind::NORTH, How::Nuki, WinFlags::NONE);
    }

    pub(crate) fn interrupt(&mut self) {
        self.called = true;
        self.seats.iter_mut().for_each(|place| place.ippatsu = false);
    }

    /// Shows a tile to the others.
    fn show(&mut self, by: Seat, kind: Kind, how: How, after: WinFlags) {
        let mut shown = Shown { by, kind, how, after, could_ron: [false; N] };
        for seat in Seat::all(N).filter(|&seat| seat != by && !self.has_won(seat)).collect::<Vec<_>>() {
            let mut actions = self.calls(seat, &shown);
            if self.may_ron(seat, &shown) {
                shown.could_ron[seat.index()] = true;
                actions.push(Action::Ron);
            }
            if !actions.is_empty() {
                actions.push(Action::Pass);
            }
            self.asked[seat.index()] = actions.into_iter().map(Action::code).collect();
        }
        self.three_rons = shown.could_ron.iter().filter(|&&could| could).count() == 3;
        self.shown = Some(shown);
    }

    /// These won on the tile, or nobody: who else could have is furiten, a kan stands.
    pub(crate) fn close(&mut self, shown: Shown<N>, winners: &[Seat]) {
        let ankan = shown.how == How::Ankan;
        for seat in Seat::all(N).filter(|seat| *seat != shown.by && !winners.contains(seat)) {
            let counts = shown.could_ron[seat.index()] || self.rules.furiten_pass_noyaku;
            if self.completes(seat, &shown) && counts && (!ankan || self.rules.ankan_pass_furiten) {
                let place = &mut self.seats[seat.index()];
                place.passed = true;
                place.locked |= place.riichi;
            }
        }
        if shown.how != How::Discard && (winners.is_empty() || self.rules.chankan_keeps_kan) {
            self.interrupt();
            self.kans += (shown.how != How::Nuki) as u8;
        }
    }

    /// The kinds that complete the hand, of which the closed part (or the whole hand) does not hold four.
    fn waits(&self, hand: &Hand, melds: &[Meld]) -> KindSet {
        let exposed = |kind| match self.rules.karaten_melds {
            true => melds.iter().map(|meld| meld.count(kind)).sum(),
            false => 0,
        };
        let completes = |&kind: &Kind| {
            hand.count(kind) < 4
                && hand.count(kind) + exposed(kind) < 4
                && self.tables.is_agari(&hand.with(kind), melds.len() as u8)
        };
        kinds::<N>().into_iter().filter(completes).collect()
    }

    pub(crate) fn waits_of(&self, seat: Seat) -> KindSet {
        let place = &self.seats[seat.index()];
        self.waits(&place.counts(), &place.melds)
    }

    /// Does the tile complete the hand in a way that could win?
    fn completes(&self, seat: Seat, shown: &Shown<N>) -> bool {
        let place = &self.seats[seat.index()];
        let hand = place.counts();
        if shown.how == How::Ankan {
            let kokushi = place.melds.is_empty() && self.tables.is_kokushi(&hand.with(shown.kind));
            return self.rules.kokushi_robs_ankan && kokushi;
        }
        if shown.how == How::Nuki && !self.rules.kita_ron {
            return false;
        }
        self.waits_of(seat).has(shown.kind)
    }

    fn may_ron(&self, seat: Seat, shown: &Shown<N>) -> bool {
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
            .with_if(WinFlags::RIICHI_TILE, discard && self.seats[shown.by.index()].declared)
            .with(shown.after);
        !place.river.meets(self.waits_of(seat)) && self.is_worth_something(seat, shown.kind, false, flags)
    }

    fn flags(&self, seat: Seat) -> WinFlags {
        let place = &self.seats[seat.index()];
        WinFlags::NONE
            .with_if(WinFlags::RIICHI, place.riichi)
            .with_if(WinFlags::DOUBLE_RIICHI, place.riichi && place.double)
            .with_if(WinFlags::IPPATSU, place.ippatsu)
            .with_if(WinFlags::FIRST_TURN, place.discards == 0 && !self.called)
    }

    fn is_worth_something(&self, seat: Seat, tile: Kind, tsumo: bool, flags: WinFlags) -> bool {
        let place = &self.seats[seat.index()];
        let win = Win {
            hand: &place.counts().with(tile),
            melds: &place.melds,
            tile,
            tsumo,
            seat_wind: Kind::wind((seat.index() + N - self.standing.kyoku as usize % N) as u8 % N as u8),
            round_wind: Kind::wind((self.standing.kyoku / N as u32) as u8),
            flags,
            dora: DoraCount { nuki: place.norths, ..DoraCount::default() },
        };
        value(self.tables, &self.rules, &win).is_some()
    }

    /// Four kans that end the kyoku with the next discard.
    pub(crate) fn four_kans(&self) -> bool {
        let of_one =
            self.seats.iter().any(|place| place.melds.iter().filter(|meld| meld.is_kan()).count() == 4);
        self.kans == 4 && self.rules.abort_suukan && !of_one
    }

    fn calls(&self, seat: Seat, shown: &Shown<N>) -> Vec<Action> {
        let place = &self.seats[seat.index()];
        if shown.how != How::Discard || self.remaining == 0 || self.four_kans() || place.riichi {
            return vec![];
        }
        let mut actions = Vec::new();
        let same: Vec<Tile> = place.hand.iter().copied().filter(|tile| tile.kind() == shown.kind).collect();
        let reds = same.iter().filter(|tile| tile.is_red()).count();
        for own in 0..=2 {
            if own <= reds
                && 2 - own <= same.len() - reds
                && place.hand.iter().any(|t| t.kind() != shown.kind)
            {
                actions.push(Action::Pon { reds: own as u8 });
            }
        }
        if same.len() == 3 && self.kans < self.rules.max_kans {
            actions.push(Action::Daiminkan);
        }
        if self.rules.chii && shown.by.after(1, N) == seat {
            actions.extend(self.chis(place, shown.kind));
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

    /// What may not be discarded after a call: the called kind, and what would make a run of the same two.
    fn banned(&self, called: Kind, own: Option<[Kind; 2]>) -> KindSet {
        let suji = match (self.rules.kuikae, own) {
            (Kuikae::Free, _) => return KindSet::EMPTY,
            (Kuikae::BanSameAndSuji, Some(own)) => own,
            _ => return KindSet::of(called),
        };
        let fits = |kind: &Kind| ChiSide::ALL.into_iter().any(|side| own_kinds(side, *kind) == Some(suji));
        Kind::all().filter(fits).chain([called]).collect()
    }

    fn after_call(&self, seat: Seat, meld: Meld) -> Vec<u8> {
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

    /// What the seat that drew may do.
    pub(crate) fn turn(&self, seat: Seat, tile: Tile) -> Vec<u8> {
        let place = &self.seats[seat.index()];
        let mut actions = vec![Action::Tsumogiri];
        let flags = self
            .flags(seat)
            .with_if(WinFlags::RINSHAN, self.rinshan)
            .with_if(WinFlags::HAITEI, self.remaining == 0 && !self.rinshan);
        if self.waits_of(seat).has(tile.kind()) && self.is_worth_something(seat, tile.kind(), true, flags) {
            actions.push(Action::Tsumo);
        }
        actions.extend(self.own_kans(seat, tile).into_iter().map(Action::Kan));
        actions.extend(self.norths_may_go(seat, Some(tile)).then_some(Action::NUKI_NORTH));
        if !place.riichi {
            actions.extend(place.hand.iter().map(|&tile| Action::Discard(tile)));
            actions.extend(self.riichis(seat, tile));
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

    /// May the seat set a north aside?
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

    /// A kan in riichi: of the drawn kind, which is no wait, and the waits stay.
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

    fn riichis(&self, seat: Seat, drawn: Tile) -> Vec<Action> {
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

    /// Does the oracle know these rules? It leaves out what takes more than a line to say twice.
    pub(crate) fn covers(rules: &RiichiRules) -> bool {
        rules.karaten_closed4
            && rules.karaten_riichi
            && rules.atozuke
            && rules.riichi_ankan != RiichiAnkan::Strict
    }

    /// Compares with whom the engine asks, and for what.
    pub(crate) fn agrees(&self, seat: Seat, legal: &ActionMask) -> Result<(), String> {
        let mut expected = self.asked[seat.index()].clone();
        expected.sort();
        let found: Vec<u8> = legal.iter().collect();
        if found == expected || found.is_empty() && expected.len() == 1 {
            return Ok(());
        }
        let names = |codes: &[u8]| -> Vec<String> {
            codes
                .iter()
                .filter_map(|&code| Action::from_code(code))
                .map(|action| action.to_string())
                .collect()
        };
        Err(format!("{seat:?} may {:?}, expected {:?}", names(&found), names(&expected)))
    }
}

/// The kinds in play.
fn kinds<const N: usize>() -> KindSet {
    let gone = |kind: &Kind| N == 3 && (1..8).contains(&kind.code());
    Kind::all().filter(|kind| !gone(kind)).collect()
}

/// Nobody is asked.
fn nothing<const N: usize>() -> Asked<N> {
    std::array::from_fn(|_| vec![])
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
