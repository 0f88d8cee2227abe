//! The yaku of Tenhou's logs: number in mjlog, words in tenhou.net/6, our name.

use std::fmt;

/// A yaku or a sort of dora as the logs count it: Tenhou's number, 0 to 54.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogYaku(u8);

/// Our name and Tenhou's words, by Tenhou's number.
const NAMES: [(&str, &str); 55] = [
    ("menzen_tsumo", "門前清自摸和"),
    ("riichi", "立直"),
    ("ippatsu", "一発"),
    ("chankan", "槍槓"),
    ("rinshan", "嶺上開花"),
    ("haitei", "海底摸月"),
    ("houtei", "河底撈魚"),
    ("pinfu", "平和"),
    ("tanyao", "断幺九"),
    ("iipeikou", "一盃口"),
    ("seat_east", "自風 東"),
    ("seat_south", "自風 南"),
    ("seat_west", "自風 西"),
    ("seat_north", "自風 北"),
    ("round_east", "場風 東"),
    ("round_south", "場風 南"),
    ("round_west", "場風 西"),
    ("round_north", "場風 北"),
    ("haku", "役牌 白"),
    ("hatsu", "役牌 發"),
    ("chun", "役牌 中"),
    ("double_riichi", "両立直"),
    ("chiitoitsu", "七対子"),
    ("chanta", "混全帯幺九"),
    ("ittsuu", "一気通貫"),
    ("sanshoku_doujun", "三色同順"),
    ("sanshoku_doukou", "三色同刻"),
    ("sankantsu", "三槓子"),
    ("toitoi", "対々和"),
    ("sanankou", "三暗刻"),
    ("shousangen", "小三元"),
    ("honroutou", "混老頭"),
    ("ryanpeikou", "二盃口"),
    ("junchan", "純全帯幺九"),
    ("honitsu", "混一色"),
    ("chinitsu", "清一色"),
    ("renhou", "人和"),
    ("tenhou", "天和"),
    ("chiihou", "地和"),
    ("daisangen", "大三元"),
    ("suuankou", "四暗刻"),
    ("suuankou_tanki", "四暗刻単騎"),
    ("tsuuiisou", "字一色"),
    ("ryuuiisou", "緑一色"),
    ("chinroutou", "清老頭"),
    ("chuuren", "九蓮宝燈"),
    ("junsei_chuuren", "純正九蓮宝燈"),
    ("kokushi", "国士無双"),
    ("kokushi_13", "国士無双１３面"),
    ("daisuushi", "大四喜"),
    ("shousuushi", "小四喜"),
    ("suukantsu", "四槓子"),
    ("dora", "ドラ"),
    ("ura", "裏ドラ"),
    ("aka", "赤ドラ"),
];

impl LogYaku {
    /// Dora by indicator, norths set aside included.
    pub const DORA: LogYaku = LogYaku(52);
    /// Ura dora.
    pub const URA: LogYaku = LogYaku(53);
    /// Red fives.
    pub const AKA: LogYaku = LogYaku(54);

    /// The yaku with this number in mjlog.
    pub fn from_number(number: u32) -> Option<LogYaku> {
        (number < NAMES.len() as u32).then_some(LogYaku(number as u8))
    }

    /// The yaku with these words in tenhou.net/6.
    pub fn from_words(words: &str) -> Option<LogYaku> {
        NAMES.iter().position(|&(_, theirs)| theirs == words).map(|i| LogYaku(i as u8))
    }

    /// Our name.
    pub fn name(self) -> &'static str {
        NAMES[self.0 as usize].0
    }

    /// Tenhou's words.
    pub fn words(self) -> &'static str {
        NAMES[self.0 as usize].1
    }

    /// Is it dora of some sort, no yaku?
    pub fn is_dora(self) -> bool {
        self >= LogYaku::DORA
    }
}

impl fmt::Debug for LogYaku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
