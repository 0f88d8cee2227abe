//! An agent and its options as text: `ukeire:calls=false,riichi=false`.
//!
//! A value with a comma or colon is put in double quotes: `mjai:cmd="bot --x=1,2",time=5`. In quotes, `\"` is a quote and
//! `\\` a backslash.

use crate::agent_file::SHA256;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::nearest;
use std::borrow::Cow;
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

    /// Whether this is its text, with or without the hashes that the roster added for its files.
    pub fn is_called(&self, text: &str) -> bool {
        let without_hash = || {
            let kept = self.options.iter().filter(|(option, _)| !option.ends_with(SHA256.name));
            Spec::new(&self.name, kept.cloned().collect()).to_string()
        };
        self.to_string() == text || without_hash() == text
    }

    /// The same with this value of an option.
    #[must_use]
    pub fn with(mut self, option: &str, value: &str) -> Spec {
        self.options.retain(|(name, _)| name != option);
        self.options.push((option.into(), value.into()));
        self
    }

    /// Parses several specs separated by commas. A piece that is an option belongs to the agent before it:
    /// `ukeire:calls=false,riichi=false,shanten` is two specs.
    ///
    /// # Errors
    /// One of them cannot be parsed.
    pub fn list(text: &str) -> Result<Vec<Spec>, SpecError> {
        let mut specs: Vec<Spec> = Vec::new();
        for piece in pieces(text)? {
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
        let (option, value) = match setting.split_once('=') {
            Some((option, value)) if !option.contains(':') => (option.trim(), value.trim()),
            Some(_) => return Err(self.colon(setting)),
            None if setting.contains(':') => return Err(self.colon(setting)),
            None => {
                return Err(SpecError(format!(
                    "\"{}\" is not an option: write {name}:option=value",
                    excerpt(setting)
                )));
            }
        };
        let value = match value.strip_prefix('"') {
            Some(quoted) => unquoted(quoted, option)?,
            None if outside_quotes(value).any(|(_, c)| c == ':') => return Err(self.colon(setting)),
            None => value.to_owned(),
        };
        self.options.push((option.into(), value));
        Ok(())
    }

    /// The error for a colon where a comma is expected.
    fn colon(&self, setting: &str) -> SpecError {
        let (name, right) = (&self.name, setting.replace(':', ","));
        let hint = if setting.contains(['"', ' ', '/']) { "; a value with colons needs quotes" } else { "" };
        SpecError(format!("options are separated by commas, as in {name}:{}{hint}", excerpt(&right)))
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, settings) =
            text.split_once(':').map_or((text, None), |(name, settings)| (name, Some(settings)));
        let mut spec = Spec::new(name.trim(), Vec::new());
        let settings = settings.map(pieces).transpose()?.unwrap_or_default();
        settings.into_iter().try_for_each(|setting| spec.set(setting))?;
        Ok(spec)
    }
}

/// Splits at commas outside double quotes.
fn pieces(text: &str) -> Result<Vec<&str>, SpecError> {
    if outside_quotes(text).filter(|&(_, c)| c == '"').count() % 2 == 1 {
        return Err(SpecError(format!("a quote is not closed in \"{}\"", excerpt(text))));
    }
    let (mut pieces, mut start) = (Vec::new(), 0);
    for (at, _) in outside_quotes(text).filter(|&(_, c)| c == ',') {
        pieces.push(&text[start..at]);
        start = at + 1;
    }
    pieces.push(&text[start..]);
    Ok(pieces)
}

/// The characters outside double quotes with their places, and the quotes themselves. In quotes, a backslash protects the
/// character after it.
fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quoted, mut escaped) = (false, false);
    text.char_indices().filter(move |&(_, c)| {
        let is_quote = c == '"' && !escaped;
        escaped = quoted && !escaped && c == '\\';
        quoted ^= is_quote;
        is_quote || !quoted
    })
}

/// A quoted value without its quotes; `text` begins after the first one.
fn unquoted(text: &str, option: &str) -> Result<String, SpecError> {
    let (mut value, mut chars) = (String::new(), text.chars());
    while let Some(c) = chars.next() {
        match c {
            '"' if chars.as_str().is_empty() => return Ok(value),
            '"' => break,
            '\\' => value.extend(chars.next()),
            _ => value.push(c),
        }
    }
    let sentence =
        format!("there is text after the quoted value of {}: quote the whole value", excerpt(option));
    Err(SpecError(sentence))
}

/// A value as it is written in a spec: in quotes if it would not be read as this value without them.
fn quoted(value: &str) -> Cow<'_, str> {
    if !value.contains([',', ':', '"']) && value.trim() == value {
        return value.into();
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"").into()
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (at, (option, value)) in self.options.iter().enumerate() {
            write!(f, "{}{option}={}", if at == 0 { ':' } else { ',' }, quoted(value))?;
        }
        Ok(())
    }
}

/// A text as a word of a shell command: in single quotes if it needs any.
pub fn shell_word(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-+=:,./@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.into();
    }
    format!("'{}'", text.replace('\'', "'\\''")).into()
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
