//! The end of a kyoku: payments, and the report of it.

use super::apply::Next;
use super::settle::win_deltas;
use super::state::{Event, Phase, SEATS, Yangzhou};
use arrayvec::ArrayVec;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{KyokuEnd, KyokuResult, WinRecord};
use hyakuman_core::{Kind, Seat, SeatSet};

/// The wins of a kyoku, nearest after the discarder first.
type Wins = ArrayVec<WinRecord, 3>;

impl Yangzhou {
    /// Pays the winners.
    #[inline(never)]
    pub(super) fn end_by_win(&mut self, winners: SeatSet, reporter: &mut Reporter<'_, Self>) -> Next {
        let turn = self.kyoku.turn;
        let mut wins = Wins::new();
        match self.phase {
            Phase::Claim(offer) if !winners.has(turn) => {
                let in_turn = (1..SEATS as u8).map(|steps| turn.after(steps, SEATS));
                for seat in in_turn.filter(|&seat| winners.has(seat)) {
                    wins.push(self.pay(seat, Some(turn), offer.kind()));
                }
            }
            _ => {
                let tile = self.kyoku.drawn.expect("the winning tile");
                wins.push(self.pay(turn, None, tile));
            }
        }
        self.end(winners, SeatSet::EMPTY, &wins, reporter)
    }

    /// Moves the points of one win and returns its record.
    fn pay(&mut self, winner: Seat, from: Option<Seat>, tile: Kind) -> WinRecord {
        let value = self.value(winner, tile, from.is_none()).expect("a legal win");
        let deltas = win_deltas(value.total, winner, from);
        self.match_state.scores.iter_mut().zip(deltas).for_each(|(score, delta)| *score += delta);
        self.note(Event::Win { seat: winner, from, tile });
        WinRecord {
            from,
            tile: tile.code(),
            han: value.total,
            yaku: value.fans.set.bits(),
            points: value.total as i32,
            deltas,
            ..WinRecord::of(winner)
        }
    }

    /// Nobody won: nothing is paid (Y-2.8).
    #[inline(never)]
    pub(super) fn end_by_draw(&mut self, reporter: &mut Reporter<'_, Self>) -> Next {
        self.note(Event::Ryuukyoku);
        let tenpai = Seat::all(SEATS).filter(|&seat| !self.player(seat).waits.is_empty()).collect();
        self.end(SeatSet::EMPTY, tenpai, &[], reporter)
    }

    /// Reports the end of the kyoku and continues with the next one or the end of the match.
    fn end(
        &mut self,
        winners: SeatSet,
        tenpai: SeatSet,
        wins: &[WinRecord],
        reporter: &mut Reporter<'_, Self>,
    ) -> Next {
        self.deciders = SeatSet::EMPTY;
        let end = KyokuEnd {
            result: if wins.is_empty() { KyokuResult::Exhaustive } else { KyokuResult::Win },
            wins,
            draws: (self.kyoku.front as usize - 13 * SEATS) as u32 + self.kyoku.replaced as u32,
            open: Seat::all(SEATS).filter(|&seat| self.player(seat).open).collect(),
            tenpai,
            ..self.match_state.settled(&self.kyoku.before)
        };
        reporter.settled(self, &end);
        self.after(winners, reporter)
    }
}
