//! An agent of this program as a bot: it reads mjai and answers (`serve`).
//!
//! A bot is told what its seat sees. At each decision the kyoku so far is played through the engine, with made-up tiles where it
//! sees none ([`read_seen`]): a view shows nothing of them, so the agent decides as at the table itself.

use super::course::Course;
use super::reply::{Asked, is_riichi};
use hyakuman_core::game::{Agent, AgentSeed, Game};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::logs::mjai::lines::{self, Dialect, typed_first};
use hyakuman_games::logs::mjai::read_seen;
use hyakuman_games::logs::referee::{Position, position};
use hyakuman_riichi::{Action, Event, Riichi, RiichiRules};
use serde_json::{Value, json};
use std::sync::Arc;

/// How often the hidden tiles are dealt before a kyoku counts as impossible: some deals do not fit a kan in riichi.
const DEALS: u64 = 8;

/// The place of a bot in a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chair {
    /// Its number in the events, and that of the first dealer.
    pub(super) id: usize,
    pub(super) first: usize,
    /// Number of the match, from 0.
    pub(super) number: u64,
}

/// An agent with any number of players.
pub(super) trait Seated {
    fn begin(&mut self, rules: &Arc<RiichiRules>, chair: Chair);

    /// What it does after the last event of a kyoku; `None` if it has nothing to do. `nuki` is the word for setting a north aside.
    fn answer(&mut self, kyoku: &Course, deals: u32, nuki: &'static str) -> Result<Option<String>, String>;
}

/// An agent in its seat.
pub(super) struct Player<const N: usize> {
    agent: Box<dyn Agent<Riichi<N>>>,
    rules: Arc<RiichiRules>,
    chair: Chair,
    seat: Seat,
    dialect: Dialect,
    /// The action that declares riichi, while its `reach` has not come back.
    planned: Option<u8>,
}

impl<const N: usize> Player<N> {
    pub(super) fn new(agent: Box<dyn Agent<Riichi<N>>>, rules: &Arc<RiichiRules>) -> Self {
        let (rules, chair) = (Arc::clone(rules), Chair { id: 0, first: 0, number: 0 });
        Player { agent, rules, chair, seat: Seat::new(0), dialect: Dialect::of_logs(N), planned: None }
    }

    /// The table after these events.
    fn position(&self, kyoku: &[Value], deals: u32) -> Result<Position<N>, String> {
        let rules = kyoku.first().map_or_else(|| Arc::clone(&self.rules), |start| fitted(&self.rules, start));
        let played = |deal| {
            let log = read_seen(kyoku, &rules, deal)?;
            position::<N>(&log, &rules, self.seat, deals)
        };
        let mut last = Err(String::new());
        for deal in 0..DEALS {
            last = played(deal).map_err(|error| error.to_string());
            if last.is_ok() {
                break;
            }
        }
        last
    }

    /// The answer to its own draw or call, or to a tile of another seat.
    fn decide(&mut self, position: &Position<N>) -> Result<Option<String>, String> {
        let Position { game, ahead, .. } = position;
        if !self.is_asked(position) {
            return Ok(ahead.as_ref().and_then(|ahead| self.forced(ahead)));
        }
        let (view, legal) = (game.view(self.seat), game.legal(self.seat));
        let asked = Asked { view: &view, legal, riichi: false, dialect: self.dialect };
        let found = self.agent.evaluate(&view, legal);
        let code = self.agent.act(&view, legal);
        let Some(action) = Action::from_code(code).filter(|_| legal.has(code)) else {
            let why = self.agent.failure().map(|failure| failure.0);
            return Err(why.unwrap_or_else(|| game.illegal(self.seat, code).to_string()));
        };
        self.planned = Some(code).filter(|&code| is_riichi(code));
        let mut text = asked.written(action);
        if let Some(found) = &found {
            text.truncate(text.len() - 1);
            text += &format!(",\"meta\":{}}}", asked.meta(found));
        }
        Ok(Some(text))
    }

    /// Whether the match waits for a choice of this seat.
    fn is_asked(&self, position: &Position<N>) -> bool {
        position.waits && position.game.deciders().has(self.seat)
    }

    /// The discard that the engine made without a choice.
    fn forced(&self, ahead: &Event) -> Option<String> {
        let &Event::Discard { seat, tile, tsumogiri, .. } = ahead else { return None };
        let mut text = String::new();
        lines::dahai(&mut text, seat, tile, tsumogiri);
        (seat == self.seat).then(|| text.trim_end().to_owned())
    }

    /// The discard after its own `reach`.
    fn declare(&mut self, position: &Position<N>) -> Result<Option<String>, String> {
        let (view, legal) = (position.game.view(self.seat), position.game.legal(self.seat));
        let riichi = || legal.iter().filter(|&code| is_riichi(code));
        let mut choice = self.planned.take();
        if choice.is_none() && self.is_asked(position) {
            choice = Some(self.agent.act(&view, legal));
        }
        let code = riichi().find(|&code| Some(code) == choice).or_else(|| riichi().next());
        let action = code.and_then(Action::from_code).ok_or("this seat may not declare riichi")?;
        let asked = Asked { view: &view, legal, riichi: true, dialect: self.dialect };
        Ok(Some(asked.written(action)))
    }

    /// The same with the numbers that the seats have in the events.
    fn renumbered(&self, text: String) -> String {
        if self.chair.first == 0 {
            return text;
        }
        let Ok(mut value) = serde_json::from_str::<Value>(&text) else { return text };
        renumber(&mut value, self.chair.first, N);
        typed_first(&value).trim_end().to_owned()
    }
}

impl<const N: usize> Seated for Player<N> {
    fn begin(&mut self, rules: &Arc<RiichiRules>, chair: Chair) {
        self.rules = Arc::clone(rules);
        (self.chair, self.planned) = (chair, None);
        self.seat = Seat::new(((chair.id + N - chair.first) % N) as u8);
        self.agent.numbered(chair.number);
        let of_match = MatchSeed { seed: 0, number: chair.number };
        self.agent.begin(rules, self.seat, AgentSeed { of_match, seat: self.seat });
    }

    fn answer(&mut self, kyoku: &Course, deals: u32, nuki: &'static str) -> Result<Option<String>, String> {
        let Some((last, before)) = kyoku.last() else { return Ok(None) };
        self.dialect.nuki = nuki;
        let own = last["actor"].as_u64() == Some(self.chair.id as u64);
        let text = match (last["type"].as_str().unwrap_or_default(), own) {
            ("reach", true) => self.declare(&self.position(before, deals)?)?,
            ("tsumo" | "chi" | "pon", true) | ("dahai" | "kakan" | "ankan" | "nukidora" | "kita", false) => {
                self.decide(&self.position(kyoku.events(), deals)?)?
            }
            _ => None,
        };
        Ok(text.map(|text| self.renumbered(text)))
    }
}

/// The rules with the points of the match that a kyoku is part of: programs play with other starting scores.
pub(super) fn fitted(rules: &Arc<RiichiRules>, start_kyoku: &Value) -> Arc<RiichiRules> {
    let number = |value: &Value| value.as_i64().and_then(|number| i32::try_from(number).ok()).map(i64::from);
    let scores = start_kyoku["scores"].as_array().map_or(&[][..], Vec::as_slice);
    let scores: Option<i64> = scores.iter().take(rules.players.into()).map(number).sum();
    let sticks = number(&start_kyoku["kyotaku"]).map(|sticks| sticks * i64::from(rules.riichi_stick));
    let whole = scores.zip(sticks).map(|(scores, sticks)| scores + sticks);
    match whole.and_then(|whole| i32::try_from(whole / i64::from(rules.players)).ok()) {
        Some(start_points) if start_points != rules.start_points => {
            Arc::new(RiichiRules { start_points, ..RiichiRules::clone(rules) })
        }
        _ => Arc::clone(rules),
    }
}

/// Gives seats, counted from the first dealer, the numbers of the events.
fn renumber(value: &mut Value, first: usize, seats: usize) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| renumber(value, first, seats)),
        Value::Object(object) => {
            for (key, value) in object {
                match value.as_u64().filter(|_| key == "actor" || key == "target") {
                    Some(seat) => *value = json!((seat as usize + first) % seats),
                    None => renumber(value, first, seats),
                }
            }
        }
        _ => {}
    }
}
