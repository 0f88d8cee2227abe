//! The fans (番): their names, the tier or value of each, and which fans exclude which.
//!
//! `scale` has the values of the tiers at each level. The numbers of the fans are those of
//! [`hyakuman_core::game::WinRecord::yaku`] and part of the record format. Source: RULES.md Y-4.

mod scale;
mod times;

pub use scale::Scale;
pub use times::{Fans, Times};

use hyakuman_core::common::yaku_set;

/// Declares the fans in order of number: the name in records, the Japanese name, the value, and the fans that are not counted with it, those because the description
/// of the game says so and those because they always come with it.
macro_rules! fans {
    ($($(#[$doc:meta])+ $fan:ident = $slug:literal $kanji:literal, $value:expr $(, [$($stated:ident)*] [$($implied:ident)*])?;)+) => {
        /// One fan, in the order of RULES.md. Names are the Mandarin ones.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[repr(u8)]
        pub enum Fan { $($(#[$doc])+ #[doc = concat!("(", $kanji, ")")] $fan),+ }

        impl Fan {
            /// Number of fans.
            pub const COUNT: usize = [$($slug),+].len();
        }

        const FANS: [Entry; Fan::COUNT] = [$(Entry {
            fan: $fan,
            slug: $slug,
            kanji: $kanji,
            value: $value,
            stated: FanSet::of(&[$($($stated),*)?]),
            implied: FanSet::of(&[$($($implied),*)?]),
        }),+];
    };
}

fans! {
    /// Triplet or kan of the own wind.
    Menfeng = "menfeng" "門風", Small(1);
    /// Triplet or kan of the prevailing wind.
    Quanfeng = "quanfeng" "圏風", Small(1);
    /// Triplet or kan of red dragons.
    Hongzhong = "hongzhong" "紅中", Small(1);
    /// Triplet or kan of green dragons.
    Facai = "facai" "發財", Small(1);
    /// Triplet or kan of white dragons.
    Baipi = "baipi" "白皮", Small(1);
    /// Won on the pair.
    Dudiao = "dudiao" "独吊", Small(1);
    /// Won on the middle of a sequence.
    Yazi = "yazi" "丫子", Small(1);
    /// Won on the 3 of 123 or the 7 of 789.
    Bianzhang = "bianzhang" "辺張", Small(1);
    /// Won by tsumo.
    Zimo = "zimo" "自摸", Small(1);
    /// Nothing called.
    Menqing = "menqing" "門清", Small(1);
    /// No honors, and one suit missing.
    Queyi = "queyi" "欠一", Small(1);
    /// No honors, ones or nines.
    Duanyao = "duanyao" "断幺", Small(1);
    /// No honors, and a pair of ones or nines.
    Yaotou = "yaotou" "幺頭", Small(1);
    /// 123 and 789 of one suit.
    Laoshao = "laoshao" "老少", Small(1);
    /// The same sequence in two suits.
    Qixiang = "qixiang" "斉相", Small(1);
    /// Two sequences that make six in a row.
    Lianfu = "lianfu" "連副", Small(1);
    /// Four sequences.
    Pinghu = "pinghu" "平胡", Small(1);
    /// Concealed triplet.
    Zige = "zige" "子格", Small(1);
    /// Open or added kan.
    Minggang = "minggang" "明槓", Small(1);
    /// Concealed kan.
    Angang = "angang" "暗槓", Small(2);
    /// Two identical sequences.
    Yiban = "yiban" "一板", A;
    /// One suit and honors.
    Hunyise = "hunyise" "混一色", B;
    /// 123 456 789 of one suit.
    Yitiaolong = "yitiaolong" "一条龍", B, [] [Lianfu Laoshao];
    /// The same sequence in three suits.
    Sanfutong = "sanfutong" "三副同", B, [Qixiang] [];
    /// Four triplets or kans.
    Duiduihu = "duiduihu" "対対胡", B;
    /// 123 and 789 in two suits.
    Shuangpiao = "shuangpiao" "双飄", B, [Laoshao Qixiang] [Pinghu];
    /// The same six in a row in two suits.
    ShuanglianShuangxi = "shuanglian_shuangxi" "双連双喜", B, [Lianfu Qixiang] [Pinghu];
    /// Two pairs of identical sequences.
    Shuangbanban = "shuangbanban" "双板板", C, [Yiban] [Pinghu];
    /// Four sequences of the same numbers in all three suits.
    Sifutong = "sifutong" "四副同", C, [Sanfutong Yiban Qixiang] [Pinghu];
    /// One suit, no honors.
    Qingyise = "qingyise" "清一色", D;
    /// Three identical sequences.
    Tieban = "tieban" "鉄板", D, [Yiban] [];
    /// Two identical sequences, and the same in another suit.
    ShuangbanShuangxi = "shuangban_shuangxi" "双板双喜", D, [Yiban Shuangbanban Qixiang] [Pinghu];
    /// Two pairs of identical sequences that make six in a row.
    ShuangbanShuanglian = "shuangban_shuanglian" "双板双連", D, [Yiban Shuangbanban Lianfu] [Pinghu];
    /// Twice 123 and twice 789 of one suit.
    ShuangbanShuangpiao = "shuangban_shuangpiao" "双板双飄", D, [Yiban Shuangbanban Laoshao] [Pinghu];
    /// Honors only.
    Fengqing = "fengqing" "風清", Big(4), [Duiduihu] [];
    /// Four identical sequences.
    Gangban = "gangban" "鋼板", Big(5), [Yiban Tieban] [Pinghu];
    /// Bonus of 一板 with 一条龍.
    Banlong = "banlong" "板龍", Bonus(15);
    /// Bonus of 混一色 with 一条龍.
    Hunlong = "hunlong" "混龍", Bonus(10);
    /// Bonus of 混一色 with 対対胡.
    Hunduidui = "hunduidui" "混対対", Bonus(10);
    /// Bonus of 清一色 with 一条龍.
    Qinglong = "qinglong" "清龍", Bonus(30);
    /// Bonus of 清一色 with 対対胡.
    Qingduidui = "qingduidui" "清対対", Bonus(30);
}

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
    kanji: &'static str,
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

    /// The Japanese name.
    pub fn kanji(self) -> &'static str {
        FANS[self as usize].kanji
    }
}

yaku_set! {
    /// Some of the fans.
    FanSet of Fan
}
