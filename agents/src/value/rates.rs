//! The fitted numbers: how often hands win, how often others end the kyoku, how dangerous tiles are.

use super::curves::{Curve, DRAWS};
use hyakuman_games::riichi::danger::DangerClass;

/// Steps of six discards in a river... see [`Rates::danger`].
pub(crate) const TURNS: usize = 6;

/// The numbers of one game.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    /// Tiles that the viewer does not see: for each own draw left, and those that are never drawn.
    pub unseen_per_draw: f32,
    pub unseen_at_end: f32,
    /// The chance that others end the kyoku within a go-round, by seats in riichi (0, 1, 2 or more) and own draws left.
    pub others: [Curve; 3],
    /// By whether a seat is in riichi and by shanten (0 to 4): how much more often than that they do.
    pub hurry: [[f32; 5]; 2],
    /// Winning tiles count this often, own draw and three discarders together: in riichi, open, silent, without a yaku.
    pub chances: [f32; 4],
    /// Weight of a winning tile: honors, 1 9, 2 8, 3 7, 4 5 6.
    pub wait_weight: [f32; 5],
    /// Times this, if it is suji of the own river.
    pub suji_weight: f32,
    /// Times this in furiten.
    pub furiten: f32,
    /// Weighted waits after a typical advance to tenpai.
    pub typical_waits: f32,
    /// Acceptance after an advance from this shanten: scale and shift of the acceptance before.
    pub next_scale: [f32; 5],
    pub next_shift: [f32; 5],
    /// How often an accepted tile counts in an open hand: drawn or called from the left, and where a pair is held.
    pub open_run: f32,
    pub open_pair: f32,
    /// Points besides those of the hand that a win is worth: no other seat wins.
    pub win_bonus: f32,
    /// Points of being tenpai at an exhaustive draw.
    pub tenpai_bonus: f32,
    /// Han that riichi adds on average besides its own.
    pub riichi_extra: f32,
    /// Percent that a tile of a class is ronned by a seat in riichi, by discards in its river in threes.
    pub danger: [[f32; TURNS]; DangerClass::COUNT],
    /// Percent that a seat without riichi is tenpai, by exposed sets and discards in its river in threes.
    pub tenpai: [[f32; TURNS]; 5],
    /// Mean loss to a riichi of a non-dealer.
    pub riichi_loss: f32,
}

impl Rates {
    /// Four players.
    pub(crate) fn four() -> Rates {
        let calm = [
            0.003, 0.005, 0.01, 0.015, 0.025, 0.04, 0.055, 0.07, 0.085, 0.095, 0.105, 0.11, 0.12, 0.12, 0.12,
            0.12, 0.12, 0.12, 0.12,
        ];
        // By own draws left, the most first in the sources: the early ones end few kyoku.
        let calm: Curve = std::array::from_fn(|t: usize| calm[18 - t.min(18)]);
        Rates {
            unseen_per_draw: 4.0,
            unseen_at_end: 54.0,
            others: [calm, calm.map(|e| e + 0.08), calm.map(|e| e + 0.14)],
            hurry: [[1.0, 1.5, 2.25, 3.4, 3.4], [1.0, 1.9, 3.6, 6.0, 6.0]],
            chances: [2.0, 2.4, 2.8, 1.0],
            wait_weight: [1.9, 1.4, 1.12, 1.0, 0.88],
            suji_weight: 1.35,
            furiten: 0.45,
            typical_waits: 11.0,
            next_scale: [0.0, 0.0, 0.5, 0.667, 0.667],
            next_shift: [0.0, 0.0, 4.0, 6.0, 6.0],
            open_run: 1.7,
            open_pair: 3.1,
            win_bonus: 2_300.0,
            tenpai_bonus: 2_300.0,
            riichi_extra: 0.75,
            danger: DANGER,
            tenpai: TENPAI,
            riichi_loss: 5_800.0,
        }
    }
}

const DANGER: [[f32; TURNS]; DangerClass::COUNT] = [
    [0.0; 6],
    [7.1, 8.6, 10.1, 12.3, 15.2, 18.5],
    [7.0, 8.6, 10.1, 12.1, 14.6, 17.5],
    [7.2, 8.1, 9.4, 11.0, 13.4, 16.6],
    [5.3, 6.0, 6.9, 8.4, 10.5, 13.4],
    [3.5, 4.0, 4.8, 6.0, 7.8, 10.3],
    [4.9, 6.6, 7.8, 9.3, 11.6, 14.8],
    [5.1, 5.9, 7.1, 8.6, 10.7, 13.7],
    [4.3, 5.0, 5.7, 6.8, 8.3, 10.4],
    [1.6, 2.2, 2.7, 3.5, 4.4, 5.8],
    [1.0, 1.1, 1.2, 1.6, 2.0, 2.6],
    [2.7, 3.9, 4.7, 5.8, 6.7, 8.3],
    [1.2, 3.1, 3.6, 4.6, 5.8, 7.0],
    [2.6, 2.3, 2.7, 3.3, 4.5, 6.1],
    [1.0, 1.9, 2.4, 3.2, 4.9, 6.9],
    [0.3, 0.4, 0.6, 0.9, 1.4, 2.3],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.1],
    [1.5, 1.8, 2.3, 3.4, 4.8, 6.1],
    [0.6, 0.6, 0.8, 1.3, 2.2, 3.9],
    [0.0; 6],
];

const TENPAI: [[f32; TURNS]; 5] = [
    [0.0, 0.2, 0.8, 2.4, 5.3, 12.7],
    [2.1, 10.1, 22.9, 32.9, 34.3, 30.8],
    [10.7, 28.9, 44.5, 52.0, 50.3, 43.2],
    [49.4, 67.9, 76.4, 76.5, 70.4, 62.7],
    [100.0; 6],
];

const _: () = assert!(DRAWS >= 20);
