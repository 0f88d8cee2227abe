//! What somebody wrote, as a message shows it again: on one line, of bearable length, unable to steer a terminal.

/// Most characters of an excerpt.
const MOST: usize = 80;

/// The beginning of a text, at most 80 characters and then `…`. Characters that do not print are [`escaped`].
///
/// ```
/// use hyakuman_core::excerpt::excerpt;
/// assert_eq!(excerpt("kuitan"), "kuitan");
/// assert_eq!(excerpt(&"9".repeat(100_000)), "9".repeat(80) + "…");
/// assert_eq!(excerpt("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
/// ```
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => escaped(&text[..end]) + "…",
        None => escaped(text),
    }
}

/// The text with its control characters, and others that do not print (such as those that turn the direction of
/// writing), as escapes of Rust: `\n`, `\u{1b}`.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prints_is_left_alone() {
        for text in ["", "E1-0, \"5mr\" isn't a tile", r"C:\rules", "南喰赤", "é"] {
            assert_eq!((excerpt(text), escaped(text)), (text.to_owned(), text.to_owned()));
        }
    }

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(escaped("\0\t\r\n\u{7f}\u{9b}2J"), "\\0\\t\\r\\n\\u{7f}\\u{9b}2J");
        assert_eq!(escaped("\u{202e}moc\u{feff}"), "\\u{202e}moc\\u{feff}");
    }

    #[test]
    fn eighty_characters_are_not_cut() {
        assert_eq!(excerpt(&"百".repeat(80)), "百".repeat(80));
        assert_eq!(excerpt(&"百".repeat(81)), "百".repeat(80) + "…");
    }
}
