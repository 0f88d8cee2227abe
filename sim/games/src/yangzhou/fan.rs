//! The fans (番): what each is worth at each level, and what it leaves no room for. The only place with these numbers.
//!
//! Numbers are those of [`crate::game::WinRecord::yaku`] and part of the record format. Source: RULES.md Y-4.

use super::rules::{Combos, Implied, Level, YangzhouRules};

/// One fan, in the order of RULES.md. Names are the Mandarin ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Fan {
    /// Triplet or kan of the own wind (門風).
    Menfeng,
    /// Triplet or kan of the prevailing wind (圏風).
    Quanfeng,
    /// Triplet or kan of red dragons (紅中).
    Hongzhong,
    /// Triplet or kan of green dragons (發財).
    Facai,
    /// Triplet or kan of white dragons (白皮).
    Baipi,
    /// Won on the pair (独吊).
    Dudiao,
    /// Won on the middle of a sequence (丫子).
    Yazi,
    /// Won on the 3 of 123 or the 7 of 789 (辺張).
    Bianzhang,
    /// Won by the own draw (自摸).
    Zimo,
    /// Nothing called (門清).
    Menqing,
    /// No honors, and one suit missing (欠一).
    Queyi,
    /// No honors, ones or nines (断幺).
    Duanyao,
    /// No honors, and a pair of ones or nines (幺頭).
    Yaotou,
    /// 123 and 789 of one suit (老少).
    Laoshao,
    /// The same sequence in two suits (斉相).
    Qixiang,
    /// Two sequences that make six in a row (連副).
    Lianfu,
    /// Four sequences (平胡).
    Pinghu,
    /// Concealed triplet (子格).
    Zige,
    /// Open or added kan (明槓).
    Minggang,
    /// Concealed kan (暗槓).
    Angang,
    /// Two identical sequences (一板).
    Yiban,
    /// One suit and honors (混一色).
    Hunyise,
    /// 123 456 789 of one suit (一条龍).
    Yitiaolong,
    /// The same sequence in three suits (三副同).
    Sanfutong,
    /// Four triplets or kans (対対胡).
    Duiduihu,
    /// 123 and 789 in two suits (双飄).
    Shuangpiao,
    /// The same six in a row in two suits (双連双喜).
    ShuanglianShuangxi,
    /// Two pairs of identical sequences (双板板).
    Shuangbanban,
    /// Four sequences of the same numbers in all three suits (四副同).
    Sifutong,
    /// One suit, no honors (清一色).
    Qingyise,
    /// Three identical sequences (鉄板).
    Tieban,
    /// Two identical sequences, and the same in another suit (双板双喜).
    ShuangbanShuangxi,
    /// Two pairs of identical sequences that make six in a row (双板双連).
    ShuangbanShuanglian,
    /// Twice 123 and twice 789 of one suit (双板双飄).
    ShuangbanShuangpiao,
    /// Honors only (風清).
    Fengqing,
    /// Four identical sequences (鋼板).
    Gangban,
    /// Bonus of 一板 with 一条龍 (板龍).
    Banlong,
    /// Bonus of 混一色 with 一条龍 (混龍).
    Hunlong,
    /// Bonus of 混一色 with 対対胡 (混対対).
    Hunduidui,
    /// Bonus of 清一色 with 一条龍 (清龍).
    Qinglong,
    /// Bonus of 清一色 with 対対胡 (清対対).
    Qingduidui,
}

/// What a fan is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worth {
    /// The same at every level, and each time it is there.
    Small(u16),
    /// Of a tier: see [`TIERS`].
    Tier(usize),
    /// So many times 清一色, as the column of [`TIERS`] after the tiers says.
    Big(usize),
    /// A bonus of the highest level.
    Bonus(u16),
}

/// Values of the tiers A to D, of 風清 and 鋼板, and the minimum to win, by level. The 8 of level 3 is a rule.
const TIERS: [(Level, [u16; 6], u16); 4] = [
    (Level::L3, [3, 4, 8, 16, 32, 32], 3),
    (Level::L7, [7, 10, 20, 40, 160, 320], 7),
    (Level::L13, [10, 15, 30, 60, 240, 480], 13),
    (Level::L18, [15, 20, 50, 80, 320, 640], 18),
];
const A: Worth = Worth::Tier(0);
const B: Worth = Worth::Tier(1);
const C: Worth = Worth::Tier(2);
const D: Worth = Worth::Tier(3);

/// One line of the table.
struct Entry {
    fan: Fan,
    slug: &'static str,
    worth: Worth,
    /// What is not counted with it because the description of the game says so.
    stated: FanSet,
    /// What is not counted with it because it always comes with it.
    implied: FanSet,
}

use Fan::*;

/// The table, in order of number.
const FANS: [Entry; Fan::COUNT] = [
    small(Menfeng, "menfeng", 1),
    small(Quanfeng, "quanfeng", 1),
    small(Hongzhong, "hongzhong", 1),
    small(Facai, "facai", 1),
    small(Baipi, "baipi", 1),
    small(Dudiao, "dudiao", 1),
    small(Yazi, "yazi", 1),
    small(Bianzhang, "bianzhang", 1),
    small(Zimo, "zimo", 1),
    small(Menqing, "menqing", 1),
    small(Queyi, "queyi", 1),
    small(Duanyao, "duanyao", 1),
    small(Yaotou, "yaotou", 1),
    small(Laoshao, "laoshao", 1),
    small(Qixiang, "qixiang", 1),
    small(Lianfu, "lianfu", 1),
    small(Pinghu, "pinghu", 1),
    small(Zige, "zige", 1),
    small(Minggang, "minggang", 1),
    small(Angang, "angang", 2),
    big(Yiban, "yiban", A, &[], &[]),
    big(Hunyise, "hunyise", B, &[], &[]),
    big(Yitiaolong, "yitiaolong", B, &[], &[Lianfu, Laoshao]),
    big(Sanfutong, "sanfutong", B, &[Qixiang], &[]),
    big(Duiduihu, "duiduihu", B, &[], &[]),
    big(Shuangpiao, "shuangpiao", B, &[Laoshao, Qixiang], &[Pinghu]),
    big(ShuanglianShuangxi, "shuanglian_shuangxi", B, &[Lianfu, Qixiang], &[Pinghu]),
    big(Shuangbanban, "shuangbanban", C, &[Yiban], &[Pinghu]),
    big(Sifutong, "sifutong", C, &[Sanfutong, Yiban, Qixiang], &[Pinghu]),
    big(Qingyise, "qingyise", D, &[], &[]),
    big(Tieban, "tieban", D, &[Yiban], &[]),
    big(ShuangbanShuangxi, "shuangban_shuangxi", D, &[Yiban, Shuangbanban, Qixiang], &[Pinghu]),
    big(ShuangbanShuanglian, "shuangban_shuanglian", D, &[Yiban, Shuangbanban, Lianfu], &[Pinghu]),
    big(ShuangbanShuangpiao, "shuangban_shuangpiao", D, &[Yiban, Shuangbanban, Laoshao], &[Pinghu]),
    big(Fengqing, "fengqing", Worth::Big(4), &[Duiduihu], &[]),
    big(Gangban, "gangban", Worth::Big(5), &[Yiban, Tieban], &[Pinghu]),
    big(Banlong, "banlong", Worth::Bonus(15), &[], &[]),
    big(Hunlong, "hunlong", Worth::Bonus(10), &[], &[]),
    big(Hunduidui, "hunduidui", Worth::Bonus(10), &[], &[]),
    big(Qinglong, "qinglong", Worth::Bonus(30), &[], &[]),
    big(Qingduidui, "qingduidui", Worth::Bonus(30), &[], &[]),
];

/// Two fans that together bring a bonus.
const COMPOUNDS: [(FanSet, Fan); 5] = [
    (FanSet::all(&[Yiban, Yitiaolong]), Banlong),
    (FanSet::all(&[Hunyise, Yitiaolong]), Hunlong),
    (FanSet::all(&[Hunyise, Duiduihu]), Hunduidui),
    (FanSet::all(&[Qingyise, Yitiaolong]), Qinglong),
    (FanSet::all(&[Qingyise, Duiduihu]), Qingduidui),
];

const fn small(fan: Fan, slug: &'static str, worth: u16) -> Entry {
    big(fan, slug, Worth::Small(worth), &[], &[])
}

const fn big(fan: Fan, slug: &'static str, worth: Worth, stated: &[Fan], implied: &[Fan]) -> Entry {
    Entry { fan, slug, worth, stated: FanSet::all(stated), implied: FanSet::all(implied) }
}

impl Fan {
    /// How many there are.
    pub const COUNT: usize = Qingduidui as usize + 1;

    /// The fan with this number, below [`Fan::COUNT`].
    #[inline]
    pub fn of(number: u8) -> Fan {
        FANS[number as usize].fan
    }

    /// Name in records and JSON.
    pub fn slug(self) -> &'static str {
        FANS[self as usize].slug
    }
}

/// Some of the fans.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct FanSet(u64);

impl FanSet {
    /// None.
    pub const EMPTY: FanSet = FanSet(0);

    /// All of these.
    pub const fn all(fans: &[Fan]) -> FanSet {
        let (mut bits, mut i) = (0, 0);
        while i < fans.len() {
            bits |= 1 << fans[i] as u8;
            i += 1;
        }
        FanSet(bits)
    }

    /// The bits, fan `n` at bit `n`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Is the fan among them?
    #[inline]
    pub const fn has(self, fan: Fan) -> bool {
        self.0 >> fan as u8 & 1 != 0
    }

    /// Are there none?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both sets together.
    #[inline]
    #[must_use]
    pub const fn or(self, other: FanSet) -> FanSet {
        FanSet(self.0 | other.0)
    }

    /// These that are in `other` too.
    #[inline]
    #[must_use]
    pub const fn and(self, other: FanSet) -> FanSet {
        FanSet(self.0 & other.0)
    }

    /// These without those of `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: FanSet) -> FanSet {
        FanSet(self.0 & !other.0)
    }

    /// Adds a fan if `holds`.
    #[inline]
    pub fn add(&mut self, fan: Fan, holds: bool) {
        self.0 |= (holds as u64) << fan as u8;
    }

    /// The fans in order of number.
    pub fn iter(self) -> impl Iterator<Item = Fan> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let number = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (number < u64::BITS).then(|| Fan::of(number as u8))
        })
    }
}

impl std::fmt::Debug for FanSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// How often each of the fans counts that may be there several times. Four bits each, 老少 lowest.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Times(u32);

impl Times {
    /// The first fan with a place, and how many places follow; 平胡 among them has one it does not need.
    const FIRST: u8 = Laoshao as u8;
    const PLACES: u8 = Angang as u8 - Laoshao as u8 + 1;

    /// So often more, for one of the fans that may be there several times.
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

    /// How often a fan of a hand counts: those without a place once.
    #[inline]
    fn of(self, number: u8) -> u32 {
        let place = number.wrapping_sub(Times::FIRST);
        if place < Times::PLACES && number != Pinghu as u8 { self.0 >> (4 * place) & 15 } else { 1 }
    }

    /// The fans that are there at least once.
    #[inline]
    pub fn set(self) -> FanSet {
        let any = (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & 0x0111_1111;
        // Nibbles to neighbouring bits: seven of them, in three steps.
        let pairs = (any | any >> 3) & 0x0303_0303;
        let fours = (pairs | pairs >> 6) & 0x000F_000F;
        FanSet(((fours | fours >> 12) as u64 & 0x7F) << Times::FIRST)
    }
}

/// The fans of one reading of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Fans {
    /// Which.
    pub set: FanSet,
    /// How often those that may be there several times.
    pub times: Times,
}

/// The table under the rules at the table: values, exclusions, bonuses and the minimum.
#[derive(Clone, Debug)]
pub struct Scale {
    values: [u16; 64],
    excludes: [FanSet; 64],
    compounds: bool,
    minimum: u16,
}

/// The fans that leave no room for others.
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
            minimum,
        };
        // Where four sequences may not have a pair of honors, they no longer come with the fans made of them.
        let kept = if rules.pinghu_honor_pair { FanSet::EMPTY } else { FanSet::all(&[Pinghu]) };
        for (i, entry) in FANS.iter().enumerate() {
            scale.values[i] = match entry.worth {
                Worth::Small(value) | Worth::Bonus(value) => value,
                Worth::Tier(tier) | Worth::Big(tier) => tiers[tier],
            };
            scale.excludes[i] = match rules.implied {
                Implied::Strict => entry.stated.or(entry.implied.without(kept)),
                Implied::ExplicitOnly => entry.stated,
            };
        }
        scale
    }

    /// What a hand must be worth to win.
    #[inline]
    pub fn minimum(&self) -> u16 {
        self.minimum
    }

    /// What one fan is worth once.
    #[inline]
    pub fn worth(&self, fan: Fan) -> u16 {
        self.values[fan as usize & 63]
    }

    /// What one fan of a hand is worth, as often as it is there.
    pub fn worth_in(&self, fan: Fan, fans: &Fans) -> u16 {
        self.worth(fan) * fans.times.of(fan as u8) as u16
    }

    /// Drops what other fans leave no room for, and adds the bonuses.
    #[inline]
    pub(super) fn settle(&self, found: FanSet) -> FanSet {
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
    pub(super) fn total(&self, fans: &Fans) -> u16 {
        let (mut sum, mut bits) = (0, fans.set.0);
        while bits != 0 {
            let number = bits.trailing_zeros() as u8;
            sum += self.values[number as usize & 63] as u32 * fans.times.of(number);
            bits &= bits - 1;
        }
        sum as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yangzhou::presets::yangzhou;

    #[test]
    fn the_table_is_in_order_and_the_levels_too() {
        for (i, entry) in FANS.iter().enumerate() {
            assert_eq!(entry.fan as usize, i, "{}", entry.slug);
        }
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

    #[test]
    fn times_find_their_fans() {
        let times = Times::default().with(Qixiang, 2).with(Angang, 1).with(Zige, 3).less_one(Zige);
        let fans = Fans { set: times.set(), times };
        assert_eq!(fans.set, FanSet::all(&[Qixiang, Zige, Angang]));
        let scale = Scale::new(&yangzhou());
        assert_eq!(scale.total(&fans), 2 + 2 + 2);
        assert_eq!(scale.worth_in(Zige, &fans), 2);
        for fan in [Laoshao, Qixiang, Lianfu, Zige, Minggang, Angang] {
            assert_eq!(Times::default().with(fan, 4).set(), FanSet::all(&[fan]));
        }
    }
}
