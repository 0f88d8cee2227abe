//! From a text like `ukeire:calls=false` to an agent.
//!
//! An agent is one entry of [`AGENTS`] and one arm of [`build`]. Agents of one family know one type of game; the
//! command line works with any. The two meet in `recast`, and nowhere else.

use crate::{Expectimax, Fan, Gari, Random, Shanten, Threshold, Tsumogiri, Ukeire, ukeire};
use hyakuman_core::excerpt::excerpt;
use hyakuman_games::riichi::Riichi;
use hyakuman_games::ruleset::nearest;
use hyakuman_games::toppan::Toppan;
use hyakuman_games::toutenkou::Toutenkou;
use hyakuman_games::yangzhou::Yangzhou;
use hyakuman_games::{Agent, Game};
use std::any::Any;
use std::fmt;
use std::str::FromStr;

/// An agent, as `agents list` tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentDoc {
    /// Name in a spec.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Families it plays; none listed means all.
    pub families: &'static [&'static str],
    /// What can be set, in the order of a full spec.
    pub options: &'static [OptionDoc],
}

/// An option of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionDoc {
    /// Name in a spec.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The words it takes, the default first.
    pub words: &'static [&'static str],
}

/// Every agent there is.
pub const AGENTS: &[AgentDoc] = &[
    AgentDoc { name: "random", about: "any legal action, each equally likely", families: &[], options: &[] },
    AgentDoc {
        name: "tsumogiri",
        about: "discards what it draws, never calls, never wins",
        families: &["riichi", "toutenkou", "yangzhou"],
        options: &[],
    },
    AgentDoc {
        name: "shanten",
        about: "discards so as to stay as near to tenpai as it is; no calls, every win",
        families: &["riichi", "toutenkou", "yangzhou"],
        options: &[RIICHI],
    },
    AgentDoc {
        name: "ukeire",
        about: "shanten, then live ukeire; riichi, calls that keep a yaku (none in Yangzhou), every win",
        families: &["riichi", "toutenkou", "yangzhou"],
        options: &[CALLS, FOLD, RIICHI],
    },
    AgentDoc {
        name: "fan",
        about: "builds and calls towards fan worth the minimum; every win",
        families: &["yangzhou"],
        options: &[],
    },
    AgentDoc {
        name: "gari",
        about: "ukeire that knows the points of Toutenkou: pulls, kans, karasu, noten",
        families: &["toutenkou"],
        options: &[],
    },
    AgentDoc {
        name: "threshold",
        about: "draws below a sum and stays from it on; every yaku, the middle bet, deals as long as it can",
        families: &["toppan"],
        options: &[STAY],
    },
    AgentDoc {
        name: "expectimax",
        about: "counts the tiles out of discard_view and weighs every draw, bet and deal by its points on average, whatever the match_state",
        families: &["toppan"],
        options: &[],
    },
];

const CALLS: OptionDoc = OptionDoc {
    name: "calls",
    about: "calls chi and pon where the hand keeps a yaku (value tiles, tanyao, flush)",
    words: YES_NO,
};
const FOLD: OptionDoc = OptionDoc {
    name: "fold",
    about: "discards what is safe when somebody is in riichi and the hand is far from tenpai",
    words: YES_NO,
};
const RIICHI: OptionDoc =
    OptionDoc { name: "riichi", about: "declares riichi as soon as it can", words: YES_NO };
const STAY: OptionDoc = OptionDoc { name: "stay", about: "the sum to stay from, in points", words: &SUMS };
/// Sums of a hand of Toppan: the usual one, then all.
const SUMS: [&str; 20] = [
    "8", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5", "5.5", "6", "6.5", "7", "7.5", "8.5", "9",
    "9.5", "10", "10.5",
];
const YES_NO: &[&str] = &["true", "false"];

/// An agent with its options, checked. Reads `name` or `name:option=word,option=word`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    doc: &'static AgentDoc,
    /// The word of each option, in the order of `doc.options`.
    words: Vec<&'static str>,
}

/// What is wrong with a spec, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError(String);

/// The agent that plays a family where nobody is named.
pub fn usual(family: &str) -> &'static str {
    let plays = |name: &&str| AGENTS.iter().any(|doc| doc.name == *name && doc.plays(family));
    ["ukeire", "threshold"].into_iter().find(plays).unwrap_or("random")
}

/// An agent for a game, made for one match after another.
///
/// # Errors
/// The agent does not play the family of `G`.
pub fn build<G: Game>(spec: &Spec) -> Result<Box<dyn Agent<G>>, SpecError> {
    let agent = match spec.doc.name {
        "random" => return Ok(Box::new(Random::default())),
        "tsumogiri" => any(Tsumogiri),
        "shanten" => any(Shanten { riichi: spec.is("riichi") }),
        "fan" => recast(Box::new(Fan::default()) as Box<dyn Agent<Yangzhou>>),
        "gari" => recast(Box::new(Gari::default()) as Box<dyn Agent<Toutenkou>>),
        "threshold" => recast(Box::new(Threshold::new(spec.half_points("stay"))) as Box<dyn Agent<Toppan>>),
        "expectimax" => recast(Box::new(Expectimax) as Box<dyn Agent<Toppan>>),
        _ => any(Ukeire::new(ukeire::Options {
            calls: spec.is("calls"),
            fold: spec.is("fold"),
            riichi: spec.is("riichi"),
            ..ukeire::Options::default()
        })),
    };
    agent.ok_or_else(|| {
        let (name, families) = (spec.doc.name, spec.doc.families.join(", "));
        let fit = AGENTS.iter().filter(|doc| doc.plays(G::FAMILY)).map(|doc| doc.name);
        let fit: Vec<_> = fit.collect();
        let fit = fit.join(", ");
        SpecError(format!("the agent {name:?} plays {families} only; {} is played by: {fit}", G::FAMILY))
    })
}

/// An agent that plays several games, if `G` is one of them.
fn any<G: Game, A>(agent: A) -> Option<Box<dyn Agent<G>>>
where
    A: Agent<Riichi<4>> + Agent<Riichi<3>> + Agent<Toutenkou> + Agent<Yangzhou> + Clone + 'static,
{
    let four: Box<dyn Agent<Riichi<4>>> = Box::new(agent.clone());
    let three: Box<dyn Agent<Riichi<3>>> = Box::new(agent.clone());
    let toutenkou: Box<dyn Agent<Toutenkou>> = Box::new(agent.clone());
    let yangzhou: Box<dyn Agent<Yangzhou>> = Box::new(agent);
    recast(four).or_else(|| recast(three)).or_else(|| recast(toutenkou)).or_else(|| recast(yangzhou))
}

/// An agent of one game as an agent of the game `G`, if that is the same game.
///
/// What is in a box of unknown type (`Any`) can be asked for by type. What we put in is the whole
/// `Box<dyn Agent<H>>`, what we ask for is a `Box<dyn Agent<G>>`: they are the same type where `G` is `H`.
fn recast<G: Game, H: Game>(agent: Box<dyn Agent<H>>) -> Option<Box<dyn Agent<G>>> {
    let unknown: Box<dyn Any> = Box::new(agent);
    unknown.downcast().ok().map(|agent| *agent)
}

impl AgentDoc {
    /// Does the agent play this family?
    pub fn plays(&self, family: &str) -> bool {
        self.families.is_empty() || self.families.contains(&family)
    }
}

impl Spec {
    /// The agent it names.
    pub fn doc(&self) -> &'static AgentDoc {
        self.doc
    }

    /// Reads several specs separated by commas: `ukeire:calls=false,riichi=false,shanten` are two, for a piece with
    /// `=` but without an agent of its own goes with the agent before it.
    ///
    /// # Errors
    /// One of them does not read.
    pub fn list(text: &str) -> Result<Vec<Spec>, SpecError> {
        let mut specs: Vec<Spec> = Vec::new();
        for piece in text.split(',') {
            match specs.last_mut() {
                Some(spec) if is_option(piece) => spec.set(piece)?,
                _ => specs.push(piece.parse()?),
            }
        }
        Ok(specs)
    }

    /// The word of an option.
    fn word(&self, option: &str) -> Option<&'static str> {
        let place = self.doc.options.iter().position(|doc| doc.name == option);
        place.map(|place| self.words[place])
    }

    /// Is a yes-or-no option on?
    fn is(&self, option: &str) -> bool {
        self.word(option) == Some("true")
    }

    /// An option that is a sum, in half points.
    fn half_points(&self, option: &str) -> u8 {
        self.word(option).and_then(|word| word.parse::<f64>().ok()).map_or(0, |points| (2.0 * points) as u8)
    }

    /// Takes one `option=word`.
    fn set(&mut self, setting: &str) -> Result<(), SpecError> {
        let (name, options) = (self.doc.name, self.doc.options);
        if setting.trim().is_empty() {
            let told = format!("an option of {name} is empty: write {name}, or {name}:option=value");
            return Err(SpecError(told));
        }
        if setting.contains(':') {
            let right = setting.replace(':', ",");
            return Err(SpecError(format!(
                "options are separated by commas, as in {name}:{}",
                excerpt(&right)
            )));
        }
        let Some((option, word)) = setting.split_once('=') else {
            return Err(SpecError(format!(
                "\"{}\" is no option: write {name}:option=value",
                excerpt(setting)
            )));
        };
        let (option, word) = (option.trim(), word.trim());
        let Some(place) = options.iter().position(|doc| doc.name == option) else {
            let known: Vec<_> = options.iter().map(|doc| doc.name).collect();
            return Err(unknown(&format!("option of {name}"), option, &known));
        };
        let words = options[place].words;
        let Some(&word) = words.iter().find(|&&known| known == word) else {
            return Err(unknown(&format!("value of {name}:{option}"), word, words));
        };
        self.words[place] = word;
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, settings) =
            text.split_once(':').map_or((text, None), |(name, settings)| (name, Some(settings)));
        let name = name.trim();
        let Some(doc) = AGENTS.iter().find(|doc| doc.name == name) else {
            let known: Vec<_> = AGENTS.iter().map(|doc| doc.name).collect();
            return Err(unknown("agent", name, &known));
        };
        let mut spec = Spec { doc, words: doc.options.iter().map(|option| option.words[0]).collect() };
        let mut settings = settings.into_iter().flat_map(|settings| settings.split(','));
        settings.try_for_each(|setting| spec.set(setting))?;
        Ok(spec)
    }
}

/// The shortest text that reads as this spec: options that differ from their defaults, in the order of the list.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.doc.name)?;
        let mut mark = ':';
        for (option, word) in self.doc.options.iter().zip(&self.words) {
            if option.words[0] != *word {
                write!(f, "{mark}{}={word}", option.name)?;
                mark = ',';
            }
        }
        Ok(())
    }
}

/// Is a piece of a list an option of the agent before it? Its `=` then stands before any colon.
fn is_option(piece: &str) -> bool {
    piece.split(':').next().is_some_and(|head| head.contains('='))
}

fn unknown(what: &str, word: &str, known: &[&str]) -> SpecError {
    let there_is = match known {
        [] => "there are none".to_owned(),
        _ => format!("there are: {}", known.join(", ")),
    };
    let hint = match nearest(word, known.iter().copied()) {
        Some(name) => format!("did you mean {name:?}? "),
        None => String::new(),
    };
    SpecError(format!("unknown {what} \"{}\"; {hint}{there_is}", excerpt(word)))
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}
