//! The fans (番): their names, the tier or value of each, and which fans exclude which.
//!
//! `scale` has the values of the tiers at each level. The numbers of the fans are those of
//! [`hyakuman_game::WinRecord::yaku`] and part of the record format. Source: RULES.md Y-4.

mod scale;
mod times;

pub use scale::Scale;
pub use times::{Fans, Times};

use hyakuman_common::yaku_set;

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
    /// Won by tsumo (自摸).
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

/// The value of a fan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FanValue {
    /// The same at every level, and each time it is there.
    Small(u16),
    /// Of a tier A to D: the column of [`scale::TIERS`].
    Tier(usize),
    /// A multiple of 清一色: the column of [`scale::TIERS`] after those of the tiers.
    Big(usize),
    /// A bonus of the highest level.
    Bonus(u16),
}

const A: FanValue = FanValue::Tier(0);
const B: FanValue = FanValue::Tier(1);
const C: FanValue = FanValue::Tier(2);
const D: FanValue = FanValue::Tier(3);

/// One line of the table.
struct Entry {
    fan: Fan,
    slug: &'static str,
    value: FanValue,
    /// The fans not counted with it because the description of the game says so.
    stated: FanSet,
    /// The fans not counted with it because they always come with it.
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
    big(Fengqing, "fengqing", FanValue::Big(4), &[Duiduihu], &[]),
    big(Gangban, "gangban", FanValue::Big(5), &[Yiban, Tieban], &[Pinghu]),
    big(Banlong, "banlong", FanValue::Bonus(15), &[], &[]),
    big(Hunlong, "hunlong", FanValue::Bonus(10), &[], &[]),
    big(Hunduidui, "hunduidui", FanValue::Bonus(10), &[], &[]),
    big(Qinglong, "qinglong", FanValue::Bonus(30), &[], &[]),
    big(Qingduidui, "qingduidui", FanValue::Bonus(30), &[], &[]),
];

const fn small(fan: Fan, slug: &'static str, value: u16) -> Entry {
    big(fan, slug, FanValue::Small(value), &[], &[])
}

const fn big(fan: Fan, slug: &'static str, value: FanValue, stated: &[Fan], implied: &[Fan]) -> Entry {
    Entry { fan, slug, value, stated: FanSet::of(stated), implied: FanSet::of(implied) }
}

impl Fan {
    /// Number of fans.
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

yaku_set! {
    /// Some of the fans.
    FanSet of Fan
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (i, entry) in FANS.iter().enumerate() {
            assert_eq!(entry.fan as usize, i, "{}", entry.slug);
        }
    }
}
