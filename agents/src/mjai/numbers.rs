//! Numbers that JSON does not have, as programs write them: `NaN`, `Infinity`, and what is too large for an `f64`.

/// The line with these numbers as texts; `None` if it has none.
pub(super) fn quoted(line: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut at) = (Vec::with_capacity(line.len() + 16), 0);
    let mut is_changed = false;
    while at < line.len() {
        let rest = &line[at..];
        let (length, is_other) = match rest[0] {
            b'"' => (text(rest), false),
            first if is_of_word(first) => {
                let length = rest.iter().take_while(|&&byte| is_of_word(byte)).count();
                (length, is_no_number(&rest[..length]))
            }
            _ => (1, false),
        };
        out.extend_from_slice(if is_other { b"\"" } else { b"" });
        out.extend_from_slice(&rest[..length]);
        out.extend_from_slice(if is_other { b"\"" } else { b"" });
        (at, is_changed) = (at + length, is_changed || is_other);
    }
    is_changed.then_some(out)
}

/// The length of the text at the beginning, with its quotation marks.
fn text(rest: &[u8]) -> usize {
    let mut is_escaped = true; // the first quotation mark
    let end = rest.iter().position(|&byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(rest.len(), |end| end + 1)
}

/// Whether a byte is in a number or a word.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

fn is_no_number(word: &[u8]) -> bool {
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let number = str::from_utf8(word).ok().filter(|_| word.iter().all(is_of_number));
    let is_too_large = number.and_then(|word| word.parse().ok()).is_some_and(f64::is_infinite);
    is_too_large || [&b"NaN"[..], b"Infinity", b"-Infinity"].contains(&word)
}
