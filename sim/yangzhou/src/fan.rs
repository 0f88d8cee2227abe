//! The fans (番): their names, the tier or value of each, and which fans exclude which.
//!
//! `scale` has the values of the tiers at each level. The numbers of the fans are those of
//! [`hyakuman_game::WinRecord::yaku`] and part of the record format. Source: RULES.md Y-4.

mod scale;
mod times;

pub use scale::Scale;
pub use times::{Fans, Times};

use hyakuman_common::yaku_set;

/// Declares the fans in order of number: the name, the value, and the fans that are not counted with it, those because the description
/// of the game says so and those because they always come with it.
macro_rules! fans {
    ($($(#[$doc:meta])+ $fan:ident = $slug:literal, $value:expr $(, [$($stated:ident)*] [$($implied:ident)*])?;)+) => {
        /// One fan, in the order of RULES.md. Names are the Mandarin ones.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[repr(u8)]
        pub enum Fan { $($(#[$doc])+ $fan),+ }

        impl Fan {
            /// Number of fans.
            pub const COUNT: usize = [$($slug),+].len();
        }

        const FANS: [Entry; Fan::COUNT] = [$(Entry {
            fan: $fan,
            slug: $slug,
            value: $value,
            stated: FanSet::of(&[$($($stated),*)?]),
            implied: FanSet::of(&[$($($implied),*)?]),
        }),+];
    };
}

fans! {
    /// Triplet or kan of the own wind (門風).
    Menfeng = "menfeng", Small(1);
    /// Triplet or kan of the prevailing wind (圏風).
    Quanfeng = "quanfeng", Small(1);
    /// Triplet or kan of red dragons (紅中).
    Hongzhong = "hongzhong", Small(1);
    /// Triplet or kan of green dragons (發財).
    Facai = "facai", Small(1);
    /// Triplet or kan of white dragons (白皮).
    Baipi = "baipi", Small(1);
    /// Won on the pair (独吊).
    Dudiao = "dudiao", Small(1);
    /// Won on the middle of a sequence (丫子).
    Yazi = "yazi", Small(1);
    /// Won on the 3 of 123 or the 7 of 789 (辺張).
    Bianzhang = "bianzhang", Small(1);
    /// Won by tsumo (自摸).
    Zimo = "zimo", Small(1);
    /// Nothing called (門清).
    Menqing = "menqing", Small(1);
    /// No honors, and one suit missing (欠一).
    Queyi = "queyi", Small(1);
    /// No honors, ones or nines (断幺).
    Duanyao = "duanyao", Small(1);
    /// No honors, and a pair of ones or nines (幺頭).
    Yaotou = "yaotou", Small(1);
    /// 123 and 789 of one suit (老少).
    Laoshao = "laoshao", Small(1);
    /// The same sequence in two suits (斉相).
    Qixiang = "qixiang", Small(1);
    /// Two sequences that make six in a row (連副).
    Lianfu = "lianfu", Small(1);
    /// Four sequences (平胡).
    Pinghu = "pinghu", Small(1);
    /// Concealed triplet (子格).
    Zige = "zige", Small(1);
    /// Open or added kan (明槓).
    Minggang = "minggang", Small(1);
    /// Concealed kan (暗槓).
    Angang = "angang", Small(2);
    /// Two identical sequences (一板).
    Yiban = "yiban", A;
    /// One suit and honors (混一色).
    Hunyise = "hunyise", B;
    /// 123 456 789 of one suit (一条龍).
    Yitiaolong = "yitiaolong", B, [] [Lianfu Laoshao];
    /// The same sequence in three suits (三副同).
    Sanfutong = "sanfutong", B, [Qixiang] [];
    /// Four triplets or kans (対対胡).
    Duiduihu = "duiduihu", B;
    /// 123 and 789 in two suits (双飄).
    Shuangpiao = "shuangpiao", B, [Laoshao Qixiang] [Pinghu];
    /// The same six in a row in two suits (双連双喜).
    ShuanglianShuangxi = "shuanglian_shuangxi", B, [Lianfu Qixiang] [Pinghu];
    /// Two pairs of identical sequences (双板板).
    Shuangbanban = "shuangbanban", C, [Yiban] [Pinghu];
    /// Four sequences of the same numbers in all three suits (四副同).
    Sifutong = "sifutong", C, [Sanfutong Yiban Qixiang] [Pinghu];
    /// One suit, no honors (清一色).
    Qingyise = "qingyise", D;
    /// Three identical sequences (鉄板).
    Tieban = "tieban", D, [Yiban] [];
    /// Two identical sequences, and the same in another suit (双板双喜).
    ShuangbanShuangxi = "shuangban_shuangxi", D, [Yiban Shuangbanban Qixiang] [Pinghu];
    /// Two pairs of identical sequences that make six in a row (双板双連).
    ShuangbanShuanglian = "shuangban_shuanglian", D, [Yiban Shuangbanban Lianfu] [Pinghu];
    /// Twice 123 and twice 789 of one suit (双板双飄).
    ShuangbanShuangpiao = "shuangban_shuangpiao", D, [Yiban Shuangbanban Laoshao] [Pinghu];
    /// Honors only (風清).
    Fengqing = "fengqing", Big(4), [Duiduihu] [];
    /// Four identical sequences (鋼板).
    Gangban = "gangban", Big(5), [Yiban Tieban] [Pinghu];
    /// Bonus of 一板 with 一条龍 (板龍).
    Banlong = "banlong", Bonus(15);
    /// Bonus of 混一色 with 一条龍 (混龍).
    Hunlong = "hunlong", Bonus(10);
    /// Bonus of 混一色 with 対対胡 (混対対).
    Hunduidui = "hunduidui", Bonus(10);
    /// Bonus of 清一色 with 一条龍 (清龍).
    Qinglong = "qinglong", Bonus(30);
    /// Bonus of 清一色 with 対対胡 (清対対).
    Qingduidui = "qingduidui", Bonus(30);
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

const A: FanValue = Tier(0);
const B: FanValue = Tier(1);
const C: FanValue = Tier(2);
const D: FanValue = Tier(3);

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
use FanValue::*;

impl Fan {
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
