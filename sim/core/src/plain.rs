//! Foreign text for a terminal: on one line, of limited length, control characters escaped.

/// The beginning of a text: at most `most` characters of it, then `…` if it is longer. Control characters (C0, C1, line ends)
/// and invisible ones, such as those that change the writing direction, are Rust escapes: `\n`, `\u{1b}`.
///
/// ```
/// use hyakuman_core::plain::plain;
/// assert_eq!(plain("kuitan", 80), "kuitan");
/// assert_eq!(plain("a\u{1b}[31m\nb", 80), "a\\u{1b}[31m\\nb");
/// assert_eq!(plain("tenhou", 3), "ten…");
/// ```
pub fn plain(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    let mut shown = String::new();
    for c in text[..end.unwrap_or(text.len())].chars() {
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    shown + if end.is_some() { "…" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_text_is_unchanged() {
        for text in ["", "E1-0, \"5mr\" isn't a tile", r"C:\rules", "南喰赤", "é"] {
            assert_eq!(plain(text, 80), text);
        }
    }

    #[test]
    fn what_moves_the_cursor_or_hides_text_is_escaped() {
        assert_eq!(plain("\0\t\r\n\u{7f}\u{9b}2J", 80), "\\0\\t\\r\\n\\u{7f}\\u{9b}2J");
        for (c, escape) in
            [('\u{202e}', "202e"), ('\u{2028}', "2028"), ('\u{2066}', "2066"), ('\u{feff}', "feff")]
        {
            assert_eq!(plain(&format!("{c}x"), 80), format!("\\u{{{escape}}}x"));
        }
    }

    #[test]
    fn only_longer_text_is_cut() {
        assert_eq!(plain(&"百".repeat(80), 80), "百".repeat(80));
        assert_eq!(plain(&"百".repeat(81), 80), "百".repeat(80) + "…");
        assert_eq!(plain("x", 0), "…");
    }
}
