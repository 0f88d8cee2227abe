//! An agent and its options as text: `ukeire:calls=false,riichi=false`.

use hyakuman_core::excerpt::excerpt;
use hyakuman_games::ruleset::nearest;
use std::fmt;
use std::str::FromStr;

/// The name of an agent and its options. Equal specs are the same agent.
///
/// Parses `name` or `name:option=value,option=value`. Whether the name and options exist is checked by a
/// [`Roster`](crate::Roster); a checked spec ([`Roster::spec`](crate::Roster::spec)) has the shortest text for its agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    name: String,
    options: Vec<(String, String)>,
}

/// What is wrong with a spec, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError(pub(crate) String);

impl Spec {
    pub(crate) fn new(name: &str, options: Vec<(String, String)>) -> Spec {
        Spec { name: name.into(), options }
    }

    /// Name of the agent.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The given options with their values, in order.
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// Parses several specs separated by commas. A piece that is an option belongs to the agent before it:
    /// `ukeire:calls=false,riichi=false,shanten` is two specs.
    ///
    /// # Errors
    /// One of them cannot be parsed.
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

    /// Adds one `option=value`.
    fn set(&mut self, setting: &str) -> Result<(), SpecError> {
        let name = &self.name;
        if setting.trim().is_empty() {
            let sentence = format!("an option of {name} is empty: write {name}, or {name}:option=value");
            return Err(SpecError(sentence));
        }
        if setting.contains(':') {
            let right = setting.replace(':', ",");
            return Err(SpecError(format!(
                "options are separated by commas, as in {name}:{}",
                excerpt(&right)
            )));
        }
        let Some((option, value)) = setting.split_once('=') else {
            return Err(SpecError(format!(
                "\"{}\" is not an option: write {name}:option=value",
                excerpt(setting)
            )));
        };
        self.options.push((option.trim().into(), value.trim().into()));
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, settings) =
            text.split_once(':').map_or((text, None), |(name, settings)| (name, Some(settings)));
        let mut spec = Spec::new(name.trim(), Vec::new());
        let mut settings = settings.into_iter().flat_map(|settings| settings.split(','));
        settings.try_for_each(|setting| spec.set(setting))?;
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (at, (option, value)) in self.options.iter().enumerate() {
            write!(f, "{}{option}={value}", if at == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Whether a piece of a list is an option of the agent before it: then it has a `=` before any colon.
fn is_option(piece: &str) -> bool {
    piece.split(':').next().is_some_and(|head| head.contains('='))
}

/// The error for an unknown word, with the known ones and the nearest of them.
pub(crate) fn unknown(what: &str, word: &str, known: &[&str]) -> SpecError {
    let choices = match known {
        [] => "there are none".to_owned(),
        _ => format!("there are: {}", known.join(", ")),
    };
    let hint = match nearest(word, known.iter().copied()) {
        Some(name) => format!("did you mean {name:?}? "),
        None => String::new(),
    };
    SpecError(format!("unknown {what} \"{}\"; {hint}{choices}", excerpt(word)))
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}
