//! Files that the program can write itself: pins, and parts of pages.
//!
//! A test says what stands in a file. `./scripts/write.sh` runs these tests with `HYAKUMAN_WRITE` set: then they write it.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Checks that a file of the repository, by its path from the root, is what `text` makes of it; or writes it.
///
/// # Panics
/// It is not, or cannot be read or written.
pub fn file(path: &str, text: impl FnOnce(&str) -> String) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let at = Path::new(ROOT).join(path);
    let now = std::fs::read_to_string(&at).unwrap_or_else(|error| panic!("{path}: {error}"));
    let right = text(&now);
    if now != right && std::env::var_os("HYAKUMAN_WRITE").is_some() {
        std::fs::write(&at, right).unwrap_or_else(|error| panic!("{path}: {error}"));
    } else {
        assert!(
            now == right,
            "{path} is out of date; ./scripts/write.sh writes it:\n{}",
            difference(&now, &right)
        );
    }
}

/// Checks that a part of a page is this text, or writes it. The part is between the lines `<!-- NAME: ./scripts/write.sh -->` and
/// `<!-- end -->`.
///
/// # Panics
/// It is not, or the page has no such lines.
pub fn part(path: &str, name: &str, text: &str) {
    let begin = format!("<!-- {name}: ./scripts/write.sh -->\n");
    file(path, |page| {
        let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("{path} has no line {begin}"));
        let (_, after) = rest.split_once("<!-- end -->\n").expect("the end of the part");
        format!("{before}{begin}{text}<!-- end -->\n{after}")
    });
}

/// The first lines that only one of two texts has.
fn difference(now: &str, right: &str) -> String {
    let only = |one: &str, other: &str, sign: char| -> Vec<String> {
        let lines = one.lines().filter(|line| !other.lines().any(|same| same == *line));
        lines.take(20).map(|line| format!("{sign} {line}")).collect()
    };
    [only(now, right, '-'), only(right, now, '+')].concat().join("\n")
}
