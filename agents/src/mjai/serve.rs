//! The lines of a bot: what it reads and what it answers.

use super::player::{Chair, Player, Seated};
use hyakuman_core::excerpt::excerpt;
use hyakuman_game::Agent;
use hyakuman_logs::MAX_MATCH_BYTES;
use hyakuman_logs::mjai::first_dealer;
use hyakuman_riichi::{Riichi, RiichiRules};
use serde_json::Value;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

/// Most events of a kyoku, and of a line: more than twice what there can be.
const MOST_EVENTS: usize = 1_000;

/// Events that are no part of a kyoku, or end it.
const OUTSIDE: [&str; 8] = ["end_game", "end_kyoku", "hora", "ryukyoku", "none", "hello", "error", "log"];

/// Makes the agents of a bot.
pub trait Seating {
    /// The rules of a match of so many players; `ruleset` is the name in its `start_game`, if there is one.
    ///
    /// # Errors
    /// One sentence.
    fn rules(&self, seats: usize, ruleset: Option<&str>) -> Result<Arc<RiichiRules>, String>;

    /// The agent.
    ///
    /// # Errors
    /// One sentence.
    fn agent<const N: usize>(&self, rules: &Arc<RiichiRules>) -> Result<Box<dyn Agent<Riichi<N>>>, String>;
}

/// Why a bot has stopped.
#[derive(Debug)]
pub enum Stopped {
    /// What it read has no meaning, or cannot happen; or the agent failed. One sentence.
    Input(String),
    /// Reading or writing failed.
    Io(io::Error),
}

/// Answers the lines of one match after another, to the end of the input. `id`: the number of the bot's seat in matches that do
/// not say it.
///
/// # Errors
/// [`Stopped`].
pub fn serve(
    seating: &impl Seating,
    id: Option<usize>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<(), Stopped> {
    let (mut session, mut line) = (Session::new(seating, id), Vec::new());
    for number in 1.. {
        line.clear();
        let most = MAX_MATCH_BYTES as u64 + 1;
        if input.by_ref().take(most).read_until(b'\n', &mut line).map_err(Stopped::Io)? == 0 {
            break;
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let wrong = |what: String| Stopped::Input(format!("line {number}: {what}"));
        if line.len() as u64 == most {
            return Err(wrong("it is longer than 1 MiB".into()));
        }
        if let Some(answer) = session.line(text).map_err(wrong)? {
            out.write_all(answer.as_bytes()).and_then(|()| out.write_all(b"\n")).map_err(Stopped::Io)?;
            out.flush().map_err(Stopped::Io)?;
        }
    }
    if session.is_over() {
        Ok(())
    } else {
        Err(Stopped::Input("the input ends in the middle of a match".into()))
    }
}

/// A bot between two lines.
struct Session<'a, S> {
    seating: &'a S,
    id: Option<usize>,
    /// Matches so far.
    matches: u64,
    game: Option<Match>,
    seated: Option<Box<dyn Seated>>,
}

/// A match in progress.
struct Match {
    /// The number of the bot's seat.
    id: usize,
    ruleset: Option<String>,
    /// Number of players, once a kyoku has started.
    seats: usize,
    /// Kyoku dealt before this one.
    deals: u32,
    /// From `start_kyoku` on; empty between two kyoku.
    kyoku: Vec<Value>,
}

impl<'a, S: Seating> Session<'a, S> {
    fn new(seating: &'a S, id: Option<usize>) -> Self {
        Session { seating, id, matches: 0, game: None, seated: None }
    }

    fn is_over(&self) -> bool {
        self.game.is_none()
    }

    /// Takes the events of a line, and answers the last one unless it says `"can_act":false`.
    fn line(&mut self, text: &[u8]) -> Result<Option<String>, String> {
        let value: Value = serde_json::from_slice(text).map_err(|error| {
            let what = error.to_string();
            format!("it is not JSON: {}", what.split(" at line ").next().unwrap_or_default())
        })?;
        let events = match value {
            Value::Array(events) => events,
            event => vec![event],
        };
        if events.len() > MOST_EVENTS {
            return Err(format!("it has more than {MOST_EVENTS} events"));
        }
        let silent = events.last().is_some_and(|last| last["can_act"] == false);
        for event in events {
            let shown = excerpt(&event.to_string());
            self.event(event).map_err(|what| format!("{what}: {shown}"))?;
        }
        if silent {
            return Ok(None);
        }
        let answer = match (&self.game, &mut self.seated) {
            (Some(game), Some(seated)) => seated.answer(&game.kyoku, game.deals)?,
            _ => None,
        };
        Ok(Some(answer.unwrap_or_else(|| r#"{"type":"none"}"#.into())))
    }

    fn event(&mut self, event: Value) -> Result<(), String> {
        let kind = event["type"].as_str().ok_or("`type` is missing or not text")?;
        match (kind, &mut self.game) {
            ("start_game", _) => self.start_game(&event),
            ("start_kyoku", Some(_)) => self.start_kyoku(event),
            ("end_game", _) => {
                self.game = None;
                Ok(())
            }
            (kind, game) if OUTSIDE.contains(&kind) => {
                game.iter_mut().for_each(|game| game.kyoku.clear());
                Ok(())
            }
            (kind, Some(game)) if !game.kyoku.is_empty() => {
                if !is_known(kind) {
                    return Err(format!("unknown event `{}`", excerpt(kind)));
                }
                if game.kyoku.len() == MOST_EVENTS {
                    return Err(format!("the kyoku has more than {MOST_EVENTS} events"));
                }
                game.kyoku.push(event);
                Ok(())
            }
            (kind, Some(_)) => Err(format!("`{}` outside a kyoku", excerpt(kind))),
            (kind, None) => Err(format!("`{}` before `start_game`", excerpt(kind))),
        }
    }

    fn start_game(&mut self, event: &Value) -> Result<(), String> {
        let id = event["id"].as_u64().map(|id| id as usize).or(self.id);
        let id = id.filter(|&id| id < 4).ok_or("`id` is missing or not a seat")?;
        let ruleset = event["rules"]["name"].as_str().map(str::to_owned);
        self.game = Some(Match { id, ruleset, seats: 0, deals: 0, kyoku: Vec::new() });
        self.matches += 1;
        Ok(())
    }

    fn start_kyoku(&mut self, event: Value) -> Result<(), String> {
        let game = self.game.as_mut().ok_or("no match")?;
        if game.seats == 0 {
            let rules =
                self.seating.rules(if hands(&event) == 3 { 3 } else { 4 }, game.ruleset.as_deref())?;
            let seats = usize::from(rules.players);
            let first = first_dealer(&event, seats).ok_or("`kyoku` and `oya` are not those of a kyoku")?;
            if game.id >= seats {
                return Err(format!("seat {} in a match of {seats} players", game.id));
            }
            let mut seated: Box<dyn Seated> = match seats {
                3 => Box::new(Player::<3>::new(self.seating.agent(&rules)?, &rules)),
                _ => Box::new(Player::<4>::new(self.seating.agent(&rules)?, &rules)),
            };
            seated.begin(&rules, Chair { id: game.id, first, number: self.matches - 1 });
            (self.seated, game.seats) = (Some(seated), seats);
        } else {
            game.deals += 1;
        }
        game.kyoku = vec![event];
        Ok(())
    }
}

/// Number of hands in a `start_kyoku`.
fn hands(event: &Value) -> usize {
    event["tehais"].as_array().map_or(0, Vec::len)
}

/// Whether an event may happen in a kyoku.
fn is_known(kind: &str) -> bool {
    const KNOWN: [&str; 12] = [
        "tsumo",
        "dahai",
        "chi",
        "pon",
        "daiminkan",
        "kakan",
        "ankan",
        "nukidora",
        "kita",
        "dora",
        "reach",
        "reach_accepted",
    ];
    KNOWN.contains(&kind)
}
