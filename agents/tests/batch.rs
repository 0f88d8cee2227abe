//! A batched agent plays the same matches as the corresponding scalar one, for any number of matches in the pool.

use hyakuman_agents::{Random, Ukeire};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::conformance::MatchTrace;
use hyakuman_games::playout::{self, Player, Pool};
use hyakuman_games::riichi::{Riichi, RiichiRules, View, presets};
use hyakuman_games::{ActionMask, Agent, AgentSeed, BatchAgent};
use std::sync::Arc;

type Game = Riichi<4>;

/// Random choices that depend on seed and step only, as required of a batched agent: scalar form.
struct Seeded {
    seed: AgentSeed,
    step: u32,
}

/// A random number below `n`.
fn random(seed: AgentSeed, step: u32, n: u32) -> u32 {
    let mut rng = seed.rng();
    (0..step % 50).for_each(|_| _ = rng.next_u64());
    (rng.below(n) + step) % n
}

impl Agent<Game> for Seeded {
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, seed: AgentSeed) {
        *self = Seeded { seed, step: 0 };
    }

    fn act(&mut self, _view: &View<'_, 4>, legal: &ActionMask) -> u8 {
        self.step += 1;
        legal.nth(random(self.seed, self.step - 1, legal.len()))
    }
}

/// The same, batched: a row is the mask, then the random number. Counts its calls and the rows of the largest batch.
#[derive(Default)]
struct BatchedRandom {
    calls: usize,
    fullest: usize,
}

impl BatchAgent<Game> for BatchedRandom {
    fn row_bytes(&self) -> usize {
        36
    }

    fn encode(&self, _: &View<'_, 4>, legal: &ActionMask, seed: AgentSeed, step: u32, out: &mut [u8]) {
        for (word, bytes) in legal.words().into_iter().zip(out.chunks_exact_mut(8)) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        out[32..].copy_from_slice(&random(seed, step, legal.len()).to_le_bytes());
    }

    fn act(&mut self, rows: &[u8], out: &mut [u8]) {
        self.calls += 1;
        self.fullest = self.fullest.max(out.len());
        for (row, action) in rows.chunks_exact(36).zip(out) {
            let word = |i: usize| u64::from_le_bytes(row[8 * i..8 * i + 8].try_into().unwrap());
            let legal = ActionMask::from_words([0, 1, 2, 3].map(word));
            *action = legal.nth(u32::from_le_bytes(row[32..].try_into().unwrap()));
        }
    }
}

/// `ukeire`, batched: it needs the view, so it decides in `encode`; a row is its answer after seven zeros.
struct BatchedUkeire(Ukeire);

impl BatchAgent<Game> for BatchedUkeire {
    fn row_bytes(&self) -> usize {
        8
    }

    fn encode(&self, view: &View<'_, 4>, legal: &ActionMask, _: AgentSeed, _: u32, out: &mut [u8]) {
        assert_eq!(out, [0; 8]);
        out[7] = Agent::<Game>::act(&mut { self.0 }, view, legal);
    }

    fn act(&mut self, rows: &[u8], out: &mut [u8]) {
        rows.chunks_exact(8).zip(out).for_each(|(row, action)| *action = row[7]);
    }
}

/// The scalar agent of a seat.
fn scalar(seat: usize) -> Box<dyn Agent<Game>> {
    let no_seed = AgentSeed { of_match: MatchSeed { seed: 0, number: 0 }, seat: Seat::new(0) };
    match seat {
        0 | 2 => Box::new(Seeded { seed: no_seed, step: 0 }),
        1 => Box::new(Ukeire::default()),
        _ => Box::new(Random::default()),
    }
}

fn seeds() -> impl Iterator<Item = MatchSeed> {
    (0..25).map(|number| MatchSeed { seed: 5, number })
}

#[test]
fn batches_change_nothing() {
    let rules = Arc::new(presets::tenhou());
    let mut agents: Vec<_> = (0..4).map(scalar).collect();
    let alone: Vec<MatchTrace> = seeds()
        .map(|seed| {
            let mut trace = MatchTrace::default();
            playout::play::<Game, _>(&rules, seed, &mut agents, &mut trace).unwrap();
            trace
        })
        .collect();
    let random = || scalar(3);
    let players = [Player::Batched(1), Player::Batched(0), Player::Batched(1), Player::Scalar(&random)];
    for width in [1, 2, 7, 64] {
        let (mut ukeire, mut random) = (BatchedUkeire(Ukeire::default()), BatchedRandom::default());
        let batched: &mut [&mut dyn BatchAgent<Game>] = &mut [&mut ukeire, &mut random];
        let mut pool = Pool::new(&rules, &players);
        let pooled = pool.play(seeds(), width, batched, |_| MatchTrace::default()).unwrap();
        assert!(pooled == alone, "width {width}: other matches");
        let most = 2 * width.min(alone.len());
        assert!(random.fullest <= most && (width == 1 || random.fullest >= width.min(25)), "width {width}");
        assert!(random.calls > 0);
    }
}
