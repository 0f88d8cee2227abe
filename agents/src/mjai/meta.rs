//! What a bot thinks of its moves: the key `meta` of a reply.
//!
//! Mortal and bots like it send `q_values`, one for each bit of `mask_bits`, lowest bit first. The bits are 46 actions: 0 to 36 discard
//! the tile with this number, 37 riichi, 38 to 40 chi with the called tile as the lowest, middle, highest one, 41 pon, 42 kan, 43
//! win, 44 nine terminals, 45 pass. Which tile declares riichi or makes a kan is a second decision there: all such actions have one
//! value here. The agents of this program send `candidates` besides, each with its move.

use super::reply::{self, Asked, is_riichi};
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::{Candidate, Evaluation, MAX_SEATS, ValueUnit};
use hyakuman_games::logs::mjai::{tile_of, word_of};
use hyakuman_riichi::Action;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write;

/// Largest value of an action: sums of greater ones would say nothing.
const MOST_VALUE: f64 = 1e9;
/// Number of actions with a bit.
const ACTIONS: usize = 46;

/// The keys of `meta` that have a meaning.
#[derive(Deserialize)]
struct Meta {
    q_values: Option<Vec<f32>>,
    mask_bits: Option<u64>,
    unit: Option<String>,
    candidates: Option<Vec<Entry>>,
}

/// A move and what it is worth.
#[derive(Deserialize)]
struct Entry {
    action: Value,
    value: f32,
    win: Option<f32>,
    deal_in: Option<f32>,
    tenpai: Option<f32>,
    places: Option<[f32; MAX_SEATS]>,
    loss: Option<f32>,
    shanten: Option<i8>,
    then: Option<String>,
}

/// Whether the value of an action is a number to compare and to add.
fn is_usual(value: f64) -> bool {
    value.abs() <= MOST_VALUE
}

/// The first value in a `meta` that is too large to be used, or no finite number, as a sentence.
pub(super) fn unusable(meta: &Value) -> Option<String> {
    let of_candidates = meta["candidates"].as_array().into_iter().flatten();
    let of_candidates = of_candidates.flat_map(|candidate| [&candidate["value"], &candidate["loss"]]);
    let mut values = meta["q_values"].as_array().into_iter().flatten().chain(of_candidates);
    values.find_map(|value| match value {
        Value::Number(number) => {
            let found = number.as_f64().filter(|&value| !is_usual(value))?;
            Some(format!("an action is worth {found:e} in its meta, beyond ±{MOST_VALUE:e}"))
        }
        Value::String(text) => {
            Some(format!("an action is worth {} in its meta, which is no number", excerpt(text)))
        }
        _ => None,
    })
}

impl<const N: usize> Asked<'_, N> {
    /// What the legal actions are worth by the `meta` of a reply; `None` if it does not say so of each of them, or cannot be read.
    pub(super) fn evaluation(&self, meta: &Value) -> Option<Evaluation> {
        let meta = Meta::deserialize(meta).ok()?;
        let (unit, candidates) = match &meta.candidates {
            Some(entries) => {
                let candidates =
                    entries.iter().map(|entry| self.candidate(entry)).collect::<Option<Vec<_>>>()?;
                (ValueUnit::from_name(meta.unit.as_deref()?)?, candidates)
            }
            None => (ValueUnit::Logit, self.of_values(&meta.q_values?, meta.mask_bits?)?),
        };
        let covers = |code| candidates.iter().filter(|candidate| candidate.action == code).count() == 1;
        let whole = candidates.len() == self.legal.len() as usize && self.legal.iter().all(covers);
        let numbers =
            candidates.iter().flat_map(|candidate| [Some(candidate.value), candidate.loss]).flatten();
        (whole && numbers.map(f64::from).all(is_usual)).then(|| Evaluation::new(unit, candidates))
    }

    fn candidate(&self, entry: &Entry) -> Option<Candidate> {
        let moves = reply::read(entry.action.to_string().as_bytes()).ok()?;
        let action = match moves {
            (first, Some(discard)) if first.kind == "reach" => {
                Asked { riichi: true, ..*self }.action(&discard)
            }
            (first, _) => self.action(&first),
        };
        let Entry { value, win, deal_in, tenpai, places, loss, shanten, .. } = *entry;
        let then = entry.then.as_deref().map(|word| tile_of(word).map(|tile| tile.kind()));
        let then = then.map_or(Some(None), |kind| kind.map(Some))?;
        let chances = [win, deal_in, tenpai].into_iter().flatten().chain(places.into_iter().flatten());
        let candidate = Candidate::new(action.ok()?, value);
        let candidate = Candidate { win, deal_in, tenpai, places, loss, shanten, then, ..candidate };
        chances.into_iter().all(|chance| (0.0..=1.0).contains(&chance)).then_some(candidate)
    }

    /// The values of the legal actions by the bits of a mask. It has no bits for three players.
    fn of_values(&self, values: &[f32], mask: u64) -> Option<Vec<Candidate>> {
        if N != 4 || values.len() != mask.count_ones() as usize {
            return None;
        }
        let value = |code| {
            let bit = self.bit(Action::from_code(code)?)?;
            let at = (mask & ((1 << bit) - 1)).count_ones() as usize;
            (mask >> bit & 1 != 0).then(|| Candidate::new(code, values[at]))
        };
        self.legal.iter().map(value).collect()
    }

    fn bit(&self, action: Action) -> Option<usize> {
        Some(match action {
            Action::Discard(tile) => tile.index(),
            Action::Tsumogiri => self.view.drawn()?.index(),
            Action::Riichi(_) | Action::RiichiTsumogiri => 37,
            Action::Chi { side, .. } => 38 + side as usize,
            Action::Pon { .. } => 41,
            Action::Daiminkan | Action::Kan(_) => 42,
            Action::Tsumo | Action::Ron => 43,
            Action::Kyuushu => 44,
            Action::Pass => 45,
            _ => return None,
        })
    }

    /// An evaluation as the object of `meta`.
    pub(super) fn meta(&self, found: &Evaluation) -> String {
        let mut text = format!("{{\"unit\":\"{}\"", found.unit.name());
        if let Some((values, mask)) = self.values_of(found) {
            let values: Vec<String> = values.iter().map(f32::to_string).collect();
            let _ = write!(text, ",\"mask_bits\":{mask},\"q_values\":[{}]", values.join(","));
        }
        let candidates: Vec<String> =
            found.candidates.iter().map(|candidate| self.candidate_of(candidate)).collect();
        let _ = write!(text, ",\"candidates\":[{}]}}", candidates.join(","));
        text
    }

    /// The best value of each bit, and the mask; `None` if an action has no bit.
    fn values_of(&self, found: &Evaluation) -> Option<(Vec<f32>, u64)> {
        let mut values = [f32::NEG_INFINITY; ACTIONS];
        for candidate in found.candidates.iter().filter(|_| N == 4) {
            let value = &mut values[self.bit(Action::from_code(candidate.action)?)?];
            *value = value.max(candidate.value);
        }
        let bits = (0..ACTIONS).filter(|&bit| values[bit].is_finite());
        let mask = bits.clone().fold(0, |mask, bit| mask | 1 << bit);
        (mask != 0).then(|| (bits.map(|bit| values[bit]).collect(), mask))
    }

    fn candidate_of(&self, candidate: &Candidate) -> String {
        let written = |riichi| {
            let action = Action::from_code(candidate.action).unwrap_or(Action::Pass);
            Asked { riichi, ..*self }.written(action)
        };
        let action = match is_riichi(candidate.action) {
            true => format!("[{},{}]", written(false), written(true)),
            false => written(false),
        };
        let Candidate { value, win, deal_in, tenpai, places, loss, shanten, then, .. } = *candidate;
        let mut text = format!("{{\"action\":{action},\"value\":{value}");
        let numbers = [("win", win), ("deal_in", deal_in), ("tenpai", tenpai), ("loss", loss)];
        for (key, number) in numbers.into_iter().filter_map(|(key, number)| Some((key, number?))) {
            let _ = write!(text, ",\"{key}\":{number}");
        }
        text += &places.map_or(String::new(), |places| format!(",\"places\":{places:?}"));
        text += &shanten.map_or(String::new(), |shanten| format!(",\"shanten\":{shanten}"));
        text += &then.map_or(String::new(), |kind| format!(",\"then\":\"{}\"", word_of(kind.tile())));
        text + "}"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use hyakuman_core::game::{ActionMask, Agent, AgentSeed, playout};
    use hyakuman_core::{MatchSeed, Seat};
    use hyakuman_games::logs::mjai::lines::Dialect;
    use hyakuman_riichi::{Question, Riichi, RiichiRules, View, presets};
    use serde_json::json;
    use std::sync::Arc;

    /// Plays at random; what it makes up of the actions is written and read back.
    struct Writes(Random);

    impl Agent<Riichi> for Writes {
        fn begin(&mut self, rules: &Arc<RiichiRules>, seat: Seat, seed: AgentSeed) {
            Agent::<Riichi>::begin(&mut self.0, rules, seat, seed);
        }

        fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
            if view.question() != Question::Yame {
                check(&Asked { view, legal, riichi: false, dialect: Dialect::of_logs(4) });
            }
            Agent::<Riichi>::act(&mut self.0, view, legal)
        }
    }

    fn check(asked: &Asked<'_, 4>) {
        let candidate = |code: u8| Candidate {
            win: Some(f32::from(code) / 300.0),
            loss: Some(-0.1),
            shanten: Some(2),
            places: Some([0.25; 4]),
            ..Candidate::new(code, (f32::from(code) - 40.0) / 3.0)
        };
        let found = Evaluation::new(ValueUnit::RankPoints, asked.legal.iter().map(candidate).collect());
        let mut meta: Value = serde_json::from_str(&asked.meta(&found)).expect("JSON");
        assert_eq!(asked.evaluation(&meta), Some(found.clone()), "{meta}");
        let mut large = meta.clone();
        large["candidates"][0]["value"] = json!(3.4e38);
        assert_eq!(asked.evaluation(&large), None, "a value that no sum can hold");
        let entries = meta["candidates"].as_array_mut().expect("a list");
        let last = entries.pop().expect("two or more");
        assert_eq!(asked.evaluation(&meta), None, "an action is missing");
        meta["candidates"].as_array_mut().expect("a list").extend([last.clone(), last]);
        assert_eq!(asked.evaluation(&meta), None, "one is there twice");

        // As Mortal: the best of the actions with one bit.
        meta.as_object_mut().expect("an object").remove("candidates");
        let read = asked.evaluation(&meta).expect("a value for each bit");
        assert_eq!((read.unit, read.candidates.len()), (ValueUnit::Logit, found.candidates.len()));
        let bit = |code| asked.bit(Action::from_code(code).expect("an action"));
        for candidate in &read.candidates {
            let same = found.candidates.iter().filter(|other| bit(other.action) == bit(candidate.action));
            let best = same.map(|other| other.value).fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(*candidate, Candidate::new(candidate.action, best), "{meta}");
        }
        for (key, wrong) in [("mask_bits", json!(1)), ("mask_bits", json!(-1)), ("q_values", json!("x"))] {
            let mut damaged = meta.clone();
            damaged[key] = wrong;
            assert_eq!(asked.evaluation(&damaged), None, "{damaged}");
        }
    }

    #[test]
    fn values_that_no_sum_can_hold_are_named() {
        assert_eq!(unusable(&json!({"q_values": [1e9, -3.0, null]})), None);
        let (read, _) = reply::read(br#"{"type":"none","meta":{"q_values":[1.5,NaN]}}"#).unwrap();
        let sentence = unusable(&read.meta.unwrap());
        assert_eq!(sentence.unwrap(), "an action is worth NaN in its meta, which is no number");
        for meta in [json!({"q_values": [0.0, -3.4e38]}), json!({"candidates": [{"value": -3.4e38}]})] {
            assert_eq!(unusable(&meta).unwrap(), "an action is worth -3.4e38 in its meta, beyond ±1e9");
        }
    }

    #[test]
    fn evaluations_are_written_and_read() {
        let rules = Arc::new(presets::tenhou());
        let mut agents = [(); 4].map(|()| Writes(Random::default()));
        for number in 0..20 {
            let seed = MatchSeed { seed: 6, number };
            playout::play::<Riichi, _>(&rules, seed, &mut agents, &mut ()).expect("legal");
        }
    }
}
