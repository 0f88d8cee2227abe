//! A batched agent plays the same matches as a scalar one that decides alike, whatever the width of the pool.

use hyakuman_agents::{Random, Ukeire};
use hyakuman_core::{MatchSeed, Seat};
use hyakuman_games::playout::{self, Player, Pool};
use hyakuman_games::riichi::{Riichi, RiichiRules, View, presets};
use hyakuman_games::testing::conformance::MatchTrace;
use hyakuman_games::{ActionMask, Agent, AgentSeed, BatchAgent};
use std::sync::Arc;

type Game = Riichi<4>;

/// Draws lots from seed and step alone, as a batched agent has to: scalar form.
struct Lots {
    seed: AgentSeed,
    step: u32,
}

/// Which of `n` actions the lot falls on.
fn lot(seed: AgentSeed, step: u32, n: u32) -> u32 {
    let mut rng = seed.rng();
    (0..step % 50).for_each(|_| _ = rng.next_u64());
    (rng.below(n) + step) % n
}

impl Agent<Game> for Lots {
    fn begin(&mut self, _rules: &Arc<RiichiRules>, _seat: Seat, seed: AgentSeed) {
        *self = Lots { seed, step: 0 };
    }

    fn act(&mut self, _view: &View<'_, 4>, legal: &ActionMask) -> u8 {
        self.step += 1;
        legal.nth(lot(self.seed, self.step - 1, legal.len()))
    }
}

/// The same, batched: a row is the mask, then the lot. Counts its calls and the rows of the fullest.
#[derive(Default)]
struct BatchedLots {
    calls: usize,
    fullest: usize,
}

impl BatchAgent<Game> for BatchedLots {
    fn row_bytes(&self) -> usize {
        36
    }

    fn encode(&self, _: &View<'_, 4>, legal: &ActionMask, seed: AgentSeed, step: u32, out: &mut [u8]) {
        for (word, bytes) in legal.words().into_iter().zip(out.chunks_exact_mut(8)) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        out[32..].copy_from_slice(&lot(seed, step, legal.len()).to_le_bytes());
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

/// `ukeire`, batched: it needs the view, so it thinks while encoding; a row is its answer, behind seven zeros.
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

/// Who sits where, as scalar agents.
fn scalar(seat: usize) -> Box<dyn Agent<Game>> {
    let no_seed = AgentSeed { of_match: MatchSeed { seed: 0, number: 0 }, seat: Seat::new(0) };
    match seat {
        0 | 2 => Box::new(Lots { seed: no_seed, step: 0 }),
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
        let (mut ukeire, mut lots) = (BatchedUkeire(Ukeire::default()), BatchedLots::default());
        let batched: &mut [&mut dyn BatchAgent<Game>] = &mut [&mut ukeire, &mut lots];
        let mut pool = Pool::new(&rules, &players);
        let pooled = pool.play(seeds(), width, batched, |_| MatchTrace::default()).unwrap();
        assert!(pooled == alone, "width {width}: other matches");
        let most = 2 * width.min(alone.len());
        assert!(lots.fullest <= most && (width == 1 || lots.fullest >= width.min(25)), "width {width}");
        assert!(lots.calls > 0);
    }
}
