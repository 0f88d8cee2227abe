//! The yaku: han, which of them hold above ten and a half, and which exclude which.
//!
//! Numbers are those of [`hyakuman_game::WinRecord::yaku`] and part of the record format. Source: RULES.md T-3.

use hyakuman_common::yaku_set;

/// One yaku, in the order of RULES.md. Names are those of the game, as spoken in Japanese.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Yaku {
    /// Any win (基本点).
    Kihonten,
    /// Honba on the table (延続点).
    Honba,
    /// Tiles of the round wind (圏風牌).
    Chanfonpai,
    /// Dora (ドラ).
    Dora,
    /// Red fives (紅五牌).
    Honuupai,
    /// Last copies, the other three shown as indicators (和絶張).
    Fuchuechan,
    /// A pair (純正対).
    Chunjantoi,
    /// No honors (断半牌).
    Tanhanpai,
    /// One suit and honors (混一色).
    Huniisoo,
    /// Ones, nines and honors only (全帯幺).
    Chantayao,
    /// All three dragons (全三元).
    Chensanyuen,
    /// Three kinds of wind (三風牌).
    Sanfonpai,
    /// All three suits (全彩門).
    Chensaimen,
    /// Four number tiles (四数牌).
    Suushuupai,
    /// Three tiles of one suit, no honors (清一色).
    Chiniisoo,
    /// Exactly ten and a half (十半和).
    Toppanfu,
    /// Five tiles (五張和).
    Uuchanfu,
    /// The first two tiles alike (自摸和).
    Tsumofu,
    /// A sequence (同順和).
    Tonshunfu,
    /// Two red fives (双紅和).
    Shanhonfu,
    /// Two last copies (双和絶).
    Shanfuchue,
    /// One number in all three suits (三色同).
    Sansooton,
    /// Two pairs (双対子).
    Shantoitsu,
    /// Four number tiles of one suit (清四張).
    Chinsuuchan,
    /// Three suits, a wind and a dragon (五門斉).
    Uumenchi,
    /// One, two, three, four and an honor (十半龍).
    Toppanron,
    /// Five number tiles (五数牌).
    Uusuupai,
    /// Six tiles (六張和).
    Ryuuchanfu,
    /// A triplet (同刻和).
    Tonkufu,
    /// Five honors (半一色).
    Haniisoo,
    /// A sequence and a pair (麻将和).
    Maachanfu,
    /// Toppanron in one suit (十半清).
    Toppanchin,
    /// Seven tiles (七張和).
    Chiichanfu,
}

use Yaku::*;

/// One line of the table.
struct Entry {
    yaku: Yaku,
    slug: &'static str,
    han: u16,
    excludes: YakuSet,
}

/// The table, in order of number: name, han of the yaku once (of [`Tonkufu`] where it is no mangan), and the yaku that are
/// not counted with it.
const YAKU: [Entry; Yaku::COUNT] = [
    entry(Kihonten, "kihonten", 1, &[]),
    entry(Honba, "honba", 1, &[]),
    entry(Chanfonpai, "chanfonpai", 1, &[]),
    entry(Dora, "dora", 1, &[]),
    entry(Honuupai, "honuupai", 3, &[]),
    entry(Fuchuechan, "fuchuechan", 3, &[]),
    entry(Chunjantoi, "chunjantoi", 3, &[]),
    entry(Tanhanpai, "tanhanpai", 3, &[]),
    entry(Huniisoo, "huniisoo", 3, &[]),
    entry(Chantayao, "chantayao", 3, &[]),
    entry(Chensanyuen, "chensanyuen", 3, &[]),
    entry(Sanfonpai, "sanfonpai", 3, &[]),
    entry(Chensaimen, "chensaimen", 3, &[]),
    entry(Suushuupai, "suushuupai", 3, &[]),
    entry(Chiniisoo, "chiniisoo", 3, &[]),
    entry(Toppanfu, "toppanfu", 1, &[]),
    entry(Uuchanfu, "uuchanfu", 1, &[]),
    entry(Tsumofu, "tsumofu", 1, &[]),
    entry(Tonshunfu, "tonshunfu", 1, &[]),
    entry(Shanhonfu, "shanhonfu", 10, &[Honuupai]),
    entry(Shanfuchue, "shanfuchue", 10, &[Fuchuechan]),
    entry(Sansooton, "sansooton", 10, &[Chensaimen]),
    entry(Shantoitsu, "shantoitsu", 10, &[]),
    entry(Chinsuuchan, "chinsuuchan", 10, &[Huniisoo, Chiniisoo, Suushuupai]),
    entry(Uumenchi, "uumenchi", 10, &[Uuchanfu, Chensaimen]),
    entry(Toppanron, "toppanron", 10, &[Uuchanfu, Toppanfu]),
    entry(Uusuupai, "uusuupai", 10, &[Uuchanfu, Tanhanpai, Suushuupai]),
    entry(Ryuuchanfu, "ryuuchanfu", 10, &[Uuchanfu]),
    entry(Tonkufu, "tonkufu", 10, &[]),
    entry(Haniisoo, "haniisoo", MANGAN, &[]),
    entry(Maachanfu, "maachanfu", MANGAN, &[]),
    entry(Toppanchin, "toppanchin", MANGAN, &[]),
    entry(Chiichanfu, "chiichanfu", MANGAN, &[]),
];

const fn entry(yaku: Yaku, slug: &'static str, han: u16, excludes: &[Yaku]) -> Entry {
    Entry { yaku, slug, han, excludes: YakuSet::of(excludes) }
}

/// The han of a mangan, to which nothing is added (T-3.1).
pub const MANGAN: u16 = 40;

impl Yaku {
    /// Number of yaku.
    pub const COUNT: usize = Chiichanfu as usize + 1;

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
