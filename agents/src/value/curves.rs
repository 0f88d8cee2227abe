//! Chances to win, and to be tenpai at an exhaustive draw, by the own draws that are left: tables made once, from the fitted
//! rates in [`Rates`].
//!
//! The recurrence is that of [`Chance`] with
//!
//! ```text
//! useful = winning tiles, times how often each counts / unseen tiles    at tenpai
//! useful = acceptance / unseen tiles                                    further; next: one shanten nearer
//! others = others win + a riichi is declared * what that takes of the chance to win
//! ```

use super::rates::Rates;
use crate::chance::Chance;

/// Own draws that a table has room for.
pub(crate) const DRAWS: usize = 24;
/// Chances by own draws left.
pub(crate) type Curve = [f32; DRAWS];

/// Most winning tiles, times how often each counts, in halves.
const WAITS: usize = 128;
/// Most acceptance.
const TILES: usize = 96;
/// Shanten from which hands are alike.
const FAR: usize = 6;
/// Most that a go-round can win, advance or end.
const MOST_WINS: f32 = 0.6;
const MOST: f32 = 0.9;

/// What becomes of a hand, by own draws left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    /// It wins the kyoku.
    pub win: Curve,
    /// It is tenpai at an exhaustive draw.
    pub tenpai: Curve,
}

impl Course {
    /// Of a hand of this shanten, from one draw to the next.
    fn of(shanten: usize, before_a_draw: impl Fn(usize, Chance) -> Chance) -> Course {
        let mut chance = Chance::at_the_end(shanten);
        let mut course = Course { win: [chance.win; DRAWS], tenpai: [chance.tenpai; DRAWS] };
        for t in 1..DRAWS {
            chance = before_a_draw(t, chance);
            (course.win[t], course.tenpai[t]) = (chance.win, chance.tenpai);
        }
        course
    }

    fn at(&self, t: usize) -> Chance {
        Chance { win: self.win[t], tenpai: self.tenpai[t] }
    }
}

/// Chances that a given tile improves a hand, by own draws left after it: weights for what the hand is worth then.
pub(crate) struct Weights {
    by_draws: Curve,
    pub sum: f32,
}

impl Weights {
    /// The chances of a hand that becomes one of this course, for each tile that does it.
    #[inline]
    pub(crate) fn of(&self, course: &Course) -> Chance {
        let [win, tenpai] = self.products(course).map(|[a, b, c, d]| (a + c) + (b + d));
        Chance { win, tenpai }
    }

    /// Not inlined, so that the results are stored: the compiler vectorises only products that it stores.
    #[inline(never)]
    fn products(&self, course: &Course) -> [[f32; 4]; 2] {
        let eight = |curve: &Curve, lane: usize| {
            let product = |t: usize| self.by_draws[t] * curve[t];
            product(lane) + product(lane + 8) + product(lane + 16)
        };
        [&course.win, &course.tenpai]
            .map(|curve| std::array::from_fn(|lane| eight(curve, lane) + eight(curve, lane + 4)))
    }
}

/// The tables for one number of seats in riichi, of closed hands or of open ones.
pub(crate) struct Curves {
    /// Tiles unseen.
    unseen: Curve,
    /// The chance that the kyoku is lost within a go-round, by shanten.
    others: [Curve; FAR + 1],
    /// Tenpai, by winning tiles in halves.
    near: Vec<Course>,
    /// 1-shanten, by acceptance.
    next: Vec<Course>,
    /// By shanten less one, own draws left, and acceptance: together lie the chances that one decision asks for.
    far: Vec<[[Chance; TILES]; DRAWS]>,
}

impl Curves {
    /// `threats`: seats in riichi.
    pub(crate) fn new(rates: &Rates, threats: usize, open: bool) -> Curves {
        let unseen = std::array::from_fn(|t| rates.unseen[0] * t as f32 + rates.unseen[1]);
        let others = std::array::from_fn(|shanten| others(rates, threats, open, shanten));
        let mut curves = Curves { unseen, others, near: Vec::new(), next: Vec::new(), far: Vec::new() };
        curves.near = (0..WAITS).map(|halves| curves.waiting(halves as f32 / 2.0)).collect();
        let mut nearer = vec![*curves.near(rates.typical[open as usize]); TILES];
        for shanten in 1..=FAR {
            let [times, more] = if shanten == 1 { [1.0, 0.0] } else { rates.next[shanten.min(4) - 2] };
            let next = |tiles: usize| &nearer[((times * tiles as f32 + more) as usize).min(TILES - 1)];
            let advancing = |tiles| curves.advancing(shanten, tiles as f32, next(tiles));
            let courses: Vec<Course> = (0..TILES).map(advancing).collect();
            curves.far.push(std::array::from_fn(|t| std::array::from_fn(|tiles| courses[tiles].at(t))));
            if shanten == 1 {
                curves.next.clone_from(&courses);
            }
            nearer = courses;
        }
        curves
    }

    /// A tenpai hand with this number of winning tiles, times how often each counts.
    #[inline]
    pub(crate) fn near(&self, waiting: f32) -> &Course {
        &self.near[rounded::<WAITS>(2.0 * waiting)]
    }

    /// A 1-shanten hand with this acceptance.
    #[inline]
    pub(crate) fn next(&self, tiles: f32) -> &Course {
        &self.next[rounded::<TILES>(tiles)]
    }

    /// A hand of this shanten, 1 or more, with this acceptance.
    #[inline]
    pub(crate) fn far(&self, shanten: i8, tiles: f32, draws: usize) -> Chance {
        let shanten = (shanten as usize).clamp(1, FAR);
        self.far[shanten - 1][draws.min(DRAWS - 1)][rounded::<TILES>(tiles)]
    }

    /// Whether more acceptance never makes a hand worth less, if a win is worth this or more, and to be tenpai at a draw this.
    pub(crate) fn rise(&self, win: f32, tenpai: f32) -> bool {
        let worth = |chance: &Chance| chance.win * win + chance.tenpai * tenpai;
        self.far.iter().flatten().all(|chances| {
            chances.is_sorted_by(|less, more| less.win <= more.win && worth(less) <= worth(more))
        })
    }

    /// The weights of a hand of this shanten that these live tiles improve.
    #[inline]
    pub(crate) fn weights(&self, shanten: i8, tiles: f32, draws: usize) -> Weights {
        let others = &self.others[(shanten as usize).min(FAR)];
        let (mut by_draws, mut still, mut sum) = ([0.0; DRAWS], 1.0, 0.0);
        for t in (1..=draws.min(DRAWS - 1)).rev() {
            let each = 1.0 / self.unseen[t];
            by_draws[t - 1] = still * each;
            sum += still * each;
            still *= (1.0 - tiles * each - others[t]).max(0.0);
        }
        Weights { by_draws, sum }
    }

    fn waiting(&self, tiles: f32) -> Course {
        Course::of(0, |t, stays| {
            let wins = (tiles / self.unseen[t]).min(MOST_WINS);
            Chance::before_a_draw(wins, self.others[0][t], Chance::WON, stays)
        })
    }

    fn advancing(&self, shanten: usize, tiles: f32, next: &Course) -> Course {
        Course::of(shanten, |t, stays| {
            let advances = (tiles / self.unseen[t]).min(MOST);
            Chance::before_a_draw(advances, self.others[shanten][t], next.at(t - 1), stays)
        })
    }
}

/// The index of a table of this length, at most 256, for a number.
#[inline]
fn rounded<const LENGTH: usize>(number: f32) -> usize {
    // To a small type: conversions to large ones take thrice the time.
    ((number + 0.5).min((LENGTH - 1) as f32) as u8) as usize
}

/// The chance that the kyoku is lost within a go-round.
fn others(rates: &Rates, threats: usize, open: bool, shanten: usize) -> Curve {
    let open = open as usize;
    let hurry = rates.hurry[2 * (threats > 0) as usize + open][shanten.min(4)];
    let lost = if threats == 0 { 1.0 - rates.kept[open][shanten.min(4)] } else { 0.0 };
    let at = |t: usize| rates.others[threats.min(2)][t] * hurry + rates.rises[t] * lost;
    std::array::from_fn(|t| at(t).min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Curves> {
        let rates = [3, 4].map(Rates::of);
        rates
            .into_iter()
            .flat_map(|rates| (0..6).map(move |i| Curves::new(&rates, i / 2, i % 2 == 1)).collect::<Vec<_>>())
    }

    #[test]
    fn chances_rise_with_tiles_and_draws_and_fall_with_shanten() {
        for curves in all() {
            for tiles in 1..TILES {
                for t in 1..20 {
                    let of = |shanten, tiles: usize, t| curves.far(shanten, tiles as f32, t).win;
                    for shanten in 1..=FAR as i8 {
                        assert!((0.0..=1.0).contains(&of(shanten, tiles, t)));
                        assert!(of(shanten, tiles, t) >= of(shanten, tiles - 1, t));
                        assert!(of(shanten + 1, tiles, t) <= of(shanten, tiles, t) + 1e-6);
                    }
                }
            }
        }
    }

    #[test]
    fn looking_ahead_at_equal_successors_is_the_table() {
        for curves in all() {
            let (next, tiles) = (curves.next(20.0), 14.0);
            let direct = curves.advancing(2, tiles, next);
            for draws in 1..20 {
                let ahead = tiles * curves.weights(2, tiles, draws).of(next).win;
                assert!((ahead - direct.win[draws]).abs() < 1e-5);
            }
        }
    }
}
