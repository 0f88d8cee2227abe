//! The yaku: han, which of them hold above ten and a half, and which exclude which.
//!
//! Numbers are those of [`hyakuman_game::WinRecord::yaku`] and part of the record format. Source: RULES.md T-3.

use hyakuman_common::yaku_set;

/// Declares the yaku in order of number: the name, the han of the yaku once (of [`Tonkufu`] where it is no mangan), and the yaku that
/// are not counted with it.
macro_rules! yaku {
    ($($(#[$doc:meta])+ $yaku:ident = $slug:literal, $han:expr $(, $($excluded:ident)+)?;)+) => {
        /// One yaku, in the order of RULES.md. Names are those of the game, as spoken in Japanese.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[repr(u8)]
        pub enum Yaku { $($(#[$doc])+ $yaku),+ }

        impl Yaku {
            /// Number of yaku.
            pub const COUNT: usize = [$($slug),+].len();
        }

        const YAKU: [Entry; Yaku::COUNT] = [$(Entry {
            yaku: $yaku,
            slug: $slug,
            han: $han,
            excludes: YakuSet::of(&[$($($excluded),+)?]),
        }),+];
    };
}

yaku! {
    /// Any win (基本点).
    Kihonten = "kihonten", 1;
    /// Honba on the table (延続点).
    Honba = "honba", 1;
    /// Tiles of the round wind (圏風牌).
    Chanfonpai = "chanfonpai", 1;
    /// Dora (ドラ).
    Dora = "dora", 1;
    /// Red fives (紅五牌).
    Honuupai = "honuupai", 3;
    /// Last copies, the other three shown as indicators (和絶張).
    Fuchuechan = "fuchuechan", 3;
    /// A pair (純正対).
    Chunjantoi = "chunjantoi", 3;
    /// No honors (断半牌).
    Tanhanpai = "tanhanpai", 3;
    /// One suit and honors (混一色).
    Huniisoo = "huniisoo", 3;
    /// Ones, nines and honors only (全帯幺).
    Chantayao = "chantayao", 3;
    /// All three dragons (全三元).
    Chensanyuen = "chensanyuen", 3;
    /// Three kinds of wind (三風牌).
    Sanfonpai = "sanfonpai", 3;
    /// All three suits (全彩門).
    Chensaimen = "chensaimen", 3;
    /// Four number tiles (四数牌).
    Suushuupai = "suushuupai", 3;
    /// Three tiles of one suit, no honors (清一色).
    Chiniisoo = "chiniisoo", 3;
    /// Exactly ten and a half (十半和).
    Toppanfu = "toppanfu", 1;
    /// Five tiles (五張和).
    Uuchanfu = "uuchanfu", 1;
    /// The first two tiles alike (自摸和).
    Tsumofu = "tsumofu", 1;
    /// A sequence (同順和).
    Tonshunfu = "tonshunfu", 1;
    /// Two red fives (双紅和).
    Shanhonfu = "shanhonfu", 10, Honuupai;
    /// Two last copies (双和絶).
    Shanfuchue = "shanfuchue", 10, Fuchuechan;
    /// One number in all three suits (三色同).
    Sansooton = "sansooton", 10, Chensaimen;
    /// Two pairs (双対子).
    Shantoitsu = "shantoitsu", 10;
    /// Four number tiles of one suit (清四張).
    Chinsuuchan = "chinsuuchan", 10, Huniisoo Chiniisoo Suushuupai;
    /// Three suits, a wind and a dragon (五門斉).
    Uumenchi = "uumenchi", 10, Uuchanfu Chensaimen;
    /// One, two, three, four and an honor (十半龍).
    Toppanron = "toppanron", 10, Uuchanfu Toppanfu;
    /// Five number tiles (五数牌).
    Uusuupai = "uusuupai", 10, Uuchanfu Tanhanpai Suushuupai;
    /// Six tiles (六張和).
    Ryuuchanfu = "ryuuchanfu", 10, Uuchanfu;
    /// A triplet (同刻和).
    Tonkufu = "tonkufu", 10;
    /// Five honors (半一色).
    Haniisoo = "haniisoo", MANGAN;
    /// A sequence and a pair (麻将和).
    Maachanfu = "maachanfu", MANGAN;
    /// Toppanron in one suit (十半清).
    Toppanchin = "toppanchin", MANGAN;
    /// Seven tiles (七張和).
    Chiichanfu = "chiichanfu", MANGAN;
}

use Yaku::*;

/// One line of the table.
struct Entry {
    yaku: Yaku,
    slug: &'static str,
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
