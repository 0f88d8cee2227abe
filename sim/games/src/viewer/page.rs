//! The HTML of a page: the frame, the style, the script and the data in one file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::Write;

const STYLE: &str = include_str!("page/style.css");
const BODY: &str = include_str!("page/body.html");
/// The parts in the order in which they use each other: `data.js` has what the others read.
macro_rules! script {
    ($last:literal) => {
        concat!(
            "\"use strict\";\n",
            include_str!("page/words.js"),
            include_str!("page/tiles.js"),
            include_str!("page/data.js"),
            include_str!("page/table.js"),
            include_str!("page/panel.js"),
            include_str!("page/review.js"),
            include_str!("page/main.js"),
            include_str!($last),
        )
    };
}
/// The script that shows a match.
const SCRIPT: &str = script!("page/open.js");
/// The script of a match that is played.
const PLAY_SCRIPT: &str = script!("page/play.js");
const PLAY_STYLE: &str = concat!(include_str!("page/style.css"), include_str!("page/play.css"));
/// The place of what a person does, between the table and the rest.
const PLAY_BODY: &str = "<section id=\"act\"></section>\n<section id=\"controls\">";

/// A match as a page: the data of a match that was played or of a log ([`crate::viewer::of_log`]). The same data gives the same bytes. The page
/// runs its own script and no other, and loads nothing.
pub fn page(data: &Value) -> String {
    written(data, STYLE, BODY, SCRIPT, "")
}

/// The page of a person who plays: the data is that of a [`crate::viewer::Watcher`] of the seat before the match, with `seat`, `people` and
/// `formats`. The page asks the server that sent it for everything else.
pub fn play_page(data: &Value) -> String {
    let body = BODY.replacen("<section id=\"controls\">", PLAY_BODY, 1);
    written(data, PLAY_STYLE, &body, PLAY_SCRIPT, "; connect-src 'self'; img-src data:")
}

fn written(data: &Value, style: &str, body: &str, script: &str, allowed: &str) -> String {
    let title = text(data["title"].as_str().unwrap_or_default());
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'{allowed}",
        hash(script),
        hash(style)
    );
    let icon = if allowed.is_empty() { "" } else { "<link rel=\"icon\" href=\"data:,\">\n" };
    let (version, json) = (env!("CARGO_PKG_VERSION"), json_in_html(&packed(data)));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"Hyakuman {version}\">\n\
         <title>{title}</title>\n{icon}<style>{style}</style>\n</head>\n<body>\n{body}\
         <script type=\"application/json\" id=\"data\">{json}</script>\n<script>{script}</script>\n</body>\n</html>\n"
    )
}

/// The hash of a script or style as a content security policy has it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// The data with its `kyoku`, most of it, as JSON compressed with zlib, in Base64. What comes from outside stays readable.
fn packed(data: &Value) -> Value {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(data["kyoku"].to_string().as_bytes());
    let bytes = written.and_then(|()| encoder.finish()).expect("a vector takes every byte");
    let mut packed = data.clone();
    packed["kyoku"] = STANDARD.encode(bytes).into();
    packed
}

/// JSON that no HTML or JavaScript parser takes for anything else: texts inside it cannot end the element.
fn json_in_html(data: &Value) -> String {
    let json = data.to_string();
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => escaped.push_str(&format!("\\u{:04x}", c as u32)),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A text as the content of an element.
fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Texts that would end the script element, start a comment or another script.
    #[test]
    fn hostile_texts_stay_data() {
        let hostile = "</script><script>alert(1)</script><!--<script>&\u{2028}\"\\";
        let page = page(&json!({ "title": hostile, "names": [hostile] }));
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script").count(), 2);
        assert!(!page.contains("<!--"));
        let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
        assert!(!data.contains(['<', '>', '&', '\u{2028}']));
        let read: Value = serde_json::from_str(data).unwrap();
        assert_eq!(read["names"][0], hostile);
    }

    /// The kyoku are what a browser unpacks: zlib in Base64.
    #[test]
    fn kyoku_are_packed() {
        let kyoku = json!([{ "i": 3 }, { "i": 4 }]);
        let packed = packed(&json!({ "title": "a", "kyoku": kyoku }));
        let bytes = STANDARD.decode(packed["kyoku"].as_str().unwrap()).unwrap();
        let read: Value = serde_json::from_reader(flate2::read::ZlibDecoder::new(&bytes[..])).unwrap();
        assert_eq!((&packed["title"], read), (&json!("a"), kyoku));
    }

    /// The luminance of a colour such as `#0a5ca8`, as in WCAG.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        let linear = |c: f64| if c <= 0.04 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        let [red, green, blue] = [1, 3, 5].map(|at| linear(part(at)));
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Letters have a contrast of 4.5 at least, marks and edges of 3, in the light scheme and in the dark one.
    #[test]
    fn colours_contrast() {
        let schemes: Vec<&str> =
            STYLE.split(":root {").skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
        let [light, dark] = schemes[..] else { panic!("two schemes") };
        let letters = [
            ("back raised middle felt", "text quiet"),
            ("back middle", "up down"),
            ("back raised", "down s1"),
            ("accent", "on-accent"),
            ("face", "ink red leaf dot"),
        ];
        let marks = [
            ("back raised", "s0 s1 s2 s3"),
            ("middle felt", "accent"),
            ("face", "edge"),
            ("felt", "tile-back"),
        ];
        let pairs = letters.map(|pair| (pair, 4.5)).into_iter().chain(marks.map(|pair| (pair, 3.0)));
        for ((backs, names), least) in pairs {
            for (back, name) in
                backs.split(' ').flat_map(|back| names.split(' ').map(move |name| (back, name)))
            {
                for scheme in [light, dark] {
                    let of = |name: &str| {
                        let name = format!("--{name}: ");
                        let held = scheme.split_once(&name).or(light.split_once(&name));
                        luminance(&held.unwrap_or_else(|| panic!("no colour {name}")).1[..7])
                    };
                    let (back_is, is) = (of(back), of(name));
                    let contrast = (back_is.max(is) + 0.05) / (back_is.min(is) + 0.05);
                    assert!(contrast >= least, "{name} on {back}: {contrast}");
                }
            }
        }
    }

    /// The script builds elements and never parses text as HTML or code.
    #[test]
    fn the_script_does_not_parse_text() {
        for word in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function("] {
            assert!(!SCRIPT.contains(word) && !PLAY_SCRIPT.contains(word), "{word}");
        }
        assert!(!PLAY_SCRIPT.contains("</script") && !PLAY_STYLE.contains("</style"));
    }
}
