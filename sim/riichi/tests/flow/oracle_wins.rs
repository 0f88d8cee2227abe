//! The oracle on the exchange before the first draw, and on a kyoku that continues after a win.

use super::oracle::{How, JustWon, Oracle, Shown};
use hyakuman_core::game::{Answers, KyokuResult, WinRecord};
use hyakuman_core::{Meld, MeldKind, Seat, Tile};
use hyakuman_riichi::rules::{MultiRonPot, RiichiOnRonnedTile, ShuraSuukanAbort, SuddenDeath, Tobi};
use hyakuman_riichi::{Action, Event};

impl<const N: usize> Oracle<N> {
    /// In the exchange every seat may pick any of its tiles.
    pub(crate) fn expect_picks(&mut self) {
        if self.picks.is_none() {
            return;
        }
        for (place, offers) in self.seats.iter().zip(&mut self.offers) {
            let tiles = place.hand.iter().chain(&place.drawn);
            *offers = tiles.map(|&tile| Action::Exchange(tile).code()).collect();
            offers.sort();
            offers.dedup();
        }
    }

    /// The tiles that every seat picked.
    pub(crate) fn picked(&mut self, answers: Answers) {
        let Some(picks) = &mut self.picks else { return };
        for (seat, picks) in Seat::all(N).zip(picks) {
            let code = answers.get(seat).expect("everybody picks");
            let Some(Action::Exchange(tile)) = Action::from_code(code) else { panic!("{code} is no pick") };
            picks.push(tile);
            let place = &mut self.seats[seat.index()];
            match place.hand.contains(&tile) {
                true => place.take(tile),
                false => place.drawn = None,
            }
        }
    }

    /// A tile changes hands; after the last one the first turn begins.
    pub(crate) fn handed(&mut self, from: Seat, to: Seat, tile: Tile) {
        let picks = self.picks.as_mut().expect("an exchange");
        assert!(from != to && picks[from.index()].remove(0) == tile, "{from:?} did not pick {tile}");
        self.seats[to.index()].hand.push(tile);
        if !picks.iter().all(Vec::is_empty) {
            return;
        }
        self.picks = None;
        if self.rules.exchange_pool == 14 {
            self.dealer_has_fourteen();
        }
    }

    fn dealer_has_fourteen(&mut self) {
        let dealer = Seat::new((self.match_state.kyoku % N as u32) as u8);
        let place = &mut self.seats[dealer.index()];
        place.drawn = place.drawn.or_else(|| place.hand.pop());
        let tile = place.drawn.expect("fourteen tiles");
        self.offers[dealer.index()] = self.turn(dealer, tile);
    }

    pub(crate) fn has_won(&self, seat: Seat) -> bool {
        self.winners.contains(&seat)
    }

    pub(crate) fn active(&self) -> Vec<Seat> {
        Seat::all(N).filter(|&seat| !self.has_won(seat)).collect()
    }

    /// A seat wins. The points are taken from the engine.
    pub(crate) fn win(
        &mut self,
        seat: Seat,
        from: Option<Seat>,
        shown: Option<Shown<N>>,
        wins: &[WinRecord],
    ) -> Result<(), String> {
        let by = self.just_won.as_ref().map(|won| won.on.map(|on| on.by));
        if self.has_won(seat)
            || by.is_some_and(|by| by != from)
            || from.is_some_and(|from| self.has_won(from))
        {
            return Err(format!("{seat:?} wins from {from:?}"));
        }
        let won = self.just_won.get_or_insert(JustWon { on: shown, seats: vec![] });
        won.seats.push(seat);
        match wins.iter().find(|record| record.winner == seat) {
            Some(record) => self.credit(record),
            None => Err(format!("no record of the win of {seat:?}")),
        }
    }

    /// Checks that the right seats pay a win, and that the winner takes the sticks.
    pub(crate) fn credit(&mut self, record: &WinRecord) -> Result<(), String> {
        let sticks = std::mem::take(&mut self.match_state.kyotaku) as i32 * self.rules.riichi_stick;
        if self.rules.wins_per_hand > 1 && self.rules.pao.is_empty() && !self.rules.rinshan_daiminkan_pao {
            self.check_payers(record)?;
        }
        let pot: i32 = record.deltas.iter().sum();
        if self.rules.multi_ron_pot == MultiRonPot::Nearest && pot != sticks {
            return Err(format!("{record:?} takes {pot} points of {sticks}"));
        }
        let before = self.scores;
        self.scores.iter_mut().zip(record.deltas).for_each(|(score, delta)| *score += delta);
        self.count_win(record, &before);
        self.winners.push(record.winner);
        Ok(())
    }

    /// Checks that exactly the seats that have not won pay, the dealer about twice as much, and double if they or the winner
    /// are the wareme.
    fn check_payers(&self, record: &WinRecord) -> Result<(), String> {
        let dealer = Seat::new((self.match_state.kyoku % N as u32) as u8);
        let is_payer = |seat: Seat| match record.from {
            Some(from) => seat == from,
            None => seat != record.winner && !self.has_won(seat),
        };
        let doubled =
            |seat: Seat| self.wareme.is_some_and(|wareme| wareme == seat || wareme == record.winner);
        let paid = |seat: Seat| -record.deltas[seat.index()] / if doubled(seat) { 2 } else { 1 };
        let child = Seat::all(N).filter(|&seat| is_payer(seat) && seat != dealer).map(paid).max();
        let right = |seat: Seat| match (is_payer(seat), child) {
            (false, _) => seat == record.winner || paid(seat) == 0,
            (true, Some(child)) if record.from.is_none() && seat == dealer => {
                (2 * child - 100..=2 * child).contains(&paid(seat))
            }
            (true, Some(child)) => paid(seat) == child,
            (true, None) => paid(seat) > 0,
        };
        if Seat::all(N).all(right) { Ok(()) } else { Err(format!("{record:?} with {:?} out", self.winners)) }
    }

    /// Whether a score ends the match in the middle of a kyoku.
    pub(crate) fn is_over_at_once(&self) -> bool {
        let (rules, scores) = (&self.rules, &self.scores);
        let low = scores.iter().min().expect("four");
        let extended = self.match_state.kyoku >= N as u32 * rules.length_winds as u32;
        let target = scores.iter().any(|&score| score >= rules.target_points);
        rules.tobi == Tobi::Below0 && *low < 0
            || rules.tobi == Tobi::AtOrBelow0 && *low <= 0
            || rules.sudden_death == SuddenDeath::Immediate && extended && target
    }

    /// Continues after wins on one tile; this event is the next one.
    pub(crate) fn go_on_after(&mut self, won: JustWon<N>, event: &Event) -> Result<(), String> {
        if self.winners.len() >= self.rules.wins_per_hand as usize || self.is_over_at_once() {
            return Err(format!("play goes on after the wins of {:?}", self.winners));
        }
        self.interrupt();
        let last = *won.seats.last().expect("somebody has won");
        let next = (1..N as u8).map(|steps| last.after(steps, N)).find(|&seat| !self.has_won(seat));
        let mut drawer = (next.expect("somebody plays"), false);
        if let Some(shown) = won.on {
            self.close(shown, &won.seats);
            match shown.how {
                How::Discard => self.ronned_riichi(shown.by, event)?,
                _ if self.rules.chankan_keeps_kan => drawer = (shown.by, true),
                _ => self.undo_kan(&shown),
            }
        } else {
            self.seats[last.index()].drawn = None;
        }
        self.drawer = Some(drawer);
        self.check_goes_on(drawer.1, event)
    }

    fn check_goes_on(&self, rinshan: bool, event: &Event) -> Result<(), String> {
        let at_once = self.four_kans() && self.rules.shura_suukan_abort == ShuraSuukanAbort::Immediate;
        let right = match *event {
            Event::Riichi { .. } => true,
            Event::Dora { .. } => rinshan,
            Event::Ryuukyoku { result } if at_once => result == KyokuResult::Suukan,
            Event::Ryuukyoku { result } => !rinshan && Some(result) == self.exhausted(),
            Event::Draw { .. } => !at_once && self.remaining > 0,
            _ => false,
        };
        if right { Ok(()) } else { Err(format!("{event:?} after a win")) }
    }

    /// A riichi whose tile was won on holds if its stick can be paid.
    fn ronned_riichi(&mut self, by: Seat, event: &Event) -> Result<(), String> {
        let (rules, score) = (&self.rules, self.scores[by.index()]);
        let place = &mut self.seats[by.index()];
        let may =
            rules.riichi_on_ronned_tile == RiichiOnRonnedTile::StandsIfAfford && score >= rules.riichi_stick;
        let stands = place.declared && may;
        if !stands {
            (place.declared, place.double) = (false, place.double && place.riichi);
        }
        let accepted = matches!(event, Event::Riichi { seat } if *seat == by);
        if accepted == stands { Ok(()) } else { Err(format!("{event:?}, but the riichi holds: {stands}")) }
    }

    /// The robbed kan becomes what it was before, without the tile.
    fn undo_kan(&mut self, shown: &Shown<N>) {
        let meld = if shown.how == How::Kakan { MeldKind::Kakan } else { MeldKind::Ankan };
        let place = &mut self.seats[shown.by.index()];
        let i = place
            .melds
            .iter()
            .position(|own| own.kind() == meld && own.low() == shown.tile.kind())
            .expect("the kan");
        let tiles = place.melds[i].tiles();
        if meld == MeldKind::Kakan {
            place.melds[i] = Meld::pon(tiles[0], [tiles[1], tiles[2]], place.melds[i].from());
        } else {
            place.hand.extend(&tiles[..3]);
            place.melds.remove(i);
        }
    }
}
