//! The chance to win with a target, by its distance, its useful tiles and the own draws that are left: tables made once.
//!
//! With `t` own draws left the hand gets a useful tile within the next go-round with the chance `p`, its useful tiles (those that
//! can be called counted more than once) over the unseen ones. Otherwise it has `t - 1` draws left, unless others win first:
//!
//! ```text
//! win(s, a, t) = p win(s - 1, next(a), t - 1) + (1 - p - others) win(s, a, t - 1)
//! ```

use std::sync::LazyLock;

/// Own draws a table has room for.
const DRAWS: usize = 22;
/// Largest number of useful tiles, calls counted.
const TILES: usize = 96;
/// Shanten from which targets are hopeless.
const FAR: usize = 8;

#[inline(always)]
pub(crate) fn k(i: usize, default: f32) -> f32 {
    if option_env!("KTUNE").is_none() { return default; }
    tune(i, default)
}

fn tune(i: usize, default: f32) -> f32 {
    static K: LazyLock<[f32; 64]> = LazyLock::new(|| {
        let mut v = [f32::NAN; 64];
        if let Ok(s) = std::env::var("K") {
            for part in s.split(',').filter(|p| !p.is_empty()) {
                let (a, b) = part.split_once('=').unwrap();
                v[a.parse::<usize>().unwrap()] = b.parse().unwrap();
            }
        }
        v
    });
    if K[i].is_nan() { default } else { K[i] }
}

/// What a target consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    /// Tiles of some kinds.
    Colour,
    /// Given sequences.
    Runs,
    /// Triplets.
    Triplets,
}

/// The tables.
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
        let useful = (if shanten == 0 { k(10, 0.9) } else { match sort { Sort::Colour => k(21, 0.79), Sort::Runs => k(22, 0.95), Sort::Triplets => k(23, 1.0) } } * tiles as f32 / unseen(t)).min(0.9);
        let others = k(11, 0.012).min(1.0 - useful);
        let next = match shanten {
            0 => 1.0,
            _ => {
                let [scale, shift] = if shanten == 1 { [0.0, match sort { Sort::Colour => k(12, 11.5), Sort::Runs => k(13, 8.0), Sort::Triplets => k(14, 11.0) }] } else { match sort { Sort::Colour => [k(15, 0.65), k(16, 0.0)], Sort::Runs => [k(17, 0.7), k(18, 0.0)], Sort::Triplets => [k(19, 1.0), k(20, 0.0)] } };
                let after = (tiles as f32 * scale + shift).min(TILES as f32 - 1.0) as usize;
                self.win[sort as usize][shanten - 1][t - 1][after]
            }
        };
        useful * next + (1.0 - useful - others) * self.win[sort as usize][shanten][t - 1][tiles]
    }
}

thread_local! { pub static LOG: std::cell::RefCell<Vec<(u8, i8, f32, usize, f32)>> = const { std::cell::RefCell::new(Vec::new()) }; }
