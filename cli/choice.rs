//! The rules to play by: `--rules` and `--set` of every command as a [`Source`].

use crate::{failure, input};
use clap::Args;
use hyakuman_core::game::ruleset::{Problem, RulesError, Source};
use hyakuman_games::registry::AnyRules;

// The rules to play by. No doc comment: it would become the help of the command that has these arguments.
#[allow(missing_docs)]
#[derive(Args, Debug)]
pub struct RulesChoice {
    /// Name of a ruleset, or path of a rules file (.toml)
    #[arg(long, value_name = "ID", default_value = "tenhou")]
    pub rules: String,
    /// Change a rule, for example --set kuitan=false; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl RulesChoice {
    /// The ruleset chosen, with warnings on standard error.
    pub fn load(&self) -> Result<AnyRules, RulesError> {
        load(&source(&self.rules, &self.set)?)
    }
}

/// The ruleset named `name` with the changes `set`; a name that ends in `.toml` is the path of a rules file.
pub fn source(name: &str, set: &[String]) -> Result<Source, RulesError> {
    let mut source = if is_file(name) { read(name)? } else { Source::preset(name) };
    source.set_all(set)?;
    Ok(source)
}

/// Whether a word names a ruleset: one of the program, or a rules file.
pub fn is_ruleset(word: &str) -> bool {
    is_file(word) || hyakuman_games::registry::rulesets().iter().any(|ruleset| ruleset.id == word)
}

/// Whether a name is the path of a rules file: only those end in `.toml`.
fn is_file(name: &str) -> bool {
    name.ends_with(".toml")
}

/// The rules file at a path, whose name must end in `.toml`.
pub fn read(path: &str) -> Result<Source, RulesError> {
    if !is_file(path) {
        let message =
            "not a rules file: its name must end in .toml (`rules show` shows a ruleset by its name)";
        return Err(RulesError::one(path.into(), message.into()));
    }
    let text = input::rules_file(path).map_err(|message| RulesError::one(path.into(), message))?;
    Ok(Source::file(path, &text))
}

/// Loads a ruleset of any family. Rules that do nothing although they were written are named on standard error.
pub fn load(source: &Source) -> Result<AnyRules, RulesError> {
    let rules = hyakuman_games::registry::load(source)?;
    warn(rules.warnings());
    Ok(rules)
}

/// Names rules that do nothing on standard error.
pub fn warn(found: &[Problem]) {
    found.iter().for_each(|found| failure::warn(&found.to_string()));
}
