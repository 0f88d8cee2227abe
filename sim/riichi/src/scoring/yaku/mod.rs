//! Yaku (役): the name and value of each, and sets of them as one word.
//!
//! `table` has a row for each. Which yaku a hand has is decided in three files, by what they look at: [`circumstance`] (how it
//! was won), [`tiles`] (which kinds are in it) and [`sets`] (how it divides into sets); the conditions of local yaku are in
//! their rows, which [`local`] reads. Yaku of a rules file are no variants of [`Yaku`]: [`crate::scoring::written_yaku`].
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
//! | a written yaku | what it `replaces` | rows of local yaku, rules files (R-8.3) |
//!
//! # Numbers
//!
//! A yaku is a bit of [`YakuSet`] and of [`hyakuman_core::game::WinRecord::yaku`], and its number is part of the record format.
//! Each variant of the engine has its own numbering, [`crate::Variant::YAKU_NAMES`]: in Toutenkou the
//! specials follow the 46 standard yaku.
//!
//! `names_are_sound` checks each numbering at compile time; `numbers_in_records_are_pinned` says what moved. When the 64 numbers are
//! used up (62 are), the word becomes a `u128`: here, in `common::yaku_set` and in `WinRecord::yaku`; the column `yaku` of the table `wins`, a `u64`, keeps
//! numbers 0 to 63, and a second column takes those from 64 on, which is a new version of the record format.

pub mod circumstance;
pub mod local;
pub mod sets;
mod table;
pub mod tiles;

pub(crate) use table::LOCAL;
pub use table::{LocalYaku, LocalYakuSet, YAKU, Yaku};

use hyakuman_core::common::yaku_set;

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
    /// Its names in logs.
    pub logs: LogNames,
}

/// What a yaku is called in logs, besides its name as Tenhou prints it and its name in records.
#[derive(Clone, Copy, Debug)]
pub struct LogNames {
    /// Number on Tenhou; of a wind, that of the east one, which the others follow.
    pub tenhou: Option<u8>,
    /// Name in the mjai of gimite's server, where winds and dragons share a name, and so do the variants of a yakuman.
    pub mjai: Option<&'static str>,
    /// Number in Mahjong Soul.
    pub mahjong_soul: Option<u8>,
    /// Mahjong Soul's names in Japanese, Chinese and English, those of mjai servers, other English and romaji names.
    pub others: &'static [&'static str],
}

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

/// [`YAKU`] in one place of the memory.
const ROWS: &[YakuInfo; Yaku::COUNT] = &YAKU;

impl Yaku {
    /// The yaku with this number, below [`Yaku::COUNT`].
    pub const fn of(number: u8) -> Yaku {
        ROWS[number as usize].yaku
    }

    /// Names and worth.
    pub const fn info(self) -> &'static YakuInfo {
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
