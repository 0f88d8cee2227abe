//! The chance to win with a target, by its distance, its useful tiles and the own draws that are left: tables made once.
//!
//! The recurrence is that of [`Chance`]: useful tiles that can be called are counted more than once.

use crate::chance::Chance;
use std::sync::LazyLock;

/// Own draws a table has room for.
const DRAWS: usize = 22;
/// Largest number of useful tiles, calls counted.
const TILES: usize = 96;
/// Shanten from which targets are hopeless.
const FAR: usize = 8;

/// How often a useful tile counts: at tenpai, and short of it by sort of target. This and what follows was chosen for the most
/// points against three `ukeire` at 18 fan, starting from how often hands won by shanten and draws left.
const TENPAI: f32 = 0.9;
const USEFUL: [f32; 3] = [0.79, 0.95, 1.0];
/// The chance that others win within a go-round.
const OTHERS: f32 = 0.012;
/// Winning tiles after an advance to tenpai, those for a ron counted more than once, by sort of target.
const WAITS: [f32; 3] = [11.5, 8.0, 11.0];
/// What an advance from 2-shanten or more leaves of the useful tiles, by sort of target.
const LEFT: [f32; 3] = [0.65, 0.7, 1.0];

/// What a target consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// Tiles of some kinds.
    Colour,
    /// Given sequences.
    Runs,
    Triplets,
}

pub(super) struct Chances {
    /// By sort of target, shanten and own draws left.
    win: [[[[f32; TILES]; DRAWS]; FAR]; 3],
}

static CHANCES: LazyLock<Box<Chances>> = LazyLock::new(|| Box::new(Chances::new()));

/// Tiles the viewer does not see: with `t` own draws left.
fn unseen(t: usize) -> f32 {
    4.0 * t as f32 + 39.0
}

impl Chances {
    /// Makes the tables, if no agent has yet.
    pub(super) fn get() -> &'static Chances {
        &CHANCES
    }

    /// The chance to win with a target of this shanten and these useful tiles.
    #[inline]
    pub(super) fn win(&self, sort: Sort, shanten: i8, tiles: f32, draws: usize) -> f32 {
        let shanten = shanten.max(0) as usize;
        if shanten >= FAR {
            return 0.0;
        }
        self.win[sort as usize][shanten][draws.min(DRAWS - 1)][(tiles + 0.5).min(TILES as f32 - 1.0) as usize]
    }

    fn new() -> Chances {
        let mut chances = Chances { win: [[[[0.0; TILES]; DRAWS]; FAR]; 3] };
        for sort in [Sort::Colour, Sort::Runs, Sort::Triplets] {
            for shanten in 0..FAR {
                for t in 1..DRAWS {
                    for tiles in 0..TILES {
                        chances.win[sort as usize][shanten][t][tiles] = chances.step(sort, shanten, t, tiles);
                    }
                }
            }
        }
        chances
    }

    fn step(&self, sort: Sort, shanten: usize, t: usize, tiles: usize) -> f32 {
        let at = sort as usize;
        let weight = if shanten == 0 { TENPAI } else { USEFUL[at] };
        let useful = (weight * tiles as f32 / unseen(t)).min(0.9);
        let win = |win| Chance { win, tenpai: 0.0 };
        let next = match shanten {
            0 => Chance::WON,
            1 => win(self.win[at][0][t - 1][WAITS[at] as usize]),
            _ => win(self.win[at][shanten - 1][t - 1][(tiles as f32 * LEFT[at]) as usize]),
        };
        Chance::before_a_draw(useful, OTHERS, next, win(self.win[at][shanten][t - 1][tiles])).win
    }
}
