//! Yaku (役): the name and value of each, and sets of them as one word.
//!
//! Which yaku a hand has is decided in three files, by what they look at: [`circumstance`] (how it was won), [`tiles`]
//! (which kinds are in it) and [`sets`] (how it divides into sets); [`local`] has the local yaku, for rulesets that play
//! them. [`exclusion`] says which yaku exclude which.
//! Source: RULES.md.
//!
//! # Numbers
//!
//! A yaku is a bit of [`YakuSet`] and of [`hyakuman_game::WinRecord::yaku`], and its number is part of the record format.
//! Each variant of the engine has its own numbering, [`crate::Variant::YAKU_NAMES`]:
//!
//! | numbers | riichi mahjong | Toutenkou |
//! | --- | --- | --- |
//! | 0 to 45 | standard yaku | standard yaku |
//! | 46 to 58 | the first 13 local yaku ([`local`]) | its specials, from 46 |
//! | 59 | [`Yaku::North`] | - |
//! | 60 to 63 | free: further local yaku, then others | free |
//!
//! `names_are_sound` checks each numbering at compile time. When the 64 numbers are used up, the word becomes a `u128`:
//! here, in `common::yaku_set` and in `WinRecord::yaku`; the column `yaku` of the table `wins`, a `u64`, keeps
//! numbers 0 to 63, and a second column takes those from 64 on, which is a new version of the record format.

pub mod circumstance;
pub mod exclusion;
pub mod local;
pub mod sets;
pub mod tiles;

use hyakuman_common::yaku_set;

/// One yaku of riichi mahjong. Its number is part of the record format: append only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Yaku {
    /// Closed hand declared tenpai.
    Riichi,
    /// Riichi with one's first discard, before any call.
    DoubleRiichi,
    /// Win within one uninterrupted turn of the riichi.
    Ippatsu,
    /// Closed hand completed by a draw.
    MenzenTsumo,
    /// Closed, four sequences, a pair without fu, a two-sided wait.
    Pinfu,
    /// No terminals, no honors.
    Tanyao,
    /// Closed, two identical sequences.
    Iipeikou,
    /// Set of white dragons.
    Haku,
    /// Set of green dragons.
    Hatsu,
    /// Set of red dragons.
    Chun,
    /// Set of the winner's wind.
    SeatWind,
    /// Set of the prevailing wind.
    RoundWind,
    /// Draw of the last live tile.
    Haitei,
    /// Ron on the last discard.
    Houtei,
    /// Win on a replacement tile.
    Rinshan,
    /// Ron on the tile of a kan.
    Chankan,
    /// Seven different pairs.
    Chiitoitsu,
    /// The same sequence in all three suits.
    SanshokuDoujun,
    /// 123, 456 and 789 of one suit.
    Ittsuu,
    /// A terminal or honor in every set and the pair, with a sequence.
    Chanta,
    /// Four triplets.
    Toitoi,
    /// Three concealed triplets.
    Sanankou,
    /// The same triplet in all three suits.
    SanshokuDoukou,
    /// Three kans.
    Sankantsu,
    /// Two sets and a pair of dragons.
    Shousangen,
    /// Terminals and honors only.
    Honroutou,
    /// Closed, twice two identical sequences.
    Ryanpeikou,
    /// A terminal in every set and the pair, with a sequence.
    Junchan,
    /// One suit and honors.
    Honitsu,
    /// One suit.
    Chinitsu,
    /// The dealer's first fourteen tiles.
    Tenhou,
    /// Another seat's first draw, before any call.
    Chiihou,
    /// Ron before one's first draw and any call.
    Renhou,
    /// Every terminal and honor, and one of them again.
    Kokushi,
    /// Kokushi that waited for all thirteen.
    Kokushi13,
    /// Four concealed triplets.
    Suuankou,
    /// Suuankou that waited for the pair.
    SuuankouTanki,
    /// Three sets of dragons.
    Daisangen,
    /// Three sets and a pair of winds.
    Shousuushi,
    /// Four sets of winds.
    Daisuushi,
    /// Honors only.
    Tsuuiisou,
    /// Green tiles only: 2s 3s 4s 6s 8s and hatsu.
    Ryuuiisou,
    /// Terminals only.
    Chinroutou,
    /// Four kans.
    Suukantsu,
    /// 1112345678999 of one suit and one more of it.
    Chuuren,
    /// Chuuren that waited for all nine.
    JunseiChuuren,
    /// Ron on the tile of a riichi declaration.
    TsubameGaeshi,
    /// Ron on the discard after a kan.
    Kanburi,
    /// Four open sets, a wait for the pair.
    ShiiaruRaotai,
    /// All three suits, a wind and a dragon.
    Uumensai,
    /// Triplets of three ranks in a row, in one suit.
    Sanrenkou,
    /// Three identical sequences.
    IsshokuSanjun,
    /// Haitei with 1p.
    IipinMoyue,
    /// Houtei with 9p.
    ChuupinRaoyui,
    /// 22334455667788p, closed.
    Daisharin,
    /// 22334455667788s, closed.
    Daichikurin,
    /// 22334455667788m, closed.
    Daisuurin,
    /// Double riichi, won with the last tile.
    IshiNoUeNimoSannen,
    /// Seven pairs of honors.
    Daichisei,
    /// Set of norths, among three players where the rules count it.
    North,
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

/// All yaku, in order of number.
pub const YAKU: [YakuInfo; Yaku::COUNT] = {
    use Yaku::*;
    [
        han(Riichi, "riichi", "Riichi", "立直", 1, 0, "R-3.6, R-5.5"),
        han(DoubleRiichi, "double_riichi", "Double riichi", "両立直", 2, 0, "R-3.9, R-5.5"),
        han(Ippatsu, "ippatsu", "Ippatsu", "一発", 1, 0, "R-3.9, R-5.5"),
        han(MenzenTsumo, "menzen_tsumo", "Menzen tsumo", "門前清自摸和", 1, 0, "R-5.5"),
        han(Pinfu, "pinfu", "Pinfu", "平和", 1, 0, "R-5.1, R-5.5"),
        han(Tanyao, "tanyao", "Tanyao", "断幺九", 1, 1, "R-5.5"),
        han(Iipeikou, "iipeikou", "Iipeikou", "一盃口", 1, 0, "R-5.5"),
        han(Haku, "haku", "Haku", "役牌 白", 1, 1, "R-5.5"),
        han(Hatsu, "hatsu", "Hatsu", "役牌 發", 1, 1, "R-5.5"),
        han(Chun, "chun", "Chun", "役牌 中", 1, 1, "R-5.5"),
        han(SeatWind, "seat_wind", "Seat wind", "自風", 1, 1, "R-5.5"),
        han(RoundWind, "round_wind", "Round wind", "場風", 1, 1, "R-5.5"),
        han(Haitei, "haitei", "Haitei", "海底摸月", 1, 1, "R-3.10"),
        han(Houtei, "houtei", "Houtei", "河底撈魚", 1, 1, "R-3.10"),
        han(Rinshan, "rinshan", "Rinshan kaihou", "嶺上開花", 1, 1, "R-3.10"),
        han(Chankan, "chankan", "Chankan", "槍槓", 1, 1, "R-4.6"),
        han(Chiitoitsu, "chiitoitsu", "Chiitoitsu", "七対子", 2, 0, "R-5.1, R-5.5"),
        han(SanshokuDoujun, "sanshoku_doujun", "Sanshoku doujun", "三色同順", 2, 1, "R-5.5"),
        han(Ittsuu, "ittsuu", "Ittsuu", "一気通貫", 2, 1, "R-5.5"),
        han(Chanta, "chanta", "Chanta", "混全帯幺九", 2, 1, "R-5.5"),
        han(Toitoi, "toitoi", "Toitoi", "対々和", 2, 2, "R-5.5"),
        han(Sanankou, "sanankou", "San'ankou", "三暗刻", 2, 2, "R-5.1, R-5.5"),
        han(SanshokuDoukou, "sanshoku_doukou", "Sanshoku doukou", "三色同刻", 2, 2, "R-5.5"),
        han(Sankantsu, "sankantsu", "Sankantsu", "三槓子", 2, 2, "R-5.5"),
        han(Shousangen, "shousangen", "Shousangen", "小三元", 2, 2, "R-5.5"),
        han(Honroutou, "honroutou", "Honroutou", "混老頭", 2, 2, "R-5.5"),
        han(Ryanpeikou, "ryanpeikou", "Ryanpeikou", "二盃口", 3, 0, "R-5.5"),
        han(Junchan, "junchan", "Junchan", "純全帯幺九", 3, 2, "R-5.5"),
        han(Honitsu, "honitsu", "Honitsu", "混一色", 3, 2, "R-5.5"),
        han(Chinitsu, "chinitsu", "Chinitsu", "清一色", 6, 5, "R-5.5"),
        yakuman(Tenhou, "tenhou", "Tenhou", "天和", "R-3.9, R-5.6"),
        yakuman(Chiihou, "chiihou", "Chiihou", "地和", "R-3.9, R-5.6"),
        yakuman(Renhou, "renhou", "Renhou", "人和", "R-8.2"),
        yakuman(Kokushi, "kokushi", "Kokushi musou", "国士無双", "R-5.6"),
        yakuman(Kokushi13, "kokushi_13", "Kokushi musou, thirteen waits", "国士無双１３面", "R-5.6"),
        yakuman(Suuankou, "suuankou", "Suuankou", "四暗刻", "R-5.6"),
        yakuman(SuuankouTanki, "suuankou_tanki", "Suuankou tanki", "四暗刻単騎", "R-5.6"),
        yakuman(Daisangen, "daisangen", "Daisangen", "大三元", "R-5.6"),
        yakuman(Shousuushi, "shousuushi", "Shousuushi", "小四喜", "R-5.6"),
        yakuman(Daisuushi, "daisuushi", "Daisuushi", "大四喜", "R-5.6"),
        yakuman(Tsuuiisou, "tsuuiisou", "Tsuuiisou", "字一色", "R-5.6"),
        yakuman(Ryuuiisou, "ryuuiisou", "Ryuuiisou", "緑一色", "R-5.6"),
        yakuman(Chinroutou, "chinroutou", "Chinroutou", "清老頭", "R-5.6"),
        yakuman(Suukantsu, "suukantsu", "Suukantsu", "四槓子", "R-5.6"),
        yakuman(Chuuren, "chuuren", "Chuuren poutou", "九蓮宝燈", "R-5.6"),
        yakuman(JunseiChuuren, "junsei_chuuren", "Junsei chuuren poutou", "純正九蓮宝燈", "R-5.6"),
        han(TsubameGaeshi, "tsubame_gaeshi", "Tsubame gaeshi", "燕返し", 1, 1, LOCAL),
        han(Kanburi, "kanburi", "Kanburi", "槓振り", 1, 1, LOCAL),
        han(ShiiaruRaotai, "shiiaru_raotai", "Shiiaru raotai", "十二落抬", 0, 1, LOCAL),
        han(Uumensai, "uumensai", "Uumensai", "五門斉", 2, 2, LOCAL),
        han(Sanrenkou, "sanrenkou", "Sanrenkou", "三連刻", 2, 2, LOCAL),
        han(IsshokuSanjun, "isshoku_sanjun", "Isshoku sanjun", "一色三順", 3, 2, LOCAL),
        han(IipinMoyue, "iipin_moyue", "Iipin moyue", "一筒摸月", 5, 5, LOCAL),
        han(ChuupinRaoyui, "chuupin_raoyui", "Chuupin raoyui", "九筒撈魚", 5, 5, LOCAL),
        yakuman(Daisharin, "daisharin", "Daisharin", "大車輪", LOCAL),
        yakuman(Daichikurin, "daichikurin", "Daichikurin", "大竹林", LOCAL),
        yakuman(Daisuurin, "daisuurin", "Daisuurin", "大数隣", LOCAL),
        yakuman(
            IshiNoUeNimoSannen,
            "ishi_no_ue_nimo_sannen",
            "Ishi no ue nimo sannen",
            "石の上にも三年",
            LOCAL,
        ),
        yakuman(Daichisei, "daichisei", "Daichisei", "大七星", LOCAL),
        han(North, "north", "North", "役牌 北", 1, 1, "R-6.2"),
    ]
};

/// The clause that defines the local yaku.
const LOCAL: &str = "R-8.1";

const fn han(
    yaku: Yaku,
    slug: &'static str,
    name: &'static str,
    kanji: &'static str,
    closed: u8,
    open: u8,
    clause: &'static str,
) -> YakuInfo {
    YakuInfo { yaku, slug, name, kanji, closed, open, yakuman: false, clause }
}

const fn yakuman(
    yaku: Yaku,
    slug: &'static str,
    name: &'static str,
    kanji: &'static str,
    clause: &'static str,
) -> YakuInfo {
    YakuInfo { yaku, slug, name, kanji, closed: 0, open: 0, yakuman: true, clause }
}

const _: () = {
    let mut i = 0;
    while i < YAKU.len() {
        assert!(YAKU[i].yaku as usize == i, "YAKU must be in order of number");
        i += 1;
    }
};

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
    /// Number of yaku.
    pub const COUNT: usize = Yaku::North as usize + 1;

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
        assert_eq!(YakuSet::YAKUMAN.len(), 16 + 5);
        assert_eq!(set.han(true), 8);
    }
}
