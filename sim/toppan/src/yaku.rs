//! The yaku: han, which of them hold above ten and a half, and which exclude which.
//!
//! Numbers are those of [`hyakuman_core::game::WinRecord::yaku`] and part of the record format. Source: RULES.md T-3.

use hyakuman_core::common::yaku_set;

/// Declares the yaku in order of number: the name in records, the Japanese name, the han of the yaku once (of [`Tonkufu`] where it is no mangan), and the yaku that
/// are not counted with it.
macro_rules! yaku {
    ($($(#[$doc:meta])+ $yaku:ident = $slug:literal $kanji:literal, $han:expr $(, $($excluded:ident)+)?;)+) => {
        /// One yaku, in the order of RULES.md. Names are those of the game, as spoken in Japanese.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[repr(u8)]
        pub enum Yaku { $($(#[$doc])+ #[doc = concat!("(", $kanji, ")")] $yaku),+ }

        impl Yaku {
            /// Number of yaku.
            pub const COUNT: usize = [$($slug),+].len();
        }

        const YAKU: [Entry; Yaku::COUNT] = [$(Entry {
            yaku: $yaku,
            slug: $slug,
            kanji: $kanji,
            han: $han,
            excludes: YakuSet::of(&[$($($excluded),+)?]),
        }),+];
    };
}

yaku! {
    /// Any win.
    Kihonten = "kihonten" "基本点", 1;
    /// Honba on the table.
    Honba = "honba" "延続点", 1;
    /// Tiles of the round wind.
    Chanfonpai = "chanfonpai" "圏風牌", 1;
    /// Dora.
    Dora = "dora" "ドラ", 1;
    /// Red fives.
    Honuupai = "honuupai" "紅五牌", 3;
    /// Last copies, the other three shown as indicators.
    Fuchuechan = "fuchuechan" "和絶張", 3;
    /// A pair.
    Chunjantoi = "chunjantoi" "純正対", 3;
    /// No honors.
    Tanhanpai = "tanhanpai" "断半牌", 3;
    /// One suit and honors.
    Huniisoo = "huniisoo" "混一色", 3;
    /// Ones, nines and honors only.
    Chantayao = "chantayao" "全帯幺", 3;
    /// All three dragons.
    Chensanyuen = "chensanyuen" "全三元", 3;
    /// Three kinds of wind.
    Sanfonpai = "sanfonpai" "三風牌", 3;
    /// All three suits.
    Chensaimen = "chensaimen" "全彩門", 3;
    /// Four number tiles.
    Suushuupai = "suushuupai" "四数牌", 3;
    /// Three tiles of one suit, no honors.
    Chiniisoo = "chiniisoo" "清一色", 3;
    /// Exactly ten and a half.
    Toppanfu = "toppanfu" "十半和", 1;
    /// Five tiles.
    Uuchanfu = "uuchanfu" "五張和", 1;
    /// The first two tiles alike.
    Tsumofu = "tsumofu" "自摸和", 1;
    /// A sequence.
    Tonshunfu = "tonshunfu" "同順和", 1;
    /// Two red fives.
    Shanhonfu = "shanhonfu" "双紅和", 10, Honuupai;
    /// Two last copies.
    Shanfuchue = "shanfuchue" "双和絶", 10, Fuchuechan;
    /// One number in all three suits.
    Sansooton = "sansooton" "三色同", 10, Chensaimen;
    /// Two pairs.
    Shantoitsu = "shantoitsu" "双対子", 10;
    /// Four number tiles of one suit.
    Chinsuuchan = "chinsuuchan" "清四張", 10, Huniisoo Chiniisoo Suushuupai;
    /// Three suits, a wind and a dragon.
    Uumenchi = "uumenchi" "五門斉", 10, Uuchanfu Chensaimen;
    /// One, two, three, four and an honor.
    Toppanron = "toppanron" "十半龍", 10, Uuchanfu Toppanfu;
    /// Five number tiles.
    Uusuupai = "uusuupai" "五数牌", 10, Uuchanfu Tanhanpai Suushuupai;
    /// Six tiles.
    Ryuuchanfu = "ryuuchanfu" "六張和", 10, Uuchanfu;
    /// A triplet.
    Tonkufu = "tonkufu" "同刻和", 10;
    /// Five honors.
    Haniisoo = "haniisoo" "半一色", MANGAN;
    /// A sequence and a pair.
    Maachanfu = "maachanfu" "麻将和", MANGAN;
    /// Toppanron in one suit.
    Toppanchin = "toppanchin" "十半清", MANGAN;
    /// Seven tiles.
    Chiichanfu = "chiichanfu" "七張和", MANGAN;
}

use Yaku::*;

/// One line of the table.
struct Entry {
    yaku: Yaku,
    slug: &'static str,
    kanji: &'static str,
    han: u16,
    excludes: YakuSet,
}

/// The han of a mangan, to which nothing is added (T-3.1).
pub const MANGAN: u16 = 40;

impl Yaku {
    /// The yaku of this number, below [`Yaku::COUNT`].
    pub const fn of(number: u8) -> Yaku {
        YAKU[number as usize].yaku
    }

    /// The name in records.
    pub const fn slug(self) -> &'static str {
        YAKU[self as usize].slug
    }

    /// The Japanese name.
    pub const fn kanji(self) -> &'static str {
        YAKU[self as usize].kanji
    }

    /// Han of the yaku, once; of [`Tonkufu`] where it is no mangan.
    pub const fn han(self) -> u16 {
        YAKU[self as usize].han
    }
}

yaku_set! {
    /// Some yaku.
    YakuSet of Yaku
}

impl YakuSet {
    /// Bonuses of a han, which count above ten and a half too.
    pub(crate) const ALWAYS: YakuSet = YakuSet::of(&[Kihonten, Honba, Chanfonpai, Dora]);
    /// Those that are a mangan; a triplet is one only in some hands.
    pub const MANGAN: YakuSet = YakuSet::of(&[Tonkufu, Haniisoo, Maachanfu, Toppanchin, Chiichanfu]);

    /// The winning yaku of `tiles` tiles that hold above ten and a half if they are the whole hand (T-3.4).
    #[inline]
    pub const fn pure(tiles: usize) -> YakuSet {
        match tiles {
            2 => YakuSet::of(&[Tsumofu, Shanfuchue]),
            3 => YakuSet::of(&[Tonshunfu, Sansooton, Tonkufu]),
            4 => YakuSet::of(&[Shantoitsu]),
            5 => YakuSet::of(&[Maachanfu]),
            _ => YakuSet::EMPTY,
        }
    }

    /// The set without the yaku that others in it exclude.
    #[inline]
    #[must_use]
    pub(crate) fn after_exclusions(self) -> YakuSet {
        self.and(EXCLUDING).iter().fold(self, |left, yaku| left.without(YAKU[yaku as usize].excludes))
    }
}

/// The yaku that exclude others.
const EXCLUDING: YakuSet = {
    let (mut bits, mut i) = (0, 0);
    while i < Yaku::COUNT {
        bits |= (!YAKU[i].excludes.is_empty() as u64) << i;
        i += 1;
    }
    YakuSet(bits)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_belong_to_one_yaku_each() {
        let mut slugs: Vec<&str> = YAKU.iter().map(|entry| entry.slug).collect();
        assert!(YAKU.iter().enumerate().all(|(number, entry)| entry.yaku as usize == number));
        slugs.sort();
        slugs.dedup();
        assert_eq!(slugs.len(), Yaku::COUNT);
    }

    #[test]
    fn every_exclusion_is_applied() {
        for Entry { yaku, excludes, .. } in &YAKU {
            let one = YakuSet::of(&[*yaku]);
            assert_eq!(excludes.or(one).after_exclusions(), one);
        }
    }
}
