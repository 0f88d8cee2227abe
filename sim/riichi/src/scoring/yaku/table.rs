//! The table of all yaku: a row each, with its number, its names here and in logs, its worth and its clauses. A row of a local
//! yaku has its conditions, too, as in a rules file ([`crate::scoring::written_yaku`]): a local yaku is such a row, and the rule
//! `local_yaku`, the names in logs and the values drawn in tests follow from it.

use super::{LogNames, YakuInfo, YakuSet};
use hyakuman_core::game::name_set;
use std::fmt;

/// Declares the yaku: those that the engine knows, with their clauses, and local ones, with their conditions.
///
/// A row is its number; its name in records, for people and on Tenhou; its worth; its names in logs. Rows may stand in any order.
macro_rules! yaku {
    (
        $($(#[$doc:meta])+ $number:literal $yaku:ident = $slug:literal, $name:literal, $kanji:literal, $worth:expr, $clause:literal,
            $logs:expr;)+
        local: $($(#[doc = $meaning:literal])+ $local_number:literal $local:ident = $local_slug:literal, $local_name:literal,
            $local_kanji:literal, $local_worth:expr, $local_logs:expr; $($condition:literal),+;)+
    ) => {
        /// One yaku of riichi mahjong. Its number is part of the record format.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[repr(u8)]
        pub enum Yaku { $($(#[$doc])+ $yaku = $number,)+ $($(#[doc = $meaning])+ $local = $local_number),+ }

        const ROWS: &[YakuInfo] = &[
            $(row(Yaku::$yaku, [$slug, $name, $kanji], $worth, $clause, $logs),)+
            $(row(Yaku::$local, [$local_slug, $local_name, $local_kanji], $local_worth, "R-8.1", $local_logs)),+
        ];

        name_set! {
            /// The local yaku that are played. Renhou has a rule of its own, [`crate::rules::Renhou`].
            LocalYakuSet of
            /// A local yaku.
            LocalYaku { $($(#[doc = $meaning])+ $local),+ }
        }

        /// Each local yaku, in the order of the bits of [`LocalYakuSet`], with its conditions.
        pub(crate) const LOCAL: &[(Yaku, &str)] = &[$((Yaku::$local, concat!($($condition, "\n"),+))),+];
    };
}

#[rustfmt::skip]
yaku! {
    /// Closed hand declared tenpai.
    0 Riichi = "riichi", "Riichi", "立直", han(1, 0), "R-3.6, R-5.5", logged(1, "reach", 2, &["Reach", "リーチ", "Ready hand"]);
    /// Riichi with one's first discard, before any call.
    1 DoubleRiichi = "double_riichi", "Double riichi", "両立直", han(2, 0), "R-3.9, R-5.5",
        logged(21, "double_reach", 18, &["ダブル立直", "ダブルリーチ", "Double Reach", "Daburu riichi"]);
    /// Win within one uninterrupted turn of the riichi.
    2 Ippatsu = "ippatsu", "Ippatsu", "一発", han(1, 0), "R-3.9, R-5.5", logged(2, "ippatsu", 30, &["One shot"]);
    /// Closed hand completed by a draw.
    3 MenzenTsumo = "menzen_tsumo", "Menzen tsumo", "門前清自摸和", han(1, 0), "R-5.5",
        logged(0, "menzenchin_tsumoho", 1, &["Fully Concealed Hand", "Menzenchin tsumohou", "Menzenchin tsumo", "Tsumo", "Self pick"]);
    /// Closed, four sequences, a pair without fu, a two-sided wait.
    4 Pinfu = "pinfu", "Pinfu", "平和", han(1, 0), "R-5.1, R-5.5", logged(7, "pinfu", 14, &["All sequences"]);
    /// No terminals, no honors.
    5 Tanyao = "tanyao", "Tanyao", "断幺九", han(1, 1), "R-5.5", logged(8, "tanyaochu", 12, &["All Simples", "Tanyaochuu", "断ヤオ", "タンヤオ", "断幺"]);
    /// Closed, two identical sequences.
    6 Iipeikou = "iipeikou", "Iipeikou", "一盃口", han(1, 0), "R-5.5", logged(9, "ipeko", 13, &["Pure Double Sequence", "Pure Double Chow", "Iipeiko"]);
    /// Set of white dragons.
    7 Haku = "haku", "Haku", "役牌 白", han(1, 1), "R-5.5", logged(18, "sangenpai", 7, &["White Dragon", "Yakuhai haku", "白"]);
    /// Set of green dragons.
    8 Hatsu = "hatsu", "Hatsu", "役牌 發", han(1, 1), "R-5.5", logged(19, "sangenpai", 8, &["Green Dragon", "Yakuhai hatsu", "發"]);
    /// Set of red dragons.
    9 Chun = "chun", "Chun", "役牌 中", han(1, 1), "R-5.5", logged(20, "sangenpai", 9, &["Red Dragon", "Yakuhai chun", "中"]);
    /// Set of the winner's wind.
    10 SeatWind = "seat_wind", "Seat wind", "自風", han(1, 1), "R-5.5",
        logged(10, "jikaze", 10, &["役牌:自風牌", "役牌:門風牌", "自風牌", "門風牌", "Jikaze", "Yakuhai seat wind"]);
    /// Set of the prevailing wind.
    11 RoundWind = "round_wind", "Round wind", "場風", han(1, 1), "R-5.5",
        logged(14, "bakaze", 11, &["役牌:場風牌", "場風牌", "Prevalent Wind", "Bakaze", "Yakuhai round wind", "Yakuhai prevalent wind"]);
    /// Draw of the last live tile.
    12 Haitei = "haitei", "Haitei", "海底摸月", han(1, 1), "R-3.10", logged(5, "haiteiraoyue", 5, &["Under the Sea", "Haitei raoyue", "海底撈月"]);
    /// Ron on the last discard.
    13 Houtei = "houtei", "Houtei", "河底撈魚", han(1, 1), "R-3.10", logged(6, "hoteiraoyui", 6, &["Under the River", "Houtei raoyui"]);
    /// Win on a replacement tile.
    14 Rinshan = "rinshan", "Rinshan kaihou", "嶺上開花", han(1, 1), "R-3.10",
        logged(4, "rinshankaiho", 4, &["After a Kan", "Rinshan kaihou", "Dead wall draw"]);
    /// Ron on the tile of a kan.
    15 Chankan = "chankan", "Chankan", "槍槓", han(1, 1), "R-4.6", logged(3, "chankan", 3, &["Robbing a Kan", "Robbing the Kan"]);
    /// Seven different pairs.
    16 Chiitoitsu = "chiitoitsu", "Chiitoitsu", "七対子", han(2, 0), "R-5.1, R-5.5", logged(22, "chitoitsu", 25, &["Seven Pairs"]);
    /// The same sequence in all three suits.
    17 SanshokuDoujun = "sanshoku_doujun", "Sanshoku doujun", "三色同順", han(2, 1), "R-5.5",
        logged(25, "sanshokudojun", 17, &["Mixed Triple Sequence", "Mixed Triple Chow", "Sanshoku", "Three Colored Straight"]);
    /// 123, 456 and 789 of one suit.
    18 Ittsuu = "ittsuu", "Ittsuu", "一気通貫", han(2, 1), "R-5.5", logged(24, "ikkitsukan", 16, &["Pure Straight", "Ikkitsuukan", "Ikki tsuukan"]);
    /// A terminal or honor in every set and the pair, with a sequence.
    19 Chanta = "chanta", "Chanta", "混全帯幺九", han(2, 1), "R-5.5",
        logged(23, "honchantaiyao", 15, &["Half Outside Hand", "Mixed Outside Hand", "Outside Hand", "Honchantaiyaochuu", "Honchantaiyao", "Chantaiyao"]);
    /// Four triplets.
    20 Toitoi = "toitoi", "Toitoi", "対々和", han(2, 2), "R-5.5", logged(28, "toitoiho", 21, &["All Triplets", "All Pungs", "Toitoihou", "対対和"]);
    /// Three concealed triplets.
    21 Sanankou = "sanankou", "San'ankou", "三暗刻", han(2, 2), "R-5.1, R-5.5",
        logged(29, "sananko", 22, &["Three Concealed Triplets", "Three Concealed Pungs"]);
    /// The same triplet in all three suits.
    22 SanshokuDoukou = "sanshoku_doukou", "Sanshoku doukou", "三色同刻", han(2, 2), "R-5.5",
        logged(26, "sanshokudoko", 19, &["Triple Triplets", "Triple Pungs", "Triple Pung", "Three Colored Triplets"]);
    /// Three kans.
    23 Sankantsu = "sankantsu", "Sankantsu", "三槓子", han(2, 2), "R-5.5", logged(27, "sankantsu", 20, &["Three Quads", "Three Kans"]);
    /// Two sets and a pair of dragons.
    24 Shousangen = "shousangen", "Shousangen", "小三元", han(2, 2), "R-5.5", logged(30, "shosangen", 23, &["Little Three Dragons"]);
    /// Terminals and honors only.
    25 Honroutou = "honroutou", "Honroutou", "混老頭", han(2, 2), "R-5.5", logged(31, "honroto", 24, &["All Terminals and Honors"]);
    /// Closed, twice two identical sequences.
    26 Ryanpeikou = "ryanpeikou", "Ryanpeikou", "二盃口", han(3, 0), "R-5.5",
        logged(32, "ryanpeko", 28, &["Twice Pure Double Sequence", "Twice Pure Double Chow"]);
    /// A terminal in every set and the pair, with a sequence.
    27 Junchan = "junchan", "Junchan", "純全帯幺九", han(3, 2), "R-5.5",
        logged(33, "junchantaiyao", 26, &["Fully Outside Hand", "Pure Outside Hand", "Junchantaiyaochuu", "Junchantaiyao", "Junchanta"]);
    /// One suit and honors.
    28 Honitsu = "honitsu", "Honitsu", "混一色", han(3, 2), "R-5.5", logged(34, "honiso", 27, &["Half Flush", "Honiisou", "Honiso"]);
    /// One suit.
    29 Chinitsu = "chinitsu", "Chinitsu", "清一色", han(6, 5), "R-5.5", logged(35, "chiniso", 29, &["Full Flush", "Chiniisou", "Chiniso"]);
    /// The dealer's first fourteen tiles.
    30 Tenhou = "tenhou", "Tenhou", "天和", YAKUMAN, "R-3.9, R-5.6", logged(37, "tenho", 35, &["Blessing of Heaven", "Heavenly Hand"]);
    /// Another seat's first draw, before any call.
    31 Chiihou = "chiihou", "Chiihou", "地和", YAKUMAN, "R-3.9, R-5.6", logged(38, "chiho", 36, &["Blessing of Earth", "Earthly Hand"]);
    /// Ron before one's first draw and any call.
    32 Renhou = "renhou", "Renhou", "人和", YAKUMAN, "R-8.2", logged(36, "renho", 59, &["Hand of Man", "Blessing of Man"]);
    /// Every terminal and honor, and one of them again.
    33 Kokushi = "kokushi", "Kokushi musou", "国士無双", YAKUMAN, "R-5.6", logged(47, "kokushimuso", 42, &["Thirteen Orphans", "Kokushi musou"]);
    /// Kokushi that waited for all thirteen.
    34 Kokushi13 = "kokushi_13", "Kokushi musou, thirteen waits", "国士無双１３面", YAKUMAN, "R-5.6",
        logged(48, "kokushimuso", 49, &["国士無双十三面待ち", "国士無双十三面", "国士無双13面待ち", "Thirteen-wait Thirteen Orphans", "Kokushi musou juusanmen", "Kokushi musou juusanmen machi", "Kokushi juusanmen"]);
    /// Four concealed triplets.
    35 Suuankou = "suuankou", "Suuankou", "四暗刻", YAKUMAN, "R-5.6", logged(40, "suanko", 38, &["Four Concealed Triplets", "Four Concealed Pungs"]);
    /// Suuankou that waited for the pair.
    36 SuuankouTanki = "suuankou_tanki", "Suuankou tanki", "四暗刻単騎", YAKUMAN, "R-5.6",
        logged(41, "suanko", 48, &["Single-wait Four Concealed Triplets"]);
    /// Three sets of dragons.
    37 Daisangen = "daisangen", "Daisangen", "大三元", YAKUMAN, "R-5.6", logged(39, "daisangen", 37, &["Big Three Dragons"]);
    /// Three sets and a pair of winds.
    38 Shousuushi = "shousuushi", "Shousuushi", "小四喜", YAKUMAN, "R-5.6", logged(50, "shosushi", 43, &["Four Little Winds", "Little Four Winds"]);
    /// Four sets of winds.
    39 Daisuushi = "daisuushi", "Daisuushi", "大四喜", YAKUMAN, "R-5.6", logged(49, "daisushi", 50, &["Four Big Winds", "Big Four Winds"]);
    /// Honors only.
    40 Tsuuiisou = "tsuuiisou", "Tsuuiisou", "字一色", YAKUMAN, "R-5.6", logged(42, "tsuiso", 39, &["All Honors"]);
    /// Green tiles only: 2s 3s 4s 6s 8s and hatsu.
    41 Ryuuiisou = "ryuuiisou", "Ryuuiisou", "緑一色", YAKUMAN, "R-5.6", logged(43, "ryuiso", 40, &["All Green"]);
    /// Terminals only.
    42 Chinroutou = "chinroutou", "Chinroutou", "清老頭", YAKUMAN, "R-5.6", logged(44, "chinroto", 41, &["All Terminals"]);
    /// Four kans.
    43 Suukantsu = "suukantsu", "Suukantsu", "四槓子", YAKUMAN, "R-5.6", logged(51, "sukantsu", 44, &["Four Quads", "Four Kans"]);
    /// 1112345678999 of one suit and one more of it.
    44 Chuuren = "chuuren", "Chuuren poutou", "九蓮宝燈", YAKUMAN, "R-5.6",
        logged(45, "churenpoton", 45, &["Nine Gates", "Chuuren poutou", "Chuurenpouton"]);
    /// Chuuren that waited for all nine.
    45 JunseiChuuren = "junsei_chuuren", "Junsei chuuren poutou", "純正九蓮宝燈", YAKUMAN, "R-5.6",
        logged(46, "churenpoton", 47, &["True Nine Gates", "Junsei chuuren poutou"]);
    /// Set of norths, among three players where the rules count it.
    59 North = "north", "North", "役牌 北", han(1, 1), "R-6.2", in_no_log();
    /// Riichi with the hand laid open.
    60 OpenRiichi = "open_riichi", "Open riichi", "オープン立直", han(1, 0), "R-10.10", in_no_log();
    /// Ron on the tile of a player who saw the hand of an open riichi.
    61 Sashikomi = "sashikomi", "Sashikomi", "差し込み", YAKUMAN, "R-10.10", in_no_log();
local:
    /// Ron on a riichi declaration tile (燕返し), 1 han.
    46 TsubameGaeshi = "tsubame_gaeshi", "Tsubame gaeshi", "燕返し", han(1, 1), of_mahjong_soul(51, &["燕返"]);
        "when = 'riichi-tile'";
    /// Ron on the discard after a kan (槓振り), 1 han.
    47 Kanburi = "kanburi", "Kanburi", "槓振り", han(1, 1), of_mahjong_soul(52, &["槓振"]);
        "when = 'discard-after-kan'";
    /// Four open sets and a pair wait (十二落抬), 1 han.
    48 ShiiaruRaotai = "shiiaru_raotai", "Shiiaru raotai", "十二落抬", han(0, 1), of_mahjong_soul(53, &["Shiiaruraotai"]);
        "groups = ['4 exposed set']";
    /// All three suits, a wind and a dragon (五門斉), 2 han.
    49 Uumensai = "uumensai", "Uumensai", "五門斉", han(2, 2), of_mahjong_soul(54, &[]);
        "has = 'm p s wind dragon'";
    /// Triplets n, n+1, n+2 of one suit (三連刻), 2 han.
    50 Sanrenkou = "sanrenkou", "Sanrenkou", "三連刻", han(2, 2), of_mahjong_soul(55, &["Three Chained Triplets"]);
        "groups = ['axxx', 'ax+1x+1x+1', 'ax+2x+2x+2']";
    /// Three identical sequences (一色三順), 3 han, open 2.
    51 IsshokuSanjun = "isshoku_sanjun", "Isshoku sanjun", "一色三順", han(3, 2), of_mahjong_soul(56, &["一色三同順", "Pure Triple Chow"]);
        "groups = ['3 axx+1x+2']", "replaces = ['iipeikou']";
    /// Haitei on 1p (一筒摸月), 5 han.
    52 IipinMoyue = "iipin_moyue", "Iipin moyue", "一筒摸月", han(5, 5), of_mahjong_soul(57, &["Iipinmoyue"]);
        "when = ['tsumo', 'last-tile']", "winning_tile = '1p'", "replaces = ['haitei']";
    /// Houtei on 9p (九筒撈魚), 5 han.
    53 ChuupinRaoyui = "chuupin_raoyui", "Chuupin raoyui", "九筒撈魚", han(5, 5), of_mahjong_soul(58, &["Chuupinraoyui"]);
        "when = ['ron', 'last-tile']", "winning_tile = '9p'", "replaces = ['houtei']";
    /// 22334455667788p (大車輪), yakuman.
    54 Daisharin = "daisharin", "Daisharin", "大車輪", YAKUMAN, of_mahjong_soul(60, &["Big Wheels"]);
        "when = 'closed'", "has = '22334455667788p'";
    /// 22334455667788s (大竹林), yakuman.
    55 Daichikurin = "daichikurin", "Daichikurin", "大竹林", YAKUMAN, of_mahjong_soul(61, &["Bamboo Forest"]);
        "when = 'closed'", "has = '22334455667788s'";
    /// 22334455667788m (大数隣), yakuman.
    56 Daisuurin = "daisuurin", "Daisuurin", "大数隣", YAKUMAN, of_mahjong_soul(62, &["Numerous Neighbours"]);
        "when = 'closed'", "has = '22334455667788m'";
    /// Double riichi with haitei or houtei (石の上にも三年), yakuman.
    57 IshiNoUeNimoSannen = "ishi_no_ue_nimo_sannen", "Ishi no ue nimo sannen", "石の上にも三年", YAKUMAN, of_mahjong_soul(63, &["石上三年", "Ishinouenimosannen"]);
        "when = ['double-riichi', 'last-tile']";
    /// Seven pairs of honors (大七星), yakuman; twice where `double_yakuman` says so.
    58 Daichisei = "daichisei", "Daichisei", "大七星", YAKUMAN, of_mahjong_soul(64, &["Big Seven Stars"]);
        "has = '11223344556677z'", "replaces = ['tsuuiisou']";
}

/// All yaku, in order of number.
pub const YAKU: [YakuInfo; Yaku::COUNT] = {
    let (mut sorted, mut i) = ([ROWS[0]; Yaku::COUNT], 0);
    while i < ROWS.len() {
        assert!((ROWS[i].yaku as usize) < Yaku::COUNT, "there is no gap in the numbers of yaku");
        sorted[ROWS[i].yaku as usize] = ROWS[i];
        i += 1;
    }
    sorted
};

impl Yaku {
    /// Number of yaku.
    pub const COUNT: usize = ROWS.len();
}

impl LocalYaku {
    /// Its row among all yaku.
    pub const fn info(self) -> &'static YakuInfo {
        LOCAL[self as usize].0.info()
    }
}

impl LocalYakuSet {
    /// Those that Mahjong Soul plays.
    pub(crate) fn of_mahjong_soul() -> LocalYakuSet {
        let theirs = LocalYakuSet::ALL.iter().filter(|local| local.info().logs.mahjong_soul.is_some());
        LocalYakuSet::of(&theirs.collect::<Vec<_>>())
    }
}

impl YakuSet {
    /// The yaku that every ruleset plays: all but the local ones and those after them.
    pub(crate) const STANDARD: YakuSet = YakuSet((1 << Yaku::TsubameGaeshi as u8) - 1);
}

const fn row(
    yaku: Yaku,
    [slug, name, kanji]: [&'static str; 3],
    (closed, open, yakuman): (u8, u8, bool),
    clause: &'static str,
    logs: LogNames,
) -> YakuInfo {
    YakuInfo { yaku, slug, name, kanji, closed, open, yakuman, clause, logs }
}

/// Han in a closed and in an open hand, and whether it is a yakuman.
const fn han(closed: u8, open: u8) -> (u8, u8, bool) {
    (closed, open, false)
}

const YAKUMAN: (u8, u8, bool) = (0, 0, true);

/// In logs: Tenhou's number, the name in mjai, Mahjong Soul's number, and other names.
const fn logged(
    tenhou: u8,
    mjai: &'static str,
    mahjong_soul: u8,
    others: &'static [&'static str],
) -> LogNames {
    LogNames { tenhou: Some(tenhou), mjai: Some(mjai), mahjong_soul: Some(mahjong_soul), others }
}

/// In logs of Mahjong Soul only: its number, and other names.
const fn of_mahjong_soul(mahjong_soul: u8, others: &'static [&'static str]) -> LogNames {
    LogNames { mahjong_soul: Some(mahjong_soul), others, ..in_no_log() }
}

/// In logs of this program only.
const fn in_no_log() -> LogNames {
    LogNames { tenhou: None, mjai: None, mahjong_soul: None, others: &[] }
}
