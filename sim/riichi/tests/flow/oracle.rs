//! A second, slow implementation of the rules of play. It follows a match by its events alone and computes everything from
//! them. At every decision it must agree with the engine about the deciders and their legal actions.
//!
//! Which tiles complete a hand and the value of a hand are taken from the engine's kernels; they are tested elsewhere.

use super::oracle_final::Counted;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::game::{ActionMask, Game, WinRecord};
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind, Seat, Tile};
use hyakuman_riichi::rules::{FuritenClear, RiichiAnkan};
use hyakuman_riichi::score::WinFlags;
use hyakuman_riichi::{Action, Event, Riichi, RiichiRules};
use std::sync::Arc;

/// The legal actions of each seat; a seat with one action or none is no decider.
pub(crate) type Offers<const N: usize> = [Vec<u8>; N];

/// The state of a match by its events.
pub(crate) struct Oracle<const N: usize> {
    pub(crate) rules: Arc<RiichiRules>,
    pub(crate) match_state: MatchState<N>,
    pub(crate) scores: [i32; N],
    pub(crate) seats: [Place; N],
    pub(crate) remaining: u8,
    pub(crate) kans: u8,
    pub(crate) called: bool,
    pub(crate) rinshan: bool,
    /// Whether the replacement is drawn for a north set aside.
    pub(crate) replaces_north: bool,
    pub(crate) shown: Option<Shown<N>>,
    /// The seat whose discard is next to be settled.
    pub(crate) discarder: Option<Seat>,
    /// Dora indicators that are open.
    pub(crate) indicators: Vec<Tile>,
    /// Who has won, in order of time.
    pub(crate) winners: Vec<Seat>,
    /// Wins after which the kyoku has not continued yet.
    pub(crate) just_won: Option<JustWon<N>>,
    /// The tiles each seat picked for the exchange; none before the deal and after it.
    pub(crate) picks: Option<[Vec<Tile>; N]>,
    /// Who must draw next after a win, and from where.
    pub(crate) drawer: Option<(Seat, bool)>,
    /// Whether its riichi was accepted.
    pub(crate) new_riichi: bool,
    /// Whether three seats could have won on it.
    pub(crate) three_rons: bool,
    /// Who is paid and pays double in this kyoku.
    pub(crate) wareme: Option<Seat>,
    /// What counts in the final points besides the scores.
    pub(crate) counted: Counted<N>,
    /// The legal actions of the seats after the last event.
    pub(crate) offers: Offers<N>,
}

/// The state of a seat.
#[derive(Default)]
pub(crate) struct Place {
    pub(crate) hand: Vec<Tile>,
    pub(crate) drawn: Option<Tile>,
    pub(crate) melds: Vec<Meld>,
    pub(crate) norths: u8,
    pub(crate) river: KindSet,
    pub(crate) discards: usize,
    pub(crate) riichi: bool,
    pub(crate) declared: bool,
    pub(crate) double: bool,
    /// An open riichi is announced; then, that it is one.
    pub(crate) opens: bool,
    pub(crate) ippatsu: bool,
    pub(crate) passed: bool,
    pub(crate) locked: bool,
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
    pub(crate) tile: Tile,
    pub(crate) how: How,
    /// For a discard: whether it follows the replacement of a kan or of a north set aside.
    pub(crate) after: WinFlags,
    pub(crate) could_ron: [bool; N],
}

/// Wins with one tile.
pub(crate) struct JustWon<const N: usize> {
    /// The tile that was won on; none for a tsumo.
    pub(crate) on: Option<Shown<N>>,
    /// Who won, nearest first.
    pub(crate) seats: Vec<Seat>,
}

impl Place {
    pub(crate) fn closed(&self) -> bool {
        self.melds.iter().all(|meld| meld.kind() == MeldKind::Ankan)
    }

    pub(crate) fn counts(&self) -> Hand {
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
    /// Before the first event.
    pub(crate) fn new(rules: &Arc<RiichiRules>, game: &Riichi<N>) -> Oracle<N> {
        Oracle {
            rules: Arc::clone(rules),
            match_state: *game.match_state(),
            scores: [0; N],
            seats: std::array::from_fn(|_| Place::default()),
            remaining: 0,
            kans: 0,
            called: false,
            rinshan: false,
            replaces_north: false,
            shown: None,
            discarder: None,
            indicators: vec![],
            winners: vec![],
            just_won: None,
            picks: None,
            drawer: None,
            new_riichi: false,
            three_rons: false,
            wareme: None,
            counted: Counted::NOTHING,
            offers: nothing(),
        }
    }

    /// Follows one event. Of `game` only the hands after a deal are read; `wins` are the wins of the kyoku.
    pub(crate) fn follow(
        &mut self,
        event: &Event,
        game: &Riichi<N>,
        wins: &[WinRecord],
    ) -> Result<(), String> {
        self.offers = nothing();
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
            Event::Handed { from, to, tile } => self.handed(from, to, tile.expect("the tile is not hidden")),
            Event::Draw { seat, tile, rinshan } => {
                self.draw(seat, tile.expect("the tile is not hidden"), rinshan)?
            }
            Event::Discard { seat, tile, riichi, .. } => self.discard(seat, tile, riichi),
            Event::OpenRiichi { seat } => self.opens(seat),
            Event::Riichi { seat } => {
                let place = &mut self.seats[seat.index()];
                // None if a win came in between.
                let ronned = self.drawer.is_some();
                (place.riichi, place.ippatsu) = (true, self.rules.ippatsu && !ronned);
                self.scores[seat.index()] -= self.rules.riichi_stick;
                self.match_state.kyotaku += 1;
                self.new_riichi = true;
            }
            Event::Meld { seat, meld } => self.meld(seat, meld),
            Event::Win { seat, from, .. } => self.win(seat, from, shown, wins)?,
            Event::Nuki { seat, .. } => self.nuki(seat),
            Event::Dora { tile } => self.indicators.push(tile),
            Event::Ryuukyoku { .. } => {}
        }
        Ok(())
    }

    fn deal(&mut self, game: &Riichi<N>) {
        self.match_state = *game.match_state();
        self.scores = self.match_state.scores;
        let view = game.view(Seat::new(0));
        self.wareme = view.wareme().map(|seat| seat.seat(view.seat(), N));
        self.indicators.clear();
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
            self.offers[seat.index()] = self.turn(seat, tile);
        }
        Ok(())
    }

    fn discard(&mut self, seat: Seat, tile: Tile, riichi: bool) {
        let place = &mut self.seats[seat.index()];
        place.declared = riichi;
        place.double |= riichi && place.discards == 0 && !self.called;
        assert!(riichi || place.riichi || !place.opens, "riichi follows its announcement");
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
        self.show(seat, tile, How::Discard, after);
    }

    /// An open riichi is announced: a discard that declares it is next.
    fn opens(&mut self, seat: Seat) {
        self.seats[seat.index()].opens = true;
        let drawn = self.seats[seat.index()].drawn.expect("riichi follows a draw");
        let mut codes: Vec<u8> = self.riichis(seat, drawn).into_iter().map(Action::code).collect();
        codes.dedup();
        self.offers[seat.index()] = codes;
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
                self.show(seat, meld.tiles()[3], How::Kakan, WinFlags::NONE);
            }
            MeldKind::Ankan => {
                self.replaces_north = false;
                place.keep_drawn();
                meld.tiles().iter().for_each(|&tile| place.take(tile));
                place.melds.push(meld);
                self.show(seat, meld.low().tile(), How::Ankan, WinFlags::NONE);
            }
            _ => {
                meld.tiles()[1..].iter().for_each(|&tile| place.take(tile));
                place.melds.push(meld);
                self.seats[meld.from().seat(seat, N).index()].nagashi = false;
                self.interrupt();
                self.kans += meld.is_kan() as u8;
                if !meld.is_kan() {
                    self.offers[seat.index()] = self.after_call(seat, meld);
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
        self.show(seat, Kind::NORTH.tile(), How::Nuki, WinFlags::NONE);
    }

    pub(crate) fn interrupt(&mut self) {
        self.called = true;
        self.seats.iter_mut().for_each(|place| place.ippatsu = false);
    }

    /// Shows a tile to the others.
    fn show(&mut self, by: Seat, tile: Tile, how: How, after: WinFlags) {
        let mut shown = Shown { by, tile, how, after, could_ron: [false; N] };
        for seat in Seat::all(N).filter(|&seat| seat != by && !self.has_won(seat)).collect::<Vec<_>>() {
            let mut actions = self.calls(seat, &shown);
            if self.may_ron(seat, &shown) {
                shown.could_ron[seat.index()] = true;
                actions.push(Action::Ron);
            }
            if !actions.is_empty() {
                actions.push(Action::Pass);
            }
            self.offers[seat.index()] = actions.into_iter().map(Action::code).collect();
        }
        self.three_rons = shown.could_ron.iter().filter(|&&could| could).count() == 3;
        self.shown = Some(shown);
    }

    /// These seats won on the tile, or none: the others that could have are furiten, and a kan is completed.
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

    /// Whether there are four kans that end the kyoku with the next discard.
    pub(crate) fn four_kans(&self) -> bool {
        let of_one =
            self.seats.iter().any(|place| place.melds.iter().filter(|meld| meld.is_kan()).count() == 4);
        self.kans == 4 && self.rules.abort_suukan && !of_one
    }

    /// Whether the oracle implements these rules. It leaves out rules that would need much code.
    pub(crate) fn covers(rules: &RiichiRules) -> bool {
        rules.karaten_closed4
            && rules.karaten_riichi
            && rules.atozuke
            && rules.riichi_ankan != RiichiAnkan::Strict
    }

    /// Compares deciders and legal actions with those of the engine.
    pub(crate) fn agrees(&self, seat: Seat, legal: &ActionMask) -> Result<(), String> {
        let mut expected = self.offers[seat.index()].clone();
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
pub(crate) fn kinds<const N: usize>() -> KindSet {
    let gone = |kind: &Kind| N == 3 && (1..8).contains(&kind.code());
    Kind::all().filter(|kind| !gone(kind)).collect()
}

/// No legal actions.
fn nothing<const N: usize>() -> Offers<N> {
    std::array::from_fn(|_| vec![])
}
