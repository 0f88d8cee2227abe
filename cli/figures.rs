//! Formats numbers, estimates and lists for people.

pub use hyakuman_analysis::figures::{grouped, label, p_text, ranged, shown, shown_effect, words};

use crate::wrap;

/// Characters in a line of text.
pub const LINE: usize = 100;

/// Names separated by commas, or by bars if a name contains a comma.
pub fn listed(names: &[String]) -> String {
    let options = names.iter().any(|name| name.contains(':'));
    names.join(if options { " | " } else { ", " })
}

/// A heading and a list, in lines of at most [`LINE`] characters. An item that is longer is broken at its spaces.
pub fn wrapped(heading: &str, items: impl Iterator<Item = String>) -> String {
    let mut text = heading.to_owned();
    let mut column = heading.chars().count();
    for (i, item) in items.enumerate() {
        let length = item.chars().count() + 1;
        text.push_str(if i > 0 { "," } else { "" });
        column += usize::from(i > 0);
        if length >= LINE {
            let broken = wrap::hanging("  ", &item, 4, LINE - 1);
            column = broken.lines().last().map_or(0, |line| line.chars().count());
            text.push('\n');
            text.push_str(&broken);
            continue;
        }
        if column + length >= LINE {
            text.push_str("\n ");
            column = 1;
        }
        text.push(' ');
        text.push_str(&item);
        column += length;
    }
    text
}

/// `1 match`, `2,000 matches`.
pub fn matches(number: u64) -> String {
    match number {
        1 => "1 match".to_owned(),
        number => format!("{} matches", grouped(number as f64, 0)),
    }
}

/// A number of walls, with what they are: `2,000 deal sets (walls)`.
pub fn deal_sets(walls: u64) -> String {
    match walls {
        1 => "1 deal set (wall)".to_owned(),
        walls => format!("{} deal sets (walls)", grouped(walls as f64, 0)),
    }
}

/// A paragraph in lines of at most [`LINE`] characters.
pub fn paragraph(text: &str) -> String {
    wrap::hanging("", text, 0, LINE)
}

/// A rate per second, as an integer; below ten with decimals.
pub fn rate(per_second: f64) -> String {
    let decimals = match per_second {
        10.0.. => 0,
        1.0.. => 1,
        _ => 2,
    };
    grouped(if per_second.is_finite() { per_second } else { 0.0 }, decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_no_more_digits_than_they_need() {
        for (per_second, text) in [
            (1_176.510_8, "1,177"),
            (17.4, "17"),
            (9.37, "9.4"),
            (0.123, "0.12"),
            (0.0, "0.00"),
            (f64::INFINITY, "0"),
            (f64::NAN, "0.00"),
        ] {
            assert_eq!(rate(per_second), text);
        }
    }

    #[test]
    fn lists_are_wrapped() {
        let items = |n: usize| (0..n).map(|i| format!("a_rule_{i:03} = {i}"));
        assert_eq!(wrapped("differs:", items(2)), "differs: a_rule_000 = 0, a_rule_001 = 1");
        let text = wrapped("differs:", items(40));
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.len() <= LINE), "{text}");
        assert_eq!(text.replace("\n ", ""), wrapped_not(items(40)));
    }

    #[test]
    fn a_long_item_is_broken_at_its_spaces() {
        let long = format!("a = [{}]", vec!["word"; 40].join(", "));
        let text = wrapped("differs:", [long, "b = 1".to_owned()].into_iter());
        assert!(text.starts_with("differs:\n  a = [word, ") && text.ends_with("], b = 1"), "{text}");
        assert!(text.lines().count() > 2 && text.lines().all(|line| line.len() <= LINE), "{text}");
    }

    fn wrapped_not(items: impl Iterator<Item = String>) -> String {
        format!("differs: {}", items.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn agents_with_options_are_separated_by_bars() {
        let listed = |names: [&str; 2]| listed(&names.map(str::to_owned));
        assert_eq!(listed(["random", "ukeire"]), "random, ukeire");
        assert_eq!(
            listed(["ukeire:calls=false,fold=false", "random"]),
            "ukeire:calls=false,fold=false | random"
        );
    }
}
