//! Quotes foreign text in a message: on one line, truncated, control characters escaped.

/// Maximum number of characters in an excerpt.
const MOST: usize = 80;

/// The beginning of a text: at most 80 characters, then `…` if it is longer. Control characters are [`escaped`].
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

/// The text with control characters and other invisible ones (such as those that change the writing direction) as
/// Rust escapes: `\n`, `\u{1b}`.
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
    fn printable_text_is_unchanged() {
        for text in ["", "E1-0, \"5mr\" isn't a tile", r"C:\rules", "南喰赤", "é"] {
            assert_eq!((excerpt(text), escaped(text)), (text.to_owned(), text.to_owned()));
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escaped("\0\t\r\n\u{7f}\u{9b}2J"), "\\0\\t\\r\\n\\u{7f}\\u{9b}2J");
        assert_eq!(escaped("\u{202e}moc\u{feff}"), "\\u{202e}moc\\u{feff}");
    }

    #[test]
    fn eighty_characters_are_not_cut() {
        assert_eq!(excerpt(&"百".repeat(80)), "百".repeat(80));
        assert_eq!(excerpt(&"百".repeat(81)), "百".repeat(80) + "…");
    }
}
