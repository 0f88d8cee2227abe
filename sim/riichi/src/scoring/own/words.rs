//! The words that a yaku of a rules file is written with: what each means, said once. docs/own-rules.md lists them.

use super::facts::Facts;
use crate::scoring::score::WinFlags;
use hyakuman_core::{Kind, KindSet, RelSeat};

/// A word that is accepted, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// As it is written.
    pub word: &'static str,
    /// What it means, in a sentence without a full stop.
    pub meaning: &'static str,
}

/// Declares an enum whose variants are words.
macro_rules! words {
    ($(#[$doc:meta])+ $name:ident $words:ident { $($variant:ident = $word:literal, $meaning:literal;)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $name { $(#[doc = $meaning] $variant),+ }

        impl $name {
            pub(crate) const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The one that is written like this.
            pub(crate) fn of(word: &str) -> Option<$name> {
                $words.iter().position(|known| known.word == word).map(|at| $name::ALL[at])
            }
        }

        pub(crate) const $words: &[Word] = &[$(Word { word: $word, meaning: $meaning }),+];
    };
}

words! {
    /// A set of kinds by name.
    Class CLASSES {
        Man = "m", "manzu";
        Pin = "p", "pinzu";
        Sou = "s", "souzu";
        Honor = "honor", "winds and dragons";
        Wind = "wind", "the four winds";
        Dragon = "dragon", "the three dragons";
        Terminal = "terminal", "1 and 9 of the suits";
        Outside = "outside", "terminals and honors";
        Simple = "simple", "2 to 8 of the suits";
        Green = "green", "2s 3s 4s 6s 8s and the green dragon";
        SeatWind = "seat-wind", "the winner's wind";
        RoundWind = "round-wind", "the prevailing wind";
        Value = "value", "dragons, the winner's wind and the prevailing wind";
    }
}

words! {
    /// What a group of a reading is.
    Sort SORTS {
        Run = "run", "a sequence";
        Triplet = "triplet", "three of a kind, or a kan";
        Kan = "kan", "four of a kind, declared";
        Pair = "pair", "the pair; of seven pairs one of them";
        Set = "set", "a sequence, triplet or kan";
        Group = "group", "a sequence, triplet, kan or pair";
    }
}

words! {
    /// A demand on a group besides its tiles.
    Mark MARKS {
        Concealed = "concealed", "not called, and not completed by ron; a concealed kan is concealed";
        Exposed = "exposed", "called: a chi, a pon, an open or an added kan";
        NoKan = "no-kan", "not a kan";
    }
}

words! {
    /// The form of a hand.
    Form FORMS {
        Standard = "standard", "four sets and a pair";
        SevenPairs = "seven-pairs", "seven different pairs";
        Orphans = "orphans", "every terminal and honor, and one of them again";
    }
}

words! {
    /// How the winning tile completes a reading.
    WaitWord WAITS {
        TwoSided = "two-sided", "the outer end of a sequence, where the other end would do too";
        Edge = "edge", "the 3 of 123 or the 7 of 789";
        Closed = "closed", "the middle of a sequence";
        BothSided = "both-sided", "a triplet, where another pair would do too";
        Pair = "pair", "the pair; seven pairs always";
    }
}

words! {
    /// A circumstance of a win.
    Circumstance CIRCUMSTANCES {
        Tsumo = "tsumo", "the winner drew the tile";
        Ron = "ron", "another seat gave the tile";
        Closed = "closed", "nothing was called; concealed kans do not open a hand";
        Open = "open", "something was called";
        Riichi = "riichi", "the winner is in riichi, a double one too";
        DoubleRiichi = "double-riichi", "the winner is in double riichi";
        OpenRiichi = "open-riichi", "the winner is in riichi with the hand laid open, where the rules have that";
        Ippatsu = "ippatsu", "within one uninterrupted turn of the riichi";
        LastTile = "last-tile", "the last tile of the wall, or the discard after it";
        AfterKan = "after-kan", "the drawn tile is a replacement after a kan or a north set aside";
        RobbedKan = "robbed-kan", "ron on the tile of a kan, where the rules give a yaku for it";
        FirstGoRound = "first-go-round", "before the winner's first discard and before any call or kan";
        RiichiTile = "riichi-tile", "ron on the tile with which another seat declares riichi";
        DiscardAfterKan = "discard-after-kan", "ron on the discard that follows a kan";
        Dealer = "dealer", "the winner is the dealer";
        EastRound = "east-round", "the prevailing wind is east";
        SouthRound = "south-round", "the prevailing wind is south";
        WestRound = "west-round", "the prevailing wind is west";
        FromLeft = "from-left", "ron on a discard of the seat before the winner";
        FromAcross = "from-across", "ron on a discard of the seat opposite the winner";
        FromRight = "from-right", "ron on a discard of the seat after the winner";
        OutsideRiver = "outside-discards", "the winner has discarded something, and only terminals and honors";
    }
}

words! {
    /// A number that can be compared.
    Quantity QUANTITIES {
        Red = "red", "red fives";
        Dora = "dora", "dora of the open indicators; one tile may count for several";
        Ura = "ura", "dora of the indicators under them, in riichi";
        Norths = "norths", "norths set aside";
        Kans = "kans", "kans, concealed ones too";
        Melds = "melds", "melds, concealed kans too";
        Called = "called", "called melds";
        Kinds = "kinds", "different kinds in the whole hand";
        Suits = "suits", "suits of which the hand has a tile";
        Honors = "honors", "winds and dragons, copies counted";
        Terminals = "terminals", "ones and nines of the suits, copies counted";
        Sum = "sum", "sum of the ranks of all tiles of the suits, copies counted";
        Waits = "waits", "different kinds that would have completed the hand";
        Discards = "discards", "discards of the winner in this kyoku";
        Left = "left", "tiles that may still be drawn";
        Honba = "honba", "honba on the table";
    }
}

impl Class {
    /// The kinds that do not depend on the winner.
    pub(super) fn kinds(self) -> KindSet {
        const GREEN: KindSet = KindSet::from_bits(0b10101110 << 18 | 1 << 32);
        match self {
            Class::Man => KindSet::suit(0),
            Class::Pin => KindSet::suit(1),
            Class::Sou => KindSet::suit(2),
            Class::Honor => KindSet::HONORS,
            Class::Wind => KindSet::WINDS,
            Class::Dragon | Class::Value => KindSet::DRAGONS,
            Class::Terminal => KindSet::YAOCHU - KindSet::HONORS,
            Class::Outside => KindSet::YAOCHU,
            Class::Simple => KindSet::ALL - KindSet::YAOCHU,
            Class::Green => GREEN,
            Class::SeatWind | Class::RoundWind => KindSet::EMPTY,
        }
    }
}

impl Circumstance {
    /// Whether it never holds unless [`WinFlags`] say something other than riichi and ippatsu.
    pub(super) fn is_rare(self) -> bool {
        use Circumstance::{
            AfterKan, DiscardAfterKan, DoubleRiichi, FirstGoRound, LastTile, OpenRiichi, RiichiTile,
            RobbedKan,
        };
        matches!(
            self,
            AfterKan
                | DiscardAfterKan
                | DoubleRiichi
                | FirstGoRound
                | LastTile
                | OpenRiichi
                | RiichiTile
                | RobbedKan
        )
    }

    /// Whether it is known before the win that it holds; a closed hand is taken to declare riichi.
    pub(super) fn is_foreseen(self) -> bool {
        use Circumstance::{Closed, Dealer, EastRound, Open, Riichi, SouthRound, WestRound};
        matches!(self, Closed | Dealer | EastRound | Open | Riichi | SouthRound | WestRound)
    }

    /// Whether it holds in closed hands only.
    pub(super) fn is_of_closed(self) -> bool {
        use Circumstance::{Closed, DoubleRiichi, FirstGoRound, Ippatsu, OpenRiichi, Riichi};
        matches!(self, Closed | DoubleRiichi | FirstGoRound | Ippatsu | OpenRiichi | Riichi)
    }

    /// As it is written.
    pub(super) fn word(self) -> &'static str {
        CIRCUMSTANCES[self as usize].word
    }

    /// Whether it holds.
    pub(super) fn holds(self, facts: &Facts<'_>) -> bool {
        let win = facts.win;
        let has = |flag| win.flags.has(flag);
        let from = |steps| !win.tsumo && win.course.from == Some(RelSeat::new(steps));
        match self {
            Circumstance::Tsumo => win.tsumo,
            Circumstance::Ron => !win.tsumo,
            Circumstance::Closed => facts.closed,
            Circumstance::Open => !facts.closed,
            Circumstance::Riichi => has(WinFlags::RIICHI) || has(WinFlags::DOUBLE_RIICHI),
            Circumstance::DoubleRiichi => has(WinFlags::DOUBLE_RIICHI),
            Circumstance::OpenRiichi => has(WinFlags::OPEN_RIICHI),
            Circumstance::Ippatsu => has(WinFlags::IPPATSU),
            Circumstance::LastTile => has(WinFlags::HAITEI) || has(WinFlags::HOUTEI),
            Circumstance::AfterKan => has(WinFlags::RINSHAN),
            Circumstance::RobbedKan => has(WinFlags::CHANKAN),
            Circumstance::FirstGoRound => has(WinFlags::FIRST_TURN),
            Circumstance::RiichiTile => has(WinFlags::RIICHI_TILE),
            Circumstance::DiscardAfterKan => facts.discard_after_kan,
            Circumstance::Dealer => win.seat_wind == Kind::EAST,
            Circumstance::EastRound => win.round_wind == Kind::EAST,
            Circumstance::SouthRound => win.round_wind == Kind::SOUTH,
            Circumstance::WestRound => win.round_wind == Kind::WEST,
            Circumstance::FromLeft => from(facts.players - 1),
            Circumstance::FromAcross => facts.players == 4 && from(2),
            Circumstance::FromRight => from(1),
            Circumstance::OutsideRiver => win.course.discards > 0 && win.course.outside_only,
        }
    }
}

impl Quantity {
    /// As it is written.
    pub(super) fn word(self) -> &'static str {
        QUANTITIES[self as usize].word
    }

    /// The least and the greatest value that it has in any win.
    pub(super) fn range(self) -> [u32; 2] {
        match self {
            Quantity::Red => [0, 12],
            // Five indicators, and four tiles for each.
            Quantity::Dora | Quantity::Ura => [0, 20],
            Quantity::Norths | Quantity::Kans | Quantity::Melds | Quantity::Called => [0, 4],
            // 111122223333m44m, and the pair of thirteen orphans is of a kind that they have.
            Quantity::Kinds => [4, 13],
            Quantity::Suits => [0, 3],
            // Four kans and a pair.
            Quantity::Honors | Quantity::Terminals => [0, 18],
            // Kans of 9m, 9p, 9s and 8m, and a pair of eights.
            Quantity::Sum => [0, 156],
            Quantity::Waits => [1, 13],
            Quantity::Discards => [0, 40],
            Quantity::Left => [0, 121],
            Quantity::Honba => [0, 1000],
        }
    }

    /// Whether tiles decide it, so that an agent can bring it about.
    pub(super) fn is_of_tiles(self) -> bool {
        use Quantity::{Called, Honors, Kans, Kinds, Melds, Suits, Sum, Terminals};
        matches!(self, Called | Honors | Kans | Kinds | Melds | Suits | Sum | Terminals)
    }

    /// Its value.
    pub(super) fn of_win(self, facts: &Facts<'_>) -> u32 {
        let win = facts.win;
        let count = |kinds| facts.count_in(kinds);
        let melds =
            |is: fn(&hyakuman_core::Meld) -> bool| win.melds.iter().filter(|meld| is(meld)).count() as u32;
        match self {
            Quantity::Red => win.dora.aka.into(),
            Quantity::Dora => win.dora.dora.into(),
            Quantity::Ura => win.dora.ura.into(),
            Quantity::Norths => win.dora.nuki.into(),
            Quantity::Kans => melds(|meld| meld.is_kan()),
            Quantity::Melds => win.melds.len() as u32,
            Quantity::Called => melds(|meld| meld.is_open()),
            Quantity::Kinds => facts.kinds.len(),
            Quantity::Suits => (0..3).filter(|&suit| facts.kinds.meets(KindSet::suit(suit))).count() as u32,
            Quantity::Honors => count(KindSet::HONORS),
            Quantity::Terminals => count(Class::Terminal.kinds()),
            Quantity::Sum => facts.sum_of_ranks(),
            Quantity::Waits => facts.waits(),
            Quantity::Discards => win.course.discards.into(),
            Quantity::Left => win.course.left.into(),
            Quantity::Honba => win.course.honba.into(),
        }
    }
}
