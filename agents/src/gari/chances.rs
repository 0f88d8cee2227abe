//! The chances to win and to be tenpai at an exhaustive draw, by shanten, live acceptance and own draws left: tables made once.
//!
//! The recurrence is that of [`Chance`]: a hand advances with the chance of its tiles over the unseen ones.

use crate::chance::Chance;
use std::sync::LazyLock;

/// Own draws a table has room for.
const DRAWS: usize = 20;
/// Largest acceptance, and largest weighted number of waits.
const TILES: usize = 64;
/// Shanten from which hands are alike.
const FAR: usize = 6;

/// By whether another seat is in riichi, shanten, own draws left and tiles.
pub(super) struct Chances([[[[Chance; TILES]; DRAWS]; FAR + 1]; 2]);

static CHANCES: LazyLock<Box<Chances>> = LazyLock::new(|| Box::new(Chances::new()));

/// The chance that others end the kyoku within a go-round, by own draws left: of the agent `value` among three `ukeire` in
/// three-player riichi.
const CALM: [f32; DRAWS] = [
    0.10, 0.12, 0.16, 0.16, 0.14, 0.14, 0.12, 0.105, 0.09, 0.075, 0.065, 0.05, 0.036, 0.022, 0.012, 0.006,
    0.002, 0.001, 0.001, 0.001,
];
/// The same while one of them is in riichi.
const RIICHI: [f32; DRAWS] = [
    0.11, 0.12, 0.18, 0.18, 0.185, 0.18, 0.178, 0.173, 0.17, 0.167, 0.153, 0.149, 0.136, 0.12, 0.12, 0.1,
    0.1, 0.1, 0.1, 0.1,
];
/// How much more often than that they do before this hand wins, by whether one of them is in riichi and by shanten: chosen,
/// like the next two, for the most final points against two `ukeire`.
const HURRY: [[f32; 4]; 2] = [[1.0, 1.0, 1.6, 2.0], [1.4, 1.8, 2.5, 6.0]];
/// Winning tiles after an advance to tenpai, weighted like those of a tenpai hand.
const WAITS: f32 = 9.5;
/// Acceptance after an advance from 2-shanten or more: times the first plus the second.
const NEXT: [f32; 2] = [0.45, 1.5];

impl Chances {
    /// Makes the tables, if no agent has yet.
    pub(super) fn get() -> &'static Chances {
        &CHANCES
    }

    /// Of a hand of this shanten that these tiles bring nearer.
    #[inline]
    pub(super) fn of(&self, threatened: bool, shanten: i8, tiles: f32, draws: usize) -> Chance {
        let shanten = (shanten.max(0) as usize).min(FAR);
        self.0[threatened as usize][shanten][draws.min(DRAWS - 1)]
            [(tiles + 0.5).min(TILES as f32 - 1.0) as usize]
    }

    fn new() -> Chances {
        let mut chances = Chances([[[[Chance::default(); TILES]; DRAWS]; FAR + 1]; 2]);
        for (threatened, shanten) in (0..2).flat_map(|threat| (0..=FAR).map(move |shanten| (threat, shanten)))
        {
            for (t, tiles) in (0..DRAWS).flat_map(|t| (0..TILES).map(move |tiles| (t, tiles))) {
                chances.0[threatened][shanten][t][tiles] = chances.step(threatened, shanten, t, tiles);
            }
        }
        chances
    }

    fn step(&self, threatened: usize, shanten: usize, t: usize, tiles: usize) -> Chance {
        if t == 0 {
            return Chance::at_the_end(shanten);
        }
        let unseen = 3.0 * t as f32 + 42.0;
        let others = [&CALM, &RIICHI][threatened][t] * HURRY[threatened][shanten.min(3)];
        let useful = (tiles as f32 / unseen).min(0.8);
        let stays = self.0[threatened][shanten][t - 1][tiles];
        let next = match shanten {
            0 => Chance::WON,
            1 => self.of(threatened == 1, 0, WAITS, t - 1),
            _ => self.of(threatened == 1, shanten as i8 - 1, tiles as f32 * NEXT[0] + NEXT[1], t - 1),
        };
        Chance::before_a_draw(useful, others, next, stays)
    }
}
