//! A log as a record of this program: what was dealt, and every answer of every seat.

use crate::logs::error::LogError;
use crate::logs::model::LogMatch;
use crate::logs::referee::{self, LogSource, Verdict, match_state};
use hyakuman_core::Seat;
use hyakuman_core::game::sink::Reporter;
use hyakuman_core::game::sink::Sink;
use hyakuman_core::game::{ActionMask, Answers, Game, KnownDeals, KyokuEnd, MAX_SEATS};
use hyakuman_riichi::{Action, Event, Riichi, RiichiRules};
use std::ops::Range;
use std::sync::Arc;

/// The kyoku of a log that were played to their end: of a log that breaks off in between, the most that follow one another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// What was dealt.
    pub deals: KnownDeals,
    /// The answer of every decision in order, passes included; seats that answer one tile in order of seat.
    pub actions: Vec<u8>,
    /// The decisions of which the log does not show the answer, because that of another seat hides it: decision `n` is bit `n % 8` of
    /// byte `n / 8`. They are passes in `actions`.
    pub hidden: Vec<u8>,
}

/// What was played in a log, under these rules; `None` if log and engine disagree, or no kyoku reaches its end.
///
/// # Errors
/// Those of [`referee::judge`].
pub fn script(log: &LogMatch, rules: &Arc<RiichiRules>) -> Result<(Verdict, Option<Script>), LogError> {
    match log.rules.seats {
        3 => script_of::<3>(log, rules),
        _ => script_of::<4>(log, rules),
    }
}

/// [`script`] under the rules in the log, changed by overrides `key=value`.
///
/// # Errors
/// Those of [`referee::judge_by_its_rules`].
pub fn script_by_its_rules(
    log: &LogMatch,
    overrides: &[String],
) -> Result<(LogSource, Verdict, Option<Script>), LogError> {
    referee::by_its_rules(log, overrides, script)
}

fn script_of<const N: usize>(
    log: &LogMatch,
    rules: &Arc<RiichiRules>,
) -> Result<(Verdict, Option<Script>), LogError> {
    let run = log.longest_run();
    if run.start > 0 {
        let verdict = referee::watch::<N>(log, rules, &mut ())?;
        let (of_run, script) = script_of::<N>(&part(log, run), rules)?;
        let agrees = verdict.disagreements.is_empty() && of_run.disagreements.is_empty();
        return Ok((verdict, script.filter(|_| agrees)));
    }
    let whole = run.len();
    let mut scribe = Scribe::<N> { left: whole, ..Scribe::default() };
    let verdict = referee::watch::<N>(log, rules, &mut scribe)?;
    let Some(first) = log.kyoku.first().filter(|_| whole > 0 && verdict.disagreements.is_empty()) else {
        return Ok((verdict, None));
    };
    let prepared = referee::prepared::<N>(log, rules);
    let walls = (0..whole).map(|kyoku| prepared.wall_by(kyoku, rules)).collect::<Result<_, _>>()?;
    let start = match_state::<N>(first);
    let mut scores = [0; MAX_SEATS];
    scores[..N].copy_from_slice(&start.scores);
    let deals = KnownDeals { kyoku: start.kyoku, honba: start.honba, kyotaku: start.kyotaku, scores, walls };
    Ok((verdict, Some(Script { deals, actions: scribe.actions, hidden: scribe.hidden })))
}

/// These kyoku of a match.
fn part(log: &LogMatch, kyoku: Range<usize>) -> LogMatch {
    let is_last = kyoku.end == log.kyoku.len() && !log.has_gap(kyoku.end);
    let result = log.result.clone().filter(|_| is_last);
    LogMatch {
        ended: log.ended && is_last,
        result,
        kyoku: log.kyoku[kyoku].to_vec(),
        damage: Vec::new(),
        gaps: Vec::new(),
        ..log.clone()
    }
}

/// Writes down the answers of the first kyoku.
#[derive(Default)]
struct Scribe<const N: usize> {
    actions: Vec<u8>,
    hidden: Vec<u8>,
    /// Answers to the same question.
    answers: Option<Answers>,
    /// Kyoku that have not ended.
    left: usize,
    /// Whether another one has begun.
    over: bool,
}

impl<const N: usize> Scribe<N> {
    /// Marks the last answers, those of all seats that could answer, as hidden where another answer would have led to the same.
    fn mark_hidden(&mut self, game: &Riichi<N>, answers: Answers) {
        let first = self.actions.len() - answers.given().len() as usize;
        if answers.given().all(|seat| answers.code(seat) == Action::Pass.code()) {
            return;
        }
        for (at, seat) in
            answers.given().enumerate().filter(|&(_, seat)| answers.code(seat) == Action::Pass.code())
        {
            if could_have_answered(game, answers, seat) {
                let step = first + at;
                self.hidden.resize(self.hidden.len().max(step / 8 + 1), 0);
                self.hidden[step / 8] |= 1 << (step % 8);
            }
        }
    }
}

/// Whether a seat that passed could have answered otherwise with the same result. The engine is asked, so that no rule of precedence is written
/// a second time.
fn could_have_answered<const N: usize>(game: &Riichi<N>, answers: Answers, seat: Seat) -> bool {
    let happens = |answers: Answers| {
        let mut events = Events(Vec::new());
        game.clone().apply(answers, &mut Reporter::of(&mut events));
        events.0
    };
    let shown = happens(answers);
    game.legal(seat).iter().filter(|&other| other != Action::Pass.code()).any(|other| {
        let mut answers = answers;
        answers.set(seat, other);
        happens(answers) == shown
    })
}

/// Collects events.
struct Events(Vec<Event>);

impl<const N: usize> Sink<Riichi<N>> for Events {
    fn event(&mut self, event: &Event) {
        self.0.push(*event);
    }
}

impl<const N: usize> Sink<Riichi<N>> for Scribe<N> {
    fn kyoku_start(&mut self) {
        self.over |= self.left == 0;
    }

    fn decision(&mut self, game: &Riichi<N>, seat: Seat, _legal: &ActionMask, action: u8) {
        if self.over {
            return;
        }
        self.actions.push(action);
        let mut answers = self.answers.take().unwrap_or(Answers::NONE);
        answers.set(seat, action);
        match answers.given() == game.deciders() {
            true => self.mark_hidden(game, answers),
            false => self.answers = Some(answers),
        }
    }

    fn kyoku_end(&mut self, _: &KyokuEnd<'_>) {
        self.left = self.left.saturating_sub(1);
    }
}
