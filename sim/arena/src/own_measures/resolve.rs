//! Which rows a measure is over, and which words its texts can be.

use super::parse::{Expr, Name, Node, Parsed};
use super::words::{Rows, missing_rule};
use super::{Problem, advice};
use hyakuman_core::game::{EndReason, GameFacts, HouseRules, KyokuResult};

/// The rows that are named, or the first that have all words.
pub(super) fn rows_of(parsed: &Parsed, game: &GameFacts, house: HouseRules) -> Result<Rows, Problem> {
    if let Some((at, name)) = &parsed.over {
        let known = || Rows::ALL.into_iter().map(Rows::name);
        return Rows::from_name(name)
            .ok_or_else(|| Problem::new(*at, format!("there are no rows {name}{}", advice(name, known()))));
    }
    let mut used = Vec::new();
    [&parsed.value, &parsed.condition].into_iter().flatten().for_each(|expr| words_in(expr, &mut used));
    let has = |rows: Rows, word: &str| rows.words(game, house).iter().any(|known| known.name == word);
    if let Some(rows) = Rows::ALL.into_iter().find(|&rows| used.iter().all(|(_, word)| has(rows, word))) {
        return Ok(rows);
    }
    let where_known = |word: &str| Rows::ALL.into_iter().filter(|&rows| has(rows, word)).collect::<Vec<_>>();
    if let Some((at, word)) = used.iter().find(|(_, word)| where_known(word).is_empty()) {
        return Err(Problem::new(*at, unknown(word, game, house)));
    }
    let (at, word) = used.iter().find(|(_, word)| !has(Rows::Hands, word)).unwrap_or(&used[0]);
    let names = |rows: Vec<Rows>| rows.into_iter().map(Rows::name).collect::<Vec<_>>().join(" and ");
    Err(Problem::new(
        *at,
        format!("no rows have all these columns: {word} is one of {}", names(where_known(word))),
    ))
}

fn words_in(expr: &Expr, used: &mut Vec<Name>) {
    match &expr.node {
        Node::Word(word) => used.push((expr.at, word.clone())),
        Node::Negative(inner) | Node::Not(inner) => words_in(inner, used),
        Node::Binary(_, first, second) => [first, second].into_iter().for_each(|part| words_in(part, used)),
        Node::Number(_) | Node::Text(_) => {}
    }
}

/// A word that no rows have.
fn unknown(word: &str, game: &GameFacts, house: HouseRules) -> String {
    if let Some(sentence) = of_other_rules(word, game, house) {
        return sentence;
    }
    let Texts { results, reasons, yaku } = Texts::of(game, &[]);
    if [results, reasons, yaku].concat().contains(&word) {
        return format!("there is no column {word}; a text is in quotes: '{word}'");
    }
    let mut names: Vec<String> =
        Rows::ALL.into_iter().flat_map(|rows| rows.words(game, house)).map(|known| known.name).collect();
    names.sort();
    names.dedup();
    let is_of_seat = |name: &str| matches!(name.rsplit_once('_'), Some((_, "0" | "1" | "2" | "3")));
    names.retain(|name| !is_of_seat(name)); // each has a word for the player, too
    format!("there is no column {word}{}", advice(word, names.iter().map(String::as_str)))
}

/// That a word which no rows have here is of a rule that these rules lack.
pub(super) fn of_other_rules(word: &str, game: &GameFacts, house: HouseRules) -> Option<String> {
    let rule = missing_rule(word, game, house)?;
    Some(format!("there is no column {word} under these rules: only those with the rule {rule} have it"))
}

/// The words that a text column can have.
pub(super) struct Texts {
    results: Vec<&'static str>,
    reasons: Vec<&'static str>,
    yaku: Vec<&'static str>,
}

impl Texts {
    pub(super) fn of(game: &GameFacts, own_yaku: &[&'static str]) -> Texts {
        // No game reports a match that is not over.
        let reasons = EndReason::ALL.into_iter().filter(|reason| *reason != EndReason::Unfinished);
        let yaku = (0..game.yaku).map(game.yaku_name).chain(own_yaku.iter().copied());
        Texts {
            results: KyokuResult::ALL.map(KyokuResult::name).to_vec(),
            reasons: reasons.map(EndReason::name).collect(),
            yaku: yaku.collect(),
        }
    }

    pub(super) fn of_column(&self, name: &str) -> &[&'static str] {
        match name {
            "result" => &self.results,
            "ended" => &self.reasons,
            _ => &self.yaku,
        }
    }
}
