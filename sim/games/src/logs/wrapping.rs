//! What people put around logs: addresses of viewers, assignments of JavaScript, commas too many. It is replaced by spaces, so that
//! the lines and columns of the log stay.

use crate::logs::error::LogError;
use std::borrow::Cow;

/// Where a viewer's address has its log.
const IN_ADDRESS: &str = "#json=";

/// The text of the logs alone.
pub(crate) fn unwrapped(text: &str) -> Result<Cow<'_, str>, LogError> {
    let text = match text.trim_start().starts_with("http") {
        true => Cow::Owned(addresses(text)?),
        false => assignments(text),
    };
    Ok(without_trailing_commas(text))
}

/// The logs in the addresses of a viewer, one a line.
fn addresses(text: &str) -> Result<String, LogError> {
    let mut logs = String::with_capacity(text.len());
    for (number, line) in (1..).zip(text.lines()) {
        let problem = |problem: &str| LogError::new(format!("line {number}"), problem);
        match line.split_once(IN_ADDRESS) {
            Some((_, log)) => logs.push_str(&in_address(log).map_err(problem)?),
            None if line.trim_start().starts_with("http") => {
                return Err(problem(
                    "this is an address without a log in it (`#json=`); save the log itself",
                ));
            }
            None => logs.push_str(line),
        }
        logs.push('\n');
    }
    Ok(logs)
}

/// The log of an address: percent-encoded up to the next parameter, or as it is.
fn in_address(log: &str) -> Result<Cow<'_, str>, &'static str> {
    if log.starts_with(['{', '[']) {
        let end = log.rfind(['}', ']']).map_or(log.len(), |last| last + 1);
        // Some programs encode what is not ASCII, and leave the rest.
        return if log.contains("%22") { decoded(&log[..end]) } else { Ok(Cow::Borrowed(&log[..end])) };
    }
    decoded(log.split(['&', ' ']).next().unwrap_or_default())
}

/// Percent-encoded text in one line.
fn decoded(text: &str) -> Result<Cow<'_, str>, &'static str> {
    let problem = "the address has a broken percent-encoding";
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((&byte, more)) = rest.split_first() {
        let code =
            || std::str::from_utf8(more.get(..2)?).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let (byte, used) = if byte == b'%' { (code().ok_or(problem)?, 2) } else { (byte, 0) };
        bytes.push(if byte == b'\n' || byte == b'\r' { b' ' } else { byte });
        rest = &more[used..];
    }
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| problem)
}

/// The text without `var x =`, `export default` and `name(` where a line begins with them.
fn assignments(text: &str) -> Cow<'_, str> {
    let mut plain: Option<String> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(length) = assignment(line) {
            let plain = plain.get_or_insert_with(|| text.to_owned());
            plain.replace_range(at..at + length, &" ".repeat(length));
        }
        at += line.len();
    }
    plain.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// How many bytes at the beginning of a line are names of JavaScript up to the `=` or `(` before an object or a list.
fn assignment(line: &str) -> Option<usize> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_$. ".contains(c);
    let names = line.find(|c| !is_name(c)).filter(|_| line.starts_with(is_name))?;
    let sign = names + usize::from(line[names..].starts_with(['=', '(']));
    let begin = sign + (line.len() - sign - line[sign..].trim_start_matches([' ', '\t']).len());
    let has_name = line[..names].contains(|c: char| c.is_ascii_alphabetic());
    (has_name && line[begin..].starts_with(['{', '['])).then_some(begin)
}

/// Without commas before a closing bracket. A text within quotation marks ends with its line.
fn without_trailing_commas(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut plain: Option<Vec<u8>> = None;
    let (mut comma, mut quoted, mut escaped) = (None, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if quoted => {
                quoted = byte != b'\n' && (byte != b'"' || escaped);
                escaped = byte == b'\\' && !escaped;
            }
            b'"' => (quoted, escaped, comma) = (true, false, None),
            b',' => comma = Some(at),
            b']' | b'}' => {
                if let Some(comma) = comma.take() {
                    plain.get_or_insert_with(|| text.as_bytes().to_vec())[comma] = b' ';
                }
            }
            _ if byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
    }
    plain.map_or(text, |plain| Cow::Owned(String::from_utf8(plain).expect("a comma is a character")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        unwrapped(text).expect("a text").into_owned()
    }

    /// What is taken away leaves spaces, so that the rest stays where it is.
    #[test]
    fn what_is_around_a_log_is_taken_away() {
        for (text, log) in [
            ("var log = {\"a\":1};", "          {\"a\":1};"),
            ("export default [1]", "               [1]"),
            ("\nwindow.x={\n}", "\n         {\n}"),
            ("callback({})", "         {})"),
            ("[1,2, ]", "[1,2  ]"),
            ("{\"a\":[1,\n],}", "{\"a\":[1 \n] }"),
        ] {
            assert_eq!(plain(text), log);
        }
        for same in ["{\"a,]\":\"x=[\",\"b\\\",]\":1}", "[1,2],[3]", "3 = x", "[\"\\\\\",1]", "{}\n{}"] {
            assert!(matches!(unwrapped(same), Ok(Cow::Borrowed(text)) if text == same), "{same}");
        }
    }

    #[test]
    fn addresses_have_logs() {
        let encoded = "https://tenhou.net/6/#json=%7B%22a%22%3A%22%E6%9D%B1%22%7D&ts=3";
        assert_eq!(plain(encoded), "{\"a\":\"東\"}\n");
        let raw = "http://tenhou.net/5/#json={\"a\":\"b&c%\"}&ts=0\r\n\nhttps://x.example/#json=%5B1%0A%5D";
        assert_eq!(plain(raw), "{\"a\":\"b&c%\"}\n\n[1 ]\n");
        let half = "https://tenhou.net/6/#json={%22a%22:[1]}";
        assert_eq!(plain(half), "{\"a\":[1]}\n");
        for wrong in [
            "https://tenhou.net/0/?log=2022",
            "http://x/#json=%7",
            "http://x/#json=%zz",
            "http://x/#json=%ff",
        ] {
            assert!(unwrapped(wrong).is_err_and(|error| error.place == "line 1"), "{wrong}");
        }
    }
}
