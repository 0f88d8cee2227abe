//! Yaku (役): the name and value of each, and sets of them as one word.
//!
//! Which yaku a hand has is decided in three files, by what they look at: [`circumstance`] (how it was won), [`tiles`]
//! (which kinds are in it) and [`sets`] (how it divides into sets); [`local`] has the local yaku, for rulesets that play
//! them. Yaku of a rules file are no variants of [`Yaku`]: [`crate::scoring::own`].
//! Source: RULES.md.
//!
//! # Exclusions
//!
//! Most exclusions need no rule: a hand read in one way cannot have both yaku, and each condition says so itself (chanta
//! and junchan, honitsu and chinitsu, iipeikou and ryanpeikou, kokushi with one wait or thirteen). The others are these:
//!
//! | with | does not count | why |
//! | --- | --- | --- |
//! | a yakuman | every yaku that is none | R-5.6, in [`crate::score`] |
//! | renhou as a flat mangan | everything else, dora included | R-8.2, in [`crate::score`] |
//! | double riichi | riichi | it is a riichi, in [`circumstance`] |
//! | a yaku written in a file | what it `replaces` | local.toml, rules files (R-8.3) |
//!
//! # Numbers
//!
//! A yaku is a bit of [`YakuSet`] and of [`hyakuman_core::game::WinRecord::yaku`], and its number is part of the record format.
//! Each variant of the engine has its own numbering, [`crate::Variant::YAKU_NAMES`]:
//!
//! | numbers | riichi mahjong | Toutenkou |
//! | --- | --- | --- |
//! | 0 to 45 | standard yaku | standard yaku |
//! | 46 to 58 | the first 13 local yaku ([`local`]) | its specials, from 46 |
//! | 59 | [`Yaku::North`] | - |
//! | 60, 61 | [`Yaku::OpenRiichi`], [`Yaku::Sashikomi`] | - |
//! | 62, 63 | free | free |
//!
//! `names_are_sound` checks each numbering at compile time; `numbers_in_records_are_pinned` says what moved. When the 64 numbers are used up, the word becomes a `u128`:
//! here, in `common::yaku_set` and in `WinRecord::yaku`; the column `yaku` of the table `wins`, a `u64`, keeps
//! numbers 0 to 63, and a second column takes those from 64 on, which is a new version of the record format.

pub mod circumstance;
pub mod local;
pub mod sets;
pub mod tiles;

use hyakuman_core::common::yaku_set;

/// Declares the yaku in order of number: the name in records, for people and on Tenhou, the worth, and the clauses.
macro_rules! yaku {
    ($($(#[$doc:meta])+ $yaku:ident = $slug:literal, $name:literal, $kanji:literal, $worth:expr, $clause:expr;)+) => {
        /// One yaku of riichi mahjong. Its number is part of the record format: append only.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[repr(u8)]
        pub enum Yaku { $($(#[$doc])+ $yaku),+ }

        impl Yaku {
            /// Number of yaku.
            pub const COUNT: usize = [$($slug),+].len();
        }

        /// All yaku, in order of number.
        pub const YAKU: [YakuInfo; Yaku::COUNT] = [$(YakuInfo {
            yaku: Yaku::$yaku,
            slug: $slug,
            name: $name,
            kanji: $kanji,
            closed: $worth.0,
            open: $worth.1,
            yakuman: $worth.2,
            clause: $clause,
        }),+];
    };
}

yaku! {
    /// Closed hand declared tenpai.
    Riichi = "riichi", "Riichi", "立直", han(1, 0), "R-3.6, R-5.5";
    /// Riichi with one's first discard, before any call.
    DoubleRiichi = "double_riichi", "Double riichi", "両立直", han(2, 0), "R-3.9, R-5.5";
    /// Win within one uninterrupted turn of the riichi.
    Ippatsu = "ippatsu", "Ippatsu", "一発", han(1, 0), "R-3.9, R-5.5";
    /// Closed hand completed by a draw.
    MenzenTsumo = "menzen_tsumo", "Menzen tsumo", "門前清自摸和", han(1, 0), "R-5.5";
    /// Closed, four sequences, a pair without fu, a two-sided wait.
    Pinfu = "pinfu", "Pinfu", "平和", han(1, 0), "R-5.1, R-5.5";
    /// No terminals, no honors.
    Tanyao = "tanyao", "Tanyao", "断幺九", han(1, 1), "R-5.5";
    /// Closed, two identical sequences.
    Iipeikou = "iipeikou", "Iipeikou", "一盃口", han(1, 0), "R-5.5";
    /// Set of white dragons.
    Haku = "haku", "Haku", "役牌 白", han(1, 1), "R-5.5";
    /// Set of green dragons.
    Hatsu = "hatsu", "Hatsu", "役牌 發", han(1, 1), "R-5.5";
    /// Set of red dragons.
    Chun = "chun", "Chun", "役牌 中", han(1, 1), "R-5.5";
    /// Set of the winner's wind.
    SeatWind = "seat_wind", "Seat wind", "自風", han(1, 1), "R-5.5";
    /// Set of the prevailing wind.
    RoundWind = "round_wind", "Round wind", "場風", han(1, 1), "R-5.5";
    /// Draw of the last live tile.
    Haitei = "haitei", "Haitei", "海底摸月", han(1, 1), "R-3.10";
    /// Ron on the last discard.
    Houtei = "houtei", "Houtei", "河底撈魚", han(1, 1), "R-3.10";
    /// Win on a replacement tile.
    Rinshan = "rinshan", "Rinshan kaihou", "嶺上開花", han(1, 1), "R-3.10";
    /// Ron on the tile of a kan.
    Chankan = "chankan", "Chankan", "槍槓", han(1, 1), "R-4.6";
    /// Seven different pairs.
    Chiitoitsu = "chiitoitsu", "Chiitoitsu", "七対子", han(2, 0), "R-5.1, R-5.5";
    /// The same sequence in all three suits.
    SanshokuDoujun = "sanshoku_doujun", "Sanshoku doujun", "三色同順", han(2, 1), "R-5.5";
    /// 123, 456 and 789 of one suit.
    Ittsuu = "ittsuu", "Ittsuu", "一気通貫", han(2, 1), "R-5.5";
    /// A terminal or honor in every set and the pair, with a sequence.
    Chanta = "chanta", "Chanta", "混全帯幺九", han(2, 1), "R-5.5";
    /// Four triplets.
    Toitoi = "toitoi", "Toitoi", "対々和", han(2, 2), "R-5.5";
    /// Three concealed triplets.
    Sanankou = "sanankou", "San'ankou", "三暗刻", han(2, 2), "R-5.1, R-5.5";
    /// The same triplet in all three suits.
    SanshokuDoukou = "sanshoku_doukou", "Sanshoku doukou", "三色同刻", han(2, 2), "R-5.5";
    /// Three kans.
    Sankantsu = "sankantsu", "Sankantsu", "三槓子", han(2, 2), "R-5.5";
    /// Two sets and a pair of dragons.
    Shousangen = "shousangen", "Shousangen", "小三元", han(2, 2), "R-5.5";
    /// Terminals and honors only.
    Honroutou = "honroutou", "Honroutou", "混老頭", han(2, 2), "R-5.5";
    /// Closed, twice two identical sequences.
    Ryanpeikou = "ryanpeikou", "Ryanpeikou", "二盃口", han(3, 0), "R-5.5";
    /// A terminal in every set and the pair, with a sequence.
    Junchan = "junchan", "Junchan", "純全帯幺九", han(3, 2), "R-5.5";
    /// One suit and honors.
    Honitsu = "honitsu", "Honitsu", "混一色", han(3, 2), "R-5.5";
    /// One suit.
    Chinitsu = "chinitsu", "Chinitsu", "清一色", han(6, 5), "R-5.5";
    /// The dealer's first fourteen tiles.
    Tenhou = "tenhou", "Tenhou", "天和", YAKUMAN, "R-3.9, R-5.6";
    /// Another seat's first draw, before any call.
    Chiihou = "chiihou", "Chiihou", "地和", YAKUMAN, "R-3.9, R-5.6";
    /// Ron before one's first draw and any call.
    Renhou = "renhou", "Renhou", "人和", YAKUMAN, "R-8.2";
    /// Every terminal and honor, and one of them again.
    Kokushi = "kokushi", "Kokushi musou", "国士無双", YAKUMAN, "R-5.6";
    /// Kokushi that waited for all thirteen.
    Kokushi13 = "kokushi_13", "Kokushi musou, thirteen waits", "国士無双１３面", YAKUMAN, "R-5.6";
    /// Four concealed triplets.
    Suuankou = "suuankou", "Suuankou", "四暗刻", YAKUMAN, "R-5.6";
    /// Suuankou that waited for the pair.
    SuuankouTanki = "suuankou_tanki", "Suuankou tanki", "四暗刻単騎", YAKUMAN, "R-5.6";
    /// Three sets of dragons.
    Daisangen = "daisangen", "Daisangen", "大三元", YAKUMAN, "R-5.6";
    /// Three sets and a pair of winds.
    Shousuushi = "shousuushi", "Shousuushi", "小四喜", YAKUMAN, "R-5.6";
    /// Four sets of winds.
    Daisuushi = "daisuushi", "Daisuushi", "大四喜", YAKUMAN, "R-5.6";
    /// Honors only.
    Tsuuiisou = "tsuuiisou", "Tsuuiisou", "字一色", YAKUMAN, "R-5.6";
    /// Green tiles only: 2s 3s 4s 6s 8s and hatsu.
    Ryuuiisou = "ryuuiisou", "Ryuuiisou", "緑一色", YAKUMAN, "R-5.6";
    /// Terminals only.
    Chinroutou = "chinroutou", "Chinroutou", "清老頭", YAKUMAN, "R-5.6";
    /// Four kans.
    Suukantsu = "suukantsu", "Suukantsu", "四槓子", YAKUMAN, "R-5.6";
    /// 1112345678999 of one suit and one more of it.
    Chuuren = "chuuren", "Chuuren poutou", "九蓮宝燈", YAKUMAN, "R-5.6";
    /// Chuuren that waited for all nine.
    JunseiChuuren = "junsei_chuuren", "Junsei chuuren poutou", "純正九蓮宝燈", YAKUMAN, "R-5.6";
    /// Ron on the tile of a riichi declaration.
    TsubameGaeshi = "tsubame_gaeshi", "Tsubame gaeshi", "燕返し", han(1, 1), LOCAL;
    /// Ron on the discard after a kan.
    Kanburi = "kanburi", "Kanburi", "槓振り", han(1, 1), LOCAL;
    /// Four open sets, a wait for the pair.
    ShiiaruRaotai = "shiiaru_raotai", "Shiiaru raotai", "十二落抬", han(0, 1), LOCAL;
    /// All three suits, a wind and a dragon.
    Uumensai = "uumensai", "Uumensai", "五門斉", han(2, 2), LOCAL;
    /// Triplets of three ranks in a row, in one suit.
    Sanrenkou = "sanrenkou", "Sanrenkou", "三連刻", han(2, 2), LOCAL;
    /// Three identical sequences.
    IsshokuSanjun = "isshoku_sanjun", "Isshoku sanjun", "一色三順", han(3, 2), LOCAL;
    /// Haitei with 1p.
    IipinMoyue = "iipin_moyue", "Iipin moyue", "一筒摸月", han(5, 5), LOCAL;
    /// Houtei with 9p.
    ChuupinRaoyui = "chuupin_raoyui", "Chuupin raoyui", "九筒撈魚", han(5, 5), LOCAL;
    /// 22334455667788p, closed.
    Daisharin = "daisharin", "Daisharin", "大車輪", YAKUMAN, LOCAL;
    /// 22334455667788s, closed.
    Daichikurin = "daichikurin", "Daichikurin", "大竹林", YAKUMAN, LOCAL;
    /// 22334455667788m, closed.
    Daisuurin = "daisuurin", "Daisuurin", "大数隣", YAKUMAN, LOCAL;
    /// Double riichi, won with the last tile.
    IshiNoUeNimoSannen = "ishi_no_ue_nimo_sannen", "Ishi no ue nimo sannen", "石の上にも三年", YAKUMAN, LOCAL;
    /// Seven pairs of honors.
    Daichisei = "daichisei", "Daichisei", "大七星", YAKUMAN, LOCAL;
    /// Set of norths, among three players where the rules count it.
    North = "north", "North", "役牌 北", han(1, 1), "R-6.2";
    /// Riichi with the hand laid open.
    OpenRiichi = "open_riichi", "Open riichi", "オープン立直", han(1, 0), "R-10.10";
    /// Ron on the tile of a player who saw the hand of an open riichi.
    Sashikomi = "sashikomi", "Sashikomi", "差し込み", YAKUMAN, "R-10.10";
}

/// The name and value of one yaku.
#[derive(Clone, Copy, Debug)]
pub struct YakuInfo {
    /// The yaku.
    pub yaku: Yaku,
    /// Name in JSON and records.
    pub slug: &'static str,
    /// Name for people, romaji.
    pub name: &'static str,
    /// Name as Tenhou prints it, without the wind for a wind; for a local yaku as Mahjong Soul prints it.
    pub kanji: &'static str,
    /// Han in a closed hand; 0 for a yakuman.
    pub closed: u8,
    /// Han in an open hand; 0 where it needs a closed one, and for a yakuman.
    pub open: u8,
    /// Whether it is a yakuman (役満). The rules say whether it counts once or twice.
    pub yakuman: bool,
    /// The clauses of RULES.md that define it.
    pub clause: &'static str,
}

/// The clause that defines the local yaku.
const LOCAL: &str = "R-8.1";

/// Han in a closed and in an open hand, and whether it is a yakuman.
const fn han(closed: u8, open: u8) -> (u8, u8, bool) {
    (closed, open, false)
}

const YAKUMAN: (u8, u8, bool) = (0, 0, true);

/// The names of the yaku of riichi mahjong by number.
pub(crate) const NAMES: [&str; Yaku::COUNT] = {
    let (mut names, mut i) = ([""; Yaku::COUNT], 0);
    while i < names.len() {
        names[i] = YAKU[i].slug;
        i += 1;
    }
    names
};

/// Checks a numbering of yaku, given as the name of each number; returns how many there are.
///
/// # Panics
/// There are more than 64, or two have the same name.
pub(crate) const fn names_are_sound(names: &[&str]) -> u32 {
    assert!(names.len() <= u64::BITS as usize, "a set of yaku is a word of 64 bits");
    let mut i = 0;
    while i < names.len() {
        let mut j = 0;
        while j < i {
            assert!(!is_same(names[i].as_bytes(), names[j].as_bytes()), "two numbers for one yaku");
            j += 1;
        }
        i += 1;
    }
    names.len() as u32
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

impl Yaku {
    /// The yaku with this number, below [`Yaku::COUNT`].
    pub const fn of(number: u8) -> Yaku {
        YAKU[number as usize].yaku
    }

    /// Names and worth.
    pub const fn info(self) -> &'static YakuInfo {
        const ROWS: &[YakuInfo; Yaku::COUNT] = &YAKU;
        &ROWS[self as usize]
    }

    /// Name in JSON and records.
    pub const fn slug(self) -> &'static str {
        self.info().slug
    }

    /// The yaku with this name in JSON.
    pub fn from_slug(slug: &str) -> Option<Yaku> {
        YAKU.iter().find(|info| info.slug == slug).map(|info| info.yaku)
    }
}

yaku_set! {
    /// A set of yaku.
    YakuSet of Yaku
}

/// Bit `n` of the han of every yaku: the han of a yaku is the sum of `1 << n` over the sets that have it.
const CLOSED_HAN: [YakuSet; 3] = han_planes(true);
const OPEN_HAN: [YakuSet; 3] = han_planes(false);

const fn han_planes(closed: bool) -> [YakuSet; 3] {
    let mut planes = [YakuSet::EMPTY; 3];
    let mut i = 0;
    while i < YAKU.len() {
        let han = if closed { YAKU[i].closed } else { YAKU[i].open } as u64;
        planes[0].0 |= (han & 1) << i;
        planes[1].0 |= (han >> 1 & 1) << i;
        planes[2].0 |= (han >> 2 & 1) << i;
        i += 1;
    }
    planes
}

impl YakuSet {
    /// The yaku that every ruleset plays: all but the local ones and those after them.
    pub(crate) const STANDARD: YakuSet = YakuSet((1 << Yaku::TsubameGaeshi as u8) - 1);

    /// All yakuman.
    pub(crate) const YAKUMAN: YakuSet = {
        let mut set = 0;
        let mut i = 0;
        while i < YAKU.len() {
            set |= (YAKU[i].yakuman as u64) << i;
            i += 1;
        }
        YakuSet(set)
    };

    /// The set with these bits. Bits that are the number of no yaku are ignored.
    #[inline]
    pub const fn from_bits(bits: u64) -> YakuSet {
        YakuSet(bits & u64::MAX >> (u64::BITS as usize - Yaku::COUNT))
    }

    /// Sum of the han of the yaku in the set; a yakuman counts 0.
    #[inline]
    pub const fn han(self, closed: bool) -> u32 {
        let [ones, twos, fours] = if closed { CLOSED_HAN } else { OPEN_HAN };
        self.and(ones).len() + 2 * self.and(twos).len() + 4 * self.and(fours).len()
    }
}

impl FromIterator<Yaku> for YakuSet {
    fn from_iter<I: IntoIterator<Item = Yaku>>(yaku: I) -> YakuSet {
        yaku.into_iter().fold(YakuSet::EMPTY, |set, yaku| set.or(YakuSet::of(&[yaku])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn han_planes_add_up_to_the_table() {
        for info in &YAKU {
            let set = YakuSet::of(&[info.yaku]);
            assert_eq!(set.han(true), info.closed as u32, "{}", info.slug);
            assert_eq!(set.han(false), info.open as u32, "{}", info.slug);
            assert_eq!(Yaku::from_slug(info.slug), Some(info.yaku));
        }
    }

    #[test]
    fn sets_iterate_in_order_of_number() {
        let set: YakuSet = [Yaku::Chinitsu, Yaku::Riichi, Yaku::Pinfu].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Yaku::Riichi, Yaku::Pinfu, Yaku::Chinitsu]);
        assert_eq!(set.han(true), 8);
    }
}
