//! Escaping, and the frame of a page.

use hyakuman_core::excerpt;

/// The style of every page. The colours are variables: one set for light, one for dark.
const STYLE: &str = include_str!("style.css");

/// Forbids everything that is not in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A text for the content of an element or the value of an attribute. Control characters and characters that change the
/// direction of writing are shown as escapes.
pub(crate) fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in excerpt::escaped(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A number as a percentage of a width or a height, with two decimals: enough for a pixel.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

/// How a text stands at this share of the width: the outermost ones stay within it.
pub(crate) fn anchor(share: f64) -> &'static str {
    match share {
        ..0.02 => "start",
        share if share > 0.98 => "end",
        _ => "middle",
    }
}

/// A paragraph; its lines stay lines.
pub(crate) fn paragraph(words: &str) -> String {
    let lines: Vec<String> = words.split('\n').map(text).collect();
    format!("<p>{}</p>\n", lines.join("<br/>"))
}

/// A paragraph in small letters that explains what is above it.
pub(crate) fn note(words: &str) -> String {
    format!("<p class=\"note\">{}</p>\n", text(words))
}

/// A list of names and values.
pub(crate) fn facts(facts: &[(&str, String)]) -> String {
    let fact = |(name, value): &(&str, String)| format!("<dt>{}</dt><dd>{}</dd>\n", text(name), text(value));
    format!("<dl>\n{}</dl>\n", facts.iter().map(fact).collect::<String>())
}

/// The whole page.
pub(crate) fn page(title: &str, content: &str) -> String {
    let title = text(title);
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n{content}<footer>Hyakuman {version}</footer>\n</main>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The luminance of a colour such as `#0a5ca8`, as in WCAG.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        let linear = |c: f64| if c <= 0.04 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        let [red, green, blue] = [1, 3, 5].map(|at| linear(part(at)));
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Letters have a contrast of 4.5 at least, lines and marks of 3.
    #[test]
    fn colours_contrast_with_the_background() {
        let schemes: Vec<&str> =
            STYLE.split(":root {").skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
        assert_eq!(schemes.len(), 2);
        for scheme in schemes {
            let of = |name: &str| scheme.split_once(&format!("--{name}: ")).unwrap().1.get(..7).unwrap();
            let back = luminance(of("back"));
            for (names, least) in
                [(&["text", "quiet"][..], 4.5), (&["zero", "bar", "s0", "s1", "s2", "s3"], 3.0)]
            {
                for name in names {
                    let colour = luminance(of(name));
                    let contrast = (back.max(colour) + 0.05) / (back.min(colour) + 0.05);
                    assert!(contrast >= least, "{name}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn a_paragraph_keeps_its_lines() {
        assert_eq!(paragraph("one & two\nthree"), "<p>one &amp; two<br/>three</p>\n");
    }

    #[test]
    fn names_cannot_become_markup() {
        assert_eq!(
            text("<script>alert('a & \"b\"')"),
            "&lt;script&gt;alert(&#39;a &amp; &quot;b&quot;&#39;)"
        );
        assert_eq!(text("a\u{0}b\u{202e}c\n南"), "a\\0b\\u{202e}c\\n南");
    }
}
