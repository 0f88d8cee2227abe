//! The fans under the rules of a match: values, exclusions, bonuses and the minima to win.

use super::Fan::*;
use super::{FANS, Fan, FanSet, FanValue, Fans};
use crate::rules::{Combos, Implied, Level, YangzhouRules};
use crate::score::Way;

/// Values of the tiers A to D, of 風清 and 鋼板, and the minimum to win, by level. The 8 of level 3 is a rule.
const TIERS: [(Level, [u16; 6], u16); 4] = [
    (Level::L3, [3, 4, 8, 16, 32, 32], 3),
    (Level::L7, [7, 10, 20, 40, 160, 320], 7),
    (Level::L13, [10, 15, 30, 60, 240, 480], 13),
    (Level::L18, [15, 20, 50, 80, 320, 640], 18),
];

/// Two fans that together bring a bonus.
const COMPOUNDS: [(FanSet, Fan); 5] = [
    (FanSet::of(&[Yiban, Yitiaolong]), Banlong),
    (FanSet::of(&[Hunyise, Yitiaolong]), Hunlong),
    (FanSet::of(&[Hunyise, Duiduihu]), Hunduidui),
    (FanSet::of(&[Qingyise, Yitiaolong]), Qinglong),
    (FanSet::of(&[Qingyise, Duiduihu]), Qingduidui),
];

/// Values, exclusions, bonuses and the minima under the rules of a match.
#[derive(Clone, Debug)]
pub struct Scale {
    values: [u16; 64],
    excludes: [FanSet; 64],
    compounds: bool,
    /// By [`Way`].
    minima: [u16; 3],
}

/// The fans that exclude others.
const EXCLUDING: FanSet = {
    let (mut bits, mut i) = (0, 0);
    while i < Fan::COUNT {
        if FANS[i].stated.0 | FANS[i].implied.0 != 0 {
            bits |= 1 << i;
        }
        i += 1;
    }
    FanSet(bits)
};

impl Scale {
    /// The scale of these rules.
    pub fn new(rules: &YangzhouRules) -> Scale {
        let (_, mut tiers, minimum) = TIERS[rules.level as usize];
        if rules.level == Level::L3 {
            tiers[2] = rules.l3_tier_c;
        }
        let mut scale = Scale {
            values: [0; 64],
            excludes: [FanSet::EMPTY; 64],
            compounds: rules.level == Level::L18 && rules.combos == Combos::Only18,
            minima: minima(rules, minimum),
        };
        // If pinghu needs a pair that is no honor, it does not always come with the fans of four sequences.
        let kept = if rules.pinghu_honor_pair { FanSet::EMPTY } else { FanSet::of(&[Pinghu]) };
        for (i, entry) in FANS.iter().enumerate() {
            scale.values[i] = match entry.value {
                FanValue::Small(value) | FanValue::Bonus(value) => value,
                FanValue::Tier(tier) | FanValue::Big(tier) => tiers[tier],
            };
            scale.excludes[i] = match rules.implied {
                Implied::Strict => entry.stated.or(entry.implied.without(kept)),
                Implied::ExplicitOnly => entry.stated,
            };
        }
        scale
    }

    /// The minimum of fan to win in this way.
    #[inline]
    pub fn minimum(&self, way: Way) -> u16 {
        self.minima[way as usize]
    }

    /// The lowest minimum of fan to win: a hand below it does not win in any way.
    pub fn lowest_minimum(&self) -> u16 {
        let [tsumo, ron, robbed] = self.minima;
        tsumo.min(ron).min(robbed)
    }

    /// Whether two big fans together bring a bonus.
    pub fn has_bonuses(&self) -> bool {
        self.compounds
    }

    /// The value of a fan that counts once.
    #[inline]
    pub fn worth(&self, fan: Fan) -> u16 {
        self.values[fan as usize & 63]
    }

    /// The value of a fan of a hand, times how often it counts.
    pub fn worth_in(&self, fan: Fan, fans: &Fans) -> u16 {
        self.worth(fan) * fans.times.of(fan as u8) as u16
    }

    /// Removes the fans that others exclude, and adds the bonuses.
    #[inline]
    pub(crate) fn settle(&self, found: FanSet) -> FanSet {
        let mut dropped = FanSet::EMPTY;
        let mut bits = found.and(EXCLUDING).0;
        while bits != 0 {
            dropped = dropped.or(self.excludes[bits.trailing_zeros() as usize & 63]);
            bits &= bits - 1;
        }
        let mut fans = found.without(dropped);
        if self.compounds && fans.0 >> Yiban as u8 != 0 {
            for (both, bonus) in COMPOUNDS {
                fans.add(bonus, fans.and(both) == both);
            }
        }
        fans
    }

    /// The sum of the fans of a hand.
    #[inline]
    pub(crate) fn total(&self, fans: &Fans) -> u16 {
        let (mut sum, mut bits) = (0, fans.set.0);
        while bits != 0 {
            let number = bits.trailing_zeros() as u8;
            sum += self.values[number as usize & 63] as u32 * fans.times.of(number);
            bits &= bits - 1;
        }
        sum as u16
    }
}

/// The minima by [`Way`] (Y-4.8), where that of the level is this.
fn minima(rules: &YangzhouRules, of_level: u16) -> [u16; 3] {
    let ron = rules.min_ron.unwrap_or(of_level);
    [rules.min_tsumo.unwrap_or(of_level), ron, rules.min_robbed_kan.unwrap_or(ron)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_are_in_order() {
        for (i, (level, ..)) in TIERS.iter().enumerate() {
            assert_eq!(*level as usize, i);
        }
    }

    /// One suit is worth four times one suit with honors, honors only 4 or 2 times one suit, and so on.
    #[test]
    fn tiers_keep_their_proportions() {
        for (level, [a, b, c, d, winds, four], minimum) in TIERS {
            assert_eq!(d, 4 * b);
            let times = if level == Level::L3 { (2, 2) } else { (4, 8) };
            assert_eq!((winds, four), (times.0 * d, times.1 * d), "{level:?}");
            assert!((2 * b..=5 * b / 2).contains(&c), "{level:?}");
            assert_eq!(minimum - a, if matches!(level, Level::L13 | Level::L18) { 3 } else { 0 });
        }
    }
}
