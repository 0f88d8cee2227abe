//! Chances to win, and to be tenpai at an exhaustive draw, by the own draws that are left: tables made once, from the fitted
//! rates in [`Rates`].
//!
//! With `t` own draws left, the hand wins or advances in the next go-round with a chance that follows from its live tiles,
//! others end the kyoku with the chance `e(t)`, and otherwise it has `t - 1` draws left:
//!
//! ```text
//! win(t) = h + (1 - h - e) win(t-1)           tenpai:   h = chances * live waits / unseen tiles
//! win(t) = p next(t-1) + (1 - p - e) win(t-1)  further:  p = live acceptance / unseen tiles, next one shanten nearer
//! ```

use super::rates::Rates;

/// Own draws a table has room for.
pub(crate) const DRAWS: usize = 24;
/// By own draws left.
pub(crate) type Curve = [f32; DRAWS];
/// Largest weighted number of waits, in halves, and of accepted tiles.
const WAITS: usize = 128;
/// Largest acceptance.
const TILES: usize = 96;
/// Shanten from which hands are alike.
const FAR: usize = 6;

/// What becomes of a hand, by own draws left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    /// Wins the kyoku.
    pub win: Curve,
    /// Is tenpai at an exhaustive draw.
    pub tenpai: Curve,
}

/// What becomes of a hand.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Chances {
    /// To win the kyoku.
    pub win: f32,
    /// To be tenpai at an exhaustive draw.
    pub tenpai: f32,
}

/// The tables of one game for one number of seats in riichi.
pub(crate) struct Curves {
    /// Tiles unseen, by own draws left.
    pub unseen: Curve,
    /// The chance that others end the kyoku within the next go-round, by shanten (0 to [`FAR`]) and own draws left.
    pub others: [Curve; FAR + 1],
    /// Tenpai, by the expected number of winning tiles among the unseen ones, in halves.
    near: Vec<Course>,
    /// 1-shanten with typical waits, by acceptance.
    next: Vec<Course>,
    /// By shanten less one, own draws left and acceptance.
    far: Vec<[[Chances; TILES]; DRAWS]>,
}

impl Curves {
    /// The tables for these rates. `threats`: seats in riichi, 0 or more.
    pub(crate) fn new(rates: &Rates, threats: usize, open: bool) -> Curves {
        let unseen = std::array::from_fn(|t| rates.unseen[0] * t as f32 + rates.unseen[1]);
        let others = std::array::from_fn(|shanten| {
            let times = rates.hurry[2 * threats.min(1) + open as usize][shanten.min(4)];
            std::array::from_fn(|t| (rates.others[threats.min(2)][t] * times).min(0.9))
        });
        let mut curves = Curves { unseen, others, near: Vec::new(), next: Vec::new(), far: Vec::new() };
        curves.near = (0..WAITS).map(|halves| curves.waiting(halves as f32 / 2.0)).collect();
        let typical = *curves.near_at(rates.typical[open as usize]);
        let mut nearer: Vec<Course> = vec![typical; TILES];
        for shanten in 1..=FAR {
            let [scale, shift] = rates.next[shanten.clamp(2, 4) - 2];
            let next = |tiles: usize| nearer[((tiles as f32 * scale + shift) as usize).min(TILES - 1)];
            let courses: Vec<Course> = (0..TILES).map(|tiles| curves.advancing(shanten, tiles as f32, &next(tiles))).collect();
            let at = |t: usize| std::array::from_fn(|a: usize| Chances { win: courses[a].win[t], tenpai: courses[a].tenpai[t] });
            curves.far.push(std::array::from_fn(at));
            if shanten == 1 {
                curves.next.clone_from(&courses);
            }
            nearer = courses;
        }
        curves
    }

    /// A tenpai hand with this number of winning tiles, weighted by how likely each is to come.
    #[inline]
    pub(crate) fn near_at(&self, waits: f32) -> &Course {
        &self.near[((2.0 * waits + 0.5) as usize).min(WAITS - 1)]
    }

    /// A 1-shanten hand with this acceptance and typical waits after it.
    #[inline]
    pub(crate) fn next_at(&self, tiles: f32) -> &Course {
        &self.next[((tiles + 0.5) as usize).min(TILES - 1)]
    }

    /// A hand of shanten 1 or more with this acceptance.
    #[inline]
    pub(crate) fn far(&self, shanten: i8, tiles: f32, draws: usize) -> Chances {
        let shanten = (shanten as usize).clamp(1, FAR);
        self.far[shanten - 1][draws.min(DRAWS - 1)][((tiles + 0.5) as usize).min(TILES - 1)]
    }

    fn waiting(&self, tiles: f32) -> Course {
        let mut course = Course { win: [0.0; DRAWS], tenpai: [1.0; DRAWS] };
        for t in 1..DRAWS {
            let wins = (tiles / self.unseen[t]).min(0.6);
            let on = (1.0 - wins - self.others[0][t]).max(0.0);
            course.win[t] = wins + on * course.win[t - 1];
            course.tenpai[t] = on * course.tenpai[t - 1];
        }
        course
    }

    fn advancing(&self, shanten: usize, tiles: f32, next: &Course) -> Course {
        let mut course = Course { win: [0.0; DRAWS], tenpai: [0.0; DRAWS] };
        for t in 1..DRAWS {
            let advances = (tiles / self.unseen[t]).min(0.9);
            let on = (1.0 - advances - self.others[shanten][t]).max(0.0);
            course.win[t] = advances * next.win[t - 1] + on * course.win[t - 1];
            course.tenpai[t] = advances * next.tenpai[t - 1] + on * course.tenpai[t - 1];
        }
        course
    }

    /// The value of a hand that advances to what `sums` is made of: for each draw, the live tiles times what they are worth
    /// by own draws left. `tiles` is the sum of these live tiles, `shanten` that of the hand.
    #[inline]
    pub(crate) fn look_ahead(&self, shanten: usize, tiles: f32, sums: &Curve, draws: usize) -> f32 {
        let others = &self.others[shanten.min(FAR)];
        let mut value = 0.0;
        for t in 1..=draws.min(DRAWS - 1) {
            let each = 1.0 / self.unseen[t];
            let on = (1.0 - tiles * each - others[t]).max(0.0);
            value = sums[t - 1] * each + on * value;
        }
        value
    }
}
