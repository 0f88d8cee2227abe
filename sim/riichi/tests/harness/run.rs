//! Plays a case: moves as scripted, everything else by default, and stops where something must be looked at.

use super::action::Words;
use super::case::{Case, CaseVariant, Line};
use super::expect;
use super::wall::{Layout, seat};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::sink::Sink;
use hyakuman_core::game::{Answers, Game, KyokuEnd, KyokuResult, MatchEnd, WinRecord};
use hyakuman_core::{Seat, Tile};
use hyakuman_riichi::{Action, Event, Match, Question, Variant};
use std::sync::Arc;

/// What happened in the first kyoku, how it ended, and how the match did.
#[derive(Default)]
pub(crate) struct Log {
    /// The events of the first kyoku.
    pub(crate) events: Vec<Event>,
    /// Its end.
    pub(crate) end: Option<End>,
    /// The end of the match.
    pub(crate) over: Option<MatchEnd>,
}

/// The end of a kyoku.
pub(crate) struct End {
    /// Which kyoku it was.
    pub(crate) kyoku: u32,
    /// Tiles drawn.
    pub(crate) draws: u32,
    /// How.
    pub(crate) result: KyokuResult,
    /// Changes of score.
    pub(crate) deltas: [i32; 4],
    /// Who was in riichi, as seat numbers.
    pub(crate) riichi: String,
    /// Who declared it.
    pub(crate) declared: String,
    /// Who was tenpai.
    pub(crate) tenpai: String,
    /// The wins.
    pub(crate) wins: Vec<WinRecord>,
}

impl<const N: usize, V: Variant> Sink<Match<N, V>> for Log {
    fn event(&mut self, event: &Event) {
        if self.end.is_none() {
            self.events.push(*event);
        }
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        let numbers = |set: hyakuman_core::SeatSet| set.map(|seat| seat.index().to_string()).collect();
        self.end.get_or_insert_with(|| End {
            kyoku: end.kyoku,
            draws: end.draws,
            result: end.result,
            deltas: end.deltas,
            riichi: numbers(end.riichi),
            declared: numbers(end.declared),
            tenpai: numbers(end.tenpai),
            wins: end.wins.to_vec(),
        });
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.over = Some(*end);
    }
}

/// A case in play.
pub(crate) struct Run<const N: usize, V: Variant> {
    /// The match.
    pub(crate) game: Match<N, V>,
    /// What has happened.
    pub(crate) log: Log,
    /// Where in the events to look for what is shown next.
    cursor: usize,
}

/// Plays a case under the rules of one variant. The error says which line failed, and how.
pub(crate) fn play<V: Variant>(case: &Case<V>, variant: &CaseVariant<V>) -> Result<(), String> {
    match V::riichi(&variant.rules).players {
        3 => play_at::<3, V>(case, variant),
        _ => play_at::<4, V>(case, variant),
    }
}

fn play_at<const N: usize, V: Variant>(case: &Case<V>, variant: &CaseVariant<V>) -> Result<(), String> {
    let lines: Vec<&Line> = case.lines.iter().filter(|line| line.is_for(&variant.label)).collect();
    let mut match_state = MatchState::<N>::first(V::riichi(&variant.rules).start_points);
    for line in lines.iter().filter(|line| line.words[0] == "at") {
        expect::read_standing(&line.words[1..], &mut match_state).map_err(|what| at(line, what))?;
    }
    let mut layout = Layout::<V>::new(&variant.rules, match_state.dealer().index());
    let mut script = Vec::new();
    for line in lines.into_iter().filter(|line| line.words[0] != "at") {
        if !layout.line(&line.words).map_err(|what| at(line, what))? {
            script.push(line);
        }
    }
    let walls = Walls::Scripted(Arc::new([layout.wall()?]));
    let mut log = Log::default();
    let game = Match::<N, V>::start_at(&variant.rules, walls, match_state, &mut log);
    let mut run = Run { game, log, cursor: 0 };
    script.into_iter().try_for_each(|line| run.line(&line.words).map_err(|what| at(line, what)))
}

fn at(line: &Line, what: String) -> String {
    format!("line {}: `{}`: {what}", line.number, line.words.join(" "))
}

impl<const N: usize, V: Variant> Run<N, V> {
    fn line(&mut self, words: &[String]) -> Result<(), String> {
        match (words[0].as_str(), words.get(1).map(String::as_str)) {
            ("end", _) => {
                while self.log.end.is_none() {
                    self.step(&[])?;
                }
                expect::end::<N>(&self.log, &words[1..])
            }
            ("win" | "next" | "over" | "open" | "scores", _) => expect::line(self, words),
            (_, Some("holds")) => expect::holds(self, words),
            (_, Some("furiten" | "riichi" | "out"))
                if words.len() == 3 && matches!(words[2].as_str(), "yes" | "no") =>
            {
                expect::seat_state(self, words)
            }
            (number, Some("may")) => self.offered(seat(number)?, &words[2..], true),
            (number, Some("no")) => self.offered(seat(number)?, &words[2..], false),
            _ => self.act(words),
        }
    }

    /// Some seats act at the same time, as soon as all of them may.
    fn act(&mut self, words: &[String]) -> Result<(), String> {
        let text = words.join(" ");
        let parts: Vec<Vec<String>> =
            text.split(',').map(|part| part.split_whitespace().map(String::from).collect()).collect();
        loop {
            if let Some(codes) = self.codes_now(&parts)? {
                self.cursor = self.log.events.len();
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
            let awaited = on.is_none() || on == self.shown();
            match self.legal(seat, &action) {
                Some(code) if awaited => codes.push((seat, code)),
                _ => return Ok(None),
            }
        }
        Ok(Some(codes))
    }

    /// The legal code of an action, if it is offered now.
    fn legal(&self, seat: Seat, action: &Words) -> Option<u8> {
        let legal = self.game.legal(seat);
        let codes = action.codes(&self.game, seat, self.shown()).ok()?;
        codes.into_iter().find(|&code| legal.has(code))
    }

    /// Waits for the moment that is meant and looks whether the action is offered there.
    fn offered(&mut self, number: usize, words: &[String], expected: bool) -> Result<(), String> {
        let split = words.iter().position(|word| word == ":").unwrap_or(words.len());
        let (action, on) = Words::read(&words[..split])?;
        let seat = Seat::new(number as u8);
        while !self.moment(seat, &action, on) {
            self.step(&[]).map_err(|what| format!("the moment never comes: {what}"))?;
        }
        let codes = action.codes(&self.game, seat, self.shown())?;
        let offered = codes.iter().any(|&code| self.game.legal(seat).has(code));
        if offered != expected {
            return Err(format!("offered: {offered}; legal: {}", self.legal_names(seat)));
        }
        let reason = words[split..].iter().skip(1).cloned().collect::<Vec<_>>().join(" ");
        let message = self.game.why_illegal(seat, codes[0]).to_string();
        if message.contains(&reason) { Ok(()) } else { Err(format!("the reason given is: {message}")) }
    }

    /// Has the moment come to look at this action: the tile is shown or drawn, or the seat is on turn?
    fn moment(&mut self, seat: Seat, action: &Words, on: Option<Tile>) -> bool {
        let Some(on) = on else {
            return matches!(
                self.game.view(seat).question(),
                Question::Turn(_) | Question::Yame | Question::Exchange
            ) && !action.is_claim();
        };
        let seen = |event: &Event| match *event {
            Event::Draw { seat: who, tile, .. } => !action.is_claim() && who == seat && tile == Some(on),
            event => action.is_claim() && shown_by(&event, on).is_some_and(|who| who != seat),
        };
        match self.log.events[self.cursor.min(self.log.events.len())..].iter().position(seen) {
            Some(place) => {
                self.cursor += place;
                true
            }
            None => false,
        }
    }

    /// The tile on offer, if one is.
    fn shown(&self) -> Option<Tile> {
        Seat::all(N).find_map(|seat| match self.game.view(seat).question() {
            Question::Claim(offer, _) => Some(offer.tile()),
            _ => None,
        })
    }

    /// One step of the game: these answers, and those of the others by default.
    fn step(&mut self, codes: &[(Seat, u8)]) -> Result<(), String> {
        if self.game.deciders().is_empty() || self.log.end.is_some() && codes.is_empty() {
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
        self.game.try_apply(answers, &mut self.log).map_err(|illegal| illegal.to_string())
    }

    fn default_answer(&self, seat: Seat) -> Option<u8> {
        let legal = self.game.legal(seat);
        if self.game.view(seat).question() == Question::Exchange {
            return legal.first();
        }
        [Action::Pass, Action::Tsumogiri, Action::Continue]
            .map(Action::code)
            .into_iter()
            .find(|&code| legal.has(code))
    }

    fn legal_names(&self, seat: Seat) -> String {
        let names: Vec<String> = self.game.legal(seat).iter().map(Match::<N, V>::action_name).collect();
        if names.is_empty() { "nothing".into() } else { names.join(", ") }
    }
}

/// Who shows this tile to the others with this event, by a discard or a kan.
fn shown_by(event: &Event, tile: Tile) -> Option<Seat> {
    match *event {
        Event::Discard { seat, tile: shown, .. } => (shown == tile).then_some(seat),
        Event::Meld { seat, meld } => {
            let own_kan = meld.is_kan() && meld.kind() != hyakuman_core::MeldKind::Daiminkan;
            (own_kan && meld.low() == tile.kind()).then_some(seat)
        }
        Event::Nuki { seat, tile: aside } => (tile == aside).then_some(seat),
        _ => None,
    }
}
