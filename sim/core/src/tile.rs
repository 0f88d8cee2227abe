//! The 34 kinds (牌種) and the 37 faces (牌): a red five has its own face but not its own kind.
//!
//! | codes | kinds |
//! | --- | --- |
//! | 0-8, 9-17, 18-26 | 1-9 of characters (m), dots (p), bamboo (s) |
//! | 27-30 | winds E S W N (1z-4z) |
//! | 31-33 | dragons haku, hatsu, chun (5z-7z) |
//! | 34, 35, 36 | as a [`Tile`] only: the red fives 0m, 0p, 0s |
//!
//! The numbering is part of the record format and never changes.

use std::fmt;

/// One of the 34 kinds (牌種), red fives counted as plain fives. Always below 34.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

/// One of the 37 faces (牌): the 34 kinds and the three red fives. Always below 37.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The kind of each face; a table of 64 avoids branches and bounds checks.
const KIND_OF: [u8; 64] = {
    let mut kind = [0; 64];
    let mut face = 0;
    while face < 37 {
        kind[face] = if face < 34 { face as u8 } else { (face as u8 - 34) * 9 + 4 };
        face += 1;
    }
    kind
};

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 34;
    /// East, the first of the winds; `EAST + i` is the wind of the i-th seat from the dealer.
    pub const EAST: Kind = Kind(27);
    /// South.
    pub const SOUTH: Kind = Kind(28);
    /// West.
    pub const WEST: Kind = Kind(29);
    /// North.
    pub const NORTH: Kind = Kind(30);
    /// White dragon, haku.
    pub const HAKU: Kind = Kind(31);
    /// Green dragon, hatsu.
    pub const HATSU: Kind = Kind(32);
    /// Red dragon, chun.
    pub const CHUN: Kind = Kind(33);

    /// The kind with this code, if there is one (0 to 33).
    pub const fn new(code: u8) -> Option<Kind> {
        if code < 34 { Some(Kind(code)) } else { None }
    }

    /// The kind with this code. Panics above 33; for constants and checked codes.
    #[inline]
    pub const fn of(code: u8) -> Kind {
        assert!(code < 34);
        Kind(code)
    }

    /// Wind number `i` (0 east to 3 north), modulo four.
    #[inline]
    pub const fn wind(i: u8) -> Kind {
        Kind(27 + i % 4)
    }

    /// Code, 0 to 33.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Code as an index, 0 to 33.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Suit: 0 characters, 1 dots, 2 bamboo, 3 honors.
    #[inline]
    pub const fn suit(self) -> u8 {
        self.0 / 9
    }

    /// Rank inside the suit, from 0: 0-8 for 1-9, for honors 0-6 for E S W N haku hatsu chun.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9
    }

    /// Whether it is a wind or a dragon.
    #[inline]
    pub const fn is_honor(self) -> bool {
        self.0 >= 27
    }

    /// The plain face of this kind.
    #[inline]
    pub const fn tile(self) -> Tile {
        Tile(self.0)
    }

    /// All kinds in order of code.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..34).map(Kind)
    }
}

impl Tile {
    /// The number of faces.
    pub const COUNT: usize = 37;

    /// The face with this code, if there is one (0 to 36).
    pub const fn new(code: u8) -> Option<Tile> {
        if code < 37 { Some(Tile(code)) } else { None }
    }

    /// The face with this code. Panics above 36; for constants and checked codes.
    #[inline]
    pub const fn of(code: u8) -> Tile {
        assert!(code < 37);
        Tile(code)
    }

    /// The red five of a suit: 0 characters, 1 dots, 2 bamboo.
    #[inline]
    pub const fn red_five(suit: u8) -> Tile {
        assert!(suit < 3);
        Tile(34 + suit)
    }

    /// Code, 0 to 36.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Code as an index, 0 to 36.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind; that of a red five is the five.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind(KIND_OF[self.0 as usize & 63])
    }

    /// Whether it is a red five (赤).
    #[inline]
    pub const fn is_red(self) -> bool {
        self.0 >= 34
    }
}

impl From<Kind> for Tile {
    fn from(kind: Kind) -> Tile {
        kind.tile()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank() + 1, ['m', 'p', 's', 'z'][self.suit() as usize])
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_red() {
            write!(f, "0{}", ['m', 'p', 's'][self.0 as usize - 34])
        } else {
            self.kind().fmt(f)
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
