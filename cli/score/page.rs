//! The value of a hand as text.

use crate::figures::{grouped, words};
use hyakuman_games::hands::{Score, ToppanValue, WinValue};
use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::rules::Renhou;
use std::io::{self, Write};

/// Writes the result for a hand under these rules, in one to three lines.
pub(super) fn write(out: &mut impl Write, rules: &AnyRules, score: &Score) -> io::Result<()> {
    match score {
        Score::None { reason, .. } => writeln!(out, "no win: {reason}"),
        Score::Win(value) => write!(out, "{}", win(rules, value)),
        Score::Toppan(value) => write!(out, "{}", toppan(value)),
    }
}

/// Value, yaku and changes of score, one line each.
fn win(rules: &AnyRules, value: &WinValue) -> String {
    let mut parts: Vec<String> =
        value.yaku.iter().map(|(name, value)| format!("{} {value}", words(name))).collect();
    let dora_counts = value.yakuman == 0 || matches!(rules, AnyRules::Toutenkou(_));
    if value.dora > 0 && dora_counts {
        parts.push(format!("dora {}", value.dora));
    }
    let seats = ["E", "S", "W", "N"].iter().zip(&value.deltas);
    let deltas: Vec<String> = seats.map(|(seat, change)| format!("{seat} {}", signed(*change))).collect();
    format!("{}\n{}\n{}\n", headline(rules, value), parts.join(", "), deltas.join("  "))
}

/// A change of score; 0 has no sign.
fn signed(change: i32) -> String {
    format!("{}{}", if change > 0 { "+" } else { "" }, grouped(change.into(), 0))
}

/// The value in the unit of the game; in riichi han, fu and limit before it.
fn headline(rules: &AnyRules, value: &WinValue) -> String {
    let points = grouped(value.points.into(), 0);
    match (rules, value.yakuman) {
        (AnyRules::Yangzhou(_), _) => format!("{points} fan"),
        (AnyRules::Riichi(rules), 0) => {
            let (han, fu) = (value.han.unwrap_or_default(), value.fu.unwrap_or_default());
            let is_renhou = value.yaku.iter().any(|(name, _)| *name == "renhou");
            match value.limit.map(words) {
                Some(limit) if is_renhou && rules.rules.renhou == Renhou::FlatMangan => {
                    format!("renhou (flat {limit}), {points} points")
                }
                Some(limit) => format!("{limit} ({han} han {fu} fu), {points} points"),
                None => format!("{han} han {fu} fu, {points} points"),
            }
        }
        (AnyRules::Riichi(_), 1) => format!("yakuman, {points} points"),
        (AnyRules::Riichi(_), times) => format!("{times} yakuman, {points} points"),
        _ => format!("{points} points"),
    }
}

/// Value and yaku, one line each.
fn toppan(value: &ToppanValue) -> String {
    let yaku: Vec<String> = value.yaku.iter().map(|(name, han)| format!("{} {han}", words(name))).collect();
    let han = value.han.map_or_else(|| "mangan".to_owned(), |han| format!("{han} han"));
    format!("{han}: a loser pays {}\n{}\n", value.points, yaku.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_games::registry::load_preset;

    fn page(rules: &str, hand: &str) -> String {
        let rules = load_preset(rules).expect(rules);
        let mut out = Vec::new();
        let score = rules.scorer().score(hand).expect("a hand");
        write(&mut out, &rules, &score).expect("a buffer can be written");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn each_family_has_its_unit() {
        let hand = |dora: &str| {
            r#"{"hand":["2m","3m","4m","0p","6p","7p","3s","3s","5z","5z"],"win":"5z","by":"ron","from":"W",
                "melds":[{"type":"pon","tiles":["7z","7z","7z"]}],"seat":"S","round":"E","dora":[DORA]}"#
                .replace("DORA", dora)
        };
        let text = "4 han 30 fu, 7,700 points\nhaku 1, chun 1, dora 2\nE 0  S +7,700  W -7,700  N 0\n";
        assert_eq!(page("tenhou", &hand("\"1m\"")), text);
        let many = page("tenhou", &hand(&vec!["\"6z\""; 100].join(",")));
        assert!(
            many.starts_with("kazoe yakuman (303 han 30 fu), 32,000 points\nhaku 1, chun 1, dora 301\n"),
            "{many}"
        );
        let yangzhou = r#"{"hand":["1m","2m","3m","4m","5m","6m","7m","8m","9m","3z"],"win":"3z","by":"tsumo",
            "melds":[{"type":"pon","tiles":["7z","7z","7z"]}],"seat":"S","round":"E"}"#;
        assert!(page("yangzhou", yangzhou).contains(" fan\n"), "{}", page("yangzhou", yangzhou));
        let toppan = r#"{"tiles":["4m","5m","6m"],"seat":"S","round":"E","bet":1,"declared":true}"#;
        assert_eq!(page("toppan", toppan), "2 han: a loser pays 2\nkihonten 1, tonshunfu 1\n");
    }
}
