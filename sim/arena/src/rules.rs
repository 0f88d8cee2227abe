//! Loads rules by name or from a file.

use crate::error::{Error, Within};
use hyakuman_core::game::ruleset::Source;
use hyakuman_games::registry::AnyRules;
use std::ops::Deref;
use std::path::Path;

/// Checked rules: a preset or a rules file, and changes to it.
///
/// ```
/// use hyakuman_arena::Rules;
/// let rules = Rules::preset("tenhou")?.set("kuitan=false")?;
/// assert_eq!(rules.describe().family, "riichi");
/// # Ok::<(), hyakuman_arena::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    source: Source,
    loaded: AnyRules,
}

impl Rules {
    /// The rules of a preset (`hyakuman rules list`).
    ///
    /// # Errors
    /// There is no preset of this name.
    pub fn preset(id: &str) -> Result<Rules, Error> {
        Rules::load(Source::preset(id))
    }

    /// The rules of a rules file (docs/rulesets.md).
    ///
    /// # Errors
    /// The file cannot be read, or its rules are invalid.
    pub fn file(path: impl AsRef<Path>) -> Result<Rules, Error> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).within(|| path.display())?;
        Rules::load(Source::file(&path.display().to_string(), &text))
    }

    /// Changes a rule, for example `kuitan=false`.
    ///
    /// # Errors
    /// There is no such rule or value, or the rules no longer fit together.
    pub fn set(self, assignment: &str) -> Result<Rules, Error> {
        self.set_all(&[assignment])
    }

    /// Changes several rules at once: for changes that are only valid together.
    ///
    /// # Errors
    /// There is no such rule or value, or the rules no longer fit together.
    pub fn set_all(mut self, assignments: &[&str]) -> Result<Rules, Error> {
        assignments.iter().try_for_each(|assignment| self.source.set(assignment))?;
        Rules::load(self.source)
    }

    fn load(source: Source) -> Result<Rules, Error> {
        let loaded = hyakuman_games::registry::load(&source)?;
        Ok(Rules { source, loaded })
    }
}

impl From<Rules> for AnyRules {
    fn from(rules: Rules) -> AnyRules {
        rules.loaded
    }
}

impl Deref for Rules {
    type Target = AnyRules;

    fn deref(&self) -> &AnyRules {
        &self.loaded
    }
}
