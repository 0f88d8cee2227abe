//! Quotes foreign text in a message.

use crate::plain::plain;

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
