//! Sets of kinds as one word: bit `k` stands for the kind with code `k`.

use crate::tile::Kind;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

/// A set of kinds. Bits 34 and above are always 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct KindSet(u64);

crate::bit_set! { KindSet(u64) of kind: Kind => kind.code() }

impl KindSet {
    /// All 34 kinds.
    pub const ALL: KindSet = KindSet((1 << 34) - 1);
    /// Terminals and honors (幺九牌), thirteen kinds.
    pub const YAOCHU: KindSet = KindSet(0x3_FC00_0000 | 1 << 18 | 1 << 17 | 1 << 9 | 1 << 8 | 1);
    /// The fives of the suits, the kinds that may come in red.
    pub const FIVES: KindSet = KindSet(1 << 4 | 1 << 13 | 1 << 22);
    /// Winds and dragons.
    pub const HONORS: KindSet = KindSet(0x7F << 27);
    /// East, south, west, north.
    pub const WINDS: KindSet = KindSet(0xF << 27);
    /// Haku, hatsu, chun.
    pub const DRAGONS: KindSet = KindSet(0x7 << 31);
    /// The kinds of three-player mahjong: all but 2m to 8m.
    pub const SANMA: KindSet = KindSet(((1 << 34) - 1) & !(0x7F << 1));

    /// The set with these bits; bits above 33 are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> KindSet {
        KindSet(bits & Self::ALL.0)
    }

    /// The set of one kind.
    #[inline]
    pub const fn of(kind: Kind) -> KindSet {
        KindSet(1 << kind.code())
    }

    /// The nine kinds of a suit (0-2), or the seven honors (3).
    #[inline]
    pub const fn suit(suit: u8) -> KindSet {
        KindSet((0x1FF << (9 * suit)) & Self::ALL.0)
    }

    /// Whether the sets have a common kind.
    #[inline]
    pub const fn meets(self, other: KindSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every kind of `self` is in `other`.
    #[inline]
    pub const fn is_subset_of(self, other: KindSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The kind with the lowest code, if any.
    #[inline]
    pub const fn first(self) -> Option<Kind> {
        if self.0 == 0 { None } else { Some(Kind::of(self.0.trailing_zeros() as u8)) }
    }
}

/// The kinds of a set in order of code.
#[derive(Clone, Copy, Debug)]
pub struct Kinds(u64);

impl Iterator for Kinds {
    type Item = Kind;

    #[inline]
    fn next(&mut self) -> Option<Kind> {
        let kind = KindSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(kind)
    }
}

impl IntoIterator for KindSet {
    type Item = Kind;
    type IntoIter = Kinds;

    #[inline]
    fn into_iter(self) -> Kinds {
        Kinds(self.0)
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        kinds.into_iter().fold(KindSet::EMPTY, |set, kind| set | KindSet::of(kind))
    }
}

impl BitAnd for KindSet {
    type Output = KindSet;
    #[inline]
    fn bitand(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }
}

impl BitOr for KindSet {
    type Output = KindSet;
    #[inline]
    fn bitor(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }
}

/// Set difference.
impl Sub for KindSet {
    type Output = KindSet;
    #[inline]
    fn sub(self, other: KindSet) -> KindSet {
        KindSet(self.0 & !other.0)
    }
}

impl Not for KindSet {
    type Output = KindSet;
    #[inline]
    fn not(self) -> KindSet {
        KindSet(!self.0 & Self::ALL.0)
    }
}

impl BitAndAssign for KindSet {
    #[inline]
    fn bitand_assign(&mut self, other: KindSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for KindSet {
    #[inline]
    fn bitor_assign(&mut self, other: KindSet) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Kind {
    /// Whether it is a terminal or honor (幺九牌).
    #[inline]
    pub const fn is_yaochu(self) -> bool {
        KindSet::YAOCHU.has(self)
    }

    /// Whether it is the five of a suit, the kind that may be red.
    #[inline]
    pub const fn is_five(self) -> bool {
        KindSet::FIVES.has(self)
    }
}
