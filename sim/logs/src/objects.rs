//! JSON values one after another, each of them a match that is read independently.

use crate::error::LogError;
use crate::model::LogMatch;
use crate::{MAX_MATCHES, too_long, too_many};
use serde::de::{DeserializeOwned, IgnoredAny};

/// Reads every value of the text, each of at most `most` bytes: after a damaged one, reading continues at the next line that
/// begins with `{`. Returns at least one match or error.
pub(crate) fn read<T: DeserializeOwned>(
    text: &str,
    most: usize,
    one: impl Fn(&T) -> Result<LogMatch, LogError>,
) -> Vec<Result<LogMatch, LogError>> {
    let mut matches = Vec::new();
    let (mut at, mut line) = (0, 1);
    loop {
        let begin = at + (text.len() - at - text[at..].trim_start().len());
        line += text[at..begin].matches('\n').count();
        let Some((value, end)) = value::<T>(text, begin, line, most) else { break };
        if matches.len() == MAX_MATCHES {
            matches.push(Err(too_many().within(format!("line {line}"))));
            break;
        }
        matches.push(value.and_then(|value| one(&value).map_err(|e| e.within(format!("line {line}")))));
        line += text[begin..end].matches('\n').count();
        at = end;
    }
    if matches.is_empty() { vec![Err(LogError::new("", "the log is empty"))] } else { matches }
}

/// Parses the value at `begin`, on line `line`, and returns where it ends; `None` at the end of the text. Looks at
/// most as far as the size limit of a match.
fn value<T: DeserializeOwned>(
    text: &str,
    begin: usize,
    line: usize,
    most: usize,
) -> Option<(Result<T, LogError>, usize)> {
    let limit = text.floor_char_boundary(begin + most);
    let mut values = serde_json::Deserializer::from_str(&text[begin..limit]).into_iter::<T>();
    let error = match values.next()? {
        Ok(value) => return Some((Ok(value), begin + values.byte_offset())),
        Err(error) => error,
    };
    let end = text[begin..].find("\n{").map_or(text.len(), |next| begin + next + 1);
    if error.is_eof() && limit < text.len() {
        return Some((Err(too_long(most).within(format!("line {line}"))), end));
    }
    // Find the error in these lines alone.
    let alone = serde_json::from_str::<IgnoredAny>(text[begin..end].trim_end());
    Some((Err(LogError::json(&alone.err().unwrap_or(error), line)), end))
}
