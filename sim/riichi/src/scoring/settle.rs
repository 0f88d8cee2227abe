//! Payments: wins, noten and nagashi, as pure functions that return the change of every score.
//!
//! The changes sum to zero, except for the riichi sticks that a winner takes from the table.
//! Source: RULES.md.

use super::score::{HandValue, Limit, MANGAN, YAKUMAN, yakuman_base, yakuman_multiple};
use super::yaku::{Yaku, YakuSet};
use crate::rules::{
    MultiRonPot, Nagashi, Noten, PaoHonba, PaoScope, PaoTsumo3p, PaoYakuman, RiichiRules, SanmaTsumo,
};
use arrayvec::ArrayVec;
use hyakuman_core::game::{MAX_SEATS, WinRecord};
use hyakuman_core::{Seat, SeatSet, Tile};

/// The value of a win, as payments and records need it.
pub trait Payment {
    /// Its yaku; a seat may be liable for a yakuman among them.
    fn yaku(&self) -> YakuSet;

    /// The base value, from which every payment follows.
    fn base(&self) -> i32;

    /// The payment for a ron of `base`.
    fn full(base: i32, dealer_wins: bool) -> i32;

    /// What one seat pays for a tsumo of `base`; with three players by the rule `way`.
    fn share(base: i32, payers: Payers, way: SanmaTsumo) -> i32;

    /// The win as it is recorded. `received` is what the winner got for the hand alone.
    fn record(&self, won: &WonBy, tile: Tile, received: i32, deltas: [i32; MAX_SEATS]) -> WinRecord;
}

/// Who is the dealer in a payment for a tsumo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payers {
    /// Whether the winner is the dealer.
    pub dealer_wins: bool,
    /// Whether the seat that pays is the dealer.
    pub dealer_pays: bool,
}

impl Payment for HandValue {
    fn yaku(&self) -> YakuSet {
        self.yaku
    }

    fn base(&self) -> i32 {
        self.base
    }

    fn full(base: i32, dealer_wins: bool) -> i32 {
        up_to_hundred(base * if dealer_wins { 6 } else { 4 })
    }

    /// With three players the share of the absent fourth is lost or halved between the payers, or the whole is paid in
    /// equal parts.
    fn share(base: i32, Payers { dealer_wins, dealer_pays }: Payers, way: SanmaTsumo) -> i32 {
        let halves = match way {
            SanmaTsumo::Loss if dealer_wins || dealer_pays => 4,
            SanmaTsumo::Loss => 2,
            _ if dealer_wins => 6,
            SanmaTsumo::SplitNorth if dealer_pays => 5,
            SanmaTsumo::SplitNorth => 3,
            SanmaTsumo::SplitEven => 4,
        };
        up_to_hundred(base * halves / 2)
    }

    fn record(&self, won: &WonBy, tile: Tile, received: i32, deltas: [i32; MAX_SEATS]) -> WinRecord {
        WinRecord {
            winner: won.winner,
            from: won.from,
            tile: tile.code(),
            han: self.han.into(),
            fu: self.fu,
            yakuman: self.yakuman,
            yaku: self.yaku.bits(),
            own_yaku: self.own_yaku,
            dora: [self.dora.dora, self.dora.ura, self.dora.aka, self.dora.nuki],
            points: received,
            deltas,
        }
    }
}

/// The state that payments depend on, when a seat wins or the wall runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stakes {
    /// The dealer.
    pub dealer: Seat,
    /// Honba (本場).
    pub honba: u32,
    /// Riichi sticks on the table, the winner's own among them.
    pub kyotaku: u32,
    /// The seats that have not won before, the winner included. All seats unless a kyoku continues after a win.
    pub active: SeatSet,
    /// The seat that is paid and pays double for wins.
    pub wareme: Option<Seat>,
}

/// Who won, and by whose tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WonBy {
    /// The winner.
    pub winner: Seat,
    /// The discarder; none for a tsumo.
    pub from: Option<Seat>,
    /// A seat that is liable for the win.
    pub pao: Option<Pao>,
}

/// A seat that is liable for the win of another (包).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pao {
    /// The liable seat.
    pub feeder: Seat,
    /// Why it is liable.
    pub cause: PaoCause,
}

/// Why a seat is liable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaoCause {
    /// It fed the last exposed set of this yakuman.
    Yakuman(PaoYakuman),
    /// It fed the daiminkan whose replacement tile won.
    Rinshan,
}

/// Changes of all scores by one win. A ron shared with other winners is settled by [`multi_ron_deltas`].
pub fn win_deltas<const N: usize>(
    rules: &RiichiRules,
    value: &impl Payment,
    won: &WonBy,
    stakes: &Stakes,
) -> [i32; N] {
    let sticks = stakes.kyotaku as i32 * rules.riichi_stick;
    Settlement { rules, value, won, stakes }.deltas(stakes.honba as i32, sticks)
}

/// Changes of all scores by each of several rons on one tile. Wins and results are in turn order from the discarder.
///
/// By [`MultiRonPot::Nearest`] the first winner takes honba and sticks. By the other rules every winner takes honba; the
/// sticks are shared in hundreds ([`MultiRonPot::Split`]), or each winner in `riichi` takes one
/// ([`MultiRonPot::OwnSticks`]), and the first winner takes the remaining ones.
pub fn multi_ron_deltas<const N: usize>(
    rules: &RiichiRules,
    wins: &[(impl Payment, WonBy)],
    stakes: &Stakes,
    riichi: SeatSet,
) -> ArrayVec<[i32; N], 3> {
    let (honba, sticks) = (stakes.honba as i32, stakes.kyotaku as i32 * rules.riichi_stick);
    let share = |won: &WonBy| match rules.multi_ron_pot {
        MultiRonPot::Nearest | MultiRonPot::HonbaToAll => 0,
        MultiRonPot::Split => sticks / (wins.len() as i32 * 100) * 100,
        MultiRonPot::OwnSticks => riichi.has(won.winner) as i32 * rules.riichi_stick,
    };
    let of_others: i32 = wins.iter().skip(1).map(|(_, won)| share(won)).sum();
    let others = if rules.multi_ron_pot == MultiRonPot::Nearest { 0 } else { honba };
    let pots = |i, won| if i == 0 { (honba, sticks - of_others) } else { (others, share(won)) };
    let settled = wins.iter().enumerate().map(|(i, (value, won))| {
        let (honba, sticks) = pots(i, won);
        Settlement { rules, value, won, stakes }.deltas(honba, sticks)
    });
    settled.collect()
}

/// What the winner gets for the hand alone, without honba and sticks.
pub fn hand_points<const N: usize>(
    rules: &RiichiRules,
    value: &impl Payment,
    won: &WonBy,
    stakes: &Stakes,
) -> i32 {
    let deltas: [i32; N] = Settlement { rules, value, won, stakes }.deltas(0, 0);
    deltas[won.winner.index()]
}

/// Changes of all scores at an exhaustive draw: noten seats pay tenpai seats, unless there are none of either.
pub fn noten_deltas<const N: usize>(rules: &RiichiRules, tenpai: SeatSet, active: SeatSet) -> [i32; N] {
    let ready = active.filter(|&seat| tenpai.has(seat)).count() as i32;
    let noten = active.len() as i32 - ready;
    let mut deltas = [0; N];
    if ready == 0 || noten == 0 {
        return deltas;
    }
    let each_pays_each = match rules.noten {
        Noten::Pool(points) => points / (ready * noten),
        Noten::PerPair(points) => points,
        Noten::PerNoten(points) => points / ready,
    };
    for seat in active {
        deltas[seat.index()] = if tenpai.has(seat) { noten } else { -ready } * each_pays_each;
    }
    deltas
}

/// Changes of all scores by nagashi, the sum over these seats; each is paid like a tsumo, without wareme. If the rules pay honba and sticks
/// with it, the first seat in turn order from the dealer takes them.
pub fn nagashi_deltas<const N: usize>(rules: &RiichiRules, seats: SeatSet, stakes: &Stakes) -> [i32; N] {
    let value = match rules.nagashi {
        Nagashi::Off => return [0; N],
        Nagashi::Mangan => HandValue::flat(MANGAN, Limit::Mangan),
        Nagashi::Yakuman => HandValue::flat(YAKUMAN, Limit::Yakuman),
    };
    let stakes = &Stakes { wareme: None, ..*stakes };
    let mut deltas = [0; N];
    let mut pot = match rules.nagashi_takes_honba {
        true => (stakes.honba as i32, stakes.kyotaku as i32 * rules.riichi_stick),
        false => (0, 0),
    };
    let in_turn = (0..N as u8).map(|steps| stakes.dealer.after(steps, N));
    for winner in in_turn.filter(|&seat| seats.has(seat)) {
        let won = WonBy { winner, from: None, pao: None };
        let (honba, sticks) = std::mem::take(&mut pot);
        let one: [i32; N] = Settlement { rules, value: &value, won: &won, stakes }.deltas(honba, sticks);
        deltas.iter_mut().zip(one).for_each(|(sum, change)| *sum += change);
    }
    deltas
}

/// One win to be paid.
struct Settlement<'a, V> {
    rules: &'a RiichiRules,
    value: &'a V,
    won: &'a WonBy,
    stakes: &'a Stakes,
}

impl<V: Payment> Settlement<'_, V> {
    /// The changes where this winner gets `honba` and `sticks` points of riichi sticks.
    fn deltas<const N: usize>(&self, honba: i32, sticks: i32) -> [i32; N] {
        let mut deltas = [0; N];
        let pao = self.won.pao.filter(|pao| self.fed_part(pao) > 0);
        match (self.won.from, pao) {
            (None, None) => self.tsumo(self.value.base(), honba, &mut deltas),
            (Some(from), None) => self.ron(from, honba, &mut deltas),
            (None, Some(pao)) => self.pao_tsumo(&pao, honba, &mut deltas),
            (Some(from), Some(pao)) => self.pao_ron(&pao, from, honba, &mut deltas),
        }
        self.double(&mut deltas);
        let paid: i32 = deltas.iter().sum();
        deltas[self.won.winner.index()] = sticks - paid;
        deltas
    }

    /// Doubles what the wareme pays, or if it wins what everybody pays, honba included.
    fn double<const N: usize>(&self, deltas: &mut [i32; N]) {
        let Some(wareme) = self.stakes.wareme else { return };
        if wareme == self.won.winner {
            deltas.iter_mut().for_each(|delta| *delta *= 2);
        } else {
            deltas[wareme.index()] *= 2;
        }
    }

    /// Everybody else pays a share of `base`, and honba.
    fn tsumo<const N: usize>(&self, base: i32, honba: i32, deltas: &mut [i32; N]) {
        for payer in self.payers() {
            deltas[payer.index()] -= self.share::<N>(base, payer) + honba * self.rules.honba_tsumo_each;
        }
    }

    /// The discarder pays the whole value, and honba.
    fn ron<const N: usize>(&self, from: Seat, honba: i32, deltas: &mut [i32; N]) {
        deltas[from.index()] -= self.full(self.value.base()) + honba * self.rules.honba_ron;
    }

    /// The liable seat pays the fed part alone, and a share of the rest like every other seat.
    fn pao_tsumo<const N: usize>(&self, pao: &Pao, honba: i32, deltas: &mut [i32; N]) {
        let fed = self.fed_part(pao);
        let common_honba = if self.rules.pao_honba == PaoHonba::Discarder { honba } else { 0 };
        self.tsumo(self.value.base() - fed, common_honba, deltas);
        let alone = match (N, self.rules.pao_tsumo_3p) {
            (3, PaoTsumo3p::FullRon) => self.full(fed),
            _ => self.payers().map(|payer| self.share::<N>(fed, payer)).sum(),
        };
        let payers = self.payers().len() as i32;
        deltas[pao.feeder.index()] -= alone + (honba - common_honba) * self.rules.honba_tsumo_each * payers;
    }

    /// Discarder and liable seat pay half of the fed part each; the discarder pays the rest.
    fn pao_ron<const N: usize>(&self, pao: &Pao, from: Seat, honba: i32, deltas: &mut [i32; N]) {
        let half = self.full(self.fed_part(pao)) / 2;
        deltas[pao.feeder.index()] -= half;
        deltas[from.index()] -= self.full(self.value.base()) - half;
        let honba_payer = if self.rules.pao_honba == PaoHonba::Pao { pao.feeder } else { from };
        deltas[honba_payer.index()] -= honba * self.rules.honba_ron;
    }

    /// The base points for which the seat is liable; 0 if the hand does not have the yakuman that was fed.
    fn fed_part(&self, pao: &Pao) -> i32 {
        let fed = match pao.cause {
            PaoCause::Rinshan => return if self.won.from.is_none() { self.value.base() } else { 0 },
            PaoCause::Yakuman(PaoYakuman::Daisangen) => Yaku::Daisangen,
            PaoCause::Yakuman(PaoYakuman::Daisuushi) => Yaku::Daisuushi,
            PaoCause::Yakuman(PaoYakuman::Suukantsu) => Yaku::Suukantsu,
        };
        if !self.value.yaku().has(fed) {
            return 0;
        }
        match self.rules.pao_scope {
            PaoScope::WholeHand => self.value.base(),
            PaoScope::YakumanOnly => {
                let multiple = yakuman_multiple(self.rules, fed);
                self.value.base().min(yakuman_base(self.rules, multiple.into()))
            }
        }
    }

    fn payers(&self) -> SeatSet {
        let mut payers = self.stakes.active;
        payers.remove(self.won.winner);
        payers
    }

    /// The payment for a ron of `base`.
    fn full(&self, base: i32) -> i32 {
        V::full(base, self.won.winner == self.stakes.dealer)
    }

    /// What `payer` pays for a tsumo of `base`.
    fn share<const N: usize>(&self, base: i32, payer: Seat) -> i32 {
        let dealer = self.stakes.dealer;
        let payers = Payers { dealer_wins: self.won.winner == dealer, dealer_pays: payer == dealer };
        V::share(base, payers, if N == 3 { self.rules.sanma_tsumo } else { SanmaTsumo::Loss })
    }
}

fn up_to_hundred(points: i32) -> i32 {
    (points + 99) / 100 * 100
}
