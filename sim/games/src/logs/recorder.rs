//! Turns a match of this program into a log: a [`Recorder`] observes it and writes down what logs contain.
//!
//! What the events do not contain is read from the game at decisions: hands and scores at the first decision of a
//! kyoku, which is always the dealer's after the first draw, and the ura indicators at the last.

use crate::logs::model::{
    Damage, DrawKind, Format, GameSort, KyokuName, LogDraw, LogEnd, LogKyoku, LogMatch, LogOwnYaku,
    LogPoints, LogResult, LogRules, LogWin, NamedRules,
};
use crate::logs::referee::limit_of;
use crate::logs::referee::result_of;
use crate::logs::yaku::LogYaku;
use crate::show::{Change, Shown};
use hyakuman_core::game::rows::{ReplayError, replay};
use hyakuman_core::game::{ActionMask, Deals, EndReason, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use hyakuman_core::{Seat, SeatSet, Tile};
use hyakuman_riichi::score::han_of;
use hyakuman_riichi::written_yaku::{Counted, WrittenYaku};
use hyakuman_riichi::yaku::{Yaku, YakuSet};
use hyakuman_riichi::{Event, Riichi, RiichiRules};
use std::sync::Arc;

/// Replays a recorded match and returns it as a log.
///
/// # Errors
/// The actions do not form a match with these deals under these rules.
pub fn log_of<const N: usize>(
    rules: &Arc<RiichiRules>,
    deals: impl Into<Deals>,
    actions: &[u8],
) -> Result<LogMatch, ReplayError> {
    let mut recorder = Recorder::<N>::new(rules);
    replay::<Riichi<N>>(rules, deals, actions, &mut recorder)?;
    Ok(recorder.log())
}

/// Observes one match.
#[derive(Clone, Debug)]
pub struct Recorder<const N: usize> {
    rules: Arc<RiichiRules>,
    log: LogMatch,
    /// The tiles under the indicators at the last decision.
    ura: Vec<Tile>,
}

impl<const N: usize> Recorder<N> {
    /// For a match under these rules.
    pub fn new(rules: &Arc<RiichiRules>) -> Self {
        let log_rules = LogRules {
            seats: N,
            east_only: [None, Some(true), Some(false)].get(rules.length_winds as usize).copied().flatten(),
            red_fives: rules.red_fives,
            kuitan: rules.kuitan,
            riichi_stick: rules.riichi_stick,
            display: String::new(),
            sort: GameSort::Ordinary,
            named: NamedRules::of(rules),
        };
        let log = LogMatch::of(Format::Record, log_rules, Vec::new(), Damage::default());
        Recorder { rules: Arc::clone(rules), log, ura: Vec::new() }
    }

    /// The log so far: a match that has not ended is complete up to the last decision.
    pub fn log(mut self) -> LogMatch {
        self.log.kyoku.retain(|kyoku| !kyoku.hands.is_empty());
        self.log
    }

    fn kyoku(&mut self) -> &mut LogKyoku {
        self.log.kyoku.last_mut().expect("a kyoku has begun")
    }

    fn indicator(&mut self, tile: Tile) {
        let kyoku = self.kyoku();
        kyoku.indicators.push(tile);
        if !kyoku.events.is_empty() {
            kyoku.events.push(Change::Dora(tile));
        }
    }

    /// The ura indicators that a winner in riichi shows.
    fn shown_ura(&self) -> Vec<Tile> {
        let counts = |&(i, _): &(usize, _)| self.rules.indicator_counts(i).1;
        self.ura.iter().enumerate().filter(counts).map(|(_, &tile)| tile).collect()
    }
}

impl<const N: usize> Sink<Riichi<N>> for Recorder<N> {
    fn event(&mut self, event: &Event) {
        if let Event::Deal { kyoku, honba, kyotaku } = *event {
            return self.log.kyoku.push(dealt::<N>(kyoku, honba, kyotaku));
        }
        match Riichi::<N>::change(&self.rules, event) {
            Some(Change::Dora(tile)) => self.indicator(tile),
            // Where a win always ends the kyoku, its end has all of it.
            Some(Change::Win { .. }) if self.rules.wins_per_hand == 1 => {}
            happened => self.kyoku().events.extend(happened),
        }
    }

    fn decision(&mut self, game: &Riichi<N>, _seat: Seat, _legal: &ActionMask, _action: u8) {
        let kyoku = self.kyoku();
        // After the last kyoku the dealer may be asked whether to stop: that changes nothing here.
        if kyoku.end == LogEnd::Unfinished {
            if kyoku.hands.is_empty() {
                kyoku.hands = Seat::all(N).map(|seat| game.tiles(seat).collect()).collect();
                kyoku.scores = game.match_state().scores.to_vec();
            }
            self.ura = game.ura_indicators().collect();
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let log_end = end_of::<N>(&self.rules, end, self.log.kyoku.last().map_or(&[], |kyoku| &kyoku.events));
        let ura = match end.wins.iter().any(|win| end.riichi.has(win.winner)) {
            true => self.shown_ura(),
            false => Vec::new(),
        };
        let kyoku = self.kyoku();
        (kyoku.ura, kyoku.end) = (ura, log_end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        if end.reason == EndReason::Unfinished {
            return;
        }
        let thousandths = Some(end.rank_points[..N].to_vec());
        self.log.ended = true;
        self.log.result = Some(LogResult { scores: end.scores[..N].to_vec(), thousandths });
    }
}

/// The end of a kyoku as logs have it. Of `events`, the course of the kyoku, only sticks paid, wins and the last draw matter.
pub fn end_of<const N: usize>(rules: &RiichiRules, end: &KyokuEnd<'_>, events: &[Change]) -> LogEnd {
    let (wins, scores) = wins::<N>(rules, end, events);
    match draw_kind(end.result) {
        None => LogEnd::Wins(wins),
        Some(kind) => LogEnd::Draw(draw::<N>(kind, end, events, wins, scores)),
    }
}

/// The wins, each with the scores before it, and the scores after all of them; sticks paid in the kyoku are deducted.
fn wins<const N: usize>(
    rules: &RiichiRules,
    end: &KyokuEnd<'_>,
    events: &[Change],
) -> (Vec<LogWin>, Vec<i32>) {
    let (mut wins, mut scores) = (Vec::new(), end.before[..N].to_vec());
    let add = |wins: &mut Vec<LogWin>, scores: &mut Vec<i32>| {
        let deltas = end.wins[wins.len()].deltas[..N].to_vec();
        let scores_before = Some(scores.clone());
        scores.iter_mut().zip(&deltas).for_each(|(score, delta)| *score += delta);
        wins.push(LogWin { scores_before, deltas: Some(deltas), ..win::<N>(rules, end, wins.len()) });
    };
    for event in events {
        match event {
            Change::Stick(seat) => scores[seat.index()] -= rules.riichi_stick,
            Change::Win { .. } => add(&mut wins, &mut scores),
            _ => {}
        }
    }
    while wins.len() < end.wins.len() {
        add(&mut wins, &mut scores); // There is no event for it if a win always ends the kyoku.
    }
    (wins, scores)
}

fn win<const N: usize>(rules: &RiichiRules, end: &KyokuEnd<'_>, number: usize) -> LogWin {
    let win = &end.wins[number];
    let out: SeatSet = end.wins[..number].iter().map(|win| win.winner).collect();
    let counted = win.yakuman == 0;
    let shares = shares::<N>(rules, end, win, out);
    let is_usual = shares.is_some() || rules.wareme && all_pay(win, out, N);
    LogWin {
        pao: if is_usual { None } else { liable(win, N) },
        tile: Some(Tile::of(win.tile)),
        fu: counted.then_some(win.fu as u32),
        han: counted.then_some(win.han as u32),
        limit: Some(limit_of(rules, win)),
        points: Some(shares.unwrap_or(LogPoints::Sum(win.points))),
        yaku: yaku::<N>(end, win),
        own_yaku: own_yaku(rules, end, win),
        ..LogWin::of(win.winner, win.from.unwrap_or(win.winner))
    }
}

/// A draw, with the scores before it.
fn draw<const N: usize>(
    kind: DrawKind,
    end: &KyokuEnd<'_>,
    events: &[Change],
    wins: Vec<LogWin>,
    scores: Vec<i32>,
) -> LogDraw {
    let after = (0..N).map(|seat| end.before[seat] + end.deltas[seat]);
    let deltas = after.zip(&scores).map(|(after, before)| after - before).collect();
    let drew = |event: &Change| if let Change::Draw(seat, _) = event { Some(*seat) } else { None };
    let shown = match kind {
        DrawKind::Exhaustive | DrawKind::Nagashi => Some(end.tenpai.collect()),
        DrawKind::Kyuushu => Some(events.iter().rev().find_map(drew).into_iter().collect()),
        _ => None,
    };
    LogDraw { wins, kind: Some(kind), deltas: Some(deltas), scores_before: Some(scores), shown }
}

/// A new kyoku with its name only.
fn dealt<const N: usize>(kyoku: u8, honba: u16, kyotaku: u16) -> LogKyoku {
    let (wind, number) = (kyoku / N as u8, kyoku % N as u8);
    let name = KyokuName { wind, number, honba: honba.into() };
    LogKyoku { kyotaku: kyotaku.into(), ..LogKyoku::of(name) }
}

/// The kind of a draw; `None` for a win, or a draw that riichi does not have.
pub(crate) fn draw_kind(result: KyokuResult) -> Option<DrawKind> {
    DrawKind::ALL.into_iter().find(|&kind| result_of(kind) == result)
}

/// The payments of a tsumo as logs write them; `None` for ron, or if a liable player pays instead. Seats in `out` have
/// already won and pay nothing.
fn shares<const N: usize>(
    rules: &RiichiRules,
    end: &KyokuEnd<'_>,
    win: &WinRecord,
    out: SeatSet,
) -> Option<LogPoints> {
    if win.from.is_some() {
        return None;
    }
    let dealer = Seat::new((end.kyoku % N as u32) as u8);
    let honba = end.honba as i32 * rules.honba_tsumo_each;
    let pays = |seat: Seat| -win.deltas[seat.index()] - honba;
    let payers: Vec<Seat> = Seat::all(N).filter(|&seat| seat != win.winner && !out.has(seat)).collect();
    let child = payers.iter().find(|&&seat| seat != dealer).map(|&seat| pays(seat));
    let fits = |&seat: &Seat| pays(seat) > 0 && (seat == dealer || Some(pays(seat)) == child);
    let all: i32 = payers.iter().map(|&seat| pays(seat)).sum();
    if !payers.iter().all(fits) || all != win.points {
        return None;
    }
    Some(match child.filter(|_| out.is_empty()) {
        None => LogPoints::Sum(win.points),
        Some(child) if win.winner == dealer => LogPoints::Each(child),
        Some(child) => LogPoints::Split { child, dealer: pays(dealer) },
    })
}

/// Whether it is a tsumo that everybody pays for who has not won. Where one pays double as the wareme, such a tsumo is taken
/// for one without a liable seat.
fn all_pay(win: &WinRecord, out: SeatSet, seats: usize) -> bool {
    let mut payers = Seat::all(seats).filter(|&seat| seat != win.winner && !out.has(seat));
    win.from.is_none() && payers.all(|seat| win.deltas[seat.index()] < 0)
}

/// The seat that pays by pao, inferred from the payments: for ron, the seat that pays besides the discarder; for tsumo
/// that is not shared by all, the seat that pays most.
fn liable(win: &WinRecord, seats: usize) -> Option<Seat> {
    let pays = |seat: &Seat| -win.deltas[seat.index()];
    let payers = Seat::all(seats).filter(|seat| *seat != win.winner && Some(*seat) != win.from);
    payers.filter(|seat| pays(seat) > 0).max_by_key(pays)
}

/// The yaku that the rules define.
fn own_yaku(rules: &RiichiRules, end: &KyokuEnd<'_>, win: &WinRecord) -> Vec<LogOwnYaku> {
    let own = |(yaku, han): (&WrittenYaku, u32)| LogOwnYaku {
        slug: yaku.slug.into(),
        name: yaku.name.into(),
        han: if win.yakuman > 0 { YAKUMAN_HAN } else { han },
    };
    let hand = Counted::of(win, !end.open.has(win.winner));
    rules.yaku.worths(win.own_yaku, &hand).into_iter().map(own).collect()
}

/// Han that logs give a yakuman.
const YAKUMAN_HAN: u32 = 13;

/// The yaku in Tenhou's order, then the dora.
fn yaku<const N: usize>(end: &KyokuEnd<'_>, win: &WinRecord) -> Vec<(LogYaku, u32)> {
    let dealer = end.kyoku % N as u32;
    let seat_wind = (win.winner.index() as u32 + N as u32 - dealer) % N as u32;
    let worth = |yaku: Yaku| match win.yakuman {
        0 => han_of(yaku, !end.open.has(win.winner)).into(),
        _ => YAKUMAN_HAN,
    };
    let named = |yaku: Yaku| match yaku {
        Yaku::SeatWind => LogYaku::of_wind(yaku, seat_wind as u8),
        Yaku::RoundWind => LogYaku::of_wind(yaku, (end.kyoku / N as u32) as u8),
        _ => LogYaku::of(yaku),
    };
    let set = YakuSet::from_bits(win.yaku);
    let mut yaku: Vec<(LogYaku, u32)> = set.iter().map(|yaku| (named(yaku), worth(yaku))).collect();
    yaku.sort_by_key(|(yaku, _)| yaku.place());
    if win.yakuman == 0 {
        let [dora, ura, aka, nuki] = win.dora.map(u32::from);
        let dora = [(LogYaku::DORA, dora + nuki), (LogYaku::AKA, aka), (LogYaku::URA, ura)];
        yaku.extend(dora.into_iter().filter(|&(_, han)| han > 0));
    }
    yaku
}
