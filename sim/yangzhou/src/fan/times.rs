//! How often the fans of a hand count.

use super::Fan::*;
use super::{Fan, FanSet};

/// How often each fan counts that can count several times. Four bits each, 老少 lowest.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Times(u32);

impl Times {
    /// The first fan with four bits of its own, and the number of such fans; 平胡 is among them and does not use its bits.
    const FIRST: u8 = Laoshao as u8;
    const PLACES: u8 = Angang as u8 - Laoshao as u8 + 1;

    /// `times` more, for a fan that can count several times.
    #[inline]
    #[must_use]
    pub fn with(self, fan: Fan, times: u32) -> Times {
        Times(self.0 + (times << (4 * (fan as u8 - Times::FIRST))))
    }

    /// Once less.
    #[inline]
    #[must_use]
    pub fn less_one(self, fan: Fan) -> Times {
        Times(self.0 - (1 << (4 * (fan as u8 - Times::FIRST))))
    }

    /// How often a fan of a hand counts; once for a fan that cannot count several times.
    #[inline]
    pub(super) fn of(self, number: u8) -> u32 {
        let place = number.wrapping_sub(Times::FIRST);
        if place < Times::PLACES && number != Pinghu as u8 { self.0 >> (4 * place) & 15 } else { 1 }
    }

    /// The fans that count at least once.
    #[inline]
    pub fn set(self) -> FanSet {
        let any = (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & 0x0111_1111;
        // Gathers one bit of each of seven nibbles, in three steps.
        let pairs = (any | any >> 3) & 0x0303_0303;
        let fours = (pairs | pairs >> 6) & 0x000F_000F;
        FanSet(((fours | fours >> 12) as u64 & 0x7F) << Times::FIRST)
    }
}

/// The fans of one reading of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Fans {
    /// Which fans.
    pub set: FanSet,
    /// How often those count that can count several times.
    pub times: Times,
}

#[cfg(test)]
mod tests {
    use super::super::Scale;
    use super::*;
    use crate::presets::yangzhou;

    #[test]
    fn times_find_their_fans() {
        let times = Times::default().with(Qixiang, 2).with(Angang, 1).with(Zige, 3).less_one(Zige);
        let fans = Fans { set: times.set(), times };
        assert_eq!(fans.set, FanSet::of(&[Qixiang, Zige, Angang]));
        let scale = Scale::new(&yangzhou());
        assert_eq!(scale.total(&fans), 2 + 2 + 2);
        assert_eq!(scale.worth_in(Zige, &fans), 2);
        for fan in [Laoshao, Qixiang, Lianfu, Zige, Minggang, Angang] {
            assert_eq!(Times::default().with(fan, 4).set(), FanSet::of(&[fan]));
        }
    }
}
