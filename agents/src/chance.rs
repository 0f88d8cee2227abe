//! What becomes of a hand, draw by draw: the one recurrence under the tables of `value`, `gari` and `fan`.
//!
//! In the next go-round the hand gets a useful tile, others end the kyoku, or neither: then it has one own draw less.
//!
//! ```text
//! chance(t) = useful * next(t - 1) + (1 - useful - others) * chance(t - 1)
//! ```

/// The chances of a hand with some number of own draws left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Chance {
    /// It wins the kyoku.
    pub(crate) win: f32,
    /// It is tenpai at an exhaustive draw.
    pub(crate) tenpai: f32,
}

impl Chance {
    /// A hand that has won.
    pub(crate) const WON: Chance = Chance { win: 1.0, tenpai: 0.0 };

    /// Of a hand without a draw left.
    pub(crate) fn at_the_end(shanten: usize) -> Chance {
        Chance { win: 0.0, tenpai: if shanten == 0 { 1.0 } else { 0.0 } }
    }

    /// This part of both.
    pub(crate) fn times(self, part: f32) -> Chance {
        Chance { win: part * self.win, tenpai: part * self.tenpai }
    }

    /// With one more draw: `useful` is the chance of a tile after which it is as good as `next`, `others` that the kyoku ends before;
    /// otherwise it `stays`.
    #[inline]
    pub(crate) fn before_a_draw(useful: f32, others: f32, next: Chance, stays: Chance) -> Chance {
        let on = (1.0 - useful - others).max(0.0);
        Chance { win: useful * next.win + on * stays.win, tenpai: useful * next.tenpai + on * stays.tenpai }
    }
}
