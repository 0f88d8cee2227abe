//! The errors: each has one sentence and a kind.

use hyakuman_agents::{Spec, SpecError};
use hyakuman_core::game::rows::ReplayError;
use hyakuman_core::game::ruleset::RulesError;
use hyakuman_core::game::{AgentFailure, Illegal};
use hyakuman_record::RecordError;
use std::{fmt, io};

/// An error of this crate.
#[derive(Debug)]
pub enum Error {
    /// Bad input or options; the sentence says what would be right.
    Usage(String),
    /// The rules are invalid.
    Rules(RulesError),
    /// An agent is unknown, does not play this game, or cannot be made.
    Agent(SpecError),
    /// An agent chose an illegal action; the sentence names agent, match and action.
    Protocol(String),
    /// The observer stopped the work.
    Interrupted,
    /// A data set cannot be written or read.
    Record(RecordError),
    /// Recorded actions that are not a match under the rules of the data set.
    Replay(ReplayError),
    /// An error of the operating system.
    Io(io::Error),
    /// Anything else.
    Failed(String),
    /// An error with its context in front: a file, a match.
    Within(String, Box<Error>),
}

/// The kind of an error, by what can be done about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Correct the input or the options.
    Usage,
    /// Correct the agent.
    Protocol,
    /// Continue later.
    Interrupted,
    /// Check the machine, or the data.
    Failed,
}

impl Error {
    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Usage(_) | Error::Rules(_) | Error::Agent(_) => ErrorKind::Usage,
            Error::Protocol(_) => ErrorKind::Protocol,
            Error::Interrupted => ErrorKind::Interrupted,
            Error::Record(error) if error.is_bad_input() => ErrorKind::Usage,
            Error::Io(error) if is_of_path(error) => ErrorKind::Usage,
            Error::Record(_) | Error::Replay(_) | Error::Io(_) | Error::Failed(_) => ErrorKind::Failed,
            Error::Within(_, cause) => cause.kind(),
        }
    }

    /// Whether a data set is damaged, or has actions that are no match: its files are wrong, not the machine or an agent.
    pub fn is_of_record(&self) -> bool {
        match self {
            Error::Replay(_) | Error::Record(RecordError::Damaged { .. }) => true,
            Error::Within(_, cause) => cause.is_of_record(),
            _ => false,
        }
    }

    /// The error for an illegal action of an agent in the match with this number; `failure` is why the agent could not choose
    /// another.
    #[cold]
    pub fn of_agent(agent: &Spec, number: u64, illegal: &Illegal, failure: Option<AgentFailure>) -> Error {
        Error::Protocol(match failure {
            Some(failure) => format!("the agent {agent} failed in match {number}: {failure}"),
            None => format!("the agent {agent} broke the protocol in match {number}: {illegal}"),
        })
    }

    /// The same error with `about` in front.
    #[must_use]
    pub fn within(self, about: impl fmt::Display) -> Error {
        Error::Within(about.to_string(), Box::new(self))
    }
}

/// Whether another path would be right.
fn is_of_path(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, InvalidInput, IsADirectory, NotFound, PermissionDenied};
    matches!(error.kind(), NotFound | PermissionDenied | IsADirectory | AlreadyExists | InvalidInput)
}

/// The whole sentence, including its causes.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(sentence) | Error::Protocol(sentence) | Error::Failed(sentence) => {
                f.write_str(sentence)
            }
            Error::Rules(error) => chain(error, f),
            Error::Agent(error) => chain(error, f),
            Error::Record(error) => chain(error, f),
            Error::Replay(error) => chain(error, f),
            Error::Io(error) => chain(error, f),
            Error::Interrupted => f.write_str("interrupted"),
            Error::Within(about, cause) => write!(f, "{about}: {cause}"),
        }
    }
}

fn chain(error: &dyn std::error::Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{error}")?;
    let mut cause = error.source();
    while let Some(error) = cause {
        write!(f, ": {error}")?;
        cause = error.source();
    }
    Ok(())
}

/// The sentence includes the causes, so there is no source.
impl std::error::Error for Error {}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        Error::Record(error)
    }
}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Error {
        Error::Agent(error)
    }
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        Error::Rules(error)
    }
}

impl From<ReplayError> for Error {
    fn from(error: ReplayError) -> Error {
        Error::Replay(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

/// Adds context to errors.
pub trait Within<T> {
    /// The error with `about()` in front.
    ///
    /// # Errors
    /// The error of `self`, if it is one.
    fn within<A: fmt::Display>(self, about: impl FnOnce() -> A) -> Result<T, Error>;
}

impl<T, E: Into<Error>> Within<T> for Result<T, E> {
    fn within<A: fmt::Display>(self, about: impl FnOnce() -> A) -> Result<T, Error> {
        self.map_err(|error| error.into().within(about()))
    }
}

/// `1 was given`, `3 were given`.
pub(crate) fn given(count: usize) -> String {
    format!("{count} {} given", if count == 1 { "was" } else { "were" })
}
