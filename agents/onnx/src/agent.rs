//! An agent that asks a network.

use crate::choose::{self, Choice};
use crate::net::Net;
use crate::worker::Worker;
use hyakuman_agents::Options;
use hyakuman_core::game::{
    ActionMask, AgentFailure, AgentSeed, BatchAgent, Candidate, Decision, Evaluation, ValueUnit,
};
use hyakuman_core::{MatchSeed, Seat, Tile};
use hyakuman_riichi::planes::{ActionSpace, DecisionRow, Encoder};
use hyakuman_riichi::{Riichi, RowCache};
use std::sync::Arc;

/// Matches that each thread keeps in play: two large batches of the network, if it plays one seat of each.
const IN_PLAY: usize = 128;

/// Bytes of a row behind the planes: the legal codes, and the tile just drawn.
const CODES: usize = 32 + 1;
/// Bytes at the end of a row: the seed of the run, the number of the wall, the decision and the seat.
const ORIGIN: usize = 8 + 8 + 4 + 1;

/// Plays as a network says. A row is the planes, the legal actions with the tile just drawn, and where the decision comes from.
pub(crate) struct NetAgent<const N: usize> {
    net: Arc<Net>,
    worker: Worker,
    choice: Choice,
}

impl<const N: usize> NetAgent<N> {
    /// An agent with these options and this network, which is read once the options are known to be right.
    pub(crate) fn new(
        options: &Options,
        net: impl FnOnce() -> Result<Arc<Net>, String>,
    ) -> Result<Self, String> {
        let (choice, net) = (choice(options)?, net()?);
        Ok(NetAgent { worker: Worker::new(net.clone()), net, choice })
    }
}

fn choice(options: &Options) -> Result<Choice, String> {
    let temperature: f64 = options.value("temperature")?;
    if !(temperature.is_finite() && temperature > 0.0) {
        return Err(format!(
            "temperature={temperature} is not above 0; for the best action leave out sample=true"
        ));
    }
    match options.is("sample") {
        true => Ok(Choice::Sampled(temperature)),
        false if temperature == 1.0 => Ok(Choice::Best),
        false => Err(format!("temperature={temperature} means something with sample=true only")),
    }
}

impl<const N: usize> BatchAgent<Riichi<N>> for NetAgent<N> {
    fn row_bytes(&self) -> usize {
        self.net.signature.planes.bytes() + CODES + ORIGIN
    }

    fn matches_in_play(&self) -> usize {
        IN_PLAY
    }

    fn encode(&self, decision: &Decision<'_, '_, Riichi<N>>, row: &mut [u8]) {
        let Decision { view, legal, seed, step } = *decision;
        let signature = &self.net.signature;
        let (planes, rest) = row.split_at_mut(signature.planes.bytes());
        let (codes, origin) = rest.split_at_mut(CODES);
        let mut row_cache = RowCache::default();
        let cells = DecisionRow::of_view(&mut row_cache, view, legal);
        Encoder::new(signature.planes, view.rules()).encode(&cells, planes);
        let (legal_codes, drawn) = codes.split_at_mut(CODES - 1);
        legal_codes.copy_from_slice(&legal.bytes());
        drawn[0] = cells.cells.drawn;
        Origin { seed, step }.write(origin);
    }

    fn act(&mut self, rows: &[u8], actions: &mut [u8]) -> Result<(), AgentFailure> {
        let (planes, space) = (self.net.signature.planes.bytes(), self.net.signature.space);
        let rows = rows.chunks_exact(planes + CODES + ORIGIN);
        let outputs = self.worker.answers(rows.clone().map(|row| &row[..planes]));
        let outputs = outputs.map_err(|error| AgentFailure(format!("the network {error}")))?;
        for ((row, outputs), action) in rows.zip(outputs.chunks_exact(space.count())).zip(actions) {
            let (legal, rest) = row[planes..].split_first_chunk().expect("the legal codes");
            let (legal, drawn) = (ActionMask::from_bytes(legal), Tile::new(rest[0]));
            *action = chosen(self.choice, space, (&legal, drawn), outputs, &Origin::read(&rest[1..]))?;
        }
        Ok(())
    }

    /// The logits of all legal actions: those of a sampled choice are divided by its temperature.
    fn evaluate(
        &mut self,
        decision: &Decision<'_, '_, Riichi<N>>,
    ) -> Result<Option<Evaluation>, AgentFailure> {
        let Decision { view, legal, seed, step } = *decision;
        let (signature, mut row_cache) = (&self.net.signature, RowCache::default());
        let cells = DecisionRow::of_view(&mut row_cache, view, legal);
        let (mut planes, space) = (vec![0; signature.planes.bytes()], signature.space);
        Encoder::new(signature.planes, view.rules()).encode(&cells, &mut planes);
        let outputs = self.worker.answers(std::iter::once(&planes[..]));
        let outputs = outputs.map_err(|error| AgentFailure(format!("the network {error}")))?;
        let temperature = self.choice.temperature();
        let candidate = |code| match logit(space, outputs, &cells, code, temperature) {
            Ok(value) => Ok(Candidate::new(code, value)),
            Err(output) => Err(Origin { seed, step }.not_a_number(output)),
        };
        let candidates = legal.iter().map(candidate).collect::<Result<_, _>>()?;
        Ok(Some(Evaluation::new(ValueUnit::Logit, candidates)))
    }
}

/// The logit of a legal action. One that needs a second output has its part of the first one.
fn logit(
    space: ActionSpace,
    outputs: &[f32],
    row: &DecisionRow<'_>,
    code: u8,
    temperature: f32,
) -> Result<f32, u8> {
    let of = |output: u8| {
        let value = outputs[usize::from(output)] / temperature;
        if value.is_nan() { Err(output) } else { Ok(value) }
    };
    let output = space.output(code, row.drawn()).expect("a legal action has an output");
    let Some(own) = space.second(code, row.drawn()) else { return of(output) };
    let after = space.legal_after(output, &row.legal, row.drawn());
    let values = after.iter().map(of).collect::<Result<Vec<f32>, u8>>()?;
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if !most.is_finite() {
        return of(output);
    }
    let sum: f32 = values.iter().map(|value| (value - most).exp()).sum();
    Ok(of(output)? + of(own)? - most - sum.ln())
}

/// The action that the outputs of a network choose.
fn chosen(
    choice: Choice,
    space: ActionSpace,
    (legal, drawn): (&ActionMask, Option<Tile>),
    outputs: &[f32],
    origin: &Origin,
) -> Result<u8, AgentFailure> {
    let random = origin.seed.number(origin.step);
    let best = |among: ActionMask, random| {
        let values = among.iter().map(|output| (output, outputs[usize::from(output)]));
        choice.of(values, random).map_err(|output| origin.not_a_number(output))
    };
    let output = best(space.legal(legal, drawn), random)?;
    let after = space.legal_after(output, legal, drawn);
    let second = if after.is_empty() { None } else { Some(best(after, choose::second(random))?) };
    Ok(space.code(output, second, legal, drawn).expect("the code of a legal output"))
}

/// Where a decision comes from.
struct Origin {
    seed: AgentSeed,
    step: u32,
}

impl Origin {
    fn write(&self, bytes: &mut [u8]) {
        let AgentSeed { of_match: MatchSeed { seed, number }, seat } = self.seed;
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&number.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.step.to_le_bytes());
        bytes[20] = seat.index() as u8;
    }

    fn read(bytes: &[u8]) -> Origin {
        let word = |at: usize| u64::from_le_bytes(*bytes[at..].first_chunk().expect("8 bytes"));
        let step = u32::from_le_bytes(*bytes[16..].first_chunk().expect("4 bytes"));
        let of_match = MatchSeed { seed: word(0), number: word(8) };
        Origin { seed: AgentSeed { of_match, seat: Seat::new(bytes[20]) }, step }
    }

    fn not_a_number(&self, output: u8) -> AgentFailure {
        let (wall, seat, step) = (self.seed.of_match.number, self.seed.seat.index(), self.step);
        AgentFailure(format!(
            "its output {output} is not a number (NaN) in decision {step} of seat {seat} on wall {wall}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::game::{Agent, playout};
    use hyakuman_riichi::{RiichiRules, View, presets};

    /// Chooses by outputs that are a hash of the decision: as an agent does, and the code with the largest outputs.
    struct Both {
        space: ActionSpace,
        seed: AgentSeed,
        step: u32,
        second: u32,
    }

    impl Both {
        fn outputs(&self) -> Vec<f32> {
            let hash = |output| self.seed.number(self.step * 256 + output) as f32;
            (0..self.space.count() as u32).map(hash).collect()
        }

        /// Of equal ones the last, which discards the tile just drawn.
        fn expected(&self, outputs: &[f32], legal: &ActionMask, drawn: Option<Tile>) -> u8 {
            let of = |output: Option<u8>| output.map(|output| outputs[usize::from(output)]);
            let key = |code| [self.space.output(code, drawn), self.space.second(code, drawn)].map(of);
            let order = |a: &u8, b: &u8| key(*a).partial_cmp(&key(*b)).expect("numbers");
            legal.iter().max_by(order).expect("a legal action")
        }
    }

    impl<const N: usize> Agent<Riichi<N>> for Both {
        fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, seed: AgentSeed) {
            (self.seed, self.step) = (seed, 0);
        }

        fn act(&mut self, view: &View<'_, N>, legal: &ActionMask) -> u8 {
            let (outputs, drawn) = (self.outputs(), view.drawn());
            let origin = Origin { seed: self.seed, step: self.step };
            let code = chosen(Choice::Best, self.space, (legal, drawn), &outputs, &origin).expect("numbers");
            assert_eq!(code, self.expected(&outputs, legal, drawn));
            self.step += 1;
            self.second += u32::from(self.space.second(code, drawn).is_some());
            code
        }
    }

    fn play<const N: usize>(rules: RiichiRules) {
        let rules = Arc::new(rules);
        for space in ActionSpace::ALL {
            let seed = AgentSeed { of_match: MatchSeed { seed: 5, number: 0 }, seat: Seat::new(0) };
            let mut agents: Vec<Both> = (0..N).map(|_| Both { space, seed, step: 0, second: 0 }).collect();
            for number in 0..40 {
                let seed = MatchSeed { seed: 5, number };
                playout::play::<Riichi<N>, _>(&rules, seed, &mut agents, &mut ()).expect("legal actions");
            }
            let second: u32 = agents.iter().map(|agent| agent.second).sum();
            assert!(space == ActionSpace::OneStep || second > 10, "{second} riichi and kans");
        }
    }

    #[test]
    fn the_code_with_the_largest_outputs_is_chosen() {
        play::<4>(presets::tenhou());
        play::<3>(presets::tenhou_sanma());
        play::<4>(presets::shura());
    }

    #[test]
    fn the_origin_of_a_decision_is_kept_in_its_row() {
        let of_match = MatchSeed { seed: u64::MAX - 1, number: 1 << 40 };
        let origin = Origin { seed: AgentSeed { of_match, seat: Seat::new(3) }, step: 70_000 };
        let mut bytes = [0; ORIGIN];
        origin.write(&mut bytes);
        let read = Origin::read(&bytes);
        assert_eq!((read.seed, read.step), (origin.seed, origin.step));
    }
}
