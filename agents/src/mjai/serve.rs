//! The lines of a bot: what it reads and what it answers. Whatever it reads, it answers each line and goes on: what it cannot follow is
//! a sentence, and the answer is a move that is legal in any case.

use super::course::Course;
use super::player::{Chair, Player, Seated, fitted};
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::Agent;
use hyakuman_core::game::ruleset::Ruleset;
use hyakuman_games::logs::MAX_MATCH_BYTES;
use hyakuman_games::logs::mjai::first_dealer;
use hyakuman_riichi::{Riichi, RiichiRules};
use serde_json::Value;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

/// Most different sentences about a match.
const MOST_REMARKS: usize = 64;

/// Events that are no part of a match.
const IGNORED: [&str; 4] = ["none", "hello", "error", "log"];

/// Events that end a kyoku.
const ENDS: [&str; 3] = ["end_kyoku", "hora", "ryukyoku"];

/// Events of a kyoku that nobody answers.
const SILENT: [&str; 2] = ["dora", "reach_accepted"];

/// Events of a kyoku that may be answered.
const PLAY: [&str; 10] =
    ["tsumo", "dahai", "chi", "pon", "daiminkan", "kakan", "ankan", "nukidora", "kita", "reach"];

/// Some programs put this at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The answer where there is nothing to do.
const NONE: &str = r#"{"type":"none"}"#;

/// Makes the agents of a bot.
pub trait Seating {
    /// The rules of a match of so many players; `ruleset` is the built-in one that its `start_game` names, if it does.
    ///
    /// # Errors
    /// One sentence.
    fn rules(&self, seats: usize, ruleset: Option<&'static str>) -> Result<Arc<RiichiRules>, String>;

    /// The agent.
    ///
    /// # Errors
    /// One sentence.
    fn agent<const N: usize>(&self, rules: &Arc<RiichiRules>) -> Result<Box<dyn Agent<Riichi<N>>>, String>;
}

/// Answers the lines of one match after another, to the end of the input. `id`: the number of the bot's seat in matches that do
/// not say it. `remark` gets a sentence about each line that has no meaning or cannot be followed, once in a match.
///
/// # Errors
/// Reading or writing failed.
pub fn serve(
    seating: &impl Seating,
    id: Option<usize>,
    input: &mut impl BufRead,
    out: &mut impl Write,
    remark: &mut dyn FnMut(&str),
) -> io::Result<()> {
    let (mut session, mut line) = (Session::new(seating, id, remark), Vec::new());
    for number in 1.. {
        session.remarks.line = number;
        let Some(is_whole) = read_line(input, &mut line)? else { break };
        let text = match number {
            1 => line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line),
            _ => &line,
        };
        let text = text.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let answer = if is_whole { session.line(text) } else { session.long_line() };
        if let Some(answer) = answer {
            out.write_all(answer.as_bytes()).and_then(|()| out.write_all(b"\n"))?;
            out.flush()?;
        }
    }
    if session.is_playing {
        (session.remarks.out)("the input ends in the middle of a match");
    }
    Ok(())
}

/// Reads a line; whether it is as long as a line may be, `None` at the end of the input. The rest of a longer one is left out.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    if input.by_ref().take(MAX_MATCH_BYTES as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    let is_whole = line.len() <= MAX_MATCH_BYTES;
    if !is_whole && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(is_whole))
}

/// A bot between two lines.
struct Session<'a, S> {
    seating: &'a S,
    /// The number of its seat in matches that do not say it.
    id: Option<usize>,
    /// Matches so far.
    matches: u64,
    /// Whether a match has begun and not ended.
    is_playing: bool,
    game: Match,
    seated: Option<Box<dyn Seated>>,
    /// The word for setting a north aside.
    nuki: &'static str,
    remarks: Remarks<'a>,
}

/// A match in progress.
#[derive(Default)]
struct Match {
    /// The number of the bot's seat, if it is known.
    id: Option<usize>,
    ruleset: Option<&'static str>,
    /// Where its agent sits.
    table: Option<Table>,
    /// Kyoku dealt before this one.
    deals: u32,
    /// As far as the events say.
    scores: Vec<i64>,
    course: Course,
}

/// What stays in a match.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Table {
    /// Hands in its `start_kyoku`.
    hands: usize,
    seats: usize,
    /// The number of the first dealer.
    first: usize,
}

impl Match {
    /// Whether a kyoku that has started is one of the same match.
    fn goes_on(&self, start: &Value) -> bool {
        let same = |table: Table| first_dealer(start, table.seats) == Some(table.first);
        self.table.is_some_and(|table| table.hands == hands(start) && same(table))
    }

    /// Takes over what an event says of the scores.
    fn count_points(&mut self, event: &Value) {
        let list = |key: &str| -> Option<Vec<i64>> {
            event[key].as_array()?.iter().take(4).map(Value::as_i64).collect()
        };
        match (list("scores"), list("deltas")) {
            (Some(scores), _) => self.scores = scores,
            (None, Some(deltas)) => {
                let all = self.scores.iter_mut().zip(deltas);
                all.for_each(|(score, delta)| *score = score.saturating_add(delta));
            }
            _ => {}
        }
    }
}

/// Sentences about what is read.
struct Remarks<'a> {
    out: &'a mut dyn FnMut(&str),
    line: u64,
    /// In this match.
    said: Vec<String>,
}

impl Remarks<'_> {
    /// Says a sentence about this line, unless it was said before.
    fn say(&mut self, sentence: String) {
        if self.said.len() < MOST_REMARKS && !self.said.contains(&sentence) {
            (self.out)(&format!("line {}: {sentence}", self.line));
            self.said.push(sentence);
        }
    }
}

impl<'a, S: Seating> Session<'a, S> {
    fn new(seating: &'a S, id: Option<usize>, out: &'a mut dyn FnMut(&str)) -> Self {
        let (game, remarks) = (Match { id, ..Match::default() }, Remarks { out, line: 0, said: Vec::new() });
        let (matches, is_playing, seated, nuki) = (0, false, None, "nukidora");
        Session { seating, id, matches, is_playing, game, seated, nuki, remarks }
    }

    /// Takes the events of a line, and answers the last one unless it says `"can_act":false`.
    fn line(&mut self, text: &[u8]) -> Option<String> {
        let events = match serde_json::from_slice(text) {
            Ok(Value::Array(events)) => events,
            Ok(event) => vec![event],
            Err(error) => {
                let what = error.to_string();
                let what = what.split(" at line ").next().unwrap_or_default();
                self.remarks.say(format!("it is not JSON: {what}"));
                return Some(NONE.into());
            }
        };
        let is_silent = events.last().is_some_and(|last| last["can_act"] == false);
        let mut is_asked = false;
        for event in &events {
            if let Err(what) = self.event(event) {
                self.remarks.say(format!("{what}: {}", excerpt(&event.to_string())));
            }
            is_asked = asks(event).unwrap_or(is_asked);
        }
        if is_silent {
            return None;
        }
        let answer = if is_asked { self.answer() } else { None };
        Some(answer.unwrap_or_else(|| NONE.into()))
    }

    fn long_line(&mut self) -> Option<String> {
        self.remarks.say("it is longer than 1 MiB".into());
        Some(NONE.into())
    }

    /// The answer of the agent to the last event, or a move that is legal in any case.
    fn answer(&mut self) -> Option<String> {
        let Match { id, deals, course, .. } = &self.game;
        let seated = self.seated.as_mut().filter(|_| course.is_started());
        let answer = seated.map_or(Ok(None), |seated| seated.answer(course, *deals, self.nuki));
        let answer = answer.unwrap_or_else(|what| {
            self.remarks.say(format!("the kyoku cannot be followed: {what}"));
            None
        });
        answer.or_else(|| course.safe_move(*id))
    }

    fn event(&mut self, event: &Value) -> Result<(), String> {
        let kind = event["type"].as_str().ok_or("`type` is missing or not text")?;
        self.game.count_points(event);
        match kind {
            "start_game" => self.start_game(event),
            "start_kyoku" => self.start_kyoku(event),
            "end_game" => {
                self.is_playing = false;
                (self.game, self.seated) = (Match { id: self.id, ..Match::default() }, None);
                Ok(())
            }
            _ if PLAY.contains(&kind) || SILENT.contains(&kind) => self.play(kind, event),
            _ if ENDS.contains(&kind) => {
                self.game.course = Course::default();
                Ok(())
            }
            _ if IGNORED.contains(&kind) => Ok(()),
            _ => Err(format!("unknown event `{}`", excerpt(kind))),
        }
    }

    fn start_game(&mut self, event: &Value) -> Result<(), String> {
        self.matches += 1;
        self.is_playing = true;
        self.remarks.said.clear();
        let id = event["id"].as_u64().map(|id| id as usize).filter(|&id| id < 4).or(self.id);
        let named = event["rules"]["name"].as_str();
        let preset = RiichiRules::PRESETS.iter().map(|preset| preset.id).find(|&id| Some(id) == named);
        (self.game, self.seated) = (Match { id, ruleset: preset, ..Match::default() }, None);
        match named.filter(|_| preset.is_none()) {
            Some(name) => Err(format!("no ruleset `{}` is built in: the usual one is played", excerpt(name))),
            None => Ok(()),
        }
    }

    fn start_kyoku(&mut self, event: &Value) -> Result<(), String> {
        self.is_playing = true;
        let game = &mut self.game;
        game.id = game.id.or_else(|| shown_hand(event));
        game.course = Course::start(event);
        if !game.goes_on(&game.course.events()[0]) {
            return self.sit();
        }
        game.deals += 1;
        game.course.set_scores(&game.scores);
        Ok(())
    }

    /// Makes the agent of a match by the start of its first kyoku.
    fn sit(&mut self) -> Result<(), String> {
        (self.game.table, self.game.deals, self.seated) = (None, 0, None);
        let hands = hands(&self.game.course.events()[0]);
        let rules = self.seating.rules(if hands == 3 { 3 } else { 4 }, self.game.ruleset)?;
        let seats = usize::from(rules.players);
        if self.game.scores.is_empty() {
            self.game.scores = vec![rules.start_points.into(); seats];
        }
        self.game.course.set_scores(&self.game.scores);
        let start = &self.game.course.events()[0];
        let first = first_dealer(start, seats).ok_or("`kyoku` and `oya` are not those of a kyoku")?;
        let id = self.game.id.ok_or("no `id` says which seat the bot has")?;
        if id >= seats {
            return Err(format!("seat {id} in a match of {seats} players"));
        }
        let rules = fitted(&rules, start);
        let mut seated: Box<dyn Seated> = match seats {
            3 => Box::new(Player::<3>::new(self.seating.agent(&rules)?, &rules)),
            _ => Box::new(Player::<4>::new(self.seating.agent(&rules)?, &rules)),
        };
        seated.begin(&rules, Chair { id, first, number: self.matches.saturating_sub(1) });
        (self.seated, self.game.table) = (Some(seated), Some(Table { hands, seats, first }));
        Ok(())
    }

    fn play(&mut self, kind: &str, event: &Value) -> Result<(), String> {
        if kind == "kita" {
            self.nuki = "kita";
        }
        self.game.course.push(kind, event)?;
        let is_lost = PLAY.contains(&kind) && !self.game.course.is_started();
        if is_lost { Err(format!("`{kind}` outside a kyoku")) } else { Ok(()) }
    }
}

/// Whether an event may be answered; `None` if that is up to the one before it.
fn asks(event: &Value) -> Option<bool> {
    let kind = event["type"].as_str()?;
    let is_other = ENDS.contains(&kind) || ["start_game", "start_kyoku", "end_game"].contains(&kind);
    if PLAY.contains(&kind) { Some(true) } else { is_other.then_some(false) }
}

/// Number of hands in a `start_kyoku`.
fn hands(event: &Value) -> usize {
    event["tehais"].as_array().map_or(0, Vec::len)
}

/// The seat of the only hand that a `start_kyoku` shows.
fn shown_hand(event: &Value) -> Option<usize> {
    let is_shown = |hand: &Value| hand[0].as_str().is_some_and(|tile| tile != "?");
    let hands = event["tehais"].as_array()?.iter().take(4).enumerate();
    let mut shown = hands.filter(|(_, hand)| is_shown(hand)).map(|(seat, _)| seat);
    shown.next().filter(|_| shown.next().is_none())
}

#[cfg(test)]
mod tests;
