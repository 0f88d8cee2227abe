//! What a bot thinks of its moves: the key `meta` of a reply.
//!
//! Mortal and bots like it send `q_values`, one for each bit of `mask_bits`, lowest bit first. The bits are 46 actions: 0 to 36 discard
//! the tile with this number, 37 riichi, 38 to 40 chi with the called tile as the lowest, middle, highest one, 41 pon, 42 kan, 43
//! win, 44 nine terminals, 45 pass. Which tile declares riichi or makes a kan is a second decision there: all such actions have one
//! value here. The agents of this program send `candidates` besides, each with its move.

use super::reply::{self, Asked, is_riichi};
use hyakuman_game::{Candidate, Evaluation, MAX_SEATS, ValueUnit};
use hyakuman_logs::mjai::{tile_of, word_of};
use hyakuman_riichi::Action;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write;

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

impl<const N: usize> Asked<'_, N> {
    /// What the legal actions are worth by the `meta` of a reply; `None` if it does not say so of each of them, or cannot be read.
    pub(super) fn evaluation(&self, meta: &Value) -> Option<Evaluation> {
        let meta = Meta::deserialize(meta).ok()?;
        let (unit, candidates) = match &meta.candidates {
            Some(entries) => {
                let candidates =
                    entries.iter().map(|entry| self.candidate(entry)).collect::<Option<Vec<_>>>()?;
                (ValueUnit::named(meta.unit.as_deref()?)?, candidates)
            }
            None => (ValueUnit::Logit, self.of_values(&meta.q_values?, meta.mask_bits?)?),
        };
        let covers = |code| candidates.iter().filter(|candidate| candidate.action == code).count() == 1;
        let whole = candidates.len() == self.legal.len() as usize && self.legal.iter().all(covers);
        let finite = candidates.iter().all(|candidate| candidate.value.is_finite());
        (whole && finite).then(|| Evaluation::new(unit, candidates))
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

    /// The bit of an action.
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
            let _ =
                write!(text, ",\"is_greedy\":true,\"mask_bits\":{mask},\"q_values\":[{}]", values.join(","));
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
