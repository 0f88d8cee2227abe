//! Plays one kyoku through the engine: compares its events with the log and takes all actions from the log.

use super::Report;
use super::step;
use super::words::{self, Said};
use crate::logs::model::{DrawKind, Format, LogEnd, LogKyoku, LogMatch};
use crate::show::{Change, Shown};
use hyakuman_core::common::calls::ChiSide;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::{Answers, Game, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use hyakuman_core::{Kind, MeldKind, Seat, SeatSet, Tile, Wall};
use hyakuman_riichi::{Action, Event, Riichi, RiichiRules};
use std::sync::Arc;

/// The engine's end of a kyoku.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ended<const N: usize> {
    pub(super) result: KyokuResult,
    pub(super) wins: Vec<WinRecord>,
    pub(super) honba: u32,
    /// Scores afterwards.
    pub(super) scores: [i32; N],
    pub(super) tenpai: SeatSet,
    pub(super) indicators: Vec<Tile>,
    /// What follows, unless the match is over.
    pub(super) next: MatchState<N>,
    pub(super) match_end: Option<MatchEnd>,
}

/// Plays a kyoku; returns the engine's end of it if log and engine both reached the end.
pub(super) fn play<const N: usize>(
    rules: &Arc<RiichiRules>,
    log: &LogMatch,
    index: usize,
    wall: Wall,
    report: &mut Report,
    sink: &mut dyn Sink<Riichi<N>>,
) -> Option<Ended<N>> {
    let kyoku = &log.kyoku[index];
    let mut tape = Tape::new(sink);
    // Agents that watch tell kyoku apart by the number of deals.
    let start = MatchState { deals: index as u32, ..match_state(kyoku) };
    let mut game = Riichi::<N>::start_at(rules, Walls::Scripted([wall].into()), start, &mut tape);
    let mut reader = Reader::new(rules, kyoku, log.format);
    loop {
        match reader.follow(&mut tape, report) {
            Course::On => {}
            Course::Off => return None,
            Course::Ended => break,
        }
        let answers = reader.answers(&game, report)?;
        tape.decisions(&game, answers);
        if let Err(illegal) = game.try_apply(answers, &mut tape) {
            report.add(Some(reader.draws), "play", reader.expected(), format!("not allowed: {illegal}"));
            return None;
        }
    }
    let goes_on = index + 1 < log.kyoku.len() || log.has_gap(index + 1);
    match goes_on {
        true => answer_yame(&mut game, Action::Continue, &mut tape),
        false if log.ended => answer_yame(&mut game, Action::Stop, &mut tape),
        false => {}
    }
    let end = tape.end?;
    Some(Ended { next: *game.match_state(), match_end: tape.match_end, indicators: tape.indicators, ..end })
}

/// The dealer's choice to stop or to play on, if the engine offers it. The next kyoku is started apart from this one.
fn answer_yame<const N: usize>(game: &mut Riichi<N>, action: Action, tape: &mut Tape<'_, N>) {
    let asked = game.deciders().next().filter(|&seat| game.legal(seat).has(Action::Stop.code()));
    if let Some(dealer) = asked {
        let mut answers = Answers::NONE;
        answers.set(dealer, action.code());
        tape.decisions(game, answers);
        if action == Action::Stop {
            game.apply(answers, &mut Reporter::of(tape));
        }
    }
}

/// The state before a kyoku in the form of the engine.
pub(crate) fn match_state<const N: usize>(kyoku: &LogKyoku) -> MatchState<N> {
    MatchState {
        scores: std::array::from_fn(|seat| kyoku.scores[seat]),
        kyoku: kyoku.name.wind as u32 * N as u32 + kyoku.name.number as u32,
        repeat: 0,
        honba: kyoku.name.honba,
        kyotaku: kyoku.kyotaku,
        deals: 0,
    }
}

/// Records the engine's events of one kyoku, and passes them on.
pub(super) struct Tape<'a, const N: usize> {
    sink: &'a mut dyn Sink<Riichi<N>>,
    /// Events not yet compared.
    events: Vec<Event>,
    indicators: Vec<Tile>,
    end: Option<Ended<N>>,
    match_end: Option<MatchEnd>,
}

impl<'a, const N: usize> Tape<'a, N> {
    pub(super) fn new(sink: &'a mut dyn Sink<Riichi<N>>) -> Self {
        Tape { sink, events: Vec::new(), indicators: Vec::new(), end: None, match_end: None }
    }

    /// Passes on answers, unless one is illegal.
    fn decisions(&mut self, game: &Riichi<N>, answers: Answers) {
        let chosen = || answers.given().map(|seat| (seat, answers.code(seat)));
        if chosen().all(|(seat, action)| game.legal(seat).has(action)) {
            chosen().for_each(|(seat, action)| self.sink.decision(game, seat, game.legal(seat), action));
        }
    }
}

impl<const N: usize> Sink<Riichi<N>> for Tape<'_, N> {
    fn kyoku_start(&mut self) {
        if self.end.is_none() {
            self.sink.kyoku_start();
        }
    }

    fn event(&mut self, event: &Event) {
        if self.end.is_none() {
            self.sink.event(event);
            self.events.push(*event);
            self.indicators.extend(if let Event::Dora { tile } = event { Some(*tile) } else { None });
        }
    }

    fn settled(&mut self, game: &Riichi<N>, end: &KyokuEnd<'_>) {
        if self.end.is_none() {
            self.sink.settled(game, end);
            let scores = std::array::from_fn(|seat| end.before[seat] + end.deltas[seat]);
            self.end = Some(Ended {
                result: end.result,
                wins: end.wins.to_vec(),
                honba: end.honba,
                scores,
                tenpai: end.tenpai,
                indicators: Vec::new(),
                next: MatchState { scores, kyoku: 0, repeat: 0, honba: 0, kyotaku: 0, deals: 0 },
                match_end: None,
            });
        }
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.sink.match_end(end);
        self.match_end = Some(*end);
    }
}

/// Whether log and engine still agree.
pub(super) enum Course {
    On,
    /// They disagree, or the log stops here.
    Off,
    /// Both reached the end of the kyoku.
    Ended,
}

/// Reads the log in step with the engine.
pub(super) struct Reader<'a> {
    rules: &'a RiichiRules,
    kyoku: &'a LogKyoku,
    format: Format,
    steps: Vec<Change>,
    at: usize,
    draws: u32,
    /// The first event of the engine after the end of an unfinished log.
    pub(super) ahead: Option<Event>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(rules: &'a RiichiRules, kyoku: &'a LogKyoku, format: Format) -> Self {
        let steps = step::of_log(kyoku, format);
        Reader { rules, kyoku, format, steps, at: 0, draws: 0, ahead: None }
    }

    /// Compares the engine's events since the last decision.
    pub(super) fn follow<const N: usize>(&mut self, tape: &mut Tape<'_, N>, report: &mut Report) -> Course {
        for event in tape.events.drain(..) {
            let Some(done) = self.step_of::<N>(&event) else { continue };
            self.draws += matches!(done, Change::Draw(..)) as u32;
            match self.steps.get(self.at) {
                Some(expected) if step::same(expected, &done) => self.at += 1,
                None if self.kyoku.end == LogEnd::Unfinished => {
                    self.ahead = Some(event);
                    return Course::Off;
                }
                _ => {
                    report.add(Some(self.draws), "play", self.expected(), done);
                    return Course::Off;
                }
            }
        }
        let Some(end) = &tape.end else { return Course::On };
        if self.at < self.steps.len() || self.kyoku.end == LogEnd::Unfinished {
            let found = format!("the kyoku ends: {}", end.result.said());
            if self.at < self.steps.len() {
                report.add(Some(self.draws), "play", self.expected(), found);
            }
            return Course::Off;
        }
        Course::Ended
    }

    /// The step of an engine event, if it is to be compared. The first indicator belongs to the deal.
    fn step_of<const N: usize>(&self, event: &Event) -> Option<Change> {
        let step = Riichi::<N>::change(self.rules, event)?;
        let dealt = matches!(step, Change::Dora(_)) && self.draws == 0;
        (step::is_compared(&step, self.format) && !dealt).then_some(step)
    }

    /// What the log has next, for messages.
    fn expected(&self) -> String {
        match (self.steps.get(self.at), &self.kyoku.end) {
            (Some(step), _) => step.to_string(),
            (None, LogEnd::Unfinished) => "the end of the log".to_owned(),
            (None, LogEnd::Draw(draw)) => format!("the kyoku ends: {}", words::draw(draw.kind)),
            (None, LogEnd::Wins(wins)) => {
                let wins: Vec<_> = wins.iter().map(|win| (win.winner, win.from)).collect();
                format!("the kyoku ends: {}", words::wins(&wins))
            }
        }
    }

    /// The answers of all deciders, taken from the log; `None` if the log stops or shows something else.
    pub(super) fn answers<const N: usize>(&self, game: &Riichi<N>, report: &mut Report) -> Option<Answers> {
        let next = self.steps[self.at..].iter().copied().find(step::is_act);
        if next.is_none() && self.kyoku.end == LogEnd::Unfinished {
            return None;
        }
        let (turn, _) = game.turn();
        let mut answers = Answers::NONE;
        for seat in game.deciders() {
            let action =
                if seat == turn { self.own_action(game, next) } else { Some(self.claim(seat, turn, next)) };
            let Some(action) = action else {
                report.add(Some(self.draws), "play", self.expected(), format!("{seat:?} has to act"));
                return None;
            };
            answers.set(seat, action.code());
        }
        Some(answers)
    }

    /// The action of the seat whose turn it is.
    fn own_action<const N: usize>(&self, game: &Riichi<N>, next: Option<Change>) -> Option<Action> {
        let (seat, _) = game.turn();
        match (next, &self.kyoku.end) {
            (Some(Change::Discard { seat: who, tile, tsumogiri, riichi }), _) if who == seat => {
                let (held, drawn) = match riichi {
                    false => (Action::Discard(tile), Action::Tsumogiri),
                    true => (Action::Riichi(tile), Action::RiichiTsumogiri),
                };
                Some(if tsumogiri || self.is_drawn_only(game, held, tile) { drawn } else { held })
            }
            (Some(Change::Call(who, meld)), _) if who == seat && meld.kind() == MeldKind::Ankan => {
                Some(Action::Kan(meld.low()))
            }
            (Some(Change::Kakan(who, tile)), _) if who == seat => Some(Action::Kan(tile.kind())),
            (Some(Change::Nuki(who, _)), _) if who == seat => Some(Action::NUKI_NORTH),
            (None, LogEnd::Wins(wins)) if wins[0].winner == seat && wins[0].from == seat => {
                Some(Action::Tsumo)
            }
            (None, LogEnd::Draw(draw)) if matches!(draw.kind, None | Some(DrawKind::Kyuushu)) => {
                Some(Action::Kyuushu)
            }
            _ => None,
        }
    }

    /// Whether a discard that is not marked as the drawn tile can be nothing else: some programs do not mark it.
    fn is_drawn_only<const N: usize>(&self, game: &Riichi<N>, held: Action, tile: Tile) -> bool {
        let (seat, _) = game.turn();
        let last = self.steps[..self.at].iter().rev().find(|step| matches!(step, Change::Draw(..)));
        last == Some(&Change::Draw(seat, tile)) && !game.legal(seat).has(held.code())
    }

    /// The reaction of another seat to a tile of `turn`.
    fn claim(&self, seat: Seat, turn: Seat, next: Option<Change>) -> Action {
        match (next, &self.kyoku.end) {
            (Some(Change::Call(who, meld)), _) if who == seat => {
                let own = || meld.tiles()[1..].iter();
                let reds = own().filter(|tile| tile.is_red()).count() as u8;
                match meld.kind() {
                    MeldKind::Chi => {
                        Action::Chi { side: side(meld.tiles()[0].kind(), meld.low()), red: reds > 0 }
                    }
                    MeldKind::Pon => Action::Pon { reds },
                    _ => Action::Daiminkan,
                }
            }
            (None, LogEnd::Wins(wins)) if wins.iter().any(|win| win.winner == seat && win.from == turn) => {
                Action::Ron
            }
            (None, LogEnd::Draw(draw)) if draw.kind == Some(DrawKind::Sanchahou) => Action::Ron,
            _ => Action::Pass,
        }
    }
}

/// The position of the called tile in a sequence.
fn side(called: Kind, low: Kind) -> ChiSide {
    ChiSide::ALL[(called.code() - low.code()) as usize % 3]
}
