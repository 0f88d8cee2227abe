//! Foreign text on one line of a terminal, a message or a page: control characters escaped, cut to a length.

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
    plain(text, MOST)
}

/// The whole text, made [`plain`].
pub fn escaped(text: &str) -> String {
    plain(text, usize::MAX)
}

/// At most `most` characters of a text, then `…` if it is longer. Control characters, line ends and other invisible
/// characters (such as those that change the writing direction) become Rust escapes: `\n`, `\u{1b}`.
///
/// ```
/// use hyakuman_core::excerpt::plain;
/// assert_eq!(plain("a\u{1b}[31m\nb", 80), "a\\u{1b}[31m\\nb");
/// assert_eq!(plain("house rules", 5), "house…");
/// ```
pub fn plain(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (at, c) in text.chars().enumerate() {
        match c {
            _ if at == most => {
                shown.push('…');
                break;
            }
            ' '..='~' => shown.push(c),
            // Behind a letter: marks that are parts of letters, as in か\u{3099}, are escaped only where a text begins.
            _ => shown.extend(['x', c].iter().collect::<String>().escape_debug().skip(1)),
        }
    }
    shown
}

/// Whether [`plain`] shows every character as it is.
pub fn is_plain(text: &str) -> bool {
    plain(text, usize::MAX) == text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_text_is_unchanged() {
        for text in
            ["", "E1-0, \"5mr\" isn't a tile", r"C:\rules", "南喰赤", "é", "e\u{301}", "か\u{3099}", "😀"]
        {
            assert!(is_plain(text) && plain(text, 80) == text, "{text}");
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        for (text, shown) in [
            ("\0\t\r\n\u{7f}\u{9b}2J", "\\0\\t\\r\\n\\u{7f}\\u{9b}2J"),
            ("\u{202e}moc\u{feff}", "\\u{202e}moc\\u{feff}"),
            ("\u{2028}\u{2029}\u{2066}", "\\u{2028}\\u{2029}\\u{2066}"),
        ] {
            assert_eq!(plain(text, 80), shown);
            assert!(!is_plain(text));
        }
    }

    #[test]
    fn only_longer_texts_are_cut() {
        assert_eq!(plain(&"百".repeat(80), 80), "百".repeat(80));
        assert_eq!(plain(&"百".repeat(81), 80), "百".repeat(80) + "…");
        assert_eq!(plain("\n\n", 1), "\\n…");
    }
}
