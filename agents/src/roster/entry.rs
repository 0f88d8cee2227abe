//! One agent: what it is called, which options it has, and how it is made for each game.

use super::Roster;
use crate::agent_file::SHA256;
use crate::spec::{Spec, SpecError, unknown};
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::{Agent, AnyAgent, BatchAgent, Game};
use std::any::Any;
use std::collections::HashMap;
use std::path::Path;
use std::str::FromStr;

/// An agent: its name, what it does, its options, and how it is made for each game that it plays.
pub struct AgentEntry {
    /// Name in a spec.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
    /// Its options, in the order of a full spec.
    pub options: Vec<OptionDoc>,
    /// Those of its options whose value is any number of a range.
    pub numbers: Vec<NumberRange>,
    /// Whether its answers depend on its view and its seed alone, so that a run with it can be repeated.
    pub deterministic: bool,
    /// Whether it is a program of its own: each thread plays one match at a time with it, and work is divided into small
    /// pieces.
    pub external: bool,
    /// Whether it takes milliseconds for a decision: tests and benches of all agents leave it out.
    pub slow: bool,
    /// Whether it may look at the rules of final points (uma, oka, rounding, shares of equal scores), so that it may play in
    /// another way when they change.
    pub reads_rank_points: bool,
    /// Whether it is one of the program, as it comes: the table of what agents know of rules speaks of it.
    pub(crate) is_built_in: bool,
    /// An option with which it may look at them in any case.
    pub(crate) rank_points_option: Option<&'static str>,
    /// Its options with the path of a file.
    pub(super) files: Vec<FileOption>,
    /// Those of its options whose value is the spec of another agent.
    pub(super) agents: Vec<&'static str>,
    pub(super) constructors: Vec<AnyConstructor>,
    pub(super) remarks: Option<Remarks>,
}

/// An option with the path of a file.
#[derive(Clone, Copy)]
pub(super) struct FileOption {
    pub(super) name: &'static str,
    /// The option that has the hash of the file.
    pub(super) hash: &'static str,
    /// Whether a value is the name of what comes with the program, not a path.
    is_built_in: fn(&str) -> bool,
}

/// An option of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionDoc {
    /// Name in a spec.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The accepted values, the default first. A single value means: any text is accepted, with this default.
    pub values: &'static [&'static str],
}

/// Declares options of agents, each as `NAME = "name", values, "what it does";`, or a list of them.
#[doc(hidden)]
#[macro_export]
macro_rules! options {
    ($($(#[$doc:meta])* $vis:vis $name:ident = $option:literal, $values:expr, $about:literal;)+) => {
        $($(#[$doc])* $vis const $name: $crate::OptionDoc =
            $crate::OptionDoc { name: $option, about: $about, values: $values };)+
    };
    ($(#[$doc:meta])* $vis:vis $list:ident: $($option:literal, $values:expr, $about:literal;)+) => {
        $(#[$doc])* $vis const $list: &[$crate::OptionDoc] =
            &[$($crate::OptionDoc { name: $option, about: $about, values: $values }),+];
    };
}

/// The numbers that an option accepts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NumberRange {
    /// Name of the option.
    pub option: &'static str,
    /// The smallest number.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

/// The options of an agent with their values: that of the spec, otherwise the default.
#[derive(Clone, Debug)]
pub struct Options(pub(super) HashMap<&'static str, String>);

/// Makes an agent for the game `G`, and with the roster those of its options; the error is one sentence.
pub(super) type Constructor<G> = Box<dyn Fn(&Options, &Roster) -> Result<AnyAgent<G>, String> + Send + Sync>;

/// Why an agent with these options cannot play under some rules of the game `G`: one sentence; `None` if it can.
pub(super) type Refusal<G> = Box<dyn Fn(&Options, &<G as Game>::Rules) -> Option<String> + Send + Sync>;

/// What users should know after a run.
pub(super) type Remarks = Box<dyn Fn() -> Vec<String> + Send + Sync>;

/// A [`Constructor`] of some game, and a [`Refusal`] of that game if there is one.
pub(super) struct AnyConstructor {
    pub(super) family: &'static str,
    constructor: Box<dyn Any + Send + Sync>,
    refusal: Option<Box<dyn Any + Send + Sync>>,
}

impl FileOption {
    /// The path in some options; none if it is not set, or names what comes with the program.
    pub(super) fn path<'o>(&self, options: &'o Options) -> Option<&'o Path> {
        let text = options.text(self.name);
        (!text.is_empty() && !(self.is_built_in)(text)).then(|| Path::new(text))
    }
}

impl AgentEntry {
    /// An agent of this name that plays no game yet.
    pub fn new(name: &str) -> AgentEntry {
        AgentEntry {
            name: name.into(),
            about: String::new(),
            options: Vec::new(),
            numbers: Vec::new(),
            deterministic: true,
            external: false,
            slow: false,
            reads_rank_points: true,
            is_built_in: false,
            rank_points_option: None,
            files: Vec::new(),
            agents: Vec::new(),
            constructors: Vec::new(),
            remarks: None,
        }
    }

    /// Sets its description, in one line.
    #[must_use]
    pub fn about(mut self, about: &str) -> AgentEntry {
        self.about = about.into();
        self
    }

    /// Adds an option. Panics if the option has no values.
    #[must_use]
    pub fn option(mut self, option: OptionDoc) -> AgentEntry {
        assert!(!option.values.is_empty(), "the option {} of {} has no default", option.name, self.name);
        self.options.push(option);
        self
    }

    /// Adds an option whose value is any number from `low` to `high`. Panics if its default is not one of them.
    #[must_use]
    pub fn number(mut self, option: OptionDoc, low: f64, high: f64) -> AgentEntry {
        let range = NumberRange { option: option.name, low, high };
        assert!(range.parse(option.values[0]).is_some(), "the default of {} is out of range", option.name);
        self.numbers.push(range);
        self.option(option)
    }

    /// Adds an option whose value is the spec of another agent.
    #[must_use]
    pub fn agent_option(mut self, option: OptionDoc) -> AgentEntry {
        self.agents.push(option.name);
        self.option(option)
    }

    /// Says that it plays alike whatever the final points: see [`AgentEntry::reads_rank_points`]. Comes after the games
    /// that it plays, because an agent added for another game may look at them.
    #[must_use]
    pub(crate) fn ignores_rank_points(self) -> AgentEntry {
        AgentEntry { reads_rank_points: false, ..self }
    }

    /// Says that it is one of the program. Comes after the games that it plays, as an agent added for another game is not.
    pub(crate) fn built_in(self) -> AgentEntry {
        AgentEntry { is_built_in: true, ..self }
    }

    /// Says that an option is the path of a file. Adds the option `sha256`: [`Roster::with_hash`] sets it.
    #[must_use]
    pub fn reads_file(self, option: &'static str) -> AgentEntry {
        self.reads_hashed(option, SHA256)
    }

    /// The same of a second file, whose hash is the option `hash`; its name ends with `sha256`.
    #[must_use]
    pub(crate) fn reads_hashed(self, name: &'static str, hash: OptionDoc) -> AgentEntry {
        self.reads_or_has(name, hash, |_| false)
    }

    /// The same; some values name what comes with the program.
    #[must_use]
    pub(crate) fn reads_or_has(
        mut self,
        name: &'static str,
        hash: OptionDoc,
        is_built_in: fn(&str) -> bool,
    ) -> AgentEntry {
        self.files.push(FileOption { name, hash: hash.name, is_built_in });
        self.option(hash)
    }

    /// Sets what [`Roster::remarks`] returns of this agent.
    #[must_use]
    pub fn remarks(self, remarks: impl Fn() -> Vec<String> + Send + Sync + 'static) -> AgentEntry {
        AgentEntry { remarks: Some(Box::new(remarks)), ..self }
    }

    /// Adds the game `G`, played one decision at a time.
    #[must_use]
    pub fn scalar<G: Game, A: Agent<G> + 'static>(
        self,
        make: impl Fn(&Options) -> A + Send + Sync + 'static,
    ) -> AgentEntry {
        self.plays_by(move |options| Ok(AnyAgent::<G>::Scalar(Box::new(make(options)))))
    }

    /// Adds the game `G`, played with many decisions at once. `make` is called once for each thread.
    #[must_use]
    pub fn batched<G: Game, A: BatchAgent<G> + 'static>(
        self,
        make: impl Fn(&Options) -> A + Send + Sync + 'static,
    ) -> AgentEntry {
        self.plays_by(move |options| Ok(AnyAgent::<G>::Batched(Box::new(make(options)))))
    }

    /// Adds the game `G`, played by the agent that `make` returns. Its error is one sentence.
    #[must_use]
    pub fn plays_by<G: Game>(
        self,
        make: impl Fn(&Options) -> Result<AnyAgent<G>, String> + Send + Sync + 'static,
    ) -> AgentEntry {
        self.plays_with(move |options, _| make(options))
    }

    /// The same; `make` also gets the roster, which makes the agents of its options.
    #[must_use]
    pub fn plays_with<G: Game>(
        mut self,
        make: impl Fn(&Options, &Roster) -> Result<AnyAgent<G>, String> + Send + Sync + 'static,
    ) -> AgentEntry {
        let constructor: Constructor<G> = Box::new(make);
        self.constructors.retain(|held| !held.constructor.is::<Constructor<G>>());
        let constructor = Box::new(constructor);
        self.constructors.push(AnyConstructor { family: G::FAMILY, constructor, refusal: None });
        AgentEntry { reads_rank_points: true, is_built_in: false, ..self }
    }

    /// Sets which rules of the game `G` it cannot play under with its options: `why` returns one sentence, `None` if it can. Panics if
    /// it does not play that game.
    #[must_use]
    pub fn refuses<G: Game>(
        mut self,
        why: impl Fn(&Options, &G::Rules) -> Option<String> + Send + Sync + 'static,
    ) -> AgentEntry {
        let refusal: Refusal<G> = Box::new(why);
        let own = self.constructors.iter_mut().find(|held| held.constructor.is::<Constructor<G>>());
        own.expect("a game that it plays").refusal = Some(Box::new(refusal));
        self
    }

    /// The families it plays, each once.
    pub fn families(&self) -> Vec<&'static str> {
        let mut families: Vec<&'static str> = Vec::new();
        for held in &self.constructors {
            if !families.contains(&held.family) {
                families.push(held.family);
            }
        }
        families
    }

    /// Whether it plays this family, with any number of seats.
    pub fn plays(&self, family: &str) -> bool {
        self.constructors.iter().any(|held| held.family == family)
    }

    /// The constructor for the game `G`; `None` if the agent does not play it.
    ///
    /// A list of constructors for different games has to hide their types (`Any`). Downcasting to `Constructor<G>` succeeds
    /// only for the constructor that was added for `G`.
    pub(super) fn constructor<G: Game>(&self) -> Option<&Constructor<G>> {
        self.constructors.iter().find_map(|held| held.constructor.downcast_ref())
    }

    /// Which rules of the game `G` it refuses.
    pub(super) fn refusal<G: Game>(&self) -> Option<&Refusal<G>> {
        let own = self.constructors.iter().find(|held| held.constructor.is::<Constructor<G>>());
        own?.refusal.as_ref()?.downcast_ref()
    }

    /// The numbers that an option accepts; `None` if it does not accept any number of a range.
    pub fn range(&self, option: &str) -> Option<&NumberRange> {
        self.numbers.iter().find(|range| range.option == option)
    }

    /// The values of all options, after a check of those in the spec.
    pub(crate) fn options(&self, spec: &Spec) -> Result<Options, SpecError> {
        let mut options: HashMap<_, _> =
            self.options.iter().map(|doc| (doc.name, doc.values[0].to_owned())).collect();
        for (option, value) in spec.options() {
            let Some(doc) = self.options.iter().find(|doc| doc.name == option) else {
                let known: Vec<_> = self.options.iter().map(|doc| doc.name).collect();
                return Err(unknown(&format!("option of {}", self.name), option, &known));
            };
            if doc.values.len() > 1 && !doc.values.contains(&value.as_str()) {
                return Err(unknown(&format!("value of {}:{option}", self.name), value, doc.values));
            }
            let value = match self.range(doc.name) {
                Some(range) => {
                    range.shortest(value).map_err(|error| SpecError(format!("{}:{error}", self.name)))?
                }
                None => value.clone(),
            };
            options.insert(doc.name, value);
        }
        Ok(Options(options))
    }
}

impl NumberRange {
    fn parse(&self, text: &str) -> Option<f64> {
        text.parse().ok().filter(|number: &f64| (self.low..=self.high).contains(number))
    }

    /// The shortest text of the same number.
    fn shortest(&self, text: &str) -> Result<String, String> {
        let NumberRange { option, low, high } = self;
        let number = self
            .parse(text)
            .ok_or_else(|| format!("{option}={}: expected a number from {low} to {high}", excerpt(text)))?;
        Ok((number + 0.0).to_string())
    }
}

impl Options {
    /// The value of an option as text. Panics if the agent's entry has no such option.
    pub fn text(&self, option: &str) -> &str {
        self.0
            .get(option)
            .unwrap_or_else(|| panic!("an agent reads the option {option:?}, which its entry does not list"))
    }

    /// Whether an option with the values `true` and `false` is true.
    pub fn is(&self, option: &str) -> bool {
        self.text(option) == "true"
    }

    /// The value of an option as a number or another type that can be parsed.
    ///
    /// # Errors
    /// It cannot be parsed; the sentence names the option.
    pub fn value<T: FromStr>(&self, option: &str) -> Result<T, String> {
        let text = self.text(option);
        text.parse().map_err(|_| format!("{option}={text:?} is not a valid value"))
    }
}
