//! Measures of one's own: `name = mean(delta where riichi and not won)`.
//!
//! A measure is an aggregate over rows that are made of the tables `kyoku`, `wins` and `matches` of a data set. `parse` reads its text, `words` has
//! the rows and their columns, `resolve` finds the rows of a measure, `compile` checks types and units and makes a program, `span` says in which part of its unit a value is counted, `eval` runs it when a kyoku or a match ends. The rows are written by
//! the code that writes data sets, so a measure is what a query of these tables gives, and a new column needs nothing here. A measure is a count per a
//! count, like any other ([`crate::measures`]): the two counts of number n follow the built-in ones.
//!
//! The language is written here: of the crates for expressions `evalexpr` is AGPL since version 12, and none knows columns, units, rows or `where`,
//! of which errors have to speak.
//!
//! docs/measures.md is for people.

mod compile;
mod eval;
mod parse;
mod resolve;
mod span;
mod words;

use crate::counts::MOST_OWN_MEASURES;
use crate::error::Error;
use crate::measures::{MatchCount, PlayerCount, match_rates, measures, play_rates, player_rates};
use compile::Program;
use hyakuman_analysis::Measure;
use hyakuman_core::game::ruleset::nearest;
use hyakuman_core::game::{GameFacts, HouseRules};
use std::fmt;
use std::sync::{Mutex, PoisonError};

pub(crate) use eval::Evaluator;
pub use words::words_as_markdown;

/// Measures of one's own, compiled for a game. Made once and kept as long as the program runs.
#[derive(Clone, Copy)]
pub struct OwnMeasures(pub(crate) &'static Compiled);

pub(crate) struct Compiled {
    texts: Vec<String>,
    house: HouseRules,
    programs: Vec<Program>,
    /// The rates of a player, of how a player plays, and of a table, each with those of one's own at the end.
    pub player: &'static [Measure],
    pub play: &'static [Measure],
    pub table: &'static [Measure],
}

/// Listed, seats, the yaku that rules define, what they count besides the scores, texts.
type Key = (&'static str, usize, Vec<&'static str>, HouseRules, Vec<String>);

impl OwnMeasures {
    /// Compiles measures for the game `G`, whose rules define these yaku and have these house rules; `None` without any.
    pub(crate) fn compile(
        texts: &[String],
        game: &GameFacts,
        own_yaku: &[&'static str],
        house: HouseRules,
    ) -> Result<Option<OwnMeasures>, Error> {
        static KNOWN: Mutex<Vec<(Key, OwnMeasures)>> = Mutex::new(Vec::new());
        if texts.is_empty() {
            return Ok(None);
        }
        let key: Key = (game.family, game.seats, own_yaku.to_vec(), house, texts.to_vec());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == key) {
            return Ok(Some(*found));
        }
        let compiled = Compiled::new(texts, game, own_yaku, house).map_err(Error::Usage)?;
        let made = OwnMeasures(Box::leak(Box::new(compiled)));
        known.push((key, made));
        Ok(Some(made))
    }

    /// Their texts.
    pub fn texts(self) -> &'static [String] {
        &self.0.texts
    }

    /// Whether one of them cannot be computed from the end of a match alone although it is about whole matches.
    pub(crate) fn needs_the_match(self) -> bool {
        self.0.programs.iter().any(Program::reads_decisions)
    }
}

impl Compiled {
    fn new(
        texts: &[String],
        game: &GameFacts,
        own_yaku: &[&'static str],
        house: HouseRules,
    ) -> Result<Compiled, String> {
        if texts.len() > MOST_OWN_MEASURES {
            return Err(format!("{} measures are too many: at most {MOST_OWN_MEASURES}", texts.len()));
        }
        let texts: Vec<String> = texts.iter().map(|text| text.trim().to_owned()).collect();
        let mut programs: Vec<Program> = Vec::new();
        for text in &texts {
            let program =
                compile::program(text, game, own_yaku, house).map_err(|problem| problem.of(text))?;
            if programs.iter().any(|other| other.name == program.name) {
                return Err(format!(
                    "two measures have the name {}: each needs a name of its own",
                    program.name
                ));
            }
            check_name(&program.name, game.seats)?;
            programs.push(program);
        }
        let of_player = programs.iter().enumerate().filter(|(_, program)| program.rows.is_of_a_player());
        let of_player = of_player.map(|(at, program)| program.measure(PlayerCount::LEN + 2 * at));
        let of_table = programs.iter().enumerate().filter(|(_, program)| !program.rows.is_of_a_player());
        let of_table = of_table.map(|(at, program)| program.measure(MatchCount::LEN + 2 * at));
        let (of_player, of_table): (Vec<_>, Vec<_>) = (of_player.collect(), of_table.collect());
        let (player, play) =
            (joined(player_rates(game.seats), &of_player), joined(play_rates(game.seats), &of_player));
        let table = joined(match_rates(game.seats), &of_table);
        Ok(Compiled { texts, house, programs, player, play, table })
    }
}

/// Checks that the sums of every measure say its rate.
pub(crate) fn check_sums(inexact: Option<&Measure>) -> Result<(), Error> {
    inexact.map_or(Ok(()), |Measure { name, about, .. }| {
        Err(Error::Usage(format!(
            "the sums of the measure {name} ({about}) are too large to be counted, or its values too small beside the largest that \
             such an expression may have: divide what it sums by its size, as in / 1000, or multiply fewer numbers"
        )))
    })
}

/// A table that is kept.
fn joined(first: &[Measure], second: &[Measure]) -> &'static [Measure] {
    Box::leak([first, second].concat().into_boxed_slice())
}

fn check_name(name: &str, seats: usize) -> Result<(), String> {
    if measures(seats).any(|measure| measure.name == name) {
        return Err(format!("there is a measure {name}: give yours another name, such as my_{name}"));
    }
    Ok(())
}

/// What is wrong with the text of a measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    /// Where, in bytes.
    at: usize,
    what: String,
}

impl Problem {
    fn new(at: usize, what: impl Into<String>) -> Problem {
        Problem { at, what: what.into() }
    }

    /// A sentence that names the measure and the column.
    fn of(self, text: &str) -> String {
        let column = 1 + text.get(..self.at).unwrap_or(text).chars().count();
        let shown = hyakuman_core::excerpt::excerpt(text);
        format!("the measure {shown}, column {column}: {}", self.what)
    }
}

/// `; did you mean X?` if a word is like one of these, otherwise the list.
fn advice<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, names.clone()) {
        Some(name) => format!("; did you mean {name}?"),
        None => format!("; there are {}", names.collect::<Vec<_>>().join(", ")),
    }
}

/// Their texts.
impl fmt::Debug for OwnMeasures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0.texts).finish()
    }
}

#[cfg(test)]
mod tests;
