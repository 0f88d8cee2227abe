//! The options of an mjai agent.

use super::stderr::{Log, Stderr};
use crate::roster::Options;
use hyakuman_core::excerpt::excerpt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The place in the command that stands for the number of the seat.
const ID: &str = "{id}";

/// Longest time that can be set: a year.
const MOST_SECONDS: f64 = 365.0 * 86_400.0;

crate::options! {
    /// The options, in the order of a full spec.
    pub(super) OPTIONS:
    "cmd", &[""], "the program with its arguments, started without a shell; {id} becomes the number of the seat; required";
    "dir", &[""], "the folder that it is started in; empty is the current one";
    "transport", &["array", "line", "each"], "array: a line is an array of events, answered by one line; line: an event a line, and it answers those \
        without can_act=false; each: an event a line, all answered";
    "three", &["nukidora", "kita", "four"], "three players: nukidora or kita, lists of three; four: nukidora, lists of four with an empty fourth player";
    "time", &["10"], "seconds for an answer";
    "match_time", &["none"], "seconds for all answers of a match; none is no limit";
    "start_time", &["60"], "seconds for the first answer of a process";
    "restart", &["failure", "match", "kyoku", "never"], "when a new process is started: after a failure that ends the old one, also for each match, also for each \
        kyoku, or never";
    "on_failure", &["abort", "tsumogiri"], "abort ends the run; tsumogiri makes the move: discards the drawn tile, or passes";
    "stderr", &[""], "the file to which its standard error is appended; empty discards it";
}

/// How lines and events relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Transport {
    /// One line is an array of all events since the last one, and is answered by one line.
    Array,
    /// One line for each event; those with `can_act` false are not answered.
    Line,
    /// One line for each event, each of them answered.
    Each,
}

/// How matches of three players are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Three {
    /// `nukidora`, lists of three.
    Nukidora,
    /// `kita`, lists of three.
    Kita,
    /// `nukidora`, lists of four.
    Four,
}

/// When a new process is started.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Restart {
    Never,
    Failure,
    Match,
    Kyoku,
}

/// The options with their values.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Settings {
    words: Vec<String>,
    pub(crate) dir: Option<PathBuf>,
    pub(crate) transport: Transport,
    pub(crate) three: Three,
    pub(crate) time: Duration,
    pub(crate) match_time: Option<Duration>,
    pub(crate) start_time: Duration,
    pub(crate) restart: Restart,
    /// Whether a failure ends the run.
    pub(crate) aborts: bool,
    pub(crate) stderr: Stderr,
}

impl Settings {
    pub(crate) fn new(options: &Options) -> Result<Settings, String> {
        let words = split(options.text("cmd"))?;
        if words.is_empty() {
            return Err("it needs the program of the bot: mjai:cmd=\"python3 bot.py\"".into());
        }
        let path = |name| Some(options.text(name)).filter(|path| !path.is_empty()).map(PathBuf::from);
        let dir: Option<PathBuf> = path("dir");
        if let Some(dir) = dir.as_ref().filter(|dir| !dir.is_dir()) {
            return Err(format!("dir={} is not a folder", excerpt(&dir.display().to_string())));
        }
        let log = path("stderr").map(|path| Log::open(&path)).transpose()?;
        let unlimited = options.text("match_time") == "none";
        Ok(Settings {
            words,
            dir,
            transport: match options.text("transport") {
                "line" => Transport::Line,
                "each" => Transport::Each,
                _ => Transport::Array,
            },
            three: match options.text("three") {
                "kita" => Three::Kita,
                "four" => Three::Four,
                _ => Three::Nukidora,
            },
            time: seconds(options, "time")?,
            match_time: if unlimited { None } else { Some(seconds(options, "match_time")?) },
            start_time: seconds(options, "start_time")?,
            restart: match options.text("restart") {
                "never" => Restart::Never,
                "match" => Restart::Match,
                "kyoku" => Restart::Kyoku,
                _ => Restart::Failure,
            },
            aborts: options.text("on_failure") == "abort",
            stderr: log.map_or(Stderr::Discarded, |log| Stderr::File(Arc::new(log))),
        })
    }

    /// The settings of a spec, for tests.
    #[cfg(test)]
    pub(super) fn of(spec: &crate::Spec) -> Result<Settings, String> {
        Settings::new(&super::entry().options(spec).map_err(|error| error.to_string())?)
    }

    /// Whether each seat needs a process of its own.
    pub(crate) fn is_per_seat(&self) -> bool {
        self.words.iter().any(|word| word.contains(ID))
    }

    /// The program and its arguments for a seat.
    pub(crate) fn command(&self, seat: usize) -> Vec<String> {
        self.words.iter().map(|word| word.replace(ID, &seat.to_string())).collect()
    }
}

/// A number of seconds, as a time above 0.
fn seconds(options: &Options, name: &str) -> Result<Duration, String> {
    let seconds = options.value::<f64>(name).ok().filter(|&seconds| seconds > 0.0 && seconds <= MOST_SECONDS);
    let wrong = || format!("{name}=\"{}\" is not a number of seconds above 0", excerpt(options.text(name)));
    seconds.map(Duration::from_secs_f64).ok_or_else(wrong)
}

/// Splits a command into words at blanks. A part in single or double quotes is kept together; outside single quotes, a
/// backslash protects the next character. There are no variables, patterns or pipes.
fn split(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("cmd=\"{}\" lacks a closing {open}", excerpt(command))),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_into_words() {
        for (command, words) in [
            ("python3 bot.py --x=1,2", &["python3", "bot.py", "--x=1,2"][..]),
            (
                r#" "my bot" 'a "b"' c\ d "e \" f" '' g"h i"j "#,
                &["my bot", "a \"b\"", "c d", "e \" f", "", "gh ij"],
            ),
            ("echo $HOME | *", &["echo", "$HOME", "|", "*"]),
            ("", &[]),
        ] {
            assert_eq!(split(command).unwrap(), words, "{command}");
        }
        assert_eq!(split("a 'b").unwrap_err(), "cmd=\"a 'b\" lacks a closing '");
    }
}
