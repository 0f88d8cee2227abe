//! Plays a case: moves as scripted, everything else by default, and stops where something must be looked at.

use super::case::{Case, CaseVariant, Line};
use super::expect;
use super::wall::{Layout, seat};
use super::{Engine, EventOf, RulesOf, Words};
use crate::common::match_state::MatchState;
use crate::common::walls::Walls;
use crate::game::{Answers, Game, KyokuEnd, KyokuResult, MatchEnd, Sink, WinRecord};
use crate::{Seat, SeatSet, Wall};
use std::sync::Arc;

/// What happened, and how each kyoku and the match ended.
pub(super) struct Log<G: Game> {
    /// The events of each kyoku.
    events: Vec<Vec<G::Event>>,
    ends: Vec<End>,
    /// The end of the match.
    pub(super) over: Option<MatchEnd>,
}

/// The end of a kyoku.
pub(super) struct End {
    /// Which kyoku it was.
    pub(super) kyoku: u32,
    /// How often it was played before.
    pub(super) repeat: u32,
    /// Tiles drawn.
    pub(super) draws: u32,
    /// How.
    pub(super) result: KyokuResult,
    /// Changes of score.
    pub(super) deltas: [i32; 4],
    /// Who was in riichi.
    pub(super) riichi: SeatSet,
    /// Who declared it.
    pub(super) declared: SeatSet,
    /// Who was tenpai.
    pub(super) tenpai: SeatSet,
    /// The wins.
    pub(super) wins: Vec<WinRecord>,
}

impl<G: Game> Sink<G> for Log<G> {
    fn event(&mut self, event: &G::Event) {
        self.events.last_mut().expect("a kyoku").push(*event);
    }

    fn kyoku_start(&mut self) {
        self.events.push(vec![]);
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let KyokuEnd { kyoku, repeat, draws, result, deltas, riichi, declared, tenpai, .. } = *end;
        let wins = end.wins.to_vec();
        self.ends.push(End { kyoku, repeat, draws, result, deltas, riichi, declared, tenpai, wins });
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.over = Some(*end);
    }
}

/// A case in play.
pub(super) struct Run<const N: usize, E: Engine<N>> {
    /// The match.
    pub(super) game: E::Game,
    /// What has happened.
    pub(super) log: Log<E::Game>,
    /// The kyoku that lines are about, by the number of those dealt before it.
    pub(super) kyoku: usize,
    /// Where in its events to look for what is shown next.
    cursor: usize,
    /// Whether all tiles and points were there at the start: a case may begin with any scores.
    is_sound: bool,
}

/// Plays a case under the rules of one variant, and returns the match as the last line leaves it.
///
/// # Errors
/// Says which line failed, and how.
pub fn play<const N: usize, E: Engine<N>>(
    case: &Case<RulesOf<N, E>>,
    variant: &CaseVariant<RulesOf<N, E>>,
) -> Result<E::Game, String> {
    let rules = &variant.rules;
    let (is_start, lines): (Vec<&Line>, Vec<&Line>) =
        case.lines.iter().filter(|line| line.is_for(&variant.label)).partition(|line| line.words[0] == "at");
    let mut match_state = MatchState::<N>::first(E::start_score(rules));
    for line in is_start {
        expect::read_standing::<N, E>(&line.words[1..], &mut match_state).map_err(|what| at(line, what))?;
    }
    let (walls, script) = lay::<N, E>(lines, rules, match_state)?;
    let mut log = Log { events: vec![], ends: vec![], over: None };
    let game = E::start(rules, Walls::Scripted(walls.into()), match_state, &mut log);
    let is_sound = game.audit().is_ok();
    let mut run = Run::<N, E> { game, log, kyoku: 0, cursor: 0, is_sound };
    script.into_iter().try_for_each(|line| run.line(&line.words).map_err(|what| at(line, what)))?;
    Ok(run.game)
}

/// The walls of all kyoku, and the lines that do not lay them.
fn lay<'a, const N: usize, E: Engine<N>>(
    lines: Vec<&'a Line>,
    rules: &Arc<RulesOf<N, E>>,
    mut match_state: MatchState<N>,
) -> Result<(Vec<Wall>, Vec<&'a Line>), String> {
    let (mut walls, mut script) = (Vec::new(), Vec::new());
    let mut layout = Layout::<N, E>::new(rules, match_state.dealer().index());
    for line in lines {
        if layout.line(&line.words).map_err(|what| at(line, what))? {
            continue;
        }
        if line.words[0] == "next" {
            expect::read_standing::<N, E>(&line.words[1..], &mut match_state)
                .map_err(|what| at(line, what))?;
            let next = Layout::<N, E>::new(rules, match_state.dealer().index());
            walls.push(std::mem::replace(&mut layout, next).wall()?);
        }
        script.push(line);
    }
    walls.push(layout.wall()?);
    Ok((walls, script))
}

fn at(line: &Line, what: String) -> String {
    format!("line {}: `{}`: {what}", line.number, line.words.join(" "))
}

impl<const N: usize, E: Engine<N>> Run<N, E> {
    fn line(&mut self, words: &[String]) -> Result<(), String> {
        match (words[0].as_str(), words.get(1).map(String::as_str)) {
            ("end", _) => {
                while self.end().is_none() {
                    self.step(&[])?;
                }
                expect::end(self, &words[1..])
            }
            ("next", _) => {
                expect::next(self, &words[1..])?;
                (self.kyoku, self.cursor) = (self.kyoku + 1, 0);
                Ok(())
            }
            ("win" | "over" | "open" | "scores", _) => expect::line(self, words),
            (_, Some("holds")) => expect::holds(self, words),
            (number, Some("may")) => self.offered(seat(number)?, &words[2..], true),
            (number, Some("no")) => self.offered(seat(number)?, &words[2..], false),
            _ => expect::state(self, words).unwrap_or_else(|| self.act(words)),
        }
    }

    /// The end of the kyoku that lines are about.
    pub(super) fn end(&self) -> Option<&End> {
        self.log.ends.get(self.kyoku)
    }

    /// Its events.
    pub(super) fn events(&self) -> &[EventOf<N, E>] {
        self.log.events.get(self.kyoku).map_or(&[], Vec::as_slice)
    }

    /// Some seats act at the same time, as soon as all of them may.
    fn act(&mut self, words: &[String]) -> Result<(), String> {
        let text = words.join(" ");
        let parts: Vec<Vec<String>> =
            text.split(',').map(|part| part.split_whitespace().map(String::from).collect()).collect();
        loop {
            if let Some(codes) = self.codes_now(&parts)? {
                self.cursor = self.events().len();
                return self.step(&codes);
            }
            self.step(&[]).map_err(|what| format!("never possible: {what}"))?;
        }
    }

    /// The codes of these moves, if all are legal now.
    fn codes_now(&self, parts: &[Vec<String>]) -> Result<Option<Vec<(Seat, u8)>>, String> {
        let mut codes = Vec::new();
        for part in parts {
            let seat = Seat::new(seat(&part[0])? as u8);
            let (action, on) = Words::read(&part[1..])?;
            let awaited = on.is_none() || on == E::shown(&self.game);
            match self.legal(seat, &action) {
                Some(code) if awaited => codes.push((seat, code)),
                _ => return Ok(None),
            }
        }
        Ok(Some(codes))
    }

    fn codes(&self, seat: Seat, action: &Words<'_>) -> Result<Vec<u8>, String> {
        E::codes(&self.game, seat, action, E::shown(&self.game))
    }

    /// The legal code of an action, if it is offered now.
    fn legal(&self, seat: Seat, action: &Words<'_>) -> Option<u8> {
        let codes = self.codes(seat, action).ok()?;
        codes.into_iter().find(|&code| self.game.legal(seat).has(code))
    }

    /// Waits for the moment that is meant and looks whether the action is offered there.
    fn offered(&mut self, number: usize, words: &[String], expected: bool) -> Result<(), String> {
        let split = words.iter().position(|word| word == ":").unwrap_or(words.len());
        let (action, on) = Words::read(&words[..split])?;
        let seat = Seat::new(number as u8);
        while !self.moment(seat, &action, on) {
            self.step(&[]).map_err(|what| format!("the moment never comes: {what}"))?;
        }
        let codes = self.codes(seat, &action)?;
        let offered = codes.iter().any(|&code| self.game.legal(seat).has(code));
        if offered != expected {
            return Err(format!("offered: {offered}; legal: {}", self.legal_names(seat)));
        }
        let reason = words[split..].iter().skip(1).cloned().collect::<Vec<_>>().join(" ");
        let message = self.game.why_illegal(seat, codes[0]).to_string();
        if message.contains(&reason) { Ok(()) } else { Err(format!("the reason given is: {message}")) }
    }

    /// Whether the action can be checked now: its tile has been shown or drawn, or it is the seat's turn.
    fn moment(&mut self, seat: Seat, action: &Words<'_>, on: Option<crate::Tile>) -> bool {
        let Some(on) = on else { return E::is_asked(&self.game, seat, action) };
        let is_it = |event: &EventOf<N, E>| E::brings(event, seat, on, action.is_claim());
        let place = self.events().iter().skip(self.cursor).position(is_it);
        self.cursor += place.unwrap_or(0);
        place.is_some()
    }

    /// One step of the game: these answers, and those of the others by default.
    fn step(&mut self, codes: &[(Seat, u8)]) -> Result<(), String> {
        if self.game.deciders().is_empty() || self.end().is_some() && codes.is_empty() {
            return Err("the kyoku is over".into());
        }
        let mut answers = Answers::NONE;
        for seat in self.game.deciders() {
            let code = codes.iter().find(|(named, _)| *named == seat).map(|&(_, code)| code);
            answers.set(
                seat,
                code.or_else(|| self.default_answer(seat))
                    .ok_or(format!("{seat:?} must choose: {}", self.legal_names(seat)))?,
            );
        }
        self.game.try_apply(answers, &mut self.log).map_err(|illegal| illegal.to_string())?;
        if self.is_sound && self.log.over.is_none() { self.game.audit() } else { Ok(()) }
    }

    fn default_answer(&self, seat: Seat) -> Option<u8> {
        E::default_codes(&self.game, seat).into_iter().find(|&code| self.game.legal(seat).has(code))
    }

    fn legal_names(&self, seat: Seat) -> String {
        let names: Vec<String> = self.game.legal(seat).iter().map(E::Game::action_name).collect();
        if names.is_empty() { "nothing".into() } else { names.join(", ") }
    }
}
