//! The yaku: what each is worth, when it holds above ten and a half, and what it leaves no room for. The only place
//! with these numbers.
//!
//! Numbers are those of [`crate::game::WinRecord::yaku`] and part of the record format. Source: RULES.md T-3.

/// One yaku, in the order of RULES.md. Names are those of the game, as spoken in Japanese.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Yaku {
    /// Won at all (基本点).
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

/// All yaku in order of number.
const ALL: [Yaku; Yaku::COUNT] = [
    Kihonten,
    Honba,
    Chanfonpai,
    Dora,
    Honuupai,
    Fuchuechan,
    Chunjantoi,
    Tanhanpai,
    Huniisoo,
    Chantayao,
    Chensanyuen,
    Sanfonpai,
    Chensaimen,
    Suushuupai,
    Chiniisoo,
    Toppanfu,
    Uuchanfu,
    Tsumofu,
    Tonshunfu,
    Shanhonfu,
    Shanfuchue,
    Sansooton,
    Shantoitsu,
    Chinsuuchan,
    Uumenchi,
    Toppanron,
    Uusuupai,
    Ryuuchanfu,
    Tonkufu,
    Haniisoo,
    Maachanfu,
    Toppanchin,
    Chiichanfu,
];

/// What a mangan is worth in han, nothing else added (T-3.1).
pub const MANGAN: u16 = 40;

impl Yaku {
    /// How many there are.
    pub const COUNT: usize = Chiichanfu as usize + 1;

    /// The yaku of this number, below [`Yaku::COUNT`].
    pub const fn of(number: u8) -> Yaku {
        ALL[number as usize]
    }

    /// The name in records.
    pub const fn slug(self) -> &'static str {
        match self {
            Kihonten => "kihonten",
            Honba => "honba",
            Chanfonpai => "chanfonpai",
            Dora => "dora",
            Honuupai => "honuupai",
            Fuchuechan => "fuchuechan",
            Chunjantoi => "chunjantoi",
            Tanhanpai => "tanhanpai",
            Huniisoo => "huniisoo",
            Chantayao => "chantayao",
            Chensanyuen => "chensanyuen",
            Sanfonpai => "sanfonpai",
            Chensaimen => "chensaimen",
            Suushuupai => "suushuupai",
            Chiniisoo => "chiniisoo",
            Toppanfu => "toppanfu",
            Uuchanfu => "uuchanfu",
            Tsumofu => "tsumofu",
            Tonshunfu => "tonshunfu",
            Shanhonfu => "shanhonfu",
            Shanfuchue => "shanfuchue",
            Sansooton => "sansooton",
            Shantoitsu => "shantoitsu",
            Chinsuuchan => "chinsuuchan",
            Uumenchi => "uumenchi",
            Toppanron => "toppanron",
            Uusuupai => "uusuupai",
            Ryuuchanfu => "ryuuchanfu",
            Tonkufu => "tonkufu",
            Haniisoo => "haniisoo",
            Maachanfu => "maachanfu",
            Toppanchin => "toppanchin",
            Chiichanfu => "chiichanfu",
        }
    }

    /// Han of the yaku, once; of [`Tonkufu`] where it is no mangan.
    pub const fn han(self) -> u16 {
        match self {
            Kihonten | Honba | Chanfonpai | Dora => 1,
            Toppanfu | Uuchanfu | Tsumofu | Tonshunfu => 1,
            Honuupai | Fuchuechan | Chunjantoi | Tanhanpai | Huniisoo | Chantayao | Chensanyuen
            | Sanfonpai | Chensaimen | Suushuupai | Chiniisoo => 3,
            Shanhonfu | Shanfuchue | Sansooton | Shantoitsu | Chinsuuchan | Uumenchi | Toppanron
            | Uusuupai | Ryuuchanfu | Tonkufu => 10,
            Haniisoo | Maachanfu | Toppanchin | Chiichanfu => MANGAN,
        }
    }

    /// What is not counted beside this yaku.
    const fn excludes(self) -> YakuSet {
        match self {
            Shanhonfu => YakuSet::of(&[Honuupai]),
            Shanfuchue => YakuSet::of(&[Fuchuechan]),
            Sansooton => YakuSet::of(&[Chensaimen]),
            Chinsuuchan => YakuSet::of(&[Huniisoo, Chiniisoo, Suushuupai]),
            Uumenchi => YakuSet::of(&[Uuchanfu, Chensaimen]),
            Toppanron => YakuSet::of(&[Uuchanfu, Toppanfu]),
            Uusuupai => YakuSet::of(&[Uuchanfu, Tanhanpai, Suushuupai]),
            Ryuuchanfu => YakuSet::of(&[Uuchanfu]),
            _ => YakuSet::EMPTY,
        }
    }
}

/// Some yaku.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct YakuSet(u64);

impl YakuSet {
    /// None.
    pub const EMPTY: YakuSet = YakuSet(0);
    /// Those that count for any winner.
    pub const BONUSES: YakuSet = YakuSet(YakuSet::of(&[Toppanfu]).0 - 1);
    /// Those that win when declared.
    pub const WINNING: YakuSet = YakuSet((1 << Yaku::COUNT) - 1 - YakuSet::BONUSES.0);
    /// Bonuses of a han, which count above ten and a half too.
    pub const ALWAYS: YakuSet = YakuSet::of(&[Kihonten, Honba, Chanfonpai, Dora]);
    /// Those that pay a flat sum; a triplet does not always.
    pub const MANGAN: YakuSet = YakuSet::of(&[Tonkufu, Haniisoo, Maachanfu, Toppanchin, Chiichanfu]);

    /// The winning yaku that hold above ten and a half where they are the whole hand, of so many tiles (T-3.4).
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

    /// These yaku.
    pub const fn of(yaku: &[Yaku]) -> YakuSet {
        let (mut bits, mut i) = (0, 0);
        while i < yaku.len() {
            bits |= 1 << yaku[i] as u8;
            i += 1;
        }
        YakuSet(bits)
    }

    /// Adds a yaku where it holds.
    #[inline]
    pub(super) fn put(&mut self, yaku: Yaku, holds: bool) {
        self.0 |= (holds as u64) << yaku as u8;
    }

    /// Is the yaku among them?
    #[inline]
    pub const fn has(self, yaku: Yaku) -> bool {
        self.0 >> yaku as u8 & 1 != 0
    }

    /// Is there none?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: YakuSet) -> YakuSet {
        YakuSet(self.0 & other.0)
    }

    /// Those in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: YakuSet) -> YakuSet {
        YakuSet(self.0 | other.0)
    }

    /// Those not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: YakuSet) -> YakuSet {
        YakuSet(self.0 & !other.0)
    }

    /// Without what others among them leave no room for.
    #[inline]
    #[must_use]
    pub fn after_exclusions(self) -> YakuSet {
        const EXCLUDING: YakuSet = YakuSet::of(&[
            Shanhonfu,
            Shanfuchue,
            Sansooton,
            Chinsuuchan,
            Uumenchi,
            Toppanron,
            Uusuupai,
            Ryuuchanfu,
        ]);
        self.and(EXCLUDING).iter().fold(self, |left, yaku| left.without(yaku.excludes()))
    }

    /// The bits, yaku `n` at bit `n`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The yaku in order of number.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Yaku> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let number = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (number < u64::BITS).then(|| Yaku::of(number as u8))
        })
    }
}

impl std::fmt::Debug for YakuSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_belong_to_one_yaku_each() {
        let mut slugs: Vec<&str> = ALL.map(Yaku::slug).to_vec();
        assert!(ALL.iter().enumerate().all(|(number, &yaku)| yaku as usize == number));
        slugs.sort();
        slugs.dedup();
        assert_eq!(slugs.len(), Yaku::COUNT);
    }

    #[test]
    fn every_exclusion_is_applied() {
        for yaku in ALL {
            let both = yaku.excludes().or(YakuSet::of(&[yaku]));
            assert_eq!(both.after_exclusions(), YakuSet::of(&[yaku]));
        }
    }

    #[test]
    fn the_groups_are_those_of_the_list() {
        assert_eq!((YakuSet::BONUSES.iter().count(), YakuSet::WINNING.iter().count()), (15, 18));
        assert!(YakuSet::WINNING.has(Toppanfu) && YakuSet::WINNING.has(Chiichanfu));
        assert!(YakuSet::BONUSES.has(Chiniisoo) && !YakuSet::BONUSES.has(Toppanfu));
    }
}
